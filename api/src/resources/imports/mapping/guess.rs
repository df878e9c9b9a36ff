//! Guesses which field a column is, by its heading. Case, accents, spaces and punctuation do not matter.

use std::collections::HashSet;

use shared::values::choices::Locale;

use super::targets::{self, FULL_NAME, joins};
use super::words::{contacts, gifts, meaning, plain, pledges};
use crate::fields::spoken;
use crate::http::csv::Items;
use crate::language::speak;
use crate::records::importable::Importable;
use crate::resources::imports::layout::{COLUMNS_MAX, Layout};
use crate::resources::imports::reading::separator::Known;

/// The longest heading that is guessed, in bytes.
const HEADING_MAX: usize = 200;

/// The fields of names: the whole, the first and the last name.
const NAMES: [[&str; 3]; 2] =
    [[FULL_NAME, "contact_fname", "contact_lname"], ["donor_full_name", "donor_fname", "donor_lname"]];

/// Headings of whole names that are a part of one beside others, and whether it is the last name: `Name` beside `Vorname`.
const PARTS: [(&str, &[&str], bool); 4] = [
    ("name", &["vorname", "vornamen"], true),
    ("nom", &["prenom", "prenoms"], true),
    ("nombre", &["apellido", "apellidos", "primerapellido"], false),
    ("nome", &["apelido", "apelidos", "sobrenome"], false),
];

/// Returns the field of a kind that a word means in headings.
fn by_word<R: Importable>(plain: &str) -> Option<&'static str> {
    match R::KIND {
        "contacts" => meaning(contacts::TABLE, plain),
        "gifts" => meaning(gifts::TABLE, plain).or_else(|| {
            let own = meaning(contacts::TABLE, plain)?;
            gifts::DONOR.iter().find(|(_, field)| *field == own).map(|(field, _)| *field)
        }),
        "pledges" => meaning(pledges::TABLE, plain),
        _ => None,
    }
}

/// Returns the words that mean something neither in English nor in this language.
fn words_of_others(locale: Locale) -> HashSet<&'static str> {
    let tables = [contacts::TABLE, gifts::TABLE, pledges::TABLE];
    let all = tables.into_iter().flatten();
    all.flat_map(|words| words.all().filter(move |word| !words.is_in(locale, word))).collect()
}

/// Guesses the field of each heading. The labels of the language that the person reads are known besides the words of all. A
/// field is given once, unless columns for it are put together, and never one of those that are taken.
pub fn guess<R: Importable>(headings: &[String], taken: &[String], locale: Locale) -> Vec<Option<String>> {
    let labels = labels::<R>(locale);
    let mut guesses: Vec<_> = headings.iter().map(|heading| field_of::<R>(heading, &labels)).collect();
    tell_names_apart(&mut guesses, headings);
    let mut taken = taken.to_vec();
    // What a heading means in English, or to the person, counts more than what it means to others: `Date` beside `Data`.
    let of_others = words_of_others(locale);
    for is_own in [true, false] {
        for (guess, heading) in guesses.iter_mut().zip(headings) {
            if of_others.contains(plain(heading).as_str()) != is_own {
                *guess = guess.take().filter(|field| joins::<R>(field) || !taken.contains(field));
                taken.extend(guess.clone());
            }
        }
    }
    // With the parts of a name, the whole name says nothing new.
    for [whole, _, part] in NAMES {
        if guesses.iter().flatten().any(|field| field == part) {
            for guess in guesses.iter_mut().filter(|guess| guess.as_deref() == Some(whole)) {
                *guess = None;
            }
        }
    }
    guesses
}

/// Decides what the headings of names mean beside each other.
fn tell_names_apart(guesses: &mut [Option<String>], headings: &[String]) {
    let plains: Vec<String> = headings.iter().map(|heading| plain(heading)).collect();
    for [whole, first, last] in NAMES {
        for (heading, beside, is_last) in PARTS {
            let part = if is_last { last } else { first };
            let is_part = plains.iter().any(|plain| beside.contains(&plain.as_str()))
                && !guesses.iter().flatten().any(|field| field == part);
            for (guess, plain) in guesses.iter_mut().zip(&plains) {
                if is_part && plain == heading && guess.as_deref() == Some(whole) {
                    *guess = Some(part.to_owned());
                }
            }
        }
    }
}

/// Returns what the labels and the names of the fields look like in headings, and the field of each, and so with the headings
/// of files for people. Those in English come first.
fn labels<R: Importable>(locale: Locale) -> Vec<(String, String)> {
    let both = |target: targets::Target| {
        [(plain(&target.label), target.field.clone()), (plain(&target.field), target.field)]
    };
    let of = |locale| {
        let targets = speak(locale, targets::of::<R>).into_iter().flat_map(both);
        targets.chain(speak(locale, parts::<R>))
    };
    let own = Some(locale).filter(|locale| !locale.is_english());
    std::iter::once(Locale::En).chain(own).flat_map(of).collect()
}

/// Returns what the headings of parts look like that a file for people has, such as `Address: City`, and the field of each.
fn parts<R: Importable>() -> Vec<(String, String)> {
    let members = R::EXPORT.into_iter().flat_map(|export| export.people.members);
    let columns = members.flat_map(|member| member.columns);
    let parts = columns.filter(|part| part.items == Items::First && part.column.contains(": "));
    let fields = parts.filter(|part| Layout::has::<R>(part.field));
    fields.map(|part| (plain(&spoken::heading(part.field, part.column)), part.field.to_owned())).collect()
}

fn field_of<R: Importable>(heading: &str, labels: &[(String, String)]) -> Option<String> {
    if Layout::has::<R>(heading.trim()) {
        return Some(heading.trim().to_owned());
    }
    // No label is so long.
    if heading.len() > HEADING_MAX {
        return None;
    }
    let plain = plain(heading);
    if plain.is_empty() {
        return None;
    }
    let by_label = || labels.iter().find(|(label, _)| *label == plain).map(|(_, field)| field.clone());
    by_word::<R>(&plain).map(str::to_owned).or_else(by_label)
}

/// Tells how many headings of a row are known.
pub(in super::super) fn known<R: Importable>(row: &[String]) -> Known {
    let labels = labels::<R>(Locale::En);
    let headings = || row.iter().take(COLUMNS_MAX);
    let fields = headings().filter(|heading| field_of::<R>(heading, &labels).is_some()).count();
    Known { fields, names: headings().filter(|heading| Layout::has::<R>(heading.trim())).count() }
}

#[cfg(test)]
mod tests;
