//! Letters for a printer: thank-yous and statements for many at once, and the runs that were printed.
//!
//! A page composes letters from records; what is printed is kept by [`runs`](crate::resources::letters::runs).

mod compose;
mod confirmed;
mod earlier;
mod printing;
pub(super) mod reasons;
mod receivers;
mod reminder_letters;
pub(super) mod reminders;
pub(super) mod runs;
pub(super) mod sample;
mod statement_letters;
pub(super) mod statements;
mod thank_you_letters;
pub(super) mod thank_yous;
mod ticks;
pub(super) mod waiting;
mod ways;
pub(super) mod words;

use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};

/// Answers with a PDF.
pub(super) fn file(name: &str, pdf: Vec<u8>) -> Response {
    Response::builder()
        .header(CONTENT_TYPE, "application/pdf")
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.pdf\""))
        .header(CACHE_CONTROL, "no-store")
        .body(pdf)
}
