//! The errors of commands that work on files and on databases themselves.

use std::io;
use std::path::Path;

use sea_orm::sqlx;
use sea_orm::{DbErr, RuntimeErr};
use shared::Error;

/// Makes the error of a file or a folder.
pub(super) fn of(path: &Path) -> impl Fn(io::Error) -> Error + use<'_> {
    |error| Error::Io(path.display().to_string(), error)
}

/// Makes the error of a database.
pub(super) fn database_error(error: sqlx::Error) -> Error {
    Error::Database(DbErr::Exec(RuntimeErr::SqlxError(error.into())))
}
