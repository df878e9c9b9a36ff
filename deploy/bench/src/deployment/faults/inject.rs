//! How each fault happens.

use std::time::Duration;

use tokio::time::sleep;
use uuid::Uuid;

use super::load::Load;
use super::{ANSWER, Api, Fault, Home, STOP_MAX, Suite};
use crate::Error;
use crate::deployment::{Program, free_port};

/// How long a program may take to reach its crash point. After the broker has failed for long, a recovery first waits
/// until fewer than 1,000 deliveries are due.
const CRASH_MAX: Duration = Duration::from_mins(3);
/// The prefix of the crash points of recoveries. A program passes these only if a recovery is requested, and only a few
/// times.
const RECOVERY: &str = "recovery.";
/// The prefix of the crash points of the scheduler. A program passes these only if deliveries wait, which they do not while
/// the receiver answers at once.
const SCHEDULER: &str = "scheduler.";
/// How long the receiver takes for an answer meanwhile.
const SLOWLY: Duration = Duration::from_millis(250);
/// How long messages pile up before the broker fails. RabbitMQ 3.10 forgets a queue that was declared less than about
/// 500 ms before RabbitMQ is killed.
const PILE_UP: Duration = Duration::from_secs(2);

impl Suite {
    /// Lets a fault happen, and waits until the programs are ready again.
    pub(super) async fn inject(&mut self, fault: Fault, load: &Load) -> Result<(), Error> {
        match fault {
            Fault::ApiKilled => self.replace_api(None).await?,
            Fault::ApiCrashed(point) => {
                self.replace_api(Some(point)).await?;
                self.api.program.ended(CRASH_MAX).await?;
                self.replace_api(None).await?;
            }
            Fault::ApiJoins => {
                let mut other = self.join_api(load).await?;
                // It still gets requests while it stops.
                assert_eq!(other.program.terminate(STOP_MAX).await?, Some(0), "a clean exit");
                load.remove(&other.listen);
            }
            Fault::DispatcherKilled => self.replace_dispatcher(None).await?,
            Fault::DispatcherCrashed(point) => {
                self.replace_dispatcher(Some(point)).await?;
                if point.starts_with(RECOVERY) {
                    self.world.recover(&self.api.listen).await?;
                }
                if point.starts_with(SCHEDULER) {
                    self.world.receiver.delay(SLOWLY);
                }
                self.servers()?.dispatcher.ended(CRASH_MAX).await?;
                self.world.receiver.delay(ANSWER);
                self.replace_dispatcher(None).await?;
            }
            Fault::DispatcherJoins => {
                let mut other = self.join_dispatcher().await?;
                assert_eq!(other.terminate(STOP_MAX).await?, Some(0), "a clean exit");
            }
            Fault::BrokerRestarted => self.restart_broker("TERM", false).await?,
            Fault::BrokerKilled => self.restart_broker("KILL", false).await?,
            Fault::BrokerWiped => self.restart_broker("KILL", true).await?,
            Fault::QueueDeleted => {
                self.pile_up().await?;
                self.servers()?.broker.rabbitmqctl(&["delete_queue", "almoner.events"]).await?;
                self.replace_dispatcher(None).await?;
            }
            Fault::BrokerPaused => {
                self.servers()?.broker.signal("STOP").await?;
                self.outlast().await;
                self.servers()?.broker.signal("CONT").await?;
            }
            Fault::BrokerDiskFull => {
                self.servers()?.broker.rabbitmqctl(&["set_disk_free_limit", "1000000GB"]).await?;
                self.outlast().await;
                self.servers()?.broker.rabbitmqctl(&["set_disk_free_limit", "50MB"]).await?;
            }
            Fault::BrokerMemoryFull => {
                self.servers()?.broker.rabbitmqctl(&["set_vm_memory_high_watermark", "0.000001"]).await?;
                self.outlast().await;
                self.servers()?.broker.rabbitmqctl(&["set_vm_memory_high_watermark", "0.4"]).await?;
            }
            Fault::DatabaseFrozen => self.freeze_database().await?,
            Fault::ConnectionsTerminated => {
                for _ in 0..5 {
                    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
                    self.world.rows(others).await?;
                    sleep(self.random.up_to(Duration::from_millis(300))).await;
                }
            }
            Fault::Migrated => {
                for table in
                    ["accounts", "contacts", "events", "outbox", "webhooks", "deliveries", "attempts"]
                {
                    let column = format!("later_{}", Uuid::now_v7().simple());
                    self.world.rows(&format!("ALTER TABLE {table} ADD COLUMN {column} TEXT")).await?;
                }
            }
            Fault::ApiFrozen => self.freeze_api(load).await?,
            Fault::DispatcherFrozen => self.freeze_dispatcher().await?,
            Fault::ApiUnreachable => self.cut_off("almoner").await?,
            Fault::DispatcherUnreachable => self.cut_off("almoner-dispatcher").await?,
            Fault::DatabaseStopped => {
                let database = self.servers()?.database.as_mut();
                let database = database.ok_or("this suite cannot stop its database")?;
                database.end("QUIT").await?;
                database.start_again().await?;
            }
            Fault::Restored | Fault::EmbeddedRestored => self.restore().await?,
            Fault::EmbeddedKilled => {
                self.kill_embedded().await?;
                self.replace_api(None).await?;
            }
            Fault::EmbeddedDiskFull => self.fill_disk(load).await?,
            Fault::DatabaseSwitched
            | Fault::LeaderKilled
            | Fault::LeaderCutOff
            | Fault::QueueLost
            | Fault::MajorityDead => self.inject_replicated(fault).await?,
        }
        self.ready().await
    }

    /// Waits until the programs are ready.
    pub(super) async fn ready(&self) -> Result<(), Error> {
        self.api.program.ready().await?;
        match &self.home {
            Home::Servers(servers) => servers.dispatcher.ready().await,
            Home::Replicated(replicated) => {
                for dispatcher in &replicated.dispatchers {
                    dispatcher.ready().await?;
                }
                Ok(())
            }
            Home::Embedded(_) => Ok(()),
        }
    }

    /// Starts another api, which takes requests, too. Returns one of the two, which the caller stops.
    pub(super) async fn join_api(&mut self, load: &Load) -> Result<Api, Error> {
        let mut other = self.spawn_api(format!("127.0.0.1:{}", free_port()?), None)?;
        other.program.ready().await?;
        load.add(&other.listen);
        sleep(self.random.up_to(Duration::from_secs(2))).await;
        if self.random.below(2) == 0 {
            std::mem::swap(&mut self.api, &mut other);
        }
        Ok(other)
    }

    /// Starts another dispatcher. Returns one of the two, which the caller stops.
    pub(super) async fn join_dispatcher(&mut self) -> Result<Program, Error> {
        let mut other = self.world.spawn("almoner-dispatcher", &[])?;
        other.ready().await?;
        sleep(self.random.up_to(Duration::from_secs(2))).await;
        if self.random.below(2) == 0 {
            std::mem::swap(&mut self.servers()?.dispatcher, &mut other);
        }
        Ok(other)
    }

    /// Ends RabbitMQ while it has messages, starts a new dispatcher, and then starts RabbitMQ again.
    async fn restart_broker(&mut self, signal: &str, wipe: bool) -> Result<(), Error> {
        self.pile_up().await?;
        self.servers()?.broker.end(signal).await?;
        self.replace_dispatcher(None).await?;
        if wipe {
            self.servers()?.broker.wipe()?;
        }
        self.servers()?.broker.start_again().await
    }

    /// Kills the dispatcher and lets messages wait in the queue.
    async fn pile_up(&mut self) -> Result<(), Error> {
        self.kill_dispatcher().await?;
        sleep(PILE_UP).await;
        Ok(())
    }

    /// Waits some seconds; sometimes longer than the 10 s that the programs wait for the broker.
    async fn outlast(&mut self) {
        sleep(Duration::from_secs(if self.random.below(3) == 0 { 13 } else { 3 })).await;
    }

    /// Kills the api, if it still runs, and starts another.
    pub(super) async fn replace_api(&mut self, crash_point: Option<&str>) -> Result<(), Error> {
        self.api.program.kill().await?;
        self.api = self.spawn_api(self.api.listen.clone(), crash_point)?;
        Ok(())
    }

    fn spawn_api(&mut self, listen: String, crash_point: Option<&str>) -> Result<Api, Error> {
        let mut variables = self.crash_at(crash_point);
        variables.push(("ALMONER_LISTEN", listen.clone()));
        Ok(Api { program: self.world.spawn("almoner", &variables)?, listen })
    }

    /// Kills the dispatcher, if it still runs, and starts another.
    pub(super) async fn replace_dispatcher(&mut self, crash_point: Option<&str>) -> Result<(), Error> {
        self.kill_dispatcher().await?;
        let variables = self.crash_at(crash_point);
        self.servers()?.dispatcher = self.world.spawn("almoner-dispatcher", &variables)?;
        Ok(())
    }

    /// Kills the dispatcher, if it still runs, and records the events in flight.
    async fn kill_dispatcher(&mut self) -> Result<(), Error> {
        self.servers()?.dispatcher.kill().await?;
        self.note_leases().await
    }

    fn crash_at(&mut self, point: Option<&str>) -> Vec<(&'static str, String)> {
        let Some(point) = point else { return Vec::new() };
        let passes = if point.starts_with(RECOVERY) { 1 } else { 1 + self.random.below(5) };
        vec![("CRASH_AT", format!("{point}:{passes}"))]
    }
}
