//! Pages of lists. A cursor holds the place of the last row of a page: records that are added or changed meanwhile move no
//! other from one page to another.

use poem::http::HeaderValue;
use poem::http::header::LINK;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ConnectionTrait, QuerySelect};
use serde::{Deserialize, Serialize};
use shared::entities::Tenant;

use crate::http::chunks::write;
use crate::http::csv::Format;
use crate::http::query::Asked;
use crate::http::{AppError, Index, Problems, Reply};
use crate::records::list::{Key, List, Listed, TOTAL_COUNT};
use crate::records::load_and_end;

/// Where a list goes on. A cursor is its JSON, sealed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Place {
    /// What the row before is ordered by, besides its id.
    pub(super) key: Option<Key>,
    /// The id of the row before.
    pub(super) id: i64,
    /// How many records the list had at its first page.
    total: i64,
    /// Where the event log was settled at the first page: the changes since then may be missing from all pages.
    pub(super) settled: i64,
}

impl Place {
    /// The place after a row, in a list that has no pages.
    pub(super) fn new(key: Option<Key>, id: i64) -> Self {
        Self { key, id, total: 0, settled: 0 }
    }
}

impl<R: Listed> List<R> {
    /// One page.
    pub(super) async fn page(
        self,
        format: &Format,
        limit: u64,
        place: Option<Place>,
        settled: i64,
        asked: &Asked,
    ) -> Result<Reply<R, Index>, AppError> {
        let tx = self.context.app.store.snapshot().await?;
        // One more, to know whether there is a next page.
        let mut rows = self.after(place.as_ref()).limit(limit + 1).all(&tx).await?;
        let is_last = rows.len() as u64 <= limit;
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let (total, settled) = match &place {
            Some(place) => (place.total, place.settled),
            None if is_last => (i64::try_from(rows.len()).unwrap_or(i64::MAX), settled),
            None => (self.count(&tx).await?, settled),
        };
        let next = rows.last().filter(|_| !is_last).map(|row| {
            let (key, id) = self.place(row);
            self.link(&Place { key, id, total, settled }, asked)
        });
        let records = load_and_end::<R>(tx, self.context.clone(), rows).await?;
        let reply = Reply::page_as(format, write(format, &records)?)?.with(TOTAL_COUNT, total.into());
        Ok(match next {
            Some(next) => reply.with(LINK, next?),
            None => reply,
        })
    }

    async fn count(&self, connection: &impl ConnectionTrait) -> Result<i64, AppError> {
        let id = Expr::col((R::Entity::default(), <R::Entity as Tenant>::ID));
        let count = self.select().select_only().expr(id.count()).into_tuple().one(connection).await?;
        Ok(count.unwrap_or_default())
    }

    /// The link to the page after a place: the same request with another cursor, and without the key.
    fn link(&self, place: &Place, asked: &Asked) -> Result<HeaderValue, AppError> {
        let cursor = self.context.app.secrets_key.token(&self.scope, &serde_json::to_vec(place)?)?;
        let query = asked.query_without(&["cursor"]).append_pair("cursor", &cursor).finish();
        let link = format!(r#"<{}?{query}>; rel="next""#, asked.path);
        HeaderValue::from_str(&link).map_err(|error| AppError::Internal(error.into()))
    }

    /// The place that a cursor holds.
    pub(super) fn open(&self, cursor: &str, problems: &mut Problems) -> Option<Place> {
        let place = self.context.app.secrets_key.open_token(&self.scope, cursor).ok();
        let place = place.and_then(|json| serde_json::from_slice(&json).ok());
        if place.is_none() {
            let rule =
                "must be that of a Link to the next page, with the same filters, order and updated_since";
            problems.add("cursor", rule);
        }
        place
    }
}
