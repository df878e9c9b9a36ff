//! Random bytes, keys, secrets at rest and TLS.

pub mod bytes;
pub mod secrets;
pub mod tls;
pub mod user_cipher;
pub mod webhook_cipher;
