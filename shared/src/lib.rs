//! The code that Almoner's two programs, the api and the dispatcher, share. It depends on no HTTP framework and on
//! neither of the programs.
//!
//! The modules are layers: a module may use only the modules listed before it.

pub mod error;
pub mod times;

pub mod crypto;
pub mod values;

pub mod database;
pub mod entities;

pub mod webhooks;

pub mod process;
pub mod queue;

pub mod events;

pub use database::{Store, Transaction};
pub use error::Error;
