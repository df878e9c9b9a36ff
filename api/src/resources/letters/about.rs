//! The letters about a contact: those that went to them, and those that name them. And those that have a gift.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::{Expr, ExprTrait, UnionType};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::entities::{
    AccountScope, gifts, letter_runs, printed_letter_contacts, printed_letters, stated_gifts, thanked_gifts,
};
use shared::values::choices::{GiftStatus, LetterKind};

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
    /// Whether it is an official receipt.
    pub is_receipt: bool,
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
    use stated_gifts::Column as S;
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
    let (mut runs, mut receipts) = (HashMap::new(), HashSet::new());
    if !run_ids.is_empty() {
        let select = account.find::<letter_runs::Entity>().filter(R::Id.is_in(run_ids)).select_only();
        let select = select.columns([R::Id, R::LetterKind, R::UserId, R::MadeAtMs]);
        for (id, kind, user_id, made_at_ms) in
            select.into_tuple::<(i64, LetterKind, Option<i64>, i64)>().all(connection).await?
        {
            runs.insert(id, (kind, user_id, made_at_ms));
        }
        let ids = letters.iter().map(|(id, ..)| *id);
        let some = account.find::<stated_gifts::Entity>().filter(S::LetterId.is_in(ids));
        let some = some.filter(S::IsReceipt.eq(true)).select_only().column(S::LetterId).distinct();
        receipts.extend(some.into_tuple::<i64>().all(connection).await?);
    }
    let about = |(id, number, run_id): (i64, i64, i64)| {
        let (kind, user_id, made_at_ms) = *runs.get(&run_id)?;
        let is_receipt = receipts.contains(&id);
        Some(LetterAbout { id, number, run_id, kind, is_receipt, user_id, made_at_ms })
    };
    Ok((letters.into_iter().filter_map(about).collect(), has_more))
}

/// Returns the newest letters that have a gift: those that thank for it and the statements with it, to whomever they went. Of
/// statements whose gifts were not stored yet, those of its donor for its day that were made after it was recorded.
pub async fn letters_with_gift(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (gift_id, limit): (i64, u64),
) -> Result<Vec<LetterAbout>, AppError> {
    use {gifts::Column as G, letter_runs::Column as R, printed_letters::Column as L};
    use {printed_letter_contacts::Column as A, stated_gifts::Column as S, thanked_gifts::Column as T};
    let account_id = account.account_id();
    let gift = |column: G| Expr::col((gifts::Entity, column));
    let run = |column: R| Expr::col((letter_runs::Entity, column));
    let thanked = account.find::<thanked_gifts::Entity>().filter(T::GiftId.eq(gift_id));
    let thanked = thanked.select_only().column(T::LetterId).into_query();
    let thanks = L::Id.in_subquery(thanked.clone());
    let stated = account.find::<stated_gifts::Entity>().filter(S::GiftId.eq(gift_id));
    let stated = stated.select_only().column(S::LetterId).into_query();
    let has_it = L::Id.in_subquery(stated.clone());
    let of_letter = Expr::col((stated_gifts::Entity, S::LetterId)).equals((printed_letters::Entity, L::Id));
    let rows = account.find::<stated_gifts::Entity>().filter(of_letter).select_only().column(S::Id);
    let is_receipt = Expr::exists(rows.clone().filter(S::IsReceipt.eq(true)).into_query());
    let is_known = Expr::exists(rows.into_query());
    let donor = account.find_id::<gifts::Entity>(gift_id).select_only().column(G::ContactId).into_query();
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::ContactId.in_subquery(donor));
    let mut ids = about.select_only().column(A::LetterId).into_query();
    ids.union(UnionType::Distinct, thanked).union(UnionType::Distinct, stated);
    let of_gift = L::Id.in_subquery(ids).and(L::AccountId.eq(account_id));
    let of_run = run(R::Id).equals((printed_letters::Entity, L::RunId)).and(R::AccountId.eq(account_id));
    let mut letters = account.find_id::<gifts::Entity>(gift_id);
    QuerySelect::query(&mut letters)
        .inner_join(printed_letters::Entity, of_gift)
        .inner_join(letter_runs::Entity, of_run);
    let states = Condition::all()
        .add(R::LetterKind.eq(LetterKind::YearEndStatement))
        .add(is_known.not())
        .add(G::GiftStatus.eq(GiftStatus::Received))
        .add(gift(G::GiftDate).gte(run(R::PeriodFrom)))
        .add(gift(G::GiftDate).lte(run(R::PeriodTo)))
        .add(gift(G::CreatedAtMs).lte(run(R::MadeAtMs)));
    let letters = letters.filter(Condition::any().add(thanks).add(has_it).add(states));
    let letters = letters.order_by_desc(L::Id).limit(limit).select_only();
    let letters = letters.columns([L::Id, L::LetterNumber, L::RunId]).column(R::LetterKind);
    let letters = letters.expr(is_receipt).column(R::UserId).column(R::MadeAtMs);
    let letters = letters.into_tuple::<(i64, i64, i64, LetterKind, bool, Option<i64>, i64)>();
    let about = |(id, number, run_id, kind, is_receipt, user_id, made_at_ms)| LetterAbout {
        id,
        number,
        run_id,
        kind,
        is_receipt,
        user_id,
        made_at_ms,
    };
    Ok(letters.all(connection).await?.into_iter().map(about).collect())
}
