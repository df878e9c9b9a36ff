//! Recovery codes: each signs a user in once, in place of a code of the app that is lost.

use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter};
use shared::crypto::bytes::{hex, random};
use shared::entities::{SystemScope, recovery_codes};
use shared::{Error, Transaction};

use super::texts::in_groups;
use crate::crypto::tokens::hash_token;

/// How many codes a user gets at a time.
const COUNT: usize = 10;
/// The random bytes of a code: too many to be guessed, so that no slow hash is needed.
const BYTES: usize = 10;
/// How many digits stand together.
const GROUP: usize = 5;

/// Gives a user new codes in place of the earlier ones, and returns them in clear text, this once.
pub(super) async fn replace(tx: &Transaction, user_id: i64, now_ms: i64) -> Result<Vec<String>, Error> {
    remove(tx, user_id).await?;
    let mut codes = Vec::with_capacity(COUNT);
    for _ in 0..COUNT {
        let digits = hex(&random::<BYTES>()?);
        let row = recovery_codes::ActiveModel {
            id: ActiveValue::NotSet,
            user_id: ActiveValue::Set(user_id),
            code_hash: ActiveValue::Set(hash_token(&digits)),
            created_at_ms: ActiveValue::Set(now_ms),
            used_at_ms: ActiveValue::Set(None),
        };
        row.insert(tx).await?;
        codes.push(in_groups(&digits, GROUP, '-'));
    }
    Ok(codes)
}

/// Removes the codes of a user.
pub(super) async fn remove(tx: &Transaction, user_id: i64) -> Result<(), Error> {
    let own = SystemScope.delete::<recovery_codes::Entity>();
    own.filter(recovery_codes::Column::UserId.eq(user_id)).exec(tx).await?;
    Ok(())
}

/// Uses a code up, without its groups. Returns whether it is one of the user's. Only one of several that try at the same
/// time succeeds.
pub(super) async fn take(tx: &Transaction, user_id: i64, digits: &str, now_ms: i64) -> Result<bool, Error> {
    let change =
        recovery_codes::ActiveModel { used_at_ms: ActiveValue::Set(Some(now_ms)), ..Default::default() };
    let used = SystemScope
        .update::<recovery_codes::Entity>()
        .set(change)
        .filter(recovery_codes::Column::UserId.eq(user_id))
        .filter(recovery_codes::Column::CodeHash.eq(hash_token(digits)))
        .filter(recovery_codes::Column::UsedAtMs.is_null());
    Ok(used.exec(tx).await?.rows_affected == 1)
}

/// Returns how many codes a user has left.
pub(super) async fn left(connection: &impl ConnectionTrait, user_id: i64) -> Result<u64, Error> {
    let unused = SystemScope
        .find::<recovery_codes::Entity>()
        .filter(recovery_codes::Column::UserId.eq(user_id))
        .filter(recovery_codes::Column::UsedAtMs.is_null());
    Ok(unused.count(connection).await?)
}
