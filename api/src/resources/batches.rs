//! Batches: creates and updates of any kind in one request, one after the other, each with its own answer.

use std::time::Instant;

use poem::http::HeaderValue;
use poem::http::header::CONTENT_TYPE;
use poem::{IntoResponse, Response};
use poem_openapi::OpenApi;
use sea_orm::ConnectionTrait;
use serde_json::json;
use shared::Transaction;
use shared::process::crash;
use shared::values::choices::ImportKind;

use super::kinds::{Listed, of_kind};
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::types::{AnyObject, Count, Flag, Id, List, Many, Object, OneOf, Text};
use crate::fields::{Patch, Payload, Problems};
use crate::http::operation::{BATCH_HEADERS, Writes};
use crate::http::request_id::REQUEST_ID;
use crate::http::request_log::log_failure;
use crate::http::{Operation, Reply};
use crate::idempotency::{IdempotencyKey, NamedRequest};
use crate::rest::idempotency_key::named;
use crate::rest::json_body::if_match as if_match_of;
use crate::rest::{self, Beside, IDEMPOTENT_REPLAYED, JsonBody, PutBody};
use crate::state::App;
use crate::times::BATCH_MAX;
use crate::{body, object};

/// How many bytes of answers a batch holds in memory before it carries out no more.
const ANSWERS_MAX: usize = 2 << 20;

body! {
    /// The body of a batch.
    BatchInput as "BatchCreate" or "BatchCreate" {
        /// What to do, one after the other; at most 100
        operations: List<Object<OperationInput>> { required, example: [{"kind": "gifts", "body": {"gift_amount": 25}}] };
        /// 1: all or nothing, in one transaction; 0, the default: each for itself
        atomic: Flag { example: 0 };
    }
}

body! {
    /// One create or update of a batch.
    OperationInput as "BatchOperation" or "BatchOperation" {
        /// The kind of the record
        kind: OneOf<ImportKind> { required, example: "gifts" };
        /// The record to update
        id: Id { example: 17 };
        /// The external id of the record to update, or to create if there is none
        external_id: Text<100> { example: "ch_1" };
        /// The name of the operation, as in the header `Idempotency-Key`
        idempotency_key: Text<255> { example: "ch_1-paid" };
        /// The entity tag that the record must have, as in the header `If-Match`
        if_match: Text<1000> { example: "\"3-b\"" };
        /// What the body of a request of its own would be
        body: AnyObject { required, example: {"gift_amount": 25} };
    }
}

object! {
    /// What has become of a batch.
    Batch {
        /// How many operations have failed: with `atomic` all of them, or none
        failed_count: Count;
        /// The answer to each operation, in their order
        answers: Many<BatchAnswer>;
    }
}

object! {
    /// What a request of its own would be answered with.
    BatchAnswer {
        /// The status; 424 if it was not carried out because of other operations
        status: Count;
        /// The headers that are about it
        headers: AnyObject;
        /// The body
        body: AnyObject;
    }
}

impl Payload for Batch {
    const KIND: &'static str = "batch";
}

/// The operation that carries out a batch.
pub struct CarryOut;

impl Operation for CarryOut {
    const NAME: &'static str = "create";
    const HEADERS: &'static [(&'static str, &'static str)] = BATCH_HEADERS;
}

impl Writes for CarryOut {
    const CREATING: bool = true;
}

/// The operation on batches.
pub struct Batches(pub App);

#[OpenApi(tag = "DocumentTag::Batch")]
impl Batches {
    /// Create and update several records
    ///
    /// Each operation creates a record of its `kind`, or updates the one with its `id`, or puts the one with its `external_id`,
    /// and is answered as a request of its own would be. An operation sees what those before it have written, so a gift can
    /// name its new contact by external id. With `atomic` 1 everything is one transaction: if an operation fails, nothing is
    /// written, and the others are answered with 424. The header `Idempotency-Key` names all operations that have no
    /// `idempotency_key` of their own, each by its place. A rate limit counts each operation.
    #[oai(path = "/batch", method = "post", operation_id = "runBatch")]
    async fn run(
        &self,
        caller: Caller,
        body: JsonBody<BatchInput, CarryOut>,
    ) -> Result<Reply<Batch, CarryOut>, AppError> {
        let JsonBody { input, mut problems, ignored, is_strict, idempotency_key, .. } = body;
        let operations = match input.operations {
            Patch::Value(operations) => operations,
            Patch::Absent | Patch::Null => Vec::new(),
        };
        if operations.is_empty() && !problems.has("operations") {
            problems.add("operations", "must not be empty");
        }
        let step = |(i, operation)| Step::of(i, operation, &idempotency_key, is_strict, &mut problems);
        let steps: Vec<_> = operations.into_iter().enumerate().filter_map(step).collect();
        problems.check()?;
        let run = Run { app: &self.0, caller, began: Instant::now() };
        let answers = if input.atomic == Patch::Value(true) {
            run.all_or_nothing(&steps).await?
        } else {
            run.each(&steps).await?
        };
        let failed_count = answers.iter().filter(|answer| answer.status >= 400).count();
        let failed_count = i64::try_from(failed_count).unwrap_or(i64::MAX);
        let replayed = format!(r#""{IDEMPOTENT_REPLAYED}":"true""#);
        let is_replay = answers.iter().all(|answer| answer.headers.contains(&replayed));
        let reply = Reply::of(&Batch { failed_count, answers })?.ignoring(&ignored);
        Ok(if is_replay { reply.with(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true")) } else { reply })
    }
}

/// An operation that can be carried out.
struct Step {
    kind: ImportKind,
    target: Target,
    body: String,
    beside: Beside,
}

/// What an operation writes.
enum Target {
    New,
    Id(i64),
    ExternalId(String),
}

impl Step {
    /// Reads an operation. Returns `None` if it has a problem.
    fn of(
        i: usize,
        operation: OperationInput,
        batch: &IdempotencyKey,
        is_strict: bool,
        problems: &mut Problems,
    ) -> Option<Self> {
        let at = |field: &str| format!("operations[{i}].{field}");
        let OperationInput { kind, id, external_id, idempotency_key, if_match, body } = operation;
        // Without one of these the operation would be another one, so none is left out by mistake.
        for (name, is_empty) in [
            ("id", id == Patch::Null),
            ("external_id", external_id == Patch::Null),
            ("idempotency_key", idempotency_key == Patch::Null),
            ("if_match", if_match == Patch::Null),
        ] {
            if is_empty {
                problems.add(&at(name), "must not be empty");
            }
        }
        let (Patch::Value(kind), Patch::Value(body)) = (kind, body) else { return None };
        let target = match (id, external_id) {
            (Patch::Value(_), Patch::Value(_)) => {
                problems.add(&at("external_id"), "must not be sent with id");
                return None;
            }
            (Patch::Value(id), _) => Target::Id(id),
            (_, Patch::Value(external_id)) => Target::ExternalId(external_id),
            _ => Target::New,
        };
        let mut beside = Beside { is_strict, ..Beside::default() };
        if let Patch::Value(tags) = if_match {
            match (if_match_of(&tags), &target) {
                (_, Target::New) => {
                    problems.add(&at("if_match"), "must not be sent without id or external_id");
                }
                (Ok(preconditions), _) => beside.preconditions = preconditions,
                (Err(rule), _) => problems.add(&at("if_match"), rule),
            }
        }
        let key = match (idempotency_key, &batch.0) {
            (Patch::Value(key), _) if key.bytes().all(|byte| byte.is_ascii_graphic()) => Some(key),
            (Patch::Value(_), _) => {
                problems.add(&at("idempotency_key"), "must be visible ASCII characters");
                None
            }
            // No other key has a space.
            (_, Some(NamedRequest { key, .. })) => Some(format!("{key} {i}")),
            _ => None,
        };
        let path = match &target {
            Target::New => kind.to_string(),
            Target::Id(id) => format!("{kind}/{id}"),
            Target::ExternalId(external_id) => format!("{kind}/by-external-id/{external_id}"),
        };
        if let Some(key) = key {
            beside.idempotency_key = named(key, ["batch", &path], body.as_bytes());
        }
        Some(Self { kind, target, body, beside })
    }
}

/// The carrying out of a batch.
struct Run<'a> {
    app: &'a App,
    caller: Caller,
    began: Instant,
}

impl Run<'_> {
    /// Carries out each operation for itself.
    async fn each(&self, steps: &[Step]) -> Result<Vec<BatchAnswer>, AppError> {
        let (mut answers, mut bytes, mut stopped) = (Vec::with_capacity(steps.len()), 0, None);
        for (i, step) in steps.iter().enumerate() {
            if let Some(reason) = &stopped {
                let reason = format!("it was not carried out, because {reason}; send it again");
                answers.push(self.failure(AppError::Undone(reason)).await?);
                continue;
            }
            let answer = match self.counted(i) {
                Ok(()) => self.step(None, step).await,
                Err(error) => Err(error),
            };
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    stopped = match error {
                        AppError::Unavailable(_) | AppError::StatementTooLong(_) => {
                            Some("the database was not available for one before it")
                        }
                        // It is the same batch, which another request carries out now.
                        AppError::InProgress => Some("one before it is in progress"),
                        _ => None,
                    };
                    self.failure(error).await?
                }
            };
            bytes += answer.body.len();
            answers.push(answer);
            stopped = stopped.or_else(|| self.limit(bytes));
        }
        Ok(answers)
    }

    /// Carries out all operations in one transaction, or none.
    async fn all_or_nothing(&self, steps: &[Step]) -> Result<Vec<BatchAnswer>, AppError> {
        if let Some(key_id) = self.caller.key_id {
            self.app.rate_limits.take_more(key_id, u32::try_from(steps.len()).unwrap_or(u32::MAX) - 1)?;
        }
        let tx = self.app.store.begin();
        // A transaction that has not begun puts its first rows off, and their faults would be those of later operations.
        tx.execute_unprepared("SELECT 1").await?;
        let (mut answers, mut bytes) = (Vec::with_capacity(steps.len()), 0);
        for (i, step) in steps.iter().enumerate() {
            let answer = match (i, self.limit(bytes)) {
                (1.., Some(reason)) => Err(AppError::Undone(format!("{reason}; send fewer operations"))),
                _ => self.step(Some(&tx), step).await,
            };
            match answer {
                Ok(answer) => {
                    bytes += answer.body.len();
                    answers.push(answer);
                }
                Err(error) => {
                    tx.rollback().await;
                    return self.undone(steps.len(), i, error).await;
                }
            }
        }
        crash::point("api.written");
        tx.commit().await?;
        crash::point("api.committed");
        Ok(answers)
    }

    /// Answers a batch of which nothing was written, because one operation failed.
    async fn undone(
        &self,
        count: usize,
        failed: usize,
        error: AppError,
    ) -> Result<Vec<BatchAnswer>, AppError> {
        let failure = self.failure(error).await?;
        let undone = self
            .failure(AppError::Undone(format!("operations[{failed}] has failed, so nothing was written")))
            .await?;
        let mut answers = vec![undone; count];
        answers[failed] = failure;
        Ok(answers)
    }

    /// Returns why the batch carries out no more, if it has reached a limit.
    fn limit(&self, bytes: usize) -> Option<&'static str> {
        if bytes > ANSWERS_MAX {
            return Some("the answers before it have more than 2 MiB");
        }
        (self.began.elapsed() > BATCH_MAX).then_some("those before it took more than 15 s")
    }

    /// Counts an operation. The first one is the request, which was counted when it came.
    fn counted(&self, i: usize) -> Result<(), AppError> {
        match self.caller.key_id.filter(|_| i > 0) {
            Some(key_id) => self.app.rate_limits.take_more(key_id, 1),
            None => Ok(()),
        }
    }

    /// Carries out an operation, within a transaction if there is one.
    async fn step(&self, within: Option<&Transaction>, step: &Step) -> Result<BatchAnswer, AppError> {
        // Keep this future on the heap, because it is as large as all operations together.
        let response = of_kind!(step.kind, R => Box::pin(self.write::<R>(within, step)).await)?;
        answer(response).await
    }

    async fn write<R: Listed>(
        &self,
        within: Option<&Transaction>,
        step: &Step,
    ) -> Result<Response, AppError> {
        let (app, caller, body) = (self.app, self.caller, step.body.as_bytes());
        let beside = step.beside.clone();
        Ok(match &step.target {
            Target::New => {
                let body = JsonBody::within_batch(body, beside)?;
                rest::create_within::<R>(app, caller, within, body).await?.into_response()
            }
            Target::Id(id) => {
                let body = JsonBody::within_batch(body, beside)?;
                rest::update_within::<R>(app, caller, within, *id, body).await?.into_response()
            }
            Target::ExternalId(external_id) => {
                let body = PutBody::within_batch(body, &beside)?;
                rest::put_within::<R>(app, caller, within, external_id, body).await?.into_response()
            }
        })
    }

    /// Returns the answer to an operation that has failed.
    async fn failure(&self, error: AppError) -> Result<BatchAnswer, AppError> {
        let request_id = self.caller.request_id.as_deref().unwrap_or_default();
        log_failure(&error, request_id, self.caller.trace);
        answer(error.into_envelope(request_id)).await
    }
}

async fn answer(response: Response) -> Result<BatchAnswer, AppError> {
    let (said, _) = rest::read_response(response).await?;
    let is_of_connection = |name: &str| [CONTENT_TYPE.as_str(), REQUEST_ID.as_str()].contains(&name);
    let headers: serde_json::Map<_, _> = said
        .headers
        .into_iter()
        .filter(|(name, _)| !is_of_connection(name))
        .map(|(name, value)| (name, json!(value)))
        .collect();
    let headers = serde_json::Value::from(headers).to_string();
    Ok(BatchAnswer { status: said.status.into(), headers, body: said.body.trim_end().to_owned() })
}
