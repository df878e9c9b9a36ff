//! The end of a pledge whose donor gives no more, because the person has died, is archived or is erased.

use chrono::NaiveDate;
use sea_orm::QuerySelect;
use shared::Transaction;
use shared::entities::pledges;
use shared::values::choices::{PledgeState, PledgeStatus};

use super::{Pledge, PledgeInput};
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::giving::Terms;
use crate::records::{Context, Resource, service};

/// Returns whether a pledge may still ask for gifts after a day.
pub fn goes_on(pledge: &pledges::Model, day: NaiveDate) -> bool {
    match Terms::of(pledge).state(day) {
        PledgeState::Active => pledge.pledge_end_date.is_none_or(|end| end > day),
        PledgeState::Upcoming | PledgeState::Paused => true,
        PledgeState::Ended | PledgeState::Cancelled | PledgeState::WrittenOff => false,
    }
}

/// Ends a pledge on a day, and its pauses with it. One that would begin later is cancelled. One that somebody has ended meanwhile
/// stays as it is.
///
/// # Errors
/// Those of an update of the pledge.
pub async fn end(tx: &Transaction, context: &Context, pledge_id: i64, on: NaiveDate) -> Result<(), AppError> {
    let stored = context.caller.account.find_id::<pledges::Entity>(pledge_id).lock_exclusive();
    let stored = stored.one(tx).await?.ok_or(AppError::NotFound)?;
    if ![on, context.today].into_iter().any(|day| goes_on(&stored, day)) {
        return Ok(());
    }
    let mut input = PledgeInput::default();
    if on < stored.pledge_start_date {
        input.pledge_status = Patch::Value(PledgeStatus::Cancelled);
    } else {
        let end = stored.pledge_end_date.map_or(on, |end| end.min(on));
        input.pledge_end_date = Patch::Value(end);
        // One that rests would rest for ever.
        input.pledge_status = Patch::Value(PledgeStatus::Active);
    }
    let context = context.clone().after(Pledge::version(&stored));
    let mut problems = Problems::default();
    let changed = service::changed::<Pledge>(tx, &context, Some(&stored), &mut input, &mut problems);
    let (mut row, ()) = Box::pin(changed).await?;
    problems.check()?;
    // A pause that is planned would begin after the end, and last for ever.
    let mut terms = Terms::of(&row);
    terms.end_pauses();
    terms.write(context.today, &mut row);
    Box::pin(service::replace::<Pledge>(tx, &context, &stored, (row, ()))).await.map(drop)
}
