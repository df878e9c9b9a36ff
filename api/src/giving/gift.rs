//! A received gift, as sums need it.

use std::num::NonZeroI64;

use chrono::NaiveDate;

use super::purposes::PurposeId;

/// A received gift, with only the values that sums need. The amount is in minor units of the currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as the columns")]
pub struct Gift {
    pub id: i64,
    pub amount_minor: i64,
    pub contact_id: Option<NonZeroI64>,
    pub pledge_id: Option<NonZeroI64>,
    pub gift_type_id: Option<NonZeroI64>,
    /// The fund that the whole gift is for. A gift that is split has none: its parts are not in memory.
    pub fund_id: Option<PurposeId>,
    /// The campaign, likewise.
    pub campaign_id: Option<PurposeId>,
    pub date: NaiveDate,
    pub currency: CurrencyCode,
    /// Whether somebody has thanked for it.
    pub is_thanked: bool,
}

/// A currency's code of three letters, as the database stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CurrencyCode([u8; 3]);

impl CurrencyCode {
    /// Returns the code.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("XXX")
    }
}

impl From<&str> for CurrencyCode {
    /// A text without three letters becomes `XXX`, which means no currency. Codes are checked before they are stored.
    fn from(code: &str) -> Self {
        Self(code.as_bytes().try_into().unwrap_or(*b"XXX"))
    }
}
