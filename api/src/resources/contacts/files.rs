//! Files of contacts, such as a signed pledge or a photograph. They are kept in the database, so that a backup has them, and
//! they are for people alone: the API and events do not have them.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, contact_files, contacts};
use shared::values::choices::AuditAction;

use crate::accounts::{Actor, audit};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::types::clean;
use crate::idempotency::in_transaction;
use crate::state::App;

/// The most bytes of a file.
pub const BYTES_MAX: usize = 5_000_000;
/// The most files of a contact.
pub const FILES_MAX: usize = 50;
/// The most bytes of all files of an account.
pub const ACCOUNT_BYTES_MAX: i64 = 1_000_000_000;
/// The most characters of the name of a file.
const NAME_MAX: usize = 200;

/// What a list shows of a file.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Listed {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub file_name: String,
    /// Its length.
    pub file_bytes: i64,
    /// When it was added.
    pub added_at_ms: i64,
}

/// Reads the files of a contact without their contents, the newest first.
pub async fn list(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_id: i64,
) -> Result<Vec<Listed>, AppError> {
    use contact_files::Column as F;
    let files = account.find::<contact_files::Entity>().filter(F::ContactId.eq(contact_id));
    let files =
        files.order_by_desc(F::Id).select_only().columns([F::Id, F::FileName, F::FileBytes, F::AddedAtMs]);
    Ok(files.into_model().all(connection).await?)
}

/// Reads a file of a contact.
///
/// # Errors
/// [`AppError::NotFound`] if the contact has no such file.
pub async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (contact_id, id): (i64, i64),
) -> Result<contact_files::Model, AppError> {
    let file =
        account.find_id::<contact_files::Entity>(id).filter(contact_files::Column::ContactId.eq(contact_id));
    file.one(connection).await?.ok_or(AppError::NotFound)
}

/// Adds a file to a contact, whose state was read before the file arrived: its `event_sequence`.
///
/// # Errors
/// [`AppError::NotFound`] if there is no such contact, [`AppError::Invalid`] with the rule that the file breaks, or if the
/// contact was changed meanwhile: it may have been erased.
pub async fn add(
    app: &App,
    actor: Actor,
    account: AccountScope,
    (contact_id, seen): (i64, i64),
    (name, content): (&str, Vec<u8>),
) -> Result<(), AppError> {
    let file_name = checked(name, &content)?;
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        // An erasure or a merge of the contact waits, or is seen.
        let contact = account.find_id::<contacts::Entity>(contact_id).lock_exclusive().select_only();
        let now: Option<i64> = contact.column(contacts::Column::EventSequence).into_tuple().one(tx).await?;
        if now.ok_or(AppError::NotFound)? != seen {
            let rule = "was not added, because somebody has changed the contact meanwhile: look at the contact, and add it again";
            return Err(AppError::invalid("file", rule));
        }
        let row = contact_files::Model {
            id: 0,
            account_id: account.account_id(),
            contact_id,
            file_name,
            file_bytes: i64::try_from(content.len()).unwrap_or(i64::MAX),
            added_at_ms: actor.now_ms,
            file_content: content,
        };
        check_room(tx, account, &row).await?;
        account.insert::<contact_files::Entity>(tx, row).await?;
        noted(tx, (actor, account), AuditAction::FileAdded, contact_id).await
    })
    .await
}

/// Returns the name of a file if it can be kept.
fn checked(name: &str, content: &[u8]) -> Result<String, AppError> {
    let mut problems = Problems::default();
    let name = match clean(name.to_owned()) {
        Ok(name) => name.unwrap_or_default(),
        Err(rule) => {
            problems.add("file", format_args!("has a name that {rule}"));
            String::new()
        }
    };
    if problems.is_empty() && name.is_empty() {
        problems.add("file", "must be chosen");
    } else if name.chars().count() > NAME_MAX {
        problems.add("file", format_args!("must not have a name longer than {NAME_MAX} characters"));
    } else if content.len() > BYTES_MAX {
        problems.add("file", "must not be larger than 5 MB");
    } else if problems.is_empty() && content.is_empty() {
        problems.add("file", "must not be empty");
    }
    problems.check()?;
    Ok(name)
}

/// Checks that there is room for one more file.
async fn check_room(
    tx: &Transaction,
    account: AccountScope,
    new: &contact_files::Model,
) -> Result<(), AppError> {
    if list(tx, account, new.contact_id).await?.len() >= FILES_MAX {
        return Err(AppError::invalid(
            "file",
            format_args!("must be one of at most {FILES_MAX}: remove one first"),
        ));
    }
    let sum = Expr::col(contact_files::Column::FileBytes).sum().cast_as("BIGINT");
    let all = account.find::<contact_files::Entity>().select_only().expr(sum);
    let bytes: Option<Option<i64>> = all.into_tuple().one(tx).await?;
    if bytes.flatten().unwrap_or_default() + new.file_bytes > ACCOUNT_BYTES_MAX {
        let rule = "must fit beside the other files of your organisation, 1 GB in all: remove files that nobody needs";
        return Err(AppError::invalid("file", rule));
    }
    Ok(())
}

/// Removes a file of a contact.
///
/// # Errors
/// [`AppError::NotFound`] if the contact has no such file.
pub async fn remove(
    app: &App,
    actor: Actor,
    account: AccountScope,
    (contact_id, id): (i64, i64),
) -> Result<(), AppError> {
    use contact_files::Column as F;
    in_transaction(app, async |tx| {
        let removal = account.delete::<contact_files::Entity>();
        let removal = removal.filter(F::Id.eq(id)).filter(F::ContactId.eq(contact_id));
        if removal.exec(tx).await?.rows_affected == 0 {
            return Err(AppError::NotFound);
        }
        noted(tx, (actor, account), AuditAction::FileRemoved, contact_id).await
    })
    .await
}

/// Writes into the audit log whose file it was. Its name may name the person, whom an erasure would leave there.
async fn noted(
    tx: &Transaction,
    (actor, account): (Actor, AccountScope),
    action: AuditAction,
    contact_id: i64,
) -> Result<(), AppError> {
    audit::record(tx, actor, Some(account), action, Some(&format!("contact {contact_id}"))).await?;
    Ok(())
}

/// Gives the files of a contact to another one, into which it is merged.
pub async fn move_to(
    tx: &Transaction,
    account: AccountScope,
    (from, into): (i64, i64),
) -> Result<(), AppError> {
    use contact_files::Column as F;
    let moved = account.update::<contact_files::Entity>().filter(F::ContactId.eq(from));
    moved.col_expr(F::ContactId, into.into()).exec(tx).await?;
    Ok(())
}

/// Removes all files of a contact, or only counts them.
pub async fn erase(
    app: &App,
    account: AccountScope,
    contact_id: i64,
    dry_run: bool,
) -> Result<u64, AppError> {
    if dry_run {
        return Ok(list(app.store.read(), account, contact_id).await?.len() as u64);
    }
    let all = account.delete::<contact_files::Entity>();
    let all = all.filter(contact_files::Column::ContactId.eq(contact_id));
    Ok(all.exec(app.store.write()).await?.rows_affected)
}
