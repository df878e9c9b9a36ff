//! Lists of records as the rows of a file. No cell is JSON: a list is one cell with its values, and a list of objects is
//! one cell for each of their fields.

use std::borrow::Cow;

use bytes::Bytes;
use poem_openapi::registry::Registry;
use serde::Serialize;
use serde_json::value::RawValue;
use shared::events::include::Included;
use shared::values::choices::{Include, Locale};

use super::pairs::flatten;
use super::people::BYTE_ORDER_MARK;
use super::words::Words;
use super::{guarded, people, unguarded, values};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::columns::{Export, Filled, GIVING, GIVING_FOR_PEOPLE, ItemColumn, Items, MemberColumns};
use crate::fields::field::Entry;
use crate::fields::json::parse_object;
use crate::fields::labels;
use crate::locale::{LetterLocales, column_separator, decimal_mark};

/// The columns of a CSV file of records.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The members of a record, in their order.
    members: Vec<(&'static str, Option<&'static MemberColumns>)>,
    /// The differences in a file for people.
    people: Option<People>,
    /// The places of the columns that the file has, if not all.
    chosen: Option<Vec<usize>>,
    /// The languages in which it addresses people.
    letters: LetterLocales,
}

/// The differences in a file for people.
#[derive(Clone, Debug)]
struct People {
    /// The headings of the members, in English.
    headings: Vec<String>,
    filled: Filled,
    words: Words,
}

impl Sheet {
    /// Makes the columns for a kind of records.
    pub(super) fn new<T: Payload>(export: &'static Export) -> Self {
        let properties = T::describe(&mut Registry::new()).properties;
        let names = properties.iter().map(|(name, _)| *name).chain(export.linked.iter().copied());
        let columns = |name| export.members.iter().find(|columns| columns.member == name);
        let members = names.map(|name| (name, columns(name))).collect();
        Self { members, people: None, chosen: None, letters: LetterLocales::default() }
    }

    /// Addresses people in these languages.
    pub(super) fn addressing(self, letters: LetterLocales) -> Self {
        Self { letters, ..self }
    }

    /// Returns the languages in which it addresses people.
    pub(super) fn letters(&self) -> &LetterLocales {
        &self.letters
    }

    /// Leaves out the columns that are not included, and adds what contacts have given if it is.
    pub(super) fn showing(mut self, included: &Included) -> Self {
        let before = std::mem::take(&mut self.members).into_iter().enumerate();
        let (kept, shown): (Vec<_>, Vec<_>) = before.filter(|(_, (name, _))| included.shows(name)).unzip();
        self.members = shown;
        if let Some(people) = &mut self.people {
            people.headings = kept.into_iter().map(|i| std::mem::take(&mut people.headings[i])).collect();
        }
        if included.has(Include::Giving) {
            let columns = if self.people.is_some() { &GIVING_FOR_PEOPLE } else { &GIVING };
            self.members.push((columns.member, Some(columns)));
        }
        self
    }

    /// Makes it a file for people: with headings in place of names, in the language of the request that is answered. `entries`
    /// are the fields that can be changed.
    pub(super) fn for_people<T: Payload>(self, export: &'static Export, entries: &[Entry]) -> Self {
        let columns = |name| export.people.members.iter().find(|columns| columns.member == name);
        let further = export.people.further;
        let names =
            self.members.into_iter().map(|(name, _)| name).chain(further.iter().map(|(name, _)| *name));
        let members: Vec<_> = names.map(|name| (name, columns(name))).collect();
        let heading = |(name, _): &(&'static str, _)| {
            let further = further.iter().map(|(name, heading)| (name, heading));
            let mut linked = export.linked.iter().zip(export.people.linked).chain(further);
            let linked = linked.find(|(linked, _)| *linked == name);
            linked.map_or_else(|| labels::heading(name, entries), |(_, heading)| (*heading).to_owned())
        };
        let headings = members.iter().map(heading).collect();
        let people = People { headings, filled: export.people.filled, words: Words::of::<T>() };
        Self { members, people: Some(people), chosen: None, letters: self.letters }
    }

    /// Returns whether it is a file for people.
    pub(super) fn is_for_people(&self) -> bool {
        self.people.is_some()
    }

    /// Leaves only the columns with these headings, which are English ones, in this order.
    ///
    /// # Errors
    /// A heading that no column has.
    pub(super) fn choosing(mut self, headings: &[String]) -> Result<Self, String> {
        let known = self.headings();
        let place =
            |heading: &String| known.iter().position(|known| known == heading).ok_or_else(|| heading.clone());
        let chosen = headings.iter().map(place).collect::<Result<_, _>>()?;
        self.chosen = Some(chosen);
        Ok(self)
    }

    /// Returns those of the cells that the file has.
    fn chosen<'a>(&self, cells: Vec<Cow<'a, str>>) -> Vec<Cow<'a, str>> {
        match &self.chosen {
            Some(places) => places.iter().filter_map(|place| cells.get(*place).cloned()).collect(),
            None => cells,
        }
    }

    /// Returns all columns: the field of each, and its name or English heading.
    fn columns(&self) -> Vec<(&'static str, Cow<'_, str>)> {
        let name = |i: usize, name: &'static str| match &self.people {
            Some(people) => Cow::Borrowed(people.headings[i].as_str()),
            None => Cow::Borrowed(name),
        };
        let members = self.members.iter().enumerate();
        let columns = members.flat_map(|(i, (member, columns))| match columns {
            Some(columns) => columns.columns.iter().map(|one| (one.field, one.column.into())).collect(),
            None => vec![(*member, name(i, member))],
        });
        columns.collect()
    }

    /// Returns the names or English headings of all columns.
    pub(super) fn headings(&self) -> Vec<Cow<'_, str>> {
        self.columns().into_iter().map(|(_, heading)| heading).collect()
    }

    /// Returns the names of all columns, or their headings in the language of a file for people.
    pub(super) fn spoken_headings(&self) -> Vec<Cow<'_, str>> {
        let columns = self.columns().into_iter();
        let spoken = columns.map(|(field, heading)| match &self.people {
            Some(people) => Cow::Owned(people.words.heading(field, &heading)),
            None => heading,
        });
        spoken.collect()
    }

    /// Writes the header row.
    pub fn header(&self) -> Result<Bytes, AppError> {
        let header = self.write(std::iter::once(self.chosen(self.spoken_headings())))?;
        Ok(match self.people {
            Some(_) => [BYTE_ORDER_MARK.as_bytes(), &header].concat().into(),
            None => header,
        })
    }

    /// Writes records as rows.
    pub fn rows(&self, records: &[impl Serialize]) -> Result<Bytes, AppError> {
        let records = records.iter().map(serde_json::to_vec).collect::<Result<Vec<_>, _>>()?;
        let rows = records.iter().map(|json| self.row(json)).collect::<Result<Vec<_>, _>>()?;
        self.write(rows)
    }

    /// Returns the language that decides how numbers and columns are written: that of a file for people, or English.
    fn locale(&self) -> Locale {
        self.people.as_ref().map_or(Locale::En, |people| people.words.locale())
    }

    /// Returns the texts of records in its columns, without the marks that guard a spreadsheet.
    pub(super) fn texts(&self, records: &[impl Serialize]) -> Result<Vec<Vec<String>>, AppError> {
        let texts = |record| {
            let json = serde_json::to_vec(record)?;
            Ok(self.row(&json)?.iter().map(|cell| unguarded(cell).to_owned()).collect())
        };
        records.iter().map(texts).collect()
    }

    fn row<'a>(&self, json: &'a [u8]) -> Result<Vec<Cow<'a, str>>, AppError> {
        let mut cells = Vec::with_capacity(self.members.len());
        let record = object(json)?;
        // The columns and the JSON members both have the order of the record's declaration.
        for ((name, columns), (_, value)) in self.members.iter().zip(&record) {
            match columns {
                Some(columns) => cells.extend(self.cells(columns, value)?),
                None => cells.push(self.cell(self.said(name, self.text(value)?, &record))),
            }
        }
        Ok(self.chosen(cells))
    }

    /// Writes a JSON value as [`text`] does, a number with the file's mark before decimals.
    fn text<'a>(&self, value: &'a RawValue) -> Result<Cow<'a, str>, AppError> {
        let is_number = value.get().starts_with(|first: char| first == '-' || first.is_ascii_digit());
        match decimal_mark(self.locale()) {
            ',' if is_number => Ok(value.get().replace('.', ",").into()),
            _ => text(value),
        }
    }

    /// Returns a text as the file says it, filled in if it is empty.
    fn said<'a>(&self, name: &str, own: Cow<'a, str>, object: &Object<'_>) -> Cow<'a, str> {
        let text = self.filled(name, own, object);
        match &self.people {
            Some(people) => people.words.value(name, text),
            None => text,
        }
    }

    /// Returns a text, or if it is empty the text that fills it in.
    fn filled<'a>(&self, name: &str, own: Cow<'a, str>, object: &Object<'_>) -> Cow<'a, str> {
        match &self.people {
            Some(people) if own.is_empty() => {
                let other = |name: &str| self.field(object, name).unwrap_or_default().into_owned();
                (people.filled)(name, &other, &self.letters).into()
            }
            _ => own,
        }
    }

    fn cell<'a>(&self, text: Cow<'a, str>) -> Cow<'a, str> {
        match (&self.people, guarded(&text)) {
            (Some(_), _) => people::cell(text, decimal_mark(self.locale())),
            (None, Cow::Borrowed(_)) => text,
            (None, Cow::Owned(guarded)) => guarded.into(),
        }
    }

    fn joined(&self, texts: &[Cow<'_, str>]) -> String {
        match self.people {
            Some(_) => people::joined(texts),
            None => values::join(texts),
        }
    }

    /// Writes the cells of an object, or of a list of objects.
    fn cells<'a>(&self, columns: &MemberColumns, value: &'a RawValue) -> Result<Vec<Cow<'a, str>>, AppError> {
        let objects: Vec<&RawValue> = match value.get().as_bytes().first() {
            Some(b'[') => serde_json::from_str(value.get())?,
            Some(b'{') => vec![value],
            _ => Vec::new(),
        };
        let mut objects =
            objects.into_iter().map(|json| object(json.get().as_bytes())).collect::<Result<Vec<_>, _>>()?;
        let is_primary = |object: &Object<'_>| {
            object.iter().any(|(name, value)| Some(&**name) == columns.primary && value.get() == "1")
        };
        objects.sort_by_key(|object| !is_primary(object));
        let column = |column: &ItemColumn| {
            let said = |object| Ok(self.said(column.field, self.field(object, column.field)?, object));
            let mut texts = objects.iter().map(said).collect::<Result<Vec<_>, AppError>>()?;
            Ok(self.cell(match column.items {
                Items::First if texts.is_empty() => "".into(),
                Items::First => texts.swap_remove(0),
                Items::Others => self.joined(texts.get(1..).unwrap_or_default()).into(),
                Items::All => self.joined(&texts).into(),
            }))
        };
        columns.columns.iter().map(column).collect()
    }

    /// Returns the text of a field of an object, or nothing.
    fn field<'a>(&self, object: &Object<'a>, field: &str) -> Result<Cow<'a, str>, AppError> {
        let found = object.iter().find(|(name, _)| name == field);
        found.map_or(Ok(Cow::Borrowed("")), |(_, value)| self.text(value))
    }

    fn write<'a>(
        &self,
        rows: impl IntoIterator<Item = impl IntoIterator<Item = Cow<'a, str>>>,
    ) -> Result<Bytes, AppError> {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(column_separator(self.locale()))
            .terminator(csv::Terminator::CRLF)
            .from_writer(Vec::new());
        let internal = |error: csv::Error| AppError::Internal(error.into());
        for row in rows {
            for cell in row {
                writer.write_field(cell.as_bytes()).map_err(internal)?;
            }
            writer.write_record(None::<&[u8]>).map_err(internal)?;
        }
        let bytes = writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))?;
        Ok(bytes.into())
    }
}

type Object<'a> = Vec<(Cow<'a, str>, &'a RawValue)>;

fn object(json: &[u8]) -> Result<Object<'_>, AppError> {
    parse_object(json).map_err(|error| AppError::Internal(error.into()))
}

/// Writes a JSON value as a text: a list as its values, an object as pairs.
fn text(value: &RawValue) -> Result<Cow<'_, str>, AppError> {
    Ok(match value.get().as_bytes().first() {
        Some(b'n') => "".into(),
        Some(b'"') => serde_json::from_str::<String>(value.get())?.into(),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(value.get())?;
            let texts = items.into_iter().map(text).collect::<Result<Vec<_>, _>>()?;
            values::join(&texts).into()
        }
        Some(b'{') => flatten(value).map_or(value.get().into(), Cow::Owned),
        _ => value.get().into(),
    })
}

#[cfg(test)]
mod tests;
