//! The mail of the web application. What must be looked up for a letter is looked up after the request has been answered:
//! see [`Mailer::later`](crate::mail::Mailer::later).

use shared::Error;

use super::letters::{self, Notice};
use super::visit::Visit;
use crate::accounts::invitations::{self, Invited};
use crate::accounts::{Actor, Refusal, links, users};
use crate::error::AppError;
use crate::language;
use crate::mail::Letter;
use crate::state::App;
use crate::waiting_letters;

/// Mails an invitation of the current account, and notes the result with the invitation. Returns `false` if it is not
/// mailed, so that its link must be sent in another way.
pub(crate) async fn invitation(visit: &Visit, invited: &Invited) -> Result<bool, AppError> {
    let (session, account) = (visit.session()?, visit.account()?);
    let app = &visit.app;
    let path = format!("/invitation?token={}", invited.token);
    let inviter = session
        .user_name
        .as_ref()
        .map_or_else(|| session.email.clone(), |name| format!("{name} ({})", session.email));
    let (scope, token) = (account.scope, &invited.token);
    if !app.mail.is_on() {
        invitations::note_mail(&app.store, scope, (invited.id, token), None).await?;
        return Ok(false);
    }
    let mut letter = letters::invitation(&app.mail, &invited.email, (&account.name, &inviter), &path);
    letter.invitation = Some((scope.account_id(), invited.id, token.clone()));
    waiting_letters::post(app, &letter).await?;
    Ok(true)
}

/// Mails a link for a new password, if there is a user with this email address. It looks the user up later, so that the
/// answer always takes the same time. The letter speaks the language of the request.
///
/// # Errors
/// [`AppError::Unavailable`] if too much waits for the mail server.
pub(crate) fn password_link(visit: &Visit) -> Result<(), AppError> {
    let (app, actor) = (visit.app.clone(), visit.actor());
    let (email, language) = (visit.posted.text("email").trim().to_owned(), language::spoken());
    let is_queued = visit.app.mail.later(async move {
        match language::speaking(language, write_password_link(&app, actor, &email)).await {
            Ok(Some(letter)) => keep(&app, &letter).await,
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "a link for a new password was not made"),
        }
    });
    if is_queued { Ok(()) } else { Err(AppError::Unavailable(Error::QueueClosed)) }
}

async fn write_password_link(app: &App, actor: Actor, email: &str) -> Result<Option<Letter>, Refusal> {
    let Some(user) = users::find(app.store.read(), email).await? else { return Ok(None) };
    let token = links::asked_password(&app.store, actor, user.id).await?;
    Ok(token.map(|token| letters::password_link(&app.mail, &user.email, &format!("/password?token={token}"))))
}

/// Puts a letter where it waits for the mail server.
async fn keep(app: &App, letter: &Letter) {
    if let Err(error) = waiting_letters::post(app, letter).await {
        tracing::error!(%error, kind = %letter.kind, "a letter was not written");
    }
}

/// Tells a user by mail of a change that was just made, in the language of the request.
pub(crate) fn notice(visit: &Visit, user_id: i64, notice: Notice) {
    let (app, at_ms) = (visit.app.clone(), visit.app.clock.now_ms());
    let (address, language) = (visit.context.client.to_string(), language::spoken());
    // The change is made, whether or not there is a mail server.
    let _ = visit.app.mail.later(async move {
        match users::read(app.store.read(), user_id).await {
            Ok(user) => {
                let write = || letters::notice(&app.mail, &user.email, &notice, (at_ms, &address));
                let letter = language::speak(language, write);
                keep(&app, &letter).await;
            }
            Err(error) => tracing::error!(%error, "a notice was not written"),
        }
    });
}
