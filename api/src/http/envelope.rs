//! The response envelope: exactly `success`, `message`, `type`, `data`, in this order, on every response
//! (specification, section 1).

use std::marker::PhantomData;
use std::ops::Range;

use bytes::{Buf, Bytes};
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use poem::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, VARY};
use poem::http::{HeaderName, HeaderValue, StatusCode};
use poem::{Body, IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{
    MetaHeader, MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry,
};
use serde::Serialize;
use serde_json::json;

use super::chunks::unbroken;
use super::conditional::EntityTag;
use super::csv::Format;
use super::headers::list;
use super::media_type::{CSV, CSV_WITH_HEADER, JSON, JSON_UTF8};
use super::operation::{Create, Index, Operation, Put, Update};
use super::routes::location;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::json::END;
use crate::fields::schema::inline;

/// The response header that names the fields of a body that were ignored.
pub const IGNORED_FIELDS: HeaderName = HeaderName::from_static("ignored-fields");

/// A successful response.
pub struct Reply<T, O> {
    response: Response,
    of: PhantomData<fn() -> (T, O)>,
}

impl<T: Payload, O: Operation> Reply<T, O> {
    /// Makes the response with one record.
    pub fn of(data: &T) -> Result<Self, AppError> {
        Ok(Self::from_body(Self::write(data)?.0.into()))
    }

    /// Makes the response with one record and its entity tag. `version` is 0 if the record has no version.
    pub fn tagged(data: &impl Serialize, version: i64) -> Result<Self, AppError> {
        let (body, data) = Self::write(data)?;
        let tag = EntityTag::of_record(version, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// Writes the envelope, and returns it with the position of `data` in it.
    fn write(data: &(impl Serialize + ?Sized)) -> Result<(Vec<u8>, Range<usize>), AppError> {
        let mut body = head::<T, O>();
        let start = body.len();
        serde_json::to_writer(&mut body, data)?;
        let data = start..body.len();
        body.extend_from_slice(END.as_bytes());
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
        if let Some(value) = list(fields) {
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

    /// Makes the response 304: the caller already has the response with this `ETag`.
    pub fn not_modified(etag: HeaderValue) -> Self {
        let response = Response::builder().status(StatusCode::NOT_MODIFIED).header(ETAG, etag).finish();
        Self { response, of: PhantomData }
    }

    fn from_body(body: Body) -> Self {
        Response::builder().status(O::STATUS).header(CONTENT_TYPE, JSON_UTF8).body(body).into()
    }
}

impl<T: Payload> Reply<T, Create> {
    /// Adds the path of the new record.
    #[must_use]
    pub fn at(mut self, id: i64) -> Self {
        self.response.headers_mut().extend(location(T::KIND, id));
        self
    }
}

impl<T: Payload> Reply<T, Index> {
    /// Makes the response with a short list and its entity tag.
    pub fn list(records: &[T]) -> Result<Self, AppError> {
        let (body, data) = Self::write(records)?;
        let tag = EntityTag::of_record(0, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// Makes the response with a short list and its entity tag, when all its [chunks](super::chunks::chunks) have come.
    pub async fn collect(
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send,
    ) -> Result<Self, AppError> {
        let chunks: Vec<Bytes> = chunks.try_collect().await?;
        let body = Self::whole(&Format::Json, chunks.concat().into())?;
        let data = head::<T, Index>().len()..body.len() - END.len();
        let tag = EntityTag::of_record(0, &body[data])?;
        Ok(Self::from_body(body.into()).with_tag(&tag))
    }

    /// Makes the response with a list that is a single [chunk](super::chunks::write) in the same format.
    pub fn page_as(format: &Format, chunk: Bytes) -> Result<Self, AppError> {
        Ok(Self::in_format(format, Self::whole(format, chunk)?.into()))
    }

    /// Makes the response with a list as JSON.
    pub async fn stream(
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send + 'static,
    ) -> Result<Self, AppError> {
        Self::stream_as(&Format::Json, chunks).await
    }

    /// Makes the response with a list, which is sent while its [chunks](super::chunks::chunks) come in the same format.
    /// A failure before the first chunk becomes an error response. A later one closes the connection, so that the
    /// caller sees that the list is not complete.
    pub async fn stream_as(
        format: &Format,
        chunks: impl Stream<Item = Result<Bytes, AppError>> + Send + 'static,
    ) -> Result<Self, AppError> {
        let mut chunks = Box::pin(chunks);
        let first = Self::first(format, chunks.next().await.transpose()?.unwrap_or_default());
        let (head, tail) = Self::ends(format)?;
        let rest = unbroken(chunks);
        let body =
            stream::iter([Ok(head), Ok(first)]).chain(rest).chain(stream::iter([Ok(Bytes::from(tail))]));
        Ok(Self::in_format(format, Body::from_bytes_stream(body)))
    }

    /// Returns the texts before and after the records of a list.
    fn ends(format: &Format) -> Result<(Bytes, String), AppError> {
        Ok(match format {
            Format::Json => ([head::<T, Index>(), b"[".to_vec()].concat().into(), format!("]{END}")),
            Format::Csv(sheet) => (sheet.header()?, String::new()),
        })
    }

    /// Removes the comma before the first record of a list.
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
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(CSV_WITH_HEADER));
            let disposition = format!("attachment; filename=\"{}.csv\"", T::KIND);
            if let Ok(disposition) = HeaderValue::from_str(&disposition) {
                headers.insert(CONTENT_DISPOSITION, disposition);
            }
        }
        reply
    }
}

impl<T> From<Reply<T, Create>> for Reply<T, Put> {
    fn from(reply: Reply<T, Create>) -> Self {
        reply.response.into()
    }
}

impl<T> From<Reply<T, Update>> for Reply<T, Put> {
    fn from(reply: Reply<T, Update>) -> Self {
        reply.response.into()
    }
}

/// Wraps a response that the operation has given before.
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
        let response = Documented::of::<T, O>();
        let created = O::CREATES.then(Documented::of::<T, Create>);
        // [`crate::openapi`] has the description of this failure, which all that change a record share.
        let outdated = O::CHANGES.then(|| MetaResponse {
            description: "",
            status: Some(StatusCode::PRECONDITION_FAILED.as_u16()),
            status_range: None,
            content: Vec::new(),
            headers: Vec::new(),
        });
        MetaResponses {
            responses: [Some(response), created]
                .into_iter()
                .flatten()
                .map(Documented::meta)
                .chain(outdated)
                .collect(),
        }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

/// What the document says of a success. It has no type parameters, so that `meta` is compiled once.
struct Documented {
    /// `type` of the envelope.
    name: String,
    status: StatusCode,
    headers: &'static [(&'static str, &'static str)],
    /// The schema of the record, or of each record of a list.
    data: MetaSchemaRef,
    is_list: bool,
    /// Is the list there as a CSV file, too?
    is_file: bool,
}

impl Documented {
    fn of<T: Payload, O: Operation>() -> Self {
        Self {
            name: format!("{}.{}", T::KIND, O::NAME),
            status: O::STATUS,
            headers: O::HEADERS,
            data: T::reference(),
            is_list: O::IS_LIST,
            is_file: O::IS_LIST && T::EXPORT.is_some(),
        }
    }

    fn meta(self) -> MetaResponse {
        let data = if self.is_list {
            inline(MetaSchema { items: Some(Box::new(self.data)), ..MetaSchema::new("array") })
        } else {
            self.data
        };
        let schema = inline(MetaSchema {
            properties: vec![
                ("success", inline(MetaSchema { example: Some(json!(true)), ..MetaSchema::new("boolean") })),
                ("message", inline(MetaSchema { example: Some(json!("")), ..MetaSchema::new("string") })),
                (
                    "type",
                    inline(MetaSchema { enum_items: vec![self.name.into()], ..MetaSchema::new("string") }),
                ),
                ("data", data),
            ],
            required: vec!["success", "message", "type", "data"],
            ..MetaSchema::new("object")
        });
        let headers = self.headers.iter().map(|(name, meaning)| MetaHeader {
            name: (*name).to_owned(),
            description: Some((*meaning).to_owned()),
            required: false,
            deprecated: false,
            schema: inline(MetaSchema::new("string")),
        });
        let mut content = vec![MetaMediaType { content_type: JSON, schema }];
        if self.is_file {
            let schema = inline(MetaSchema {
                description: Some("The same records, with a first row of names"),
                ..MetaSchema::new("string")
            });
            content.push(MetaMediaType { content_type: CSV, schema });
        }
        MetaResponse {
            description: if self.status == StatusCode::CREATED { "Created" } else { "Success" },
            status: Some(self.status.as_u16()),
            status_range: None,
            content,
            headers: headers.collect(),
        }
    }
}

/// Writes the envelope of a success up to the value of `data`.
fn head<T: Payload, O: Operation>() -> Vec<u8> {
    let (kind, name) = (T::KIND, O::NAME);
    format!(r#"{{"success":true,"message":"","type":"{kind}.{name}","data":"#).into_bytes()
}
