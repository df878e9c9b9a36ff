//! The programs as processes. They are started as an operator would start them, and watched through /proc.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use bench::deployment::path_of;
use serde::Deserialize;
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

use crate::{Error, Servers, psql};

/// 32 bytes in base64. This key may be public, because the benchmark's data is not secret.
pub(crate) const SECRETS_KEY: &str = "YmVuY2htYXJrcyBoYXZlIG5vdGhpbmcgdG8gaGlkZSE=";
/// The password of every account's owner.
pub(crate) const PASSWORD: &str = "benchmark password";
const START_TIMEOUT: Duration = Duration::from_secs(30);
const STOP_TIMEOUT: Duration = Duration::from_secs(30);
/// In /proc, processor time is in hundredths of a second (proc(5), `USER_HZ`).
const TICK: Duration = Duration::from_millis(10);

/// An account, as `almoner accounts create` prints it.
#[derive(Deserialize)]
pub(crate) struct Account {
    pub(crate) account_id: i64,
    pub(crate) api_key: String,
}

/// Creates the schema and an account in an empty database.
pub(crate) async fn prepare(servers: &Servers) -> Result<Account, Error> {
    migrate(servers).await?;
    create_account(servers, "bench").await
}

/// Brings the schema up to date, and the texts by which contacts are searched for.
pub(crate) async fn migrate(servers: &Servers) -> Result<(), Error> {
    let status = command(servers, "almoner")?.arg("migrate").status().await?;
    if !status.success() {
        return Err(format!("almoner migrate ended with {status}").into());
    }
    Ok(())
}

/// Returns the email address of the owner of the account with this name.
pub(crate) fn owner_of(name: &str) -> String {
    format!("{name}@almoner.example")
}

/// Creates another account.
pub(crate) async fn create_account(servers: &Servers, name: &str) -> Result<Account, Error> {
    let email = owner_of(name);
    let mut command = command(servers, "almoner")?;
    command.args(["accounts", "create", "--name", name, "--email", &email, "--password-stdin"]);
    let mut create = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = create.stdin.take() {
        stdin.write_all(PASSWORD.as_bytes()).await?;
    }
    let output = create.wait_with_output().await?;
    if !output.status.success() {
        return Err(format!("almoner accounts create ended with {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A running program.
struct Program {
    name: &'static str,
    child: Child,
    pid: u32,
    admin: SocketAddr,
}

impl Program {
    /// Starts a program, and waits until it is ready.
    async fn start(name: &'static str, mut command: Command, admin: SocketAddr) -> Result<Self, Error> {
        let child = command.env("ALMONER_ADMIN_LISTEN", admin.to_string()).spawn()?;
        let pid = child.id().ok_or("a program has no process id")?;
        let mut program = Self { name, child, pid, admin };
        program.await_ready().await?;
        Ok(program)
    }

    async fn await_ready(&mut self) -> Result<(), Error> {
        let admin = self.admin;
        let client = reqwest::Client::builder().no_proxy().build()?;
        let deadline = Instant::now() + START_TIMEOUT;
        loop {
            let answer = client.get(format!("http://{admin}/readyz")).send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                return Err(format!("the {} ended with {status}", self.name).into());
            }
            if Instant::now() > deadline {
                return Err(format!("the {} did not become ready", self.name).into());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Stops the program as an operator would, and checks that it exits successfully.
    async fn stop(mut self) -> Result<(), Error> {
        let name = self.name;
        let asked = Command::new("kill").arg(self.pid.to_string()).status().await?;
        if !asked.success() {
            return Err(format!("the {name} could not be asked to stop").into());
        }
        let status = tokio::time::timeout(STOP_TIMEOUT, self.child.wait()).await;
        let status = status.map_err(|_| format!("the {name} did not stop"))??;
        if status.success() { Ok(()) } else { Err(format!("the {name} ended with {status}").into()) }
    }
}

/// A running api.
pub(crate) struct Api {
    program: Program,
    address: SocketAddr,
}

/// The differences from the usual settings of the programs.
#[derive(Default)]
pub(crate) struct Differently<'a> {
    pub(crate) variables: &'a [(&'a str, &'a str)],
    /// The file that takes their logs.
    pub(crate) log: Option<&'a Path>,
}

impl Differently<'_> {
    fn apply(&self, command: &mut Command) -> Result<(), Error> {
        command.envs(self.variables.iter().copied());
        if let Some(log) = self.log {
            command.stderr(fs::OpenOptions::new().create(true).append(true).open(log)?);
        }
        Ok(())
    }
}

impl Api {
    /// Starts an api on free ports, and waits until it is ready.
    pub(crate) async fn start(servers: &Servers) -> Result<Self, Error> {
        Self::start_differently(servers, &Differently::default()).await
    }

    /// The same, with other settings.
    pub(crate) async fn start_differently(
        servers: &Servers,
        differently: &Differently<'_>,
    ) -> Result<Self, Error> {
        let [address, admin] = free_addresses()?;
        let mut command = command(servers, "almoner")?;
        differently.apply(&mut command)?;
        command.env("ALMONER_LISTEN", address.to_string());
        Ok(Self { program: Program::start("almoner", command, admin).await?, address })
    }

    /// Returns the address on which the api listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of an operation.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/api/v1{path}", self.address)
    }

    /// Returns the processor time that the api has used.
    pub(crate) fn cpu(&self) -> Result<Duration, Error> {
        Ok(stat(self.program.pid)?.own)
    }

    /// Reads the metrics, as Prometheus would.
    pub(crate) async fn scrape(&self) -> Result<(), Error> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let answer = client.get(format!("http://{}/metrics", self.program.admin)).send().await?;
        answer.error_for_status()?.bytes().await?;
        Ok(())
    }

    /// Returns the api's resident memory, in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Error> {
        memory(self.program.pid, "VmRSS:")
    }

    /// Starts a measurement of the api's memory.
    pub(crate) fn watch_memory(&self) -> Result<MemoryWatch, Error> {
        let pid = self.program.pid;
        // Writing 5 resets the peak to the present resident memory (proc(5), `clear_refs`).
        fs::write(format!("/proc/{pid}/clear_refs"), "5")?;
        Ok(MemoryWatch { pid, before: memory(pid, "VmRSS:")? })
    }

    /// Stops the api as an operator would, and checks that it exits successfully.
    pub(crate) async fn stop(self) -> Result<(), Error> {
        self.program.stop().await
    }
}

/// A running dispatcher.
pub(crate) struct Dispatcher(Program);

impl Dispatcher {
    /// Starts a dispatcher, and waits until it is ready.
    pub(crate) async fn start(servers: &Servers) -> Result<Self, Error> {
        Self::start_differently(servers, &Differently::default()).await
    }

    /// The same, with other settings.
    pub(crate) async fn start_differently(
        servers: &Servers,
        differently: &Differently<'_>,
    ) -> Result<Self, Error> {
        let [admin, _] = free_addresses()?;
        let mut command = command(servers, "almoner-dispatcher")?;
        differently.apply(&mut command)?;
        Ok(Self(Program::start("almoner-dispatcher", command, admin).await?))
    }

    /// Returns the processor time that the dispatcher has used.
    pub(crate) fn cpu(&self) -> Result<Duration, Error> {
        Ok(stat(self.0.pid)?.own)
    }

    /// Returns the dispatcher's resident memory, in bytes.
    pub(crate) fn memory(&self) -> Result<u64, Error> {
        memory(self.0.pid, "VmRSS:")
    }

    /// Stops the dispatcher as an operator would, and checks that it exits successfully.
    pub(crate) async fn stop(self) -> Result<(), Error> {
        self.0.stop().await
    }
}

/// A running measurement of a process's memory.
pub(crate) struct MemoryWatch {
    pid: u32,
    before: u64,
}

/// Resident memory in bytes: at the start of a measurement, and its peak until the end.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) before: u64,
    pub(crate) peak: u64,
}

impl MemoryWatch {
    /// Ends the measurement.
    pub(crate) fn end(self) -> Result<Memory, Error> {
        Ok(Memory { before: self.before, peak: memory(self.pid, "VmHWM:")? })
    }
}

impl Memory {
    /// Returns by how much the memory grew.
    pub(crate) fn growth(self) -> u64 {
        self.peak.saturating_sub(self.before)
    }
}

/// The processes of PostgreSQL, for their processor time: the main process and all that it has started, also those that
/// have ended.
pub(crate) struct Postgres {
    main_pid: u32,
}

impl Postgres {
    /// Finds the main process: the parent of the one that writes checkpoints, which is always there.
    pub(crate) async fn find(servers: &Servers) -> Result<Self, Error> {
        let script = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
        let checkpointer: u32 = psql::run(servers, script, &[]).await?.parse()?;
        Ok(Self { main_pid: stat(checkpointer)?.parent_pid })
    }

    /// Returns the processor time that PostgreSQL has used.
    pub(crate) fn cpu(&self) -> Result<Duration, Error> {
        let main = stat(self.main_pid)?;
        let mut total = main.own + main.ended_children;
        for entry in fs::read_dir("/proc")? {
            let Some(pid) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            // If the process has ended since, the next measurement counts it among the ended children.
            if let Ok(stat) = stat(pid)
                && stat.parent_pid == self.main_pid
            {
                total += stat.own;
            }
        }
        Ok(total)
    }
}

/// Returns the processor time that this process and its ended children have used.
pub(crate) fn own_cpu() -> Result<Duration, Error> {
    let stat = stat(std::process::id())?;
    Ok(stat.own + stat.ended_children)
}

/// Returns the processor time that RabbitMQ's main process has used. Its helper processes are not counted.
pub(crate) fn rabbitmq_cpu(servers: &Servers) -> Result<Duration, Error> {
    Ok(stat(servers.rabbitmq_pid)?.own)
}

fn command(servers: &Servers, name: &str) -> Result<Command, Error> {
    let mut command = Command::new(path_of(name)?);
    command.env("DATABASE_URL", &servers.database_url);
    if !servers.amqp_url.is_empty() {
        command.env("AMQP_URL", &servers.amqp_url);
    }
    command.env("ALMONER_SECRETS_KEY", SECRETS_KEY).env("ALMONER_LOG", "warn");
    command.env("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8");
    command.stdin(Stdio::null()).kill_on_drop(true);
    Ok(command)
}

/// Returns two free addresses. Both listeners are open at the same time, so that the ports differ.
fn free_addresses() -> Result<[SocketAddr; 2], Error> {
    let listeners =
        [TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?, TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?];
    Ok([listeners[0].local_addr()?, listeners[1].local_addr()?])
}

/// Reads a size from /proc/PID/status, in bytes.
fn memory(pid: u32, name: &str) -> Result<u64, Error> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    Ok(kib.ok_or_else(|| format!("/proc/{pid}/status has no {name}"))? * 1024)
}

struct Stat {
    parent_pid: u32,
    own: Duration,
    ended_children: Duration,
}

fn stat(pid: u32) -> Result<Stat, Error> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    parse_stat(&text).ok_or_else(|| format!("/proc/{pid}/stat cannot be parsed").into())
}

fn parse_stat(text: &str) -> Option<Stat> {
    // The name is in parentheses and may contain any character, also `)`. The fields after it cannot.
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<_> = rest.split_whitespace().collect();
    // proc(5) counts from 1, and the first here is the 3rd.
    let field = |number: usize| fields.get(number - 3)?.parse::<u32>().ok();
    let ticks = |number| Some(TICK * field(number)?);
    Some(Stat {
        parent_pid: field(4)?,
        own: ticks(14)? + ticks(15)?,
        ended_children: ticks(16)? + ticks(17)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_is_read_after_the_name() {
        let text = "42 (a ) b) S 7 42 42 0 -1 4194304 100 0 0 0 250 50 30 10 20 0 1 0 12345 0 0";
        let stat = parse_stat(text).unwrap();
        assert_eq!(stat.parent_pid, 7);
        assert_eq!(stat.own, Duration::from_secs(3));
        assert_eq!(stat.ended_children, Duration::from_millis(400));
        assert!(parse_stat("42 (a) S").is_none());
    }

    #[test]
    fn this_process_has_memory_and_a_parent() -> Result<(), Error> {
        let pid = std::process::id();
        assert!(memory(pid, "VmRSS:")? > 0);
        // Read the peak last, because other tests may use more memory in between.
        let now = memory(pid, "VmRSS:")?;
        assert!(memory(pid, "VmHWM:")? >= now);
        assert!(memory(pid, "VmNone:").is_err());
        assert!(stat(pid)?.parent_pid > 0);
        Ok(())
    }
}
