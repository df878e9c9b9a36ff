//! What the tests of deployments and `deploy/dev bench` have in common: the real programs on real servers, and faults.

pub mod deployment;

/// What a benchmark, or a deployment, fails with: it is read by a person, once.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
