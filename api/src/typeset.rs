//! Letters as pages for a printer: it breaks text into lines, sets tables, and writes one PDF.
//!
//! This knows nothing of records: it gets a [`Head`], which all letters of a run share, and the [`Letter`]s, and sets each
//! on pages of its own. The address stands where the windows of the usual envelopes are (DIN lang, C5 and No. 10). The
//! same input always makes the same bytes. The text can be selected and searched.

mod face;
mod flow;
mod lines;
mod logo;
mod page;
mod paper;
mod pdf;
mod table;

use serde::{Deserialize, Serialize};
use shared::values::choices::{Choice, Locale};

pub use face::lacking;
pub use logo::{BYTES_MAX as LOGO_BYTES_MAX, content_type as logo_type};
pub use paper::Paper;
pub use pdf::{check_logo, write};

/// What stands on all letters of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The name of the organisation.
    pub organisation: String,
    /// The lines of its address.
    pub address: Vec<String>,
    /// Its number with the tax office, for the foot of each page.
    pub tax_id: Option<String>,
    /// Who signs, and as what, unless a letter says it itself.
    pub signer: Vec<String>,
    /// The small print at the end of each letter that has none of its own.
    pub legal: Option<String>,
    /// The size of the pages.
    pub paper: Paper,
}

/// The text of a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Letter {
    /// The lines of the address, the name first.
    pub to: Vec<String>,
    /// The day of the letter, in words.
    pub date: String,
    /// The line above the text.
    pub subject: String,
    /// Paragraphs and tables, in order, before the signature.
    pub parts: Vec<Part>,
    /// Tables after the signature.
    pub enclosed: Vec<Table>,
    /// The language of what the pages say themselves. Letters of an earlier version have none.
    #[serde(default)]
    pub locale: Locale,
    /// Who signs, and as what, if it is not what the head says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signer: Vec<String>,
    /// The small print, if it is not that of the head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<String>,
}

/// A part of a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// A paragraph. A line break in it stays.
    Text(String),
    /// A table.
    Table(Table),
}

/// A table. The last column is on the right if it has amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The line above it.
    pub heading: String,
    /// The heads of the columns, which are repeated on each page, each with its part of the width, in hundredths.
    pub columns: Vec<(String, u8)>,
    /// Whether the last column has amounts.
    pub has_amounts: bool,
    /// The rows: a text for each column.
    pub rows: Vec<Vec<String>>,
    /// The rows of totals: what each is, and the amount.
    pub totals: Vec<(String, String)>,
}

/// Returns the language of most of these letters, each with its number, for what is said of all of them.
pub fn locale_of(letters: &[(i64, Letter)]) -> Locale {
    let count = |locale: &Locale| letters.iter().filter(|(_, letter)| letter.locale == *locale).count();
    // Of two with as many letters, it is the first in the order of the languages.
    Locale::ALL.iter().rev().copied().max_by_key(count).unwrap_or_default()
}

impl Head {
    /// Returns the lines of the address without the name, with which some addresses begin: it stands above them already.
    fn address(&self) -> &[String] {
        let is_name = |line: &str| line.trim().to_lowercase() == self.organisation.trim().to_lowercase();
        match self.address.split_first() {
            Some((first, others)) if is_name(first) => others,
            _ => &self.address,
        }
    }
}

impl Letter {
    /// Returns who signs the letter below this head, and as what.
    pub fn signer<'a>(&'a self, head: &'a Head) -> &'a [String] {
        if self.signer.is_empty() { &head.signer } else { &self.signer }
    }

    /// Returns the small print of the letter below this head.
    pub fn legal<'a>(&'a self, head: &'a Head) -> Option<&'a str> {
        self.legal.as_deref().or(head.legal.as_deref())
    }

    /// Returns its tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let in_text = self.parts.iter().filter_map(|part| match part {
            Part::Table(table) => Some(table),
            Part::Text(_) => None,
        });
        in_text.chain(&self.enclosed)
    }

    /// Returns how many characters there are in the words, and how many in the tables.
    pub fn chars(&self) -> (usize, usize) {
        let of_table =
            |table: &Table| -> usize { table.rows.iter().flatten().map(|text| text.chars().count()).sum() };
        let (mut words, mut tables) = (self.subject.chars().count(), 0);
        for part in &self.parts {
            match part {
                Part::Text(text) => words += text.chars().count(),
                Part::Table(table) => tables += of_table(table),
            }
        }
        tables += self.enclosed.iter().map(of_table).sum::<usize>();
        (words, tables)
    }

    /// Returns a character that the typeface lacks, if the letter has one.
    pub fn lacking(&self) -> Option<char> {
        let of_table = |table: &Table| {
            let rows = table.rows.iter().flatten();
            std::iter::once(&table.heading).chain(rows).find_map(|text| lacking(text))
        };
        let of_part = |part: &Part| match part {
            Part::Text(text) => lacking(text),
            Part::Table(table) => of_table(table),
        };
        let texts = self.to.iter().chain([&self.subject]);
        texts
            .map(|text| lacking(text))
            .chain(self.parts.iter().map(of_part))
            .chain(self.enclosed.iter().map(of_table))
            .flatten()
            .next()
    }
}

#[cfg(test)]
mod tests;
