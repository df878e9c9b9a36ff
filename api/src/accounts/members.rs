//! The members of an account, and their roles. An account always has an owner.

use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, JoinType, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, RelationTrait, Select,
};
use shared::entities::{AccountScope, SystemScope, accounts, memberships, sessions, users};
use shared::values::choices::{AuditAction, Locale, MembershipRole};
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::Refusal;
use super::{outstanding, sandboxes};

/// A member of an account.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Member {
    /// The user.
    pub user_id: i64,
    /// The user's email address.
    pub email: String,
    /// The user's name, if it is known.
    pub name: Option<String>,
    /// The user's role.
    pub role: MembershipRole,
    /// When the user joined, in milliseconds since the Unix epoch.
    pub created_at_ms: i64,
    /// The language that the user has chosen for pages, if any.
    pub locale: Option<Locale>,
}

/// An account that a user belongs to.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OwnAccount {
    /// The account.
    pub account_id: i64,
    /// Its name.
    pub name: String,
    /// The user's role in it.
    pub role: MembershipRole,
    /// The account whose sandbox it is.
    pub sandbox_of: Option<i64>,
}

fn members(account: AccountScope) -> Select<memberships::Entity> {
    account
        .find::<memberships::Entity>()
        .join(JoinType::InnerJoin, memberships::Relation::User.def())
        .select_only()
        .columns([memberships::Column::UserId, memberships::Column::Role, memberships::Column::CreatedAtMs])
        .columns([users::Column::Email, users::Column::Name, users::Column::Locale])
}

/// Returns the members of an account, in the order in which they joined.
pub async fn list(connection: &impl ConnectionTrait, account: AccountScope) -> Result<Vec<Member>, Error> {
    let members = members(account).order_by_asc(memberships::Column::Id);
    Ok(members.into_model().all(connection).await?)
}

/// Returns a member of an account.
///
/// # Errors
/// [`Refusal::NotFound`] if the user is no member.
pub async fn expect(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    user_id: i64,
) -> Result<Member, Refusal> {
    let member = members(account).filter(memberships::Column::UserId.eq(user_id));
    member.into_model().one(connection).await?.ok_or(Refusal::NotFound)
}

/// Returns whether a user is a member of an account.
pub async fn is_member(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    user_id: i64,
) -> Result<bool, Error> {
    let member = account.find::<memberships::Entity>().filter(memberships::Column::UserId.eq(user_id));
    Ok(member.count(connection).await? > 0)
}

/// Returns whether a user is an owner of an account.
pub async fn is_owner(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    user_id: i64,
) -> Result<bool, Error> {
    let owner = account
        .find::<memberships::Entity>()
        .filter(memberships::Column::UserId.eq(user_id))
        .filter(memberships::Column::Role.eq(MembershipRole::Owner));
    Ok(owner.count(connection).await? > 0)
}

/// Fails if a user is no owner of an account (any more). The operator may do all that owners may.
///
/// # Errors
/// [`Refusal::NotFound`].
pub(crate) async fn expect_owner(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
) -> Result<(), Refusal> {
    match actor.user_id {
        Some(user_id) if !is_owner(tx, account, user_id).await? => Err(Refusal::NotFound),
        _ => Ok(()),
    }
}

/// Returns the accounts that a user belongs to, in the order in which the user joined them.
pub async fn accounts_of(connection: &impl ConnectionTrait, user_id: i64) -> Result<Vec<OwnAccount>, Error> {
    let own = SystemScope
        .find::<memberships::Entity>()
        .filter(memberships::Column::UserId.eq(user_id))
        .join(JoinType::InnerJoin, memberships::Relation::Account.def())
        .select_only()
        .columns([memberships::Column::AccountId, memberships::Column::Role])
        .columns([accounts::Column::Name, accounts::Column::SandboxOf])
        .order_by_asc(memberships::Column::Id);
    Ok(own.into_model().all(connection).await?)
}

/// Adds a user to an account. The user's one-time links end: an owner of an earlier account could have made one, and
/// would get into this account with it. The caller has locked the account, unless it is new.
///
/// # Errors
/// A broken rule if the account is a sandbox.
pub(super) async fn add(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
    (user_id, role): (i64, MembershipRole),
) -> Result<(), Refusal> {
    sandboxes::expect_none(tx, account).await?;
    outstanding::lock_user(tx, user_id).await?;
    outstanding::end_links_of_user(tx, user_id).await?;
    let membership = memberships::Model {
        id: 0,
        account_id: account.account_id(),
        user_id,
        role,
        created_at_ms: actor.now_ms,
    };
    account.insert::<memberships::Entity>(tx, membership).await?;
    Ok(sandboxes::follow(tx, account).await?)
}

/// Changes a member's role. The member's sessions on the account end, so that rights change only with a new sign-in.
/// The session `kept` goes on: its user has just made the change, and it gets a new token. If an owner becomes a
/// member, that owner's open invitations and links end.
///
/// # Errors
/// A broken rule if the member is the only owner, or the account is a sandbox.
pub async fn change_role(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    (user_id, role): (i64, MembershipRole),
    kept: i64,
) -> Result<(), Refusal> {
    let tx = store.begin();
    let member = locked(&tx, account, user_id).await?;
    expect_owner(&tx, actor, account).await?;
    if member.role == role {
        return Ok(());
    }
    if member.role == MembershipRole::Owner {
        expect_another_owner(&tx, account).await?;
        outstanding::end_of_owner(&tx, account, user_id).await?;
    }
    let own = account.update::<memberships::Entity>().filter(memberships::Column::UserId.eq(user_id));
    own.col_expr(memberships::Column::Role, role.into()).exec(&tx).await?;
    sandboxes::follow(&tx, account).await?;
    let both = [Some(account), sandboxes::of(&tx, account).await?].into_iter().flatten();
    let sessions = SystemScope
        .delete::<sessions::Entity>()
        .filter(sessions::Column::AccountId.is_in(both.map(AccountScope::account_id)))
        .filter(sessions::Column::UserId.eq(user_id))
        .filter(sessions::Column::Id.ne(kept));
    sessions.exec(&tx).await?;
    let detail = format!("{}: {} → {role}", member.email, member.role);
    audit::record(&tx, actor, Some(account), AuditAction::MemberRoleChanged, Some(&detail)).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends a membership: the actor's own, or that of somebody whom an owner removes. The user's key for the account and
/// the sessions on it end at once (foreign keys), and so do the user's open invitations and password links for the
/// account.
///
/// # Errors
/// A broken rule if the member is the only owner, or the account is a sandbox.
pub async fn remove(store: &Store, actor: Actor, account: AccountScope, user_id: i64) -> Result<(), Refusal> {
    let tx = store.begin();
    if actor.user_id != Some(user_id) {
        account.lock(&tx).await?;
        expect_owner(&tx, actor, account).await?;
    }
    end(&tx, actor, account, user_id).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends a membership as [`remove`] does, in a transaction.
pub(super) async fn end(
    tx: &Transaction,
    actor: Actor,
    account: AccountScope,
    user_id: i64,
) -> Result<(), Refusal> {
    let member = locked(tx, account, user_id).await?;
    if member.role == MembershipRole::Owner {
        expect_another_owner(tx, account).await?;
    }
    outstanding::end_of_owner(tx, account, user_id).await?;
    let own = memberships::Column::UserId.eq(user_id);
    account.delete::<memberships::Entity>().filter(own).exec(tx).await?;
    sandboxes::follow(tx, account).await?;
    let leaves = actor.user_id == Some(user_id);
    let action = if leaves { AuditAction::MemberLeft } else { AuditAction::MemberRemoved };
    audit::record(tx, actor, Some(account), action, Some(&member.email)).await?;
    Ok(())
}

/// Returns a member of an account that is no sandbox. Locks the account, so that two owners cannot leave at the same time.
async fn locked(tx: &Transaction, account: AccountScope, user_id: i64) -> Result<Member, Refusal> {
    account.lock(tx).await?;
    sandboxes::expect_none(tx, account).await?;
    expect(tx, account, user_id).await
}

async fn expect_another_owner(tx: &Transaction, account: AccountScope) -> Result<(), Refusal> {
    let owners = account.find::<memberships::Entity>();
    let owners = owners.filter(memberships::Column::Role.eq(MembershipRole::Owner)).count(tx).await?;
    if owners < 2 {
        let rule = "is the only owner of the account: make somebody else an owner first";
        return Err(Refusal::rule("member", rule));
    }
    Ok(())
}
