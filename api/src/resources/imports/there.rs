//! New rows whose records are there already: whether they are left out, and which ones somebody wants all the same.

use std::collections::{BTreeMap, HashSet};

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use shared::Transaction;
use shared::entities::{AccountScope, import_rows, imports};

use import_rows::Column as C;

use super::mapping::Mapping;
use super::marks::{AGAIN, Done, THERE};
use super::preview::marked;
use crate::error::AppError;

/// The row under which it is stored which rows somebody wants all the same. No row of a file has this number.
pub(super) const NO_ROW: i64 = 0;

/// Returns whether new rows whose records are there already are left out: where the mapping says so, which the page of the columns
/// sets, or where the headings of a file that was sent on a page are the names of fields, so that it has no mapping.
pub(super) fn are_left_out(import: &imports::Model) -> Result<bool, AppError> {
    let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
    Ok(mapping.map_or(import.import_file_name.is_some(), |mapping| mapping.leave_out_known))
}

/// Returns the rows that somebody wants all the same.
pub(super) async fn all_the_same(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<HashSet<i64>, AppError> {
    let stored = AccountScope::new(import.account_id).find::<import_rows::Entity>();
    let stored =
        stored.filter(C::ImportId.eq(import.id)).filter(C::LastRow.eq(NO_ROW)).one(connection).await?;
    let Some(stored) = stored else { return Ok(HashSet::new()) };
    let rows: Vec<Done> = serde_json::from_str(&stored.row_records)?;
    Ok(rows.into_iter().map(|(row, ..)| row).collect())
}

/// Stores of some rows whether somebody wants them all the same. Returns whether that is new.
pub(super) async fn say(
    tx: &Transaction,
    import: &imports::Model,
    said: &BTreeMap<i64, bool>,
) -> Result<bool, AppError> {
    let before = all_the_same(tx, import).await?;
    let mut after = before.clone();
    for (row, is_wanted) in said {
        if *is_wanted {
            after.insert(*row);
        } else {
            after.remove(row);
        }
    }
    if after == before {
        return Ok(false);
    }
    let account = AccountScope::new(import.account_id);
    let stored = account.delete::<import_rows::Entity>().filter(C::ImportId.eq(import.id));
    stored.filter(C::LastRow.eq(NO_ROW)).exec(tx).await?;
    let mut rows: Vec<Done> = after.into_iter().map(|row| (row, 0, AGAIN)).collect();
    rows.sort_unstable();
    let row = import_rows::Model {
        id: 0,
        account_id: import.account_id,
        import_id: import.id,
        last_row: NO_ROW,
        row_records: serde_json::to_string(&rows)?,
    };
    account.insert::<import_rows::Entity>(tx, row).await?;
    Ok(true)
}

/// Lets an import have what somebody said in the dry run of its file.
pub(super) async fn take_over(
    tx: &Transaction,
    account: AccountScope,
    (dry_run_id, id): (i64, i64),
) -> Result<(), AppError> {
    let said = account.update::<import_rows::Entity>().filter(C::ImportId.eq(dry_run_id));
    let said = said.filter(C::LastRow.eq(NO_ROW));
    said.col_expr(C::ImportId, Expr::value(id)).exec(tx).await?;
    Ok(())
}

/// Returns how many rows are left out because their records are there already.
pub async fn count(connection: &impl ConnectionTrait, import: &imports::Model) -> Result<i64, AppError> {
    let mut rows = 0;
    for part in marked(import, &[THERE]).all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        let left_out = done.iter().filter(|(.., mark)| *mark == THERE).count();
        rows += i64::try_from(left_out).unwrap_or(i64::MAX);
    }
    Ok(rows)
}
