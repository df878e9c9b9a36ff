//! The first rows of a file that has arrived: what its columns look like, and how it writes dates and amounts.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::entities::{AccountScope, import_chunks, imports};

use super::targets::{Form, form_of};
use super::{DateOrder, DecimalSign, Mapping, values};
use crate::error::AppError;
use crate::http::csv::unguarded;
use crate::records::importable::Importable;

/// How many rows are looked at.
const ROWS: usize = 500;
/// The most characters of a sample.
const CHARS: usize = 60;

/// The first rows of a file.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<Vec<String>>);

impl Samples {
    /// Reads the first rows of a file that is stored.
    pub async fn of(connection: &impl ConnectionTrait, import: &imports::Model) -> Result<Self, AppError> {
        let chunk = AccountScope::new(import.account_id).find::<import_chunks::Entity>();
        let chunk = chunk.filter(import_chunks::Column::ImportId.eq(import.id));
        let chunk = chunk.order_by_asc(import_chunks::Column::FirstRow).one(connection).await?;
        let text = chunk.map(|chunk| chunk.chunk_text).unwrap_or_default();
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_slice());
        let rows = reader.records().take(ROWS).filter_map(Result::ok);
        let cells =
            |row: csv::StringRecord| row.iter().map(|cell| unguarded(cell).trim().to_owned()).collect();
        Ok(Self(rows.map(cells).collect()))
    }

    /// Returns the different texts of a column, in their order.
    pub fn texts(&self, column: usize) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        for text in self.0.iter().filter_map(|row| row.get(column)).filter(|text| !text.is_empty()) {
            if !texts.contains(&text.as_str()) {
                texts.push(text);
            }
        }
        texts
    }

    /// Returns two samples of a column, each no longer than a line.
    pub fn of_column(&self, column: usize) -> Vec<String> {
        let short = |text: &str| match text.char_indices().nth(CHARS) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
            None => text.to_owned(),
        };
        self.texts(column).into_iter().take(2).map(short).collect()
    }

    /// Returns the texts of all columns that a mapping reads as dates or as amounts.
    fn of_form<R: Importable>(&self, mapping: &Mapping, is_it: fn(&Form) -> bool) -> Vec<&str> {
        let columns = mapping.columns.iter().enumerate();
        let columns = columns
            .filter(|(_, column)| column.field.as_deref().is_some_and(|field| is_it(&form_of::<R>(field))));
        columns.flat_map(|(i, _)| self.texts(i)).collect()
    }

    /// Returns a date of the file that has two readings, if it has one, or else any date that is made of numbers.
    pub fn date<R: Importable>(&self, mapping: &Mapping) -> Option<&str> {
        let texts = self.of_form::<R>(mapping, |form| matches!(form, Form::Day | Form::MonthDay));
        let reads = |text: &str, order| values::date(text, Some(order), 0);
        let differs = |text: &&&str| reads(text, DateOrder::DayFirst) != reads(text, DateOrder::MonthFirst);
        texts.iter().find(differs).copied()
    }

    /// Guesses the order of days and months, by the first date that has only one reading, or else the usual one. Where days usually
    /// come first, no date with points has its month first: `01.13.2026` is a slip.
    pub fn date_order<R: Importable>(&self, mapping: &Mapping, usual: DateOrder) -> DateOrder {
        let has_points = |text: &&str| text.trim_start_matches(char::is_numeric).starts_with('.');
        let texts = self.of_form::<R>(mapping, |form| matches!(form, Form::Day | Form::MonthDay));
        let shown = texts.iter().find_map(|text| {
            let day = values::date(text, Some(DateOrder::DayFirst), 0).is_ok();
            let month = values::date(text, Some(DateOrder::MonthFirst), 0).is_ok();
            match (day, month) {
                (true, false) => Some(DateOrder::DayFirst),
                (false, true) if usual == DateOrder::MonthFirst || !has_points(text) => {
                    Some(DateOrder::MonthFirst)
                }
                _ => None,
            }
        });
        shown.unwrap_or(usual)
    }

    /// Returns an amount of the file that has two readings or is written with a sign between thousands, if it has one.
    pub fn amount<R: Importable>(&self, mapping: &Mapping) -> Option<&str> {
        let texts = self.of_form::<R>(mapping, |form| matches!(form, Form::Money));
        texts.iter().find(|text| text.contains([',', '.'])).copied()
    }

    /// Guesses the sign before the cents, by the first amount that has only one reading.
    pub fn decimal_sign<R: Importable>(&self, mapping: &Mapping) -> Option<DecimalSign> {
        let texts = self.of_form::<R>(mapping, |form| matches!(form, Form::Money));
        texts.iter().find_map(|text| {
            let point = values::amount(text, Some(DecimalSign::Point)).is_ok();
            let comma = values::amount(text, Some(DecimalSign::Comma)).is_ok();
            match (point, comma) {
                (true, false) => Some(DecimalSign::Point),
                (false, true) => Some(DecimalSign::Comma),
                _ => None,
            }
        })
    }
}
