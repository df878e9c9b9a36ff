//! Servers that have others beside them.

use crate::deployment::Program;
use crate::deployment::cluster::Cluster;
use crate::deployment::pair::Pair;

/// The servers, and two dispatchers.
#[derive(Debug)]
pub(super) struct Replicated {
    pub(super) dispatchers: [Program; 2],
    pub(super) pair: Pair,
    pub(super) cluster: Cluster,
}
