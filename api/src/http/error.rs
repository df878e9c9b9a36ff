//! Every way in which a request can fail, each with its status and message (the table in the documentation).

use std::io;

use poem::error::{MethodNotAllowedError, ParsePathError, ResponseError};
use poem::http::header::{ALLOW, RETRY_AFTER};
use poem::http::{HeaderValue, StatusCode};
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};

use super::failure::failure;
use super::request_id::{REQUEST_ID, new_request_id};

/// How long a caller should wait when the database is down or too busy.
const RETRY_AFTER_S: u64 = 5;
/// How long a caller should wait for the same request's end.
const IN_PROGRESS_RETRY_AFTER_S: u64 = 1;

/// A failed request.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// 400: the body is not a JSON object; the text says what is wrong and where.
    #[error("{0}")]
    BadRequest(String),
    /// 403: no valid key.
    #[error("Forbidden")]
    Forbidden,
    /// 404: nothing here, or nothing of this caller's.
    #[error("Not Found")]
    NotFound,
    /// 405, with the methods that the path has.
    #[error("Method Not Allowed")]
    MethodNotAllowed(String),
    /// 408: something of the request did not come in time; the text says what must come when.
    #[error("{0}")]
    TooSlow(String),
    /// 409: a unique field is taken.
    #[error("{0} is taken")]
    Conflict(&'static str),
    /// 409: something is under way that must end first.
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
    /// 415: the body must be of this media type.
    #[error("Content-Type must be {0}")]
    UnsupportedMediaType(&'static str),
    /// 422: every problem, each naming its field.
    #[error("{0}")]
    Invalid(String),
    /// 429: more requests than the key may make.
    #[error("Too Many Requests; try again after {retry_after_s} s")]
    TooManyRequests {
        /// When there is room for one more.
        retry_after_s: u64,
    },
    /// 431: the request's line and headers are larger than this many bytes.
    #[error("the request's line and headers must not be larger than {0} bytes")]
    HeadTooLarge(usize),
    /// 503: there are as many connections as there may be.
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
    /// The status that the caller sees.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::Conflict(_) | Self::Busy(_) | Self::InProgress => StatusCode::CONFLICT,
            Self::PreconditionFailed(_) => StatusCode::PRECONDITION_FAILED,
            Self::PayloadTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::QueryTooLong(_) => StatusCode::URI_TOO_LONG,
            Self::UnsupportedMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::HeadTooLarge(_) => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            Self::TooManyConnections | Self::StatementTooLong(_) | Self::Unavailable(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The envelope and the id of the request, which is in the message too where the caller needs it to report the
    /// failure.
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

    /// What it means that a request's body does not come to its end.
    pub fn of_body(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => Self::TooSlow(error.to_string()),
            _ => Self::BadRequest(format!("the body broke off: {error}")),
        }
    }

    /// What a failure of the framework means here; `allow` are the methods of the request's path.
    pub fn from_poem(error: poem::Error, allow: impl FnOnce() -> String) -> Self {
        let error = match error.downcast::<Self>() {
            Ok(error) => return error,
            Err(error) => error,
        };
        if error.is::<MethodNotAllowedError>() {
            return Self::MethodNotAllowed(allow());
        }
        // What cannot even be decoded as text is no path of ours.
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

/// Only for a failure that passes no middleware; [`crate::router`] makes the envelope of all others.
impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        self.into_envelope(&new_request_id())
    }
}

/// [`crate::openapi`] describes the failures, which depend on the operation.
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
