//! Field types that hold text. Each one has a rule for values that are neither null nor empty.

use chrono::NaiveDate;
use email_address::{EmailAddress, Options};
use icu_locale_core::Locale;
use icu_locale_core::extensions::private::Private;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde::ser::Serializer;

use super::raw::text;
use super::values::day;
use crate::fields::field::{Control, Field, Fields, InputField, OutputField};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::money;

const CURRENCY_RULE: &str = "must be an ISO 4217 currency code such as USD";

/// Declares a type of text: what kind it is, its schema, and the rule for a value that is neither null nor empty.
/// The rule comes once more as a text if a parameter may have this type.
macro_rules! text_field {
    ($(#[doc = $doc:literal])* $name:ident $(<const $max:ident: usize>)?, $control:expr, $schema:expr, $check:expr $(, $rule:expr)?) => {
        $(#[doc = $doc])*
        pub struct $name $(<const $max: usize>)?;

        impl $(<const $max: usize>)? Field for $name $(<$max>)? {
            fn schema(_: &mut Registry) -> MetaSchemaRef {
                inline($schema)
            }
        }

        impl $(<const $max: usize>)? InputField for $name $(<$max>)? {
            type Value = String;

            const CONTROL: Control = $control;

            fn body_schema(_: &mut Registry, _: bool) -> MetaSchemaRef {
                inline(body($schema))
            }

            fn read(source: &Source<'_>, _: &str, _: &mut Fields<'_>) -> Result<Option<String>, String> {
                let check: fn(String) -> Result<String, String> = $check;
                text(source)?.map(check).transpose()
            }
            $(
            fn rule() -> String {
                $rule.to_owned()
            })?
        }

        impl $(<const $max: usize>)? OutputField for $name $(<$max>)? {
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

/// Returns the schema of a value in a body, where codes may be in lower case.
fn body(mut schema: MetaSchema) -> MetaSchema {
    schema.pattern = schema.pattern.map(|pattern| pattern.replace("[A-Z]", "[A-Za-z]"));
    schema
}

fn at_most(max: usize, text: String) -> Result<String, String> {
    if text.chars().count() > max {
        Err(format!("must not be longer than {max} characters"))
    } else {
        Ok(text)
    }
}

text_field!(
    /// Text of at most `MAX` characters.
    Text<const MAX: usize>, Control::Text(MAX), text_schema(MAX), |text| at_most(MAX, text)
);
text_field!(
    /// A calendar day, with or without its year: `1815-12-10` or `--12-10`.
    MonthDay, Control::MonthDay, pattern_schema(r"^([0-9]{4}-|--)(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"), |text| {
        let date = day_without_year(&text).or_else(|| day(&text));
        date.map(|_| text).ok_or_else(|| "must be a date, as YYYY-MM-DD or --MM-DD".to_owned())
    }
);
text_field!(
    /// A time of day, `HH:MM`.
    TimeOfDay, Control::Time, pattern_schema("^([01][0-9]|2[0-3]):[0-5][0-9]$"), |text| {
        let valid = text.len() == 5 && chrono::NaiveTime::parse_from_str(&text, "%H:%M").is_ok();
        if valid { Ok(text) } else { Err("must be a time of day, as HH:MM".to_owned()) }
    }
);
text_field!(
    /// An http or https URL.
    WebUrl, Control::Url, MetaSchema { format: Some("iri"), ..text_schema(2000) }, |text| web_url(text, &["http", "https"])
);
text_field!(
    /// An https URL.
    HttpsUrl, Control::Url, MetaSchema { format: Some("iri"), pattern: Some("^[Hh][Tt][Tt][Pp][Ss]:".to_owned()), ..text_schema(2000) }, |text| web_url(text, &["https"])
);
text_field!(
    /// A BCP 47 language tag, or one of private use, such as `x-klingon`.
    Language, Control::Text(35), text_schema(35), |text| {
        let is_tag = Locale::try_from_str(&text).is_ok() || Private::try_from_str(&text).is_ok();
        if text.len() <= 35 && is_tag { Ok(text) } else { Err("must be a BCP 47 language tag such as en or pt-BR".to_owned()) }
    }
);
text_field!(
    /// An ISO 3166-1 alpha-2 country code.
    Country, Control::Country, pattern_schema("^[A-Z]{2}$"), |text| {
        rust_iso3166::from_alpha2(&text.to_ascii_uppercase())
            .map(|country| country.alpha2.to_owned())
            .ok_or_else(|| "must be an ISO 3166-1 alpha-2 country code such as PT".to_owned())
    }
);
text_field!(
    /// An ISO 4217 currency code.
    CurrencyCode, Control::Text(3), MetaSchema { example: Some("USD".into()), ..pattern_schema("^[A-Z]{3}$") }, |text| {
        let code = text.to_ascii_uppercase();
        money::currency(&code).map(|_| code).ok_or_else(|| CURRENCY_RULE.to_owned())
    }, CURRENCY_RULE
);
text_field!(
    /// An email address; its domain is lower-cased.
    Email, Control::Email, MetaSchema { format: Some("idn-email"), ..text_schema(254) }, |text| email(&text)
);

/// Parses a day without its year, such as `--12-10`, as a day of a leap year, so that 29 February is valid.
pub fn day_without_year(text: &str) -> Option<NaiveDate> {
    day(&format!("2000-{}", text.strip_prefix("--")?))
}

/// Parses an email address, and puts its domain into lower case.
///
/// # Errors
/// The rule that the text breaks.
pub fn email(text: &str) -> Result<String, String> {
    let (local, domain) = EmailAddress::parse_with_options(text, Options::default().without_display_text())
        .ok()
        .and_then(|_| text.rsplit_once('@'))
        .ok_or_else(|| "must be an email address".to_owned())?;
    at_most(254, format!("{local}@{}", domain.to_lowercase()))
}

fn web_url(text: String, schemes: &[&str]) -> Result<String, String> {
    let text = at_most(2000, text)?;
    // This parser ignores some white space, but other programs would not.
    let valid = !text.contains(char::is_whitespace)
        && url::Url::parse(&text).is_ok_and(|url| schemes.contains(&url.scheme()) && url.has_host());
    if valid { Ok(text) } else { Err(format!("must be an {} URL", schemes.join(" or "))) }
}
