//! Conditions that several filters share.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr, SimpleExpr};
use sea_orm::{Condition, DbBackend};
use shared::database::rows;

/// Letters that databases write in lower case in different ways, and the letter that replaces each.
const FOLDED: [(char, char); 2] = [('İ', 'i'), ('ς', 'σ')];

/// Returns the condition that a text contains a word, without regard to case, and the same on both databases.
///
/// SQLite converts only ASCII letters to lower case, so there a pattern has every case of each letter. PostgreSQL may do so
/// too, in some locales. So there the condition looks for the word in lower case, in capitals, and with a capital first
/// letter.
pub fn contains(backend: DbBackend, text: impl Into<SimpleExpr>, word: &str) -> Condition {
    let text = text.into();
    // `ß` has two capitals, so `straße` finds `Strasse`.
    let words = [folded(word), folded(&word.to_uppercase())];
    if backend == DbBackend::Sqlite {
        let like = |word: &String| in_any_case(text.clone(), &format!("*{}*", any_case(word)));
        return any(words.iter().map(like));
    }
    let text: SimpleExpr = Func::lower(translated(text, &words)).into();
    let capitalised = words.each_ref().map(|word| capitalised(word));
    let capitals = words.each_ref().map(|word| capitals(word));
    let spellings: BTreeSet<_> = words.into_iter().chain(capitals).chain(capitalised).collect();
    any(spellings.iter().map(|word| text.clone().like(LikeExpr::new(like(word)).escape('\\'))))
}

/// Returns the condition that a text equals another one, without regard to case. An index of the text in lower case
/// carries it, except for letters beyond ASCII on SQLite.
pub fn equals(backend: DbBackend, text: impl Into<SimpleExpr>, other: &str) -> SimpleExpr {
    let text = text.into();
    if backend == DbBackend::Sqlite && !other.is_ascii() {
        return in_any_case(text, &any_case(&folded(other)));
    }
    Expr::expr(Func::lower(text)).eq(Expr::expr(Func::lower(Expr::val(other))))
}

fn any(conditions: impl Iterator<Item = SimpleExpr>) -> Condition {
    conditions.fold(Condition::any(), Condition::add)
}

/// Returns the SQL of PostgreSQL for a text in which the [`FOLDED`] letters are replaced, as far as the words ask for it.
fn translated(text: SimpleExpr, words: &[String]) -> SimpleExpr {
    let is_asked = |instead: char| words.iter().any(|word| word.contains(instead));
    let (letters, instead): (String, String) =
        FOLDED.iter().filter(|(_, instead)| is_asked(*instead)).copied().unzip();
    if letters.is_empty() {
        return text;
    }
    Func::cust("TRANSLATE").args([text, Expr::val(letters), Expr::val(instead)]).into()
}

/// Writes a word in lower case, letter by letter, as databases do.
fn folded(word: &str) -> String {
    let lower = |letter: char| {
        let instead = FOLDED.iter().find(|(folded, _)| *folded == letter).map(|(_, instead)| *instead);
        instead.or_else(|| single(letter.to_lowercase())).unwrap_or(letter)
    };
    word.chars().map(lower).collect()
}

/// Returns a letter, if there are not several.
fn single(mut letters: impl Iterator<Item = char>) -> Option<char> {
    letters.next().filter(|_| letters.next().is_none())
}

/// Returns the condition that a text fits a pattern of SQLite.
fn in_any_case(text: SimpleExpr, pattern: &str) -> SimpleExpr {
    Expr::cust_with_exprs("? GLOB ?", [text, Expr::val(pattern)])
}

/// Writes a folded word as a pattern of SQLite: each letter in all its cases.
fn any_case(word: &str) -> String {
    let mut pattern = String::with_capacity(word.len() * 4);
    for letter in word.chars() {
        let capital = single(letter.to_uppercase()).filter(|capital| *capital != letter);
        let folded = FOLDED.iter().filter(|(_, instead)| *instead == letter).map(|(folded, _)| *folded);
        let others: String = capital.into_iter().chain(folded).collect();
        if others.is_empty() && !['*', '?', '['].contains(&letter) {
            pattern.push(letter);
        } else {
            pattern.extend(['[', letter]);
            pattern.push_str(&others);
            pattern.push(']');
        }
    }
    pattern
}

fn like(word: &str) -> String {
    let escaped = word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}

/// Returns a word in capitals, but with its ASCII letters in lower case, because every database converts those.
fn capitals(word: &str) -> String {
    word.to_uppercase().to_ascii_lowercase()
}

/// Returns a word in lower case with a capital first letter, unless that letter is ASCII.
fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| capitals(&first.to_string())).unwrap_or_default();
    first + letters.as_str()
}

/// Returns the condition that an id is one of `ids`. All ids together are one parameter.
pub fn one_of(backend: DbBackend, id: impl Into<SimpleExpr>, ids: Vec<i64>) -> SimpleExpr {
    let (id_place, ids_place) = if backend == DbBackend::Sqlite { ("?", "?") } else { ("$1", "$2") };
    let (these, ids) = rows::one_of(backend, ids_place, ids);
    Expr::cust_with_exprs(format!("{id_place} {these}"), [id.into(), Expr::val(ids)])
}
