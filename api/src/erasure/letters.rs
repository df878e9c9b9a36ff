//! The letters that are about the person: their texts go, and their numbers and gifts stay. Official receipts keep their texts
//! for some years, unless those are to go, too.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, PaginatorTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, mailed_letters, printed_letter_contacts, printed_letters};

use crate::error::AppError;
use crate::idempotency::in_transaction;
use crate::resources::letters::kept::receipts_since;
use crate::state::App;

/// Erases the texts of the letters that are about the person, such as those of a household, and where they were mailed, or
/// only counts them. Receipts that were made since a moment stay, if there is one. It waits
/// for letters that are being written, because those hold the account's lock too.
pub(super) async fn erase(
    app: &App,
    account: AccountScope,
    (contact_id, receipts_from_ms): (i64, Option<i64>),
    dry_run: bool,
) -> Result<u64, AppError> {
    use printed_letter_contacts::Column as About;
    use printed_letters::Column as C;
    let about = account.find::<printed_letter_contacts::Entity>().filter(About::ContactId.eq(contact_id));
    let about = about.select_only().column(About::LetterId).into_query();
    let kept = receipts_from_ms.map(|from_ms| receipts_since(account, from_ms).not());
    let theirs = Condition::all().add(C::LetterText.is_not_null()).add(C::Id.in_subquery(about.clone()));
    let theirs = theirs.add_option(kept);
    if dry_run {
        let theirs = account.find::<printed_letters::Entity>().filter(theirs);
        return Ok(theirs.count(app.store.read()).await?);
    }
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let mailed = account.delete::<mailed_letters::Entity>();
        mailed.filter(mailed_letters::Column::LetterId.in_subquery(about)).exec(tx).await?;
        let erasure = account.update::<printed_letters::Entity>().filter(theirs);
        let nothing = Expr::value(Option::<String>::None);
        Ok(erasure.col_expr(C::LetterText, nothing).exec(tx).await?.rows_affected)
    })
    .await
}
