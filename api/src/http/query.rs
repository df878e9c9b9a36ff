//! Parameters of the path and of the query.

use std::borrow::Cow;
use std::marker::PhantomData;

use poem_openapi::param::Query;
use poem_openapi::registry::{MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromParameter, ParseResult, Type};

use shared::choices::Choice;

use super::Problems;
use super::fields::{Field, Flag, Id, MOMENT_RULE, Moment, OneOf, Whole, moment};

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

/// A parameter of the query that need not be sent.
pub type Sent<F> = Query<Option<Param<F>>>;

/// How many records to return at most.
pub type Limit = Whole<1, 1000>;

/// Reads parameters and collects what is wrong with them.
#[derive(Default)]
pub struct Parameters {
    /// What is wrong.
    pub problems: Problems,
}

impl Parameters {
    /// Takes a parameter as `parse` reads it, which fails with the rule that the text breaks.
    pub fn take<F, T, E: std::fmt::Display>(
        &mut self,
        name: &str,
        sent: Sent<F>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        parse(&sent.0?.text).map_err(|rule| self.problems.add(name, rule)).ok()
    }

    /// Takes one of a closed list of values.
    pub fn choice<C: Choice>(&mut self, name: &str, sent: Sent<OneOf<C>>) -> Option<C> {
        self.take(name, sent, C::parse)
    }

    /// Takes a moment, in milliseconds since the Unix epoch.
    pub fn moment(&mut self, name: &str, sent: Sent<Moment>) -> Option<i64> {
        self.take(name, sent, |text| moment(text).ok_or(MOMENT_RULE))
    }

    /// Takes a flag.
    pub fn flag(&mut self, name: &str, sent: Sent<Flag>) -> Option<bool> {
        self.take(name, sent, |text| match text {
            "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            _ => Err("must be 0 or 1"),
        })
    }

    /// Takes the parameter `limit`.
    pub fn limit(&mut self, sent: Sent<Limit>) -> Option<u64> {
        let parse = |text: &str| text.parse().ok().filter(|limit| (1..=1000).contains(limit));
        self.take("limit", sent, |text| parse(text).ok_or("must be a whole number from 1 to 1000"))
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
