//! The response of a failed request: its status and message (the table in the documentation).

use std::io;

use poem::error::{MethodNotAllowedError, ParsePathError, ResponseError};
use poem::http::header::{ACCEPT_ENCODING, ALLOW, RETRY_AFTER};
use poem::http::{HeaderName, HeaderValue, StatusCode};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};

use super::failure::failure;
use super::headers::list;
use super::request_id::{REQUEST_ID, new_request_id};
use super::routes::location;
use crate::error::AppError;

/// What kind of failure it is, for programs: one of [`CODES`](crate::error::CODES).
pub const ERROR_CODE: HeaderName = HeaderName::from_static("error-code");
/// The fields that the failure is about, as a list of strings (RFC 9651).
pub const ERROR_FIELDS: HeaderName = HeaderName::from_static("error-fields");

/// How long a caller should wait when the database is down or too busy.
const RETRY_AFTER_S: u64 = 5;
/// How long a caller should wait while the same request is in progress.
const IN_PROGRESS_RETRY_AFTER_S: u64 = 1;

impl AppError {
    /// Returns the status that the caller sees.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::OwnersOnly(_) => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(..) | Self::Ambiguous(_) | Self::Busy(_) | Self::InProgress => {
                StatusCode::CONFLICT
            }
            Self::PreconditionFailed(_) => StatusCode::PRECONDITION_FAILED,
            Self::PayloadTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::QueryTooLong(_) => StatusCode::URI_TOO_LONG,
            Self::UnsupportedContentEncoding | Self::UnsupportedMediaType(_) | Self::UnsupportedCharset => {
                StatusCode::UNSUPPORTED_MEDIA_TYPE
            }
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Undone(_) => StatusCode::FAILED_DEPENDENCY,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::HeadTooLarge(_) | Self::TooManyHeaders(_) => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::TooManyConnections | Self::StatementTooLong(_) | Self::Unavailable(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Makes the response, with the request's id in a header. The message of an internal error has the id too, because
    /// the caller needs it to report the failure.
    pub fn into_envelope(self, request_id: &str) -> Response {
        let message = match &self {
            Self::Internal(_) => format!("{self}; request id {request_id}"),
            _ => self.to_string(),
        };
        let mut response = failure(self.status(), &message);
        response.headers_mut().insert(ERROR_CODE, HeaderValue::from_static(self.code()));
        if let Some(fields) = list(&self.fields()) {
            response.headers_mut().insert(ERROR_FIELDS, fields);
        }
        if let Ok(request_id) = HeaderValue::from_str(request_id) {
            response.headers_mut().insert(REQUEST_ID, request_id);
        }
        match self {
            Self::MethodNotAllowed(allow) => {
                if let Ok(allow) = HeaderValue::from_str(&allow) {
                    response.headers_mut().insert(ALLOW, allow);
                }
            }
            Self::Conflict(_, Some((kind, id))) => {
                response.headers_mut().extend(location(kind, id));
            }
            Self::UnsupportedContentEncoding => {
                response.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
            }
            Self::InProgress => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(IN_PROGRESS_RETRY_AFTER_S));
            }
            Self::TooManyConnections | Self::StatementTooLong(_) | Self::Unavailable(_) => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(RETRY_AFTER_S));
            }
            Self::TooManyRequests { retry_after_s } => {
                response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(retry_after_s));
            }
            _ => {}
        }
        response
    }

    /// Translates the failure to read a request's body to its end. `name` is the caller's word for the body.
    pub fn from_body_error(name: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => Self::TooSlow(error.to_string()),
            _ => Self::BadRequest(format!("the {name} broke off: {error}")),
        }
    }

    /// Translates an error of the framework. `allow` returns the methods of the request's path.
    pub fn from_poem(error: poem::Error, allow: impl FnOnce() -> String) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(error) => return error,
            Err(error) => error,
        };
        if error.is::<MethodNotAllowedError>() {
            return Self::MethodNotAllowed(allow());
        }
        // The path cannot be decoded as text, so nothing has this path.
        if error.is::<ParsePathError>() {
            return Self::NotFound;
        }
        match error.status() {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::BAD_REQUEST => Self::BadRequest(error.to_string()),
            _ => Self::Internal(Box::new(error)),
        }
    }
}

impl ResponseError for AppError {
    fn status(&self) -> StatusCode {
        self.status()
    }
}

/// Used only for a failure outside the middleware. For all others, the layers of [`crate::router`] make the envelope.
impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        self.into_envelope(&new_request_id())
    }
}

/// Describes nothing, because [`crate::openapi`] describes the failures of each operation.
impl ApiResponse for AppError {
    fn meta() -> MetaResponses {
        MetaResponses { responses: Vec::new() }
    }

    fn register(_: &mut Registry) {}
}
