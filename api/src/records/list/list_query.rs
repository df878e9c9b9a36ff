//! A list as the caller asked for it. Its rows are selected for a page, or streamed in chunks.

use std::collections::HashMap;
use std::marker::PhantomData;

use sea_orm::sea_query::Expr;
use sea_orm::{Condition, ConnectionTrait, DbBackend, QueryFilter, QuerySelect, Select};
use shared::entities::{Tenant, by_position};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::order::{CursorPosition, Filter, ListResource, SortKey, SortValues, Sorting};
use super::search::{one_of, read_ids};
use crate::error::AppError;
use crate::fields::parameters::SentParameters;
use crate::records::{Context, Row};

/// How many requests at a time have the values of all records of an account in memory. Others wait.
static TURNS: Semaphore = Semaphore::const_new(4);

/// The most ids that the database looks up to find those that fulfil the other conditions, at about 1 µs each. Of more, the
/// records that fulfil the conditions are compared with the ids.
const COUNTED_THERE_MAX: usize = 20_000;

/// A list as the caller asked for it.
pub(crate) struct ListQuery<R: ListResource> {
    pub(crate) context: Context,
    pub(crate) sorting: Sorting,
    pub(super) filter: Filter,
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
        filter: Filter,
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
            let order = (order, self.sorting.descending);
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
        self.filter.condition = self.filter.condition.add_option(condition);
        self
    }

    /// Selects the account's records that match the filter.
    pub(crate) fn select(&self) -> Select<R::Entity> {
        let among = self.filter.among.as_ref().map(|ids| one_of(self.backend(), id::<R>(), ids.to_vec()));
        self.select_all().filter(Condition::all().add_option(among))
    }

    /// Selects the account's records that match the filter, whether they are among the ids that were found or not.
    fn select_all(&self) -> Select<R::Entity> {
        self.context.caller.account.find::<R::Entity>().filter(self.filter.condition.clone())
    }

    fn backend(&self) -> DbBackend {
        self.context.app.store.backend()
    }

    /// Reads the ids of the list, in no order. The database would look up each of many ids that it is sent, so those that were
    /// found are compared here.
    pub(super) async fn all_ids(&self, connection: &impl ConnectionTrait) -> Result<Vec<i64>, AppError> {
        let among = self.filter.among.as_deref();
        if let Some(among) = among.filter(|_| self.filter.condition.is_empty()) {
            return Ok(among.to_vec());
        }
        let mut ids = read_ids(connection, self.select_all()).await?;
        ids.retain(|id| among.is_none_or(|among| among.binary_search(id).is_ok()));
        Ok(ids)
    }

    /// Returns whether the ids that were found are compared here with those of the records that fulfil the other conditions: if
    /// there are no others, or so many ids.
    pub(super) fn is_compared_here(&self) -> bool {
        let among = self.filter.among.as_ref();
        among.is_some_and(|among| self.filter.condition.is_empty() || among.len() > COUNTED_THERE_MAX)
    }

    /// Selects the matching rows in the list's order, from its beginning or after a place.
    pub(crate) fn after(&self, place: Option<&CursorPosition>) -> Select<R::Entity> {
        self.sorting.apply::<R>(self.select(), self.context.app.store.backend(), place)
    }

    /// Reads the ids of the list in its order, from its beginning or after a place.
    pub(crate) async fn ids(
        &self,
        connection: &impl ConnectionTrait,
        place: Option<&CursorPosition>,
    ) -> Result<Vec<i64>, AppError> {
        if let Some(values) = &self.values {
            let ids = self.all_ids(connection).await?;
            return Ok(first_by_value(ids, values, (self.sorting, place), usize::MAX));
        }
        let select = self.after(place).select_only().expr(id::<R>());
        Ok(select.into_tuple().all(connection).await?)
    }

    /// Reads the first rows of the list in an order, from its beginning or after a place, each with its sort key, and how many
    /// records the whole list has, if that is known then.
    pub(super) async fn rows(
        &self,
        connection: &impl ConnectionTrait,
        sorting: Sorting,
        place: Option<&CursorPosition>,
        limit: u64,
    ) -> Result<(Vec<Keyed<R>>, Option<usize>), AppError> {
        // Of an order by the ids alone, no record has a value.
        let (by_id, has_many) = (SortValues::default(), self.is_compared_here() && sorting.is_by_id::<R>());
        if let Some(values) = self.values.as_ref().or(has_many.then_some(&by_id)) {
            let ids = self.all_ids(connection).await?;
            let count = ids.len();
            let limit = usize::try_from(limit).unwrap_or(usize::MAX);
            let ids = first_by_value(ids, values, (sorting, place), limit);
            let rows = self.rows_of(connection, ids).await?.into_iter();
            let rows = rows.map(|row| (values.get(&R::id(&row)).cloned(), row));
            return Ok((rows.collect(), Some(count)));
        }
        let select = sorting.apply::<R>(self.select(), self.backend(), place);
        let rows = by_position::all(select.limit(limit), connection).await?.into_iter();
        Ok((rows.map(|row| (sorting.key::<R>(&row), row)).collect(), None))
    }

    /// Reads the rows with these ids, in the order of the ids.
    pub(crate) async fn rows_of(
        &self,
        connection: &impl ConnectionTrait,
        ids: Vec<i64>,
    ) -> Result<Vec<Row<R>>, AppError> {
        let these = one_of(self.backend(), id::<R>(), ids.clone());
        let rows = self.context.caller.account.find::<R::Entity>().filter(these);
        let rows = by_position::all(rows, connection).await?.into_iter();
        let mut rows: HashMap<_, _> = rows.map(|row| (R::id(&row), row)).collect();
        Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
    }
}

/// A row with its sort key.
pub(super) type Keyed<R> = (Option<SortKey>, Row<R>);

fn id<R: ListResource>() -> Expr {
    Expr::col((R::Entity::default(), R::Entity::ID))
}

/// Returns the first of these ids in the order of their values, from its beginning or after a place.
fn first_by_value(
    ids: Vec<i64>,
    values: &SortValues,
    (sorting, place): (Sorting, Option<&CursorPosition>),
    limit: usize,
) -> Vec<i64> {
    type Place<'a> = (Option<&'a SortKey>, i64);
    let in_order = |one: &Place, other: &Place| {
        if sorting.descending { other.cmp(one) } else { one.cmp(other) }
    };
    let mut places: Vec<Place> = ids.into_iter().map(|id| (values.get(&id), id)).collect();
    if let Some(CursorPosition { key, id, .. }) = place {
        let place = (key.as_ref(), *id);
        places.retain(|one| in_order(one, &place).is_gt());
    }
    // Only the first ones need be sorted.
    if limit < places.len() {
        places.select_nth_unstable_by(limit, in_order);
        places.truncate(limit);
    }
    places.sort_unstable_by(in_order);
    places.into_iter().map(|(_, id)| id).collect()
}

/// Returns the scope that binds the tokens of a list to the account, to the kind of records, and to the epoch of the
/// database.
pub(crate) fn token_scope<R: ListResource>(context: &Context) -> String {
    let (account_id, epoch) = (context.caller.account.account_id(), context.app.store.epoch());
    let epoch = if epoch.is_empty() { epoch } else { format!(" epoch {epoch}") };
    format!("account {account_id} {}{epoch}", R::KIND)
}
