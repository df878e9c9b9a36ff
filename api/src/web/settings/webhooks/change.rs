//! Registering a webhook, and changing one: its fields, its status, its secret.

use askama::Template;
use sea_orm::QuerySelect;
use shared::entities::webhooks;

use super::fields::{self, VERSION};
use super::one::{self, SECRET};
use super::{PATH, find, id_at, not_done, path_of};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::source::Source;
use crate::idempotency::in_transaction;
use crate::records::service;
use crate::resources::webhooks::secret::{self, SecretRotation};
use crate::resources::webhooks::{Webhook, WebhookInput, check_url};
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::posted::number;
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

async fn new_page(visit: &mut Visit, refused: Option<Problems>) -> Result<Page, AppError> {
    let form = fields::form(visit, NEW, t!("webhook-register"), None).refused(visit, refused);
    Ok(Page {
        shell: visit.shell(t!("webhook-register-heading")).await?,
        heading: t!("webhook-receiver"),
        back: PATH.to_owned(),
        form,
    })
}

async fn edit_page(
    visit: &mut Visit,
    stored: &webhooks::Model,
    refused: Option<Problems>,
) -> Result<Page, AppError> {
    let path = path_of(stored.id);
    let form = fields::form(visit, &format!("{path}/edit"), t!("save"), Some(stored))
        .hidden(VERSION, stored.updated_at_ms)
        .refused(visit, refused);
    Ok(Page {
        shell: visit.shell(t!("webhook-edit")).await?,
        heading: t!("webhook-receiver"),
        back: path,
        form,
    })
}

pub(in crate::web) async fn show_new(mut visit: Visit) -> Answer {
    let page = new_page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn register(mut visit: Visit) -> Answer {
    match create(&visit).await {
        Ok((id, secret)) => {
            let flash = Flash::new(t!("webhook-registered")).with_secret(SECRET, secret);
            visit.redirect_with(&path_of(id), flash)
        }
        Err(AppError::Invalid(problems)) => {
            let page = new_page(&mut visit, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Shows the form again, with the values typed before the session ended.
pub(in crate::web) async fn register_again(mut visit: Visit) -> Answer {
    let mut page = new_page(&mut visit, None).await?;
    page.form = page.form.typed(&visit);
    visit.page(&page)
}

/// Creates the webhook of the form. Returns its id and its secret.
async fn create(visit: &Visit) -> Result<(i64, String), AppError> {
    let mut problems = Problems::default();
    let (input, mut found) = WebhookInput::of(fields::members(&visit.posted, &mut problems), true);
    found.extend(problems);
    let mut problems = found;
    let context = visit.records()?;
    check_url(&visit.app, context.caller.account, None, &input, &mut problems).await?;
    let created = service::commit::<Webhook, _>(&context, async |tx| {
        service::create::<Webhook>(tx, &context, input, problems).await
    });
    let (id, webhook) = created.await?;
    Ok((id, secret::of(&visit.app, &webhook.model)?.to_string()))
}

pub(in crate::web) async fn show_edit(mut visit: Visit) -> Answer {
    let webhook = find(&visit).await?;
    let page = edit_page(&mut visit, &webhook, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn save(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let mut problems = Problems::default();
    let (input, mut found) = WebhookInput::of(fields::members(&visit.posted, &mut problems), false);
    found.extend(problems);
    let version = visit.posted.id(VERSION).unwrap_or_default();
    match update(&visit, (id, Some(version)), input, found).await {
        Ok(has_lost_headers) => {
            let said = if has_lost_headers && visit.posted.text(fields::NO_HEADERS).is_empty() {
                t!("webhook-changed-without-headers")
            } else {
                t!("webhook-changed")
            };
            visit.redirect_with(&path_of(id), Flash::new(said))
        }
        Err(AppError::Invalid(problems)) => {
            let webhook = find(&visit).await?;
            let page = edit_page(&mut visit, &webhook, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Shows the form again, with the values typed before the session ended. It keeps the version of the webhook that it
/// was opened with.
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
    let members = vec![("webhook_status".into(), Source::text(&*status))];
    let (input, problems) = WebhookInput::of(members, false);
    let flash = match update(&visit, (id, None), input, problems).await {
        Ok(_) => Flash::new(match &*status {
            "active" => t!("webhook-is-active"),
            "paused" => t!("webhook-is-paused"),
            _ => t!("webhook-is-disabled"),
        }),
        Err(AppError::Invalid(problems)) => not_done(&problems),
        Err(error) => return Err(error),
    };
    visit.redirect_with(&path_of(id), flash)
}

/// Changes a webhook. If a version is given, the webhook must not have changed since. Returns whether the webhook has
/// lost its headers.
async fn update(
    visit: &Visit,
    (id, version): (i64, Option<i64>),
    input: WebhookInput,
    mut problems: Problems,
) -> Result<bool, AppError> {
    let context = visit.records()?;
    check_url(&visit.app, context.caller.account, Some(id), &input, &mut problems).await?;
    service::commit::<Webhook, _>(&context, async |tx| {
        let select = context.caller.account.find_id::<webhooks::Entity>(id).lock_exclusive();
        let stored = select.one(tx).await?.ok_or(AppError::NotFound)?;
        if version.is_some_and(|version| version != stored.updated_at_ms) {
            let rule = "was changed by somebody else meanwhile. What is stored now is on its page; saving again replaces it";
            problems.add("webhook", rule);
        }
        let changed = service::change::<Webhook>(tx, &context, &stored, input, problems).await?;
        Ok(stored.webhook_headers_sealed.is_some() && changed.model.webhook_headers_sealed.is_none())
    })
    .await
}

/// Replaces the secret of a webhook.
pub(in crate::web) async fn rotate(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let hours = number(visit.posted.text("overlap_hours"));
    let (input, problems) = SecretRotation::of(vec![("overlap_hours".into(), hours)], false);
    if !problems.is_empty() {
        find(&visit).await?;
        let page =
            one::page(&mut visit, one::Refused { rotate: Some(problems), ..Default::default() }).await?;
        return visit.refused(&page);
    }
    let overlap_hours = input.overlap_hours.value().copied().unwrap_or(secret::OVERLAP_DEFAULT_HOURS);
    let caller = visit.caller()?;
    let row = in_transaction(&visit.app, async |tx| {
        let select = caller.account.find_id::<webhooks::Entity>(id).lock_exclusive();
        let row = select.one(tx).await?.ok_or(AppError::NotFound)?;
        secret::replace(tx, &visit.app, &caller, row, overlap_hours).await
    })
    .await?;
    let flash = Flash::new(t!("webhook-secret-rotated"))
        .with_secret(SECRET, secret::of(&visit.app, &row)?.to_string());
    visit.redirect_with(&path_of(id), flash)
}
