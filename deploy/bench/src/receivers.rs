//! Receivers that need a while for an answer: how many deliveries they get per second, and how many wait for them.
//!
//! One api and one dispatcher. For each time and number of webhooks there is an account of its own. Its contacts are
//! created at full speed. Each webhook has a receiver that answers after the time, however many requests it has.

use std::time::{Duration, Instant};

use crate::load::Client;
use crate::process::{self, Differently};
use crate::programs::Programs;
use crate::receiver::{Manner, Receiver};
use crate::report::{Targets, per_second, to_f64};
use crate::{Error, Servers};

/// How many deliveries a second the receiver that needs [`JUDGED_MS`] must get once it gets as many as it may.
const DELIVERIES_PER_SECOND: f64 = 700.0;
const JUDGED_MS: u64 = 200;
/// How long after the first create the backlog of a receiver that needs a second must be gone.
const BACKLOG_AFTER: Duration = Duration::from_mins(1);
const SLOWEST_MS: u64 = 1000;
/// The numbers of webhooks that are measured.
const WEBHOOKS: [u32; 2] = [1, 20];

/// Deliveries per second and backlog of receivers that need a while for an answer
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// After how many milliseconds the receivers answer
    #[arg(long, value_delimiter = ',', default_values_t = [0, 50, JUDGED_MS, SLOWEST_MS])]
    answer_after: Vec<u64>,
    /// How many deliveries each measurement has
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(100..))]
    deliveries: u32,
    /// How many connections to create contacts on
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100))]
    connections: u32,
    /// How many attempts at once each webhook may get in the dispatcher
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1000))]
    concurrency: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    process::prepare(servers).await?;
    let concurrency = arguments.concurrency.to_string();
    let variables = [("ALMONER_WEBHOOK_CONCURRENCY", concurrency.as_str())];
    let differently = Differently { variables: &variables, log: None };
    let programs = Programs::start(servers, &differently).await?;
    let mut figures = Vec::new();
    for milliseconds in &arguments.answer_after {
        for webhooks in WEBHOOKS {
            figures.push(measure(&programs, arguments, *milliseconds, webhooks).await?);
        }
    }
    programs.stop().await?;

    let mut targets = Targets::default();
    for Figures { milliseconds, webhooks, at_best, waiting } in figures {
        if (milliseconds, webhooks) == (JUDGED_MS, 1) {
            let what = format!("deliveries per second to a receiver that needs {milliseconds} ms");
            targets.at_least(&what, at_best, DELIVERIES_PER_SECOND);
        }
        if milliseconds <= SLOWEST_MS {
            let what = format!(
                "deliveries that wait for {webhooks} receivers that need {milliseconds} ms, {} s after the first create",
                BACKLOG_AFTER.as_secs()
            );
            targets.at_most(&what, to_f64(waiting), 0.0, "");
        }
    }
    Ok(targets)
}

/// The figures of a measurement.
struct Figures {
    milliseconds: u64,
    webhooks: u32,
    /// How many deliveries per second there were in the second half.
    at_best: f64,
    /// How many deliveries had not arrived [`BACKLOG_AFTER`] the first create.
    waiting: u64,
}

async fn measure(
    programs: &Programs<'_>,
    arguments: &Arguments,
    milliseconds: u64,
    webhooks: u32,
) -> Result<Figures, Error> {
    let account = process::create_account(programs.servers, &format!("n{milliseconds}x{webhooks}")).await?;
    let client = Client::new(&programs.api, &account);
    let mut receivers = Vec::new();
    for _ in 0..webhooks {
        let receiver = Receiver::start(Manner::AnswerAfter(Duration::from_millis(milliseconds))).await?;
        client.register(&receiver.url()).await?;
        receivers.push(receiver);
    }
    let contacts = arguments.deliveries / webhooks;
    let (cpu, start) = (programs.cpu()?, Instant::now());
    let created = client.create_at_full_speed(contacts, arguments.connections).await?;
    let mut arrived = Vec::new();
    for receiver in &mut receivers {
        arrived.extend(receiver.collect(created.len()).await?);
    }
    arrived.sort_unstable_by_key(|arrival| arrival.at);
    let cpu = programs.cpu()? - cpu;

    let created_all = created.iter().map(|created| created.answered).max().unwrap_or(start);
    let last = arrived.last().map_or(start, |arrival| arrival.at);
    let half = arrived.get(arrived.len() / 2).map_or(start, |arrival| arrival.at);
    let at_best = per_second(arrived.len() - arrived.len() / 2, last - half);
    let waiting = arrived.iter().filter(|arrival| arrival.at > start + BACKLOG_AFTER).count() as u64;
    println!(
        "{milliseconds:>4} ms  {webhooks:>2} webhooks: {:.0} creates/s, {:.0} deliveries/s, {at_best:.0}/s in the second half; \
         the last arrives {:.1} s after the last create",
        per_second(created.len(), created_all - start),
        per_second(arrived.len(), last - start),
        last.saturating_duration_since(created_all).as_secs_f64(),
    );
    println!("         CPU of 1,000 deliveries: {}", cpu.of_each_thousand(arrived.len()));
    Ok(Figures { milliseconds, webhooks, at_best, waiting })
}
