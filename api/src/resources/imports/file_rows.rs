//! The rows of a file, as its import reads them: by its headings, or by the mapping that somebody has chosen.

use chrono::Datelike;
use sea_orm::{ConnectionTrait, QuerySelect};
use shared::entities::{gift_types, imports};

use super::mapping::Mapping;
use super::mapping::names::Name;
use super::mapping::targets::SAME;
use super::mapping::translator::{Same, Translator};
use crate::error::AppError;
use crate::fields::problem::Problem;
use crate::records::Context;
use crate::records::importable::{Importable, Kept};

/// The words with which rows of totals begin, a line for each language.
const TOTALS: [&[&str]; 5] = [
    &["total", "totals", "grand total", "subtotal", "sub total", "sub-total", "sum", "grand totals"],
    &["summe", "gesamt", "gesamtsumme", "zwischensumme", "insgesamt"],
    &["suma", "total general"],
    &["somme", "total général", "sous-total"],
    &["soma", "total geral"],
];

/// How the rows of a file are read.
pub(super) struct Reading {
    /// The fields of the rows that come out.
    pub(super) header: Vec<String>,
    /// How many cells a row of the file has.
    width: usize,
    translator: Option<Translator>,
    /// Whether rows may be shorter than the headings, or end with blank cells, as those of workbooks do.
    is_loose: bool,
}

/// A row of a file.
#[derive(Default)]
pub(super) struct FileRow {
    /// Its cells, as the file has them.
    pub(super) cells: csv::StringRecord,
    /// Its cells by field, if that differs.
    read: Option<Vec<String>>,
    /// The donor in the row of a gift, as the JSON of a `contact_match`.
    pub(super) donor: Option<String>,
    /// The same, if somebody says whose it is instead.
    pub(super) unasked: Option<String>,
    /// The donor's name, if the row says too little else to find the donor by, and nobody says whose it is. With a donor besides, it is
    /// somebody new.
    pub(super) named: Option<Name>,
    /// What somebody says of the contact that it is, or whose it is.
    pub(super) same: Option<Same>,
    /// The problems of cells that could not be read.
    pub(super) problems: Vec<Problem>,
}

impl FileRow {
    /// Makes a row that is read no further.
    pub(super) fn unread(cells: csv::StringRecord) -> Self {
        Self { cells, ..Self::default() }
    }

    /// Returns the cells by field.
    pub(super) fn fields(&self) -> impl Iterator<Item = &str> {
        let read = self.read.iter().flatten().map(String::as_str);
        read.chain(self.cells.iter().filter(|_| self.read.is_none()))
    }
}

/// What a row of a file has come to.
pub(super) enum Read {
    /// It has nothing to import.
    Nothing,
    /// Somebody has left it out.
    LeftOut,
    /// A row of fields.
    Row(Box<FileRow>),
    /// The rule that it breaks, and its cells.
    Wrong(csv::StringRecord, String),
}

impl Reading {
    /// Finds out how the rows of an import's file are read.
    pub(super) async fn new<R: Importable>(
        connection: &impl ConnectionTrait,
        context: &Context,
        import: &imports::Model,
    ) -> Result<Self, AppError> {
        let header: Vec<String> = serde_json::from_str(&import.import_header)?;
        let (width, is_loose) = (header.len(), import.import_format.is_some());
        let Some(mapping) = &import.import_mapping else {
            return Ok(Self { header, width, translator: None, is_loose });
        };
        let mapping: Mapping = serde_json::from_str(mapping)?;
        let mut translator = Translator::new::<R>(mapping, context.today.year());
        translator = translator.with_currency(context.caller.currency.code());
        if translator.header().iter().any(|field| field == "gift_type") {
            let keys = context.caller.account.find::<gift_types::Entity>().select_only();
            let keys = keys.column(gift_types::Column::GiftTypeKey).into_tuple().all(connection).await?;
            translator = translator.with_gift_types(keys);
        }
        Ok(Self { header: translator.header(), width, translator: Some(translator), is_loose: true })
    }

    /// Reads a row.
    pub(super) fn row(&self, mut cells: csv::StringRecord) -> Read {
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return Read::Nothing;
        }
        if self.is_loose {
            cells = self.fitted(&cells);
        }
        if cells.len() != self.width {
            let message = format!("the row must have {} cells, not {}", self.width, cells.len());
            return Read::Wrong(cells, message);
        }
        let Some(translator) = &self.translator else {
            return Read::Row(Box::new(FileRow { cells, ..FileRow::default() }));
        };
        let texts: Vec<_> = cells.iter().collect();
        if is_of_totals(&cells) && translator.has_amounts_alone(&texts) {
            return Read::Nothing;
        }
        let same = translator.same(&texts);
        if matches!(same, Ok(Some(Same::Out))) {
            return Read::LeftOut;
        }
        let (read, mut problems) = translator.row(&texts);
        let is_said = matches!(same, Ok(Some(same)) if same.contact().is_some());
        let mut named = None;
        let (donor, unasked) = match translator.donor(&texts, false) {
            Ok(donor) if is_said => (None, donor),
            Ok(donor) => (donor, None),
            Err(_) if is_said => (None, None),
            Err(problem) => {
                named = Some(translator.donor_name(&texts));
                let is_new = matches!(same, Ok(Some(Same::New)));
                let donor = translator.donor(&texts, true).ok().filter(|_| is_new);
                if donor.is_none() {
                    problems.push(problem);
                }
                (donor.flatten(), None)
            }
        };
        let same = same.unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        Read::Row(Box::new(FileRow { cells, read: Some(read), donor, unasked, named, same, problems }))
    }

    /// Adds the blank cells that a row lacks, and takes away those that it has too many.
    fn fitted(&self, cells: &csv::StringRecord) -> csv::StringRecord {
        let filled = cells.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty());
        let used = filled.last().map_or(0, |(last, _)| last + 1);
        let kept = cells.iter().take(used.max(self.width));
        let missing = self.width.saturating_sub(cells.len());
        kept.chain(std::iter::repeat_n("", missing)).collect()
    }

    /// Returns whether a row leaves out a field, in a new record or in a change, and what is kept then.
    pub(super) fn leaves_out(
        &self,
        field: &str,
        cells: &[&str],
        (is_new, kept): (bool, Option<Kept>),
    ) -> bool {
        self.translator.as_ref().is_some_and(|translator| {
            translator.is_unsaid(field, cells) || !is_new && translator.is_for_new(field, cells, kept)
        })
    }

    /// Returns whether a column says whose a row is.
    pub(super) fn has_same(&self) -> bool {
        self.translator.as_ref().is_some_and(|translator| translator.heading_of(SAME).is_some())
    }

    /// Returns the heading of the column that says whose a row is.
    pub(super) fn heading_of_same(&self) -> &str {
        self.translator.as_ref().and_then(|translator| translator.heading_of(SAME)).unwrap_or(SAME)
    }

    /// Returns a problem with the heading of its column in place of the field.
    pub(super) fn in_heading(&self, (column, problem): (String, Problem)) -> (String, Problem) {
        let heading = self.translator.as_ref().and_then(|translator| translator.heading_of(&column));
        match heading {
            Some(heading) => (heading.to_owned(), Problem { path: heading.to_owned(), ..problem }),
            None => (column, problem),
        }
    }
}

/// Returns whether a row begins like one of totals, and has nothing else but numbers.
fn is_of_totals(cells: &csv::StringRecord) -> bool {
    let mut filled = cells.iter().map(str::trim).filter(|cell| !cell.is_empty());
    let first = filled.next().unwrap_or_default().to_lowercase();
    // As in `Total: 12 people`.
    let first = first.split(':').next().unwrap_or_default().trim();
    TOTALS.iter().any(|words| words.contains(&first))
        && filled.all(|cell| !cell.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(cells: &[&str]) -> csv::StringRecord {
        cells.iter().collect()
    }

    #[test]
    fn a_row_of_totals_has_nothing_but_numbers() {
        assert!(is_of_totals(&record(&["", "Total:", "$1,250.00", ""])));
        assert!(is_of_totals(&record(&["GRAND TOTAL", "12"])));
        assert!(is_of_totals(&record(&["Summe", "1.250,00"])));
        assert!(is_of_totals(&record(&["Total: 12 people", ""])));
        assert!(!is_of_totals(&record(&["Total", "Ada", "5"])));
        assert!(!is_of_totals(&record(&["Totally", "5"])));
    }

    #[test]
    fn a_loose_row_fits_the_headings_unless_it_has_more() {
        let reading = Reading { header: Vec::new(), width: 2, translator: None, is_loose: true };
        let cells = |cells: &[&str]| match reading.row(record(cells)) {
            Read::Row(row) => row.fields().map(str::to_owned).collect::<Vec<_>>().join("|"),
            Read::Nothing | Read::LeftOut => "nothing".to_owned(),
            Read::Wrong(_, rule) => rule,
        };
        assert_eq!(cells(&["a"]), "a|");
        assert_eq!(cells(&["a", "b", " ", ""]), "a|b");
        assert_eq!(cells(&["", " "]), "nothing");
        assert_eq!(cells(&["a", "b", "c", ""]), "the row must have 2 cells, not 3");
    }
}
