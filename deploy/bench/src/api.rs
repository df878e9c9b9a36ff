//! The cost of requests, compared with PostgreSQL alone for the same work: reading a contact, creating a contact,
//! listing all contacts, a list that has not changed, the summary of few and of many gifts, and filters beside many gifts.
//!
//! There is one api, without a broker and without webhooks. Its relay hands events to the dispatcher inside it, which
//! finds no webhook and deletes them from the outbox. Floors are measured in turns with the api and on as many
//! connections, because the speed of the machine changes.

use std::time::{Duration, Instant};

use clap::ValueEnum;

use crate::cpu::Probe;
use crate::load::Client;
use crate::process::{self, Account, Api};
use crate::report::{Targets, median, milliseconds, per_second};
use crate::visitor::Visitor;
use crate::{Error, Servers, filters, list, pgbench, psql};

/// The least rate of reads, as a multiple of the rate of pgbench.
const READS: f64 = 0.35;
/// The least rate of creates, as a multiple of the rate of the two inserts.
const CREATES: f64 = 0.4;
/// The least rate of 304 answers, as a multiple of the rate of 200 answers.
const NOT_MODIFIED: f64 = 3.0;
/// How many times longer a summary may take with many gifts than with few: the first one after a gift.
const SUMMARY: f64 = 3.0;
/// The same while nothing changes.
const UNCHANGED_SUMMARY: f64 = 2.0;
/// How many contacts the unchanged list has.
const SHORT_LIST: u32 = 20;
/// How many times longer the overview may take with many gifts than in an account like the demo's: the first one after
/// a gift.
const OVERVIEW: f64 = 3.0;
/// The accounts whose summaries are compared.
const SUMMARISED: [Size; 2] =
    [Size { contacts: 20_000, gifts: 9_000 }, Size { contacts: 20_000, gifts: 1_700_000 }];
/// The accounts whose overviews are compared. The first is as large as the demo account.
const OVERLOOKED: [Size; 2] =
    [Size { contacts: 300, gifts: 1_200 }, Size { contacts: 100_000, gifts: 1_700_000 }];

/// Requests of each kind against PostgreSQL alone: reads, creates, lists, 304, the giving summary, the overview, and filters
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to measure, separated by commas; by default everything
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// How many contacts to store for reads, lists and filters
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    contacts: u32,
    /// How many gifts to store for filters
    #[arg(long, default_value_t = 1_700_000, value_parser = clap::value_parser!(u32).range(1..))]
    gifts: u32,
    /// How many requests of each kind to make at full speed; where there are several rounds, in each round
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..))]
    requests: u32,
    /// How many connections to make them on
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100))]
    connections: u32,
    /// How many rounds to run of lists, summaries, filters, and measurements in turns with pgbench
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    List,
    Get,
    NotModified,
    Post,
    Summary,
    Overview,
    Filters,
}

/// The numbers of records in an account.
#[derive(Clone, Copy)]
struct Size {
    contacts: u32,
    gifts: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let parts: Vec<_> = Part::value_variants().iter().filter(|part| arguments.measures(**part)).collect();
    let reads_contacts = parts.iter().any(|part| matches!(part, Part::List | Part::Get));
    // Store these contacts before anything else is created, because their ids begin at 1, and COPY reads the whole
    // tables.
    let stored =
        if reads_contacts { Some(list::store(servers, &account, arguments.contacts).await?) } else { None };
    let api = Api::start(servers).await?;
    let run = Run { servers, arguments, probe: Probe::new(servers, &api).await? };
    let mut targets = Targets::default();
    for part in parts {
        match (part, stored) {
            (Part::List, Some(stored)) => {
                list::measure(servers, &api, &account, stored, arguments.rounds, &mut targets).await?;
            }
            (Part::List, None) => {}
            (Part::Get, _) => run.reads(&account, &mut targets).await?,
            (Part::NotModified, _) => run.not_modified(&mut targets).await?,
            (Part::Post, _) => run.creates(&mut targets).await?,
            (Part::Summary, _) => run.summaries(&mut targets).await?,
            (Part::Overview, _) => run.overviews(&mut targets).await?,
            (Part::Filters, _) => {
                let Arguments { contacts, rounds, .. } = *arguments;
                let size = filters::Size { contacts, gifts: arguments.gifts, rounds };
                filters::measure(servers, size, &mut targets).await?;
            }
        }
    }
    api.stop().await?;
    Ok(targets)
}

impl Arguments {
    fn measures(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

impl Size {
    /// Returns the name of an account of this size.
    fn name(self, purpose: &str) -> String {
        format!("{purpose}-{}", self.gifts)
    }
}

/// A run of the benchmark.
struct Run<'a> {
    servers: &'a Servers,
    arguments: &'a Arguments,
    probe: Probe<'a>,
}

impl Run<'_> {
    async fn reads(&self, account: &Account, targets: &mut Targets) -> Result<(), Error> {
        let Arguments { contacts, requests, connections, .. } = *self.arguments;
        let client = self.client(account);
        let read = async || {
            let get = move |client: Client, begun| async move {
                client.get(&format!("/contacts/{}", scattered(begun, contacts)), &[], "200").await.map(drop)
            };
            self.rate("get", &client, get).await
        };
        let floor =
            async || pgbench::one_contact(self.servers, account, contacts, connections, requests).await;
        let ratio = self.beside("the same rows in one statement", floor, read).await?;
        targets.at_least("reads of a contact by those of pgbench", ratio, READS);
        Ok(())
    }

    async fn creates(&self, targets: &mut Targets) -> Result<(), Error> {
        let Arguments { requests, connections, .. } = *self.arguments;
        let account = process::create_account(self.servers, "creates").await?;
        let alone = process::create_account(self.servers, "alone").await?;
        // pgbench takes this row as its model.
        self.client(&alone).create().await?;
        let client = self.client(&account);
        // Each measurement begins with a checkpoint. After a checkpoint the first write to a page costs more, so all of
        // them pay the same.
        let checkpoint = async || psql::run(self.servers, "CHECKPOINT", &[]).await;
        let create = async || {
            checkpoint().await?;
            let create = |client: Client, _| async move { client.create().await.map(drop) };
            self.rate("post", &client, create).await
        };
        let floor = async || {
            checkpoint().await?;
            pgbench::two_inserts(self.servers, &alone, connections, requests).await
        };
        let ratio = self.beside("the contact and its event", floor, create).await?;
        targets.at_least("creates by two inserts of pgbench", ratio, CREATES);
        Ok(())
    }

    /// Returns the rate of requests as a multiple of the rate of pgbench, measured in turns. The result is the median
    /// of the rounds. Each round is compared with the mean of pgbench's rates before and after it.
    async fn beside(
        &self,
        same: &str,
        floor: impl AsyncFn() -> Result<f64, Error>,
        rate: impl AsyncFn() -> Result<f64, Error>,
    ) -> Result<f64, Error> {
        let mut before = floor().await?;
        println!("pgbench  {before:.0}/s: {same}");
        let mut ratios = Vec::new();
        for _ in 0..self.arguments.rounds {
            let rate = rate().await?;
            let after = floor().await?;
            let ratio = rate / f64::midpoint(before, after);
            println!("pgbench  {after:.0}/s: {ratio:.3} of it");
            ratios.push(ratio);
            before = after;
        }
        Ok(median(ratios))
    }

    async fn not_modified(&self, targets: &mut Targets) -> Result<(), Error> {
        let account = process::create_account(self.servers, "short").await?;
        let client = self.client(&account);
        client.create_at_full_speed(SHORT_LIST, 1).await?;
        let list = client.get("/contacts", &[], "200").await?;
        let get = |client: Client, _| async move { client.get("/contacts", &[], "200").await.map(drop) };
        let whole = self.rate("200", &client, get).await?;
        let Some(etag) = list.header("etag").map(str::to_owned) else {
            targets.require("the list has an ETag", false);
            return Ok(());
        };
        let unchanged = self
            .rate("304", &client, move |client, _| {
                let etag = etag.clone();
                async move { client.get("/contacts", &[("If-None-Match", &etag)], "304").await.map(drop) }
            })
            .await?;
        targets.at_least("304 of a short list by its 200", unchanged / whole, NOT_MODIFIED);
        Ok(())
    }

    async fn summaries(&self, targets: &mut Targets) -> Result<(), Error> {
        let mut clients = Vec::new();
        for size in SUMMARISED {
            clients.push(self.client(&self.store("summary", size).await?));
        }
        // Summaries are kept once they are read, so the first one is the slowest.
        for client in &clients {
            let start = Instant::now();
            client.get("/giving-summary", &[], "200").await?;
            println!("first    {:.1} ms", milliseconds(start.elapsed()));
        }
        for (period, path) in
            [("this year", "/giving-summary"), ("all time", "/giving-summary?from=1900-01-01")]
        {
            for (when, after_a_gift, limit) in
                [("unchanged", false, UNCHANGED_SUMMARY), ("after a gift", true, SUMMARY)]
            {
                let [few, many] =
                    [&clients[0], &clients[1]].map(|client| self.time(client, path, after_a_gift));
                let (few, many) = (few.await?, many.await?);
                println!(
                    "summary  {period}, {when}: {:.1} ms of {} gifts, {:.1} ms of {} gifts, each the median of {}",
                    milliseconds(few),
                    SUMMARISED[0].gifts,
                    milliseconds(many),
                    SUMMARISED[1].gifts,
                    self.arguments.rounds * 4,
                );
                let times = many.as_secs_f64() / few.as_secs_f64();
                let name = format!("summary of many gifts by that of few, {period}, {when}");
                targets.at_most(&name, times, limit, "");
            }
        }
        Ok(())
    }

    /// Compares the overview of an account like the demo's with that of a large one: the first after a gift. The accounts
    /// take turns, because the speed of the machine changes.
    async fn overviews(&self, targets: &mut Targets) -> Result<(), Error> {
        let mut accounts = Vec::new();
        for size in OVERLOOKED {
            let account = self.store("overview", size).await?;
            let owner = process::owner_of(&size.name("overview"));
            let visitor = Visitor::sign_in(self.probe.api, &owner, process::PASSWORD).await?;
            let start = Instant::now();
            visitor.overview().await?;
            println!("first    {:.1} ms", milliseconds(start.elapsed()));
            accounts.push((self.client(&account), visitor, Vec::new()));
        }
        for _ in 0..self.arguments.rounds * 8 {
            for (client, visitor, times) in &mut accounts {
                client.create_gift().await?;
                let start = Instant::now();
                visitor.overview().await?;
                times.push(start.elapsed());
            }
        }
        let [few, many] = [0, 1].map(|account| median(std::mem::take(&mut accounts[account].2)));
        println!(
            "overview after a gift: {:.1} ms of {} gifts, {:.1} ms of {} gifts, each the median of {}",
            milliseconds(few),
            OVERLOOKED[0].gifts,
            milliseconds(many),
            OVERLOOKED[1].gifts,
            self.arguments.rounds * 8,
        );
        let times = many.as_secs_f64() / few.as_secs_f64();
        targets.at_most("overview of many gifts by that of few, after a gift", times, OVERVIEW, "");
        Ok(())
    }

    /// Creates an account with gifts.
    async fn store(&self, purpose: &str, size: Size) -> Result<Account, Error> {
        let account = process::create_account(self.servers, &size.name(purpose)).await?;
        let Size { contacts, gifts } = size;
        let variables: [(&str, &dyn ToString); 3] =
            [("account_id", &account.account_id), ("contacts", &contacts), ("gifts", &gifts)];
        let start = Instant::now();
        psql::run(self.servers, include_str!("gifts.sql"), &variables).await?;
        println!("stored   {gifts} gifts of {contacts} contacts in {:.1} s", start.elapsed().as_secs_f64());
        Ok(account)
    }

    /// Measures how long a read takes on one connection that is already open, and returns the median.
    async fn time(&self, client: &Client, path: &str, after_a_gift: bool) -> Result<Duration, Error> {
        client.get(path, &[], "200").await?;
        let mut times = Vec::new();
        for _ in 0..self.arguments.rounds * 4 {
            if after_a_gift {
                client.create_gift().await?;
            }
            let start = Instant::now();
            client.get(path, &[], "200").await?;
            times.push(start.elapsed());
        }
        Ok(median(times))
    }

    /// Measures how many requests there are per second at full speed, after opening connections and preparing
    /// statements.
    async fn rate<F>(
        &self,
        name: &str,
        client: &Client,
        act: impl Fn(Client, u32) -> F + Clone + Send + 'static,
    ) -> Result<f64, Error>
    where
        F: Future<Output = Result<(), Error>> + Send,
    {
        let Arguments { requests, connections, .. } = *self.arguments;
        client.at_full_speed(connections * 4, connections, act.clone()).await?;
        let (cpu, start) = (self.probe.cpu()?, Instant::now());
        client.at_full_speed(requests, connections, act).await?;
        let (elapsed, cpu) = (start.elapsed(), self.probe.cpu()? - cpu);
        let rate = per_second(requests as usize, elapsed);
        println!("{name:<8} {rate:.0}/s (of 1,000 {})", cpu.of_each_thousand(requests));
        Ok(rate)
    }

    fn client(&self, account: &Account) -> Client {
        Client::new(self.probe.api, account)
    }
}

/// Returns an id from 1 to `ids`. The ids come in no particular order, and each comes once before any is repeated.
fn scattered(begun: u32, ids: u32) -> u64 {
    // The factor is a prime. So it has no divisor in common with `ids`, unless `ids` is a multiple of it.
    1 + u64::from(begun) * 48_271 % u64::from(ids)
}
