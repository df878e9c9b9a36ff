//! The rules of fields as people read them, in their language. The API words them for programs, which know fields by their
//! names. The id of the text of a rule is made from the English one: `must not be longer than 100 characters` is
//! `rule-must-not-be-longer-than-n-characters`.

use shared::values::choices::Locale;

use crate::error::AppError;
use crate::fields::spoken as labels;
use crate::language::{Fill as _, known, known_filled, spoken};
use crate::locale::{between_thousands, decimal_mark, grouped};

/// The beginning of rules about the columns of a file, which have the names of fields.
const OF_A_FILE: &str = "cannot be imported: ";

/// The rule for a text that is none of some choices.
const ONE_OF: &str = "must be one of *";

/// Rules that have texts or words of the account, where the stars are.
const PATTERNS: &[&str] = &[
    "has *, which the typeface of letters lacks",
    "must not have * twice in an object",
    ONE_OF,
    "has more than the * decimals of *",
    "must lie within ±* *",
    "says *, and the currency is *. Leave * out, or choose its currency in the form of a gift or pledge",
    "must not lie after *",
    "fits several contacts (*): merge them, or say which one it is",
    "has a name that *",
    "must stay as it is while batch * (*) is closed: an owner reopens it first",
    "must not be batch * (*), which is closed: an owner reopens it first",
    "must be a batch in the gift's currency, and this one is in *",
    "must stay * while the batch has gifts",
    "The gift was changed by somebody else meanwhile, and is * of * now: look at the line, which keeps what you have typed, and save again",
    "must be a fund on the list of this account, such as *: add a new one to the list first",
    "must be a campaign on the list of this account, such as *: add a new one to the list first",
    "is neither a filter of * nor sort",
    "must be a heading of the file of * for people, and not *",
    "must be none, or of *",
    "must be active or paused, but is disabled: *",
    "must lie after *, because older events were removed",
    "is required, one of *",
    "is none of the user's, which are *",
    "must not have {*} more than * times",
    "has {*}, which is no field of this letter",
    "must have {*} alone in a paragraph of the text",
    "cannot be imported: *",
    "can be read in two ways: *",
    "is in another currency than *: give the file a column with the currency",
    "must be empty if * is JSON",
    "column * is there twice",
    "column * says the same as column *: leave one out",
    "no column is a field of *: the first row must name fields, with commas between them",
    "the workbook cannot be read: *",
    "the workbook is damaged: *",
    "* is no field of * and is ignored",
    "names a column that the file does not have: *",
    "must name fields of *: * is none",
    "gives * to a column and to every record",
    "gives * to two columns, of which one is *",
    "the import cannot be undone: *",
    "* are not taken back: change them one by one",
    "* stays, because it has no event of the import any more: change it yourself",
    "* stays, because it has been changed since: change it yourself",
    "* stays, because it is needed by later records: change those first, and it yourself",
    "* stays, because it stands on a statement or receipt (letters *): take those back first, or change or void it yourself",
    "* stays, because it is not there any more",
    "* stays, because it got its * by the import: change that yourself",
    "* stays, because it was for *, which has another name by now: change it yourself",
    "* stays, because it cannot be as it was (*): change it yourself",
    "no full answer within *",
    "the host does not resolve: *",
    "the host has a forbidden address: webhook_url *",
];

/// The beginnings of patterns whose stars stand for names that the account has given.
const HAVE_OWN_WORDS: [&str; 4] =
    ["must stay as it is while batch", "must not be batch", "must be a fund on", "must be a campaign on"];

/// The longest rule that is worded in another language, in bytes.
const WORDED_MAX: usize = 1000;
/// How many words the place of a problem has at most.
const PLACE_WORDS_MAX: usize = 8;

/// The names of what the texts of rules fill in.
const NUMBERS: [&str; 4] = ["n", "n2", "n3", "n4"];
const FIELDS: [&str; 3] = ["field", "field2", "field3"];
const TEXTS: [&str; 3] = ["text", "text2", "text3"];

/// Returns a rule as people read it.
pub(crate) fn said(rule: &str) -> String {
    let said = match spoken().language() {
        Locale::En if rule.starts_with(OF_A_FILE) => return rule.to_owned(),
        Locale::En => worded(rule),
        _ => translated(rule),
    };
    said.unwrap_or_else(|| with_labels(rule))
}

/// Returns a sentence of the domain that people read in English as the API has it.
pub(crate) fn told(sentence: &str) -> String {
    let told = if spoken().is_english() { None } else { translated(sentence) };
    told.unwrap_or_else(|| sentence.to_owned())
}

/// Returns why a request has failed.
pub(crate) fn failed(error: &AppError) -> String {
    told(&error.to_string())
}

/// Returns a rule in another language than English, or several rules, or one after the place where it is broken.
fn translated(rule: &str) -> Option<String> {
    // A rule that names many values takes long to read, and is not read for its words.
    if rule.len() > WORDED_MAX {
        return None;
    }
    worded(rule).or_else(|| several(rule)).or_else(|| patterned(rule)).or_else(|| placed(rule))
}

/// Returns the text of a rule in which only numbers and the names of fields differ.
fn worded(rule: &str) -> Option<String> {
    let (mut id, mut values) = (String::from("rule"), Vec::new());
    let (mut numbers, mut fields) = (NUMBERS.iter(), FIELDS.iter());
    for word in rule.split(' ') {
        let bare = bare(word);
        if is_name(bare) {
            values.push((*fields.next()?, quoted(&labels::of_name(bare))));
            id.push_str("-field");
        } else if is_number(bare) {
            let is_limit = id.ends_with("-than") || id.ends_with("-most");
            let written = if is_limit { limit(bare) } else { number(bare) };
            values.push((*numbers.next()?, written));
            id.push_str("-n");
        } else {
            let slug = labels::slug(word);
            if !slug.is_empty() {
                id.push('-');
                id.push_str(&slug);
            }
        }
    }
    filled(&id, &values)
}

/// Returns the texts of rules with semicolons between them, if all are known.
fn several(rules: &str) -> Option<String> {
    if !rules.contains("; ") {
        return None;
    }
    let one = |rule: &str| worded(rule).or_else(|| patterned(rule)).or_else(|| placed(rule));
    Some(rules.split("; ").map(one).collect::<Option<Vec<_>>>()?.join("; "))
}

/// Returns the text of a rule that has words of the account.
fn patterned(rule: &str) -> Option<String> {
    PATTERNS.iter().find_map(|pattern| {
        let texts = captured(pattern, rule)?;
        let text = |text: &str| match *pattern {
            ONE_OF => choices(text),
            _ if HAVE_OWN_WORDS.iter().any(|start| pattern.starts_with(start)) => text.to_owned(),
            _ => inner(text),
        };
        let values: Vec<_> = TEXTS.iter().zip(texts).map(|(name, one)| (*name, text(one))).collect();
        filled(&format!("rule-text-{}", labels::slug(pattern)), &values)
    })
}

/// Returns what a rule has in the places of a pattern's stars.
pub(crate) fn captured<'a>(pattern: &str, rule: &'a str) -> Option<Vec<&'a str>> {
    let (first, others) = pattern.split_once('*')?;
    let others: Vec<_> = others.split('*').collect();
    let (mut rest, mut texts) = (rule.strip_prefix(first)?, Vec::new());
    for (i, after) in others.iter().enumerate() {
        let is_last = i + 1 == others.len();
        let (text, left) = if is_last { (rest.strip_suffix(*after)?, "") } else { rest.split_once(*after)? };
        texts.push(text);
        rest = left;
    }
    Some(texts).filter(|texts| texts.iter().all(|text| !text.is_empty()))
}

/// Returns a text within a rule, which may be a rule or a kind itself.
fn inner(text: &str) -> String {
    let kind = || known(&format!("kind-{text}")).map(str::to_owned);
    let rule = worded(text).or_else(|| several(text)).or_else(|| patterned(text));
    rule.or_else(kind).unwrap_or_else(|| text.to_owned())
}

/// Returns choices as people read them.
fn choices(texts: &str) -> String {
    let choice = |text: &str| labels::known_choice(text).unwrap_or_else(|| text.to_owned());
    texts.split(", ").map(choice).collect::<Vec<_>>().join(", ")
}

/// Returns a rule that follows the name of a field, or other words.
fn placed(rule: &str) -> Option<String> {
    rule.match_indices(' ').take(PLACE_WORDS_MAX).find_map(|(at, _)| {
        let (before, rule) = (&rule[..at], &rule[at + 1..]);
        let said = worded(rule).or_else(|| patterned(rule))?;
        Some(format!("{} {said}", place(before)))
    })
}

/// Returns the place of a problem: the label of `emails[0].email_address` has both labels, and the number of the item.
fn place(path: &str) -> String {
    let is_path =
        path.chars().all(|char| char.is_ascii_alphanumeric() || matches!(char, '_' | '.' | '[' | ']'));
    if !is_path || !path.contains(['_', '[']) && !labels::has_label(path) {
        return with_labels(path);
    }
    let part = |part: &str| {
        let (name, item) = part.split_once('[').unwrap_or((part, ""));
        let number = item.trim_end_matches(']').parse::<usize>().ok().map(|index| (index + 1).to_string());
        let label = (!name.is_empty()).then(|| labels::of_name(name));
        label.into_iter().chain(number).collect::<Vec<_>>().join(", ")
    };
    quoted(&path.split('.').map(part).collect::<Vec<_>>().join(", "))
}

/// Returns a rule with the labels of the fields that it names.
fn with_labels(rule: &str) -> String {
    rule.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns a word of a rule. The name of a field becomes its label.
fn word(word: &str) -> String {
    let name = bare(word);
    if is_name(name) {
        format!("{}{}", quoted(&labels::of_name(name)), &word[name.len()..])
    } else {
        word.to_owned()
    }
}

fn bare(word: &str) -> &str {
    word.trim_end_matches([',', ';', ':', '.'])
}

fn is_name(word: &str) -> bool {
    word.contains('_') && word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '−']).unwrap_or(word);
    digits.starts_with(|char: char| char.is_ascii_digit())
        && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b',' | b':' | b'/' | b'-'))
}

/// Returns a limit as other languages than English write counts: `16384` as `16.384`. Other numbers of rules are not written so,
/// because they may be years, or the numbers of records.
fn limit(text: &str) -> String {
    let is_count = !spoken().is_english() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_count { grouped(text, between_thousands(spoken())) } else { number(text) }
}

/// Returns a number of a rule as the language writes it: `12.50` as `12,50`, and `31/12/2026` as `31.12.2026`. With the month
/// first, a day is not written so.
fn number(text: &str) -> String {
    let is_day = matches!(text.split('/').collect::<Vec<_>>()[..], [_, month, _] if month <= "12");
    if is_day && spoken() == Locale::De {
        return text.replace('/', ".");
    }
    let has_cents = text.split_once('.').is_some_and(|(_, cents)| cents.len() == 2 && !cents.contains('.'));
    if has_cents { text.replacen('.', &decimal_mark(spoken()).to_string(), 1) } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    t!("rule-quoted", text = text)
}

fn filled(id: &str, values: &[(&'static str, String)]) -> Option<String> {
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.fill())).collect();
    known_filled(id, &values)
}

/// Returns a text with a small first letter. In German it may be that of a noun, and stays.
pub(crate) fn uncapitalised(text: &str) -> String {
    if spoken() == Locale::De {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
