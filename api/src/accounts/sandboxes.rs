//! Sandboxes: accounts to try things out in. An account has at most one, with the same members: what changes in the
//! account's members changes in those of its sandbox, too.

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect,
};
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts, memberships};
use shared::values::choices::AuditAction;
use shared::{Error, Store, Transaction};

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

/// Fails if an account is a sandbox: its members are those of its account.
///
/// # Errors
/// The broken rule.
pub(super) async fn expect_none(tx: &Transaction, account: AccountScope) -> Result<(), Refusal> {
    let row = SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    if row.filter(accounts::Column::SandboxOf.is_not_null()).one(tx).await?.is_some() {
        let rule = "of a sandbox are those of its account: change them there";
        return Err(Refusal::rule("members", rule));
    }
    Ok(())
}

/// Makes the members of an account's sandbox those of the account, if it has one. The caller has locked the account.
pub(super) async fn follow(tx: &Transaction, account: AccountScope) -> Result<(), Error> {
    let Some(sandbox) = of(tx, account).await? else { return Ok(()) };
    tx.confine(sandbox.account_id()).await?;
    // Whoever makes a key there has locked it, too.
    sandbox.lock(tx).await?;
    let members = account.find::<memberships::Entity>().order_by_asc(memberships::Column::Id).all(tx).await?;
    let mut there = sandbox.find::<memberships::Entity>().all(tx).await?;
    for member in members {
        match there.iter().position(|row| row.user_id == member.user_id) {
            None => {
                sandbox.insert::<memberships::Entity>(tx, member).await?;
            }
            Some(place) => {
                let row = there.swap_remove(place);
                if row.role != member.role {
                    let role = member.role;
                    sandbox.replace::<memberships::Entity>(tx, memberships::Model { role, ..row }).await?;
                }
            }
        }
    }
    let gone = there.into_iter().map(|row| row.id);
    let gone = sandbox.delete::<memberships::Entity>().filter(memberships::Column::Id.is_in(gone));
    gone.exec(tx).await?;
    Ok(tx.confine(account.account_id()).await?)
}

/// Makes the members of every sandbox those of its account: a program of the version before, which knows no sandboxes, may
/// have changed either. Returns how many sandboxes had others.
pub async fn follow_all(store: &Store) -> Result<u64, Error> {
    const UNLIKE: &str = "SELECT a.sandbox_of FROM accounts a WHERE a.sandbox_of IS NOT NULL AND EXISTS (
        SELECT 1 FROM memberships m WHERE m.account_id IN (a.id, a.sandbox_of)
        GROUP BY m.user_id HAVING COUNT(*) < 2 OR MIN(m.role) <> MAX(m.role))";
    let unlike = store.read().query_all_raw(sql(store.read(), UNLIKE, Vec::new())).await?;
    for row in &unlike {
        let (tx, account) = (store.begin(), AccountScope::new(row.try_get_by_index(0)?));
        account.lock(&tx).await?;
        follow(&tx, account).await?;
        tx.commit().await?;
    }
    Ok(unlike.len() as u64)
}

/// Inserts the sandbox of an account, with its members and the default gift types. The transaction is of no account before,
/// and of the sandbox afterwards.
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
    // A name has at most 100 characters.
    let name = format!("{} (sandbox)", own.name.chars().take(90).collect::<String>().trim_end());
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
    follow(tx, account).await?;
    tx.confine(sandbox.account_id()).await?;
    insert_gift_types(tx, sandbox).await?;
    for of in [account, sandbox] {
        audit::record(tx, actor, Some(of), AuditAction::SandboxCreated, Some(&name)).await?;
    }
    Ok(sandbox)
}
