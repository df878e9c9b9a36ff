//! Sandboxes: accounts to try things out in, with the demo's records. One is emptied and filled anew as often as its
//! members like. It keeps its members, keys, webhooks and audit log.

use std::sync::Arc;

use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::Transaction;
use shared::database::row_security::within;
use shared::database::statement::sql;
use shared::entities::{AccountScope, SystemScope, accounts, imports};
use shared::values::choices::AuditAction;

use crate::accounts::sandboxes::insert;
use crate::accounts::{Actor, audit, insert_gift_types};
use crate::auth::Caller;
use crate::demo;
use crate::error::AppError;
use crate::events::retention;
use crate::state::App;

/// The tables that a reset empties, each before those that it refers to.
pub const EMPTIED: [&str; 21] = [
    "tasks",
    "gift_soft_credits",
    "gifts",
    "pledges",
    "contact_tags",
    "contact_pictures",
    "contact_family_members",
    "contact_addresses",
    "contact_phones",
    "contact_emails",
    "contacts",
    "tags",
    "gift_types",
    "names",
    "import_chunks",
    "import_external_ids",
    "import_failed_rows",
    "import_problems",
    "import_rows",
    "imports",
    "idempotency_keys",
];

/// Makes the sandbox of an account, for an owner of the account.
///
/// # Errors
/// Those of [`insert`].
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
    let tx = app.store.begin();
    // Whoever adds a record waits until it is empty, or the reset waits for the record.
    let row = SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(account.account_id()));
    let row = row.lock_exclusive().one(&tx).await?.ok_or(AppError::NotFound)?;
    if row.sandbox_of.is_none() {
        return Err(AppError::Forbidden);
    }
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

async fn empty(tx: &Transaction, account: AccountScope) -> Result<(), AppError> {
    for table in EMPTIED {
        let text = format!("DELETE FROM {table} WHERE account_id = $1");
        tx.execute_raw(sql(tx, text, vec![account.account_id().into()])).await?;
    }
    Ok(())
}
