//! Limits on the connections and the time that clients can take.

use std::io;
use std::time::Duration;

use crate::times::{CLIENT_WINDOW, FIRST_REQUEST_MAX, GRACE};

/// The default limit of connections.
pub(super) const CONNECTIONS: usize = 4096;

/// The part of all connections that one address may have: one in this many.
pub(super) const SHARE: usize = 4;

/// The largest request line with all headers, in bytes.
pub(super) const HEAD_MAX: usize = 32 * 1024;
/// The most headers of a request. It is the limit of hyper, which can be raised only at the cost of memory for each
/// request.
pub(super) const HEADERS_MAX: usize = 100;

/// The limits of the server.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections at once.
    pub connections: usize,
    /// The most connections of one address at once, or of one /48 in IPv6.
    pub connections_of_one: usize,
    /// How long a request's line and headers may take to arrive.
    pub head: Duration,
    /// How long a connection may wait for its next request.
    pub idle: Duration,
    /// The lowest rate at which a client must send a body and read a response, in bytes a second.
    pub rate_min: u32,
    /// The window over which the rate is measured. A client must not pause for longer than this either.
    pub window: Duration,
    /// How long requests in flight may still take after the server was told to stop.
    pub grace: Duration,
    /// How long a connection that was made before the stop may still take to send its first request.
    pub first_request: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS,
            connections_of_one: CONNECTIONS / SHARE,
            head: Duration::from_secs(10),
            idle: Duration::from_mins(1),
            rate_min: 8 * 1024,
            window: CLIENT_WINDOW,
            grace: GRACE,
            first_request: FIRST_REQUEST_MAX,
        }
    }
}

impl ServerLimits {
    /// Makes the usual limits for this number of connections.
    pub fn of_connections(connections: usize) -> Self {
        Self { connections, connections_of_one: connections.div_ceil(SHARE), ..Self::default() }
    }

    /// Returns the error of a body that comes too slowly.
    pub fn too_slow(&self) -> io::Error {
        let Self { rate_min, window, .. } = self;
        let window = humantime::format_duration(*window);
        let rule = format!(
            "the body must come without a pause of {window}, and at {rate_min} bytes a second or more"
        );
        io::Error::new(io::ErrorKind::TimedOut, rule)
    }

    /// Returns the fewest bytes that must pass in a window.
    pub(super) fn bytes_min(&self) -> u64 {
        // Multiplied by the rate, the seconds of the window become a number of bytes.
        (self.window * self.rate_min).as_secs()
    }
}
