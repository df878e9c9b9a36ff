//! The question of quick entry which of a donor's pledges a gift is for.

use shared::values::choices::PledgeState;

use super::fields::Input;
use super::links::number;
use super::typed::{Typed, text};
use crate::error::AppError;
use crate::money::Decimal;
use crate::records::{Context, Resource, list, money};
use crate::resources::pledges::{Pledge, PledgeFilters};
use crate::web::visit::Visit;

/// How many pledges of a donor the line asks about.
const PLEDGES_MAX: u64 = 20;

/// Returns the question which of the donor's pledges the gift is for, if there are some.
pub(super) fn question(pledges: &[Pledge], values: &Typed) -> Option<Input> {
    pledges.first()?;
    let option = |pledge: &Pledge| (pledge.model.id.to_string(), pledge.offered());
    let none = (String::new(), t!("quick-no-pledge").to_owned());
    let label = t!("quick-which-pledge").to_owned();
    Some(Input {
        options: pledges.iter().map(option).chain([none]).collect(),
        ..Input::new("pledge_id", label, "radio", text(values, "pledge_id"))
    })
}

/// Returns the pledge that a gift of this amount is probably for.
pub(super) fn likely<'a>(pledges: &'a [Pledge], values: &Typed) -> Option<&'a Pledge> {
    let amount = Decimal::parse(text(values, "gift_amount")).ok()?;
    let fitting = pledges.iter().filter_map(|pledge| {
        let minor = amount.to_minor(money::currency(&pledge.model.pledge_currency)).ok()?;
        Some((pledge.gifts_in(minor)?, pledge))
    });
    fitting.min_by_key(|(count, _)| *count).map(|(_, pledge)| pledge)
}

/// Lets the gift be for the fund of its pledge, if no other ones were typed.
pub(super) async fn take_fund_of_pledge(context: &Context, values: &mut Typed) -> Result<(), AppError> {
    let has_none = text(values, "gift_fund").is_empty() && !values.contains_key("splits");
    let pledge = number(text(values, "pledge_id")).filter(|_| has_none);
    if let Some((_, pledge)) = match pledge {
        Some(id) => Pledge::read(context, id).await?,
        None => None,
    } {
        values.extend(pledge.model.pledge_fund.map(|fund| ("gift_fund".to_owned(), fund.into())));
    }
    Ok(())
}

/// Returns whether the form has asked which pledge a gift of this donor is for.
pub(super) fn was_asked(visit: &Visit, values: &Typed) -> bool {
    number(text(values, "contact_id")).is_some_and(|id| visit.posted.id("pledge_asked") == Some(id))
}

/// Returns the active pledges of the donor, if the form has not asked yet which one the gift is for.
pub(super) async fn unasked(
    visit: &Visit,
    context: &Context,
    values: &Typed,
) -> Result<Vec<Pledge>, AppError> {
    let Some(contact_id) = number(text(values, "contact_id")) else { return Ok(Vec::new()) };
    if was_asked(visit, values) {
        return Ok(Vec::new());
    }
    let filters = PledgeFilters {
        contact_id: Some(vec![contact_id]),
        state: Some(vec![PledgeState::Active]),
        ..PledgeFilters::default()
    };
    let mut pledges = list::few::<Pledge>(context, filters, "id", PLEDGES_MAX).await?;
    let currency = match text(values, "gift_currency") {
        "" => context.caller.currency.code(),
        code => code,
    };
    pledges.retain(|pledge| pledge.model.pledge_currency == currency);
    Ok(pledges)
}
