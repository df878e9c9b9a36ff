//! Faults under load, on real processes. Whatever happens to a program, to the broker or to the database: every
//! committed event arrives, nothing else arrives, and no more events arrive twice than were in flight.
//!
//! In a round, contacts are created all the time while faults happen one after the other. Then the round waits until
//! everything is delivered, and compares what was answered, what was committed and what arrived. The times of the
//! faults are random, from a seed.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use shared::process::crash;
use tokio::process::Command;
use tokio::time::sleep;
use uuid::Uuid;

use super::{Directory, Program, Server, World, free_port, path_of, succeed};
use crate::Error;

mod check;
mod cut;
mod load;
mod random;
mod standstill;

pub use check::Row;
use load::Load;
pub use random::Random;

/// How long a program may take to reach its crash point.
const CRASH_MAX: Duration = Duration::from_mins(1);
/// How long a program may take to stop gracefully.
const STOP_MAX: Duration = Duration::from_secs(30);
/// How long the receiver takes to answer, so that attempts are in flight when a fault happens.
const ANSWER: Duration = Duration::from_millis(30);
/// The prefix of the crash points of recoveries. A program passes these only if a recovery is requested, and only a few
/// times.
const RECOVERY: &str = "recovery.";
/// How long messages pile up before the broker fails. RabbitMQ 3.10 forgets a queue that was declared less than about
/// 500 ms before RabbitMQ is killed.
const PILE_UP: Duration = Duration::from_secs(2);

/// Something that goes wrong or changes, and is put right again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The api is killed with SIGKILL at a random moment.
    ApiKilled,
    /// The api dies at a crash point.
    ApiCrashed(&'static str),
    /// Another api joins, and one of the two is stopped gracefully.
    ApiJoins,
    /// The dispatcher is killed with SIGKILL at a random moment.
    DispatcherKilled,
    /// The dispatcher dies at a crash point.
    DispatcherCrashed(&'static str),
    /// Another dispatcher joins, and one of the two is stopped gracefully.
    DispatcherJoins,
    /// RabbitMQ is stopped gracefully and started again, with messages in its queue and while no dispatcher runs.
    BrokerRestarted,
    /// RabbitMQ is killed with SIGKILL and started again, with messages in its queue and while no dispatcher runs.
    BrokerKilled,
    /// RabbitMQ is paused for some seconds, sometimes for longer than the programs wait for its answer.
    BrokerPaused,
    /// RabbitMQ's disk is full for some seconds.
    BrokerDiskFull,
    /// RabbitMQ's memory is full for some seconds.
    BrokerMemoryFull,
    /// RabbitMQ loses all that it has stored, including messages.
    BrokerWiped,
    /// The queue is deleted with its messages.
    QueueDeleted,
    /// PostgreSQL stops at once, as after a power cut, and starts again.
    DatabaseStopped,
    /// All processes of PostgreSQL are frozen for longer than the programs wait for a statement, and go on.
    DatabaseFrozen,
    /// PostgreSQL ends every connection.
    ConnectionsTerminated,
    /// Several tables get another column.
    Migrated,
    /// Another api joins, and one of the two is frozen for longer than every timeout, and goes on.
    ApiFrozen,
    /// Another dispatcher joins, and one of the two is frozen for longer than every timeout, and goes on.
    DispatcherFrozen,
    /// Another api joins, and then reaches neither PostgreSQL nor RabbitMQ, without a word, and then does again.
    ApiUnreachable,
    /// Another dispatcher joins, and then reaches neither PostgreSQL nor RabbitMQ, without a word, and then does again.
    DispatcherUnreachable,
}

impl Fault {
    /// Returns every fault, including one for each crash point.
    pub fn all() -> Vec<Self> {
        let api = crash::API.iter().map(|point| Self::ApiCrashed(point));
        let dispatcher = crash::DISPATCHER.iter().map(|point| Self::DispatcherCrashed(point));
        let others = [
            Self::ApiKilled,
            Self::ApiJoins,
            Self::DispatcherKilled,
            Self::DispatcherJoins,
            Self::BrokerRestarted,
            Self::BrokerKilled,
            Self::BrokerPaused,
            Self::BrokerDiskFull,
            Self::BrokerMemoryFull,
            Self::BrokerWiped,
            Self::QueueDeleted,
            Self::DatabaseStopped,
            Self::DatabaseFrozen,
            Self::ConnectionsTerminated,
            Self::Migrated,
            Self::ApiFrozen,
            Self::DispatcherFrozen,
            Self::ApiUnreachable,
            Self::DispatcherUnreachable,
        ];
        api.chain(dispatcher).chain(others).collect()
    }

    /// Returns whether the fault is a death at a crash point.
    pub fn is_crash(self) -> bool {
        matches!(self, Self::ApiCrashed(_) | Self::DispatcherCrashed(_))
    }

    /// Returns whether the API must answer as if nothing had happened (invariant I6).
    fn spares_api(self) -> bool {
        !matches!(
            self,
            Self::ApiKilled
                | Self::ApiCrashed(_)
                | Self::ApiJoins
                | Self::DatabaseStopped
                | Self::DatabaseFrozen
                | Self::ConnectionsTerminated
        )
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ApiKilled => "api killed",
            Self::ApiCrashed(point) => return write!(f, "api at {point}"),
            Self::ApiJoins => "api joins, one stops",
            Self::DispatcherKilled => "dispatcher killed",
            Self::DispatcherCrashed(point) => return write!(f, "dispatcher at {point}"),
            Self::DispatcherJoins => "dispatcher joins, one stops",
            Self::BrokerRestarted => "RabbitMQ restarted",
            Self::BrokerKilled => "RabbitMQ killed",
            Self::BrokerPaused => "RabbitMQ paused",
            Self::BrokerDiskFull => "RabbitMQ's disk full",
            Self::BrokerMemoryFull => "RabbitMQ's memory full",
            Self::BrokerWiped => "RabbitMQ wiped",
            Self::QueueDeleted => "queue deleted",
            Self::DatabaseStopped => "PostgreSQL stopped",
            Self::DatabaseFrozen => "PostgreSQL frozen",
            Self::ConnectionsTerminated => "connections terminated",
            Self::Migrated => "tables get a column",
            Self::ApiFrozen => "api frozen",
            Self::DispatcherFrozen => "dispatcher frozen",
            Self::ApiUnreachable => "api unreachable",
            Self::DispatcherUnreachable => "dispatcher unreachable",
        })
    }
}

/// A deployment for faults to happen to: one api, one dispatcher, and private servers.
#[derive(Debug)]
pub struct Suite {
    world: Arc<World>,
    api: Api,
    dispatcher: Program,
    broker: Server,
    database: Option<Server>,
    random: Random,
    /// The leases of each event that was in flight when a dispatcher was killed.
    in_flight: HashMap<Uuid, HashSet<Uuid>>,
    /// The last event that was checked.
    checked: Uuid,
    _data: Directory,
}

#[derive(Debug)]
struct Api {
    program: Program,
    listen: String,
}

impl Suite {
    /// Starts the programs on a private PostgreSQL, which faults may stop.
    pub async fn start(random: Random) -> Result<Self, Error> {
        let data = Directory::new()?;
        // PostgreSQL may run as another user, who must be able to reach this directory.
        std::fs::set_permissions(data.path(), PermissionsExt::from_mode(0o711))?;
        let database = Server::postgres(data.path()).await?;
        let mut migrate = Command::new(path_of("api")?);
        migrate.arg("migrate").env("DATABASE_URL", &database.url).env("ALMONER_LOG", "warn");
        succeed(&mut migrate).await?;
        let url = database.url.clone();
        Self::start_in(data, &url, Some(database), random).await
    }

    /// Starts the programs on a migrated database, whose server is never stopped.
    pub async fn start_on(database_url: &str, random: Random) -> Result<Self, Error> {
        Self::start_in(Directory::new()?, database_url, None, random).await
    }

    async fn start_in(
        data: Directory,
        database_url: &str,
        database: Option<Server>,
        random: Random,
    ) -> Result<Self, Error> {
        let broker = Server::rabbitmq(data.path()).await?;
        let mut world = World::new(database_url, &[("ALMONER_WEBHOOK_TIMEOUT", "1s")]).await?;
        world.variables.push(("AMQP_URL", broker.url.clone()));
        let dispatcher = world.spawn("dispatcher", &[])?;
        let api = Api { program: world.spawn("api", &[])?, listen: world.listen.clone() };
        api.program.ready().await?;
        dispatcher.ready().await?;
        world.register_webhook().await?;
        world.receiver.delay(ANSWER);
        let (world, in_flight) = (Arc::new(world), HashMap::new());
        Ok(Self {
            world,
            api,
            dispatcher,
            broker,
            database,
            random,
            in_flight,
            checked: Uuid::nil(),
            _data: data,
        })
    }

    /// Lets faults happen while at least `events` contacts are created, and checks the result.
    pub async fn round(&mut self, name: impl Display, faults: &[Fault], events: usize) -> Result<Row, Error> {
        let load = Load::start(self.world.clone(), self.api.listen.clone());
        for fault in faults {
            sleep(self.random.up_to(Duration::from_millis(500))).await;
            self.inject(*fault, &load).await?;
        }
        let answers = load.finish(events).await?;
        self.check(name.to_string(), faults, &answers).await
    }

    async fn inject(&mut self, fault: Fault, load: &Load) -> Result<(), Error> {
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
                self.dispatcher.ended(CRASH_MAX).await?;
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
                self.broker.rabbitmqctl(&["delete_queue", "almoner.events"]).await?;
                self.replace_dispatcher(None).await?;
            }
            Fault::BrokerPaused => {
                self.broker.signal("STOP").await?;
                self.outlast().await;
                self.broker.signal("CONT").await?;
            }
            Fault::BrokerDiskFull => {
                self.broker.rabbitmqctl(&["set_disk_free_limit", "1000000GB"]).await?;
                self.outlast().await;
                self.broker.rabbitmqctl(&["set_disk_free_limit", "50MB"]).await?;
            }
            Fault::BrokerMemoryFull => {
                self.broker.rabbitmqctl(&["set_vm_memory_high_watermark", "0.000001"]).await?;
                self.outlast().await;
                self.broker.rabbitmqctl(&["set_vm_memory_high_watermark", "0.4"]).await?;
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
            Fault::ApiUnreachable => self.cut_off("api").await?,
            Fault::DispatcherUnreachable => self.cut_off("dispatcher").await?,
            Fault::DatabaseStopped => {
                let database = self.database.as_mut().ok_or("this suite cannot stop its database")?;
                database.end("QUIT").await?;
                database.start_again().await?;
            }
        }
        self.api.program.ready().await?;
        self.dispatcher.ready().await
    }

    /// Starts another api, which takes requests, too. Returns one of the two, which the caller stops.
    async fn join_api(&mut self, load: &Load) -> Result<Api, Error> {
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
    async fn join_dispatcher(&mut self) -> Result<Program, Error> {
        let mut other = self.world.spawn("dispatcher", &[])?;
        other.ready().await?;
        sleep(self.random.up_to(Duration::from_secs(2))).await;
        if self.random.below(2) == 0 {
            std::mem::swap(&mut self.dispatcher, &mut other);
        }
        Ok(other)
    }

    /// Ends RabbitMQ while it has messages, starts a new dispatcher, and then starts RabbitMQ again.
    async fn restart_broker(&mut self, signal: &str, wipe: bool) -> Result<(), Error> {
        self.pile_up().await?;
        self.broker.end(signal).await?;
        self.replace_dispatcher(None).await?;
        if wipe {
            self.broker.wipe()?;
        }
        self.broker.start_again().await
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
    async fn replace_api(&mut self, crash_point: Option<&str>) -> Result<(), Error> {
        self.api.program.kill().await?;
        self.api = self.spawn_api(self.api.listen.clone(), crash_point)?;
        Ok(())
    }

    fn spawn_api(&mut self, listen: String, crash_point: Option<&str>) -> Result<Api, Error> {
        let mut variables = self.crash_at(crash_point);
        variables.push(("ALMONER_LISTEN", listen.clone()));
        Ok(Api { program: self.world.spawn("api", &variables)?, listen })
    }

    /// Kills the dispatcher, if it still runs, and starts another.
    async fn replace_dispatcher(&mut self, crash_point: Option<&str>) -> Result<(), Error> {
        self.kill_dispatcher().await?;
        let variables = self.crash_at(crash_point);
        self.dispatcher = self.world.spawn("dispatcher", &variables)?;
        Ok(())
    }

    /// Kills the dispatcher, if it still runs, and records what was in flight.
    async fn kill_dispatcher(&mut self) -> Result<(), Error> {
        self.dispatcher.kill().await?;
        self.note_leases().await
    }

    /// Records what is in flight.
    async fn note_leases(&mut self) -> Result<(), Error> {
        let leased = "SELECT event_id, lease_id FROM deliveries
            WHERE delivery_status = 'pending' AND lease_id IS NOT NULL";
        for row in self.world.rows(leased).await? {
            let leases = self.in_flight.entry(row.try_get_by_index(0)?).or_default();
            leases.insert(row.try_get_by_index(1)?);
        }
        Ok(())
    }

    fn crash_at(&mut self, point: Option<&str>) -> Vec<(&'static str, String)> {
        let Some(point) = point else { return Vec::new() };
        let passes = if point.starts_with(RECOVERY) { 1 } else { 1 + self.random.below(5) };
        vec![("CRASH_AT", format!("{point}:{passes}"))]
    }
}
