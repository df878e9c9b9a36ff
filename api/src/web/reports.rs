//! The reports: the questions that a board asks, each with a page, its picture, its table, and the table as a file. They are
//! made of the same sums as the giving summary and the reports of the API.

pub(super) mod board;
pub(super) mod donors;
pub(super) mod giving;
pub(super) mod index;
pub(super) mod levels;
pub(super) mod page;
pub(super) mod part;
#[allow(unreachable_pub, reason = "a query is declared as that of an operation, which is public")]
pub(super) mod period;
pub(super) mod pledges;
pub(super) mod top_donors;
mod years;
