//! The secrets key of an embedded deployment, and whether a key fits the database.

use std::io::ErrorKind;
use std::path::Path;

use sea_orm::ConnectionTrait;

use crate::crypto::secrets::{SecretsKey, webhook_secret_context};
use crate::database::statement::sql;
use crate::{Error, Store};

/// The key of an embedded deployment: read from a file, made with mode 0600 at the first start.
///
/// # Errors
/// [`Error::Config`] when the database has secrets that another key wrote; then no file is made.
pub async fn load_or_create(path: &Path, store: &Store) -> Result<SecretsKey, Error> {
    let failed = |error| Error::Io(path.display().to_string(), error);
    let (key, is_new) = match std::fs::read_to_string(path) {
        Ok(text) => {
            let key: Result<SecretsKey, String> = text.parse();
            let key = key.map_err(|rule| Error::Config(format!("{}: {rule}", path.display())))?;
            (key, false)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => (SecretsKey::generate()?, true),
        Err(error) => return Err(failed(error)),
    };
    check(store, &key).await.map_err(|error| match error {
        Error::Secret => Error::Config(format!(
            "{} {}: restore the key that wrote the secrets of the database beside it from a copy",
            path.display(),
            if is_new { "is missing" } else { "is another one" }
        )),
        error => error,
    })?;
    if is_new {
        write_private(path, &format!("{}\n", key.to_base64())).map_err(failed)?;
    }
    Ok(key)
}

/// Sees to it that the key is the one that the stored secrets were written with: with another one, no webhook could be
/// signed. A database that is down, or has no tables yet, is not this check's concern.
///
/// # Errors
/// [`Error::Secret`] when the newest secret does not decrypt.
pub async fn check(store: &Store, key: &SecretsKey) -> Result<(), Error> {
    let text = "SELECT account_id, webhook_secret_sealed FROM webhooks ORDER BY id DESC LIMIT 1";
    let Ok(Some(row)) = store.read().query_one_raw(sql(store.read(), text, vec![])).await else {
        return Ok(());
    };
    let (account_id, sealed): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
    key.decrypt(&webhook_secret_context(account_id), &sealed).map(|_| ())
}

/// Writes a file that only its owner may read, whole or not at all.
pub fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    let partial = path.with_extension("partial");
    let mut file =
        std::fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&partial)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    std::fs::rename(partial, path)
}
