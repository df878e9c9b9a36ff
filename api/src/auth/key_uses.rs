//! Writes down the time and the client of each key's last use. A request only hands the note over: the write happens
//! beside the requests, at most once an hour for each key.

use std::collections::HashMap;

use sea_orm::{ActiveValue, ColumnTrait, Condition, QueryFilter};
use shared::entities::{SystemScope, api_keys};
use shared::{Error, Store};
use tokio::sync::mpsc;

/// How exactly the last use is known.
const EVERY_MS: i64 = 3_600_000;
/// How many notes may wait. A further one is dropped: the key's next request brings another.
const WAITING: usize = 256;
/// How many characters of a client's name are kept.
const AGENT_CHARS: usize = 200;

/// Returns whether a use at this moment is worth a note.
pub(super) fn is_news(last_used_at_ms: Option<i64>, now_ms: i64) -> bool {
    last_used_at_ms.is_none_or(|last| last <= now_ms - EVERY_MS)
}

/// The notes that are to be written. Clones share them.
#[derive(Clone, Debug)]
pub(super) struct KeyUses(mpsc::Sender<Note>);

#[derive(Debug)]
struct Note {
    key_id: i64,
    now_ms: i64,
    agent: Option<String>,
}

impl KeyUses {
    /// Starts to write notes. The task ends with the last clone.
    pub(super) fn of(store: Store) -> Self {
        let (sender, mut notes) = mpsc::channel(WAITING);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(WAITING);
            while notes.recv_many(&mut batch, WAITING).await > 0 {
                // The requests of a moment bring many notes of the same key.
                let latest: HashMap<_, _> = batch.drain(..).map(|note: Note| (note.key_id, note)).collect();
                for note in latest.into_values() {
                    if let Err(error) = write(&store, note).await {
                        tracing::debug!(%error, "the use of a key was not noted");
                    }
                }
            }
        });
        Self(sender)
    }

    pub(super) fn note(&self, key_id: i64, now_ms: i64, agent: Option<&str>) {
        let agent = agent.map(|agent| agent.chars().take(AGENT_CHARS).collect());
        let _ = self.0.try_send(Note { key_id, now_ms, agent });
    }
}

async fn write(store: &Store, Note { key_id, now_ms, agent }: Note) -> Result<(), Error> {
    // Another process may have written it meanwhile.
    let news = Condition::any()
        .add(api_keys::Column::LastUsedAtMs.is_null())
        .add(api_keys::Column::LastUsedAtMs.lte(now_ms - EVERY_MS));
    let change = api_keys::ActiveModel {
        last_used_at_ms: ActiveValue::Set(Some(now_ms)),
        last_used_agent: ActiveValue::Set(agent),
        ..Default::default()
    };
    let update = SystemScope.update::<api_keys::Entity>().set(change);
    update.filter(api_keys::Column::Id.eq(key_id)).filter(news).exec(store.write()).await?;
    Ok(())
}
