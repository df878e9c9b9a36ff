//! The operations of the API on records: a body or a query becomes typed input, and the result becomes a response.

mod answer;
pub mod idempotency_key;
pub mod json_body;
pub mod list;
mod operations;
mod related;
mod shown;
pub mod validator;

pub use answer::IDEMPOTENT_REPLAYED;
pub use json_body::{JsonBody, PutBody};
pub use operations::{create, create_with, index, put, read, read_including, update};
