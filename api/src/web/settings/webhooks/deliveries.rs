//! The delivery log of a webhook. Its filters and its place stand in the URL.

use askama::Template;
use shared::values::choices::{Choice, DeliveryStatus, EventType};
use shared::values::ids::{event_id_text, parse_event_id};
use url::form_urlencoded::Serializer;

use super::rows::Rows;
use super::{find, path_of, words};
use crate::events::retention::Removed;
use crate::fields::Problems;
use crate::fields::types::MOMENT_RULE;
use crate::records::removed::check_since;
use crate::resources::deliveries::DeliveryFilter;
use crate::web::form::{Field, Form};
use crate::web::format::parse_typed_moment;
use crate::web::posted::Posted;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many deliveries a page shows.
const PAGE_SIZE: usize = 50;
const FILTERS: [&str; 4] = ["status", "event", "since", "until"];

#[derive(Template)]
#[template(path = "settings/webhooks/deliveries.html")]
struct Page {
    shell: Shell,
    webhook: String,
    url: String,
    filter: Form,
    rows: Rows,
    /// Whether this is the beginning of the list, where new deliveries appear.
    is_first: bool,
    first: String,
    older: Option<String>,
}

fn form(visit: &Visit, path: &str) -> Form {
    let query = &visit.query;
    let any = || std::iter::once((String::new(), t!("delivery-any").to_owned()));
    let statuses = DeliveryStatus::ALL
        .iter()
        .map(|status| (status.to_string(), words::of_delivery(*status).text.to_owned()));
    Form::search(visit, path, t!("delivery-filter"))
        .field(Field::select("status", t!("status"), any().chain(statuses)).value(query.text("status")))
        .field(
            Field::select("event", t!("delivery-event"), any().chain(words::events()))
                .value(query.text("event")),
        )
        .field(Field::moment("since", t!("delivery-from")).value(query.text("since")))
        .field(Field::moment("until", t!("delivery-until")).value(query.text("until")))
}

/// Reads a filter. A value that it cannot have is a problem, in the words of the API.
fn choice<T: Choice>(query: &Posted, name: &str, problems: &mut Problems) -> Option<T> {
    match query.text(name) {
        "" => None,
        text => T::parse(text).map_err(|rule| problems.add(name, rule)).ok(),
    }
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (webhook, zone) = (find(&visit).await?, visit.caller()?.timezone);
    let path = format!("{}/deliveries", path_of(webhook.id));
    let mut problems = Problems::default();
    let query = visit.query.clone();
    let mut moment = |name: &str| match query.text(name) {
        "" => None,
        text => {
            let moment = parse_typed_moment(text, zone);
            if moment.is_none() {
                problems.add(name, MOMENT_RULE);
            }
            moment
        }
    };
    let (since, until) = (moment("since"), moment("until"));
    let removed = Removed::of(visit.app.store.read(), visit.caller()?.account).await?;
    check_since(removed, since, &mut problems);
    let filter = DeliveryFilter {
        webhook_id: webhook.id,
        status: choice::<DeliveryStatus>(&query, "status", &mut problems),
        event: choice::<EventType>(&query, "event", &mut problems),
        since,
        until,
    };
    let before = parse_event_id(query.text("before"));
    let (rows, next) = Rows::load(&visit, filter, before, PAGE_SIZE).await?;
    let filters = || {
        let chosen =
            FILTERS.iter().map(|name| (*name, query.text(name))).filter(|(_, value)| !value.is_empty());
        let mut filters = Serializer::new(String::new());
        filters.extend_pairs(chosen);
        filters
    };
    let older = next.map(|next| {
        let query = filters().append_pair("before", &event_id_text(next)).finish();
        format!("{path}?{query}")
    });
    let chosen = filters().finish();
    let is_refused = !problems.is_empty();
    let form = form(&visit, &path);
    let page = Page {
        filter: if is_refused { form.refused(&mut visit, problems) } else { form },
        shell: visit.shell(t!("delivery-log")).await?,
        webhook: path_of(webhook.id),
        url: webhook.webhook_url,
        rows: if chosen.is_empty() { rows } else { rows.or(t!("delivery-none-like-that")) },
        is_first: before.is_none(),
        first: if chosen.is_empty() { path } else { format!("{path}?{chosen}") },
        older,
    };
    if is_refused { visit.refused(&page) } else { visit.page(&page) }
}
