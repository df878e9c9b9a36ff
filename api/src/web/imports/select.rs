//! A field for one of some values, whose name and label follow from a file.

use askama::Template;

/// A field for one of some values.
#[derive(Template)]
#[template(path = "imports/select.html")]
pub(super) struct Select {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) options: Vec<(String, String)>,
    pub(super) chosen: String,
    pub(super) hint: String,
}
