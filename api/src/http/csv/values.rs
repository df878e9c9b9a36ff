//! Cells with several values, which semicolons separate.
//!
//! A backslash makes the special character after it an ordinary one, so that every text can be a value. Before any other
//! character it is a backslash.

/// A character of a cell, and whether a backslash before it makes it an ordinary one.
pub(super) type Char = (char, bool);

/// The separator of values.
const SEPARATOR: char = ';';
/// The special characters: `[` begins a list in JSON.
const SPECIAL: &[char] = &[SEPARATOR, '\\', '['];

/// Writes values as a cell. Empty values at the end are left out.
pub fn join<S: AsRef<str>>(values: &[S]) -> String {
    let count = values.iter().rposition(|value| !value.as_ref().is_empty()).map_or(0, |last| last + 1);
    let mut cell = String::new();
    for (i, value) in values.iter().take(count).enumerate() {
        if i > 0 {
            cell.push(SEPARATOR);
        }
        for character in value.as_ref().chars() {
            if matches!(character, SEPARATOR | '\\') || character == '[' && cell.is_empty() {
                cell.push('\\');
            }
            cell.push(character);
        }
    }
    cell
}

/// Reads the values of a cell, trimmed. An empty cell has none.
pub fn split(cell: &str) -> Vec<String> {
    split_at_most(cell, usize::MAX).unwrap_or_default()
}

/// Reads the values of a cell, unless it has more than this many.
pub fn split_at_most(cell: &str, max: usize) -> Option<Vec<String>> {
    if cell.trim().is_empty() {
        return Some(Vec::new());
    }
    let marked = marked(cell, |character| SPECIAL.contains(&character));
    let values: Vec<_> = parts(&marked).take(max.saturating_add(1)).collect();
    (values.len() <= max).then(|| values.into_iter().map(|part| text(trimmed(part))).collect())
}

/// Reads the characters of a cell.
pub(super) fn marked(cell: &str, is_special: impl Fn(char) -> bool) -> Vec<Char> {
    let mut marked = Vec::with_capacity(cell.len());
    let mut characters = cell.chars();
    while let Some(character) = characters.next() {
        let next = characters.clone().next().filter(|next| character == '\\' && is_special(*next));
        if let Some(next) = next {
            characters.next();
            marked.push((next, true));
        } else {
            marked.push((character, false));
        }
    }
    marked
}

/// Splits a cell at its semicolons.
pub(super) fn parts(marked: &[Char]) -> impl Iterator<Item = &[Char]> {
    marked.split(|character| *character == (SEPARATOR, false))
}

/// Removes white space at both ends that no backslash makes part of the value.
pub(super) fn trimmed(mut part: &[Char]) -> &[Char] {
    let is_space = |(character, escaped): &Char| character.is_whitespace() && !escaped;
    while let Some((_, rest)) = part.split_first().filter(|(first, _)| is_space(first)) {
        part = rest;
    }
    while let Some((_, rest)) = part.split_last().filter(|(last, _)| is_space(last)) {
        part = rest;
    }
    part
}

pub(super) fn text(part: &[Char]) -> String {
    part.iter().map(|(character, _)| character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_whatever_characters_they_have() {
        for (values, cell) in [
            (&["a", "b c"][..], "a;b c"),
            (&["x;y", "\\", "\\;"], "x\\;y;\\\\;\\\\\\;"),
            (&["[z]", "[z]"], "\\[z];[z]"),
            (&["", "b"], ";b"),
            (&["C:\\temp"], "C:\\\\temp"),
            (&[], ""),
        ] {
            assert_eq!(join(values), cell);
            assert_eq!(split(cell), values);
        }
        assert_eq!(join(&["a", "", ""]), "a");
        assert_eq!(split(" a ; C:\\temp;"), ["a", "C:\\temp", ""]);
        assert_eq!(split_at_most("a;b", 2), Some(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(split_at_most("a;b;", 2), None);
    }
}
