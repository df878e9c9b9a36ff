//! The mail of the web application, sent after the request has been answered: see
//! [`Mailer::later`](crate::mail::Mailer::later).

use shared::Error;
use shared::values::choices::MailStatus;

use super::letters::{self, Notice};
use super::visit::Visit;
use crate::accounts::invitations::{self, Invited};
use crate::accounts::{Actor, Refusal, links, users};
use crate::error::AppError;
use crate::mail::Letter;
use crate::state::App;

/// Mails an invitation of the current account, and notes the result with the invitation. Returns `false` if it is not
/// mailed, so that its link must be sent in another way.
pub(crate) async fn invitation(visit: &Visit, invited: &Invited) -> Result<bool, AppError> {
    let (session, account) = (visit.session()?, visit.account()?);
    let app = visit.app.clone();
    let path = format!("/invitation?token={}", invited.token);
    let inviter = session
        .user_name
        .as_ref()
        .map_or_else(|| session.email.clone(), |name| format!("{name} ({})", session.email));
    let letter = letters::invitation(&app.mail, &invited.email, (&account.name, &inviter), &path);
    let (scope, id, token) = (account.scope, invited.id, invited.token.clone());
    let is_queued = visit.app.mail.later(async move {
        let status = if app.mail.send(letter).await.is_ok() { MailStatus::Sent } else { MailStatus::Failed };
        if let Err(error) = invitations::note_mail(&app.store, scope, (id, &token), Some(status)).await {
            tracing::warn!(%error, "what became of an invitation's letter was not noted");
        }
    });
    if !is_queued {
        invitations::note_mail(&visit.app.store, scope, (invited.id, &invited.token), None).await?;
    }
    Ok(is_queued)
}

/// Mails a link for a new password, if there is a user with this email address. It looks the user up later, so that the
/// answer always takes the same time.
///
/// # Errors
/// [`AppError::Unavailable`] if too much waits for the mail server.
pub(crate) fn password_link(visit: &Visit) -> Result<(), AppError> {
    let (app, actor) = (visit.app.clone(), visit.actor());
    let email = visit.posted.text("email").trim().to_owned();
    let is_queued = visit.app.mail.later(async move {
        match write_password_link(&app, actor, &email).await {
            Ok(Some(letter)) => {
                // A user who misses the letter asks again.
                let _ = app.mail.send(letter).await;
            }
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

/// Tells a user by mail of a change that was just made.
pub(crate) fn notice(visit: &Visit, user_id: i64, notice: Notice) {
    let (app, at_ms) = (visit.app.clone(), visit.app.clock.now_ms());
    let address = visit.context.client.to_string();
    // The change is made, whether or not there is a mail server.
    let _ = visit.app.mail.later(async move {
        match users::read(app.store.read(), user_id).await {
            Ok(user) => {
                let letter = letters::notice(&app.mail, &user.email, &notice, (at_ms, &address));
                // The log tells of letters that are not sent.
                let _ = app.mail.send(letter).await;
            }
            Err(error) => tracing::error!(%error, "a notice was not written"),
        }
    });
}
