//! Rows of which somebody says which contact they are.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::Tenant;

use super::{Batch, Line};
use crate::error::AppError;
use crate::fields::problem::Problem;
use crate::records::changed;
use crate::records::importable::Importable;
use crate::resources::imports::mapping::targets::has_full_name;
use crate::resources::imports::mapping::translator::Same;

impl<R: Importable> Batch<'_, R> {
    /// Returns what somebody says of the contact that a row is, or whose it is.
    pub(super) fn same(&self, row: i64) -> Option<Same> {
        self.records.get(&row)?.same
    }

    /// Returns the contact that a row is, as somebody says.
    pub(super) fn said_contact(&self, row: i64) -> Option<i64> {
        self.same(row).and_then(Same::contact).filter(|_| has_full_name::<R>())
    }

    /// Locks the contacts that rows are, in the order of their ids.
    pub(super) async fn lock_same(&self, same: impl Iterator<Item = Same>) -> Result<(), AppError> {
        let ids: BTreeSet<i64> = same.filter_map(Same::contact).filter(|_| has_full_name::<R>()).collect();
        if !ids.is_empty() {
            let rows = self.context.caller.account.find::<R::Entity>();
            let rows =
                rows.filter(<R::Entity as Tenant>::ID.is_in(ids)).order_by_asc(<R::Entity as Tenant>::ID);
            let rows = rows.lock_exclusive().select_only().column(<R::Entity as Tenant>::ID);
            rows.into_tuple::<i64>().all(self.tx).await?;
        }
        Ok(())
    }

    /// Fills the contact that a new row is.
    pub(super) async fn fill(&mut self, mut line: Line<R::Input>, id: i64) -> Result<(), AppError> {
        self.write_new().await?;
        let stored =
            self.context.caller.account.find_id::<R::Entity>(id).lock_exclusive().one(self.tx).await?;
        let heading = self.reading.heading_of_same();
        let Some(stored) = stored else {
            line.problems.push(Problem::new(heading, "must be the number of a contact of this account"));
            self.is_good(&mut line);
            return Ok(());
        };
        let new = changed::<R>(self.tx, &self.context, None, &mut line.input, &mut line.validation).await?;
        if !line.problems.is_empty() || !line.validation.is_empty() {
            self.is_good(&mut line);
            return Ok(());
        }
        let revives = matches!(self.same(line.row), Some(Same::Active(_)));
        match R::filled(self.tx, &self.context, &stored, new, revives).await? {
            Some((input, validation)) => {
                (line.input, line.validation) = (input, validation);
                self.change(line, &stored).await
            }
            None => {
                let rule = "must be a person, as in the row, or an organisation, and not merged into another";
                line.problems.push(Problem::new(heading, rule));
                self.is_good(&mut line);
                Ok(())
            }
        }
    }
}
