//! The rows that had problems, each with its problems: a file for their owner to mend and to import again.

use bytes::Bytes;
use futures_util::{Stream, stream};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Store;
use shared::database::row_security::confined;
use shared::entities::{AccountScope, SystemScope, import_failed_rows, imports};

use super::batch::FailedRow;
use crate::error::AppError;
use crate::http::csv::guarded;

/// The column with the problems of a row. An import ignores it, because it is not a field.
pub const COLUMN: &str = "import_problems";
/// How long rows and files are kept.
pub const KEPT_MS: i64 = 7 * 24 * 3_600_000;
/// How many rows of an import are kept, and how many bytes of them. The rest are only counted: an owner with so many
/// rows to mend mends the file. A row of two bytes takes a hundred here.
pub const ROWS_MAX: i64 = 10_000;
const BYTES_MAX: i64 = 32 * 1024 * 1024;
/// How many rows are read at once. A row has at most 1 MiB.
const CHUNK: u64 = 100;

/// Stores rows that had problems, as far as there is room for them.
pub(super) async fn store(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    failed: Vec<FailedRow>,
) -> Result<(), AppError> {
    // The import's count has these rows, too.
    let before = import.failed_count - i64::try_from(failed.len()).unwrap_or(i64::MAX);
    if failed.is_empty() || before >= ROWS_MAX {
        return Ok(());
    }
    let (rows, mut bytes) = stored(connection, import).await?;
    let room = usize::try_from(ROWS_MAX - rows).unwrap_or(0);
    let row = |failed: FailedRow| {
        Ok(import_failed_rows::Model {
            id: 0,
            account_id: import.account_id,
            import_id: import.id,
            failed_row: failed.row,
            failed_cells: serde_json::to_string(&failed.cells)?,
            failed_problems: failed.problems,
            created_at_ms: import.active_at_ms,
        })
    };
    let rows = failed.into_iter().take(room).map(row).collect::<Result<Vec<_>, AppError>>()?;
    let fits = |row: &import_failed_rows::Model| {
        bytes += i64::try_from(row.failed_cells.len() + row.failed_problems.len()).unwrap_or(i64::MAX);
        bytes <= BYTES_MAX
    };
    let rows = rows.into_iter().take_while(fits).collect();
    AccountScope::new(import.account_id).insert_all::<import_failed_rows::Entity>(connection, rows).await?;
    Ok(())
}

/// Returns how many rows of an import are stored, and how many bytes they have.
async fn stored(connection: &impl ConnectionTrait, import: &imports::Model) -> Result<(i64, i64), AppError> {
    use import_failed_rows::Column;
    let bytes =
        "CAST(COALESCE(SUM(OCTET_LENGTH(failed_cells) + OCTET_LENGTH(failed_problems)), 0) AS BIGINT)";
    let account = AccountScope::new(import.account_id);
    let rows = account.find::<import_failed_rows::Entity>().filter(Column::ImportId.eq(import.id));
    let counts = rows.select_only().expr(Column::Id.count()).expr(Expr::cust(bytes));
    let counts: Option<(i64, i64)> = counts.into_tuple().one(connection).await?;
    Ok(counts.unwrap_or_default())
}

/// Returns whether an import has rows to be mended.
pub async fn exist(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    import_id: i64,
) -> Result<bool, AppError> {
    let rows = account.find::<import_failed_rows::Entity>();
    let rows = rows.filter(import_failed_rows::Column::ImportId.eq(import_id));
    Ok(rows.one(connection).await?.is_some())
}

/// Streams the rows of an import as a CSV file, with the file's header, and a separator between its columns.
pub fn file(
    store: &Store,
    account: AccountScope,
    import: &imports::Model,
    separator: u8,
) -> Result<impl Stream<Item = Result<Bytes, AppError>> + Send + use<>, AppError> {
    let mut header: Vec<String> = serde_json::from_str(&import.import_header)?;
    let width = header.len();
    header.push(COLUMN.to_owned());
    let head = line(&header, separator)?;
    let (store, import_id) = (store.clone(), import.id);
    let rows = stream::try_unfold(Some(0), move |after| {
        let store = store.clone();
        async move {
            let Some(after) = after else { return Ok(None) };
            // In a task of its own, so that a client that stops reading does not park a query in the middle.
            let chunk = async move { chunk(&store, account, import_id, (width, separator), after).await };
            let chunk = tokio::spawn(confined(account.account_id(), chunk));
            chunk.await.map_err(|panic| AppError::Internal(panic.into()))?.map(Some)
        }
    });
    Ok(futures_util::StreamExt::chain(stream::iter([Ok(Bytes::from(head))]), rows))
}

async fn chunk(
    store: &Store,
    account: AccountScope,
    import_id: i64,
    (width, separator): (usize, u8),
    after: i64,
) -> Result<(Bytes, Option<i64>), AppError> {
    use import_failed_rows::Column;
    let rows = account.find::<import_failed_rows::Entity>().filter(Column::ImportId.eq(import_id));
    let rows = rows.filter(Column::Id.gt(after)).order_by_asc(Column::Id).limit(CHUNK);
    let rows = rows.all(store.read()).await?;
    let next = rows.last().filter(|_| rows.len() as u64 == CHUNK).map(|row| row.id);
    let mut text = Vec::new();
    for row in rows {
        let mut cells: Vec<String> = serde_json::from_str(&row.failed_cells)?;
        // The problems stand in their column, also in a row with too few cells or too many.
        cells.resize(cells.len().max(width), String::new());
        cells.insert(width, row.failed_problems);
        text.extend(line(&cells, separator)?);
    }
    Ok((text.into(), next))
}

/// Writes cells that no spreadsheet treats as formulas.
fn line(cells: &[String], separator: u8) -> Result<Vec<u8>, AppError> {
    let internal = |error: csv::Error| AppError::Internal(error.into());
    let mut writer = csv::WriterBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    writer.write_record(cells.iter().map(|cell| guarded(cell).into_owned())).map_err(internal)?;
    writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))
}

/// Removes the rows that have been kept long enough. Returns how many it removed.
pub async fn remove_old(store: &Store, now_ms: i64) -> Result<u64, shared::Error> {
    let old = import_failed_rows::Column::CreatedAtMs.lt(now_ms - KEPT_MS);
    let removal = SystemScope.delete::<import_failed_rows::Entity>().filter(old);
    Ok(removal.exec(store.write()).await?.rows_affected)
}
