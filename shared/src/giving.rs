//! The arithmetic of giving: when a pledge's gifts are due, where the pledge stands on a day, and what an account has
//! been given and promised.

mod position;
mod query;
mod received;
mod schedule;
mod summary;

pub use position::{Position, Terms, per_two_years};
pub use query::{GroupBy, Period, Query};
pub use received::{GiftFilter, received_by_pledge};
pub use schedule::{due_count, due_date};
pub use summary::{
    CurrencyTotals, Expected, Given, Late, Pledged, Summary, expected_by_period, given, given_by_period,
    late_pledges, late_positions, summarise,
};
