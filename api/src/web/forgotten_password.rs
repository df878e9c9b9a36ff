//! The page for somebody who has forgotten the password: it mails a link, or says whom to ask.

use askama::Template;

use super::flash::Flash;
use super::form::{Field, Form};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use super::{known_browser, post};
use crate::error::AppError;

const PATH: &str = "/forgotten-password";

#[derive(Template)]
#[template(path = "forgotten_password.html")]
struct Page {
    shell: Shell,
    /// How to get a link, if there is a mail server.
    form: Option<Form>,
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let form = visit.app.mail.is_on().then(|| {
        let field = Field::email("email", t!("email")).required().focused();
        Form::new(&visit, PATH, t!("forgotten-password-submit")).field(field)
    });
    let page = Page { shell: visit.shell(t!("forgotten-password-title")).await?, form };
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    if !visit.app.mail.is_on() {
        return Err(AppError::NotFound);
    }
    let email = visit.posted.text("email");
    let place = known_browser::place_for(&visit, email).await?;
    visit.app.sign_in_limits.link(place, email)?;
    post::password_link(&visit)?;
    // The same for every address, also in time: nothing has been looked up yet, but for a browser that knows its user.
    visit.redirect_with(PATH, Flash::new(t!("forgotten-password-sent")))
}
