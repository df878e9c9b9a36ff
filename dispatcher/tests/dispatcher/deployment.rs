//! The program as an operator runs it: a process with an environment, a broker and PostgreSQL.

use std::fs;
use std::process::{ExitStatus, Stdio};

use shared::database::testing;
use shared::queue::{Message, Publisher, rabbitmq};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, MutexGuard};

use crate::world::{World, until};

const SECRETS_KEY: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/// Two programs on one broker would take each other's messages, so one deployment stands at a time.
static BROKER: Mutex<()> = Mutex::const_new(());

/// The program with no more of the environment than a test gives it.
pub(crate) fn dispatcher(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dispatcher"));
    command.env_clear().args(arguments).stdin(Stdio::null()).kill_on_drop(true);
    command
}

pub(crate) async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

pub(crate) async fn status(command: &mut Command) -> ExitStatus {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().await.unwrap()
}

/// A world on PostgreSQL, and how to start the program in it.
pub(crate) struct Deployment {
    pub(crate) world: World,
    amqp_url: String,
    admin_port: u16,
    _broker: MutexGuard<'static, ()>,
}

impl Deployment {
    pub(crate) async fn new() -> Self {
        let amqp_url = std::env::var("TEST_AMQP_URL").unwrap_or_else(|_| {
            panic!("set TEST_AMQP_URL to a broker whose queue no one else uses; `deploy/dev test` does")
        });
        let broker = BROKER.lock().await;
        let mut world = World::new(testing::postgres().await).await;
        world.options.secrets_key = SECRETS_KEY.parse().unwrap();
        Self { world, amqp_url, admin_port: free_port().await, _broker: broker }
    }

    /// Starts the program, with these variables besides the usual ones.
    pub(crate) async fn start(&self, environment: &[(&str, &str)]) -> Child {
        let mut program = dispatcher(&[]);
        program
            .env("DATABASE_URL", &self.world.db.url)
            .env("AMQP_URL", &self.amqp_url)
            .env("ALMONER_SECRETS_KEY", SECRETS_KEY)
            .env("ALMONER_ADMIN_LISTEN", format!("127.0.0.1:{}", self.admin_port))
            .env("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8,::1/128")
            .envs(environment.iter().copied());
        let program = program.spawn().unwrap();
        until("the program to be ready", async || self.is_ready().await.then_some(())).await;
        program
    }

    pub(crate) async fn is_ready(&self) -> bool {
        let admin = format!("127.0.0.1:{}", self.admin_port);
        status(&mut dispatcher(&["health", "--admin-listen", &admin])).await.success()
    }

    /// Publishes an event as the relay does.
    pub(crate) async fn publish(&self, message: Message) {
        let broker = rabbitmq::Broker::new(&self.amqp_url);
        let mut relay = Publisher::RabbitMq(Box::new(rabbitmq::Publisher::new(broker)));
        let published = relay.publish(std::slice::from_ref(&message)).await;
        assert_eq!(published.confirmed, [message.event_id], "{:?}", published.failure);
    }

    /// What `dispatcher dead-letters …` prints.
    pub(crate) async fn dead_letters(&self, arguments: &[&str]) -> String {
        let mut command = dispatcher(&[&["dead-letters"], arguments].concat());
        let output = command.env("AMQP_URL", &self.amqp_url).output().await.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The memory of a process that is not swapped out, in KiB: now, and at most since the last [`forget_peak`].
pub(crate) fn resident_kib(process: &Child) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id().unwrap())).unwrap();
    let field = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim_end_matches("kB").trim().parse().unwrap()
    };
    (field("VmRSS:"), field("VmHWM:"))
}

/// Lets the peak of [`resident_kib`] begin anew (proc(5), `clear_refs`).
pub(crate) fn forget_peak(process: &Child) {
    fs::write(format!("/proc/{}/clear_refs", process.id().unwrap()), "5").unwrap();
}
