//! Parameters of the path and of the query.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromParameter, ParseResult, Type};

use super::fields::{Field, Id};

/// A parameter as its text: described like a field, judged by the resource, which can report all problems at once.
#[derive(Clone, Debug)]
pub struct Param<F> {
    /// The text that the caller sent.
    pub text: String,
    of: PhantomData<fn() -> F>,
}

/// A record's id in a path. What is no number is the id of no record.
pub type PathId = Param<Id>;

impl PathId {
    /// The id, or 0, which no record has.
    pub fn id(&self) -> i64 {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { self.text.parse().unwrap_or(0) } else { 0 }
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
        Ok(Self { text: value.to_owned(), of: PhantomData })
    }
}
