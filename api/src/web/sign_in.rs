//! Signing in.

use askama::Template;
use shared::values::choices::AuditAction;

use super::form::{Field, Form};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use super::{second_step, session};
use crate::accounts::users::{Attempt, authenticate};
use crate::accounts::{audit, second_factor};
use crate::http::ValidationErrors;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// Whether the browser will not keep the cookie of the session.
    is_insecure: bool,
}

fn form(visit: &Visit, next: &str) -> Form {
    Form::new(visit, "/sign-in", "Sign in")
        .field(Field::email("email", "Email").required().focused())
        .field(Field::password("password", "Password").required())
        .hidden("next", next)
}

async fn page(visit: &mut Visit, form: Form) -> Result<Page, crate::http::AppError> {
    let origin = &visit.context.origin;
    let is_insecure = !origin.is_https && !origin.is_loopback();
    Ok(Page { shell: visit.shell("Sign in").await?, form, is_insecure })
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let next = visit.query.text("next").to_owned();
    if visit.signed_in.is_some() {
        return visit.redirect(if session::is_own_path(&next) { &next } else { "/overview" });
    }
    let form = form(&visit, &next);
    let page = page(&mut visit, form).await?;
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let next = visit.posted.text("next").to_owned();
    let (email, password) = (visit.posted.text("email").trim(), visit.posted.text("password"));
    visit.app.sign_in_limits.take(visit.context.client, email)?;
    match authenticate(&visit.app.store, email, password).await? {
        Attempt::Succeeded(user_id) => {
            if second_factor::of_user(visit.app.store.read(), user_id).await?.is_some() {
                return second_step::ask(visit, user_id, &next).await;
            }
            session::begin_and_go(&mut visit, user_id, None, &next).await
        }
        Attempt::Failed { known } => {
            // The same work whether or not there is such a user. What was typed is not kept: it may be a password.
            let (user_id, email) = known.unzip();
            let (tx, user_id) = (visit.app.store.write(), user_id.unwrap_or(0));
            let action = AuditAction::SignInFailed;
            audit::record_everywhere(tx, visit.actor(), user_id, action, email.as_deref()).await?;
            let mut problems = ValidationErrors::default();
            problems.add("sign-in", "did not work: the email address or the password is wrong");
            let form = form(&visit, &next).refused(&visit.posted, problems);
            let page = page(&mut visit, form).await?;
            visit.refused(&page)
        }
    }
}
