//! The begin of a session: after a sign-in, a set-up, an accepted invitation.

use shared::values::choices::{AuditAction, Choice};

use super::cookies::Cookie;
use super::csrf::{self, Owner};
use super::flash::Flash;
use super::kept_form::{self, KeptForm};
use super::known_browser;
use super::visit::{Answer, Visit};
use crate::accounts::users::Verified;
use crate::accounts::{audit, members, sessions, users};
use crate::error::AppError;

/// Signs the visitor in as a user, on an account of that user. `with` names the proof besides the password, for the
/// audit log. The session and its token are new, so nobody can use an earlier token.
pub(crate) async fn begin(
    visit: &mut Visit,
    (user_id, account_id): (i64, Option<i64>),
    verified: Option<Verified>,
    with: Option<&str>,
) -> Result<(), AppError> {
    let actor = visit.actor().as_user(user_id);
    let tx = visit.app.store.begin();
    if let Some(verified) = verified {
        verified.expect_unchanged(&tx).await?;
    }
    let agent = visit.user_agent.as_deref();
    let token = sessions::start(&tx, actor, (user_id, account_id), agent).await?;
    audit::record_everywhere(&tx, actor, user_id, AuditAction::SignIn, with).await?;
    // Somebody else may have chosen the language in which the browser has been answered so far.
    let locale = users::read(&tx, user_id).await?.locale;
    tx.commit().await?;
    if let Some(locale) = locale {
        visit.set(Cookie::Language, locale.as_str());
    }
    visit.set(Cookie::Session, &token);
    visit.remove(Cookie::Form);
    visit.csrf = csrf::token_of(&visit.app.secrets_key, &token, Owner { user_id, account_id })?;
    known_browser::remember(visit, user_id).await
}

/// The page to which a sign-in leads.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'a> {
    /// A page of the service.
    pub(crate) next: &'a str,
    /// The values typed before, sealed, or nothing.
    pub(crate) kept: &'a str,
}

/// Signs the visitor in as a user, and leads to a page of the service, or back to the form with the values typed
/// before. The account is that of the form, or else the one that the user joined first.
pub(crate) async fn begin_and_go(
    mut visit: Visit,
    verified: Verified,
    with: Option<&str>,
    to: Destination<'_>,
) -> Answer {
    let user_id = verified.user_id;
    let accounts = members::accounts_of(visit.app.store.read(), user_id).await?;
    let has = |id: Option<i64>| id.is_none() || accounts.iter().any(|one| Some(one.account_id) == id);
    let kept = KeptForm::open(&visit.app.secrets_key, to.kept, visit.app.clock.now_ms());
    let kept = kept.filter(|kept| kept.owner.user_id == user_id && has(kept.owner.account_id));
    let first = accounts.first().map(|account| account.account_id);
    let account_id = kept.as_ref().map_or(first, |kept| kept.owner.account_id);
    begin(&mut visit, (user_id, account_id), Some(verified), with).await?;
    if let Some(kept) = kept {
        return kept_form::go_on(visit, &kept, to.kept).await;
    }
    if !to.kept.is_empty() {
        visit.leave(Flash::problem(t!("kept-form-not-shown")), Some(user_id))?;
    }
    visit.redirect(if is_own_path(to.next) { to.next } else { "/overview" })
}

/// Gives the visitor's session a new token, after its rights have changed.
pub(crate) async fn renew(visit: &mut Visit) -> Result<(), AppError> {
    let session_id = visit.session()?.session_id;
    let token = sessions::rotate(visit.app.store.write(), session_id).await?;
    visit.set(Cookie::Session, &token);
    Ok(())
}

/// Returns whether a path leads to a page of the service, and nowhere else.
pub(crate) fn is_own_path(path: &str) -> bool {
    path.starts_with('/')
        && !path[1..].starts_with(['/', '\\'])
        && path.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::is_own_path;

    #[test]
    fn only_paths_of_the_service_are_its_own() {
        for path in ["/", "/overview", "/invitation?token=a-b_c"] {
            assert!(is_own_path(path), "{path}");
        }
        for path in [
            "",
            "overview",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a b",
            "/\t/evil.example",
            "/é",
        ] {
            assert!(!is_own_path(path), "{path}");
        }
    }
}
