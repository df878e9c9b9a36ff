//! Trying a webhook out: the form that does it, and the result.

use askama::Template;
use serde::{Deserialize, Serialize};

use super::{id_at, not_done, path_of, refusal, words};
use crate::error::AppError;
use crate::resources::webhooks::test::{self, WebhookTest};
use crate::web::flash::Flash;
use crate::web::rules::told;
use crate::web::visit::{Answer, Visit};

/// The kind of secret that a message shows here once.
const RESULT: &str = "test";
/// The longest part of the answer that the message keeps, in bytes of JSON. The message travels in a cookie, which has
/// at most 4 KB.
const ANSWER_BYTES: usize = 1000;

/// The result of a test.
#[derive(Serialize, Deserialize, Template)]
#[template(path = "settings/webhooks/test.html")]
pub(super) struct Tested {
    is_good: bool,
    outcome: String,
    status: Option<i64>,
    duration_ms: i64,
    error: Option<String>,
    warning: Option<String>,
    answer: Option<String>,
    is_cut: bool,
}

impl Tested {
    fn new(WebhookTest { attempt, warning, .. }: WebhookTest) -> Self {
        let (answer, is_cut) = match attempt.response_body {
            Some(answer) => {
                let kept = beginning(&answer);
                let is_cut = kept.len() < answer.len();
                (Some(kept.to_owned()), is_cut)
            }
            None => (None, false),
        };
        Self {
            is_good: words::class_of_attempt(attempt.attempt_outcome).contains("good"),
            outcome: words::of_attempt(attempt.attempt_outcome).to_owned(),
            status: attempt.status_code,
            duration_ms: attempt.duration_ms,
            error: attempt.error.map(|error| told(&error)),
            // The API has one warning.
            warning: warning.map(|_| t!("webhook-test-would-disable").to_owned()),
            answer,
            is_cut,
        }
    }

    /// Returns the result in a message.
    pub(super) fn read(flash: Option<&Flash>) -> Option<Self> {
        serde_json::from_str(flash?.secret(RESULT)?).ok()
    }
}

/// Returns the beginning of an answer that fits into the message.
fn beginning(answer: &str) -> &str {
    let mut written = 0;
    // In JSON, a control character takes six bytes.
    let fits = |character: &char| {
        written += if character.is_control() { 6 } else { character.len_utf8() };
        written <= ANSWER_BYTES
    };
    let end: usize = answer.chars().take_while(fits).map(char::len_utf8).sum();
    &answer[..end]
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let id = id_at(&visit, 3)?;
    let flash = match test::run(&visit.app, visit.caller()?, id).await {
        Ok(tested) => {
            let tested = Tested::new(tested);
            let flash = if tested.is_good {
                Flash::new(t!("webhook-test-delivered"))
            } else {
                Flash::problem(t!("webhook-test-not-delivered"))
            };
            flash.with_secret(RESULT, serde_json::to_string(&tested)?)
        }
        Err(error @ AppError::Busy(_)) => not_done(&refusal(error)?),
        Err(error) => return Err(error),
    };
    visit.redirect_with(&path_of(id), flash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_cut_where_the_message_is_full() {
        assert_eq!(beginning("short"), "short");
        assert_eq!(beginning(&"é".repeat(600)).len(), 1000);
        assert_eq!(beginning(&"\u{1}".repeat(600)).len(), 166);
    }
}
