//! The filters of the list of gifts.

use iso_currency::{Currency, IntoEnumIterator};
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QuerySelect};
use shared::entities::{gift_splits, gift_types, gifts};
use shared::values::choices::{GiftStatus, NameKind};
use shared::values::names::name_key;

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::types::AnyOf;
use crate::fields::types::{CurrencyCode, Day, Flag, Id, Money, OneOf, Text};
use crate::money::{self, Decimal};
use crate::query;
use crate::records::Context;
use crate::records::list::search::one_of;
use crate::records::names::spelled;

query! {
    /// The filters of gifts.
    GiftFilters {
        /// Only gifts of this contact, or of several
        contact_id: AnyOf<Id>;
        /// Only gifts for this pledge, or for one of several
        pledge_id: AnyOf<Id>;
        /// Only gifts of this batch, or of several
        batch_id: AnyOf<Id>;
        /// Only gifts of this type: its name, without regard to case
        r#type: Text<100>;
        /// Only gifts with this status, or with one of several
        status: AnyOf<OneOf<GiftStatus>>;
        /// Only gifts for this fund, or with a part for it, without regard to case
        fund: Text<100>;
        /// Only gifts of this campaign, or with a part of it, without regard to case
        campaign: Text<100>;
        /// Only gifts of this day or later
        from: Day;
        /// Only gifts of this day or before
        to: Day;
        /// Only gifts of this amount or more, each in its own currency
        min_amount: Money;
        /// Only gifts of this amount or less, each in its own currency
        max_amount: Money;
        /// Only gifts in this currency
        currency: CurrencyCode;
        /// Only gifts whose giver was thanked, or only those whose giver was not
        thanked: Flag;
        /// Only gifts for which a receipt was sent, or only those without one
        receipted: Flag;
        /// Only gifts of a contact, or only unattributed ones
        has_contact: Flag;
        /// Only the gift with this `gift_external_id`
        external_id: Text<100>;
    }
}

/// Turns the filters into a condition, as [`ListResource::filter`](crate::records::list::ListResource::filter) does.
pub(super) async fn condition<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    filters: GiftFilters,
    problems: &mut Problems,
) -> Result<Condition, AppError> {
    use gifts::Column as G;
    let GiftFilters {
        contact_id,
        pledge_id,
        batch_id,
        r#type,
        status,
        fund,
        campaign,
        from,
        to,
        min_amount,
        max_amount,
        currency,
        thanked,
        receipted,
        has_contact,
        external_id,
    } = filters;
    let gift_type_id = match r#type {
        Some(name) => Some(gift_type_named(connection, context, &name).await?),
        None => None,
    };
    let fund = given_for(connection, context, NameKind::Fund, fund).await?;
    let campaign = given_for(connection, context, NameKind::Campaign, campaign).await?;
    let mut bound = |name, amount: Option<Decimal>| {
        let scaled = amount?.scaled(DECIMALS_MAX);
        if scaled.is_none() {
            problems.add(name, format_args!("must have at most {DECIMALS_MAX} decimals and not be so large"));
        }
        scaled
    };
    let (min, max) = (bound("min_amount", min_amount), bound("max_amount", max_amount));
    if min.zip(max).is_some_and(|(min, max)| min > max) {
        problems.add("min_amount", "must not be more than max_amount");
    }
    problems.check_span(("from", from), ("to", to));
    Ok(Condition::all()
        .add_option(contact_id.map(|ids| G::ContactId.is_in(ids)))
        .add_option(pledge_id.map(|ids| G::PledgeId.is_in(ids)))
        .add_option(batch_id.map(|ids| G::BatchId.is_in(ids)))
        .add_option(gift_type_id.map(|id| G::GiftTypeId.eq(id)))
        .add_option(status.map(|status| G::GiftStatus.is_in(status)))
        .add_option(fund)
        .add_option(campaign)
        .add_option(from.map(|day| G::GiftDate.gte(day)))
        .add_option(to.map(|day| G::GiftDate.lte(day)))
        .add_option(min.map(|min| scaled_amount().gte(min)))
        .add_option(max.map(|max| scaled_amount().lte(max)))
        .add_option(currency.map(|currency| G::GiftCurrency.eq(currency)))
        .add_option(thanked.map(|is_set| has(G::GiftThankedOn, is_set)))
        .add_option(receipted.map(|is_set| has(G::GiftReceiptedOn, is_set)))
        .add_option(has_contact.map(|is_set| has(G::ContactId, is_set)))
        .add_option(external_id.map(|id| G::GiftExternalId.eq(id))))
}

/// Returns the condition for gifts that are for this fund or campaign, or of which a part is.
async fn given_for<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    kind: NameKind,
    name: Option<String>,
) -> Result<Option<Condition>, AppError> {
    use gifts::Column as G;
    let Some(name) = name else { return Ok(None) };
    let account = context.caller.account;
    let names = spelled(connection, account, kind, &name).await?;
    let (of_gift, of_part) = match kind {
        NameKind::Fund => (G::GiftFund, gift_splits::Column::SplitFund),
        NameKind::Campaign => (G::GiftCampaign, gift_splits::Column::SplitCampaign),
    };
    let split = account.find::<gift_splits::Entity>().filter(of_part.is_in(names.clone())).select_only();
    let split = split.column(gift_splits::Column::GiftId).distinct();
    let split: Vec<i64> = split.into_tuple().all(connection).await?;
    let whole = Condition::all().add(of_gift.is_in(names)).add(G::GiftIsSplit.eq(false));
    // Mostly there are none, and then the index has the gifts in their order.
    let split =
        (!split.is_empty()).then(|| one_of(connection.get_database_backend(), Expr::col(G::Id), split));
    Ok(Some(Condition::any().add(whole).add_option(split)))
}

/// Returns the condition for gifts that have something in a column, or for those that have nothing there.
fn has(column: gifts::Column, is_set: bool) -> SimpleExpr {
    if is_set { column.is_not_null() } else { column.is_null() }
}

/// An id that no gift type has.
const NO_TYPE: i64 = 0;

/// Returns the id of the gift type with this name, or [`NO_TYPE`] if there is none.
async fn gift_type_named<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    name: &str,
) -> Result<i64, AppError> {
    let named = context.caller.account.find::<gift_types::Entity>();
    let named = named.filter(gift_types::Column::GiftTypeKey.eq(name_key(name)));
    Ok(named.one(connection).await?.map_or(NO_TYPE, |gift_type| gift_type.id))
}

/// The most decimals that a currency has.
const DECIMALS_MAX: u32 = 4;

/// Returns the SQL for a gift's amount with the decimals of the currency that has the most, so that amounts of all
/// currencies compare.
fn scaled_amount() -> SimpleExpr {
    let mut scale = CaseStatement::new();
    for decimals in (0..=DECIMALS_MAX).filter(|decimals| *decimals != 2) {
        let codes = Currency::iter().filter(|currency| money::exponent(*currency) == decimals);
        let codes: Vec<_> = codes.map(|currency| currency.code()).collect();
        let is_one = Expr::col((gifts::Entity, gifts::Column::GiftCurrency)).is_in(codes);
        scale = scale.case(is_one, Expr::val(10_i64.pow(DECIMALS_MAX - decimals)));
    }
    let scale: SimpleExpr = scale.finally(Expr::val(10_i64.pow(DECIMALS_MAX - 2))).into();
    Expr::col((gifts::Entity, gifts::Column::GiftAmountMinor)).mul(scale)
}
