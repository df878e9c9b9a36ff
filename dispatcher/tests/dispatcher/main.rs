//! The dispatcher as receivers and the database see it. Events go in through the queue, real HTTP receivers on the
//! loopback interface get them, and the rows show the results.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod certificates;
mod delivering;
mod deployment;
mod disabling;
mod guarding;
mod hostile;
mod isolating;
mod leasing;
mod metrics;
mod program;
mod receiver;
mod recovering;
mod retrying;
mod sockets;
mod verifying;
mod world;
