//! Changes of many records together, each with its event: those that a merge moves, and those that show a changed record.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Value};
use serde_json::value::to_raw_value;
use shared::Transaction;
use shared::entities::Tenant;

use super::context::Context;
use super::events::{Before, Changed, emit_all};
use super::resource::{Resource, Row};
use crate::error::AppError;

/// How many records are changed together.
pub const CHUNK: usize = 500;

/// Records that are locked, and what each was before the change.
pub struct Locked<R: Resource> {
    context: Context,
    stored: Vec<Row<R>>,
    before: Vec<Before>,
}

impl<R: Resource> Locked<R> {
    /// Locks records by their ids.
    pub async fn new(tx: &Transaction, context: &Context, ids: &[i64]) -> Result<Self, AppError> {
        let rows =
            context.caller.account.find::<R::Entity>().filter(R::Entity::ID.is_in(ids.iter().copied()));
        let stored = rows.order_by_asc(R::Entity::ID).lock_exclusive().all(tx).await?;
        let version = stored.iter().map(R::version).max().unwrap_or_default();
        Ok(Self { context: context.clone().after(version), stored, before: Vec::new() })
    }

    /// Notes what they are, because the change is one of their own.
    pub async fn noted(mut self, tx: &Transaction) -> Result<Self, AppError> {
        let records = R::load(tx, &self.context, self.stored.clone()).await?;
        let before = records.iter().map(|record| Ok(Before::Record(to_raw_value(record)?)));
        self.before = before.collect::<Result<_, AppError>>()?;
        Ok(self)
    }

    /// Notes what they show of another record, because only that has changed.
    #[must_use]
    pub fn showing(mut self, before: &Before) -> Self {
        self.before = vec![before.clone(); self.stored.len()];
        self
    }

    /// Writes values into them, if there are any, the time of the change, and the event of each.
    pub async fn change(
        self,
        tx: &Transaction,
        values: impl IntoIterator<Item = (<R::Entity as EntityTrait>::Column, Value)>,
    ) -> Result<(), AppError> {
        let Self { context, stored, before } = self;
        let account = context.caller.account;
        let ids: Vec<_> = stored.iter().map(R::id).collect();
        let these = || R::Entity::ID.is_in(ids.iter().copied());
        let update = account.update::<R::Entity>().filter(these());
        let update = update.col_expr("updated_at_ms", Expr::value(context.now_ms));
        let update = update.col_expr("event_sequence", Expr::col("event_sequence").add(1));
        let update = values
            .into_iter()
            .fold(update, |update, (column, value)| update.col_expr(column, Expr::value(value)));
        update.exec(tx).await?;
        let rows = account.find::<R::Entity>().filter(these()).order_by_asc(R::Entity::ID);
        let mut rows = rows.all(tx).await?;
        let number = |row: &mut Row<R>| (R::id(row), R::sequence(row).map_or(0, |sequence| *sequence));
        let numbers: Vec<_> = rows.iter_mut().map(number).collect();
        let records = numbers.into_iter().zip(R::load(tx, &context, rows).await?).zip(before);
        let records = records.map(|(((id, sequence), record), before)| Changed {
            id,
            sequence,
            record,
            before: Some(before),
        });
        match R::EVENTS {
            Some((_, updated)) => emit_all(tx, &context, updated, &records.collect::<Vec<_>>()).await,
            None => Ok(()),
        }
    }
}
