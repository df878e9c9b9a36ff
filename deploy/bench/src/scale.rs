//! Statements whose work grows with the data. The same requests go to the real programs on a small database and on one
//! that is many times larger. PostgreSQL counts the pages that each of their statements reads. A statement that reads a
//! few pages more from the large database goes down an index; one that reads many times as many pages will be too slow
//! some day.
//!
//! The pages that a statement touches say more than its time, because they do not depend on what else the machine does,
//! nor on what was in memory.

mod requests;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use shared::crypto::secrets::SecretsKey;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::webhooks::signature::WebhookSecret;
use url::Url;

use crate::load::Client;
use crate::process::{self, Account, Differently, SECRETS_KEY};
use crate::programs::Programs;
use crate::receiver::{Manner, Receiver};
use crate::report::{Targets, mebibytes, milliseconds, per_second, to_f64};
use crate::{Error, Servers, psql};
use requests::{Asker, Owner, Requests};

/// How many times as many pages a statement may read for each row from the large database: an index of it is a few levels
/// deeper.
const TIMES_PAGES: f64 = 4.0;
/// A statement that reads fewer pages than this is not judged.
const PAGES_MIN: f64 = 32.0;
/// How often the metrics are read.
const SCRAPE: Duration = Duration::from_secs(5);
/// How much of a statement's text is printed.
const TEXT: usize = 300;
/// How many contacts are created to measure the cost of a create, on so many connections.
const CREATES: u32 = 2000;
const CONNECTIONS: u32 = 16;
/// Events and attempts that are older are removed during the run: those of the first day.
const RETENTION: &str = "364d";

/// What grows with the data: each statement of the programs on a small and on a large database
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many events the large database has, each with a delivery
    #[arg(long, default_value_t = 20_000_000, value_parser = clap::value_parser!(u32).range(100_000..))]
    events: u32,
    /// How many contacts it has, and how many gifts
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u32).range(100_000..))]
    contacts: u32,
    /// How many webhooks it has that fail
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=40_000))]
    failing_webhooks: u32,
    /// How many times smaller the small database is
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=1000))]
    times: u32,
    /// How often each request is made
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// For how many seconds the failing webhooks become due, while the programs do what they do by themselves
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// The databases of an earlier run with the same options are still on the server
    #[arg(long)]
    filled: bool,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let small = Database::provide(servers, "small", arguments, arguments.times).await?;
    let small = small.measure(arguments).await?;
    let large = Database::provide(servers, "large", arguments, 1).await?;
    large.print_sizes(arguments).await?;
    let large = large.measure(arguments).await?;
    print_requests(&small, &large);
    let mut targets = Targets::default();
    judge(&small, &large, &mut targets);
    Ok(targets)
}

/// A database with its accounts.
struct Database {
    name: &'static str,
    servers: Servers,
    /// The account with the most records, and a small one.
    owners: [Owner; 2],
}

/// The results of the requests.
struct Measured {
    /// The median time of each request, by its name.
    requests: Vec<(String, Duration)>,
    /// The statements by their texts.
    statements: BTreeMap<String, Statement>,
}

/// PostgreSQL's counts for a statement.
#[derive(Clone, Copy, Default)]
struct Statement {
    calls: f64,
    ms: f64,
    rows: f64,
    pages: f64,
}

impl Database {
    /// Creates a database and fills it, unless an earlier run has.
    async fn provide(
        servers: &Servers,
        name: &'static str,
        arguments: &Arguments,
        smaller: u32,
    ) -> Result<Self, Error> {
        let mut url = Url::parse(&servers.database_url)?;
        let database = format!("{}_{name}", url.path().trim_start_matches('/'));
        url.set_path(&database);
        let own = Servers { database_url: url.to_string(), ..servers.clone() };
        let failing = (arguments.failing_webhooks / smaller).max(1);
        // An account has 50 webhooks at most.
        let small_accounts = if smaller == 1 { 999 } else { failing.div_ceil(50) };
        // Each kind of account has a whole share of the records.
        let share = 10 * (small_accounts + 1);
        let contacts = (arguments.contacts / smaller).div_ceil(share) * share;
        let events = arguments.events / smaller;
        let accounts = if arguments.filled {
            accounts_of(&own).await?
        } else {
            psql::run(servers, &format!("CREATE DATABASE {database}"), &[]).await?;
            let accounts = [process::prepare(&own).await?, process::create_account(&own, "small").await?];
            let start = Instant::now();
            let variables: [(&str, &dyn ToString); 8] = [
                ("events", &events),
                ("contacts", &contacts),
                ("small_accounts", &small_accounts),
                ("failing", &failing),
                ("huge", &accounts[0].account_id),
                ("small", &accounts[1].account_id),
                ("huge_key", &accounts[0].api_key),
                ("small_key", &accounts[1].api_key),
            ];
            psql::run(&own, include_str!("scale.sql"), &variables).await?;
            println!(
                "{name:<8} {events} events and {contacts} contacts, in {:.0} s",
                start.elapsed().as_secs_f64()
            );
            accounts
        };
        let [huge, small] = accounts;
        let owners = [
            Owner { account: huge, name: "huge", step: 10, first: 0, contacts },
            Owner { account: small, name: "small", step: share, first: 9, contacts },
        ];
        Ok(Self { name, servers: own, owners })
    }

    /// Prints the sizes of the tables on the disk.
    async fn print_sizes(&self, arguments: &Arguments) -> Result<(), Error> {
        let millions = f64::from(arguments.events) / 1e6;
        let sizes = psql::run(&self.servers, include_str!("scale_sizes.sql"), &[]).await?;
        for line in sizes.lines() {
            let fields: Vec<_> = line.split('|').collect();
            let [name, rows, table, indexes, parts] = fields[..] else { continue };
            let (table, indexes) = (table.parse()?, indexes.parse()?);
            println!(
                "size     {name}: {rows} rows, {:.0} MiB and {:.0} MiB of indexes ({:.1} and {:.1} for each million events){}{parts}",
                mebibytes(table),
                mebibytes(indexes),
                mebibytes(table) / millions,
                mebibytes(indexes) / millions,
                if parts.is_empty() { "" } else { ": " },
            );
        }
        Ok(())
    }

    /// Makes the requests, and returns their results.
    async fn measure(&self, arguments: &Arguments) -> Result<Measured, Error> {
        let mut answering = Receiver::start(Manner::Answer).await?;
        let failing = Receiver::start(Manner::Refuse).await?;
        self.point_webhooks(&answering.url(), &failing.url(), arguments.seconds).await?;
        let variables = [("ALMONER_RETENTION_EVENTS", RETENTION), ("ALMONER_RETENTION_ATTEMPTS", RETENTION)];
        let log = tempfile::NamedTempFile::new()?;
        // The failures of the webhooks fill the log.
        let differently = Differently { variables: &variables, log: Some(log.path()) };
        psql::run(&self.servers, "SELECT pg_stat_statements_reset()", &[]).await?;
        let programs = Programs::start(&self.servers, &differently).await?;
        let until = Instant::now() + Duration::from_secs(arguments.seconds.into());
        let clients = self.owners.each_ref().map(|owner| Client::new(&programs.api, &owner.account));

        let mut requests = Requests::default();
        for (owner, client) in self.owners.iter().zip(&clients) {
            let asker =
                Asker { owner, client, samples: owner.samples(&self.servers, arguments.rounds).await? };
            asker.ask_everything(arguments.rounds, &mut requests).await?;
        }
        loop {
            programs.api.scrape().await?;
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            tokio::time::sleep(SCRAPE.min(left)).await;
        }
        let statements = self.statements().await?;
        self.cost_of_creates(&programs, &clients[0], &mut answering).await?;
        programs.stop().await?;
        Ok(Measured { requests: requests.medians(), statements })
    }

    /// Points all webhooks to the receivers, and makes a delivery of each failing one due.
    async fn point_webhooks(&self, answering: &str, failing: &str, seconds: u32) -> Result<(), Error> {
        let key: SecretsKey = SECRETS_KEY.parse()?;
        let secret = WebhookSecret::generate()?;
        let query = "SELECT id, account_id, (webhook_failing_since_ms IS NOT NULL)::INT FROM webhooks";
        let mut script =
            "CREATE TEMP TABLE pointed (id BIGINT, url TEXT, sealed TEXT);\nCOPY pointed FROM stdin;\n"
                .to_owned();
        for line in psql::run(&self.servers, query, &[]).await?.lines() {
            let row: Vec<i64> = line.split('|').map(str::parse).collect::<Result<_, _>>()?;
            let [id, account_id, fails] = row[..] else { return Err("a webhook has three columns".into()) };
            let sealed = WebhookCipher::new(&key, account_id, id).encrypt(Part::Secret, secret.as_bytes())?;
            let url = if fails == 1 { failing } else { answering };
            let _ = writeln!(script, "{id}\t{url}\t{sealed}");
        }
        script.push_str("\\.\n");
        script.push_str(include_str!("scale_webhooks.sql"));
        psql::run(&self.servers, &script, &[("seconds", &seconds)]).await?;
        Ok(())
    }

    /// Returns PostgreSQL's counts for the programs' statements.
    async fn statements(&self) -> Result<BTreeMap<String, Statement>, Error> {
        let mut statements = BTreeMap::<String, Statement>::new();
        for line in psql::run(&self.servers, include_str!("scale_statements.sql"), &[]).await?.lines() {
            let fields: Vec<_> = line.splitn(5, '|').collect();
            let [calls, ms, rows, pages, text] = fields[..] else { continue };
            let statement = statements.entry(text.to_owned()).or_default();
            statement.calls += calls.parse::<f64>()?;
            statement.ms += ms.parse::<f64>()?;
            statement.rows += rows.parse::<f64>()?;
            statement.pages += pages.parse::<f64>()?;
        }
        Ok(statements)
    }

    /// Returns how many bytes PostgreSQL has logged, how many full pages are in them, and how many transactions it has
    /// numbered.
    async fn written(&self) -> Result<[u64; 3], Error> {
        let query =
            "SELECT wal_bytes::BIGINT, wal_fpi, pg_snapshot_xmax(pg_current_snapshot()) FROM pg_stat_wal";
        let row = psql::run(&self.servers, query, &[]).await?;
        let figures: Vec<u64> = row.split('|').map(str::parse).collect::<Result<_, _>>()?;
        figures.try_into().map_err(|_| "three figures are expected".into())
    }

    /// Prints the cost of creates and their deliveries.
    async fn cost_of_creates(
        &self,
        programs: &Programs<'_>,
        client: &Client,
        answering: &mut Receiver,
    ) -> Result<(), Error> {
        answering.rest();
        let before = self.written().await?;
        let (cpu, start) = (programs.cpu()?, Instant::now());
        let created = client.create_at_full_speed(CREATES, CONNECTIONS).await?;
        let rate = per_second(created.len(), start.elapsed());
        answering.collect(created.len()).await?;
        let cpu = programs.cpu()? - cpu;
        // The statistics of a connection come to the server when it has been idle for a second.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let [bytes, pages, transactions] = self.written().await?;
        let of_each = |after, before| to_f64(after - before) / f64::from(CREATES);
        println!(
            "creates  {}: {rate:.0}/s; for each with its delivery {:.1} kB of WAL, {:.2} full pages in it, {:.1} transactions; CPU of 1,000: {}",
            self.name,
            of_each(bytes, before[0]) / 1e3,
            of_each(pages, before[1]),
            of_each(transactions, before[2]),
            cpu.of_each_thousand(created.len()),
        );
        let [api, dispatcher] = programs.memory()?;
        let sessions = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        println!(
            "         {} connections to PostgreSQL; memory: api {:.0} MiB, dispatcher {:.0} MiB",
            psql::run(&self.servers, sessions, &[]).await?,
            mebibytes(api),
            mebibytes(dispatcher),
        );
        Ok(())
    }
}

/// Returns the accounts of a database that is filled.
async fn accounts_of(servers: &Servers) -> Result<[Account; 2], Error> {
    let query = "SELECT account_id, api_key FROM bench_accounts ORDER BY account_id";
    let rows = psql::run(servers, query, &[]).await?;
    let accounts = rows.lines().map(|row| {
        let (account_id, api_key) = row.split_once('|').ok_or("an account has a key")?;
        Ok(Account { account_id: account_id.parse()?, api_key: api_key.to_owned() })
    });
    let accounts: Vec<_> = accounts.collect::<Result<_, Error>>()?;
    accounts.try_into().map_err(|_| "the database was filled for two accounts".into())
}

fn print_requests(small: &Measured, large: &Measured) {
    println!("request  milliseconds on the small and the large database, of the huge and the small account");
    let small: BTreeMap<_, _> = small.requests.iter().cloned().collect();
    for (name, time) in &large.requests {
        let before = small.get(name).copied().unwrap_or_default();
        println!("         {:>8.1} {:>9.1}  {name}", milliseconds(before), milliseconds(*time));
    }
}

/// Prints each statement, the fastest growing first, and judges them.
fn judge(small: &Measured, large: &Measured, targets: &mut Targets) {
    let mut rows: Vec<_> = large
        .statements
        .iter()
        .filter_map(|(text, large)| {
            let small = small.statements.get(text)?.of_each();
            let large = large.of_each();
            Some((large.pages_of_a_row() / small.pages_of_a_row().max(1.0), small, large, text))
        })
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "statement: of a call on the small and the large database pages, milliseconds and rows; calls on the large one"
    );
    for (_, small, large, text) in &rows {
        let text: String = text.chars().take(TEXT).collect();
        println!(
            "         {:>8.1} {:>10.1}  {:>7.2} {:>9.2} ms  {:>6.1} {:>8.1} rows  {:>6} ×  {text}",
            small.pages, large.pages, small.ms, large.ms, small.rows, large.rows, large.calls
        );
    }
    let grown: Vec<_> =
        rows.iter().filter(|(times, _, large, _)| *times > TIMES_PAGES && large.pages > PAGES_MIN).collect();
    for (times, .., text) in &grown {
        let text: String = text.chars().take(TEXT).collect();
        targets.at_most(&text, *times, TIMES_PAGES, " times the pages of a row");
    }
    let others = rows.len() - grown.len();
    targets.require(format_args!("{others} statements that do not grow, of {}", rows.len()), others > 0);
}

impl Statement {
    fn of_each(self) -> Self {
        let Self { calls, ms, rows, pages } = self;
        Self { calls, ms: ms / calls, rows: rows / calls, pages: pages / calls }
    }

    /// Returns the pages that were read for each row. A statement that has found none has read them for nothing.
    fn pages_of_a_row(self) -> f64 {
        self.pages / self.rows.max(1.0)
    }
}
