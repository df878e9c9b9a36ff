//! The details of the audit log as pages say them. They are stored in English, for whoever reads them, in whatever language.

use fluent_bundle::FluentValue;
use shared::values::choices::{AuditAction as A, Choice, LetterKind, MembershipRole};

use super::super::letterhead::kind_name;
use super::super::members;
use crate::language::{known, known_filled, spoken};
use crate::web::rules::{captured, uncapitalised};

/// The details that are always the same: the action, the detail, and the id of its text.
const SAME: [(A, &str, &str); 3] = [
    (A::SignIn, "with a code", "audit-detail-with-code"),
    (A::SignIn, "with a recovery code", "audit-detail-with-recovery-code"),
    (A::KeyRevoked, "with a new password", "audit-detail-with-new-password"),
];

/// A detail with something in it: the action, the detail with stars, the id of its text, and what the stars stand for.
type Filled = (A, &'static str, &'static str, &'static [&'static str]);

const FILLED: &[Filled] = &[
    (A::RecordsExported, "the copy of contact *", "audit-detail-copy", &["id"]),
    (A::RecordsExported, "letters-*", "audit-detail-run", &["id"]),
    (A::ContactErased, "contact *, with official receipts", "audit-detail-contact-receipts", &["id"]),
    (A::ContactErased, "contact *", "audit-detail-contact", &["id"]),
    (A::FileAdded, "contact *", "audit-detail-contact", &["id"]),
    (A::FileRemoved, "contact *", "audit-detail-contact", &["id"]),
    (A::ContactsKeptApart, "contacts * and *", "audit-detail-contacts", &["id", "other"]),
    (A::ContactsNotKeptApart, "contacts * and *", "audit-detail-contacts", &["id", "other"]),
    (A::SignInFailed, "*, after the right password", "audit-detail-after-password", &["email"]),
    (A::BatchClosed, "batch *: *", "audit-detail-batch-because", &["id", "reason"]),
    (A::BatchClosed, "batch *", "audit-detail-batch", &["id"]),
    (A::BatchReopened, "batch *", "audit-detail-batch", &["id"]),
    (A::WebFormRemoved, "*, answers discarded: *", "audit-detail-web-form", &["title", "count"]),
    (A::Imported, "import *: *", "audit-detail-import", &["id", "records"]),
    (A::ImportUndone, "import *: *", "audit-detail-import", &["id", "records"]),
    (A::ImportCheckRemoved, "import *: *", "audit-detail-import", &["id", "records"]),
    (A::LetterTemplateChanged, "*, *", "audit-detail-words", &["kind", "language"]),
    (A::LettersPrinted, "run *, * letters by email again", "audit-detail-mailed-again", &["id", "count"]),
    (A::LettersPrinted, "run *, not printed after all", "audit-detail-taken-back", &["id"]),
    (A::LettersPrinted, "*, * letters by email", "audit-detail-mailed", &["kind", "count"]),
    (A::LettersPrinted, "*, * letters", "audit-detail-printed", &["kind", "count"]),
    (A::MemberRoleChanged, "*: * → *", "audit-detail-role", &["email", "from", "to"]),
    (A::MemberInvited, "* as *", "audit-detail-invited", &["email", "role"]),
    (A::RecoveryCodeUsed, "* left", "audit-detail-codes-left", &["count"]),
    (A::WebhookCreated, "webhook * to *", "audit-detail-webhook-to", &["id", "host"]),
    (A::WebhookUpdated, "webhook * to *", "audit-detail-webhook-to", &["id", "host"]),
    (A::WebhookSecretRotated, "webhook *", "audit-detail-webhook", &["id"]),
    (A::AccountChanged, "name *", "audit-detail-name", &["name"]),
    (A::AccountChanged, "currency *", "audit-detail-currency", &["currency"]),
    (A::AccountChanged, "time zone *", "audit-detail-timezone", &["zone"]),
    (A::AccountChanged, "a gift makes a donor: *", "audit-detail-gift-makes-donor", &["yes"]),
    (A::AccountChanged, "only funds of the list: *", "audit-detail-funds-closed", &["yes"]),
    (A::AccountChanged, "only campaigns of the list: *", "audit-detail-campaigns-closed", &["yes"]),
];

/// How the detail of letters that were taken back ends.
const TAKEN_BACK: &str = ", not printed after all";

/// The reports whose files are exported: the name of the file, and the id of the title.
const REPORTS: [(&str, &str); 5] = [
    ("giving", "reports-giving"),
    ("giving-levels", "reports-levels"),
    ("donors", "donors"),
    ("top-donors", "reports-top"),
    ("pledges-by-year", "reports-pledges"),
];

/// Returns the detail of an action as the page says it. One that is not known stays as it is.
pub(super) fn said(action: A, detail: &str) -> String {
    if spoken().is_english() {
        return detail.to_owned();
    }
    let said = match action {
        A::AccountChanged => Some(changes(detail)),
        A::RecordsExported => exported(detail).or_else(|| filled(action, detail)),
        _ => same(action, detail).or_else(|| filled(action, detail)),
    };
    said.unwrap_or_else(|| detail.to_owned())
}

/// Returns whether the detail says that letters were taken back.
pub(super) fn is_taken_back(detail: &str) -> bool {
    detail.ends_with(TAKEN_BACK)
}

fn same(action: A, detail: &str) -> Option<String> {
    let found = SAME.iter().find(|(of, text, _)| *of == action && *text == detail);
    found.map(|(_, _, id)| t!(*id).to_owned())
}

/// Returns what was exported: records of a kind, or a report.
fn exported(detail: &str) -> Option<String> {
    let report = REPORTS.iter().find(|(file, _)| *file == detail);
    let of_report = report.map(|(_, id)| t!(*id));
    known(&format!("kind-{detail}")).or(of_report).map(str::to_owned)
}

/// Returns what was changed of the account. A name may have a comma in it, too.
fn changes(detail: &str) -> String {
    let change = |part: &str| filled(A::AccountChanged, part).unwrap_or_else(|| part.to_owned());
    detail.split(", ").map(change).collect::<Vec<_>>().join(", ")
}

fn filled(action: A, detail: &str) -> Option<String> {
    FILLED.iter().filter(|(of, ..)| *of == action).find_map(|(_, pattern, id, names)| {
        let texts = captured(pattern, detail)?;
        let values = names.iter().zip(texts).map(|(name, text)| Some((*name, meant(name, text)?)));
        known_filled(id, &values.collect::<Option<Vec<_>>>()?)
    })
}

/// Returns what a part of a detail stands for.
fn meant<'a>(name: &str, text: &'a str) -> Option<FluentValue<'a>> {
    Some(match name {
        "count" => text.parse::<i64>().ok()?.into(),
        "kind" if text == "official_receipts" => t!("statements-title", what = "receipts").into(),
        "kind" => kind_name(LetterKind::parse(text).ok()?).into(),
        "records" => known(&format!("kind-{text}"))?.into(),
        "role" | "from" | "to" => uncapitalised(members::label(MembershipRole::parse(text).ok()?)).into(),
        "yes" if text == "yes" => uncapitalised(t!("yes")).into(),
        "yes" if text == "no" => uncapitalised(t!("no")).into(),
        "yes" => return None,
        _ => text.into(),
    })
}

#[cfg(test)]
mod tests {
    use shared::values::choices::Locale;

    use super::*;
    use crate::language::speak;

    #[test]
    fn what_is_stored_is_said_in_the_language_of_the_page() {
        for (action, detail, shown) in [
            (A::SignIn, "with a recovery code", "mit einem Wiederherstellungscode"),
            (A::RecordsExported, "contacts", "Kontakte"),
            (A::RecordsExported, "letters-7", "Briefe der Serie 7"),
            (A::MemberRoleChanged, "ada@x.example: member → owner", "ada@x.example: Mitglied → Inhaber"),
            (A::LettersPrinted, "thank_you, 1 letters", "Dankschreiben, 1 Brief"),
            (A::LettersPrinted, "official_receipts, 2 letters", "Zuwendungsbestätigungen, 2 Briefe"),
            (A::ContactErased, "contact 7, with official receipts", "Kontakt 7, mit Zuwendungsbestätigungen"),
            (A::LettersPrinted, "thank_you, 1200 letters by email", "Dankschreiben, 1.200 Briefe per E-Mail"),
            (
                A::WebFormRemoved,
                "Hi, you, answers discarded: 1200",
                "Hi, you, verworfene Einsendungen: 1.200",
            ),
            (A::ImportUndone, "import 7: gifts", "Import 7: Spenden"),
            (A::BatchClosed, "batch 5: the bank: 12", "Stapel 5: the bank: 12"),
            (A::WebhookUpdated, "webhook 3 to x.example", "Webhook 3 an x.example"),
            (
                A::AccountChanged,
                "name Haven, Inc., currency EUR, only funds of the list: yes",
                "Name Haven, Inc., Währung EUR, nur Zwecke aus der Liste: Ja",
            ),
            (A::MemberJoined, "ada@x.example", "ada@x.example"),
            (A::KeyCreated, "ada@x.example: webhook 3 to all", "ada@x.example: webhook 3 to all"),
            (A::RecoveryCodeUsed, "few left", "few left"),
        ] {
            assert_eq!(speak(Locale::De, || said(action, detail)), shown);
            assert_eq!(said(action, detail), detail);
        }
    }

    #[test]
    fn every_language_has_the_text_of_every_detail_and_english_says_what_is_stored() {
        for (action, pattern, id, names) in FILLED {
            let stars = pattern.matches('*').count();
            assert_eq!(stars, names.len(), "{pattern}");
            for locale in Locale::ALL {
                let args: Vec<_> = names.iter().map(|name| (*name, FluentValue::from("*"))).collect();
                let text = speak(*locale, || known_filled(id, &args));
                let text = text.unwrap_or_else(|| panic!("{locale}: {id}"));
                assert_eq!(text.matches('*').count(), stars, "{action} {locale}: {text}");
            }
        }
        for (_, text, id) in SAME {
            assert_eq!(t!(id), text);
        }
        for (_, id) in REPORTS {
            assert!(Locale::ALL.iter().all(|locale| speak(*locale, || known(id).is_some())), "{id}");
        }
    }
}
