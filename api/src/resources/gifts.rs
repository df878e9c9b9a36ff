//! Gifts (specification, section 2), newest first.

use std::collections::HashMap;

use chrono::NaiveDate;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use serde_json::value::{RawValue, to_raw_value};
use shared::Transaction;
use shared::entities::{contacts, gift_splits, gift_types, gifts};
use shared::values::choices::{EventType, GiftStatus, Include, NameKind, TributeType};

use super::contacts::donors::{become_donors, new_giver};
use super::contacts::matching::{ContactMatch, contact_of};
use super::contacts::{ContactFields, EMAIL_HEADING, EMAIL_IN_FILE, IN_FILE, IN_FILE_FOR_PEOPLE, for_people};
use super::gift_types::GiftType;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::Problems;
use crate::fields::types::{
    CurrencyCode, Custom, Day, Flag, Id, List, Many, Maybe, Moment, Money, Object, OneOf, Text,
};
use crate::http::csv::{Export, ItemColumn, Items, MemberColumns};
use crate::money::Decimal;
use crate::records::days::{check_past, check_recent};
use crate::records::importable::{BATCH, CONTACT, ExternalId, Importable, PLEDGE, link};
use crate::records::included::{OF_GIFTS, Shows};
use crate::records::links::Matched;
use crate::records::list::{By, Filter, Linked, ListResource, Order, SortKey};
use crate::records::money::{amount, amount_in, currency};
use crate::records::names::Named;
use crate::records::{Belonging, Change, Context, Link, Resource, Unique};
use crate::{body, record};

mod batch;
mod filters;
mod import;
mod links;
mod splits;

pub use filters::GiftFilters;
use links::Credits;
pub(super) use links::is_credited;
use splits::Splits;
pub use splits::{GiftSplit, SplitInput};

record! {
    /// A gift. Only gifts whose status is `received` count in totals.
    Gift of gifts::Model, body GiftInput as "GiftCreate" or "GiftUpdate";
    fields {
        /// The giver; null for an unattributed gift
        contact_id: Id {
            label: "Donor",
            hint: "Part of the name is enough; empty for an unattributed gift",
            example: 1,
        };
        /// The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone
        gift_date: Day { label: "Date", hint: "Today, if empty", example: "2026-06-15" };
        /// Currency, ISO 4217; by default the account's
        gift_currency: CurrencyCode { label: "Currency", hint: "The account's, if empty", example: "USD" };
        /// The kind of gift
        gift_type_id: Id { label: "Type", no_hint, example: 1 };
        /// The pledge that the gift fulfils, of the same contact and currency
        pledge_id: Id { label: "Pledge", hint: "The number of a pledge of the donor" };
        /// How far the gift has come; by default received
        gift_status: OneOf<GiftStatus> {
            label: "Status",
            hint: "Only received gifts count in totals",
            example: "received",
        };
        /// Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account
        /// takes only those of its list
        gift_fund: Text<100> { label: "Fund", no_hint, example: "General" };
        /// Name of the campaign, as that of the fund
        gift_campaign: Text<100> { label: "Campaign", no_hint, example: "Spring appeal" };
        /// Number of the cheque
        gift_check_number: Text<50> { label: "Check number", no_hint, example: "1042" };
        /// Reference of the payment
        gift_reference: Text<50> { label: "Reference", hint: "Of the payment", example: "TX-77" };
        /// Memo
        gift_memo: Text<4000> { personal, example: "In memory of Grace" };
        /// Whether the giver wants to stay unnamed
        gift_anonymous: Flag { label: "Anonymous", hint: "The giver wants to stay unnamed", example: 0 };
        /// The day on which a receipt was sent
        gift_receipted_on: Day { label: "Receipt sent on", no_hint, example: "2026-06-16" };
        /// The day on which the giver was thanked
        gift_thanked_on: Day { label: "Thanked on", no_hint };
        /// The gift's id in another system, unique in the account
        gift_external_id: Text<100> { label: "External id", example: "crm-42" };
        /// Data of your own, at most 16 KiB
        gift_custom: Custom {
            personal,
            label: "Data of your own",
            hint: "A JSON object",
            example: {"table": 7},
        };
        /// The gift that this one adjusts, such as a chargeback or a correction
        gift_adjusts_id: Id { label: "Adjusts", hint: "The number of the gift that this one corrects" };
        /// The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself
        gift_refunded_on: Day { label: "Refunded on", hint: "Today, if a gift becomes refunded" };
        /// In whose honour or memory the gift was given
        gift_tribute_name: Text<200> {
            personal,
            label: "Tribute to",
            hint: "In whose honour or memory it was given",
            example: "Grace Hopper",
        };
        /// Whether the tribute is in honour or in memory; needs gift_tribute_name
        gift_tribute_type: OneOf<TributeType> {
            personal,
            label: "Kind of tribute",
            no_hint,
            example: "in_memory_of",
        };
        /// The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come
        /// into it nor leave it, and keeps what a deposit shows of it
        batch_id: Id { label: "Batch", no_hint };
    }
    both {
        /// Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact
        /// number, or in a string
        gift_amount: Money {
            required,
            label: "Amount",
            hint: "Negative for an adjustment",
            example: 50.00,
        } = |gift| amount(gift.gift_amount_minor, &gift.gift_currency);
    }
    write {
        /// Ids of contacts who are credited with the gift without having given it, such as a spouse; they replace the stored
        /// ones
        gift_soft_credits: List<Id> {
            label: "Soft credits",
            hint: "Numbers of contacts, one on each line",
            example: [2],
        };
        /// The parts that are for several funds or campaigns, none or with the sum of gift_amount; they replace the stored ones
        splits: List<Object<SplitInput>> {
            label: "Parts",
            example: [{"split_amount": 30.00, "split_fund": "Roof"}, {"split_amount": 20.00, "split_fund": "General"}],
        };
    }
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
        /// Ids of contacts who are credited with the gift without having given it
        gift_soft_credits: List<Id>;
        /// The parts that are for several funds or campaigns; they count in place of gift_fund and gift_campaign
        splits: Many<GiftSplit>;
    }
    unshown { account_id, gift_amount_minor, gift_is_split, created_at_ms, updated_at_ms, event_sequence }
}

const GIFT_TYPE: MemberColumns = MemberColumns {
    member: "giftType",
    primary: None,
    columns: &[ItemColumn { column: "gift_type", field: "gift_type_name", items: Items::First }],
};

const GIFT_TYPE_FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[ItemColumn { column: "Type", field: "gift_type_name", items: Items::First }],
    ..GIFT_TYPE
};

body! {
    /// What a gift links to, in other words than ids.
    GiftLinks as "GiftLinks" or "GiftLinkChanges" {
        /// The external id of the giver, instead of `contact_id`
        contact_external_id: ExternalId { replaces: "contact_id", example: "crm-1" };
        /// The external id of the pledge, instead of `pledge_id`
        pledge_external_id: ExternalId { replaces: "pledge_id", example: "crm-p-7" };
        /// The external id of the adjusted gift, instead of `gift_adjusts_id`
        gift_adjusts_external_id: ExternalId { replaces: "gift_adjusts_id", example: "crm-41" };
        /// The external id of the batch, instead of `batch_id`
        batch_external_id: ExternalId { replaces: "batch_id", example: "crm-b-5" };
        /// The giver as another system knows them, instead of `contact_id`
        contact_match: Object<ContactMatch> {
            replaces: "contact_id",
            example: {"email": "ada@lovelace.example", "contact": {"contact_status": "donor", "contact_lname": "Lovelace"}},
        };
    }
}

impl Payload for Gift {
    const KIND: &'static str = "gifts";
    const EXPORT: Option<&'static Export> = Some(&Export {
        members: &[IN_FILE, GIFT_TYPE, splits::IN_FILE],
        linked: &[
            EMAIL_IN_FILE,
            PLEDGE.column,
            links::ADJUSTS.column,
            links::SOFT_CREDITS.column,
            BATCH.column,
        ],
        people: for_people(
            &[IN_FILE_FOR_PEOPLE, GIFT_TYPE_FOR_PEOPLE, splits::FOR_PEOPLE],
            &[
                EMAIL_HEADING,
                "Pledge: External id",
                "Adjusts: External id",
                "Soft credits: External ids",
                "Batch: External id",
            ],
        ),
    });
}

impl Resource for Gift {
    type Entity = gifts::Entity;
    type Input = GiftInput;
    type Links = GiftLinks;
    type Plan = Plan;
    const EVENTS: Option<(EventType, EventType)> = Some((EventType::GiftsCreate, EventType::GiftsUpdate));
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];
    const BELONGS: Option<Belonging<Self>> = Some(Belonging {
        column: gifts::Column::ContactId,
        about: None,
        counts: || gifts::Column::GiftStatus.ne(GiftStatus::Void),
        kept: (
            "gifts: amount, date, currency, type, pledge, status, fund, campaign, parts, check number, reference, external id",
            "accounting records, which the law may oblige you to keep; change their texts yourself if they name the person",
        ),
    });

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

    fn sequence(row: &mut gifts::Model) -> Option<&mut i64> {
        Some(&mut row.event_sequence)
    }

    fn before(stored: &gifts::Model, Plan { credits, splits, .. }: &Plan) -> Result<Box<RawValue>, AppError> {
        Ok(to_raw_value(&Self {
            contact: None,
            giftType: None,
            gift_soft_credits: credits.before.clone(),
            splits: shown(&splits.before, stored),
            model: stored.clone(),
        })?)
    }

    async fn link(
        tx: &Transaction,
        context: &Context,
        links: GiftLinks,
        input: &mut GiftInput,
        problems: &mut Problems,
    ) -> Result<Option<Matched>, AppError> {
        link(tx, context, &CONTACT, (links.contact_external_id, &mut input.contact_id), problems).await?;
        link(tx, context, &PLEDGE, (links.pledge_external_id, &mut input.pledge_id), problems).await?;
        link(
            tx,
            context,
            &links::ADJUSTS,
            (links.gift_adjusts_external_id, &mut input.gift_adjusts_id),
            problems,
        )
        .await?;
        link(tx, context, &BATCH, (links.batch_external_id, &mut input.batch_id), problems).await?;
        contact_of(tx, context, links.contact_match, &mut input.contact_id, problems).await
    }

    async fn change(tx: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<Plan, AppError> {
        let Change { input, row, stored, problems } = change;
        let refunded_on = input.gift_refunded_on.value().copied();
        input.apply(row, &Self::blank(context));
        refund(row, stored, refunded_on, context.today, problems);
        if row.gift_tribute_type.is_some() && row.gift_tribute_name.is_none() {
            problems.add("gift_tribute_name", "is required with gift_tribute_type");
        }
        row.updated_at_ms = context.now_ms;
        check_past(problems, context, "gift_date", row.gift_date);
        check_recent(problems, "gift_date", row.gift_date, stored.map(|gift| gift.gift_date));
        let before =
            stored.map(|gift| Decimal::from_minor(gift.gift_amount_minor, currency(&gift.gift_currency)));
        let fields = ["gift_amount", "gift_currency"];
        if let Some(minor) = amount_in(&row.gift_currency, &input.gift_amount, before, fields, problems) {
            if minor == 0 {
                problems.add("gift_amount", "must not be 0");
            }
            row.gift_amount_minor = minor;
        }
        let contact = Link { field: "contact_id", id: row.contact_id, kind: "contact" };
        context.check_link::<contacts::Entity>(tx, problems, contact).await?;
        let gift_type = Link { field: "gift_type_id", id: row.gift_type_id, kind: "gift type" };
        context.check_link::<gift_types::Entity>(tx, problems, gift_type).await?;
        links::check_pledge(tx, context, row, problems).await?;
        links::check_adjusted(tx, context, (stored, row), problems).await?;
        spell_names(tx, context, (stored, row), problems).await?;
        let credits = std::mem::take(&mut input.gift_soft_credits);
        let credits = Credits::plan(tx, context, credits, (stored, row), problems).await?;
        let splits = std::mem::take(&mut input.splits);
        let splits = Splits::plan(tx, context, splits, (stored, row), problems).await?;
        batch::check(tx, context, (stored, row), splits.change_purposes(), problems).await?;
        Ok(Plan { credits, splits, giver: new_giver(stored, row, context.today) })
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(gifts::Model, Plan)>,
    ) -> Result<Vec<Self>, AppError> {
        let (rows, plans): (Vec<_>, Vec<_>) = written.into_iter().unzip();
        let account = context.caller.account;
        become_donors(tx, context, plans.iter().filter_map(|plan: &Plan| plan.giver)).await?;
        let names = rows.iter().flat_map(names).chain(plans.iter().flat_map(|plan| plan.splits.names()));
        context.names.keep(tx, (&context.caller, context.now_ms), &names.collect::<Vec<_>>()).await?;
        let plans = plans.into_iter().map(|Plan { credits, splits, .. }| (credits, splits));
        let (credits, splits): (Vec<_>, Vec<_>) = plans.unzip();
        let ids = || rows.iter().map(|gift| gift.id);
        let credits = Credits::write(tx, account, ids().zip(credits)).await?;
        let splits = Splits::write(tx, account, ids().zip(splits)).await?;
        with_related(tx, context, rows, (credits, splits)).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<gifts::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let ids: Vec<_> = rows.iter().map(|gift| gift.id).collect();
        let account = context.caller.account;
        let credits = links::of_gifts(connection, account, &ids).await?;
        let splits = splits::of_gifts(connection, account, &rows).await?;
        with_related(connection, context, rows, (credits, splits)).await
    }
}

/// What is written together with a gift.
pub struct Plan {
    credits: Credits,
    splits: Splits,
    /// The contact who has given by this change.
    giver: Option<i64>,
}

/// Returns the fund and the campaign of a gift.
fn names(gift: &gifts::Model) -> impl Iterator<Item = (NameKind, &str)> {
    let names = [(NameKind::Fund, &gift.gift_fund), (NameKind::Campaign, &gift.gift_campaign)];
    names.into_iter().filter_map(|(kind, name)| Some((kind, name.as_deref()?)))
}

/// Spells a changed fund or campaign as the account does.
async fn spell_names(
    tx: &Transaction,
    context: &Context,
    (stored, gift): (Option<&gifts::Model>, &mut gifts::Model),
    problems: &mut Problems,
) -> Result<(), AppError> {
    let mut changed = Vec::new();
    if stored.is_none_or(|stored| stored.gift_fund != gift.gift_fund) {
        let fund = gift.gift_fund.as_mut();
        changed.extend(fund.map(|name| Named { kind: NameKind::Fund, field: "gift_fund".to_owned(), name }));
    }
    if stored.is_none_or(|stored| stored.gift_campaign != gift.gift_campaign) {
        let campaign = gift.gift_campaign.as_mut();
        changed.extend(campaign.map(|name| Named {
            kind: NameKind::Campaign,
            field: "gift_campaign".to_owned(),
            name,
        }));
    }
    context.names.spell(tx, context.caller.account, &mut changed, problems).await
}

/// Sets the day on which a gift was given back. Only a refunded gift has one.
fn refund(
    gift: &mut gifts::Model,
    stored: Option<&gifts::Model>,
    sent: Option<NaiveDate>,
    today: NaiveDate,
    problems: &mut Problems,
) {
    // A day that is sent with its stored value changes nothing, so a gift that was read can be sent back with another
    // status.
    let is_new = sent.is_some() && stored.is_none_or(|gift| gift.gift_refunded_on != sent);
    if gift.gift_status != GiftStatus::Refunded {
        if is_new {
            problems.add("gift_refunded_on", "must be empty unless gift_status is refunded");
        }
        gift.gift_refunded_on = None;
    } else if sent.is_none() && stored.is_some_and(|gift| gift.gift_status != GiftStatus::Refunded) {
        gift.gift_refunded_on = Some(today);
    }
    if gift.gift_refunded_on.is_some_and(|day| day < gift.gift_date) {
        problems.add("gift_refunded_on", "must not lie before gift_date");
    }
}

/// Returns the parts of a gift as it shows them.
fn shown(parts: &[gift_splits::Model], gift: &gifts::Model) -> Vec<GiftSplit> {
    parts.iter().map(|row| GiftSplit::of(row, &gift.gift_currency)).collect()
}

/// Puts gifts together with their contacts and types, and with their soft credits and parts.
async fn with_related<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    rows: Vec<gifts::Model>,
    (mut credits, mut splits): (HashMap<i64, Vec<i64>>, splits::ByGift),
) -> Result<Vec<Gift>, AppError> {
    let contact_ids = rows.iter().filter_map(|gift| gift.contact_id);
    let contacts = ContactFields::load(connection, context, contact_ids).await?;
    let types = gift_types_of(connection, context, &rows).await?;
    let gift = |model: gifts::Model| Gift {
        contact: model.contact_id.and_then(|id| contacts.get(&id).cloned()),
        giftType: model.gift_type_id.and_then(|id| types.get(&id).cloned()),
        gift_soft_credits: credits.remove(&model.id).unwrap_or_default(),
        splits: shown(&splits.remove(&model.id).unwrap_or_default(), &model),
        model,
    };
    Ok(rows.into_iter().map(gift).collect())
}

async fn gift_types_of<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    gifts: &[gifts::Model],
) -> Result<HashMap<i64, GiftType>, AppError> {
    let mut ids: Vec<_> = gifts.iter().filter_map(|gift| gift.gift_type_id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || !context.included.has(Include::GiftType) {
        return Ok(HashMap::new());
    }
    let select =
        context.caller.account.find::<gift_types::Entity>().filter(gift_types::Column::Id.is_in(ids));
    Ok(select.all(connection).await?.into_iter().map(|model| (model.id, GiftType { model })).collect())
}

impl Shows for Gift {
    const INCLUDE: &'static [Include] = OF_GIFTS;
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
    const ABOUT_LIST: Option<&'static str> = Some("Newest first by gift date, then by id.");

    fn contact_id(&self) -> Option<i64> {
        self.model.contact_id
    }

    async fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: GiftFilters,
        problems: &mut Problems,
    ) -> Result<Filter, AppError> {
        Ok(filters::condition(connection, context, filters, problems).await?.into())
    }

    async fn linked<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        gifts: &[Self],
    ) -> Result<Vec<Linked>, AppError> {
        let gifts: Vec<_> = gifts.iter().map(|gift| (&gift.model, &*gift.gift_soft_credits)).collect();
        links::in_file(connection, context.caller.account, &gifts).await
    }
}
