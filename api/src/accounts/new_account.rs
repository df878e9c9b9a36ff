//! New accounts, with their owner and their defaults.

use chrono_tz::Tz;
use iso_currency::Currency;
use sea_orm::{ActiveModelTrait, ActiveValue};
use serde::Serialize;
use shared::entities::{AccountScope, accounts, gift_types, letterheads};
use shared::values::choices::{AuditAction, Locale, MembershipRole};
use shared::values::clock::Clock;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::users::{self, NewUser};
use super::{keys, members, passwords, proving, texts};
use crate::fields::Problems;
use crate::fields::labels::GIFT_TYPES;
use crate::language::spoken;

/// Inserts the gift types that every new account has.
pub async fn insert_gift_types(tx: &Transaction, account: AccountScope) -> Result<(), Error> {
    let gift_type = |name: &str| gift_types::Model {
        id: 0,
        account_id: account.account_id(),
        gift_type_name: name.to_owned(),
        gift_type_key: name.to_owned(),
        version: 1,
        renamed_from: None,
        renamed_at_ms: 0,
        told_gift_id: 0,
    };
    account.insert_all::<gift_types::Entity>(tx, GIFT_TYPES.map(gift_type).to_vec()).await?;
    Ok(())
}

/// Stores the language of the page on which an account is made as that of its letters. The rest of its letterhead
/// stays to be filled in, which the time 0 says.
async fn insert_letter_locale(
    tx: &Transaction,
    account: AccountScope,
    organisation: String,
) -> Result<(), Error> {
    let letterhead = letterheads::Model {
        account_id: account.account_id(),
        organisation,
        letter_locale: spoken(),
        ..letterheads::Model::default()
    };
    account.insert::<letterheads::Entity>(tx, letterhead).await?;
    Ok(())
}

/// The data of a new account, as it was typed.
#[derive(Clone, Default)]
pub struct NewAccount {
    /// The organisation's name.
    pub organisation: String,
    /// The owner's name, or nothing.
    pub name: String,
    /// The owner's email address. If a user with this address exists, the password must be that user's.
    pub email: String,
    /// The owner's password.
    pub password: String,
    /// The account's currency, ISO 4217.
    pub currency: String,
    /// The time zone in which the account's days begin, from the IANA database.
    pub timezone: String,
    /// Whether a received gift makes a donor of a contact.
    pub status_follows_gifts: bool,
}

/// A new account.
#[derive(Clone, Debug)]
pub struct Created {
    /// The account's id.
    pub account_id: i64,
    /// The owner's user id.
    pub user_id: i64,
    /// The owner's email address.
    email: String,
}

/// A new account with its API key, which is shown only here.
#[derive(Clone, Debug, Serialize)]
pub struct CreatedWithKey {
    /// The account's id.
    pub account_id: i64,
    /// The owner's user id.
    pub user_id: i64,
    /// The owner's API key for this account, in clear text.
    pub api_key: String,
}

/// Creates an account with its owner, the owner's API key and the default gift types.
pub async fn create(store: &Store, clock: &Clock, new: NewAccount) -> Result<CreatedWithKey, Refusal> {
    let checked = new.check(store).await?;
    let tx = store.begin();
    let created = checked.insert_with_key(&tx, Actor::operator(clock.now_ms())).await?;
    tx.commit().await?;
    Ok(created)
}

/// A new account whose fields are valid and whose owner has been looked up.
pub struct Checked {
    organisation: String,
    currency: Currency,
    timezone: Tz,
    status_follows_gifts: bool,
    email: String,
    owner: Owner,
}

enum Owner {
    /// An existing user, who gave the right password.
    Known {
        user_id: i64,
    },
    New {
        name: Option<String>,
        password_hash: String,
    },
}

impl NewAccount {
    /// Checks the fields and the owner's password.
    ///
    /// # Errors
    /// Every rule that is broken.
    pub async fn check(self, store: &Store) -> Result<Checked, Refusal> {
        let mut problems = Problems::default();
        let organisation = texts::required("organisation", &self.organisation, &mut problems);
        let name = if self.name.trim().is_empty() {
            None
        } else {
            Some(texts::required("name", &self.name, &mut problems))
        };
        let email = texts::email("email", &self.email, &mut problems);
        let user = users::find(store.read(), &email).await?;
        if user.is_none() {
            let known = [&*self.organisation, &*self.name, &*email].join(" ");
            passwords::check_new("password", &self.password, &known, &mut problems);
        }
        let currency = texts::currency("currency", &self.currency, &mut problems);
        let timezone = texts::timezone("timezone", &self.timezone, &mut problems);
        let (Some(currency), Some(timezone), true) = (currency, timezone, problems.is_empty()) else {
            return Err(Refusal::Invalid(problems));
        };
        let owner = match user {
            Some(user) => {
                if !passwords::fits(self.password, Some(user.password_hash)).await? {
                    problems.add("password", "is not that of the user with this email address");
                }
                Owner::Known { user_id: user.id }
            }
            None => Owner::New { name, password_hash: passwords::hash(self.password).await? },
        };
        check(problems)?;
        let status_follows_gifts = self.status_follows_gifts;
        Ok(Checked { organisation, currency, timezone, status_follows_gifts, email, owner })
    }
}

impl Checked {
    /// Inserts the account, its owner and the default gift types.
    pub async fn insert(self, tx: &Transaction, actor: Actor) -> Result<Created, Refusal> {
        let account = accounts::ActiveModel {
            id: ActiveValue::NotSet,
            name: ActiveValue::Set(self.organisation.clone()),
            currency: ActiveValue::Set(self.currency.code().to_owned()),
            timezone: ActiveValue::Set(self.timezone.name().to_owned()),
            status_follows_gifts: ActiveValue::Set(self.status_follows_gifts),
            created_at_ms: ActiveValue::Set(actor.now_ms),
            ..Default::default()
        };
        let scope = AccountScope::new(account.insert(tx).await?.id);
        let user_id = match self.owner {
            Owner::Known { user_id } => {
                // The user has given the operator the password, so the operator has named the address.
                proving::prove(tx, user_id, actor.now_ms).await?;
                user_id
            }
            Owner::New { name, password_hash } => {
                let (email, password_hash) = (self.email.clone(), Some(password_hash));
                let user = NewUser { email, name, password_hash, is_proven: true };
                user.insert(tx, actor).await?
            }
        };
        members::add(tx, actor, scope, (user_id, MembershipRole::Owner)).await?;
        insert_gift_types(tx, scope).await?;
        if spoken() != Locale::default() {
            insert_letter_locale(tx, scope, self.organisation).await?;
        }
        audit::record(tx, actor, Some(scope), AuditAction::AccountCreated, Some(&self.email)).await?;
        Ok(Created { account_id: scope.account_id(), user_id, email: self.email })
    }

    /// Inserts the account as [`insert`](Self::insert) does, and the owner's API key.
    pub async fn insert_with_key(self, tx: &Transaction, actor: Actor) -> Result<CreatedWithKey, Refusal> {
        let Created { account_id, user_id, email } = self.insert(tx, actor).await?;
        let api_key =
            keys::insert(tx, actor, AccountScope::new(account_id), (user_id, &email), keys::UNNAMED).await?;
        Ok(CreatedWithKey { account_id, user_id, api_key })
    }
}
