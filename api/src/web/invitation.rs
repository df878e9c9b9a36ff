//! Joining an account, by the link of an invitation.

use askama::Template;

use super::flash::Flash;
use super::form::{Field, Form};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use super::{second_step, session, sign_in};
use crate::accounts::invitations::{self, Invitation};
use crate::accounts::users::Verified;
use crate::accounts::{Refusal, second_factor, sessions, users};
use crate::error::AppError;
use crate::fields::Problems;

#[derive(Template)]
#[template(path = "invitation.html")]
struct Page {
    shell: Shell,
    invitation: Invitation,
    state: State,
}

/// The visitor who has the link.
enum State {
    /// The invited user, who is signed in.
    Invited(Form),
    /// Another user who is signed in.
    SomebodyElse { email: String, sign_out: Form },
    /// A visitor who is not signed in. The page does not tell whether the invited person is a user.
    Visitor(Form),
}

fn state(visit: &Visit, invitation: &Invitation, token: &str) -> State {
    let form = |submit| Form::new(visit, "/invitation", submit).hidden("token", token);
    match &visit.signed_in {
        Some(session) if session.email.to_lowercase() == invitation.email.to_lowercase() => {
            State::Invited(form(t!("invitation-join")))
        }
        Some(session) => State::SomebodyElse {
            email: session.email.clone(),
            sign_out: Form::new(visit, "/sign-out", t!("frame-sign-out")).secondary(),
        },
        None => {
            let name = Field::text("name", t!("form-your-name")).autocomplete("name").required().focused();
            let password = Field::password("password", t!("password")).hint(t!("invitation-password-hint"));
            State::Visitor(form(t!("invitation-join")).field(name).field(password.required()))
        }
    }
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    let token = visit.query.text("token").to_owned();
    let now_ms = visit.app.clock.now_ms();
    let invitation = invitations::find(visit.app.store.read(), &token, now_ms).await?;
    let state = state(&visit, &invitation, &token);
    let page = Page { shell: visit.shell(t!("invitation-title")).await?, invitation, state };
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    let token = visit.posted.text("token").to_owned();
    let accepted = match &visit.signed_in {
        Some(session) => accept(&visit, &token, (session.user_id, &session.email)).await,
        None => match accept_signed_out(&visit, &token).await {
            Ok(Accepted::Joined(user_id, account_id)) => Ok((user_id, account_id)),
            Ok(Accepted::NeedsCode(user)) => {
                // After the sign-in, the page asks the user again.
                return second_step::ask(visit, user, (&format!("/invitation?token={token}"), "")).await;
            }
            Err(refusal) => Err(refusal),
        },
    };
    match accepted {
        Ok((user_id, account_id)) => {
            match visit.signed_in.as_ref().map(|session| session.session_id) {
                Some(session_id) => {
                    sessions::switch(visit.app.store.write(), session_id, Some(account_id)).await?;
                    session::renew(&mut visit).await?;
                }
                None => session::begin(&mut visit, (user_id, Some(account_id)), None, None).await?,
            }
            visit.leave(Flash::new(t!("invitation-joined")), Some(user_id))?;
            visit.redirect("/overview")
        }
        Err(Refused::Rules(problems)) => refuse(visit, &token, problems).await,
        Err(Refused::Failed(error)) => Err(error),
    }
}

/// How a visitor who is not signed in has accepted.
enum Accepted {
    /// The user, and the account that the user has joined.
    Joined(i64, i64),
    /// The password is right, and the user has a second factor.
    NeedsCode(Verified),
}

/// The reason why an invitation was not accepted.
enum Refused {
    /// Rules that were broken, for the form.
    Rules(Problems),
    /// Anything else.
    Failed(AppError),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        refusal.problems().map_or_else(Self::Failed, Self::Rules)
    }
}

impl From<AppError> for Refused {
    fn from(error: AppError) -> Self {
        Self::Failed(error)
    }
}

async fn accept(visit: &Visit, token: &str, user: (i64, &str)) -> Result<(i64, i64), Refused> {
    let account_id =
        invitations::accept(&visit.app.store, visit.actor().as_user(user.0), token, user).await?;
    Ok((user.0, account_id))
}

/// Accepts for a user who gives the password, or else for somebody new. Repeated tries do not show who is a user: the same
/// rules are checked first for both, and a password that nobody may choose any more is tried for both, because a user may
/// have it from before.
async fn accept_signed_out(visit: &Visit, token: &str) -> Result<Accepted, Refused> {
    let store = &visit.app.store;
    let (name, password) = (visit.posted.text("name"), visit.posted.text("password"));
    let invitation = invitations::find(store.read(), token, visit.app.clock.now_ms()).await?;
    invitations::check_typed(name, password)?;
    let chosen = invitations::check_new(&invitation, name, password);
    let email = invitation.email;
    if chosen.is_ok() && users::find(store.read(), &email).await.map_err(AppError::from)?.is_none() {
        let typed = (name, password);
        let (user_id, account_id) = invitations::accept_as_new(store, visit.actor(), token, typed).await?;
        return Ok(Accepted::Joined(user_id, account_id));
    }
    let Some(user) = sign_in::attempt(visit, &email).await? else {
        chosen?;
        return Err(Refusal::rule("password", "is not the one that signs in with this address").into());
    };
    if second_factor::of_user(store.read(), user.user_id).await?.is_some() {
        return Ok(Accepted::NeedsCode(user));
    }
    let (user_id, account_id) = accept(visit, token, (user.user_id, &email)).await?;
    Ok(Accepted::Joined(user_id, account_id))
}

async fn refuse(mut visit: Visit, token: &str, problems: Problems) -> Answer {
    let now_ms = visit.app.clock.now_ms();
    let invitation = invitations::find(visit.app.store.read(), token, now_ms).await?;
    let state = match state(&visit, &invitation, token) {
        State::Invited(form) => State::Invited(form.refused(&mut visit, problems)),
        State::Visitor(form) => State::Visitor(form.refused(&mut visit, problems)),
        other @ State::SomebodyElse { .. } => other,
    };
    let page = Page { shell: visit.shell(t!("invitation-title")).await?, invitation, state };
    visit.refused(&page)
}
