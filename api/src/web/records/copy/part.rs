//! A part of the page of a copy: what is stored of one kind.

use crate::web::records::table::Table;

/// How many of a kind the page shows. The file has the others.
pub(super) const SHOWN: usize = 500;
/// How many of a kind a copy has at most.
pub(super) const RECORDS_MAX: usize = 20_000;

/// What is stored of a kind.
pub(super) struct Part {
    pub(super) heading: &'static str,
    pub(super) id: &'static str,
    pub(super) note: String,
    pub(super) table: Table,
}

impl Part {
    /// Makes a part whose table shows the first of so many. `counted` is the id of the message that counts them.
    pub(super) fn new(
        (heading, id, count): (&'static str, &'static str, usize),
        counted: &str,
        table: Table,
    ) -> Self {
        let note = match count {
            count if count > SHOWN => t!("copy-first", count = SHOWN),
            count => t!(counted, count = count),
        };
        Self { heading, id, note, table }
    }
}
