//! Sandboxes: accounts to try things out in, with the demo's records. One is emptied and filled anew as often as its
//! members like. It keeps its members, keys, webhooks and audit log.

use std::sync::Arc;

use sea_orm::{
    ActiveModelTrait, ActiveValue, ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect,
};
use shared::Transaction;
use shared::database::row_security::within;
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts, imports};
use shared::values::choices::AuditAction;

use super::demo;
use super::kinds::Kind;
use crate::accounts::{Actor, Refusal, audit, insert_gift_types, members, sandboxes};
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::retention;
use crate::state::App;

/// How long the name of an account may be.
const NAME_MAX: usize = 100;

/// The tables that refer to records, each before those that it refers to, and the column by which rows are chosen.
const ABOUT_RECORDS: [(&str, &str); 19] = [
    ("thanked_gifts", "id"),
    ("stated_gifts", "id"),
    ("mailed_letters", "id"),
    ("printed_letter_contacts", "id"),
    ("printed_letters", "id"),
    ("letter_runs", "id"),
    ("saved_lists", "id"),
    ("form_answers", "id"),
    ("gift_soft_credits", "gift_id"),
    ("gift_splits", "id"),
    ("contact_tags", "contact_id"),
    ("contact_files", "id"),
    ("distinct_contacts", "id"),
    ("contact_pictures", "id"),
    ("contact_family_members", "id"),
    ("contact_addresses", "id"),
    ("contact_phones", "id"),
    ("contact_emails", "id"),
    ("contact_search", "contact_id"),
];
/// The tables that records refer to, and those that are about no record.
const OTHERS: [(&str, &str); 11] = [
    ("tags", "id"),
    ("gift_types", "id"),
    ("names", "id"),
    ("import_chunks", "id"),
    ("import_external_ids", "id"),
    ("import_failed_rows", "id"),
    ("import_mappings", "id"),
    ("import_problems", "id"),
    ("import_rows", "id"),
    ("imports", "id"),
    ("idempotency_keys", "idempotency_key"),
];
/// The links between rows of one table, which end before rows are removed.
const LINKS: [(&str, &str); 5] = [
    ("gifts", "gift_adjusts_id"),
    ("contacts", "contact_org_id"),
    ("contacts", "contact_referred_by_id"),
    ("contacts", "contact_merged_into_id"),
    ("imports", "import_undoes_id"),
];
/// How many rows one statement changes or removes, so that it takes no longer than a statement may.
const BATCH: u64 = 20_000;

/// Makes the sandbox of an account, for an owner of the account.
///
/// # Errors
/// A broken rule if the account has a sandbox or is one, and [`AppError::NotFound`] if the actor is no owner (any more).
pub async fn create(app: &App, actor: Actor, account: AccountScope) -> Result<AccountScope, AppError> {
    // A request reaches one account, and this makes another.
    within(Arc::default(), async {
        let tx = app.store.begin();
        let sandbox = insert(&tx, actor, account).await?;
        let caller = Caller::of_account(&tx, sandbox).await?.ok_or(AppError::NotFound)?;
        demo::fill(app, caller, &tx).await?;
        tx.commit().await?;
        Ok(sandbox)
    })
    .await
}

/// Empties a sandbox and fills it anew. Its event log begins anew, too; what is still to be delivered is delivered.
///
/// # Errors
/// [`AppError::Forbidden`] if the account is no sandbox, and [`AppError::Busy`] if it is being reset, or a file is being
/// imported.
pub async fn reset(app: &App, caller: Caller) -> Result<(), AppError> {
    let account = caller.account;
    let Some(_turn) = app.resets.turn(account.account_id()) else {
        return Err(AppError::Busy("the sandbox is being reset".to_owned()));
    };
    let row = || SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    // Look first, because the lock below holds up everybody who adds a record.
    if row().filter(accounts::Column::SandboxOf.is_not_null()).one(app.store.read()).await?.is_none() {
        return Err(AppError::Forbidden);
    }
    let tx = app.store.begin();
    // Whoever adds a record waits until it is empty, or the reset waits for the record. Somebody who has locked a record
    // before may wait for the reset while it waits for that: PostgreSQL then ends one of the two, with 503.
    row().lock_exclusive().one(&tx).await?;
    let unfinished = account.find::<imports::Entity>().filter(imports::Column::FinishedAtMs.is_null());
    if unfinished.count(&tx).await? > 0 {
        return Err(AppError::Busy("a file is being imported into the sandbox".to_owned()));
    }
    empty(&tx, account).await?;
    let now_ms = app.clock.now_ms();
    retention::give_up_all(&tx, account, now_ms).await?;
    insert_gift_types(&tx, account).await?;
    demo::fill(app, caller, &tx).await?;
    audit::record(&tx, caller.actor(now_ms), Some(account), AuditAction::SandboxReset, None).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns the tables that a reset empties, each before those that it refers to, and the column by which rows are chosen.
pub fn emptied() -> impl Iterator<Item = (&'static str, &'static str)> {
    let records = Kind::by_links().iter().rev().map(|kind| ((kind.table)(), "id"));
    ABOUT_RECORDS.into_iter().chain(records).chain(OTHERS)
}

async fn empty(tx: &Transaction, account: AccountScope) -> Result<(), AppError> {
    let run = async |text: String| {
        let done = tx.execute_raw(sql(tx, text, vec![account.account_id().into()])).await?;
        Ok::<_, AppError>(done.rows_affected())
    };
    for (table, link) in LINKS {
        let some =
            format!("SELECT id FROM {table} WHERE account_id = $1 AND {link} IS NOT NULL LIMIT {BATCH}");
        let text = format!("UPDATE {table} SET {link} = NULL WHERE account_id = $1 AND id IN ({some})");
        while run(text.clone()).await? > 0 {}
    }
    for (table, key) in emptied() {
        let some = format!("SELECT {key} FROM {table} WHERE account_id = $1 LIMIT {BATCH}");
        let text = format!("DELETE FROM {table} WHERE account_id = $1 AND {key} IN ({some})");
        while run(text.clone()).await? > 0 {}
    }
    Ok(())
}

/// Inserts the sandbox of an account, with its members and the default gift types. The transaction is of no account before,
/// and of the sandbox afterwards.
///
/// # Errors
/// [`Refusal::NotFound`] if the actor is no owner (any more), and a broken rule if the account has a sandbox or is one.
async fn insert(tx: &Transaction, actor: Actor, account: AccountScope) -> Result<AccountScope, Refusal> {
    account.lock(tx).await?;
    members::expect_owner(tx, actor, account).await?;
    let own = SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    let own = own.one(tx).await?.ok_or(Refusal::NotFound)?;
    if own.sandbox_of.is_some() {
        return Err(Refusal::rule("account", "is a sandbox itself"));
    }
    if sandboxes::of(tx, account).await?.is_some() {
        return Err(Refusal::rule("account", "has a sandbox already"));
    }
    let word = t!("account-sandbox-word");
    let most = NAME_MAX - word.chars().count() - " ()".len();
    let name = format!("{} ({word})", own.name.chars().take(most).collect::<String>().trim_end());
    let sandbox = accounts::ActiveModel {
        id: ActiveValue::NotSet,
        name: ActiveValue::Set(name.clone()),
        currency: ActiveValue::Set(own.currency),
        timezone: ActiveValue::Set(own.timezone),
        created_at_ms: ActiveValue::Set(actor.now_ms),
        sandbox_of: ActiveValue::Set(Some(own.id)),
        status_follows_gifts: ActiveValue::Set(own.status_follows_gifts),
        funds_closed: ActiveValue::Set(own.funds_closed),
        campaigns_closed: ActiveValue::Set(own.campaigns_closed),
        ..Default::default()
    };
    let sandbox = AccountScope::new(sandbox.insert(tx).await?.id);
    sandboxes::follow(tx, account).await?;
    tx.confine(sandbox.account_id()).await?;
    insert_gift_types(tx, sandbox).await?;
    for of in [account, sandbox] {
        audit::record(tx, actor, Some(of), AuditAction::SandboxCreated, Some(&name)).await?;
    }
    Ok(sandbox)
}
