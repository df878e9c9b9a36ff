//! Keeps a caller's copy of a list up to date. The event log tells which records were changed, because a reader of the
//! log never misses an event ([`shared::events::log`]). A `Sync-Cursor` is the position below which the log was settled
//! when the list was read.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, ExprTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{Tenant, events};
use shared::values::choices::{Choice, EventType};
use shared::values::ids::first_event_id;

use super::list_query::{ListQuery, token_scope};
use super::order::ListResource;
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::Problems;
use crate::fields::types::moment;

/// If a kind has this many changes since a moment, the log does not narrow the search for its changed records. A log
/// that begins after the moment does not either.
const CHANGES_MAX: u64 = 10_000;
/// When a record was last changed. Every kind that has events has this column.
const UPDATED_AT_MS: &str = "updated_at_ms";

impl<R: ListResource> ListQuery<R> {
    /// Returns the condition for the records that were changed since a moment, or since the list that had a
    /// `Sync-Cursor`. The condition asks the event log, which also has the changes that were committed late. Adds a
    /// problem if `since` is neither.
    pub(crate) async fn changed_since(
        &self,
        connection: &impl ConnectionTrait,
        since: &str,
        settled: i64,
        problems: &mut Problems,
    ) -> Result<Option<Condition>, AppError> {
        let Some(events) = R::EVENTS.map(<[EventType; 2]>::from) else { return Ok(None) };
        let account = self.context.caller.account;
        let removed = Removed::of(connection, account).await?;
        let changes = |events: &[EventType]| {
            let of_types = events::Column::EventType.is_in(events.iter().map(|event| event.as_str()));
            account.find::<events::Entity>().select_only().column(events::Column::RecordId).filter(of_types)
        };
        let changes = if let Some(moment_ms) = moment(since) {
            let updated_at_ms = Expr::col((R::Entity::default(), UPDATED_AT_MS));
            let by_themselves = Condition::all().add(updated_at_ms.gte(moment_ms));
            if !removed.has_all_since(moment_ms) {
                return Ok(Some(by_themselves));
            }
            let since_then = events::Column::Id.gte(first_event_id(moment_ms));
            for event in events {
                let last = changes(&[event]).filter(since_then.clone()).offset(CHANGES_MAX - 1).limit(1);
                if last.into_tuple::<i64>().one(connection).await?.is_some() {
                    return Ok(Some(by_themselves));
                }
            }
            changes(&events).filter(since_then)
        } else if let Some(position) = self
            .open_sync_cursor(since)
            .filter(|position| *position <= settled && removed.has_all_from(*position))
        {
            changes(&events).filter(events::Column::Position.gte(position))
        } else {
            let rule = "must be a date and time, such as 2026-06-15T12:00:00Z, or the Sync-Cursor of an earlier list of this kind; \
                        if the database was restored since, or the cursor is older than the event log, read the \
                        whole list again";
            problems.add("updated_since", rule);
            return Ok(None);
        };
        let id = Expr::col((R::Entity::default(), R::Entity::ID));
        Ok(Some(Condition::all().add(id.in_subquery(changes.into_query()))))
    }

    pub(crate) fn sync_cursor(&self, position: i64) -> Result<String, AppError> {
        let scope = format!("{} sync", token_scope::<R>(&self.context));
        Ok(self.context.app.secrets_key.token(&scope, &position.to_be_bytes())?)
    }

    fn open_sync_cursor(&self, token: &str) -> Option<i64> {
        let scope = format!("{} sync", token_scope::<R>(&self.context));
        let position = self.context.app.secrets_key.open_token(&scope, token).ok()?;
        Some(i64::from_be_bytes(position.try_into().ok()?))
    }
}
