//! The giving statement of a contact for a year: received gifts, day by day.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use chrono::{Datelike, NaiveDate};
use poem::http::header::ETAG;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, contacts, gift_types, gifts};
use shared::events::include::Included;
use shared::values::choices::{GiftStatus, Include};

use super::gift_types::names_what_is_no_money;
use super::gifts::Gift;
use super::households::joint;
use super::kinds::Contact;
use super::operations::KindTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::Revision;
use crate::fields::Payload;
use crate::fields::Problems;
use crate::fields::types::{CurrencyCode, Day, Flag, Id, Money, Nullable, OneOf, Text, Whole};
use crate::giving::CountedBy;
use crate::http::csv::{Accept, Audience, Export, ForPeople};
use crate::http::query::{PathId, Query};
use crate::http::{Index, Reply, chunks};
use crate::records::money::amount;
use crate::records::{Context, Resource};
use crate::rest::validator::Validator;
use crate::state::App;
use crate::{object, query};

/// The most gifts of a statement.
const GIFTS_MAX: usize = 1000;
/// The most gifts of all statements of a run together.
pub const RUN_GIFTS_MAX: usize = 50_000;
/// How many corrections are followed from one to the next.
const CORRECTIONS_MAX: usize = 20;

/// A year of a statement.
pub type Year = Whole<1900, 2999>;

object! {
    /// A received gift, as a statement shows it.
    StatementLine {
        /// The gift
        gift_id: Id;
        /// The giver
        contact_id: Nullable<Id>;
        /// The day of the gift
        gift_date: Day;
        /// The kind of gift
        gift_type: Nullable<Text<100>>;
        /// Fund
        gift_fund: Nullable<Text<100>>;
        /// Number of the cheque, or else the reference of the payment
        gift_reference: Nullable<Text<50>>;
        /// Amount, with the decimals of its currency; of a gift in kind, the value that was recorded
        gift_amount: Money;
        /// Currency, ISO 4217
        gift_currency: CurrencyCode;
        /// 1 for what is no money, such as goods or stock: a statement describes it, and no total of money has it
        gift_in_kind: Flag;
        /// What was given, if gift_in_kind is 1: the gift's memo
        gift_description: Nullable<Text<4000>>;
    }
}

impl Payload for StatementLine {
    const KIND: &'static str = "statement";
    const EXPORT: Option<&'static Export> =
        Some(&Export { members: &[], linked: &[], people: ForPeople::PLAIN });
}

/// A gift that was received.
pub struct Received {
    /// The gift.
    pub gift: Gift,
    /// Whether it is not money, such as goods or stock.
    pub is_in_kind: bool,
}

impl From<Received> for StatementLine {
    fn from(Received { gift, is_in_kind }: Received) -> Self {
        let Gift { model, giftType, .. } = gift;
        Self {
            gift_id: model.id,
            contact_id: model.contact_id,
            gift_date: model.gift_date,
            gift_type: giftType.map(|kind| kind.model.gift_type_name),
            gift_amount: amount(model.gift_amount_minor, &model.gift_currency),
            gift_reference: model.gift_check_number.or(model.gift_reference),
            gift_fund: model.gift_fund,
            gift_currency: model.gift_currency,
            gift_in_kind: is_in_kind,
            gift_description: model.gift_memo.filter(|_| is_in_kind),
        }
    }
}

/// Tells gifts of money from the others. A correction is of the kind of the gift that it corrects, over several steps
/// if need be.
async fn sorted(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    gifts: Vec<Gift>,
) -> Result<Vec<Received>, AppError> {
    let types = account.find::<gift_types::Entity>().all(connection).await?.into_iter();
    let in_kind = types.filter(|one| names_what_is_no_money(&one.gift_type_name)).map(|one| one.id);
    let in_kind: HashSet<i64> = in_kind.collect();
    let of_gift = |Gift { model, .. }: &Gift| (model.id, (model.gift_type_id, model.gift_adjusts_id));
    let mut known: HashMap<i64, (Option<i64>, Option<i64>)> = gifts.iter().map(of_gift).collect();
    // One query reads the next link of all gifts. Most corrections are of gifts of the same year, which are known.
    for _ in 0..CORRECTIONS_MAX {
        let corrected = known.values().filter_map(|(_, adjusts)| *adjusts);
        let corrected: HashSet<_> = corrected.filter(|id| !known.contains_key(id)).collect();
        if corrected.is_empty() {
            break;
        }
        let corrected = account.find::<gifts::Entity>().filter(gifts::Column::Id.is_in(corrected));
        let corrected = corrected.select_only().columns([
            gifts::Column::Id,
            gifts::Column::GiftTypeId,
            gifts::Column::GiftAdjustsId,
        ]);
        let read: Vec<(i64, Option<i64>, Option<i64>)> = corrected.into_tuple().all(connection).await?;
        known.extend(read.into_iter().map(|(id, kind, adjusts)| (id, (kind, adjusts))));
    }
    let received = |gift: Gift| {
        let own = known.get(&gift.model.id);
        let chain = std::iter::successors(own, |(_, adjusts)| known.get(adjusts.as_ref()?));
        let mut chain = chain.take(CORRECTIONS_MAX + 1);
        let is_in_kind = chain.any(|(kind, _)| kind.is_some_and(|id| in_kind.contains(&id)));
        Received { gift, is_in_kind }
    };
    Ok(gifts.into_iter().map(received).collect())
}

/// Returns the gifts that were received from contacts in a year, oldest first.
///
/// # Errors
/// 422 if there are more than a statement shows.
pub async fn received(
    context: &Context,
    contact_ids: Vec<i64>,
    year: i32,
) -> Result<Vec<Received>, AppError> {
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).ok_or(AppError::NotFound);
    let (first, last) = (day(1, 1)?, day(12, 31)?);
    let tx = context.app.store.snapshot().await?;
    let received = context
        .caller
        .account
        .find::<gifts::Entity>()
        .filter(gifts::Column::ContactId.is_in(contact_ids))
        .filter(gifts::Column::GiftStatus.eq(GiftStatus::Received))
        .filter(gifts::Column::GiftDate.between(first, last))
        .order_by_asc(gifts::Column::GiftDate)
        .order_by_asc(gifts::Column::Id)
        .limit(GIFTS_MAX as u64 + 1)
        .all(&tx)
        .await?;
    if received.len() > GIFTS_MAX {
        let mut problems = Problems::default();
        let rule = format_args!("has more than {GIFTS_MAX} gifts of this contact: use the list of gifts");
        problems.add("year", rule);
        problems.check()?;
    }
    let received = Gift::load(&tx, context, received).await?;
    let received = sorted(&tx, context.caller.account, received).await?;
    tx.end().await?;
    Ok(received)
}

/// Reads the types, the parts and the kinds of gifts, in their order.
pub async fn of_gifts(
    connection: &impl ConnectionTrait,
    context: &Context,
    gifts: Vec<gifts::Model>,
) -> Result<Vec<Received>, AppError> {
    // A letter shows nothing of the contacts but what it reads itself.
    let context =
        Context { included: Arc::new(Included::of(Some(vec![Include::GiftType]))), ..context.clone() };
    let mut received = Vec::with_capacity(gifts.len());
    for gifts in gifts.chunks(GIFTS_MAX) {
        let gifts = Gift::load(connection, &context, gifts.to_vec()).await?;
        received.extend(sorted(connection, context.caller.account, gifts).await?);
    }
    Ok(received)
}

/// Returns all gifts that were received from contacts in some days, oldest first, or nothing if there are more than
/// [`RUN_GIFTS_MAX`]. `only` are the contacts, if it is not about all.
pub async fn received_from_all(
    connection: &impl ConnectionTrait,
    context: &Context,
    (from, to): (NaiveDate, NaiveDate),
    only: Option<&BTreeSet<i64>>,
) -> Result<Option<Vec<Received>>, AppError> {
    use gifts::Column as G;
    let gifts = context.caller.account.find::<gifts::Entity>().filter(G::ContactId.is_not_null());
    let gifts = gifts.filter(G::GiftStatus.eq(GiftStatus::Received)).filter(G::GiftDate.between(from, to));
    let gifts = gifts.order_by_asc(G::GiftDate).order_by_asc(G::Id).limit(RUN_GIFTS_MAX as u64 + 1);
    let gifts = match only {
        Some(ids) => gifts.filter(G::ContactId.is_in(ids.iter().copied())),
        None => gifts,
    };
    let gifts = gifts.all(connection).await?;
    if gifts.len() > RUN_GIFTS_MAX {
        return Ok(None);
    }
    Ok(Some(of_gifts(connection, context, gifts).await?))
}

query! {
    /// Which statement is read.
    StatementQuery {
        /// The year; by default the current one in the account's time zone
        year: Year;
        /// `household`: with the gifts of all members of the contact's household, if that is joint
        by: OneOf<CountedBy>;
        /// Of a CSV file: `excel` makes it one for people, as in the lists of records
        r#for: Audience;
    }
}

/// The operation on statements.
pub struct Statements(pub App);

#[OpenApi(tag = "KindTag::<Contact>::TAG")]
impl Statements {
    /// Read a contact's giving statement
    ///
    /// The gifts that were received from the contact in a year, the first first, and at most 1,000. Pending, refunded and
    /// void gifts are not among them. Goods and stock have `gift_in_kind` 1: gifts of a type with the words "in kind" or
    /// "stock" in its name, or words for goods in German, Spanish, French or Portuguese, or whose whole name means stock, and
    /// what corrects them. A statement describes them, and adds up the others. The totals of `GET /giving-summary` with
    /// `contact_id`, `from` and `to` have both.
    #[oai(path = "/contacts/:id/statement", method = "get", operation_id = "readStatement")]
    async fn index(
        &self,
        caller: Caller,
        id: Path<PathId>,
        accept: Accept,
        query: Query<StatementQuery>,
    ) -> Result<Reply<StatementLine, Index>, AppError> {
        let context = Context::new(&self.0, caller);
        let Query { input, mut problems, request } = query;
        let format = accept.format::<StatementLine>().for_whom::<StatementLine>(input.r#for, &[]);
        let reader = self.0.store.read();
        let validator = Validator::new(&context, &request, format.media_type());
        if let Some(etag) = validator.still_current(&request).await? {
            return Ok(Reply::not_modified(etag));
        }
        let (revision, _) = Revision::now(reader, caller.account).await?;
        problems.check()?;
        let contact = caller.account.find_id::<contacts::Entity>(id.id());
        let contact = contact.one(reader).await?.ok_or(AppError::NotFound)?;
        let year = input.year.and_then(|year| i32::try_from(year).ok()).unwrap_or(context.today.year());
        let givers = match input.by {
            Some(CountedBy::Household) => joint::sharing(reader, caller.account, &contact).await?,
            None => vec![contact.id],
        };
        let gifts = received(&context, givers, year).await?;
        let lines: Vec<StatementLine> = gifts.into_iter().map(StatementLine::from).collect();
        Ok(Reply::page_as(&format, chunks::write(&format, &lines)?)?.with(ETAG, validator.etag(revision)?))
    }
}
