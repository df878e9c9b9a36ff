//! Names that compare without regard to case: of tags, gift types, funds and campaigns.

/// Returns a name in the form that ignores case.
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}
