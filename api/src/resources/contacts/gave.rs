//! Conditions on when contacts gave. Only received gifts count.
//!
//! Each looks the gifts of a contact up by the index on contact and date, so it does not matter how many gifts others gave.

use chrono::{Datelike, NaiveDate};
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, Condition, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, contacts, gifts};
use shared::values::choices::{ContactStatus, GiftStatus};

use crate::giving::Lapse;
use crate::resources::households::joint;

/// The received gifts of the contacts of an account.
#[derive(Clone, Copy)]
pub(super) struct Gave {
    pub(super) account: AccountScope,
    /// Whether what a member of a joint household gave counts for each of them.
    pub(super) by_household: bool,
}

impl Gave {
    /// Returns the condition for contacts with a received gift that fulfils a condition on its day.
    fn on(self, days: SimpleExpr) -> SimpleExpr {
        let of_contact = Expr::col((gifts::Entity, gifts::Column::ContactId))
            .equals((contacts::Entity, contacts::Column::Id));
        let received = gifts::Column::GiftStatus.eq(GiftStatus::Received);
        let gifts = self.account.find::<gifts::Entity>().filter(of_contact).filter(received).filter(days);
        let gave = Expr::exists(gifts.select_only().column(gifts::Column::Id).into_query());
        if !self.by_household {
            return gave;
        }
        let givers = joint::members_of(self.account).filter(gave.clone()).select_only();
        let theirs = givers.column(contacts::Column::HouseholdId).into_query();
        let household = || Expr::col((contacts::Entity, contacts::Column::HouseholdId));
        // Without the first part, the condition of a contact without a household would be neither true nor false.
        gave.or(household().is_not_null().and(household().in_subquery(theirs)))
    }

    /// Returns the condition for contacts whose last gift was before a day.
    pub(super) fn last_before(self, day: NaiveDate) -> Condition {
        let date = gifts::Column::GiftDate;
        Condition::all().add(self.on(date.lt(day))).add(self.on(date.gte(day)).not())
    }

    /// Returns the condition for contacts whose last gift was after a day.
    pub(super) fn last_after(self, day: NaiveDate) -> SimpleExpr {
        self.on(gifts::Column::GiftDate.gt(day))
    }

    /// Returns the condition for contacts whose first gift was after a day.
    pub(super) fn first_after(self, day: NaiveDate) -> Condition {
        let date = gifts::Column::GiftDate;
        Condition::all().add(self.on(date.gt(day))).add(self.on(date.lte(day)).not())
    }

    /// Returns the condition for contacts who have lapsed in the year of a day. Nobody asks archived ones, or those who have
    /// died, to give again.
    pub(super) fn lapsed(self, lapse: Lapse, day: NaiveDate) -> Condition {
        let date = gifts::Column::GiftDate;
        let day_of = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
        let (year, last_year) = (day.year(), day.year() - 1);
        let gave_before = match lapse {
            Lapse::Lybunt => date.between(day_of(last_year, 1, 1), day_of(last_year, 12, 31)),
            Lapse::Sybunt => date.lte(day_of(last_year, 12, 31)),
        };
        let this_year = date.between(day_of(year, 1, 1), day_of(year, 12, 31));
        Condition::all()
            .add(contacts::Column::ContactStatus.ne(ContactStatus::Archive))
            .add(contacts::Column::ContactDeceasedOn.is_null())
            .add(self.on(gave_before))
            .add(self.on(this_year).not())
    }
}
