//! The page of a webhook: its fields, its last deliveries, and the actions on it.

use askama::Template;
use shared::entities::webhooks;
use shared::values::choices::WebhookStatus;

use super::recoveries::{self, Recoveries};
use super::rows::Rows;
use super::test::Tested;
use super::{find, path_of, words};
use crate::error::AppError;
use crate::fields::Problems;
use crate::resources::deliveries::DeliveryFilter;
use crate::resources::webhooks::{Webhook, events};
use crate::web::form::{Field, Form};
use crate::web::format::moment;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The kind of secret that a message shows here once.
pub(super) const SECRET: &str = "webhook secret";
/// How many deliveries are shown.
const SHOWN: usize = 8;

#[derive(Template)]
#[template(path = "settings/webhooks/one.html")]
pub(super) struct Page {
    shell: Shell,
    path: String,
    url: String,
    description: String,
    events: String,
    status: words::Tag,
    disabled_reason: Option<String>,
    rate_limit: Option<i32>,
    concurrency: Option<i32>,
    has_headers: bool,
    last_success: Option<String>,
    last_failure: Option<String>,
    failing_since: Option<String>,
    previous_secret_until: Option<String>,
    /// A secret that was just made.
    secret: Option<String>,
    tested: Option<Tested>,
    deliveries: Rows,
    recoveries: Recoveries,
    actions: Option<Actions>,
}

/// The actions of an owner.
struct Actions {
    test: Form,
    set_status: Vec<Form>,
    disable: Option<Form>,
    rotate: Form,
    is_rotate_open: bool,
    recover: Form,
}

/// The problems of a form of the page.
#[derive(Default)]
pub(super) struct Refused {
    pub(super) rotate: Option<Problems>,
    pub(super) recover: Option<Problems>,
}

fn actions(visit: &mut Visit, webhook: &webhooks::Model, refused: Refused) -> Result<Actions, AppError> {
    let path = path_of(webhook.id);
    let set = |status: WebhookStatus, submit| {
        Form::new(visit, &format!("{path}/status"), submit).secondary().hidden("webhook_status", status)
    };
    let (set_status, can_disable) = match webhook.webhook_status {
        WebhookStatus::Active => (vec![set(WebhookStatus::Paused, t!("pause"))], true),
        WebhookStatus::Paused => (vec![set(WebhookStatus::Active, t!("resume"))], true),
        WebhookStatus::Disabled => (vec![set(WebhookStatus::Active, t!("webhook-make-active"))], false),
    };
    let overlap = Field::text("overlap_hours", t!("webhook-overlap")).value("24");
    let rotate = Form::new(visit, &format!("{path}/rotate-secret"), t!("webhook-rotate"))
        .danger()
        .field(overlap.hint(t!("webhook-overlap-hint")));
    let recover = recoveries::form(visit, webhook.id)?;
    Ok(Actions {
        test: Form::new(visit, &format!("{path}/test"), t!("webhook-send-test")).secondary(),
        set_status,
        disable: can_disable.then(|| set(WebhookStatus::Disabled, t!("webhook-disable")).danger()),
        is_rotate_open: refused.rotate.is_some(),
        rotate: rotate.refused(visit, refused.rotate),
        recover: recover.refused(visit, refused.recover),
    })
}

/// Makes the page of the webhook whose id is in the path.
pub(super) async fn page(visit: &mut Visit, refused: Refused) -> Result<Page, AppError> {
    let webhook = Webhook::at(find(visit).await?, visit.app.clock.now_ms()).model;
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let filter =
        DeliveryFilter { webhook_id: webhook.id, status: None, event: None, since: None, until: None };
    let (deliveries, _) = Rows::load(visit, filter, None, SHOWN).await?;
    let recoveries = Recoveries::load(visit, webhook.id).await?;
    let actions = if account.is_owner() { Some(actions(visit, &webhook, refused)?) } else { None };
    let shell = visit.shell(t!("webhook")).await?;
    let at = |ms: Option<i64>| ms.map(|ms| moment(ms, zone));
    Ok(Page {
        secret: shell.flash.as_ref().and_then(|flash| flash.secret(SECRET)).map(str::to_owned),
        tested: Tested::read(shell.flash.as_ref()),
        shell,
        path: path_of(webhook.id),
        events: words::of_events(&events(&webhook)),
        status: words::of_webhook(webhook.webhook_status),
        disabled_reason: webhook.webhook_disabled_reason.map(|reason| told(&reason)),
        rate_limit: webhook.webhook_rate_limit,
        concurrency: webhook.webhook_concurrency,
        has_headers: webhook.webhook_headers_sealed.is_some(),
        last_success: at(webhook.webhook_last_success_at_ms),
        last_failure: at(webhook.webhook_last_failure_at_ms),
        failing_since: at(webhook.webhook_failing_since_ms),
        previous_secret_until: at(webhook.webhook_previous_secret_until_ms),
        url: webhook.webhook_url,
        description: webhook.webhook_description.unwrap_or_default(),
        deliveries,
        recoveries,
        actions,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, Refused::default()).await?;
    visit.page(&page)
}
