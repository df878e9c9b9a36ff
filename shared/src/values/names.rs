//! Texts that compare without regard to case: names of tags, gift types, funds, campaigns and contacts.

/// Returns a name in the form that ignores case.
pub fn name_key(name: &str) -> String {
    name.to_lowercase()
}
