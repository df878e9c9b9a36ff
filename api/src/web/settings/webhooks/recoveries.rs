//! The recoveries of a webhook: how far each is, and the form that starts one.

use askama::Template;
use chrono_tz::Tz;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::recoveries;
use shared::values::clock::rfc3339;

use super::{path_of, words};
use crate::error::AppError;
use crate::fields::source::{Members, Source};
use crate::web::form::{Field, Form};
use crate::web::format::{moment, parse_typed_moment, typed_moment};
use crate::web::posted::Posted;
use crate::web::visit::Visit;

/// How many recoveries are shown.
const SHOWN: u64 = 5;
const HOUR_MS: i64 = 3_600_000;

/// A table of recoveries.
#[derive(Template)]
#[template(path = "settings/webhooks/recoveries.html")]
pub(super) struct Recoveries {
    rows: Vec<Row>,
}

struct Row {
    id: i64,
    span: String,
    what: &'static str,
    status: words::Tag,
    examined: i64,
    events: i64,
    queued: i64,
}

impl Recoveries {
    /// Loads the last recoveries of a webhook.
    pub(super) async fn load(visit: &Visit, webhook_id: i64) -> Result<Self, AppError> {
        let (caller, store) = (visit.caller()?, &visit.app.store);
        let select = caller.account.find::<recoveries::Entity>();
        let select = select.filter(recoveries::Column::WebhookId.eq(webhook_id));
        let rows = select.order_by_desc(recoveries::Column::Id).limit(SHOWN).all(store.read()).await?;
        Ok(Self { rows: rows.iter().map(|row| Row::new(row, caller.timezone)).collect() })
    }

    /// Returns whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

impl Row {
    fn new(row: &recoveries::Model, zone: Tz) -> Self {
        Self {
            id: row.id,
            span: format!(
                "{} – {}",
                moment(row.recovery_since_ms, zone),
                moment(row.recovery_until_ms, zone)
            ),
            what: if row.recovery_only_failed {
                t!("webhook-recovery-only-failed")
            } else {
                t!("webhook-recovery-all-missed")
            },
            status: words::of_recovery(row.recovery_status),
            examined: row.recovery_examined_count,
            events: row.recovery_event_count,
            queued: row.recovery_queued_count,
        }
    }
}

/// Makes the form that starts a recovery.
pub(super) fn form(visit: &Visit, webhook_id: i64) -> Result<Form, AppError> {
    let (zone, now_ms) = (visit.caller()?.timezone, visit.app.clock.now_ms());
    Ok(Form::new(visit, &format!("{}/recover", path_of(webhook_id)), t!("webhook-recover"))
        .not_done(t!("webhook-nothing-recovered"))
        .secondary()
        .field(
            Field::moment("since", t!("delivery-from"))
                .value(typed_moment(now_ms - 24 * HOUR_MS, zone))
                .hint(t!("webhook-recover-from-hint"))
                .required(),
        )
        .field(Field::moment("until", t!("delivery-until")).hint(t!("webhook-recover-until-hint")))
        .field(Field::check("only_failed", t!("webhook-recover-only-failed"))))
}

/// Returns the values of the form. A text that is not a moment is left to the field's own rule.
pub(super) fn members(posted: &Posted, zone: Tz) -> Members<'_> {
    let moment = |name: &'static str| {
        let text = posted.text(name);
        let typed = parse_typed_moment(text, zone).map(|ms| Source::text(rfc3339(ms)));
        (name.into(), typed.unwrap_or(Source::text(text)))
    };
    vec![
        moment("since"),
        moment("until"),
        ("only_failed".into(), Source::text(if posted.text("only_failed") == "1" { "1" } else { "0" })),
    ]
}
