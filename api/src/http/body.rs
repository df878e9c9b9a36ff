//! Request bodies: read whole and bounded, parsed from the raw text (exact numbers, no intermediate tree), with
//! every problem reported at once and every unknown field remembered.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use poem::http::header::CONTENT_TYPE;
use poem::{Body, Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::AppError;
use super::conditional::Preconditions;
use super::envelope::{Create, Update};
use super::fields::Read;
use crate::idempotency::Once;

mod depth;

const JSON: &str = "application/json";
/// The largest body, in bytes.
pub const BODY_MAX: usize = 1024 * 1024;
/// How much of a body that is too large is read and forgotten, and for how long.
const DRAIN_MAX: usize = 32 * BODY_MAX;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// The most fields of an object; more are certainly not ours.
const FIELDS_MAX: usize = 1000;
/// The deepest that arrays and objects may lie in each other, the body itself included.
const DEPTH_MAX: usize = 32;
/// The most problems that one response reports.
const PROBLEMS_MAX: usize = 100;
/// Fields that come with every record and are never written.
pub const NEVER_WRITTEN: [&str; 4] = ["id", "account_id", "created_at", "updated_at"];

/// What a body says of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// Nothing: the field keeps its value.
    #[default]
    Absent,
    /// `null`: the field is cleared.
    Null,
    /// This value.
    Value(T),
}

impl<T> Patch<T> {
    /// The value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Changes an optional field.
    pub fn apply(self, field: &mut Option<T>) {
        match self {
            Self::Absent => {}
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
    }
}

/// What is wrong with a request, field by field.
#[derive(Debug, Default)]
pub struct Problems(Vec<String>);

impl Problems {
    /// Adds a problem: the field's name and the rule that it breaks.
    pub fn add(&mut self, field: &str, rule: impl fmt::Display) {
        if self.0.len() < PROBLEMS_MAX {
            self.0.push(format!("{field} {rule}"));
        }
    }

    /// Whether something is wrong with a field already.
    pub fn has(&self, field: &str) -> bool {
        self.0.iter().any(|problem| problem.split_once(' ').is_some_and(|(name, _)| name == field))
    }

    /// Takes them out: field by field, the whole message of each.
    pub fn take(&mut self) -> impl Iterator<Item = (String, String)> {
        let problems = std::mem::take(&mut self.0).into_iter();
        problems.map(|problem| (problem.split(' ').next().unwrap_or_default().to_owned(), problem))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes on only if there are none.
    pub fn check(&mut self) -> Result<(), AppError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(AppError::Invalid(std::mem::take(&mut self.0).join("; ")))
        }
    }
}

/// An object of the body, with the fields that nobody has asked for yet.
pub struct Fields<'a> {
    entries: Vec<(Cow<'a, str>, &'a RawValue)>,
    path: String,
    /// Whether the whole body describes a new record.
    body_is_new: bool,
    /// Whether this object does, which then needs its required fields.
    creating: bool,
    problems: &'a mut Problems,
    ignored: &'a mut Vec<String>,
}

impl<'f> Fields<'f> {
    /// An object without fields: for a value that is in none.
    pub fn nothing(problems: &'f mut Problems, ignored: &'f mut Vec<String>) -> Self {
        Fields {
            entries: Vec::new(),
            path: String::new(),
            body_is_new: true,
            creating: true,
            problems,
            ignored,
        }
    }

    /// Reads a nested object at a path such as `emails[0].`, or says why it is none.
    pub fn nested<'b>(
        &'b mut self,
        field: &str,
        raw: &'b RawValue,
    ) -> std::result::Result<Fields<'b>, String> {
        let entries = parse_object(raw.get().as_bytes()).map_err(|_| "must be an object".to_owned())?;
        Ok(Fields {
            entries,
            path: format!("{field}."),
            body_is_new: self.body_is_new,
            creating: true,
            problems: self.problems,
            ignored: self.ignored,
        })
    }

    /// Adds a problem of a value in this object.
    pub fn problem(&mut self, field: &str, rule: &str) {
        self.problems.add(field, rule);
    }

    /// Lets an item that brings the `id` of one of the record's own change that one, without the fields that a new
    /// item needs. In the body of a new record such ids have no meaning.
    pub fn may_change_existing(&mut self) {
        let has_id = self.entries.iter().any(|(entry, raw)| entry == "id" && raw.get() != "null");
        self.creating = !has_id || self.body_is_new;
    }

    /// Takes an optional field.
    pub fn optional<F: Read>(&mut self, name: &str) -> Patch<F::Value> {
        self.take::<F>(name, false)
    }

    /// Takes a field that a new record needs and that cannot be cleared.
    pub fn required<F: Read>(&mut self, name: &str) -> Patch<F::Value> {
        self.take::<F>(name, true)
    }

    fn take<F: Read>(&mut self, name: &str, required: bool) -> Patch<F::Value> {
        let position = self.entries.iter().position(|(entry, _)| entry == name);
        let field = format!("{}{name}", self.path);
        let patch = match position.map(|position| self.entries.swap_remove(position).1) {
            None => Patch::Absent,
            Some(raw) => match F::read(raw, &field, self) {
                Ok(Some(value)) => Patch::Value(value),
                Ok(None) => Patch::Null,
                Err(rule) => {
                    self.problems.add(&field, rule);
                    // Its problem is known; nobody needs to hear that it is missing, too.
                    return Patch::Absent;
                }
            },
        };
        if required && (patch == Patch::Null || self.creating && patch == Patch::Absent) {
            self.problems.add(&field, "is required");
        }
        patch
    }

    /// Remembers what nobody has asked for, except fields that are only read.
    pub fn finish(self, read_only: &[&str]) {
        for (name, _) in self.entries {
            if !NEVER_WRITTEN.contains(&&*name) && !read_only.contains(&&*name) {
                self.ignored.push(format!("{}{name}", self.path));
            }
        }
    }
}

/// A field of a body, for those who write bodies from something else.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Whether a new record needs it.
    pub required: bool,
    /// Whether its values are strings, so that any text can stand for one.
    pub is_text: bool,
}

/// A body's type: the fields that a resource takes.
pub trait Input: Sized + Send {
    /// Its fields.
    const FIELDS: &'static [Entry];
    /// The name of the schema for a new record.
    const NEW: &'static str;
    /// The name of the schema for a change.
    const CHANGES: &'static str;
    /// Whether it can bring the id of a record that it changes in place.
    const HAS_ID: bool;

    /// Takes its fields out of an object.
    fn read(fields: Fields<'_>) -> Self;

    /// Adds both schemas to the document.
    fn register(registry: &mut Registry);
}

/// An operation that has a body.
pub trait Writes: Send {
    /// Whether it makes a new record.
    const CREATING: bool;
    /// Whether there must be a body; one that is left out is an empty object.
    const BODY_REQUIRED: bool = true;
}

impl Writes for Create {
    const CREATING: bool = true;
}
impl Writes for Update {
    const CREATING: bool = false;
}

/// A body that has been read: the fields, the problems found so far, and the names that were ignored; and what the
/// headers say of the change. The resource adds its own rules' problems and then [checks](Problems::check) them all at once.
pub struct Draft<I, O> {
    /// The fields.
    pub input: I,
    /// What is wrong with them.
    pub problems: Problems,
    /// Fields that were not recognised.
    pub ignored: Vec<String>,
    /// What must hold for the record.
    pub preconditions: Preconditions,
    /// Whether the change is to be made once.
    pub once: Once,
    of: PhantomData<fn() -> O>,
}

impl<I: Input, O: Writes> Draft<I, O> {
    fn of(request: &Request, body: &[u8]) -> Result<Self, AppError> {
        let mut draft = Self::parse(body)?;
        draft.preconditions = Preconditions::of(request, &mut draft.problems);
        draft.once = Once::of(request, body, &mut draft.problems);
        Ok(draft)
    }

    /// Reads a body.
    pub fn parse(body: &[u8]) -> Result<Self, AppError> {
        let (mut problems, mut ignored) = (Problems::default(), Vec::new());
        if depth::of(body) > DEPTH_MAX {
            let rule =
                format!("the body must not have more than {DEPTH_MAX} arrays and objects within each other");
            return Err(AppError::BadRequest(rule));
        }
        let entries = parse_object(body).map_err(AppError::BadRequest)?;
        let fields = Fields {
            entries,
            path: String::new(),
            body_is_new: O::CREATING,
            creating: O::CREATING,
            problems: &mut problems,
            ignored: &mut ignored,
        };
        let input = I::read(fields);
        let (preconditions, once) = (Preconditions::default(), Once::default());
        Ok(Self { input, problems, ignored, preconditions, once, of: PhantomData })
    }
}

impl<'a, I: Input, O: Writes> ApiExtractor<'a> for Draft<I, O> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        I::register(registry);
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
        let is_json = is_type(request, JSON);
        if O::BODY_REQUIRED && !is_json {
            return Err(AppError::UnsupportedMediaType(JSON).into());
        }
        let bytes = read(body.take()?).await?;
        if !O::BODY_REQUIRED && bytes.is_empty() {
            // Some clients name a type even so.
            return Ok(Self::of(request, b"{}")?);
        }
        if !is_json {
            return Err(AppError::UnsupportedMediaType(JSON).into());
        }
        Ok(Self::of(request, &bytes)?)
    }
}

/// Reads a body, whatever length it says it has.
async fn read(body: Body) -> Result<Vec<u8>, AppError> {
    let mut chunks = body.into_bytes_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| AppError::of_body(&error))?;
        if bytes.len() + chunk.len() > BODY_MAX {
            drain(chunks).await;
            return Err(AppError::PayloadTooLarge(BODY_MAX));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Reads on and forgets, within bounds: many clients write their whole body before they look for an answer, and would
/// meet a closed connection instead of the reason.
pub async fn drain(mut chunks: impl Stream<Item = std::io::Result<Bytes>> + Unpin) {
    let reading = async {
        let mut drained = 0;
        while let Some(Ok(chunk)) = chunks.next().await {
            drained += chunk.len();
            if drained > DRAIN_MAX {
                break;
            }
        }
    };
    // Too slow is as good as done.
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, reading).await;
}

/// Whether a body has a media type, whatever its parameters.
pub fn is_type(request: &Request, media_type: &str) -> bool {
    let content_type =
        request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    content_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(media_type)
}

/// The fields of a JSON object in the order of the text, their values still raw.
pub fn parse_object(text: &[u8]) -> std::result::Result<Vec<(Cow<'_, str>, &RawValue)>, String> {
    struct Object;

    impl<'de> Visitor<'de> for Object {
        type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut entries: Self::Value = Vec::new();
            while let Some((Key(key), value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                if entries.len() == FIELDS_MAX {
                    return Err(serde::de::Error::custom(format!("more than {FIELDS_MAX} fields")));
                }
                if entries.iter().any(|(name, _)| *name == key) {
                    return Err(serde::de::Error::custom(format!(
                        "field {} is given twice",
                        key.escape_default()
                    )));
                }
                entries.push((key, value));
            }
            Ok(entries)
        }
    }

    let text = std::str::from_utf8(text).map_err(|error| format!("the body is not UTF-8: {error}"))?;
    let mut json = serde_json::Deserializer::from_str(text);
    let object = json.deserialize_map(Object).and_then(|object| json.end().map(|()| object));
    object.map_err(|error| format!("the body is not a JSON object: {error}"))
}

/// A name of the caller's choosing, fit for a message.
pub fn shown(name: &str) -> String {
    const MAX_CHARS: usize = 100;
    name.chars().take(MAX_CHARS).flat_map(char::escape_default).collect()
}

/// A key, borrowed from the text where it has no escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> serde::Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a field name")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}
