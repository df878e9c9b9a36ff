//! What a client can make the server hold or wait for.

use std::time::Duration;

/// The usual most connections.
pub(super) const CONNECTIONS: usize = 4096;

/// What a client may take.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections at once.
    pub connections: usize,
    /// How long a request's line and headers may take.
    pub head: Duration,
    /// How long a connection may be without a request.
    pub idle: Duration,
    /// The least rate at which a body must come, and a response must be taken, in bytes a second.
    pub rate_min: u32,
    /// The time over which the rate is taken, and in which something must move.
    pub window: Duration,
    /// How long requests in flight may take once the server is to stop.
    pub grace: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS,
            head: Duration::from_secs(10),
            idle: Duration::from_mins(1),
            rate_min: 8 * 1024,
            window: Duration::from_secs(30),
            grace: Duration::from_secs(20),
        }
    }
}

impl ServerLimits {
    /// The fewest bytes that may pass in a window.
    pub(super) fn bytes_min(&self) -> u64 {
        // So many bytes in a second are so many seconds' worth of one byte each.
        (self.window * self.rate_min).as_secs()
    }
}
