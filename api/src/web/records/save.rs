//! Sends the values of a form through the operations of the API, so that a form follows the same rules, and its change has
//! its event.

use poem::IntoResponse;
use poem::http::header::LOCATION;
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use super::doubts::Asked;
use super::kind::Kind;
use super::typed::{self, Typed};
use crate::http::conditional::Preconditions;
use crate::http::field::Input;
use crate::http::idempotency_key::{IdempotencyKey, NamedRequest};
use crate::http::query::PathId;
use crate::http::{AppError, Create, JsonBody, Update, Problems};
use crate::idempotency::is_answered;
use crate::records::problem::Problem;
use crate::records::{self, Context};

/// What came of a form.
pub(in crate::web) enum Saved {
    /// It is done.
    Done,
    /// It breaks rules.
    Refused(Problems),
    /// Somebody else has changed the record meanwhile.
    Outdated,
}

/// Creates a record. `problems` are those that were found before; nothing is saved while something is asked. `once` names
/// the form: what it has sent once is not done again. Returns the id of the new record, or the broken rules, of which there
/// may be none if it is only asked.
pub(in crate::web) async fn create<K: Kind>(
    context: &Context,
    values: &Typed,
    (problems, asked): (Problems, Option<&Asked>),
    once: &str,
) -> Result<Result<i64, Problems>, AppError> {
    let json = typed::body(K::Input::FIELDS, values);
    let mut body = match JsonBody::<K::Input, Create>::parse(json.as_bytes()) {
        Ok(body) => body,
        Err(error) => return refusal(error).map(Err),
    };
    body.problems = problems.followed_by(body.problems);
    let mut is_open = is_open(asked);
    if !once.is_empty() {
        // Somebody who goes back and changes the form means another record.
        let fingerprint = hex(&Sha256::digest([K::PATH, &json].concat()));
        let key = format!("form-{}", hex(&Sha256::digest([once, &fingerprint].concat())));
        let request = NamedRequest { key, fingerprint };
        // A form that comes twice would be asked about the record that it has made itself.
        is_open = is_open && !is_answered(&context.app, context.caller.account, &request).await?;
        body.idempotency_key = IdempotencyKey(Some(request));
    }
    if is_open {
        return Ok(Err(body.problems));
    }
    match records::create::<K>(&context.app, context.caller, body).await {
        Ok(reply) => {
            let response = reply.into_response();
            let path = response.headers().get(LOCATION).and_then(|path| path.to_str().ok());
            let id = path.and_then(|path| path.rsplit('/').next()?.parse().ok());
            id.map(Ok).ok_or_else(|| AppError::Internal("a new record has no path".into()))
        }
        Err(error) => refusal(error).map(Err),
    }
}

/// Returns whether something is asked and not answered.
fn is_open(asked: Option<&Asked>) -> bool {
    asked.is_some_and(|asked| !asked.is_confirmed)
}

/// Changes the record of this version. Nothing is saved while something is asked.
pub(in crate::web) async fn update<K: Kind>(
    context: &Context,
    (id, version): (i64, i64),
    values: &Typed,
    (problems, asked): (Problems, Option<&Asked>),
) -> Result<Saved, AppError> {
    let json = typed::body(K::Input::FIELDS, values);
    let mut body = match JsonBody::<K::Input, Update>::parse(json.as_bytes()) {
        Ok(body) => body,
        Err(error) => return refusal(error).map(Saved::Refused),
    };
    body.problems = problems.followed_by(body.problems);
    if is_open(asked) {
        return Ok(Saved::Refused(body.problems));
    }
    body.preconditions = Preconditions::of_version(version);
    match records::update::<K>(&context.app, context.caller, &PathId::of(&id.to_string()), body).await {
        Ok(_) => Ok(Saved::Done),
        Err(AppError::PreconditionFailed(_)) => Ok(Saved::Outdated),
        Err(error) => refusal(error).map(Saved::Refused),
    }
}

/// Returns the broken rules, or the error that has nothing to do with what was typed.
fn refusal(error: AppError) -> Result<Problems, AppError> {
    match error {
        AppError::Invalid(problems) => Ok(problems),
        AppError::BadRequest(problem) => Ok(Problem::new("", problem).into()),
        AppError::Conflict(field) => Ok(Problem::new(field, "is taken").into()),
        other => Err(other),
    }
}
