//! The program as an operator runs it: a process with an environment, a broker and PostgreSQL.

use std::fs;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use shared::database::testing;
use shared::queue::{Message, Publisher, rabbitmq};
use tempfile::NamedTempFile;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, MutexGuard};

use crate::world::{World, until};

const SECRETS_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Only one deployment runs at a time, because two programs on one broker would take each other's messages.
static BROKER: Mutex<()> = Mutex::const_new(());

/// Returns a command that runs the program with an empty environment.
pub(crate) fn dispatcher(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_almoner-dispatcher"));
    command.env_clear().args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    command
}

/// Returns a port that is free now, and never the same one again. The system does not give out such ports by itself.
pub(crate) async fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let next = std::process::id().wrapping_mul(61).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(30_100 + next % 2600).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).await.is_ok() {
            return port;
        }
    }
}

pub(crate) async fn status(command: &mut Command) -> ExitStatus {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().await.unwrap()
}

/// A world on PostgreSQL and a broker, in which the program can be started. What the programs print is kept in a file,
/// and printed with the result of a test that fails.
pub(crate) struct Deployment {
    pub(crate) world: World,
    amqp_url: String,
    admin_port: u16,
    log: NamedTempFile,
    _broker: MutexGuard<'static, ()>,
}

impl Deployment {
    pub(crate) async fn new() -> Self {
        let amqp_url = std::env::var("TEST_AMQP_URL").unwrap_or_else(|_| {
            panic!("set TEST_AMQP_URL to a broker that nothing else uses, or run `deploy/dev test`")
        });
        let broker = BROKER.lock().await;
        let mut world = World::new(testing::postgres().await).await;
        world.options.secrets_key = SECRETS_KEY.parse().unwrap();
        let log = NamedTempFile::new().unwrap();
        Self { world, amqp_url, admin_port: free_port().await, log, _broker: broker }
    }

    /// Starts the program with these variables in addition to the usual ones, and waits until it is ready.
    pub(crate) async fn start(&self, environment: &[(&str, &str)]) -> Child {
        let mut program = dispatcher(&[]);
        program
            .env("DATABASE_URL", &self.world.db.url)
            .env("AMQP_URL", &self.amqp_url)
            .env("ALMONER_SECRETS_KEY", SECRETS_KEY)
            .env("ALMONER_ADMIN_LISTEN", format!("127.0.0.1:{}", self.admin_port))
            .env("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8,::1/128")
            .envs(environment.iter().copied());
        let log = fs::OpenOptions::new().append(true).open(self.log.path()).unwrap();
        let program = program.stdout(log.try_clone().unwrap()).stderr(log).spawn().unwrap();
        until("the program to be ready", async || self.is_ready().await.then_some(())).await;
        program
    }

    pub(crate) async fn is_ready(&self) -> bool {
        let admin = format!("127.0.0.1:{}", self.admin_port);
        status(&mut dispatcher(&["health", "--admin-listen", &admin])).await.success()
    }

    fn publisher(&self) -> Publisher {
        Publisher::RabbitMq(Box::new(rabbitmq::Publisher::new(rabbitmq::Broker::new(&self.amqp_url))))
    }

    /// Returns how many messages wait in the queue.
    pub(crate) async fn waiting(&self) -> u32 {
        self.publisher().depth().await.unwrap().waiting
    }

    /// Publishes an event as the relay does.
    pub(crate) async fn publish(&self, message: Message) {
        let mut relay = self.publisher();
        let published = relay.publish(std::slice::from_ref(&message)).await;
        assert_eq!(published.confirmed, [message.event_id], "{:?}", published.failure);
    }

    /// Returns what `almoner-dispatcher dead-letters …` prints.
    pub(crate) async fn dead_letters(&self, arguments: &[&str]) -> String {
        let mut command = dispatcher(&[&["dead-letters"], arguments].concat());
        let output = command.env("AMQP_URL", &self.amqp_url).output().await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Deployment {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", fs::read_to_string(self.log.path()).unwrap_or_default());
        }
    }
}

/// Returns the resident memory of a process in KiB: now, and its peak since the last [`forget_peak`].
pub(crate) fn resident_kib(process: &Child) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id().unwrap())).unwrap();
    let field = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim_end_matches("kB").trim().parse().unwrap()
    };
    (field("VmRSS:"), field("VmHWM:"))
}

/// Resets the peak of [`resident_kib`] (proc(5), `clear_refs`).
pub(crate) fn forget_peak(process: &Child) {
    fs::write(format!("/proc/{}/clear_refs", process.id().unwrap()), "5").unwrap();
}
