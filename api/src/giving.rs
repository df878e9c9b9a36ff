//! The arithmetic of giving: when a pledge's gifts are due, where the pledge stands on a day, and the totals of an
//! account's gifts and pledges.

mod by_donor;
mod donor_days;
mod donor_years;
mod gift;
mod gifts;
mod giving_years;
mod lapsed;
mod lapses;
mod largest;
mod levels;
mod months;
mod names;
mod parts;
mod pledge_years;
mod pledges;
mod position;
mod purposes;
mod query;
mod received;
mod schedule;
mod summary;
mod sums;
mod terms;
#[cfg(test)]
mod tests;
mod totals;
mod years;

pub use by_donor::{ByDonor, GivenByDonor};
pub use donor_days::{DonorDays, GivingDays};
pub use donor_years::{DonorGroup, DonorYear, DonorYears};
pub use gift::{CurrencyCode, Gift};
pub use gifts::{Reading, ReceivedGifts};
pub use giving_years::GivingYears;
pub use lapsed::{Lapse, LapsedDonor, LapsedDonors, LastYear};
pub use lapses::Lapses;
pub use levels::{Level, levels};
pub use months::{Month, Part, Tally};
pub use names::{first_spellings, keep_names, spellings};
pub use parts::{column_of, part_column, parts, parts_of};
pub use pledge_years::{Fulfilment, PledgeYear, PledgeYears};
pub use pledges::{Pledges, changed_pledges, late_pledges};
pub use position::{Position, per_two_years};
pub use purposes::{PurposeId, purpose_id};
pub use query::{CountedBy, Credit, GroupBy, Period, Query};
pub use received::received_by_pledge;
pub use schedule::{due_count, due_date};
pub use summary::{CurrencyTotals, Expected, Grouped, Late, Pledged, Summary, compare, summarise};
pub use sums::{GiftSums, Given, PledgeSums};
pub use terms::{LAST_DAY, Pause, Term, Terms};
pub use totals::ByPledge;
pub use years::{Calendar, Year};
