//! A copy of the database, as a thief would have it.

use std::path::PathBuf;

use tokio::process::Command;

/// Returns the path of the file of a SQLite database.
pub(crate) fn file_of(database_url: &str) -> Option<PathBuf> {
    let path = database_url.strip_prefix("sqlite:")?.trim_start_matches("//");
    path.split('?').next().map(PathBuf::from)
}

/// Returns all rows of a database as text. Bytes are in hexadecimal digits.
pub(crate) async fn dump(database_url: &str) -> String {
    let mut command = match file_of(database_url) {
        Some(file) => {
            let mut command = Command::new("sqlite3");
            command.arg(file).arg(".dump");
            command
        }
        None => {
            let mut command = Command::new("pg_dump");
            command.args(["--inserts", database_url]);
            command
        }
    };
    let output = command.output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
