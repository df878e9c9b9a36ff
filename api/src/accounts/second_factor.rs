//! The second factor of a user who wants one: after the password, a sign-in asks for a code of an authenticator app, or for
//! a recovery code. Each is accepted once.

use sea_orm::{ActiveValue, ColumnTrait, Condition, ConnectionTrait, QueryFilter};
use shared::crypto::secrets::SecretsKey;
use shared::crypto::user_cipher::UserCipher;
use shared::entities::{SystemScope, users};
use shared::values::choices::AuditAction;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::recovery_codes;
use super::refusal::{Refusal, check};
use super::sessions::{self, Ending};
use super::totp::TotpSecret;
use super::users::{check_password, expect_password, read};
use crate::fields::Problems;

/// How many digits a code of an app has. A recovery code has more.
const CODE_DIGITS: usize = 6;

/// A user's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SecondFactor {
    /// Since when, in milliseconds since the Unix epoch.
    pub since_ms: i64,
    /// How many recovery codes are left.
    pub codes_left: u64,
}

/// Returns a user's second factor, if there is one.
pub async fn of_user(
    connection: &impl ConnectionTrait,
    user_id: i64,
) -> Result<Option<SecondFactor>, Refusal> {
    let user = read(connection, user_id).await?;
    if user.second_factor_sealed.is_none() {
        return Ok(None);
    }
    let since_ms = user.second_factor_since_ms.unwrap_or_default();
    Ok(Some(SecondFactor { since_ms, codes_left: recovery_codes::left(connection, user_id).await? }))
}

/// A second factor that a user is about to turn on. It is stored nowhere until the user has shown with a code that the app
/// has it.
pub struct Enrolment {
    /// The secret for the user's app.
    pub secret: TotpSecret,
}

impl Enrolment {
    /// Makes a new secret.
    pub fn new() -> Result<Self, Error> {
        Ok(Self { secret: TotpSecret::generate()? })
    }

    /// Returns the enrolment as a token that the user's browser brings back, and that nobody can read.
    pub fn seal(&self, key: &SecretsKey, user_id: i64) -> Result<String, Error> {
        key.token(&Self::context(user_id), self.secret.bytes())
    }

    /// Returns the enrolment of a token, if it is this user's.
    pub fn open(key: &SecretsKey, user_id: i64, token: &str) -> Option<Self> {
        let bytes = key.open_token(&Self::context(user_id), token).ok()?;
        Some(Self { secret: TotpSecret::from_bytes(&bytes).ok()? })
    }

    fn context(user_id: i64) -> String {
        format!("user {user_id} second_factor to be turned on")
    }
}

/// Turns the second factor on, for a user who gives the password and a code of the app. All other sessions of the user end.
/// Returns the recovery codes in clear text, this once.
///
/// # Errors
/// The broken rules: of the password, of the code, or that it is on already.
pub async fn turn_on(
    store: &Store,
    key: &SecretsKey,
    actor: Actor,
    (user_id, session_id): (i64, i64),
    enrolment: &Enrolment,
    (password, code): (&str, &str),
) -> Result<Vec<String>, Refusal> {
    let mut problems = Problems::default();
    expect_password(store, user_id, ("password", password), &mut problems).await?;
    let step = enrolment.secret.step_of(&plain(code), actor.now_ms);
    if step.is_none() {
        problems.add("code", "is not the current one of your app: see that the clocks are right");
    }
    check(problems)?;
    let change = users::ActiveModel {
        second_factor_sealed: ActiveValue::Set(Some(
            UserCipher::new(key, user_id).encrypt(enrolment.secret.bytes())?,
        )),
        second_factor_since_ms: ActiveValue::Set(Some(actor.now_ms)),
        second_factor_step: ActiveValue::Set(step),
        ..Default::default()
    };
    let tx = store.begin();
    let off = Condition::all().add(users::Column::SecondFactorSealed.is_null());
    if !update(&tx, user_id, change, off).await? {
        return Err(Refusal::rule("second factor", "is on already"));
    }
    let codes = recovery_codes::replace(&tx, user_id, actor.now_ms).await?;
    sessions::end(&tx, user_id, Ending::AllBut(session_id)).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::SecondFactorOn, None).await?;
    tx.commit().await?;
    Ok(codes)
}

/// Turns the second factor off, for a user who gives the password and a code. All other sessions of the user end.
///
/// # Errors
/// The broken rule, and [`Refusal::NotFound`] if it is off.
pub async fn turn_off(
    store: &Store,
    key: &SecretsKey,
    actor: Actor,
    (user_id, session_id): (i64, i64),
    typed: (&str, &str),
) -> Result<(), Refusal> {
    expect_password_and_code(store, key, actor, user_id, typed).await?;
    end(store, actor, user_id, Ending::AllBut(session_id)).await
}

/// Turns the second factor of a user off for an operator. All sessions of the user end.
///
/// # Errors
/// [`Refusal::NotFound`] if it is off.
pub async fn reset(store: &Store, actor: Actor, user_id: i64) -> Result<(), Refusal> {
    end(store, actor, user_id, Ending::All).await
}

async fn end(store: &Store, actor: Actor, user_id: i64, ending: Ending) -> Result<(), Refusal> {
    let tx = store.begin();
    if !remove(&tx, actor, user_id).await? {
        return Err(Refusal::NotFound);
    }
    sessions::end(&tx, user_id, ending).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes a user's second factor, in a transaction. Returns whether there was one.
pub(super) async fn remove(tx: &Transaction, actor: Actor, user_id: i64) -> Result<bool, Error> {
    let change = users::ActiveModel {
        second_factor_sealed: ActiveValue::Set(None),
        second_factor_since_ms: ActiveValue::Set(None),
        second_factor_step: ActiveValue::Set(None),
        ..Default::default()
    };
    let on = Condition::all().add(users::Column::SecondFactorSealed.is_not_null());
    if !update(tx, user_id, change, on).await? {
        return Ok(false);
    }
    recovery_codes::remove(tx, user_id).await?;
    audit::record_everywhere(tx, actor, user_id, AuditAction::SecondFactorOff, None).await?;
    Ok(true)
}

/// Gives new recovery codes to a user who gives the password and a code. Without these, anybody could turn the second
/// factor off with new codes. The earlier codes stop. Returns the codes in clear text, this once.
///
/// # Errors
/// The broken rule, and [`Refusal::NotFound`] if the second factor is off.
pub async fn new_recovery_codes(
    store: &Store,
    key: &SecretsKey,
    actor: Actor,
    user_id: i64,
    typed: (&str, &str),
) -> Result<Vec<String>, Refusal> {
    expect_password_and_code(store, key, actor, user_id, typed).await?;
    let tx = store.begin();
    let codes = recovery_codes::replace(&tx, user_id, actor.now_ms).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::RecoveryCodesCreated, None).await?;
    tx.commit().await?;
    Ok(codes)
}

/// Checks the password of a user with a second factor, and then uses up the typed code.
async fn expect_password_and_code(
    store: &Store,
    key: &SecretsKey,
    actor: Actor,
    user_id: i64,
    (password, code): (&str, &str),
) -> Result<(), Refusal> {
    of_user(store.read(), user_id).await?.ok_or(Refusal::NotFound)?;
    // With a wrong password, the code is not used up, and the answer does not show whether it is right.
    check_password(store, user_id, ("password", password)).await?;
    match take(store, key, actor, user_id, code).await? {
        Some(_) => Ok(()),
        None => Err(Refusal::rule("code", "is wrong, or was used before: wait for the next one")),
    }
}

/// The proof at a sign-in besides the password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A code of the app.
    Code,
    /// A recovery code.
    RecoveryCode,
}

/// Uses up a typed code: one of the app, or a recovery code. Returns `None` if it is neither, or was used before.
///
/// # Errors
/// [`Refusal::NotFound`] if the user has no second factor.
pub async fn take(
    store: &Store,
    key: &SecretsKey,
    actor: Actor,
    user_id: i64,
    typed: &str,
) -> Result<Option<Proof>, Refusal> {
    let user = read(store.read(), user_id).await?;
    let sealed = user.second_factor_sealed.ok_or(Refusal::NotFound)?;
    let (typed, tx) = (plain(typed), store.begin());
    if typed.len() == CODE_DIGITS {
        let secret = TotpSecret::from_bytes(&UserCipher::new(key, user_id).decrypt(&sealed)?)?;
        let Some(step) = secret.step_of(&typed, actor.now_ms) else { return Ok(None) };
        let change =
            users::ActiveModel { second_factor_step: ActiveValue::Set(Some(step)), ..Default::default() };
        // If two requests bring the same code at the same time, one succeeds.
        let column = users::Column::SecondFactorStep;
        let unused = Condition::any().add(column.is_null()).add(column.lt(step));
        let same = users::Column::SecondFactorSealed.eq(sealed);
        let unused = Condition::all().add(unused).add(same);
        if !update(&tx, user_id, change, unused).await? {
            return Ok(None);
        }
        tx.commit().await?;
        return Ok(Some(Proof::Code));
    }
    if !recovery_codes::take(&tx, user_id, &typed, actor.now_ms).await? {
        return Ok(None);
    }
    let detail = format!("{} left", recovery_codes::left(&tx, user_id).await?);
    let action = AuditAction::RecoveryCodeUsed;
    audit::record_everywhere(&tx, actor.as_user(user_id), user_id, action, Some(&detail)).await?;
    tx.commit().await?;
    Ok(Some(Proof::RecoveryCode))
}

/// Changes a user for whom a condition holds. Returns whether it held.
async fn update(
    tx: &Transaction,
    user_id: i64,
    change: users::ActiveModel,
    condition: Condition,
) -> Result<bool, Error> {
    let of = SystemScope.update::<users::Entity>().set(change).filter(users::Column::Id.eq(user_id));
    Ok(of.filter(condition).exec(tx).await?.rows_affected == 1)
}

/// Returns a typed code without the spaces and dashes that make it easier to read.
fn plain(typed: &str) -> String {
    let kept = typed.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.flat_map(char::to_lowercase).collect()
}
