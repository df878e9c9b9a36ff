//! PostgreSQL and RabbitMQ of one's own, which may be stopped, killed and started again on their data.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};

/// What `deploy/dev services` calls a server, prints of it and takes for it.
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

/// A server. It ends when it is dropped, because its standard input does.
#[derive(Debug)]
pub struct Server {
    /// Its address, the same after each start.
    pub url: String,
    kind: Kind,
    data: PathBuf,
    pid: String,
    child: Child,
    _stdin: ChildStdin,
}

impl Server {
    /// A durable PostgreSQL with its data in a directory, which another user must be able to reach.
    pub async fn postgres(data: &Path) -> Self {
        Self::start_on(POSTGRES, data, &[]).await
    }

    /// A RabbitMQ with its data in a directory.
    pub async fn rabbitmq(data: &Path) -> Self {
        Self::start_on(RABBITMQ, data, &[]).await
    }

    async fn start_on(kind: Kind, data: &Path, port: &[&str]) -> Self {
        let dev = std::env::var("TEST_DEV").expect("set TEST_DEV; deploy/dev test does");
        let mut command = Command::new(dev);
        command
            .args(["services", "--only", kind.name, "--until-stdin-closes", "--data"])
            .arg(data)
            .args(port);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut printed = Vec::new();
        while printed.last().is_none_or(|line| line != "READY") {
            printed.push(lines.next_line().await.unwrap().expect("deploy/dev services starts"));
        }
        let value = |name| printed.iter().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
        let (url, pid) = (value(kind.url), value(kind.pid));
        Self { url, kind, data: data.to_owned(), pid, child, _stdin: stdin }
    }

    /// Sends a signal, such as `STOP`.
    pub async fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args(["-s", signal, &self.pid]).status().await.unwrap().success());
    }

    /// Sends a signal that ends it, and waits for the end.
    pub async fn end(&mut self, signal: &str) {
        self.signal(signal).await;
        self.child.wait().await.unwrap();
    }

    /// Starts it on the same data and port, after it has ended.
    pub async fn start_again(&mut self) {
        let (_, address) = self.url.rsplit_once('@').unwrap();
        let port = address.rsplit(':').next().unwrap().split('/').next().unwrap();
        *self = Self::start_on(self.kind, &self.data, &[self.kind.port, port]).await;
    }

    /// Removes all that RabbitMQ has stored, after it has ended.
    pub fn wipe(&self) {
        std::fs::remove_dir_all(self.data.join("rabbitmq/mnesia")).unwrap();
    }

    /// Runs `rabbitmqctl`.
    pub async fn rabbitmqctl(&self, arguments: &[&str]) {
        let mut command = Command::new(self.data.join("rabbitmq/rabbitmqctl"));
        let output = command.args(arguments).output().await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
