//! Files that are kept after their dry run, so that they can be imported without being sent again.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::entities::{
    AccountScope, SystemScope, import_chunks, import_failed_rows, import_problems, import_rows, imports,
};
use shared::values::choices::{AuditAction, ImportKind, ImportStatus};
use shared::{Store, Transaction};

use super::audit;
use super::failed_rows::KEPT_MS;
use super::mapping::translator::Translator;
use super::mapping::{Mapping, remembered};
use super::room::{UNFINISHED_MAX, too_many};
use super::there;
use crate::accounts::audit::Actor;
use crate::error::AppError;
use crate::records::importable::Importable;
use crate::resources::kinds::of_kind;
use crate::state::App;

/// How many files are removed at once.
const BATCH: u64 = 100;
/// The rule for a file that is not at hand.
const IN_USE: &str = "the file cannot be changed: it is being checked, or it is no longer kept";

/// Returns whether the file of an import can be imported now.
pub fn is_ready(import: &imports::Model) -> bool {
    import.import_keeps_file
        && import.import_status == ImportStatus::Finished
        && !import.import_awaits_columns
}

/// Imports the file of a dry run. Returns the new import's id.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there.
pub async fn import(
    app: &App,
    actor: Actor,
    account: AccountScope,
    dry_run_id: i64,
) -> Result<i64, AppError> {
    let tx = app.store.begin();
    account.lock(&tx).await?;
    let dry_run = account.find_id::<imports::Entity>(dry_run_id).lock_exclusive().one(&tx).await?;
    let dry_run = dry_run.ok_or(AppError::NotFound)?;
    if !is_ready(&dry_run) {
        let rule = "the file cannot be imported: its dry run goes on, or it is no longer kept";
        return Err(AppError::Busy(rule.to_owned()));
    }
    let unfinished = account.find::<imports::Entity>().filter(imports::Column::FinishedAtMs.is_null());
    if unfinished.count(&tx).await? >= UNFINISHED_MAX {
        return Err(too_many());
    }
    let now_ms = app.clock.now_ms();
    // Copy only the problems of the header. The new import finds those of the rows anew.
    let of_header = account.find::<import_problems::Entity>();
    let of_header = of_header.filter(import_problems::Column::ImportId.eq(dry_run_id));
    let of_header =
        of_header.filter(import_problems::Column::ProblemRow.lte(dry_run.import_header_row)).all(&tx).await?;
    let import = imports::Model {
        id: 0,
        import_status: ImportStatus::Queued,
        import_dry_run: false,
        import_keeps_file: false,
        processed_count: 0,
        created_count: 0,
        updated_count: 0,
        failed_count: 0,
        skipped_count: 0,
        problem_count: i64::try_from(of_header.len()).unwrap_or(i64::MAX),
        created_at_ms: now_ms,
        active_at_ms: now_ms,
        finished_at_ms: None,
        ..dry_run.clone()
    };
    let import = account.insert::<imports::Entity>(&tx, import).await?;
    audit::record(&tx, actor, &import, AuditAction::Imported).await?;
    let id = import.id;
    let of_header = of_header.into_iter().map(|problem| import_problems::Model { import_id: id, ..problem });
    account.insert_all::<import_problems::Entity>(&tx, of_header.collect()).await?;
    let chunks =
        account.update::<import_chunks::Entity>().filter(import_chunks::Column::ImportId.eq(dry_run_id));
    chunks.col_expr(import_chunks::Column::ImportId, Expr::value(id)).exec(&tx).await?;
    there::take_over(&tx, account, (dry_run_id, id)).await?;
    // What the rows would become has been seen.
    let seen = import_rows::Column::ImportId.eq(dry_run_id);
    account.delete::<import_rows::Entity>().filter(seen).exec(&tx).await?;
    account.replace::<imports::Entity>(&tx, imports::Model { import_keeps_file: false, ..dry_run }).await?;
    tx.commit().await?;
    app.import_waker.wake();
    Ok(id)
}

/// Returns whether the columns of an import's file can be chosen now.
pub fn may_choose(import: &imports::Model) -> bool {
    import.import_keeps_file && import.import_status == ImportStatus::Finished
}

/// Locks an import whose file is kept and can be judged again.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there.
pub(super) async fn open(
    tx: &Transaction,
    account: AccountScope,
    id: i64,
) -> Result<imports::Model, AppError> {
    account.lock(tx).await?;
    let import = account.find_id::<imports::Entity>(id).lock_exclusive().one(tx).await?;
    let import = import.ok_or(AppError::NotFound)?;
    if !may_choose(&import) {
        return Err(AppError::Busy(IN_USE.to_owned()));
    }
    let unfinished = account.find::<imports::Entity>().filter(imports::Column::FinishedAtMs.is_null());
    if unfinished.count(tx).await? >= UNFINISHED_MAX {
        return Err(too_many());
    }
    Ok(import)
}

/// Removes what was found of the rows of a file, and returns its import without it. The problems of the headings stay.
async fn cleared(
    tx: &Transaction,
    account: AccountScope,
    import: imports::Model,
) -> Result<imports::Model, AppError> {
    use import_problems::Column as P;
    let problems = || P::ImportId.eq(import.id);
    let of_rows = problems().and(P::ProblemRow.gt(import.import_header_row));
    account.delete::<import_problems::Entity>().filter(of_rows).exec(tx).await?;
    let kept = account.find::<import_problems::Entity>().filter(problems()).count(tx).await?;
    let failed = import_failed_rows::Column::ImportId.eq(import.id);
    account.delete::<import_failed_rows::Entity>().filter(failed).exec(tx).await?;
    // What somebody said of rows that are there already stays.
    let alike =
        import_rows::Column::ImportId.eq(import.id).and(import_rows::Column::LastRow.gt(there::NO_ROW));
    account.delete::<import_rows::Entity>().filter(alike).exec(tx).await?;
    Ok(imports::Model {
        import_error: None,
        processed_count: 0,
        created_count: 0,
        updated_count: 0,
        failed_count: 0,
        skipped_count: 0,
        problem_count: i64::try_from(kept).unwrap_or(i64::MAX),
        ..import
    })
}

/// Queues a kept file to be judged again. What was found before, but for the problems of the headings, is removed.
pub(super) async fn judge_again(
    tx: &Transaction,
    app: &App,
    account: AccountScope,
    import: imports::Model,
) -> Result<(), AppError> {
    let import = imports::Model {
        import_status: ImportStatus::Queued,
        import_awaits_columns: false,
        active_at_ms: app.clock.now_ms(),
        finished_at_ms: None,
        ..cleared(tx, account, import).await?
    };
    account.replace::<imports::Entity>(tx, import).await?;
    Ok(())
}

/// Judges the rows of a kept file by a mapping, in place of what was found before, and remembers the mapping.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there; 422 if the file cannot be imported with the mapping.
pub async fn judge(app: &App, account: AccountScope, id: i64, mapping: Mapping) -> Result<(), AppError> {
    let tx = app.store.begin();
    let import = open(&tx, account, id).await?;
    let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
    let mapping = of_kind!(import.import_kind, R => completed::<R>(mapping, &headings)?);
    // With a mapping, no heading is a problem.
    account
        .delete::<import_problems::Entity>()
        .filter(import_problems::Column::ImportId.eq(id))
        .exec(&tx)
        .await?;
    let now_ms = app.clock.now_ms();
    remembered::remember(&tx, account, (import.import_kind, &headings), &mapping, now_ms).await?;
    let import_mapping = Some(serde_json::to_string(&mapping)?);
    judge_again(&tx, app, account, imports::Model { import_mapping, ..import }).await?;
    tx.commit().await?;
    app.import_waker.wake();
    Ok(())
}

/// Lets a kept file be imported as another kind of records: its columns are to be chosen anew.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there.
pub async fn import_as(
    app: &App,
    account: AccountScope,
    id: i64,
    import_kind: ImportKind,
) -> Result<(), AppError> {
    let tx = app.store.begin();
    let import = cleared(&tx, account, open(&tx, account, id).await?).await?;
    let import = imports::Model { import_kind, import_mapping: None, import_awaits_columns: true, ..import };
    account.replace::<imports::Entity>(&tx, import).await?;
    tx.commit().await?;
    Ok(())
}

fn completed<R: Importable>(mapping: Mapping, headings: &[String]) -> Result<Mapping, AppError> {
    let mapping = mapping.completed::<R>(headings).map_err(AppError::Invalid)?;
    Translator::check::<R>(&mapping)?;
    Ok(mapping)
}

/// Returns whether an import can be taken off the list: it was only judged, so that no record has come of it.
pub fn may_remove(import: &imports::Model) -> bool {
    import.import_dry_run && import.finished_at_ms.is_some()
}

/// Takes a file that was only judged off the list, with all that was found of its rows.
///
/// # Errors
/// [`AppError::NotFound`] if there is no such dry run, and 409 if it goes on.
pub async fn remove(app: &App, actor: Actor, account: AccountScope, id: i64) -> Result<(), AppError> {
    let tx = app.store.begin();
    account.lock(&tx).await?;
    let import = account.find_id::<imports::Entity>(id).lock_exclusive().one(&tx).await?;
    let import = import.filter(|import| import.import_dry_run).ok_or(AppError::NotFound)?;
    if !may_remove(&import) {
        return Err(AppError::Busy(IN_USE.to_owned()));
    }
    audit::record(&tx, actor, &import, AuditAction::ImportCheckRemoved).await?;
    let found = import_problems::Column::ImportId.eq(id);
    account.delete::<import_problems::Entity>().filter(found).exec(&tx).await?;
    let failed = import_failed_rows::Column::ImportId.eq(id);
    account.delete::<import_failed_rows::Entity>().filter(failed).exec(&tx).await?;
    let alike = import_rows::Column::ImportId.eq(id);
    account.delete::<import_rows::Entity>().filter(alike).exec(&tx).await?;
    let chunks = import_chunks::Column::ImportId.eq(id);
    account.delete::<import_chunks::Entity>().filter(chunks).exec(&tx).await?;
    account.delete::<imports::Entity>().filter(imports::Column::Id.eq(id)).exec(&tx).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes the files that have been kept long enough. Returns how many it removed.
pub async fn remove_old(store: &Store, now_ms: i64) -> Result<u64, shared::Error> {
    let mut removed = 0;
    loop {
        let tx = store.begin();
        let old = SystemScope.find::<imports::Entity>().filter(imports::Column::ImportKeepsFile.eq(true));
        let old = old.filter(imports::Column::FinishedAtMs.lt(now_ms - KEPT_MS)).limit(BATCH);
        let ids = old.lock_exclusive().select_only().column(imports::Column::Id);
        let ids: Vec<i64> = ids.into_tuple().all(&tx).await?;
        let forget = SystemScope.update::<imports::Entity>().filter(imports::Column::Id.is_in(ids.clone()));
        forget.col_expr(imports::Column::ImportKeepsFile, Expr::value(false)).exec(&tx).await?;
        let chunks = import_chunks::Column::ImportId.is_in(ids.clone());
        SystemScope.delete::<import_chunks::Entity>().filter(chunks).exec(&tx).await?;
        let seen = import_rows::Column::ImportId.is_in(ids.clone());
        SystemScope.delete::<import_rows::Entity>().filter(seen).exec(&tx).await?;
        tx.commit().await?;
        removed += ids.len() as u64;
        if (ids.len() as u64) < BATCH {
            return Ok(removed);
        }
    }
}
