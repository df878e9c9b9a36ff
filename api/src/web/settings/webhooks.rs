//! Webhooks: the receivers of the account's events, the state of each delivery, and the actions on it. Owners change
//! webhooks, and members look at them. Every change follows the rules of `resources::webhooks`.

pub(in crate::web) mod change;
pub(in crate::web) mod deliveries;
pub(in crate::web) mod delivery;
pub(in crate::web) mod dismiss;
mod fields;
pub(in crate::web) mod list;
pub(in crate::web) mod one;
pub(in crate::web) mod recover;
mod recoveries;
mod rows;
pub(in crate::web) mod test;
mod words;

use shared::entities::webhooks;

use super::id_at;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::problem::Problem;
use crate::web::flash::Flash;
use crate::web::rules::told;
use crate::web::visit::Visit;

/// The path of the list.
const PATH: &str = "/settings/webhooks";

/// Returns the path of a webhook's page.
fn path_of(webhook_id: i64) -> String {
    format!("{PATH}/{webhook_id}")
}

/// Returns the webhook whose id is in the path.
async fn find(visit: &Visit) -> Result<webhooks::Model, AppError> {
    let account = visit.account()?.scope;
    let webhook = account.find_id::<webhooks::Entity>(id_at(visit, 3)?).one(visit.app.store.read()).await?;
    webhook.ok_or(AppError::NotFound)
}

/// Returns the problems for the page, if an operation refused.
fn refusal(error: AppError) -> Result<Problems, AppError> {
    match error {
        AppError::Invalid(problems) => Ok(problems),
        AppError::Busy(rule) => Ok(Problem::new("", rule).into()),
        other => Err(other),
    }
}

/// Makes the message that names the reason why nothing was done.
fn not_done(problems: &Problems) -> Flash {
    Flash::problem(t!("webhook-not-done", problems = told(&problems.to_string())))
}
