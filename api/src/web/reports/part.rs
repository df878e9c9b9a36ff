//! A part of a report: what it says in words, a picture, and a table of the same figures.

use askama::Template;
use bytes::Bytes;
use iso_currency::Currency;

use crate::error::AppError;
use crate::http::csv::guarded;
use crate::language::spoken;
use crate::locale::{column_separator, decimal_mark};
use crate::money::Amount;
use crate::web::chart::Chart;
use crate::web::format::{decimal, grouped, money, percent};

/// The mark by which Excel knows UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A part of a report.
#[derive(Template)]
#[template(path = "reports/part.html")]
pub(in crate::web) struct Part {
    /// Its id on the page.
    pub(super) id: &'static str,
    pub(super) heading: String,
    /// What it says in words, a sentence each.
    pub(super) notes: Vec<String>,
    /// A link to the records behind it: its text and its address.
    pub(super) link: Option<(&'static str, String)>,
    pub(super) chart: Option<Chart>,
    pub(super) sheet: Sheet,
    /// The text that stands for a table without rows.
    pub(super) empty: &'static str,
}

/// A table of figures in one currency.
pub(super) struct Sheet {
    pub(super) currency: Currency,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

/// A column of a table.
#[derive(Clone, Copy)]
pub(super) struct Column {
    pub(super) label: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Money,
}

/// A row of a table.
pub(super) struct Row {
    pub(super) cells: Vec<Cell>,
    /// Whether it sums the others up.
    pub(super) is_total: bool,
}

/// A cell of a table.
#[derive(Clone)]
pub(super) enum Cell {
    /// A text, and the address that it links to.
    Text(String, Option<String>),
    /// An amount in minor units, and the address of the list behind it.
    Money(i128, Option<String>),
    Count(i64),
    /// Tenths of a percent, if there is something of which it is a part.
    Percent(Option<i128>),
    /// Nothing to say.
    Nothing,
}

impl Column {
    /// Makes a column of texts.
    pub(super) const fn text(label: &'static str) -> Self {
        Self { label, kind: Kind::Text }
    }

    /// Makes a column of counts or percentages.
    pub(super) const fn number(label: &'static str) -> Self {
        Self { label, kind: Kind::Number }
    }

    /// Makes a column of amounts.
    pub(super) const fn money(label: &'static str) -> Self {
        Self { label, kind: Kind::Money }
    }

    fn class(&self) -> &'static str {
        if self.kind == Kind::Text { "" } else { "number" }
    }
}

impl Row {
    /// Makes a row of figures.
    pub(super) fn new(cells: Vec<Cell>) -> Self {
        Self { cells, is_total: false }
    }

    /// Makes the row that sums the others up.
    pub(super) fn total(cells: Vec<Cell>) -> Self {
        Self { cells, is_total: true }
    }
}

impl Cell {
    fn href(&self) -> Option<&str> {
        match self {
            Self::Text(_, href) | Self::Money(_, href) => href.as_deref(),
            Self::Count(_) | Self::Percent(_) | Self::Nothing => None,
        }
    }

    fn shown(&self, currency: Currency) -> String {
        match self {
            Self::Text(text, _) => text.clone(),
            Self::Money(minor, _) => money(*minor, currency),
            Self::Count(count) => grouped(*count),
            Self::Percent(tenths) => tenths.map(percent).unwrap_or_default(),
            Self::Nothing => String::new(),
        }
    }

    /// Returns what a file has: numbers without signs, so that a spreadsheet of the page's language can add them up.
    fn in_file(&self, currency: Currency) -> String {
        match self {
            Self::Text(text, _) => guarded(text).into_owned(),
            Self::Money(minor, _) => {
                let amount = Amount::new(*minor, currency).to_string();
                amount.replace('.', &decimal_mark(spoken()).to_string())
            }
            Self::Count(count) => count.to_string(),
            Self::Percent(tenths) => tenths.map(decimal).unwrap_or_default(),
            Self::Nothing => String::new(),
        }
    }
}

impl Sheet {
    /// Returns the classes, labels and texts of the cells of a row.
    fn cells<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a Column, &'a Cell, String)> {
        self.columns.iter().zip(&row.cells).map(|(column, cell)| (column, cell, cell.shown(self.currency)))
    }

    /// Puts the columns of another table of the same rows beside these, without its first one.
    #[must_use]
    pub(super) fn beside(mut self, other: Self) -> Self {
        self.columns.extend(other.columns.into_iter().skip(1));
        for (row, more) in self.rows.iter_mut().zip(other.rows) {
            row.cells.extend(more.cells.into_iter().skip(1));
        }
        self
    }

    /// Writes the table as a CSV file for a spreadsheet, in the language of the page.
    pub(super) fn file(&self) -> Result<Bytes, AppError> {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(column_separator(spoken()))
            .terminator(csv::Terminator::CRLF)
            .from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
        let internal = |error: csv::Error| AppError::Internal(error.into());
        let code = self.currency.code();
        let headings = self.columns.iter().map(|column| match column.kind {
            Kind::Money => format!("{} ({code})", column.label),
            _ => column.label.to_owned(),
        });
        writer.write_record(headings).map_err(internal)?;
        for row in &self.rows {
            writer
                .write_record(row.cells.iter().map(|cell| cell.in_file(self.currency)))
                .map_err(internal)?;
        }
        let bytes = writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))?;
        Ok(bytes.into())
    }
}

#[cfg(test)]
mod tests;
