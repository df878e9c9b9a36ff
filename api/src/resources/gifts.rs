//! Gifts (specification, section 2): what has been given, newest first.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, QueryFilter, QueryOrder, QuerySelect};
use shared::choices::{EventType, GiftStatus};
use shared::entities::{contacts, gift_types, gifts, pledges};

use super::Tag;
use super::contacts::{ContactFields, IN_FILE};
use super::gift_types::GiftType;
use crate::app::App;
use crate::http::csv::{Accept, Nested};
use crate::http::fields::{CurrencyCode, Custom, Day, Flag, Id, Maybe, Moment, Money, OneOf, Text};
use crate::http::list::{CHUNK, chunks_as, next_key};
use crate::http::query::PathId;
use crate::http::{AppError, Caller, Create, Draft, Index, Payload, Problems, Read, Reply, Update};
use crate::money::{amount, amount_in};
use crate::record;
use crate::resource::links::find_link;
use crate::resource::{self, Change, Context, Resource, check_link, load_and_end};

mod import;

record! {
    /// A gift. Only gifts whose status is `received` count in totals.
    Gift of gifts::Model, body GiftInput as "NewGift" or "GiftChanges";
    fields {
        /// The giver; null for an unattributed gift
        contact_id: Id = 1;
        /// The day of the gift, at most one day ahead; by default today in the account's time zone
        gift_date: Day = "2026-06-15";
        /// Currency, ISO 4217; by default the account's
        gift_currency: CurrencyCode = "USD";
        /// The kind of gift
        gift_type_id: Id = 1;
        /// The pledge that the gift fulfils, of the same contact and currency
        pledge_id: Id = null;
        /// How far the gift has come; by default received
        gift_status: OneOf<GiftStatus> = "received";
        /// Fund
        gift_fund: Text<100> = "General";
        /// Campaign
        gift_campaign: Text<100> = "Spring appeal";
        /// Number of the cheque
        gift_check_number: Text<50> = "1042";
        /// Reference of the payment
        gift_reference: Text<50> = "TX-77";
        /// Memo
        gift_memo: Text<4000> = "In memory of Grace";
        /// Whether the giver wants to stay unnamed
        gift_anonymous: Flag = 0;
        /// The day on which a receipt was sent
        gift_receipted_on: Day = "2026-06-16";
        /// The day on which the giver was thanked
        gift_thanked_on: Day = null;
        /// The gift's id in another system, unique in the account
        gift_external_id: Text<100> = "crm-42";
        /// Data of your own, at most 16 KiB
        gift_custom: Custom = {"table": 7};
    }
    write {
        /// Amount, not 0; negative for an adjustment. An exact number, or one in a string
        [required] gift_amount: Money = 50.00;
    }
    computed {
        /// Amount, with the decimals of its currency
        gift_amount: Money = |gift| amount(gift.gift_amount_minor, &gift.gift_currency);
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
}

const GIFT_TYPE: Nested = Nested { record: "giftType", member: "gift_type_name", column: "gift_type" };

impl Payload for Gift {
    const KIND: &'static str = "gifts";
    const EXPORT: Option<&'static [Nested]> = Some(&[IN_FILE, GIFT_TYPE]);
}

impl Resource for Gift {
    type Entity = gifts::Entity;
    type Input = GiftInput;
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = Some((EventType::GiftsCreate, EventType::GiftsUpdate));

    fn blank(context: &Context) -> gifts::Model {
        gifts::Model {
            id: 0,
            account_id: context.caller.account.account_id(),
            contact_id: None,
            gift_amount_minor: 0,
            gift_date: context.today,
            gift_currency: context.caller.currency.code().to_owned(),
            gift_type_id: None,
            pledge_id: None,
            gift_status: GiftStatus::Received,
            gift_fund: None,
            gift_campaign: None,
            gift_check_number: None,
            gift_reference: None,
            gift_memo: None,
            gift_anonymous: false,
            gift_receipted_on: None,
            gift_thanked_on: None,
            gift_external_id: None,
            gift_custom: None,
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
        }
    }

    fn id(row: &gifts::Model) -> i64 {
        row.id
    }

    fn changed_at_ms(row: &gifts::Model) -> Option<i64> {
        Some(row.updated_at_ms)
    }

    async fn change(
        tx: &DatabaseTransaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<(), AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        if row.gift_date > context.today.checked_add_days(Days::new(1)).unwrap_or(NaiveDate::MAX) {
            problems.add("gift_date", "must not lie more than one day ahead");
        }
        let before = stored.map(|gift| amount(gift.gift_amount_minor, &gift.gift_currency));
        if let Some(minor) =
            amount_in(&row.gift_currency, &input.gift_amount, before, "gift_amount", problems)
        {
            if minor == 0 {
                problems.add("gift_amount", "must not be 0");
            }
            row.gift_amount_minor = minor;
        }
        check_link::<contacts::Entity>(tx, context, problems, ("contact_id", row.contact_id, "contact"))
            .await?;
        check_link::<gift_types::Entity>(
            tx,
            context,
            problems,
            ("gift_type_id", row.gift_type_id, "gift type"),
        )
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
    tx: &DatabaseTransaction,
    context: &Context,
    gift: &gifts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(pledge_id) = gift.pledge_id else { return Ok(()) };
    // Locked, so that the pledge cannot change its contact or currency before the gift is committed.
    let pledge = find_link::<pledges::Entity>(tx, context, pledge_id).await?;
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

#[OpenApi(tag = "Tag::Gifts")]
impl Gifts {
    /// List all gifts
    ///
    /// Newest first by gift date, then by id.
    #[oai(path = "/gifts", method = "get", operation_id = "listGifts")]
    async fn index(&self, caller: Caller, accept: Accept) -> Result<Reply<Gift, Index>, AppError> {
        let (context, format) = (Context::new(&self.0, caller), accept.format::<Gift>());
        let chunks = chunks_as(format.clone(), None, move |after: Option<(NaiveDate, i64)>| {
            let context = context.clone();
            async move {
                let tx = context.app.store.snapshot().await?;
                let mut select = context.caller.account.find::<gifts::Entity>();
                if let Some((date, id)) = after {
                    let key = Expr::tuple([Expr::col(gifts::Column::GiftDate), Expr::col(gifts::Column::Id)]);
                    select = select.filter(key.lt(Expr::tuple([Expr::val(date), Expr::val(id)])));
                }
                let select = select.order_by_desc(gifts::Column::GiftDate).order_by_desc(gifts::Column::Id);
                let rows = select.limit(CHUNK).all(&tx).await?;
                let next = next_key(&rows, |gift| Some((gift.gift_date, gift.id)));
                Ok((next, load_and_end::<Gift>(tx, context, rows)))
            }
        });
        Reply::stream_as(&format, chunks).await
    }

    /// Create a gift
    #[oai(path = "/gifts", method = "post", operation_id = "createGift")]
    async fn create(
        &self,
        caller: Caller,
        body: Draft<GiftInput, Create>,
    ) -> Result<Reply<Gift, Create>, AppError> {
        resource::create(&self.0, caller, body).await
    }

    /// Read one gift
    #[oai(path = "/gifts/:id", method = "get", operation_id = "readGift")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<Gift, Read>, AppError> {
        resource::read(&self.0, caller, &id).await
    }

    /// Update a gift
    #[oai(path = "/gifts/:id", method = "put", operation_id = "updateGift")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: Draft<GiftInput, Update>,
    ) -> Result<Reply<Gift, Update>, AppError> {
        resource::update(&self.0, caller, &id, body).await
    }
}
