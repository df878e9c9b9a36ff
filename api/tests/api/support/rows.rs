//! A look at the rows behind the API.

use sea_orm::{ConnectionTrait, QueryResult, Value};
use shared::store::sql;
use uuid::Uuid;

use super::reply::entries;
use super::{Account, Api};

/// Every table whose rows a request can change.
pub const TABLES: [&str; 16] = [
    "contacts",
    "tags",
    "contact_tags",
    "contact_pictures",
    "contact_family_members",
    "contact_addresses",
    "contact_phones",
    "contact_emails",
    "gift_types",
    "pledges",
    "gifts",
    "tasks",
    "webhooks",
    "events",
    "outbox",
    "api_keys",
];

/// An event in the log.
#[derive(Clone, Debug)]
pub struct Event {
    pub id: Uuid,
    /// Such as `contacts.create`.
    pub name: String,
    pub record_id: i64,
    pub body: String,
    /// Whether it is in the outbox, and there marked as published.
    pub in_outbox: bool,
    pub published: bool,
}

impl Event {
    /// The members of the body that a receiver gets, in their order.
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

    /// The account's events, oldest first.
    pub async fn events(&self, account: &Account) -> Vec<Event> {
        let text = "SELECT e.id, e.event_type, e.record_id, e.body, o.event_id IS NOT NULL, o.published_at_ms IS NOT NULL
                    FROM events e LEFT JOIN outbox o ON o.event_id = e.id
                    WHERE e.account_id = $1 ORDER BY e.id";
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

    /// How many rows each table has.
    pub async fn row_counts(&self) -> Vec<(&'static str, i64)> {
        let mut counts = Vec::new();
        for table in TABLES {
            let rows = self.query(&format!("SELECT count(*) FROM {table}"), Vec::new()).await;
            counts.push((table, rows[0].try_get_by_index(0).unwrap()));
        }
        counts
    }

    /// All that an account can see and all that it emits, to be compared with the same later.
    pub async fn state(&self, account: &Account) -> Vec<String> {
        let mut state = vec![format!("{:?}", self.row_counts().await)];
        for kind in ["contacts", "gifts", "gift-types", "pledges", "tasks", "webhooks"] {
            state.push(account.get(&format!("/{kind}")).await.ok().text);
        }
        state
    }
}
