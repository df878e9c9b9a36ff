//! Tests of the real programs. They are started, killed and stopped as by an operator or a fault, and then what a
//! receiver got is compared with what was committed (invariants I1, I2, I3, I4, I6 and I8). Requests with an
//! `Idempotency-Key` must be carried out only once all the same.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod browser;
#[allow(dead_code, unreachable_pub, reason = "the tests of the api use the rest, too")]
#[path = "../api/support/browser.rs"]
mod browsing;
mod consuming;
mod demo;
mod disks;
mod drill;
mod dumped;
mod embedded;
mod faults;
mod frozen;
mod imports;
mod letters;
mod mail;
#[allow(dead_code, unreachable_pub, reason = "the tests of the api use the rest, too")]
#[path = "../api/support/mail_server.rs"]
mod mail_server;
mod marks;
mod metrics;
mod migrating;
mod moving;
mod once;
mod people;
mod restored;
mod runbook;
mod secrets;
mod stopping;
mod tls;
mod tracing;
mod verifying;
