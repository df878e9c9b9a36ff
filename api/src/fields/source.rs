//! What a value is read from.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::json::Entries;

/// A value as it was sent.
#[derive(Clone, Debug)]
pub enum Source<'a> {
    /// The JSON of a body, or of a cell.
    Json(Cow<'a, RawValue>),
    /// A text of a form, a cell or a parameter. It stands for a number as well.
    Text(Cow<'a, str>),
    /// A list of a form or a row.
    List(Vec<Source<'a>>),
    /// An object of a form or a row.
    Object(Members<'a>),
}

/// Values by the names of their fields.
pub type Members<'a> = Vec<(Cow<'a, str>, Source<'a>)>;

/// Returns the members of a JSON object.
pub fn of_json(entries: Entries<'_>) -> Members<'_> {
    entries.into_iter().map(|(name, raw)| (name, Source::Json(Cow::Borrowed(raw)))).collect()
}

impl<'a> Source<'a> {
    /// Makes the value of a text.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Returns whether the value clears its field: `null`, or a text with nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Json(raw) => {
                let text = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                raw.get() == "null" || text.is_some_and(|text| text.trim().is_empty())
            }
            Self::Text(text) => text.trim().is_empty(),
            Self::List(_) | Self::Object(_) => false,
        }
    }

    /// Returns how a number, or `true` or `false`, is written. A JSON string is neither, and no text has an exponent.
    pub fn literal(&self) -> Option<&str> {
        match self {
            Self::Json(raw) => Some(raw.get()),
            Self::Text(text) => {
                Some(&**text).filter(|text| !text.contains(['e', 'E']) || text.parse::<bool>().is_ok())
            }
            Self::List(_) | Self::Object(_) => None,
        }
    }
}
