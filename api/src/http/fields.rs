//! The types of fields: how a value is read from JSON, written to it, and described in the OpenAPI document. They are
//! markers and have no values of their own; a resource names one for each of its fields.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::str::FromStr;

use chrono::NaiveDate;
use email_address::EmailAddress;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shared::choices::Choice;
use shared::money::{self, Amount, Decimal};

use super::body::{Fields, Input};
use super::schema::{Describe, inline};

/// The most items of a list in a body.
const ITEMS_MAX: usize = 100;
const CUSTOM_MAX_BYTES: usize = 16 * 1024;

/// A type of fields.
pub trait Field {
    /// Its schema; types that it refers to are registered on the way.
    fn schema(registry: &mut Registry) -> MetaSchemaRef;
}

/// A type of fields that can be written by callers.
pub trait Read: Field {
    /// What is read; [`PartialEq`] only to tell an absent field from a cleared one.
    type Value: PartialEq;

    /// Reads a value; `None` for `null` (and for text, `""`).
    ///
    /// # Errors
    /// The rule that the value breaks, to be put after the field's name. Problems deeper in the value are added
    /// to those of `within`.
    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String>;
}

/// A type of fields that appears in responses.
pub trait Write: Field {
    /// What is written.
    type Value;

    /// Whether it can be `null`.
    const NULLABLE: bool = false;

    /// Writes a value.
    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error>;
}

/// A value in a response, with the type of its field.
pub struct Written<'a, F: Write>(pub &'a F::Value);

impl<F: Write> Serialize for Written<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        F::write(self.0, serializer)
    }
}

/// A record's field, which holds a value always or sometimes.
pub trait Slot<V> {
    /// Whether it can be empty.
    const NULLABLE: bool;
    /// What it holds.
    fn get(&self) -> Option<&V>;
    /// Changes what it holds.
    fn set(&mut self, value: V);
}

impl<V> Slot<V> for V {
    const NULLABLE: bool = false;
    fn get(&self) -> Option<&V> {
        Some(self)
    }
    fn set(&mut self, value: V) {
        *self = value;
    }
}

impl<V> Slot<V> for Option<V> {
    const NULLABLE: bool = true;
    fn get(&self) -> Option<&V> {
        self.as_ref()
    }
    fn set(&mut self, value: V) {
        *self = Some(value);
    }
}

/// Declares a type of text: its schema, and the rule for a value that is neither null nor empty.
macro_rules! text_field {
    ($(#[doc = $doc:literal])* $name:ident $(<const $max:ident: usize>)?, $schema:expr, $check:expr) => {
        $(#[doc = $doc])*
        pub struct $name $(<const $max: usize>)?;

        impl $(<const $max: usize>)? Field for $name $(<$max>)? {
            fn schema(_: &mut Registry) -> MetaSchemaRef {
                inline($schema)
            }
        }

        impl $(<const $max: usize>)? Read for $name $(<$max>)? {
            type Value = String;

            fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<String>, String> {
                let check: fn(String) -> Result<String, String> = $check;
                text(raw)?.map(check).transpose()
            }
        }

        impl $(<const $max: usize>)? Write for $name $(<$max>)? {
            type Value = String;

            fn write<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(value)
            }
        }
    };
}

fn text_schema(max_length: usize) -> MetaSchema {
    MetaSchema { max_length: Some(max_length), ..MetaSchema::new("string") }
}

fn pattern_schema(pattern: &str) -> MetaSchema {
    MetaSchema { pattern: Some(pattern.to_owned()), ..MetaSchema::new("string") }
}

fn at_most(max: usize, text: String) -> Result<String, String> {
    if text.chars().count() > max {
        Err(format!("must not be longer than {max} characters"))
    } else {
        Ok(text)
    }
}

text_field!(
    /// Text of at most so many characters.
    Text<const MAX: usize>, text_schema(MAX), |text| at_most(MAX, text)
);
text_field!(
    /// A calendar day, with or without its year: `1815-12-10` or `--12-10`.
    MonthDay, pattern_schema(r"^(\d{4}-\d{2}-\d{2}|--\d{2}-\d{2})$"), |text| {
        let full = text.strip_prefix('-').filter(|rest| rest.starts_with('-'));
        // A leap year, so that the 29th of February has a birthday too.
        let date = full.map_or_else(|| day(&text), |rest| day(&format!("2000{rest}")));
        date.map(|_| text).ok_or_else(|| "must be a date, as YYYY-MM-DD or --MM-DD".to_owned())
    }
);
text_field!(
    /// A time of day, `HH:MM`.
    TimeOfDay, pattern_schema(r"^([01]\d|2[0-3]):[0-5]\d$"), |text| {
        let valid = text.len() == 5 && chrono::NaiveTime::parse_from_str(&text, "%H:%M").is_ok();
        if valid { Ok(text) } else { Err("must be a time of day, as HH:MM".to_owned()) }
    }
);
text_field!(
    /// An http or https URL.
    WebUrl, MetaSchema { format: Some("uri"), ..text_schema(2000) }, |text| web_url(text, &["http", "https"])
);
text_field!(
    /// An https URL.
    HttpsUrl, MetaSchema { format: Some("uri"), ..text_schema(2000) }, |text| web_url(text, &["https"])
);
text_field!(
    /// A BCP 47 language tag.
    Language, text_schema(35), |text| {
        let valid = text.len() <= 35 && language_tags::LanguageTag::parse(&text).is_ok();
        if valid { Ok(text) } else { Err("must be a BCP 47 language tag such as en or pt-BR".to_owned()) }
    }
);
text_field!(
    /// An ISO 3166-1 alpha-2 country code.
    Country, pattern_schema("^[A-Z]{2}$"), |text| {
        rust_iso3166::from_alpha2(&text.to_ascii_uppercase())
            .map(|country| country.alpha2.to_owned())
            .ok_or_else(|| "must be an ISO 3166-1 alpha-2 country code such as PT".to_owned())
    }
);
text_field!(
    /// An ISO 4217 currency code.
    CurrencyCode, pattern_schema("^[A-Z]{3}$"), |text| {
        let code = text.to_ascii_uppercase();
        money::currency(&code).map(|_| code).ok_or_else(|| "must be an ISO 4217 currency code such as USD".to_owned())
    }
);
text_field!(
    /// An email address; its domain is lower-cased.
    Email, MetaSchema { format: Some("email"), ..text_schema(254) }, |text| {
        let (local, domain) = EmailAddress::from_str(&text)
            .ok()
            .and_then(|_| text.rsplit_once('@'))
            .ok_or_else(|| "must be an email address".to_owned())?;
        at_most(254, format!("{local}@{}", domain.to_lowercase()))
    }
);

fn web_url(text: String, schemes: &[&str]) -> Result<String, String> {
    let text = at_most(2000, text)?;
    let valid = url::Url::parse(&text).is_ok_and(|url| schemes.contains(&url.scheme()) && url.has_host());
    if valid { Ok(text) } else { Err(format!("must be an {} URL", schemes.join(" or "))) }
}

/// Reads text: trimmed, line ends as `\n`, `None` when nothing is left.
fn text(raw: &RawValue) -> Result<Option<String>, String> {
    if raw.get() == "null" {
        return Ok(None);
    }
    let text: String = serde_json::from_str(raw.get()).map_err(|_| {
        if raw.get().starts_with('"') { "must be valid Unicode text" } else { "must be a string" }.to_owned()
    })?;
    let text = if text.contains('\r') { text.replace("\r\n", "\n") } else { text };
    if has_control(&text) {
        return Err(NO_CONTROL.to_owned());
    }
    let trimmed = text.trim();
    Ok(if trimmed.is_empty() {
        None
    } else if trimmed.len() == text.len() {
        Some(text)
    } else {
        Some(trimmed.to_owned())
    })
}

const NO_CONTROL: &str = "must not contain control characters other than tab and newline";

fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\t' && c != '\n')
}

/// A calendar day with a year of four digits.
pub fn day(text: &str) -> Option<NaiveDate> {
    let shape =
        |(i, byte): (usize, u8)| if matches!(i, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    let valid = text.len() == 10 && text.bytes().enumerate().all(shape);
    if valid { text.parse().ok() } else { None }
}

/// A calendar day, `YYYY-MM-DD`.
pub struct Day;

/// The rule for a [`Day`].
pub const DAY_RULE: &str = "must be a date, as YYYY-MM-DD";

impl Field for Day {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema::new_with_format("string", "date"))
    }
}

impl Read for Day {
    type Value = NaiveDate;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<NaiveDate>, String> {
        text(raw)?.map(|text| day(&text).ok_or_else(|| DAY_RULE.to_owned())).transpose()
    }
}

impl Write for Day {
    type Value = NaiveDate;

    fn write<S: Serializer>(value: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}

/// A moment, in milliseconds since the Unix epoch here and RFC 3339 in UTC outside.
pub struct Moment;

impl Field for Moment {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema::new_with_format("string", "date-time"))
    }
}

impl Write for Moment {
    type Value = i64;

    fn write<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&shared::clock::rfc3339(*value))
    }
}

/// 0 or 1; `true` and `false` are read too.
pub struct Flag;

impl Field for Flag {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema { enum_items: vec![json!(0), json!(1)], ..MetaSchema::new("integer") })
    }
}

impl Read for Flag {
    type Value = bool;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<bool>, String> {
        match raw.get() {
            "null" => Ok(None),
            "1" | "true" => Ok(Some(true)),
            "0" | "false" => Ok(Some(false)),
            _ => Err("must be 0 or 1".to_owned()),
        }
    }
}

impl Write for Flag {
    type Value = bool;

    fn write<S: Serializer>(value: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(*value))
    }
}

/// A whole number within bounds.
pub struct Whole<const MIN: i64, const MAX: i64>;

/// The id of a record.
pub type Id = Whole<1, { i64::MAX }>;

impl<const MIN: i64, const MAX: i64> Field for Whole<MIN, MAX> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        #[allow(
            clippy::cast_precision_loss,
            reason = "bounds in the document are floats; ours that matter are small"
        )]
        let bound = |bound: i64, none: i64| (bound != none).then_some(bound as f64);
        let (minimum, maximum) = (bound(MIN, i64::MIN), bound(MAX, i64::MAX));
        inline(MetaSchema { minimum, maximum, ..MetaSchema::new_with_format("integer", "int64") })
    }
}

impl<const MIN: i64, const MAX: i64> Read for Whole<MIN, MAX> {
    type Value = i64;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<i64>, String> {
        if raw.get() == "null" {
            return Ok(None);
        }
        let rule = || match (MIN, MAX) {
            (1, i64::MAX) => "must be the id of a record".to_owned(),
            _ => format!("must be a whole number from {MIN} to {MAX}"),
        };
        let number = raw.get().parse().ok().filter(|number| (MIN..=MAX).contains(number));
        number.map(Some).ok_or_else(rule)
    }
}

impl<const MIN: i64, const MAX: i64> Write for Whole<MIN, MAX> {
    type Value = i64;

    fn write<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(*value)
    }
}

/// One of a closed list of values.
pub struct OneOf<C>(PhantomData<C>);

impl<C: Choice> Field for OneOf<C> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let enum_items = C::ALL.iter().map(|value| json!(value.as_str())).collect();
        inline(MetaSchema { enum_items, ..MetaSchema::new("string") })
    }
}

impl<C: Choice + PartialEq> Read for OneOf<C> {
    type Value = C;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<C>, String> {
        text(raw)?.map(|text| C::parse(&text)).transpose()
    }
}

impl<C: Choice> Write for OneOf<C> {
    type Value = C;

    fn write<S: Serializer>(value: &C, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.as_str())
    }
}

/// An amount of money: read from the raw digits of a number or a numeric string, written with exactly the
/// decimals of its currency.
pub struct Money;

impl Field for Money {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema::new("number"))
    }
}

impl Read for Money {
    type Value = Decimal;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<Decimal>, String> {
        let number = match raw.get().as_bytes().first() {
            Some(b'"') => match text(raw)? {
                Some(text) => Cow::Owned(text),
                None => return Ok(None),
            },
            Some(b'n') => return Ok(None),
            _ => Cow::Borrowed(raw.get()),
        };
        Decimal::parse(&number).map(Some).map_err(str::to_owned)
    }
}

impl Write for Money {
    type Value = Amount;

    fn write<S: Serializer>(value: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(value.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// A JSON object of the caller's own, at most 16 KiB, kept as its text.
pub struct Custom;

impl Field for Custom {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            additional_properties: Some(Box::new(inline(MetaSchema::ANY))),
            ..MetaSchema::new("object")
        })
    }
}

impl Read for Custom {
    type Value = String;

    fn read(raw: &RawValue, _: &str, _: &mut Fields<'_>) -> Result<Option<String>, String> {
        if raw.get() == "null" {
            return Ok(None);
        }
        if raw.get().len() > CUSTOM_MAX_BYTES {
            return Err(format!("must not be longer than {CUSTOM_MAX_BYTES} bytes"));
        }
        let value: Value = serde_json::from_str(raw.get()).map_err(|_| {
            "must be a JSON object without excessive nesting, numbers or broken text".to_owned()
        })?;
        match &value {
            Value::Object(_) if any_control(&value) => Err(NO_CONTROL.to_owned()),
            Value::Object(_) => Ok(Some(raw.get().to_owned())),
            _ => Err("must be a JSON object".to_owned()),
        }
    }
}

impl Write for Custom {
    type Value = String;

    fn write<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(value).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

fn any_control(value: &Value) -> bool {
    match value {
        Value::String(text) => has_control(text),
        Value::Array(items) => items.iter().any(any_control),
        Value::Object(object) => object.iter().any(|(key, value)| has_control(key) || any_control(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A value that can be `null` in a response.
pub struct Nullable<F>(PhantomData<F>);

impl<F: Field> Field for Nullable<F> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        F::schema(registry)
    }
}

impl<F: Write> Write for Nullable<F> {
    type Value = Option<F::Value>;

    const NULLABLE: bool = true;

    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => F::write(value, serializer),
            None => serializer.serialize_none(),
        }
    }
}

/// A record within a record, as it is written; `null` where there is none.
pub type Maybe<T> = Nullable<Nested<T>>;

/// A record within a record, as it is written.
pub struct Nested<T>(PhantomData<T>);

impl<T: Describe> Field for Nested<T> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        T::register(registry);
        T::reference()
    }
}

impl<T: Describe + Serialize> Write for Nested<T> {
    type Value = T;

    fn write<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }
}

/// A list of records within a record, as it is written.
pub type Many<T> = List<Nested<T>>;

/// An object in a body, read as another input.
pub struct Object<I>(PhantomData<I>);

impl<I: Input> Field for Object<I> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        I::register(registry);
        MetaSchemaRef::Reference(I::NEW.to_owned())
    }
}

impl<I: Input + PartialEq> Read for Object<I> {
    type Value = I;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<I>, String> {
        if raw.get() == "null" {
            return Ok(None);
        }
        within.nested(path, raw).map(|fields| Some(I::read(fields)))
    }
}

/// A list: in a body, `null` is the empty one.
pub struct List<F>(PhantomData<F>);

impl<F: Field> Field for List<F> {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        let items = Some(Box::new(F::schema(registry)));
        inline(MetaSchema { items, max_items: Some(ITEMS_MAX), ..MetaSchema::new("array") })
    }
}

impl<F: Write> Write for List<F> {
    type Value = Vec<F::Value>;

    fn write<S: Serializer>(value: &Self::Value, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(value.iter().map(Written::<F>))
    }
}

impl<F: Read> Read for List<F> {
    type Value = Vec<F::Value>;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        if raw.get() == "null" {
            return Ok(None);
        }
        let items: Vec<&RawValue> =
            serde_json::from_str(raw.get()).map_err(|_| "must be a list".to_owned())?;
        if items.len() > ITEMS_MAX {
            return Err(format!("must not have more than {ITEMS_MAX} items"));
        }
        let mut values = Vec::with_capacity(items.len());
        for (i, raw) in items.into_iter().enumerate() {
            let path = format!("{path}[{i}]");
            match F::read(raw, &path, within) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => within.problem(&path, "must not be empty"),
                Err(rule) => within.problem(&path, &rule),
            }
        }
        Ok(Some(values))
    }
}
