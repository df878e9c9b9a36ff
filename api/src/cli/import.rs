//! `almoner import`: an import from the command line, done by this process and by any api that runs beside it.

use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use clap::Args;
use futures_util::{Stream, TryStreamExt};
use indicatif::{ProgressBar, ProgressStyle};
use poem::Body;
use shared::Error;
use shared::crypto::secrets::SecretsKey;
use shared::entities::{AccountScope, imports};
use shared::process::config::Settings;
use shared::values::choices::{Choice, ImportKind, ImportStatus};
use tokio::fs::File;

use crate::accounts::audit::Actor;
use crate::auth::Caller;
use crate::background::embedded;
use crate::error::AppError;
use crate::resources::imports::upload::{self, Purpose};
use crate::resources::imports::worker::{LogCause, step};
use crate::resources::imports::{Import, ImportWithProblems};
use crate::state::{self, App};

/// How often to look at an import while an api works on it.
const POLL: Duration = Duration::from_millis(200);

/// Import a CSV file; exits with 0 if every row was applied
#[derive(Args, Debug)]
pub struct Arguments {
    #[arg(help = kinds())]
    kind: ImportKind,
    /// The file, with a first row that names fields; - for standard input
    file: PathBuf,
    /// The id of the account that gets the records
    #[arg(long)]
    account: i64,
    /// Only check the rows, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// Returns the help of the kind.
fn kinds() -> String {
    let mut kinds: Vec<_> = ImportKind::ALL.iter().map(|kind| kind.as_str()).collect();
    let last = kinds.pop().unwrap_or_default();
    format!("What the rows become: {} or {last}", kinds.join(", "))
}

/// Imports a whole file, and prints the problems of its rows.
pub async fn run(settings: &Settings, arguments: &Arguments) -> Result<(), Error> {
    settings.expect_database()?;
    let _lock = embedded::lock(settings)?;
    let app = App::new(state::open(settings).await?, SecretsKey::generate()?);
    let result = import(&app, arguments).await;
    app.store.close().await;
    let ImportWithProblems { import, problems, .. } = result?;
    for problem in &problems {
        println!("row {}: {}", problem.row, problem.message);
    }
    let Import { id, created_count, updated_count, failed_count, processed_count, dry_run, .. } = import;
    let would = if dry_run { "would be " } else { "" };
    println!(
        "import {id}: {created_count} {would}created, {updated_count} {would}updated, {failed_count} with problems"
    );
    match (import.import_error, failed_count) {
        (Some(error), _) => Err(Error::Config(error)),
        (None, 0) => Ok(()),
        (None, failed) => Err(Error::Config(format!("{failed} of {processed_count} rows have problems"))),
    }
}

async fn import(app: &App, arguments: &Arguments) -> Result<ImportWithProblems, Error> {
    let Arguments { kind, file, account, dry_run } = arguments;
    let account = AccountScope::new(*account);
    let known = Caller::of_account(app.store.read(), account).await.map_err(|error| told(&error))?;
    known.ok_or_else(|| Error::Config(format!("there is no account {}", account.account_id())))?;
    let (body, length) = open(file).await?;
    // The bar is shown only on a terminal.
    let bar = ProgressBar::new(length).with_style(style("reading {wide_bar} {bytes} of {total_bytes}")?);
    let body = body.into_bytes_stream().inspect_ok(|bytes| bar.inc(bytes.len() as u64));
    let purpose = Purpose { account, kind: *kind, dry_run: *dry_run, file_name: None, mapping: None };
    let import = receive(app, purpose, Box::pin(body)).await.map_err(|error| told(&error))?;
    bar.set_style(style("importing {wide_bar} {pos} of {len} rows, {eta} left")?);
    bar.set_length(import.row_count.unsigned_abs());
    loop {
        let worked = match step(app).await {
            Ok(worked) => worked,
            // Another change came first, and the next step sees it.
            Err(AppError::Conflict(..)) => false,
            Err(error) => return Err(told(&error)),
        };
        let now = account.find_id::<imports::Entity>(import.id).one(app.store.read()).await?;
        let now = now.ok_or_else(|| Error::Config("the import no longer exists".to_owned()))?;
        bar.set_position(now.processed_count.unsigned_abs());
        if matches!(now.import_status, ImportStatus::Finished | ImportStatus::Failed) {
            bar.finish_and_clear();
            let import = ImportWithProblems::load(app.store.read(), account, import.id).await;
            return import.map_err(|error| told(&error));
        }
        if !worked {
            tokio::time::sleep(POLL).await;
        }
    }
}

async fn receive(
    app: &App,
    purpose: Purpose,
    body: impl Stream<Item = std::io::Result<Bytes>> + Unpin,
) -> Result<imports::Model, AppError> {
    let received = upload::receive(app, purpose, body).await?;
    let mut import = received.import.ok_or_else(upload::too_many)?;
    let tx = app.store.begin();
    let actor = Actor::operator(app.clock.now_ms());
    upload::queue(&tx, app, actor, &mut import, &received.hash).await?;
    tx.commit().await?;
    Ok(import.queued())
}

/// Opens a file. Returns its content and its length, which is 0 for standard input.
async fn open(path: &Path) -> Result<(Body, u64), Error> {
    let failed = |error| Error::Io(path.display().to_string(), error);
    if path == Path::new("-") {
        let stdin = std::io::stdin().as_fd().try_clone_to_owned().map_err(failed)?;
        return Ok((Body::from_async_read(File::from_std(stdin.into())), 0));
    }
    let file = File::open(path).await.map_err(failed)?;
    let length = file.metadata().await.map_err(failed)?.len();
    Ok((Body::from_async_read(file), length))
}

fn style(template: &str) -> Result<ProgressStyle, Error> {
    ProgressStyle::with_template(template).map_err(|error| Error::Config(error.to_string()))
}

/// Converts an error into one for the operator, with its cause.
fn told(error: &AppError) -> Error {
    Error::Config(LogCause(error).to_string())
}
