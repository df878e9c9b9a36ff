//! Saved lists: the filters of a list under a name, for one member or for all. They are settings, not records, so their
//! changes are not events. What a saved list finds is asked anew each time, by the list of its kind.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use saved_lists::Column as L;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::entities::saved_lists;
use shared::values::choices::{EventType, ImportKind};

use super::tag::DocumentTag;
use crate::accounts::members::is_owner;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::note_quiet_change;
use crate::fields::members::apply;
use crate::fields::types::{Custom, Flag, Id, List, Moment, Nullable, OneOf, Text};
use crate::fields::{Patch, Payload};
use crate::http::query::PathId;
use crate::http::{Create, Index, Read, Reply, Update};
use crate::record;
use crate::records::{Change, Context, Resource};
use crate::rest::{self, JsonBody};
use crate::state::App;

pub mod filter;

/// The most saved lists of an account.
const LISTS_MAX: u64 = 500;
/// The most columns that a saved list names.
const COLUMNS_MAX: usize = 100;

record! {
    /// A saved list: the filters of a list under a name. A list that is not shared is there for nobody but who made it.
    SavedList of saved_lists::Model, body SavedListInput as "SavedListCreate" or "SavedListUpdate";
    fields {
        /// Name
        list_name: Text<100> { required, label: "Name", example: "Top donors" };
        /// The kind of its records
        list_kind: OneOf<ImportKind> { required, example: "contacts" };
    }
    both {
        /// The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be
        /// sent as a number, or as a list of texts and numbers
        list_filter: Custom { example: {"given_min": "500", "sort": "-given_total"} } = |list| list.list_filter.clone();
        /// The headings of the columns that its file for people has; empty for all
        list_columns: List<Text<100>> { example: ["First name", "Last name", "Email"] } = columns;
        /// 1: all members of the account see it; by default 0. Only who made it can set it back to 0
        list_shared: Flag { label: "Shared with all members", example: 1 } = |list| list.only_for_user_id.is_none();
    }
    computed {
        /// The user who made it
        user_id: Nullable<Id> = |list| list.user_id;
        /// When it was made
        created_at: Moment = |list| list.created_at_ms;
        /// When it was last changed
        updated_at: Moment = |list| list.updated_at_ms;
    }
    unshown { account_id, user_id, only_for_user_id, list_filter, list_columns, created_at_ms, updated_at_ms }
}

/// Returns the headings of the columns that a saved list names.
pub fn columns(list: &saved_lists::Model) -> Vec<String> {
    serde_json::from_str(&list.list_columns).unwrap_or_default()
}

impl Payload for SavedList {
    const KIND: &'static str = "lists";
}

impl Resource for SavedList {
    type Entity = saved_lists::Entity;
    type Input = SavedListInput;
    type Links = ();
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = None;

    /// A list that is not shared is there for nobody but who made it, not even for owners.
    fn seen_by(caller: &Caller) -> Condition {
        let own = caller.user_id.map(|user_id| L::OnlyForUserId.eq(user_id));
        Condition::any().add(L::OnlyForUserId.is_null()).add_option(own)
    }

    fn blank(context: &Context) -> saved_lists::Model {
        saved_lists::Model {
            id: 0,
            list_name: String::new(),
            list_kind: ImportKind::Contacts,
            account_id: context.caller.account.account_id(),
            user_id: context.caller.user_id,
            only_for_user_id: context.caller.user_id,
            list_filter: "{}".to_owned(),
            list_columns: "[]".to_owned(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
        }
    }

    fn id(row: &saved_lists::Model) -> i64 {
        row.id
    }

    fn version(row: &saved_lists::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(tx: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<(), AppError> {
        let Change { input, row, stored, problems } = change;
        if let Some(stored) = stored {
            expect_may_change(tx, &context.caller, stored).await?;
        }
        let blank = Self::blank(context);
        input.apply(row, &blank);
        row.updated_at_ms = context.now_ms;
        apply(std::mem::take(&mut input.list_filter), &mut row.list_filter, &blank.list_filter);
        match std::mem::take(&mut input.list_columns) {
            Patch::Absent => {}
            Patch::Null => row.list_columns = blank.list_columns,
            Patch::Value(columns) => row.list_columns = serde_json::to_string(&columns)?,
        }
        match std::mem::take(&mut input.list_shared) {
            Patch::Absent => {}
            Patch::Value(true) => row.only_for_user_id = None,
            // It would be there for nobody whom the caller is.
            Patch::Null | Patch::Value(false) if row.user_id != context.caller.user_id => {
                problems.add("list_shared", "can be set to 0 only by who made the list");
            }
            Patch::Null | Patch::Value(false) => row.only_for_user_id = row.user_id,
        }
        if columns(row).len() > COLUMNS_MAX {
            problems.add("list_columns", format_args!("must not have more than {COLUMNS_MAX} columns"));
        }
        // What was stored may have become wrong, for example because a fund has another name. It can be renamed all the same.
        let is_new_kind = stored.is_none_or(|stored| stored.list_kind != row.list_kind);
        if !problems.has("list_kind") {
            if is_new_kind || stored.is_some_and(|stored| stored.list_filter != row.list_filter) {
                row.list_filter = filter::checked(row.list_kind, &row.list_filter, problems)?;
            }
            if is_new_kind || stored.is_some_and(|stored| stored.list_columns != row.list_columns) {
                filter::check_columns(row.list_kind, &columns(row), problems);
            }
        }
        if stored.is_none() {
            context.caller.account.lock(tx).await?;
            if context.caller.account.find::<saved_lists::Entity>().count(tx).await? >= LISTS_MAX {
                problems.add(
                    "lists",
                    format_args!("are at most {LISTS_MAX} in an account: remove one on the page Lists"),
                );
            }
        }
        Ok(())
    }

    async fn load<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        rows: Vec<saved_lists::Model>,
    ) -> Result<Vec<Self>, AppError> {
        Ok(rows.into_iter().map(|model| Self { model }).collect())
    }
}

/// Returns whether a caller may change a saved list that the caller sees: who made it may, and so may owners.
pub async fn may_change(
    connection: &impl ConnectionTrait,
    caller: &Caller,
    list: &saved_lists::Model,
) -> Result<bool, AppError> {
    let Some(user_id) = caller.user_id else { return Ok(false) };
    Ok(list.user_id == Some(user_id) || is_owner(connection, caller.account, user_id).await?)
}

/// What a member is told who may not change a list.
const NOT_OWN: &str = "only who made this list, and owners, change it: save one of your own";

async fn expect_may_change(
    connection: &impl ConnectionTrait,
    caller: &Caller,
    list: &saved_lists::Model,
) -> Result<(), AppError> {
    if may_change(connection, caller, list).await? { Ok(()) } else { Err(AppError::OwnersOnly(NOT_OWN)) }
}

/// Removes a saved list.
///
/// # Errors
/// [`AppError::NotFound`] if the caller sees no such list, [`AppError::Forbidden`] if the caller may not change it.
pub async fn remove(tx: &Transaction, context: &Context, id: i64) -> Result<SavedList, AppError> {
    let account = context.caller.account;
    let list = account.find_id::<saved_lists::Entity>(id).filter(SavedList::seen_by(&context.caller));
    let model = list.lock_exclusive().one(tx).await?.ok_or(AppError::NotFound)?;
    expect_may_change(tx, &context.caller, &model).await?;
    account.delete::<saved_lists::Entity>().filter(L::Id.eq(id)).exec(tx).await?;
    note_quiet_change(tx, account).await?;
    Ok(SavedList { model })
}

/// The operations on saved lists.
pub struct SavedLists(pub App);

#[OpenApi(tag = "DocumentTag::SavedLists")]
impl SavedLists {
    /// List the saved lists
    ///
    /// Those that are shared, and those that the key's user has made.
    #[oai(path = "/lists", method = "get", operation_id = "listSavedLists")]
    async fn index(&self, caller: Caller) -> Result<Reply<SavedList, Index>, AppError> {
        rest::index(&self.0, caller).await
    }

    /// Save a list
    #[oai(path = "/lists", method = "post", operation_id = "createSavedList")]
    async fn create(
        &self,
        caller: Caller,
        body: JsonBody<SavedListInput, Create>,
    ) -> Result<Reply<SavedList, Create>, AppError> {
        rest::create(&self.0, caller, body).await
    }

    /// Read one saved list
    #[oai(path = "/lists/:id", method = "get", operation_id = "readSavedList")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<SavedList, Read>, AppError> {
        rest::read(&self.0, caller, &id).await
    }

    /// Update a saved list
    ///
    /// Takes the key of who made it, or of an owner.
    #[oai(path = "/lists/:id", method = "put", operation_id = "updateSavedList")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<SavedListInput, Update>,
    ) -> Result<Reply<SavedList, Update>, AppError> {
        rest::update(&self.0, caller, &id, body).await
    }
}
