//! The proof that a user reads the mail of the address that the user signs in with. An owner can hand out a link for
//! any address, so somebody else may have registered it.
//!
//! An address is proven by a link that was mailed to it, or by an operator who has named it. A user with an unproven
//! address may be anybody who had the link of an invitation, so the user's memberships are not confirmed. The first
//! mailed password link ends them, except where the user is the only owner: an account always has an owner, and nobody
//! else gets in there.

use sea_orm::{ActiveValue, ColumnTrait, QueryFilter};
use shared::entities::{AccountScope, SystemScope, users};
use shared::{Error, Transaction};

use super::audit::Actor;
use super::members;
use super::refusal::Refusal;
use super::second_factor;
use super::users::read;

/// Notes that a user's address is proven, if it is not yet.
pub(super) async fn prove(tx: &Transaction, user_id: i64, now_ms: i64) -> Result<(), Error> {
    let change =
        users::ActiveModel { address_proven_at_ms: ActiveValue::Set(Some(now_ms)), ..Default::default() };
    let of = SystemScope.update::<users::Entity>().set(change).filter(users::Column::Id.eq(user_id));
    of.filter(users::Column::AddressProvenAtMs.is_null()).exec(tx).await?;
    Ok(())
}

/// Gives an unproven user to the reader of the address's mail: the second factor and the memberships in these accounts
/// end. Does nothing for a proven user. The caller has locked the accounts and the user.
pub(super) async fn take_over(
    tx: &Transaction,
    actor: Actor,
    user_id: i64,
    accounts: &[AccountScope],
) -> Result<(), Refusal> {
    if read(tx, user_id).await?.address_proven_at_ms.is_some() {
        return Ok(());
    }
    second_factor::remove(tx, actor, user_id).await?;
    for account in accounts {
        // The link may be used in a browser whose session is on another account.
        tx.confine(account.account_id()).await?;
        match members::end(tx, actor, *account, user_id).await {
            // The only owner stays, and a user who has left already needs nothing.
            Ok(()) | Err(Refusal::Invalid(_) | Refusal::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(prove(tx, user_id, actor.now_ms).await?)
}
