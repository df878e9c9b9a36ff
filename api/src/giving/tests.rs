//! What the tests of sums have in common.

use std::num::NonZeroI64;

use chrono::NaiveDate;

use super::gift::Gift;

/// Returns a day, written as YYYY-MM-DD.
pub(super) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// Returns a gift of one dollar by a contact. Contact 0 is nobody.
pub(super) fn gift(contact_id: i64, date: &str) -> Gift {
    Gift {
        id: 0,
        amount_minor: 100,
        contact_id: NonZeroI64::new(contact_id),
        pledge_id: None,
        gift_type_id: None,
        fund_id: None,
        campaign_id: None,
        date: day(date),
        currency: "USD".into(),
        is_thanked: false,
    }
}
