//! The language of a file for people: that of the page which it was loaded from. Countries, and days without their year, are
//! words there, and so are choices, and yes and no. In English, these are as the API has them.

use std::borrow::Cow;
use std::collections::HashMap;

use poem_openapi::registry::{MetaSchemaRef, Registry};
use shared::values::choices::Locale;

use crate::fields::Payload;
use crate::fields::labels::GIFT_TYPES;
use crate::fields::spoken;
use crate::fields::types::day_without_year;
use crate::language::{self, speak};

/// The language of a file, and the fields whose values are words in it. The file is written after the request is answered.
#[derive(Clone, Debug)]
pub(super) struct Words {
    locale: Locale,
    fields: HashMap<&'static str, Kind>,
}

/// The fields with days that may be without their year.
const MONTH_DAYS: [&str; 3] = ["contact_birthday", "contact_anniversary", "family_birthday"];

/// The values of a field that are words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A closed list of choices.
    Choice,
    /// 1 and 0.
    YesOrNo,
    /// The names of gift types, of which an account may have its own.
    GiftType,
    /// Codes of countries.
    Country,
    /// Days with or without their year. Those with it are as a spreadsheet reads them.
    MonthDay,
}

impl Kind {
    /// Returns the kind of a field, if its values are words.
    fn of(name: &str, schema: &MetaSchemaRef) -> Option<Self> {
        match schema {
            _ if name == "gift_type_name" => Some(Self::GiftType),
            _ if name == "address_country" => Some(Self::Country),
            _ if MONTH_DAYS.contains(&name) => Some(Self::MonthDay),
            MetaSchemaRef::Inline(schema) if schema.enum_items.is_empty() => None,
            MetaSchemaRef::Inline(schema) if schema.ty == "integer" => Some(Self::YesOrNo),
            MetaSchemaRef::Inline(_) => Some(Self::Choice),
            MetaSchemaRef::Reference(_) => None,
        }
    }
}

impl Words {
    /// Returns the words for records of a kind, in the language of the request that is answered.
    pub(super) fn of<T: Payload>() -> Self {
        let locale = language::spoken();
        let is_said = |kind: &Kind| !locale.is_english() || matches!(kind, Kind::Country | Kind::MonthDay);
        // The objects within a record are among the schemas that describing it has registered.
        let mut registry = Registry::new();
        let own = T::describe(&mut registry);
        let schemas = registry.schemas.values().chain([&own]);
        let properties = schemas.flat_map(|schema| &schema.properties);
        let kinds = properties.map(|(name, schema)| (*name, Kind::of(name, schema).filter(is_said)));
        let fields = kinds.filter_map(|(name, kind)| Some((name, kind?)));
        Self { locale, fields: fields.collect() }
    }

    /// Returns the language.
    pub(super) fn locale(&self) -> Locale {
        self.locale
    }

    /// Returns the heading of a column that is called so in English.
    pub(super) fn heading(&self, field: &str, english: &str) -> String {
        speak(self.locale, || spoken::heading(field, english))
    }

    /// Returns a value of a field as the file has it.
    pub(super) fn value<'a>(&self, field: &str, value: Cow<'a, str>) -> Cow<'a, str> {
        let Some(kind) = self.fields.get(field) else { return value };
        let word = speak(self.locale, || match (kind, &*value) {
            (Kind::YesOrNo, "1") => Some(t!("yes").to_owned()),
            (Kind::YesOrNo, "0") => Some(t!("no").to_owned()),
            (Kind::YesOrNo, _) => None,
            (Kind::GiftType, name) if !GIFT_TYPES.contains(&name) => None,
            (Kind::Choice | Kind::GiftType, name) => spoken::known_choice(name),
            (Kind::Country, code) => Some(spoken::country(code)),
            (Kind::MonthDay, day) => day_without_year(day).map(spoken::yearly_day),
        });
        word.map_or(value, Cow::Owned)
    }
}
