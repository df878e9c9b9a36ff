//! What contacts have given: the sums of `include=giving`.

use std::collections::{BTreeSet, HashMap};

use chrono::{Datelike, NaiveDate};
use gifts::Column as G;
use iso_currency::Currency;
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect,
};
use serde_json::value::{RawValue, to_raw_value};
use shared::entities::{gift_soft_credits, gifts};
use shared::values::choices::GiftStatus;

use super::contact::Contact;
use crate::error::AppError;
use crate::fields::types::{Count, CurrencyCode, Day, Money, Nullable};
use crate::money::Amount;
use crate::object;
use crate::records::Context;
use crate::resources::households::joint;

object! {
    /// What a contact has given, in the account's currency. Only received gifts count, and soft credits apart.
    Giving {
        /// The account's currency, ISO 4217
        currency: CurrencyCode;
        /// The sum of the gifts
        total: Money;
        /// How many gifts that are
        count: Count;
        /// The day of the first gift
        first_date: Nullable<Day>;
        /// The day of the last gift
        last_date: Nullable<Day>;
        /// The largest gift; 0 without one
        largest: Money;
        /// The sum of this calendar year, in the account's time zone
        this_year: Money;
        /// The sum of the calendar year before
        last_year: Money;
        /// The sum of the gifts of others with which the contact is credited
        soft_credit_total: Money;
        /// How many gifts that are
        soft_credit_count: Count;
    }
}

/// How many contacts one query sums for.
const IDS_MAX: usize = 1_000;

#[derive(Clone, Copy, Default, FromQueryResult)]
struct Sums {
    contact_id: i64,
    total: i64,
    count: i64,
    first_date: Option<NaiveDate>,
    last_date: Option<NaiveDate>,
    largest: i64,
    this_year: i64,
    last_year: i64,
}

impl Sums {
    /// Returns what two contacts gave together.
    fn with(self, other: Self) -> Self {
        Self {
            contact_id: self.contact_id,
            total: self.total + other.total,
            count: self.count + other.count,
            first_date: self.first_date.into_iter().chain(other.first_date).min(),
            last_date: Ord::max(self.last_date, other.last_date),
            largest: Ord::max(self.largest, other.largest),
            this_year: self.this_year + other.this_year,
            last_year: self.last_year + other.last_year,
        }
    }
}

#[derive(Clone, Copy, Default, FromQueryResult)]
struct Credits {
    contact_id: i64,
    total: i64,
    count: i64,
}

/// Returns what each of these contacts has given, as JSON.
pub(super) async fn of<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    contacts: &[Contact],
) -> Result<Vec<Box<RawValue>>, AppError> {
    let all = given(connection, context, contacts).await?;
    Ok(all.iter().map(to_raw_value).collect::<Result<_, _>>()?)
}

/// Returns what each of these contacts has given. If the context counts by household, it is what the members of a joint one
/// gave together; soft credits are always the contact's own.
pub async fn given<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    contacts: &[Contact],
) -> Result<Vec<Giving>, AppError> {
    let (account, currency) = (context.caller.account, context.caller.currency);
    let own: Vec<_> = contacts.iter().map(|contact| contact.model.id).collect();
    let households = contacts.iter().filter_map(|contact| contact.model.household_id);
    let households = if context.by_household {
        joint::members_by_household(connection, account, households).await?
    } else {
        HashMap::new()
    };
    let others = households.values().flatten().copied();
    let givers: BTreeSet<_> = own.iter().copied().chain(others).collect();
    let sums = sums(connection, context, givers.into_iter().collect()).await?;
    let credits = credits(connection, context, &own).await?;
    let amount = |minor: i64| Amount::new(i128::from(minor), currency);
    let giving = |contact: &Contact| {
        let id = contact.model.id;
        let givers = contact.model.household_id.and_then(|household_id| households.get(&household_id));
        let givers = givers.map_or(std::slice::from_ref(&id), Vec::as_slice).iter();
        let sums = givers.filter_map(|id| sums.get(id).copied()).reduce(Sums::with).unwrap_or_default();
        let credits = credits.get(&id).copied().unwrap_or_default();
        Giving {
            currency: currency.code().to_owned(),
            total: amount(sums.total),
            count: sums.count,
            first_date: sums.first_date,
            last_date: sums.last_date,
            largest: amount(Ord::max(sums.largest, 0)),
            this_year: amount(sums.this_year),
            last_year: amount(sums.last_year),
            soft_credit_total: amount(credits.total),
            soft_credit_count: credits.count,
        }
    };
    Ok(contacts.iter().map(giving).collect())
}

fn counting(currency: Currency) -> SimpleExpr {
    G::GiftStatus.eq(GiftStatus::Received).and(G::GiftCurrency.eq(currency.code()))
}

fn minor() -> Expr {
    Expr::col((gifts::Entity, G::GiftAmountMinor))
}

/// Sums amounts. The cast is needed because PostgreSQL's sum is `numeric`.
fn sum(minor: Expr) -> SimpleExpr {
    minor.sum().cast_as("BIGINT")
}

/// Sums the amounts of a calendar year.
fn in_year(year: i32) -> SimpleExpr {
    let days = NaiveDate::from_ymd_opt(year, 1, 1).zip(NaiveDate::from_ymd_opt(year, 12, 31));
    let days = days.map(|(first, last)| G::GiftDate.between(first, last));
    sum(CaseStatement::new().case(days.unwrap_or_else(|| Expr::value(false)), minor()).finally(0).into())
}

/// How many years [`by_year`] sums.
pub const YEARS: i32 = 5;

/// The sums of the years; without any gift there are none.
type SumsOfYears = (Option<i64>, Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// Returns what a contact gave in each of the last years, the present one last, in minor units of the account's currency.
pub async fn by_year(
    connection: &impl ConnectionTrait,
    context: &Context,
    contact_id: i64,
) -> Result<[i64; 5], AppError> {
    let year = context.today.year();
    let own = context.caller.account.find::<gifts::Entity>().filter(G::ContactId.eq(contact_id));
    let mut own = own.filter(counting(context.caller.currency)).select_only();
    for before in (0..YEARS).rev() {
        own = own.expr(in_year(year - before));
    }
    let (fourth, third, second, last, this) =
        own.into_tuple::<SumsOfYears>().one(connection).await?.unwrap_or_default();
    Ok([fourth, third, second, last, this].map(Option::unwrap_or_default))
}

/// Sums the gifts of contacts. One without any has no sums.
async fn sums(
    connection: &impl ConnectionTrait,
    context: &Context,
    contact_ids: Vec<i64>,
) -> Result<HashMap<i64, Sums>, AppError> {
    let year = context.today.year();
    let mut sums = HashMap::new();
    for ids in contact_ids.chunks(IDS_MAX) {
        let own =
            context.caller.account.find::<gifts::Entity>().filter(G::ContactId.is_in(ids.iter().copied()));
        let own = own.filter(counting(context.caller.currency)).select_only();
        let own = own.column(G::ContactId).group_by(G::ContactId);
        let own = own.expr_as(sum(minor()), "total").expr_as(G::Id.count(), "count");
        let own = own.expr_as(G::GiftDate.min(), "first_date").expr_as(G::GiftDate.max(), "last_date");
        let own = own.expr_as(G::GiftAmountMinor.max(), "largest");
        let own = own.expr_as(in_year(year), "this_year").expr_as(in_year(year - 1), "last_year");
        let own = own.into_model::<Sums>().all(connection).await?;
        sums.extend(own.into_iter().map(|sums| (sums.contact_id, sums)));
    }
    Ok(sums)
}

/// Sums the gifts with which contacts are credited. One without any has no sums.
async fn credits(
    connection: &impl ConnectionTrait,
    context: &Context,
    contact_ids: &[i64],
) -> Result<HashMap<i64, Credits>, AppError> {
    use gift_soft_credits::Column as S;
    let account = context.caller.account;
    let mut credits = HashMap::new();
    for ids in contact_ids.chunks(IDS_MAX) {
        let gift = gift_soft_credits::Entity::belongs_to(gifts::Entity).from(S::GiftId).to(G::Id);
        let credited = account.find::<gift_soft_credits::Entity>().join(JoinType::InnerJoin, gift.into());
        let credited = credited.filter(S::ContactId.is_in(ids.iter().copied()));
        let credited = credited.filter(counting(context.caller.currency));
        let credited = credited.select_only().column(S::ContactId).group_by(S::ContactId);
        let credited = credited.expr_as(sum(minor()), "total").expr_as(G::Id.count(), "count");
        let credited = credited.into_model::<Credits>().all(connection).await?;
        credits.extend(credited.into_iter().map(|credits| (credits.contact_id, credits)));
    }
    Ok(credits)
}
