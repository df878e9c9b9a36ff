//! Starts, kills and stops the real programs as an operator or a fault would, and compares what arrives at a receiver
//! with what was committed (invariants I1 to I4, I6 and I8).

use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Error;

mod account;
pub mod backup;
mod cluster;
mod directory;
mod disk;
pub mod faults;
mod pair;
mod programs;
mod proxy;
mod reader;
mod receiver;
mod servers;
mod world;

pub use directory::Directory;
pub use disk::{Disk, copy_folder};
pub use programs::{Program, path_of};
pub use reader::Reader;
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

/// Returns a port that is free now, and never the same one again. The system gives out ports above these by itself, and
/// `deploy/dev` those below, so nobody else takes it before a program listens on it.
pub fn free_port() -> Result<u16, Error> {
    const FIRST: u32 = 30_100;
    const COUNT: u32 = 2600;
    static NEXT: LazyLock<AtomicU32> = LazyLock::new(|| AtomicU32::new(std::process::id().wrapping_mul(61)));
    loop {
        let port = u16::try_from(FIRST + NEXT.fetch_add(1, Ordering::Relaxed) % COUNT)?;
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
}

/// Runs a command, and returns what it prints on standard output, or an error with what it says if it fails.
async fn succeed(command: &mut tokio::process::Command) -> Result<Vec<u8>, Error> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    printed(command, child).await
}

/// Waits for the end of a command whose output is piped, like [`succeed`].
async fn printed(command: &tokio::process::Command, child: tokio::process::Child) -> Result<Vec<u8>, Error> {
    let output = child.wait_with_output().await?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?} ended with {}: {said}", output.status).into())
}

/// Locks a mutex, even if a thread panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
