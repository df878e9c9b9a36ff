//! What the two programs of Almoner have in common: storage, the outbox, the queue's edge, webhook
//! signatures and attempts, configuration and the arithmetic of giving. It knows no HTTP framework and neither
//! of the programs.

pub mod choices;
pub mod clock;
pub mod config;
pub mod crash;
pub mod entities;
pub mod error;
pub mod event_log;
pub mod giving;
pub mod guard;
pub mod headers;
pub mod health;
pub mod ids;
pub mod migrations;
pub mod money;
pub mod outbox;
pub mod pace;
pub mod queue;
pub mod rate_limit;
pub mod related;
pub mod retry;
pub mod revision;
pub mod rows;
pub mod secrets;
pub mod sending;
mod sequences;
pub mod signature;
pub mod store;
pub mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tls;
pub mod trace;
pub mod transaction;

pub use error::Error;
pub use store::Store;
pub use transaction::Transaction;
