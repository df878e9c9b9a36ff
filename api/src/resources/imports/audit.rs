//! What the audit log tells of imports.

use shared::Transaction;
use shared::entities::{AccountScope, imports};
use shared::values::choices::AuditAction;

use crate::accounts::audit::{self, Actor};
use crate::error::AppError;

/// Writes what somebody does with an import into the audit log.
pub(super) async fn record(
    tx: &Transaction,
    actor: Actor,
    import: &imports::Model,
    action: AuditAction,
) -> Result<(), AppError> {
    let account = AccountScope::new(import.account_id);
    let detail = format!("import {}: {}", import.id, import.import_kind);
    Ok(audit::record(tx, actor, Some(account), action, Some(&detail)).await?)
}
