//! Which account a key opens: asked for every request, and in one statement for those that come at the same time.
//!
//! Nothing is kept, so that a key that is replaced stops at once: a statement answers requests that came before it. While
//! one runs, others gather for the next, so the busier the service is, the fewer statements a request needs.

use std::collections::BTreeSet;
use std::mem;
use std::time::Duration;

use sea_orm::{ColumnTrait, DbErr, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait};
use shared::Store;
use shared::crypto::keys::hash_api_key;
use shared::entities::{SystemScope, accounts, api_keys};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// How many requests a statement answers at most.
const BATCH: usize = 16;
/// How long the next statement waits for one that does not end, as on a connection that is dead.
const PATIENCE: Duration = Duration::from_millis(50);

/// Looks keys up; clones share the statements.
#[derive(Clone, Debug)]
pub struct Keys(mpsc::UnboundedSender<Question>);

/// A key that is valid.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Key {
    /// Its own id.
    pub id: i64,
    hash: String,
    /// The account that it opens.
    pub account_id: i64,
    /// The account's currency.
    pub currency: String,
    /// The account's time zone.
    pub timezone: String,
}

#[derive(Debug)]
struct Question {
    hash: String,
    answer: oneshot::Sender<Result<Option<Key>, DbErr>>,
}

impl Keys {
    /// The keys of a database, looked up by a task of the current runtime that ends with the last clone.
    pub fn of(store: Store) -> Self {
        let (sender, mut questions) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while questions.recv_many(&mut batch, BATCH).await > 0 {
                // A task of its own: others go on without it, and after a panic.
                let answering = tokio::spawn(answer(store.clone(), mem::take(&mut batch)));
                let _ = timeout(PATIENCE, answering).await;
            }
        });
        Self(sender)
    }

    /// What a key is, if it is one now.
    ///
    /// # Errors
    /// Those of the statement.
    pub async fn find(&self, key: &str) -> Result<Option<Key>, DbErr> {
        let (answer, answered) = oneshot::channel();
        // If the task is gone, the answer is an error as well.
        let _ = self.0.send(Question { hash: hash_api_key(key), answer });
        answered.await.map_err(|_| DbErr::Custom("a key was not looked up".to_owned()))?
    }
}

async fn answer(store: Store, questions: Vec<Question>) {
    let found = look_up(&store, questions.iter().map(|question| &*question.hash).collect()).await;
    for Question { hash, answer } in questions {
        let key = found.as_ref().map(|keys| keys.iter().find(|key| key.hash == hash).cloned());
        // Some may have gone away.
        let _ = answer.send(key.map_err(DbErr::clone));
    }
}

/// The valid ones among the keys.
async fn look_up(store: &Store, hashes: BTreeSet<&str>) -> Result<Vec<Key>, DbErr> {
    // Keys go with their memberships (foreign key), so a key that is there is valid.
    SystemScope
        .find::<api_keys::Entity>()
        .filter(api_keys::Column::KeyHash.is_in(hashes))
        .join(JoinType::InnerJoin, api_keys::Relation::Account.def())
        .select_only()
        .columns([api_keys::Column::Id, api_keys::Column::AccountId])
        .column_as(api_keys::Column::KeyHash, "hash")
        .columns([accounts::Column::Currency, accounts::Column::Timezone])
        .into_model()
        .all(store.read())
        .await
}
