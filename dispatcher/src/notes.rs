//! Notes on webhooks, from results: when an attempt last succeeded or failed, and whether the webhook is to be disabled.
//!
//! All dispatchers write to the same webhooks. So a webhook whose row another process has locked is left out and tried
//! again, and each write is one statement, which holds no lock while it waits for this process. If the process dies
//! before it has recorded a note, the webhook's next result says the same.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use prometheus_client::metrics::counter::Counter;
use sea_orm::{ConnectionTrait, DbBackend};
use shared::database::clock::sql_now_ms;
use shared::database::rows::rows;
use shared::database::statement::sql;
use shared::times::{GIVE_UP_AFTER, NOTES_KEPT_MAX, ms};
use shared::{Error, Store};

use crate::attempt::Made;
use crate::decision::Next;

/// The reasons for disabling a webhook, as `webhook_disabled_reason` shows them.
const GONE: &str = "410 Gone";
const GIVEN_UP: &str = "every attempt has failed for 5 days";
/// The longest wait of a note for more that say the same about its webhook. A failure, or its end, does not wait.
const GATHER: Duration = Duration::from_secs(1);

/// The notes that are not recorded yet, by webhook.
#[derive(Debug)]
pub(crate) struct Notes {
    waiting: BTreeMap<i64, Note>,
    /// Counts the webhooks that are disabled.
    disabled: Counter,
}

/// The notes of results on one webhook.
#[derive(Debug)]
struct Note {
    success_at_ms: Option<i64>,
    failure_at_ms: Option<i64>,
    /// When an attempt failed after which the event was given up.
    given_up_at_ms: Option<i64>,
    /// A failure after the last success.
    failing_since_ms: Option<i64>,
    /// The URL that answered 410.
    gone_url: Option<String>,
    /// Whether it says that the webhook began or ceased to fail.
    is_urgent: bool,
    since: Instant,
}

impl Note {
    fn new() -> Self {
        Self {
            success_at_ms: None,
            failure_at_ms: None,
            given_up_at_ms: None,
            failing_since_ms: None,
            gone_url: None,
            is_urgent: false,
            since: Instant::now(),
        }
    }

    fn add(&mut self, attempted_at_ms: i64, succeeded: bool) {
        let latest = if succeeded { &mut self.success_at_ms } else { &mut self.failure_at_ms };
        *latest = (*latest).max(Some(attempted_at_ms));
        if !succeeded {
            self.failing_since_ms = Some(self.failing_since_ms.unwrap_or(i64::MAX).min(attempted_at_ms));
        }
        if self.failing_since_ms <= self.success_at_ms {
            // The failures up to the success no longer count.
            self.failing_since_ms = self.failure_at_ms.filter(|at_ms| Some(*at_ms) > self.success_at_ms);
        }
    }
}

impl Notes {
    pub(crate) fn new(disabled: Counter) -> Self {
        Self { waiting: BTreeMap::new(), disabled }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns whether there are notes that should not wait for more.
    pub(crate) fn are_due(&self) -> bool {
        self.waiting.values().any(|note| note.is_urgent || note.since.elapsed() >= GATHER)
    }

    /// Adds a result that has been recorded.
    pub(crate) fn add(&mut self, (report, attempt): Made<'_>) {
        let note = self.waiting.entry(report.webhook.id).or_insert_with(Note::new);
        note.add(attempt.attempted_at_ms, report.next == Next::Succeeded);
        note.is_urgent |= report.next != Next::Succeeded || report.webhook.webhook_failing_since_ms.is_some();
        if report.next == Next::Failed {
            note.given_up_at_ms = note.given_up_at_ms.max(Some(attempt.attempted_at_ms));
        }
        if report.next == Next::Gone {
            note.gone_url = Some(report.webhook.webhook_url.clone());
        }
    }

    /// Records the notes. Keeps those whose webhooks are locked now, or all of them while the database is unavailable.
    pub(crate) async fn record(&mut self, store: &Store) {
        if self.is_empty() {
            return;
        }
        if let Err(error) = self.try_record(store).await {
            tracing::warn!(%error, webhooks = self.waiting.len(), "the state of webhooks cannot be recorded now; trying again");
        }
        self.waiting.retain(|webhook_id, note| {
            let is_kept = note.since.elapsed() < NOTES_KEPT_MAX;
            if !is_kept {
                tracing::warn!(
                    webhook_id,
                    "the state of a webhook could not be recorded; its next result does it"
                );
            }
            is_kept
        });
    }

    async fn try_record(&mut self, store: &Store) -> Result<(), Error> {
        for (webhook_id, failing_since_ms) in note_on_webhooks(store, &self.waiting).await? {
            let Some(note) = self.waiting.get(&webhook_id) else { continue };
            let failing_for_ms =
                failing_since_ms.zip(note.failure_at_ms).map(|(since, latest)| latest - since);
            let reason = match &note.gone_url {
                Some(url) if disable(store, webhook_id, GONE, Some(url)).await? => Some(GONE),
                _ if failing_for_ms >= Some(ms(GIVE_UP_AFTER))
                    && disable(store, webhook_id, GIVEN_UP, None).await? =>
                {
                    Some(GIVEN_UP)
                }
                _ => None,
            };
            if let Some(reason) = reason {
                self.disabled.inc();
                tracing::warn!(webhook_id, reason, "a webhook was disabled");
            }
            self.waiting.remove(&webhook_id);
        }
        Ok(())
    }
}

/// Records on each webhook when it last succeeded and failed, unless its row is locked. Returns the webhooks that it
/// has recorded, and since when each is failing.
async fn note_on_webhooks(
    store: &Store,
    notes: &BTreeMap<i64, Note>,
) -> Result<Vec<(i64, Option<i64>)>, Error> {
    let noted = notes.iter().map(|(id, note)| {
        [
            (*id).into(),
            note.success_at_ms.into(),
            note.failure_at_ms.into(),
            note.given_up_at_ms.into(),
            note.failing_since_ms.into(),
        ]
    });
    let (noted, values) = rows(store.backend(), noted.collect());
    let lock = match store.backend() {
        DbBackend::Sqlite => "",
        // NO KEY UPDATE: inserting a delivery locks its webhook's row FOR KEY SHARE, which must not count as locked.
        _ => "FOR NO KEY UPDATE OF w SKIP LOCKED",
    };
    let text = format!(
        "WITH note (webhook_id, success_at_ms, failure_at_ms, given_up_at_ms, failing_since_ms) AS ({noted}),
         next AS (
             SELECT note.webhook_id, note.success_at_ms, note.failure_at_ms, note.given_up_at_ms, CASE
                 WHEN note.success_at_ms IS NOT NULL THEN note.failing_since_ms
                 ELSE COALESCE(w.webhook_failing_since_ms, note.failing_since_ms)
             END AS failing_since_ms
             FROM note JOIN webhooks w ON w.id = note.webhook_id {lock}
         )
         UPDATE webhooks AS w SET
             webhook_last_success_at_ms = COALESCE(next.success_at_ms, w.webhook_last_success_at_ms),
             webhook_last_failure_at_ms = COALESCE(next.failure_at_ms, w.webhook_last_failure_at_ms),
             webhook_given_up_at_ms = COALESCE(next.given_up_at_ms, w.webhook_given_up_at_ms),
             webhook_failing_since_ms = next.failing_since_ms
         FROM next WHERE w.id = next.webhook_id RETURNING id, webhook_failing_since_ms"
    );
    let recorded = store.write().query_all_raw(sql(store.write(), text, values)).await?;
    recorded.iter().map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))).collect()
}

/// Disables a webhook for a reason, if it is not disabled yet, and if its URL is still the given one. Returns whether it
/// was disabled now.
async fn disable(store: &Store, webhook_id: i64, reason: &str, url: Option<&str>) -> Result<bool, Error> {
    let now = sql_now_ms(store.backend());
    // It must rise with every change, even if a clock is wrong, because the api's If-Match compares it.
    let text = format!(
        "UPDATE webhooks
         SET webhook_status = 'disabled', webhook_disabled_reason = $2,
             updated_at_ms = CASE WHEN updated_at_ms < {now} THEN {now} ELSE updated_at_ms + 1 END
         WHERE id = $1 AND webhook_status <> 'disabled' AND webhook_url = COALESCE($3, webhook_url)"
    );
    let values = vec![webhook_id.into(), reason.into(), url.into()];
    Ok(store.write().execute_raw(sql(store.write(), text, values)).await?.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(attempts: &[(i64, bool)]) -> Note {
        let mut note = Note::new();
        for (attempted_at_ms, succeeded) in attempts {
            note.add(*attempted_at_ms, *succeeded);
        }
        note
    }

    #[test]
    fn a_webhook_is_failing_since_its_first_failure_after_its_last_success() {
        let since = |attempts| note(attempts).failing_since_ms;
        assert_eq!(since(&[(1, false), (2, false)]), Some(1));
        assert_eq!(since(&[(2, false), (1, false)]), Some(1), "results come in any order");
        assert_eq!(since(&[(1, false), (2, true)]), None);
        assert_eq!(since(&[(2, true), (1, false)]), None);
        assert_eq!(since(&[(1, true), (2, false), (3, false)]), Some(2));
        assert_eq!(since(&[(1, false), (3, false), (2, true)]), Some(3));
        assert_eq!(since(&[(1, false), (1, true)]), None, "a success of the same moment ends it");
        assert_eq!(since(&[(1, true), (1, false)]), None, "in either order");
    }

    #[test]
    fn only_successes_wait_for_more() {
        let notes = |is_urgent| {
            let mut notes = Notes::new(Counter::default());
            // No time passes until then.
            let since = Instant::now() + Duration::from_mins(1);
            notes.waiting.insert(1, Note { is_urgent, since, ..Note::new() });
            notes
        };
        assert!(notes(true).are_due() && !notes(false).are_due());
        let mut both = notes(true);
        both.waiting.insert(2, Note::new());
        assert!(both.are_due(), "one that does not wait takes the others along");
    }

    #[test]
    fn the_latest_success_and_failure_count() {
        let note = note(&[(3, false), (1, false), (4, true), (2, true)]);
        assert_eq!((note.success_at_ms, note.failure_at_ms), (Some(4), Some(3)));
    }
}
