//! Parameters of the path and of the query.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem::http::HeaderMap;
use poem::http::header::IF_NONE_MATCH;
use poem::{Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseError, ParseFromParameter, ParseResult, Type};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use url::form_urlencoded;

use crate::fields::Problems;
use crate::fields::field::{Field, InputField};
use crate::fields::parameters::{Asked, ONLY_ONCE, QueryInput, SentParameters, read_text};
use crate::fields::schema::inline;
use crate::fields::types::{Id, id_of};

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
    /// Returns the id, or 0, which no record has.
    pub fn id(&self) -> i64 {
        id_of(&self.text)
    }
}

/// A query parameter of an operation that has a body too. Such an operation cannot have a [`Query`], because
/// poem-openapi treats a [`Query`] as the body.
pub type Sent<F> = poem_openapi::param::Query<Option<Param<F>>>;

/// Takes a parameter, as [`Parameters::take`](crate::fields::parameters::Parameters::take) does.
pub fn take<F: InputField>(name: &str, sent: Sent<F>, problems: &mut Problems) -> Option<F::Value> {
    let Param { text, is_repeated, .. } = sent.0?;
    let value = if is_repeated { Err(ONLY_ONCE.to_owned()) } else { read_text::<F>(name, &text) };
    value.map_err(|rule| problems.add(name, rule)).ok()
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
    /// Makes the query of a request to a path.
    pub fn at(path: &str, asked: Asked<Q>, conditions: HeaderMap) -> Self {
        let Asked { input, problems, sent } = asked;
        let path = path.trim_end_matches('/').to_owned();
        Self { input, problems, request: ListRequest { path, sent, conditions } }
    }
}

/// The parts of a request on which the response depends.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// The path.
    pub path: String,
    /// The parameters that were sent.
    pub sent: SentParameters,
    /// The headers `If-None-Match`.
    pub conditions: HeaderMap,
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
        Ok(Self::at(request.original_uri().path(), Asked::of(query), conditions))
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
