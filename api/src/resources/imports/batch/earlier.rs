//! What a part of a file knows of the parts before it: the external ids that they used, and the people in their rows. Until an
//! import ends, both wait in a table, so that a part needs no more memory the more rows come before it.

use std::collections::HashSet;

use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, QueryFilter, QueryOrder};
use shared::database::statement::sql;
use shared::entities::{import_external_ids, import_rows};

use super::Batch;
use super::keys::KEY_LENGTH;
use super::there::taken;
use crate::error::AppError;
use crate::records::importable::Importable;
use crate::resources::imports::marks::{DONOR, Done};

impl<R: Importable> Batch<'_, R> {
    /// Stores what this part was the first to use: external ids in a dry run, the keys of people, each with its row behind it, and
    /// the records that stand for its rows.
    pub(super) async fn store_seen(&self, before: &HashSet<String>, first_row: i64) -> Result<(), AppError> {
        let account = self.context.caller.account;
        let ids = self.seen.difference(before).filter(|_| self.dry_run).cloned();
        let people = self.people.since(first_row).map(|(key, row)| format!("{key}{row}"));
        let row = |external_id| import_external_ids::Model {
            id: 0,
            account_id: account.account_id(),
            import_id: self.import_id,
            external_id,
        };
        let taken = self.taken.iter().map(|id| taken(*id));
        let rows = ids.chain(people).chain(taken).map(row).collect();
        account.insert_all::<import_external_ids::Entity>(self.tx, rows).await?;
        Ok(())
    }

    /// Looks up the people with these keys among those of the parts before.
    pub(super) async fn meet_earlier(&mut self, keys: Vec<String>) -> Result<(), AppError> {
        if keys.is_empty() {
            return Ok(());
        }
        let these = match self.tx.get_database_backend() {
            DbBackend::Sqlite => "json_each($3) AS these",
            _ => "json_array_elements_text(CAST($3 AS JSON)) AS these (value)",
        };
        // Behind a key, the number of its row follows. A letter comes after all digits.
        let text = format!(
            "SELECT (SELECT MIN(e.external_id) FROM import_external_ids e
                 WHERE e.account_id = $1 AND e.import_id = $2
                     AND e.external_id BETWEEN these.value AND these.value || 'g')
             FROM {these}"
        );
        let account_id = self.context.caller.account.account_id();
        let values = vec![account_id.into(), self.import_id.into(), serde_json::to_string(&keys)?.into()];
        for found in self.tx.query_all_raw(sql(self.tx, text, values)).await? {
            let found: Option<String> = found.try_get_by_index(0)?;
            let found = found.as_deref().and_then(|found| found.split_at_checked(KEY_LENGTH));
            if let Some((key, row)) = found.and_then(|(key, row)| Some((key, row.parse::<i64>().ok()?))) {
                self.people.keep(row, vec![key.to_owned()]);
            }
        }
        Ok(())
    }

    /// Returns the record that an earlier row has made or changed, or the donor whom it has made.
    pub(super) async fn made_of(&self, row: i64, is_donor: bool) -> Result<Option<i64>, AppError> {
        use import_rows::Column as C;
        let is_it = |(of, _, mark): &&Done| *of == row && (*mark == DONOR) == is_donor;
        let of_row = |done: &[Done]| done.iter().find(is_it).map(|(_, id, _)| *id);
        if let Some(id) = of_row(&self.outcome.done) {
            return Ok(Some(id));
        }
        let parts = self.context.caller.account.find::<import_rows::Entity>();
        let parts = parts.filter(C::ImportId.eq(self.import_id)).filter(C::LastRow.gte(row));
        let Some(part) = parts.order_by_asc(C::LastRow).one(self.tx).await? else { return Ok(None) };
        Ok(of_row(&serde_json::from_str::<Vec<Done>>(&part.row_records)?))
    }
}
