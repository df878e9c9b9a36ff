//! The words of letters: invitations, links for a new password, and notices of changes that somebody else could have made.

use askama::Template;
use chrono_tz::Tz;
use shared::entities::webhooks;
use uuid::Uuid;

use super::format::{moment, start_of};
use crate::mail::{Letter, Mailer};
use crate::resources::webhooks::{Stage, receiver};
use crate::times::{LETTER_KEPT_MAX, LINK_LIFE};

/// A letter, as HTML.
#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
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
        let html = Html { subject: &subject, before: &before, link: link.as_ref(), after: &after }.render();
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
        subject: format!("Invitation to {}", start_of(account, NAME_CHARS)),
        before: vec![
            format!(
                "{inviter} invites you to join {account} on Almoner, where its gifts and donors are kept."
            ),
            "Open this link to join. It works once, for 7 days:".to_owned(),
        ],
        link: Some(Link { label: "Join", url: mail.link(path) }),
        after: vec!["If you do not know what this is about, you need not do anything.".to_owned()],
    };
    words.to(to)
}

/// The link with which a user sets a new password, by its path.
pub(crate) fn password_link(mail: &Mailer, to: &str, path: &str) -> Letter {
    let words = Words {
        kind: "password link",
        subject: "A new password for Almoner".to_owned(),
        before: vec![
            "Somebody has asked for a new password for this address.".to_owned(),
            "Open this link to choose one. It works once, for 24 hours:".to_owned(),
        ],
        link: Some(Link { label: "Choose a new password", url: mail.link(path) }),
        after: vec!["If it was not you, you need not do anything: your password stays as it is.".to_owned()],
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
    let (subject, what) = match notice {
        Notice::Password { .. } => ("Your password was changed", "Your password was changed".to_owned()),
        Notice::SecondFactorOn => {
            ("Your second factor was turned on", "Your second factor was turned on".to_owned())
        }
        Notice::SecondFactorOff => {
            ("Your second factor was turned off", "Your second factor was turned off".to_owned())
        }
        Notice::RecoveryCodes => {
            ("You have new recovery codes", "New recovery codes were made for you".to_owned())
        }
        Notice::Key(account) => {
            ("You have a new API key", format!("A new API key was made for you, for the account {account}"))
        }
    };
    let after = match notice {
        Notice::Password { keys_go_on: true } => vec![
            "API keys that you have made go on working. If somebody else may have one, sign in, change your password under \
             Settings, Profile, and end them with it."
                .to_owned(),
        ],
        Notice::Password { keys_go_on: false } => vec!["Your API keys have stopped, in all accounts.".to_owned()],
        _ => Vec::new(),
    };
    let words = Words {
        kind: "notice",
        subject: subject.to_owned(),
        before: vec![
            format!("{what} on {} UTC, from the address {address}.", moment(at_ms, Tz::UTC)),
            "If it was you, you need not do anything. If not, choose a new password at once, and tell an owner of your \
             account:"
                .to_owned(),
        ],
        link: Some(Link { label: "Choose a new password", url: mail.link("/forgotten-password") }),
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
    let (subject, what, then) = match stage {
        Stage::Failing => (
            "fails",
            "Every attempt to reach it has failed for more than an hour.",
            "Events wait, and are sent again for about three days. Nothing is lost yet.",
        ),
        Stage::GivenUp => (
            "has missed events",
            "An event was given up, because every attempt to send it in about three days has failed.",
            "Other events are sent as before. If all attempts fail for five days, the webhook is disabled.",
        ),
        Stage::Disabled => (
            "was disabled",
            "Its receiver has said that it wants no more events, or has not answered for five days.",
            "It gets no events until you make it active again.",
        ),
    };
    let words = Words {
        kind: "failing webhook",
        subject: format!("The webhook to {} {subject}", start_of(&receiver, NAME_CHARS)),
        before: vec![
            format!("The webhook of {account} to {receiver} {subject}. {what} {then}"),
            "Its page shows what the receiver has answered. Ask whoever runs the receiver to look at it, and send a test \
             from the page. When it answers again, send what it has missed with \"Recover\" on the same page:"
                .to_owned(),
        ],
        link: Some(Link {
            label: "See the webhook",
            url: mail.link(&format!("/settings/webhooks/{}", webhook.id)),
        }),
        after: vec!["Owners of the account get this mail once for a failure, not for each event.".to_owned()],
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
