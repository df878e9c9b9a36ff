//! Campaigns: what gifts answer, such as an appeal. Gifts have their names; a name that is new there makes a campaign, unless
//! the account takes only those of its list.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use shared::Transaction;
use shared::entities::campaigns;
use shared::values::choices::{EventType, Include};
use shared::values::names::name_key;

use super::purposes::{self, Uses};
use crate::error::AppError;
use crate::fields::types::{Count, CurrencyCode, Day, Flag, Moment, Money, Nullable, Text};
use crate::fields::{Patch, Payload, Problems};
use crate::http::csv::{Export, ForPeople};
use crate::money::Decimal;
use crate::records::importable::{Importable, LookupColumn};
use crate::records::included::Shows;
use crate::records::list::{By, Filter, ListResource, Order, SortKey};
use crate::records::money::{amount, amount_in, currency};
use crate::records::names::new_campaign;
use crate::records::{Change, Context, Resource, Unique};
use crate::{query, record};

record! {
    /// A campaign: what gifts answer, such as an appeal.
    Campaign of campaigns::Model, body CampaignInput as "CampaignCreate" or "CampaignUpdate";
    fields {
        /// Name, unique in the account without regard to case. A new name is that of all its gifts, which have no
        /// events of it
        campaign_name: Text<100> { required, label: "Name", hint: "Renaming a campaign renames it in its gifts", example: "Spring appeal" };
        /// Code, such as that on letters
        campaign_code: Text<50> { label: "Code", hint: "Such as the one on your letters", example: "SP26" };
        /// Description
        campaign_description: Text<4000> { label: "Description", no_hint, example: "Letters in March, calls in April" };
        /// 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0
        campaign_active: Flag { label: "Active", hint: "Forms offer it for gifts", example: 1 };
        /// Currency of the goal, ISO 4217; by default the account's
        campaign_currency: CurrencyCode { label: "Currency", hint: "The account's, if empty", example: "USD" };
        /// The first day
        campaign_start_date: Day { label: "From", no_hint, example: "2026-03-01" };
        /// The last day
        campaign_end_date: Day { label: "Until", no_hint, example: "2026-05-31" };
        /// The campaign's id in another system, unique in the account
        campaign_external_id: Text<100> { label: "External id", example: "crm-c-2" };
    }
    both {
        /// What it is to bring in, greater than 0
        campaign_goal: Nullable<Money> { label: "Goal", no_hint, example: 25000.00 } =
            |campaign| campaign.campaign_goal_minor.map(|minor| amount(minor, &campaign.campaign_currency));
    }
    computed {
        /// When the record was created
        created_at: Moment = |campaign| campaign.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |campaign| campaign.updated_at_ms;
    }
    loaded {
        /// How many gifts it has, whatever their status
        gift_count: Count;
        /// What it has brought in: the sum of its received gifts in its currency
        campaign_received: Money;
    }
    unshown { account_id, campaign_key, campaign_goal_minor, created_at_ms, updated_at_ms }
}

impl Payload for Campaign {
    const KIND: &'static str = "campaigns";
    const EXPORT: Option<&'static Export> =
        Some(&Export { members: &[], linked: &[], people: ForPeople::PLAIN });
}

impl Resource for Campaign {
    type Entity = campaigns::Entity;
    type Input = CampaignInput;
    type Links = ();
    /// The name before, if it changes.
    type Plan = Option<String>;
    const EVENTS: Option<(EventType, EventType)> = None;
    const UNIQUE: &'static [Unique<Self>] = &[
        Unique {
            column: campaigns::Column::CampaignKey,
            field: "campaign_name",
            of: |campaign| Some(&campaign.campaign_key),
        },
        Self::EXTERNAL_ID,
    ];

    fn blank(context: &Context) -> campaigns::Model {
        new_campaign(&context.caller, context.now_ms, String::new())
    }

    fn id(row: &campaigns::Model) -> i64 {
        row.id
    }

    fn version(row: &campaigns::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        _: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<String>, AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        let goal = match &input.campaign_goal {
            Patch::Null => None,
            sent => {
                let before = stored.and_then(|campaign| campaign.campaign_goal_minor.zip(Some(campaign)));
                let before = before.map(|(minor, campaign)| {
                    Decimal::from_minor(minor, currency(&campaign.campaign_currency))
                });
                amount_in(
                    &row.campaign_currency,
                    sent,
                    before,
                    ["campaign_goal", "campaign_currency"],
                    problems,
                )
            }
        };
        if goal.is_some_and(|goal| goal <= 0) {
            problems.add("campaign_goal", "must be greater than 0");
        }
        row.campaign_goal_minor = goal;
        let days = [row.campaign_start_date, row.campaign_end_date];
        problems.check_span(("campaign_start_date", days[0]), ("campaign_end_date", days[1]));
        row.campaign_key = name_key(&row.campaign_name);
        row.updated_at_ms = context.now_ms;
        Ok(stored.map(|campaign| campaign.campaign_name.clone()).filter(|name| *name != row.campaign_name))
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(campaigns::Model, Option<String>)>,
    ) -> Result<Vec<Self>, AppError> {
        let rows = purposes::complete::<campaigns::Entity>(tx, context, written).await?;
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<campaigns::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let mut uses = purposes::uses::<campaigns::Entity>(connection, context.caller.account, &rows).await?;
        let campaign = |model: campaigns::Model| {
            let Uses { gifts, received, .. } = uses.remove(&model.campaign_key).unwrap_or_default();
            let received = received.get(&model.campaign_currency).copied().unwrap_or_default();
            let campaign_received = amount(received, &model.campaign_currency);
            Self { gift_count: gifts, campaign_received, model }
        };
        Ok(rows.into_iter().map(campaign).collect())
    }
}

query! {
    /// The filters of campaigns.
    CampaignFilters {
        /// Only campaigns that forms offer, or only the others
        active: Flag;
        /// Only the campaign with this name, without regard to case
        name: Text<100>;
        /// Only the campaign with this `campaign_external_id`
        external_id: Text<100>;
    }
}

impl Shows for Campaign {
    const INCLUDE: &'static [Include] = &[];
}

impl ListResource for Campaign {
    type Filters = CampaignFilters;

    const ORDERS: &'static [Order<campaigns::Model>] = &[
        Order {
            name: "campaign_name",
            by: Some(By {
                expression: |_| Expr::col((campaigns::Entity, campaigns::Column::CampaignKey)),
                key: |campaign| SortKey::Text(campaign.campaign_key.clone()),
            }),
        },
        Order { name: "id", by: None },
    ];
    const ABOUT_LIST: Option<&'static str> = Some("In order of their names.");

    async fn filter<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        filters: CampaignFilters,
        _: &mut Problems,
    ) -> Result<Filter, AppError> {
        use campaigns::Column as F;
        let CampaignFilters { active, name, external_id } = filters;
        Ok(Filter::from(
            Condition::all()
                .add_option(active.map(|active| F::CampaignActive.eq(active)))
                .add_option(name.map(|name| F::CampaignKey.eq(name_key(&name))))
                .add_option(external_id.map(|id| F::CampaignExternalId.eq(id))),
        ))
    }
}

impl Importable for Campaign {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: campaigns::Column::CampaignExternalId,
        field: "campaign_external_id",
        of: |campaign| campaign.campaign_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str =
        "As for contacts, with `campaign_external_id` to tell which campaign a row changes.";
    /// A name that a row takes is free to none of the later ones.
    const ONE_BY_ONE: bool = true;
    const NAMED: &'static [LookupColumn] = &[];
}
