//! CSV (RFC 4180): files to import, and lists of records to open in a spreadsheet.
//!
//! A spreadsheet treats a cell that begins with `=`, `+`, `-` or `@` as a formula, no matter who wrote it. In some
//! languages the full-width and small forms of these characters count as well. So an export puts a `'` before such a
//! text, and an import removes it.

use std::borrow::Cow;

use poem::http::HeaderMap;
use poem::http::header::ACCEPT;
use poem::{Body, Request, RequestBody, Result};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde::Serialize;
use shared::events::include::Included;

use super::accept;
use super::body;
use super::media_type::{CSV, JSON, JSON_UTF8, ODS, XLSX, is_type, is_utf8};
use super::recheck::Recheck;
use super::request_log::RequestContext;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::field::Entry;
use crate::fields::schema::inline;
use crate::locale::LetterLocales;
use crate::money::Decimal;

mod pairs;
mod people;
mod sheet;
pub mod values;
mod words;

pub use crate::fields::columns::{Export, ForPeople, ItemColumn, Items, MemberColumns};
pub use pairs::unflatten;
pub use people::Audience;
pub use sheet::Sheet;

/// The largest file, in bytes.
pub const FILE_MAX: usize = 100 * 1024 * 1024;

/// Writes a text as a cell that no spreadsheet treats as a formula. Plain numbers stay as they are.
pub fn guarded(text: &str) -> Cow<'_, str> {
    let is_number = !text.starts_with('\'') && Decimal::parse(text).is_ok();
    if begins_like_formula(text) && !is_number { format!("'{text}").into() } else { text.into() }
}

/// Reads the text of a cell, whether or not it was [guarded].
pub fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if begins_like_formula(text) => text,
        _ => cell,
    }
}

/// Returns whether a text begins like a formula, not counting any `'` before it. A text that begins with `'=` is
/// guarded too, so that an import removes only the added `'`.
fn begins_like_formula(text: &str) -> bool {
    const SIGNS: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '\t', '\r'];
    text.trim_start_matches('\'').starts_with(SIGNS)
}

/// A body that is a CSV file or a workbook. The operation reads it piece by piece, and then checks whether the caller may still send
/// it.
pub struct CsvBody(pub Body, pub Recheck);

impl<'a> ApiExtractor<'a> for CsvBody {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn request_meta() -> Option<MetaRequest> {
        let schema = inline(MetaSchema::new_with_format("string", "binary"));
        let content = [CSV, XLSX, ODS];
        let content =
            content.map(|content_type| MetaMediaType { content_type, schema: schema.clone() }).into();
        Some(MetaRequest { description: None, content, required: true })
    }

    fn register(_: &mut Registry) {}

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        let (body, headers) = (body.take()?, request.headers());
        let is_file = [CSV, XLSX, ODS].iter().any(|content_type| is_type(request, content_type));
        let error = if !is_file || !is_utf8(request) {
            AppError::UnsupportedMediaType(
                "text/csv, without a charset or in UTF-8, or that of an .xlsx or .ods file",
            )
        } else if body::length(headers).is_some_and(|length| length > FILE_MAX) {
            AppError::PayloadTooLarge(FILE_MAX)
        } else {
            let context = request.data::<RequestContext>();
            return Ok(Self(body, context.map(|context| context.recheck.clone()).unwrap_or_default()));
        };
        body::discard(headers, body).await;
        Err(error.into())
    }
}

/// The format in which a list is written.
#[derive(Clone, Debug)]
pub enum Format {
    /// A JSON envelope.
    Json,
    /// A CSV file.
    Csv(Sheet),
}

impl Format {
    /// Returns the media type.
    pub fn media_type(&self) -> &'static str {
        match self {
            Self::Json => JSON_UTF8,
            Self::Csv(_) => CSV,
        }
    }

    /// Returns the same format for an audience. `entries` are the fields of a record that can be changed.
    #[must_use]
    pub fn for_whom<T: Payload>(self, audience: Option<Audience>, entries: &[Entry]) -> Self {
        match (self, audience, T::EXPORT) {
            (Self::Csv(sheet), Some(Audience::Excel), Some(export)) => {
                Self::Csv(sheet.for_people::<T>(export, entries))
            }
            (format, ..) => format,
        }
    }

    /// Returns the same format, with people addressed in the languages of an account's letters.
    #[must_use]
    pub fn addressing(self, letters: LetterLocales) -> Self {
        match self {
            Self::Csv(sheet) => Self::Csv(sheet.addressing(letters)),
            Self::Json => Self::Json,
        }
    }

    /// Returns the languages in which people are addressed.
    pub fn letters(&self) -> LetterLocales {
        match self {
            Self::Csv(sheet) => sheet.letters().clone(),
            Self::Json => LetterLocales::default(),
        }
    }

    /// Returns the same format with what records show of others.
    #[must_use]
    pub fn showing(self, included: &Included) -> Self {
        match self {
            Self::Csv(sheet) => Self::Csv(sheet.showing(included)),
            Self::Json => Self::Json,
        }
    }

    /// Returns whether it is a file for people.
    pub fn is_for_people(&self) -> bool {
        matches!(self, Self::Csv(sheet) if sheet.is_for_people())
    }

    /// Returns the headings of a file for people, in English: its columns are chosen by them.
    pub fn headings(&self) -> Vec<String> {
        match self {
            Self::Csv(sheet) => sheet.headings().into_iter().map(Cow::into_owned).collect(),
            Self::Json => Vec::new(),
        }
    }

    /// Returns the same headings in the language of the request that asked for the file.
    pub fn spoken_headings(&self) -> Vec<String> {
        match self {
            Self::Csv(sheet) => sheet.spoken_headings().into_iter().map(Cow::into_owned).collect(),
            Self::Json => Vec::new(),
        }
    }

    /// Returns the texts of records in the columns of a file, as a page shows them.
    pub fn texts(&self, records: &[impl Serialize]) -> Result<Vec<Vec<String>>, AppError> {
        match self {
            Self::Csv(sheet) => sheet.texts(records),
            Self::Json => Ok(Vec::new()),
        }
    }

    /// Returns the same format with only the columns of these headings.
    ///
    /// # Errors
    /// A heading that no column has.
    pub fn choosing(self, headings: &[String]) -> Result<Self, String> {
        match self {
            Self::Csv(sheet) => Ok(Self::Csv(sheet.choosing(headings)?)),
            Self::Json => Ok(Self::Json),
        }
    }
}

/// The formats that a caller accepts (RFC 9110, section 12.5.1).
#[derive(Clone, Copy, Debug)]
pub struct Accept {
    prefers_csv: bool,
}

impl Accept {
    /// Accepts a CSV file alone.
    pub const CSV: Self = Self { prefers_csv: true };

    /// Returns the format for a list: CSV if the caller prefers it and records of this kind can be written as CSV, else
    /// JSON.
    pub fn format<T: Payload>(self) -> Format {
        match T::EXPORT.filter(|_| self.prefers_csv) {
            Some(export) => Format::Csv(Sheet::new::<T>(export)),
            None => Format::Json,
        }
    }

    fn of(headers: &HeaderMap) -> Self {
        let (mut csv, mut json) = ((0, 0), (0, 0));
        for (item, quality) in accept::items(headers, &ACCEPT) {
            let media_range = item.split(';').next().unwrap_or_default();
            // The most specific range that matches a type decides.
            for (found, ranges) in
                [(&mut csv, ["*/*", "text/*", CSV]), (&mut json, ["*/*", "application/*", JSON])]
            {
                if let Some(precision) = ranges.iter().position(|range| *range == media_range)
                    && precision + 1 > found.0
                {
                    *found = (precision + 1, quality);
                }
            }
        }
        Self { prefers_csv: csv.1 > json.1 }
    }
}

impl<'a> ApiExtractor<'a> for Accept {
    const TYPES: &'static [ApiExtractorType] = &[];

    type ParamType = ();
    type ParamRawType = ();

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> Result<Self> {
        Ok(Self::of(request.headers()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_guarded_numbers_are_not_and_both_come_back() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+44 20", "'+44 20"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-5.00", "-5.00"),
            ("'=1", "''=1"),
            ("'-5", "''-5"),
            ("'quoted'", "'quoted'"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!((guarded(text).as_ref(), unguarded(cell)), (cell, text));
        }
    }

    #[test]
    fn json_is_the_default_and_the_most_specific_range_decides() {
        for (header, csv) in [
            ("", false),
            ("*/*", false),
            ("application/json", false),
            ("image/png", false),
            ("text/html,application/xhtml+xml,*/*;q=0.8", false),
            ("text/csv, application/json", false),
            ("text/csv;q=0.5, application/json", false),
            ("text/csv;q=0, */*", false),
            ("text/csv", true),
            ("TEXT/CSV; header=present", true),
            ("text/*", true),
            ("text/csv, */*;q=0.1", true),
            ("application/json;q=0.3, text/csv;q=0.4", true),
            ("application/json;q=0, */*", true),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT, header.parse().unwrap())]);
            assert_eq!(Accept::of(&headers).prefers_csv, csv, "{header}");
        }
    }
}
