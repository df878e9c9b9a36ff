//! Lists of records. Asked for nothing, a list is whole, and streamed. It can be asked for a part (filters), for another
//! order, for pages, and for what has changed since an earlier list.

use std::marker::PhantomData;

use poem::http::HeaderName;
use poem::http::header::ETAG;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::{Condition, ConnectionTrait, QueryFilter, QuerySelect, Select};
use serde_json::{json, value::RawValue};
use shared::events::revision::Revision;

use crate::auth::Caller;
use crate::http::body::Fields;
use crate::http::chunks::{CHUNK, chunks_as, next_key};
use crate::http::csv::Format;
use crate::http::fields::{Field, Read, Text};
use crate::http::query::{Asked, Limit, Parameters, Query, QueryInput};
use crate::http::schema::{inline, property};
use crate::http::{AppError, Index, Problems, Reply};
use crate::records::validator::Validator;
use crate::records::{Context, Resource, Row, load_and_end};
use crate::state::App;

mod order;
mod page;
pub mod search;
mod sync;

use order::Sorting;
pub use order::{By, Key, Order};
use page::Place;

/// How many records there are in all pages.
pub const TOTAL_COUNT: HeaderName = HeaderName::from_static("total-count");
/// What to send as `updated_since` next time.
pub const SYNC_CURSOR: HeaderName = HeaderName::from_static("sync-cursor");

/// A kind of records whose list can be asked for in parts.
pub trait Listed: Resource {
    /// Its filters.
    type Filters: QueryInput;

    /// The orders that it can be asked for, the default first.
    const ORDERS: &'static [Order<Row<Self>>];
    /// Whether the default order is descending.
    const DESCENDING: bool = false;

    /// What the filters ask for. What can only be found out from the database, such as whether a name in them exists,
    /// is added to the problems.
    fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: Self::Filters,
        problems: &mut Problems,
    ) -> impl Future<Output = Result<Condition, AppError>> + Send;
}

/// The parameters that every list has.
#[derive(Debug)]
pub struct Paging<R> {
    limit: Option<i64>,
    cursor: Option<String>,
    updated_since: Option<String>,
    sort: Option<Sorting>,
    of: PhantomData<fn() -> R>,
}

/// The texts of cursors; longer ones are not ours.
type Token = Text<2000>;

impl<R: Listed> QueryInput for Paging<R> {
    fn read(parameters: &mut Parameters) -> Self {
        Self {
            limit: parameters.take::<Limit>("limit"),
            cursor: parameters.take::<Token>("cursor"),
            updated_since: parameters.take::<Token>("updated_since"),
            sort: parameters.take::<Sort<R>>("sort"),
            of: PhantomData,
        }
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        let limit = "How many records to return at most, of which the header `Total-Count` then tells the whole number; \
                     the header `Link` leads to the next page";
        let cursor = "Where a page begins: from the `Link` of the page before";
        let since = "Only records that were changed at this moment or later, or since the list that had this \
                     `Sync-Cursor`, which misses none, however late its change was committed; what a record \
                     shows of others, or of the day, is no change of it";
        vec![
            ("limit", property(Limit::schema(registry), limit, false, Some(json!(100)))),
            ("cursor", property(Token::schema(registry), cursor, false, None)),
            (
                "updated_since",
                property(Token::schema(registry), since, false, Some(json!("2026-06-15T12:00:00Z"))),
            ),
            ("sort", property(Sort::<R>::schema(registry), "The order; `-` reverses it", false, None)),
        ]
    }
}

/// The parameter `sort`.
struct Sort<R>(PhantomData<R>);

impl<R: Listed> Sort<R> {
    fn names() -> impl Iterator<Item = String> {
        R::ORDERS.iter().flat_map(|order| [order.name.to_owned(), format!("-{}", order.name)])
    }
}

impl<R: Listed> Field for Sort<R> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let default = &R::ORDERS.first().map_or("", |order| order.name);
        let default = if R::DESCENDING { format!("-{default}") } else { (*default).to_owned() };
        let enum_items = Self::names().map(Into::into).collect();
        inline(MetaSchema { enum_items, default: Some(json!(default)), ..MetaSchema::new("string") })
    }
}

impl<R: Listed> Read for Sort<R> {
    type Value = Sorting;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<Sorting>, String> {
        let Some(text) = Text::<50>::read(raw, path, within)? else { return Ok(None) };
        let (name, descending) = text.strip_prefix('-').map_or((&*text, false), |name| (name, true));
        let order = R::ORDERS.iter().position(|order| order.name == name);
        let sorting = order.map(|order| Sorting { order, descending });
        sorting.map(Some).ok_or_else(|| {
            let names: Vec<_> = Self::names().collect();
            format!("must be one of {}", names.join(", "))
        })
    }
}

/// Lists the records of a kind.
pub async fn index<R: Listed>(
    app: &App,
    caller: Caller,
    format: Format,
    query: Query<(Paging<R>, R::Filters)>,
) -> Result<Reply<R, Index>, AppError> {
    let context = Context::new(app, caller);
    let Query { input: (paging, filters), mut problems, asked } = query;
    let validator = Validator::new(&context, &asked, format.media_type());
    // What is wrong now was wrong then, so it has no such tag.
    if let Some(etag) = validator.still_current(&asked).await? {
        return Ok(Reply::not_modified(etag));
    }
    let reader = app.store.read();
    // Before anything that the list is made of.
    let (revision, settled) = Revision::now(reader, caller.account).await?;
    let filter = R::filter(reader, &context, filters, &mut problems).await?;
    let list = List::<R>::new(context, paging.sort, filter, &asked);
    let since = paging.updated_since.and_then(|since| list.changed_since(&since, &mut problems));
    let place = paging.cursor.and_then(|cursor| list.open(&cursor, &mut problems));
    problems.check()?;

    let list = List { filter: list.filter.clone().add_option(since), ..list };
    let sync_cursor = list.sync_cursor(place.as_ref().map_or(settled, |place| place.settled))?;
    let reply = match paging.limit {
        Some(limit) => list.page(&format, limit.unsigned_abs(), place, settled, &asked).await?,
        None => list.stream(format, place).await?,
    };
    Ok(reply.with(ETAG, validator.etag(revision)?).with(SYNC_CURSOR, sync_cursor))
}

/// A list as it was asked for.
struct List<R: Listed> {
    context: Context,
    sorting: Sorting,
    filter: Condition,
    /// What binds a cursor to the account and to all that was asked for but the page.
    scope: String,
    of: PhantomData<fn() -> R>,
}

impl<R: Listed> List<R> {
    fn new(context: Context, sorting: Option<Sorting>, filter: Condition, asked: &Asked) -> Self {
        let sorting = sorting.unwrap_or(Sorting { order: 0, descending: R::DESCENDING });
        let query = asked.query_without(&["limit", "cursor"]).finish();
        let scope = format!("{} page {query}", token_scope::<R>(&context));
        Self { context, sorting, filter, scope, of: PhantomData }
    }

    /// The account's records that the filter lets through.
    fn select(&self) -> Select<R::Entity> {
        self.context.caller.account.find::<R::Entity>().filter(self.filter.clone())
    }

    /// Its rows in order, those after a place.
    fn after(&self, place: Option<&Place>) -> Select<R::Entity> {
        self.sorting.apply::<R>(self.select(), self.context.app.store.backend(), place)
    }

    fn place(&self, row: &Row<R>) -> (Option<Key>, i64) {
        (self.sorting.key::<R>(row), R::id(row))
    }

    /// The whole list, or all of it after a place.
    async fn stream(self, format: Format, place: Option<Place>) -> Result<Reply<R, Index>, AppError> {
        let chunks = chunks_as(format.clone(), place, move |place: Option<Place>| {
            let select = self.after(place.as_ref()).limit(CHUNK);
            let sorting = self.sorting;
            let context = self.context.clone();
            async move {
                let tx = context.app.store.snapshot().await?;
                let rows = select.all(&tx).await?;
                let next = next_key(&rows, |row| Place::new(sorting.key::<R>(row), R::id(row)));
                Ok((next.map(Some), load_and_end::<R>(tx, context, rows)))
            }
        });
        Reply::stream_as(&format, chunks).await
    }
}

/// What the tokens of a kind's list are good for.
fn token_scope<R: Listed>(context: &Context) -> String {
    format!("account {} {}", context.caller.account.account_id(), R::KIND)
}
