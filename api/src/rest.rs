//! The operations of the API on records: a body or a query becomes typed input, and the result becomes a response.

mod answer;
mod exported;
pub mod idempotency_key;
pub mod json_body;
pub mod list;
mod operations;
mod related;
pub mod validator;

pub use answer::IDEMPOTENT_REPLAYED;
pub use json_body::{JsonBody, PutBody};
pub use operations::{create, create_with, index, put, read, update};
