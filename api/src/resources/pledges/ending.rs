//! The end of a pledge whose donor gives no more, because the person has died, is archived, moves out or is erased.

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

/// Returns whether a pledge asks for gifts on a day, or may do so later.
pub fn is_open(pledge: &pledges::Model, day: NaiveDate) -> bool {
    use PledgeState as S;
    matches!(Terms::of(pledge).state(day), S::Active | S::Upcoming | S::Paused)
}

/// Ends a pledge on a day, and its pauses with it. The day is yesterday at the latest, because a pledge is active and may be late on
/// its last day. One that would begin later is cancelled. One that somebody has ended meanwhile stays as it is.
///
/// # Errors
/// Those of an update of the pledge.
pub async fn end(tx: &Transaction, context: &Context, pledge_id: i64, on: NaiveDate) -> Result<(), AppError> {
    let stored = context.caller.account.find_id::<pledges::Entity>(pledge_id).lock_exclusive();
    let stored = stored.one(tx).await?.ok_or(AppError::NotFound)?;
    if !is_open(&stored, context.today) {
        return Ok(());
    }
    let on = context.today.pred_opt().map_or(on, |yesterday| on.min(yesterday));
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
