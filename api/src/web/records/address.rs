//! The addresses of pages: a path, and the values of its query.

use url::form_urlencoded::Serializer;

use crate::error::AppError;
use crate::fields::types::id_of;
use crate::web::visit::Visit;

/// The values of a query, without those that are empty, because a form sends all its fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::web) struct Pairs(pub(in crate::web) Vec<(String, String)>);

impl Pairs {
    /// Returns the values of a visit's query.
    pub(in crate::web) fn of(visit: &Visit) -> Self {
        let filled = visit.query.pairs().filter(|(_, value)| !value.trim().is_empty());
        Self(filled.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    /// Returns the value of this name, or nothing.
    pub(in crate::web) fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(one, _)| one == name).map_or("", |(_, value)| value)
    }

    /// Returns the others.
    #[must_use]
    pub(in crate::web) fn without(&self, names: &[&str]) -> Self {
        Self(self.0.iter().filter(|(name, _)| !names.contains(&name.as_str())).cloned().collect())
    }

    /// Returns the same with a value at the end.
    #[must_use]
    pub(in crate::web) fn with(&self, name: &str, value: &str) -> Self {
        let mut pairs = self.without(&[name]);
        pairs.0.push((name.to_owned(), value.to_owned()));
        pairs
    }

    /// Returns them as a query.
    pub(in crate::web) fn encoded(&self) -> String {
        Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }

    /// Returns the address of a path with them.
    pub(in crate::web) fn at(&self, path: &str) -> String {
        if self.0.is_empty() { path.to_owned() } else { format!("{path}?{}", self.encoded()) }
    }
}

/// The end of the address to which the box of a contact's page is sent.
pub(in crate::web) const LOG: &str = "/log";

/// Returns the address of the page that is visited, also where a part of it was sent to an address of its own.
pub(in crate::web) fn here(visit: &Visit) -> String {
    Pairs::of(visit).at(visit.path.strip_suffix(LOG).unwrap_or(&visit.path))
}

/// Returns the id in the path of a record's page, such as `/gifts/12/edit`.
pub(in crate::web) fn record_id(visit: &Visit) -> Result<i64, AppError> {
    let segment = visit.path.split('/').nth(2).ok_or(AppError::NotFound)?;
    Ok(id_of(segment))
}

/// Returns the address to which a form leads back, or another one if that is no page of this service.
pub(in crate::web) fn back_to(sent: &str, other: &str) -> String {
    let is_own = sent.starts_with('/') && !sent.starts_with("//") && !sent.contains('\\');
    // Anything else cannot stand in the header of a redirect.
    let is_address = sent.bytes().all(|byte| byte.is_ascii_graphic());
    if is_own && is_address { sent.to_owned() } else { other.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::back_to;

    #[test]
    fn a_form_leads_back_to_pages_of_this_service_alone() {
        for (sent, path) in [
            ("/contacts?q=%C3%A9&status=donor", "/contacts?q=%C3%A9&status=donor"),
            ("", "/tasks"),
            ("//other.example/", "/tasks"),
            ("/\\other.example/", "/tasks"),
            ("https://other.example/", "/tasks"),
            ("/contacts?q=é", "/tasks"),
            ("/contacts\r\nset-cookie: a=b", "/tasks"),
        ] {
            assert_eq!(back_to(sent, "/tasks"), path, "{sent}");
        }
    }
}
