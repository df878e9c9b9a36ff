//! The letters about a contact: those that went to them, and those that name them.

use std::collections::{BTreeSet, HashMap};

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, letter_runs, printed_letter_contacts, printed_letters};
use shared::values::choices::LetterKind;

use crate::error::AppError;

/// A letter about a contact, without its text.
#[derive(Clone, Debug)]
pub struct LetterAbout {
    /// Its id.
    pub id: i64,
    /// Its number.
    pub number: i64,
    /// The run in which it was made.
    pub run_id: i64,
    /// What it is for.
    pub kind: LetterKind,
    /// Who made it.
    pub user_id: Option<i64>,
    /// When, in milliseconds.
    pub made_at_ms: i64,
}

/// Returns the newest letters about a contact, those before one of them, and whether there are further ones.
pub async fn letters_about(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_id: i64,
    (before, limit): (Option<i64>, usize),
) -> Result<(Vec<LetterAbout>, bool), AppError> {
    use {letter_runs::Column as R, printed_letter_contacts::Column as A, printed_letters::Column as L};
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::ContactId.eq(contact_id));
    let about = about.select_only().column(A::LetterId).into_query();
    let letters = account.find::<printed_letters::Entity>().filter(L::Id.in_subquery(about));
    let letters = letters.filter(Condition::all().add_option(before.map(|before| L::Id.lt(before))));
    let letters = letters.order_by_desc(L::Id).limit(limit as u64 + 1);
    let letters = letters.select_only().columns([L::Id, L::LetterNumber, L::RunId]);
    let mut letters: Vec<(i64, i64, i64)> = letters.into_tuple().all(connection).await?;
    let has_more = letters.len() > limit;
    letters.truncate(limit);
    let run_ids: BTreeSet<i64> = letters.iter().map(|(.., run_id)| *run_id).collect();
    let mut runs = HashMap::new();
    if !run_ids.is_empty() {
        let select = account.find::<letter_runs::Entity>().filter(R::Id.is_in(run_ids)).select_only();
        let select = select.columns([R::Id, R::LetterKind, R::UserId, R::MadeAtMs]);
        for (id, kind, user_id, made_at_ms) in
            select.into_tuple::<(i64, LetterKind, Option<i64>, i64)>().all(connection).await?
        {
            runs.insert(id, (kind, user_id, made_at_ms));
        }
    }
    let about = |(id, number, run_id): (i64, i64, i64)| {
        let (kind, user_id, made_at_ms) = *runs.get(&run_id)?;
        Some(LetterAbout { id, number, run_id, kind, user_id, made_at_ms })
    };
    Ok((letters.into_iter().filter_map(about).collect(), has_more))
}
