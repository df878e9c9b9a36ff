//! The people who sign in.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, SystemScope, accounts, users};
use shared::values::choices::{AuditAction, Locale, MembershipRole};
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::sessions::{self, Ending};
use super::{keys, members, outstanding, passwords, texts};
use crate::fields::Problems;

/// A user who is about to be created.
pub struct NewUser {
    /// The email address, already checked.
    pub email: String,
    /// The name.
    pub name: Option<String>,
    /// The password's hash, or `None` for a user who gets a link to set one.
    pub password_hash: Option<String>,
    /// Whether the user is known to read the mail of the address.
    pub is_proven: bool,
}

impl NewUser {
    /// Inserts the user. Returns the user's id.
    pub async fn insert(self, tx: &Transaction, actor: Actor) -> Result<i64, Refusal> {
        let user = users::ActiveModel {
            id: ActiveValue::NotSet,
            email_key: ActiveValue::Set(self.email.to_lowercase()),
            email: ActiveValue::Set(self.email),
            password_changed_at_ms: ActiveValue::Set(self.password_hash.is_some().then_some(actor.now_ms)),
            password_hash: ActiveValue::Set(self.password_hash.unwrap_or_default()),
            created_at_ms: ActiveValue::Set(actor.now_ms),
            name: ActiveValue::Set(self.name),
            second_factor_sealed: ActiveValue::Set(None),
            second_factor_since_ms: ActiveValue::Set(None),
            second_factor_step: ActiveValue::Set(None),
            address_proven_at_ms: ActiveValue::Set(self.is_proven.then_some(actor.now_ms)),
            locale: ActiveValue::Set(None),
        };
        match user.insert(tx).await.map_err(Error::from) {
            Ok(user) => Ok(user.id),
            Err(error) if error.unique_violation().is_some() => Err(Refusal::rule("email", "is taken")),
            Err(error) => Err(error.into()),
        }
    }
}

/// What an operator says about a user who is about to be created.
pub struct Typed<'a> {
    /// The email address.
    pub email: &'a str,
    /// The name.
    pub name: Option<&'a str>,
    /// The password.
    pub password: Option<&'a str>,
}

/// Creates a user for an operator, as a member of an account. Without a password, the user needs a link to set one.
/// Returns the user's id.
///
/// # Errors
/// The broken rules, and [`Refusal::NotFound`] if there is no such account.
pub async fn create(
    store: &Store,
    actor: Actor,
    typed: Typed<'_>,
    (account, role): (AccountScope, MembershipRole),
) -> Result<i64, Refusal> {
    let mut problems = Problems::default();
    let email = texts::email("email", typed.email, &mut problems);
    let name = typed.name.map(|name| texts::required("name", name, &mut problems));
    let accounts = SystemScope.find::<accounts::Entity>();
    let to_join = accounts.filter(accounts::Column::Id.eq(account.account_id())).one(store.read()).await?;
    let to_join = to_join.ok_or(Refusal::NotFound)?;
    if let Some(password) = typed.password {
        let known = [&*email, name.as_deref().unwrap_or_default(), &*to_join.name].join(" ");
        passwords::check_new("password", password, &known, &mut problems);
    }
    check(problems)?;
    let password_hash = match typed.password {
        Some(password) => Some(passwords::hash(password.to_owned()).await?),
        None => None,
    };
    let tx = store.begin();
    account.lock(&tx).await?;
    let user = NewUser { email: email.clone(), name, password_hash, is_proven: true };
    let user_id = user.insert(&tx, actor).await?;
    members::add(&tx, actor, account, (user_id, role)).await?;
    audit::record(&tx, actor, Some(account), AuditAction::UserCreated, Some(&email)).await?;
    tx.commit().await?;
    Ok(user_id)
}

/// Returns the user with this email address, in whatever case it is written.
pub async fn find(connection: &impl ConnectionTrait, email: &str) -> Result<Option<users::Model>, Error> {
    let of = SystemScope.find::<users::Entity>().filter(users::Column::EmailKey.eq(email.to_lowercase()));
    Ok(of.one(connection).await?)
}

/// Returns a user.
pub async fn read(connection: &impl ConnectionTrait, user_id: i64) -> Result<users::Model, Refusal> {
    let of = SystemScope.find::<users::Entity>().filter(users::Column::Id.eq(user_id));
    of.one(connection).await?.ok_or(Refusal::NotFound)
}

/// Returns what others know of a user, for the rules of a new password: the name, the email address and the
/// organisations.
pub(super) async fn known(store: &Store, user_id: i64) -> Result<String, Refusal> {
    let user = read(store.read(), user_id).await?;
    let accounts = members::accounts_of(store.read(), user_id).await?.into_iter().map(|account| account.name);
    let known: Vec<_> = user.name.into_iter().chain([user.email]).chain(accounts).collect();
    Ok(known.join(" "))
}

/// Returns whether a user's address is still unproven.
pub(super) async fn is_unproven(connection: &impl ConnectionTrait, user_id: i64) -> Result<bool, Error> {
    let of = SystemScope.find::<users::Entity>().filter(users::Column::Id.eq(user_id));
    let unproven = of.filter(users::Column::AddressProvenAtMs.is_null()).one(connection).await?;
    Ok(unproven.is_some())
}

/// Returns the names of users, by their ids, or their email addresses if they have no names.
pub async fn names(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = i64>,
) -> Result<HashMap<i64, String>, Error> {
    use users::Column as U;
    let ids: BTreeSet<_> = ids.into_iter().collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let users = SystemScope.find::<users::Entity>().filter(U::Id.is_in(ids)).select_only();
    let users = users.columns([U::Id, U::Name, U::Email]).into_tuple::<(i64, Option<String>, String)>();
    let users = users.all(connection).await?.into_iter();
    Ok(users.map(|(id, name, email)| (id, name.unwrap_or(email))).collect())
}

/// Returns whether anybody can sign in.
pub async fn can_anybody_sign_in(connection: &impl ConnectionTrait) -> Result<bool, Error> {
    let of = SystemScope.find::<users::Entity>().filter(users::Column::PasswordHash.ne(""));
    let found: Option<i64> =
        of.select_only().column(users::Column::Id).limit(1).into_tuple().one(connection).await?;
    Ok(found.is_some())
}

/// A user who gave the right password.
#[derive(Clone, Copy, Debug)]
pub struct Verified {
    /// The user.
    pub user_id: i64,
    /// When that password was set.
    pub password_changed_at_ms: Option<i64>,
}

impl Verified {
    /// Locks the user, and fails if the password has changed meanwhile. The check of a password may have had to wait.
    ///
    /// # Errors
    /// The rule that the password breaks.
    pub async fn expect_unchanged(self, tx: &Transaction) -> Result<(), Refusal> {
        outstanding::lock_user(tx, self.user_id).await?;
        if read(tx, self.user_id).await?.password_changed_at_ms == self.password_changed_at_ms {
            return Ok(());
        }
        Err(Refusal::rule("password", "has changed meanwhile: use the new one"))
    }
}

/// How an attempt to sign in ended.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// The user gave the right password.
    Succeeded(Verified),
    /// There is no such user, or another password.
    Failed {
        /// The user whose password was tried: the id and the email address.
        known: Option<(i64, String)>,
    },
}

/// Tries to sign in. Takes the same time for a user who does not exist.
pub async fn authenticate(store: &Store, email: &str, password: &str) -> Result<Attempt, Error> {
    let user = find(store.read(), email).await?;
    let hash = user.as_ref().map(|user| user.password_hash.clone());
    let fits = passwords::fits(password.to_owned(), hash).await?;
    Ok(match user {
        Some(user) if fits => Attempt::Succeeded(Verified {
            user_id: user.id,
            password_changed_at_ms: user.password_changed_at_ms,
        }),
        user => Attempt::Failed { known: user.map(|user| (user.id, user.email)) },
    })
}

/// Changes a user's name.
pub async fn rename(store: &Store, actor: Actor, user_id: i64, name: &str) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    let name = texts::required("name", name, &mut problems);
    check(problems)?;
    let tx = store.begin();
    let change = users::ActiveModel { name: ActiveValue::Set(Some(name)), ..Default::default() };
    let of = SystemScope.update::<users::Entity>().set(change).filter(users::Column::Id.eq(user_id));
    of.exec(&tx).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::ProfileChanged, None).await?;
    tx.commit().await?;
    Ok(())
}

/// Keeps the language that a user has chosen for pages, or that the user has chosen none.
pub async fn choose_locale(
    connection: &impl ConnectionTrait,
    user_id: i64,
    locale: Option<Locale>,
) -> Result<(), Error> {
    let change = users::ActiveModel { locale: ActiveValue::Set(locale), ..Default::default() };
    let of = SystemScope.update::<users::Entity>().set(change).filter(users::Column::Id.eq(user_id));
    of.exec(connection).await?;
    Ok(())
}

/// Changes the password of a signed-in user, who gives the current one. All other sessions of the user end, and also the
/// user's keys if `ends_keys`.
///
/// # Errors
/// The broken rules; the current password must be right.
pub async fn change_password(
    store: &Store,
    actor: Actor,
    (user_id, session_id): (i64, i64),
    (current, new): (&str, &str),
    ends_keys: bool,
) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    passwords::check_new("new_password", new, &known(store, user_id).await?, &mut problems);
    let password_changed_at_ms = read(store.read(), user_id).await?.password_changed_at_ms;
    expect_password(store, user_id, ("current_password", current), &mut problems).await?;
    check(problems)?;
    let hash = passwords::hash(new.to_owned()).await?;
    let tx = store.begin();
    Verified { user_id, password_changed_at_ms }.expect_unchanged(&tx).await?;
    set_password(&tx, actor, user_id, hash).await?;
    sessions::end(&tx, user_id, Ending::AllBut(session_id)).await?;
    if ends_keys {
        keys::revoke_all(&tx, actor, user_id).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Checks the password that a signed-in user has typed into a field.
///
/// # Errors
/// The broken rule.
pub async fn check_password(store: &Store, user_id: i64, typed: (&str, &str)) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    expect_password(store, user_id, typed, &mut problems).await?;
    check(problems)
}

/// Adds a problem if a signed-in user has typed a wrong password into a field.
pub(super) async fn expect_password(
    store: &Store,
    user_id: i64,
    (field, typed): (&str, &str),
    problems: &mut Problems,
) -> Result<(), Refusal> {
    let user = read(store.read(), user_id).await?;
    if !passwords::fits(typed.to_owned(), Some(user.password_hash)).await? {
        problems.add(field, "is not your password");
    }
    Ok(())
}

/// Sets the hash of a user's password, and takes back the links for a new one. The caller ends the sessions.
pub(super) async fn set_password(
    tx: &Transaction,
    actor: Actor,
    user_id: i64,
    hash: String,
) -> Result<(), Error> {
    let change = users::ActiveModel {
        password_hash: ActiveValue::Set(hash),
        password_changed_at_ms: ActiveValue::Set(Some(actor.now_ms)),
        ..Default::default()
    };
    let of = SystemScope.update::<users::Entity>().set(change).filter(users::Column::Id.eq(user_id));
    of.exec(tx).await?;
    outstanding::end_links_of_user(tx, user_id).await?;
    audit::record_everywhere(tx, actor, user_id, AuditAction::PasswordChanged, None).await
}

/// Sets a user's password for an operator, who need not know the old one. All sessions of the user end.
pub async fn replace_password(
    store: &Store,
    actor: Actor,
    user_id: i64,
    password: &str,
) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    passwords::check_new("password", password, &known(store, user_id).await?, &mut problems);
    check(problems)?;
    let hash = passwords::hash(password.to_owned()).await?;
    let tx = store.begin();
    set_password(&tx, actor, user_id, hash).await?;
    sessions::end(&tx, user_id, Ending::All).await?;
    tx.commit().await?;
    Ok(())
}
