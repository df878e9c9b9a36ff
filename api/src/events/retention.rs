//! The reach of an account's event log. Old events are removed if the operator wants that, and a client that reads the
//! log must be told when the events that it asks for are gone.
//!
//! Removal has two steps. First the events are given up: the account notes the last position that it gives up, and from
//! then on its events are no part of the log. A while later they are deleted, so that readers that have begun to read
//! them can finish. Both steps go along the log and keep the events of a transaction together. These events of an
//! account's log stay:
//! - events that are younger than the operator's limit, and everything after them
//! - events that are in the outbox or have a pending delivery (invariant I1), and everything after them
//! - the last settled event, because entity tags continue from it ([`super::revision`])
//!
//! The log of a sandbox that is reset is given up as a whole, with the last settled event.
//!
//! A delivery can become pending again after its event was given up. The event is then deleted when the delivery has
//! ended. A recovery holds up all deletions in its account.

use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType};
use sea_orm::{
    ActiveValue, ColumnTrait, ConnectionTrait, DbErr, QueryFilter, QueryOrder, QuerySelect, Select,
};
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts, attempts, deliveries, events, recoveries};
use shared::events::log::{sql_position, sql_settled};
use shared::values::choices::{DeliveryStatus, RecoveryStatus};
use shared::{Error, Store, Transaction};
use uuid::Uuid;

use events::Column as E;

/// The number of events that are looked at in one step, and of those that are deleted in one transaction.
const STEP: u64 = 2_000;
const BATCH: u64 = 200;

/// The condition for an event that is still to be delivered.
const IN_USE: &str = "(EXISTS (SELECT 1 FROM outbox o WHERE o.event_id = events.id)
    OR EXISTS (SELECT 1 FROM deliveries d WHERE d.event_id = events.id AND d.delivery_status = 'pending'))";

/// The removed part of an account's event log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Removed {
    last: Option<Last>,
}

/// The end of the removed part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Last {
    /// No event up to this position is in the log.
    position: i64,
    /// No removed event was later than this moment.
    until_ms: i64,
}

impl Removed {
    /// Reads which part of an account's log is removed.
    pub async fn of(connection: &impl ConnectionTrait, account: AccountScope) -> Result<Self, Error> {
        let select = SystemScope.find::<accounts::Entity>();
        let select = select.filter(accounts::Column::Id.eq(account.account_id()));
        let columns = [accounts::Column::EventsRemovedPosition, accounts::Column::EventsRemovedUntilMs];
        let row = select.select_only().columns(columns).into_tuple::<(Option<i64>, Option<i64>)>();
        let last = match row.one(connection).await? {
            Some((Some(position), Some(until_ms))) => Some(Last { position, until_ms }),
            _ => None,
        };
        Ok(Self { last })
    }

    /// Returns whether the log has every event at this position and after it.
    pub fn has_all_from(self, position: i64) -> bool {
        position > self.position()
    }

    /// Returns whether the log has every event of this moment or later.
    pub fn has_all_since(self, moment_ms: i64) -> bool {
        self.until_ms().is_none_or(|until_ms| moment_ms > until_ms)
    }

    /// Returns the position after which the log begins.
    pub fn position(self) -> i64 {
        self.last.map_or(-1, |last| last.position)
    }

    /// Returns the moment after which the log has all events, or `None` if nothing was removed.
    pub fn until_ms(self) -> Option<i64> {
        self.last.map(|last| last.until_ms)
    }
}

/// Returns the accounts whose log begins with an event from before a moment.
pub async fn with_events_before(store: &Store, moment_ms: i64) -> Result<Vec<AccountScope>, Error> {
    let text = "SELECT a.id FROM accounts a WHERE (
                    SELECT e.occurred_at_ms FROM events e
                    WHERE e.account_id = a.id AND e.position > COALESCE(a.events_removed_position, -1)
                    ORDER BY e.position, e.id LIMIT 1
                ) < $1 ORDER BY a.id";
    let rows = store.read().query_all_raw(sql(store.read(), text, vec![moment_ms.into()])).await?;
    rows.iter().map(|row| Ok(AccountScope::new(row.try_get_by_index(0)?))).collect()
}

/// Gives up the first events of an account's log that happened before a moment. Returns whether there may be more.
pub async fn give_up(store: &Store, account: AccountScope, before_ms: i64) -> Result<bool, Error> {
    let reader = store.read();
    let removed = Removed::of(reader, account).await?;
    let log = account.find::<events::Entity>().filter(E::Position.gt(removed.position()));
    let in_order = log.clone().order_by_asc(E::Position).order_by_asc(E::Id);
    let settled = Expr::col(E::Position).lt(Expr::cust(sql_settled(store.backend())));
    let last = position(reader, log.clone().filter(settled).order_by_desc(E::Position)).await?;
    let first = position(reader, in_order.clone()).await?;
    let (Some(last), Some(first)) = (last, first) else { return Ok(false) };
    // A step ends with a transaction.
    let next = position(reader, in_order.clone().offset(STEP)).await?;
    let end = next.map_or(last, |next| if next > first { next } else { next + 1 });
    let end = std::cmp::min(end, last);
    let stays = position(reader, staying(in_order, end, before_ms)).await?;
    let end = stays.unwrap_or(end);
    let given_up = log.filter(E::Position.lt(end)).select_only();
    let given_up = given_up.expr(E::Position.max()).expr(E::OccurredAtMs.max());
    let given_up = given_up.into_tuple::<(Option<i64>, Option<i64>)>().one(reader).await?;
    let Some((Some(position), Some(until_ms))) = given_up else { return Ok(false) };
    let was = accounts::Column::EventsRemovedPosition;
    let was = match removed.last {
        Some(last) => was.eq(last.position),
        None => was.is_null(),
    };
    let until_ms = removed.until_ms().map_or(until_ms, |before_ms| std::cmp::max(before_ms, until_ms));
    let raise = accounts::ActiveModel {
        events_removed_position: ActiveValue::Set(Some(position)),
        events_removed_until_ms: ActiveValue::Set(Some(until_ms)),
        ..Default::default()
    };
    // If another process was faster, it goes on.
    let raise = SystemScope.update::<accounts::Entity>().set(raise);
    let raise = raise.filter(accounts::Column::Id.eq(account.account_id())).filter(was);
    let raised = raise.exec(store.write()).await?.rows_affected > 0;
    Ok(raised && stays.is_none() && next.is_some())
}

/// Gives up all events of an account's log, because it begins anew. What follows has later positions, and every cursor from
/// before is refused. On PostgreSQL, a transaction that began before and commits afterwards has an earlier position, so its event
/// is delivered and not in the log.
pub async fn give_up_all(tx: &Transaction, account: AccountScope, now_ms: i64) -> Result<(), Error> {
    let text = format!(
        "UPDATE accounts SET events_removed_position = {}, events_removed_until_ms = $1 WHERE id = $2",
        sql_position(tx.get_database_backend())
    );
    tx.execute_raw(sql(tx, text, vec![now_ms.into(), account.account_id().into()])).await?;
    Ok(())
}

/// Selects the events before a position that are not to be given up.
fn staying(events: Select<events::Entity>, end: i64, before_ms: i64) -> Select<events::Entity> {
    let stays = E::OccurredAtMs.gte(before_ms).or(Expr::cust(IN_USE));
    events.filter(E::Position.lt(end)).filter(stays)
}

/// Selects a batch of the events up to a position, without those that are still to be delivered.
fn unneeded(account: AccountScope, up_to: i64) -> Select<events::Entity> {
    let old = account.find::<events::Entity>().filter(E::Position.lte(up_to));
    let old = old.filter(Expr::cust(IN_USE).not()).order_by_asc(E::Position).order_by_asc(E::Id);
    old.select_only().column(E::Id).limit(BATCH)
}

/// Returns the position of the first selected event.
async fn position(
    connection: &impl ConnectionTrait,
    select: Select<events::Entity>,
) -> Result<Option<i64>, DbErr> {
    select.select_only().column(E::Position).limit(1).into_tuple().one(connection).await
}

/// Returns the accounts that have given up events which are not deleted yet, each with the last position that it gave
/// up.
pub async fn given_up(store: &Store) -> Result<Vec<(AccountScope, i64)>, Error> {
    let text = "SELECT a.id, a.events_removed_position FROM accounts a WHERE EXISTS (
                    SELECT 1 FROM events e
                    WHERE e.account_id = a.id AND e.position <= a.events_removed_position
                ) ORDER BY a.id";
    let rows = store.read().query_all_raw(sql(store.read(), text, Vec::new())).await?;
    let account = |row: &sea_orm::QueryResult| {
        Ok((AccountScope::new(row.try_get_by_index(0)?), row.try_get_by_index(1)?))
    };
    rows.iter().map(account).collect()
}

/// Deletes a batch of the events that an account has given up, up to a position, with their deliveries and attempts.
/// Skips rows that others have locked. Returns how many events it deleted.
pub async fn delete(store: &Store, account: AccountScope, up_to: i64) -> Result<u64, Error> {
    let tx = store.begin();
    let running = account.find::<recoveries::Entity>();
    let running = running.filter(recoveries::Column::RecoveryStatus.eq(RecoveryStatus::Running));
    if running.limit(1).one(&tx).await?.is_some() {
        tx.rollback().await;
        return Ok(0);
    }
    // Nobody can add a delivery to an event that is locked.
    let old = unneeded(account, up_to).lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let mut old: Vec<Uuid> = old.into_tuple().all(&tx).await?;

    let of_these = account.find::<deliveries::Entity>();
    let of_these = of_these.filter(deliveries::Column::EventId.is_in(old.iter().copied())).select_only();
    let of_these = of_these.columns([deliveries::Column::Id, deliveries::Column::EventId]);
    let ended = deliveries::Column::DeliveryStatus.ne(DeliveryStatus::Pending);
    let ended = of_these.clone().filter(ended);
    let ended = ended.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked);
    let mut ended = ended.into_tuple::<(i64, Uuid)>().all(&tx).await?;
    // Keep a delivery that somebody makes pending again just now, and its event.
    let all = of_these.into_tuple::<(i64, Uuid)>().all(&tx).await?;
    let busy: Vec<Uuid> =
        all.into_iter().filter(|delivery| !ended.contains(delivery)).map(|(_, event_id)| event_id).collect();
    old.retain(|id| !busy.contains(id));
    ended.retain(|(_, event_id)| !busy.contains(event_id));

    let ended = || ended.iter().map(|(id, _)| *id);
    let made = account.delete::<attempts::Entity>().filter(attempts::Column::DeliveryId.is_in(ended()));
    made.exec(&tx).await?;
    let ended = account.delete::<deliveries::Entity>().filter(deliveries::Column::Id.is_in(ended()));
    ended.exec(&tx).await?;
    let deleted = account.delete::<events::Entity>().filter(E::Id.is_in(old)).exec(&tx).await?.rows_affected;
    tx.commit().await?;
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use sea_orm::QueryTrait;

    use super::*;
    use shared::database::testing;

    #[tokio::test]
    async fn what_is_old_is_found_without_reading_the_whole_log() {
        let db = testing::postgres().await;
        let rows = "INSERT INTO accounts (id, name, currency, timezone, created_at_ms) VALUES (1, 'A', 'USD', 'UTC', 0);
            INSERT INTO webhooks (id, account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
                created_at_ms, updated_at_ms) VALUES (1, 1, 'https://example.com', '[]', 'active', '', 0, 0);
            INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, position)
            SELECT lpad(to_hex(n), 32, '0')::UUID, 1, 'gifts.create', n, n, repeat('x', 500), n
            FROM generate_series(1, 50000) n;
            INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count, created_at_ms)
            SELECT 1, id, 1, 'succeeded', 1, 0 FROM events;
            ANALYZE";
        db.store.write().execute_unprepared(rows).await.unwrap();
        let account = AccountScope::new(1);
        let log = account.find::<events::Entity>().order_by_asc(E::Position).order_by_asc(E::Id);
        let staying = staying(log, 2_000, 40_000).select_only().column(E::Position).limit(1);
        let pages = db.pages_read(staying.build(db.store.backend())).await;
        assert!(pages < 9_000, "a step: {pages} pages");
        let pages = db.pages_read(unneeded(account, 40_000).build(db.store.backend())).await;
        assert!(pages < 1_000, "a batch: {pages} pages");

        assert_eq!(with_events_before(&db.store, 1).await.unwrap(), []);
        assert_eq!(with_events_before(&db.store, 2).await.unwrap(), [account]);
        let pages =
            "SELECT id FROM deliveries WHERE account_id = 1 AND event_id = lpad(to_hex(7), 32, '0')::UUID";
        let pages = db.pages_read(sql(db.store.read(), pages, Vec::new())).await;
        assert!(pages < 10, "the deliveries of an event: {pages} pages");
    }
}
