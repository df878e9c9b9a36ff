//! The rows of a part of a file that is stored.

use std::io::Read as _;

use shared::entities::import_chunks;

use crate::error::AppError;

/// Reads the rows of a part, each with its number. Empty lines do not count as rows.
pub(super) fn rows_of(
    chunk: &import_chunks::Model,
) -> impl Iterator<Item = Result<(i64, csv::StringRecord), AppError>> {
    // The reader would drop a byte order mark at the beginning of its input, but within a file it belongs to a cell. The empty
    // line prevents that, and does not count as a row.
    let text = b"\n".chain(&*chunk.chunk_text);
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let row = |(row, record): (i64, Result<_, csv::Error>)| Ok((row, record?));
    let rows = (chunk.first_row..).zip(reader.into_records()).map(row);
    rows.map(|row: Result<_, csv::Error>| row.map_err(|error| AppError::Internal(error.into())))
}
