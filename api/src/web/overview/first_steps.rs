//! The first steps in an account: what to do before there is a gift, and what of it is done.

use askama::Template;
use sea_orm::{ConnectionTrait, QuerySelect};
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
            "Add a contact",
            "/contacts/new",
            "A person or an organisation that gives, or may give.",
            has::<contacts::Entity>(reader, account, 1).await?,
        ),
        step(
            "Bring in a file",
            "/imports",
            "Contacts and gifts from a spreadsheet or another program. You see first what would happen.",
            has::<imports::Entity>(reader, account, 1).await?,
        ),
    ];
    if current.is_owner() {
        steps.push(step(
            "Fill in the letterhead",
            "/settings/letters",
            "Your address, who signs, and your logo, for thank-yous and receipts.",
            has::<letterheads::Entity>(reader, account, 1).await?,
        ));
    }
    // The owner is a member already.
    if current.manages_members() {
        let is_done = has::<memberships::Entity>(reader, account, 2).await?
            || has::<invitations::Entity>(reader, account, 1).await?;
        let why = "Each of you signs in alone, and the history says who did what.";
        steps.push(step("Invite a colleague", "/settings/members", why, is_done));
        let is_done = sandboxes::of(reader, account).await?.is_some();
        let why = "A place with made-up people, where nothing can break.";
        steps.push(step("Try things out in a sandbox", "/settings/account#sandbox", why, is_done));
    }
    steps.push(step(
        "Enter the first gift",
        "/gifts/quick",
        "Then this list makes room for your figures.",
        false,
    ));
    Ok(FirstSteps { steps })
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
