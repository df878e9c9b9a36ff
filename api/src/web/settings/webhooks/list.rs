//! The list of webhooks.

use askama::Template;
use sea_orm::QueryOrder;
use shared::entities::webhooks;

use super::{path_of, words};
use crate::resources::webhooks::events;
use crate::web::format::moment;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "settings/webhooks/list.html")]
struct Page {
    shell: Shell,
    is_owner: bool,
    rows: Vec<Row>,
}

struct Row {
    path: String,
    url: String,
    description: String,
    events: String,
    status: words::Tag,
    last_success: String,
    last_failure: String,
    failing_since: Option<String>,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (account, zone) = (visit.account()?, visit.caller()?.timezone);
    let webhooks = account.scope.find::<webhooks::Entity>().order_by_asc(webhooks::Column::Id);
    let webhooks = webhooks.all(visit.app.store.read()).await?;
    let at = |ms: Option<i64>| ms.map_or_else(|| t!("never").to_owned(), |ms| moment(ms, zone));
    let row = |webhook: webhooks::Model| Row {
        path: path_of(webhook.id),
        events: words::of_events(&events(&webhook)),
        status: words::of_webhook(webhook.webhook_status),
        last_success: at(webhook.webhook_last_success_at_ms),
        last_failure: at(webhook.webhook_last_failure_at_ms),
        failing_since: webhook.webhook_failing_since_ms.map(|ms| moment(ms, zone)),
        url: webhook.webhook_url,
        description: webhook.webhook_description.unwrap_or_default(),
    };
    let rows = webhooks.into_iter().map(row).collect();
    let page = Page { shell: visit.shell(t!("frame-webhooks")).await?, is_owner: account.is_owner(), rows };
    visit.page(&page)
}
