//! Imports: a file is sent and judged first; then its owner sees what it would do, and imports it.

mod choices;
pub(super) mod columns;
pub(super) mod failed_rows;
mod fates;
pub(super) mod fields;
mod known;
pub(super) mod list;
pub(super) mod one;
mod questions;
pub(super) mod rows;
mod select;
mod words;

/// The path of the list, and of the form that takes a file.
const PATH: &str = "/imports";

/// Returns the id in the path of an import's page: `/imports/{id}`.
fn id(visit: &super::visit::Visit) -> Result<i64, crate::error::AppError> {
    let text = visit.path.split('/').nth(2).unwrap_or_default();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or(crate::error::AppError::NotFound)
}
