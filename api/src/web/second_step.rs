//! The second step of a sign-in: a code of the second factor, after the password.
//!
//! Between the two steps the browser has a sealed cookie, which names the user whose password was right. It opens this
//! page alone, and ends after 10 minutes, or when the password is changed.

use askama::Template;
use serde::{Deserialize, Serialize};
use shared::crypto::secrets::SecretsKey;
use shared::entities::users;
use shared::times::ms;
use shared::values::choices::AuditAction;

use super::cookies::Cookie;
use super::flash::Flash;
use super::form::{Field, Form};
use super::kept_form::FIELD;
use super::known_browser;
use super::session::{self, Destination};
use super::shell::Shell;
use super::visit::{Answer, Visit};
use crate::accounts::second_factor::{self, Proof};
use crate::accounts::users::Verified;
use crate::accounts::{Refusal, audit, users as people};
use crate::error::AppError;
use crate::fields::Problems;
use crate::times::SECOND_STEP_LIFE;

const PATH: &str = "/sign-in/second-step";
const CONTEXT: &str = "half of a sign-in";
/// The longest path, in bytes, of the page to which the sign-in leads, so that the cookie stays small.
const NEXT_BYTES: usize = 1500;

#[derive(Template)]
#[template(path = "second_step.html")]
struct Page {
    shell: Shell,
    form: Form,
}

/// The state after the first step.
#[derive(Serialize, Deserialize)]
struct HalfSignIn {
    user_id: i64,
    password_changed_at_ms: Option<i64>,
    at_ms: i64,
    /// Where the sign-in leads.
    next: String,
}

impl HalfSignIn {
    /// Returns a path that the cookie has room for: without its query, if it is longer, or the overview.
    fn short(next: &str) -> String {
        let path = next.split('?').next().unwrap_or_default();
        // A quote and a backslash take two bytes in JSON.
        let fits = |path: &&str| {
            session::is_own_path(path) && path.len() <= NEXT_BYTES && !path.contains(['"', '\\'])
        };
        [next, path].into_iter().find(fits).unwrap_or("/overview").to_owned()
    }
}

impl HalfSignIn {
    fn seal(&self, key: &SecretsKey) -> Result<String, shared::Error> {
        // Texts and numbers always serialise.
        key.token(CONTEXT, &serde_json::to_vec(self).unwrap_or_default())
    }

    /// Returns the state in the browser of a visitor, with the user, if it still holds.
    async fn of(visit: &Visit) -> Result<Option<(Self, users::Model)>, AppError> {
        let half = visit.half_sign_in.iter().find_map(|sealed| {
            let opened = visit.app.secrets_key.open_token(CONTEXT, sealed).ok()?;
            serde_json::from_slice::<Self>(&opened).ok()
        });
        let Some(half) = half.filter(|half| half.at_ms > visit.app.clock.now_ms() - ms(SECOND_STEP_LIFE))
        else {
            return Ok(None);
        };
        let user = people::read(visit.app.store.read(), half.user_id).await?;
        let holds = user.password_changed_at_ms == half.password_changed_at_ms;
        Ok(holds.then_some((half, user)))
    }
}

/// Ends the first step: asks a visitor who has given the right password for a code. The values that were typed before
/// the sign-in are too large for a cookie, so the page itself has them.
pub(super) async fn ask(mut visit: Visit, user: Verified, (next, kept): (&str, &str)) -> Answer {
    let half = HalfSignIn {
        user_id: user.user_id,
        password_changed_at_ms: user.password_changed_at_ms,
        at_ms: visit.app.clock.now_ms(),
        next: HalfSignIn::short(next),
    };
    let sealed = half.seal(&visit.app.secrets_key)?;
    visit.set(Cookie::HalfSignIn, &sealed);
    if kept.is_empty() {
        return visit.redirect(PATH);
    }
    let form = form(&visit, kept);
    let page = Page { shell: visit.shell(t!("second-step-title")).await?, form };
    visit.page(&page)
}

/// Makes the form. `kept` has the values typed before, sealed, or nothing.
fn form(visit: &Visit, kept: &str) -> Form {
    let field =
        Field::text("code", t!("second-factor-code")).autocomplete("one-time-code").required().focused();
    let form = Form::new(visit, PATH, t!("sign-in")).not_done(t!("sign-in-not-done"));
    let form = form.field(field.hint(t!("second-step-code-hint")));
    if kept.is_empty() { form } else { form.hidden(FIELD, kept) }
}

pub(super) async fn show(mut visit: Visit) -> Answer {
    if visit.signed_in.is_some() {
        return visit.redirect("/overview");
    }
    if HalfSignIn::of(&visit).await?.is_none() {
        return begin_again(visit);
    }
    let form = form(&visit, "");
    let page = Page { shell: visit.shell(t!("second-step-title")).await?, form };
    visit.page(&page)
}

pub(super) async fn submit(mut visit: Visit) -> Answer {
    if visit.signed_in.is_some() {
        return visit.redirect("/overview");
    }
    let Some((half, user)) = HalfSignIn::of(&visit).await? else { return begin_again(visit) };
    let place = known_browser::place(&visit, |known| known.id == user.id).await?;
    let attempt = visit.app.sign_in_limits.code(place, (user.id, half.password_changed_at_ms))?;
    let (app, actor, code) = (visit.app.clone(), visit.actor(), visit.posted.text("code"));
    let with = match second_factor::take(&app.store, &app.secrets_key, actor, user.id, code).await {
        Ok(Some(Proof::Code)) => "with a code",
        Ok(Some(Proof::RecoveryCode)) => "with a recovery code",
        Ok(None) => return refuse(visit, &user).await,
        // It was turned off meanwhile.
        Err(Refusal::NotFound) => return begin_again(visit),
        Err(other) => return Err(other.into()),
    };
    attempt.give_back();
    visit.remove(Cookie::HalfSignIn);
    let kept = visit.posted.text(FIELD).to_owned();
    let to = Destination { next: &half.next, kept: &kept };
    let user = Verified { user_id: user.id, password_changed_at_ms: half.password_changed_at_ms };
    session::begin_and_go(visit, user, Some(with), to).await
}

async fn refuse(mut visit: Visit, user: &users::Model) -> Answer {
    let detail = format!("{}, after the right password", user.email);
    let (store, action) = (visit.app.store.write(), AuditAction::SignInFailed);
    audit::record_everywhere(store, visit.actor(), user.id, action, Some(&detail)).await?;
    let mut problems = Problems::default();
    problems.add("code", "is wrong, or was used before: wait for the next one");
    let kept = visit.posted.text(FIELD).to_owned();
    let form = form(&visit, &kept).refused(&mut visit, problems);
    let page = Page { shell: visit.shell(t!("second-step-title")).await?, form };
    visit.refused(&page)
}

/// Leads to the first step.
fn begin_again(mut visit: Visit) -> Answer {
    visit.remove(Cookie::HalfSignIn);
    visit.redirect_with("/sign-in", Flash::problem(t!("second-step-begin-again")))
}
