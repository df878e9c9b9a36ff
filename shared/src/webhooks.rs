//! Webhooks: where they may go, how a request is signed and sent, and when it is tried again.

pub mod client;
pub mod guard;
pub mod headers;
mod redaction;
pub mod retry;
pub mod sender;
pub mod signature;
mod words;
