//! Files for people, who open them in a spreadsheet or merge them into letters: headings, and cells without the marks
//! that an import needs.

use std::borrow::Cow;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};

use super::{begins_like_formula, guarded};
use crate::fields::field::{Field, Fields, InputField};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::fields::types::Text;
use crate::money::Decimal;

/// The mark by which Excel knows UTF-8.
pub(super) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// For whom a file is, other than programs: the parameter `for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// People who open it in a spreadsheet.
    Excel,
}

impl Field for Audience {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema { enum_items: vec!["excel".into()], ..MetaSchema::new("string") })
    }
}

impl InputField for Audience {
    type Value = Self;

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self>, String> {
        match Text::<20>::read(source, path, within)?.as_deref() {
            None => Ok(None),
            Some("excel") => Ok(Some(Self::Excel)),
            Some(_) => Err(Self::rule()),
        }
    }

    fn rule() -> String {
        "must be excel".to_owned()
    }
}

/// The least and the most digits of a phone number.
const DIGITS: std::ops::RangeInclusive<usize> = 5..=20;

/// Writes a text as a cell that no spreadsheet treats as a formula, in a file with this mark before decimals. Phone
/// numbers that begin with `+` have no `'` before them; spaces take the place of their other signs, with which a
/// spreadsheet would calculate.
pub(super) fn cell(text: Cow<'_, str>, decimal_mark: char) -> Cow<'_, str> {
    let has_comma = decimal_mark == ',';
    if has_comma && text.starts_with('-') && Decimal::parse(&text.replacen(',', ".", 1)).is_ok() {
        return text;
    }
    if text.starts_with('+') && text.split(';').all(is_phone) {
        let spaced = text.replace(['-', '(', ')', '.', '/'], " ");
        return spaced.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ").into();
    }
    let breaks = if has_comma { &BREAKS[..] } else { &BREAKS[1..] };
    match guarded(&text) {
        Cow::Borrowed(_) if !text.contains(breaks) => text,
        guarded => guarded_within(&guarded, breaks).into(),
    }
}

/// The signs at which a spreadsheet may begin another cell: where `;` separates lists, Excel reads a file by it, and takes
/// no notice of quotes within a line. Elsewhere it reads a file with `;` between its columns by the comma.
const BREAKS: [char; 5] = [',', ';', '\t', '\r', '\n'];

/// Puts a `'` before each part of a text after a break that begins like a formula.
fn guarded_within(text: &str, breaks: &[char]) -> String {
    let mut parts = text.split_inclusive(breaks);
    let mut guarded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let start = part.trim_start_matches([' ', '"']);
        guarded.push_str(&part[..part.len() - start.len()]);
        if begins_like_formula(start) && !is_phone(start.trim_end_matches(breaks)) {
            guarded.push('\'');
        }
        guarded.push_str(start);
    }
    guarded
}

fn is_phone(text: &str) -> bool {
    let text = text.trim();
    let rest = text.strip_prefix('+').unwrap_or(text);
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '.' | '/');
    rest.chars().all(is_sign) && DIGITS.contains(&rest.chars().filter(char::is_ascii_digit).count())
}

/// Writes values as a cell, without those that are empty.
pub(super) fn joined(texts: &[Cow<'_, str>]) -> String {
    texts.iter().filter(|text| !text.is_empty()).map(AsRef::as_ref).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_are_plain_and_formulas_are_guarded() {
        for (text, shown) in [
            ("+44 20 7946 0000", "+44 20 7946 0000"),
            ("+1 (555) 010-0100", "+1 555 010 0100"),
            ("+1-555-0100", "+1 555 0100"),
            ("x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"),
            ("1; \"=2\tx\n@y", "1; \"'=2\tx\n'@y"),
            ("Ann; Bob\nhome: 5 - 7", "Ann; Bob\nhome: 5 - 7"),
            ("+44 20 7946 0000; +1-555-0100", "+44 20 7946 0000; +1 555 0100"),
            ("+442079460000", "+442079460000"),
            ("(555) 010-0100", "(555) 010-0100"),
            ("-5.00", "-5.00"),
            ("+1-2", "'+1-2"),
            ("+44 20 7946 0000; =1", "'+44 20 7946 0000; '=1"),
            ("+44 20 7946 0000+A1", "'+44 20 7946 0000+A1"),
            ("+44\t2079460000", "'+44\t2079460000"),
            ("=HYPERLINK(\"http://x.example\")", "'=HYPERLINK(\"http://x.example\")"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("O'Brien", "O'Brien"),
        ] {
            assert_eq!(cell(text.into(), '.'), shown);
        }
        // With a decimal comma.
        for (text, shown) in [
            ("-12,50", "-12,50"),
            ("-1.250,00", "'-1.250,00"),
            ("Dach, =1", "Dach, '=1"),
            ("a;=1", "a;'=1"),
            ("-x", "'-x"),
            ("+1-555-0100", "+1 555 0100"),
        ] {
            assert_eq!(cell(text.into(), ','), shown);
        }
    }
}
