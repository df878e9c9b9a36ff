//! Encrypts all secrets in the database with the current secrets key, because some were encrypted with the previous
//! one. Programs go on meanwhile: they open both. Every step can be repeated.

use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ActiveValue, ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use shared::crypto::user_cipher::UserCipher;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::entities::{AccountScope, SystemScope, accounts, users, webhooks};
use shared::{Error, Transaction};

use crate::idempotency;
use crate::state::App;
use crate::waiting_letters;

/// How many rows one transaction locks.
const BATCH: u64 = 20;
/// How often all tables are gone through. After the first time, only secrets that a program encrypts meanwhile are
/// left.
const PASSES_MAX: usize = 5;

/// The numbers of rows that were encrypted with the current key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Webhooks with a secret or headers.
    pub webhooks: u64,
    /// Users with a second factor.
    pub second_factors: u64,
    /// Stored answers to requests with an `Idempotency-Key`.
    pub idempotency_keys: u64,
    /// Letters that wait for the mail server.
    pub letters: u64,
    /// Rows that neither key opens. They stay as they are.
    pub unreadable: u64,
    /// Whether nothing is left that the current key does not open.
    pub previous_key_can_be_removed: bool,
}

/// Encrypts everything with the current key.
pub async fn reseal(app: &App) -> Result<Report, Error> {
    let mut report = Report::default();
    for _ in 0..PASSES_MAX {
        let before = report;
        report.unreadable = 0;
        webhooks(app, &mut report).await?;
        second_factors(app, &mut report).await?;
        for account in SystemScope.find::<accounts::Entity>().all(app.store.read()).await? {
            let account = AccountScope::new(account.id);
            report.idempotency_keys += idempotency::reseal(app, account, &mut report.unreadable).await?;
        }
        report.letters += waiting_letters::reseal(app, &mut report.unreadable).await?;
        if before == (Report { unreadable: before.unreadable, ..report }) {
            report.previous_key_can_be_removed = report.unreadable == 0;
            break;
        }
    }
    Ok(report)
}

/// How rows are locked. Recording deliveries and sessions locks the webhooks and users that they belong to FOR KEY SHARE, in
/// an order of its own. A lock that excluded that one could deadlock with it.
const LOCK: LockType = LockType::NoKeyUpdate;

/// Encrypts the secrets and headers of webhooks. For their owners they have not changed, so they keep their version.
async fn webhooks(app: &App, report: &mut Report) -> Result<(), Error> {
    let mut last = 0;
    loop {
        let tx = app.store.begin();
        let rows = SystemScope.find::<webhooks::Entity>().filter(webhooks::Column::Id.gt(last));
        let rows = rows.order_by_asc(webhooks::Column::Id).limit(BATCH).lock(LOCK).all(&tx).await?;
        let Some(end) = rows.last() else { return tx.commit().await };
        last = end.id;
        for row in rows {
            let id = row.id;
            match resealed(app, row) {
                Ok(Some(change)) => {
                    let update = SystemScope.update::<webhooks::Entity>().set(change);
                    write(&tx, update.filter(webhooks::Column::Id.eq(id))).await?;
                    report.webhooks += 1;
                }
                Ok(None) => {}
                Err(error) => {
                    report.unreadable += 1;
                    tracing::error!(%error, webhook_id = id, "the secrets of a webhook do not decrypt");
                }
            }
        }
        tx.commit().await?;
    }
}

fn resealed(app: &App, row: webhooks::Model) -> Result<Option<webhooks::ActiveModel>, Error> {
    let cipher = WebhookCipher::new(&app.secrets_key, row.account_id, row.id);
    let optional = |part, sealed: Option<String>| match sealed {
        Some(sealed) => cipher.reseal(part, &sealed),
        None => Ok(None),
    };
    let secret = cipher.reseal(Part::Secret, &row.webhook_secret_sealed)?;
    let previous = optional(Part::Secret, row.webhook_previous_secret_sealed)?;
    let headers = optional(Part::Headers, row.webhook_headers_sealed)?;
    if secret.is_none() && previous.is_none() && headers.is_none() {
        return Ok(None);
    }
    let set = |sealed: Option<String>| match sealed {
        Some(sealed) => ActiveValue::Set(Some(sealed)),
        None => ActiveValue::NotSet,
    };
    Ok(Some(webhooks::ActiveModel {
        webhook_secret_sealed: secret.map_or(ActiveValue::NotSet, ActiveValue::Set),
        webhook_previous_secret_sealed: set(previous),
        webhook_headers_sealed: set(headers),
        ..Default::default()
    }))
}

async fn second_factors(app: &App, report: &mut Report) -> Result<(), Error> {
    use users::Column as C;
    let mut last = 0;
    loop {
        let tx = app.store.begin();
        let rows = SystemScope.find::<users::Entity>().filter(C::SecondFactorSealed.is_not_null());
        let rows = rows.filter(C::Id.gt(last)).order_by_asc(C::Id).limit(BATCH).lock(LOCK);
        let rows = rows.select_only().columns([C::Id, C::SecondFactorSealed]);
        let rows: Vec<(i64, String)> = rows.into_tuple().all(&tx).await?;
        let Some((end, _)) = rows.last() else { return tx.commit().await };
        last = *end;
        for (id, sealed) in &rows {
            match UserCipher::new(&app.secrets_key, *id).reseal(sealed) {
                Ok(Some(sealed)) => {
                    let update = SystemScope.update::<users::Entity>().filter(C::Id.eq(*id));
                    write(&tx, update.col_expr(C::SecondFactorSealed, Expr::value(sealed))).await?;
                    report.second_factors += 1;
                }
                Ok(None) => {}
                Err(error) => {
                    report.unreadable += 1;
                    tracing::error!(%error, user_id = id, "the second factor of a user does not decrypt");
                }
            }
        }
        tx.commit().await?;
    }
}

async fn write<E: EntityTrait>(tx: &Transaction, update: sea_orm::UpdateMany<E>) -> Result<(), Error> {
    update.exec(tx).await?;
    Ok(())
}
