//! The errors of commands that work on files and on databases themselves.

use std::io;
use std::path::Path;

use sea_orm::sqlx;
use sea_orm::{DbErr, RuntimeErr};
use shared::Error;
use shared::process::private;

/// Makes the error of a file or a folder. Where the system does not let this process in, it says as whom it runs: with
/// `almoner-admin`, that is not the user who has typed the command.
pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> Error + use<'_> {
    |error: io::Error| match error.kind() {
        io::ErrorKind::PermissionDenied => Error::Config(format!(
            "{}: {error}: this command runs as the user {}, who must have access to it",
            path.display(),
            private::user()
        )),
        _ => Error::Io(path.display().to_string(), error),
    }
}

/// Makes the error of a database.
pub(super) fn database_error(error: sqlx::Error) -> Error {
    Error::Database(DbErr::Exec(RuntimeErr::SqlxError(error.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_closed_to_the_program_is_named_with_its_user() {
        let said = of(Path::new("/root/backup"))(io::ErrorKind::PermissionDenied.into()).to_string();
        let user = format!("runs as the user {}, who must", private::user());
        assert!(said.starts_with("/root/backup: ") && said.contains(&user), "{said}");
    }
}
