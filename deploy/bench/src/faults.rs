//! No event is lost in any crash, and no restored backup misleads a client. Every fault happens several times under
//! load, and the arrivals are compared with the committed events.

use std::time::Instant;

use bench::Error;
use bench::deployment::faults::{Fault, Place, Random, Row, Suite};
use clap::Args;

use crate::report::Targets;

/// Faults under load: no event is lost, none arrives that was not committed, and no more arrive twice than were in
/// flight
#[derive(Args)]
pub(crate) struct Arguments {
    /// How many events to create in all, at least
    #[arg(long, default_value_t = 20_000)]
    events: usize,
    /// How many faults in all; there is at least one of each kind
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// How many faults of each kind happen in a round of their own; by default they are three quarters of all faults
    #[arg(long)]
    alone: Option<usize>,
    /// Only faults whose names contain this text
    #[arg(long, default_value = "")]
    only: String,
    /// Faults of a PostgreSQL with a standby and of a RabbitMQ cluster of three, too; by default only if --only names some
    #[arg(long)]
    replicated: bool,
    /// Seed of an earlier run, to repeat its random choices
    #[arg(long)]
    seed: Option<u64>,
}

/// Runs the benchmark. Three quarters of the faults happen in rounds of one kind each. The rest happen in one last
/// round, mixed at random, without waiting for the events in flight in between. The kinds that happen to replicated servers
/// or to an embedded deployment have a last round of their own.
pub(crate) async fn run(arguments: &Arguments) -> Result<Targets, Error> {
    let began = Instant::now();
    let seed = arguments.seed.unwrap_or_else(|| u64::from(std::process::id()));
    println!("seed {seed}");
    let mut random = Random::new(seed);
    let mut kinds = Fault::all();
    kinds.retain(|kind| kind.to_string().contains(&arguments.only));
    let replicated = arguments.replicated || !arguments.only.is_empty();
    kinds.retain(|kind| replicated || kind.place() != Place::Replicated);
    if kinds.is_empty() {
        return Err(format!("no fault's name contains {:?}", arguments.only).into());
    }
    random.shuffle(&mut kinds);
    // These come first, because a restore takes the longer the more there is in the database.
    kinds.sort_by_key(|kind| !kind.is_restore());
    let each = arguments.alone.unwrap_or((arguments.kills * 3 / 4 / kinds.len()).max(1));
    // Some take most of a minute, so there are a third as many.
    let alone = |kind: Fault| if kind.is_long() { each.div_ceil(3) } else { each };
    let share = |kind: Fault| if kind.is_long() { 1 } else { 3 };
    let left = arguments.kills.saturating_sub(kinds.iter().map(|kind| alone(*kind)).sum());
    let shares: usize = kinds.iter().map(|kind| share(*kind)).sum();
    let events = arguments.events / (kinds.len() + 2);

    let mut targets = Targets::default();
    let mut total = Row { name: "all".to_owned(), ..Row::default() };
    let mut delays = Vec::new();
    print_head();
    for (place, mixed) in [
        (Place::Servers, "any of these"),
        (Place::Replicated, "replicated: any of these"),
        (Place::Embedded, "embedded: any of these"),
    ] {
        let kinds: Vec<_> = kinds.iter().copied().filter(|kind| kind.place() == place).collect();
        if kinds.is_empty() {
            continue;
        }
        if each > 0 {
            let mut suite = Suite::start_at(place, random.clone()).await?;
            for kind in &kinds {
                let row = print(suite.round(kind, &vec![*kind; alone(*kind)], events).await?);
                delays.extend(kind.delay_max().map(|max| (row.name.clone(), row.longest, max)));
                total.add(row);
            }
        }
        let pool: Vec<_> = kinds.iter().flat_map(|kind| vec![*kind; share(*kind)]).collect();
        let count = (left * pool.len()).div_ceil(shares);
        let any: Vec<_> = (0..count).map(|_| pool[random.below(pool.len())]).collect();
        if count > 0 {
            // On servers of its own, with an empty database.
            total.add(print(Suite::start_at(place, random.clone()).await?.round(mixed, &any, events).await?));
        }
    }
    let total = print(total);
    println!("{:.0} s", began.elapsed().as_secs_f64());

    let Row { lost, unexpected, duplicates, duplicates_max, .. } = total;
    targets.require(format_args!("{lost} events lost, none allowed"), lost == 0);
    targets.require(format_args!("{unexpected} events unexpected, none allowed"), unexpected == 0);
    let what = format_args!("{duplicates} duplicates, {duplicates_max} were in flight");
    targets.require(what, duplicates <= duplicates_max);
    for (kind, longest, max) in delays {
        targets.at_most(&format!("longest, {kind}"), longest.as_secs_f64(), max.as_secs_f64(), " s");
    }
    targets.require("every check of every round", total.problems.is_empty());
    Ok(targets)
}

fn print_head() {
    println!(
        "{:32} {:>5} {:>9} {:>8} {:>10} {:>9} {:>4} {:>10} {:>7}",
        "fault", "count", "committed", "received", "duplicates", "in flight", "lost", "unexpected", "longest"
    );
}

fn print(row: Row) -> Row {
    let Row {
        name,
        count,
        committed,
        received,
        duplicates,
        duplicates_max,
        lost,
        unexpected,
        longest,
        problems,
    } = &row;
    let longest = longest.as_secs_f64();
    println!(
        "{name:32} {count:5} {committed:9} {received:8} {duplicates:10} {duplicates_max:9} {lost:4} {unexpected:10} \
         {longest:5.1} s"
    );
    for problem in problems.iter().take(10) {
        println!("    {problem}");
    }
    row
}
