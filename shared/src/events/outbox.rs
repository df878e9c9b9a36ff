//! The transactional outbox: an event is written in the transaction of its change, so it exists exactly when the
//! change does (invariants I1 and I2).
//!
//! An event's row in `outbox` lives until the dispatcher's intake has recorded the event's deliveries:
//! - A relay claims the row, publishes the event, and marks the row if it is still there a little later. An event may be
//!   claimed when it is written, for the relay of the same process.
//! - The intake deletes the row in the transaction that records the deliveries. So each event is recorded exactly once,
//!   however often the broker delivers the message.
//! - The sweeper removes the mark from events that were published but not recorded, so that the relay publishes them
//!   again.

use std::time::Duration;

use bytes::Bytes;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Value};
use uuid::Uuid;

use crate::Transaction;
use crate::database::DeferredInsert;
use crate::database::clock::{CLOCK_STEP_MIN_MS, sql_now_ms};
use crate::database::rows::{objects, one_of, one_of_in_growing};
use crate::database::statement::{skip_locked, sql};
use crate::entities::AccountScope;
use crate::events::log::sql_position;
use crate::queue::Message;
use crate::times::{CLAIM, ms};
use crate::values::choices::{Choice, EventType};
use crate::values::trace::Trace;
use crate::{Error, Store};

/// An event to be recorded.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// The event's id, from [`crate::values::ids::new_event_id`].
    pub id: Uuid,
    /// The type of the event.
    pub event_type: EventType,
    /// The record that was created or changed.
    pub record_id: i64,
    /// The time when it happened, in milliseconds since the Unix epoch.
    pub occurred_at_ms: i64,
    /// The body that receivers get, byte for byte.
    pub body: String,
    /// The step of the trace in which the event is recorded, if there is one.
    pub trace: Option<Trace>,
    /// The user who made the change, or `None` for the service itself.
    pub user_id: Option<i64>,
}

/// Records events in the transaction of their changes: at once, or deferred until the transaction's next statement or
/// its commit.
pub async fn append(tx: &Transaction, account: AccountScope, events: Vec<NewEvent>) -> Result<(), Error> {
    let backend = tx.get_database_backend();
    if backend == DbBackend::Sqlite || events.len() < 2 {
        for event in events {
            defer(tx, account, event, None);
        }
        return Ok(());
    }
    let (source, values) = objects("events", events.into_iter().map(|event| cells(account, event)))?;
    let text = format!(
        "WITH new AS MATERIALIZED (SELECT * FROM {source}), event AS (
             INSERT INTO events
                 (id, account_id, event_type, record_id, occurred_at_ms, body, traceparent, user_id, position)
             SELECT id, account_id, event_type, record_id, occurred_at_ms, body, traceparent, user_id, {} FROM new)
         INSERT INTO outbox (event_id) SELECT id FROM new",
        sql_position(backend)
    );
    tx.execute_raw(sql(tx, text, values)).await?;
    Ok(())
}

/// Returns the columns of an event, but for its position.
fn cells(account: AccountScope, event: NewEvent) -> Vec<(&'static str, Value)> {
    let NewEvent { id, event_type, record_id, occurred_at_ms, body, trace, user_id } = event;
    vec![
        ("id", id.into()),
        ("account_id", account.account_id().into()),
        ("event_type", event_type.as_str().into()),
        ("record_id", record_id.into()),
        ("occurred_at_ms", occurred_at_ms.into()),
        ("body", body.into()),
        ("traceparent", trace.map(|trace| trace.to_string()).into()),
        ("user_id", user_id.into()),
    ]
}

/// Records an event like [`append`], and claims it for the relay of this process. Returns what that relay must publish
/// once the transaction is committed.
pub fn append_claimed(tx: &Transaction, account: AccountScope, event: NewEvent) -> Message {
    let NewEvent { id, event_type, trace, ref body, .. } = event;
    let body = Bytes::from(body.clone());
    defer(tx, account, event, Some(ms(CLAIM)));
    Message { event_id: id, account_id: account.account_id(), event_type, body, trace }
}

/// Without `claimed_for_ms` the event is not claimed, because a sum with NULL is NULL.
fn defer(tx: &Transaction, account: AccountScope, event: NewEvent, claimed_for_ms: Option<i64>) {
    let (id, backend) = (event.id, tx.get_database_backend());
    let cells = cells(account, event).into_iter().map(|(column, value)| (column, Expr::val(value)));
    let cells = cells.chain([("position", Expr::cust(sql_position(backend)))]).collect();
    tx.defer(DeferredInsert { table: "events", cells });
    let claimed_until_ms = Expr::cust(sql_now_ms(backend)).add(Expr::val(claimed_for_ms));
    let cells = vec![("event_id", Expr::val(id)), ("claimed_until_ms", claimed_until_ms)];
    tx.defer(DeferredInsert { table: "outbox", cells });
}

/// Claims unpublished events, oldest first, so that no other relay publishes them meanwhile. The claim is committed, so
/// a relay that waits for the broker holds no locks. If the relay dies, its claim ends.
pub async fn claim(store: &Store, limit: u64) -> Result<Vec<Message>, Error> {
    let limit = Value::from(i64::try_from(limit).unwrap_or(i64::MAX));
    let rows = if store.backend() == DbBackend::Sqlite {
        // There is no other relay, because the process holds the lock of its data directory.
        let text = "SELECT e.id, e.account_id, e.event_type, e.body, e.traceparent
                    FROM outbox o JOIN events e ON e.id = o.event_id
                    WHERE o.published_at_ms IS NULL ORDER BY o.event_id LIMIT $1";
        store.read().query_all_raw(sql(store.read(), text, vec![limit])).await?
    } else {
        // The two `LIMIT`s make the planner start with the outbox. Without them, it would read the whole event log if
        // it believed the outbox to be the larger table.
        let text = format!(
            "WITH {NO_WAIT_FOR_DISK}, claimed AS MATERIALIZED (
                 SELECT event_id FROM outbox
                 WHERE published_at_ms IS NULL AND (claimed_until_ms IS NULL OR claimed_until_ms <= {now}
                                                    -- A claim of before the database's clock was set back.
                                                    OR claimed_until_ms > {now} + 2 * $2)
                 ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED
             ), marked AS (
                 UPDATE outbox SET claimed_until_ms = {now} + $2 WHERE event_id IN (SELECT event_id FROM claimed)
             )
             SELECT e.id, e.account_id, e.event_type, e.body, e.traceparent FROM no_wait CROSS JOIN claimed
             CROSS JOIN LATERAL (
                 SELECT id, account_id, event_type, body, traceparent FROM events WHERE id = claimed.event_id LIMIT 1
             ) e
             ORDER BY e.id",
            now = sql_now_ms(store.backend())
        );
        store.write().query_all_raw(sql(store.write(), text, vec![limit, ms(CLAIM).into()])).await?
    };
    let message = |row: QueryResult| {
        Ok(Message {
            event_id: row.try_get_by_index(0)?,
            account_id: row.try_get_by_index(1)?,
            event_type: row.try_get_by_index(2)?,
            body: Bytes::from(row.try_get_by_index::<String>(3)?),
            trace: Trace::from_column(row.try_get_by_index(4)?),
        })
    };
    rows.into_iter().map(message).collect()
}

/// Marks the claimed events that the queue has taken, and gives the others back.
pub async fn mark(store: &Store, claimed: &[Message], published: &[Uuid]) -> Result<(), Error> {
    let refused =
        claimed.iter().map(|message| message.event_id).filter(|id| !published.contains(id)).collect();
    let (with, from) = match store.backend() {
        DbBackend::Sqlite => (String::new(), ""),
        _ => (format!("WITH {NO_WAIT_FOR_DISK}"), "FROM no_wait"),
    };
    let published_now = format!("published_at_ms = {}", sql_now_ms(store.backend()));
    for (set, ids) in [(published_now.as_str(), published.to_vec()), ("claimed_until_ms = NULL", refused)] {
        if !ids.is_empty() {
            let (these, ids) = one_of_in_growing(store.backend(), "$1", ids);
            // Rows that are locked are left out, because the dispatcher is deleting them.
            let text = format!(
                "{with} UPDATE outbox SET {set} {from} WHERE event_id IN (
                     SELECT o.event_id FROM outbox o WHERE o.event_id {these} AND o.published_at_ms IS NULL {}
                 )",
                skip_locked(store.backend(), "o")
            );
            store.write().execute_raw(sql(store.write(), text, vec![ids])).await?;
        }
    }
    Ok(())
}

/// A `WITH` query. A statement that joins it commits without waiting for PostgreSQL's disk. Claims and marks that are lost
/// with the database cost nothing but another publication, which is recorded only once. Without this, each event waits for
/// the disk once more.
const NO_WAIT_FOR_DISK: &str =
    "no_wait AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))";

/// Takes events out of the outbox, in the transaction that records their deliveries. Returns those that the caller must
/// record. The others have been recorded before.
pub async fn take(tx: &Transaction, event_ids: &[Uuid]) -> Result<Vec<Uuid>, Error> {
    let (text, ids) = take_sql(tx.get_database_backend(), "$1", event_ids);
    let rows = tx.query_all_raw(sql(tx, text, vec![ids])).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

/// Returns the statement of [`take`], which PostgreSQL also runs as a `WITH` query, and the value of its one
/// `parameter`.
pub fn take_sql(backend: DbBackend, parameter: &str, event_ids: &[Uuid]) -> (String, Value) {
    let (these, ids) = one_of(backend, parameter, event_ids.iter().copied());
    (format!("DELETE FROM outbox WHERE event_id {these} RETURNING event_id"), ids)
}

/// Returns how many events are published but not recorded yet.
pub async fn count_published(store: &Store) -> Result<u64, Error> {
    let text = "SELECT COUNT(*) FROM outbox WHERE published_at_ms IS NOT NULL";
    let row = store.read().query_one_raw(sql(store.read(), text, vec![])).await?;
    let count: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    Ok(count.unsigned_abs())
}

/// Returns how many of these events are in the outbox.
pub async fn count_of(connection: &impl ConnectionTrait, event_ids: &[Uuid]) -> Result<u64, Error> {
    let (these, ids) = one_of(connection.get_database_backend(), "$1", event_ids.iter().copied());
    let text = format!("SELECT COUNT(*) FROM outbox WHERE event_id {these}");
    let row = connection.query_one_raw(sql(connection, text, vec![ids])).await?;
    let count: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    Ok(count.unsigned_abs())
}

/// Removes the mark from events that were published at least `older_than` ago and are not recorded yet, so that the
/// relay publishes them again: the queue has lost them, or never delivered them. So are those that were published before the
/// database's clock was set back. Returns their number.
pub async fn sweep(store: &Store, older_than: Duration) -> Result<u64, Error> {
    let text = format!(
        "UPDATE outbox SET published_at_ms = NULL, claimed_until_ms = NULL
         WHERE published_at_ms <= {now} - $1 OR published_at_ms > {now} + {CLOCK_STEP_MIN_MS}",
        now = sql_now_ms(store.backend())
    );
    let result = store.write().execute_raw(sql(store.write(), text, vec![ms(older_than).into()])).await?;
    Ok(result.rows_affected())
}
