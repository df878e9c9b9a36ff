//! The words of letters: invitations, links for a new password, and notices of changes that somebody else could have made.

use askama::Template;
use chrono_tz::Tz;
use shared::entities::webhooks;
use shared::values::choices::Locale;
use uuid::Uuid;

use super::format::{moment, start_of};
use crate::language;
use crate::mail::{Letter, Mailer};
use crate::resources::webhooks::{Stage, receiver};
use crate::times::{LETTER_KEPT_MAX, LINK_LIFE};

/// A letter, as HTML.
#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    language: Locale,
    subject: &'a str,
    before: &'a [String],
    link: Option<&'a Link>,
    after: &'a [String],
}

/// The link of a letter.
struct Link {
    label: &'static str,
    url: String,
}

/// The text of a letter: paragraphs, a link, and more paragraphs.
struct Words {
    kind: &'static str,
    subject: String,
    before: Vec<String>,
    link: Option<Link>,
    after: Vec<String>,
}

impl Words {
    /// Makes the letter to an address.
    fn to(self, to: &str) -> Letter {
        let Self { kind, subject, before, link, after } = self;
        let language = language::spoken();
        let html = Html { language, subject: &subject, before: &before, link: link.as_ref(), after: &after }
            .render();
        let link = link.map(|link| link.url);
        let parts: Vec<_> = before.into_iter().chain(link).chain(after).collect();
        let text = format!("{}\n", parts.join("\n\n"));
        // A template without functions of its own always renders.
        Letter {
            id: Uuid::now_v7(),
            kind: kind.into(),
            to: to.to_owned(),
            subject,
            html: html.unwrap_or_default(),
            text,
            kept_for: LETTER_KEPT_MAX,
            invitation: None,
            enclosed: None,
        }
    }
}

/// How many characters of a name stand in a subject.
const NAME_CHARS: usize = 60;

/// The invitation of an address to join an account, by the path of its link.
pub(crate) fn invitation(mail: &Mailer, to: &str, (account, inviter): (&str, &str), path: &str) -> Letter {
    let words = Words {
        kind: "invitation",
        subject: t!("mail-invitation-subject", account = start_of(account, NAME_CHARS)),
        before: vec![
            t!("mail-invitation", inviter = inviter, account = account),
            t!("mail-invitation-open").to_owned(),
        ],
        link: Some(Link { label: t!("invitation-join"), url: mail.link(path) }),
        after: vec![t!("mail-invitation-unknown").to_owned()],
    };
    words.to(to)
}

/// The link with which a user sets a new password, by its path.
pub(crate) fn password_link(mail: &Mailer, to: &str, path: &str) -> Letter {
    let words = Words {
        kind: "password link",
        subject: t!("mail-password-subject").to_owned(),
        before: vec![t!("mail-password").to_owned(), t!("mail-password-open").to_owned()],
        link: Some(Link { label: t!("password-choose"), url: mail.link(path) }),
        after: vec![t!("mail-password-not-you").to_owned()],
    };
    Letter { kept_for: LINK_LIFE, ..words.to(to) }
}

/// A change that the user is told of, because somebody else could have made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// The password was changed, and the user's keys go on or have ended.
    Password {
        /// Whether the keys go on.
        keys_go_on: bool,
    },
    /// The second factor was turned on.
    SecondFactorOn,
    /// The second factor was turned off.
    SecondFactorOff,
    /// New recovery codes were made.
    RecoveryCodes,
    /// A key was made for the account of this name.
    Key(String),
}

/// The notice of a change that was made at a moment from an address.
pub(crate) fn notice(mail: &Mailer, to: &str, notice: &Notice, (at_ms, address): (i64, &str)) -> Letter {
    let moment = moment(at_ms, Tz::UTC);
    let (subject, what) = match notice {
        Notice::Password { .. } => (
            t!("mail-notice-password-subject"),
            t!("mail-notice-password", moment = moment, address = address),
        ),
        Notice::SecondFactorOn => (
            t!("mail-notice-factor-on-subject"),
            t!("mail-notice-factor-on", moment = moment, address = address),
        ),
        Notice::SecondFactorOff => (
            t!("mail-notice-factor-off-subject"),
            t!("mail-notice-factor-off", moment = moment, address = address),
        ),
        Notice::RecoveryCodes => {
            (t!("mail-notice-codes-subject"), t!("mail-notice-codes", moment = moment, address = address))
        }
        Notice::Key(account) => (
            t!("mail-notice-key-subject"),
            t!("mail-notice-key", account = account, moment = moment, address = address),
        ),
    };
    let after = match notice {
        Notice::Password { keys_go_on: true } => vec![t!("mail-notice-keys-go-on").to_owned()],
        Notice::Password { keys_go_on: false } => vec![t!("mail-notice-keys-ended").to_owned()],
        _ => Vec::new(),
    };
    let words = Words {
        kind: "notice",
        subject: subject.to_owned(),
        before: vec![what, t!("mail-notice-not-you").to_owned()],
        link: Some(Link { label: t!("password-choose"), url: mail.link("/forgotten-password") }),
        after,
    };
    words.to(to)
}

/// What an owner of an account is told of a webhook that fails.
pub(crate) fn failing_webhook(
    mail: &Mailer,
    to: &str,
    account: &str,
    webhook: &webhooks::Model,
    stage: Stage,
) -> Letter {
    let receiver = receiver(webhook);
    let short = start_of(&receiver, NAME_CHARS);
    let (subject, what) = match stage {
        Stage::Failing => (
            t!("mail-webhook-failing-subject", receiver = short),
            t!("mail-webhook-failing", account = account, receiver = receiver),
        ),
        Stage::GivenUp => (
            t!("mail-webhook-given-up-subject", receiver = short),
            t!("mail-webhook-given-up", account = account, receiver = receiver),
        ),
        Stage::Disabled => (
            t!("mail-webhook-disabled-subject", receiver = short),
            t!("mail-webhook-disabled", account = account, receiver = receiver),
        ),
    };
    let words = Words {
        kind: "failing webhook",
        subject,
        before: vec![what, t!("mail-webhook-what-to-do").to_owned()],
        link: Some(Link {
            label: t!("mail-webhook-see"),
            url: mail.link(&format!("/settings/webhooks/{}", webhook.id)),
        }),
        after: vec![t!("mail-webhook-once").to_owned()],
    };
    words.to(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_says_the_same_as_text_and_as_html_and_escapes_names() {
        let account = "Friends <b>of</b> & Ada";
        let letter =
            invitation(&Mailer::off(), "grace@x.example", (account, "ada@x.example"), "/invitation?token=a");
        assert_eq!(letter.subject, "Invitation to Friends <b>of</b> & Ada");
        assert!(
            letter.text.starts_with("ada@x.example invites you to join Friends <b>of</b> & Ada on Almoner")
        );
        assert!(letter.text.contains("\n\n/invitation?token=a\n\n"), "{}", letter.text);
        assert!(!letter.html.contains("<b>of</b>") && letter.html.contains("&#38; Ada"), "{}", letter.html);
        assert!(
            letter.html.contains("href=\"/invitation?token&#61;a\"")
                || letter.html.contains("href=\"/invitation?token=a\"")
        );
    }

    #[test]
    fn a_subject_has_the_start_of_a_long_name() {
        let subject = |name: &str| invitation(&Mailer::off(), "g@x.example", (name, "ada"), "/").subject;
        assert_eq!(subject(&"é".repeat(60)), format!("Invitation to {}", "é".repeat(60)));
        assert_eq!(subject(&"é".repeat(61)), format!("Invitation to {}…", "é".repeat(59)));
    }

    #[test]
    fn a_notice_says_what_when_and_from_where() {
        let at = (1_781_566_200_000, "203.0.113.7");
        let letter = notice(&Mailer::off(), "ada@x.example", &Notice::Key("Shelter".to_owned()), at);
        let begin = "A new API key was made for you, for the account Shelter on 15 Jun 2026, 23:30 UTC, from the address 203.0.113.7.";
        assert!(letter.text.starts_with(begin), "{}", letter.text);
    }
}
