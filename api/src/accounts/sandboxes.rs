//! The members of sandboxes: an account has at most one, with the same members. What changes in the account's members changes in
//! those of its sandbox, too.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts, memberships};
use shared::{Error, Store, Transaction};

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
pub(crate) async fn follow(tx: &Transaction, account: AccountScope) -> Result<(), Error> {
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
    tx.confine(account.account_id()).await
}

/// Makes the members of every sandbox those of its account: a program of the version before, which knows no sandboxes, may
/// have changed either. Returns how many sandboxes had others.
pub async fn follow_all(store: &Store) -> Result<u64, Error> {
    const UNLIKE: &str = "SELECT a.sandbox_of FROM accounts a WHERE a.sandbox_of IS NOT NULL AND EXISTS (
        SELECT 1 FROM memberships m WHERE m.account_id IN (a.id, a.sandbox_of)
        GROUP BY m.user_id HAVING COUNT(*) < 2 OR MIN(m.role) <> MAX(m.role))";
    let unlike = store.read().query_all_raw(sql(store.read(), UNLIKE, Vec::new())).await?;
    for row in &unlike {
        let account = AccountScope::new(row.try_get_by_index(0)?);
        let followed = async {
            let tx = store.begin();
            account.lock(&tx).await?;
            follow(&tx, account).await?;
            tx.commit().await
        };
        match followed.await {
            Ok(()) => tracing::info!(
                account_id = account.account_id(),
                "a sandbox has the members of its account again"
            ),
            // The others go on. This one is tried again the next time.
            Err(error) => {
                tracing::warn!(account_id = account.account_id(), %error, "a sandbox has other members than its account");
            }
        }
    }
    Ok(unlike.len() as u64)
}
