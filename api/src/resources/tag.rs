//! The groups of operations in the OpenAPI document.

use poem_openapi::Tags;

/// The groups of operations in the document.
#[derive(Tags)]
pub enum DocumentTag {
    /// People and organisations.
    Contacts,
    /// What has been given.
    Gifts,
    /// The kinds of gifts of an account.
    GiftTypes,
    /// What has been promised.
    Pledges,
    /// What is to be done.
    Tasks,
    /// Totals without fetching every gift.
    GivingSummary,
    /// The account of the key, and the words in use on its records.
    Account,
    /// Files whose rows become records.
    Imports,
    /// What has happened.
    Events,
    /// Where events are delivered.
    Webhooks,
}
