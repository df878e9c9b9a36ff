//! The pages of gifts.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryResult, QuerySelect, QueryTrait, Select};
use shared::entities::gifts;
use shared::values::choices::GiftStatus;

use super::doubts;
use super::kind::{Doubt, Kind, Purposes};
use super::labels::{choice, gift_type};
use super::related::section;
use super::section::Section;
use super::table::{Cell, Column};
use super::typed::Typed;
use crate::error::AppError;
use crate::giving::{column_of, part_column, parts};
use crate::records::Context;
use crate::records::money::currency;
use crate::records::names::spelled;
use crate::resources::gifts::Gift;
use crate::resources::tasks::{Task, TaskFilters};
use crate::web::format::{coded, day, money};
use crate::web::icons::Drawn;
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

impl Drawn for Gift {
    const LINE: &'static str = "M4 8h16v4H4zM5.5 12v8h13v-8M12 8v12\
        M12 8C9 8 6.5 7.5 7 5.5 7.5 3 11 3.5 12 8zM12 8c3 0 5.5-.5 5-2.5C16.5 3 13 3.5 12 8z";
}

impl Kind for Gift {
    const PATH: &'static str = "/gifts";
    const TITLE: &'static str = "gifts";
    const WORDS: (&'static str, &'static str) = ("one-gift", "count-gifts");
    const EMPTY: &'static str = "gift-none-yet";
    const SORT: &'static str = "-gift_date";
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("gift-view-all", ""),
        ("gift-view-received", "status=received"),
        ("gift-view-pending", "status=pending"),
        ("gift-view-refunded", "status=refunded"),
    ];
    const SHORTCUTS: &'static [(&'static str, &'static str)] = &[("quick-entry", "/gifts/quick")];
    const FILLED_IN: &'static [&'static str] =
        &["contact_id", "pledge_id", "gift_currency", "gift_fund", "gift_campaign", "batch_id"];
    const FILLED_IN_CHANGES: &'static [&'static str] = &["gift_status"];
    const COLUMNS: &'static [Column] = &[
        Column::new("date").order("gift_date").class("date"),
        Column::new("donor").field("contact_id").heading("Contact: Last name"),
        Column::new("type").heading("Type"),
        Column::new("fund").field("gift_fund").heading("Fund"),
        Column::new("status").heading("Status"),
        Column::new("amount").class("number amount").heading("Amount"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        ("gift", &["contact_id", "gift_amount", "gift_date", "gift_type_id", "gift_fund", "pledge_id"]),
        (
            "group-purpose",
            &[
                "gift_campaign",
                "splits",
                "gift_tribute_name",
                "gift_tribute_type",
                "gift_anonymous",
                "gift_memo",
            ],
        ),
        (
            "group-payment",
            &[
                "gift_check_number",
                "gift_reference",
                "batch_id",
                "gift_status",
                "gift_refunded_on",
                "gift_currency",
            ],
        ),
        ("group-thanks", &["gift_receipted_on", "gift_thanked_on"]),
        ("group-corrections", &["gift_adjusts_id", "gift_soft_credits"]),
    ];

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        let amount = money(self.model.gift_amount_minor, currency(&self.model.gift_currency));
        match &self.contact {
            Some(contact) => t!("gift-from", amount = amount, giver = names::of_contact(contact.model())),
            None => t!("gift-from-nobody", amount = amount),
        }
    }

    fn mark(&self) -> Option<String> {
        let status = self.model.gift_status;
        (status != GiftStatus::Received).then(|| choice(&status.to_string()))
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let gifts::Model { id, contact_id, gift_status, gift_amount_minor, .. } = &self.model;
        let edit = |status| format!("/gifts/{id}/edit?gift_status={status}#gift_status");
        let donor = contact_id.map(|id| (t!("donor"), format!("/contacts/{id}")));
        // The form has the day, and asks about letters with the gift before it saves.
        let refund = match gift_status {
            GiftStatus::Received if *gift_amount_minor > 0 => Some((t!("gift-refund"), edit("refunded"))),
            GiftStatus::Refunded => Some((t!("gift-refund-undo"), edit("received"))),
            _ => None,
        };
        donor.into_iter().chain(refund).collect()
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
                    _ => Cell::text(t!("unattributed")),
                },
                Cell::text(
                    gift.giftType
                        .as_ref()
                        .map(|one| gift_type(&one.model.gift_type_name))
                        .unwrap_or_default(),
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
        let mut doubts = doubts::of_purposes(context, values, change).await?;
        doubts.extend(doubts::of_gift(context, values, change).await?);
        Ok(doubts)
    }

    /// Sums the received gifts of the list by currency. With a fund or a campaign, sums what is for it.
    async fn totals(
        context: &Context,
        select: Select<gifts::Entity>,
        purposes: Purposes<'_>,
    ) -> Result<Vec<String>, AppError> {
        use gifts::Column as G;
        let (connection, account) = (context.app.store.read(), context.caller.account);
        let received = select.filter(G::GiftStatus.eq(GiftStatus::Received)).select_only();
        let sums = if purposes.iter().all(|(_, name)| name.is_empty()) {
            let amount = Expr::col((gifts::Entity, G::GiftAmountMinor));
            let sums = received.column(G::GiftCurrency).expr(amount.sum().cast_as("BIGINT"));
            sums.group_by(G::GiftCurrency).into_query()
        } else {
            let mut sums = parts(account);
            sums.and_where(part_column(G::Id).in_subquery(received.column(G::Id).into_query()));
            for (kind, name) in purposes.into_iter().filter(|(_, name)| !name.is_empty()) {
                let names = spelled(connection, account, kind, name).await?;
                sums.and_where(part_column(column_of(kind)).is_in(names));
            }
            let currency = part_column(G::GiftCurrency);
            sums.exprs([currency.clone(), part_column(G::GiftAmountMinor).sum().cast_as("BIGINT")]);
            sums.add_group_by([currency]).take()
        };
        let sum = |row: QueryResult| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
        let sums = connection.query_all(&sums).await?.into_iter().map(sum);
        let mut sums = sums.collect::<Result<Vec<(String, i64)>, AppError>>()?;
        // The account's own currency first.
        sums.sort_by_key(|(code, _)| (code != context.caller.currency.code(), code.clone()));
        let own = context.caller.currency.code();
        let sum = |(code, minor): (String, i64)| {
            let sum = match currency(&code) {
                currency if code == own => money(minor, currency),
                // The sign may be that of the account's currency.
                currency => coded(minor, currency),
            };
            t!("gift-sum-received", sum = sum)
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
        tasks.heading = t!("gift-tasks-with-donor");
        Ok(vec![tasks])
    }
}
