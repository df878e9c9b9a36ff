//! Parameters of the path and of the query.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::marker::PhantomData;

use poem::http::HeaderMap;
use poem::http::header::IF_NONE_MATCH;
use poem::{Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use url::form_urlencoded;

use super::field::{Control, Field, Fields, InputField, Unread};
use super::fields::{Id, Whole};
use super::json::shown;
use super::schema::inline;
use super::source::Source;
use crate::records::problem::Problems;

mod any_of;

pub use any_of::AnyOf;

/// The text of a parameter. The document describes it as the field type `F`, and the resource checks the text.
#[derive(Clone, Debug)]
pub struct Param<F> {
    /// The text that the caller sent.
    pub text: String,
    /// Whether the caller sent more than one.
    is_repeated: bool,
    of: PhantomData<fn() -> F>,
}

/// A record's id in a path. A text that is not a number is the id of no record.
pub type PathId = Param<Id>;

impl PathId {
    /// Makes the id from a segment of a path.
    pub fn of(segment: &str) -> Self {
        Self { text: segment.to_owned(), is_repeated: false, of: PhantomData }
    }

    /// Returns the id, or 0, which no record has.
    pub fn id(&self) -> i64 {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { self.text.parse().unwrap_or(0) } else { 0 }
    }
}

/// A query parameter of an operation that has a body too. Such an operation cannot have a [`Query`], because
/// poem-openapi treats a [`Query`] as the body.
pub type Sent<F> = poem_openapi::param::Query<Option<Param<F>>>;

/// Takes a parameter, as [`Parameters::take`] does.
pub fn take<F: InputField>(name: &str, sent: Sent<F>, problems: &mut Problems) -> Option<F::Value> {
    let Param { text, is_repeated, .. } = sent.0?;
    let value = if is_repeated { Err(ONLY_ONCE.to_owned()) } else { read_text::<F>(name, &text) };
    value.map_err(|rule| problems.add(name, rule)).ok()
}

/// Reads the text of a parameter as a field.
///
/// # Errors
/// The rule that the text breaks.
pub fn read_text<F: InputField>(name: &str, text: &str) -> Result<F::Value, String> {
    let (mut problems, mut unread) = (Problems::default(), Unread::default());
    let mut nothing = Fields::new(Vec::new(), true, &mut problems, &mut unread);
    F::read(&Source::text(text), name, &mut nothing)?.ok_or_else(F::rule)
}

/// The rule that a parameter breaks if it is sent more than once.
pub const ONLY_ONCE: &str = "must be given only once";

/// How many records to return at most.
pub type Limit = Whole<1, 1000>;

/// A parameter of a query, described for forms.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What kind of value it has.
    pub control: Control,
}

/// The query parameters of an operation. [`query!`](crate::query) declares them.
pub trait QueryInput: Sized + Send {
    /// Takes its parameters.
    fn read(parameters: &mut Parameters) -> Self;

    /// Returns its parameters, for forms.
    fn parameters() -> Vec<Parameter>;

    /// Returns the names and schemas of its parameters.
    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)>;
}

/// Declares the parameters of a query. All of them are optional.
#[macro_export]
macro_rules! query {
    (
        #[doc = $doc:literal]
        $query:ident {
            $( $(#[doc = $name_doc:literal])* $name:ident: $type:ty; )*
        }
    ) => {
        #[doc = $doc]
        #[derive(Clone, Debug, Default)]
        pub struct $query {
            $( $(#[doc = $name_doc])* pub $name: Option<<$type as $crate::http::field::InputField>::Value>, )*
        }

        impl $crate::http::query::QueryInput for $query {
            fn read(parameters: &mut $crate::http::query::Parameters) -> Self {
                Self { $( $name: parameters.take::<$type>($crate::http::query::name(stringify!($name))), )* }
            }

            fn parameters() -> Vec<$crate::http::query::Parameter> {
                vec![$( $crate::http::query::Parameter {
                    name: $crate::http::query::name(stringify!($name)),
                    control: <$type as $crate::http::field::InputField>::CONTROL,
                } ),*]
            }

            fn properties(
                registry: &mut poem_openapi::registry::Registry,
            ) -> Vec<(&'static str, poem_openapi::registry::MetaSchemaRef)> {
                use $crate::http::{field::Field, query::name, schema::property};
                vec![$( (
                    name(stringify!($name)),
                    property(<$type as Field>::schema(registry), concat!($($name_doc),*), false, None),
                ) ),*]
            }
        }
    };
}

/// Removes the `r#` from a parameter's name that is a keyword of Rust.
pub fn name(identifier: &'static str) -> &'static str {
    identifier.strip_prefix("r#").unwrap_or(identifier)
}

impl<A: QueryInput, B: QueryInput> QueryInput for (A, B) {
    fn read(parameters: &mut Parameters) -> Self {
        (A::read(parameters), B::read(parameters))
    }

    fn parameters() -> Vec<Parameter> {
        [A::parameters(), B::parameters()].concat()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        [A::properties(registry), B::properties(registry)].concat()
    }
}

/// A reader of parameters, which collects their problems.
#[derive(Debug, Default)]
pub struct Parameters {
    /// The names and values of the query.
    query: Vec<(String, String)>,
    sent: Vec<(Cow<'static, str>, String)>,
    problems: Problems,
}

impl Parameters {
    /// Takes a parameter. It has the same rules as a field of the same type.
    pub fn take<F: InputField>(&mut self, name: impl Into<Cow<'static, str>>) -> Option<F::Value> {
        let name = name.into();
        let values = self.query.iter().filter(|(key, _)| *key == name);
        let texts: Vec<_> = values.map(|(_, text)| text.as_str()).collect();
        let text = *texts.first()?;
        let (text, read) = match texts.len() {
            1 => (text.to_owned(), read_text::<F>(&name, text)),
            // Many generated clients repeat a list's name, whatever the document says.
            _ if F::IS_LIST => {
                let joined = texts.join(",");
                let read = read_text::<F>(&name, &joined);
                (joined, read)
            }
            _ => (text.to_owned(), Err(ONLY_ONCE.to_owned())),
        };
        let value = read.map_err(|rule| self.problems.add(&shown(&name), rule)).ok();
        self.sent.push((name, text));
        value
    }

    /// Returns the names with a prefix that were sent, each once.
    pub fn names(&self, prefix: &str) -> BTreeSet<String> {
        let names = self.query.iter().map(|(name, _)| name);
        names.filter(|name| name.starts_with(prefix)).cloned().collect()
    }

    /// Adds a problem of parameters that nobody takes. Without their names, the request would look like another one, whose
    /// response the caller may have.
    pub fn refuse(&mut self, sent: impl IntoIterator<Item = String>, name: &str, rule: &str) {
        self.sent.extend(sent.into_iter().map(|name| (name.into(), String::new())));
        self.problems.add(name, rule);
    }
}

/// The query of a request.
#[derive(Debug)]
pub struct Query<Q> {
    /// The parameters.
    pub input: Q,
    /// The problems of the parameters.
    pub problems: Problems,
    /// The request to which the query belongs.
    pub request: ListRequest,
}

impl<Q: QueryInput> Query<Q> {
    /// Reads the query of a request to a path, from its names and values.
    pub fn of(query: Vec<(String, String)>, path: &str, conditions: HeaderMap) -> Self {
        let mut parameters = Parameters { query, ..Parameters::default() };
        let input = Q::read(&mut parameters);
        let path = path.trim_end_matches('/').to_owned();
        let request = ListRequest { path, parameters: parameters.sent, conditions };
        Self { input, problems: parameters.problems, request }
    }
}

/// The parts of a request on which the response depends.
#[derive(Clone, Debug, Default)]
pub struct ListRequest {
    /// The path.
    pub path: String,
    /// The parameters that were sent, in the order of their declaration.
    pub parameters: Vec<(Cow<'static, str>, String)>,
    /// The headers `If-None-Match`.
    pub conditions: HeaderMap,
}

impl ListRequest {
    /// Writes the parameters as a query again, except for the named ones.
    pub fn query_without(&self, names: &[&str]) -> form_urlencoded::Serializer<'static, String> {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.parameters.iter().filter(|(name, _)| !names.contains(&&**name)));
        query
    }
}

/// Marks the description of a query. poem-openapi treats the query as a body, and [`crate::openapi`] corrects that.
pub const QUERY_MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

impl<'a, Q: QueryInput> ApiExtractor<'a> for Query<Q> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn request_meta() -> Option<MetaRequest> {
        let properties = Q::properties(&mut Registry::new());
        let schema = inline(MetaSchema { properties, ..MetaSchema::new("object") });
        let content = vec![MetaMediaType { content_type: QUERY_MEDIA_TYPE, schema }];
        Some(MetaRequest { description: None, content, required: false })
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let query = request.uri().query().unwrap_or_default();
        let query = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let conditions = request.headers().get_all(IF_NONE_MATCH).iter();
        let conditions = conditions.map(|value| (IF_NONE_MATCH, value.clone())).collect();
        Ok(Self::of(query, request.original_uri().path(), conditions))
    }
}

impl<F: Field> Type for Param<F> {
    const IS_REQUIRED: bool = true;

    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "parameter".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        F::schema(&mut Registry::new())
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(std::iter::once(self))
    }
}

impl<F: Field> ParseFromParameter for Param<F> {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Ok(Self { text: value.to_owned(), is_repeated: false, of: PhantomData })
    }

    fn parse_from_parameters<I: IntoIterator<Item = A>, A: AsRef<str>>(values: I) -> ParseResult<Self> {
        let mut values = values.into_iter();
        let first = values.next().ok_or_else(ParseError::expected_input)?;
        let parameter = Self::parse_from_parameter(first.as_ref())?;
        Ok(Self { is_repeated: values.next().is_some(), ..parameter })
    }
}
