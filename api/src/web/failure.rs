//! The page of an error, for a browser. It tells the visitor what to do, and never the internal cause.

use askama::Template;
use poem::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use poem::http::{HeaderMap, StatusCode};
use poem::{IntoResponse, Response};

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
        AppError::Unauthorized => ("Please sign in", "Sign in, and try again.".to_owned()),
        AppError::Forbidden => (
            "This is not for you",
            "Only owners of the account may do this. Ask one of them, or switch to another account.".to_owned(),
        ),
        AppError::NotFound => (
            "There is no such page",
            "It may have been moved or removed, or the link has expired or was used before.".to_owned(),
        ),
        AppError::MethodNotAllowed(_) => {
            ("This page cannot do that", "Go back, and try it from the page itself.".to_owned())
        }
        AppError::TooManyRequests { retry_after_s } => (
            "Too many attempts",
            format!("Please wait for {retry_after_s} seconds, and try again."),
        ),
        AppError::Internal(_) => (
            "Something went wrong",
            "The fault is ours. Nothing of your change was kept: please try again. If it happens again, tell your \
             operator the number below."
                .to_owned(),
        ),
        AppError::Unavailable(_) | AppError::StatementTooLong(_) | AppError::TooManyConnections => (
            "Please try again in a moment",
            "The service is busy, or its database cannot be reached.".to_owned(),
        ),
        other => ("This did not work", format!("{other}.")),
    };
    // The envelope has the headers that an error needs, such as `Allow` and `Retry-After`.
    let envelope = error.into_envelope(request_id);
    let request_id = is_internal.then(|| request_id.to_owned());
    answer(status, &Page { shell: Shell::new(title), explanation, request_id }, envelope.headers())
}

/// Makes the page that refuses a form without the right token.
pub(crate) fn forged(signed_in: bool) -> Response {
    let explanation = if signed_in {
        "It was sent without the mark that shows that it is yours. This happens when you have signed in again, or changed \
         your password, in another window meanwhile. Go back, load the page again, and send the form once more."
    } else {
        "It was sent without the mark that shows that it is yours. This happens when the page was open for long, or when \
         the browser keeps no cookies. Outside this machine itself, the service keeps its cookies for https alone: see \
         that the address begins with https. Then load the page again, and send the form once more."
    };
    let page = Page {
        shell: Shell::new("This form was not accepted"),
        explanation: explanation.to_owned(),
        request_id: None,
    };
    answer(StatusCode::FORBIDDEN, &page, &HeaderMap::new())
}

/// Makes the page that says that the values typed before the sign-in are lost.
pub(crate) fn not_kept() -> Response {
    let explanation = "What was typed before the sign-in is kept for an hour, for the user and the account that it belongs to. \
                       It is not here any more, and nothing of it is saved: open the form again.";
    let shell = Shell::new("Please type it again");
    let page = Page { shell, explanation: explanation.to_owned(), request_id: None };
    answer(StatusCode::FORBIDDEN, &page, &HeaderMap::new())
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
