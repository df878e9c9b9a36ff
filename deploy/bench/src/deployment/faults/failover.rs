//! Faults of a deployment whose servers have others beside them: a PostgreSQL server with a standby, and three RabbitMQ
//! servers. The programs reach them through proxies, as in production.

use std::time::Duration;

use shared::values::clock::Clock;
use shared::values::ids::parse_event_id;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::load::Answered;
use super::replicated::Replicated;
use super::{Fault, Home, Suite};
use crate::Error;
use crate::deployment::cluster::NODES;

/// How long changes may be refused after another server has taken over.
const WRITES_MAX: Duration = Duration::from_secs(10);
/// How long it may take until an event that came after the fault is delivered.
const DELIVERIES_MAX: Duration = Duration::from_secs(30);
/// How long changes are tried without one that is refused.
const QUIET: Duration = Duration::from_secs(4);
/// How long to wait for writes and deliveries at all.
const GIVE_UP_AFTER: Duration = Duration::from_mins(3);
/// How long servers are away: longer than the others wait for them.
const AWAY: Duration = Duration::from_secs(20);

impl Suite {
    /// Lets a fault happen to the servers.
    pub(super) async fn inject_replicated(&mut self, fault: Fault) -> Result<(), Error> {
        match fault {
            Fault::DatabaseSwitched => self.switch_database().await,
            Fault::LeaderKilled => {
                let leader = self.replicated()?.cluster.leader().await?;
                let since = Instant::now();
                self.replicated()?.cluster.kill(leader).await?;
                self.expect_work("the leader is dead", since).await?;
                self.replicated()?.cluster.restore().await
            }
            Fault::LeaderCutOff => {
                let leader = self.replicated()?.cluster.leader().await?;
                let since = Instant::now();
                let cut = self.replicated()?.cluster.cut_off(leader).await?;
                self.expect_work("the leader is cut off", since).await?;
                sleep(AWAY.saturating_sub(since.elapsed())).await;
                cut.end().await?;
                self.replicated()?.cluster.restore().await?;
                self.expect_work("the leader is back", Instant::now()).await
            }
            Fault::QueueLost => {
                let since = Instant::now();
                self.replicated()?.cluster.delete_queue().await?;
                self.expect_work("the queue is deleted", since).await
            }
            Fault::MajorityDead => {
                let leader = self.replicated()?.cluster.leader().await?;
                let cluster = &mut self.replicated()?.cluster;
                for node in [leader, (leader + 1) % NODES] {
                    cluster.kill(node).await?;
                }
                sleep(AWAY).await;
                cluster.restore().await?;
                self.expect_work("two of three are back", Instant::now()).await
            }
            _ => Err(format!("{fault} does not happen to replicated servers").into()),
        }
    }

    pub(super) fn replicated(&mut self) -> Result<&mut Replicated, Error> {
        match &mut self.home {
            Home::Replicated(replicated) => Ok(replicated),
            Home::Servers(_) | Home::Embedded(_) => Err("this fault needs replicated servers".into()),
        }
    }

    /// Lets the standby of PostgreSQL take over, while the former primary goes on to read.
    async fn switch_database(&mut self) -> Result<(), Error> {
        let epoch = self.epoch().await?;
        let began_ms = Clock::default().now_ms();
        self.note_leases().await?;
        let since = self.replicated()?.pair.switch().await?;
        self.expect_work("PostgreSQL is switched over", since).await?;
        // The result of an attempt that was in flight may have been refused until its lease ended.
        for received in self.world.receiver.received().iter().filter(|received| received.at_ms >= began_ms) {
            let id = parse_event_id(received.id()).ok_or("an event's id cannot be read")?;
            self.in_flight.entry(id).or_default().insert(Uuid::now_v7());
        }
        if self.epoch().await? == epoch {
            self.aftermath
                .problems
                .push("PostgreSQL has another timeline, and the epoch is the same".to_owned());
        }
        self.replicated()?.pair.make_standby().await
    }

    async fn epoch(&self) -> Result<String, Error> {
        let rows = self.world.rows("SELECT epoch FROM event_log").await?;
        Ok(rows.first().ok_or("there is an epoch")?.try_get_by_index(0)?)
    }

    /// Creates contacts until none is refused any more and one is delivered. Notes it if that takes too long.
    async fn expect_work(&mut self, what: &str, since: Instant) -> Result<(), Error> {
        let (mut refused, mut delivered, mut first) = (since, None, None);
        while (delivered.is_none() || refused.elapsed() < QUIET) && since.elapsed() < GIVE_UP_AFTER {
            let answered = Answered::create(&self.world, &self.api.listen, 0, 0).await?;
            match answered.created() {
                Some(id) => first = first.or(Some(id)),
                None => refused = answered.ended,
            }
            self.aftermath.created.push(answered);
            if let (Some(first), None) = (first, delivered) {
                let text = "SELECT 1 FROM events e JOIN deliveries d ON d.event_id = e.id
                    WHERE e.record_id >= $1 AND d.delivery_status = 'succeeded' LIMIT 1";
                let rows = self.world.rows_with(text, &[first.into()]).await;
                delivered = rows.is_ok_and(|rows| !rows.is_empty()).then(|| since.elapsed());
            }
            sleep(Duration::from_millis(100)).await;
        }
        let refused = refused.duration_since(since);
        let delivered = delivered.unwrap_or(GIVE_UP_AFTER);
        println!(
            "    {what}: writes again after {:.1} s, deliveries after {:.1} s",
            refused.as_secs_f64(),
            delivered.as_secs_f64()
        );
        if refused > WRITES_MAX || delivered > DELIVERIES_MAX {
            let problem =
                format!("{what}: writes only after {refused:?}, deliveries only after {delivered:?}");
            self.aftermath.problems.push(problem);
        }
        Ok(())
    }
}
