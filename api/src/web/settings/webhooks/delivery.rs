//! The page of a delivery: the event as it is sent, each attempt, and sending it again.

use askama::Template;
use shared::entities::events;
use shared::values::choices::WebhookStatus;
use shared::values::ids::event_id_text;
use shared::webhooks::signature;

use super::{find, id_at, not_done, path_of, refusal, words};
use crate::error::AppError;
use crate::resources::deliveries::{Attempt, Delivery, DeliveryWithAttempts, queue_again};
use crate::resources::webhooks::secret;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::format::exact_moment;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "settings/webhooks/delivery.html")]
struct Page {
    shell: Shell,
    webhook: String,
    url: String,
    event: &'static str,
    status: words::Tag,
    queued: String,
    next: Option<String>,
    finished: Option<String>,
    attempts: Vec<Row>,
    attempts_removed: bool,
    headers: Vec<(&'static str, String)>,
    body: String,
    pretty: String,
    redeliver: Option<Form>,
}

struct Row {
    at: String,
    duration_ms: i64,
    outcome: &'static str,
    class: &'static str,
    status: Option<i64>,
    answer: Option<String>,
    error: Option<String>,
}

fn path_of_delivery(webhook_id: i64, delivery_id: i64) -> String {
    format!("{}/deliveries/{delivery_id}", path_of(webhook_id))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (webhook, caller) = (find(&visit).await?, visit.caller()?);
    let (app, zone) = (visit.app.clone(), caller.timezone);
    let loaded = DeliveryWithAttempts::load(&app, &caller, id_at(&visit, 5)?).await?;
    let DeliveryWithAttempts { delivery, attempts, attempts_removed } = loaded;
    if delivery.webhook_id != webhook.id {
        return Err(AppError::NotFound);
    }
    let event = caller.account.find_id::<events::Entity>(delivery.event_id).one(app.store.read()).await?;
    let body = event.ok_or(AppError::NotFound)?.body;
    let may_redeliver = visit.account()?.is_owner() && webhook.webhook_status != WebhookStatus::Disabled;
    let headers = match attempts.last() {
        Some(attempt) => {
            let (id, at_s) = (event_id_text(delivery.event_id), attempt.attempted_at / 1000);
            let signed = signature::sign(&[secret::of(&app, &webhook)?], &id, at_s, body.as_bytes());
            vec![
                ("content-type", "application/json".to_owned()),
                ("webhook-id", id),
                ("webhook-timestamp", at_s.to_string()),
                ("webhook-signature", signed),
            ]
        }
        None => Vec::new(),
    };
    let row = |attempt: Attempt| Row {
        at: exact_moment(attempt.attempted_at, zone),
        duration_ms: attempt.duration_ms,
        outcome: words::of_attempt(attempt.attempt_outcome),
        class: words::class_of_attempt(attempt.attempt_outcome),
        status: attempt.status_code,
        answer: attempt.response_body,
        error: attempt.error.map(|error| told(&error)),
    };
    let path = format!("{}/redeliver", path_of_delivery(webhook.id, delivery.id));
    let page = Page {
        redeliver: may_redeliver.then(|| Form::new(&visit, &path, t!("delivery-again"))),
        shell: visit.shell(t!("delivery-one")).await?,
        webhook: path_of(webhook.id),
        url: webhook.webhook_url,
        event: words::of_event(delivery.event_type),
        status: words::of_delivery(delivery.delivery_status),
        queued: exact_moment(delivery.created_at, zone),
        next: delivery.next_attempt_at.map(|ms| exact_moment(ms, zone)),
        finished: delivery.finished_at.map(|ms| exact_moment(ms, zone)),
        attempts: attempts.into_iter().rev().map(row).collect(),
        attempts_removed,
        headers,
        pretty: pretty(&body),
        body,
    };
    visit.page(&page)
}

/// Returns JSON with line breaks. Numbers and texts stay exactly as they are.
fn pretty(json: &str) -> String {
    let (mut pretty, mut depth, mut in_text, mut is_escaped) = (String::new(), 0_usize, false, false);
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        if in_text {
            pretty.push(character);
            in_text = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' => {
                pretty.push(character);
                if let Some(end) = characters.next_if(|next| matches!(next, '}' | ']')) {
                    pretty.push(end);
                } else {
                    depth += 1;
                    break_line(&mut pretty, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                break_line(&mut pretty, depth);
                pretty.push(character);
            }
            ',' => {
                pretty.push(',');
                break_line(&mut pretty, depth);
            }
            ':' => pretty.push_str(": "),
            _ => {
                pretty.push(character);
                in_text = character == '"';
            }
        }
    }
    pretty
}

fn break_line(text: &mut String, depth: usize) {
    text.push('\n');
    for _ in 0..depth {
        text.push_str("  ");
    }
}

/// Makes the delivery due now.
pub(in crate::web) async fn redeliver(mut visit: Visit) -> Answer {
    let (webhook_id, delivery_id) = (id_at(&visit, 3)?, id_at(&visit, 5)?);
    let flash = match again(&visit, webhook_id, delivery_id).await {
        Ok(()) => Flash::new(t!("delivery-sent-again")),
        Err(error) => not_done(&refusal(error)?),
    };
    visit.redirect_with(&path_of_delivery(webhook_id, delivery_id), flash)
}

async fn again(visit: &Visit, webhook_id: i64, delivery_id: i64) -> Result<(), AppError> {
    let tx = visit.app.store.begin();
    let done = match queue_again(&tx, &visit.caller()?, delivery_id).await {
        Ok(Delivery { webhook_id: of, .. }) if of == webhook_id => return Ok(tx.commit().await?),
        Ok(_) => AppError::NotFound,
        Err(error) => error,
    };
    tx.rollback().await;
    Err(done)
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn json_gets_lines_and_keeps_its_numbers_and_texts() {
        let json = r#"{"id":"a\\\"{,:}","total":1.10,"tags":[],"of":{},"list":[1,{"x":null}]}"#;
        let expected = "{\n  \"id\": \"a\\\\\\\"{,:}\",\n  \"total\": 1.10,\n  \"tags\": [],\n  \"of\": {},\n  \"list\": [\n    1,\n    {\n      \"x\": null\n    }\n  ]\n}";
        assert_eq!(pretty(json), expected);
    }
}
