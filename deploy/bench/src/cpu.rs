//! Processor time of the programs in a benchmark of one api.

use std::fmt::{Display, Formatter};
use std::ops::Sub;
use std::time::Duration;

use crate::process::{self, Api, Postgres};
use crate::report::to_f64;
use crate::{Error, Servers};

/// The programs that are measured.
pub(crate) struct Probe<'a> {
    pub(crate) api: &'a Api,
    postgres: Postgres,
}

/// Processor time. The client is this process and the programs that it starts, except for the api.
#[derive(Clone, Copy)]
pub(crate) struct Cpu {
    api: Duration,
    pub(crate) postgres: Duration,
    pub(crate) client: Duration,
}

impl<'a> Probe<'a> {
    pub(crate) async fn new(servers: &Servers, api: &'a Api) -> Result<Self, Error> {
        Ok(Self { api, postgres: Postgres::find(servers).await? })
    }

    /// Returns the processor time used so far.
    pub(crate) fn cpu(&self) -> Result<Cpu, Error> {
        Ok(Cpu { api: self.api.cpu()?, postgres: self.postgres.cpu()?, client: process::own_cpu()? })
    }
}

impl Cpu {
    /// Returns the processor time per thousand of `count` requests.
    pub(crate) fn of_each_thousand(self, count: u32) -> Self {
        let share = |time: Duration| time.div_f64(to_f64(u64::from(count)) / 1e3);
        Self { api: share(self.api), postgres: share(self.postgres), client: share(self.client) }
    }
}

impl Sub for Cpu {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            api: self.api.saturating_sub(earlier.api),
            postgres: self.postgres.saturating_sub(earlier.postgres),
            client: self.client.saturating_sub(earlier.client),
        }
    }
}

impl Display for Cpu {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let [api, postgres, client] = [self.api, self.postgres, self.client].map(|time| time.as_secs_f64());
        write!(f, "CPU: api {api:.2} s, PostgreSQL {postgres:.2} s, client {client:.2} s")
    }
}
