//! A PostgreSQL server and its streaming standby, behind a proxy.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::process::Command;
use tokio::time::{Instant, sleep};
use url::Url;

use super::proxy::Proxy;
use super::{Server, succeed, until};
use crate::Error;

/// How long the servers may take for a step of a switch.
const STEP_MAX: Duration = Duration::from_secs(30);
/// How long an idle backend may take to hear of a changed setting.
const HEARD_AFTER: Duration = Duration::from_millis(200);

/// Two servers, one of which takes writes.
#[derive(Debug)]
pub(super) struct Pair {
    /// The proxy's URL of the database.
    pub(super) url: String,
    primary: Member,
    standby: Member,
    proxy: Proxy,
}

#[derive(Debug)]
struct Member {
    server: Server,
    data: PathBuf,
}

impl Pair {
    /// Starts both servers with their data in a directory that the user `postgres` can reach.
    pub(super) async fn start(directory: &Path) -> Result<Self, Error> {
        let [one, other] = ["one", "other"].map(|name| directory.join(name));
        for data in [&one, &other] {
            std::fs::create_dir(data)?;
            std::fs::set_permissions(data, PermissionsExt::from_mode(0o711))?;
        }
        let primary = Member { server: Server::postgres(&one).await?, data: one };
        primary.copy_to(&other).await?;
        let standby = Member { server: Server::postgres(&other).await?, data: other };
        let proxy = Proxy::start(vec![primary.port()?]).await?;
        let url = format!("postgres://almoner@127.0.0.1:{}/almoner", proxy.port);
        Ok(Self { url, primary, standby, proxy })
    }

    /// Lets the standby take over, as an operator plans it: the primary takes no more writes but goes on, the standby gets
    /// all that was written, and the proxy leads to it. Returns when it did.
    pub(super) async fn switch(&mut self) -> Result<Instant, Error> {
        let (primary, standby) = (&self.primary, &self.standby);
        primary.psql("ALTER SYSTEM SET default_transaction_read_only = on").await?;
        primary.psql("SELECT pg_reload_conf()").await?;
        sleep(HEARD_AFTER).await;
        let heard_at = primary.psql("SELECT clock_timestamp()").await?;
        let writing = format!(
            "SELECT count(*) FROM pg_stat_activity
             WHERE backend_type = 'client backend' AND state <> 'idle' AND xact_start < '{heard_at}'"
        );
        let says = async |member: &Member, question: &str, answer: &str| {
            member.psql(question).await.is_ok_and(|said| said == answer)
        };
        until("nobody writes any more", STEP_MAX, async || says(primary, &writing, "0").await).await?;
        let written = primary.psql("SELECT pg_current_wal_insert_lsn()").await?;
        let replayed = format!("SELECT pg_last_wal_replay_lsn() >= '{written}'");
        until("the standby has all", STEP_MAX, async || says(standby, &replayed, "t").await).await?;
        standby.psql("SELECT pg_promote()").await?;
        self.proxy.send_to(vec![standby.port()?]);
        std::mem::swap(&mut self.primary, &mut self.standby);
        Ok(Instant::now())
    }

    /// Makes the former primary a standby. Its connections end.
    pub(super) async fn make_standby(&mut self) -> Result<(), Error> {
        self.standby.server.end("INT").await?;
        std::fs::remove_dir_all(self.standby.data.join("postgres"))?;
        self.primary.copy_to(&self.standby.data).await?;
        self.standby.server.start_again().await
    }
}

impl Member {
    fn port(&self) -> Result<u16, Error> {
        Ok(Url::parse(&self.server.url)?.port().ok_or("the server's URL has a port")?)
    }

    /// Runs a statement, and returns the selected text.
    async fn psql(&self, text: &str) -> Result<String, Error> {
        let arguments =
            [&self.server.url, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", text];
        let printed = succeed(Command::new(program("psql")?).args(arguments)).await?;
        Ok(String::from_utf8(printed)?.trim().to_owned())
    }

    /// Copies the server's data, for a standby of it.
    async fn copy_to(&self, data: &Path) -> Result<(), Error> {
        let copy = data.join("postgres");
        let owned = ["-d", "-m", "700", "-o", "postgres", "-g", "postgres"];
        succeed(Command::new("install").args(owned).arg(&copy)).await?;
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]).current_dir("/");
        command.arg(program("pg_basebackup")?).arg("--pgdata").arg(&copy);
        command.args([
            "--write-recovery-conf",
            "--checkpoint=fast",
            "--host=127.0.0.1",
            "--username=almoner",
        ]);
        succeed(command.arg(format!("--port={}", self.port()?))).await.map(drop)
    }
}

/// Returns the path of one of PostgreSQL's programs, which Debian does not put on the `PATH`.
fn program(name: &str) -> Result<PathBuf, Error> {
    let folder = std::env::var("PG_BIN").map_err(|_| "set PG_BIN, or run deploy/dev bench faults")?;
    Ok(Path::new(&folder).join(name))
}
