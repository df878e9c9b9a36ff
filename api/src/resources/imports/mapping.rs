//! What the columns of a file mean, where its headings are not the names of fields: which field each column is, what its
//! words stand for, and how dates and amounts are written.

pub(super) mod donor;
pub mod guess;
pub mod names;
pub mod remembered;
pub mod samples;
pub mod targets;
pub(super) mod translator;
pub mod values;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shared::values::choices::Locale;

use self::targets::{
    CONTACT_TYPE, FULL_NAME, IN_NOTES, IS_ORG, ORGANIZATION, SAME, has_same, joins, notes_of,
};
pub use self::values::{DateOrder, DecimalSign};
use super::layout::Layout;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::json::shown;
use crate::records::importable::Importable;

/// The name of the parameter, which problems tell.
const PARAMETER: &str = "mapping";

/// What the columns of a file mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The columns. Those of a stored mapping are the file's, in their order.
    #[serde(default)]
    pub columns: Vec<MappedColumn>,
    /// What every record has, by field: the status of new contacts, for example.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, String>,
    /// The order of days and months in dates such as 03/04/2026. Without it, such a date is a problem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_order: Option<DateOrder>,
    /// The sign before the cents. By default a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal_sign: Option<DecimalSign>,
    /// Whether rows of gifts that are there already are left out. The page of the columns sets it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leave_out_known: bool,
}

/// What a column of a file means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MappedColumn {
    /// Its heading.
    pub heading: String,
    /// The field that its cells are written to, or one of the words for more: `full_name`, `organization_name`, `in_notes` and
    /// `same_contact`. `None`: the column is left out.
    pub field: Option<String>,
    /// What words of its cells stand for, without regard to case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
}

impl Mapping {
    /// Reads a mapping that a caller sends.
    ///
    /// # Errors
    /// 422 that names the parameter.
    pub fn parse(text: &str) -> Result<Self, AppError> {
        let parsed = serde_json::from_str(text);
        parsed.map_err(|error| {
            AppError::invalid(PARAMETER, format_args!("must be the JSON of a mapping: {error}"))
        })
    }

    /// Returns the mapping for the columns of a file: columns that it does not name are guessed by their headings.
    ///
    /// # Errors
    /// Every problem with it.
    pub(super) fn completed<R: Importable>(self, headings: &[String]) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        for column in &self.columns {
            if !headings.iter().any(|heading| is_same(heading, &column.heading)) {
                problems.add(
                    PARAMETER,
                    format_args!("names a column that the file does not have: {}", shown(&column.heading)),
                );
            }
        }
        let named =
            |heading: &String| self.columns.iter().find(|column| is_same(heading, &column.heading)).cloned();
        let taken: Vec<String> = self.columns.iter().filter_map(|column| column.field.clone()).collect();
        let guesses = guess::guess::<R>(headings, &taken, Locale::En);
        let columns = headings.iter().zip(guesses).map(|(heading, field)| match named(heading) {
            Some(column) => MappedColumn { heading: heading.clone(), ..column },
            None => MappedColumn { heading: heading.clone(), field, values: BTreeMap::new() },
        });
        let completed = Self { columns: columns.collect(), ..self };
        completed.check::<R>(&mut problems);
        if problems.is_empty() { Ok(completed) } else { Err(problems) }
    }

    /// Returns the field of a column that says whether the contact in a row is an organisation, and its place, if there is one.
    /// `None`: no column of the file can say it.
    pub fn kind_column<R: Importable>(&self) -> Option<(&'static str, Option<usize>)> {
        let at = |field: &str| self.columns.iter().position(|column| column.field.as_deref() == Some(field));
        let is_there = |field: &&str| at(field).is_some();
        if !targets::has_full_name::<R>() {
            let is_named =
                donor::FIELDS.iter().any(|(field, .., own)| *own == "contact_lname" && is_there(field));
            return is_named.then(|| (donor::TYPE, at(donor::TYPE)));
        }
        let fields = [CONTACT_TYPE, IS_ORG];
        if fields.iter().any(|field| self.constants.contains_key(*field))
            || ![FULL_NAME, ORGANIZATION, "contact_lname"].iter().any(is_there)
        {
            return None;
        }
        let found = fields.into_iter().find(is_there).unwrap_or(CONTACT_TYPE);
        Some((found, at(found)))
    }

    /// Adds what is wrong with the fields that the mapping names.
    fn check<R: Importable>(&self, problems: &mut Problems) {
        let mut used: Vec<&str> = Vec::new();
        let is_field = |field: &str| Layout::has::<R>(field);
        for MappedColumn { heading, field, .. } in &self.columns {
            let Some(field) = field.as_deref() else { continue };
            let is_known = match field {
                FULL_NAME | ORGANIZATION => targets::has_full_name::<R>(),
                IN_NOTES => notes_of::<R>().is_some(),
                SAME => has_same::<R>(),
                _ if donor::is_field(field) => donor::has::<R>(),
                _ => is_field(field),
            };
            if !is_known {
                problems.add(
                    PARAMETER,
                    format_args!("must name fields of {}: {} is none", R::KIND, shown(field)),
                );
            } else if used.contains(&field) && !joins::<R>(field) {
                let rule = format!("gives {field} to two columns, of which one is {}", shown(heading));
                problems.add(PARAMETER, rule);
            }
            used.push(field);
        }
        for field in self.constants.keys() {
            if !is_field(field) {
                problems.add(
                    PARAMETER,
                    format_args!("must name fields of {}: {} is none", R::KIND, shown(field)),
                );
            } else if used.contains(&field.as_str()) {
                problems.add(PARAMETER, format_args!("gives {field} to a column and to every record"));
            }
        }
    }
}

/// Returns whether two headings are the same, without regard to white space at their ends.
fn is_same(one: &str, other: &str) -> bool {
    one.trim() == other.trim()
}

/// The longest heading, in characters. Problems name it.
const HEADING_MAX: usize = 100;

/// Returns headings of which each is one of its kind: an empty one becomes `Column 3`, and one that is there already gets a
/// number. What cannot be printed is left out.
pub(super) fn distinct(headings: &[String]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::with_capacity(headings.len());
    for (i, heading) in headings.iter().enumerate() {
        let words = heading.split_whitespace().collect::<Vec<_>>().join(" ");
        let words: String =
            words.chars().filter(|character| !character.is_control()).take(HEADING_MAX).collect();
        let base = if words.is_empty() { format!("Column {}", i + 1) } else { words };
        let numbered = (2..).map(|n| format!("{base} ({n})"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| !distinct.contains(name));
        distinct.push(free.unwrap_or(base));
    }
    distinct
}
