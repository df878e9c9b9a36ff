//! A small disk, which a test can fill, and the files of an embedded database on it.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::Error;

/// The name of the file that takes up the free space.
const FILLER: &str = "filler";

/// The size of a page of memory, and so of a block of the disk.
const PAGE: usize = 4096;

/// A small file system in the user and mount namespace of a process of its own. It needs no privileges, and ends with
/// that process.
#[derive(Debug)]
pub struct Disk {
    /// Its path for programs that are started through [`entering`](Self::entering).
    pub directory: PathBuf,
    pid: String,
    _holder: Child,
}

impl Disk {
    /// Mounts a disk in a new directory. `size` is as `mount` takes it, such as `12m`.
    pub async fn mount(directory: PathBuf, size: &str) -> Result<Self, Error> {
        fs::create_dir(&directory)?;
        let mut holder = Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-c"])
            .arg(r#"mount -t tmpfs -o "size=$1" tmpfs "$0" && echo mounted && exec sleep infinity"#)
            .arg(&directory)
            .arg(size)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let (pid, stdout) = holder.id().zip(holder.stdout.take()).ok_or("the holder runs, and is piped")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).await?;
        if line != "mounted\n" {
            return Err("a user may not mount a file system in a namespace of its own".into());
        }
        Ok(Self { directory, pid: pid.to_string(), _holder: holder })
    }

    /// Returns the command through which a program is started that is to see the disk.
    pub fn entering(&self) -> Vec<String> {
        let command = ["nsenter", "--target", &self.pid, "--user", "--mount", "--preserve-credentials"];
        command.map(str::to_owned).to_vec()
    }

    /// Returns the path of its files for programs that do not see the disk. SQLite does not open files there, because
    /// it resolves the symbolic links in the path itself.
    pub fn outside(&self) -> PathBuf {
        let directory = self.directory.strip_prefix("/").unwrap_or(&self.directory);
        Path::new("/proc").join(&self.pid).join("root").join(directory)
    }

    /// Takes up the free space but for some bytes, in whole pages.
    pub fn fill(&self, left: usize) -> Result<(), Error> {
        let mut file = File::create(self.outside().join(FILLER))?;
        let mut size: usize = 0;
        loop {
            match file.write(&[0; PAGE]) {
                Ok(written) => size += written,
                Err(error) if error.kind() == ErrorKind::StorageFull => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(file.set_len(size.saturating_sub(left) as u64)?)
    }

    /// Makes room again.
    pub fn make_room(&self) -> Result<(), Error> {
        Ok(fs::remove_file(self.outside().join(FILLER))?)
    }
}

/// Copies the folder of an embedded database over another one. Files that are there keep their inodes. No program may be
/// writing to either.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to)?;
    for file in fs::read_dir(to)? {
        let file = file?;
        let name = file.file_name();
        // The write-ahead log of another state would be applied to the files that are copied now.
        if name.to_string_lossy().ends_with("-wal") || name.to_string_lossy().ends_with("-shm") {
            fs::remove_file(file.path())?;
        }
    }
    for file in fs::read_dir(from)? {
        let file = file?;
        if file.file_name() != FILLER {
            fs::copy(file.path(), to.join(file.file_name()))?;
        }
    }
    Ok(())
}
