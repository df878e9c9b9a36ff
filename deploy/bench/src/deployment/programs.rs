//! The service's programs as child processes. Each writes its log to a file.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use super::{free_port, succeed, until};
use crate::Error;

/// How long a program may take to be ready.
const START_MAX: Duration = Duration::from_mins(1);

/// How long a killed program may take to leave.
const KILLED_MAX: Duration = Duration::from_secs(10);

/// A running program. It is killed when it is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    /// The address of the operators' port.
    admin: String,
    log: PathBuf,
}

/// Returns the path of one of the workspace's programs. Cargo puts all programs into one folder, and tests into `deps`
/// below it.
pub fn path_of(program: &str) -> Result<PathBuf, Error> {
    let own = std::env::current_exe()?;
    let folder = own.ancestors().skip(1).find(|folder| !folder.ends_with("deps"));
    let path = folder.ok_or("a program lies in a folder")?.join(program);
    if path.exists() {
        Ok(path)
    } else {
        Err(format!("{} does not exist: build the whole workspace, or run all of its tests", path.display())
            .into())
    }
}

impl Program {
    /// Starts a program with only these environment variables. Appends its log to a file.
    pub fn spawn(program: &str, variables: &[(&str, String)], log: PathBuf) -> Result<Self, Error> {
        Self::spawn_through(&[], program, variables, log)
    }

    /// Starts a program like [`spawn`](Self::spawn), through a command that replaces itself with the program, such as
    /// `nsenter`.
    pub fn spawn_through(
        through: &[&str],
        program: &str,
        variables: &[(&str, String)],
        log: PathBuf,
    ) -> Result<Self, Error> {
        let path = path_of(program)?;
        let mut command = match through {
            [] => Command::new(path),
            [first, rest @ ..] => {
                let mut command = Command::new(first);
                command.args(rest).arg(path);
                command
            }
        };
        let admin = format!("127.0.0.1:{}", free_port()?);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log)?;
        let child = command
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .env("ALMONER_ADMIN_LISTEN", &admin)
            .env("ALMONER_LOG_FORMAT", "json")
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()?;
        Ok(Self { child, admin, log })
    }

    /// Waits until the program is ready.
    pub async fn ready(&self) -> Result<(), Error> {
        until("the program is ready", START_MAX, async || self.is_ready().await).await
    }

    /// Returns whether the program says within a second that it is ready.
    pub async fn is_ready(&self) -> bool {
        let answer = tokio::time::timeout(Duration::from_secs(1), reqwest::get(self.url("readyz"))).await;
        answer.is_ok_and(|answer| answer.is_ok_and(|response| response.status().is_success()))
    }

    /// Returns the program's answer to `/readyz`, if it answers.
    pub async fn readiness(&self) -> Option<String> {
        reqwest::get(self.url("readyz")).await.ok()?.text().await.ok()
    }

    /// Returns the program's answer to `/metrics`, if it answers.
    pub async fn metrics(&self) -> Option<String> {
        reqwest::get(self.url("metrics")).await.ok()?.text().await.ok()
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.admin)
    }

    /// Sends the program a signal, such as `STOP` or `CONT`.
    pub async fn signal(&self, signal: &str) -> Result<(), Error> {
        let pid = self.child.id().ok_or("the program has ended")?;
        succeed(Command::new("kill").args(["-s", signal, &pid.to_string()])).await?;
        Ok(())
    }

    /// Returns whether the program runs, as far as this process has asked: after [`kill`](Self::kill) it does not.
    pub fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    /// Returns whether the program is frozen, by a signal or by itself: all of its threads stand still.
    pub fn is_frozen(&self) -> bool {
        let Some(pid) = self.child.id() else { return false };
        let Ok(threads) = std::fs::read_dir(format!("/proc/{pid}/task")) else { return false };
        threads.flatten().all(|thread| {
            let stat = std::fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // After the name in parentheses comes the state (proc(5)).
            stat.rsplit(") ").next().is_some_and(|state| state.starts_with('T'))
        })
    }

    /// Freezes the program, and waits until it stands still.
    pub async fn freeze(&self) -> Result<(), Error> {
        self.signal("STOP").await?;
        until("the program is frozen", Duration::from_secs(10), async || self.is_frozen()).await
    }

    /// Kills the program with SIGKILL, unless it has ended, and waits for its end.
    pub async fn kill(&mut self) -> Result<(), Error> {
        let _ = self.child.start_kill();
        self.child.wait().await?;
        Ok(())
    }

    /// Waits until the program ends by itself.
    pub async fn ended(&mut self, within: Duration) -> Result<ExitStatus, Error> {
        match tokio::time::timeout(within, self.child.wait()).await {
            Ok(status) => Ok(status?),
            Err(_) => {
                Err(format!("the program did not end within {within:?}; see {}", self.log.display()).into())
            }
        }
    }

    /// Stops the program with SIGTERM, and returns its exit code.
    pub async fn terminate(&mut self, within: Duration) -> Result<Option<i32>, Error> {
        self.signal("TERM").await?;
        Ok(self.ended(within).await?.code())
    }

    /// Returns the log so far, with the lines of earlier programs in the same file.
    pub fn log(&self) -> Result<String, Error> {
        Ok(std::fs::read_to_string(&self.log)?)
    }
}

impl Drop for Program {
    /// Kills the program and waits until it is gone, because the next one may want its address or its files.
    fn drop(&mut self) {
        let killed = Instant::now();
        let _ = self.child.start_kill();
        while matches!(self.child.try_wait(), Ok(None)) && killed.elapsed() < KILLED_MAX {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
