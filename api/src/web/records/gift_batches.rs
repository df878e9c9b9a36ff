//! The pages of batches of gifts.

use shared::values::choices::BatchStatus;

use super::kind::{Kind, Notice};
use super::labels::choice;
use super::related::section;
use super::section::Section;
use super::table::{Cell, Column};
use crate::error::AppError;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::gift_batches::GiftBatch;
use crate::resources::gifts::{Gift, GiftFilters};
use crate::web::format::{amount, day, grouped, money};
use crate::web::icons::Drawn;
use crate::web::visit::Visit;

impl Drawn for GiftBatch {
    const LINE: &'static str = "M12 3.5 3.5 8 12 12.5 20.5 8zM3.5 12 12 16.5l8.5-4.5M3.5 16 12 20.5l8.5-4.5";
}

impl Kind for GiftBatch {
    const PATH: &'static str = "/batches";
    const TITLE: &'static str = "batch-batches";
    const WORDS: (&'static str, &'static str) = ("one-batch", "count-batches");
    const EMPTY: &'static str = "batch-none-yet";
    const SORT: &'static str = "-id";
    const VIEWS: &'static [(&'static str, &'static str)] =
        &[("batch-view-all", ""), ("batch-view-open", "status=open"), ("batch-view-closed", "status=closed")];
    /// The buttons of the page change the status.
    const SAID_BY_OTHERS: &'static [&'static str] = &["batch_status", "batch_close_reason"];
    const COLUMNS: &'static [Column] = &[
        Column::new("batch-batch"),
        Column::new("date").class("date").heading("Date"),
        Column::new("status").heading("Status"),
        Column::new("gifts").class("number").heading("Gifts"),
        Column::new("total").class("number").heading("Total"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] =
        &[("group-batch", &["batch_name", "batch_date"]), ("group-counted-by-hand", COUNTED)];

    fn record_id(&self) -> i64 {
        self.model.id
    }

    fn title(&self) -> String {
        self.model.batch_name.clone()
    }

    async fn notice(&self, _: &Context) -> Result<Option<Notice>, AppError> {
        let text = match &self.model.batch_close_reason {
            Some(reason) => t!("batch-is-closed-because", reason = reason),
            None => t!("batch-is-closed").to_owned(),
        };
        let text = text.trim_end_matches('.').to_owned();
        Ok((self.model.batch_status == BatchStatus::Closed).then_some(Notice { text, link: None }))
    }

    fn figures(&self, _: &Context) -> Vec<(&'static str, String)> {
        let difference = difference(self);
        [(t!("gifts"), progress(grouped(self.gift_count), self.model.batch_expected_count.map(grouped)))]
            .into_iter()
            .chain([(t!("total"), progress(amount(&self.gift_total), expected(self)))])
            .chain((!difference.is_empty()).then_some((t!("batch-difference"), difference)))
            .collect()
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let at = |end: &str| format!("{}/{}/{end}", Self::PATH, self.model.id);
        match self.model.batch_status {
            BatchStatus::Open => vec![
                (t!("quick-entry"), format!("/gifts/quick?batch_id={}", self.model.id)),
                (t!("deposit-list"), at("deposit")),
                (t!("batch-close"), at("close")),
            ],
            BatchStatus::Closed => {
                vec![(t!("deposit-list"), at("deposit")), (t!("batch-reopen"), at("reopen"))]
            }
        }
    }

    async fn rows(_: &Visit, _: &Context, batches: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |batch: &Self| {
            let model = &batch.model;
            let status = choice(&model.batch_status.to_string());
            vec![
                Cell::link(batch.title(), format!("{}/{}", Self::PATH, model.id)),
                Cell::text(day(model.batch_date)),
                match model.batch_status {
                    BatchStatus::Open => Cell::default().tag(status, false),
                    BatchStatus::Closed => Cell::text(status),
                },
                Cell::text(progress(grouped(batch.gift_count), model.batch_expected_count.map(grouped))),
                Cell::text(progress(amount(&batch.gift_total), expected(batch))),
            ]
        };
        Ok(batches.iter().map(row).collect())
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let id = self.model.id;
        let filters = GiftFilters { batch_id: Some(vec![id]), ..GiftFilters::default() };
        let new = [("batch_id", id.to_string()), ("gift_currency", self.model.batch_currency.clone())];
        let mut gifts = section::<Gift>(visit, context, ("batch_id", &id.to_string()), filters, &new).await?;
        if self.model.batch_status == BatchStatus::Closed {
            gifts.new = (t!("deposit-list").to_owned(), format!("{}/{id}/deposit", Self::PATH));
        }
        Ok(vec![gifts])
    }
}

const COUNTED: &[&str] = &["batch_expected_count", "batch_expected_total", "batch_currency"];

/// Writes how far something has come: `9 of 12`.
fn progress(is: String, expected: Option<String>) -> String {
    match expected {
        Some(expected) => t!("batch-progress", is = is, expected = expected),
        None => is,
    }
}

/// Returns what the gifts of a batch must come to, as people read it.
fn expected(batch: &GiftBatch) -> Option<String> {
    Some(money(batch.model.batch_expected_total_minor?, currency(&batch.model.batch_currency)))
}

/// Returns how the gifts of a batch differ from what was counted, or nothing if they agree or nobody has counted.
pub(super) fn difference(batch: &GiftBatch) -> String {
    let model = &batch.model;
    let count = model.batch_expected_count.map_or(0, |expected| expected - batch.gift_count);
    let minor =
        model.batch_expected_total_minor.map_or(0, |minor| i128::from(minor) - batch.gift_total.minor);
    let gifts = match count {
        0 => None,
        1.. => Some(t!("batch-gifts-missing", count = count)),
        _ => Some(t!("batch-gifts-too-many", count = count.abs())),
    };
    let amount = money(minor.abs(), currency(&model.batch_currency));
    let total = match minor {
        0 => None,
        1.. => Some(t!("batch-amount-missing", amount = amount)),
        _ => Some(t!("batch-amount-too-much", amount = amount)),
    };
    gifts.into_iter().chain(total).collect::<Vec<_>>().join(", ")
}

/// Returns what a batch has of what was counted: `9 of 12 gifts, $300.00 of $340.00`.
pub(super) fn standing(batch: &GiftBatch) -> String {
    let gifts = match batch.model.batch_expected_count {
        Some(expected) => t!("batch-gifts-of", count = batch.gift_count, expected = expected),
        None => t!("count-gifts", count = batch.gift_count),
    };
    format!("{gifts}, {}", progress(amount(&batch.gift_total), expected(batch)))
}
