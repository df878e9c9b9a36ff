//! Sandboxes: accounts to try things out in. An account has at most one, with the same members: what changes in the
//! account's members changes in those of its sandbox, too.

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use shared::entities::{AccountScope, SystemScope, accounts, memberships};
use shared::values::choices::AuditAction;
use shared::{Error, Transaction};

use super::audit::{self, Actor};
use super::members;
use super::new_account::insert_gift_types;
use super::refusal::Refusal;

/// Returns the sandbox of an account, if it has one.
pub async fn of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Option<AccountScope>, Error> {
    let sandbox = SystemScope.find::<accounts::Entity>();
    let sandbox = sandbox.filter(accounts::Column::SandboxOf.eq(account.account_id()));
    let id: Option<i64> =
        sandbox.select_only().column(accounts::Column::Id).into_tuple().one(connection).await?;
    Ok(id.map(AccountScope::new))
}

/// Returns an account and its sandbox, if it has one.
///
/// # Errors
/// A broken rule if the account is a sandbox itself: its members are those of its account.
pub(super) async fn with_own(tx: &Transaction, account: AccountScope) -> Result<Vec<AccountScope>, Refusal> {
    let own = Condition::any()
        .add(accounts::Column::Id.eq(account.account_id()))
        .add(accounts::Column::SandboxOf.eq(account.account_id()));
    // A sandbox is younger than its account.
    let rows = SystemScope.find::<accounts::Entity>().filter(own).order_by_asc(accounts::Column::Id);
    let rows = rows.all(tx).await?;
    if rows.iter().any(|row| row.id == account.account_id() && row.sandbox_of.is_some()) {
        let rule = "of a sandbox are those of its account: change them there";
        return Err(Refusal::rule("members", rule));
    }
    Ok(rows.into_iter().map(|row| AccountScope::new(row.id)).collect())
}

/// Inserts the sandbox of an account, with its members and the default gift types. The transaction is of no account.
///
/// # Errors
/// [`Refusal::NotFound`] if the actor is no owner (any more), and a broken rule if the account has a sandbox or is one.
pub async fn insert(tx: &Transaction, actor: Actor, account: AccountScope) -> Result<AccountScope, Refusal> {
    account.lock(tx).await?;
    members::expect_owner(tx, actor, account).await?;
    let own = SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    let own = own.one(tx).await?.ok_or(Refusal::NotFound)?;
    if own.sandbox_of.is_some() {
        return Err(Refusal::rule("account", "is a sandbox itself"));
    }
    if of(tx, account).await?.is_some() {
        return Err(Refusal::rule("account", "has a sandbox already"));
    }
    let name = format!("{} (sandbox)", own.name);
    let sandbox = accounts::ActiveModel {
        id: ActiveValue::NotSet,
        name: ActiveValue::Set(name.clone()),
        currency: ActiveValue::Set(own.currency),
        timezone: ActiveValue::Set(own.timezone),
        created_at_ms: ActiveValue::Set(actor.now_ms),
        sandbox_of: ActiveValue::Set(Some(own.id)),
        ..Default::default()
    };
    let sandbox = AccountScope::new(sandbox.insert(tx).await?.id);
    let members = account.find::<memberships::Entity>().order_by_asc(memberships::Column::Id).all(tx).await?;
    let created_at_ms = actor.now_ms;
    let members = members.into_iter().map(|row| memberships::Model { created_at_ms, ..row }).collect();
    sandbox.insert_all::<memberships::Entity>(tx, members).await?;
    insert_gift_types(tx, sandbox).await?;
    for of in [account, sandbox] {
        audit::record(tx, actor, Some(of), AuditAction::SandboxCreated, Some(&name)).await?;
    }
    Ok(sandbox)
}
