//! What a program is as a process: its settings, its log, its health and its pace.

pub mod config;
pub mod crash;
pub mod health;
pub mod pace;
pub mod rate_limit;
pub mod secrets_key;
pub mod telemetry;
