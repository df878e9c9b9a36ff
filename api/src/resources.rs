//! One file per resource: its fields, its rules and its operations, read top to bottom.

#![allow(
    clippy::doc_markdown,
    reason = "the comments of fields are their descriptions in the OpenAPI document"
)]

pub mod account;
pub mod batches;
pub mod campaigns;
pub mod contacts;
pub mod deliveries;
pub mod demo;
pub mod duplicates;
pub mod events;
pub mod funds;
pub mod gift_batches;
pub mod gift_types;
pub mod gifts;
pub mod giving_summary;
pub mod households;
pub mod imports;
pub mod kinds;
pub mod letters;
pub mod merges;
pub mod operations;
pub mod pledges;
pub mod purpose_merges;
pub mod purposes;
pub mod recoveries;
pub mod reports;
pub mod sandboxes;
pub mod saved_lists;
pub mod statements;
pub mod tag;
pub mod tasks;
pub mod web_forms;
pub mod webhooks;

use poem_openapi::OpenApi;

use self::kinds::for_each_kind;
use self::operations::{ImportsOf, Records};
use crate::state::App;

/// Returns the operations of every resource. Register a new resource here, unless it is one of the `kinds!`.
pub fn all(app: &App) -> impl OpenApi + use<> {
    (
        for_each_kind!(R => (Records::<R>::of(app), ImportsOf::<R>::of(app))),
        (
            merges::Merges(app.clone()),
            purpose_merges::FundMerges(app.clone()),
            purpose_merges::CampaignMerges(app.clone()),
            duplicates::Duplicates(app.clone()),
            statements::Statements(app.clone()),
        ),
        (gift_types::GiftTypes(app.clone()), saved_lists::SavedLists(app.clone())),
        (giving_summary::GivingSummaries(app.clone()), reports::Reports(app.clone())),
        (account::Accounts(app.clone()), batches::Batches(app.clone())),
        (imports::Imports(app.clone()), imports::rows::ImportRows(app.clone()), events::Events(app.clone())),
        (webhooks::Webhooks(app.clone()), webhooks::Secrets(app.clone()), webhooks::Tests(app.clone())),
        (deliveries::Deliveries(app.clone()), recoveries::Recoveries(app.clone())),
    )
}
