//! Operations and their payloads as types: the words of the envelope's `type`, the status, the headers.

use poem::http::StatusCode;

/// An operation on the payload.
pub trait Operation: Send + 'static {
    /// The second word of the envelope's `type`: `read` in `contacts.read`.
    const NAME: &'static str;
    /// The status of success.
    const STATUS: StatusCode = StatusCode::OK;
    /// Whether `data` is a list.
    const IS_LIST: bool = false;
    /// Whether it changes the record of its path, so that `If-Match` can hold for the record.
    const CHANGES: bool = false;
    /// Whether it creates the record if there is none.
    const CREATES: bool = false;
    /// The headers of success: name and meaning.
    const HEADERS: &'static [(&'static str, &'static str)] = &[];
}

const IGNORED: (&str, &str) =
    ("Ignored-Fields", "The fields of the body that were ignored, as a list of strings (RFC 9651)");
const TAG: (&str, &str) = (
    "ETag",
    "The response's entity tag. Send it as If-None-Match when you read again or, for a record, as If-Match when you change it",
);
const REPLAYED: (&str, &str) =
    ("Idempotent-Replayed", "`true`: the request was carried out before, and this was its response");
/// The headers of an operation that changes a record.
pub const CHANGE_HEADERS: &[(&str, &str)] = &[TAG, IGNORED, REPLAYED];
/// The headers of an operation with a body that is answered with no record, such as a batch.
pub const BATCH_HEADERS: &[(&str, &str)] = &[IGNORED, REPLAYED];
/// The headers of an operation that changes something without a body.
pub const ACTION_HEADERS: &[(&str, &str)] = &[REPLAYED];

/// All records of a kind.
pub struct Index;
/// One record.
pub struct Read;
/// A new record.
#[derive(Clone)]
pub struct Create;
/// A changed record.
#[derive(Clone)]
pub struct Update;
/// A changed record, or a new one if there was none.
pub struct Put;

impl Operation for Index {
    const NAME: &'static str = "index";
    const IS_LIST: bool = true;
    const HEADERS: &'static [(&'static str, &'static str)] =
        &[("ETag", "The state of the list: for If-None-Match")];
}
impl Operation for Read {
    const NAME: &'static str = "read";
    const HEADERS: &'static [(&'static str, &'static str)] = &[TAG];
}
impl Operation for Create {
    const NAME: &'static str = "create";
    const STATUS: StatusCode = StatusCode::CREATED;
    const HEADERS: &'static [(&'static str, &'static str)] =
        &[("Location", "The new record's path"), TAG, IGNORED, REPLAYED];
}
impl Operation for Update {
    const NAME: &'static str = "update";
    const CHANGES: bool = true;
    const HEADERS: &'static [(&'static str, &'static str)] = CHANGE_HEADERS;
}

impl Operation for Put {
    const NAME: &'static str = "update";
    const CHANGES: bool = true;
    const CREATES: bool = true;
    const HEADERS: &'static [(&'static str, &'static str)] = CHANGE_HEADERS;
}

/// An operation that has a body.
pub trait Writes: Operation {
    /// Whether it makes a new record.
    const CREATING: bool;
    /// Whether there must be a body. If not, a missing body is read as an empty object.
    const BODY_REQUIRED: bool = true;
}

impl Writes for Create {
    const CREATING: bool = true;
}
impl Writes for Update {
    const CREATING: bool = false;
}
