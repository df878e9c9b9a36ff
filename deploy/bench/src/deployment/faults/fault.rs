//! The kinds of faults.

use std::fmt::{self, Display};
use std::time::Duration;

use shared::process::crash;
use shared::times::FROZEN_DELAY_MAX;

/// A deployment that faults happen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A PostgreSQL and a RabbitMQ.
    Servers,
    /// A PostgreSQL with a standby, and a RabbitMQ cluster of three.
    Replicated,
    /// An api with an embedded database.
    Embedded,
}

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
    /// PostgreSQL's standby takes over, and the former primary goes on to read.
    DatabaseSwitched,
    /// The server that leads the queue is killed, of a RabbitMQ cluster of three, and started again.
    LeaderKilled,
    /// The server that leads the queue is cut off from the two others, and then reaches them again.
    LeaderCutOff,
    /// The queue of a RabbitMQ cluster is deleted while events are published.
    QueueLost,
    /// Two of three RabbitMQ servers are killed, and started again.
    MajorityDead,
    /// PostgreSQL loses everything since a dump, which is restored.
    Restored,
    /// The api on the embedded database is killed with SIGKILL at a random moment.
    EmbeddedKilled,
    /// The disk of the embedded database is full until some changes are refused. Then the api is killed, before or after
    /// there is room again.
    EmbeddedDiskFull,
    /// The folder of the embedded database is replaced with an earlier copy.
    EmbeddedRestored,
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
            Self::DatabaseSwitched,
            Self::LeaderKilled,
            Self::LeaderCutOff,
            Self::QueueLost,
            Self::MajorityDead,
            Self::Restored,
            Self::EmbeddedKilled,
            Self::EmbeddedDiskFull,
            Self::EmbeddedRestored,
        ];
        api.chain(dispatcher).chain(others).collect()
    }

    /// Returns whether the fault is a death at a crash point.
    pub fn is_crash(self) -> bool {
        matches!(self, Self::ApiCrashed(_) | Self::DispatcherCrashed(_))
    }

    /// Returns the deployment that the fault happens to.
    pub fn place(self) -> Place {
        match self {
            Self::EmbeddedKilled | Self::EmbeddedDiskFull | Self::EmbeddedRestored => Place::Embedded,
            Self::DatabaseSwitched
            | Self::LeaderKilled
            | Self::LeaderCutOff
            | Self::QueueLost
            | Self::MajorityDead => Place::Replicated,
            _ => Place::Servers,
        }
    }

    /// Returns whether the fault takes most of a minute, because something stands still or is away until everybody has given
    /// up waiting for it.
    pub fn is_long(self) -> bool {
        self.delay_max().is_some() || self == Self::DatabaseFrozen || self.place() == Place::Replicated
    }

    /// Returns how long an event may take to arrive while the fault lasts, if there is such a promise (invariant I5).
    /// Nothing can arrive while the only database stands still.
    pub fn delay_max(self) -> Option<Duration> {
        matches!(
            self,
            Self::ApiFrozen | Self::DispatcherFrozen | Self::ApiUnreachable | Self::DispatcherUnreachable
        )
        .then_some(FROZEN_DELAY_MAX)
    }

    /// Returns whether the database loses its latest changes.
    pub fn is_restore(self) -> bool {
        matches!(self, Self::Restored | Self::EmbeddedRestored)
    }

    /// Returns whether the API must answer as if nothing had happened (invariant I6).
    pub(super) fn spares_api(self) -> bool {
        !matches!(
            self,
            Self::ApiKilled
                | Self::ApiCrashed(_)
                | Self::ApiJoins
                | Self::DatabaseStopped
                | Self::DatabaseFrozen
                | Self::ConnectionsTerminated
                | Self::DatabaseSwitched
                | Self::Restored
        ) && self.place() != Place::Embedded
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
            Self::DatabaseSwitched => "PostgreSQL switched over",
            Self::LeaderKilled => "RabbitMQ cluster: leader killed",
            Self::LeaderCutOff => "RabbitMQ cluster: leader cut off",
            Self::QueueLost => "RabbitMQ cluster: queue deleted",
            Self::MajorityDead => "RabbitMQ cluster: two dead",
            Self::Restored => "PostgreSQL restored",
            Self::EmbeddedKilled => "embedded: killed",
            Self::EmbeddedDiskFull => "embedded: disk full",
            Self::EmbeddedRestored => "embedded: restored",
        })
    }
}
