//! Links that work once: the first owner sets the service up with one, and a user sets a password with one.

use std::collections::HashSet;

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter,
    QuerySelect,
};
use shared::crypto::tokens::{hash_token, new_token};
use shared::entities::{AccountScope, SystemScope, memberships, one_time_links};
use shared::values::choices::{AuditAction, LinkPurpose};
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::members;
use super::refusal::{Refusal, check};
use super::sessions::{self, Ending};
use super::{Created, NewAccount, passwords, users};
use crate::http::ValidationErrors;

/// How long a link can be used.
const LIFE_MS: i64 = 24 * 3_600_000;
/// How many links for a new password a user may have by asking for them.
const ASKED_MAX: u64 = 5;

/// Makes the link with which the first owner sets the service up. It replaces the one before. Returns its token, or `None`
/// if somebody can sign in, so that there is nothing to set up.
pub async fn new_setup(store: &Store, now_ms: i64) -> Result<Option<String>, Error> {
    if users::can_anybody_sign_in(store.read()).await? {
        return Ok(None);
    }
    let tx = store.begin();
    let token = replace(&tx, LinkPurpose::Setup, None, now_ms).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Makes the link with which a user sets a new password, for somebody who is in charge. It replaces the ones before. Returns
/// its token.
pub async fn new_password(store: &Store, actor: Actor, user_id: i64) -> Result<String, Refusal> {
    let tx = store.begin();
    let email = users::read(&tx, user_id).await?.email;
    let token = replace(&tx, LinkPurpose::Password, Some(user_id), actor.now_ms).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::PasswordLinkCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(token)
}

/// Makes the link with which a user sets a new password, for somebody who has asked for it and may be anybody. So it
/// replaces nothing: a stranger who asks cannot stop the link that the user waits for. Returns its token, or `None` if the
/// user has several links that work, which somebody could otherwise make many of.
pub async fn asked_password(store: &Store, actor: Actor, user_id: i64) -> Result<Option<String>, Refusal> {
    let tx = store.begin();
    let email = users::read(&tx, user_id).await?.email;
    let links =
        SystemScope.find::<one_time_links::Entity>().filter(open(LinkPurpose::Password, actor.now_ms));
    if links.filter(one_time_links::Column::UserId.eq(user_id)).count(&tx).await? >= ASKED_MAX {
        return Ok(None);
    }
    let token = insert(&tx, LinkPurpose::Password, Some(user_id), actor.now_ms).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::PasswordLinkCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Returns those members of an account for whom its owners may make a password link. Whoever has the link becomes that
/// user, so the user must belong to no other account, which an owner would get into.
pub async fn resettable(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<HashSet<i64>, Error> {
    let members = members::list(connection, account).await?;
    let members: HashSet<_> = members.into_iter().map(|member| member.user_id).collect();
    let elsewhere: Vec<i64> = SystemScope
        .find::<memberships::Entity>()
        .filter(memberships::Column::AccountId.ne(account.account_id()))
        .filter(memberships::Column::UserId.is_in(members.iter().copied()))
        .select_only()
        .column(memberships::Column::UserId)
        .into_tuple()
        .all(connection)
        .await?;
    let elsewhere: HashSet<_> = elsewhere.into_iter().collect();
    Ok(members.difference(&elsewhere).copied().collect())
}

async fn replace(
    tx: &Transaction,
    purpose: LinkPurpose,
    user_id: Option<i64>,
    now_ms: i64,
) -> Result<String, Error> {
    let earlier = SystemScope.delete::<one_time_links::Entity>();
    let of_user = match user_id {
        Some(user_id) => one_time_links::Column::UserId.eq(user_id),
        None => one_time_links::Column::UserId.is_null(),
    };
    earlier.filter(one_time_links::Column::Purpose.eq(purpose)).filter(of_user).exec(tx).await?;
    insert(tx, purpose, user_id, now_ms).await
}

async fn insert(
    tx: &Transaction,
    purpose: LinkPurpose,
    user_id: Option<i64>,
    now_ms: i64,
) -> Result<String, Error> {
    let token = new_token()?;
    let link = one_time_links::ActiveModel {
        id: ActiveValue::NotSet,
        purpose: ActiveValue::Set(purpose),
        user_id: ActiveValue::Set(user_id),
        token_hash: ActiveValue::Set(hash_token(&token)),
        created_at_ms: ActiveValue::Set(now_ms),
        expires_at_ms: ActiveValue::Set(now_ms + LIFE_MS),
        used_at_ms: ActiveValue::Set(None),
    };
    link.insert(tx).await?;
    Ok(token)
}

/// Returns the condition for a link that can be used now.
fn usable(purpose: LinkPurpose, token: &str, now_ms: i64) -> Condition {
    open(purpose, now_ms).add(one_time_links::Column::TokenHash.eq(hash_token(token)))
}

/// Returns the condition for the links that can be used now.
fn open(purpose: LinkPurpose, now_ms: i64) -> Condition {
    Condition::all()
        .add(one_time_links::Column::Purpose.eq(purpose))
        .add(one_time_links::Column::UsedAtMs.is_null())
        .add(one_time_links::Column::ExpiresAtMs.gt(now_ms))
}

/// Returns whether a link can be used now, for the page that it leads to.
pub async fn is_usable(
    connection: &impl ConnectionTrait,
    purpose: LinkPurpose,
    token: &str,
    now_ms: i64,
) -> Result<bool, Error> {
    let of = SystemScope.find::<one_time_links::Entity>().filter(usable(purpose, token, now_ms));
    if of.one(connection).await?.is_none() {
        return Ok(false);
    }
    Ok(purpose != LinkPurpose::Setup || !users::can_anybody_sign_in(connection).await?)
}

/// Uses a link up. Only one of several that try at the same time succeeds.
async fn take(
    tx: &Transaction,
    purpose: LinkPurpose,
    token: &str,
    now_ms: i64,
) -> Result<one_time_links::Model, Refusal> {
    let of = SystemScope.find::<one_time_links::Entity>().filter(usable(purpose, token, now_ms));
    let link = of.lock_exclusive().one(tx).await?.ok_or(Refusal::NotFound)?;
    let change =
        one_time_links::ActiveModel { used_at_ms: ActiveValue::Set(Some(now_ms)), ..Default::default() };
    let used = SystemScope.update::<one_time_links::Entity>().set(change);
    used.filter(one_time_links::Column::Id.eq(link.id)).exec(tx).await?;
    Ok(link)
}

/// Sets the service up: creates the first account and its owner.
///
/// # Errors
/// [`Refusal::NotFound`] if the link cannot be used (any more), and the rules that fields break. The link can then be
/// used again.
pub async fn set_up(store: &Store, actor: Actor, token: &str, new: NewAccount) -> Result<Created, Refusal> {
    if !is_usable(store.read(), LinkPurpose::Setup, token, actor.now_ms).await? {
        return Err(Refusal::NotFound);
    }
    let checked = new.check(store).await?;
    let tx = store.begin();
    take(&tx, LinkPurpose::Setup, token, actor.now_ms).await?;
    if users::can_anybody_sign_in(&tx).await? {
        return Err(Refusal::NotFound);
    }
    let created = checked.insert(&tx, actor).await?;
    tx.commit().await?;
    Ok(created)
}

/// Sets the password of the link's user, and ends all the user's sessions. Returns the user's id.
///
/// # Errors
/// [`Refusal::NotFound`] if the link cannot be used (any more), and the rule that the password breaks. The link can then
/// be used again.
pub async fn set_password(store: &Store, actor: Actor, token: &str, password: &str) -> Result<i64, Refusal> {
    if !is_usable(store.read(), LinkPurpose::Password, token, actor.now_ms).await? {
        return Err(Refusal::NotFound);
    }
    let mut problems = ValidationErrors::default();
    passwords::check("password", password, &mut problems);
    check(problems)?;
    let hash = passwords::hash(password.to_owned()).await?;
    let tx = store.begin();
    let link = take(&tx, LinkPurpose::Password, token, actor.now_ms).await?;
    let user_id = link.user_id.ok_or(Refusal::NotFound)?;
    users::set_password(&tx, actor.as_user(user_id), user_id, hash).await?;
    sessions::end(&tx, user_id, Ending::All).await?;
    tx.commit().await?;
    Ok(user_id)
}

/// Removes the links that can no longer be used. Returns how many it removed.
pub async fn remove_expired(store: &Store, now_ms: i64) -> Result<u64, Error> {
    let over = Condition::any()
        .add(one_time_links::Column::ExpiresAtMs.lte(now_ms))
        .add(one_time_links::Column::UsedAtMs.is_not_null());
    let removal = SystemScope.delete::<one_time_links::Entity>().filter(over);
    Ok(removal.exec(store.write()).await?.rows_affected)
}
