//! Links that work once: the first owner sets the service up with one, and a user sets a password with one.

use std::collections::HashSet;

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, Condition, ConnectionTrait, FromQueryResult, JoinType,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, RelationTrait, Select,
};
use shared::entities::{AccountScope, SystemScope, memberships, one_time_links, users as user_rows};
use shared::times::ms;
use shared::values::choices::{AuditAction, LinkPurpose};
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::sessions::{self, Ending};
use super::{Created, NewAccount, members, outstanding, passwords, proving, sandboxes, users};
use crate::crypto::tokens::{hash_token, new_token};
use crate::fields::Problems;
use crate::language::spoken;
use crate::times::LINK_LIFE;

/// How many links for a new password are mailed to a user within [`ASKED_MS`]. Anybody can ask for them.
const ASKED_MAX: u64 = 10;
/// The time for [`ASKED_MAX`]. If a stranger has asked for all of them, the user waits no longer than this.
const ASKED_MS: i64 = 3_600_000;

/// How a link was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// By an operator, or by the service itself.
    Operator,
    /// By an owner of an account, for a member: the account and the owner's user id.
    Owner(AccountScope, i64),
    /// By somebody who has asked for it. It is mailed.
    Asked,
}

/// Makes the link with which the first owner sets the service up. It replaces the one before. Returns its token, or `None`
/// if somebody can sign in, so that there is nothing to set up.
pub async fn new_setup(store: &Store, now_ms: i64) -> Result<Option<String>, Error> {
    if users::can_anybody_sign_in(store.read()).await? {
        return Ok(None);
    }
    let tx = store.begin();
    let token = replace(&tx, LinkPurpose::Setup, None, (Origin::Operator, now_ms)).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Makes the link with which a user sets a new password, for an operator. It replaces the ones before. Returns its token.
pub async fn new_password(store: &Store, actor: Actor, user_id: i64) -> Result<String, Refusal> {
    let tx = store.begin();
    let email = users::read(&tx, user_id).await?.email;
    let origin = (Origin::Operator, actor.now_ms);
    let token = replace(&tx, LinkPurpose::Password, Some(user_id), origin).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::PasswordLinkCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(token)
}

/// Makes the link with which a member sets a new password, for an owner of the account. It replaces the ones before. It
/// works only while the member belongs to this account alone and the owner is an owner. Returns its token.
///
/// # Errors
/// [`Refusal::NotFound`] if the user is no member, or the actor no owner, and the broken rule if the member belongs to
/// another account, too.
pub async fn new_password_for_member(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
) -> Result<String, Refusal> {
    let owner_id = actor.user_id.ok_or(Refusal::NotFound)?;
    if owner_id == user_id {
        return Err(Refusal::rule("member", "is you: change your password under Profile"));
    }
    let tx = store.begin();
    account.lock(&tx).await?;
    outstanding::lock_user(&tx, user_id).await?;
    members::expect_owner(&tx, actor, account).await?;
    let email = members::expect(&tx, account, user_id).await?.email;
    if !belongs_to_it_alone(&tx, account, user_id).await? {
        return Err(Refusal::rule("member", "belongs to other accounts too: an operator can make the link"));
    }
    let origin = (Origin::Owner(account, owner_id), actor.now_ms);
    let token = replace(&tx, LinkPurpose::Password, Some(user_id), origin).await?;
    audit::record(&tx, actor, Some(account), AuditAction::PasswordLinkCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(token)
}

/// Makes the link with which a user sets a new password, for somebody who has asked for it. That may be a stranger, so
/// the link replaces no other: otherwise a stranger could stop the link that the user waits for. Returns its token, or
/// `None` if many were mailed to the user within the hour.
pub async fn asked_password(store: &Store, actor: Actor, user_id: i64) -> Result<Option<String>, Refusal> {
    let tx = store.begin();
    let email = users::read(&tx, user_id).await?.email;
    outstanding::lock_user(&tx, user_id).await?;
    let asked = SystemScope
        .find::<one_time_links::Entity>()
        .filter(one_time_links::Column::UserId.eq(user_id))
        .filter(one_time_links::Column::IsMailed.eq(true))
        .filter(one_time_links::Column::CreatedAtMs.gt(actor.now_ms - ASKED_MS));
    if asked.count(&tx).await? >= ASKED_MAX {
        return Ok(None);
    }
    let origin = (Origin::Asked, actor.now_ms);
    let token = insert(&tx, LinkPurpose::Password, Some(user_id), origin).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::PasswordLinkCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// Returns the members for whom the owners of an account may make a password link. Anybody with the link becomes that
/// user, so the user must belong to no other account, which an owner would get into.
pub async fn resettable(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<HashSet<i64>, Error> {
    let members = members::list(connection, account).await?;
    let members: HashSet<_> = members.into_iter().map(|member| member.user_id).collect();
    let own = [Some(account), sandboxes::of(connection, account).await?];
    let own = own.into_iter().flatten().map(AccountScope::account_id);
    let elsewhere: Vec<i64> = SystemScope
        .find::<memberships::Entity>()
        .filter(memberships::Column::AccountId.is_not_in(own))
        .filter(memberships::Column::UserId.is_in(members.iter().copied()))
        .select_only()
        .column(memberships::Column::UserId)
        .into_tuple()
        .all(connection)
        .await?;
    let elsewhere: HashSet<_> = elsewhere.into_iter().collect();
    Ok(members.difference(&elsewhere).copied().collect())
}

async fn belongs_to_it_alone(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    user_id: i64,
) -> Result<bool, Error> {
    let own = members::accounts_of(connection, user_id).await?;
    // A sandbox has the members of its account, so nobody gets into more with it.
    let is_own = |of: &members::OwnAccount| {
        [of.account_id, of.sandbox_of.unwrap_or(0)].contains(&account.account_id())
    };
    Ok(!own.is_empty() && own.iter().all(is_own))
}

/// An open password link that an owner of an account has made.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OpenLink {
    /// Its id.
    pub id: i64,
    /// The email address of the user whose password it sets.
    pub email: String,
    /// The user who made it.
    pub made_by: i64,
    /// The moment when it expires, in milliseconds since the Unix epoch.
    pub expires_at_ms: i64,
}

/// Returns the open password links that the owners of an account have made, in the order in which they were made.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    now_ms: i64,
) -> Result<Vec<OpenLink>, Error> {
    let links = of_account(account, now_ms)
        .join(JoinType::InnerJoin, one_time_links::Relation::User.def())
        .select_only()
        .columns([
            one_time_links::Column::Id,
            one_time_links::Column::MadeBy,
            one_time_links::Column::ExpiresAtMs,
        ])
        .column(user_rows::Column::Email)
        .order_by_asc(one_time_links::Column::Id);
    Ok(links.into_model().all(connection).await?)
}

fn of_account(account: AccountScope, now_ms: i64) -> Select<one_time_links::Entity> {
    let links = SystemScope.find::<one_time_links::Entity>().filter(open(LinkPurpose::Password, now_ms));
    links.filter(one_time_links::Column::ForAccountId.eq(account.account_id()))
}

/// Takes back a password link that an owner of the account has made.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such link (any more).
pub async fn revoke(store: &Store, actor: Actor, account: AccountScope, id: i64) -> Result<(), Refusal> {
    let tx = store.begin();
    account.lock(&tx).await?;
    members::expect_owner(&tx, actor, account).await?;
    let link = of_account(account, actor.now_ms).filter(one_time_links::Column::Id.eq(id));
    let link = link.lock_exclusive().one(&tx).await?.ok_or(Refusal::NotFound)?;
    let own = SystemScope.delete::<one_time_links::Entity>();
    own.filter(one_time_links::Column::Id.eq(link.id)).exec(&tx).await?;
    let email = match link.user_id {
        Some(user_id) => Some(users::read(&tx, user_id).await?.email),
        None => None,
    };
    let action = AuditAction::PasswordLinkRevoked;
    audit::record(&tx, actor, Some(account), action, email.as_deref()).await?;
    tx.commit().await?;
    Ok(())
}

async fn replace(
    tx: &Transaction,
    purpose: LinkPurpose,
    user_id: Option<i64>,
    made: (Origin, i64),
) -> Result<String, Error> {
    let earlier = SystemScope.delete::<one_time_links::Entity>();
    let of_user = match user_id {
        Some(user_id) => one_time_links::Column::UserId.eq(user_id),
        None => one_time_links::Column::UserId.is_null(),
    };
    earlier.filter(one_time_links::Column::Purpose.eq(purpose)).filter(of_user).exec(tx).await?;
    insert(tx, purpose, user_id, made).await
}

async fn insert(
    tx: &Transaction,
    purpose: LinkPurpose,
    user_id: Option<i64>,
    (origin, now_ms): (Origin, i64),
) -> Result<String, Error> {
    let token = new_token()?;
    let (account, made_by) = match origin {
        Origin::Owner(account, owner_id) => (Some(account.account_id()), Some(owner_id)),
        Origin::Operator | Origin::Asked => (None, None),
    };
    let link = one_time_links::ActiveModel {
        id: ActiveValue::NotSet,
        purpose: ActiveValue::Set(purpose),
        user_id: ActiveValue::Set(user_id),
        token_hash: ActiveValue::Set(hash_token(&token)),
        created_at_ms: ActiveValue::Set(now_ms),
        expires_at_ms: ActiveValue::Set(now_ms + ms(LINK_LIFE)),
        used_at_ms: ActiveValue::Set(None),
        for_account_id: ActiveValue::Set(account),
        made_by: ActiveValue::Set(made_by),
        is_mailed: ActiveValue::Set(origin == Origin::Asked),
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
    match find(connection, purpose, token, now_ms).await {
        Ok(_) => Ok(purpose != LinkPurpose::Setup || !users::can_anybody_sign_in(connection).await?),
        Err(Refusal::Failed(error)) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Returns a link that can be used now.
async fn find(
    connection: &impl ConnectionTrait,
    purpose: LinkPurpose,
    token: &str,
    now_ms: i64,
) -> Result<one_time_links::Model, Refusal> {
    let of = SystemScope.find::<one_time_links::Entity>().filter(usable(purpose, token, now_ms));
    let link = of.one(connection).await?.ok_or(Refusal::NotFound)?;
    if holds(connection, &link).await? { Ok(link) } else { Err(Refusal::NotFound) }
}

/// Returns whether an owner's link still holds: the user belongs to the owner's account and to no other, and the owner
/// is one. Other links always hold.
async fn holds(connection: &impl ConnectionTrait, link: &one_time_links::Model) -> Result<bool, Error> {
    let (Some(account_id), Some(owner_id), Some(user_id)) = (link.for_account_id, link.made_by, link.user_id)
    else {
        return Ok(true);
    };
    let account = AccountScope::new(account_id);
    let is_owners = members::is_owner(connection, account, owner_id).await?;
    Ok(is_owners && belongs_to_it_alone(connection, account, user_id).await?)
}

/// The rights that a new password by a link ends, because nobody has proven yet that the address is the user's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakesAway {
    /// The second factor.
    pub second_factor: bool,
    /// Memberships.
    pub memberships: bool,
}

/// Returns the rights that a new password by this link ends.
///
/// # Errors
/// [`Refusal::NotFound`] if the link cannot be used (any more).
pub async fn takes_away(
    connection: &impl ConnectionTrait,
    token: &str,
    now_ms: i64,
) -> Result<TakesAway, Refusal> {
    let link = find(connection, LinkPurpose::Password, token, now_ms).await?;
    let user = users::read(connection, link.user_id.ok_or(Refusal::NotFound)?).await?;
    if !link.is_mailed || user.address_proven_at_ms.is_some() {
        return Ok(TakesAway::default());
    }
    let memberships = !members::accounts_of(connection, user.id).await?.is_empty();
    Ok(TakesAway { second_factor: user.second_factor_sealed.is_some(), memberships })
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
    if !holds(tx, &link).await? {
        return Err(Refusal::NotFound);
    }
    let change =
        one_time_links::ActiveModel { used_at_ms: ActiveValue::Set(Some(now_ms)), ..Default::default() };
    let used = SystemScope.update::<one_time_links::Entity>().set(change);
    used.filter(one_time_links::Column::Id.eq(link.id)).exec(tx).await?;
    Ok(link)
}

/// Sets the service up: creates the first account and its owner, whose pages keep the language that is spoken.
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
    users::choose_locale(&tx, created.user_id, Some(spoken())).await?;
    tx.commit().await?;
    Ok(created)
}

/// Sets the password of the link's user, and ends all the user's sessions. A mailed link also proves the user's
/// address, and ends unproven rights ([`takes_away`]). Returns the user's id.
///
/// # Errors
/// [`Refusal::NotFound`] if the link cannot be used (any more), and the rule that the password breaks. The link can then
/// be used again.
pub async fn set_password(store: &Store, actor: Actor, token: &str, password: &str) -> Result<i64, Refusal> {
    let link = find(store.read(), LinkPurpose::Password, token, actor.now_ms).await?;
    let user_id = link.user_id.ok_or(Refusal::NotFound)?;
    let mut problems = Problems::default();
    passwords::check_new("password", password, &users::known(store, user_id).await?, &mut problems);
    check(problems)?;
    let hash = passwords::hash(password.to_owned()).await?;
    let (tx, actor) = (store.begin(), actor.as_user(user_id));
    let accounts = lock_for(&tx, &link, user_id).await?;
    // From here on, neither the owner's role nor the user's memberships change.
    take(&tx, LinkPurpose::Password, token, actor.now_ms).await?;
    users::set_password(&tx, actor, user_id, hash).await?;
    if link.is_mailed {
        proving::take_over(&tx, actor, user_id, &accounts).await?;
    }
    sessions::end(&tx, user_id, Ending::All).await?;
    tx.commit().await?;
    Ok(user_id)
}

/// Locks the accounts that a password link is about, and then its user. Returns the accounts.
async fn lock_for(
    tx: &Transaction,
    link: &one_time_links::Model,
    user_id: i64,
) -> Result<Vec<AccountScope>, Error> {
    let mut accounts: Vec<i64> = link.for_account_id.into_iter().collect();
    if link.is_mailed && users::is_unproven(tx, user_id).await? {
        accounts.extend(members::accounts_of(tx, user_id).await?.iter().map(|own| own.account_id));
    }
    // All transactions lock the accounts in the same order.
    accounts.sort_unstable();
    let accounts: Vec<_> = accounts.into_iter().map(AccountScope::new).collect();
    for account in &accounts {
        // The link may be used in a browser whose session is on another account.
        tx.confine(account.account_id()).await?;
        account.lock(tx).await?;
    }
    outstanding::lock_user(tx, user_id).await?;
    Ok(accounts)
}

/// Removes the links that can no longer be used. Returns how many it removed.
pub async fn remove_expired(store: &Store, now_ms: i64) -> Result<u64, Error> {
    let over = Condition::any()
        .add(one_time_links::Column::ExpiresAtMs.lte(now_ms))
        .add(one_time_links::Column::UsedAtMs.is_not_null());
    let removal = SystemScope.delete::<one_time_links::Entity>().filter(over);
    Ok(removal.exec(store.write()).await?.rows_affected)
}
