//! Saves the values of a form through the one door to records, so that a form follows the same rules as a request to the
//! API, and its change has its event.

use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::crypto::bytes::hex;

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

/// Creates a record. `problems` are those that were found before. It saves nothing while the form has a question that is open.
/// `once` names the form: a form that is sent twice creates one record.
pub(in crate::web) async fn create<K: Kind>(
    context: &Context,
    values: &Typed,
    found_before: (Problems, bool),
    once: &str,
) -> Result<Saved, AppError> {
    create_after::<K>(context, values, found_before, once, async |_, _| Ok(())).await
}

/// Does the same, after what `before` does in the same transaction, which may change the new record.
pub(in crate::web) async fn create_after<K: Kind>(
    context: &Context,
    values: &Typed,
    (problems, mut is_open): (Problems, bool),
    once: &str,
    before: impl AsyncFnOnce(&Transaction, &mut K::Input) -> Result<(), AppError>,
) -> Result<Saved, AppError> {
    let (mut input, found) = K::Input::of(typed::members(K::Input::FIELDS, values), true);
    let problems = problems.followed_by(found);
    let mut key = IdempotencyKey::default();
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
        before(tx, &mut input).await?;
        let (id, _) = service::create::<K>(tx, context, input, problems).await?;
        Ok(NewRecord { id })
    });
    outcome(saved.await.map(|new| new.id))
}

/// Changes the record of this version. It saves nothing while the form has a question that is open.
pub(in crate::web) async fn update<K: Kind>(
    context: &Context,
    (id, version): (i64, i64),
    values: &Typed,
    (problems, is_open): (Problems, bool),
) -> Result<Saved, AppError> {
    let (input, found) = K::Input::of(typed::members(K::Input::FIELDS, values), false);
    let problems = problems.followed_by(found);
    if is_open {
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
