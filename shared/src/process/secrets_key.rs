//! The secrets key of an embedded deployment, and the check that a key fits the database.

use std::io::ErrorKind;
use std::path::Path;

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use zeroize::Zeroizing;

use crate::crypto::secrets::SecretsKey;
use crate::crypto::user_cipher::UserCipher;
use crate::crypto::webhook_cipher::{Part, WebhookCipher};
use crate::entities::{SystemScope, users, webhooks};
use crate::{Error, Store};

/// Reads the key of an embedded deployment from its file. Creates the file with mode 0600 at the first start.
///
/// # Errors
/// [`Error::Config`] if the file holds no key, or if another key encrypted the secrets in the database. No file is
/// created then.
pub async fn load_or_create(
    path: &Path,
    store: &Store,
    previous: Option<SecretsKey>,
) -> Result<SecretsKey, Error> {
    let failed = |error| Error::Io(path.display().to_string(), error);
    let (key, is_new) = match std::fs::read_to_string(path) {
        Ok(text) => {
            let key: Result<SecretsKey, String> = Zeroizing::new(text).parse();
            let key = key.map_err(|rule| Error::Config(format!("{}: {rule}", path.display())))?;
            (key, false)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => (SecretsKey::generate()?, true),
        Err(error) => return Err(failed(error)),
    };
    let key = key.with_previous(previous);
    check(store, &key).await.map_err(|error| match error {
        Error::Secret => Error::Config(format!(
            "{} {}: restore, from a copy, the key that encrypted the secrets in the database beside it",
            path.display(),
            if is_new { "is missing" } else { "holds another key" }
        )),
        error => error,
    })?;
    if is_new {
        let text = Zeroizing::new(format!("{}\n", *key.to_base64()));
        write_private(path, &text).map_err(failed)?;
    }
    Ok(key)
}

/// Checks that the key decrypts the stored secrets. With another key, no webhook could be signed, and nobody with a second
/// factor could sign in. A database that is down, or has no tables yet, passes.
///
/// # Errors
/// [`Error::Secret`] when the newest secret of a webhook, or of a second factor, does not decrypt.
pub async fn check(store: &Store, key: &SecretsKey) -> Result<(), Error> {
    let newest = SystemScope.find::<webhooks::Entity>().order_by_desc(webhooks::Column::Id).limit(1);
    let columns = [webhooks::Column::AccountId, webhooks::Column::Id, webhooks::Column::WebhookSecretSealed];
    let newest = newest.select_only().columns(columns).into_tuple::<(i64, i64, String)>();
    if let Ok(Some((account_id, webhook_id, sealed))) = newest.one(store.read()).await {
        WebhookCipher::new(key, account_id, webhook_id).decrypt(Part::Secret, &sealed)?;
    }
    let newest = SystemScope.find::<users::Entity>().filter(users::Column::SecondFactorSealed.is_not_null());
    let newest = newest.order_by_desc(users::Column::SecondFactorSinceMs).limit(1).select_only();
    let newest = newest.columns([users::Column::Id, users::Column::SecondFactorSealed]);
    if let Ok(Some((user_id, sealed))) = newest.into_tuple::<(i64, String)>().one(store.read()).await {
        UserCipher::new(key, user_id).decrypt(&sealed)?;
    }
    Ok(())
}

/// Writes a file that only its owner may read, completely or not at all.
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
