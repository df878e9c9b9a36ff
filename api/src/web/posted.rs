//! The fields of a form, as they were sent, and the parameters of a query.

use url::form_urlencoded;

/// The names and values of a form or a query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Posted(Vec<(String, String)>);

impl Posted {
    /// Makes it from names and values.
    pub(crate) fn of(fields: Vec<(String, String)>) -> Self {
        Self(fields)
    }

    /// Parses `name=value&…`.
    pub(crate) fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// Returns the value of a field, or nothing if it was not sent.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(one, _)| one == name).map_or("", |(_, value)| value)
    }

    /// Returns every value of a field, in the order in which they were sent.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(one, _)| one == name).map(|(_, value)| value.as_str())
    }

    /// Returns every name with its value.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns whether a field was sent.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(one, _)| one == name)
    }

    /// Returns the id in a field.
    pub(crate) fn id(&self, name: &str) -> Option<i64> {
        self.text(name).parse().ok()
    }
}
