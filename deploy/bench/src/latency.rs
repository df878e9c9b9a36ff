//! How long an event takes from its commit to its receiver, at several rates and at full speed, and where the time goes.
//!
//! One account, one webhook, one api and one dispatcher. Each rate is measured twice: first as it is, and then with
//! programs that log when an event takes a step of its way (`shared/src/events/way.rs`). The log costs time, so
//! the figures come from the first measurement, and the second one only says how they divide among the legs.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use serde::Deserialize;

use crate::deliveries::{body_of_an_event, since};
use crate::load::{Client, Created};
use crate::process::{self, Account, Differently};
use crate::programs::Programs;
use crate::receiver::{Arrival, Manner, Receiver};
use crate::report::{Latencies, Targets, to_f64};
use crate::{Error, Servers, floor, pgbench};

/// The limits of p50 and p99 at the usual rates, and at full speed, in milliseconds.
const LIMITS_MS: [(u32, f64, f64); 2] = [(150, 0.8, 3.0), (600, 1.5, 5.0)];
const FULL_MS: (f64, f64) = (15.0, 60.0);
/// The processor time that 1,000 creates and deliveries may take at the lowest rate and at full speed, in seconds, without
/// the client's.
const CPU_S: (f64, f64) = (2.5, 0.6);
/// How long the programs are idle.
const IDLE: Duration = Duration::from_secs(10);
/// The processor time that an idle program may use, in per cent of a processor.
const IDLE_PERCENT: f64 = 0.5;
/// The steps of the way, as the programs log them.
const STEPS: [&str; 6] = ["Awake", "Claimed", "Confirmed", "Received", "Recorded", "Attempted"];
/// How many transactions say how long a commit takes.
const COMMITS: u32 = 1000;

/// From commit to arrival at several rates, and where the time goes
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts to create per second
    #[arg(long, value_delimiter = ',', default_values_t = [150, 600])]
    rates: Vec<u32>,
    /// How many seconds to measure each rate for
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// How many contacts to create at full speed
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..))]
    contacts: u32,
    /// How many connections to create them on
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100))]
    connections: u32,
}

/// The pace at which the contacts are created.
#[derive(Clone, Copy)]
enum Pace {
    Rate(u32),
    Full,
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rate(rate) => write!(f, "{rate}/s"),
            Self::Full => f.write_str("full"),
        }
    }
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let alone = process::create_account(servers, "alone").await?;
    let paces: Vec<Pace> = arguments.rates.iter().copied().map(Pace::Rate).chain([Pace::Full]).collect();
    let mut receiver = Receiver::start(Manner::Answer).await?;

    let programs = Programs::start(servers, &Differently::default()).await?;
    let client = Client::new(&programs.api, &account);
    client.register(&receiver.url()).await?;
    Client::new(&programs.api, &alone).create().await?;
    warm_up(&client, &mut receiver, arguments).await?;
    let commit_ms = commit_ms(servers, &alone).await?;
    println!("floor     the two inserts of a create, committed alone: {commit_ms:.2} ms");
    let body = body_of_an_event(servers, &account).await?;
    for rate in &arguments.rates {
        let before = programs.cpu()?;
        let way = floor::of_the_way(servers, &mut receiver, body.clone(), *rate, arguments.seconds).await?;
        let cpu = programs.cpu()? - before;
        let events = floor::WARM_UP + rate * arguments.seconds;
        println!("floor     RabbitMQ, a commit and a POST alone, at {rate}/s: {way}");
        println!("          CPU of 1,000: {}", cpu.of_each_thousand(events as usize));
    }
    let mut measured = Vec::new();
    for pace in &paces {
        let (before, start) = (programs.cpu()?, Instant::now());
        let (created, arrived) = create(*pace, &client, &mut receiver, arguments).await?;
        let (cpu, elapsed) = (programs.cpu()? - before, start.elapsed());
        let latencies = since(&created, &arrived, |created| created.answered)?;
        println!("{pace:>7}   from commit to arrival {latencies}, in {:.1} s", elapsed.as_secs_f64());
        println!("          CPU of 1,000: {}", cpu.of_each_thousand(created.len()));
        measured.push((
            *pace,
            latencies,
            cpu.of_service().as_secs_f64() * 1e3 / to_f64(created.len() as u64),
        ));
    }
    // Let the programs record the remaining events first.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = programs.cpu()?;
    tokio::time::sleep(IDLE).await;
    let idle = (programs.cpu()? - before).busy(IDLE);
    programs.stop().await?;

    let directory = tempfile::tempdir()?;
    let log = directory.path().join("way");
    let variables = [("ALMONER_LOG", "warn,way=debug"), ("ALMONER_LOG_FORMAT", "json")];
    let programs = Programs::start(servers, &Differently { variables: &variables, log: Some(&log) }).await?;
    let client = Client::new(&programs.api, &account);
    warm_up(&client, &mut receiver, arguments).await?;
    let mut ways = Vec::new();
    for pace in &paces {
        ways.push((*pace, create(*pace, &client, &mut receiver, arguments).await?));
    }
    programs.stop().await?;
    let steps = read(&log)?;
    for (pace, (created, arrived)) in &ways {
        print_legs(*pace, created, arrived, &steps)?;
    }

    let mut targets = Targets::default();
    for (pace, latencies, cpu_s) in &measured {
        let (limits, cpu_limit_s) = match pace {
            Pace::Full => (Some(FULL_MS), Some(CPU_S.1)),
            Pace::Rate(rate) => {
                let limits = LIMITS_MS.iter().find(|(at, ..)| at == rate).map(|(_, p50, p99)| (*p50, *p99));
                (limits, (*rate == LIMITS_MS[0].0).then_some(CPU_S.0))
            }
        };
        if let Some(limit_s) = cpu_limit_s {
            targets.at_most(&format!("processor time per 1,000 at {pace}"), *cpu_s, limit_s, " s");
        }
        if let Some((p50, p99)) = limits {
            let what = |percent| format!("p{percent} from commit to arrival at {pace}");
            targets.at_most(&what(50), latencies.percentile_ms(50), p50, " ms");
            targets.at_most(&what(99), latencies.percentile_ms(99), p99, " ms");
        }
    }
    for (program, percent) in ["api", "dispatcher"].iter().zip(idle) {
        targets.at_most(&format!("processor time of the idle {program}"), percent, IDLE_PERCENT, " %");
    }
    Ok(targets)
}

/// Warms up connections and prepared statements.
async fn warm_up(client: &Client, receiver: &mut Receiver, arguments: &Arguments) -> Result<(), Error> {
    let created = client.create_at_full_speed(20 * arguments.connections, arguments.connections).await?;
    receiver.collect(created.len()).await?;
    Ok(())
}

async fn create(
    pace: Pace,
    client: &Client,
    receiver: &mut Receiver,
    arguments: &Arguments,
) -> Result<(Vec<Created>, Vec<Arrival>), Error> {
    let created = match pace {
        Pace::Rate(rate) => client.create_at_rate(rate, arguments.seconds).await?,
        Pace::Full => client.create_at_full_speed(arguments.contacts, arguments.connections).await?,
    };
    let arrived = receiver.collect(created.len()).await?;
    Ok((created, arrived))
}

/// Returns how long the two inserts of a create take on one connection, with their commit.
async fn commit_ms(servers: &Servers, alone: &Account) -> Result<f64, Error> {
    Ok(1e3 / pgbench::two_inserts(servers, alone, 1, COMMITS).await?)
}

/// The times of an event's steps, in microseconds since the Unix epoch.
type Steps = HashMap<String, [Option<f64>; STEPS.len()]>;

/// A line of the programs' logs.
#[derive(Deserialize)]
struct Line {
    step: String,
    /// A number, which the log writes as a text, because it has more than 64 bits.
    at_us: String,
    event_id: String,
}

/// Reads the steps of all events from the programs' logs. Other lines are left out.
fn read(log: &Path) -> Result<Steps, Error> {
    let mut steps = Steps::new();
    for line in std::fs::read_to_string(log)?.lines() {
        let Ok(Line { step, at_us, event_id }) = serde_json::from_str(line) else { continue };
        if let Some(place) = STEPS.iter().position(|name| *name == step) {
            steps.entry(event_id).or_default()[place] = Some(at_us.parse()?);
        }
    }
    Ok(steps)
}

/// Prints how long events took from each step to the next. A message may reach the dispatcher before its confirmation
/// reaches the api; then that leg counts as no time, and the next one from the claim.
fn print_legs(pace: Pace, created: &[Created], arrived: &[Arrival], steps: &Steps) -> Result<(), Error> {
    let (now, epoch) = (Instant::now(), SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?);
    let at_us = |at: Instant| epoch.saturating_sub(now.saturating_duration_since(at)).as_secs_f64() * 1e6;
    let answered: HashMap<u64, Instant> =
        created.iter().map(|created| (created.contact_id, created.answered)).collect();
    let mut legs = vec![Vec::new(); STEPS.len() + 1];
    for arrival in arrived {
        let (Some(answered), Some(of_event)) =
            (answered.get(&arrival.record_id), steps.get(&arrival.webhook_id))
        else {
            continue;
        };
        let mut before = at_us(*answered);
        let ends = of_event.iter().copied().chain([Some(at_us(arrival.at))]);
        for (leg, end) in legs.iter_mut().zip(ends) {
            if let Some(end) = end {
                leg.push(Duration::from_secs_f64((end - before).max(0.0) / 1e6));
                before = before.max(end);
            }
        }
    }
    for (leg, name) in legs.into_iter().zip(STEPS.into_iter().chain(["Arrived"])) {
        println!("{pace:>7}   to {name:<9} {}", leg.into_iter().collect::<Latencies>());
    }
    Ok(())
}
