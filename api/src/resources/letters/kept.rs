//! Official receipts about contacts that were erased. The tax law may demand a copy of each for some years, so their texts stay
//! as long, for owners alone: lists, files and new letters treat them as if they were erased, too.

use std::collections::HashSet;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeZone};
use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};
use serde::Serialize;
use shared::entities::{
    AccountScope, SystemScope, contacts, letter_runs, printed_letter_contacts, printed_letters, stated_gifts,
};

use crate::auth::Caller;
use crate::error::AppError;
use crate::records::Context;
use crate::state::App;

/// For how many full calendar years after its own the copy of an official receipt is kept: as long as accounting records are
/// commonly kept. Where the law asks for less, an owner can erase the copies at any time.
const YEARS: i32 = 10;

/// The official receipts about a contact whose texts an erasure leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Receipts {
    /// How many.
    pub count: u64,
    /// The day of the newest one.
    pub newest: NaiveDate,
    /// The last day on which that one is kept.
    pub until: NaiveDate,
}

/// Returns from when on letters are kept that are receipts, in milliseconds: from the beginning of a year in the account's time
/// zone.
pub fn kept_from_ms(context: &Context) -> i64 {
    let first = NaiveDate::from_ymd_opt(context.today.year() - YEARS, 1, 1).unwrap_or_default();
    let first = first.and_time(NaiveTime::MIN);
    let local = context.caller.timezone.from_local_datetime(&first).earliest();
    local.map_or_else(|| first.and_utc().timestamp_millis(), |local| local.timestamp_millis())
}

/// Returns the condition for receipts that were made at this moment or later.
pub fn receipts_since(account: AccountScope, from_ms: i64) -> Condition {
    use printed_letters::Column as L;
    let made = L::RunId.in_subquery(runs(account, from_ms));
    Condition::all().add(L::Id.in_subquery(receipts(account))).add(made)
}

/// Selects the ids of the letters that are receipts.
pub(super) fn receipts(account: AccountScope) -> SelectStatement {
    use stated_gifts::Column as S;
    let receipts = account.find::<stated_gifts::Entity>().filter(S::IsReceipt.eq(true));
    receipts.select_only().column(S::LetterId).into_query()
}

/// Selects the ids of the runs that were made at a moment or later.
fn runs(account: AccountScope, from_ms: i64) -> SelectStatement {
    use letter_runs::Column as R;
    let runs = account.find::<letter_runs::Entity>().filter(R::MadeAtMs.gte(from_ms));
    runs.select_only().column(R::Id).into_query()
}

/// Returns the receipts about a contact that an erasure leaves, or has left.
///
/// # Errors
/// Those of the database.
pub async fn receipts_about(context: &Context, contact_id: i64) -> Result<Option<Receipts>, AppError> {
    use {letter_runs::Column as R, printed_letter_contacts::Column as A, printed_letters::Column as L};
    let (account, reader) = (context.caller.account, context.app.store.read());
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::ContactId.eq(contact_id));
    let about = about.select_only().column(A::LetterId).into_query();
    let letters = account.find::<printed_letters::Entity>().filter(L::LetterText.is_not_null());
    let letters = letters.filter(L::Id.in_subquery(about));
    let letters = letters.filter(receipts_since(account, kept_from_ms(context)));
    let run_ids: Vec<i64> = letters.select_only().column(L::RunId).into_tuple().all(reader).await?;
    let count = run_ids.len() as u64;
    let newest = account.find::<letter_runs::Entity>().filter(R::Id.is_in(run_ids));
    let newest = newest.order_by_desc(R::MadeAtMs).select_only().column(R::MadeAtMs);
    let Some(made_at_ms) = newest.into_tuple::<i64>().one(reader).await? else { return Ok(None) };
    let made_at = DateTime::from_timestamp_millis(made_at_ms).unwrap_or_default();
    let newest = made_at.with_timezone(&context.caller.timezone).date_naive();
    let until = NaiveDate::from_ymd_opt(newest.year() + YEARS, 12, 31).unwrap_or(newest);
    Ok(Some(Receipts { count, newest, until }))
}

/// Returns those of some letters that are about a contact that was erased after them.
pub(super) async fn about_erased(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    letter_ids: Vec<i64>,
) -> Result<HashSet<i64>, AppError> {
    use printed_letter_contacts::Column as A;
    let about = letters_erased(account).filter(A::LetterId.is_in(letter_ids));
    let ids: Vec<i64> = about.into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// Selects the ids of the letters about contacts that were erased after them. An erased contact can be filled in again: later letters are
/// not of who was erased.
fn letters_erased(account: AccountScope) -> Select<printed_letter_contacts::Entity> {
    use {contacts::Column as C, letter_runs::Column as R, printed_letters::Column as L};
    use {printed_letter_contacts::Column as A, printed_letter_contacts::Entity as About};
    let contact = About::belongs_to(contacts::Entity).from(A::ContactId).to(C::Id);
    let letter = About::belongs_to(printed_letters::Entity).from(A::LetterId).to(L::Id);
    let run = printed_letters::Entity::belongs_to(letter_runs::Entity).from(L::RunId).to(R::Id);
    let about = account.find::<About>().join(JoinType::InnerJoin, contact.into());
    let about = about.join(JoinType::InnerJoin, letter.into()).join(JoinType::InnerJoin, run.into());
    let erased_at = Expr::col((contacts::Entity, C::ErasedAtMs));
    let about = about.filter(erased_at.gte(Expr::col((letter_runs::Entity, R::MadeAtMs))));
    about.select_only().column(A::LetterId)
}

/// Erases the texts of the receipts about erased contacts that are kept no longer. Returns how many.
///
/// # Errors
/// Those of the database.
pub async fn remove_expired(app: &App) -> Result<u64, AppError> {
    use {letter_runs::Column as R, printed_letters::Column as L};
    // Most accounts have no run that is as old. A year of 365 days is never too long.
    let old_ms = app.clock.now_ms() - i64::from(YEARS) * 365 * 24 * 60 * 60 * 1000;
    let accounts = SystemScope.find::<letter_runs::Entity>().filter(R::MadeAtMs.lt(old_ms));
    let accounts = accounts.select_only().column(R::AccountId).distinct().into_tuple::<i64>();
    let mut removed = 0;
    for account_id in accounts.all(app.store.read()).await? {
        let account = AccountScope::new(account_id);
        let Some(caller) = Caller::of_account(app.store.read(), account).await? else { continue };
        let from_ms = kept_from_ms(&Context::new(app, caller));
        let about = letters_erased(account).into_query();
        let removal = account.update::<printed_letters::Entity>().filter(L::LetterText.is_not_null());
        let removal = removal.filter(L::Id.in_subquery(about)).filter(L::Id.in_subquery(receipts(account)));
        let removal = removal.filter(L::RunId.not_in_subquery(runs(account, from_ms)));
        let nothing = Expr::value(Option::<String>::None);
        let removal = removal.col_expr(L::LetterText, nothing);
        removed += removal.exec(app.store.write()).await?.rows_affected;
    }
    Ok(removed)
}
