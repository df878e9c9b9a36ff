//! The form of a webhook, and the values that it sends.

use shared::entities::webhooks;
use shared::events::include::Included;

use super::words;
use crate::fields::Problems;
use crate::fields::source::{Members, Source};
use crate::resources::webhooks::events;
use crate::web::form::{Field, Form};
use crate::web::posted::{Posted, number};
use crate::web::visit::Visit;

/// The field with the version of the webhook on the page.
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
            Field::text("webhook_url", t!("webhook-url"))
                .value(&*webhook.webhook_url)
                .hint(t!("webhook-url-hint"))
                .required(),
        )
        .field(
            Field::text("webhook_description", t!("webhook-description"))
                .value(webhook.webhook_description.clone().unwrap_or_default())
                .hint(t!("webhook-description-hint")),
        )
        .field(
            Field::checks(
                "webhook_events",
                t!("webhook-events"),
                words::events(),
                chosen.iter().map(ToString::to_string),
            )
            .hint(t!("webhook-events-hint")),
        )
        .field(
            Field::check("webhook_skip_unchanged", t!("webhook-skip-unchanged"))
                .value(if webhook.webhook_skip_unchanged { "1" } else { "" }),
        )
        .field(
            Field::checks(
                "webhook_include",
                t!("webhook-include"),
                words::included(),
                Included::of_column(webhook.webhook_include.as_deref())
                    .asked()
                    .unwrap_or_default()
                    .iter()
                    .map(ToString::to_string),
            )
            .hint(t!("webhook-include-hint")),
        )
        .field(
            Field::text("webhook_rate_limit", t!("webhook-rate-limit"))
                .value(number(webhook.webhook_rate_limit))
                .hint(t!("webhook-rate-limit-hint")),
        )
        .field(
            Field::text("webhook_concurrency", t!("webhook-concurrency"))
                .value(number(webhook.webhook_concurrency))
                .hint(t!("webhook-concurrency-hint")),
        );
    let headers = Field::area("webhook_headers", t!("webhook-headers-to-send"));
    match stored {
        Some(stored) if stored.webhook_headers_sealed.is_some() => form
            .field(headers.hint(t!("webhook-stored-headers-hint")))
            .field(Field::check(NO_HEADERS, t!("webhook-no-headers"))),
        _ => form.field(headers.hint(t!("webhook-headers-hint"))),
    }
}

/// Returns the values of the form. A line that is not a header is a problem.
pub(super) fn members<'a>(posted: &'a Posted, problems: &mut Problems) -> Members<'a> {
    let text = |name: &'static str| (name.into(), Source::text(posted.text(name).trim()));
    let events = posted.all("webhook_events").map(Source::text).collect();
    let included = posted.all("webhook_include").map(Source::text).collect();
    let skips = !posted.text("webhook_skip_unchanged").is_empty();
    let mut members = vec![
        text("webhook_url"),
        text("webhook_description"),
        ("webhook_events".into(), Source::List(events)),
        ("webhook_include".into(), Source::List(included)),
        ("webhook_skip_unchanged".into(), Source::text(if skips { "1" } else { "0" })),
        ("webhook_rate_limit".into(), number(posted.text("webhook_rate_limit"))),
        ("webhook_concurrency".into(), number(posted.text("webhook_concurrency"))),
    ];
    if !posted.text(NO_HEADERS).is_empty() {
        members.push(("webhook_headers".into(), Source::text("")));
    } else if !posted.text("webhook_headers").trim().is_empty() {
        let headers = headers(posted.text("webhook_headers"), problems);
        members.push(("webhook_headers".into(), Source::Object(headers)));
    }
    members
}

fn headers<'a>(lines: &'a str, problems: &mut Problems) -> Members<'a> {
    let mut headers: Members<'a> = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some((name, value)) = line.split_once(':') else {
            problems.add("webhook_headers", "must have a name, a colon and a value on each line");
            continue;
        };
        let name = name.trim();
        if headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
            problems.add("webhook_headers", "must not have a name twice");
        }
        headers.push((name.into(), Source::text(value.trim())));
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Patch;
    use crate::fields::field::Input;
    use crate::resources::webhooks::WebhookInput;

    fn read(encoded: &str) -> (WebhookInput, Vec<String>) {
        let (posted, mut problems) = (Posted::parse(encoded.as_bytes()), Problems::default());
        let (input, found) = WebhookInput::of(members(&posted, &mut problems), true);
        problems.extend(found);
        (input, problems.into_iter().map(|problem| problem.to_string()).collect())
    }

    #[test]
    fn a_form_says_what_a_body_of_the_api_says() {
        let sent = "webhook_url=https%3A%2F%2Fa.example&webhook_events=gifts.create&webhook_rate_limit=+5+&\
                    webhook_headers=X-Token%3A+a%3Ab%0D%0A%0D%0AY%3A";
        let (input, problems) = read(sent);
        let headers =
            [("X-Token", "a:b"), ("Y", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(problems, [""; 0]);
        assert_eq!(input.webhook_url, Patch::Value("https://a.example".to_owned()));
        assert_eq!(input.webhook_description, Patch::Null);
        assert_eq!(input.webhook_rate_limit, Patch::Value(5));
        assert_eq!(input.webhook_concurrency, Patch::Null);
        assert_eq!(input.webhook_headers, Patch::Value(headers.into()));
        let (input, _) = read("webhook_headers=A%3Ab&no_headers=1");
        assert_eq!(input.webhook_headers, Patch::Null);
    }

    #[test]
    fn what_means_nothing_is_refused_with_the_rules_of_the_api() {
        let (_, problems) = read("webhook_url=u&webhook_events=x&webhook_rate_limit=many");
        assert!(
            problems.iter().any(|problem| problem.starts_with("webhook_rate_limit must be a whole number"))
        );
        assert!(problems.iter().any(|problem| problem.starts_with("webhook_events[0] must be one of")));
    }

    #[test]
    fn lines_that_are_no_headers_are_refused() {
        let (_, problems) =
            read("webhook_url=https%3A%2F%2Fa.example&webhook_headers=nothing%0AA%3Ab%0Aa%3Ac");
        let expected = [
            "webhook_headers must have a name, a colon and a value on each line",
            "webhook_headers must not have a name twice",
        ];
        assert_eq!(problems, expected);
    }
}
