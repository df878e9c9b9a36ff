//! The pages of gifts.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect, Select};
use shared::entities::gifts;
use shared::values::choices::GiftStatus;

use super::doubts;
use super::kind::{Doubt, Kind};
use super::labels::choice;
use super::related::section;
use super::section::Section;
use super::table::{Cell, Column};
use super::typed::Typed;
use crate::error::AppError;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::gifts::{Gift, GiftFilters};
use crate::resources::tasks::{Task, TaskFilters};
use crate::web::format::{coded, day, money};
use crate::web::names;
use crate::web::visit::Visit;

/// Returns the fund of a gift, or those of its parts.
fn funds(gift: &Gift) -> String {
    let of_parts: BTreeSet<_> = gift.splits.iter().filter_map(|part| part.split_fund.as_deref()).collect();
    match gift.splits[..] {
        [] => gift.model.gift_fund.clone().unwrap_or_default(),
        _ => of_parts.into_iter().collect::<Vec<_>>().join(", "),
    }
}

impl Kind for Gift {
    const PATH: &'static str = "/gifts";
    const TITLE: &'static str = "Gifts";
    const WORDS: (&'static str, &'static str) = ("gift", "gifts");
    const EMPTY: &'static str = "No gifts yet. Enter the first one, or a whole row of them in quick entry.";
    const SORT: &'static str = "-gift_date";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("All", ""),
        ("Received", "status=received"),
        ("Pending", "status=pending"),
        ("Refunded", "status=refunded"),
    ];
    const SHORTCUTS: &'static [(&'static str, &'static str)] = &[("Quick entry", "/gifts/quick")];
    const FILLED_IN: &'static [&'static str] =
        &["contact_id", "pledge_id", "gift_currency", "gift_fund", "gift_campaign", "batch_id"];
    const COLUMNS: &'static [Column] = &[
        Column::new("Date").order("gift_date").class("date"),
        Column::new("Donor").field("contact_id"),
        Column::new("Type"),
        Column::new("Fund").field("gift_fund"),
        Column::new("Status"),
        Column::new("Amount").class("number"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("Gift", &["contact_id", "gift_amount", "gift_date", "gift_type_id", "gift_fund", "pledge_id"]),
        (
            "Purpose",
            &[
                "gift_campaign",
                "splits",
                "gift_tribute_name",
                "gift_tribute_type",
                "gift_anonymous",
                "gift_memo",
            ],
        ),
        ("Payment", &["gift_check_number", "gift_reference", "batch_id", "gift_status", "gift_currency"]),
        ("Thanks", &["gift_receipted_on", "gift_thanked_on"]),
        ("Corrections", &["gift_refunded_on", "gift_adjusts_id", "gift_soft_credits"]),
    ];

    fn of_contact(contact_id: i64) -> Option<GiftFilters> {
        Some(GiftFilters { contact_id: Some(vec![contact_id]), ..GiftFilters::default() })
    }

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        let amount = money(self.model.gift_amount_minor, currency(&self.model.gift_currency));
        match &self.contact {
            Some(contact) => format!("{amount} from {}", names::of_contact(contact.model())),
            None => format!("{amount}, unattributed"),
        }
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        self.model.contact_id.map(|id| ("Donor", format!("/contacts/{id}"))).into_iter().collect()
    }

    async fn rows(_: &Visit, _: &Context, gifts: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |gift: &Self| {
            let model = &gift.model;
            let status = choice(&model.gift_status.to_string());
            vec![
                Cell::link(day(model.gift_date), format!("/gifts/{}", model.id)),
                match (&gift.contact, model.contact_id) {
                    (Some(contact), Some(id)) => {
                        Cell::link(names::of_contact(contact.model()), format!("/contacts/{id}"))
                    }
                    _ => Cell::text("Unattributed"),
                },
                Cell::text(
                    gift.giftType.as_ref().map(|one| choice(&one.model.gift_type_name)).unwrap_or_default(),
                ),
                Cell::text(funds(gift)),
                match model.gift_status {
                    GiftStatus::Received => Cell::text(status),
                    _ => Cell::default().tag(status, true),
                },
                Cell::text(money(model.gift_amount_minor, currency(&model.gift_currency))),
            ]
        };
        Ok(gifts.iter().map(row).collect())
    }

    async fn doubts(
        context: &Context,
        values: &Typed,
        change: Option<(i64, &Typed)>,
    ) -> Result<Vec<Doubt>, AppError> {
        doubts::of_gift(context, values, change).await
    }

    /// Sums the received gifts of the list by currency.
    async fn totals(context: &Context, select: Select<gifts::Entity>) -> Result<Vec<String>, AppError> {
        let amount = Expr::col((gifts::Entity, gifts::Column::GiftAmountMinor));
        let sums: Vec<(String, i64)> = select
            .filter(gifts::Column::GiftStatus.eq(GiftStatus::Received))
            .select_only()
            .column(gifts::Column::GiftCurrency)
            .expr(amount.sum().cast_as("BIGINT"))
            .group_by(gifts::Column::GiftCurrency)
            .into_tuple()
            .all(context.app.store.read())
            .await?;
        let mut sums: Vec<_> = sums.into_iter().collect();
        // The account's own currency first.
        sums.sort_by_key(|(code, _)| (code != context.caller.currency.code(), code.clone()));
        let own = context.caller.currency.code();
        let sum = |(code, minor): (String, i64)| match currency(&code) {
            currency if code == own => format!("{} received", money(minor, currency)),
            // The sign may be that of the account's currency.
            currency => format!("{} received", coded(minor, currency)),
        };
        Ok(sums.into_iter().map(sum).collect())
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        // The API does not list tasks by gift, so those of the donor are shown, where the thank-you is.
        let Some(contact_id) = self.model.contact_id else { return Ok(Vec::new()) };
        let new = [("contact_id", contact_id.to_string()), ("gift_id", self.model.id.to_string())];
        let filters = TaskFilters { contact_id: Some(vec![contact_id]), ..TaskFilters::default() };
        let mut tasks =
            section::<Task>(visit, context, ("contact_id", &contact_id.to_string()), filters, &new).await?;
        tasks.heading = "Tasks with the donor";
        Ok(vec![tasks])
    }
}
