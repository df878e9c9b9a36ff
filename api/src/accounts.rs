//! Accounts, their users and their keys (specification, section 5).

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use chrono_tz::Tz;
use sea_orm::{ActiveModelTrait, ActiveValue, ConnectionTrait, DatabaseTransaction};
use serde::Serialize;
use shared::choices::MembershipRole;
use shared::clock::Clock;
use shared::entities::{AccountScope, accounts, api_keys, gift_types, memberships, users};
use shared::ids::{hash_api_key, new_api_key};
use shared::store::sql;
use shared::{Error, Store};

/// The gift types that every new account has.
const GIFT_TYPES: [&str; 8] =
    ["cash", "check", "card", "bank_transfer", "online", "stock", "in_kind", "adjustment"];
const PASSWORD_MIN_CHARS: usize = 10;

/// An account to be made.
#[derive(Clone)]
pub struct NewAccount {
    /// The organisation's name.
    pub name: String,
    /// The owner's email address; a user that there is already must bring the right password.
    pub email: String,
    /// The owner's password, at least 10 characters.
    pub password: String,
    /// ISO 4217.
    pub currency: String,
    /// Where the account's days begin.
    pub timezone: Tz,
}

/// An account that has been made, with the one showing of its key.
#[derive(Clone, Debug, Serialize)]
pub struct Created {
    /// The account.
    pub account_id: i64,
    /// Its owner.
    pub user_id: i64,
    /// The owner's key on it, in clear.
    pub api_key: String,
}

/// Makes an account with its owner, the owner's key and the usual gift types.
pub async fn create(store: &Store, clock: &Clock, new: NewAccount) -> Result<Created, Error> {
    let NewAccount { name, email, password, currency, timezone } = new;
    let refused = |rule: &str| Err(Error::Config(rule.to_owned()));
    if name.trim().is_empty() {
        return refused("the account needs a name");
    }
    if email.parse::<email_address::EmailAddress>().is_err() {
        return refused("the owner's email address is not valid");
    }
    if password.chars().count() < PASSWORD_MIN_CHARS {
        return refused("the password must have at least 10 characters");
    }
    let Some(currency) = shared::money::currency(&currency.to_ascii_uppercase()) else {
        return refused("the currency must be an ISO 4217 code such as USD");
    };
    // Slow by design, so not on a thread that serves requests.
    let hashing = tokio::task::spawn_blocking(move || {
        let hash = Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
        (password, hash)
    });
    let (password, hash) = hashing.await.map_err(|error| Error::Config(error.to_string()))?;
    let password_hash =
        hash.map_err(|error| Error::Config(format!("the password could not be hashed: {error}")))?;

    let created_at_ms = clock.now_ms();
    let tx = store.begin().await?;
    let account = accounts::ActiveModel {
        id: ActiveValue::NotSet,
        name: ActiveValue::Set(name.trim().to_owned()),
        currency: ActiveValue::Set(currency.code().to_owned()),
        timezone: ActiveValue::Set(timezone.name().to_owned()),
        created_at_ms: ActiveValue::Set(created_at_ms),
    };
    let scope = AccountScope::new(account.insert(&tx).await?.id);
    let account_id = scope.account_id();
    let user_id = match find_user(&tx, &email, &password).await? {
        Some(user_id) => user_id,
        None => {
            let user = users::ActiveModel {
                id: ActiveValue::NotSet,
                email_key: ActiveValue::Set(email.to_lowercase()),
                email: ActiveValue::Set(email),
                password_hash: ActiveValue::Set(password_hash),
                created_at_ms: ActiveValue::Set(created_at_ms),
            };
            user.insert(&tx).await?.id
        }
    };
    let owner = memberships::Model { id: 0, account_id, user_id, role: MembershipRole::Owner, created_at_ms };
    scope.insert::<memberships::Entity>(&tx, owner).await?;
    let api_key = new_api_key()?;
    let key = api_keys::Model { id: 0, account_id, user_id, key_hash: hash_api_key(&api_key), created_at_ms };
    scope.insert::<api_keys::Entity>(&tx, key).await?;
    let gift_type = |name: &str| gift_types::Model {
        id: 0,
        account_id,
        gift_type_name: name.to_owned(),
        gift_type_key: name.to_owned(),
    };
    scope.insert_all::<gift_types::Entity>(&tx, GIFT_TYPES.map(gift_type).to_vec()).await?;
    tx.commit().await?;
    Ok(Created { account_id, user_id, api_key })
}

/// The user with this email address, if there is one and the password is right.
async fn find_user(tx: &DatabaseTransaction, email: &str, password: &str) -> Result<Option<i64>, Error> {
    let text = "SELECT id, password_hash FROM users WHERE email_key = $1";
    let Some(row) = tx.query_one_raw(sql(tx, text, vec![email.to_lowercase().into()])).await? else {
        return Ok(None);
    };
    let hash: String = row.try_get_by_index(1)?;
    let verified = PasswordHash::new(&hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    if !verified {
        return Err(Error::Config("there is a user with this email address and another password".to_owned()));
    }
    Ok(Some(row.try_get_by_index(0)?))
}
