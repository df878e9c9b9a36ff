//! The tasks besides the requests: the relay, housekeeping, retention, renames, pledges that change with the day, the
//! readiness check, and in an embedded deployment the dispatcher.

pub mod backlog;
pub mod disk;
pub mod embedded;
pub mod housekeeping;
pub mod readiness;
pub mod relay;
pub mod renames;
pub mod retention;
pub mod terms;
pub mod told;
