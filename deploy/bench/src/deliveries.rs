//! From a create to its delivery: how many there are per second, compared with what PostgreSQL alone can do, and how
//! long an event takes from its commit to its receiver. Every event must arrive exactly once.
//!
//! One account, one webhook, one api and one dispatcher. The floors are measured in the same run, because the speed of
//! the machine changes from run to run. They are pgbench before and after the load, and bare POSTs to the same
//! receiver.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::task::JoinSet;

use crate::load::{Client, Created};
use crate::process::{self, Account, Differently};
use crate::programs::Programs;
use crate::receiver::{Arrival, Manner, Receiver};
use crate::report::{Latencies, Targets, per_second};
use crate::{Error, Servers, pgbench, psql};

/// How many times more often PostgreSQL alone may do the two inserts per second than the api does creates.
const TIMES_INSERTS: f64 = 2.5;
/// How many seconds after the last create the last event may arrive, at full speed.
const BACKLOG_S: f64 = 1.0;
/// The latency from commit to arrival, at the steady rate.
const P50_MS: f64 = 10.0;
const P99_MS: f64 = 50.0;
/// How many attempts the dispatcher has in flight for one webhook, and so also the number of concurrent bare POSTs.
const PER_WEBHOOK: u32 = 8;

/// Contacts created and their events delivered: throughput against PostgreSQL alone, and latency
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts to create at full speed
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..))]
    contacts: u32,
    /// How many connections to create them on
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100))]
    connections: u32,
    /// How many contacts to create per second while the latency is measured
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many seconds to measure the latency for
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let alone = process::create_account(servers, "alone").await?;
    let probe = Programs::start(servers, &Differently::default()).await?;
    let mut receiver = Receiver::start(Manner::Answer).await?;
    let client = Client::new(&probe.api, &account);
    client.register(&receiver.url()).await?;
    // Warm up connections and prepared statements, and create the rows that pgbench takes as its model.
    Client::new(&probe.api, &alone).create().await?;
    let mut created = client.create_at_full_speed(arguments.connections, arguments.connections).await?;
    let mut arrived = receiver.collect(created.len()).await?;

    let posts = bare_posts(servers, &account, &mut receiver, arguments.contacts).await?;
    let before = probe.two_inserts(&alone, arguments).await?;
    let (full, full_arrived) = probe.full_speed(&client, &mut receiver, arguments).await?;
    let after = probe.two_inserts(&alone, arguments).await?;
    println!("floor    two inserts {before:.0}/s before, {after:.0}/s after; bare POSTs {posts:.0}/s");

    psql::run(servers, "CHECKPOINT", &[]).await?;
    let steady = client.create_at_rate(arguments.rate, arguments.seconds).await?;
    let steady_arrived = receiver.collect(steady.len()).await?;
    let latencies = since(&steady, &steady_arrived, |created| created.answered)?;
    println!("{:>4}/s   from commit to arrival {latencies}", arguments.rate);
    let all = since(&steady, &steady_arrived, |created| created.sent)?;
    println!("         from the request's start {all}");

    created.extend(full.created);
    created.extend(steady);
    arrived.extend(full_arrived);
    arrived.extend(steady_arrived);
    await_recorded(servers, &account).await?;
    arrived.extend(receiver.rest());
    probe.stop().await?;

    let mut targets = Targets::default();
    exactly_once(servers, &account, &created, &arrived, &mut targets).await?;
    let times = f64::midpoint(before, after) / full.creates_per_second;
    targets.at_most("two inserts alone by creates, each per second", times, TIMES_INSERTS, "");
    targets.at_most("backlog after the last create", full.backlog.as_secs_f64(), BACKLOG_S, " s");
    targets.at_most("p50 from commit to arrival", latencies.percentile_ms(50), P50_MS, " ms");
    targets.at_most("p99 from commit to arrival", latencies.percentile_ms(99), P99_MS, " ms");
    Ok(targets)
}

/// The result of creating contacts at full speed.
struct FullSpeed {
    created: Vec<Created>,
    creates_per_second: f64,
    backlog: Duration,
}

impl Programs<'_> {
    async fn two_inserts(&self, alone: &Account, arguments: &Arguments) -> Result<f64, Error> {
        // Each measurement begins with a checkpoint. After a checkpoint the first write to a page costs more, so all of
        // them pay the same.
        psql::run(self.servers, "CHECKPOINT", &[]).await?;
        pgbench::two_inserts(self.servers, alone, arguments.connections, arguments.contacts).await
    }

    async fn full_speed(
        &self,
        client: &Client,
        receiver: &mut Receiver,
        arguments: &Arguments,
    ) -> Result<(FullSpeed, Vec<Arrival>), Error> {
        psql::run(self.servers, "CHECKPOINT", &[]).await?;
        let (cpu, start) = (self.cpu()?, Instant::now());
        let created = client.create_at_full_speed(arguments.contacts, arguments.connections).await?;
        let arrived = receiver.collect(created.len()).await?;
        let cpu = self.cpu()? - cpu;
        let first = created.iter().map(|created| created.answered).min().unwrap_or(start);
        let last = created.iter().map(|created| created.answered).max().unwrap_or(start);
        let end = arrived.iter().map(|arrival| arrival.at).max().unwrap_or(start);
        let backlog = end.saturating_duration_since(last);
        let creates_per_second = per_second(created.len(), last - start);
        println!(
            "full     {creates_per_second:.0} creates/s, {:.0} deliveries/s; the last arrives {:.3} s after the last create",
            per_second(arrived.len(), end - first),
            backlog.as_secs_f64(),
        );
        let latencies = since(&created, &arrived, |created| created.answered)?;
        println!("         from commit to arrival {latencies}");
        println!("         CPU of 1,000 creates and deliveries: {}", cpu.of_each_thousand(created.len()));
        Ok((FullSpeed { created, creates_per_second, backlog }, arrived))
    }
}

/// Returns how long each event took from a moment of its create to its arrival. An event that arrives before the client
/// has read the answer took no time.
pub(crate) fn since(
    created: &[Created],
    arrived: &[Arrival],
    moment: impl Fn(&Created) -> Instant,
) -> Result<Latencies, Error> {
    let moments: HashMap<u64, Instant> =
        created.iter().map(|created| (created.contact_id, moment(created))).collect();
    let latency = |arrival: &Arrival| {
        let moment = moments.get(&arrival.record_id).ok_or("an event arrived that belongs to no create")?;
        Ok(arrival.at.saturating_duration_since(*moment))
    };
    arrived.iter().map(latency).collect()
}

/// Returns the body of one of an account's events.
pub(crate) async fn body_of_an_event(servers: &Servers, account: &Account) -> Result<Bytes, Error> {
    let query = format!("SELECT body FROM events WHERE account_id = {} LIMIT 1", account.account_id);
    Ok(psql::run(servers, &query, &[]).await?.into())
}

/// Posts an event's body `count` times, as fast as a dispatcher could at best. Returns the rate per second.
async fn bare_posts(
    servers: &Servers,
    account: &Account,
    receiver: &mut Receiver,
    count: u32,
) -> Result<f64, Error> {
    let body = body_of_an_event(servers, account).await?;
    let client = reqwest::Client::builder().no_proxy().build()?;
    let next = Arc::new(AtomicU32::new(0));
    let mut workers = JoinSet::new();
    let start = Instant::now();
    for _ in 0..PER_WEBHOOK {
        let (client, url, body, next) = (client.clone(), receiver.url(), body.clone(), next.clone());
        workers.spawn(async move {
            while next.fetch_add(1, Ordering::Relaxed) < count {
                let post = client.post(&url).header("webhook-id", "bare").body(body.clone());
                post.send().await?.error_for_status()?.bytes().await?;
            }
            Ok::<_, Error>(())
        });
    }
    for worker in workers.join_all().await {
        worker?;
    }
    let elapsed = start.elapsed();
    Ok(per_second(receiver.collect(count as usize).await?.len(), elapsed))
}

/// Waits until every delivery of an account has succeeded and is recorded.
async fn await_recorded(servers: &Servers, account: &Account) -> Result<(), Error> {
    let query = format!(
        "SELECT (SELECT count(*) FROM events WHERE account_id = {id}),
             (SELECT count(*) FROM deliveries WHERE account_id = {id} AND delivery_status = 'succeeded'),
             (SELECT count(*) FROM outbox)",
        id = account.account_id
    );
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let counts = psql::run(servers, &query, &[]).await?;
        let mut fields = counts.split('|');
        if fields.next() == fields.next() && fields.next() == Some("0") {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(format!("not all delivered: events|succeeded deliveries|outbox are {counts}").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Judges whether each event of the creates has arrived exactly once, and nothing else has arrived.
async fn exactly_once(
    servers: &Servers,
    account: &Account,
    created: &[Created],
    arrived: &[Arrival],
    targets: &mut Targets,
) -> Result<(), Error> {
    let query = format!(
        "SELECT 'evt_' || replace(id::text, '-', ''), record_id FROM events WHERE account_id = {}",
        account.account_id
    );
    let rows = psql::run(servers, &query, &[]).await?;
    let stored: HashSet<(&str, u64)> = rows
        .lines()
        .map(|row| {
            let (webhook_id, record_id) = row.split_once('|').ok_or("an event has no record")?;
            Ok((webhook_id, record_id.parse()?))
        })
        .collect::<Result<_, Error>>()?;
    let events: HashSet<_> =
        arrived.iter().map(|arrival| (arrival.webhook_id.as_str(), arrival.record_id)).collect();
    let records: HashSet<_> = stored.iter().map(|(_, record_id)| *record_id).collect();
    let contacts: HashSet<_> = created.iter().map(|created| created.contact_id).collect();
    let (missing, unexpected) = (stored.difference(&events).count(), events.difference(&stored).count());
    let twice = arrived.len() - events.len();
    targets.require(
        format_args!(
            "every event arrives once: {} created, {missing} missing, {unexpected} unexpected, {twice} more than once",
            created.len()
        ),
        missing + unexpected + twice == 0 && records == contacts && created.len() == stored.len(),
    );
    Ok(())
}
