//! The parameters of a summary, and the periods by which it groups gifts.

use chrono::NaiveDate;
use iso_currency::Currency;

/// The parameters of a summary.
#[derive(Clone, Debug)]
pub struct Query {
    /// The first day of the period.
    pub from: NaiveDate,
    /// The last day of the period, included.
    pub to: NaiveDate,
    /// The day for which pledges are evaluated.
    pub as_of: NaiveDate,
    /// The currency of all amounts except [`Summary::by_currency`](super::Summary::by_currency).
    pub currency: Currency,
    /// If set, only these contacts' gifts and pledges are counted.
    pub contact_ids: Option<Vec<i64>>,
    /// The grouping of gifts into periods, if there is one.
    pub group_by: Option<GroupBy>,
    /// The most funds, campaigns or contacts, if gifts are grouped by one of these.
    pub top: usize,
    /// The members of households that count as one donor, the one first who stands for all.
    pub households: Vec<Vec<i64>>,
}

shared::choices! {
    /// Who counts as one donor, besides each contact alone.
    CountedBy { Household = "household" }
    /// What counts for a contact besides the gifts that it gave.
    Credit { Soft = "soft" }
    /// The grouping of gifts.
    GroupBy {
        Month = "month", Quarter = "quarter", Year = "year", Type = "type", Fund = "fund", Campaign = "campaign",
        Contact = "contact"
    }
}

impl GroupBy {
    /// Returns whether the groups are spans of time, which are there without gifts, too.
    pub fn is_span(self) -> bool {
        matches!(self, Self::Month | Self::Quarter | Self::Year)
    }
}

/// The gifts of one month, quarter, year, type, fund, campaign or contact. `period` is `None` for gifts that have none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Period {
    pub period: Option<String>,
    pub total: i128,
    pub count: i64,
}
