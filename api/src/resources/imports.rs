//! Imports: files whose rows become records. The files are stored here, and
//! [`crate::resources::imports::worker`] imports them.

pub mod amend;
mod audit;
mod batch;
pub mod columns;
pub mod failed_rows;
mod file_rows;
mod import;
pub mod kept;
mod layout;
pub mod mapping;
mod marks;
pub mod preview;
mod reading;
mod renamed;
mod room;
pub mod rows;
mod rows_of;
mod splitter;
pub mod there;
pub mod undo;
pub mod upload;
pub mod worker;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, import_problems, imports};
use shared::values::choices::ImportKind;

use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::Problems;
use crate::fields::types::{AnyObject, Flag, Id, Many, Nullable, Text, Whole};
use crate::http::body::drain;
use crate::http::csv::CsvBody;
use crate::http::query::{PathId, Sent, take};
use crate::http::{Create, Index, Read, Reply};
use crate::idempotency::IdempotencyKey;
use crate::idempotency::run_idempotent;
use crate::object;
use crate::state::App;
pub use import::Import;
use mapping::Mapping;
use tokio::time::Instant;
use upload::{Purpose, Received};

/// How many imports a list shows.
const LIST_MAX: u64 = 100;

object! {
    /// A file whose rows become records, and what is wrong with it.
    ImportWithProblems extends import: Import {
        /// What the columns of the file mean, if a mapping says it
        mapping: Nullable<AnyObject>;
        /// The last import before this one that wrote rows of the same file
        same_file_import_id: Nullable<Id>;
        /// The first 1,000 problems, in the order of the rows
        problems: Many<ImportProblem>;
    }
}

object! {
    /// What is wrong with a row of a file, or with its header.
    ImportProblem {
        /// The number of the row; the header is row 1, and empty lines do not count
        row: Whole<1, { i64::MAX }>;
        /// The column, if the problem is one column's
        column: Nullable<Text<100>>;
        /// The rule that is broken
        message: Text<1000>;
    }
}

impl Payload for ImportWithProblems {
    const KIND: &'static str = Import::KIND;
}

impl From<import_problems::Model> for ImportProblem {
    fn from(row: import_problems::Model) -> Self {
        Self { row: row.problem_row, column: row.problem_column, message: row.problem_message }
    }
}

impl ImportWithProblems {
    /// Loads an import with its problems.
    pub async fn load<C: ConnectionTrait>(
        connection: &C,
        account: AccountScope,
        id: i64,
    ) -> Result<Self, AppError> {
        let import =
            account.find_id::<imports::Entity>(id).one(connection).await?.ok_or(AppError::NotFound)?;
        let problems =
            account.find::<import_problems::Entity>().filter(import_problems::Column::ImportId.eq(id));
        let problems = problems.order_by_asc(import_problems::Column::Id).all(connection).await?;
        let problems = problems.into_iter().map(Into::into).collect();
        let same_file_import_id = same_file(connection, account, &import).await?.map(|before| before.id);
        let mapping = import.import_mapping.clone();
        Ok(Self { import: import.into(), mapping, same_file_import_id, problems })
    }
}

/// The operations on imports.
pub struct Imports(pub App);

#[OpenApi(tag = "DocumentTag::Imports")]
impl Imports {
    /// List the last 100 imports
    ///
    /// Newest first.
    #[oai(path = "/imports", method = "get", operation_id = "listImports")]
    async fn index(&self, caller: Caller) -> Result<Reply<Import, Index>, AppError> {
        let select = caller.account.find::<imports::Entity>().order_by_desc(imports::Column::Id);
        let rows = select.limit(LIST_MAX).all(self.0.store.read()).await?;
        Reply::list(&rows.into_iter().map(Import::from).collect::<Vec<_>>())
    }

    /// Read one import
    ///
    /// Its progress, and the problems found so far.
    #[oai(path = "/imports/:id", method = "get", operation_id = "readImport")]
    async fn read(
        &self,
        caller: Caller,
        id: Path<PathId>,
    ) -> Result<Reply<ImportWithProblems, Read>, AppError> {
        let tx = self.0.store.snapshot().await?;
        let import = ImportWithProblems::load(&tx, caller.account, id.id()).await?;
        tx.end().await?;
        Reply::tagged(&import, 0)
    }

    /// Undo an import
    ///
    /// Makes an import that takes back what this one has written, in the background. Nothing is deleted: a contact that it made is
    /// archived, without its email addresses; a gift becomes void; a pledge and a task are cancelled; and their external ids are free
    /// again, so that the file can be imported anew. A record that it changed gets its former values. What anything else has changed
    /// since stays as it is, as does what other records need, and the undo's `problems` name it.
    #[oai(path = "/imports/:id/undo", method = "post", operation_id = "undoImport")]
    async fn undo(
        &self,
        caller: Caller,
        id: Path<PathId>,
        idempotency_key: IdempotencyKey,
    ) -> Result<Reply<ImportWithProblems, Create>, AppError> {
        let (app, account) = (&self.0, caller.account);
        let actor = caller.actor(app.clock.now_ms());
        let reply = run_idempotent(app, account, idempotency_key, async |tx| {
            let id = undo::ask(tx, app, actor, account, id.id()).await?;
            Ok(Reply::tagged(&ImportWithProblems::load(tx, account, id).await?, 0)?.at(id))
        })
        .await;
        app.import_waker.wake();
        reply
    }
}

/// Returns the last import before this one that wrote rows of the same file, and was not undone.
pub async fn same_file<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    import: &imports::Model,
) -> Result<Option<imports::Model>, AppError> {
    use imports::Column as C;
    let Some(hash) = &import.import_file_hash else { return Ok(None) };
    let same = account.find::<imports::Entity>().filter(C::ImportFileHash.eq(hash.as_str()));
    let same = same.filter(C::ImportKind.eq(import.import_kind)).filter(C::ImportDryRun.eq(false));
    let wrote = Condition::any().add(C::CreatedCount.gt(0)).add(C::UpdatedCount.gt(0));
    let undone = undo::undone(account).into_query();
    let same = same.filter(C::Id.lt(import.id)).filter(wrote).filter(C::Id.not_in_subquery(undone));
    Ok(same.order_by_desc(C::Id).limit(1).one(connection).await?)
}

/// The parameters of an import.
pub(super) struct Asked {
    /// Whether the rows are only judged.
    pub(super) dry_run: Sent<Flag>,
    /// What the columns mean.
    pub(super) mapping: Sent<MappingText>,
}

/// The JSON of a mapping.
pub type MappingText = Text<4000>;

/// Takes a file, and makes an import of it.
pub(super) async fn create(
    app: &App,
    caller: Caller,
    kind: ImportKind,
    asked: Asked,
    idempotency_key: IdempotencyKey,
    CsvBody(body, recheck): CsvBody,
) -> Result<Reply<ImportWithProblems, Create>, AppError> {
    let mut problems = Problems::default();
    let dry_run = take::<Flag>("dry_run", asked.dry_run, &mut problems).unwrap_or_default();
    let text = take::<MappingText>("mapping", asked.mapping, &mut problems);
    let mapping = text.as_deref().map(Mapping::parse).transpose();
    let mapping = problems.check().map_err(AppError::from).and(mapping);
    let mapping = match mapping {
        Ok(mapping) => mapping,
        Err(error) => {
            drain(body.into_bytes_stream()).await;
            return Err(error);
        }
    };
    let purpose = Purpose { account: caller.account, kind, dry_run, file_name: None, mapping };
    let began = Instant::now();
    let Received { mut import, hash } = upload::receive(app, purpose, body.into_bytes_stream()).await?;
    if let Err(error) = recheck.after(began).await {
        if let Some(import) = import {
            import.remove().await;
        }
        return Err(error);
    }
    let idempotency_key = idempotency_key.and(&[u8::from(dry_run)]).and(&hash);
    let idempotency_key = match &text {
        Some(text) => idempotency_key.and(text.as_bytes()),
        None => idempotency_key,
    };
    let actor = caller.actor(app.clock.now_ms());
    let mut is_queued = false;
    let reply = run_idempotent(app, caller.account, idempotency_key, async |tx| {
        let import = import.as_mut().ok_or_else(upload::too_many)?;
        upload::queue(tx, app, actor, import, &hash).await?;
        is_queued = true;
        let import = ImportWithProblems::load(tx, caller.account, import.id).await?;
        let ignored: Vec<_> = import.problems.iter().filter_map(|problem| problem.column.clone()).collect();
        Ok(Reply::tagged(&import, 0)?.at(import.import.id).ignoring(&ignored))
    })
    .await;
    match import {
        Some(import) if is_queued && reply.is_ok() => {
            import.queued();
            app.import_waker.wake();
        }
        // The request was answered before or has failed, so this file is not needed.
        Some(import) => import.remove().await,
        None => {}
    }
    reply
}
