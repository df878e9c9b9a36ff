//! The event log of an account as its readers see it: whether it has changed, and how far back it goes.

pub mod retention;
pub mod revision;
