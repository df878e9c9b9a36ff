//! Gifts (specification, section 2): what has been given, newest first.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use iso_currency::{Currency, IntoEnumIterator};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder};
use shared::Transaction;
use shared::entities::{contacts, gift_types, gifts, pledges};
use shared::values::choices::{EventType, GiftStatus};
use shared::values::money::{self, Decimal};

use super::contacts::{ContactFields, IN_FILE};
use super::gift_types::GiftType;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::http::csv::Accept;
use crate::http::fields::{CurrencyCode, Custom, Day, Flag, Id, Maybe, Moment, Money, OneOf, Text};
use crate::http::operation::NestedColumn;
use crate::http::query::{PathId, Query};
use crate::http::{AppError, Create, Index, JsonBody, Payload, Read, Reply, Update, ValidationErrors};
use crate::records::list::{self, By, ListResource, Order, Paging, SortKey};
use crate::records::money::{amount, amount_in, currency};
use crate::records::{self, Change, Context, Resource};
use crate::state::App;
use crate::{query, record};

mod import;

record! {
    /// A gift. Only gifts whose status is `received` count in totals.
    Gift of gifts::Model, body GiftInput as "GiftCreate" or "GiftUpdate";
    fields {
        /// The giver; null for an unattributed gift
        contact_id: Id as "Donor", "Part of the name is enough; empty for an unattributed gift" = 1;
        /// The day of the gift, at most one day ahead; by default today in the account's time zone
        gift_date: Day as "Date", "Today, if empty" = "2026-06-15";
        /// Currency, ISO 4217; by default the account's
        gift_currency: CurrencyCode as "Currency", "The account's, if empty" = "USD";
        /// The kind of gift
        gift_type_id: Id as "Type", "" = 1;
        /// The pledge that the gift fulfils, of the same contact and currency
        pledge_id: Id as "Pledge", "The number of a pledge of the donor" = null;
        /// How far the gift has come; by default received
        gift_status: OneOf<GiftStatus> as "Status", "Only received gifts count in totals" = "received";
        /// Fund
        gift_fund: Text<100> = "General";
        /// Campaign
        gift_campaign: Text<100> = "Spring appeal";
        /// Number of the cheque
        gift_check_number: Text<50> as "Cheque number", "" = "1042";
        /// Reference of the payment
        gift_reference: Text<50> as "Reference", "Of the payment" = "TX-77";
        /// Memo
        gift_memo: Text<4000> = "In memory of Grace";
        /// Whether the giver wants to stay unnamed
        gift_anonymous: Flag as "Anonymous", "The giver wants to stay unnamed" = 0;
        /// The day on which a receipt was sent
        gift_receipted_on: Day as "Receipt sent on", "" = "2026-06-16";
        /// The day on which the giver was thanked
        gift_thanked_on: Day as "Thanked on", "" = null;
        /// The gift's id in another system, unique in the account
        gift_external_id: Text<100> as "External id" = "crm-42";
        /// Data of your own, at most 16 KiB
        gift_custom: Custom as "Data of your own", "A JSON object" = {"table": 7};
    }
    both {
        /// Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string
        [required] gift_amount: Money as "Amount", "Negative for an adjustment" = 50.00, |gift| amount(gift.gift_amount_minor, &gift.gift_currency);
    }
    write {}
    computed {
        /// When the record was created
        created_at: Moment = |gift| gift.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |gift| gift.updated_at_ms;
    }
    loaded {
        /// The giver's own fields
        contact: Maybe<ContactFields>;
        /// The kind of gift
        giftType: Maybe<GiftType>;
    }
    unshown { account_id, gift_amount_minor, created_at_ms, updated_at_ms }
}

const GIFT_TYPE: NestedColumn =
    NestedColumn { record: "giftType", member: "gift_type_name", column: "gift_type" };

impl Payload for Gift {
    const KIND: &'static str = "gifts";
    const EXPORT: Option<&'static [NestedColumn]> = Some(&[IN_FILE, GIFT_TYPE]);
}

impl Resource for Gift {
    type Entity = gifts::Entity;
    type Input = GiftInput;
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = Some((EventType::GiftsCreate, EventType::GiftsUpdate));
    const UNIQUE: &'static [(&'static str, &'static str)] = &[("gift_external_id", "gift_external_id")];

    fn blank(context: &Context) -> gifts::Model {
        gifts::Model {
            account_id: context.caller.account.account_id(),
            gift_date: context.today,
            gift_currency: context.caller.currency.code().to_owned(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..gifts::Model::default()
        }
    }

    fn id(row: &gifts::Model) -> i64 {
        row.id
    }

    fn version(row: &gifts::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(tx: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<(), AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        if row.gift_date > context.today.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX) {
            problems.add("gift_date", "must not lie more than one day ahead");
        }
        let before =
            stored.map(|gift| Decimal::from_minor(gift.gift_amount_minor, currency(&gift.gift_currency)));
        let fields = ["gift_amount", "gift_currency"];
        if let Some(minor) = amount_in(&row.gift_currency, &input.gift_amount, before, fields, problems) {
            if minor == 0 {
                problems.add("gift_amount", "must not be 0");
            }
            row.gift_amount_minor = minor;
        }
        context
            .check_link::<contacts::Entity>(tx, problems, ("contact_id", row.contact_id, "contact"))
            .await?;
        context
            .check_link::<gift_types::Entity>(tx, problems, ("gift_type_id", row.gift_type_id, "gift type"))
            .await?;
        check_pledge(tx, context, row, problems).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<gifts::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let contacts =
            ContactFields::load(connection, context, rows.iter().filter_map(|gift| gift.contact_id)).await?;
        let types = gift_types_of(connection, context, &rows).await?;
        let gift = |model: gifts::Model| Self {
            contact: model.contact_id.and_then(|id| contacts.get(&id).cloned()),
            giftType: model.gift_type_id.and_then(|id| types.get(&id).cloned()),
            model,
        };
        Ok(rows.into_iter().map(gift).collect())
    }
}

async fn check_pledge(
    tx: &Transaction,
    context: &Context,
    gift: &gifts::Model,
    problems: &mut ValidationErrors,
) -> Result<(), AppError> {
    let Some(pledge_id) = gift.pledge_id else { return Ok(()) };
    // Lock the pledge, so that it cannot change its contact or currency before the gift is committed.
    let pledge = context.find_link::<pledges::Entity>(tx, pledge_id).await?;
    let fits = |pledge: &pledges::Model| {
        Some(pledge.contact_id) == gift.contact_id && pledge.pledge_currency == gift.gift_currency
    };
    match pledge {
        None => problems.add("pledge_id", "must be the id of a pledge of this account"),
        Some(pledge) if !fits(&pledge) => {
            problems.add("pledge_id", "must be a pledge of the gift's contact and currency");
        }
        Some(_) => {}
    }
    Ok(())
}

query! {
    /// The filters of gifts.
    GiftFilters {
        /// Only gifts of this contact
        contact_id: Id;
        /// Only gifts for this pledge
        pledge_id: Id;
        /// Only gifts of this type: the name of one of the account's gift types, without regard to case
        r#type: Text<100>;
        /// Only gifts with this status
        status: OneOf<GiftStatus>;
        /// Only gifts for this fund
        fund: Text<100>;
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
    }
}

impl ListResource for Gift {
    type Filters = GiftFilters;

    const ORDERS: &'static [Order<gifts::Model>] = &[
        Order {
            name: "gift_date",
            by: Some(By {
                expression: |_| Expr::col((gifts::Entity, gifts::Column::GiftDate)),
                key: |gift| SortKey::Day(gift.gift_date),
            }),
        },
        Order { name: "id", by: None },
    ];
    const DESCENDING: bool = true;

    async fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: GiftFilters,
        problems: &mut ValidationErrors,
    ) -> Result<Condition, AppError> {
        use gifts::Column as G;
        let GiftFilters {
            contact_id,
            pledge_id,
            r#type,
            status,
            fund,
            from,
            to,
            min_amount,
            max_amount,
            currency,
            thanked,
        } = filters;
        let gift_type_id = match r#type {
            Some(name) => gift_type_named(connection, context, &name, problems).await?,
            None => None,
        };
        let mut bound = |name, amount: Option<Decimal>| {
            let scaled = amount?.scaled(DECIMALS_MAX);
            if scaled.is_none() {
                problems
                    .add(name, format_args!("must have at most {DECIMALS_MAX} decimals and not be so large"));
            }
            scaled
        };
        let (min, max) = (bound("min_amount", min_amount), bound("max_amount", max_amount));
        Ok(Condition::all()
            .add_option(contact_id.map(|id| G::ContactId.eq(id)))
            .add_option(pledge_id.map(|id| G::PledgeId.eq(id)))
            .add_option(gift_type_id.map(|id| G::GiftTypeId.eq(id)))
            .add_option(status.map(|status| G::GiftStatus.eq(status)))
            .add_option(fund.map(|fund| G::GiftFund.eq(fund)))
            .add_option(from.map(|day| G::GiftDate.gte(day)))
            .add_option(to.map(|day| G::GiftDate.lte(day)))
            .add_option(min.map(|min| scaled_amount().gte(min)))
            .add_option(max.map(|max| scaled_amount().lte(max)))
            .add_option(currency.map(|currency| G::GiftCurrency.eq(currency)))
            .add_option(thanked.map(|thanked| {
                if thanked { G::GiftThankedOn.is_not_null() } else { G::GiftThankedOn.is_null() }
            })))
    }
}

/// Returns the id of the gift type with this name. Adds a problem if there is none.
async fn gift_type_named<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    name: &str,
    problems: &mut ValidationErrors,
) -> Result<Option<i64>, AppError> {
    let types = context.caller.account.find::<gift_types::Entity>().order_by_asc(gift_types::Column::Id);
    let types = types.all(connection).await?;
    let found = types.iter().find(|gift_type| gift_type.gift_type_key == name.to_lowercase());
    if found.is_none() {
        let names: Vec<_> =
            types.iter().take(TYPES_NAMED).map(|gift_type| &*gift_type.gift_type_name).collect();
        problems.add("type", format_args!("must be one of {}", names.join(", ")));
    }
    Ok(found.map(|gift_type| gift_type.id))
}

/// How many of an account's gift types a message lists at most.
const TYPES_NAMED: usize = 50;

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

async fn gift_types_of<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    gifts: &[gifts::Model],
) -> Result<HashMap<i64, GiftType>, AppError> {
    let mut ids: Vec<_> = gifts.iter().filter_map(|gift| gift.gift_type_id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let select =
        context.caller.account.find::<gift_types::Entity>().filter(gift_types::Column::Id.is_in(ids));
    Ok(select.all(connection).await?.into_iter().map(|model| (model.id, GiftType { model })).collect())
}

/// The operations on gifts.
pub struct Gifts(pub App);

#[OpenApi(tag = "DocumentTag::Gifts")]
impl Gifts {
    /// List all gifts
    ///
    /// Newest first by gift date, then by id.
    #[oai(path = "/gifts", method = "get", operation_id = "listGifts")]
    async fn index(
        &self,
        caller: Caller,
        accept: Accept,
        query: Query<(Paging<Gift>, GiftFilters)>,
    ) -> Result<Reply<Gift, Index>, AppError> {
        list::index(&self.0, caller, accept.format::<Gift>(), query).await
    }

    /// Create a gift
    #[oai(path = "/gifts", method = "post", operation_id = "createGift")]
    async fn create(
        &self,
        caller: Caller,
        body: JsonBody<GiftInput, Create>,
    ) -> Result<Reply<Gift, Create>, AppError> {
        records::create(&self.0, caller, body).await
    }

    /// Read one gift
    #[oai(path = "/gifts/:id", method = "get", operation_id = "readGift")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Gift, Read>, AppError> {
        records::read(&self.0, caller, &id).await
    }

    /// Update a gift
    #[oai(path = "/gifts/:id", method = "put", operation_id = "updateGift")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<GiftInput, Update>,
    ) -> Result<Reply<Gift, Update>, AppError> {
        records::update(&self.0, caller, &id, body).await
    }
}
