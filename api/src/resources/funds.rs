//! Funds: what gifts and pledges are for. Gifts and pledges have their names; a name that is new there makes a fund, unless the
//! account takes only those of its list.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use shared::Transaction;
use shared::entities::funds;
use shared::values::choices::{EventType, Include};
use shared::values::names::name_key;

use super::purposes::{self, Uses};
use crate::error::AppError;
use crate::fields::types::{Count, Flag, Moment, Text};
use crate::fields::{Payload, Problems};
use crate::http::csv::{Export, ForPeople};
use crate::records::importable::{Importable, LookupColumn};
use crate::records::included::Shows;
use crate::records::list::{By, Filter, ListResource, Order, SortKey};
use crate::records::names::new_fund;
use crate::records::{Change, Context, Resource, Unique};
use crate::{query, record};

record! {
    /// A fund: what gifts and pledges are for.
    Fund of funds::Model, body FundInput as "FundCreate" or "FundUpdate";
    fields {
        /// Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which
        /// have no events of it
        fund_name: Text<100> { required, label: "Name", hint: "Renaming a fund renames it in its gifts and pledges", example: "Scholarships" };
        /// Code, such as that in the accounts
        fund_code: Text<50> { label: "Code", hint: "Such as its number in your accounts", example: "4010" };
        /// Description
        fund_description: Text<4000> { label: "Description", no_hint, example: "Fees and books for three students" };
        /// 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0
        fund_active: Flag { label: "Active", hint: "Forms offer it for gifts and pledges", example: 1 };
        /// The fund's id in another system, unique in the account
        fund_external_id: Text<100> { label: "External id", example: "crm-f-2" };
    }
    computed {
        /// When the record was created
        created_at: Moment = |fund| fund.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |fund| fund.updated_at_ms;
    }
    loaded {
        /// How many gifts are for it, whatever their status
        gift_count: Count;
        /// How many pledges are for it
        pledge_count: Count;
    }
    unshown { account_id, fund_key, created_at_ms, updated_at_ms }
}

impl Payload for Fund {
    const KIND: &'static str = "funds";
    const EXPORT: Option<&'static Export> =
        Some(&Export { members: &[], linked: &[], people: ForPeople::PLAIN });
}

impl Resource for Fund {
    type Entity = funds::Entity;
    type Input = FundInput;
    type Links = ();
    /// The name before, if it changes.
    type Plan = Option<String>;
    const EVENTS: Option<(EventType, EventType)> = None;
    const UNIQUE: &'static [Unique<Self>] = &[
        Unique { column: funds::Column::FundKey, field: "fund_name", of: |fund| Some(&fund.fund_key) },
        Self::EXTERNAL_ID,
    ];

    fn blank(context: &Context) -> funds::Model {
        new_fund(context.now_ms, String::new())
    }

    fn id(row: &funds::Model) -> i64 {
        row.id
    }

    fn version(row: &funds::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        _: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<String>, AppError> {
        let Change { input, row, stored, .. } = change;
        input.apply(row, &Self::blank(context));
        row.fund_key = name_key(&row.fund_name);
        row.updated_at_ms = context.now_ms;
        Ok(stored.map(|fund| fund.fund_name.clone()).filter(|name| *name != row.fund_name))
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(funds::Model, Option<String>)>,
    ) -> Result<Vec<Self>, AppError> {
        let rows = purposes::complete::<funds::Entity>(tx, context, written).await?;
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<funds::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let mut uses = purposes::uses::<funds::Entity>(connection, context.caller.account, &rows).await?;
        let fund = |model: funds::Model| {
            let Uses { gifts, pledges, .. } = uses.remove(&model.fund_key).unwrap_or_default();
            Self { gift_count: gifts, pledge_count: pledges, model }
        };
        Ok(rows.into_iter().map(fund).collect())
    }
}

query! {
    /// The filters of funds.
    FundFilters {
        /// Only funds that forms offer, or only the others
        active: Flag;
        /// Only the fund with this name, without regard to case
        name: Text<100>;
        /// Only the fund with this `fund_external_id`
        external_id: Text<100>;
    }
}

impl Shows for Fund {
    const INCLUDE: &'static [Include] = &[];
}

impl ListResource for Fund {
    type Filters = FundFilters;

    const ORDERS: &'static [Order<funds::Model>] = &[
        Order {
            name: "fund_name",
            by: Some(By {
                expression: |_| Expr::col((funds::Entity, funds::Column::FundKey)),
                key: |fund| SortKey::Text(fund.fund_key.clone()),
            }),
        },
        Order { name: "id", by: None },
    ];
    const ABOUT_LIST: Option<&'static str> = Some("In order of their names.");

    async fn filter<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        filters: FundFilters,
        _: &mut Problems,
    ) -> Result<Filter, AppError> {
        use funds::Column as F;
        let FundFilters { active, name, external_id } = filters;
        Ok(Filter::from(
            Condition::all()
                .add_option(active.map(|active| F::FundActive.eq(active)))
                .add_option(name.map(|name| F::FundKey.eq(name_key(&name))))
                .add_option(external_id.map(|id| F::FundExternalId.eq(id))),
        ))
    }
}

impl Importable for Fund {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: funds::Column::FundExternalId,
        field: "fund_external_id",
        of: |fund| fund.fund_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str =
        "As for contacts, with `fund_external_id` to tell which fund a row changes.";
    /// A name that a row takes is free to none of the later ones.
    const ONE_BY_ONE: bool = true;
    const NAMED: &'static [LookupColumn] = &[];
}
