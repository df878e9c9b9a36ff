//! The transactional outbox: an event is written in the transaction of its change, so it exists exactly when the
//! change does (invariants I1 and I2).
//!
//! An event's row in `outbox` lives until the dispatcher's intake has recorded the event's deliveries:
//! - The relay marks the row when it has published the event.
//! - The intake deletes the row in the transaction that records the deliveries. So each event is recorded exactly once,
//!   however often the broker delivers the message.
//! - The sweeper removes the mark from events that were published but not recorded, so that the relay publishes them
//!   again.

use bytes::Bytes;
use sea_orm::{ConnectionTrait, DbBackend, Value};
use uuid::Uuid;

use crate::Transaction;
use crate::database::DeferredWrite;
use crate::database::clock::sql_now_ms;
use crate::database::rows::{objects, one_of};
use crate::database::statement::{skip_locked, sql};
use crate::entities::AccountScope;
use crate::events::log::sql_position;
use crate::queue::Message;
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
    /// When it happened, in milliseconds since the Unix epoch.
    pub occurred_at_ms: i64,
    /// The body that receivers get, byte for byte.
    pub body: String,
    /// The step of the trace in which the event is recorded, if there is one.
    pub trace: Option<Trace>,
}

/// Records events in the transaction of their changes: at once, or deferred until the transaction's next statement or
/// its commit.
pub async fn append(tx: &Transaction, account: AccountScope, events: Vec<NewEvent>) -> Result<(), Error> {
    let backend = tx.get_database_backend();
    if backend == DbBackend::Sqlite || events.len() < 2 {
        for event in events {
            defer(tx, account, event);
        }
        return Ok(());
    }
    let cells = |event: NewEvent| {
        let NewEvent { id, event_type, record_id, occurred_at_ms, body, trace } = event;
        vec![
            ("id", id.into()),
            ("account_id", account.account_id().into()),
            ("event_type", event_type.as_str().into()),
            ("record_id", record_id.into()),
            ("occurred_at_ms", occurred_at_ms.into()),
            ("body", Value::from(body)),
            ("traceparent", trace.map(|trace| trace.to_string()).into()),
        ]
    };
    let (source, values) = objects("events", events.into_iter().map(cells))?;
    let text = format!(
        "WITH new AS MATERIALIZED (SELECT * FROM {source}), event AS (
             INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, traceparent, position)
             SELECT id, account_id, event_type, record_id, occurred_at_ms, body, traceparent, {} FROM new)
         INSERT INTO outbox (event_id) SELECT id FROM new",
        sql_position(backend)
    );
    tx.execute_raw(sql(tx, text, values)).await?;
    Ok(())
}

fn defer(tx: &Transaction, account: AccountScope, event: NewEvent) {
    let NewEvent { id, event_type, record_id, occurred_at_ms, body, trace } = event;
    let text = format!(
        "INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, traceparent, position)
         VALUES (?, ?, ?, ?, ?, ?, ?, {})",
        sql_position(tx.get_database_backend())
    );
    let values = vec![
        id.into(),
        account.account_id().into(),
        event_type.as_str().into(),
        record_id.into(),
        occurred_at_ms.into(),
        body.into(),
        trace.map(|trace| trace.to_string()).into(),
    ];
    tx.defer(DeferredWrite { text, values });
    tx.defer(DeferredWrite {
        text: "INSERT INTO outbox (event_id) VALUES (?)".to_owned(),
        values: vec![id.into()],
    });
}

/// A batch of events to be published. On PostgreSQL it holds locks on their rows, so that no other relay publishes
/// them. The locks end when the batch is dropped without being marked, or its process dies.
#[derive(Debug)]
pub struct Claim {
    tx: Option<Transaction>,
    /// The events, oldest first.
    pub messages: Vec<Message>,
}

/// Claims unpublished events, oldest first.
pub async fn claim(store: &Store, limit: u64) -> Result<Claim, Error> {
    let backend = store.backend();
    // The two `LIMIT`s make the planner start with the outbox. Without them, it would read the whole event log if it
    // believed the outbox to be the larger table.
    let unpublished = format!(
        "SELECT o.event_id FROM outbox o WHERE o.published_at_ms IS NULL ORDER BY o.event_id LIMIT $1 {}",
        skip_locked(backend, "o")
    );
    let event = "SELECT e.id, e.account_id, e.event_type, e.body, e.traceparent FROM";
    let text = match backend {
        DbBackend::Sqlite => format!("{event} ({unpublished}) o JOIN events e ON e.id = o.event_id ORDER BY e.id"),
        _ => format!(
            "{event} ({unpublished}) o CROSS JOIN LATERAL (SELECT * FROM events WHERE id = o.event_id LIMIT 1) e
             ORDER BY e.id"
        ),
    };
    let limit = Value::from(i64::try_from(limit).unwrap_or(i64::MAX));
    // Lock nothing on SQLite. It has one relay, because the process holds the lock of its data directory, and one
    // writer, which must not wait for the queue.
    let (tx, rows) = if backend == DbBackend::Sqlite {
        (None, store.read().query_all_raw(sql(store.read(), text, vec![limit])).await?)
    } else {
        let tx = store.begin();
        force_index_scans(&tx).await?;
        let rows = tx.query_all_raw(sql(&tx, text, vec![limit])).await?;
        (Some(tx), rows)
    };
    let messages = rows
        .into_iter()
        .map(|row| {
            Ok(Message {
                event_id: row.try_get_by_index(0)?,
                account_id: row.try_get_by_index(1)?,
                event_type: row.try_get_by_index(2)?,
                body: Bytes::from(row.try_get_by_index::<String>(3)?),
                trace: Trace::from_column(row.try_get_by_index(4)?),
            })
        })
        .collect::<Result<_, Error>>()?;
    Ok(Claim { tx, messages })
}

impl Claim {
    /// Marks the events that the queue has taken, and releases the others.
    pub async fn mark(self, store: &Store, published: &[Uuid]) -> Result<(), Error> {
        if !published.is_empty() {
            let (these, ids) = one_of(store.backend(), "$1", published.iter().copied());
            let now = sql_now_ms(store.backend());
            let text = format!("UPDATE outbox SET published_at_ms = {now} WHERE event_id {these}");
            let values = vec![ids];
            match &self.tx {
                Some(tx) => tx.execute_raw(sql(tx, text, values)).await?,
                None => store.write().execute_raw(sql(store.write(), text, values)).await?,
            };
        }
        if let Some(tx) = self.tx {
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Takes events out of the outbox, in the transaction that records their deliveries. Returns those that the caller must
/// record. The others have been recorded before.
pub async fn take(tx: &Transaction, event_ids: &[Uuid]) -> Result<Vec<Uuid>, Error> {
    force_index_scans(tx).await?;
    let (these, ids) = one_of(tx.get_database_backend(), "$1", event_ids.iter().copied());
    let text = format!("DELETE FROM outbox WHERE event_id {these} RETURNING event_id");
    let rows = tx.query_all_raw(sql(tx, text, vec![ids])).await?;
    rows.iter().map(|row| Ok(row.try_get_by_index(0)?)).collect()
}

/// Makes PostgreSQL find rows by index in the rest of a transaction. Its statistics usually show an almost empty
/// outbox, so it would otherwise choose to read the whole table, and keep that plan while the outbox grows.
async fn force_index_scans(tx: &Transaction) -> Result<(), Error> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared("SET LOCAL enable_seqscan = off").await?;
    }
    Ok(())
}

/// Returns how many events are published but not recorded yet.
pub async fn count_published(store: &Store) -> Result<u64, Error> {
    let text = "SELECT COUNT(*) FROM outbox WHERE published_at_ms IS NOT NULL";
    let row = store.read().query_one_raw(sql(store.read(), text, vec![])).await?;
    let count: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    Ok(count.unsigned_abs())
}

/// Removes the mark from events that were published at least `older_than_ms` ago and are not recorded yet, so that the
/// relay publishes them again: the queue has lost them, or never delivered them. Returns their number.
pub async fn sweep(store: &Store, older_than_ms: i64) -> Result<u64, Error> {
    let text = format!(
        "UPDATE outbox SET published_at_ms = NULL WHERE published_at_ms <= {} - $1",
        sql_now_ms(store.backend())
    );
    let result = store.write().execute_raw(sql(store.write(), text, vec![older_than_ms.into()])).await?;
    Ok(result.rows_affected())
}
