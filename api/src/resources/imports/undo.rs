//! Undoes imports. An undo is an import itself: it waits for its turn, goes on after a crash, and shows its progress and its
//! problems. Part by part, the last rows first, it takes back the records that the other import made, and gives those that it
//! changed their former values. A record that anybody or anything else has changed since stays as it is, unless it is again as the import
//! has left it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant as _, events, import_rows, imports};
use shared::values::choices::{AuditAction, Choice as _, ImportKind, ImportStatus};

use super::audit;
use super::batch::{Outcome, RowProblem};
use super::marks::{CHANGED, DONOR, Done, MADE, THERE};
use super::preview::marked;
use super::renamed::renamed;
use super::there::{self, NO_ROW};
use crate::accounts::audit::Actor;
use crate::auth::{Via, request_of_import};
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::field::Input;
use crate::fields::source::{Members, Source};
use crate::fields::{Payload, Problems};
use crate::records::importable::{Importable, has};
use crate::records::list::search::one_of;
use crate::records::service::holder;
use crate::records::{Context, Resource, changed, name_taken_field, replace};
use crate::resources::kinds::{Contact, Kind, of_kind};
use crate::state::App;

/// How much the clocks of two machines may differ, in milliseconds: the events of an import may be older than the import.
const CLOCKS_APART_MS: i64 = 60_000;
/// The most events of a record that are read. A record with more has been changed since.
const EVENTS_MAX: u64 = 50;

/// Returns why an import cannot be undone, if it cannot.
pub async fn refusal(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    import: &imports::Model,
) -> Result<Option<String>, AppError> {
    use imports::Column as C;
    if import.import_undoes_id.is_some() {
        return Ok(Some("it is an undo itself: import the file again".to_owned()));
    }
    let wrote = import.created_count + import.updated_count > 0;
    let is_known = marked(import, &[CHANGED, MADE, DONOR]).one(connection).await?.is_some();
    if import.import_dry_run || !wrote && !is_known {
        return Ok(Some("it has written nothing".to_owned()));
    }
    if of_kind!(import.import_kind, R => R::TAKEN_BACK.is_none()) {
        let kind = import.import_kind;
        return Ok(Some(format!("{kind} are not taken back: change them one by one")));
    }
    if let Some(undo) = of(connection, account, import.id).await?
        && (undo.finished_at_ms.is_none() || undo.failed_count == 0)
    {
        return Ok(Some(format!("import {} has undone it, or does it now", undo.id)));
    }
    let unfinished = account.find::<imports::Entity>().filter(C::FinishedAtMs.is_null());
    if unfinished.count(connection).await? > 0 {
        return Ok(Some("an import of this account goes on: try again when it has ended".to_owned()));
    }
    let removed = Removed::of(connection, account).await?;
    if removed.until_ms() >= Some(import.created_at_ms) {
        return Ok(Some("the events of its time, which tell what it changed, are no longer kept".to_owned()));
    }
    if !is_known {
        return Ok(Some("it is from before the service kept which records an import wrote".to_owned()));
    }
    Ok(None)
}

/// Returns the last import that undoes this one, or has done so, if there is one. One that did not come to its end, because the
/// service failed or because it did not know undos yet, leaves room for another, as does one that left some records as they are.
pub async fn of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    id: i64,
) -> Result<Option<imports::Model>, AppError> {
    use imports::Column as C;
    let undo = account.find::<imports::Entity>().filter(C::ImportUndoesId.eq(id)).filter(takes_back());
    Ok(undo.order_by_desc(C::Id).one(connection).await?)
}

/// Selects the ids of the imports that are undone, or are being undone.
pub fn undone(account: AccountScope) -> Select<imports::Entity> {
    let undos = account.find::<imports::Entity>().filter(imports::Column::ImportUndoesId.is_not_null());
    undos.filter(takes_back()).select_only().column(imports::Column::ImportUndoesId)
}

/// Returns the contacts that the imports have made which are undone, or are being undone.
pub(super) async fn contacts(tx: &Transaction, account: AccountScope) -> Result<HashSet<i64>, AppError> {
    use {import_rows::Column as R, imports::Column as C};
    let undone = account.find::<imports::Entity>().filter(C::Id.in_subquery(undone(account).into_query()));
    let mut contacts = HashSet::new();
    for import in undone.all(tx).await? {
        let mark = if import.import_kind == ImportKind::Contacts { MADE } else { DONOR };
        let parts = account.find::<import_rows::Entity>().filter(R::ImportId.eq(import.id));
        for part in parts.all(tx).await? {
            let rows: Vec<Done> = serde_json::from_str(&part.row_records)?;
            contacts.extend(rows.iter().filter(|(.., made)| *made == mark).map(|(_, id, _)| *id));
        }
    }
    Ok(contacts)
}

/// Returns the condition for undos that go on, or have come to their end. One that had to leave every record as it is has
/// undone nothing.
fn takes_back() -> Condition {
    use imports::Column as C;
    let is_whole = Expr::col(C::ProcessedCount).eq(Expr::col(C::RowCount));
    let did = Condition::any().add(C::UpdatedCount.gt(0)).add(C::FailedCount.eq(0));
    Condition::all()
        .add(C::ImportStatus.ne(ImportStatus::Failed))
        .add(Condition::any().add(C::FinishedAtMs.is_null()).add(Condition::all().add(is_whole).add(did)))
}

/// Queues the undo of an import. Returns its id.
///
/// # Errors
/// [`AppError::NotFound`], and 409 with the reason if the import cannot be undone.
pub async fn ask(
    tx: &Transaction,
    app: &App,
    actor: Actor,
    account: AccountScope,
    id: i64,
) -> Result<i64, AppError> {
    account.lock(tx).await?;
    let import = account.find_id::<imports::Entity>(id).one(tx).await?.ok_or(AppError::NotFound)?;
    if let Some(reason) = refusal(tx, account, &import).await? {
        return Err(AppError::Busy(format!("the import cannot be undone: {reason}")));
    }
    audit::record(tx, actor, &import, AuditAction::ImportUndone).await?;
    let now_ms = app.clock.now_ms();
    let undo = imports::Model {
        id: 0,
        import_status: ImportStatus::Queued,
        import_error: None,
        import_undoes_id: Some(id),
        row_count: rows_of(tx, account, &import).await?,
        processed_count: 0,
        created_count: 0,
        updated_count: 0,
        failed_count: 0,
        skipped_count: 0,
        problem_count: 0,
        created_at_ms: now_ms,
        active_at_ms: now_ms,
        finished_at_ms: None,
        // No file was sent.
        import_file_hash: None,
        import_keeps_file: false,
        ..import
    };
    Ok(account.insert::<imports::Entity>(tx, undo).await?.id)
}

/// Returns how many rows of an import became records, with the donors that they made besides.
async fn rows_of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    import: &imports::Model,
) -> Result<i64, AppError> {
    let records = match connection.get_database_backend() {
        DbBackend::Sqlite => "row_records",
        _ => "row_records::json",
    };
    let count = Expr::cust(format!("CAST(COALESCE(SUM(json_array_length({records})), 0) AS BIGINT)"));
    let parts = account.find::<import_rows::Entity>().filter(import_rows::Column::ImportId.eq(import.id));
    let parts = parts.filter(import_rows::Column::LastRow.gt(NO_ROW));
    let rows: Option<i64> = parts.select_only().expr(count).into_tuple().one(connection).await?;
    Ok(rows.unwrap_or_default() - there::count(connection, import).await?)
}

/// Takes back the records of the next part of an import. Returns `None` if there is none left.
pub(super) async fn next_part(
    tx: &Transaction,
    context: &Context,
    undo: &mut imports::Model,
    undone_id: i64,
) -> Result<Option<Outcome>, AppError> {
    use import_rows::Column as C;
    let account = context.caller.account;
    let parts = account.find::<import_rows::Entity>().filter(C::ImportId.eq(undone_id));
    let before = undo.import_undone_row.unwrap_or(i64::MAX);
    let parts = parts.filter(C::LastRow.gt(NO_ROW)).filter(C::LastRow.lt(before));
    let Some(part) = parts.order_by_desc(C::LastRow).one(tx).await? else { return Ok(None) };
    let undone = account.find_id::<imports::Entity>(undone_id).one(tx).await?.ok_or(AppError::NotFound)?;
    undo.import_undone_row = Some(part.last_row);
    let mut rows: Vec<Done> = serde_json::from_str(&part.row_records)?;
    // Rows that were left out have written nothing.
    rows.retain(|(.., mark)| *mark != THERE);
    let (donors, records): (Vec<_>, Vec<_>) = rows.into_iter().rev().partition(|(.., mark)| *mark == DONOR);
    let mut outcome = Outcome::default();
    let own = Own::read(tx, account, &undone).await?;
    of_kind!(undone.import_kind, R => {
        Box::pin(take_back::<R>(tx, context, &own, &records, &mut outcome)).await?;
    });
    // After the gifts, which need them.
    Box::pin(take_back::<Contact>(tx, context, &own, &donors, &mut outcome)).await?;
    Ok(Some(outcome))
}

/// What tells the events of an import, and of its undo, from those of others.
struct Own {
    /// What the events of the import have in place of the id of a request.
    import: String,
    /// The same of its undos.
    undos: HashSet<String>,
    /// The same of other imports that were undone, and of their undos: together they have changed nothing.
    void: HashSet<String>,
    began_ms: i64,
    ended_ms: Option<i64>,
}

impl Own {
    async fn read(
        tx: &Transaction,
        account: AccountScope,
        undone: &imports::Model,
    ) -> Result<Self, AppError> {
        use imports::Column as C;
        let undos = account.find::<imports::Entity>().filter(C::ImportUndoesId.is_not_null());
        let (mut own, mut void) = (HashSet::new(), HashSet::new());
        for undo in undos.all(tx).await? {
            if undo.import_undoes_id == Some(undone.id) {
                own.insert(request_of_import(undo.id));
            } else {
                void.extend(
                    [Some(undo.id), undo.import_undoes_id].into_iter().flatten().map(request_of_import),
                );
            }
        }
        let (began_ms, ended_ms) = (undone.created_at_ms, undone.finished_at_ms);
        Ok(Self { import: request_of_import(undone.id), undos: own, void, began_ms, ended_ms })
    }
}

/// How a record stands to an import. What comes later here outweighs what comes before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    /// The log has no event of the import about it.
    #[default]
    Unknown,
    /// It is as the import has left it.
    AsWritten,
    /// Something else has changed it since.
    Changed,
    /// An undo has come to it already, by a later row or before.
    Undone,
}

/// What has happened to a record since an import began.
#[derive(Default)]
struct Since {
    standing: Standing,
    /// Whether the import has made it.
    is_new: bool,
    /// What it was before, if not.
    before: BTreeMap<String, Box<RawValue>>,
}

/// The parts of an event that an undo needs.
#[derive(Deserialize)]
struct Told {
    sequence: Option<i64>,
    actor: Option<ToldActor>,
    request_id: Option<String>,
    #[serde(default)]
    previous: BTreeMap<String, Box<RawValue>>,
    /// The record after the change.
    #[serde(default)]
    data: BTreeMap<String, Box<RawValue>>,
}

#[derive(Deserialize)]
struct ToldActor {
    via: String,
}

async fn take_back<R: Importable>(
    tx: &Transaction,
    context: &Context,
    own: &Own,
    rows: &[Done],
    outcome: &mut Outcome,
) -> Result<(), AppError> {
    let account = context.caller.account;
    let ids: BTreeSet<i64> = rows.iter().map(|(_, id, _)| *id).collect();
    // Locked in the order of their ids, before their events are read: a later change waits, and is not overwritten.
    let these = one_of(tx.get_database_backend(), Expr::col(R::Entity::ID), ids.iter().copied().collect());
    let locked = account.find::<R::Entity>().filter(these).order_by_asc(R::Entity::ID).lock_exclusive();
    locked.select_only().column(R::Entity::ID).into_tuple::<i64>().all(tx).await?;
    let mut stay = R::stays(tx, account, &ids, own.began_ms - CLOCKS_APART_MS).await?;
    let mut seen = HashSet::new();
    for (row, id, _) in rows {
        if !seen.insert(*id) {
            outcome.skipped += 1;
            continue;
        }
        let since = since::<R>(tx, account, own, *id).await?;
        if since.standing == Standing::Undone {
            outcome.skipped += 1;
            continue;
        }
        let left = match since.standing {
            Standing::Unknown => Some("has no event of the import any more: change it yourself".to_owned()),
            Standing::Changed => Some("has been changed since: change it yourself".to_owned()),
            _ if stay.contains_key(id) => stay.remove(id),
            _ if since.is_new && is_needed::<R>(tx, account, *id).await? => {
                Some("is needed by later records: change those first, and it yourself".to_owned())
            }
            _ => undo_one::<R>(tx, context, *id, &since).await?,
        };
        match left {
            None => outcome.updated += 1,
            Some(left) => {
                outcome.failed += 1;
                let message = format!("{} {id} stays, because it {left}", R::KIND.trim_end_matches('s'));
                outcome.problems.push(RowProblem { row: *row, column: None, message });
            }
        }
    }
    Ok(())
}

/// Returns whether records that count need this one. A contact is needed by those that belong to it.
async fn is_needed<R: Importable>(
    tx: &Transaction,
    account: AccountScope,
    id: i64,
) -> Result<bool, AppError> {
    if R::is_needed(tx, account, id).await? {
        return Ok(true);
    }
    if R::KIND != Contact::KIND {
        return Ok(false);
    }
    for kind in Kind::of_contacts() {
        if of_kind!(kind.import, K => has_of_contact::<K>(tx, account, id).await?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a contact has a record of a kind that counts.
async fn has_of_contact<R: Resource>(
    tx: &Transaction,
    account: AccountScope,
    contact_id: i64,
) -> Result<bool, AppError> {
    let Some(belonging) = R::BELONGS else { return Ok(false) };
    has::<R::Entity>(tx, account, belonging.column.eq(contact_id).and((belonging.counts)())).await
}

/// Reads what has happened to a record since an import began.
async fn since<R: Importable>(
    tx: &Transaction,
    account: AccountScope,
    own: &Own,
    id: i64,
) -> Result<Since, AppError> {
    use events::Column as E;
    let Some((created, updated)) = R::EVENTS else { return Ok(Since::default()) };
    let told = account.find::<events::Entity>().filter(E::EventType.is_in([created, updated]));
    let told = told.filter(E::RecordId.eq(id)).filter(E::OccurredAtMs.gte(own.began_ms - CLOCKS_APART_MS));
    let told = told.order_by_asc(E::Position).order_by_asc(E::Id).limit(EVENTS_MAX + 1).all(tx).await?;
    let mut since = Since::default();
    if told.len() as u64 > EVENTS_MAX {
        since.standing = Standing::Changed;
    }
    let mut events = Vec::new();
    for event in told {
        events.push((serde_json::from_str::<Told>(&event.body)?, event.event_type, event.occurred_at_ms));
    }
    // On PostgreSQL, the position is that of the transaction, which may have waited for another one.
    events.sort_by_key(|(told, ..)| told.sequence);
    let now = events.last_mut().map(|(told, ..)| std::mem::take(&mut told.data)).unwrap_or_default();
    let counts = |name: &str| is_field::<R>(name) || R::TOLD.contains(&name);
    // What the import has left where something else has changed it since.
    let mut left = BTreeMap::<String, Box<RawValue>>::new();
    for (told, event_type, occurred_at_ms) in events {
        // An erasure also rewrites what earlier events say.
        let via = told.actor.map(|actor| actor.via);
        let is_erasure = via.as_deref() == Some(Via::Erasure.as_str());
        let is_of_imports = via.as_deref() == Some(Via::Import.as_str());
        let request_id = told.request_id.filter(|_| is_of_imports);
        // The events of an earlier version do not say of which import they are.
        let is_own = request_id.as_ref().map_or_else(
            || is_of_imports && Some(occurred_at_ms) <= own.ended_ms,
            |request_id| *request_id == own.import,
        );
        if is_own {
            since.standing = since.standing.max(Standing::AsWritten);
            since.is_new |= event_type == created;
            for (name, value) in told.previous {
                since.before.entry(name).or_insert(value);
            }
        } else if since.standing > Standing::Unknown {
            let is_of =
                |imports: &HashSet<String>| request_id.as_ref().is_some_and(|id| imports.contains(id));
            if is_of(&own.undos) {
                since.standing = Standing::Undone;
            } else if is_erasure && told.previous.keys().any(|name| counts(name)) {
                since.standing = since.standing.max(Standing::Changed);
            } else if !is_of(&own.void) {
                for (name, value) in told.previous {
                    left.entry(name).or_insert(value);
                }
            }
        }
    }
    // Other changes are of what it shows of other records, such as the name of a gift's type. One that was taken back, such as
    // the thanks of letters that were not printed after all, is none.
    let is_changed = left
        .iter()
        .any(|(name, value)| counts(name) && now.get(name).is_none_or(|now| now.get() != value.get()));
    if is_changed {
        since.standing = since.standing.max(Standing::Changed);
    }
    Ok(since)
}

/// Takes a record back, or gives it its former values. Returns why not, if that is not possible.
async fn undo_one<R: Importable>(
    tx: &Transaction,
    context: &Context,
    id: i64,
    since: &Since,
) -> Result<Option<String>, AppError> {
    let account = context.caller.account;
    let stored = account.find_id::<R::Entity>(id).lock_exclusive().one(tx).await?;
    let Some(stored) = stored else { return Ok(Some("is not there any more".to_owned())) };
    // A body cannot say these, such as the terms of a pledge.
    let unsaid = R::TOLD.iter().find(|name| since.before.contains_key(**name));
    if let Some(name) = unsaid.filter(|_| !since.is_new) {
        return Ok(Some(format!("got its {name} by the import: change that yourself")));
    }
    if !since.is_new
        && let Some(name) = renamed(tx, context, &since.before).await?
    {
        return Ok(Some(format!("was for {name}, which has another name by now: change it yourself")));
    }
    let (mut input, mut problems) = match R::TAKEN_BACK.filter(|_| since.is_new) {
        Some(taken_back) => (taken_back(), Problems::default()),
        None => R::Input::of(fields_of::<R>(&since.before)?, false),
    };
    let context = context.clone().after(R::version(&stored));
    let changed = Box::pin(changed::<R>(tx, &context, Some(&stored), &mut input, &mut problems)).await?;
    for unique in R::UNIQUE {
        if holder(tx, account, unique, &changed.0).await?.is_some_and(|holder| holder != id) {
            problems.add(unique.field, "is another record's now");
        }
    }
    if !problems.is_empty() {
        return Ok(Some(format!("cannot be as it was ({problems}): change it yourself")));
    }
    Box::pin(replace::<R>(tx, &context, &stored, changed)).await.map_err(name_taken_field::<R>)?;
    Ok(None)
}

fn is_field<R: Importable>(name: &str) -> bool {
    R::Input::FIELDS.iter().any(|field| field.name == name)
}

/// Returns those of these values that are of fields.
fn fields_of<R: Importable>(values: &BTreeMap<String, Box<RawValue>>) -> Result<Members<'_>, AppError> {
    let mut fields = Vec::new();
    for (name, value) in values.iter().filter(|(name, _)| is_field::<R>(name)) {
        fields.push((Cow::Borrowed(&**name), Source::Json(without_ids(value)?)));
    }
    Ok(fields)
}

/// Returns a value as it was sent once: the items of a list come without their ids, because they may be gone.
fn without_ids(value: &RawValue) -> Result<Cow<'_, RawValue>, AppError> {
    let Ok(mut items) = serde_json::from_str::<Vec<Map<String, Value>>>(value.get()) else {
        return Ok(Cow::Borrowed(value));
    };
    for item in &mut items {
        item.remove("id");
    }
    Ok(Cow::Owned(to_raw_value(&items)?))
}
