//! The demo account of an empty embedded database.

use std::path::PathBuf;

use chrono_tz::Tz;
use sea_orm::ConnectionTrait;
use shared::Error;
use shared::database::statement::sql;
use shared::entities::AccountScope;
use shared::process::config::Settings;

use crate::accounts::{Actor, NewAccount};
use crate::auth::Caller;
use crate::error::AppError;
use crate::resources::demo;
use crate::state::App;

/// The email address of its user.
pub const EMAIL: &str = "demo@almoner.example";

/// The demo account, as the greeting shows it.
pub struct Demo {
    /// The file with its key.
    pub key_file: PathBuf,
    /// The secrets that are shown only once, if the account was made now.
    pub fresh: Option<Fresh>,
}

/// The secrets of a new demo account.
pub struct Fresh {
    /// Its user's password.
    pub password: String,
    /// Its key.
    pub api_key: String,
}

/// Makes the demo account if the database has no account yet. Returns `None` if there are accounts, and no key file of
/// a demo account.
pub async fn prepare(app: &App, settings: &Settings) -> Result<Option<Demo>, Error> {
    let key_file = settings.data_dir.join("demo.env");
    let count = "SELECT COUNT(*) FROM accounts";
    let row = app.store.read().query_one_raw(sql(app.store.read(), count, vec![])).await?;
    let accounts: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    if accounts > 0 {
        return Ok(key_file.exists().then_some(Demo { key_file, fresh: None }));
    }
    let password = crate::crypto::keys::new_api_key()?.split_off("alm_".len()).split_off(20);
    let new = NewAccount {
        organisation: "Demo".to_owned(),
        name: "Demo".to_owned(),
        email: EMAIL.to_owned(),
        password: password.clone(),
        currency: "USD".to_owned(),
        timezone: Tz::UTC.name().to_owned(),
        status_follows_gifts: true,
    };
    let checked = new.check(&app.store).await?;
    let tx = app.store.begin();
    let created = checked.insert_with_key(&tx, Actor::operator(app.clock.now_ms())).await?;
    let account = AccountScope::new(created.account_id);
    let caller = Caller::of_account(&tx, account).await.and_then(|caller| caller.ok_or(AppError::NotFound));
    let caller = caller.map_err(|error| Error::Config(error.to_string()))?;
    demo::fill(app, caller, &tx).await?;
    // Write the key before the commit, so that an interrupted start cannot leave an account without a known key.
    let text = format!("API_KEY={}\n", created.api_key);
    shared::process::secrets_key::write_private(&key_file, &text)
        .map_err(|error| Error::Io(key_file.display().to_string(), error))?;
    tx.commit().await?;
    Ok(Some(Demo { key_file, fresh: Some(Fresh { password, api_key: created.api_key }) }))
}
