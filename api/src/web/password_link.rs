//! A new password, by a link that was mailed, or that an owner or an operator has made.

use askama::Template;

use super::cookies::Cookie;
use super::flash::Flash;
use super::form::{Field, Form};
use super::letters::Notice;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use super::{known_browser, post};
use crate::accounts::Refusal;
use crate::accounts::links::{self, TakesAway};
use crate::error::AppError;

#[derive(Template)]
#[template(path = "password_link.html")]
struct Page {
    shell: Shell,
    takes_away: TakesAway,
    form: Form,
}

fn form(visit: &Visit, token: &str) -> Form {
    Form::new(visit, "/password", t!("password-submit"))
        .field(Field::new_password("password", t!("new-password")).required().focused())
        .hidden("token", token)
}

async fn page(visit: &mut Visit, token: &str, form: Form) -> Result<Page, AppError> {
    let (store, now_ms) = (visit.app.store.read(), visit.app.clock.now_ms());
    let takes_away = links::takes_away(store, token, now_ms).await?;
    Ok(Page { shell: visit.shell(t!("password-choose")).await?, takes_away, form })
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let token = visit.query.text("token").to_owned();
    let form = form(&visit, &token);
    let page = page(&mut visit, &token, form).await?;
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let token = visit.posted.text("token").to_owned();
    let password = visit.posted.text("password");
    match links::set_password(&visit.app.store, visit.actor(), &token, password).await {
        Ok(user_id) => {
            post::notice(&visit, user_id, Notice::Password { keys_go_on: true });
            // All sessions of that user have ended. Anyone else who was signed in here has asked for this, too.
            visit.remove(Cookie::Session);
            known_browser::remember(&mut visit, user_id).await?;
            visit.leave(Flash::new(t!("password-is-set")), None)?;
            visit.redirect("/sign-in")
        }
        Err(Refusal::Invalid(problems)) => {
            let form = form(&visit, &token).refused(&mut visit, problems);
            let page = page(&mut visit, &token, form).await?;
            visit.refused(&page)
        }
        Err(other) => Err(other.into()),
    }
}
