//! Lists of records. A caller can ask for filters, another order, pages, or only the records that were changed since an
//! earlier list.

use sea_orm::Select;

use super::{Context, load_and_end};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::parameters::{Asked, SentParameters};

mod list_query;
mod order;
mod page;
mod paging;
pub mod search;
mod sync;

pub(crate) use list_query::ListQuery;
pub use order::{By, Filter, Linked, ListResource, Order, SortKey, SortValues};
pub(crate) use order::{CursorPosition, Sorting};
pub(crate) use page::PageOf;
pub use page::Place;
pub use paging::Paging;

/// A page of a list.
pub struct ListPage<R: ListResource> {
    /// The records.
    pub records: Vec<R>,
    /// How many records the whole list has.
    pub total: i64,
    /// How many records come before the page, if it is known.
    before: Option<i64>,
    /// Where the page before this one begins, if there is one.
    pub previous: Option<Place>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    /// Selects the rows of the whole list, without an order.
    pub select: Select<R::Entity>,
    /// The context in which the filters are asked.
    pub context: Context,
    /// The name of the order and its values, if no column has them.
    pub values: Option<(&'static str, SortValues)>,
}

impl<R: ListResource> ListPage<R> {
    /// Returns which of the records are on this page, such as 51, 100 and 308 for the 51st to the 100th of 308, or nothing
    /// if it is not known. Records that were added or removed since the first page was read can make it slightly wrong.
    pub fn range(&self) -> Option<[i64; 3]> {
        let count = i64::try_from(self.records.len()).unwrap_or_default();
        let before = self.before.filter(|_| count > 0)?;
        Some([before + 1, before + count, self.total.max(before + count)])
    }
}

/// The first records of a list.
pub struct First<R: ListResource> {
    /// The records.
    pub records: Vec<R>,
    /// How many records the whole list has.
    pub total: i64,
    /// Selects the rows of the whole list, without an order.
    pub select: Select<R::Entity>,
}

/// Reads the first records of a list in an order, such as `-gift_date`.
///
/// # Errors
/// [`AppError::Invalid`] if a filter breaks a rule, [`AppError::Internal`] if the list has no such order.
pub async fn first<R: ListResource>(
    context: &Context,
    filters: R::Filters,
    sort: &str,
    limit: u64,
) -> Result<First<R>, AppError> {
    let list = sorted::<R>(context, filters, sort).await?;
    let load = async |tx, rows| load_and_end::<R>(tx, context.clone(), rows).await;
    let PageOf { records, total, .. } = list.read(limit, None, 0, load).await?;
    Ok(First { records, total, select: list.select() })
}

/// Reads the first records of a list in an order, and does not count the others.
///
/// # Errors
/// Those of [`first`].
pub async fn few<R: ListResource>(
    context: &Context,
    filters: R::Filters,
    sort: &str,
    limit: u64,
) -> Result<Vec<R>, AppError> {
    let list = sorted::<R>(context, filters, sort).await?;
    let tx = context.app.store.snapshot().await?;
    let (rows, _) = list.rows(&tx, list.sorting, None, limit).await?;
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    load_and_end::<R>(tx, context.clone(), rows).await
}

/// Returns a list in an order, such as `-gift_date`.
async fn sorted<R: ListResource>(
    context: &Context,
    filters: R::Filters,
    sort: &str,
) -> Result<ListQuery<R>, AppError> {
    let sorting = Sorting::named::<R>(sort)
        .ok_or_else(|| AppError::Internal(format!("a list has no order {sort}").into()))?;
    let mut problems = Problems::default();
    let filter = R::filter(context.app.store.read(), context, filters.clone(), &mut problems).await?;
    problems.check()?;
    let list = ListQuery::<R>::new(context.clone(), Some(sorting), filter, &SentParameters::default());
    list.with_values(&filters).await
}

/// Reads a page of a list, under the same rules as [`index`](crate::rest::list::index). Without a limit, the page has 50 records.
///
/// # Errors
/// [`AppError::Invalid`] with the problems of the query.
pub async fn page<R: ListResource>(
    context: &Context,
    asked: Asked<(Paging<R>, R::Filters)>,
) -> Result<ListPage<R>, AppError> {
    let Asked { input: (paging, filters), mut problems, sent } = asked;
    let context = context.clone().counting(R::by_household(&filters));
    let filter = R::filter(context.app.store.read(), &context, filters.clone(), &mut problems).await?;
    let list = ListQuery::<R>::new(context, paging.sort, filter, &sent);
    // A page of people goes on anywhere.
    let place = paging.cursor.and_then(|cursor| list.open(&cursor, |_| true, &mut problems));
    problems.check()?;
    let list = list.with_values(&filters).await?;
    let limit = paging.limit.map_or(PAGE_SIZE, i64::unsigned_abs);
    let is_first = place.is_none();
    let load = async |tx, rows| load_and_end::<R>(tx, list.context.clone(), rows).await;
    let PageOf { records, total, first, next } = list.read(limit, place, 0, load).await?;
    let next = next.map(|next| list.cursor(&next)).transpose()?;
    let previous = match &first {
        Some(first) if !is_first => list.before(first, limit).await?,
        _ => None,
    };
    let before = first.and_then(|first| first.shown);
    let (select, values) = (list.select(), list.sorting.by_value::<R>().zip(list.values));
    Ok(ListPage { records, total, before, previous, next, select, context: list.context, values })
}

/// How many records a page of the web application has.
const PAGE_SIZE: u64 = 50;
