//! Stores a file in chunks of whole rows while it arrives. So neither the memory nor the transactions grow with the
//! file.

use std::ops::{Deref, DerefMut};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, TryStreamExt};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QuerySelect};
use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::crypto::bytes::hex;
use shared::database::row_security::carried;
use shared::entities::{AccountScope, import_chunks, imports};
use shared::process::crash;
use shared::values::choices::{AuditAction, Choice, ImportKind, ImportStatus};

use crate::accounts::audit::Actor;
use crate::error::AppError;
use crate::http::body::drain;
use crate::http::csv::FILE_MAX;
use crate::records::importable::Importable;
use crate::resources::imports::audit;
use crate::resources::imports::batch::RowProblem;
use crate::resources::imports::failed_rows;
use crate::resources::imports::layout::{COLUMNS_MAX, Layout};
use crate::resources::imports::mapping::translator::Translator;
use crate::resources::imports::mapping::{Mapping, distinct, guess};
use crate::resources::imports::reading::{self, FileKind};
use crate::resources::imports::worker::{LogCause, store_problems};
use crate::resources::kinds::of_kind;
use crate::state::App;

pub use super::room::{UNFINISHED_MAX, too_many};
pub use super::splitter::ROW_MAX;
use super::splitter::{Chunk, Splitter};

/// The purpose of a file: which records its rows are to become.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// The account that gets the records.
    pub account: AccountScope,
    /// The kind of the records.
    pub kind: ImportKind,
    /// Whether the rows are only checked.
    pub dry_run: bool,
    /// The name of a file that is kept after its dry run, so that it can be imported without being sent again.
    pub file_name: Option<String>,
    /// What the columns mean, if the headings are not all names of fields. Without it, a file that is kept awaits its
    /// columns then.
    pub mapping: Option<Mapping>,
}

/// A file that has arrived.
pub struct Received {
    /// The file's import, which is not queued yet. None if the account has too many unfinished imports: the file is not
    /// stored then, but its request may have been answered before.
    pub import: Option<Arriving>,
    /// The file's SHA-256.
    pub hash: [u8; 32],
}

/// An import that is not queued yet. Dropping it removes the import, because its caller has gone away.
pub struct Arriving {
    app: App,
    import: imports::Model,
    is_over: bool,
}

impl Arriving {
    /// Returns the import, which is queued now and stays.
    pub fn queued(mut self) -> imports::Model {
        self.is_over = true;
        self.import.clone()
    }

    /// Removes the import, because its file cannot be used or is not wanted. If that fails, the drop tries again in the
    /// background, and nobody waits for it.
    pub async fn remove(mut self) {
        self.is_over = remove(&self.app, &self.import).await.is_ok();
    }
}

impl Deref for Arriving {
    type Target = imports::Model;

    fn deref(&self) -> &imports::Model {
        &self.import
    }
}

impl DerefMut for Arriving {
    fn deref_mut(&mut self) -> &mut imports::Model {
        &mut self.import
    }
}

impl Drop for Arriving {
    fn drop(&mut self) {
        if self.is_over {
            return;
        }
        let (app, import) = (self.app.clone(), self.import.clone());
        tokio::spawn(carried(async move {
            if let Err(error) = remove(&app, &import).await {
                // The worker gives it up after a while.
                let (import_id, error) = (import.id, LogCause(&error));
                tracing::warn!(import_id, %error, "could not remove an unused file; the worker will do it");
            }
        }));
    }
}

/// Stores a file, if the account has room for it. The caller must then [queue] or [remove](Arriving::remove) it. A file
/// that cannot be used, or that breaks off, leaves nothing behind.
pub async fn receive(
    app: &App,
    purpose: Purpose,
    body: impl Stream<Item = std::io::Result<Bytes>> + Unpin,
) -> Result<Received, AppError> {
    let mut hash = Sha256::new();
    let mut import = None;
    // The stream must not be polled again after its end.
    let mut body = body.inspect_ok(|bytes| hash.update(bytes)).fuse();
    match store(app, purpose, &mut body, &mut import).await {
        Ok(()) => {
            drop(body);
            Ok(Received { import, hash: hash.finalize().into() })
        }
        Err(error) => {
            if let Some(import) = import {
                import.remove().await;
            }
            drain(body).await;
            Err(error)
        }
    }
}

async fn store(
    app: &App,
    purpose: Purpose,
    body: &mut (impl Stream<Item = std::io::Result<Bytes>> + Unpin),
    import: &mut Option<Arriving>,
) -> Result<(), AppError> {
    let mut received = 0;
    let sent = body.map(move |bytes| {
        let bytes = bytes.map_err(|error| AppError::from_body_error("file", &error))?;
        received += bytes.len();
        if received > FILE_MAX { Err(AppError::PayloadTooLarge(FILE_MAX)) } else { Ok(bytes) }
    });
    let (kind, mut text) = reading::as_text(sent).await?;
    let knows = of_kind!(purpose.kind, R => guess::known::<R>);
    let (mut splitter, mut is_stored) = (Splitter::new(knows), true);
    loop {
        let bytes = text.next().await.transpose()?;
        match &bytes {
            Some(bytes) => splitter.push(bytes)?,
            None => splitter.end()?,
        }
        if import.is_none() && is_stored {
            if let Some(names) = splitter.header.clone() {
                let header = Header { names, row: splitter.header_row(), kind };
                *import = begin(app, &purpose, header).await?;
                is_stored = import.is_some();
            } else if bytes.is_none() {
                return Err(AppError::invalid("", "the file is empty: its first row must name the columns"));
            }
        }
        if let Some(import) = import {
            import.import_format = differs(kind, &splitter, import);
            while let Some(chunk) = splitter.full.pop_front() {
                save(app, import, chunk).await?;
                crash::point("import.received");
            }
        } else {
            splitter.full.clear();
        }
        if bytes.is_none() {
            return Ok(());
        }
    }
}

/// Returns how a file differs from the usual one, if it does.
fn differs(kind: FileKind, splitter: &Splitter, import: &imports::Model) -> Option<String> {
    match kind {
        FileKind::Text if import.import_header_row > 1 => Some(
            splitter.differs().unwrap_or_else(|| format!("headings in row {}", import.import_header_row)),
        ),
        FileKind::Text => splitter.differs(),
        _ => Some("workbook".to_owned()),
    }
}

/// The row with the headings.
struct Header {
    names: Vec<String>,
    row: i64,
    kind: FileKind,
}

/// Checks the headings, and creates the import, unless the account has too many.
async fn begin(app: &App, purpose: &Purpose, header: Header) -> Result<Option<Arriving>, AppError> {
    let Purpose { account, kind, dry_run, file_name, mapping } = purpose.clone();
    let is_kept = dry_run && file_name.is_some();
    let Understood { names, mapping, ignored, awaits_columns } =
        of_kind!(kind, R => understood::<R>(header.names, header.kind, mapping, is_kept)?);
    let unfinished = account.find::<imports::Entity>().filter(imports::Column::FinishedAtMs.is_null());
    let tx = app.store.begin();
    account.lock(&tx).await?;
    if unfinished.count(&tx).await? >= UNFINISHED_MAX {
        return Ok(None);
    }
    let now_ms = app.clock.now_ms();
    let import = imports::Model {
        id: 0,
        account_id: account.account_id(),
        import_kind: kind,
        import_status: ImportStatus::Receiving,
        import_dry_run: dry_run,
        import_header: serde_json::to_string(&names)?,
        import_error: None,
        row_count: 0,
        processed_count: 0,
        created_count: 0,
        updated_count: 0,
        failed_count: 0,
        problem_count: 0,
        created_at_ms: now_ms,
        active_at_ms: now_ms,
        finished_at_ms: None,
        import_keeps_file: is_kept,
        import_file_name: file_name,
        import_mapping: mapping.map(|mapping| serde_json::to_string(&mapping)).transpose()?,
        import_header_row: header.row,
        import_format: None,
        import_awaits_columns: awaits_columns,
        skipped_count: 0,
        import_file_hash: None,
        import_undoes_id: None,
        import_undone_row: None,
    };
    let mut import = account.insert::<imports::Entity>(&tx, import).await?;
    let ignored = ignored.into_iter().map(|name| {
        let message = format!("{name} is no field of {} and is ignored", kind.as_str());
        RowProblem { row: header.row, column: Some(name), message }
    });
    store_problems(&tx, &mut import, ignored.collect()).await?;
    let import = account.replace::<imports::Entity>(&tx, import).await?;
    let import = Arriving { app: app.clone(), import, is_over: false };
    // Commit in a task of its own. If the caller goes away meanwhile, the task drops the import, which removes it.
    let committed = tokio::spawn(carried(async move { tx.commit().await.map(|()| import) }));
    Ok(Some(committed.await.map_err(|error| AppError::Internal(error.into()))??))
}

/// The headings of a file, and what is known of them.
struct Understood {
    names: Vec<String>,
    mapping: Option<Mapping>,
    ignored: Vec<String>,
    awaits_columns: bool,
}

/// Finds out what the columns of a file mean. A file that is kept may await its columns.
fn understood<R: Importable>(
    mut names: Vec<String>,
    kind: FileKind,
    mapping: Option<Mapping>,
    is_kept: bool,
) -> Result<Understood, AppError> {
    while kind != FileKind::Text && names.last().is_some_and(|name| name.trim().is_empty()) {
        names.pop();
    }
    if mapping.is_none() {
        let layout = Layout::new::<R>(&names);
        let is_clear = |layout: &Layout| layout.ignored.iter().all(|name| name == failed_rows::COLUMN);
        match layout {
            Ok(layout) if !is_kept || is_clear(&layout) => {
                return Ok(Understood { names, mapping, ignored: layout.ignored, awaits_columns: false });
            }
            Err(problems) if !is_kept || names.len() > COLUMNS_MAX => {
                return Err(AppError::Invalid(problems));
            }
            _ => {}
        }
    }
    if names.len() > COLUMNS_MAX {
        let rule = format!("the file must not have more than {COLUMNS_MAX} columns");
        return Err(AppError::invalid("", rule));
    }
    let names = distinct(&names);
    let Some(mapping) = mapping else {
        return Ok(Understood { names, mapping: None, ignored: Vec::new(), awaits_columns: true });
    };
    let mapping = mapping.completed::<R>(&names).map_err(AppError::Invalid)?;
    Translator::check::<R>(&mapping)?;
    Ok(Understood { names, mapping: Some(mapping), ignored: Vec::new(), awaits_columns: false })
}

/// Stores the next chunk of a file.
async fn save(app: &App, import: &mut imports::Model, chunk: Chunk) -> Result<(), AppError> {
    let Chunk { first_row, rows, bytes } = chunk;
    let (account_id, import_id) = (import.account_id, import.id);
    let chunk = import_chunks::Model { id: 0, account_id, import_id, first_row, chunk_text: bytes };
    let tx = app.store.begin();
    AccountScope::new(account_id).insert::<import_chunks::Entity>(&tx, chunk).await?;
    import.row_count += rows;
    record_progress(&tx, app, import, ImportStatus::Receiving).await?;
    tx.commit().await?;
    Ok(())
}

/// Queues the import of a file that is stored. One that awaits its columns has ended instead, until somebody chooses them. The audit
/// log tells of an import that writes.
pub async fn queue(
    tx: &Transaction,
    app: &App,
    actor: Actor,
    import: &mut imports::Model,
    hash: &[u8; 32],
) -> Result<(), AppError> {
    import.import_file_hash = Some(hex(hash));
    if import.import_awaits_columns {
        import.finished_at_ms = Some(app.clock.now_ms());
        return record_progress(tx, app, import, ImportStatus::Finished).await;
    }
    record_progress(tx, app, import, ImportStatus::Queued).await?;
    if !import.import_dry_run {
        audit::record(tx, actor, import, AuditAction::Imported).await?;
    }
    Ok(())
}

/// Records how far a file has arrived.
async fn record_progress(
    tx: &Transaction,
    app: &App,
    import: &mut imports::Model,
    status: ImportStatus,
) -> Result<(), AppError> {
    import.import_status = status;
    import.active_at_ms = app.clock.now_ms();
    // Exclude an import that has been given up meanwhile.
    let update = AccountScope::new(import.account_id)
        .update::<imports::Entity>()
        .col_expr(imports::Column::ImportStatus, Expr::value(status))
        .col_expr(imports::Column::RowCount, Expr::value(import.row_count))
        .col_expr(imports::Column::ActiveAtMs, Expr::value(import.active_at_ms))
        .col_expr(imports::Column::FinishedAtMs, Expr::value(import.finished_at_ms))
        .col_expr(imports::Column::ImportFormat, Expr::value(import.import_format.clone()))
        .col_expr(imports::Column::ImportFileHash, Expr::value(import.import_file_hash.clone()))
        .filter(imports::Column::Id.eq(import.id))
        .filter(imports::Column::ImportStatus.eq(ImportStatus::Receiving));
    if update.exec(tx).await?.rows_affected == 0 {
        return Err(AppError::TooSlow("the file broke off: no part of it arrived for too long".to_owned()));
    }
    Ok(())
}

async fn remove(app: &App, import: &imports::Model) -> Result<(), AppError> {
    use shared::entities::import_problems;
    let account = AccountScope::new(import.account_id);
    let tx = app.store.begin();
    // If the import was queued after all, keep it: only its caller has not heard of that.
    let receiving = account.find_id::<imports::Entity>(import.id).lock_exclusive();
    let receiving = receiving.filter(imports::Column::ImportStatus.eq(ImportStatus::Receiving));
    if receiving.one(&tx).await?.is_none() {
        return Ok(());
    }
    let problems = import_problems::Column::ImportId.eq(import.id);
    account.delete::<import_problems::Entity>().filter(problems).exec(&tx).await?;
    let chunks = import_chunks::Column::ImportId.eq(import.id);
    account.delete::<import_chunks::Entity>().filter(chunks).exec(&tx).await?;
    account.delete::<imports::Entity>().filter(imports::Column::Id.eq(import.id)).exec(&tx).await?;
    tx.commit().await?;
    Ok(())
}
