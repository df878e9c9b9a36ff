//! The filter of contacts by data of their own: `custom.KEY=value`, or `custom[KEY]=value`, as generated clients write it.
//!
//! PostgreSQL finds them by the index `contacts_custom`, which has the results of the function `contact_custom_of`. The
//! account is part of each result, so that a search reads no other account's contacts with the same key. SQLite reads
//! the account's contacts that have data of their own.

use std::collections::BTreeMap;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::Condition;
use sea_orm::DbBackend;
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use serde::Serialize;
use serde_json::value::RawValue;
use shared::entities::AccountScope;
use shared::values::names::composed;

use crate::fields::field::Field;
use crate::fields::json::{Object, shown};
use crate::fields::parameters::{ONLY_ONCE, Parameter, Parameters, QueryInput};
use crate::fields::schema::inline;
use crate::fields::types::{NO_CONTROL, Text, has_control};
use crate::http::routes::ANY_NAME;

/// The part of a parameter's name before the key, and the filter's name in the document.
const NAME: &str = "custom";
/// The most keys of a query.
const KEYS_MAX: usize = 5;
/// The most characters of a key.
const KEY_MAX: usize = 100;
/// The characters that a key in brackets may have, as a pattern: no brackets, and no control characters other than tab
/// and newline.
const KEY_CHARACTERS: &str = r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\[\]]";
/// The rule of a parameter without a key, or with a key of a wrong length. A client that does not know how to write an
/// object sends `custom=[object Object]`, which must not find everybody.
const HAS_KEY: &str =
    "must be followed by a key of 1 to 100 characters, as in custom.shirt=M or custom[shirt]=M";
/// The most characters that a number may have to be looked for as a number, too, and the most digits of its exponent.
/// Such a number is small enough for every database.
const NUMBER_MAX: usize = 30;
const EXPONENT_MAX: usize = 3;

type Wanted = Text<1000>;

/// The values that contacts must have, by key.
#[derive(Clone, Debug, Default)]
pub struct CustomFilters(BTreeMap<String, String>);

impl QueryInput for CustomFilters {
    const OWN_NAMES: Option<&'static str> = Some(NAME);

    fn read(parameters: &mut Parameters) -> Self {
        let mut wanted = BTreeMap::new();
        let names = parameters.names(NAME).into_iter();
        let names: Vec<_> =
            names.filter(|name| name == NAME || name[NAME.len()..].starts_with(ANY_NAME)).collect();
        if names.len() > KEYS_MAX {
            parameters.refuse(names, NAME, &format!("must not have more than {KEYS_MAX} keys"));
            return Self::default();
        }
        for name in names {
            let key = composed(key_of(&name).unwrap_or_default().to_owned());
            let shown = shown(&name);
            if key.is_empty() || key.chars().count() > KEY_MAX {
                parameters.refuse([name], NAME, HAS_KEY);
            } else if has_control(&key) {
                parameters.refuse([name], &shown, NO_CONTROL);
            } else if let Some(value) = parameters.take::<Wanted>(name.clone())
                && wanted.insert(key, value).is_some()
            {
                parameters.refuse([name], &shown, ONLY_ONCE);
            }
        }
        Self(wanted)
    }

    /// Returns none, because a form cannot name a key.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        let schema = MetaSchema {
            description: Some(
                "Only contacts with these values in `contact_custom`: `custom[shirt]=M`, or `custom.shirt=M`, finds those \
                 whose `shirt` is M. A number, `true`, `false` or `null` finds the text and the value. At most 5 keys",
            ),
            additional_properties: Some(Box::new(Wanted::schema(registry))),
            max_properties: Some(KEYS_MAX),
            // The document has it as the pattern of the names.
            pattern: Some(format!("{KEY_CHARACTERS}{{1,{KEY_MAX}}}")),
            ..MetaSchema::new("object")
        };
        vec![(NAME, inline(schema))]
    }
}

/// Returns the key in the name of a parameter. A key in brackets contains no brackets.
fn key_of(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(NAME)?;
    let in_brackets = || rest.strip_prefix('[')?.strip_suffix(']').filter(|key| !key.contains(['[', ']']));
    rest.strip_prefix('.').or_else(in_brackets)
}

impl CustomFilters {
    /// Returns the condition for contacts that have all the values.
    pub(super) fn condition(&self, backend: DbBackend, account: AccountScope) -> Option<Condition> {
        let of = |(key, value): (&String, &String)| match backend {
            DbBackend::Sqlite => member_is(key, value),
            _ => contains(account, key, value),
        };
        let conditions = self.0.iter().map(of).fold(Condition::all(), Condition::add);
        (!self.0.is_empty()).then(|| conditions.add(Expr::cust("contacts.contact_custom IS NOT NULL")))
    }
}

/// Returns a value as JSON if it looks like a number, a truth value or null.
fn literal(value: &str) -> Option<&RawValue> {
    let exponent = value.split(['e', 'E']).nth(1).unwrap_or_default();
    let is_number = value.len() <= NUMBER_MAX
        && exponent.trim_start_matches(['+', '-']).len() <= EXPONENT_MAX
        && value.starts_with(|first: char| first == '-' || first.is_ascii_digit())
        && value.parse::<f64>().is_ok_and(f64::is_finite);
    let is_literal = is_number || matches!(value, "true" | "false" | "null");
    serde_json::from_str(value).ok().filter(|_| is_literal)
}

/// Returns the condition that PostgreSQL's index has a member with exactly this value.
fn has(account: AccountScope, key: &str, value: &impl Serialize) -> SimpleExpr {
    let account_id = account.account_id().to_string();
    // Every key and value is one that JSON can hold.
    let object = serde_json::to_string(&Object(&[(account_id, Object(&[(key, value)]))])).unwrap_or_default();
    Expr::cust_with_values(
        "contact_custom_of(contacts.account_id, contacts.contact_custom) @> $1::jsonb",
        [object],
    )
}

/// Returns the condition that a member has a value, for PostgreSQL. It has the expression of the index, because
/// otherwise PostgreSQL would not use the index. It does not find what the function cannot read.
fn contains(account: AccountScope, key: &str, value: &str) -> SimpleExpr {
    let text = has(account, key, &value);
    // The number stays the text that it is, because a floating-point number has fewer digits.
    match literal(value) {
        Some(literal) => Expr::expr(text).or(has(account, key, &literal)),
        None => text,
    }
}

/// Returns the same condition for SQLite.
fn member_is(key: &str, value: &str) -> SimpleExpr {
    let (member, parameters) = match literal(value).map(RawValue::get) {
        None => ("type = 'text' AND atom = ?", vec![value]),
        Some(kind @ ("true" | "false" | "null")) => {
            ("(type = 'text' AND atom = ? OR type = ?)", vec![value, kind])
        }
        Some(number) => (
            "(type = 'text' AND atom = ? OR type IN ('integer', 'real') AND atom = CAST(? AS NUMERIC))",
            vec![value, number],
        ),
    };
    let sql = format!("EXISTS (SELECT 1 FROM json_each(contacts.contact_custom) WHERE key = ? AND {member})");
    Expr::cust_with_values(sql, [key].into_iter().chain(parameters))
}
