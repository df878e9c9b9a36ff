//! `/`: the overview, or the sign-in. Programs get to the documentation.

use poem::http::StatusCode;
use poem::http::header::{LINK, LOCATION};
use poem::{IntoResponse, Response};

use super::visit::{Answer, Visit};
use crate::http::headers::DOCUMENTS;

pub(super) async fn show(visit: Visit) -> Answer {
    visit.redirect(if visit.signed_in.is_some() { "/overview" } else { "/sign-in" })
}

/// Answers clients that are not browsers.
pub(super) fn to_docs() -> Response {
    "See /docs, and /openapi.json for programs.\n"
        .with_status(StatusCode::SEE_OTHER)
        .with_content_type("text/plain")
        .with_header(LOCATION, "/docs")
        .with_header(LINK, DOCUMENTS)
        .into_response()
}
