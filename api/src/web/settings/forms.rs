//! The forms on the account's website: all of them, and one with its link and what it asks. Owners change them, and members look
//! at them.

use std::collections::HashMap;

use askama::Template;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{form_answers, web_forms};
use tokio::try_join;

use super::id_at;
use crate::error::AppError;
use crate::fields::Problems;
use crate::resources::web_forms::{ASKS, Typed, remove, save};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::public_form;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/settings/forms";
const NEW: &str = "/settings/forms/new";
/// The field that says that what waits goes with its form.
const DISCARDS: &str = "discards";
/// The value that says how many answers the page has shown, because only those are discarded.
const WAITING: &str = "waiting";

#[derive(Template)]
#[template(path = "settings/forms.html")]
struct All {
    shell: Shell,
    is_owner: bool,
    rows: Vec<Row>,
}

struct Row {
    path: String,
    title: String,
    is_open: bool,
    /// How many answers wait.
    waiting: i64,
}

#[derive(Template)]
#[template(path = "settings/form.html")]
struct One {
    shell: Shell,
    /// What a stored form has.
    stored: Option<Stored>,
    /// The form that changes it, for owners.
    form: Option<Form>,
    remove: Option<Form>,
}

struct Stored {
    /// The address on this service, and the link and the HTML to copy.
    path: String,
    link: String,
    snippet: String,
    waiting: i64,
}

/// Returns how many answers of each form wait.
async fn waiting(visit: &Visit) -> Result<HashMap<i64, i64>, AppError> {
    use form_answers::Column as A;
    let counts = visit.account()?.scope.find::<form_answers::Entity>().select_only().column(A::FormId);
    let counts = counts.expr(Expr::col(A::Id).count()).group_by(A::FormId);
    let counts: Vec<(i64, i64)> = counts.into_tuple().all(visit.app.store.read()).await?;
    Ok(counts.into_iter().collect())
}

pub(in crate::web) async fn list(mut visit: Visit) -> Answer {
    let account = visit.account()?;
    let waiting = waiting(&visit).await?;
    let forms = account.scope.find::<web_forms::Entity>().order_by_asc(web_forms::Column::Id);
    let row = |form: web_forms::Model| Row {
        path: path_of(form.id),
        title: form.form_title,
        is_open: form.form_open,
        waiting: waiting.get(&form.id).copied().unwrap_or_default(),
    };
    let rows = forms.all(visit.app.store.read()).await?.into_iter().map(row).collect();
    let is_owner = account.is_owner();
    let page = All { shell: visit.shell(t!("frame-web-forms")).await?, is_owner, rows };
    visit.page(&page)
}

/// Returns the path of a form's page.
fn path_of(id: i64) -> String {
    format!("{PATH}/{id}")
}

/// Returns the form whose id is in the path.
async fn find(visit: &Visit) -> Result<web_forms::Model, AppError> {
    let form = visit.account()?.scope.find_id::<web_forms::Entity>(id_at(visit, 3)?);
    form.one(visit.app.store.read()).await?.ok_or(AppError::NotFound)
}

/// Makes the form that changes one, with these values.
fn fields(visit: &Visit, action: &str, values: &web_forms::Model) -> Form {
    let are_asked =
        [values.asks_phone, values.asks_address, values.asks_amount, values.asks_message, values.asks_news];
    let chosen =
        ASKS.iter().zip(are_asked).filter(|(_, is_asked)| *is_asked).map(|(what, _)| (*what).to_owned());
    let message = t!("public-form-message");
    let names =
        [t!("contact-phone"), t!("web-form-address"), t!("web-form-amount"), message, t!("web-form-news")];
    let options = ASKS.iter().zip(names).map(|(what, name)| ((*what).to_owned(), name.to_owned()));
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let is_open = if values.form_open { "1" } else { "" };
    let privacy = Field::text("privacy_url", t!("web-form-privacy")).hint(t!("web-form-privacy-hint"));
    let tag = Field::text("form_tag", t!("web-form-tag")).hint(t!("web-form-tag-hint"));
    Form::new(visit, action, t!("save"))
        .field(Field::text("form_title", t!("web-form-title")).value(&*values.form_title).required())
        .field(Field::area("form_intro", t!("web-form-intro")).value(optional(&values.form_intro)))
        .field(Field::area("form_thanks", t!("web-form-thanks")).value(&*values.form_thanks).required())
        .field(Field::checks("asks", t!("web-form-asks"), options, chosen).hint(t!("web-form-asks-hint")))
        .field(privacy.value(optional(&values.privacy_url)))
        .field(tag.value(optional(&values.form_tag)))
        .field(Field::check("form_open", t!("web-form-open")).hint(t!("web-form-open-hint")).value(is_open))
}

/// Returns what the fields say.
fn typed(visit: &Visit) -> Typed<'_> {
    let text = |name: &str| visit.posted.text(name);
    Typed {
        title: text("form_title"),
        intro: text("form_intro"),
        thanks: text("form_thanks"),
        privacy_url: text("privacy_url"),
        tag: text("form_tag"),
        asks: visit.posted.all("asks").collect(),
        is_open: visit.posted.has("form_open"),
    }
}

/// Returns what the newest form that has one says of the privacy notice, because an organisation mostly has one for all forms.
async fn known_privacy_url(visit: &Visit) -> Result<Option<String>, AppError> {
    use web_forms::Column as F;
    let known = visit.account()?.scope.find::<web_forms::Entity>().filter(F::PrivacyUrl.is_not_null());
    let known = known.order_by_desc(F::Id).select_only().column(F::PrivacyUrl).into_tuple::<String>();
    Ok(known.one(visit.app.store.read()).await?)
}

async fn new_page(visit: &mut Visit, refused: Option<Problems>) -> Result<One, AppError> {
    let values = web_forms::Model {
        form_thanks: t!("web-form-thanks-text").to_owned(),
        asks_message: true,
        form_open: true,
        privacy_url: known_privacy_url(visit).await?,
        ..web_forms::Model::default()
    };
    let form = fields(visit, NEW, &values).refused(visit, refused);
    Ok(One { shell: visit.shell(t!("web-form-new")).await?, stored: None, form: Some(form), remove: None })
}

async fn stored_page(visit: &mut Visit, refused: Option<Problems>) -> Result<One, AppError> {
    let (stored, waiting) = try_join!(find(visit), waiting(visit))?;
    let waiting = waiting.get(&stored.id).copied().unwrap_or_default();
    let (mut form, mut remove) = (None, None);
    if visit.account()?.is_owner() {
        form = Some(fields(visit, &path_of(stored.id), &stored).refused(visit, refused));
        let action = format!("{}/remove", path_of(stored.id));
        let own = Form::new(visit, &action, t!("web-form-remove")).danger();
        remove = Some(if waiting > 0 {
            own.hidden(WAITING, waiting).field(Field::check(DISCARDS, t!("web-form-discard")))
        } else {
            own
        });
    }
    let path = public_form::path_of(&stored.form_token);
    let link = visit.link(&path);
    let words = stored.form_title.replace('&', "&amp;").replace('<', "&lt;");
    let snippet = format!("<a href=\"{link}\">{words}</a>");
    let stored_part = Stored { path, link, snippet, waiting };
    Ok(One { shell: visit.shell(&stored.form_title).await?, stored: Some(stored_part), form, remove })
}

pub(in crate::web) async fn new(mut visit: Visit) -> Answer {
    let page = new_page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn create(mut visit: Visit) -> Answer {
    let account = visit.account()?.scope;
    let saved = save(&visit.app, account, None, &typed(&visit)).await;
    match saved {
        Ok(id) => visit.redirect_with(&path_of(id), Flash::new(t!("web-form-made"))),
        Err(AppError::Invalid(problems)) => {
            let page = new_page(&mut visit, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = stored_page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn change(mut visit: Visit) -> Answer {
    let (account, id) = (visit.account()?.scope, id_at(&visit, 3)?);
    let saved = save(&visit.app, account, Some(id), &typed(&visit)).await;
    match saved {
        Ok(id) => visit.redirect_with(&path_of(id), Flash::new(t!("web-form-changed"))),
        Err(AppError::Invalid(problems)) => {
            let page = stored_page(&mut visit, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn submit_remove(mut visit: Visit) -> Answer {
    let (account, id) = (visit.account()?.scope, id_at(&visit, 3)?);
    let shown = visit.posted.text(WAITING).parse::<u64>().unwrap_or_default();
    let discards = if visit.posted.has(DISCARDS) { shown } else { 0 };
    if let Some(count) = remove(&visit.app, visit.actor(), account, (id, discards)).await? {
        return visit.redirect_with(PATH, Flash::new(t!("web-form-removed", count = count)));
    }
    visit.redirect_with(&path_of(id), Flash::problem(t!("web-form-not-removed")))
}
