//! What a kept file would do, row by row: its first rows as they are read, those that failed, and those whose people look like
//! contacts that are there.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{
    AccountScope, import_chunks, import_failed_rows, import_problems, import_rows, imports,
};

use super::batch::{ALIKE, Done, FITS};
use super::file_rows::{Read, Reading};
use super::layout::Layout;
use super::mapping::Mapping;
use super::mapping::targets::{SAME, joins};
use super::rows_of::rows_of;
use crate::error::AppError;
use crate::http::csv::unguarded;
use crate::records::Context;
use crate::records::importable::Importable;

/// How many rows are shown as they are read.
const FIRST_ROWS: usize = 5;
/// How many rows that failed are shown.
const FAILED_MAX: u64 = 25;
/// How many rows are shown whose people look like contacts.
const ALIKE_MAX: usize = 25;
/// How many parts of a file are looked through for them.
const PARTS_MAX: usize = 20;

/// The first rows of a file.
pub struct FirstRows {
    /// The fields that the file has.
    pub fields: Vec<String>,
    /// The numbers of the rows, and their texts by field.
    pub rows: Vec<(i64, Vec<String>)>,
}

/// Reads the first rows of a file that have something to import.
pub async fn first_rows<R: Importable>(
    connection: &impl ConnectionTrait,
    context: &Context,
    import: &imports::Model,
) -> Result<FirstRows, AppError> {
    let reading = Reading::new::<R>(connection, context, import).await?;
    let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
    let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
    let columns: Vec<(usize, String)> = match &mapping {
        Some(mapping) => {
            let columns = mapping.columns.iter().enumerate();
            let fields = columns.filter_map(|(at, column)| Some((at, column.field.clone()?)));
            fields.filter(|(_, field)| field != SAME).collect()
        }
        None => headings.into_iter().enumerate().filter(|(_, name)| Layout::has::<R>(name)).collect(),
    };
    let mut rows = Vec::new();
    for (row, cells) in chunk_of(connection, import, import.import_header_row + 1).await? {
        let own: Vec<String> = cells.iter().map(|cell| unguarded(cell).trim().to_owned()).collect();
        let Read::Row(read) = reading.row(cells) else { continue };
        let fields: Vec<&str> = read.fields().collect();
        let text = |(at, field): &(usize, String)| {
            let place = reading.header.iter().position(|own| own == field && !joins::<R>(field));
            let read = place.and_then(|place| fields.get(place)).filter(|text| !text.is_empty());
            read.map_or_else(|| own.get(*at).cloned().unwrap_or_default(), |text| unguarded(text).to_owned())
        };
        rows.push((row, columns.iter().map(text).collect()));
        if rows.len() == FIRST_ROWS {
            break;
        }
    }
    Ok(FirstRows { fields: columns.into_iter().map(|(_, field)| field).collect(), rows })
}

/// Reads the rows of the part of a file in which a row is, by their numbers.
async fn chunk_of(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    row: i64,
) -> Result<BTreeMap<i64, csv::StringRecord>, AppError> {
    use import_chunks::Column as C;
    let chunks = AccountScope::new(import.account_id).find::<import_chunks::Entity>();
    let chunk = chunks.filter(C::ImportId.eq(import.id)).filter(C::FirstRow.lte(row));
    let Some(chunk) = chunk.order_by_desc(C::FirstRow).one(connection).await? else {
        return Ok(BTreeMap::new());
    };
    rows_of(&chunk).collect()
}

/// A row that failed.
pub struct Failed {
    /// Its number.
    pub row: i64,
    /// The ids of the contacts that its donor fits, if they are several.
    pub contact_ids: Vec<i64>,
    /// Its cells.
    pub cells: Vec<String>,
    /// Its problems, each with the heading of its column.
    pub problems: Vec<(Option<String>, String)>,
}

/// Returns the first rows that failed.
pub async fn failed(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<Vec<Failed>, AppError> {
    use {import_failed_rows::Column as F, import_problems::Column as P};
    let account = AccountScope::new(import.account_id);
    let rows = account.find::<import_failed_rows::Entity>().filter(F::ImportId.eq(import.id));
    let rows = rows.order_by_asc(F::FailedRow).limit(FAILED_MAX).all(connection).await?;
    let problems = account.find::<import_problems::Entity>().filter(P::ImportId.eq(import.id));
    let problems = problems.filter(P::ProblemRow.is_in(rows.iter().map(|row| row.failed_row)));
    let problems = problems.order_by_asc(P::Id).all(connection).await?;
    let failed = |row: import_failed_rows::Model| {
        let own = problems.iter().filter(|problem| problem.problem_row == row.failed_row);
        let own = own.map(|problem| (problem.problem_column.clone(), problem.problem_message.clone()));
        let cells = serde_json::from_str(&row.failed_cells)?;
        Ok(Failed { row: row.failed_row, contact_ids: Vec::new(), cells, problems: own.collect() })
    };
    let mut failed = rows.into_iter().map(failed).collect::<Result<Vec<_>, AppError>>()?;
    let Some(first) = failed.first().map(|failed| failed.row) else { return Ok(failed) };
    let parts = account.find::<import_rows::Entity>().filter(import_rows::Column::ImportId.eq(import.id));
    let parts =
        parts.filter(import_rows::Column::LastRow.gte(first)).order_by_asc(import_rows::Column::LastRow);
    for part in parts.limit(FAILED_MAX).all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        for (row, contact_id, _) in done.into_iter().filter(|(.., made)| *made == FITS) {
            if let Some(failed) = failed.iter_mut().find(|failed| failed.row == row) {
                failed.contact_ids.push(contact_id);
            }
        }
    }
    Ok(failed)
}

/// A row whose person looks like contacts that are there.
pub struct Alike {
    /// Its number.
    pub row: i64,
    /// Its filled cells.
    pub cells: Vec<String>,
    /// The ids of the contacts.
    pub contact_ids: Vec<i64>,
}

/// Returns the first rows whose people look like contacts that are there, and whether there are more.
pub async fn alike(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<(Vec<Alike>, bool), AppError> {
    use import_rows::Column as C;
    let parts = AccountScope::new(import.account_id).find::<import_rows::Entity>();
    let parts = parts.filter(C::ImportId.eq(import.id)).order_by_asc(C::LastRow).limit(PARTS_MAX as u64 + 1);
    let parts = parts.all(connection).await?;
    let has_more = parts.len() > PARTS_MAX;
    let mut alike = Vec::new();
    for part in parts.into_iter().take(PARTS_MAX) {
        let mut done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        done.retain(|(.., made)| *made == ALIKE);
        let rows: BTreeSet<i64> = done.iter().map(|(row, ..)| *row).collect();
        let Some(first) = rows.first() else { continue };
        let mut texts = chunk_of(connection, import, *first).await?;
        for row in rows {
            if alike.len() == ALIKE_MAX {
                return Ok((alike, true));
            }
            let cells = texts.remove(&row).unwrap_or_default();
            let cells = cells.iter().map(|cell| unguarded(cell).trim()).filter(|cell| !cell.is_empty());
            let own = done.iter().filter(|(of, ..)| *of == row).map(|(_, contact_id, _)| *contact_id);
            alike.push(Alike { row, cells: cells.map(str::to_owned).collect(), contact_ids: own.collect() });
        }
    }
    Ok((alike, has_more))
}
