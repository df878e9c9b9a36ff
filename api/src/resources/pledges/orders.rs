//! The orders of the list of pledges: by what depends on the day, which no column has, and by amounts of several currencies.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use shared::entities::pledges;
use shared::values::choices::PledgeState;

use crate::error::AppError;
use crate::giving::{LAST_DAY, PledgeSums, Pledges, Terms};
use crate::money::exponent;
use crate::records::Context;
use crate::records::list::{SortKey, SortValues};
use crate::records::money::currency;

/// The names of the orders: those of the fields that have the values.
pub(super) const NAMES: &[&str] =
    &["pledge_amount", "pledge_balance", "pledge_days_late", "pledge_next_due_date"];

/// The most decimals that a currency has.
const DECIMALS_MAX: u32 = 4;

/// After how many pledges other tasks have their turn.
const YIELD_EVERY: usize = 1_000;

/// Finds the values of an order for the pledges of the account, or of these contacts, that fulfil a condition, as they show
/// them today. The gifts come from the sums in memory, as for the orders of contacts.
pub(super) async fn values(
    connection: &impl ConnectionTrait,
    context: &Context,
    (contact_ids, condition): (Option<&[i64]>, Option<Condition>),
    (order, descending): (&str, bool),
) -> Result<SortValues, AppError> {
    let (app, account, today) = (&context.app, context.caller.account, context.today);
    let of = |ids: &[i64]| pledges::Column::ContactId.is_in(ids.iter().copied());
    let condition = Condition::all().add_option(contact_ids.map(of)).add_option(condition);
    let pledges = Pledges::load_some(connection, account, condition).await?;
    let mut received = PledgeSums::until_day(today);
    if order != "pledge_amount" {
        let mut reading = app.received_gifts.read(&app.store, account, contact_ids).await?;
        reading.tally(&mut [&mut received]).await?;
        reading.end().await?;
    }
    let value = |id: i64, code: &str, terms: &Terms| -> Option<SortKey> {
        if order == "pledge_amount" {
            return Some(amount(terms.on(today).amount_minor.into(), code));
        }
        let position = terms.position(today, received.until().get(&id).copied().unwrap_or(0));
        Some(match order {
            "pledge_balance" => amount(position.balance_minor(), code),
            "pledge_days_late" => SortKey::Number(position.days_late),
            _ => {
                use PledgeState as S;
                let goes_on = matches!(position.state, S::Active | S::Upcoming | S::Paused);
                let awaited = position.next_due.filter(|_| goes_on);
                // A pledge of which nothing is awaited comes last: after all others, and in descending order without a value.
                SortKey::Day(awaited.or((!descending).then_some(LAST_DAY))?)
            }
        })
    };
    let mut values = SortValues::default();
    for (i, (id, code, terms)) in pledges.terms().enumerate() {
        if i % YIELD_EVERY == 0 {
            tokio::task::yield_now().await;
        }
        values.extend(value(id, code, terms).map(|key| (id, key)));
    }
    Ok(values)
}

/// Returns an amount with the decimals of the currency that has the most, so that amounts of all currencies compare as numbers.
fn amount(minor: i128, code: &str) -> SortKey {
    let decimals = DECIMALS_MAX.saturating_sub(exponent(currency(code)));
    let scaled = minor.saturating_mul(10_i128.pow(decimals));
    let largest = if minor < 0 { i64::MIN } else { i64::MAX };
    SortKey::Number(i64::try_from(scaled).unwrap_or(largest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_all_currencies_compare_as_numbers() {
        // 1.00, 99 without decimals, and 100.000.
        let amounts = [(100, "USD"), (99, "JPY"), (100_000, "BHD")];
        assert!(amounts.map(|(minor, code)| amount(minor, code)).is_sorted());
        assert_eq!(amount(i128::MAX, "USD"), SortKey::Number(i64::MAX));
        assert_eq!(amount(i128::MIN, "USD"), SortKey::Number(i64::MIN));
    }
}
