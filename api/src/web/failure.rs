//! The page of an error, for a browser. It tells the visitor what to do, and never the internal cause.

use askama::Template;
use poem::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use poem::http::{HeaderMap, StatusCode};
use poem::{IntoResponse, Response};

use super::rules::failed;
use super::shell::{Shell, respond};
use crate::error::AppError;

#[derive(Template)]
#[template(path = "failure.html")]
struct Page {
    shell: Shell,
    explanation: String,
    /// The request's id, where it helps to find the cause.
    request_id: Option<String>,
}

/// Makes the page of an error.
pub(crate) fn page(error: AppError, request_id: &str) -> Response {
    let (status, is_internal) = (error.status(), matches!(error, AppError::Internal(_)));
    let (title, explanation) = match &error {
        AppError::Unauthorized => (t!("failure-sign-in-title"), t!("failure-sign-in").to_owned()),
        AppError::Forbidden => (t!("failure-forbidden-title"), t!("failure-forbidden").to_owned()),
        AppError::NotFound => (t!("failure-not-found-title"), t!("failure-not-found").to_owned()),
        AppError::MethodNotAllowed(_) => (t!("failure-method-title"), t!("failure-method").to_owned()),
        AppError::TooManyRequests { retry_after_s } => {
            let (count, seconds) = (*retry_after_s, retry_after_s.to_string());
            (t!("failure-too-many-title"), t!("failure-too-many", count = count, seconds = seconds))
        }
        AppError::Internal(_) => (t!("failure-internal-title"), t!("failure-internal").to_owned()),
        AppError::Unavailable(_) | AppError::StatementTooLong(_) | AppError::TooManyConnections => {
            (t!("failure-unavailable-title"), t!("failure-unavailable").to_owned())
        }
        other => (t!("failure-other-title"), format!("{}.", failed(other))),
    };
    // The envelope has the headers that an error needs, such as `Allow` and `Retry-After`.
    let envelope = error.into_envelope(request_id);
    let request_id = is_internal.then(|| request_id.to_owned());
    answer(status, &Page { shell: Shell::new(title), explanation, request_id }, envelope.headers())
}

/// Makes the page that refuses a form without the right token.
pub(crate) fn forged(signed_in: bool) -> Response {
    let explanation = if signed_in { t!("failure-forged-signed-in") } else { t!("failure-forged") };
    let shell = Shell::new(t!("failure-forged-title"));
    let page = Page { shell, explanation: explanation.to_owned(), request_id: None };
    answer(StatusCode::FORBIDDEN, &page, &HeaderMap::new())
}

/// Makes the page that says that the values typed before the sign-in are lost.
pub(crate) fn not_kept() -> Response {
    let shell = Shell::new(t!("failure-not-kept-title"));
    let page = Page { shell, explanation: t!("failure-not-kept").to_owned(), request_id: None };
    answer(StatusCode::FORBIDDEN, &page, &HeaderMap::new())
}

/// Makes the page that says that a link of the first start no longer works, and what to do then.
pub(crate) fn setup_link() -> Response {
    let shell = Shell::new(t!("failure-setup-link-title"));
    let page = Page { shell, explanation: t!("failure-setup-link").to_owned(), request_id: None };
    answer(StatusCode::NOT_FOUND, &page, &HeaderMap::new())
}

fn answer(status: StatusCode, page: &Page, headers: &HeaderMap) -> Response {
    let mut response = match respond(status, page) {
        Ok(response) => response,
        Err(error) => error.into_response(),
    };
    for (name, value) in headers {
        if name != CONTENT_TYPE && name != CONTENT_LENGTH {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    response
}
