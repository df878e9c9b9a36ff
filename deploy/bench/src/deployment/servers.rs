//! Private PostgreSQL and RabbitMQ servers, which may be stopped, killed and started again on their data.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use url::Url;

use super::succeed;
use crate::Error;

/// A kind of server: its name for `deploy/dev services`, the lines that it prints, and the option for its port.
#[derive(Clone, Copy, Debug)]
struct Kind {
    name: &'static str,
    url: &'static str,
    pid: &'static str,
    port: &'static str,
}

const POSTGRES: Kind =
    Kind { name: "postgres", url: "DATABASE_URL=", pid: "POSTGRES_PID=", port: "--postgres-port" };
const RABBITMQ: Kind = Kind { name: "rabbitmq", url: "AMQP_URL=", pid: "RABBITMQ_PID=", port: "--amqp-port" };

/// A running server. It ends when this value is dropped, because its standard input then closes.
#[derive(Debug)]
pub struct Server {
    /// The server's URL, the same after each start.
    pub url: String,
    kind: Kind,
    data: PathBuf,
    pid: String,
    child: Child,
    _stdin: ChildStdin,
}

impl Server {
    /// Starts a durable PostgreSQL with its data in a directory. The user `postgres` must be able to reach it.
    pub async fn postgres(data: &Path) -> Result<Self, Error> {
        Self::start_on(POSTGRES, data, &[]).await
    }

    /// Starts a RabbitMQ with its data in a directory.
    pub async fn rabbitmq(data: &Path) -> Result<Self, Error> {
        Self::start_on(RABBITMQ, data, &[]).await
    }

    async fn start_on(kind: Kind, data: &Path, port: &[&str]) -> Result<Self, Error> {
        let dev = std::env::var("TEST_DEV").map_err(|_| "set TEST_DEV, or run deploy/dev test")?;
        let mut command = Command::new(dev);
        command
            .args(["services", "--only", kind.name, "--until-stdin-closes", "--data"])
            .arg(data)
            .args(port);
        let log = data.join(format!("{}.log", kind.name));
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log)?;
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file).spawn()?;
        let (stdin, stdout) = child.stdin.take().zip(child.stdout.take()).ok_or("both are piped")?;
        let mut lines = BufReader::new(stdout).lines();
        let mut printed = Vec::new();
        while printed.last().is_none_or(|line| line != "READY") {
            let line = lines.next_line().await?;
            let failed = || std::fs::read_to_string(&log).unwrap_or_default();
            printed.push(line.ok_or_else(|| format!("deploy/dev services did not start: {}", failed()))?);
        }
        let value = |name: &str| {
            let value = printed.iter().find_map(|line| line.strip_prefix(name));
            value.map(str::to_owned).ok_or_else(|| format!("deploy/dev services printed no {name}"))
        };
        let (url, pid) = (value(kind.url)?, value(kind.pid)?);
        Ok(Self { url, kind, data: data.to_owned(), pid, child, _stdin: stdin })
    }

    /// Sends a signal, such as `STOP`.
    pub async fn signal(&self, signal: &str) -> Result<(), Error> {
        succeed(Command::new("kill").args(["-s", signal, &self.pid])).await.map(drop)
    }

    /// Sends a signal to the server and to all of its child processes.
    pub async fn signal_all(&self, signal: &str) -> Result<(), Error> {
        self.signal(signal).await?;
        succeed(Command::new("pkill").args(["--signal", signal, "--parent", &self.pid])).await.map(drop)
    }

    /// Sends a signal that ends the server, and waits for its end.
    pub async fn end(&mut self, signal: &str) -> Result<(), Error> {
        self.signal(signal).await?;
        self.child.wait().await?;
        Ok(())
    }

    /// Starts the server again on the same data and port. Call this after it has ended.
    pub async fn start_again(&mut self) -> Result<(), Error> {
        let port = Url::parse(&self.url)?.port().ok_or("deploy/dev services prints the port")?.to_string();
        *self = Self::start_on(self.kind, &self.data, &[self.kind.port, &port]).await?;
        Ok(())
    }

    /// Deletes everything that RabbitMQ has stored. Call this after it has ended.
    pub fn wipe(&self) -> Result<(), Error> {
        Ok(std::fs::remove_dir_all(self.data.join("rabbitmq/mnesia"))?)
    }

    /// Runs `rabbitmqctl`.
    pub async fn rabbitmqctl(&self, arguments: &[&str]) -> Result<(), Error> {
        let mut command = Command::new(self.data.join("rabbitmq/rabbitmqctl"));
        succeed(command.args(arguments)).await.map(drop)
    }
}
