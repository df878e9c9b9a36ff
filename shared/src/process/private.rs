//! Files that nobody may read but the user of the process: they hold personal data and secrets.

use std::fs::{DirBuilder, Metadata, Permissions, read_dir, read_to_string, set_permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;

use rustix::fs::Mode;
use rustix::process::{geteuid, umask};

/// The permissions of the group and of others.
const OTHERS: u32 = 0o077;
/// A folder in which everybody may make files, such as `/tmp`.
const STICKY: u32 = 0o1000;
/// The beginnings of the names of the files that the service makes in its data directory.
const OURS: [&str; 3] = ["almoner.", "secrets.", "demo."];

/// Makes every file that this process creates from now on its user's alone.
pub fn create_private_files() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Returns the name of the user that this process runs as, or the number of a user without a name.
pub fn user() -> String {
    let id = geteuid().as_raw().to_string();
    let users = read_to_string("/etc/passwd").unwrap_or_default();
    let mut all = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
    let own = all.find(|fields| fields.get(2) == Some(&&*id));
    own.map_or(id, |fields| fields[0].to_owned())
}

/// Creates a folder if it does not exist. Closes it and the service's files in it to others, because it may have been
/// there before, made by the system or by an earlier version.
pub(super) fn make_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    let folder = path.metadata()?;
    if folder.mode() & STICKY == 0 {
        close(path, &folder);
    }
    for entry in read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_ours = OURS.iter().any(|beginning| name.to_string_lossy().starts_with(beginning));
        let file = entry.metadata()?;
        if is_ours && file.is_file() {
            close(&entry.path(), &file);
        }
    }
    Ok(())
}

/// Takes away what others may do. On a volume of a cluster that is not possible, and its own rules hold there.
fn close(path: &Path, found: &Metadata) {
    if found.mode() & OTHERS == 0 {
        return;
    }
    let closed = if found.uid() == geteuid().as_raw() {
        set_permissions(path, Permissions::from_mode(found.mode() & !OTHERS))
    } else {
        Err(io::ErrorKind::PermissionDenied.into())
    };
    if let Err(error) = closed {
        tracing::warn!(path = %path.display(), %error, "others may be able to read personal data here");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_open_to_others_is_closed() {
        let folder = std::env::temp_dir().join(format!("almoner-private-{}", std::process::id()));
        let data = folder.join("data");
        let mode = |name: &str| data.join(name).metadata().unwrap().mode() & 0o7777;
        std::fs::create_dir_all(&data).unwrap();
        set_permissions(&data, Permissions::from_mode(0o2775)).unwrap();
        for name in ["almoner.sqlite", "almoner.sqlite-wal", "secrets.key", "demo.env", "notes.txt"] {
            std::fs::write(data.join(name), "x").unwrap();
            set_permissions(data.join(name), Permissions::from_mode(0o644)).unwrap();
        }
        make_dir(&data).unwrap();
        assert_eq!(mode(""), 0o2700);
        for name in ["almoner.sqlite", "almoner.sqlite-wal", "secrets.key", "demo.env"] {
            assert_eq!(mode(name), 0o600, "{name}");
        }
        assert_eq!(mode("notes.txt"), 0o644, "what is somebody's own is left alone");
        // A folder of everybody stays so.
        set_permissions(&data, Permissions::from_mode(0o1777)).unwrap();
        make_dir(&data).unwrap();
        assert_eq!(mode(""), 0o1777);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
