//! Faults under load, on real processes. Whatever happens to a program, to the broker or to the database: every
//! committed event arrives, nothing else arrives, and no more events arrive twice than were in flight.
//!
//! In a round, contacts are created all the time while faults happen one after the other. Then the round waits until
//! everything is delivered, and compares what was answered, what was committed and what arrived. The times of the
//! faults are random, from a seed.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use shared::times::STOP_MAX;
use tokio::process::Command;
use tokio::time::sleep;
use uuid::Uuid;

use super::cluster::Cluster;
use super::pair::Pair;
use super::{Directory, Disk, Program, Server, World, path_of, succeed};
use crate::Error;

mod aftermath;
mod check;
pub(super) mod cut;
mod embedded;
mod failover;
mod fault;
mod inject;
mod load;
mod random;
mod replicated;
mod restored;
mod standstill;

use aftermath::Aftermath;
pub use check::Row;
pub use fault::{Fault, Place};
use load::Load;
pub use random::Random;
use replicated::Replicated;

/// How long the receiver takes to answer, so that attempts are in flight when a fault happens.
const ANSWER: Duration = Duration::from_millis(30);
/// The size of an embedded deployment's disk: several times what a run writes.
const DISK_SIZE: &str = "256m";
/// How long an attempt may take.
const TIMEOUT: [(&str, &str); 1] = [("ALMONER_WEBHOOK_TIMEOUT", "1s")];

/// A deployment for faults to happen to.
#[derive(Debug)]
pub struct Suite {
    world: Arc<World>,
    api: Api,
    home: Home,
    random: Random,
    /// The leases of each event that was in flight when a dispatcher was killed.
    in_flight: HashMap<Uuid, HashSet<Uuid>>,
    /// The traces of restores since the last check.
    aftermath: Aftermath,
    /// The last event that was checked.
    checked: Uuid,
    _data: Directory,
}

#[derive(Debug)]
struct Api {
    program: Program,
    listen: String,
}

/// The servers or the disk that an api works with.
#[derive(Debug)]
enum Home {
    Servers(Box<Servers>),
    /// The servers have others beside them.
    Replicated(Box<Replicated>),
    /// The api works alone, with its data directory on this disk.
    Embedded(Box<Disk>),
}

#[derive(Debug)]
struct Servers {
    dispatcher: Program,
    broker: Server,
    /// PostgreSQL, if faults may stop it.
    database: Option<Server>,
}

impl Suite {
    /// Starts the programs on the servers of a place, made for them alone.
    pub async fn start_at(place: Place, random: Random) -> Result<Self, Error> {
        match place {
            Place::Servers => Self::start(random).await,
            Place::Replicated => Self::start_replicated(random).await,
            Place::Embedded => Self::start_embedded(random).await,
        }
    }

    /// Starts one api and one dispatcher on a private RabbitMQ and a private PostgreSQL, which faults may stop.
    pub async fn start(random: Random) -> Result<Self, Error> {
        let data = open_directory()?;
        let database = Server::postgres(data.path()).await?;
        migrate(&database.url).await?;
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
        let mut world = World::new(database_url, &TIMEOUT).await?;
        world.variables.push(("AMQP_URL", broker.url.clone()));
        let dispatcher = world.spawn("almoner-dispatcher", &[])?;
        dispatcher.ready().await?;
        let servers = Box::new(Servers { dispatcher, broker, database });
        Self::start_with(data, world, Home::Servers(servers), random).await
    }

    /// Starts an api and two dispatchers on a PostgreSQL with a standby and a RabbitMQ cluster of three.
    pub async fn start_replicated(random: Random) -> Result<Self, Error> {
        let data = open_directory()?;
        let pair = Pair::start(data.path()).await?;
        migrate(&pair.url).await?;
        let cluster = Cluster::start(data.path()).await?;
        let mut world = World::new(&pair.url, &TIMEOUT).await?;
        world.variables.push(("AMQP_URL", cluster.url.clone()));
        let dispatchers = [world.spawn("almoner-dispatcher", &[])?, world.spawn("almoner-dispatcher", &[])?];
        let home = Home::Replicated(Box::new(Replicated { dispatchers, pair, cluster }));
        Self::start_with(data, world, home, random).await
    }

    /// Starts an api with an embedded database, on a small disk.
    pub async fn start_embedded(random: Random) -> Result<Self, Error> {
        let data = Directory::new()?;
        let disk = Disk::mount(data.path().join("disk"), DISK_SIZE).await?;
        let world = World::embedded(&disk, &TIMEOUT).await?;
        Self::start_with(data, world, Home::Embedded(Box::new(disk)), random).await
    }

    async fn start_with(
        data: Directory,
        mut world: World,
        home: Home,
        random: Random,
    ) -> Result<Self, Error> {
        let api = Api { program: world.spawn("almoner", &[])?, listen: world.listen.clone() };
        api.program.ready().await?;
        // Trouble with one account's events must not delay another's.
        world.add_account().await?;
        world.register_webhook().await?;
        world.receiver.delay(ANSWER);
        Ok(Self {
            world: Arc::new(world),
            api,
            home,
            random,
            in_flight: HashMap::new(),
            aftermath: Aftermath::default(),
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

    /// Returns the servers and the dispatcher.
    fn servers(&mut self) -> Result<&mut Servers, Error> {
        match &mut self.home {
            Home::Servers(servers) => Ok(servers),
            Home::Embedded(_) | Home::Replicated(_) => {
                Err("this fault needs servers that have no others beside them".into())
            }
        }
    }

    /// Returns the disk of the embedded database.
    fn disk(&self) -> Result<&Disk, Error> {
        match &self.home {
            Home::Embedded(disk) => Ok(disk),
            Home::Servers(_) | Home::Replicated(_) => {
                Err("this fault needs an embedded deployment, and this one has servers".into())
            }
        }
    }

    /// Records the events in flight.
    async fn note_leases(&mut self) -> Result<(), Error> {
        let leased = "SELECT event_id, lease_id FROM deliveries
            WHERE delivery_status = 'pending' AND lease_id IS NOT NULL";
        for row in self.world.rows(leased).await? {
            let leases = self.in_flight.entry(row.try_get_by_index(0)?).or_default();
            leases.insert(row.try_get_by_index(1)?);
        }
        Ok(())
    }
}

/// Creates a directory that the users of servers can reach.
fn open_directory() -> Result<Directory, Error> {
    let data = Directory::new()?;
    std::fs::set_permissions(data.path(), PermissionsExt::from_mode(0o711))?;
    Ok(data)
}

async fn migrate(database_url: &str) -> Result<(), Error> {
    let mut migrate = Command::new(path_of("almoner")?);
    migrate.arg("migrate").env("DATABASE_URL", database_url).env("ALMONER_LOG", "warn");
    succeed(&mut migrate).await.map(drop)
}
