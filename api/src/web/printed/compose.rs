//! A letter from its words: the fields filled in, and the tables where they belong.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use iso_currency::Currency;
use shared::entities::pledges;
use shared::values::choices::{Choice, Locale};

use super::receivers::{NO_ADDRESS, Receiver};
use crate::giving::Position;
use crate::locale::{grouped, long_day};
use crate::records::money::currency;
pub(super) use crate::resources::letters::PAUSE_EVERY;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{LeftOut, NewLetter, Reminder, Seen};
use crate::resources::letters::templates::{LIST, Template, Values, filled, is_list, paragraphs};
use crate::typeset::{Letter, Part, Table};
use crate::web::format;
use crate::web::records::table::{self, Cell, Column};

/// The most characters of the words of a letter.
const WORDS_MAX: usize = 20_000;
/// The most characters of the tables of a letter.
const TABLES_MAX: usize = 100_000;
/// How many of the letters a page names.
const NAMED: usize = 100;
const COLUMNS: &[Column] =
    &[Column::new("contact"), Column::new("letters-to"), Column::new("amount").class("number amount")];

/// Totals of gifts of money, by currency.
pub(super) type Totals = BTreeMap<String, i128>;

/// Letters that were composed.
#[derive(Default)]
pub(super) struct Composed {
    pub(super) letters: Vec<NewLetter>,
    /// What statements are, for `$what` in the texts of the page.
    pub(super) what: &'static str,
    /// The totals of the gifts of each statement, by currency, in the order of the letters.
    pub(super) totals: Vec<Totals>,
    pub(super) left_out: Vec<LeftOut>,
    /// The names of those who are concerned.
    pub(super) names: HashMap<i64, String>,
    /// What the letters are composed from.
    pub(super) seen: Seen,
    /// The pledges that reminders are about, in the order of the letters.
    pub(super) reminded: Vec<Reminded>,
    /// How many more reminders there are than were composed.
    pub(super) more: usize,
}

/// A pledge that a letter reminds of.
pub(super) struct Reminded {
    pub(super) pledge: pledges::Model,
    pub(super) position: Position,
    /// Where the letter goes.
    pub(super) to: String,
    /// The last reminder before this one.
    pub(super) last: Option<Reminder>,
}

impl Composed {
    /// Returns how many letters there are.
    pub(super) fn count(&self) -> i64 {
        i64::try_from(self.letters.len()).unwrap_or(i64::MAX)
    }

    /// Makes the table of the first statements, if there are any, and returns how many more there are.
    pub(super) fn table(&self, own: Currency) -> (Option<table::Table>, usize) {
        let row = |(letter, totals): (&NewLetter, &Totals)| {
            let name = self.names.get(&letter.contact_id).cloned().unwrap_or_default();
            let to = letter.email.as_ref().or(letter.text.to.first()).cloned().unwrap_or_default();
            let name = Cell::link(name, format!("/contacts/{}", letter.contact_id));
            vec![name, Cell::text(to), Cell::text(amounts(totals, own))]
        };
        let rows: Vec<_> = self.letters.iter().zip(&self.totals).take(NAMED).map(row).collect();
        let table = (!rows.is_empty()).then(|| table::Table::new(COLUMNS, rows));
        (table, self.letters.len().saturating_sub(NAMED))
    }

    /// Returns what all statements add up to, if there is any money.
    pub(super) fn total(&self, own: Currency) -> Option<String> {
        let mut all = Totals::new();
        for (code, minor) in self.totals.iter().flatten() {
            *all.entry(code.clone()).or_default() += minor;
        }
        Some(amounts(&all, own)).filter(|amounts| !amounts.is_empty())
    }
}

/// Returns totals, such as `$120.00, EUR 50.00`: that in the account's own currency first.
fn amounts(totals: &Totals, own: Currency) -> String {
    let in_own = totals.get(own.code()).map(|minor| format::money(*minor, own));
    let others = totals.iter().filter(|(code, _)| *code != own.code());
    let others = others.map(|(code, minor)| format::coded(*minor, currency(code)));
    in_own.into_iter().chain(others).collect::<Vec<_>>().join(", ")
}

/// Says in which languages letters are, such as `98 in English, 32 in German`, if they are in several.
pub(super) fn in_languages(locales: impl Iterator<Item = Locale>) -> Option<String> {
    let mut counts: HashMap<Locale, usize> = HashMap::new();
    for locale in locales {
        *counts.entry(locale.language()).or_default() += 1;
    }
    let said = |locale: &Locale| {
        let count = counts.get(locale)?;
        Some(t!("letters-in-language", count = count, language = locale.as_str()))
    };
    let parts: Vec<_> = Locale::ALL.iter().filter_map(said).collect();
    (parts.len() > 1).then(|| parts.join(", "))
}

/// Returns the values of the fields that all letters have.
pub(super) fn values(receiver: &Receiver, letterhead: &Letterhead, today: NaiveDate) -> Values {
    let signer = letterhead.model.signer_name.clone();
    let locale = receiver.locale;
    Values::from([
        ("salutation", receiver.salutation.clone()),
        ("first_name", receiver.first_name.clone()),
        ("name", receiver.to.first().cloned().unwrap_or_default()),
        ("address", receiver.address.clone()),
        ("date", long_day(locale, today)),
        ("organisation", letterhead.model.organisation.clone()),
        ("signer", signer.unwrap_or_default()),
    ])
}

/// Makes the letter to a receiver for a run. It is about those to whom it goes, and those who gave.
pub(super) fn new_letter(
    receiver: &Receiver,
    givers: impl Iterator<Item = i64>,
    text: Letter,
    gift_ids: Vec<i64>,
) -> NewLetter {
    NewLetter {
        contact_id: receiver.contact_id,
        contact_ids: receiver.contact_ids.iter().copied().chain(givers).collect(),
        text,
        gift_ids,
        is_receipt: false,
        email: receiver.email.clone(),
    }
}

/// Returns who signs, and as what, if the words say it.
fn signer(template: &Template, values: &Values) -> Vec<String> {
    let Some(title) = &template.signer_title else { return Vec::new() };
    let name = values.get("signer").filter(|name| !name.is_empty());
    name.into_iter().chain([title]).cloned().collect()
}

/// Makes a letter. The tables stand in the paragraph that is meant for them, or else at the end.
///
/// # Errors
/// Why it cannot be printed, as the end of a sentence that begins with the name.
pub(super) fn letter(
    template: &Template,
    receiver: &Receiver,
    values: &Values,
    tables: Vec<Table>,
) -> Result<Letter, String> {
    if receiver.address.is_empty() && template.has("address") {
        return Err(NO_ADDRESS.to_owned());
    }
    let mut tables = Some(tables);
    let mut parts = Vec::new();
    for paragraph in paragraphs(&template.body) {
        if is_list(&paragraph) {
            parts.extend(tables.take().into_iter().flatten().map(Part::Table));
        } else {
            let text = filled(&paragraph, values);
            parts.extend(Some(text).filter(|text| !text.trim().is_empty()).map(Part::Text));
        }
    }
    debug_assert!(!values.contains_key(LIST), "it is no text");
    let letter = Letter {
        to: receiver.to.clone(),
        date: values.get("date").cloned().unwrap_or_default(),
        subject: filled(&template.subject, values),
        parts,
        enclosed: tables.unwrap_or_default(),
        locale: receiver.locale,
        signer: signer(template, values),
        legal: template.legal_text.clone(),
    };
    let (words, in_tables) = letter.chars();
    let number = |number: usize| grouped(&number.to_string(), ",");
    if words > WORDS_MAX {
        return Err(format!("has a letter with more than {} characters", number(WORDS_MAX)));
    } else if in_tables > TABLES_MAX {
        return Err(format!("has tables with more than {} characters", number(TABLES_MAX)));
    }
    match letter.lacking() {
        None => Ok(letter),
        Some(sign) => Err(format!("has a letter with {sign}, which the typeface lacks")),
    }
}
