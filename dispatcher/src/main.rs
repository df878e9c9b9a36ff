//! The program around the library: command line, signals and the admin address.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use dispatcher::admin::{self, Health};
use dispatcher::dead_letters::{self, DeadLettersCommand};
use dispatcher::listen::{self, Receiver};
use dispatcher::{Options, run};
use mimalloc::MiMalloc;
use poem::http::StatusCode;
use shared::Error;
use shared::process::config::{self, Settings};
use shared::process::{health, telemetry};
use shared::queue::Consumer;
use shared::queue::rabbitmq::{self, Broker};
use shared::webhooks::signature::WebhookSecret;
use tokio::signal::unix::{SignalKind, signal};

/// Almoner's webhook dispatcher
#[derive(Debug, Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Deliver events to webhooks (the default)
    Run,
    /// Receive webhooks on this machine, verify and print them: for authors of receivers
    Listen {
        /// Port on 127.0.0.1
        #[arg(long, default_value_t = 9000)]
        port: u16,
        /// The webhook's secret, whsec_…, to verify signatures with
        #[arg(long, env = "WEBHOOK_SECRET", hide_env_values = true)]
        secret: Option<WebhookSecret>,
        /// Status to answer with
        #[arg(long, default_value = "204")]
        status: StatusCode,
    },
    /// Look at messages that could not be recorded, and try them again
    #[command(subcommand)]
    DeadLetters(DeadLettersCommand),
    /// Ask a running dispatcher whether it is ready, and exit with 0 or 1
    Health,
}

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let Cli { command, settings } = config::parse();
    let done = match command.unwrap_or(Command::Run) {
        Command::Run => deliver(&settings).await,
        Command::Listen { port, secret, status } => listen::listen(Receiver { port, secret, status }).await,
        Command::DeadLetters(command) => match broker(&settings) {
            Ok(broker) => dead_letters::run(broker, command).await,
            Err(error) => Err(error),
        },
        Command::Health => health::check(settings.admin_listen).await,
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("dispatcher: {}", settings.explained(error).await);
            ExitCode::FAILURE
        }
    }
}

async fn deliver(settings: &Settings) -> Result<(), Error> {
    telemetry::init(&settings.log, settings.log_format)?;
    let broker = broker(settings)?;
    let store = settings.store().await?;
    let options = Options::from_settings(settings, settings.secrets_key(&store).await?);
    let consumer = rabbitmq::Consumer::new(broker);
    let health = Health { store: store.clone(), consuming: consumer.connected() };
    let mut terminate = signal(SignalKind::terminate()).map_err(signal_failed)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(signal_failed)?;
    let shutdown = async {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: attempts in flight are finished");
    };
    tokio::select! {
        served = admin::serve(settings.admin_listen, health) => served,
        done = run(store, Consumer::RabbitMq(Box::new(consumer)), options, shutdown) => done,
    }
}

fn broker(settings: &Settings) -> Result<Broker, Error> {
    let amqp_url = settings.amqp_url()?.ok_or_else(|| {
        Error::Config(
            "AMQP_URL is not set. Without a broker the dispatcher runs inside `api serve`: start only that, or set AMQP_URL for both"
                .to_owned(),
        )
    })?;
    Ok(Broker::new(&amqp_url))
}

fn signal_failed(error: std::io::Error) -> Error {
    Error::Io("signals".to_owned(), error)
}
