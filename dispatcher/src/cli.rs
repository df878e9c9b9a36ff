//! The command line, signals and the admin address of the program.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Args, CommandFactory, Parser, Subcommand};
use poem::http::StatusCode;
use reqwest::Url;
use shared::database::schema::SchemaGate;
use shared::process::admin::{self, Readiness};
use shared::process::config::{self, Settings};
use shared::process::metrics::Exporter;
use shared::process::spans::Spans;
use shared::process::{health, pages, private, signals, systemd, telemetry, variables};
use shared::queue::Consumer;
use shared::queue::rabbitmq::{self, Broker};
use shared::times::READINESS_MAX;
use shared::values::clock::Clock;
use shared::webhooks::signature::WebhookSecret;
use shared::{Error, Store};
use tokio_util::sync::CancellationToken;

use crate::dead_letters::{self, DeadLettersCommand};
use crate::forward::{self, Forwarding};
use crate::listen::{self, Receiver};
use crate::metrics::DeliveryMetrics;
use crate::{Options, run};

/// Almoner's webhook dispatcher
#[derive(Debug, Parser)]
#[command(name = "almoner-dispatcher", version, about)]
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
    /// Receive webhooks on this machine, verify them and print them; or with --forward-to send the events of a service on to a
    /// receiver on this machine: for authors of receivers
    Listen(Box<Listening>),
    /// List messages that could not be read or recorded, or move them back to the queue
    #[command(subcommand)]
    DeadLetters(DeadLettersCommand),
    /// Ask a running dispatcher whether it is ready; exit with 0 if it is, else with 1
    Health,
    /// Write the manual pages and shell completions into a folder: for packages
    #[command(hide = true)]
    Pages {
        /// The folder
        folder: PathBuf,
    },
}

/// What `listen` receives, or forwards.
#[derive(Debug, Args)]
struct Listening {
    /// Port on 127.0.0.1
    #[arg(long, default_value_t = 9000)]
    port: u16,
    /// The webhook's secret, whsec_…, to verify signatures with
    #[arg(long, env = "WEBHOOK_SECRET", hide_env_values = true)]
    secret: Option<WebhookSecret>,
    /// HTTP status to answer with; what does not verify gets 400
    #[arg(long, default_value = "204")]
    status: StatusCode,
    /// Receive nothing; read the events of the service at --from, and send them to this URL, signed with the secret, or with a
    /// new one, which is shown
    #[arg(long, value_name = "URL", conflicts_with_all = ["port", "status"])]
    forward_to: Option<Url>,
    /// The service whose events are forwarded
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080", requires = "forward_to")]
    from: Url,
    /// The API key to read them with
    #[arg(long, env = "API_KEY", hide_env_values = true)]
    key: Option<String>,
}

/// Runs the program. It is here, and not asynchronous, so that everything is compiled with this crate alone: the
/// compiler makes the code of an asynchronous function anew in each crate that awaits it.
///
/// # Panics
/// If the operating system gives the runtime no threads.
#[tokio::main]
pub async fn main() -> ExitCode {
    let Cli { command, settings } = config::parse();
    private::create_private_files();
    let done = match command.unwrap_or(Command::Run) {
        Command::Run => deliver(&settings).await,
        Command::Listen(listening) => listen(*listening).await,
        Command::DeadLetters(command) => match broker(&settings) {
            Ok(broker) => dead_letters::run(broker, command).await,
            Err(error) => Err(error),
        },
        Command::Health => health::check(settings.admin_listen).await,
        Command::Pages { folder } => pages::write(Cli::command(), &folder),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("almoner-dispatcher: {}", settings.explain(error).await);
            ExitCode::FAILURE
        }
    }
}

async fn listen(listening: Listening) -> Result<(), Error> {
    let Listening { port, secret, status, forward_to, from, key } = listening;
    let Some(to) = forward_to else {
        return listen::listen(Receiver { port, secret, status, clock: Clock::default() }).await;
    };
    let missing = "an API key is missing: pass --key, or set API_KEY";
    let key = key.ok_or_else(|| Error::Config(missing.to_owned()))?;
    let is_new = secret.is_none();
    let secret = secret.map_or_else(WebhookSecret::generate, Ok)?;
    forward::forward(Forwarding { from, key, to, secret, is_new }).await
}

async fn deliver(settings: &Settings) -> Result<(), Error> {
    telemetry::init(&settings.log, settings.log_format)?;
    variables::warn_of_former();
    let broker = broker(settings)?;
    let store = settings.store().await?;
    let spans = Spans::start(settings.otlp_endpoint.as_ref(), "almoner-dispatcher")?;
    let mut exporter = Exporter::new(&store);
    let metrics = DeliveryMetrics::default();
    metrics.register(exporter.registry());
    let options =
        Options::from_settings(settings, settings.secrets_key(&store).await?, metrics, spans.clone());
    let consumer = rabbitmq::Consumer::new(broker);
    let stop = signals::stop_on_signal()?;
    let listener = admin::bind(settings.admin_listen).await?;
    let gate = SchemaGate::default();
    let (database, schema, consuming) = (store.clone(), gate.clone(), consumer.connected());
    let check = move || readiness(database.clone(), schema.state(), consuming.load(Ordering::Relaxed));
    // Answers until the attempts in flight are over, too.
    let drained = CancellationToken::new();
    let admin = admin::start(listener, check, exporter, drained.clone());
    if stop.run_until_cancelled(gate.pass(&store, async || Ok(()))).await.is_none() {
        return Ok(());
    }
    systemd::ready();
    let done = run(store, Consumer::RabbitMq(Box::new(consumer)), options, stop.cancelled_owned()).await;
    spans.finish().await;
    drained.cancel();
    let _ = admin.await;
    done
}

/// Ready while the database answers, had the right schema at the start, and messages are consumed.
async fn readiness(store: Store, schema: &'static str, is_consuming: bool) -> Readiness {
    let database = tokio::time::timeout(READINESS_MAX, store.ping()).await;
    let database = if matches!(database, Ok(Ok(()))) { schema } else { "unavailable" };
    Readiness(vec![("database", database), ("queue", if is_consuming { "ok" } else { "unavailable" })])
}

fn broker(settings: &Settings) -> Result<Broker, Error> {
    let amqp_url = settings.amqp_url()?.ok_or_else(|| {
        Error::Config(
            "AMQP_URL is not set. Without a broker the dispatcher runs inside `almoner serve`: start only that, or set AMQP_URL for both"
                .to_owned(),
        )
    })?;
    Ok(Broker::new(&amqp_url))
}
