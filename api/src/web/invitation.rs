//! Joining an account, by the link of an invitation.

use askama::Template;
use url::form_urlencoded::byte_serialize;

use super::flash::Flash;
use super::form::{Field, Form};
use super::session;
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::accounts::invitations::{self, Invitation};
use crate::accounts::{Refusal, sessions, users};
use crate::http::{AppError, ValidationErrors};

#[derive(Template)]
#[template(path = "invitation.html")]
struct Page {
    shell: Shell,
    invitation: Invitation,
    state: State,
}

/// Who has the link.
enum State {
    /// The invited user, who is signed in.
    Invited(Form),
    /// Another user, who is signed in.
    SomebodyElse { email: String, sign_out: Form },
    /// Nobody who is signed in, and the invited one is a user: to sign in at this path.
    SignIn(String),
    /// Nobody who is signed in, and the invited one is no user yet.
    New(Form),
}

async fn state(visit: &Visit, invitation: &Invitation, token: &str) -> Result<State, AppError> {
    let form = |submit| Form::new(visit, "/invitation", submit).hidden("token", token);
    Ok(match &visit.signed_in {
        Some(session) if session.email.to_lowercase() == invitation.email.to_lowercase() => {
            State::Invited(form("Join"))
        }
        Some(session) => State::SomebodyElse {
            email: session.email.clone(),
            sign_out: Form::new(visit, "/sign-out", "Sign out").secondary(),
        },
        None if users::find(visit.app.store.read(), &invitation.email).await?.is_some() => {
            let next = format!("/invitation?token={token}");
            let next: String = byte_serialize(next.as_bytes()).collect();
            State::SignIn(format!("/sign-in?next={next}"))
        }
        None => State::New(
            form("Join")
                .field(Field::text("name", "Your name").autocomplete("name").required().focused())
                .field(Field::new_password("password", "Password").required()),
        ),
    })
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let token = visit.query.text("token").to_owned();
    let now_ms = visit.app.clock.now_ms();
    let invitation = invitations::find(visit.app.store.read(), &token, now_ms).await?;
    let state = state(&visit, &invitation, &token).await?;
    let page = Page { shell: visit.shell("Invitation").await?, invitation, state };
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let token = visit.posted.text("token").to_owned();
    let accepted = match &visit.signed_in {
        Some(session) => accept(&visit, &token, (session.user_id, &session.email)).await,
        None => accept_as_new(&visit, &token).await,
    };
    match accepted {
        Ok((user_id, account_id)) => {
            match visit.signed_in.as_ref().map(|session| session.session_id) {
                Some(session_id) => {
                    sessions::switch(visit.app.store.write(), session_id, Some(account_id)).await?;
                    session::renew(&mut visit).await?;
                }
                None => session::begin(&mut visit, (user_id, Some(account_id)), None).await?,
            }
            visit.leave(Flash::new("Welcome: you have joined the account."), Some(user_id))?;
            visit.redirect("/overview")
        }
        Err(Refusal::Invalid(problems)) => refuse(visit, &token, problems).await,
        Err(other) => Err(other.into()),
    }
}

async fn accept(visit: &Visit, token: &str, user: (i64, &str)) -> Result<(i64, i64), Refusal> {
    let account_id = invitations::accept(&visit.app.store, visit.actor(), token, user).await?;
    Ok((user.0, account_id))
}

async fn accept_as_new(visit: &Visit, token: &str) -> Result<(i64, i64), Refusal> {
    let typed = (visit.posted.text("name"), visit.posted.text("password"));
    invitations::accept_as_new(&visit.app.store, visit.actor(), token, typed).await
}

async fn refuse(mut visit: Visit, token: &str, problems: ValidationErrors) -> Answer {
    let now_ms = visit.app.clock.now_ms();
    let invitation = invitations::find(visit.app.store.read(), token, now_ms).await?;
    let state = match state(&visit, &invitation, token).await? {
        State::Invited(form) => State::Invited(form.refused(&visit.posted, problems)),
        State::New(form) => State::New(form.refused(&visit.posted, problems)),
        other => other,
    };
    let page = Page { shell: visit.shell("Invitation").await?, invitation, state };
    visit.refused(&page)
}
