//! The limit of files and sockets that this process may have open.

use rustix::process::{Resource, getrlimit};

/// Returns the limit of open files (`ulimit -n`), or `None` if there is none.
pub fn files_max() -> Option<usize> {
    getrlimit(Resource::Nofile).current.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}
