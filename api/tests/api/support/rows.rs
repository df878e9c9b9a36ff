//! The rows behind the API: reads and writes them directly.

use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, QueryResult, Value};
use serde_json::json;
use shared::database::statement::sql;
use shared::entities::AccountScope;
use shared::events::log::sql_settled;
use shared::events::outbox::{self, NewEvent};
use shared::values::choices::EventType;
use shared::values::clock::rfc3339;
use shared::values::ids::{event_id_text, new_event_id};
use uuid::Uuid;

use super::records::kinds;
use super::reply::entries;
use super::{Account, Api};

/// Every table, after those that it refers to.
pub const TABLES: [&str; 59] = [
    "seaql_migrations",
    "accounts",
    "users",
    "memberships",
    "api_keys",
    "gift_types",
    "households",
    "funds",
    "campaigns",
    "contacts",
    "tags",
    "contact_tags",
    "contact_pictures",
    "contact_family_members",
    "contact_addresses",
    "contact_phones",
    "contact_emails",
    "contact_search",
    "pledges",
    "batches",
    "gifts",
    "gift_soft_credits",
    "gift_splits",
    "tasks",
    "webhooks",
    "events",
    "event_log",
    "outbox",
    "deliveries",
    "attempts",
    "recoveries",
    "idempotency_keys",
    "imports",
    "import_chunks",
    "import_problems",
    "import_external_ids",
    "import_rows",
    "sessions",
    "invitations",
    "one_time_links",
    "audit_log",
    "import_failed_rows",
    "import_mappings",
    "recovery_codes",
    "names",
    "letters",
    "saved_lists",
    "letterheads",
    "letter_templates",
    "letter_runs",
    "printed_letters",
    "printed_letter_contacts",
    "thanked_gifts",
    "mailed_letters",
    "contact_files",
    "web_forms",
    "form_answers",
    "distinct_contacts",
    "stated_gifts",
];

/// Tables whose rows tests do not count.
const UNCOUNTED: [&str; 6] =
    ["seaql_migrations", "accounts", "users", "memberships", "event_log", "one_time_links"];

/// Returns every table whose rows a request can change.
pub fn changed_tables() -> impl Iterator<Item = &'static str> {
    TABLES.into_iter().filter(|table| !UNCOUNTED.contains(table))
}

/// Makes an event of a record that need not exist.
pub fn new_event(occurred_at_ms: i64, record_id: i64) -> NewEvent {
    let id = new_event_id(occurred_at_ms);
    let body = json!({
        "id": event_id_text(id), "type": "tasks.create", "timestamp": rfc3339(occurred_at_ms), "data": {"id": record_id},
    });
    let (event_type, body) = (EventType::TasksCreate, body.to_string());
    NewEvent { id, event_type, record_id, occurred_at_ms, body, trace: None, user_id: None }
}

/// How long a test waits for something before it fails.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// An event in the log.
#[derive(Clone, Debug)]
pub struct Event {
    pub id: Uuid,
    /// The event's type, such as `contacts.create`.
    pub name: String,
    pub record_id: i64,
    pub body: String,
    /// Whether it is in the outbox.
    pub in_outbox: bool,
    pub published: bool,
}

impl Event {
    /// Returns the members of the body that a receiver gets, in their order.
    pub fn members(&self) -> Vec<(String, String)> {
        entries(&self.body)
    }
}

impl Api {
    pub async fn query(&self, text: &str, values: Vec<Value>) -> Vec<QueryResult> {
        self.db.store.read().query_all_raw(sql(self.db.store.read(), text, values)).await.unwrap()
    }

    pub async fn execute(&self, text: &str, values: Vec<Value>) -> u64 {
        let statement = sql(self.db.store.write(), text, values);
        self.db.store.write().execute_raw(statement).await.unwrap().rows_affected()
    }

    /// Runs an `INSERT` of one row, and returns its id.
    pub async fn insert(&self, text: &str, values: Vec<Value>) -> i64 {
        let statement = sql(self.db.store.write(), format!("{text} RETURNING id"), values);
        let row = self.db.store.write().query_one_raw(statement).await.unwrap().unwrap();
        row.try_get_by_index(0).unwrap()
    }

    /// Returns the account's events, in the order of the log.
    pub async fn events(&self, account: &Account) -> Vec<Event> {
        let text = "SELECT e.id, e.event_type, e.record_id, e.body, o.event_id IS NOT NULL, o.published_at_ms IS NOT NULL
                    FROM events e LEFT JOIN outbox o ON o.event_id = e.id
                    WHERE e.account_id = $1 ORDER BY e.position, e.id";
        let rows = self.query(text, vec![account.id.into()]).await;
        let event = |row: &QueryResult| Event {
            id: row.try_get_by_index(0).unwrap(),
            name: row.try_get_by_index(1).unwrap(),
            record_id: row.try_get_by_index(2).unwrap(),
            body: row.try_get_by_index(3).unwrap(),
            in_outbox: row.try_get_by_index(4).unwrap(),
            published: row.try_get_by_index(5).unwrap(),
        };
        rows.iter().map(event).collect()
    }

    /// Returns the account's last event.
    pub async fn last_event(&self, account: &Account) -> Event {
        self.events(account).await.pop().unwrap()
    }

    /// Writes events in one transaction, two in each millisecond, so that chunks and milliseconds end at different
    /// events.
    pub async fn write_events(&self, account: &Account, count: i64) {
        let tx = self.db.store.begin();
        let events = (0..count).map(|n| new_event(self.app.clock.now_ms() + n / 2, n)).collect();
        outbox::append(&tx, AccountScope::new(account.id), events).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Waits until the log shows all committed events. A transaction that writes holds up the events after it, even if
    /// it belongs to another test, whose database is on the same server.
    pub async fn settle(&self) {
        let text =
            format!("SELECT count(*) FROM events WHERE position >= {}", sql_settled(self.db.store.backend()));
        let deadline = Instant::now() + PATIENCE;
        while self.query(&text, Vec::new()).await[0].try_get_by_index::<i64>(0).unwrap() > 0 {
            assert!(Instant::now() < deadline, "the log does not settle");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Records a delivery, as the dispatcher does, and returns its id. A pending one is due in a minute; others have
    /// ended after three attempts.
    pub async fn delivery(&self, account: &Account, webhook_id: i64, event_id: Uuid, status: &str) -> i64 {
        let text = format!(
            "INSERT INTO deliveries (account_id, webhook_id, event_id, delivery_status, attempt_count, created_at_ms,
                 next_attempt_at_ms, finished_at_ms)
             VALUES ($1, $2, $3, $4, 3, {now}, CASE WHEN $4 = 'pending' THEN {now} + 60000 END,
                 CASE WHEN $4 <> 'pending' THEN {now} + 1500 END)",
            now = self.app.clock.now_ms(),
        );
        let values = vec![account.id.into(), webhook_id.into(), event_id.into(), status.into()];
        self.insert(&text, values).await
    }

    /// Records an attempt of a delivery.
    pub async fn attempt(&self, account: &Account, delivery_id: i64, outcome: &str) -> i64 {
        let text =
            "INSERT INTO attempts (account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome)
                    VALUES ($1, $2, $3, 12, $4)";
        let now_ms = self.app.clock.now_ms();
        let values = vec![account.id.into(), delivery_id.into(), now_ms.into(), outcome.into()];
        self.insert(text, values).await
    }

    /// Returns how many rows each table has.
    pub async fn row_counts(&self) -> Vec<(&'static str, i64)> {
        let mut counts = Vec::new();
        for table in changed_tables() {
            let rows = self.query(&format!("SELECT count(*) FROM {table}"), Vec::new()).await;
            counts.push((table, rows[0].try_get_by_index(0).unwrap()));
        }
        counts
    }

    /// Returns the rows and the events of an account, to compare them with those at a later time.
    pub async fn state(&self, account: &Account) -> Vec<String> {
        let mut state = vec![format!("{:?}", self.row_counts().await)];
        for kind in kinds().chain(["gift-types", "lists", "webhooks"]) {
            state.push(account.get(&format!("/{kind}")).await.ok().text);
        }
        for webhook in account.get("/webhooks").await.ok().list() {
            state.push(account.get(&format!("/webhooks/{}/deliveries", webhook["id"])).await.ok().text);
        }
        state
    }
}
