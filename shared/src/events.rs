//! Events: how they are recorded with their change, and the order in which they can be read.

pub mod epoch;
pub mod include;
pub mod log;
pub mod outbox;
pub mod way;
