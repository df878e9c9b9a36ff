//! The form that starts a recovery.

use super::recoveries::members;
use super::{find, id_at, one, path_of, refusal};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::idempotency::in_transaction;
use crate::resources::recoveries::{RecoveryInput, Request};
use crate::web::flash::Flash;
use crate::web::visit::{Answer, Visit};

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    match start(&visit, id).await {
        Ok(count) => {
            let flash = Flash::new(t!("webhook-recovery-begun", count = count));
            visit.redirect_with(&path_of(id), flash)
        }
        Err(error) => {
            let problems = refusal(error)?;
            find(&visit).await?;
            let refused = one::Refused { recover: Some(problems), ..Default::default() };
            let page = one::page(&mut visit, refused).await?;
            visit.refused(&page)
        }
    }
}

/// Starts the recovery of the form. Returns how many events it examines.
async fn start(visit: &Visit, webhook_id: i64) -> Result<i64, AppError> {
    let caller = visit.caller()?;
    let (input, mut problems) = RecoveryInput::of(members(&visit.posted, caller.timezone), true);
    let request = Request::new(&visit.app, &caller, &input, &mut problems).await?;
    problems.check()?;
    let started =
        in_transaction(&visit.app, async |tx| request.start(tx, &caller, webhook_id, &mut problems).await);
    Ok(started.await?.recovery_event_count)
}
