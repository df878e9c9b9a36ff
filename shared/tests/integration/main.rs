//! The outbox on both databases, and the queue in its two forms.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod outbox;
mod queue;
