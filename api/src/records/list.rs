//! Lists of records. By default a list is complete and streamed. A caller can ask for filters, another order, pages, or
//! only the records that were changed since an earlier list.

use poem::http::header::ETAG;
use sea_orm::Select;
use shared::events::revision::Revision;

use super::Context;
use super::validator::Validator;
use crate::auth::Caller;
use crate::http::csv::Format;
use crate::http::field::Input;
use crate::http::query::{ListRequest, Query};
use crate::http::{AppError, Index, Problems, Reply};
use crate::state::App;

mod exported;
mod list_query;
mod order;
mod page;
mod paging;
pub mod search;
mod sync;

use list_query::ListQuery;
use order::Sorting;
pub use order::{By, Linked, ListResource, Order, SortKey};
use page::PageOf;
pub use page::{Place, TOTAL_COUNT};
pub use paging::Paging;
pub use sync::SYNC_CURSOR;

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
}

impl<R: ListResource> ListPage<R> {
    /// Returns which of the records are on this page, such as `51–100 of 308`, or nothing if it is not known. It may be off
    /// by what was added or removed since the first page was read.
    pub fn range(&self) -> String {
        let count = i64::try_from(self.records.len()).unwrap_or_default();
        match self.before {
            Some(before) if count > 0 => {
                format!("{}–{} of {}", before + 1, before + count, self.total.max(before + count))
            }
            _ => String::new(),
        }
    }
}

/// Reads the first records of a list in an order, such as `-gift_date`.
///
/// # Errors
/// [`AppError::Invalid`] if a filter breaks a rule.
pub async fn first<R: ListResource>(
    context: &Context,
    filters: R::Filters,
    sort: &str,
    limit: i64,
) -> Result<ListPage<R>, AppError> {
    let mut paging = Paging::default();
    (paging.limit, paging.sort) = (Some(limit), Sorting::named::<R>(sort));
    let (problems, request) = (Problems::default(), ListRequest::default());
    page(context, Query { input: (paging, filters), problems, request }).await
}

/// Reads a page of a list, under the same rules as [`index`]. Without a limit, the page has 50 records.
///
/// # Errors
/// [`AppError::Invalid`] with the problems of the query.
pub async fn page<R: ListResource>(
    context: &Context,
    query: Query<(Paging<R>, R::Filters)>,
) -> Result<ListPage<R>, AppError> {
    let Query { input: (paging, filters), mut problems, request } = query;
    let filter = R::filter(context.app.store.read(), context, filters, &mut problems).await?;
    let list = ListQuery::<R>::new(context.clone(), paging.sort, filter, &request);
    let place = paging.cursor.and_then(|cursor| list.open(&cursor, &mut problems));
    problems.check()?;
    let limit = paging.limit.map_or(PAGE_SIZE, i64::unsigned_abs);
    let is_first = place.is_none();
    let PageOf { records, total, first, next } = list.read(&Format::Json, limit, place, 0).await?;
    let records = records.into_iter().map(|exported| exported.record).collect();
    let next = next.map(|next| list.cursor(&next)).transpose()?;
    let previous = match &first {
        Some(first) if !is_first => list.before(first, limit).await?,
        _ => None,
    };
    let before = first.and_then(|first| first.shown);
    Ok(ListPage { records, total, before, previous, next, select: list.select() })
}

/// How many records a page of the web application has.
const PAGE_SIZE: u64 = 50;

/// Lists the records of a kind.
pub async fn index<R: ListResource>(
    app: &App,
    caller: Caller,
    format: Format,
    query: Query<(Paging<R>, R::Filters)>,
) -> Result<Reply<R, Index>, AppError> {
    let context = Context::new(app, caller);
    let Query { input: (paging, filters), mut problems, request } = query;
    let validator = Validator::new(&context, &request, format.media_type());
    let format = format.for_whom::<R>(paging.audience, <R::Input as Input>::FIELDS);
    // An invalid request never got an ETag, so a match proves that this one is valid.
    if let Some(etag) = validator.still_current(&request).await? {
        return Ok(Reply::not_modified(etag));
    }
    let reader = app.store.read();
    // Read the revision before the list: the tag may then be older than the list, but never newer.
    let (revision, settled) = Revision::now(reader, caller.account).await?;
    let filter = R::filter(reader, &context, filters, &mut problems).await?;
    let list = ListQuery::<R>::new(context, paging.sort, filter, &request);
    let since = match paging.updated_since {
        Some(since) => list.changed_since(reader, &since, settled, &mut problems).await?,
        None => None,
    };
    let place = paging.cursor.and_then(|cursor| list.open(&cursor, &mut problems));
    problems.check()?;

    let list = list.and(since);
    let sync_cursor = list.sync_cursor(place.as_ref().map_or(settled, |place| place.settled))?;
    let reply = match paging.limit {
        Some(limit) => list.page(&format, limit.unsigned_abs(), place, settled, &request).await?,
        None => list.stream(format, place).await?,
    };
    Ok(reply.with(ETAG, validator.etag(revision)?).with(SYNC_CURSOR, sync_cursor))
}
