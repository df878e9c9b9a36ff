//! The directory of a test: its programs' logs, and all other files that they write.

use std::path::Path;

use tempfile::TempDir;

use crate::Error;

/// A temporary directory. When it is dropped because a test has failed, it prints the logs in it first. Nothing is
/// printed otherwise.
#[derive(Debug)]
pub struct Directory(TempDir);

impl Directory {
    /// Creates a directory.
    pub fn new() -> Result<Self, Error> {
        Ok(Self(tempfile::tempdir()?))
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let entries = std::fs::read_dir(self.path()).into_iter().flatten().flatten();
        let mut logs: Vec<_> = entries.map(|entry| entry.path()).collect();
        logs.retain(|path| path.extension().is_some_and(|extension| extension == "log"));
        logs.sort();
        for path in logs {
            let log = std::fs::read(&path).unwrap_or_default();
            // On standard output, which a test keeps with its own result.
            println!("---- {} ----\n{}", path.display(), String::from_utf8_lossy(&log));
        }
    }
}
