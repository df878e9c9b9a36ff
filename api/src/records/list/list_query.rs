//! A list as the caller asked for it. Its rows are selected for a page, or streamed in chunks.

use std::collections::HashMap;
use std::marker::PhantomData;

use sea_orm::sea_query::Expr;
use sea_orm::{Condition, ConnectionTrait, QueryFilter, QuerySelect, Select};
use shared::entities::{Tenant, by_position};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::order::{CursorPosition, ListResource, SortKey, SortValues, Sorting};
use super::search::one_of;
use crate::error::AppError;
use crate::fields::parameters::SentParameters;
use crate::records::{Context, Row};

/// How many requests at a time have the values of all records of an account in memory. Others wait.
static TURNS: Semaphore = Semaphore::const_new(4);

/// A list as the caller asked for it.
pub(crate) struct ListQuery<R: ListResource> {
    pub(crate) context: Context,
    pub(crate) sorting: Sorting,
    filter: Condition,
    /// The values that the list is ordered by, if no column has them.
    pub(super) values: Option<SortValues>,
    /// The turn of whoever has such values in memory.
    turn: Option<SemaphorePermit<'static>>,
    /// Binds a cursor to the account and to all parameters except `limit` and `cursor`.
    pub(crate) scope: String,
    of: PhantomData<fn() -> R>,
}

impl<R: ListResource> ListQuery<R> {
    pub(crate) fn new(
        context: Context,
        sorting: Option<Sorting>,
        filter: Condition,
        sent: &SentParameters,
    ) -> Self {
        let sorting = sorting.unwrap_or(Sorting { order: 0, descending: R::DESCENDING });
        let query = sent.without(&["limit", "cursor"]).finish();
        let scope = format!("{} page {query}", token_scope::<R>(&context));
        Self { context, sorting, filter, values: None, turn: None, scope, of: PhantomData }
    }

    /// Finds the values that the list is ordered by, if no column has them.
    pub(crate) async fn with_values(mut self, filters: &R::Filters) -> Result<Self, AppError> {
        if let Some(order) = self.sorting.by_value::<R>() {
            self.turn = TURNS.acquire().await.ok();
            let reader = self.context.app.store.read();
            self.values = Some(R::values(reader, &self.context, filters, order).await?);
        }
        Ok(self)
    }

    /// Drops the values, after the ids were read in their order.
    pub(crate) fn drop_values(&mut self) {
        (self.values, self.turn) = (None, None);
    }

    /// Returns whether the list is ordered by values that no column has.
    pub(crate) fn is_by_value(&self) -> bool {
        self.values.is_some()
    }

    /// Adds a condition to the filter, if there is one.
    pub(crate) fn and(mut self, condition: Option<Condition>) -> Self {
        self.filter = self.filter.add_option(condition);
        self
    }

    /// Selects the account's records that match the filter.
    pub(crate) fn select(&self) -> Select<R::Entity> {
        self.context.caller.account.find::<R::Entity>().filter(self.filter.clone())
    }

    /// Selects the matching rows in the list's order, from its beginning or after a place.
    pub(crate) fn after(&self, place: Option<&CursorPosition>) -> Select<R::Entity> {
        self.sorting.apply::<R>(self.select(), self.context.app.store.backend(), place)
    }

    /// Reads the ids of the list in its order, from its beginning or after a place, each with its sort key if no column has it.
    pub(crate) async fn ids(
        &self,
        connection: &impl ConnectionTrait,
        sorting: Sorting,
        place: Option<&CursorPosition>,
    ) -> Result<Vec<(Option<SortKey>, i64)>, AppError> {
        let id = || Expr::col((R::Entity::default(), R::Entity::ID));
        let Some(values) = &self.values else {
            let select = sorting.apply::<R>(self.select(), self.context.app.store.backend(), place);
            let ids: Vec<i64> = select.select_only().expr(id()).into_tuple().all(connection).await?;
            return Ok(ids.into_iter().map(|id| (None, id)).collect());
        };
        let ids: Vec<i64> = self.select().select_only().expr(id()).into_tuple().all(connection).await?;
        let mut ids: Vec<_> = ids.into_iter().map(|id| (values.get(&id).cloned(), id)).collect();
        if let Some(CursorPosition { key, id, .. }) = place {
            let place = (key.clone(), *id);
            ids.retain(|one| if sorting.descending { *one < place } else { *one > place });
        }
        ids.sort_unstable();
        if sorting.descending {
            ids.reverse();
        }
        Ok(ids)
    }

    /// Reads the first rows of the list in an order, from its beginning or after a place, each with its sort key.
    pub(crate) async fn rows(
        &self,
        connection: &impl ConnectionTrait,
        sorting: Sorting,
        place: Option<&CursorPosition>,
        limit: u64,
    ) -> Result<Vec<(Option<SortKey>, Row<R>)>, AppError> {
        if let Some(values) = &self.values {
            let mut ids = self.ids(connection, sorting, place).await?;
            ids.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            let rows = self.rows_of(connection, ids.into_iter().map(|(_, id)| id).collect()).await?;
            return Ok(rows.into_iter().map(|row| (values.get(&R::id(&row)).cloned(), row)).collect());
        }
        let select = sorting.apply::<R>(self.select(), self.context.app.store.backend(), place);
        let rows = by_position::all(select.limit(limit), connection).await?.into_iter();
        Ok(rows.map(|row| (sorting.key::<R>(&row), row)).collect())
    }

    /// Reads the rows with these ids, in the order of the ids.
    pub(crate) async fn rows_of(
        &self,
        connection: &impl ConnectionTrait,
        ids: Vec<i64>,
    ) -> Result<Vec<Row<R>>, AppError> {
        let id = Expr::col((R::Entity::default(), R::Entity::ID));
        let these = one_of(connection.get_database_backend(), id, ids.clone());
        let rows = self.context.caller.account.find::<R::Entity>().filter(these);
        let rows = by_position::all(rows, connection).await?.into_iter();
        let mut rows: HashMap<_, _> = rows.map(|row| (R::id(&row), row)).collect();
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }
}

/// Returns the scope that binds the tokens of a list to the account, to the kind of records, and to the epoch of the
/// database.
pub(crate) fn token_scope<R: ListResource>(context: &Context) -> String {
    let (account_id, epoch) = (context.caller.account.account_id(), context.app.store.epoch());
    let epoch = if epoch.is_empty() { epoch } else { format!(" epoch {epoch}") };
    format!("account {account_id} {}{epoch}", R::KIND)
}
