//! Signing out.

use shared::values::choices::AuditAction;

use super::cookies::Cookie;
use super::flash::Flash;
use super::visit::{Answer, Visit};
use crate::accounts::audit;
use crate::accounts::sessions::{self, Ending};

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let (user_id, session_id) = (visit.session()?.user_id, visit.session()?.session_id);
    let tx = visit.app.store.begin();
    sessions::end(&tx, user_id, Ending::One(session_id)).await?;
    audit::record_everywhere(&tx, visit.actor(), user_id, AuditAction::SignOut, None).await?;
    tx.commit().await?;
    visit.remove(Cookie::Session);
    visit.leave(Flash::new(t!("sign-out-done")), None)?;
    visit.redirect("/sign-in")
}
