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
pub mod field;
pub mod fields;
pub mod head;
pub mod headers;
pub mod idempotency_key;
pub mod json;
pub mod json_body;
pub mod media_type;
pub mod operation;
pub mod origin;
pub mod query;
pub mod rate_limit;
pub mod record;
pub mod request_id;
pub mod request_log;
pub mod routes;
pub mod schema;
pub mod server;
pub mod sign_in_limits;
pub mod validation;

pub use envelope::Reply;
pub use error::AppError;
pub use field::Patch;
pub use json_body::JsonBody;
pub use operation::{Create, Index, Operation, Payload, Read, Update};
pub use validation::ValidationErrors;
