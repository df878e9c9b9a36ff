//! Lists of records as the rows of a file. No cell is JSON: a list is one cell with its values, and a list of objects is
//! one cell for each of their fields.

use std::borrow::Cow;

use bytes::Bytes;
use poem_openapi::registry::Registry;
use serde::Serialize;
use serde_json::value::RawValue;

use super::columns::{Export, ItemColumn, Items, MemberColumns};
use super::pairs::flatten;
use super::{guarded, values};
use crate::http::error::AppError;
use crate::http::json::parse_object;
use crate::http::operation::Payload;

/// The columns of a CSV file of records.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The members of a record, in their order.
    members: Vec<(&'static str, Option<&'static MemberColumns>)>,
}

impl Sheet {
    /// Makes the columns for a kind of records.
    pub(super) fn new<T: Payload>(export: &'static Export) -> Self {
        let properties = T::describe(&mut Registry::new()).properties;
        let names = properties.iter().map(|(name, _)| *name).chain(export.linked.iter().copied());
        let columns = |name| export.members.iter().find(|columns| columns.member == name);
        Self { members: names.map(|name| (name, columns(name))).collect() }
    }

    /// Writes the header row.
    pub fn header(&self) -> Result<Bytes, AppError> {
        let columns = self.members.iter().flat_map(|(name, columns)| match columns {
            Some(columns) => columns.columns.iter().map(|column| column.column).collect(),
            None => vec![*name],
        });
        write(std::iter::once(columns.map(Cow::Borrowed)))
    }

    /// Writes records as rows.
    pub fn rows(&self, records: &[impl Serialize]) -> Result<Bytes, AppError> {
        let records = records.iter().map(serde_json::to_vec).collect::<Result<Vec<_>, _>>()?;
        let rows = records.iter().map(|json| self.row(json)).collect::<Result<Vec<_>, _>>()?;
        write(rows)
    }

    fn row<'a>(&self, json: &'a [u8]) -> Result<Vec<Cow<'a, str>>, AppError> {
        let mut cells = Vec::with_capacity(self.members.len());
        // The columns and the JSON members both have the order of the record's declaration.
        for ((_, columns), (_, value)) in self.members.iter().zip(object(json)?) {
            match columns {
                Some(columns) => cells.extend(columns.cells(value)?),
                None => cells.push(cell(text(value)?)),
            }
        }
        Ok(cells)
    }
}

impl MemberColumns {
    /// Writes the cells of an object, or of a list of objects.
    fn cells<'a>(&self, value: &'a RawValue) -> Result<Vec<Cow<'a, str>>, AppError> {
        let objects: Vec<&RawValue> = match value.get().as_bytes().first() {
            Some(b'[') => serde_json::from_str(value.get())?,
            Some(b'{') => vec![value],
            _ => Vec::new(),
        };
        let mut objects =
            objects.into_iter().map(|json| object(json.get().as_bytes())).collect::<Result<Vec<_>, _>>()?;
        let is_primary = |object: &Object<'_>| {
            object.iter().any(|(name, value)| Some(&**name) == self.primary && value.get() == "1")
        };
        objects.sort_by_key(|object| !is_primary(object));
        let field = |object: &Object<'a>, field: &str| {
            let found = object.iter().find(|(name, _)| name == field);
            found.map_or(Ok(Cow::Borrowed("")), |(_, value)| text(value))
        };
        let column = |column: &ItemColumn| {
            let texts = objects.iter().map(|object| field(object, column.field));
            let mut texts = texts.collect::<Result<Vec<_>, _>>()?;
            Ok(cell(match column.items {
                Items::First if texts.is_empty() => "".into(),
                Items::First => texts.swap_remove(0),
                Items::Others => values::join(texts.get(1..).unwrap_or_default()).into(),
                Items::All => values::join(&texts).into(),
            }))
        };
        self.columns.iter().map(column).collect()
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

fn cell(text: Cow<'_, str>) -> Cow<'_, str> {
    match guarded(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(guarded) => guarded.into(),
    }
}

fn write<'a>(
    rows: impl IntoIterator<Item = impl IntoIterator<Item = Cow<'a, str>>>,
) -> Result<Bytes, AppError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
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
