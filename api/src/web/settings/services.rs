//! What other programs may do in the account: the API card, with the user's key (specification, section 5).

use askama::Template;

use crate::accounts::{Refusal, keys};
use crate::http::AppError;
use crate::http::routes::BASE_PATH;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::format::moment;
use crate::web::letters::Notice;
use crate::web::post;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/services";
/// What the message for the page shows once.
const KEY: &str = "key";

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

/// What can be done with the key.
enum Card {
    /// There is none yet.
    Get(Form),
    /// There is one.
    Refresh { form: Form, created: String, last_used: Option<(String, String)> },
}

async fn page(visit: &mut Visit) -> Result<Page, AppError> {
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let session = visit.session()?.clone();
    let key = keys::list(visit.app.store.read(), account.scope, Some(session.user_id)).await?;
    let card = match key.into_iter().next() {
        None => Card::Get(Form::new(visit, "/settings/services/key", "Get Key")),
        Some(key) => Card::Refresh {
            form: Form::new(visit, "/settings/services/key/refresh", "Refresh Key").danger(),
            created: moment(key.created_at_ms, zone),
            last_used: key.last_used_at_ms.map(|at_ms| {
                (moment(at_ms, zone), key.last_used_agent.unwrap_or_else(|| "an unnamed program".to_owned()))
            }),
        },
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
    let page = page(&mut visit).await?;
    visit.page(&page)
}

pub(in crate::web) async fn create_key(visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
    let key = keys::create(&visit.app.store, visit.actor(), scope, user_id).await;
    answer(visit, key, "Here is your key. Copy it now: it is shown only this once.")
}

pub(in crate::web) async fn refresh_key(visit: Visit) -> Answer {
    let (scope, user_id) = (visit.account()?.scope, visit.session()?.user_id);
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
            let messages: Vec<_> = refusal.problems()?.take().map(|(_, message)| message).collect();
            visit.redirect_with(PATH, Flash::problem(format!("Not done: the {}.", messages.join("; "))))
        }
    }
}
