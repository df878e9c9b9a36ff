//! The API keys of users (specification, section 5). A key acts as its user on the account that was current when it was
//! made. A user may have several for an account, one for each program, so that one can be replaced while the others go on.

use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect,
    RelationTrait,
};
use shared::entities::{AccountScope, SystemScope, api_keys, users};
use shared::values::choices::AuditAction;
use shared::values::names::name_key;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::{members, texts};
use crate::crypto::keys::{hash_api_key, new_api_key};
use crate::fields::Problems;

/// The name of a key that nobody has named.
pub const UNNAMED: &str = "API key";
/// The most keys that a user has for an account.
const KEYS_MAX: usize = 20;

/// A key, without its clear text.
#[derive(Clone, Debug, FromQueryResult)]
pub struct KeyUse {
    /// Its id.
    pub id: i64,
    /// Its name, which no other key of its user for the account has.
    pub key_name: String,
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

/// Which of a user's keys for an account is meant.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// The one with this id.
    Id(i64),
    /// The one with this name, in whatever case it is written.
    Named(&'a str),
    /// The only one.
    Only,
}

/// Makes a key for a user, and returns it in clear text, this once.
///
/// # Errors
/// The broken rules: another key of the user for the account must not have the name, and there are at most 20.
pub async fn create(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
    name: &str,
) -> Result<String, Refusal> {
    let mut problems = Problems::default();
    let name = texts::required("key_name", name, &mut problems);
    check(problems)?;
    let tx = store.begin();
    // If two requests make a key at the same time, the second sees the key of the first.
    account.lock(&tx).await?;
    let email = members::expect(&tx, account, user_id).await?.email;
    let others = stored(&tx, account, user_id).await?;
    if others.iter().any(|key| name_key(&key.key_name) == name_key(&name)) {
        let rule = "is the name of another key of the user: refresh that one, or choose another name";
        return Err(Refusal::rule("key_name", rule));
    }
    if others.len() >= KEYS_MAX {
        let rule = format!("are at most {KEYS_MAX} for a user in an account: remove one that is not used");
        return Err(Refusal::rule("keys", &rule));
    }
    let key = insert(&tx, actor, account, (user_id, &email), &name).await?;
    tx.commit().await?;
    Ok(key)
}

/// Makes a key in a transaction. The user must be a member, without a key of this name.
pub(super) async fn insert(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
    (user_id, email): (i64, &str),
    name: &str,
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
        key_name: name.to_owned(),
    };
    account.insert::<api_keys::Entity>(tx, row).await?;
    audit::record(tx, actor, Some(account), AuditAction::KeyCreated, Some(&detail(email, name))).await?;
    Ok(key)
}

/// Replaces a key of a user, and returns the new one in clear text, this once. The old one stops at once, in all
/// processes, because every request looks its key up.
///
/// # Errors
/// A broken rule if the user has no such key.
pub async fn refresh(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
    which: Which<'_>,
) -> Result<String, Refusal> {
    let tx = store.begin();
    let email = members::expect(&tx, account, user_id).await?.email;
    let mut row = find(&tx, account, user_id, which).await?;
    let detail = detail(&email, &row.key_name);
    let key = new_api_key()?;
    row.key_hash = hash_api_key(&key);
    row.created_at_ms = actor.now_ms;
    (row.last_used_at_ms, row.last_used_agent) = (None, None);
    account.replace::<api_keys::Entity>(&tx, row).await?;
    audit::record(&tx, actor, Some(account), AuditAction::KeyRefreshed, Some(&detail)).await?;
    tx.commit().await?;
    Ok(key)
}

/// Removes a key of a user, which stops at once. Returns its name.
///
/// # Errors
/// A broken rule if the user has no such key.
pub async fn revoke(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
    which: Which<'_>,
) -> Result<String, Refusal> {
    let tx = store.begin();
    let email = members::expect(&tx, account, user_id).await?.email;
    let row = find(&tx, account, user_id, which).await?;
    account.delete::<api_keys::Entity>().filter(api_keys::Column::Id.eq(row.id)).exec(&tx).await?;
    let detail = detail(&email, &row.key_name);
    audit::record(&tx, actor, Some(account), AuditAction::KeyRevoked, Some(&detail)).await?;
    tx.commit().await?;
    Ok(row.key_name)
}

/// What the audit log says of a key.
fn detail(email: &str, name: &str) -> String {
    format!("{email}: {name}")
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

/// Returns and locks a key of a user.
async fn find(
    tx: &Transaction,
    account: AccountScope,
    user_id: i64,
    which: Which<'_>,
) -> Result<api_keys::Model, Refusal> {
    let (mut keys, others): (Vec<_>, Vec<_>) =
        stored(tx, account, user_id).await?.into_iter().partition(|key| match which {
            Which::Id(id) => key.id == id,
            Which::Named(name) => name_key(&key.key_name) == name_key(name),
            Which::Only => true,
        });
    let names = |keys: &[api_keys::Model]| {
        let names: Vec<_> = keys.iter().map(|key| format!("`{}`", key.key_name)).collect();
        names.join(", ")
    };
    if keys.len() > 1 {
        return Err(Refusal::rule("key_name", &format!("is required, one of {}", names(&keys))));
    }
    if keys.is_empty() && matches!(which, Which::Named(_)) && !others.is_empty() {
        let rule = format!("is none of the user's, which are {}", names(&others));
        return Err(Refusal::rule("key_name", &rule));
    }
    keys.pop().ok_or_else(|| Refusal::rule("key", "does not exist: create one"))
}

/// Returns and locks the keys of a user.
async fn stored(
    tx: &Transaction,
    account: AccountScope,
    user_id: i64,
) -> Result<Vec<api_keys::Model>, Error> {
    let own = account.find::<api_keys::Entity>().filter(api_keys::Column::UserId.eq(user_id));
    Ok(own.order_by_asc(api_keys::Column::Id).lock_exclusive().all(tx).await?)
}

/// Returns the keys of an account, or those of one user, in the order of the users and of their making.
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
            api_keys::Column::Id,
            api_keys::Column::KeyName,
            api_keys::Column::UserId,
            api_keys::Column::CreatedAtMs,
            api_keys::Column::LastUsedAtMs,
            api_keys::Column::LastUsedAgent,
        ])
        .column(users::Column::Email)
        .order_by_asc(api_keys::Column::UserId)
        .order_by_asc(api_keys::Column::Id);
    if let Some(user_id) = user_id {
        keys = keys.filter(api_keys::Column::UserId.eq(user_id));
    }
    Ok(keys.into_model().all(connection).await?)
}
