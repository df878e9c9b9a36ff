//! What a summary is asked for, and the periods that it groups gifts by.

use chrono::NaiveDate;
use iso_currency::Currency;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Query {
    /// The first day of the period.
    pub from: NaiveDate,
    /// The last day of the period, included.
    pub to: NaiveDate,
    /// The day on which pledges are looked at.
    pub as_of: NaiveDate,
    /// The currency of all but [`Summary::by_currency`].
    pub currency: Currency,
    /// Only this contact's gifts and pledges.
    pub contact_id: Option<i64>,
    /// How gifts are grouped into periods, if at all.
    pub group_by: Option<GroupBy>,
}

crate::values::choices::choices! {
    /// How gifts are grouped.
    GroupBy { Month = "month", Quarter = "quarter", Year = "year", Type = "type" }
}

/// The gifts of one month, quarter, year or type; gifts without a type have no name there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named and documented as in the API")]
pub struct Period {
    pub period: Option<String>,
    pub total: i64,
    pub count: i64,
}
