//! What every resource needs of HTTP: the envelope, errors, the caller, bodies, fields, lists
//! and conditional requests.

pub mod auth;
pub mod body;
pub mod compression;
pub mod conditional;
pub mod csv;
pub mod envelope;
pub mod error;
pub mod fields;
pub mod list;
pub mod operations;
pub mod query;
pub mod rate_limit;
pub mod record;
pub mod schema;
pub mod server;
pub mod shell;

pub use auth::Caller;
pub use body::{Draft, Patch, Problems};
pub use envelope::{Create, Index, Operation, Payload, Read, Reply, Update};
pub use error::AppError;
