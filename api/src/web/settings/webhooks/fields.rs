//! The form of a webhook, and the body of the API that it stands for.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use shared::entities::webhooks;

use super::words;
use crate::http::Problems;
use crate::resources::webhooks::events;
use crate::web::form::{Field, Form};
use crate::web::posted::Posted;
use crate::web::visit::Visit;

/// The field that says which state of the webhook was on the page.
pub(super) const VERSION: &str = "version";
/// The box that takes the headers away.
pub(super) const NO_HEADERS: &str = "no_headers";

/// Makes the form of a new webhook, or of a stored one.
pub(super) fn form(
    visit: &Visit,
    action: &str,
    submit: &'static str,
    stored: Option<&webhooks::Model>,
) -> Form {
    let blank = webhooks::Model::default();
    let webhook = stored.unwrap_or(&blank);
    let chosen = stored.map(events).unwrap_or_default();
    let number = |number: Option<i32>| number.map(|number| number.to_string()).unwrap_or_default();
    let form = Form::new(visit, action, submit)
        .field(
            Field::text("webhook_url", "URL")
                .value(&*webhook.webhook_url)
                .hint(
                    "An https address that the internet can reach, such as https://hooks.example.org/almoner",
                )
                .required(),
        )
        .field(
            Field::text("webhook_description", "Description")
                .value(webhook.webhook_description.clone().unwrap_or_default())
                .hint("What it is for, such as Accounting"),
        )
        .field(
            Field::checks(
                "webhook_events",
                "Events",
                words::events(),
                chosen.iter().map(ToString::to_string),
            )
            .hint("Choose none to get all of them, and those of later versions too."),
        )
        .field(
            Field::text("webhook_rate_limit", "Attempts per second")
                .value(number(webhook.webhook_rate_limit))
                .hint("The most that the receiver can take, from 1 to 10,000. Empty for no limit."),
        )
        .field(
            Field::text("webhook_concurrency", "Attempts at once")
                .value(number(webhook.webhook_concurrency))
                .hint("The most from each dispatcher, from 1 to 1,000. Empty for as many as the receiver keeps up with."),
        );
    let headers = Field::area("webhook_headers", "Headers to send along");
    match stored {
        Some(stored) if stored.webhook_headers_sealed.is_some() => form
            .field(headers.hint(
                "One on each line, as Name: value. Headers are stored, and never shown again: leave this empty to keep \
                 them, or write all of them anew. A URL with another scheme, host or port clears them, unless they are \
                 written here again.",
            ))
            .field(Field::check(NO_HEADERS, "Send no headers of my own any more")),
        _ => form.field(headers.hint("One on each line, as Name: value. They are never shown again.")),
    }
}

/// Returns the body that the form stands for. What a header's line cannot mean is a problem.
pub(super) fn body(posted: &Posted, problems: &mut Problems) -> Vec<u8> {
    let text = |name: &str| Value::from(posted.text(name));
    let events = posted.all("webhook_events").map(Value::from).collect::<Vec<_>>();
    let mut body = Map::new();
    body.insert("webhook_url".to_owned(), text("webhook_url"));
    body.insert("webhook_description".to_owned(), text("webhook_description"));
    body.insert("webhook_events".to_owned(), events.into());
    for name in ["webhook_rate_limit", "webhook_concurrency"] {
        body.insert(name.to_owned(), number(posted.text(name)));
    }
    if !posted.text(NO_HEADERS).is_empty() {
        body.insert("webhook_headers".to_owned(), Value::Null);
    } else if !posted.text("webhook_headers").trim().is_empty() {
        let headers = headers(posted.text("webhook_headers"), problems);
        body.insert("webhook_headers".to_owned(), headers.into_iter().collect::<Map<_, _>>().into());
    }
    Value::from(body).to_string().into_bytes()
}

/// Returns a number as a body has it. Any other text stays a text, so that the field's own rule refuses it.
pub(super) fn number(text: &str) -> Value {
    match text.trim() {
        "" => Value::Null,
        text => text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from),
    }
}

fn headers(lines: &str, problems: &mut Problems) -> BTreeMap<String, Value> {
    let mut headers: BTreeMap<String, Value> = BTreeMap::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some((name, value)) = line.split_once(':') else {
            problems.add("webhook_headers", "must have a name, a colon and a value on each line");
            continue;
        };
        let name = name.trim();
        if headers.keys().any(|other| other.eq_ignore_ascii_case(name)) {
            problems.add("webhook_headers", "must not have a name twice");
        }
        headers.insert(name.to_owned(), value.trim().into());
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(encoded: &str) -> (String, Vec<String>) {
        let mut problems = Problems::default();
        let body = String::from_utf8(body(&Posted::parse(encoded.as_bytes()), &mut problems)).unwrap();
        (body, problems.into_iter().map(|problem| problem.to_string()).collect())
    }

    #[test]
    fn a_form_is_a_body_of_the_api() {
        let sent = "webhook_url=u&webhook_events=gifts.create&webhook_events=x&webhook_rate_limit=+5+&\
                    webhook_headers=X-Token%3A+a%3Ab%0D%0A%0D%0AY%3A";
        let expected = r#"{"webhook_concurrency":null,"webhook_description":"","webhook_events":["gifts.create","x"],"webhook_headers":{"X-Token":"a:b","Y":""},"webhook_rate_limit":5,"webhook_url":"u"}"#;
        assert_eq!(read(sent), (expected.to_owned(), vec![]));
        let expected = r#"{"webhook_concurrency":null,"webhook_description":"","webhook_events":[],"webhook_headers":null,"webhook_rate_limit":"many","webhook_url":""}"#;
        assert_eq!(
            read("webhook_rate_limit=many&webhook_headers=A%3Ab&no_headers=1"),
            (expected.to_owned(), vec![])
        );
    }

    #[test]
    fn lines_that_are_no_headers_are_refused() {
        let (_, problems) = read("webhook_headers=nothing%0AA%3Ab%0Aa%3Ac");
        let expected = [
            "webhook_headers must have a name, a colon and a value on each line",
            "webhook_headers must not have a name twice",
        ];
        assert_eq!(problems, expected);
    }
}
