//! The rows of a list of deliveries.

use askama::Template;
use chrono_tz::Tz;
use sea_orm::QuerySelect;
use shared::values::ids::event_id_text;
use uuid::Uuid;

use super::{path_of, words};
use crate::error::AppError;
use crate::resources::deliveries::{Delivery, DeliveryFilter};
use crate::web::format::exact_moment;
use crate::web::visit::Visit;

/// A table of deliveries.
#[derive(Template)]
#[template(path = "settings/webhooks/rows.html")]
pub(super) struct Rows {
    rows: Vec<Row>,
    /// The text without rows.
    empty: &'static str,
}

struct Row {
    path: String,
    event: &'static str,
    event_id: String,
    status: words::Tag,
    attempts: i64,
    queued: String,
    next: Option<String>,
}

impl Rows {
    /// Loads at most `limit` deliveries, from the one after an event. Returns the event with which the next page begins,
    /// if there is one.
    pub(super) async fn load(
        visit: &Visit,
        filter: DeliveryFilter,
        after: Option<Uuid>,
        limit: usize,
    ) -> Result<(Self, Option<Uuid>), AppError> {
        let (caller, store) = (visit.caller()?, &visit.app.store);
        let select = filter.select(store, caller.account, after).await?;
        let mut found = select.limit(limit as u64 + 1).all(store.read()).await?;
        let has_more = found.len() > limit;
        found.truncate(limit);
        let next = found.last().filter(|_| has_more).map(|row| row.event_id);
        let deliveries = Delivery::load(store.read(), &caller, found).await?;
        let rows = deliveries.iter().map(|delivery| Row::new(delivery, caller.timezone)).collect();
        Ok((Self { rows, empty: t!("delivery-none-yet") }, next))
    }

    /// Sets the text without rows.
    pub(super) fn or(self, empty: &'static str) -> Self {
        Self { empty, ..self }
    }
}

impl Row {
    fn new(delivery: &Delivery, zone: Tz) -> Self {
        Self {
            path: format!("{}/deliveries/{}", path_of(delivery.webhook_id), delivery.id),
            event: words::of_event(delivery.event_type),
            event_id: event_id_text(delivery.event_id),
            status: words::of_delivery(delivery.delivery_status),
            attempts: delivery.attempt_count,
            queued: exact_moment(delivery.created_at, zone),
            next: delivery.next_attempt_at.map(|ms| exact_moment(ms, zone)),
        }
    }
}
