//! Saves the values of a form through the one door to records, so that a form follows the same rules as a request to the
//! API, and its change has its event.

use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use super::doubts::Asked;
use super::kind::Kind;
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::fields::problem::{Problem, Problems};
use crate::idempotency::{IdempotencyKey, NamedRequest};
use crate::idempotency::{NewRecord, is_answered};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, service};

/// The result of sending a form.
pub(in crate::web) enum Saved {
    /// The record with this id is saved.
    Done(i64),
    /// It breaks rules, or only asks a question.
    Refused(Problems),
    /// Somebody else has changed the record meanwhile.
    Outdated,
}

/// Creates a record. `problems` are those that were found before. It saves nothing while the form has an open question.
/// `once` names the form: a form that is sent twice creates one record.
pub(in crate::web) async fn create<K: Kind>(
    context: &Context,
    values: &Typed,
    (problems, asked): (Problems, Option<&Asked>),
    once: &str,
) -> Result<Saved, AppError> {
    let (input, found) = K::Input::of(typed::members(K::Input::FIELDS, values), true);
    let problems = problems.followed_by(found);
    let (mut is_open, mut key) = (is_open(asked), IdempotencyKey::default());
    if !once.is_empty() {
        // Somebody who goes back and changes the form means another record.
        let fingerprint = hex(&Sha256::digest([K::PATH, &serde_json::to_string(values)?].concat()));
        let key_text = format!("form-{}", hex(&Sha256::digest([once, &fingerprint].concat())));
        let request = NamedRequest { key: key_text, fingerprint };
        // A form that comes twice would be asked about the record that it has made itself.
        is_open = is_open && !is_answered(&context.app, context.caller.account, &request).await?;
        key = IdempotencyKey(Some(request));
    }
    if is_open {
        return Ok(Saved::Refused(problems));
    }
    let saved = service::commit_once::<K, _>(context, key, async |tx| {
        let (id, _) = service::create::<K>(tx, context, input, problems).await?;
        Ok(NewRecord { id })
    });
    outcome(saved.await.map(|new| new.id))
}

/// Returns whether the form has a question without an answer.
fn is_open(asked: Option<&Asked>) -> bool {
    asked.is_some_and(|asked| !asked.is_confirmed)
}

/// Changes the record of this version. It saves nothing while the form has an open question.
pub(in crate::web) async fn update<K: Kind>(
    context: &Context,
    (id, version): (i64, i64),
    values: &Typed,
    (problems, asked): (Problems, Option<&Asked>),
) -> Result<Saved, AppError> {
    let (input, found) = K::Input::of(typed::members(K::Input::FIELDS, values), false);
    let problems = problems.followed_by(found);
    if is_open(asked) {
        return Ok(Saved::Refused(problems));
    }
    let saved = service::commit::<K, _>(context, async |tx| {
        service::update::<K>(tx, context, (id, &Preconditions::of_version(version)), input, problems)
            .await
            .map(drop)
    });
    outcome(saved.await.map(|()| id))
}

/// Returns the result of a form, or the error if the typed values are not its cause.
fn outcome(saved: Result<i64, AppError>) -> Result<Saved, AppError> {
    match saved {
        Ok(id) => Ok(Saved::Done(id)),
        Err(AppError::Invalid(problems)) => Ok(Saved::Refused(problems)),
        Err(AppError::Conflict(field, _)) => Ok(Saved::Refused(Problem::new(field, "is taken").into())),
        Err(AppError::PreconditionFailed(_)) => Ok(Saved::Outdated),
        Err(error) => Err(error),
    }
}
