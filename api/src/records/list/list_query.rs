//! A list as the caller asked for it. Its rows are selected for a page, or streamed in chunks.

use std::marker::PhantomData;

use sea_orm::{Condition, QueryFilter, Select};

use super::order::{CursorPosition, ListResource, SortKey, Sorting};
use crate::fields::parameters::SentParameters;
use crate::records::{Context, Row};

/// A list as the caller asked for it.
pub(crate) struct ListQuery<R: ListResource> {
    pub(crate) context: Context,
    pub(crate) sorting: Sorting,
    filter: Condition,
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
        Self { context, sorting, filter, scope, of: PhantomData }
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

    pub(crate) fn place(&self, row: &Row<R>) -> (Option<SortKey>, i64) {
        (self.sorting.key::<R>(row), R::id(row))
    }
}

/// Returns the scope that binds the tokens of a list to the account, to the kind of records, and to the epoch of the
/// database.
pub(crate) fn token_scope<R: ListResource>(context: &Context) -> String {
    let (account_id, epoch) = (context.caller.account.account_id(), context.app.store.epoch());
    let epoch = if epoch.is_empty() { epoch } else { format!(" epoch {epoch}") };
    format!("account {account_id} {}{epoch}", R::KIND)
}
