//! Signing in.

use askama::Template;
use shared::values::choices::AuditAction;

use super::form::{Field, Form};
use super::kept_form::FIELD;
use super::session::{self, Destination};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use super::{known_browser, second_step};
use crate::accounts::users::{Attempt, Verified, authenticate, can_anybody_sign_in};
use crate::accounts::{audit, second_factor};
use crate::error::AppError;
use crate::fields::Problems;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// Whether the browser will not keep the cookie of the session.
    is_insecure: bool,
    /// What is said of a session that has ended.
    ended: Option<&'static str>,
    /// Whether nobody can sign in yet.
    is_new: bool,
}

/// Makes the form. `kept` has the values typed before, sealed, or nothing.
fn form(visit: &Visit, next: &str, kept: &str) -> Form {
    let form = Form::new(visit, "/sign-in", t!("sign-in"))
        .not_done(t!("sign-in-not-done"))
        .field(Field::email("email", t!("email")).required().focused())
        .field(Field::password("password", t!("password")).required())
        .hidden("next", next);
    if kept.is_empty() { form } else { form.hidden(FIELD, kept) }
}

/// Returns what is said of a session that has ended. `kept` has the values typed in it, sealed, or nothing.
fn ended(visit: &Visit, kept: &str) -> Option<&'static str> {
    if kept.is_empty() {
        visit.has_ended.then(|| t!("sign-in-signed-out"))
    } else {
        Some(t!("sign-in-ended-kept"))
    }
}

async fn page(visit: &mut Visit, form: Form, ended: Option<&'static str>) -> Result<Page, AppError> {
    let origin = &visit.context.origin;
    let is_insecure = !origin.is_https && !origin.is_loopback();
    // Where the database does not answer, there is still a page.
    let is_new = can_anybody_sign_in(visit.app.store.read()).await.is_ok_and(|can| !can);
    Ok(Page { shell: visit.shell(t!("sign-in")).await?, form, is_insecure, ended, is_new })
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let next = visit.query.text("next").to_owned();
    if visit.signed_in.is_some() {
        return visit.redirect(if session::is_own_path(&next) { &next } else { "/overview" });
    }
    let (form, ended) = (form(&visit, &next, ""), ended(&visit, ""));
    let page = page(&mut visit, form, ended).await?;
    visit.page(&page)
}

/// Shows the form to somebody who has sent another form after the session had ended. `next` is the page of that form,
/// and `kept` has its values, sealed, or nothing if they are not kept.
pub(super) async fn ask_again(mut visit: Visit, next: &str, kept: &str) -> Answer {
    let form = form(&visit, next, kept);
    let ended = if kept.is_empty() { t!("sign-in-ended") } else { t!("sign-in-ended-kept") };
    let page = page(&mut visit, form, Some(ended)).await?;
    visit.refused(&page)
}

/// Tries the sent password as that of the user with an email address. Returns the user if it is right.
///
/// # Errors
/// [`AppError::TooManyRequests`] if there were too many attempts.
pub(super) async fn attempt(visit: &Visit, email: &str) -> Result<Option<Verified>, AppError> {
    let place = known_browser::place_for(visit, email).await?;
    let attempt = visit.app.sign_in_limits.sign_in(place, email)?;
    match authenticate(&visit.app.store, email, visit.posted.text("password")).await {
        Ok(Attempt::Succeeded(user)) => {
            attempt.give_back();
            Ok(Some(user))
        }
        Ok(Attempt::Failed { known }) => {
            // The same work whether or not there is such a user. The typed address is not kept: it may be a password.
            let (user_id, email) = known.unzip();
            let (tx, user_id) = (visit.app.store.write(), user_id.unwrap_or(0));
            let action = AuditAction::SignInFailed;
            audit::record_everywhere(tx, visit.actor(), user_id, action, email.as_deref()).await?;
            Ok(None)
        }
        // Nothing was tried.
        Err(error) => {
            attempt.undo();
            Err(error.into())
        }
    }
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let (next, kept) = (visit.posted.text("next").to_owned(), visit.posted.text(FIELD).to_owned());
    if let Some(user) = attempt(&visit, visit.posted.text("email").trim()).await? {
        if second_factor::of_user(visit.app.store.read(), user.user_id).await?.is_some() {
            return second_step::ask(visit, user, (&next, &kept)).await;
        }
        return session::begin_and_go(visit, user, None, Destination { next: &next, kept: &kept }).await;
    }
    let mut problems = Problems::default();
    problems.add("sign-in", "did not work: the email address or the password is wrong");
    let form = form(&visit, &next, &kept).refused(&mut visit, problems);
    let ended = ended(&visit, &kept);
    let page = page(&mut visit, form, ended).await?;
    visit.refused(&page)
}
