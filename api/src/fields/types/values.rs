//! Field types that hold days, numbers, choices, money and objects of the caller's own.

use std::borrow::Cow;
use std::marker::PhantomData;

use chrono::NaiveDate;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shared::values::choices::Choice;
use shared::values::ids::{event_id_text, parse_event_id};
use uuid::Uuid;

use super::raw::text;
use crate::fields::field::{Control, Field, Fields, InputField, OutputField};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::money::{Amount, Decimal, MAX_MINOR};

/// Parses a calendar day with a year of four digits.
pub fn day(text: &str) -> Option<NaiveDate> {
    let shape =
        |(i, byte): (usize, u8)| if matches!(i, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
    let valid = text.len() == 10 && text.bytes().enumerate().all(shape);
    // PostgreSQL has no year 0.
    if valid && !text.starts_with("0000") { text.parse().ok() } else { None }
}

/// A calendar day, `YYYY-MM-DD`.
pub struct Day;

/// The rule for a [`Day`].
pub const DAY_RULE: &str = "must be a date, as YYYY-MM-DD";

impl Field for Day {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            example: Some(json!("2026-06-15")),
            ..MetaSchema::new_with_format("string", "date")
        })
    }
}

impl InputField for Day {
    type Value = NaiveDate;

    const CONTROL: Control = Control::Day;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<NaiveDate>, String> {
        text(source)?.map(|text| day(&text).ok_or_else(Self::rule)).transpose()
    }

    fn rule() -> String {
        DAY_RULE.to_owned()
    }
}

impl OutputField for Day {
    type Value = NaiveDate;

    fn write<S: Serializer>(value: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }
}

/// A moment: milliseconds since the Unix epoch in the code, RFC 3339 in JSON. It is written in UTC.
pub struct Moment;

/// The rule for a [`Moment`].
pub const MOMENT_RULE: &str = "must be a date and time, such as 2026-06-15T12:00:00Z";

/// Parses a moment into milliseconds since the Unix epoch. Returns `None` for moments before 1970 or after 9999.
pub fn moment(text: &str) -> Option<i64> {
    let moment = chrono::DateTime::parse_from_rfc3339(text).ok()?;
    Some(moment.timestamp_millis()).filter(|ms| (0..MOMENTS_END_MS).contains(ms))
}

/// 1 January of the year 10,000.
const MOMENTS_END_MS: i64 = 253_402_300_800_000;

impl Field for Moment {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let example = Some(json!("2026-06-15T12:00:00.000Z"));
        inline(MetaSchema { example, ..MetaSchema::new_with_format("string", "date-time") })
    }
}

impl InputField for Moment {
    type Value = i64;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<i64>, String> {
        text(source)?.map(|text| moment(&text).ok_or_else(Self::rule)).transpose()
    }

    fn rule() -> String {
        MOMENT_RULE.to_owned()
    }
}

impl OutputField for Moment {
    type Value = i64;

    fn write<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&shared::values::clock::rfc3339(*value))
    }
}

/// The id of an event.
pub struct EventId;

impl Field for EventId {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            pattern: Some("^evt_[0-9a-f]{32}$".to_owned()),
            example: Some(json!("evt_01996c5e4b7a7cc28b6d4a1f0e9d8c7b")),
            ..MetaSchema::new("string")
        })
    }
}

impl EventId {
    /// The rule for an event's id.
    pub const RULE: &str = "must be the id of an event of this account";
}

impl InputField for EventId {
    type Value = Uuid;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<Uuid>, String> {
        text(source)?.map(|text| parse_event_id(&text).ok_or_else(Self::rule)).transpose()
    }

    fn rule() -> String {
        Self::RULE.to_owned()
    }
}

impl OutputField for EventId {
    type Value = Uuid;

    fn write<S: Serializer>(value: &Uuid, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&event_id_text(*value))
    }
}

/// Returns a number that is whole. `1.0` is, as in JSON Schema.
fn whole(source: &Source<'_>) -> Option<i64> {
    Decimal::parse(source.literal()?).ok().and_then(Decimal::whole)
}

/// 0 or 1; `true` and `false` are read too.
pub struct Flag;

impl Field for Flag {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema {
            title: Some("Flag".to_owned()),
            enum_items: vec![json!(0), json!(1)],
            example: Some(json!(0)),
            ..MetaSchema::new("integer")
        })
    }
}

impl InputField for Flag {
    type Value = bool;

    const CONTROL: Control = Control::Flag;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<bool>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        match (source.literal(), whole(source)) {
            (Some("true"), _) | (_, Some(1)) => Ok(Some(true)),
            (Some("false"), _) | (_, Some(0)) => Ok(Some(false)),
            _ => Err(Self::rule()),
        }
    }

    fn rule() -> String {
        "must be 0 or 1".to_owned()
    }
}

impl OutputField for Flag {
    type Value = bool;

    fn write<S: Serializer>(value: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(*value))
    }
}

/// A whole number within bounds.
pub struct Whole<const MIN: i64, const MAX: i64>;

/// A count.
pub type Count = Whole<0, { i64::MAX }>;

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
        inline(MetaSchema {
            minimum,
            maximum,
            example: Some(json!(MIN.max(1))),
            ..MetaSchema::new_with_format("integer", "int64")
        })
    }
}

impl<const MIN: i64, const MAX: i64> InputField for Whole<MIN, MAX> {
    type Value = i64;

    const CONTROL: Control = Control::Number;

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<i64>, String> {
        if source.is_empty() {
            return Ok(None);
        }
        let number = whole(source).filter(|number| (MIN..=MAX).contains(number));
        number.map(Some).ok_or_else(Self::rule)
    }

    fn rule() -> String {
        match (MIN, MAX) {
            (1, i64::MAX) => "must be the id of a record".to_owned(),
            _ => format!("must be a whole number from {MIN} to {MAX}"),
        }
    }
}

impl<const MIN: i64, const MAX: i64> OutputField for Whole<MIN, MAX> {
    type Value = i64;

    fn write<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(*value)
    }
}

/// One of a closed list of values.
pub struct OneOf<C>(PhantomData<C>);

impl<C: Choice> Field for OneOf<C> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let enum_items: Vec<_> = C::ALL.iter().map(|value| json!(value.as_str())).collect();
        let example = enum_items.first().cloned();
        inline(MetaSchema {
            title: Some(C::NAME.to_owned()),
            enum_items,
            example,
            ..MetaSchema::new("string")
        })
    }
}

impl<C: Choice + PartialEq> InputField for OneOf<C> {
    type Value = C;

    const CONTROL: Control = Control::Choice(texts::<C>);

    fn body_schema(registry: &mut Registry, _: bool) -> MetaSchemaRef {
        if C::ALIASES.is_empty() {
            return Self::schema(registry);
        }
        let aliases = C::ALIASES.iter().map(|(alias, _)| *alias);
        let texts = C::ALL.iter().map(|value| value.as_str()).chain(aliases);
        inline(MetaSchema {
            title: Some(format!("{}Input", C::NAME)),
            enum_items: texts.map(Value::from).collect(),
            ..MetaSchema::new("string")
        })
    }

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<C>, String> {
        text(source)?.map(|text| C::parse(&text)).transpose()
    }

    fn rule() -> String {
        C::rule()
    }
}

/// Returns the texts of the values.
fn texts<C: Choice>() -> Vec<&'static str> {
    C::ALL.iter().map(|value| value.as_str()).collect()
}

impl<C: Choice> OutputField for OneOf<C> {
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
        // Without the format, some generators choose a float of 32 bits, which loses cents.
        inline(MetaSchema { example: Some(json!(50.00)), ..MetaSchema::new_with_format("number", "double") })
    }
}

impl InputField for Money {
    type Value = Decimal;

    const CONTROL: Control = Control::Money;

    fn body_schema(_: &mut Registry, _: bool) -> MetaSchemaRef {
        /// The largest amount of a currency without decimals.
        #[allow(clippy::cast_precision_loss, reason = "it is a power of ten that a float holds exactly")]
        const LIMIT: f64 = MAX_MINOR as f64;
        inline(MetaSchema {
            minimum: Some(-LIMIT),
            maximum: Some(LIMIT),
            ..MetaSchema::new_with_format("number", "double")
        })
    }

    fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<Decimal>, String> {
        let number = match source {
            Source::Json(raw) if raw.get() == "null" => return Ok(None),
            Source::Json(raw) if !raw.get().starts_with('"') => Cow::Borrowed(raw.get()),
            _ => match text(source)? {
                Some(text) => Cow::Owned(text),
                None => return Ok(None),
            },
        };
        Decimal::parse(&number).map(Some).map_err(str::to_owned)
    }

    fn rule() -> String {
        Decimal::NOT_A_NUMBER.to_owned()
    }
}

impl OutputField for Money {
    type Value = Amount;

    fn write<S: Serializer>(value: &Amount, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(value.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// A percentage with one decimal: tenths of a percent in the code, `63.6` in JSON.
pub struct Percent;

impl Field for Percent {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema { example: Some(json!(63.6)), ..MetaSchema::new_with_format("number", "double") })
    }
}

impl OutputField for Percent {
    type Value = i128;

    fn write<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        let (sign, tenths) = (if *value < 0 { "-" } else { "" }, value.unsigned_abs());
        let text = format!("{sign}{}.{}", tenths / 10, tenths % 10);
        RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}
