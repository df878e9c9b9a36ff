//! Mappings that were used before, for files with the same headings.

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::crypto::bytes::hex;
use shared::entities::{AccountScope, import_mappings};
use shared::values::choices::ImportKind;

use super::Mapping;
use super::targets::{KIND_HEADING, SAME_HEADING};
use crate::error::AppError;
use crate::resources::imports::failed_rows;
use crate::resources::kinds::of_kind;

use import_mappings::Column as C;

/// How many mappings of an account are remembered.
const REMEMBERED_MAX: u64 = 200;

/// The headings of the columns that the service itself adds to a file, with answers and with problems.
const ADDED: [&str; 3] = [SAME_HEADING, KIND_HEADING, failed_rows::COLUMN];

/// Returns the hash of the headings of a file, but for those that the service has added: with them, it is the same file.
fn hash(headings: &[String]) -> Result<String, AppError> {
    let own: Vec<_> = headings.iter().filter(|heading| !ADDED.contains(&heading.as_str())).collect();
    Ok(hex(&Sha256::digest(serde_json::to_string(&own)?)))
}

/// Returns the mapping that was used last for a file with these headings, with the columns of this file. One that the service has
/// added means what its heading says.
pub async fn find(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: ImportKind,
    headings: &[String],
) -> Result<Option<Mapping>, AppError> {
    let known = account.find::<import_mappings::Entity>().filter(C::ImportKind.eq(kind));
    let known = known.filter(C::HeadingsHash.eq(hash(headings)?)).one(connection).await?;
    // A mapping of an earlier version may have fields that there are no longer.
    let known = known.and_then(|known| serde_json::from_str::<Mapping>(&known.mapping).ok());
    let Some(mut mapping) = known else { return Ok(None) };
    mapping.columns.retain(|column| headings.contains(&column.heading));
    Ok(of_kind!(kind, R => mapping.completed::<R>(headings)).ok())
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
