//! A receiver that answers is not delayed by others (invariant I5): neither by nine webhooks of its account that hang,
//! nor by the backlog of another account, nor by hundreds of receivers that succeed, but slowly. Beside those, a failing
//! receiver is tried again in time.
//!
//! The benchmark creates contacts at a steady rate, and measures the latency at one receiver five times. First the nine
//! others answer, so that the number of deliveries is the same in all measurements. Then the nine others stop answering.
//! Then, with nine other webhooks that answer, another account has a million deliveries due for a slow receiver. Then a
//! receiver of another account needs a second for each answer, and gets as many attempts at once as it may. Last, six other
//! accounts have 50 webhooks each, all with a backlog for receivers that take 14 s for an answer.

use std::time::{Duration, Instant};

use crate::deliveries::since;
use crate::load::Client;
use crate::process::{self, Api, Dispatcher};
use crate::receiver::{Manner, Receiver};
use crate::report::{Latencies, Targets, per_second};
use crate::{Error, Servers, psql};

/// How many times longer the 99th percentile may be than without a disturbance.
const TIMES_ALONE: f64 = 2.0;
const WEBHOOKS: usize = 10;
/// How many connections create the contacts of another account.
const CONNECTIONS: u32 = 16;
/// How long the receiver with the backlog takes to answer.
const SLOW: Duration = Duration::from_millis(100);
/// The accounts whose receivers are very slow but succeed, and how many webhooks each has.
const SLOW_ACCOUNTS: usize = 6;
const SLOW_WEBHOOKS: usize = 50;
/// How long these receivers take: almost as long as an attempt may take.
const VERY_SLOW: Duration = Duration::from_secs(14);
/// How many deliveries each of these webhooks has to begin with, which takes it longer than the measurement.
const SLOW_DELIVERIES: usize = 20;
/// How many attempts at these receivers are in flight before the measurement begins: as many as there may be.
const SLOW_IN_FLIGHT: usize = 512;
/// How long a receiver takes that succeeds slowly, and gets as many attempts at once as it may: this many.
const SECOND: Duration = Duration::from_secs(1);
const AT_ONCE: u32 = 128;
/// How many seconds it takes at most until it gets them.
const GROWN_AFTER: u32 = 15;
/// How soon a failing receiver gets its first retry: 5 s and a fifth, and as much as two polls take.
const RETRY_WITHIN_S: f64 = 7.0;
/// How long to wait for the end of the attempts in flight. It must be longer than an attempt may take.
const ATTEMPTS_END_WITHIN: Duration = Duration::from_mins(1);

/// One webhook's latency while nine others hang, and while another account has a long backlog
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts to create per second
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many seconds each of the five measurements takes; must be longer than an attempt's deadline of 15 s
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// How many due deliveries the other account has
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    backlog: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let (api, dispatcher) = (Api::start(servers).await?, Dispatcher::start(servers).await?);

    let mut webhooks = Webhooks::register(Client::new(&api, &account)).await?;
    let alone = webhooks.measure(arguments).await?;
    println!("alone    {alone}");
    webhooks.change_others(Manner::Hang);
    let hanging = webhooks.measure(arguments).await?;
    println!("hanging  {hanging}");
    webhooks.disable_others().await?;
    await_attempts(servers).await?;

    let other = process::create_account(servers, "backlog").await?;
    let mut slow = Receiver::start(Manner::AnswerAfter(SLOW)).await?;
    let webhook_id = Client::new(&api, &other).register(&slow.url()).await?;
    let account = process::create_account(servers, "healthy").await?;
    let mut webhooks = Webhooks::register(Client::new(&api, &account)).await?;
    let start = Instant::now();
    let variables: [(&str, &dyn ToString); 3] =
        [("account_id", &other.account_id), ("webhook_id", &webhook_id), ("deliveries", &arguments.backlog)];
    psql::run(servers, include_str!("isolation.sql"), &variables).await?;
    println!("stored   {} deliveries, in {:.1} s", arguments.backlog, start.elapsed().as_secs_f64());
    // From now on the backlog is being delivered.
    slow.collect(1).await?;
    let start = Instant::now();
    let backlog = webhooks.measure(arguments).await?;
    let drained = per_second(slow.rest().len(), start.elapsed());
    println!("backlog  {backlog}; meanwhile {drained:.0}/s of it are delivered");
    Client::new(&api, &other).disable(webhook_id).await?;

    let mut steady = Receiver::start(Manner::AnswerAfter(SECOND)).await?;
    let other = process::create_account(servers, "steady").await?;
    let other = Client::new(&api, &other);
    let webhook_id = other.register(&steady.url()).await?;
    other.create_at_full_speed(AT_ONCE * (arguments.seconds + GROWN_AFTER), CONNECTIONS).await?;
    steady.collect((AT_ONCE * GROWN_AFTER / 2) as usize).await?;
    let start = Instant::now();
    let beside_steady = webhooks.measure(arguments).await?;
    let delivered = per_second(steady.rest().len(), start.elapsed());
    println!(
        "steady   {beside_steady}; meanwhile {delivered:.0}/s are delivered to a receiver that needs a second"
    );
    other.disable(webhook_id).await?;

    let mut slow = SlowReceivers::start(servers, &api).await?;
    let account = process::create_account(servers, "failing").await?;
    let client = Client::new(&api, &account);
    let mut failing = Receiver::start(Manner::Refuse).await?;
    client.register(&failing.url()).await?;
    let (retried, beside_slow) = tokio::join!(
        async {
            client.create().await?;
            let attempts = failing.collect(2).await?;
            Ok::<_, Error>(attempts[1].at - attempts[0].at)
        },
        webhooks.measure(arguments)
    );
    let (retried, beside_slow) = (retried?, beside_slow?);
    let arrived = per_second(slow.receiver.rest().len(), slow.since.elapsed());
    println!(
        "slow     {beside_slow}; meanwhile {arrived:.1}/s of theirs are begun, and a retry after {retried:.1?}"
    );
    api.stop().await?;
    dispatcher.stop().await?;

    let mut targets = Targets::default();
    let times = |latencies: &Latencies| latencies.percentile_ms(99) / alone.percentile_ms(99);
    targets.at_most("p99 while nine others hang, by p99 alone", times(&hanging), TIMES_ALONE, "");
    targets.at_most("p99 beside another account's backlog, by p99 alone", times(&backlog), TIMES_ALONE, "");
    let what = "p99 beside a receiver that needs a second and gets all it may, by p99 alone";
    targets.at_most(what, times(&beside_steady), TIMES_ALONE, "");
    targets.at_most("p99 beside 300 slow webhooks, by p99 alone", times(&beside_slow), TIMES_ALONE, "");
    let what = "time to the first retry at a failing receiver beside them";
    targets.at_most(what, retried.as_secs_f64(), RETRY_WITHIN_S, " s");
    Ok(targets)
}

/// The webhooks of an account. Each has a receiver of its own.
struct Webhooks {
    client: Client,
    healthy: Receiver,
    others: Vec<(u64, Receiver)>,
}

impl Webhooks {
    /// Registers webhooks whose receivers all answer, and waits for the deliveries of a first few events.
    async fn register(client: Client) -> Result<Self, Error> {
        let mut healthy = Receiver::start(Manner::Answer).await?;
        client.register(&healthy.url()).await?;
        let mut others = Vec::new();
        for _ in 1..WEBHOOKS {
            let receiver = Receiver::start(Manner::Answer).await?;
            others.push((client.register(&receiver.url()).await?, receiver));
        }
        let first = client.create_at_rate(10, 2).await?;
        healthy.collect(first.len()).await?;
        Ok(Self { client, healthy, others })
    }

    fn change_others(&self, manner: Manner) {
        for (_, receiver) in &self.others {
            receiver.change(manner);
        }
    }

    async fn disable_others(&self) -> Result<(), Error> {
        for (webhook_id, _) in &self.others {
            self.client.disable(*webhook_id).await?;
        }
        Ok(())
    }

    /// Measures how long events take from their commits to the healthy receiver.
    async fn measure(&mut self, arguments: &Arguments) -> Result<Latencies, Error> {
        let created = self.client.create_at_rate(arguments.rate, arguments.seconds).await?;
        let arrived = self.healthy.collect(created.len()).await?;
        since(&created, &arrived, |created| created.answered)
    }
}

/// The receivers that succeed slowly, of several accounts.
struct SlowReceivers {
    receiver: Receiver,
    since: Instant,
}

impl SlowReceivers {
    /// Registers the webhooks, gives each its backlog, and waits until as many attempts as possible are in flight.
    async fn start(servers: &Servers, api: &Api) -> Result<Self, Error> {
        let mut receiver = Receiver::start(Manner::AnswerAfter(VERY_SLOW)).await?;
        let mut clients = Vec::new();
        for n in 0..SLOW_ACCOUNTS {
            let client = Client::new(api, &process::create_account(servers, &format!("slow{n}")).await?);
            for _ in 0..SLOW_WEBHOOKS {
                client.register(&receiver.url()).await?;
            }
            clients.push(client);
        }
        let since = Instant::now();
        for client in clients {
            for _ in 0..SLOW_DELIVERIES {
                client.create().await?;
            }
        }
        receiver.collect(SLOW_IN_FLIGHT).await?;
        Ok(Self { receiver, since })
    }
}

/// Waits until no attempt is in flight.
async fn await_attempts(servers: &Servers) -> Result<(), Error> {
    let query = "SELECT count(*) FROM deliveries WHERE delivery_status = 'pending' AND lease_id IS NOT NULL";
    let deadline = Instant::now() + ATTEMPTS_END_WITHIN;
    while psql::run(servers, query, &[]).await? != "0" {
        if Instant::now() > deadline {
            return Err(format!("attempts are still in flight after {ATTEMPTS_END_WITHIN:?}").into());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}
