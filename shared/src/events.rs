//! Events: how they are recorded with their change, the order in which they can be read, and how far back they go.

pub mod epoch;
pub mod log;
pub mod outbox;
pub mod retention;
pub mod revision;
pub mod way;
