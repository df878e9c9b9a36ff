//! A part of a record's page with the newest of the records that belong to it.

use super::table::Table;

/// A part of a record's page. Its texts are in the language of the page.
pub(in crate::web) struct Section {
    pub(in crate::web) heading: &'static str,
    pub(in crate::web) id: &'static str,
    /// How many there are in all.
    pub(in crate::web) total: i64,
    /// How many there are, and their totals.
    pub(in crate::web) notes: Vec<String>,
    pub(in crate::web) table: Option<Table>,
    pub(in crate::web) empty: String,
    /// The address of the whole list.
    pub(in crate::web) all: Option<String>,
    /// The label of the section's form, such as that for a new record, and its address.
    pub(in crate::web) new: (String, String),
}

impl Section {
    /// Returns the label of the link to the whole list. Of tasks, a page lists those of its donor.
    pub(in crate::web) fn show_all(&self) -> String {
        t!("show-all-of", kind = self.id)
    }
}
