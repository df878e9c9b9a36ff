//! The pages of funds and campaigns, and the page that merges two of them.

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use shared::entities::{Purpose, Tenant, campaigns, funds};
use shared::values::choices::{Choice as _, NameKind};

use super::address::{Pairs, record_id};
use super::kind::{Kind, Purposes};
use super::offered::OFFERED_MAX;
use super::related::section;
use super::section::Section;
use super::step::Page;
use super::table::{Cell, Column};
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::money::currency;
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, Row, service};
use crate::resources::campaigns::Campaign;
use crate::resources::funds::Fund;
use crate::resources::gifts::{Gift, GiftFilters};
use crate::resources::purpose_merges;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::{amount, day, grouped, money};
use crate::web::icons::Drawn;
use crate::web::visit::{Answer, Visit};

/// Says of what is not active that it is not, in these words.
fn tagged(cell: Cell, is_active: bool, inactive: &str) -> Cell {
    if is_active { cell } else { cell.tag(inactive, false) }
}

impl Drawn for Fund {
    const LINE: &'static str = "M5 7c0-1.7 3-3 7-3s7 1.3 7 3-3 3-7 3-7-1.3-7-3z\
        M5 7v5c0 1.7 3 3 7 3s7-1.3 7-3V7M5 12v5c0 1.7 3 3 7 3s7-1.3 7-3v-5";
}

impl Kind for Fund {
    const PATH: &'static str = "/funds";
    const TITLE: &'static str = "funds";
    const WORDS: (&'static str, &'static str) = ("one-fund", "count-funds");
    const EMPTY: &'static str = "purpose-no-funds-yet";
    const SORT: &'static str = "fund_name";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("purpose-funds-all", ""),
        ("purpose-funds-active", "active=1"),
        ("purpose-funds-inactive", "active=0"),
    ];
    const COLUMNS: &'static [Column] = &[
        Column::new("fund").order("fund_name"),
        Column::new("purpose-code").heading("Code"),
        Column::new("gifts").class("number").heading("Gifts"),
        Column::new("pledges").class("number").heading("Pledges"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] =
        &[("fund", &["fund_name", "fund_code", "fund_description", "fund_active"])];

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        self.model.fund_name.clone()
    }

    fn figures(&self, _: &Context) -> Vec<(&'static str, String)> {
        vec![(t!("gifts"), grouped(self.gift_count)), (t!("pledges"), grouped(self.pledge_count))]
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let donors = Pairs::default().with("given_fund", &self.model.fund_name).at("/contacts");
        vec![(t!("donors"), donors), (t!("merge"), format!("{}/{}/merge", Self::PATH, self.model.id))]
    }

    async fn rows(_: &Visit, _: &Context, funds: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |fund: &Self| {
            let name = Cell::link(fund.title(), format!("{}/{}", Self::PATH, fund.model.id));
            vec![
                tagged(name, fund.model.fund_active, t!("purpose-fund-inactive")),
                Cell::text(fund.model.fund_code.clone().unwrap_or_default()),
                Cell::text(grouped(fund.gift_count)),
                Cell::text(grouped(fund.pledge_count)),
            ]
        };
        Ok(funds.iter().map(row).collect())
    }

    async fn totals(_: &Context, _: Select<funds::Entity>, _: Purposes<'_>) -> Result<Vec<String>, AppError> {
        Ok(vec![t!("purpose-fund-split").to_owned()])
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let fund = self.model.fund_name.clone();
        let filters = GiftFilters { fund: Some(fund.clone()), ..GiftFilters::default() };
        let new = [("gift_fund", fund.clone())];
        Ok(vec![section::<Gift>(visit, context, ("fund", &fund), filters, &new).await?])
    }
}

/// Returns how much of its goal a campaign has brought in, in percent without decimals.
fn progress(campaign: &Campaign) -> Option<String> {
    let goal = campaign.model.campaign_goal_minor?;
    let percent = campaign.campaign_received.minor * 100 / i128::from(goal);
    Some(t!("purpose-percent", percent = percent.to_string()))
}

impl Drawn for Campaign {
    const LINE: &'static str = "M4 10v4h3l10 5V5L7 10zM7 14l1.5 6H11l-1-4.5M20 10v4";
}

impl Kind for Campaign {
    const PATH: &'static str = "/campaigns";
    const TITLE: &'static str = "campaigns";
    const WORDS: (&'static str, &'static str) = ("one-campaign", "count-campaigns");
    const EMPTY: &'static str = "purpose-no-campaigns-yet";
    const SORT: &'static str = "campaign_name";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("purpose-campaigns-all", ""),
        ("purpose-campaigns-active", "active=1"),
        ("purpose-campaigns-inactive", "active=0"),
    ];
    const COLUMNS: &'static [Column] = &[
        Column::new("campaign").order("campaign_name"),
        Column::new("purpose-days").heading("From"),
        Column::new("gifts").class("number").heading("Gifts"),
        Column::new("purpose-received").class("number").heading("Received"),
        Column::new("purpose-goal").class("number").heading("Goal"),
        Column::new("purpose-reached").class("number"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("campaign", &["campaign_name", "campaign_code", "campaign_description", "campaign_active"]),
        ("group-goal", &["campaign_goal", "campaign_currency", "campaign_start_date", "campaign_end_date"]),
    ];

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        self.model.campaign_name.clone()
    }

    fn figures(&self, _: &Context) -> Vec<(&'static str, String)> {
        let mut figures = vec![
            (t!("purpose-received"), amount(&self.campaign_received)),
            (t!("gifts"), grouped(self.gift_count)),
        ];
        figures.extend(progress(self).map(|percent| (t!("purpose-of-goal"), percent)));
        figures
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let donors = Pairs::default().with("given_campaign", &self.model.campaign_name).at("/contacts");
        vec![(t!("donors"), donors), (t!("merge"), format!("{}/{}/merge", Self::PATH, self.model.id))]
    }

    async fn rows(_: &Visit, _: &Context, campaigns: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |campaign: &Self| {
            let model = &campaign.model;
            let name = Cell::link(campaign.title(), format!("{}/{}", Self::PATH, model.id));
            let days = match (model.campaign_start_date, model.campaign_end_date) {
                (Some(from), Some(until)) => t!("purpose-from-to", from = day(from), until = day(until)),
                (Some(from), None) => t!("purpose-from", day = day(from)),
                (None, Some(until)) => t!("purpose-until", day = day(until)),
                (None, None) => String::new(),
            };
            let goal = model.campaign_goal_minor.map(|goal| money(goal, currency(&model.campaign_currency)));
            vec![
                tagged(name, model.campaign_active, t!("purpose-campaign-inactive")),
                Cell::text(days),
                Cell::text(grouped(campaign.gift_count)),
                Cell::text(amount(&campaign.campaign_received)),
                Cell::text(goal.unwrap_or_default()),
                Cell::text(progress(campaign).unwrap_or_default()),
            ]
        };
        Ok(campaigns.iter().map(row).collect())
    }

    async fn totals(
        _: &Context,
        _: Select<campaigns::Entity>,
        _: Purposes<'_>,
    ) -> Result<Vec<String>, AppError> {
        Ok(vec![t!("purpose-campaign-split").to_owned()])
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let campaign = self.model.campaign_name.clone();
        let filters = GiftFilters { campaign: Some(campaign.clone()), ..GiftFilters::default() };
        let new = [("gift_campaign", campaign.clone())];
        Ok(vec![section::<Gift>(visit, context, ("campaign", &campaign), filters, &new).await?])
    }
}

/// The record of funds, or of campaigns.
pub(in crate::web) trait Merged: Kind + Resource<Entity: Purpose> {}

impl Merged for Fund {}
impl Merged for Campaign {}

pub(in crate::web) async fn show_merge<K: Merged>(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let into = stored::<K>(&context, id).await?;
    let form = form::<K>(&visit, &context, id).await?;
    let page = page::<K>(&mut visit, &into, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn merge<K: Merged>(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let into = stored::<K>(&context, id).await?;
    let (from_id, mut problems) = (visit.posted.id("from_id"), Problems::default());
    if from_id.is_none() {
        problems.add("from_id", "is required");
    }
    let merged = service::commit::<K, _>(&context, async |tx| {
        let any = Preconditions::default();
        purpose_merges::merge::<K>(tx, &context, (id, &any), from_id, problems).await
    });
    match merged.await {
        Ok(_) => {
            let text = t!("purpose-merged", name = K::Entity::name(&into));
            visit.redirect_with(&format!("{}/{id}", K::PATH), Flash::new(text))
        }
        Err(AppError::Invalid(problems)) => {
            let form = form::<K>(&visit, &context, id).await?.refused(&mut visit, problems);
            let page = page::<K>(&mut visit, &into, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

async fn stored<K: Merged>(context: &Context, id: i64) -> Result<Row<K>, AppError> {
    let row = context.caller.account.find_id::<K::Entity>(id).one(context.app.store.read()).await?;
    row.ok_or(AppError::NotFound)
}

async fn form<K: Merged>(visit: &Visit, context: &Context, id: i64) -> Result<Form, AppError> {
    let others = context.caller.account.find::<K::Entity>().filter(K::Entity::ID.ne(id));
    let others = others.order_by_asc(K::Entity::KEY).limit(OFFERED_MAX);
    let others = others.select_only().columns([K::Entity::ID, K::Entity::NAME]);
    let others: Vec<(i64, String)> = others.into_tuple().all(context.app.store.read()).await?;
    let none = (String::new(), "—".to_owned());
    let options = others.into_iter().map(|(id, name)| (id.to_string(), name));
    let (label, hint) = match K::Entity::KIND {
        NameKind::Fund => (t!("purpose-merge-other-fund"), t!("purpose-merge-fund-removed")),
        NameKind::Campaign => (t!("purpose-merge-other-campaign"), t!("purpose-merge-campaign-removed")),
    };
    let field = Field::select("from_id", label, [none].into_iter().chain(options));
    let form = Form::new(visit, &visit.path, t!("merge")).danger();
    Ok(form.not_done(t!("purpose-merge-nothing")).field(field.hint(hint).required()))
}

async fn page<K: Merged>(visit: &mut Visit, into: &Row<K>, form: Form) -> Result<Page, AppError> {
    let name = K::Entity::name(into).to_owned();
    let title = t!("merge-into", name = name);
    Ok(Page {
        shell: visit.shell(&title).await?,
        lead: h!("purpose-merge-about", [], kind = K::Entity::KIND.as_str(), name = name),
        record: (name, format!("{}/{}", K::PATH, K::id(into))),
        label: t!("merge"),
        form,
    })
}
