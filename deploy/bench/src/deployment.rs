//! The real programs, started, killed and stopped as an operator or a fault would, and what arrives at a receiver
//! compared with what was committed (invariants I1 to I4, I6 and I8).

use std::time::{Duration, Instant};

pub mod faults;
mod programs;
mod receiver;
mod servers;
mod world;

pub use programs::{Program, path_of};
pub use receiver::{Received, Receiver};
pub use servers::Server;
pub use world::{Answer, World};

/// Waits for a condition.
pub async fn until(what: &str, within: Duration, condition: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !condition().await {
        assert!(started.elapsed() < within, "not within {within:?}: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A port that is free now.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
