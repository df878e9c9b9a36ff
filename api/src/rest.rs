//! The operations of the API on records: a body or a query becomes typed input, and the result becomes a response.

mod answer;
pub mod idempotency_key;
pub mod json_body;
pub mod list;
mod operations;
mod related;
mod shown;
pub mod validator;

pub use answer::{IDEMPOTENT_REPLAYED, read as read_response};
pub use json_body::{Beside, JsonBody, PutBody};
pub use operations::{
    create, create_with, create_within, index, put, put_within, read, read_including, update, update_within,
};
