//! Reads text from JSON, with the rule that holds for all text.

use serde_json::value::RawValue;

/// Reads text. It is trimmed, and line ends become `\n`. Returns `None` if nothing is left.
pub(super) fn text(raw: &RawValue) -> Result<Option<String>, String> {
    if raw.get() == "null" {
        return Ok(None);
    }
    let text: String = serde_json::from_str(raw.get()).map_err(|_| {
        if raw.get().starts_with('"') { "must be valid Unicode text" } else { "must be a string" }.to_owned()
    })?;
    let text = if text.contains('\r') { text.replace("\r\n", "\n") } else { text };
    if has_control(&text) {
        return Err(NO_CONTROL.to_owned());
    }
    let trimmed = text.trim();
    Ok(if trimmed.is_empty() {
        None
    } else if trimmed.len() == text.len() {
        Some(text)
    } else {
        Some(trimmed.to_owned())
    })
}

/// The rule that a text breaks if it [has control characters](has_control).
pub(super) const NO_CONTROL: &str = "must not contain control characters other than tab and newline";

/// Returns whether a text has control characters other than tab and newline.
pub(super) fn has_control(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\t' && c != '\n')
}
