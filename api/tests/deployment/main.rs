//! The real programs, started, killed and stopped as an operator or a fault would, and what arrives at a receiver
//! compared with what was committed (invariants I1, I2, I3, I4, I6 and I8); and requests with an
//! `Idempotency-Key`, which are carried out once all the same.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod disks;
mod faults;
mod imports;
mod once;
mod stopping;
mod tracing;
mod verifying;
