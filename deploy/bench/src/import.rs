//! An import of contacts. The memory that it needs does not depend on the length of the file. It takes at most a few
//! times as long as PostgreSQL needs to take in the same rows.
//!
//! Imports over HTTP take turns with `COPY`. Each `COPY` writes exactly the rows that the import has written, including
//! events and outbox, into the same tables after they were emptied.

use std::fmt::Write;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use crate::process::{self, Account, Api, Memory, Postgres};
use crate::report::{Targets, mebibytes, median, megabytes};
use crate::{Error, Servers, psql};

/// How much an import may add to the api's resident memory, in MiB.
const MEMORY_MIB: f64 = 64.0;
/// How many times longer than `COPY` an import may take.
const TIMES_COPY: f64 = 3.0;
/// The tables that an import writes; a table comes after those it refers to.
const TABLES: [&str; 7] = [
    "contacts",
    "contact_emails",
    "contact_phones",
    "contact_addresses",
    "contact_search",
    "events",
    "outbox",
];
const POLL: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_mins(10);

/// A CSV file of 100,000 contacts: the api's memory, and the time against COPY into the same tables
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts the file has
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    contacts: u32,
    /// How many rounds of an import and a COPY to run
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let api = Api::start(servers).await?;
    let bench = Bench { servers, api: &api, account, postgres: Postgres::find(servers).await? };
    let file = file(arguments.contacts);
    println!("file     {} contacts, {:.1} MB", arguments.contacts, megabytes(file.len() as u64));
    // The first statement on each connection costs more, so a small import comes first and is not measured.
    bench.import(&self::file(1000)).await?;

    let folder = tempfile::tempdir()?;
    let (mut imports, mut copies, mut growth, mut whole) = (Vec::new(), Vec::new(), 0, true);
    for round in 1..=arguments.rounds {
        bench.empty().await?;
        let import = bench.import(&file).await?;
        growth = growth.max(import.memory.growth());
        let rows = bench.counts().await?;
        whole &= rows.iter().all(|count| *count == arguments.contacts);
        let Import { uploaded, elapsed, api_cpu, postgres_cpu, memory } = &import;
        println!(
            "round {round}  import {:.2} s, of which {:.2} s until the file is stored (CPU: api {:.2} s, PostgreSQL \
             {:.2} s); memory {:.1} → {:.1} MiB",
            elapsed.as_secs_f64(),
            uploaded.as_secs_f64(),
            api_cpu.as_secs_f64(),
            postgres_cpu.as_secs_f64(),
            mebibytes(memory.before),
            mebibytes(memory.peak),
        );
        imports.push(import.elapsed);
        bench.copy_out(folder.path()).await?;
        bench.empty().await?;
        let copy = bench.copy_in(folder.path()).await?;
        whole &= bench.counts().await? == rows;
        println!("         COPY {:.2} s", copy.as_secs_f64());
        copies.push(copy);
    }
    api.stop().await?;

    let (import, copy) = (median(imports), median(copies));
    println!(
        "median   import {:.2} s, {:.0} contacts/s; COPY {:.2} s",
        import.as_secs_f64(),
        f64::from(arguments.contacts) / import.as_secs_f64(),
        copy.as_secs_f64(),
    );
    let mut targets = Targets::default();
    targets.require("every import is whole, and COPY takes the same rows", whole);
    targets.at_most("memory an import adds to the api", mebibytes(growth), MEMORY_MIB, " MiB");
    targets.at_most(
        "time of an import by that of COPY",
        import.as_secs_f64() / copy.as_secs_f64(),
        TIMES_COPY,
        "",
    );
    Ok(targets)
}

/// Returns a CSV file of contacts. Each has an email address, a phone number and a postal address.
fn file(contacts: u32) -> Vec<u8> {
    let mut file = String::from(
        "contact_status,contact_fname,contact_lname,contact_external_id,contact_newsletter,contact_source,emails,phones,\
         address_street,address_city,address_postal_code,address_country\r\n",
    );
    for n in 0..contacts {
        // Writing to a String cannot fail.
        let _ = write!(
            file,
            "donor,Zoë {n},\"O'Brien, Jr.\",crm-{n},email,Summer fair,zoe.{n}@mail.example,+44 20 7946 {:04},\
             {} St James’s Square,London,{:05},GB\r\n",
            n % 10_000,
            1 + n % 240,
            n % 100_000,
        );
    }
    file.into_bytes()
}

struct Bench<'a> {
    servers: &'a Servers,
    api: &'a Api,
    account: Account,
    postgres: Postgres,
}

/// The figures of an import that ended without problems.
struct Import {
    uploaded: Duration,
    elapsed: Duration,
    api_cpu: Duration,
    postgres_cpu: Duration,
    memory: Memory,
}

#[derive(Deserialize)]
struct Envelope {
    data: Value,
}

/// Imports a CSV file, all of whose rows are valid, and waits for its end. Returns how long the upload took.
pub(crate) async fn import(
    api: &Api,
    account: &Account,
    kind: &str,
    file: Vec<u8>,
) -> Result<Duration, Error> {
    let client = reqwest::Client::builder().no_proxy().build()?;
    let start = Instant::now();
    let request = client.post(api.url(&format!("/imports/{kind}"))).bearer_auth(&account.api_key);
    let answer = request.header("content-type", "text/csv").body(file).send().await?;
    let Envelope { data } = serde_json::from_str(&answer.error_for_status()?.text().await?)?;
    let uploaded = start.elapsed();
    let url = api.url(&format!("/imports/{}", data["id"]));
    loop {
        let answer = client.get(&url).bearer_auth(&account.api_key).send().await?;
        let Envelope { data } = serde_json::from_str(&answer.error_for_status()?.text().await?)?;
        match data["import_status"].as_str() {
            Some("finished") if data["failed_count"] == 0 => return Ok(uploaded),
            Some("queued" | "running") if start.elapsed() < PATIENCE => tokio::time::sleep(POLL).await,
            _ => return Err(format!("the import has failed, or takes too long: {data}").into()),
        }
    }
}

impl Bench<'_> {
    async fn import(&self, file: &[u8]) -> Result<Import, Error> {
        let (api_cpu, postgres_cpu) = (self.api.cpu()?, self.postgres.cpu()?);
        let (start, watch) = (Instant::now(), self.api.watch_memory()?);
        let uploaded = import(self.api, &self.account, "contacts", file.to_vec()).await?;
        let elapsed = start.elapsed();
        let api_cpu = self.api.cpu()?.saturating_sub(api_cpu);
        let postgres_cpu = self.postgres.cpu()?.saturating_sub(postgres_cpu);
        // The memory of publishing the events counts, but its time does not.
        self.await_published().await?;
        Ok(Import { uploaded, elapsed, api_cpu, postgres_cpu, memory: watch.end()? })
    }

    async fn await_published(&self) -> Result<(), Error> {
        let start = Instant::now();
        let unpublished = "SELECT count(*) FROM outbox WHERE published_at_ms IS NULL";
        while psql::run(self.servers, unpublished, &[]).await? != "0" {
            if start.elapsed() > PATIENCE {
                return Err(format!("events are still not published after {PATIENCE:?}").into());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        Ok(())
    }

    /// Empties the tables. Then makes a checkpoint, because otherwise the checkpointer would make one in the middle of
    /// a measurement.
    async fn empty(&self) -> Result<(), Error> {
        let tables = TABLES.join(", ");
        let script = format!("SET client_min_messages = warning; TRUNCATE {tables} CASCADE; CHECKPOINT;");
        psql::run(self.servers, &script, &[]).await.map(|_| ())
    }

    async fn counts(&self) -> Result<Vec<u32>, Error> {
        let counts: Vec<_> = TABLES.iter().map(|table| format!("(SELECT count(*) FROM {table})")).collect();
        let row = psql::run(self.servers, &format!("SELECT {}", counts.join(", ")), &[]).await?;
        Ok(row.split('|').map(str::parse).collect::<Result<_, _>>()?)
    }

    async fn copy_out(&self, folder: &std::path::Path) -> Result<(), Error> {
        self.copy(folder, "TO").await.map(|_| ())
    }

    async fn copy_in(&self, folder: &std::path::Path) -> Result<Duration, Error> {
        self.copy(folder, "FROM").await
    }

    async fn copy(&self, folder: &std::path::Path, direction: &str) -> Result<Duration, Error> {
        let mut script = String::new();
        for table in TABLES {
            // Writing to a String cannot fail.
            let _ = writeln!(script, "\\copy {table} {direction} '{}'", folder.join(table).display());
        }
        let start = Instant::now();
        psql::run(self.servers, &script, &[]).await?;
        Ok(start.elapsed())
    }
}
