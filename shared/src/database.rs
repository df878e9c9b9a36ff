//! PostgreSQL or SQLite: connections, transactions, statements and migrations.

pub mod clock;
mod deadline;
mod kept;
mod log;
mod migrations;
mod pool;
pub mod row_security;
pub mod rows;
pub mod schema;
mod sequences;
pub mod statement;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod transaction;

pub use deadline::Snapshot;
pub use pool::Pool;
pub(crate) use store::sqlite_file;
pub use store::{POSTGRES_CONNECTIONS, Store};
pub use transaction::{DeferredInsert, Transaction};
