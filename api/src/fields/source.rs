//! The forms in which values are sent: JSON, and the texts of forms, rows and parameters.

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

/// Returns the same members, borrowed from these.
pub fn lent<'a>(members: &'a Members<'_>) -> Members<'a> {
    members.iter().map(|(name, source)| (Cow::Borrowed(&**name), source.lent())).collect()
}

impl<'a> Source<'a> {
    /// Returns the same value, borrowed from this one.
    fn lent(&self) -> Source<'_> {
        match self {
            Self::Json(raw) => Source::Json(Cow::Borrowed(raw)),
            Self::Text(text) => Source::Text(Cow::Borrowed(text)),
            Self::List(items) => Source::List(items.iter().map(Source::lent).collect()),
            Self::Object(members) => Source::Object(lent(members)),
        }
    }

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

    /// Returns how a number, `true`, `false` or `null` is written. A text is one if JSON would write it so, without an
    /// exponent: `007` is the code of another system rather than a number.
    pub fn literal(&self) -> Option<&str> {
        match self {
            Self::Json(raw) => Some(raw.get()).filter(|raw| !raw.starts_with(['"', '[', '{'])),
            Self::Text(text) => {
                let is_literal =
                    serde_json::from_str::<&RawValue>(text).is_ok_and(|raw| raw.get() == &**text);
                let has_exponent = text.contains(['e', 'E']) && text.parse::<bool>().is_err();
                Some(&**text).filter(|_| is_literal && !has_exponent)
            }
            Self::List(_) | Self::Object(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_number_if_json_would_write_it_so() {
        for text in ["0", "5", "-5", "1.0", "true", "false"] {
            assert_eq!(Source::text(text).literal(), Some(text));
        }
        for text in ["", "007", "+5", " 5", "5 ", "5.", ".5", "1e0", "inf", "x"] {
            assert_eq!(Source::text(text).literal(), None, "{text}");
        }
        let json = |json: &'static str| Source::Json(Cow::Owned(serde_json::from_str(json).unwrap()));
        assert_eq!(json("1e0").literal(), Some("1e0"));
        assert_eq!(json("\"5\"").literal(), None, "a JSON string is no number");
    }
}
