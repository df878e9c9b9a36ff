//! The first steps in an account: what to do before there is a gift, and what of it is done.

use askama::Template;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, Tenant, contacts, imports, invitations, letterheads, memberships};

use crate::accounts::sandboxes;
use crate::error::AppError;
use crate::web::visit::Visit;

/// The list of the first steps.
#[derive(Template)]
#[template(path = "overview/first_steps.html")]
pub(super) struct FirstSteps {
    steps: Vec<Step>,
}

/// A step: what it is, where it is done, and what it is good for.
struct Step {
    text: &'static str,
    link: &'static str,
    why: &'static str,
    is_done: bool,
}

/// Finds out which steps are done.
pub(super) async fn read(visit: &Visit) -> Result<FirstSteps, AppError> {
    let (reader, current) = (visit.app.store.read(), visit.account()?);
    let account = current.scope;
    let step = |text, link, why, is_done| Step { text, link, why, is_done };
    let mut steps = vec![
        step(
            t!("overview-steps-contact"),
            "/contacts/new",
            t!("overview-steps-contact-why"),
            has::<contacts::Entity>(reader, account, 1).await?,
        ),
        step(
            t!("overview-steps-import"),
            "/imports",
            t!("overview-steps-import-why"),
            has::<imports::Entity>(reader, account, 1).await?,
        ),
    ];
    if current.is_owner() {
        steps.push(step(
            t!("overview-steps-letterhead"),
            "/settings/letters",
            t!("overview-steps-letterhead-why"),
            has_letterhead(reader, account).await?,
        ));
    }
    // The owner is a member already.
    if current.manages_members() {
        let is_done = has::<memberships::Entity>(reader, account, 2).await?
            || has::<invitations::Entity>(reader, account, 1).await?;
        let why = t!("overview-steps-invite-why");
        steps.push(step(t!("overview-steps-invite"), "/settings/members", why, is_done));
        let is_done = sandboxes::of(reader, account).await?.is_some();
        let why = t!("overview-steps-sandbox-why");
        steps.push(step(t!("overview-steps-sandbox"), "/settings/account#sandbox", why, is_done));
    }
    steps.push(step(t!("overview-steps-gift"), "/gifts/quick", t!("overview-steps-gift-why"), false));
    Ok(FirstSteps { steps })
}

/// Returns whether somebody has filled in the letterhead: the time of one that was stored with the account is 0.
async fn has_letterhead(reader: &impl ConnectionTrait, account: AccountScope) -> Result<bool, AppError> {
    use letterheads::Column as C;
    let filled_in = account.find::<letterheads::Entity>().filter(C::UpdatedAtMs.gt(0));
    let id: Option<i64> = filled_in.select_only().column(C::Id).into_tuple().one(reader).await?;
    Ok(id.is_some())
}

/// Returns whether the account has so many rows.
async fn has<E: Tenant>(
    reader: &impl ConnectionTrait,
    account: AccountScope,
    count: usize,
) -> Result<bool, AppError> {
    let rows = account.find::<E>().select_only().column(E::ID).limit(count as u64);
    let rows: Vec<i64> = rows.into_tuple().all(reader).await?;
    Ok(rows.len() >= count)
}
