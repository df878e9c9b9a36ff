//! The access of other programs to the account: the API card, with the user's keys (specification, section 5).

use askama::Template;

use super::id_at;
use crate::accounts::keys::{self, Which};
use crate::accounts::{Refusal, users};
use crate::error::AppError;
use crate::fields::Problems;
use crate::http::routes::BASE_PATH;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::letters::Notice;
use crate::web::post;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/services";
const KEYS: &str = "/settings/services/keys";
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
    keys: Vec<Key>,
    get: Form,
}

struct NewKey {
    key: String,
    command: String,
}

/// A key, with what can be done with it.
struct Key {
    name: String,
    created: String,
    last_used: Option<(String, String)>,
    refresh: Form,
    remove: Form,
    /// Whether its form is shown again.
    is_open: bool,
}

/// The form that was not accepted: its path, and what is wrong with it.
type Refused = (String, Problems);

/// Returns whether a key takes the password, because the sign-in is too old.
fn takes_password(visit: &Visit) -> Result<bool, AppError> {
    Ok(visit.session()?.signed_in_at_ms <= visit.app.clock.now_ms() - FRESH_MS)
}

fn form(visit: &Visit, action: &str, submit: &'static str) -> Result<Form, AppError> {
    let form = Form::new(visit, action, submit);
    let hint = t!("services-password-hint");
    Ok(if takes_password(visit)? {
        form.field(Field::password("password", t!("your-password")).hint(hint).required())
    } else {
        form
    })
}

async fn page(visit: &mut Visit, refused: Option<Refused>) -> Result<Page, AppError> {
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let session = visit.session()?.clone();
    let stored = keys::list(visit.app.store.read(), account.scope, Some(session.user_id)).await?;
    let (at, mut problems) = refused.unzip();
    let is_at = |path: &str| at.as_deref() == Some(path);
    let mut again =
        |visit: &mut Visit, form: Form, path: &str| form.refused(visit, problems.take_if(|_| is_at(path)));
    let mut own = Vec::new();
    for key in stored {
        let (path, id) = (refresh_path(key.id), key.id);
        let refresh = form(visit, &path, t!("services-refresh-key"))?.danger();
        let agent = key.last_used_agent.unwrap_or_else(|| t!("services-unnamed-program").to_owned());
        own.push(Key {
            refresh: again(visit, refresh, &path),
            remove: Form::new(visit, &format!("{KEYS}/{id}/remove"), t!("services-remove-key")).danger(),
            is_open: is_at(&path),
            name: key.key_name,
            created: moment(key.created_at_ms, zone),
            last_used: key.last_used_at_ms.map(|at_ms| (moment(at_ms, zone), agent)),
        });
    }
    let name = Field::text("key_name", t!("name")).hint(t!("services-key-name-hint")).required();
    let get = form(visit, KEYS, t!("services-get-key"))?.first(name);
    let get = again(visit, get, KEYS);
    let base = visit.link(BASE_PATH);
    let shell = visit.shell(t!("frame-services")).await?;
    let key = shell.flash.as_ref().and_then(|flash| flash.secret(KEY));
    let new = key.map(|key| NewKey {
        key: key.to_owned(),
        command: format!("curl -H \"Authorization: Bearer {key}\" \"{base}/contacts?limit=10\""),
    });
    let user = session.user_name.unwrap_or(session.email);
    Ok(Page { shell, account: account.name, user, base, new, keys: own, get })
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

fn refresh_path(id: i64) -> String {
    format!("{KEYS}/{id}/refresh")
}

pub(in crate::web) async fn create_key(visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    let created = match password_problems(&visit).await? {
        Some(problems) => Err(Refusal::Invalid(problems)),
        None => {
            let name = visit.posted.text("key_name");
            keys::create(&visit.app.store, visit.actor(), scope, user_id, name).await
        }
    };
    match created {
        Ok(key) => show_once(visit, key, t!("services-key-made")),
        Err(refusal) => refused(visit, KEYS.to_owned(), refusal).await,
    }
}

pub(in crate::web) async fn refresh_key(visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    let id = id_at(&visit, 4)?;
    if let Some(problems) = password_problems(&visit).await? {
        return refused(visit, refresh_path(id), Refusal::Invalid(problems)).await;
    }
    match keys::refresh(&visit.app.store, visit.actor(), scope, user_id, Which::Id(id)).await {
        Ok(key) => show_once(visit, key, t!("services-key-refreshed")),
        Err(refusal) => not_done(visit, refusal),
    }
}

pub(in crate::web) async fn remove_key(mut visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    let id = id_at(&visit, 4)?;
    match keys::revoke(&visit.app.store, visit.actor(), scope, user_id, Which::Id(id)).await {
        Ok(name) => visit.redirect_with(PATH, Flash::new(t!("services-key-removed", name = name))),
        Err(refusal) => not_done(visit, refusal),
    }
}

async fn refused(mut visit: Visit, path: String, refusal: Refusal) -> Answer {
    let problems = refusal.problems()?;
    let page = page(&mut visit, Some((path, problems.clone()))).await?;
    if page.shell.summary.is_none() {
        // The key whose form it was is gone.
        return not_done(visit, Refusal::Invalid(problems));
    }
    visit.refused(&page)
}

fn not_done(mut visit: Visit, refusal: Refusal) -> Answer {
    let problems = refusal.problems()?;
    visit.redirect_with(PATH, Flash::problem(t!("not-done", problems = told(&problems.to_string()))))
}

fn show_once(mut visit: Visit, key: String, text: &str) -> Answer {
    let account = visit.account()?.name;
    post::notice(&visit, visit.session()?.user_id, Notice::Key(account));
    visit.redirect_with(PATH, Flash::new(text).with_secret(KEY, key))
}
