//! The arithmetic of giving: when a pledge's gifts are due, where the pledge stands on a day, and what an account has
//! been given and promised.

mod position;
mod received;
mod schedule;
mod summary;

pub use position::{Position, Terms, per_two_years};
pub use received::{Of, received_by_pledge};
pub use schedule::{due_count, due_date};
pub use summary::{
    CurrencyTotals, Expected, Given, GroupBy, Late, Period, Pledged, Query, Summary, late_pledges, summarise,
};
