//! Pages of lists. A cursor holds the place of the last row of a page. So a record that is added or changed between two
//! requests does not move other records from one page to another.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ConnectionTrait, QuerySelect};
use shared::database::Snapshot;
use shared::entities::Tenant;

use super::list_query::ListQuery;
use super::order::{CursorPosition, ListResource, SortKey};
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::Row;

/// The records of one page, and the way to other pages.
pub(crate) struct PageOf<T> {
    pub(crate) records: Vec<T>,
    /// How many records the whole list has.
    pub(crate) total: i64,
    /// The place of the first record, as a place after which others come.
    pub(crate) first: Option<CursorPosition>,
    /// Where the next page begins, if there is one.
    pub(crate) next: Option<CursorPosition>,
}

/// Where a page of a list begins.
pub enum Place {
    /// At the beginning of the list.
    Start,
    /// At this cursor.
    Cursor(String),
}

impl<R: ListResource> ListQuery<R> {
    /// Reads the records of one page. `load` loads them from their rows, and ends the transaction.
    pub(crate) async fn read<T>(
        &self,
        limit: u64,
        place: Option<CursorPosition>,
        settled: i64,
        load: impl AsyncFnOnce(Snapshot, Vec<Row<R>>) -> Result<Vec<T>, AppError>,
    ) -> Result<PageOf<T>, AppError> {
        let tx = self.context.app.store.snapshot().await?;
        // Read one row more than the page has, to know whether there is a next page.
        let (mut rows, counted) = self.rows(&tx, self.sorting, place.as_ref(), limit + 1).await?;
        let is_last = rows.len() as u64 <= limit;
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let (total, settled) = match &place {
            Some(place) => (place.total, place.settled),
            None if is_last => (i64::try_from(rows.len()).unwrap_or(i64::MAX), settled),
            None => (self.count(&tx, counted).await?, settled),
        };
        let before = place.map_or(Some(0), |place| place.shown);
        let at = |(key, row): &(Option<SortKey>, Row<R>), shown: Option<i64>| CursorPosition {
            key: key.clone(),
            id: R::id(row),
            total,
            settled,
            shown,
        };
        let first = rows.first().map(|row| at(row, before));
        let shown = before.zip(i64::try_from(rows.len()).ok()).map(|(before, count)| before + count);
        let next = rows.last().filter(|_| !is_last).map(|row| at(row, shown));
        let records = load(tx, rows.into_iter().map(|(_, row)| row).collect()).await?;
        Ok(PageOf { records, total, first, next })
    }

    /// Returns where the page begins that ends just before a place. `None` if no record comes before.
    pub(crate) async fn before(&self, first: &CursorPosition, limit: u64) -> Result<Option<Place>, AppError> {
        let (reader, sorting) = (self.context.app.store.read(), self.sorting.reversed());
        let (rows, _) = self.rows(reader, sorting, Some(first), limit + 1).await?;
        let Some((key, row)) = rows.get(usize::try_from(limit).unwrap_or(usize::MAX)) else {
            return Ok((!rows.is_empty()).then_some(Place::Start));
        };
        let (key, id) = (key.clone(), R::id(row));
        let shown =
            first.shown.and_then(|shown| shown.checked_sub_unsigned(limit)).filter(|shown| *shown >= 0);
        Ok(Some(Place::Cursor(self.cursor(&CursorPosition { key, id, shown, ..*first })?)))
    }

    /// Returns the cursor that holds a place.
    pub(crate) fn cursor(&self, place: &CursorPosition) -> Result<String, AppError> {
        Ok(self.context.app.secrets_key.token(&self.scope, &serde_json::to_vec(place)?)?)
    }

    /// Returns how many records the list has. `counted` is what is known of it.
    async fn count(
        &self,
        connection: &impl ConnectionTrait,
        counted: Option<usize>,
    ) -> Result<i64, AppError> {
        let counted = match counted {
            None if self.is_compared_here() => Some(self.all_ids(connection).await?.len()),
            counted => counted,
        };
        if let Some(count) = counted {
            return Ok(i64::try_from(count).unwrap_or(i64::MAX));
        }
        let id = Expr::col((R::Entity::default(), <R::Entity as Tenant>::ID));
        let count = self.select().select_only().expr(id.count()).into_tuple().one(connection).await?;
        Ok(count.unwrap_or_default())
    }

    /// Returns the place that a cursor holds. Adds a problem if the cursor is not one of this list.
    pub(crate) fn open(
        &self,
        cursor: &str,
        reaches: impl Fn(i64) -> bool,
        problems: &mut Problems,
    ) -> Option<CursorPosition> {
        let place = self.context.app.secrets_key.open_token(&self.scope, cursor).ok();
        let place = place.and_then(|json| serde_json::from_slice::<CursorPosition>(&json).ok());
        let place = place.filter(|place| reaches(place.settled));
        if place.is_none() {
            let rule = "must be that of a Link to the next page, with the same filters, order and updated_since; if the \
                 database was restored since, or the sandbox was emptied, or the events \
                 since then were removed, begin with the first page";
            problems.add("cursor", rule);
        }
        place
    }
}
