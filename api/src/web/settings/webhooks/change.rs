//! Registering a webhook, and changing one: its fields, its status, its secret.

use askama::Template;
use sea_orm::QuerySelect;
use serde_json::{Value, json};
use shared::entities::webhooks;

use super::fields::{self, VERSION, number};
use super::one::{self, SECRET};
use super::{PATH, find, id_at, not_done, path_of};
use crate::http::{AppError, Create, JsonBody, Update, ValidationErrors};
use crate::records::{self, changed, insert_all, replace};
use crate::resources::webhooks::secret::{self, RotateSecret, SecretRotation};
use crate::resources::webhooks::{Webhook, WebhookInput, check_url};
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const NEW: &str = "/settings/webhooks/new";

#[derive(Template)]
#[template(path = "settings/webhooks/change.html")]
struct Page {
    shell: Shell,
    heading: &'static str,
    back: String,
    form: Form,
}

async fn new_page(visit: &mut Visit, refused: Option<ValidationErrors>) -> Result<Page, AppError> {
    let form = fields::form(visit, NEW, "Register webhook", None);
    let form = match refused {
        Some(problems) => form.refused(visit, problems),
        None => form,
    };
    Ok(Page {
        shell: visit.shell("Register a webhook").await?,
        heading: "The receiver",
        back: PATH.to_owned(),
        form,
    })
}

async fn edit_page(
    visit: &mut Visit,
    stored: &webhooks::Model,
    refused: Option<ValidationErrors>,
) -> Result<Page, AppError> {
    let path = path_of(stored.id);
    let form = fields::form(visit, &format!("{path}/edit"), "Save", Some(stored))
        .hidden(VERSION, stored.updated_at_ms);
    let form = match refused {
        Some(problems) => form.refused(visit, problems),
        None => form,
    };
    Ok(Page { shell: visit.shell("Edit webhook").await?, heading: "The receiver", back: path, form })
}

pub(in crate::web) async fn show_new(mut visit: Visit) -> Answer {
    let page = new_page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn register(mut visit: Visit) -> Answer {
    match create(&visit).await? {
        Ok((id, secret)) => {
            let text = "The webhook is registered. Copy its secret now: it is shown only this once.";
            visit.redirect_with(&path_of(id), Flash::new(text).with_secret(SECRET, secret))
        }
        Err(problems) => {
            let page = new_page(&mut visit, Some(problems)).await?;
            visit.refused(&page)
        }
    }
}

/// Shows the form again, with what was typed before the session ended.
pub(in crate::web) async fn register_again(mut visit: Visit) -> Answer {
    let mut page = new_page(&mut visit, None).await?;
    page.form = page.form.typed(&visit);
    visit.page(&page)
}

/// Creates the webhook of the form. Returns its id and its secret.
async fn create(visit: &Visit) -> Result<Result<(i64, String), ValidationErrors>, AppError> {
    let mut problems = ValidationErrors::default();
    let body = fields::body(&visit.posted, &mut problems);
    let mut body = JsonBody::<WebhookInput, Create>::parse(&body)?;
    add(&mut body.problems, problems);
    let account = visit.account()?.scope;
    check_url(&visit.app, account, None, &body.input, &mut body.problems).await?;
    let (tx, context) = (visit.app.store.begin(), visit.records()?);
    let new = changed::<Webhook>(&tx, &context, None, &mut body.input, &mut body.problems).await?;
    if !body.problems.is_empty() {
        tx.rollback().await;
        return Ok(Err(body.problems));
    }
    let (id, webhook) = records::one(insert_all::<Webhook>(&tx, &context, vec![new]).await?)?;
    tx.commit().await?;
    Ok(Ok((id, secret::of(&visit.app, &webhook.model)?.to_string())))
}

pub(in crate::web) async fn show_edit(mut visit: Visit) -> Answer {
    let webhook = find(&visit).await?;
    let page = edit_page(&mut visit, &webhook, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn save(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let mut problems = ValidationErrors::default();
    let body = fields::body(&visit.posted, &mut problems);
    let version = visit.posted.text(VERSION).to_owned();
    match update(&visit, id, &body, problems, Some(&version)).await? {
        Ok(has_lost_headers) => {
            let said = if has_lost_headers && visit.posted.text(fields::NO_HEADERS).is_empty() {
                "The webhook is changed. The headers that were sent along are cleared, because the URL leads to another \
                 receiver: write them anew if this one needs any."
            } else {
                "The webhook is changed."
            };
            visit.redirect_with(&path_of(id), Flash::new(said))
        }
        Err(problems) => {
            let webhook = find(&visit).await?;
            let page = edit_page(&mut visit, &webhook, Some(problems)).await?;
            visit.refused(&page)
        }
    }
}

/// Shows the form again, with what was typed before the session ended. It still says which webhook it was opened with.
pub(in crate::web) async fn save_again(mut visit: Visit) -> Answer {
    let mut webhook = find(&visit).await?;
    webhook.updated_at_ms = visit.posted.id(VERSION).unwrap_or_default();
    let mut page = edit_page(&mut visit, &webhook, None).await?;
    page.form = page.form.typed(&visit);
    visit.page(&page)
}

/// Pauses a webhook, resumes it, disables it or makes it active again.
pub(in crate::web) async fn set_status(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let status = visit.posted.text("webhook_status").to_owned();
    let body = json!({ "webhook_status": status }).to_string();
    let flash = match update(&visit, id, body.as_bytes(), ValidationErrors::default(), None).await? {
        Ok(_) => Flash::new(match &*status {
            "active" => "The webhook is active: what waits is delivered now.",
            "paused" => "The webhook is paused: deliveries wait until it is resumed.",
            _ => "The webhook is disabled: it gets nothing. What it misses can be recovered later.",
        }),
        Err(problems) => not_done(problems),
    };
    visit.redirect_with(&path_of(id), flash)
}

/// Changes a webhook by a body of the API. If a version is given, the webhook must not have changed since. Returns whether
/// it had headers and has none any more.
async fn update(
    visit: &Visit,
    id: i64,
    body: &[u8],
    problems: ValidationErrors,
    version: Option<&str>,
) -> Result<Result<bool, ValidationErrors>, AppError> {
    let mut body = JsonBody::<WebhookInput, Update>::parse(body)?;
    add(&mut body.problems, problems);
    let account = visit.account()?.scope;
    check_url(&visit.app, account, Some(id), &body.input, &mut body.problems).await?;
    let (tx, context) = (visit.app.store.begin(), visit.records()?);
    let select = context.caller.account.find_id::<webhooks::Entity>(id).lock_exclusive();
    let stored = select.one(&tx).await?.ok_or(AppError::NotFound)?;
    if version.is_some_and(|version| version != stored.updated_at_ms.to_string()) {
        let rule = "was changed by somebody else meanwhile. What is stored now is on its page; saving again replaces it";
        body.problems.add("webhook", rule);
    }
    let context = context.after(stored.updated_at_ms);
    let change =
        changed::<Webhook>(&tx, &context, Some(&stored), &mut body.input, &mut body.problems).await?;
    if !body.problems.is_empty() {
        tx.rollback().await;
        return Ok(Err(body.problems));
    }
    let has_lost_headers =
        stored.webhook_headers_sealed.is_some() && change.0.webhook_headers_sealed.is_none();
    replace::<Webhook>(&tx, &context, change).await?;
    tx.commit().await?;
    Ok(Ok(has_lost_headers))
}

/// Replaces the secret of a webhook.
pub(in crate::web) async fn rotate(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let hours = number(visit.posted.text("overlap_hours"));
    let body =
        if hours.is_null() { Value::from(serde_json::Map::new()) } else { json!({ "overlap_hours": hours }) };
    let JsonBody { input, problems, .. } =
        JsonBody::<SecretRotation, RotateSecret>::parse(body.to_string().as_bytes())?;
    if !problems.is_empty() {
        find(&visit).await?;
        let page =
            one::page(&mut visit, one::Refused { rotate: Some(problems), ..Default::default() }).await?;
        return visit.refused(&page);
    }
    let overlap_hours = input.overlap_hours.value().copied().unwrap_or(secret::OVERLAP_DEFAULT_HOURS);
    let (tx, caller) = (visit.app.store.begin(), visit.caller()?);
    let select = caller.account.find_id::<webhooks::Entity>(id).lock_exclusive();
    let row = select.one(&tx).await?.ok_or(AppError::NotFound)?;
    let row = secret::replace(&tx, &visit.app, &caller, row, overlap_hours).await?;
    tx.commit().await?;
    let text = "Here is the new secret. Copy it now: it is shown only this once.";
    let flash = Flash::new(text).with_secret(SECRET, secret::of(&visit.app, &row)?.to_string());
    visit.redirect_with(&path_of(id), flash)
}

fn add(problems: &mut ValidationErrors, mut more: ValidationErrors) {
    for (field, message) in more.take() {
        problems.add(&field, message[field.len()..].trim_start());
    }
}
