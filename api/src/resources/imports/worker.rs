//! Imports: files whose rows become records.
//!
//! While a file [arrives](super::upload), it is stored in chunks of whole rows. Then the import is queued. Any process
//! may do the next step of an import. A step is one transaction: it imports the rows of one chunk, with their events,
//! deletes the chunk, and updates the import's counts. So an import survives every crash, continues exactly where it
//! stopped, and imports no row twice. A row becomes the body that would write the same record through the API, and the
//! same rules apply to it (`layout`, `batch`).
//!
//! An account's imports run one after the other. The imports of several accounts take turns.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, FromQueryResult, QueryFilter, QueryOrder};
use shared::Transaction;
use shared::database::row_security::confined;
use shared::database::statement::{columns, skip_locked, sql};
use shared::entities::{
    AccountScope, SystemScope, import_chunks, import_external_ids, import_problems, imports,
};
use shared::process::backoff::Backoff;
use shared::process::crash;
use shared::times::ms;
use shared::values::choices::{EventType, ImportStatus};

use crate::auth::Caller;
use crate::error::AppError;
use crate::records::events::emit_to_those_who_ask;
use crate::records::importable::Importable;
use crate::records::list::search::one_of;
use crate::records::{Context, name_taken_field};
use crate::resources::kinds::of_kind;
use crate::state::App;
use crate::times::BROKEN_OFF_AFTER;

use super::batch::{self, Outcome, RowProblem};
use super::import::Import;
use super::{failed_rows, kept, rows, splitter, undo};

/// How many problems of an import are stored. The rest are only counted.
pub const PROBLEMS_MAX: i64 = 1000;
/// The numbers of rows after which PostgreSQL analyses the table. It keeps its plans for checking foreign keys, and a
/// plan that was made when the table was empty scans the whole table for every row.
const ANALYZE_AFTER: [i64; 3] = [1, 5_000, 50_000];
/// How often to look for imports that another process has left behind.
const POLL: Duration = Duration::from_secs(1);
/// How often files that are no longer kept are removed.
const CLEAN_EVERY: Duration = Duration::from_mins(10);

/// Runs imports until the future is dropped, which is safe at any moment.
pub async fn run(app: App) {
    let mut backoff = Backoff::default();
    let mut cleaned = None;
    loop {
        match step(&app).await {
            Ok(true) => backoff.reset(),
            Ok(false) => {
                backoff.reset();
                if let Err(error) = give_up_broken_off(&app).await {
                    tracing::warn!(error = %LogCause(&error), "could not end imports that broke off; trying again");
                }
                if cleaned.is_none_or(|at: Instant| at.elapsed() >= CLEAN_EVERY) {
                    cleaned = Some(Instant::now());
                    if let Err(error) = remove_old(&app).await {
                        tracing::warn!(%error, "could not remove files that are no longer kept; trying again later");
                    }
                }
                app.import_waker.wait(POLL).await;
            }
            Err(error) => {
                tracing::warn!(error = %LogCause(&error), "could not continue the imports; trying again");
                backoff.wait().await;
            }
        }
    }
}

/// Removes files, and rows that had problems, that have been kept long enough.
pub async fn remove_old(app: &App) -> Result<(), shared::Error> {
    let now_ms = app.clock.now_ms();
    failed_rows::remove_old(&app.store, now_ms).await?;
    kept::remove_old(&app.store, now_ms).await?;
    Ok(())
}

/// Does the next step of the import that has waited longest. Returns whether there was one.
pub async fn step(app: &App) -> Result<bool, AppError> {
    let tx = app.store.begin();
    let Some(mut import) = claim(&tx).await? else {
        tx.commit().await?;
        return Ok(false);
    };
    let before = import.clone();
    let imported = Box::pin(import_next_chunk(app, &tx, &mut import));
    match confined(before.account_id, imported).await {
        Ok(()) => {}
        Err(error) if may_pass(&error) => {
            tx.rollback().await;
            if matches!(error, AppError::StatementTooLong(_)) {
                halve_next_chunk(app, &import).await?;
            }
            yield_turn(app, import.id).await?;
            return Err(error);
        }
        Err(error) => {
            tracing::error!(import_id = import.id, error = %LogCause(&error), "an internal error ended an import");
            tx.rollback().await;
            return fail(app, import.id).await.map(|()| true);
        }
    }
    crash::point("import.written");
    tx.commit().await?;
    crash::point("import.committed");
    app.metrics.imported(&before, &import);
    let passes = |count: &i64| (before.processed_count + 1..=import.processed_count).contains(count);
    if ANALYZE_AFTER.iter().any(passes) && app.store.backend() == DbBackend::Postgres {
        // A table has the name of its kind.
        app.store.write().execute_unprepared(&format!("ANALYZE {}", import.import_kind)).await?;
    }
    if import.finished_at_ms.is_some() {
        let imports::Model { id, account_id, created_count, updated_count, failed_count, .. } = import;
        tracing::info!(
            import_id = id,
            account_id,
            created_count,
            updated_count,
            failed_count,
            "import finished"
        );
    }
    Ok(true)
}

/// Locks the import that has waited longest. Of each account, only the running import counts, or else the first. Imports
/// that another process works on are skipped.
async fn claim(tx: &Transaction) -> Result<Option<imports::Model>, AppError> {
    let text = format!(
        "SELECT {} FROM imports i
         WHERE i.finished_at_ms IS NULL AND i.import_status <> 'receiving' AND NOT EXISTS (
             SELECT 1 FROM imports e WHERE e.account_id = i.account_id AND e.id <> i.id
                 AND e.finished_at_ms IS NULL AND e.import_status <> 'receiving'
                 AND (e.import_status = 'running' OR i.import_status <> 'running' AND e.id < i.id))
         ORDER BY i.active_at_ms, i.id LIMIT 1 {}",
        columns::<imports::Entity>("i"),
        skip_locked(tx.get_database_backend(), "i")
    );
    let row = tx.query_one_raw(sql(tx, text, Vec::new())).await?;
    Ok(row.map(|row| imports::Model::from_query_result(&row, "")).transpose()?)
}

/// Imports the rows of a chunk. Keeps the future on the heap, because it is as large as a whole operation.
async fn apply<R: Importable>(
    tx: &Transaction,
    context: Context,
    import: &imports::Model,
    chunk: &import_chunks::Model,
) -> Result<Outcome, AppError> {
    let account = AccountScope::new(import.account_id);
    // Only a dry run looks for contacts who are archived.
    let undone = if import.import_dry_run { undo::contacts(tx, account).await? } else { HashSet::new() };
    Box::pin(batch::apply::<R>(tx, context, import, chunk, &undone)).await.map_err(name_taken_field::<R>)
}

/// Imports the rows of the next chunk.
async fn import_next_chunk(app: &App, tx: &Transaction, import: &mut imports::Model) -> Result<(), AppError> {
    let account = AccountScope::new(import.account_id);
    tx.confine(import.account_id).await?;
    import.import_status = ImportStatus::Running;
    import.active_at_ms = app.clock.now_ms();
    let caller = Caller::of_account(tx, account).await?.ok_or(AppError::NotFound)?;
    let context = Context::new(app, caller.importing(import.id));
    let is_done = match import.import_undoes_id {
        Some(undone_id) => match undo::next_part(tx, &context, import, undone_id).await? {
            Some(outcome) => add(tx, import, outcome).await.map(|()| false)?,
            None => true,
        },
        None => match next_chunk(tx, import).await? {
            Some(chunk) => {
                let outcome =
                    of_kind!(import.import_kind, R => apply::<R>(tx, context, import, &chunk).await?);
                add(tx, import, outcome).await?;
                let done = import_chunks::Column::Id.eq(chunk.id);
                if !import.import_keeps_file {
                    account.delete::<import_chunks::Entity>().filter(done).exec(tx).await?;
                }
                import.processed_count >= import.row_count
            }
            None => true,
        },
    };
    if is_done || is_hopeless(import) {
        import.import_status = ImportStatus::Finished;
        if !is_done {
            import.import_status = ImportStatus::Failed;
            import.import_error = Some(hopeless(import));
            let rest = import_chunks::Column::ImportId.eq(import.id);
            account.delete::<import_chunks::Entity>().filter(rest).exec(tx).await?;
        }
        import.finished_at_ms = Some(app.clock.now_ms());
        let used = import_external_ids::Column::ImportId.eq(import.id);
        account.delete::<import_external_ids::Entity>().filter(used).exec(tx).await?;
        tell(tx, app, import.clone()).await?;
    }
    account.replace::<imports::Entity>(tx, import.clone()).await?;
    Ok(())
}

/// Adds what the next rows have come to.
async fn add(tx: &Transaction, import: &mut imports::Model, outcome: Outcome) -> Result<(), AppError> {
    let Outcome { created, updated, failed, skipped, problems, failed_rows, done } = outcome;
    import.processed_count += created + updated + failed + skipped;
    import.skipped_count += skipped;
    import.created_count += created;
    import.updated_count += updated;
    import.failed_count += failed;
    store_problems(tx, import, problems).await?;
    failed_rows::store(tx, import, failed_rows).await?;
    rows::store(tx, import, done).await
}

/// Tells those who ask that an import has ended.
async fn tell(tx: &Transaction, app: &App, import: imports::Model) -> Result<(), AppError> {
    let account = AccountScope::new(import.account_id);
    let Some(caller) = Caller::of_account(tx, account).await? else { return Ok(()) };
    let (id, caller) = (import.id, caller.importing(import.id));
    let context = Context::new(app, caller);
    emit_to_those_who_ask(tx, &context, EventType::ImportsFinished, id, &Import::from(import)).await
}

/// Returns whether every row so far had problems, and so many had that the rest of the file is not worth the work.
fn is_hopeless(import: &imports::Model) -> bool {
    if import.import_undoes_id.is_some() {
        return false;
    }
    let tried = import.processed_count - import.skipped_count;
    import.failed_count >= failed_rows::ROWS_MAX && import.failed_count == tried
}

fn hopeless(import: &imports::Model) -> String {
    format!(
        "all of the first {} rows have problems, so the rest was not tried: mend the file, and import it again",
        import.processed_count
    )
}

/// Splits the next chunk of an import in two, if it has several rows, because all of them together take too long.
async fn halve_next_chunk(app: &App, import: &imports::Model) -> Result<(), AppError> {
    let account = AccountScope::new(import.account_id);
    let tx = app.store.begin();
    let Some(mut chunk) = next_chunk(&tx, import).await? else { return Ok(()) };
    let Some((rows, bytes)) = splitter::middle(&chunk.chunk_text) else { return Ok(()) };
    let chunk_text = chunk.chunk_text.split_off(bytes);
    let second = import_chunks::Model { first_row: chunk.first_row + rows, chunk_text, ..chunk.clone() };
    account.replace::<import_chunks::Entity>(&tx, chunk).await?;
    account.insert::<import_chunks::Entity>(&tx, second).await?;
    tx.commit().await?;
    tracing::warn!(import_id = import.id, rows, "rows of an import took too long; trying fewer at once");
    Ok(())
}

async fn next_chunk(
    tx: &Transaction,
    import: &imports::Model,
) -> Result<Option<import_chunks::Model>, AppError> {
    let chunks = AccountScope::new(import.account_id).find::<import_chunks::Entity>();
    let mut chunks = chunks.filter(import_chunks::Column::ImportId.eq(import.id));
    if import.import_keeps_file {
        // The chunks before it are done and kept. The rows follow the one with the headings.
        let done = import.processed_count + import.import_header_row;
        chunks = chunks.filter(import_chunks::Column::FirstRow.gt(done));
    }
    Ok(chunks.order_by_asc(import_chunks::Column::FirstRow).one(tx).await?)
}

/// Puts an import behind those of other accounts.
async fn yield_turn(app: &App, import_id: i64) -> Result<(), AppError> {
    let now_ms = Expr::value(app.clock.now_ms());
    let update = SystemScope.update::<imports::Entity>().col_expr(imports::Column::ActiveAtMs, now_ms);
    update.filter(imports::Column::Id.eq(import_id)).exec(app.store.write()).await?;
    Ok(())
}

/// Adds problems to those of an import.
pub(crate) async fn store_problems(
    connection: &impl ConnectionTrait,
    import: &mut imports::Model,
    problems: Vec<RowProblem>,
) -> Result<(), AppError> {
    let room = usize::try_from(PROBLEMS_MAX - import.problem_count).unwrap_or(0);
    import.problem_count += i64::try_from(problems.len()).unwrap_or(i64::MAX);
    let kept = problems.into_iter().take(room).map(|problem| import_problems::Model {
        id: 0,
        account_id: import.account_id,
        import_id: import.id,
        problem_row: problem.row,
        problem_column: problem.column,
        problem_message: problem.message,
    });
    let account = AccountScope::new(import.account_id);
    account.insert_all::<import_problems::Entity>(connection, kept.collect()).await?;
    Ok(())
}

/// Returns whether trying again can help: the database was unavailable or took too long, another change took a unique
/// value first, or the database's schema is not the one that this program expects.
fn may_pass(error: &AppError) -> bool {
    match error {
        AppError::Unavailable(_) | AppError::StatementTooLong(_) | AppError::Conflict(..) => true,
        AppError::Internal(cause) => {
            cause.downcast_ref::<shared::Error>().is_some_and(shared::Error::is_general)
        }
        _ => false,
    }
}

/// Ends an import, because its next rows caused an internal error.
async fn fail(app: &App, import_id: i64) -> Result<(), AppError> {
    let message = "the rows after the processed ones met an error of the service, which its log has";
    end_as_failed(app, "i.id = $1", import_id, message).await.map(|_| ())
}

/// Ends imports whose files broke off with the process that received them.
async fn give_up_broken_off(app: &App) -> Result<(), AppError> {
    let condition = "i.import_status = 'receiving' AND i.active_at_ms < $1";
    let since_ms = app.clock.now_ms() - ms(BROKEN_OFF_AFTER);
    let count =
        end_as_failed(app, condition, since_ms, "the file broke off before it had arrived whole").await?;
    if count > 0 {
        tracing::warn!(imports = count, "ended imports whose files broke off");
    }
    Ok(())
}

async fn end_as_failed(app: &App, condition: &str, value: i64, message: &str) -> Result<u64, AppError> {
    let tx = app.store.begin();
    // Update first, because that locks the imports: none of them continues while its chunks are deleted.
    let text = format!(
        "UPDATE imports AS i SET import_status = 'failed', import_error = $2, finished_at_ms = $3
         WHERE i.finished_at_ms IS NULL AND {condition} RETURNING id"
    );
    let values = vec![value.into(), message.into(), app.clock.now_ms().into()];
    let ended = tx.query_all_raw(sql(&tx, text, values)).await?;
    let ids = ended.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
    if !ids.is_empty() {
        let theirs = |column| one_of(tx.get_database_backend(), column, ids.clone());
        let chunks = theirs(Expr::col(import_chunks::Column::ImportId));
        SystemScope.delete::<import_chunks::Entity>().filter(chunks).exec(&tx).await?;
        let used = theirs(Expr::col(import_external_ids::Column::ImportId));
        SystemScope.delete::<import_external_ids::Entity>().filter(used).exec(&tx).await?;
        let ended = theirs(Expr::col(imports::Column::Id));
        for import in SystemScope.find::<imports::Entity>().filter(ended).all(&tx).await? {
            tell(&tx, app, import).await?;
        }
    }
    tx.commit().await?;
    Ok(ended.len() as u64)
}

/// The cause of an error, for the log. Callers of the API do not see it.
pub struct LogCause<'a>(pub &'a AppError);

impl std::fmt::Display for LogCause<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match std::error::Error::source(self.0) {
            Some(cause) => write!(f, "{cause}"),
            None => write!(f, "{}", self.0),
        }
    }
}
