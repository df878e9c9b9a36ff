//! Slow clients do not delay other clients. Thousands of connections send a request line and then a header now and then
//! (slowloris), and one client reads a long list at 1 KB/s. Meanwhile, contacts are created at a steady rate.
//!
//! The slow clients run on a thread of their own. The api must cut off both kinds in time. A slow connection that was
//! cut off is opened again, so that their number stays the same.
//!
//! Then strangers send large and slow forms (`forms`), which must not fill the api's memory.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt, Interest};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::load::{Client, Created};
use crate::process::{self, Account, Api};
use crate::report::{Latencies, Targets, mebibytes};
use crate::{Error, Servers, psql};

mod forms;

/// How many times longer the 99th percentile may be than without slow clients.
const TIMES_ALONE: f64 = 2.0;
/// How much the slow clients may add to the api's resident memory, in MiB: some 40 KiB for each of 2,000, and the list.
const MEMORY_MIB: f64 = 96.0;
/// The latest moment at which a slow head and a slow reader must be cut off, in seconds. The api's limits are 10 s for
/// a head, and 30 s for a reader from when all buffers are full.
const HEAD_S: f64 = 11.0;
const READER_S: f64 = 45.0;
/// How often a slow connection sends a header, and how often the slow reader reads.
const EVERY: Duration = Duration::from_secs(1);
/// How many bytes the slow reader reads at once.
const READ: usize = 1000;
/// How long to wait for a client to be cut off before giving up.
const NEVER: Duration = Duration::from_mins(2);

/// The latency of requests beside 2,000 slow connections and a client that reads a list at 1 KB/s
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many slow connections to keep open
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// How many contacts the list has
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    contacts: u32,
    /// How many contacts to create per second
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// How many seconds each of the two measurements takes
    #[arg(long, default_value_t = 45, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Send only the forms of strangers
    #[arg(long)]
    only_forms: bool,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let mut targets = Targets::default();
    if !arguments.only_forms {
        be_slow_beside_others(servers, arguments, &account, &mut targets).await?;
    }
    let api = Api::start(servers).await?;
    forms::run(&api, &mut targets).await?;
    api.stop().await?;
    Ok(targets)
}

async fn be_slow_beside_others(
    servers: &Servers,
    arguments: &Arguments,
    account: &Account,
    targets: &mut Targets,
) -> Result<(), Error> {
    let variables: [(&str, &dyn ToString); 2] =
        [("account_id", &account.account_id), ("contacts", &arguments.contacts)];
    let stored = psql::run(servers, include_str!("list.sql"), &variables).await?;
    println!("stored   {stored}");
    let api = Api::start(servers).await?;
    let client = Client::new(&api, account);
    client.create_at_rate(arguments.rate, 5).await?;

    let alone = latencies(&client.create_at_rate(arguments.rate, arguments.seconds).await?);
    println!("alone    {alone}");
    let memory = api.watch_memory()?;
    let (address, request, count) = (api.address(), request(account), arguments.connections);
    let end = Instant::now() + Duration::from_secs(arguments.seconds.into());
    let slow = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(be_slow(address, &request, count, end))
    });
    let beside = latencies(&client.create_at_rate(arguments.rate, arguments.seconds).await?);
    println!("beside   {beside}");
    let Cut { heads, reader: (read, reader_end) } = slow.await??;
    let memory = memory.end()?;
    api.stop().await?;

    let longest = heads.iter().max().copied().unwrap_or_default();
    let shortest = heads.iter().min().copied().unwrap_or_default();
    println!(
        "heads    {} cut off, after {:.1} to {:.1} s",
        heads.len(),
        shortest.as_secs_f64(),
        longest.as_secs_f64()
    );
    println!("reader   cut off after {:.1} s and {read} bytes", reader_end.as_secs_f64());
    println!("memory   {:.1} → {:.1} MiB", mebibytes(memory.before), mebibytes(memory.peak));

    let times = beside.percentile_ms(99) / alone.percentile_ms(99);
    targets.at_most("p99 beside slow clients, by p99 alone", times, TIMES_ALONE, "");
    targets.at_most(
        "memory that slow clients add to the api",
        mebibytes(memory.growth()),
        MEMORY_MIB,
        " MiB",
    );
    targets.at_most("longest time of a slow head", longest.as_secs_f64(), HEAD_S, " s");
    targets.at_most("time of a slow reader", reader_end.as_secs_f64(), READER_S, " s");
    Ok(())
}

fn latencies(created: &[Created]) -> Latencies {
    created.iter().map(|created| created.answered - created.sent).collect()
}

fn request(account: &Account) -> String {
    format!(
        "GET /api/v1/contacts HTTP/1.1\r\nHost: almoner\r\nAuthorization: Bearer {}\r\n\r\n",
        account.api_key
    )
}

/// When the api cut off the slow clients.
struct Cut {
    /// How long the api waited for each head.
    heads: Vec<Duration>,
    /// How many bytes the reader had read when it was cut off, and after how long that was.
    reader: (usize, Duration),
}

async fn be_slow(address: SocketAddr, request: &str, count: u32, end: Instant) -> Result<Cut, Error> {
    let mut connections = JoinSet::new();
    for n in 0..count {
        connections.spawn(async move {
            // Spread the connections over the time between two headers, so that they do not all send at once.
            sleep(EVERY * n / count).await;
            send_slowly_until(address, end).await
        });
    }
    let reader = read_slowly(address, request).await?;
    let heads = connections.join_all().await.into_iter().collect::<Result<Vec<_>, Error>>()?.concat();
    Ok(Cut { heads, reader })
}

/// Sends heads slowly, on one connection after the other. Returns how long the api kept each connection open.
async fn send_slowly_until(address: SocketAddr, end: Instant) -> Result<Vec<Duration>, Error> {
    let mut kept = Vec::new();
    while Instant::now() < end {
        let start = Instant::now();
        let (mut reader, mut writer) = TcpStream::connect(address).await?.into_split();
        let send = async {
            let mut sent = writer.write_all(b"GET /api/v1/contacts HTTP/1.1\r\nHost: almoner\r\n").await;
            while sent.is_ok() {
                sleep(EVERY).await;
                sent = writer.write_all(b"X-Slow: 1\r\n").await;
            }
            // A write has failed, because the connection is closed. Leave it to the reader to see the end.
            std::future::pending::<()>().await;
        };
        let mut answer = Vec::new();
        tokio::select! {
            // A reset also ends the connection.
            _ = timeout(NEVER, reader.read_to_end(&mut answer)) => {}
            () = send => {}
        }
        kept.push(start.elapsed());
    }
    Ok(kept)
}

/// Reads a list slowly until the api breaks it off. Returns how many bytes it had read, and how long that took.
async fn read_slowly(address: SocketAddr, request: &str) -> Result<(usize, Duration), Error> {
    let start = Instant::now();
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let (mut read, mut buffer) = (0, [0; READ]);
    // Watch for the reset of the connection, because the system still has buffered bytes to read after the api has
    // ended it.
    while timeout(EVERY, stream.ready(Interest::ERROR)).await.is_err() && start.elapsed() < NEVER {
        match stream.try_read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => read += count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
    Ok((read, start.elapsed()))
}
