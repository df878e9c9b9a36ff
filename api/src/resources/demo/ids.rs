//! The external ids of the demo's records.

/// The external ids of the records of a kind. With them, an export of the demo can be imported into another account.
pub(super) fn demo_ids() -> impl Iterator<Item = String> {
    (1..).map(|n| format!("demo-{n}"))
}
