//! What every resource needs of HTTP: the envelope, errors, bodies, fields, lists
//! and conditional requests.

pub mod body;
pub mod chunks;
pub mod compression;
pub mod conditional;
pub mod csv;
pub mod envelope;
pub mod error;
pub mod fields;
pub mod operations;
pub mod query;
pub mod rate_limit;
pub mod record;
pub mod request_log;
pub mod schema;
pub mod server;

pub use body::{Draft, Patch, Problems};
pub use envelope::{Create, Index, Operation, Payload, Read, Reply, Update};
pub use error::AppError;
