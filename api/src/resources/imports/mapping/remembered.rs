//! Mappings that were used before, for files with the same headings.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::crypto::bytes::hex;
use shared::entities::{AccountScope, import_mappings};
use shared::values::choices::ImportKind;

use super::Mapping;
use crate::error::AppError;

use import_mappings::Column as C;

/// How many mappings of an account are remembered.
const REMEMBERED_MAX: u64 = 200;

/// Returns the hash of the headings of a file.
fn hash(headings: &[String]) -> Result<String, AppError> {
    Ok(hex(&Sha256::digest(serde_json::to_string(headings)?)))
}

/// Returns the mapping that was used last for a file with these headings.
pub async fn find(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: ImportKind,
    headings: &[String],
) -> Result<Option<Mapping>, AppError> {
    let known = account.find::<import_mappings::Entity>().filter(C::ImportKind.eq(kind));
    let known = known.filter(C::HeadingsHash.eq(hash(headings)?)).one(connection).await?;
    // A mapping of an earlier version may have fields that there are no longer.
    Ok(known.and_then(|known| serde_json::from_str(&known.mapping).ok()))
}

/// Remembers the mapping of a file, in place of the one before, and forgets the oldest if there are too many.
pub async fn remember(
    tx: &Transaction,
    account: AccountScope,
    (kind, headings): (ImportKind, &[String]),
    mapping: &Mapping,
    now_ms: i64,
) -> Result<(), AppError> {
    let headings_hash = hash(headings)?;
    let before = account.delete::<import_mappings::Entity>().filter(C::ImportKind.eq(kind));
    before.filter(C::HeadingsHash.eq(headings_hash.clone())).exec(tx).await?;
    let kept = account.find::<import_mappings::Entity>().order_by_desc(C::UpdatedAtMs).order_by_desc(C::Id);
    let old = kept.offset(REMEMBERED_MAX - 1).limit(REMEMBERED_MAX).all(tx).await?;
    let old = C::Id.is_in(old.into_iter().map(|old| old.id));
    account.delete::<import_mappings::Entity>().filter(old).exec(tx).await?;
    let row = import_mappings::Model {
        id: 0,
        account_id: account.account_id(),
        import_kind: kind,
        headings_hash,
        mapping: serde_json::to_string(mapping)?,
        updated_at_ms: now_ms,
    };
    account.insert::<import_mappings::Entity>(tx, row).await?;
    Ok(())
}
