//! The real programs, started, killed and stopped as an operator or a fault would, and what arrives at a receiver
//! compared with what was committed (invariants I1 to I4, I6 and I8).

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;

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
pub async fn until(what: &str, within: Duration, condition: impl AsyncFn() -> bool) -> Result<(), Error> {
    let started = Instant::now();
    while !condition().await {
        if started.elapsed() >= within {
            return Err(format!("not within {within:?}: {what}").into());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

/// A port that is free now.
pub fn free_port() -> Result<u16, Error> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Asks a program to succeed.
async fn succeed(command: &mut tokio::process::Command) -> Result<(), Error> {
    let status = command.status().await?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} ended with {status}").into()) }
}

/// What a mutex guards, whatever became of those who held it before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
