//! The API keys of users, one for each account of a user (specification, section 5). A key acts as its user on the account
//! that was current when it was made.

use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait,
};
use shared::entities::{AccountScope, SystemScope, api_keys, users};
use shared::values::choices::AuditAction;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::members;
use super::refusal::Refusal;
use crate::crypto::keys::{hash_api_key, new_api_key};

/// A key, without its clear text.
#[derive(Clone, Debug, FromQueryResult)]
pub struct KeyUse {
    /// The user whose key it is.
    pub user_id: i64,
    /// The user's email address.
    pub email: String,
    /// When it was made, in milliseconds since the Unix epoch.
    pub created_at_ms: i64,
    /// When it was last used, to within an hour.
    pub last_used_at_ms: Option<i64>,
    /// The client that last used it: the `User-Agent` of the request.
    pub last_used_agent: Option<String>,
}

/// Makes the key of a user who has none for the account yet, and returns it in clear text, this once.
///
/// # Errors
/// A broken rule if the user has a key already: only [`refresh`] replaces it.
pub async fn create(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
) -> Result<String, Refusal> {
    let tx = store.begin();
    // If two requests make a key at the same time, the second sees the key of the first.
    account.lock(&tx).await?;
    let email = members::expect(&tx, account, user_id).await?.email;
    if stored(&tx, account, user_id).await?.is_some() {
        return Err(Refusal::rule("key", "exists already: refresh it to get a new one"));
    }
    let key = insert(&tx, actor, account, user_id, &email).await?;
    tx.commit().await?;
    Ok(key)
}

/// Makes a key in a transaction. The user must be a member without a key.
pub(super) async fn insert(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
    email: &str,
) -> Result<String, Error> {
    let key = new_api_key()?;
    let row = api_keys::Model {
        id: 0,
        account_id: account.account_id(),
        user_id,
        key_hash: hash_api_key(&key),
        created_at_ms: actor.now_ms,
        last_used_at_ms: None,
        last_used_agent: None,
    };
    account.insert::<api_keys::Entity>(tx, row).await?;
    audit::record(tx, actor, Some(account), AuditAction::KeyCreated, Some(email)).await?;
    Ok(key)
}

/// Replaces a user's key, and returns the new one in clear text, this once. The old one stops at once, in all processes,
/// because every request looks its key up.
///
/// # Errors
/// A broken rule if the user has no key.
pub async fn refresh(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
) -> Result<String, Refusal> {
    let tx = store.begin();
    let email = members::expect(&tx, account, user_id).await?.email;
    let mut row = stored(&tx, account, user_id).await?.ok_or_else(no_key)?;
    let key = new_api_key()?;
    row.key_hash = hash_api_key(&key);
    row.created_at_ms = actor.now_ms;
    (row.last_used_at_ms, row.last_used_agent) = (None, None);
    account.replace::<api_keys::Entity>(&tx, row).await?;
    audit::record(&tx, actor, Some(account), AuditAction::KeyRefreshed, Some(&email)).await?;
    tx.commit().await?;
    Ok(key)
}

/// Removes a user's key, which stops at once.
///
/// # Errors
/// A broken rule if the user has no key.
pub async fn revoke(store: &Store, actor: Actor, account: AccountScope, user_id: i64) -> Result<(), Refusal> {
    let tx = store.begin();
    let email = members::expect(&tx, account, user_id).await?.email;
    let own = api_keys::Column::UserId.eq(user_id);
    let removed = account.delete::<api_keys::Entity>().filter(own).exec(&tx).await?.rows_affected;
    if removed == 0 {
        return Err(no_key());
    }
    audit::record(&tx, actor, Some(account), AuditAction::KeyRevoked, Some(&email)).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes all keys of a user, in all accounts. They stop at once.
pub(super) async fn revoke_all(tx: &Transaction, actor: Actor, user_id: i64) -> Result<(), Error> {
    let own = SystemScope.find::<api_keys::Entity>().filter(api_keys::Column::UserId.eq(user_id));
    for key in own.all(tx).await? {
        let account = AccountScope::new(key.account_id);
        let one = api_keys::Column::Id.eq(key.id);
        // The session may be on another account.
        tx.confine(key.account_id).await?;
        account.delete::<api_keys::Entity>().filter(one).exec(tx).await?;
        let action = AuditAction::KeyRevoked;
        audit::record(tx, actor, Some(account), action, Some("with a new password")).await?;
    }
    Ok(())
}

fn no_key() -> Refusal {
    Refusal::rule("key", "does not exist: create one")
}

async fn stored(
    tx: &Transaction,
    account: AccountScope,
    user_id: i64,
) -> Result<Option<api_keys::Model>, Error> {
    let own = account.find::<api_keys::Entity>().filter(api_keys::Column::UserId.eq(user_id));
    Ok(own.lock_exclusive().one(tx).await?)
}

/// Returns the keys of an account, or that of one user, in the order of the users.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    user_id: Option<i64>,
) -> Result<Vec<KeyUse>, Error> {
    let mut keys = account
        .find::<api_keys::Entity>()
        .join(JoinType::InnerJoin, api_keys::Relation::User.def())
        .select_only()
        .columns([
            api_keys::Column::UserId,
            api_keys::Column::CreatedAtMs,
            api_keys::Column::LastUsedAtMs,
            api_keys::Column::LastUsedAgent,
        ])
        .column(users::Column::Email)
        .order_by_asc(api_keys::Column::UserId);
    if let Some(user_id) = user_id {
        keys = keys.filter(api_keys::Column::UserId.eq(user_id));
    }
    Ok(keys.into_model().all(connection).await?)
}
