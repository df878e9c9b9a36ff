//! The HTTP layer: how requests are read and responses are written. Nothing in it knows the database or an account.

pub mod accept;
pub mod body;
pub mod chunks;
pub mod client_address;
pub mod compression;
pub mod conditional;
pub mod csv;
pub mod envelope;
pub mod error;
pub mod failure;
pub mod fixed;
pub mod head;
pub mod headers;
pub mod media_type;
pub mod operation;
pub mod origin;
pub(crate) mod peers;
pub mod prefer;
pub mod query;
pub mod rate_limit;
pub mod recheck;
pub mod request_id;
pub mod request_log;
pub mod request_metrics;
pub mod routes;
pub mod server;
pub mod sign_in_limits;

pub use envelope::Reply;
pub use operation::{Create, Index, Operation, Put, Read, Update};
