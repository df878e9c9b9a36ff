use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::language::speak;
use crate::web::printed::reasons;

#[test]
fn rules_name_fields_as_people_know_them() {
    for (rule, shown) in [
        ("is required unless contact_anonymous is 1", "is required, unless the contact is anonymous"),
        ("must not lie before pledge_start_date", "must not lie before “First due date”"),
        ("must be empty unless gift_status is refunded", "must be empty unless “Status” is refunded"),
        ("must be greater than 0", "must be greater than 0"),
        ("must be one of weekly, every_2_weeks", "must be one of weekly, “Every 2 weeks”"),
        ("gift_type_id must not be empty", "“Type” must not be empty"),
        (
            "must add up to gift_amount: they come to -1.50 of 2.00",
            "must add up to “Amount”: they come to -1.50 of 2.00",
        ),
        (
            "cannot be imported: there is no column gift_amount",
            "cannot be imported: there is no column gift_amount",
        ),
    ] {
        assert_eq!(said(rule), shown);
    }
    assert_eq!(told("gift_amount must not be 0"), "gift_amount must not be 0");
}

#[test]
fn rules_are_said_in_the_language_of_the_reader() {
    for (rule, shown) in [
        ("must not be longer than 100 characters", "darf nicht länger als 100 Zeichen sein"),
        ("must not be longer than 16384 bytes", "darf nicht länger als 16.384 Bytes sein"),
        ("must not lie before pledge_start_date", "darf nicht vor „Erste Fälligkeit“ liegen"),
        ("must be one of active, every_2_weeks", "muss eines davon sein: Aktiv, Alle 2 Wochen"),
        ("emails[0].email_address is required", "„E-Mail-Adressen, 1, Adresse“ ist erforderlich"),
        (
            "gift_amount must not be 0; contact_lname is required",
            "„Betrag“ darf nicht 0 sein; „Nachname“ ist erforderlich",
        ),
        ("Host is set by the service", "Host wird vom Dienst gesetzt"),
        ("must be a number such as 50.00", "muss eine Zahl sein, zum Beispiel 50,00"),
        (
            "Born (31.02.1960) is a day that does not exist",
            "Born (31.02.1960) ist ein Tag, den es nicht gibt",
        ),
        (
            "must be a date with the day first, such as 31/12/2026, or 2026-12-31",
            "muss ein Datum mit dem Tag zuerst sein, zum Beispiel 31.12.2026 oder 2026-12-31",
        ),
        ("(foo) must be yes or no", "(foo) muss ja oder nein sein"),
        ("has {sum}, which is no field of this letter", "enthält {sum}, das kein Feld dieses Briefs ist"),
        (
            "gift 12 stays, because it is not there any more",
            "Spende 12 bleibt, weil der Datensatz nicht mehr da ist",
        ),
        (
            "the receiver's certificate has expired: renew it",
            "das Zertifikat des Empfängers ist abgelaufen: Erneuern Sie es",
        ),
        ("no full answer within 10s", "keine vollständige Antwort innerhalb von 10s"),
        (
            "the host has a forbidden address: webhook_url must not lead to a private or special-purpose address, unless \
             the operator allows it by ALMONER_WEBHOOK_ALLOW_CIDRS",
            "der Host hat eine verbotene Adresse: Die URL darf nicht zu einer privaten oder besonderen Adresse führen, es sei \
             denn, der Betreiber erlaubt es mit ALMONER_WEBHOOK_ALLOW_CIDRS",
        ),
        ("cannot be imported: row 7 is not UTF-8", "kann nicht importiert werden: Zeile 7 ist kein UTF-8"),
    ] {
        assert_eq!(speak(Locale::De, || said(rule)), shown);
    }
    assert_eq!(
        speak(Locale::Fr, || said("must not lie before gift_date")),
        "ne doit pas être antérieur à «\u{a0}Date\u{a0}»"
    );
    assert_eq!(speak(Locale::De, || uncapitalised("Der Betrag")), "Der Betrag");
}

#[test]
fn every_pattern_has_a_text_in_every_language() {
    use shared::values::choices::Choice;
    for (locale, pattern) in
        Locale::ALL.iter().flat_map(|locale| PATTERNS.iter().map(move |pattern| (locale, pattern)))
    {
        let text = speak(*locale, || filled(&format!("rule-text-{}", labels::slug(pattern)), &[]));
        assert!(text.is_some(), "{locale}: {pattern}");
    }
}

/// The sources of what pages say by [`said`] or [`told`].
const SOURCES: [&str; 11] = [
    "api/src/accounts",
    "api/src/erasure",
    "api/src/fields",
    "api/src/giving",
    "api/src/money.rs",
    "api/src/records",
    "api/src/resources",
    "api/src/typeset",
    "api/src/web",
    "shared/src/values/choices.rs",
    "shared/src/webhooks",
];

/// The sources whose sentences are said wherever they stand.
const SENTENCES: [&str; 6] = [
    "api/src/resources/imports/reading",
    "api/src/resources/imports/reading.rs",
    "api/src/resources/imports/splitter.rs",
    "api/src/resources/imports/worker.rs",
    "shared/src/webhooks/sender.rs",
    "shared/src/webhooks/words.rs",
];

/// What makes a problem of the text that it is given.
const MAKERS: [&str; 8] = [
    ".add",
    ".add_as",
    "Problem::new",
    "AppError::invalid",
    "AppError::Busy",
    "AppError::OwnersOnly",
    "Failure::new",
    "unsendable",
];

/// The first words of rules, which follow the name of a field, and of reasons.
const FIRST_WORDS: [&str; 12] =
    ["are", "belongs", "can", "fits", "gives", "has", "is", "must", "needs", "says", "wants", "was"];

/// What stands before a rule where it is said as a sentence.
const BEFORE: [&str; 15] = [
    "",
    "account ",
    "forms ",
    "gift 7 stays, because it ",
    "invitation ",
    "invitations ",
    "keys ",
    "lists ",
    "member ",
    "members ",
    "second factor ",
    "sign-in ",
    "The gift ",
    "webhook ",
    "webhooks ",
];

/// What is filled in.
const VALUES: [&str; 6] = ["7", "gift_amount", "fund", "new", "https", ""];

/// The beginnings of texts in the sources that no page says.
const NOT_SAID: [&str; 25] = [
    // Parameters and bodies that only programs send.
    "must be the id of an event",
    "must be that of a Link",
    "must be a date and time, such as 2026-06-15T12:00:00Z, or the Sync-Cursor",
    "must not be sent with id",
    "must not be sent without id",
    "must be visible ASCII characters",
    "must be followed by a key",
    "must not be sent with {CONTACT_ID}",
    "must have a contact_external_id",
    "must be that of contact_match",
    "fits no contact",
    "must be the JSON of a mapping",
    "must be a record such as",
    // Parts of rules, of which the whole is said.
    "must be {}",
    "webhook_url {rule}",
    "The gift",
    // Notes in the log, and SQL.
    "an internal error ended",
    "could not",
    "ended imports",
    "nobody waits",
    "rows of an import took too long",
    "the reading of a workbook has stopped",
    "contacts.contact_custom",
    "i.id",
    "i.import_status",
];

/// Returns the files of a source, without those of tests and this one.
fn files(path: PathBuf) -> Vec<PathBuf> {
    if path.is_dir() {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        return entries.flat_map(files).collect();
    }
    let is_source = path.extension().is_some_and(|extension| extension == "rs");
    let is_left_out = path.ends_with("tests.rs") || path.ends_with("web/rules.rs");
    if is_source && !is_left_out { vec![path] } else { Vec::new() }
}

/// Returns the texts in a source that pages say.
fn texts(source: &str, has_sentences: bool) -> Vec<String> {
    let code = source.split("\n#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "'");
    let code = ["'\"'", "'('", "')'"].iter().fold(code, |code, char| code.replace(char, ""));
    let (mut texts, mut is_within_maker) = (Vec::new(), Vec::new());
    for (i, part) in code.split('"').enumerate() {
        if i % 2 == 0 {
            for (at, char) in part.char_indices() {
                match char {
                    '(' => is_within_maker.push(MAKERS.iter().any(|maker| part[..at].ends_with(maker))),
                    ')' => drop(is_within_maker.pop()),
                    _ => {}
                }
            }
            continue;
        }
        let words: Vec<_> = part.split_whitespace().filter(|word| *word != "\\").collect();
        let is_sentence = has_sentences && words.len() > 2 && part.starts_with(char::is_lowercase);
        let is_rule = words.first().is_some_and(|first| FIRST_WORDS.contains(first));
        if words.len() > 1 && (is_sentence || is_rule || is_within_maker.contains(&true)) {
            texts.push(words.join(" "));
        }
    }
    texts
}

/// Returns a text with each value in each of its places.
fn fillings(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('{') else { return vec![text.to_owned()] };
    let others = fillings(rest.split_once('}').map_or("", |(_, after)| after));
    let mut filled = Vec::new();
    for value in VALUES {
        filled.extend(others.iter().map(|other| format!("{before}{value}{other}")));
    }
    filled
}

/// Returns whether a page says a text in the words of its language, with some values in its places.
fn is_said(text: &str) -> bool {
    let text = text.replace("{{{", "\u{1}{").replace("}}}", "}\u{2}");
    fillings(&text).iter().any(|filled| {
        let filled = filled.replace('\u{1}', "{").replace('\u{2}', "}");
        BEFORE.iter().any(|before| translated(&format!("{before}{filled}")).is_some())
            || speak(Locale::De, || reasons::said(&filled) != filled)
    })
}

#[test]
fn every_rule_of_the_domain_has_a_text() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut count, mut without) = (0, Vec::new());
    for file in SOURCES.iter().flat_map(|source| files(root.join(source))) {
        let has_sentences = SENTENCES.iter().any(|source| file.starts_with(root.join(source)));
        for text in texts(&fs::read_to_string(&file).unwrap(), has_sentences) {
            if NOT_SAID.iter().any(|start| text.starts_with(start)) {
                continue;
            }
            count += 1;
            if !is_said(&text) {
                without.push(format!("{}: {text}", file.display()));
            }
        }
    }
    assert!(count > 300, "{count}");
    assert!(
        without.is_empty(),
        "add a text `rule-` for these to api/locales/*/pages/rules.ftl, and a pattern to rules.rs if words are filled \
         in, or to `NOT_SAID` what no page says:\n{}",
        without.join("\n")
    );
}
