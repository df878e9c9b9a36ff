//! What contacts have given: the sums of `include=giving`.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect,
};
use serde_json::value::{RawValue, to_raw_value};
use shared::entities::{gift_soft_credits, gifts};
use shared::values::choices::GiftStatus;

use crate::error::AppError;
use crate::fields::types::{Count, CurrencyCode, Day, Money, Nullable};
use crate::money::Amount;
use crate::object;
use crate::records::Context;

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
    contact_ids: &[i64],
) -> Result<Vec<Box<RawValue>>, AppError> {
    use gift_soft_credits::Column as S;
    use gifts::Column as G;
    let (account, currency, year) = (context.caller.account, context.caller.currency, context.today.year());
    let minor = || Expr::col((gifts::Entity, G::GiftAmountMinor));
    let sum = |minor: Expr| minor.sum().cast_as("BIGINT");
    let in_year = |year| {
        let days = NaiveDate::from_ymd_opt(year, 1, 1).zip(NaiveDate::from_ymd_opt(year, 12, 31));
        let days = days.map(|(first, last)| G::GiftDate.between(first, last));
        sum(CaseStatement::new().case(days.unwrap_or_else(|| Expr::value(false)), minor()).finally(0).into())
    };
    let counting = || G::GiftStatus.eq(GiftStatus::Received).and(G::GiftCurrency.eq(currency.code()));
    let (mut sums, mut credits) = (HashMap::new(), HashMap::new());
    for ids in contact_ids.chunks(IDS_MAX) {
        let own = account.find::<gifts::Entity>().filter(G::ContactId.is_in(ids.iter().copied()));
        let own = own.filter(counting()).select_only().column(G::ContactId).group_by(G::ContactId);
        let own = own.expr_as(sum(minor()), "total").expr_as(G::Id.count(), "count");
        let own = own.expr_as(G::GiftDate.min(), "first_date").expr_as(G::GiftDate.max(), "last_date");
        let own = own.expr_as(G::GiftAmountMinor.max(), "largest");
        let own = own.expr_as(in_year(year), "this_year").expr_as(in_year(year - 1), "last_year");
        let own = own.into_model::<Sums>().all(connection).await?;
        sums.extend(own.into_iter().map(|sums| (sums.contact_id, sums)));
        let gift = gift_soft_credits::Entity::belongs_to(gifts::Entity).from(S::GiftId).to(G::Id);
        let credited = account.find::<gift_soft_credits::Entity>().join(JoinType::InnerJoin, gift.into());
        let credited = credited.filter(S::ContactId.is_in(ids.iter().copied())).filter(counting());
        let credited = credited.select_only().column(S::ContactId).group_by(S::ContactId);
        let credited = credited.expr_as(sum(minor()), "total").expr_as(G::Id.count(), "count");
        let credited = credited.into_model::<Credits>().all(connection).await?;
        credits.extend(credited.into_iter().map(|credits| (credits.contact_id, credits)));
    }
    let amount = |minor: i64| Amount::new(i128::from(minor), currency);
    let giving = |id: &i64| {
        let sums: Sums = sums.get(id).copied().unwrap_or_default();
        let credits: Credits = credits.get(id).copied().unwrap_or_default();
        Ok(to_raw_value(&Giving {
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
        })?)
    };
    contact_ids.iter().map(giving).collect()
}
