//! Reads text, with the rule that holds for all text.

use shared::values::names::composed;

use crate::fields::source::Source;

/// Reads text. It is trimmed, line ends become `\n`, and letters with accents become one character each. Returns `None` if
/// nothing is left that can be seen.
pub(super) fn text(source: &Source<'_>) -> Result<Option<String>, String> {
    let raw = match source {
        Source::Json(raw) if raw.get() == "null" => return Ok(None),
        Source::Json(raw) => raw.get(),
        Source::Text(text) => return clean(text.clone().into_owned()),
        Source::List(_) | Source::Object(_) => return Err("must be a string".to_owned()),
    };
    let text: String = serde_json::from_str(raw).map_err(|_| {
        if raw.starts_with('"') { "must be valid Unicode text" } else { "must be a string" }.to_owned()
    })?;
    clean(text)
}

/// Applies the rule that holds for all text. Returns `None` if nothing is left that can be seen.
///
/// # Errors
/// The rule that the text breaks.
pub fn clean(text: String) -> Result<Option<String>, String> {
    let text = composed(if text.contains('\r') { text.replace("\r\n", "\n") } else { text });
    if has_control(&text) {
        return Err(NO_CONTROL.to_owned());
    }
    let trimmed = text.trim();
    Ok(if trimmed.chars().all(|c| c.is_whitespace() || is_invisible(c)) {
        None
    } else if trimmed.len() == text.len() {
        Some(text)
    } else {
        Some(trimmed.to_owned())
    })
}

/// The rule that a text breaks if it [has control characters](has_control).
pub const NO_CONTROL: &str = "must not contain control characters other than tab and newline";

/// Returns whether a text has control characters other than tab and newline.
pub fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\t' && c != '\n')
}

/// Returns whether a character has no shape of its own (`Default_Ignorable_Code_Point` in Unicode). Between other
/// characters it has a meaning, as in an emoji of several people, but a text of nothing else looks empty.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}
