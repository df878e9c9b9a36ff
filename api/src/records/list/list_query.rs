//! A list as the caller asked for it. Its rows are selected for a page, or streamed in chunks.

use std::marker::PhantomData;

use sea_orm::{Condition, QueryFilter, QuerySelect, Select};
use shared::entities::by_position;

use super::exported::Exported;
use super::order::{CursorPosition, ListResource, SortKey, Sorting};
use crate::http::chunks::{CHUNK, chunks_as, next_key};
use crate::http::csv::Format;
use crate::http::query::ListRequest;
use crate::http::{AppError, Index, Reply};
use crate::records::{Context, Row};

/// A list as the caller asked for it.
pub(super) struct ListQuery<R: ListResource> {
    pub(super) context: Context,
    pub(super) sorting: Sorting,
    filter: Condition,
    /// Binds a cursor to the account and to all parameters except `limit` and `cursor`.
    pub(super) scope: String,
    of: PhantomData<fn() -> R>,
}

impl<R: ListResource> ListQuery<R> {
    pub(super) fn new(
        context: Context,
        sorting: Option<Sorting>,
        filter: Condition,
        request: &ListRequest,
    ) -> Self {
        let sorting = sorting.unwrap_or(Sorting { order: 0, descending: R::DESCENDING });
        let query = request.query_without(&["limit", "cursor"]).finish();
        let scope = format!("{} page {query}", token_scope::<R>(&context));
        Self { context, sorting, filter, scope, of: PhantomData }
    }

    /// Adds a condition to the filter, if there is one.
    pub(super) fn and(mut self, condition: Option<Condition>) -> Self {
        self.filter = self.filter.add_option(condition);
        self
    }

    /// Selects the account's records that match the filter.
    pub(super) fn select(&self) -> Select<R::Entity> {
        self.context.caller.account.find::<R::Entity>().filter(self.filter.clone())
    }

    /// Selects the matching rows in the list's order, from its beginning or after a place.
    pub(super) fn after(&self, place: Option<&CursorPosition>) -> Select<R::Entity> {
        self.sorting.apply::<R>(self.select(), self.context.app.store.backend(), place)
    }

    pub(super) fn place(&self, row: &Row<R>) -> (Option<SortKey>, i64) {
        (self.sorting.key::<R>(row), R::id(row))
    }

    /// Streams the list, from its beginning or after a place.
    pub(super) async fn stream(
        self,
        format: Format,
        place: Option<CursorPosition>,
    ) -> Result<Reply<R, Index>, AppError> {
        let as_sent = format.clone();
        let chunks = chunks_as(format.clone(), place, move |place: Option<CursorPosition>| {
            let select = self.after(place.as_ref()).limit(CHUNK);
            let sorting = self.sorting;
            let (context, format) = (self.context.clone(), as_sent.clone());
            async move {
                let tx = context.app.store.snapshot().await?;
                let rows = by_position::all(select, &tx).await?;
                let next = next_key(&rows, |row| CursorPosition::new(sorting.key::<R>(row), R::id(row)));
                let load = async move { Exported::<R>::load_and_end(tx, &context, &format, rows).await };
                Ok((next.map(Some), load))
            }
        });
        Reply::stream_as(&format, chunks).await
    }
}

/// Returns the scope that binds the tokens of a list to the account, to the kind of records, and to the epoch of the
/// database.
pub(super) fn token_scope<R: ListResource>(context: &Context) -> String {
    let (account_id, epoch) = (context.caller.account.account_id(), context.app.store.epoch());
    let epoch = if epoch.is_empty() { epoch } else { format!(" epoch {epoch}") };
    format!("account {account_id} {}{epoch}", R::KIND)
}
