//! Almoner's benchmarks. Each one starts the release programs on the servers that `deploy/dev bench` provides,
//! measures, prints the figures, and ends with status 1 if a target is missed.
//!
//! A benchmark is one file with its arguments and its `run`. The other files are shared by several benchmarks.

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

mod api;
mod cpu;
mod deliveries;
mod faults;
mod filters;
mod floor;
mod http;
mod import;
mod isolation;
mod latency;
mod list;
mod load;
mod pgbench;
mod process;
mod programs;
mod psql;
mod receiver;
mod receivers;
mod report;
mod scale;
mod slow;
mod soak;
mod visitor;

use bench::Error;
use report::Targets;

/// Almoner's benchmarks; start them with `deploy/dev bench NAME`, which provides the servers
#[derive(Parser)]
#[command(name = "bench")]
struct Cli {
    #[command(subcommand)]
    benchmark: Benchmark,
    #[command(flatten)]
    servers: Servers,
}

#[derive(Subcommand)]
enum Benchmark {
    Api(api::Arguments),
    Deliveries(deliveries::Arguments),
    Faults(faults::Arguments),
    Import(import::Arguments),
    Isolation(isolation::Arguments),
    Latency(latency::Arguments),
    List(list::Arguments),
    Receivers(receivers::Arguments),
    Scale(scale::Arguments),
    Slow(slow::Arguments),
    Soak(soak::Arguments),
}

/// The addresses of the servers, and PostgreSQL's programs.
#[derive(Args, Clone)]
struct Servers {
    /// URL of an empty PostgreSQL database
    #[arg(long, env = "DATABASE_URL", global = true, default_value = "", hide_default_value = true)]
    database_url: String,
    /// URL of RabbitMQ
    #[arg(long, env = "AMQP_URL", global = true, default_value = "", hide_default_value = true)]
    amqp_url: String,
    /// PostgreSQL's client program
    #[arg(long, env = "PSQL", global = true, default_value = "psql")]
    psql: String,
    /// PostgreSQL's benchmark program
    #[arg(long, env = "PGBENCH", global = true, default_value = "pgbench")]
    pgbench: String,
    /// RabbitMQ's process id
    #[arg(long, env = "RABBITMQ_PID", global = true, default_value_t = 0, hide_default_value = true)]
    rabbitmq_pid: u32,
}

impl Servers {
    /// Returns the same without servers: the database is in a file in this folder.
    fn embedded(&self, folder: &Path) -> Self {
        let database_url = format!("sqlite://{}", folder.join("almoner.sqlite").display());
        Self { database_url, amqp_url: String::new(), ..self.clone() }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    shared::crypto::tls::install_crypto_provider();
    match run(Cli::parse()).await {
        Ok(targets) if targets.are_met() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<Targets, Error> {
    let Cli { benchmark, servers } = cli;
    match benchmark {
        // This benchmark starts servers of its own, because it stops them.
        Benchmark::Faults(arguments) => faults::run(&arguments).await,
        _ if servers.database_url.is_empty() => {
            Err("DATABASE_URL is not set: start benchmarks with deploy/dev bench NAME".into())
        }
        Benchmark::Api(arguments) => api::run(&servers, &arguments).await,
        _ if servers.amqp_url.is_empty() => {
            Err("AMQP_URL is not set: start benchmarks with deploy/dev bench NAME".into())
        }
        Benchmark::Deliveries(arguments) => deliveries::run(&servers, &arguments).await,
        Benchmark::Import(arguments) => import::run(&servers, &arguments).await,
        Benchmark::Isolation(arguments) => isolation::run(&servers, &arguments).await,
        Benchmark::Latency(arguments) => latency::run(&servers, &arguments).await,
        Benchmark::Receivers(arguments) => receivers::run(&servers, &arguments).await,
        Benchmark::Scale(arguments) => scale::run(&servers, &arguments).await,
        Benchmark::List(arguments) => list::run(&servers, &arguments).await,
        Benchmark::Slow(arguments) => slow::run(&servers, &arguments).await,
        Benchmark::Soak(arguments) => soak::run(&servers, &arguments).await,
    }
}
