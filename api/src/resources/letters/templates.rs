//! The words of letters: texts with fields in braces, such as `{salutation}`, that each letter fills in.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter};
use shared::entities::{AccountScope, letter_templates};
use shared::values::choices::{AuditAction, Choice, LetterKind, Locale};

use super::{LEGAL_TEXT, printable};
use crate::accounts::{Actor, audit};
use crate::error::AppError;
use crate::fields::Problems;
use crate::idempotency::in_transaction;
use crate::locale;
use crate::state::App;

/// A field that a letter fills in: its name, and what it becomes.
pub type MergeField = (&'static str, &'static str);

/// How often a field may stand in a text: a long one makes a letter longer each time.
const REPEATS_MAX: usize = 5;
/// How a place begins that an account fills in before it saves the words, such as `[… tax office]`.
const TO_FILL_IN: &str = "[… ";
/// What stands between the words of a receipt and its small print.
const SMALL_PRINT: &str = "\n---\n";
/// The field that stands for the table of gifts, alone in its paragraph.
pub const LIST: &str = "list";

const OF_ALL: [MergeField; 7] = [
    ("salutation", "the salutation, such as Dear Ada and William"),
    ("first_name", "the first name, or the name of an organization"),
    ("name", "the name as on the envelope"),
    ("address", "the postal address in one line; who has none gets no letter with it"),
    ("date", "the day of the letter"),
    ("organisation", "the name of your organization"),
    ("signer", "who signs"),
];
const OF_THANK_YOU: [MergeField; 6] = [
    ("gifts", "what was given, such as: gift of $50.00 on 3 March 2026 for Roof"),
    ("amount", "the amount; of several gifts, the total"),
    ("amount_in_words", "the same in words, such as: fifty dollars"),
    ("gift_date", "the day of the gift; of several, the days from and to"),
    ("fund", "the fund, or where it is needed most"),
    (LIST, "a table of the gifts if there are several, alone in a paragraph"),
];
const OF_STATEMENT: [MergeField; 5] = [
    ("year", "the year, such as 2026, or the days from and to"),
    ("period", "the time in words, such as: in 2026"),
    ("total", "the total of the gifts of money"),
    (
        "total_in_words",
        "the same in words, such as: fifty dollars; such a letter has gifts of money alone, and no gift is in two \
         of them for different days",
    ),
    (LIST, "the tables of the gifts, alone in a paragraph"),
];
const OF_REMINDER: [MergeField; 3] = [
    ("amount", "what is missing of all pledges together"),
    ("since", "the day since which it is due"),
    (LIST, "a table of the pledges, alone in a paragraph"),
];

/// The words of a kind of letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    /// The line above the text.
    pub subject: String,
    /// The paragraphs, with an empty line between each two.
    pub body: String,
    /// As what the signer signs, if it is not what the letterhead says.
    pub signer_title: Option<String>,
    /// The small print, if it is not that of the letterhead.
    pub legal_text: Option<String>,
}

impl Template {
    /// Says whether a field stands in the words.
    pub fn has(&self, field: &str) -> bool {
        [&self.subject, &self.body].into_iter().any(|text| names(text).contains(&field))
    }
}

/// Words as somebody typed them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Typed<'a> {
    /// The line above the text.
    pub subject: &'a str,
    /// The paragraphs.
    pub body: &'a str,
    /// As what the signer signs, or nothing for what the letterhead says.
    pub signer_title: &'a str,
    /// The small print, or nothing for that of the letterhead.
    pub legal_text: &'a str,
}

/// The values of the fields of a letter. A field that is not here becomes nothing.
pub type Values = BTreeMap<&'static str, String>;

/// Returns the fields of a kind of letters.
pub fn fields_of(kind: LetterKind) -> Vec<MergeField> {
    let own = match kind {
        LetterKind::ThankYou => &OF_THANK_YOU[..],
        LetterKind::YearEndStatement => &OF_STATEMENT,
        LetterKind::PledgeReminder => &OF_REMINDER,
    };
    own.iter().chain(&OF_ALL).copied().collect()
}

/// Returns the words that come with the service.
pub fn default_of(kind: LetterKind, locale: Locale) -> Template {
    // The first line is the subject.
    macro_rules! words {
        ($locale:literal) => {
            match kind {
                LetterKind::ThankYou => include_str!(concat!("../../../locales/", $locale, "/thank_you.txt")),
                LetterKind::YearEndStatement => {
                    include_str!(concat!("../../../locales/", $locale, "/year_end_statement.txt"))
                }
                LetterKind::PledgeReminder => {
                    include_str!(concat!("../../../locales/", $locale, "/pledge_reminder.txt"))
                }
            }
        };
    }
    let words = match locale {
        Locale::En | Locale::EnUs => words!("en"),
        Locale::De => words!("de"),
        Locale::Es => words!("es"),
        Locale::Fr => words!("fr"),
        Locale::Pt => words!("pt"),
    };
    read(words)
}

/// Returns the words of a receipt for the tax office, which an account completes, for a kind of letters in a
/// language that has official ones: of Germany, those that the Ministry of Finance prescribes for several gifts of
/// money (letter of 7 November 2013, IV C 4 - S 2223/07/0018 :005); of France, those of the form
/// Cerfa 11580 (05).
pub fn receipt_of(kind: LetterKind, locale: Locale) -> Option<Template> {
    let words = match (kind, locale) {
        (LetterKind::YearEndStatement, Locale::De) => include_str!("../../../locales/de/receipt.txt"),
        (LetterKind::YearEndStatement, Locale::Fr) => include_str!("../../../locales/fr/receipt.txt"),
        _ => return None,
    };
    Some(read(words))
}

/// Reads words: the first line is the subject, and the small print stands at the end, if there is one.
fn read(words: &str) -> Template {
    let (subject, body) = words.split_once('\n').unwrap_or_default();
    let (body, legal) = body.split_once(SMALL_PRINT).map_or((body, None), |(body, own)| (body, Some(own)));
    Template {
        subject: subject.to_owned(),
        body: body.trim().to_owned(),
        signer_title: None,
        legal_text: legal.map(|own| own.trim().to_owned()),
    }
}

/// The words of a kind of letters in each language.
pub struct Words(HashMap<Locale, Template>);

impl Words {
    /// Makes words that are the same in each language.
    pub fn only(template: &Template) -> Self {
        Self(Locale::ALL.iter().map(|locale| (*locale, template.clone())).collect())
    }

    /// Reads the words of an account, or those that come with the service where it has none of its own.
    pub async fn read(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        kind: LetterKind,
    ) -> Result<Self, AppError> {
        let mut words: HashMap<_, _> =
            Locale::ALL.iter().map(|locale| (*locale, default_of(kind, *locale))).collect();
        let own = account.find::<letter_templates::Entity>();
        let own = own.filter(letter_templates::Column::LetterKind.eq(kind)).all(connection).await?;
        let template = |row: letter_templates::Model| {
            let words = Template {
                subject: row.template_subject,
                body: row.template_body,
                signer_title: row.signer_title,
                legal_text: row.legal_text,
            };
            (row.template_locale, words)
        };
        words.extend(own.into_iter().map(template));
        Ok(Self(words))
    }

    /// Returns the words of a language.
    pub fn of(&self, locale: Locale) -> Template {
        self.0.get(&locale.language()).cloned().unwrap_or_default()
    }
}

/// Checks words that somebody typed.
///
/// # Errors
/// [`AppError::Invalid`] with all problems, such as a field that there is not, by its name.
pub fn checked(kind: LetterKind, typed: Typed<'_>) -> Result<Template, AppError> {
    let mut problems = Problems::default();
    let fields = fields_of(kind);
    let mut required = |(field, text): (&str, &str), bounds| {
        let text = checked_text((field, text), bounds, &fields, &mut problems);
        if text.is_none() && !problems.has(field) {
            problems.add(field, "is required");
        }
        text.unwrap_or_default()
    };
    let subject = required(("subject", typed.subject), (150, 1));
    let body = required(("body", typed.body), (5000, 200));
    // They are printed as they stand, so no field is filled in there.
    let signer_title = checked_text(("signer_title", typed.signer_title), (100, 1), &[], &mut problems);
    let legal_text = checked_text(("legal_text", typed.legal_text), LEGAL_TEXT, &[], &mut problems);
    problems.check()?;
    Ok(Template { subject, body, signer_title, legal_text })
}

/// Checks one of the texts, in which these fields may stand. Returns nothing for an empty one.
fn checked_text(
    (field, text): (&str, &str),
    bounds: (usize, usize),
    fields: &[MergeField],
    problems: &mut Problems,
) -> Option<String> {
    let text = printable((field, text), bounds, problems)?;
    if text.contains(TO_FILL_IN) {
        problems.add(field, "has square brackets that are still to be filled in");
    }
    let all = names(&text);
    for name in all.iter().copied().collect::<BTreeSet<_>>() {
        if all.iter().filter(|one| **one == name).count() > REPEATS_MAX {
            problems.add(field, format_args!("must not have {{{name}}} more than {REPEATS_MAX} times"));
        }
        if !fields.iter().any(|(known, _)| *known == name) {
            problems.add(field, format_args!("has {{{name}}}, which is no field of this letter"));
        } else if name == LIST && (field == "subject" || !paragraphs(&text).any(|one| is_list(&one))) {
            problems.add(field, format_args!("must have {{{LIST}}} alone in a paragraph of the text"));
        }
    }
    Some(text)
}

/// Saves the words of an account for a kind of letters in a language, or goes back to those that come with the service.
pub async fn save(
    app: &App,
    actor: Actor,
    account: AccountScope,
    (kind, locale): (LetterKind, Locale),
    template: Option<Template>,
) -> Result<(), AppError> {
    in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let before = account.delete::<letter_templates::Entity>();
        let before = before.filter(letter_templates::Column::LetterKind.eq(kind));
        before.filter(letter_templates::Column::TemplateLocale.eq(locale)).exec(tx).await?;
        if let Some(Template { subject, body, signer_title, legal_text }) = template {
            let row = letter_templates::Model {
                id: 0,
                account_id: account.account_id(),
                letter_kind: kind,
                template_locale: locale,
                template_subject: subject,
                template_body: body,
                updated_at_ms: actor.now_ms,
                signer_title,
                legal_text,
            };
            account.insert::<letter_templates::Entity>(tx, row).await?;
        }
        let action = AuditAction::LetterTemplateChanged;
        let detail = format!("{kind}, {}", locale::name(locale));
        audit::record(tx, actor, Some(account), action, Some(&detail)).await?;
        Ok(())
    })
    .await
}

/// Returns the paragraphs of a text: what stands between empty lines.
pub fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut paragraphs = vec![Vec::new()];
    for line in text.lines() {
        match paragraphs.last_mut() {
            Some(lines) if !line.trim().is_empty() => lines.push(line.trim()),
            _ => paragraphs.push(Vec::new()),
        }
    }
    paragraphs.into_iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n"))
}

/// Says whether a paragraph stands for the table of gifts.
pub fn is_list(paragraph: &str) -> bool {
    paragraph.trim() == "{list}"
}

/// Fills in the fields of a text. What a field leaves empty leaves no double space, and a name that ends with a full stop, such
/// as `Kinderhilfe Harz e. V.`, needs no second one at the end of a sentence.
pub fn filled(text: &str, values: &Values) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, name, after)) = next_field(rest) {
        let value = values.get(name).map_or("", String::as_str);
        filled.push_str(before);
        filled.push_str(value);
        rest = after.strip_prefix('.').filter(|_| value.ends_with('.')).unwrap_or(after);
    }
    filled.push_str(rest);
    filled.replace("  ", " ")
}

/// Returns the names in braces.
fn names(text: &str) -> Vec<&str> {
    let (mut names, mut rest) = (Vec::new(), text);
    while let Some((_, name, after)) = next_field(rest) {
        names.push(name);
        rest = after;
    }
    names
}

/// Returns the text before the first field, the field's name, and the text after it. A brace without its other one is
/// text.
fn next_field(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find('{')? + 1;
        let end = start + text[start..].find(['{', '}'])?;
        if text[end..].starts_with('}') {
            return Some((&text[..start - 1], &text[start..end], &text[end + 1..]));
        }
        from = end;
    }
}

#[cfg(test)]
mod tests;
