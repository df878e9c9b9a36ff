//! Objects of the caller's own in a cell: `shirt=M;sizes[0]=7;address.city=Paris`.
//!
//! A member of another object follows a dot, and an item of a list has its index. A value is a number, `true`, `false`,
//! `null`, `{}` or `[]` if it looks like one, and otherwise a text. A text that looks like one of these, or begins with
//! `"`, is written in double quotes, as in JSON. A backslash makes a special character an ordinary one.

use std::fmt::Write as _;

use serde_json::Value;
use serde_json::value::RawValue;

use super::values::{Char, marked, parts, text, trimmed};
use crate::fields::json::parse_stored;

/// The longest cell that spreadsheets allow, in characters. An object that needs more stays JSON.
const CELL_MAX: usize = 32_767;
/// The special characters of a name.
const SPECIAL: &[char] = &[';', '\\', '=', '.', '[', ']', '{'];

/// A step from an object to a member, or from a list to an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Index(usize),
}

/// Writes an object as a cell. Returns `None` if it has to stay JSON.
pub(super) fn flatten(object: &RawValue) -> Option<String> {
    let mut cell = String::new();
    write_object(object, None, &mut cell)?;
    Some(cell).filter(|cell| !cell.is_empty() && cell.chars().count() <= CELL_MAX)
}

/// Writes the members of an object. The whole object has no path. That of another one may be empty, because a name may
/// be.
fn write_object(object: &RawValue, path: Option<&str>, cell: &mut String) -> Option<()> {
    for (name, member) in parse_stored(object.get().as_bytes()).ok()? {
        let name = escaped(&name, SPECIAL);
        let path = path.map_or_else(|| name.clone(), |path| format!("{path}.{name}"));
        write(member, &path, cell)?;
    }
    Some(())
}

fn write(value: &RawValue, path: &str, cell: &mut String) -> Option<()> {
    // A character has at most four bytes.
    if cell.len() > 4 * CELL_MAX {
        return None;
    }
    match value.get().as_bytes().first()? {
        b'{' => {
            let before = cell.len();
            write_object(value, Some(path), cell)?;
            if cell.len() == before {
                add(path, "{}", cell);
            }
        }
        b'[' => {
            let items: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
            if items.is_empty() {
                add(path, "[]", cell);
            }
            for (i, item) in items.into_iter().enumerate() {
                write(item, &format!("{path}[{i}]"), cell)?;
            }
        }
        b'"' => {
            let text: String = serde_json::from_str(value.get()).ok()?;
            // In quotes, it is read as a text.
            let text = if is_quoted(&text) || is_json(&text) { value.get().to_owned() } else { text };
            add(path, &escaped(&text, &[';', '\\']), cell);
        }
        _ => add(path, value.get(), cell),
    }
    Some(())
}

fn add(path: &str, value: &str, cell: &mut String) {
    let separator = if cell.is_empty() { "" } else { ";" };
    // Writing to a string cannot fail.
    let _ = write!(cell, "{separator}{path}={value}");
}

/// Puts a backslash before special characters, and before white space at either end, which would be trimmed.
fn escaped(text: &str, special: &[char]) -> String {
    let last = text.chars().count().saturating_sub(1);
    let mut escaped = String::with_capacity(text.len());
    for (i, character) in text.chars().enumerate() {
        if special.contains(&character) || character.is_whitespace() && (i == 0 || i == last) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns whether a value begins as a text in quotes does.
fn is_quoted(value: &str) -> bool {
    value.starts_with('"')
}

/// Returns whether a value is the JSON of a number, of a text in quotes, or one of these words.
fn is_json(value: &str) -> bool {
    let is_number = value.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    matches!(value, "true" | "false" | "null" | "{}" | "[]")
        || (is_number || is_quoted(value)) && serde_json::from_str::<&RawValue>(value).is_ok()
}

/// Reads a cell of pairs as JSON. A repeated name is repeated in the JSON, so that the field's own check reports it.
/// Returns `None` if the cell is not a list of pairs.
pub fn unflatten(cell: &str) -> Option<String> {
    if cell.chars().count() > CELL_MAX {
        return None;
    }
    let (mut json, mut before) = (String::new(), Vec::new());
    let is_special = |character: char| SPECIAL.contains(&character) || character.is_whitespace();
    for pair in parts(&marked(cell, is_special)) {
        if trimmed(pair).is_empty() {
            continue;
        }
        let equals = pair.iter().position(|character| *character == ('=', false))?;
        let (name, value) = pair.split_at(equals);
        let path = path(trimmed(name))?;
        go(&before, &path, &mut json)?;
        let value = text(trimmed(value.get(1..)?));
        json.push_str(&if is_json(&value) { value } else { Value::from(value).to_string() });
        before = path;
    }
    close(&before, 0, &mut json);
    Some(json).filter(|json| !json.is_empty())
}

/// Reads the path before an equals sign.
fn path(name: &[Char]) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for segment in name.split(|character| *character == ('.', false)) {
        let mut pieces = segment.split(|character| *character == ('[', false));
        steps.push(Step::Name(text(pieces.next()?)));
        for piece in pieces {
            let digits = piece.split_last().filter(|(last, _)| **last == (']', false))?.1;
            steps.push(Step::Index(text(digits).parse().ok()?));
        }
    }
    Some(steps)
}

/// Closes the objects and lists of the path before that this path is not in, and opens those that it is in.
fn go(before: &[Step], path: &[Step], json: &mut String) -> Option<()> {
    // The last step is always new, even if it is the same again.
    let shared_max = before.len().min(path.len()).saturating_sub(1);
    let shared = before.iter().zip(path).take(shared_max).take_while(|(one, other)| one == other).count();
    close(before, shared + 1, json);
    for (i, step) in path.iter().enumerate().skip(shared) {
        let previous = before.get(i).filter(|_| i == shared);
        match (step, previous) {
            (Step::Name(_), Some(Step::Name(_))) => json.push(','),
            (Step::Index(index), Some(Step::Index(last))) if *index == last + 1 => json.push(','),
            (Step::Name(_), None) => json.push('{'),
            (Step::Index(0), None) => json.push('['),
            _ => return None,
        }
        if let Step::Name(name) = step {
            json.push_str(&Value::from(name.as_str()).to_string());
            json.push(':');
        }
    }
    Some(())
}

/// Ends the objects and lists that steps of a path are in, down to a depth.
fn close(path: &[Step], depth: usize, json: &mut String) {
    for step in path.iter().skip(depth).rev() {
        json.push(if matches!(step, Step::Name(_)) { '}' } else { ']' });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(json: &str) -> Option<String> {
        flatten(serde_json::from_str::<&RawValue>(json).unwrap())
    }

    #[test]
    fn objects_come_back_as_they_were() {
        for (json, cell) in [
            (r#"{"shirt":"M","table":7,"vip":true,"x":null}"#, "shirt=M;table=7;vip=true;x=null"),
            (
                r#"{"a":{"b":[1.250,null,{"c":"d"}],"e":[]},"f":{}}"#,
                "a.b[0]=1.250;a.b[1]=null;a.b[2].c=d;a.e=[];f={}",
            ),
            (
                r#"{"zip":"0123","n":"7","t":"true","q":"\"x\"","e":""}"#,
                r#"zip=0123;n="7";t="true";q="\\"x\\"";e="#,
            ),
            (r#"{"a.b":"x;y","c=d":"e=f","[0]":"\\","{":1}"#, r"a\.b=x\;y;c\=d=e=f;\[0\]=\\;\{=1"),
            (r#"{" a ":" b ","":1,"n":"two\nlines"}"#, "\\ a\\ =\\ b\\ ;=1;n=two\nlines"),
            (r#"{"a":[[1],[2,3]]}"#, "a[0][0]=1;a[1][0]=2;a[1][1]=3"),
            (r#"{"minus":-5,"text":"-x"}"#, "minus=-5;text=-x"),
            (r#"{"":{"a":1,"":{"":2}},"b":3}"#, ".a=1;..=2;b=3"),
            (r#"{"":{},"a":{"":{}}}"#, "={};a.={}"),
            (r#"{"":[1,{"":"x"}]}"#, "[0]=1;[1].=x"),
            (r#"{"":""}"#, "="),
        ] {
            assert_eq!(flat(json).as_deref(), Some(cell));
            assert_eq!(unflatten(cell).as_deref(), Some(json));
        }
        assert_eq!(unflatten(" shirt = M ; table=7;").as_deref(), Some(r#"{"shirt":"M","table":7}"#));
    }

    #[test]
    fn what_is_no_list_of_pairs_is_none_and_what_is_too_long_stays_json() {
        for cell in ["", "shirt", "a[1]=1", "a[0]=1;a.b=2", "a[x]=1", "a[0=1", "a[0]=1;a[2]=3"] {
            assert_eq!(unflatten(cell), None, "{cell}");
        }
        assert_eq!(unflatten("a=1;a=2").as_deref(), Some(r#"{"a":1,"a":2}"#), "the field's check reports it");
        assert_eq!(unflatten("a=1;a.b=2").as_deref(), Some(r#"{"a":1,"a":{"b":2}}"#));
        assert_eq!(flat("{}"), None);
        let name = "x".repeat(4000);
        assert_eq!(flat(&format!(r#"{{"{name}":[{}1]}}"#, "1,".repeat(2000))), None);
        // The limit counts characters, and those of the whole cell.
        let json = |length: usize| format!(r#"{{"a":"é","b":"{}"}}"#, "é".repeat(length));
        let longest = CELL_MAX - "a=é;b=".chars().count();
        let cell = flat(&json(longest)).unwrap();
        assert_eq!(cell.chars().count(), CELL_MAX);
        assert_eq!(unflatten(&cell), Some(json(longest)));
        assert_eq!(flat(&json(longest + 1)), None);
    }
}
