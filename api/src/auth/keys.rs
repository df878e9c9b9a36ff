//! Looks up API keys and their accounts, for every request anew. Requests that come at the same time share a statement.
//!
//! Results are not cached, so a key that is replaced stops working at once: a statement answers only requests that came
//! before it began. While a statement runs, more requests gather for the next one. So the busier the service is, the
//! fewer statements each request needs.
//!
//! Reads are 0.48 of PostgreSQL's own with this and 0.41 without; creates 0.57 and 0.50 (deploy/bench/README.md).

use std::collections::BTreeSet;
use std::mem;
use std::time::Duration;

use sea_orm::{ColumnTrait, DbErr, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait};
use shared::Store;
use shared::crypto::keys::hash_api_key;
use shared::entities::{SystemScope, accounts, api_keys};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::key_uses::{self, KeyUses};

/// How many requests a statement answers at most.
const BATCH: usize = 16;
/// How long the next statement waits for one that does not end, for example because its connection is dead.
const PATIENCE: Duration = Duration::from_millis(50);

/// The lookup of keys. Clones share the statements.
#[derive(Clone, Debug)]
pub struct Keys {
    lookups: mpsc::UnboundedSender<Lookup>,
    uses: KeyUses,
}

/// A valid key.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Key {
    /// Its own id.
    pub id: i64,
    hash: String,
    /// The account that it opens.
    pub account_id: i64,
    /// The user as whom it acts.
    pub user_id: i64,
    /// When it was last used, to within an hour.
    pub last_used_at_ms: Option<i64>,
    /// The account's currency.
    pub currency: String,
    /// The account's time zone.
    pub timezone: String,
}

#[derive(Debug)]
struct Lookup {
    hash: String,
    answer: oneshot::Sender<Result<Option<Key>, DbErr>>,
}

impl Keys {
    /// Starts the lookup of keys in a database. It is a task of the current runtime, and ends with the last clone.
    pub fn of(store: Store) -> Self {
        let (sender, mut lookups) = mpsc::unbounded_channel();
        let uses = KeyUses::of(store.clone());
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while lookups.recv_many(&mut batch, BATCH).await > 0 {
                // A task of its own, so that the next statement can run if this one hangs or panics.
                let answering = tokio::spawn(answer(store.clone(), mem::take(&mut batch)));
                let _ = timeout(PATIENCE, answering).await;
            }
        });
        Self { lookups: sender, uses }
    }

    /// Notes that a key is used, unless that is known already. Does not wait for the database.
    pub fn note_use(&self, key: &Key, now_ms: i64, agent: Option<&str>) {
        if key_uses::is_news(key.last_used_at_ms, now_ms) {
            self.uses.note(key.id, now_ms, agent);
        }
    }

    /// Looks a key up. Returns `None` if it is not valid now.
    ///
    /// # Errors
    /// Those of the statement, or one that says that the task has died.
    pub async fn find(&self, key: &str) -> Result<Option<Key>, DbErr> {
        let (answer, answered) = oneshot::channel();
        // If the task is gone, the answer fails as well.
        let _ = self.lookups.send(Lookup { hash: hash_api_key(key), answer });
        answered.await.map_err(|_| DbErr::Custom("the task that looks up API keys has died".to_owned()))?
    }
}

async fn answer(store: Store, lookups: Vec<Lookup>) {
    let found = look_up(&store, lookups.iter().map(|question| &*question.hash).collect()).await;
    for Lookup { hash, answer } in lookups {
        let key = found.as_ref().map(|keys| keys.iter().find(|key| key.hash == hash).cloned());
        // The request may be gone already.
        let _ = answer.send(key.map_err(DbErr::clone));
    }
}

/// Returns the valid keys among the hashes.
async fn look_up(store: &Store, hashes: BTreeSet<&str>) -> Result<Vec<Key>, DbErr> {
    // A key is deleted together with its membership (foreign key), so every key in the table is valid.
    SystemScope
        .find::<api_keys::Entity>()
        .filter(api_keys::Column::KeyHash.is_in(hashes))
        .join(JoinType::InnerJoin, api_keys::Relation::Account.def())
        .select_only()
        .columns([
            api_keys::Column::Id,
            api_keys::Column::AccountId,
            api_keys::Column::UserId,
            api_keys::Column::LastUsedAtMs,
        ])
        .column_as(api_keys::Column::KeyHash, "hash")
        .columns([accounts::Column::Currency, accounts::Column::Timezone])
        .into_model()
        .all(store.read())
        .await
}
