//! Every way in which a request can fail, each with its status and message (the table in the documentation).

use std::io;

use poem::error::{MethodNotAllowedError, ParsePathError, ResponseError};
use poem::http::header::{ACCEPT_ENCODING, ALLOW, RETRY_AFTER};
use poem::http::{HeaderValue, StatusCode};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};

use super::failure::failure;
use super::request_id::{REQUEST_ID, new_request_id};
use crate::records::problem::{Problem, Problems};

/// How long a caller should wait when the database is down or too busy.
const RETRY_AFTER_S: u64 = 5;
/// How long a caller should wait while the same request is in progress.
const IN_PROGRESS_RETRY_AFTER_S: u64 = 1;

/// A failed request.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// 400: the request breaks a rule of HTTP, or the body is not a JSON object; the text says what is wrong and where.
    #[error("{0}")]
    BadRequest(String),
    /// 401: the web application was asked without a session.
    #[error("Unauthorized")]
    Unauthorized,
    /// 403: no valid key, or not the role that it takes.
    #[error("Forbidden")]
    Forbidden,
    /// 404: there is no such path, or no such record in the caller's account.
    #[error("Not Found")]
    NotFound,
    /// 405, with the methods that the path has.
    #[error("Method Not Allowed")]
    MethodNotAllowed(String),
    /// 408: a part of the request did not arrive in time; the text says which part, and what its limit is.
    #[error("{0}")]
    TooSlow(String),
    /// 409: a unique field is taken.
    #[error("{0} is taken")]
    Conflict(&'static str),
    /// 409: something else is in progress and must end first; the text says what.
    #[error("{0}")]
    Busy(String),
    /// 409: a request with the same `Idempotency-Key` is being carried out.
    #[error("a request with this Idempotency-Key is in progress")]
    InProgress,
    /// 412: a condition of the request does not hold; the text names the header.
    #[error("{0}")]
    PreconditionFailed(&'static str),
    /// 413: the body is larger than this many bytes.
    #[error("the body must not be larger than {0} bytes")]
    PayloadTooLarge(usize),
    /// 414: the query is longer than this many bytes.
    #[error("the query must not be longer than {0} bytes")]
    QueryTooLong(usize),
    /// 415: the body is compressed.
    #[error("Content-Encoding must be identity")]
    UnsupportedContentEncoding,
    /// 415: the body must be of this media type.
    #[error("Content-Type must be {0}")]
    UnsupportedMediaType(&'static str),
    /// 415: the body is in another encoding than UTF-8.
    #[error("the charset in Content-Type must be utf-8")]
    UnsupportedCharset,
    /// 422: every problem, each naming its field.
    #[error("{0}")]
    Invalid(Problems),
    /// 429: more requests than the key may make.
    #[error("Too Many Requests; try again after {retry_after_s} s")]
    TooManyRequests {
        /// After how many seconds one more request is allowed.
        retry_after_s: u64,
    },
    /// 431: the request's line and headers are larger than this many bytes.
    #[error("the request's line and headers must not be larger than {0} bytes")]
    HeadTooLarge(usize),
    /// 431: the request has more headers than this.
    #[error("a request must not have more than {0} headers")]
    TooManyHeaders(usize),
    /// 503: the limit of connections is reached.
    #[error("there are too many connections now; please try again later")]
    TooManyConnections,
    /// 503: the database stopped a statement that took too long.
    #[error("the request took the database too long; please ask for less, or try again later")]
    StatementTooLong(#[source] shared::Error),
    /// 503: the database is down or too busy.
    #[error("the service is not available now; please try again later")]
    Unavailable(#[source] shared::Error),
    /// 500: anything else. The caller sees the request's id, the log sees the cause.
    #[error("Internal Server Error")]
    Internal(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl AppError {
    /// Makes the error of a field that breaks a rule. Without a field, the rule is a whole sentence.
    pub fn invalid(field: &str, rule: impl std::fmt::Display) -> Self {
        Self::Invalid(Problem::new(field, rule).into())
    }

    /// Returns the status that the caller sees.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(_) | Self::Busy(_) | Self::InProgress => StatusCode::CONFLICT,
            Self::PreconditionFailed(_) => StatusCode::PRECONDITION_FAILED,
            Self::PayloadTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::QueryTooLong(_) => StatusCode::URI_TOO_LONG,
            Self::UnsupportedContentEncoding | Self::UnsupportedMediaType(_) | Self::UnsupportedCharset => {
                StatusCode::UNSUPPORTED_MEDIA_TYPE
            }
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
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
        if let Ok(request_id) = HeaderValue::from_str(request_id) {
            response.headers_mut().insert(REQUEST_ID, request_id);
        }
        match self {
            Self::MethodNotAllowed(allow) => {
                if let Ok(allow) = HeaderValue::from_str(&allow) {
                    response.headers_mut().insert(ALLOW, allow);
                }
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

    /// Translates the failure to read a request's body to its end. `name` is what the caller calls the body.
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

impl From<shared::Error> for AppError {
    fn from(error: shared::Error) -> Self {
        if error.is_timeout() {
            Self::StatementTooLong(error)
        } else if error.is_unavailable() {
            Self::Unavailable(error)
        } else {
            Self::Internal(Box::new(error))
        }
    }
}

impl From<sea_orm::DbErr> for AppError {
    fn from(error: sea_orm::DbErr) -> Self {
        shared::Error::from(error).into()
    }
}

impl From<serde_json::Error> for AppError {
    fn from(error: serde_json::Error) -> Self {
        Self::Internal(Box::new(error))
    }
}
