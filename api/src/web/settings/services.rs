//! The access of other programs to the account: the API card, with the user's key (specification, section 5).

use askama::Template;

use crate::accounts::{Refusal, keys, users};
use crate::error::AppError;
use crate::fields::Problems;
use crate::http::routes::BASE_PATH;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::letters::Notice;
use crate::web::post;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/services";
/// The kind of secret that a message shows here once.
const KEY: &str = "key";
/// How long after the sign-in the page gives a key without the password. Somebody who finds a signed-in browser later
/// must not get a key, because it outlives the session.
const FRESH_MS: i64 = 10 * 60_000;

#[derive(Template)]
#[template(path = "settings/services.html")]
struct Page {
    shell: Shell,
    account: String,
    user: String,
    base: String,
    /// A key that was just made, with a command that uses it.
    new: Option<NewKey>,
    card: Card,
}

struct NewKey {
    key: String,
    command: String,
}

/// The actions on the key.
enum Card {
    /// There is none yet.
    Get(Form),
    /// There is one.
    Refresh { form: Form, created: String, last_used: Option<(String, String)>, is_open: bool },
}

/// Returns whether a key takes the password, because the sign-in is too old.
fn takes_password(visit: &Visit) -> Result<bool, AppError> {
    Ok(visit.session()?.signed_in_at_ms <= visit.app.clock.now_ms() - FRESH_MS)
}

fn form(visit: &Visit, action: &str, submit: &'static str) -> Result<Form, AppError> {
    let form = Form::new(visit, action, submit);
    let hint = "Your sign-in is older than 10 minutes.";
    Ok(if takes_password(visit)? {
        form.field(Field::password("password", "Your password").hint(hint).required())
    } else {
        form
    })
}

async fn page(visit: &mut Visit, problems: Option<Problems>) -> Result<Page, AppError> {
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let session = visit.session()?.clone();
    let key = keys::list(visit.app.store.read(), account.scope, Some(session.user_id)).await?;
    let is_open = problems.is_some();
    let refused = |visit: &mut Visit, form: Form| match problems {
        Some(problems) => form.refused(visit, problems),
        None => form,
    };
    let card = match key.into_iter().next() {
        None => {
            let get = form(visit, "/settings/services/key", "Get Key")?;
            Card::Get(refused(visit, get))
        }
        Some(key) => {
            let refresh = form(visit, "/settings/services/key/refresh", "Refresh Key")?.danger();
            let agent = key.last_used_agent.unwrap_or_else(|| "an unnamed program".to_owned());
            Card::Refresh {
                form: refused(visit, refresh),
                is_open,
                created: moment(key.created_at_ms, zone),
                last_used: key.last_used_at_ms.map(|at_ms| (moment(at_ms, zone), agent)),
            }
        }
    };
    let base = visit.link(BASE_PATH);
    let shell = visit.shell("Services").await?;
    let key = shell.flash.as_ref().and_then(|flash| flash.secret(KEY));
    let new = key.map(|key| NewKey {
        key: key.to_owned(),
        command: format!("curl -H \"Authorization: Bearer {key}\" \"{base}/contacts?limit=10\""),
    });
    let user = session.user_name.unwrap_or(session.email);
    Ok(Page { shell, account: account.name, user, base, new, card })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

/// Returns the problems of the password, if the key takes it.
async fn password_problems(visit: &Visit) -> Result<Option<Problems>, AppError> {
    let session = visit.session()?;
    if !takes_password(visit)? {
        return Ok(None);
    }
    visit.app.sign_in_limits.signed_in(session.session_id)?;
    let typed = ("password", visit.posted.text("password"));
    match users::check_password(&visit.app.store, session.user_id, typed).await {
        Ok(()) => Ok(None),
        Err(refusal) => Ok(Some(refusal.problems()?)),
    }
}

pub(in crate::web) async fn create_key(mut visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    if let Some(problems) = password_problems(&visit).await? {
        let page = page(&mut visit, Some(problems)).await?;
        return visit.refused(&page);
    }
    let key = keys::create(&visit.app.store, visit.actor(), scope, user_id).await;
    answer(visit, key, "Here is your key. Copy it now: it is shown only this once.")
}

pub(in crate::web) async fn refresh_key(mut visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    if let Some(problems) = password_problems(&visit).await? {
        let page = page(&mut visit, Some(problems)).await?;
        return visit.refused(&page);
    }
    let key = keys::refresh(&visit.app.store, visit.actor(), scope, user_id).await;
    answer(
        visit,
        key,
        "Here is your new key. The old one has stopped. Copy the new one now: it is shown only this once.",
    )
}

fn answer(mut visit: Visit, key: Result<String, Refusal>, text: &str) -> Answer {
    match key {
        Ok(key) => {
            let account = visit.account()?.name;
            post::notice(&visit, visit.session()?.user_id, Notice::Key(account));
            visit.redirect_with(PATH, Flash::new(text).with_secret(KEY, key))
        }
        Err(refusal) => {
            let problems = refusal.problems()?;
            visit.redirect_with(PATH, Flash::problem(format!("Not done: the {problems}.")))
        }
    }
}
