//! The programs under test as child processes, each with its log kept for the end.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::world::until;

/// A running program. It ends with the test.
pub(crate) struct Program {
    child: Child,
    log: PathBuf,
}

/// The path of one of the workspace's programs: cargo puts them side by side.
pub(crate) fn path_of(program: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_api")).with_file_name(program);
    assert!(path.exists(), "{} is not built: run the tests of the whole workspace", path.display());
    path
}

/// A port that is free now.
pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Program {
    /// Starts a program with only these variables, and waits until it is ready.
    pub(crate) async fn start(program: &str, variables: &[(&str, String)], log: PathBuf) -> Self {
        let admin = free_port();
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        let child = Command::new(path_of(program))
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .env("ALMONER_ADMIN_LISTEN", format!("127.0.0.1:{admin}"))
            .env("ALMONER_LOG_FORMAT", "json")
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let started = Self { child, log };
        let url = format!("http://127.0.0.1:{admin}/readyz");
        until(&format!("{program} is ready"), Duration::from_secs(30), async || {
            reqwest::get(&url).await.is_ok_and(|response| response.status().is_success())
        })
        .await;
        started
    }

    /// `kill -9`.
    pub(crate) async fn kill(mut self) {
        self.child.kill().await.unwrap();
    }

    /// Waits until it has ended by itself; returns the exit code.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        self.child.wait().await.unwrap().code()
    }

    /// SIGTERM; returns the exit code.
    pub(crate) async fn terminate(mut self, within: Duration) -> Option<i32> {
        let pid = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
        let ended = tokio::time::timeout(within, self.child.wait()).await;
        ended.expect("the program ends in time").unwrap().code()
    }

    /// What it has written so far, and what its predecessors wrote to the same file.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}

/// A RabbitMQ of the test's own, which may be killed. It ends when its standard input does.
pub(crate) struct RabbitMq {
    /// Its address.
    pub(crate) url: String,
    pid: String,
    data: PathBuf,
    _stdin: ChildStdin,
    child: Child,
}

impl RabbitMq {
    pub(crate) async fn start(data: PathBuf) -> Self {
        Self::start_on(data, None).await
    }

    async fn start_on(data: PathBuf, port: Option<&str>) -> Self {
        let dev = std::env::var("TEST_DEV").expect("set TEST_DEV; deploy/dev test does");
        let mut command = Command::new(dev);
        command.args(["services", "--only", "rabbitmq", "--until-stdin-closes", "--data"]).arg(&data);
        command.args(port.map(|port| ["--amqp-port", port]).into_iter().flatten());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (url, pid) = (value(&mut lines, "AMQP_URL=").await, value(&mut lines, "RABBITMQ_PID=").await);
        value(&mut lines, "READY").await;
        Self { url, pid, data, _stdin: stdin, child }
    }

    /// `kill -9`, and a start on the same data and port.
    pub(crate) async fn kill_and_restart(mut self) -> Self {
        assert!(Command::new("kill").args(["-9", &self.pid]).status().await.unwrap().success());
        self.child.wait().await.unwrap();
        let port = self.url.rsplit(':').next().unwrap().split('/').next().unwrap().to_owned();
        Self::start_on(self.data, Some(&port)).await
    }
}

async fn value(lines: &mut Lines<BufReader<ChildStdout>>, prefix: &str) -> String {
    loop {
        let line = lines.next_line().await.unwrap().expect("deploy/dev services starts");
        if let Some(value) = line.strip_prefix(prefix) {
            return value.to_owned();
        }
    }
}
