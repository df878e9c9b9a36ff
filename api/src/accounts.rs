//! Accounts, their users and their keys (specification, section 5).

use std::ops::RangeInclusive;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use chrono_tz::Tz;
use iso_currency::Currency;
use sea_orm::{ActiveModelTrait, ActiveValue, ConnectionTrait};
use serde::Serialize;
use shared::Transaction;
use shared::crypto::keys::{hash_api_key, new_api_key};
use shared::database::statement::sql;
use shared::entities::{AccountScope, accounts, api_keys, gift_types, memberships, users};
use shared::values::choices::MembershipRole;
use shared::values::clock::Clock;
use shared::{Error, Store};

use crate::http::fields;

/// The gift types that every new account has.
const GIFT_TYPES: [&str; 8] =
    ["cash", "check", "card", "bank_transfer", "online", "stock", "in_kind", "adjustment"];
const PASSWORD_CHARS: RangeInclusive<usize> = 10..=1000;

/// The data of a new account.
#[derive(Clone)]
pub struct NewAccount {
    /// The organisation's name.
    pub name: String,
    /// The owner's email address. If a user with this address exists, the password must be that user's.
    pub email: String,
    /// The owner's password, at least 10 characters.
    pub password: String,
    /// The account's currency, ISO 4217.
    pub currency: String,
    /// The time zone in which the account's days begin.
    pub timezone: Tz,
}

/// A new account with its API key, which is shown only here.
#[derive(Clone, Debug, Serialize)]
pub struct Created {
    /// The account's id.
    pub account_id: i64,
    /// The owner's user id.
    pub user_id: i64,
    /// The owner's API key for this account, in clear text.
    pub api_key: String,
}

/// Creates an account with its owner, the owner's API key and the default gift types.
pub async fn create(store: &Store, clock: &Clock, new: NewAccount) -> Result<Created, Error> {
    let checked = new.check(store).await?;
    let tx = store.begin();
    let created = checked.insert(&tx, clock.now_ms()).await?;
    tx.commit().await?;
    Ok(created)
}

/// A new account whose fields are valid and whose owner has been looked up.
pub struct Checked {
    name: String,
    currency: Currency,
    timezone: Tz,
    owner: Owner,
}

enum Owner {
    /// An existing user, who gave the right password.
    Known {
        user_id: i64,
    },
    New {
        email: String,
        password_hash: String,
    },
}

impl NewAccount {
    /// Checks the fields and the owner's password. Hashing the password is slow by design.
    ///
    /// # Errors
    /// [`Error::Config`] with the rule that a field breaks.
    pub async fn check(self, store: &Store) -> Result<Checked, Error> {
        let Self { name, email, password, currency, timezone } = self;
        let refused = |rule: &str| Error::Config(rule.to_owned());
        if name.trim().is_empty() {
            return Err(refused("the account needs a name"));
        }
        let email =
            fields::email(email.trim()).map_err(|rule| refused(&format!("the owner's email {rule}")))?;
        if !PASSWORD_CHARS.contains(&password.chars().count()) {
            return Err(refused("the password must have 10 to 1000 characters"));
        }
        let currency = shared::values::money::currency(&currency.to_ascii_uppercase())
            .ok_or_else(|| refused("the currency must be an ISO 4217 code such as USD"))?;
        let known = find_user(store, &email).await?;
        let owner = tokio::task::spawn_blocking(move || match known {
            Some((user_id, hash)) => verify(&password, &hash).map(|()| Owner::Known { user_id }),
            None => hash(&password).map(|password_hash| Owner::New { email, password_hash }),
        });
        let owner = owner.await.map_err(|error| refused(&error.to_string()))??;
        Ok(Checked { name: name.trim().to_owned(), currency, timezone, owner })
    }
}

impl Checked {
    /// Inserts the account, its owner, the owner's API key and the default gift types.
    pub async fn insert(self, tx: &Transaction, created_at_ms: i64) -> Result<Created, Error> {
        let account = accounts::ActiveModel {
            id: ActiveValue::NotSet,
            name: ActiveValue::Set(self.name),
            currency: ActiveValue::Set(self.currency.code().to_owned()),
            timezone: ActiveValue::Set(self.timezone.name().to_owned()),
            created_at_ms: ActiveValue::Set(created_at_ms),
        };
        let scope = AccountScope::new(account.insert(tx).await?.id);
        let account_id = scope.account_id();
        let user_id = match self.owner {
            Owner::Known { user_id } => user_id,
            Owner::New { email, password_hash } => {
                let user = users::ActiveModel {
                    id: ActiveValue::NotSet,
                    email_key: ActiveValue::Set(email.to_lowercase()),
                    email: ActiveValue::Set(email),
                    password_hash: ActiveValue::Set(password_hash),
                    created_at_ms: ActiveValue::Set(created_at_ms),
                };
                user.insert(tx).await?.id
            }
        };
        let owner =
            memberships::Model { id: 0, account_id, user_id, role: MembershipRole::Owner, created_at_ms };
        scope.insert::<memberships::Entity>(tx, owner).await?;
        let api_key = new_api_key()?;
        let key =
            api_keys::Model { id: 0, account_id, user_id, key_hash: hash_api_key(&api_key), created_at_ms };
        scope.insert::<api_keys::Entity>(tx, key).await?;
        let gift_type = |name: &str| gift_types::Model {
            id: 0,
            account_id,
            gift_type_name: name.to_owned(),
            gift_type_key: name.to_owned(),
            version: 1,
        };
        scope.insert_all::<gift_types::Entity>(tx, GIFT_TYPES.map(gift_type).to_vec()).await?;
        Ok(Created { account_id, user_id, api_key })
    }
}

async fn find_user(store: &Store, email: &str) -> Result<Option<(i64, String)>, Error> {
    let text = "SELECT id, password_hash FROM users WHERE email_key = $1";
    let row = store.read().query_one_raw(sql(store.read(), text, vec![email.to_lowercase().into()])).await?;
    row.map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?))).transpose()
}

fn hash(password: &str) -> Result<String, Error> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string())
        .map_err(|error| Error::Config(format!("the password cannot be hashed: {error}")))
}

fn verify(password: &str, hash: &str) -> Result<(), Error> {
    let verified = PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    let refused = || {
        let rule = "a user with this email address has another password: give that user's password";
        Error::Config(rule.to_owned())
    };
    verified.then_some(()).ok_or_else(refused)
}
