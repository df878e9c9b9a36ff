//! Outstanding links: the one-time links of a user, and the invitations and links that an owner has made. They end in
//! the same transaction as the rights that they rest on.
//!
//! Transactions that change both lock the account first, and then the user, so that they cannot deadlock.

use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, SystemScope, invitations, one_time_links, users};
use shared::{Error, Transaction};

/// Locks a user's row until the transaction ends, so that the user joins no account meanwhile.
pub(super) async fn lock_user(tx: &Transaction, user_id: i64) -> Result<(), Error> {
    let user = SystemScope.find::<users::Entity>().filter(users::Column::Id.eq(user_id));
    user.lock(LockType::NoKeyUpdate).one(tx).await?;
    Ok(())
}

/// Ends all one-time links of a user.
pub(super) async fn end_links_of_user(tx: &Transaction, user_id: i64) -> Result<(), Error> {
    let links = SystemScope.delete::<one_time_links::Entity>();
    links.filter(one_time_links::Column::UserId.eq(user_id)).exec(tx).await?;
    Ok(())
}

/// Ends the invitations and links that a user has made as an owner of an account, and the links that its owners have
/// made for the user.
pub(super) async fn end_of_owner(tx: &Transaction, account: AccountScope, user_id: i64) -> Result<(), Error> {
    let by_or_for = Condition::any()
        .add(one_time_links::Column::MadeBy.eq(user_id))
        .add(one_time_links::Column::UserId.eq(user_id));
    let links = SystemScope.delete::<one_time_links::Entity>();
    let links = links.filter(one_time_links::Column::ForAccountId.eq(account.account_id()));
    links.filter(by_or_for).exec(tx).await?;
    let open = account.delete::<invitations::Entity>().filter(invitations::Column::InvitedBy.eq(user_id));
    open.filter(invitations::Column::AcceptedAtMs.is_null()).exec(tx).await?;
    Ok(())
}
