//! The audit log: actions in an account, with the user, the time and the address. It holds no secrets, and no refused
//! input.

use std::net::IpAddr;
use std::time::Duration;

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, JoinType,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, RelationTrait,
};
use shared::Error;
use shared::Store;
use shared::entities::{AccountScope, SystemScope, audit_log, memberships, users};
use shared::process::retention::old_before;
use shared::values::choices::AuditAction;

/// How many characters of a detail are kept.
const DETAIL_CHARS: usize = 300;

/// The actor of an action, with the address and the time.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    /// The user, or `None` for an operator and for somebody who is not signed in.
    pub user_id: Option<i64>,
    /// The address of the client, or `None` for a command.
    pub address: Option<IpAddr>,
    /// The moment, in milliseconds since the Unix epoch.
    pub now_ms: i64,
}

impl Actor {
    /// The operator, at a command line.
    pub fn operator(now_ms: i64) -> Self {
        Self { user_id: None, address: None, now_ms }
    }

    /// The same visitor as a user.
    #[must_use]
    pub fn as_user(self, user_id: i64) -> Self {
        Self { user_id: Some(user_id), ..self }
    }
}

/// An entry, as owners see it.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Entry {
    /// The moment, in milliseconds since the Unix epoch.
    pub at_ms: i64,
    /// The kind of action.
    pub action: AuditAction,
    /// More about it, such as the email address of the member.
    pub detail: Option<String>,
    /// The address of the client.
    pub address: Option<String>,
    /// The email address of the user who did it.
    pub email: Option<String>,
    /// That user's name.
    pub name: Option<String>,
}

/// Writes an entry. Call this in the transaction of the action. Without an account, only operators see the entry.
pub async fn record(
    connection: &impl ConnectionTrait,
    actor: Actor,
    account: Option<AccountScope>,
    action: AuditAction,
    detail: Option<&str>,
) -> Result<(), Error> {
    entry(actor, account.map(AccountScope::account_id), action, detail).insert(connection).await?;
    Ok(())
}

fn entry(
    actor: Actor,
    account_id: Option<i64>,
    action: AuditAction,
    detail: Option<&str>,
) -> audit_log::ActiveModel {
    audit_log::ActiveModel {
        id: ActiveValue::NotSet,
        account_id: ActiveValue::Set(account_id),
        user_id: ActiveValue::Set(actor.user_id),
        at_ms: ActiveValue::Set(actor.now_ms),
        action: ActiveValue::Set(action),
        detail: ActiveValue::Set(detail.map(|detail| detail.chars().take(DETAIL_CHARS).collect())),
        address: ActiveValue::Set(actor.address.map(|address| address.to_string())),
    }
}

/// Writes an entry into the log of every account that a user belongs to, because an action on the user, such as a
/// sign-in, concerns each of them.
pub async fn record_everywhere(
    connection: &impl ConnectionTrait,
    actor: Actor,
    user_id: i64,
    action: AuditAction,
    detail: Option<&str>,
) -> Result<(), Error> {
    let accounts: Vec<i64> = SystemScope
        .find::<memberships::Entity>()
        .filter(memberships::Column::UserId.eq(user_id))
        .select_only()
        .column(memberships::Column::AccountId)
        .order_by_asc(memberships::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    // One statement writes them all, and one for a user who does not exist, so that the time of an answer does not show
    // how many accounts somebody belongs to.
    let mut accounts: Vec<_> = accounts.into_iter().map(Some).collect();
    if accounts.is_empty() {
        accounts.push(None);
    }
    let entries = accounts.into_iter().map(|account_id| entry(actor, account_id, action, detail));
    audit_log::Entity::insert_many(entries).exec_without_returning(connection).await?;
    Ok(())
}

/// Returns a page of an account's entries, the newest first, and how many pages there are.
pub async fn page(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    number: u64,
    size: u64,
) -> Result<(Vec<Entry>, u64), Error> {
    let entries = account
        .find::<audit_log::Entity>()
        .join(JoinType::LeftJoin, audit_log::Relation::User.def())
        .select_only()
        .columns([
            audit_log::Column::AtMs,
            audit_log::Column::Action,
            audit_log::Column::Detail,
            audit_log::Column::Address,
        ])
        .columns([users::Column::Email, users::Column::Name])
        .order_by_desc(audit_log::Column::Id);
    let pages = account.find::<audit_log::Entity>().count(connection).await?.div_ceil(size).max(1);
    let number = number.clamp(1, pages);
    let entries = entries.offset((number - 1) * size).limit(size).into_model().all(connection).await?;
    Ok((entries, pages))
}

/// Removes the entries that are older than the log is kept. Returns how many it removed.
pub async fn remove_old(store: &Store, now_ms: i64, kept: Duration) -> Result<u64, Error> {
    let old = audit_log::Column::AtMs.lt(old_before(now_ms, kept));
    let removal = SystemScope.delete::<audit_log::Entity>().filter(old);
    Ok(removal.exec(store.write()).await?.rows_affected)
}
