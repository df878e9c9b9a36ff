//! Transactions, the outbox and the closed lists of values on both databases, row security, the queue in its two forms, and
//! the guard against the registries of addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod choices;
mod connections;
mod guard;
mod outbox;
mod queue;
mod row_security;
mod transaction;
