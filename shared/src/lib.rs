//! What the two programs of Almoner have in common. It knows no HTTP framework and neither of the programs.
//!
//! The modules are layers: each may use those before it in this list, and none after it.

pub mod error;

pub mod crypto;
pub mod values;

pub mod database;
pub mod entities;

pub mod giving;
pub mod webhooks;

pub mod process;
pub mod queue;

pub mod events;

pub use database::{Store, Transaction};
pub use error::Error;
