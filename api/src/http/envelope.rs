//! The response envelope: exactly `success`, `message`, `type`, `data`, in this order, on every response
//! (specification, section 1).

use std::marker::PhantomData;
use std::ops::Range;

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use poem::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, LOCATION, VARY};
use poem::http::{HeaderName, HeaderValue, StatusCode};
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, Registry};
use serde::Serialize;
use serde_json::json;

use super::AppError;
use super::conditional::EntityTag;
use super::csv::{CSV, Format, Nested};
use super::schema::{Describe, inline};

/// The media type of every envelope.
pub const JSON: &str = "application/json; charset=utf-8";
const CSV_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// Names the fields of a body that were ignored.
pub const IGNORED_FIELDS: HeaderName = HeaderName::from_static("ignored-fields");

/// A payload that the envelope can carry.
pub trait Payload: Describe + Serialize + Send + 'static {
    /// The first word of the envelope's `type`: `contacts` in `contacts.read`.
    const KIND: &'static str;
    /// What of its nested records has a column in a CSV file, if lists of it are to be had as one.
    const EXPORT: Option<&'static [Nested]> = None;
}

/// What was done, the second word of the envelope's `type`.
pub trait Operation: Send + 'static {
    /// `read` in `contacts.read`.
    const NAME: &'static str;
    /// The status of success.
    const STATUS: StatusCode = StatusCode::OK;
    /// Whether `data` is a list.
    const IS_LIST: bool = false;
    /// The headers of success: name and meaning.
    const HEADERS: &'static [(&'static str, &'static str)] = &[];
}

const IGNORED: (&str, &str) =
    ("Ignored-Fields", "The fields of the body that were not recognised, separated by commas");
const TAG: (&str, &str) = (
    "ETag",
    "The state of what is answered with: for If-None-Match of a read and, of a record, for If-Match of a change",
);
const REPLAYED: (&str, &str) =
    ("Idempotent-Replayed", "`true`: the request was carried out before, and this was its response");
/// The headers of an operation that changes a record.
pub const CHANGE_HEADERS: &[(&str, &str)] = &[TAG, IGNORED, REPLAYED];
/// The headers of an operation that changes something without a body.
pub const ACTION_HEADERS: &[(&str, &str)] = &[REPLAYED];

/// All records of a kind.
pub struct Index;
/// One record.
pub struct Read;
/// A new record.
pub struct Create;
/// A changed record.
pub struct Update;

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
    const HEADERS: &'static [(&'static str, &'static str)] = CHANGE_HEADERS;
}

/// A successful response.
pub struct Reply<T, O> {
    response: Response,
    of: PhantomData<fn() -> (T, O)>,
}

impl<T: Payload, O: Operation> Reply<T, O> {
    /// The response that carries one record.
    pub fn of(data: &T) -> Result<Self, AppError> {
        Ok(Self::again(Self::body(data)?))
    }

    /// The body of the response that carries one record, to be sent [again](Self::again) and again.
    pub fn body(data: &T) -> Result<Bytes, AppError> {
        Ok(Self::write(data)?.0.into())
    }

    /// The response that has a body.
    pub fn again(body: Bytes) -> Self {
        Self::from_body(body.into())
    }

    /// The response that carries one record, with the entity tag of its version, or 0 where none is kept.
    pub fn tagged(data: &T, version: i64) -> Result<Self, AppError> {
        let (body, data) = Self::write(data)?;
        let tag = EntityTag::of_record(version, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// The envelope, and where `data` is in it.
    fn write(data: &(impl Serialize + ?Sized)) -> Result<(Vec<u8>, Range<usize>), AppError> {
        let mut body = head::<T, O>();
        let start = body.len();
        serde_json::to_writer(&mut body, data)?;
        let data = start..body.len();
        body.push(b'}');
        Ok((body, data))
    }

    /// Adds an entity tag.
    #[must_use]
    pub fn with_tag(mut self, tag: &EntityTag) -> Self {
        self.response.headers_mut().insert(ETAG, tag.header().clone());
        self
    }

    /// Adds the header that names the ignored fields, if there are any.
    #[must_use]
    pub fn ignoring(mut self, fields: &[String]) -> Self {
        if let Some(value) = header_list(fields) {
            self.response.headers_mut().insert(IGNORED_FIELDS, value);
        }
        self
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.response.headers_mut().insert(name, value);
        self
    }

    /// That the caller has what has this `ETag`.
    pub fn not_modified(etag: HeaderValue) -> Self {
        let response = Response::builder().status(StatusCode::NOT_MODIFIED).header(ETAG, etag).finish();
        Self { response, of: PhantomData }
    }

    fn from_body(body: Body) -> Self {
        Response::builder().status(O::STATUS).header(CONTENT_TYPE, JSON).body(body).into()
    }
}

impl<T: Payload> Reply<T, Create> {
    /// Adds the path of the new record.
    #[must_use]
    pub fn at(mut self, id: i64) -> Self {
        let path = format!("{}/{}/{id}", crate::http::operations::BASE_PATH, T::KIND.replace('_', "-"));
        if let Ok(path) = HeaderValue::from_str(&path) {
            self.response.headers_mut().insert(LOCATION, path);
        }
        self
    }
}

impl<T: Payload> Reply<T, Index> {
    /// The response that carries a short list, with an entity tag of its own.
    pub fn list(records: &[T]) -> Result<Self, AppError> {
        let (body, data) = Self::write(records)?;
        let tag = EntityTag::of_record(0, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// The response that carries a short list, with an entity tag of its own, when all its
    /// [chunks](super::chunks::chunks) have come.
    pub async fn collect(
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send,
    ) -> Result<Self, AppError> {
        let chunks: Vec<Bytes> = chunks.try_collect().await?;
        let body = Self::whole(&Format::Json, chunks.concat().into())?;
        let data = head::<T, Index>().len()..body.len() - "}".len();
        let tag = EntityTag::of_record(0, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// The response that carries a list that is one [chunk](super::chunks::write) in the same format.
    pub fn page_as(format: &Format, chunk: Bytes) -> Result<Self, AppError> {
        Ok(Self::in_format(format, Self::whole(format, chunk)?.into()))
    }

    /// The response that carries a list as JSON.
    pub async fn stream(
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send + 'static,
    ) -> Result<Self, AppError> {
        Self::stream_as(&Format::Json, chunks).await
    }

    /// The response that carries a list, sent as its [chunks](super::chunks::chunks) come in the same format. A failure
    /// before the first chunk becomes an error response; a later one breaks the response off, so that the caller sees
    /// that it is not whole.
    pub async fn stream_as(
        format: &Format,
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send + 'static,
    ) -> Result<Self, AppError> {
        let mut chunks = Box::pin(chunks);
        let first = Self::first(format, chunks.next().await.transpose()?.unwrap_or_default());
        let (head, tail) = Self::ends(format)?;
        let request = tracing::Span::current();
        let rest = chunks.map(move |chunk| match chunk {
            Ok(written) => Ok::<_, std::io::Error>(written),
            Err(error) => {
                let cause = std::error::Error::source(&error);
                request.in_scope(|| tracing::error!(%error, cause, "a list broke off"));
                // Not an error to the server: poem polls a failed connection once more, and hyper then ends the response
                // as if it were whole. This ends the connection's task, and with it the connection.
                std::panic::resume_unwind(Box::new("a list broke off"))
            }
        });
        let body =
            stream::iter([Ok(head), Ok(first)]).chain(rest).chain(stream::iter([Ok(Bytes::from(tail))]));
        Ok(Self::in_format(format, Body::from_bytes_stream(body)))
    }

    /// What comes before the records of a list and after them.
    fn ends(format: &Format) -> Result<(Bytes, &'static str), AppError> {
        Ok(match format {
            Format::Json => ([head::<T, Index>(), b"[".to_vec()].concat().into(), "]}"),
            Format::Csv(sheet) => (sheet.header()?, ""),
        })
    }

    /// The first chunk of a list, without the comma that comes before each record.
    fn first(format: &Format, mut chunk: Bytes) -> Bytes {
        if matches!(format, Format::Json) && !chunk.is_empty() {
            chunk.advance(",".len());
        }
        chunk
    }

    fn whole(format: &Format, chunk: Bytes) -> Result<Vec<u8>, AppError> {
        let (head, tail) = Self::ends(format)?;
        Ok([head, Self::first(format, chunk), tail.into()].concat())
    }

    fn in_format(format: &Format, body: Body) -> Self {
        let mut reply = Self::from_body(body);
        let headers = reply.response.headers_mut();
        if T::EXPORT.is_some() {
            headers.append(VARY, HeaderValue::from_static("Accept"));
        }
        if let Format::Csv(_) = format {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(CSV_TYPE));
            let disposition = format!("attachment; filename=\"{}.csv\"", T::KIND);
            if let Ok(disposition) = HeaderValue::from_str(&disposition) {
                headers.insert(CONTENT_DISPOSITION, disposition);
            }
        }
        reply
    }
}

/// A response that the operation has given before.
impl<T, O> From<Response> for Reply<T, O> {
    fn from(response: Response) -> Self {
        Self { response, of: PhantomData }
    }
}

impl<T, O> IntoResponse for Reply<T, O> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<T: Payload, O: Operation> ApiResponse for Reply<T, O> {
    fn meta() -> MetaResponses {
        let data = if O::IS_LIST {
            inline(MetaSchema { items: Some(Box::new(T::reference())), ..MetaSchema::new("array") })
        } else {
            T::reference()
        };
        let text = |value: serde_json::Value| {
            inline(MetaSchema { enum_items: vec![value], ..MetaSchema::new("string") })
        };
        let schema = inline(MetaSchema {
            properties: vec![
                (
                    "success",
                    inline(MetaSchema { enum_items: vec![json!(true)], ..MetaSchema::new("boolean") }),
                ),
                ("message", text(json!(""))),
                ("type", text(json!(format!("{}.{}", T::KIND, O::NAME)))),
                ("data", data),
            ],
            required: vec!["success", "message", "type", "data"],
            ..MetaSchema::new("object")
        });
        let headers = O::HEADERS.iter().map(|(name, meaning)| MetaHeader {
            name: (*name).to_owned(),
            description: Some((*meaning).to_owned()),
            required: false,
            deprecated: false,
            schema: inline(MetaSchema::new("string")),
        });
        let mut content = vec![MetaMediaType { content_type: "application/json", schema }];
        if O::IS_LIST && T::EXPORT.is_some() {
            let schema = inline(MetaSchema {
                description: Some("The same records, with a first row of names"),
                ..MetaSchema::new("string")
            });
            content.push(MetaMediaType { content_type: CSV, schema });
        }
        let response = MetaResponse {
            description: if O::STATUS == StatusCode::CREATED { "Created" } else { "Success" },
            status: Some(O::STATUS.as_u16()),
            status_range: None,
            content,
            headers: headers.collect(),
        };
        MetaResponses { responses: vec![response] }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// The envelope of a failure.
pub fn failure(status: StatusCode, message: &str) -> Response {
    let message = serde_json::Value::from(message);
    let body = format!(r#"{{"success":false,"message":{message},"type":"","data":[]}}"#);
    Response::builder().status(status).header(CONTENT_TYPE, JSON).body(body)
}

/// An envelope of success up to the value of `data`.
fn head<T: Payload, O: Operation>() -> Vec<u8> {
    let (kind, name) = (T::KIND, O::NAME);
    format!(r#"{{"success":true,"message":"","type":"{kind}.{name}","data":"#).into_bytes()
}

/// Names in a header: as ASCII, and no longer than proxies let pass.
pub(super) fn header_list(names: &[String]) -> Option<HeaderValue> {
    const MAX_LEN: usize = 1000;
    let mut text = String::new();
    for name in names {
        let name = name.escape_default().to_string();
        if text.len() + name.len() > MAX_LEN {
            text.push_str(", ...");
            break;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&name);
    }
    if text.is_empty() { None } else { HeaderValue::from_str(&text).ok() }
}

/// The schema of a failure's envelope, under its name in the document.
pub fn failure_schema() -> MetaSchema {
    let text = |schema: MetaSchema| inline(schema);
    MetaSchema {
        description: Some("The envelope of every failure"),
        properties: vec![
            ("success", text(MetaSchema { enum_items: vec![json!(false)], ..MetaSchema::new("boolean") })),
            (
                "message",
                text(MetaSchema {
                    description: Some("What is wrong, for people"),
                    ..MetaSchema::new("string")
                }),
            ),
            ("type", text(MetaSchema { enum_items: vec![json!("")], ..MetaSchema::new("string") })),
            (
                "data",
                text(MetaSchema {
                    items: Some(Box::new(inline(MetaSchema::ANY))),
                    max_items: Some(0),
                    example: Some(json!([])),
                    ..MetaSchema::new("array")
                }),
            ),
        ],
        required: vec!["success", "message", "type", "data"],
        ..MetaSchema::new("object")
    }
}
