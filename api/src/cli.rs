//! The command line.

pub mod demo;
pub mod import;
pub mod serve;

use std::io::Read;

use chrono_tz::Tz;
use clap::{Parser, Subcommand};
use shared::database::schema;
use shared::events::epoch;
use shared::process::config::{self, Settings};
use shared::process::telemetry;
use shared::values::clock::Clock;
use shared::{Error, Store};

use crate::accounts::{self, NewAccount};
use crate::router;
use crate::{openapi, state};

/// Almoner's API: contacts, gifts, pledges and tasks over HTTP, with an event for every change
#[derive(Parser)]
#[command(name = "api", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
    /// Do not make a demo account in an empty embedded database
    #[arg(long, global = true)]
    no_demo: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the API (the default)
    Serve,
    /// Bring the database's schema up to date
    Migrate,
    /// Manage accounts
    #[command(subcommand)]
    Accounts(Accounts),
    /// Import a CSV file; exits with 0 if every row was applied
    Import(import::Arguments),
    /// Print the OpenAPI document
    Openapi,
    /// Ask a running api whether it is ready; exits with 0 if it is
    Health,
}

#[derive(Subcommand)]
enum Accounts {
    /// Create an account with its owner and the owner's API key, and print them as JSON
    Create {
        /// The account's name
        #[arg(long)]
        name: String,
        /// The owner's email address
        #[arg(long)]
        email: String,
        /// Read the owner's password from standard input
        #[arg(long, required = true)]
        password_stdin: bool,
        /// The account's currency, ISO 4217
        #[arg(long, default_value = "USD")]
        currency: String,
        /// The account's time zone, from the IANA database
        #[arg(long, default_value = "UTC")]
        timezone: Tz,
    },
}

/// Runs the program.
pub async fn run() -> Result<(), Error> {
    let Cli { command, settings, no_demo } = config::parse();
    match execute(command.unwrap_or(Command::Serve), &settings, no_demo).await {
        Ok(()) => Ok(()),
        Err(error) => Err(settings.explain(error).await),
    }
}

async fn execute(command: Command, settings: &Settings, no_demo: bool) -> Result<(), Error> {
    telemetry::init(&settings.log, settings.log_format)?;
    shared::crypto::tls::install_crypto_provider();
    match command {
        Command::Serve => serve::run(settings, !no_demo).await,
        Command::Migrate => {
            let store = settings.store().await?;
            schema::migrate(&store).await?;
            // Check the event log now, because a restored database is migrated before anything writes to it.
            epoch::check(&store).await
        }
        Command::Accounts(Accounts::Create { name, email, password_stdin: _, currency, timezone }) => {
            let mut password = String::new();
            // More bytes than any password may have, so that a longer one is refused and not cut off.
            let read = std::io::stdin().take(10_000).read_to_string(&mut password);
            read.map_err(|error| Error::Io("standard input".to_owned(), error))?;
            let password = password.trim_end_matches(['\r', '\n']).to_owned();
            let new = NewAccount {
                organisation: name,
                name: String::new(),
                email,
                password,
                currency,
                timezone: timezone.name().to_owned(),
            };
            let store = state::open(settings).await?;
            let created = accounts::create(&store, &Clock::default(), new).await?;
            println!("{}", serde_json::json!(created));
            Ok(())
        }
        Command::Import(arguments) => import::run(settings, &arguments).await,
        Command::Openapi => {
            // The document does not depend on the database, so this address is never connected to.
            let app = state::app_on(Store::connect("postgres://unused").await?)?;
            println!("{:#}", openapi::document(&router::service(&app)));
            Ok(())
        }
        Command::Health => shared::process::health::check(settings.admin_listen).await,
    }
}
