//! The giving statement of a contact for a year: what was received, day by day.

use chrono::{Datelike, NaiveDate};
use poem::http::header::ETAG;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{contacts, gifts};
use shared::events::revision::Revision;
use shared::values::choices::GiftStatus;

use super::gifts::Gift;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::http::csv::{Accept, Export};
use crate::http::fields::{CurrencyCode, Day, Id, Money, Nullable, Text, Whole};
use crate::http::query::{PathId, Query};
use crate::http::{AppError, Index, Payload, Reply, ValidationErrors, chunks};
use crate::records::money::amount;
use crate::records::validator::Validator;
use crate::records::{Context, Resource};
use crate::state::App;
use crate::{object, query};

/// The most gifts of a statement.
const GIFTS_MAX: usize = 1000;

/// A year of a statement.
pub type Year = Whole<1900, 2999>;

object! {
    /// A received gift, as a statement shows it.
    StatementLine {
        /// The gift
        gift_id: Id;
        /// The day of the gift
        gift_date: Day;
        /// The kind of gift
        gift_type: Nullable<Text<100>>;
        /// Fund
        gift_fund: Nullable<Text<100>>;
        /// Number of the cheque, or else the reference of the payment
        gift_reference: Nullable<Text<50>>;
        /// Amount, with the decimals of its currency
        gift_amount: Money;
        /// Currency, ISO 4217
        gift_currency: CurrencyCode;
    }
}

impl Payload for StatementLine {
    const KIND: &'static str = "statement";
    const EXPORT: Option<&'static Export> = Some(&Export { members: &[], linked: &[] });
}

impl From<Gift> for StatementLine {
    fn from(gift: Gift) -> Self {
        let Gift { model, giftType, .. } = gift;
        Self {
            gift_id: model.id,
            gift_date: model.gift_date,
            gift_type: giftType.map(|kind| kind.model.gift_type_name),
            gift_amount: amount(model.gift_amount_minor, &model.gift_currency),
            gift_reference: model.gift_check_number.or(model.gift_reference),
            gift_fund: model.gift_fund,
            gift_currency: model.gift_currency,
        }
    }
}

/// Returns the gifts that were received from a contact in a year, the first first.
///
/// # Errors
/// 422 if there are more than a statement shows.
pub async fn received(context: &Context, contact_id: i64, year: i32) -> Result<Vec<Gift>, AppError> {
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day).ok_or(AppError::NotFound);
    let (first, last) = (day(1, 1)?, day(12, 31)?);
    let tx = context.app.store.snapshot().await?;
    let received = context
        .caller
        .account
        .find::<gifts::Entity>()
        .filter(gifts::Column::ContactId.eq(contact_id))
        .filter(gifts::Column::GiftStatus.eq(GiftStatus::Received))
        .filter(gifts::Column::GiftDate.between(first, last))
        .order_by_asc(gifts::Column::GiftDate)
        .order_by_asc(gifts::Column::Id)
        .limit(GIFTS_MAX as u64 + 1)
        .all(&tx)
        .await?;
    if received.len() > GIFTS_MAX {
        let mut problems = ValidationErrors::default();
        let rule = format_args!("has more than {GIFTS_MAX} gifts of this contact: use the list of gifts");
        problems.add("year", rule);
        problems.check()?;
    }
    let received = Gift::load(&tx, context, received).await?;
    tx.end().await?;
    Ok(received)
}

query! {
    /// Which statement is read.
    StatementQuery {
        /// The year; by default the current one in the account's time zone
        year: Year;
    }
}

/// The operation on statements.
pub struct Statements(pub App);

#[OpenApi(tag = "DocumentTag::Contacts")]
impl Statements {
    /// Read a contact's giving statement
    ///
    /// The gifts that were received from the contact in a year, the first first, and at most 1,000. Pending, refunded and
    /// void gifts are not among them. The totals by currency are those of `GET /giving-summary` with `contact_id`, `from` and
    /// `to`.
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
        let (reader, format) = (self.0.store.read(), accept.format::<StatementLine>());
        let validator = Validator::new(&context, &request, format.media_type());
        if let Some(etag) = validator.still_current(&request).await? {
            return Ok(Reply::not_modified(etag));
        }
        let (revision, _) = Revision::now(reader, caller.account).await?;
        problems.check()?;
        let contact = caller.account.find_id::<contacts::Entity>(id.id());
        let contact = contact.one(reader).await?.ok_or(AppError::NotFound)?;
        let year = input.year.and_then(|year| i32::try_from(year).ok()).unwrap_or(context.today.year());
        let gifts = received(&context, contact.id, year).await?;
        let lines: Vec<StatementLine> = gifts.into_iter().map(StatementLine::from).collect();
        Ok(Reply::page_as(&format, chunks::write(&format, &lines)?)?.with(ETAG, validator.etag(revision)?))
    }
}
