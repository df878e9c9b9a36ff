//! All ways in which a request can fail. [`crate::http::error`] makes responses of them.

use crate::fields::problem::{Fault, Problem, Problems};

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
    /// 403: a change that only owners of the account make; the text says what to do.
    #[error("{0}")]
    OwnersOnly(&'static str),
    /// 404: there is no such path, or no such record in the caller's account.
    #[error("Not Found")]
    NotFound,
    /// 405, with the methods that the path has.
    #[error("Method Not Allowed")]
    MethodNotAllowed(String),
    /// 408: a part of the request did not arrive in time; the text says which part, and what its limit is.
    #[error("{0}")]
    TooSlow(String),
    /// 409: the value of a unique field is another record's, whose kind and id are here if it was looked for.
    #[error("{0} is taken")]
    Conflict(&'static str, Option<(&'static str, i64)>),
    /// 409: several contacts, with these ids, fit a match.
    #[error(
        "contact_match.email is that of the contacts {}; send the contact_id of one, or merge them",
        .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    Ambiguous(Vec<i64>),
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
    /// 424: an operation of a batch that was not carried out because of others; the text says why.
    #[error("{0}")]
    Undone(String),
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

/// The codes of all failures, for programs, and when each comes.
pub const CODES: [(&str, &str); 21] = [
    ("required", "a field, parameter or header is missing, or several are"),
    ("invalid", "one breaks another rule, or several break different ones"),
    ("unknown_link", "an id or an external id is that of no record of the account"),
    ("strict", "a strict request has a field or parameter that the service does not know"),
    ("key_reused", "an `Idempotency-Key` was used for another request"),
    ("taken", "the value of a unique field is another record's"),
    ("ambiguous", "several contacts fit a `contact_match`"),
    ("in_progress", "something must end first, such as a request with the same `Idempotency-Key`"),
    ("stale", "the condition in `If-Match` or `If-None-Match` does not hold"),
    ("bad_request", "the request breaks a rule of HTTP, or the body is not a JSON object"),
    ("unauthorized", "a page of the web application was asked for as JSON, without a session"),
    ("forbidden", "the key is missing, not valid, or not an owner's; or the account is no sandbox"),
    ("not_found", "there is no such path, or no such record in the account"),
    ("method_not_allowed", "the path does not have the method"),
    ("too_slow", "the request did not arrive in time"),
    ("too_large", "the body, the query or the headers are over their limit"),
    ("unsupported", "the body is of another media type or encoding"),
    ("undone", "an operation of a batch was not carried out, because of others"),
    ("rate_limited", "there were too many requests"),
    ("unavailable", "the service or its database is too busy or down; try again"),
    ("internal", "anything else; the message contains the request's id"),
];

impl AppError {
    /// Returns the failure's code, one of [`CODES`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "bad_request",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden | Self::OwnersOnly(_) => "forbidden",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed(_) => "method_not_allowed",
            Self::TooSlow(_) => "too_slow",
            Self::Conflict(..) => "taken",
            Self::Ambiguous(_) => "ambiguous",
            Self::Busy(_) | Self::InProgress => "in_progress",
            Self::PreconditionFailed(_) => "stale",
            Self::PayloadTooLarge(_)
            | Self::QueryTooLong(_)
            | Self::HeadTooLarge(_)
            | Self::TooManyHeaders(_) => "too_large",
            Self::UnsupportedContentEncoding | Self::UnsupportedMediaType(_) | Self::UnsupportedCharset => {
                "unsupported"
            }
            Self::Invalid(problems) => match problems.fault() {
                Fault::Invalid => "invalid",
                Fault::Required => "required",
                Fault::UnknownLink => "unknown_link",
                Fault::Strict => "strict",
                Fault::KeyReused => "key_reused",
            },
            Self::Undone(_) => "undone",
            Self::TooManyRequests { .. } => "rate_limited",
            Self::TooManyConnections | Self::StatementTooLong(_) | Self::Unavailable(_) => "unavailable",
            Self::Internal(_) => "internal",
        }
    }

    /// Returns the fields that it is about, each once.
    pub fn fields(&self) -> Vec<String> {
        match self {
            Self::Invalid(problems) => problems.paths(),
            Self::Conflict(field, _) => vec![(*field).to_owned()],
            Self::Ambiguous(_) => vec!["contact_match".to_owned()],
            _ => Vec::new(),
        }
    }

    /// Makes the error of a field that breaks a rule. Without a field, the rule is a whole sentence.
    pub fn invalid(field: &str, rule: impl std::fmt::Display) -> Self {
        Self::Invalid(Problem::new(field, rule).into())
    }
}

impl From<Problems> for AppError {
    fn from(problems: Problems) -> Self {
        Self::Invalid(problems)
    }
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
