//! The memory of the api does not grow with the requests it has answered. Contacts and gifts are created and read at a
//! steady rate, beside requests for records that do not exist and bodies that are not valid.
//!
//! No request asks for a sum of gifts: the gifts that an api keeps for sums have a limit of their own (128 MiB), and would
//! hide a smaller growth.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::load::Client;
use crate::process::{self, Api};
use crate::receiver::record_id;
use crate::report::{Targets, mebibytes, median};
use crate::{Error, Servers};

/// How much the resident memory may grow in the last third, in MiB.
const GROWTH_MIB: f64 = 1.0;
/// How many figures a third of the run has.
const SAMPLES: u32 = 30;
/// How many figures make up the one at the start and the one at the end of the last third: the median of them.
const ENDS: usize = 6;
/// How many requests may wait for an answer at once.
const WAITING_MAX: usize = 64;

/// The memory of the api under a steady load of creates, reads and refused requests
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many minutes to go on
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    minutes: u32,
    /// How many requests to send per second
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// Measure the embedded default: one process on SQLite, without RabbitMQ
    #[arg(long)]
    embedded: bool,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let folder = tempfile::tempdir()?;
    let mut servers = servers.clone();
    if arguments.embedded {
        servers = servers.embedded(folder.path());
    }
    let account = process::prepare(&servers).await?;
    let api = Api::start(&servers).await?;
    let client = Client::new(&api, &account);
    let known = Arc::new(Known::default());

    let mut memory = Vec::new();
    let sample_every = Duration::from_mins(arguments.minutes.into()) / (3 * SAMPLES);
    let mut clock = interval(Duration::from_secs(1) / arguments.rate);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (start, mut requests, mut sent) = (Instant::now(), JoinSet::new(), 0);
    while memory.len() < 3 * SAMPLES as usize {
        clock.tick().await;
        while let Some(answered) = requests.try_join_next() {
            answered??;
        }
        if requests.len() < WAITING_MAX {
            requests.spawn(send(client.clone(), known.clone(), sent));
            sent += 1;
        }
        let due = u32::try_from(memory.len())? + 1;
        if start.elapsed() >= sample_every * due {
            memory.push(api.memory()?);
            if due % SAMPLES == 0 {
                println!(
                    "{:>7.1} min  {sent} requests, {:.1} MiB",
                    start.elapsed().as_secs_f64() / 60.0,
                    mebibytes(median(memory[memory.len() - ENDS..].iter().copied()))
                );
            }
        }
    }
    for answered in requests.join_all().await {
        answered?;
    }
    api.stop().await?;

    let last = &memory[2 * SAMPLES as usize..];
    let [from, to] =
        [&last[..ENDS], &last[last.len() - ENDS..]].map(|end| mebibytes(median(end.iter().copied())));
    println!("created  {} contacts and gifts", known.created.load(Ordering::Relaxed));
    println!(
        "memory   {:.1} MiB at the start, {from:.1} → {to:.1} MiB in the last third",
        mebibytes(memory[0])
    );
    let mut targets = Targets::default();
    targets.at_most("growth in the last third", to - from, GROWTH_MIB, " MiB");
    Ok(targets)
}

/// The newest records, for the requests that read one.
#[derive(Default)]
struct Known {
    contact_id: AtomicU64,
    gift_id: AtomicU64,
    created: AtomicU64,
}

/// Sends the request number `n` of the mix, and checks the status of its answer.
async fn send(client: Client, known: Arc<Known>, n: u64) -> Result<(), Error> {
    let (contact_id, gift_id) =
        (known.contact_id.load(Ordering::Relaxed), known.gift_id.load(Ordering::Relaxed));
    let read = |kind: &str, id: u64| {
        (format!("GET /{kind}/{id}"), String::new(), if id == 0 { "404" } else { "200" })
    };
    let create = |kind: &str, body: String| (format!("POST /{kind}"), body, "201");
    let (target, body, status) = match n % 10 {
        0 | 4 => create("contacts", contact(n)),
        2 | 6 => create("gifts", gift(contact_id)),
        1 | 5 => read("contacts", contact_id),
        3 => read("gifts", gift_id),
        7 => ("GET /contacts?limit=20".to_owned(), String::new(), "200"),
        8 => (format!("GET /gifts/{}", u64::from(u32::MAX) + n), String::new(), "404"),
        _ => ("POST /contacts".to_owned(), format!(r#"{{"contact_status":"{n}"}}"#), "422"),
    };
    let answer = client.ask(&target, &body).await?;
    if answer.status() != status {
        return Err(format!("{target} was answered by {}, not {status}", answer.first_line()).into());
    }
    if status == "201" {
        let newest = if target.ends_with("contacts") { &known.contact_id } else { &known.gift_id };
        newest.store(record_id(&answer.body)?, Ordering::Relaxed);
        known.created.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

fn contact(n: u64) -> String {
    format!(
        r#"{{"contact_status":"donor","contact_lname":"Lovelace {n}","emails":[{{"email_address":"ada-{n}@example.org"}}],"tags":["volunteer"]}}"#
    )
}

fn gift(contact_id: u64) -> String {
    if contact_id == 0 {
        return r#"{"gift_amount":50}"#.to_owned();
    }
    format!(r#"{{"gift_amount":50,"contact_id":{contact_id}}}"#)
}
