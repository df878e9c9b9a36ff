//! Amounts as people type them: `$1,250.00`, `1,250`, `50 EUR`. The API takes plain numbers alone.

use iso_currency::{Currency, IntoEnumIterator};
use serde_json::Value;

use super::typed::{Typed, text};
use crate::fields::Problems;
use crate::fields::field::{Control, Entry};
use crate::fields::spoken::gift_type;
use crate::language::spoken;
use crate::locale::{decimal_mark, has_decimal_comma};
use crate::money::{self, Amount, Decimal};
use crate::resources::contacts::search;
use crate::resources::imports::mapping::values;

/// The rule for a comma that is not between thousands: it may be a decimal comma.
const COMMA: &str = "has a comma that could mean two amounts. Write cents behind a point, as in 12.50; commas stand only \
     between thousands, as in 1,250.00";

/// The same rule where the comma stands before the cents.
const DECIMAL_COMMA: &str = "could mean two amounts. Write a whole amount without a point, as in 1250, and cents behind a \
     comma, as in 12,50";

/// What fundraisers write between an amount and the number of a cheque, in the languages of pages.
const CHEQUE: [&str; 8] = ["check", "cheque", "chèque", "scheck", "chq", "chk", "ck", "#"];

fn comma(currency: Currency) -> &'static str {
    if !spoken().is_english() && has_decimal_comma(spoken(), currency) { DECIMAL_COMMA } else { COMMA }
}

/// Returns the currency of a form, or this one if the form has none.
pub(in crate::web) fn currency_of(typed: &Typed, otherwise: Currency) -> Currency {
    let code = typed.iter().find(|(name, _)| name.ends_with("_currency")).and_then(|(_, code)| code.as_str());
    code.and_then(|code| money::currency(&code.trim().to_ascii_uppercase())).unwrap_or(otherwise)
}

/// Replaces the amounts of a form by plain numbers. Adds a problem for one that could mean two amounts, or that names
/// another currency than the form. Keeps a text that is not an amount, because the field reports it itself.
pub(in crate::web) fn read(
    entries: &[Entry],
    typed: &mut Typed,
    currency: Currency,
    problems: &mut Problems,
) {
    read_within("", entries, typed, currency, problems);
}

/// Does the same for a form, or for an item of a list in it, whose fields begin with `prefix`.
fn read_within(
    prefix: &str,
    entries: &[Entry],
    typed: &mut Typed,
    currency: Currency,
    problems: &mut Problems,
) {
    for entry in entries {
        match entry.control {
            Control::Money => match plain(text(typed, entry.name), currency) {
                Ok(Some(number)) => {
                    typed.insert(entry.name.to_owned(), number.into());
                }
                Ok(None) => {}
                Err(rule) => problems.add(&format!("{prefix}{}", entry.name), rule),
            },
            Control::List(entries) => {
                let items = typed.get_mut(entry.name).and_then(Value::as_array_mut).into_iter().flatten();
                for (i, item) in items.filter_map(Value::as_object_mut).enumerate() {
                    read_within(&format!("{}[{i}].", entry.name), entries, item, currency, problems);
                }
            }
            _ => {}
        }
    }
}

/// Writes the amounts of a stored record as the language of the page does, so that a form shows them as people type them.
/// [`read`] reads them again.
pub(in crate::web) fn written(entries: &[Entry], mut stored: Typed) -> Typed {
    write_within(entries, &mut stored);
    stored
}

/// Does the same for a record, or for an item of a list in it.
fn write_within(entries: &[Entry], stored: &mut Typed) {
    for entry in entries {
        match (entry.control, stored.get_mut(entry.name)) {
            (Control::Money, Some(Value::String(number))) => *number = in_language(number),
            (Control::List(entries), Some(Value::Array(items))) => {
                for item in items.iter_mut().filter_map(Value::as_object_mut) {
                    write_within(entries, item);
                }
            }
            _ => {}
        }
    }
}

/// Writes a plain number as the language of the page does, without marks between thousands.
fn in_language(number: &str) -> String {
    number.replacen('.', &decimal_mark(spoken()).to_string(), 1)
}

/// Returns an amount of an address as a field shows it: a plain number as the language of the page writes it, and anything
/// else as it was typed.
pub(in crate::web) fn shown(typed: &str, currency: Currency) -> String {
    let number = Decimal::parse(typed).ok().and_then(|_| plain(typed, currency).ok().flatten());
    number.map_or_else(|| typed.to_owned(), |number| in_language(&number))
}

/// Writes a plain number for an address, which pages in every language read as the same. A point before three digits
/// may stand between thousands, so a fourth digit is added, which [`plain`] takes off.
pub(in crate::web) fn in_address(number: &str) -> String {
    let is_ambiguous = number.split_once('.').is_some_and(|(_, fraction)| fraction.len() == 3);
    if is_ambiguous { format!("{number}0") } else { number.to_owned() }
}

/// Returns an amount as a plain number, or nothing if the text is not an amount.
pub(in crate::web) fn plain(typed: &str, currency: Currency) -> Result<Option<String>, String> {
    let typed = typed.trim().replace('\u{2212}', "-");
    let (sign, rest) = without_minus(&typed);
    let is_number = |c: char| c.is_ascii_digit() || "-+.,".contains(c);
    let (before, rest) = rest.split_at(rest.find(is_number).unwrap_or(rest.len()));
    let (second_sign, rest) = without_minus(rest);
    let (number, after) = rest.split_at(rest.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1));
    let (number, after) = without_dash(number, after, currency);
    for name in [before.trim(), after.trim()].into_iter().filter(|name| !name.is_empty()) {
        if !is_of(name, currency) {
            return if is_any(name) { Err(contradiction(name, currency)) } else { Ok(None) };
        }
    }
    if !sign.is_empty() && !second_sign.is_empty() {
        return Ok(None);
    }
    Ok(digits(&number, currency)?.map(|digits| format!("{sign}{second_sign}{digits}")))
}

/// Returns the amount and the number of a cheque, if both were typed in one field: `50 ck 1044`, `50 € Scheck 1044`, `50 #1044`.
pub(in crate::web) fn with_check_number(typed: &str) -> Option<(String, String)> {
    let typed = typed.trim();
    typed.match_indices(char::is_whitespace).find_map(|(at, _)| {
        let rest = typed[at..].trim().to_lowercase();
        let word = CHEQUE.into_iter().find(|word| rest.starts_with(word))?;
        let number = rest[word.len()..].trim_start_matches(['.', '#', ' ']);
        // A fund of a sum may be called so: `20 Roof + 30 Meals #3`.
        let is_number = !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && (word != "#" || !typed[..at].contains('+'));
        is_number.then(|| (typed[..at].to_owned(), number.to_owned()))
    })
}

/// Returns the amount and the type of gifts, if both were typed in one field: `50 Überweisung`. A type is meant by its name, or
/// by a word for a way to pay. A fund of a sum may be called so.
pub(in crate::web) fn with_type(typed: &str, types: &[(i64, String)]) -> Option<(String, i64)> {
    let typed = typed.trim();
    if typed.contains('+') {
        return None;
    }
    typed.match_indices(char::is_whitespace).find_map(|(at, _)| {
        let word = typed[at..].trim();
        let id = meant(word, types).filter(|_| word.starts_with(char::is_alphabetic))?;
        Some((typed[..at].to_owned(), id))
    })
}

/// Returns the type of gifts that a word means: the one that is called so, or the one that every account has.
fn meant(word: &str, types: &[(i64, String)]) -> Option<i64> {
    let is_called =
        |name: &str| [name, &gift_type(name)].iter().any(|name| search::plain(name) == search::plain(word));
    let called = types.iter().find(|(_, name)| is_called(name));
    let standard = || types.iter().find(|(_, name)| values::gift_type(word) == Some(name.as_str()));
    called.or_else(standard).map(|(id, _)| *id)
}

/// Returns an amount without the points between its thousands, where the language of the page writes them so: `1.250 €` could
/// mean two amounts, unless a way to pay behind it shows that it is complete. In a currency with three decimals, it still could.
pub(in crate::web) fn without_group_points(amount: &str, currency: Currency) -> String {
    let number = amount.trim_matches(|c: char| !c.is_ascii_digit());
    let is_clear = decimal_mark(spoken()) == ',' && money::exponent(currency) < 3;
    let joined = joined(number).filter(|_| is_clear);
    joined.map_or_else(|| amount.to_owned(), |joined| amount.replacen(number, &joined, 1))
}

/// Takes the parts of a gift for several funds out of an amount that was typed as their sum: `30 Roof + 20 Meals`. Returns
/// whether it was.
pub(in crate::web) fn take_parts(typed: &mut Typed, currency: Currency) -> bool {
    let Some(parts) = by_fund(text(typed, "gift_amount"), currency) else { return false };
    let minor = |(amount, _): &(String, String)| Decimal::parse(amount).ok()?.to_minor(currency).ok();
    let sum = parts.iter().map(minor).try_fold(0_i64, |sum, minor| sum.checked_add(minor?));
    let Some(sum) = sum else { return false };
    let part = |(amount, fund): (String, String)| -> Value {
        let fields = [("split_amount", amount), ("split_fund", fund)];
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect())
    };
    typed.insert("gift_amount".to_owned(), Amount::new(sum, currency).to_string().into());
    typed.insert("gift_fund".to_owned(), "".into());
    typed.insert("splits".to_owned(), parts.into_iter().map(part).collect());
    true
}

/// Returns the sum of a gift's parts as people type it. [`take_parts`] reads it again.
pub(in crate::web) fn sum_of_parts(typed: &Typed) -> Option<String> {
    let part = |part: &Value| {
        let amount = in_language(part["split_amount"].as_str()?);
        Some(format!("{amount} {}", part["split_fund"].as_str()?))
    };
    let parts = typed.get("splits")?.as_array()?.iter().map(part).collect::<Option<Vec<_>>>()?;
    Some(parts.join(" + "))
}

/// Returns the parts of a sum as plain numbers, each with its fund, or nothing if there are not several.
fn by_fund(typed: &str, currency: Currency) -> Option<Vec<(String, String)>> {
    let part = |part: &str| {
        let mut words = part.split_whitespace().peekable();
        let amount = plain(words.next()?, currency).ok()??;
        words.next_if(|word| is_of(word, currency));
        // Further digits may be of the amount: `1 250,50 Roof`.
        words.peek().filter(|word| !word.starts_with(|letter: char| letter.is_ascii_digit()))?;
        Some((amount, words.collect::<Vec<_>>().join(" ")))
    };
    let parts = typed.split('+').map(part).collect::<Option<Vec<_>>>()?;
    (parts.len() > 1).then_some(parts)
}

/// Returns whether a type of gifts is a cheque, by its name.
pub(in crate::web) fn is_cheque(gift_type: &str) -> bool {
    CHEQUE.contains(&gift_type.to_lowercase().as_str())
}

fn without_minus(text: &str) -> (&str, &str) {
    let rest = text.strip_prefix('-').unwrap_or(text);
    (&text[..text.len() - rest.len()], rest.trim_start())
}

/// Leaves out the dash that stands for no cents, as in `25,-` and `25.–`.
fn without_dash<'a>(number: &str, after: &'a str, currency: Currency) -> (String, &'a str) {
    const DASHES: [char; 3] = ['-', '\u{2013}', '\u{2014}'];
    let dash = after.strip_prefix([',', '.']).filter(|rest| rest.starts_with(DASHES));
    let Some(rest) = dash else { return (number.to_owned(), after) };
    // It shows that the points before it stand between thousands: `1.250,-`.
    let is_comma = after.starts_with(',') && has_decimal_comma(spoken(), currency);
    (format!("{number}{}", if is_comma { ",0" } else { "" }), rest.trim_start_matches(DASHES))
}

/// Returns a number without the points between its thousands, where commas stand before cents. Two points or more can stand
/// nowhere else: `1.000.000`.
fn without_points(number: &str, currency: Currency) -> Option<String> {
    let is_clear = number.matches('.').count() > 1 && has_decimal_comma(spoken(), currency);
    joined(number).filter(|_| is_clear)
}

/// Returns the digits of a whole number that has points between its thousands.
fn joined(number: &str) -> Option<String> {
    let groups: Vec<&str> = number.split('.').collect();
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_grouped = groups.iter().all(|group| is_digits(group))
        && groups.iter().skip(1).all(|group| group.len() == 3)
        && groups.first().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'));
    (groups.len() > 1 && is_grouped).then(|| groups.concat())
}

/// Returns a number with a comma before its cents as one with a point, where amounts of the currency, or numbers in the language
/// of the page, are written so.
fn with_decimal_comma(number: &str, currency: Currency) -> Option<String> {
    let (whole, cents) = number.rsplit_once(',').filter(|_| has_decimal_comma(spoken(), currency))?;
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_cents = is_digits(cents) && cents.len() <= money::exponent(currency).max(2) as usize;
    let separator =
        ['.', ' ', '\u{a0}', '\u{202f}', '\''].into_iter().find(|separator| whole.contains(*separator));
    let mut groups = whole.split(separator.unwrap_or('.'));
    let first = groups.next().unwrap_or_default();
    let is_whole = is_digits(first)
        && (separator.is_none() || first.len() <= 3)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    (is_cents && is_whole)
        .then(|| format!("{}.{cents}", whole.replace(['.', ' ', '\u{a0}', '\u{202f}', '\''], "")))
}

/// Returns a number without the separators of its thousands, or nothing if it is not a number.
fn digits(number: &str, currency: Currency) -> Result<Option<String>, String> {
    if let Some(number) = with_decimal_comma(number, currency).or_else(|| without_points(number, currency)) {
        return Ok(Some(number));
    }
    let (whole, fraction) = number.split_once('.').map_or((number, None), |(w, f)| (w, Some(f)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_digits(whole) {
        let decimals = money::exponent(currency);
        let is_thousands = |fraction: &str| fraction.len() == 3 && is_digits(fraction);
        if fraction.is_some_and(is_thousands) && comma(currency) == DECIMAL_COMMA {
            return Err(DECIMAL_COMMA.to_owned());
        }
        // A point before three digits may stand between thousands.
        return match fraction {
            Some(fraction) if is_thousands(fraction) && decimals < 3 => {
                Err(format!("has more than the {decimals} decimals of {}", currency.code()))
            }
            Some(fraction) if fraction.contains(',') => Err(comma(currency).to_owned()),
            Some(fraction) if fraction.len() == 4 && fraction.ends_with('0') && is_digits(fraction) => {
                Ok(Some(number[..number.len() - 1].to_owned()))
            }
            _ => Ok(Some(number.to_owned())),
        };
    }
    for separator in [',', ' ', '\u{a0}', '\u{202f}', '\''] {
        let mut groups = whole.split(separator);
        let first = groups.next().unwrap_or_default();
        let is_grouped = is_digits(first)
            && first.len() <= 3
            && !first.starts_with('0')
            && groups.all(|group| group.len() == 3 && is_digits(group));
        if is_grouped && fraction.is_none_or(is_digits) {
            let fraction = fraction.map(|fraction| format!(".{fraction}")).unwrap_or_default();
            return Ok(Some(whole.replace(separator, "") + &fraction));
        }
    }
    if number.contains(',') { Err(comma(currency).to_owned()) } else { Ok(None) }
}

/// Returns whether a sign or a code means this currency: `$`, `US$`, `$US` and `usd` mean USD. The euro has a name of its own.
fn is_of(name: &str, currency: Currency) -> bool {
    let (code, sign) = (currency.code(), currency.symbol().to_string());
    name.eq_ignore_ascii_case(code)
        || name == sign
        || currency == Currency::EUR && ["euro", "euros"].contains(&name.to_lowercase().as_str())
        || (1..code.len()).map(|length| &code[..length]).any(|country| {
            // English writes `US$`, and French `$US`.
            name == format!("{country}{sign}") || name == format!("{sign}{country}")
        })
}

fn is_any(name: &str) -> bool {
    Currency::iter().any(|currency| is_of(name, currency))
}

fn contradiction(name: &str, currency: Currency) -> String {
    let code = currency.code();
    format!(
        "says {name}, and the currency is {code}. Leave {name} out, or choose its currency in the form of a gift or pledge"
    )
}

#[cfg(test)]
mod tests;
