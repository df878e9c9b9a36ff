//! Lists of records as responses. By default a list is complete and streamed. A caller can ask for filters, another order,
//! pages, or only the records that were changed since an earlier list.

use std::sync::Arc;

use poem::http::header::{ETAG, LINK};
use poem::http::{HeaderName, HeaderValue};
use poem_openapi::registry::{MetaSchemaRef, Registry};
use sea_orm::QuerySelect;
use shared::entities::by_position;

use super::shown::Shown;
use super::validator::Validator;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Input;
use crate::fields::field::Field;
use crate::fields::json::shown;
use crate::fields::parameters::{Parameter, Parameters, QueryInput};
use crate::fields::schema::property;
use crate::fields::types::{AnyOf, Text};
use crate::http::chunks::{CHUNK, chunks_as, next_key, write};
use crate::http::csv::{Accept, Audience, Format};
use crate::http::query::{ListRequest, Query};
use crate::http::{Index, Reply};
use crate::records::Context;
use crate::records::included::{Includes, in_files};
use crate::records::list::{CursorPosition, ListQuery, ListResource, PageOf, Paging};
use crate::state::App;

/// The header that tells how many records all pages have together.
pub const TOTAL_COUNT: HeaderName = HeaderName::from_static("total-count");

/// The header with the value to send as `updated_since` next time.
pub const SYNC_CURSOR: HeaderName = HeaderName::from_static("sync-cursor");

/// The audience of a file, and the headings of the columns that it wants: the parameters `for` and `columns`.
#[derive(Debug)]
pub struct ForWhom {
    audience: Option<Audience>,
    columns: Option<Vec<String>>,
}

impl QueryInput for ForWhom {
    fn read(parameters: &mut Parameters) -> Self {
        let audience = parameters.take::<Audience>("for");
        Self { audience, columns: parameters.take::<Columns>("columns") }
    }

    /// Returns none, because pages have a link to each kind of file.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        let audience = "Of a CSV file: `excel` makes it one for people, who open it in a spreadsheet or merge it into letters. It \
                        cannot be imported again";
        let columns = "Of a file for people: only the columns with these headings, in this order";
        vec![
            ("for", property(Audience::schema(registry), audience, false, None)),
            ("columns", property(Columns::schema(registry), columns, false, None)),
        ]
    }
}

/// Headings of columns, none of which has a comma.
type Columns = AnyOf<Text<100>>;

/// The query of a list.
pub type IndexQuery<R> = Query<((Paging<R>, (ForWhom, Includes<R>)), <R as ListResource>::Filters)>;

/// Lists the records of a kind.
pub async fn index<R: ListResource>(
    app: &App,
    caller: Caller,
    format: Format,
    query: IndexQuery<R>,
) -> Result<Reply<R, Index>, AppError> {
    let Query { input: ((paging, (for_whom, includes)), filters), mut problems, request } = query;
    let context = Context::new(app, caller).including(includes).counting(R::by_household(&filters));
    let context = Context { letters: format.letters(), ..context };
    let validator = Validator::new(&context, &request, format.media_type());
    let mut format =
        format.for_whom::<R>(for_whom.audience, <R::Input as Input>::FIELDS).showing(&context.included);
    // An invalid request never got an ETag, so a match proves that this one is valid.
    if let Some(etag) = validator.still_current(&request).await? {
        return Ok(Reply::not_modified(etag));
    }
    match (for_whom.audience, for_whom.columns) {
        (None, Some(_)) => problems.add("columns", "must be sent with for=excel"),
        (Some(_), Some(columns)) => match format.clone().choosing(&columns) {
            Ok(chosen) => format = chosen,
            Err(heading) => problems
                .add("columns", format_args!("must not have {}, which no column is called", shown(&heading))),
        },
        _ => {}
    }
    let reader = app.store.read();
    // Read the revision before the list: the tag may then be older than the list, but never newer.
    let (revision, settled) = Revision::now(reader, caller.account).await?;
    let filter = R::filter(reader, &context, filters.clone(), &mut problems).await?;
    let list = ListQuery::<R>::new(context, paging.sort, filter, &request.sent);
    let since = match paging.updated_since {
        Some(since) => list.changed_since(reader, &since, settled, &mut problems).await?,
        None => None,
    };
    let reaches = |settled| revision.reaches(settled);
    let place = paging.cursor.and_then(|cursor| list.open(&cursor, reaches, &mut problems));
    problems.check()?;

    let list = list.and(since).with_values(&filters).await?;
    let sync_cursor = header(&list.sync_cursor(place.as_ref().map_or(settled, |place| place.settled))?)?;
    let reply = match paging.limit {
        Some(limit) => page(&list, &format, &request, limit.unsigned_abs(), place, settled).await?,
        None if list.is_by_value() || R::have_ids(&filters) => stream_by_ids(list, format, place).await?,
        None => stream(list, format, place).await?,
    };
    let reply = reply.with(ETAG, validator.etag(revision)?);
    Ok(if R::EVENTS.is_some() { reply.with(SYNC_CURSOR, sync_cursor) } else { reply })
}

/// Returns the texts of records in the columns of a file for people that have these headings.
///
/// # Errors
/// [`AppError::Invalid`] with a heading that no column has.
pub async fn texts<R: ListResource>(
    context: &Context,
    records: Vec<R>,
    headings: &[String],
) -> Result<Vec<Vec<String>>, AppError> {
    let context = Context { included: in_files::<R>(), ..context.clone() };
    let format = Accept::CSV.format::<R>().for_whom::<R>(Some(Audience::Excel), <R::Input as Input>::FIELDS);
    let format = format.addressing(context.letters.clone());
    let format = format.showing(&context.included).choosing(headings);
    let format = format.map_err(|heading: String| {
        AppError::invalid(
            "columns",
            format_args!("must not have {}, which no column is called", shown(&heading)),
        )
    })?;
    let shown = Shown::<R>::of(context.app.store.read(), &context, &format, records).await?;
    format.texts(&shown)
}

fn header(text: &str) -> Result<HeaderValue, AppError> {
    HeaderValue::from_str(text).map_err(|error| AppError::Internal(error.into()))
}

/// Answers with one page.
async fn page<R: ListResource>(
    list: &ListQuery<R>,
    format: &Format,
    request: &ListRequest,
    limit: u64,
    place: Option<CursorPosition>,
    settled: i64,
) -> Result<Reply<R, Index>, AppError> {
    let load = async |tx, rows| Shown::<R>::load_and_end(tx, &list.context, format, rows).await;
    let PageOf { records, total, next, .. } = list.read(limit, place, settled, load).await?;
    let reply = Reply::page_as(format, write(format, &records)?)?.with(TOTAL_COUNT, total.into());
    let Some(next) = next else { return Ok(reply) };
    // The same request with another cursor, and without the caller's API key.
    let cursor = list.cursor(&next)?;
    let query = request.sent.without(&["cursor"]).append_pair("cursor", &cursor).finish();
    Ok(reply.with(LINK, header(&format!(r#"<{}?{query}>; rel="next""#, request.path))?))
}

/// Streams the list, from its beginning or after a place.
async fn stream<R: ListResource>(
    list: ListQuery<R>,
    format: Format,
    place: Option<CursorPosition>,
) -> Result<Reply<R, Index>, AppError> {
    let as_sent = format.clone();
    let chunks = chunks_as(format.clone(), place, move |place: Option<CursorPosition>| {
        let select = list.after(place.as_ref()).limit(CHUNK);
        let sorting = list.sorting;
        let (context, format) = (list.context.clone(), as_sent.clone());
        async move {
            let tx = context.app.store.snapshot().await?;
            let rows = by_position::all(select, &tx).await?;
            let next = next_key(&rows, |row| CursorPosition::new(sorting.key::<R>(row), R::id(row)));
            let load = async move { Shown::<R>::load_and_end(tx, &context, &format, rows).await };
            Ok((next.map(Some), load))
        }
    });
    Reply::stream_as(&format, chunks).await
}

/// Streams the list as [`stream`] does, by its ids: they are read once, because no index has the list's order, or because its
/// condition is too long to be sent with each chunk.
async fn stream_by_ids<R: ListResource>(
    mut list: ListQuery<R>,
    format: Format,
    place: Option<CursorPosition>,
) -> Result<Reply<R, Index>, AppError> {
    let ids = list.ids(list.context.app.store.read(), place.as_ref()).await?;
    list.drop_values();
    let size = usize::try_from(CHUNK).unwrap_or(usize::MAX);
    let (list, as_sent) = (Arc::new(list), format.clone());
    let chunks = chunks_as(format.clone(), 0, move |from: usize| {
        let rest = ids.get(from..).unwrap_or_default();
        let these: Vec<_> = rest.iter().copied().take(size).collect();
        let next = (rest.len() > size).then_some(from + size);
        let (list, format) = (list.clone(), as_sent.clone());
        async move {
            let tx = list.context.app.store.snapshot().await?;
            let rows = list.rows_of(&tx, these).await?;
            let load = async move { Shown::<R>::load_and_end(tx, &list.context, &format, rows).await };
            Ok((next, load))
        }
    });
    Reply::stream_as(&format, chunks).await
}
