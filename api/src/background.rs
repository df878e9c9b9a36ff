//! What runs beside the requests: the relay, housekeeping, the operators' port, and in an embedded deployment the dispatcher.

pub mod admin;
pub mod embedded;
pub mod housekeeping;
pub mod relay;
