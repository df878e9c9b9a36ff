//! The service's programs as child processes, each with its log kept for the end.

use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::process::{Child, Command};

use super::{free_port, until};

/// How long a program may take to be ready.
const START_MAX: Duration = Duration::from_mins(1);

/// A running program. It ends when it is dropped.
#[derive(Debug)]
pub struct Program {
    child: Child,
    readyz: String,
    log: PathBuf,
}

/// The path of one of the workspace's programs: cargo puts them side by side, and tests one level below.
pub fn path_of(program: &str) -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.ancestors().skip(1).find(|folder| !folder.ends_with("deps")).unwrap();
    let path = folder.join(program);
    assert!(path.exists(), "{} is not built: run the tests of the whole workspace", path.display());
    path
}

impl Program {
    /// Starts a program with only these variables; its log is added to a file.
    pub fn spawn(program: &str, variables: &[(&str, String)], log: PathBuf) -> Self {
        let admin = format!("127.0.0.1:{}", free_port());
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        let child = Command::new(path_of(program))
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .env("ALMONER_ADMIN_LISTEN", &admin)
            .env("ALMONER_LOG_FORMAT", "json")
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { child, readyz: format!("http://{admin}/readyz"), log }
    }

    /// Waits until it is ready.
    pub async fn ready(&self) {
        until("the program is ready", START_MAX, async || {
            reqwest::get(&self.readyz).await.is_ok_and(|response| response.status().is_success())
        })
        .await;
    }

    /// `kill -9`, unless it has ended.
    pub async fn kill(&mut self) {
        let _ = self.child.start_kill();
        self.child.wait().await.unwrap();
    }

    /// Waits until it has ended by itself.
    pub async fn ended(&mut self, within: Duration) -> ExitStatus {
        let ended = tokio::time::timeout(within, self.child.wait()).await;
        ended
            .unwrap_or_else(|_| {
                panic!("the program did not end within {within:?}; see {}", self.log.display())
            })
            .unwrap()
    }

    /// SIGTERM; returns the exit code.
    pub async fn terminate(&mut self, within: Duration) -> Option<i32> {
        let pid = self.child.id().unwrap().to_string();
        assert!(Command::new("kill").arg(pid).status().await.unwrap().success());
        self.ended(within).await.code()
    }

    /// What it has written so far, and what its predecessors wrote to the same file.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }
}
