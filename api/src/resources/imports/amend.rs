//! Amends the rows of a file that is kept after its dry run: cells that could not be read, and whose rows they are. Then the file
//! is judged again.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, import_chunks, imports};

use import_chunks::Column as C;

use super::kept;
use super::mapping::targets::SAME;
use super::mapping::{MappedColumn, Mapping, distinct};
use super::rows_of::rows_of;
use crate::error::AppError;
use crate::state::App;

/// The heading of the column that is added to say whose rows they are.
const SAME_HEADING: &str = "Contact here";

/// What is amended in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amended {
    /// The new texts of cells, by the places of their columns.
    pub cells: BTreeMap<usize, String>,
    /// Whose row it is: the number of a contact, or the word for a new one.
    pub same: Option<String>,
    /// Whether the row is emptied, so that nothing of it is imported.
    pub is_left_out: bool,
}

/// Writes amended rows, by their numbers, into the file of a dry run, and lets it be judged again.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there.
pub async fn amend(
    app: &App,
    account: AccountScope,
    id: i64,
    mut rows: BTreeMap<i64, Amended>,
) -> Result<(), AppError> {
    let tx = app.store.begin();
    let mut import = kept::open(&tx, account, id).await?;
    if import.import_awaits_columns {
        return Err(AppError::Busy("choose the columns of the file first".to_owned()));
    }
    let width = serde_json::from_str::<Vec<String>>(&import.import_header)?.len();
    for row in rows.values_mut() {
        row.cells.retain(|at, _| *at < width);
    }
    let says_same = rows.values().any(|row| row.same.is_some());
    let same_at = if says_same { column_of_same(&mut import)? } else { None };
    let chunks = account.find::<import_chunks::Entity>().filter(C::ImportId.eq(id)).order_by_asc(C::FirstRow);
    let chunks = chunks.select_only().columns([C::Id, C::FirstRow]);
    let chunks: Vec<(i64, i64)> = chunks.into_tuple().all(&tx).await?;
    let mut by_chunk: BTreeMap<i64, BTreeMap<i64, Amended>> = BTreeMap::new();
    for (row, amended) in rows {
        let place = chunks.partition_point(|(_, first_row)| *first_row <= row);
        if let Some((chunk_id, _)) = place.checked_sub(1).and_then(|place| chunks.get(place)) {
            by_chunk.entry(*chunk_id).or_default().insert(row, amended);
        }
    }
    // A row with too many cells stays one: they must not say whose it is.
    let added_at = same_at.filter(|at| *at == width);
    if added_at.is_some() {
        for (chunk_id, _) in &chunks {
            by_chunk.entry(*chunk_id).or_default();
        }
    }
    for (chunk_id, rows) in by_chunk {
        let chunk = account.find_id::<import_chunks::Entity>(chunk_id).one(&tx).await?;
        let mut chunk = chunk.ok_or(AppError::NotFound)?;
        chunk.chunk_text = rewritten(&chunk, rows, (same_at, added_at))?;
        account.replace::<import_chunks::Entity>(&tx, chunk).await?;
    }
    kept::judge_again(&tx, app, account, import).await?;
    tx.commit().await?;
    app.import_waker.wake();
    Ok(())
}

/// Returns the place of the column that says whose rows they are. Adds it if there is none. A file whose headings are the names
/// of fields has no mapping, and cannot have it.
fn column_of_same(import: &mut imports::Model) -> Result<Option<usize>, AppError> {
    let Some(mapping) = &import.import_mapping else { return Ok(None) };
    let mut mapping: Mapping = serde_json::from_str(mapping)?;
    let known = mapping.columns.iter().position(|column| column.field.as_deref() == Some(SAME));
    if known.is_some() {
        return Ok(known);
    }
    let mut headings: Vec<String> = serde_json::from_str(&import.import_header)?;
    headings.push(SAME_HEADING.to_owned());
    headings = distinct(&headings);
    let heading = headings.last().cloned().unwrap_or_default();
    let field = Some(SAME.to_owned());
    mapping.columns.push(MappedColumn { heading, field, values: BTreeMap::new() });
    import.import_header = serde_json::to_string(&headings)?;
    import.import_mapping = Some(serde_json::to_string(&mapping)?);
    Ok(Some(headings.len() - 1))
}

/// Returns the text of a chunk with amended rows.
fn rewritten(
    chunk: &import_chunks::Model,
    mut rows: BTreeMap<i64, Amended>,
    (same_at, added_at): (Option<usize>, Option<usize>),
) -> Result<Vec<u8>, AppError> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows_of(chunk) {
        let (row, record) = row?;
        let mut cells: Vec<&str> = record.iter().collect();
        if let Some(at) = added_at.filter(|at| cells.len() > *at) {
            cells.insert(at, "");
        }
        let amended = rows.remove(&row).unwrap_or_default();
        let same = same_at.zip(amended.same.as_ref());
        for (at, text) in amended.cells.iter().map(|(at, text)| (*at, text)).chain(same) {
            cells.resize(cells.len().max(at + 1), "");
            // A field of a form has no line breaks: a cell that nobody has changed keeps its own.
            if !cells[at].split_whitespace().eq(text.split_whitespace()) {
                cells[at] = text;
            }
        }
        if amended.is_left_out {
            cells.fill("");
        }
        writer.write_record(cells).map_err(|error| AppError::Internal(error.into()))?;
    }
    writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))
}
