//! The groups of operations in the OpenAPI document, but for those of the kinds.

use poem_openapi::Tags;

/// The groups of operations in the document. Each kind has one more.
#[derive(Tags)]
pub enum DocumentTag {
    /// Several creates and updates in one request.
    Batch,
    /// The kinds of gifts of an account.
    GiftTypes,
    /// Filters of lists, saved by name.
    SavedLists,
    /// Totals without fetching every gift.
    GivingSummary,
    /// Donors, gifts and pledges by year, for a board.
    Reports,
    /// The account of the key, its members, and the words in use on its records.
    Account,
    /// Files whose rows become records.
    Imports,
    /// What has happened.
    Events,
    /// Where events are delivered.
    Webhooks,
}
