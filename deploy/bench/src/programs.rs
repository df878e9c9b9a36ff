//! An api and a dispatcher, and the processor time of the service.

use std::ops::Sub;
use std::time::Duration;

use crate::process::{self, Api, Differently, Dispatcher, Postgres};
use crate::report::to_f64;
use crate::{Error, Servers};

/// The programs that are measured, and their servers.
pub(crate) struct Programs<'a> {
    pub(crate) api: Api,
    dispatcher: Dispatcher,
    postgres: Postgres,
    pub(crate) servers: &'a Servers,
}

impl<'a> Programs<'a> {
    /// Starts both, and waits until they are ready.
    pub(crate) async fn start(servers: &'a Servers, differently: &Differently<'_>) -> Result<Self, Error> {
        Ok(Self {
            api: Api::start_differently(servers, differently).await?,
            dispatcher: Dispatcher::start_differently(servers, differently).await?,
            postgres: Postgres::find(servers).await?,
            servers,
        })
    }

    /// Returns the processor time used so far.
    pub(crate) fn cpu(&self) -> Result<Cpu, Error> {
        Ok(Cpu([
            self.api.cpu()?,
            self.dispatcher.cpu()?,
            self.postgres.cpu()?,
            process::rabbitmq_cpu(self.servers)?,
            process::own_cpu()?,
        ]))
    }

    /// Returns the resident memory of api and dispatcher, in bytes.
    pub(crate) fn memory(&self) -> Result<[u64; 2], Error> {
        Ok([self.api.memory()?, self.dispatcher.memory()?])
    }

    /// Stops both, and checks that they exit successfully.
    pub(crate) async fn stop(self) -> Result<(), Error> {
        self.api.stop().await?;
        self.dispatcher.stop().await
    }
}

/// Processor time. The client is this process, which includes the receiver.
#[derive(Clone, Copy)]
pub(crate) struct Cpu([Duration; 5]);

impl Cpu {
    /// Returns the processor time of each per thousand of `count`, for people to read.
    pub(crate) fn of_each_thousand(self, count: usize) -> String {
        let names = ["api", "dispatcher", "PostgreSQL", "RabbitMQ", "client"];
        let share = |time: Duration| time.as_secs_f64() * 1e3 / to_f64(count as u64);
        let shares = names.iter().zip(self.0).map(|(name, time)| format!("{name} {:.2} s", share(time)));
        shares.collect::<Vec<_>>().join(", ")
    }

    /// Returns the processor time of the service: everything but the client.
    pub(crate) fn of_service(self) -> Duration {
        self.0[..4].iter().sum()
    }

    /// Returns by how much of a processor api and dispatcher were busy in this time, in per cent.
    pub(crate) fn busy(self, elapsed: Duration) -> [f64; 2] {
        [self.0[0], self.0[1]].map(|time| 100.0 * time.as_secs_f64() / elapsed.as_secs_f64())
    }
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i].saturating_sub(earlier.0[i])))
    }
}
