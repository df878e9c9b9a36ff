//! Switching to another account of the user.

use super::flash::Flash;
use super::session;
use super::visit::{Answer, Visit};
use crate::accounts::{members, sessions};
use crate::error::AppError;

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let (user_id, session_id) = (visit.session()?.user_id, visit.session()?.session_id);
    let wanted = visit.posted.id("account_id");
    let own = members::accounts_of(visit.app.store.read(), user_id).await?;
    let account = own.into_iter().find(|account| Some(account.account_id) == wanted);
    let account = account.ok_or(AppError::NotFound)?;
    sessions::switch(visit.app.store.write(), session_id, Some(account.account_id)).await?;
    // The role may be another there.
    session::renew(&mut visit).await?;
    visit.redirect_with("/overview", Flash::new(t!("account-switched", account = account.name)))
}
