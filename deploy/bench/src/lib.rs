//! What the tests of deployments and `deploy/dev bench faults` have in common: the real programs on real servers, and
//! faults.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "it belongs to tests: what cannot go on has failed"
)]

pub mod deployment;
