//! JSON bodies. All problems are reported at once, and the names of unknown fields are kept.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem::http::header::{IF_MATCH, IF_NONE_MATCH};
use poem::http::{HeaderMap, HeaderName, HeaderValue};
use poem::{Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::idempotency_key;
use crate::error::AppError;
use crate::fields::field::{Fields, Input, Unread};
use crate::fields::json::depth::{self, DEPTH_MAX};
use crate::fields::json::parse_object;
use crate::fields::problem::Problems;
use crate::fields::source::of_json;
use crate::http::body::{self, BODY_MAX};
use crate::http::conditional::{EntityTagList, listed};
use crate::http::media_type::JSON;
use crate::http::operation::Writes;
use crate::http::prefer;
use crate::http::request_log::RequestContext;
use crate::http::{Create, Update};
use crate::idempotency::IdempotencyKey;
use crate::records::preconditions::{Preconditions, Versions};
use tokio::time::Instant;

/// A body that has been read: the fields, the problems found so far, the ignored names, and the headers about the
/// change. The resource adds the problems that its own rules find, and then [checks](Problems::check) all of them at
/// once.
#[derive(Clone)]
pub struct JsonBody<I, O, L = ()> {
    /// The fields.
    pub input: I,
    /// What the record links to, in other words than ids.
    pub links: L,
    /// The problems found so far.
    pub problems: Problems,
    /// Fields that were not recognised.
    pub ignored: Vec<String>,
    /// Related records, which only responses have: the name and the JSON.
    pub related: Vec<(&'static str, String)>,
    /// Whether the caller wants to be refused rather than have something ignored.
    pub is_strict: bool,
    /// The conditions that must hold for the record.
    pub preconditions: Preconditions,
    /// The caller's name for the request, if the change must be made only once.
    pub idempotency_key: IdempotencyKey,
    of: PhantomData<fn() -> O>,
}

impl<I: Input, O: Writes, L: Input> JsonBody<I, O, L> {
    fn of(request: &Request, body: &[u8]) -> Result<Self, AppError> {
        let mut draft = Self::parse(body)?;
        if O::CHANGES {
            draft.preconditions = preconditions(request.headers(), &mut draft.problems);
        }
        draft.idempotency_key = idempotency_key::of(request, body, &mut draft.problems);
        draft.is_strict = prefer::is_strict(request.headers());
        draft.refuse_ignored();
        Ok(draft)
    }

    /// Adds a problem for each ignored field, if the caller is strict.
    fn refuse_ignored(&mut self) {
        if self.is_strict {
            prefer::refuse(&self.ignored, "field", &mut self.problems);
        }
    }

    /// Reads a body without looking at headers.
    pub fn parse(body: &[u8]) -> Result<Self, AppError> {
        let (mut problems, mut unread) = (Problems::default(), Unread::default());
        if depth::measure(body) > DEPTH_MAX {
            let rule =
                format!("the body must not have more than {DEPTH_MAX} arrays and objects within each other");
            return Err(AppError::BadRequest(rule));
        }
        let entries = parse_object(body).map_err(AppError::BadRequest)?;
        let is_link = |(name, _): &(Cow<'_, str>, _)| L::FIELDS.iter().any(|field| field.name == name);
        let (links, fields) = of_json(entries).into_iter().partition(is_link);
        let input = I::read(Fields::new(fields, O::CREATING, &mut problems, &mut unread));
        let links = L::read(Fields::new(links, O::CREATING, &mut problems, &mut unread));
        let Unread { ignored, related } = unread;
        let (preconditions, idempotency_key) = (Preconditions::default(), IdempotencyKey::default());
        let is_strict = false;
        Ok(Self {
            input,
            links,
            problems,
            ignored,
            related,
            is_strict,
            preconditions,
            idempotency_key,
            of: PhantomData,
        })
    }
}

/// What an operation of a batch says beside its body, as a request does in headers.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// The conditions that must hold for the record.
    pub preconditions: Preconditions,
    /// The name of the operation, if it must be carried out only once.
    pub idempotency_key: IdempotencyKey,
    /// Whether the caller wants to be refused rather than have something ignored.
    pub is_strict: bool,
}

impl<I: Input, O: Writes, L: Input> JsonBody<I, O, L> {
    /// Reads the body of an operation of a batch.
    pub fn within_batch(body: &[u8], beside: Beside) -> Result<Self, AppError> {
        let Beside { preconditions, idempotency_key, is_strict } = beside;
        let mut draft = Self { is_strict, preconditions, idempotency_key, ..Self::parse(body)? };
        draft.refuse_ignored();
        Ok(draft)
    }
}

impl<I: Input, L: Input> PutBody<I, L> {
    /// Reads the body of an operation of a batch.
    pub fn within_batch(body: &[u8], beside: &Beside) -> Result<Self, AppError> {
        let new = JsonBody::within_batch(body, beside.clone())?;
        Ok(Self { new, changes: JsonBody::within_batch(body, beside.clone())? })
    }
}

impl<'a, I: Input, O: Writes, L: Input> ApiExtractor<'a> for JsonBody<I, O, L> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        I::register_with::<L>(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let name = if O::CREATING { I::NEW } else { I::CHANGES };
        let schema = MetaSchemaRef::Reference(name.to_owned());
        let content = vec![MetaMediaType { content_type: JSON, schema }];
        Some(MetaRequest { description: None, content, required: O::BODY_REQUIRED })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        if O::BODY_REQUIRED {
            body::check_type(request, JSON)?;
        }
        let bytes = read(request, body).await?;
        if !O::BODY_REQUIRED && bytes.is_empty() {
            // Some clients send a Content-Type even with an empty body, so any type is accepted here.
            return Ok(Self::of(request, b"{}")?);
        }
        body::check_type(request, JSON)?;
        Ok(Self::of(request, &bytes)?)
    }
}

/// The body of a record that is created unless it is there already: read as that of a new record, and as changes.
#[derive(Clone)]
pub struct PutBody<I, L> {
    /// As a new record.
    pub new: JsonBody<I, Create, L>,
    /// As changes, with the headers about the change.
    pub changes: JsonBody<I, Update, L>,
}

impl<'a, I: Input, L: Input> ApiExtractor<'a> for PutBody<I, L> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        I::register_with::<L>(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        JsonBody::<I, Update, L>::request_meta()
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        body::check_type(request, JSON)?;
        let bytes = read(request, body).await?;
        let (mut new, changes) = (JsonBody::of(request, &bytes)?, JsonBody::of(request, &bytes)?);
        new.preconditions = preconditions(request.headers(), &mut new.problems);
        Ok(Self { new, changes })
    }
}

/// Reads the bytes of a body, and then judges the key again if that has taken long.
async fn read(request: &Request, body: &mut RequestBody) -> Result<Vec<u8>> {
    let began = Instant::now();
    let bytes = body::read(request.headers(), body.take()?, BODY_MAX).await?;
    if let Some(context) = request.data::<RequestContext>() {
        context.recheck.after(began).await?;
    }
    Ok(bytes)
}

/// Reads the conditions of a request that changes the record of its path.
fn preconditions(headers: &HeaderMap, problems: &mut Problems) -> Preconditions {
    let mut versions = |name: HeaderName, shown| match listed(headers, &name) {
        Ok(tags) => tags.map(versions_of),
        Err(rule) => {
            problems.add(shown, rule);
            None
        }
    };
    let if_match = versions(IF_MATCH, "If-Match");
    Preconditions { if_match, if_none_match: versions(IF_NONE_MATCH, "If-None-Match") }
}

/// Reads the condition of an operation of a batch: the value of an `If-Match`. The error is the rule that it breaks.
pub fn if_match(tags: &str) -> std::result::Result<Preconditions, &'static str> {
    // What no header could have is no tag either.
    let tags = HeaderValue::from_str(tags).unwrap_or(HeaderValue::from_static("?"));
    let headers = HeaderMap::from_iter([(IF_MATCH, tags)]);
    let if_match = listed(&headers, &IF_MATCH)?.map(versions_of);
    Ok(Preconditions { if_match, ..Preconditions::default() })
}

fn versions_of(tags: EntityTagList<'_>) -> Versions {
    match tags {
        EntityTagList::Any => Versions::Any,
        EntityTagList::These(tags) => {
            // A tag of any other form belongs to no record, so it is skipped.
            let version = |tag: &&str| i64::from_str_radix(tag.split_once('-')?.0, 16).ok();
            Versions::These(tags.iter().filter_map(version).collect())
        }
    }
}
