//! The command line.

mod backup;
mod contacts;
pub mod demo;
mod events;
mod failure;
mod greeting;
pub mod import;
pub mod move_database;
mod people;
mod secrets;
pub mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use shared::crypto::secrets::SecretsKey;
use shared::database::schema;
use shared::events::epoch;
use shared::process::config::{self, Settings};
use shared::process::{pages, private, telemetry, variables};
use shared::{Error, Store};

use crate::resources::contacts::search;
use crate::state::App;
use crate::{openapi, router};

/// Almoner's API: contacts, gifts, pledges and tasks over HTTP, with an event for every change
#[derive(Parser)]
#[command(name = "almoner", version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
    /// The same as --demo=off
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
    Accounts(people::Accounts),
    /// Manage users
    #[command(subcommand)]
    Users(people::Users),
    /// Manage API keys
    #[command(subcommand)]
    Keys(people::Keys),
    /// Erase persons
    #[command(subcommand)]
    Contacts(contacts::Contacts),
    /// Make events happen in a sandbox
    #[command(subcommand)]
    Events(events::Events),
    /// Manage the secrets key
    #[command(subcommand)]
    Secrets(secrets::Secrets),
    /// Back up, check and restore the database
    #[command(subcommand)]
    Backup(backup::Backup),
    /// Move an SQLite database to PostgreSQL, while no program works on either
    Move(move_database::Arguments),
    /// Import a CSV file; exits with 0 if every row was applied
    Import(import::Arguments),
    /// Print the OpenAPI document, or the events as an AsyncAPI document
    Openapi {
        /// The version of OpenAPI in which it is written, or asyncapi
        #[arg(long = "as", value_name = "FORM", default_value = "3.1", value_parser = ["3.1", "3.0", "asyncapi"])]
        form: String,
    },
    /// Ask the running program whether it is ready; exits with 0 if it is
    Health,
    /// Write the manual pages and shell completions into a folder: for packages
    #[command(hide = true)]
    Pages {
        /// The folder
        folder: PathBuf,
    },
}

/// Runs the program. It is here, and not asynchronous, so that everything is compiled with this crate alone: the
/// compiler makes the code of an asynchronous function anew in each crate that awaits it.
///
/// # Panics
/// If the operating system gives the runtime no threads.
#[tokio::main]
pub async fn main() -> ExitCode {
    let Cli { command, settings, no_demo } = config::parse();
    match execute(command.unwrap_or(Command::Serve), &settings, no_demo).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("almoner: {}", settings.explain(error).await);
            ExitCode::FAILURE
        }
    }
}

async fn execute(command: Command, settings: &Settings, no_demo: bool) -> Result<(), Error> {
    private::create_private_files();
    telemetry::init(&settings.log, settings.log_format)?;
    variables::warn_of_former();
    shared::crypto::tls::install_crypto_provider();
    match command {
        Command::Serve => serve::run(settings, settings.wants_demo() && !no_demo).await,
        Command::Migrate => {
            let store = settings.store().await?;
            schema::migrate(&store).await?;
            // Check the event log now, because a restored database is migrated before anything writes to it.
            epoch::check(&store).await?;
            search::bring_up_to_date(&store, 0).await.map(drop)
        }
        Command::Accounts(command) => people::accounts(settings, command).await,
        Command::Users(command) => people::users(settings, command).await,
        Command::Keys(command) => people::keys(settings, command).await,
        Command::Contacts(command) => contacts::run(settings, command).await,
        Command::Events(command) => events::run(command).await,
        Command::Secrets(command) => secrets::run(settings, &command).await,
        Command::Backup(command) => backup::run(settings, &command).await,
        Command::Move(arguments) => move_database::run(settings, &arguments).await,
        Command::Import(arguments) => import::run(settings, &arguments).await,
        Command::Openapi { form } => {
            // The document does not depend on the database, so this address is never connected to.
            let app = App::new(Store::connect("postgres://unused").await?, SecretsKey::generate()?);
            let document = openapi::document(&router::service(&app));
            let document = match &*form {
                "3.0" => openapi::to_3_0(document),
                "asyncapi" => openapi::to_asyncapi(document),
                _ => document,
            };
            println!("{document:#}");
            Ok(())
        }
        Command::Health => shared::process::health::check(settings.admin_listen).await,
        Command::Pages { folder } => pages::write(Cli::command(), &folder),
    }
}
