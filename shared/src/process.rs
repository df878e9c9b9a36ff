//! The parts of a running program: its settings, its log, its health check and the pace of its work.

pub mod address;
pub mod admin;
pub mod backoff;
pub mod config;
pub mod crash;
pub mod files;
pub mod health;
pub mod metrics;
pub mod pace;
pub mod pages;
pub mod private;
#[cfg(target_os = "linux")]
mod process_metrics;
pub mod rate_limit;
pub mod retention;
pub mod secrets_key;
pub mod signals;
pub mod spans;
pub mod systemd;
pub mod telemetry;
pub mod terminal;
pub mod variables;
