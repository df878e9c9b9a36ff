//! Code that the deployment tests and `deploy/dev bench` share: the real programs on real servers, and faults.

pub mod deployment;

/// The error of a benchmark or a deployment: a text for a person to read.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
