//! Requests with an `Idempotency-Key`: the service carries out such a request only once, however often it is sent.
//!
//! The response is stored in the transaction of the change, so either both are committed or neither is. If the request
//! comes again, the stored response is the answer. A request that fails is rolled back and stores nothing, so the
//! caller can send it again.
//!
//! While a request is being carried out, it holds a lock on its key. On PostgreSQL this is an advisory lock, which ends
//! with the transaction even if the process dies. SQLite needs no such lock, because all its writers wait for each
//! other.

use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, QueryFilter, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared::Transaction;
use shared::crypto::bytes::hex;
use shared::database::statement::{skip_locked, sql};
use shared::entities::{AccountScope, idempotency_keys};
use shared::process::crash;

use crate::error::AppError;
use crate::fields::problem::{Fault, Problems};
use crate::state::App;

/// How long a response is kept.
const KEPT_MS: i64 = 24 * 3_600_000;
/// How many expired responses are deleted in one statement.
const BATCH: i64 = 1000;

/// The caller's name for a request, if it sent one. Such a request is carried out only once.
#[derive(Clone, Debug, Default)]
pub struct IdempotencyKey(pub Option<NamedRequest>);

/// A request that its caller has named.
#[derive(Clone, Debug)]
pub struct NamedRequest {
    /// The caller's name for it.
    pub key: String,
    /// Tells requests with the same key apart: a hash of method, path and body.
    pub fingerprint: String,
}

impl IdempotencyKey {
    /// Adds more of the request to the fingerprint.
    #[must_use]
    pub fn and(mut self, more: &[u8]) -> Self {
        if let Some(key) = &mut self.0 {
            key.fingerprint = hex(&Sha256::digest([key.fingerprint.as_bytes(), more].concat()));
        }
        self
    }
}

/// Makes a change in a transaction and commits it. If the same request was carried out before, returns the stored
/// response instead.
///
/// # Errors
/// 409 while the same request is being carried out, 422 if the key was used for another request, and the errors of the
/// change.
pub async fn run_idempotent<T: Answer>(
    app: &App,
    account: AccountScope,
    key: IdempotencyKey,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    in_transaction(app, async |tx| attempt(tx, app, account, key, change).await).await
}

/// Makes a change as [`run_idempotent`] does, but within a transaction that its caller commits, if there is one.
///
/// # Errors
/// Those of [`run_idempotent`].
pub async fn run_within<T: Answer>(
    app: &App,
    within: Option<&Transaction>,
    account: AccountScope,
    key: IdempotencyKey,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    match within {
        Some(tx) => attempt(tx, app, account, key, change).await,
        None => run_idempotent(app, account, key, change).await,
    }
}

/// Makes a change in a transaction, and commits it.
pub async fn in_transaction<T>(
    app: &App,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    let tx = app.store.begin();
    match change(&tx).await {
        Ok(answer) => {
            crash::point("api.written");
            tx.commit().await?;
            crash::point("api.committed");
            Ok(answer)
        }
        Err(error) => {
            // Wait for the rollback, so that the key is free when the caller gets the error.
            tx.rollback().await;
            Err(error)
        }
    }
}

async fn attempt<T: Answer>(
    tx: &Transaction,
    app: &App,
    account: AccountScope,
    IdempotencyKey(request): IdempotencyKey,
    change: impl AsyncFnOnce(&Transaction) -> Result<T, AppError>,
) -> Result<T, AppError> {
    // Keep this future on the heap, because it is as large as the whole operation.
    let change = async || Box::pin(change(tx)).await;
    let Some(request) = request else { return change().await };
    match request.find(tx, app, account).await? {
        Some(stored) => T::again(stored.response),
        None => request.store(tx, app, account, change().await?).await,
    }
}

/// Returns the id of the advisory lock with a name.
pub fn lock_id(name: &str) -> i64 {
    Sha256::digest(name).iter().take(8).fold(0, |id, byte| id << 8 | i64::from(*byte))
}

/// Returns whether a request was carried out before, so that [`run_idempotent`] would return its response.
pub async fn is_answered(app: &App, account: AccountScope, request: &NamedRequest) -> Result<bool, AppError> {
    let tx = app.store.begin();
    let stored = request.find(&tx, app, account).await;
    tx.rollback().await;
    Ok(stored?.is_some())
}

/// Deletes expired responses in batches. Returns how many it deleted.
pub async fn remove_expired(app: &App) -> Result<u64, shared::Error> {
    let (connection, expired_ms) = (app.store.write(), app.clock.now_ms() - KEPT_MS);
    let text = format!(
        "DELETE FROM idempotency_keys WHERE (account_id, idempotency_key) IN (
             SELECT k.account_id, k.idempotency_key FROM idempotency_keys k WHERE k.created_at_ms <= $1
             ORDER BY k.created_at_ms LIMIT $2 {})",
        // Do not wait for rows that another process is deleting or replacing.
        skip_locked(app.store.backend(), "k")
    );
    let mut removed = 0;
    loop {
        let batch = sql(connection, &text, vec![expired_ms.into(), BATCH.into()]);
        let batch = connection.execute_raw(batch).await?.rows_affected();
        removed += batch;
        if batch < BATCH.unsigned_abs() {
            return Ok(removed);
        }
    }
}

/// Returns the next batch of an account's keys after this one.
async fn keys_after(
    app: &App,
    account: AccountScope,
    last: String,
) -> Result<Vec<idempotency_keys::Model>, shared::Error> {
    use idempotency_keys::Column as C;
    let next = account.find::<idempotency_keys::Entity>().filter(C::IdempotencyKey.gt(last));
    let next = next.order_by_asc(C::IdempotencyKey).limit(BATCH.unsigned_abs());
    Ok(next.all(app.store.read()).await?)
}

/// Forgets the responses of an account that name somebody, in their body or in their key, or only counts them. If their
/// requests came again, they would be carried out again. Returns how many there are.
pub async fn forget(
    app: &App,
    account: AccountScope,
    is_named: impl Fn(&str) -> bool,
    dry_run: bool,
) -> Result<u64, AppError> {
    use idempotency_keys::Column as C;
    let (mut count, mut last) = (0, String::new());
    loop {
        let next = keys_after(app, account, last).await?;
        let Some(end) = next.last() else { return Ok(count) };
        last = end.idempotency_key.clone();
        let mut named = Vec::new();
        for row in next {
            let context = encryption_context(account.account_id(), &row.idempotency_key);
            // A response that does not decrypt answers no request any more.
            let stored = app.secrets_key.decrypt(&context, &row.response_sealed).ok();
            let stored = stored.map(|stored| serde_json::from_slice::<Stored>(&stored)).transpose()?;
            let is_named_in_body = stored.is_none_or(|stored| is_named(&stored.response.body));
            if is_named_in_body || is_named(&row.idempotency_key) {
                named.push(row.idempotency_key);
            }
        }
        count += named.len() as u64;
        if !dry_run {
            let forget = account.delete::<idempotency_keys::Entity>().filter(C::IdempotencyKey.is_in(named));
            forget.exec(app.store.write()).await?;
        }
    }
}

/// Encrypts the responses of an account with the current secrets key. Returns how many were encrypted with another one, and
/// adds those that do not decrypt.
pub async fn reseal(app: &App, account: AccountScope, unreadable: &mut u64) -> Result<u64, shared::Error> {
    use idempotency_keys::Column as C;
    let (mut count, mut last, key) = (0, String::new(), &app.secrets_key);
    loop {
        let next = keys_after(app, account, last).await?;
        let Some(end) = next.last() else { return Ok(count) };
        last = end.idempotency_key.clone();
        for row in next {
            let context = encryption_context(account.account_id(), &row.idempotency_key);
            if key.is_current(&context, &row.response_sealed) {
                continue;
            }
            let Ok(response) = key.decrypt(&context, &row.response_sealed) else {
                *unreadable += 1;
                continue;
            };
            // A response that was replaced meanwhile stays.
            let update = account.update::<idempotency_keys::Entity>();
            let update = update.filter(C::IdempotencyKey.eq(row.idempotency_key));
            let update = update.filter(C::ResponseSealed.eq(row.response_sealed));
            let update = update.col_expr(C::ResponseSealed, key.encrypt(&context, &response)?.into());
            count += update.exec(app.store.write()).await?.rows_affected;
        }
    }
}

/// Returns the context that binds an encrypted response to its account and key.
fn encryption_context(account_id: i64, key: &str) -> String {
    format!("account {account_id} idempotency_key {key}")
}

/// A stored response. It is encrypted, because it may show a webhook's secret (invariant I8).
#[derive(Serialize, Deserialize)]
struct Stored {
    fingerprint: String,
    #[serde(flatten)]
    response: StoredResponse,
}

/// An answer, as it is stored.
#[derive(Serialize, Deserialize)]
pub struct StoredResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

/// The answer to a change, stored so that a repeated request gets the same one.
pub trait Answer: Sized + Send {
    /// Returns the stored form of the answer, and the answer.
    fn stored(self) -> impl Future<Output = Result<(StoredResponse, Self), AppError>> + Send;

    /// Returns the answer to a repeated request.
    fn again(stored: StoredResponse) -> Result<Self, AppError>;
}

/// The answer to the form of a new record: its id.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct NewRecord {
    /// The record's id.
    pub id: i64,
}

impl Answer for NewRecord {
    async fn stored(self) -> Result<(StoredResponse, Self), AppError> {
        let (status, headers) = (201, Vec::new());
        Ok((StoredResponse { status, headers, body: serde_json::to_string(&self)? }, self))
    }

    fn again(stored: StoredResponse) -> Result<Self, AppError> {
        Ok(serde_json::from_str(&stored.body)?)
    }
}

impl NamedRequest {
    /// Locks the key, and returns the response that is stored for this request, if there is one.
    async fn find(
        &self,
        tx: &Transaction,
        app: &App,
        account: AccountScope,
    ) -> Result<Option<Stored>, AppError> {
        let account_id = account.account_id();
        // Take the lock before reading: a request that held it before has committed its response by then.
        let is_locked = match tx.get_database_backend() {
            DbBackend::Sqlite => true,
            _ => {
                let text = "SELECT pg_try_advisory_xact_lock($1)";
                let row = tx.query_one_raw(sql(tx, text, vec![self.lock_id(account_id).into()])).await?;
                row.map_or(Ok(false), |row| row.try_get_by_index(0))?
            }
        };
        let oldest_ms = app.clock.now_ms() - KEPT_MS;
        let stored = account.find_id::<idempotency_keys::Entity>(self.key.clone());
        let stored = stored.filter(idempotency_keys::Column::CreatedAtMs.gt(oldest_ms));
        match stored.one(tx).await? {
            Some(row) => {
                let sealed = row.response_sealed;
                let stored = app.secrets_key.decrypt(&self.encryption_context(account_id), &sealed)?;
                let stored: Stored = serde_json::from_slice(&stored)?;
                if stored.fingerprint == self.fingerprint {
                    return Ok(Some(stored));
                }
                let rule = "this Idempotency-Key was already used for a different request";
                let mut problems = Problems::default();
                problems.add_as(Fault::KeyReused, "", rule);
                Err(problems.into())
            }
            None if is_locked => Ok(None),
            None => Err(AppError::InProgress),
        }
    }

    /// Stores the response. Replaces an expired response to the same key, if there is one.
    async fn store<T: Answer>(
        &self,
        tx: &Transaction,
        app: &App,
        account: AccountScope,
        answer: T,
    ) -> Result<T, AppError> {
        let (response, answer) = answer.stored().await?;
        let stored = Stored { fingerprint: self.fingerprint.clone(), response };
        let (account_id, now_ms) = (account.account_id(), app.clock.now_ms());
        let stored = serde_json::to_vec(&stored)?;
        let sealed = app.secrets_key.encrypt(&self.encryption_context(account_id), &stored)?;
        let text =
            "INSERT INTO idempotency_keys (account_id, idempotency_key, response_sealed, created_at_ms)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (account_id, idempotency_key) DO UPDATE
             SET response_sealed = excluded.response_sealed, created_at_ms = excluded.created_at_ms
             WHERE idempotency_keys.created_at_ms <= $5";
        let key = self.key.clone();
        let values =
            vec![account_id.into(), key.into(), sealed.into(), now_ms.into(), (now_ms - KEPT_MS).into()];
        if tx.execute_raw(sql(tx, text, values)).await?.rows_affected() == 0 {
            return Err(AppError::InProgress);
        }
        Ok(answer)
    }

    fn lock_id(&self, account_id: i64) -> i64 {
        lock_id(&self.encryption_context(account_id))
    }

    fn encryption_context(&self, account_id: i64) -> String {
        encryption_context(account_id, &self.key)
    }
}
