//! A receiver that answers is not delayed by others (invariant I5): neither by nine webhooks of its account that hang,
//! nor by the backlog of another account.
//!
//! The benchmark creates contacts at a steady rate, and measures the latency at one receiver three times. First the
//! nine others answer, so that the number of deliveries is the same in all measurements. Then the nine others stop
//! answering. Then, with nine other webhooks that answer, another account has a million deliveries due for a slow
//! receiver.

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
/// How long the receiver with the backlog takes to answer.
const SLOW: Duration = Duration::from_millis(100);
/// How long to wait for the end of the attempts in flight. It must be longer than an attempt may take.
const ATTEMPTS_END_WITHIN: Duration = Duration::from_mins(1);

/// One webhook's latency while nine others hang, and while another account has a long backlog
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts to create per second
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many seconds each of the three measurements takes; must be longer than an attempt's deadline of 15 s
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
    slow.rest();
    let start = Instant::now();
    let backlog = webhooks.measure(arguments).await?;
    let drained = per_second(slow.rest().len(), start.elapsed());
    println!("backlog  {backlog}; meanwhile {drained:.0}/s of it are delivered");
    api.stop().await?;
    dispatcher.stop().await?;

    let mut targets = Targets::default();
    let times = |latencies: &Latencies| latencies.percentile_ms(99) / alone.percentile_ms(99);
    targets.at_most("p99 while nine others hang, by p99 alone", times(&hanging), TIMES_ALONE, "");
    targets.at_most("p99 beside another account's backlog, by p99 alone", times(&backlog), TIMES_ALONE, "");
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
