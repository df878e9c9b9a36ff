//! The page of a step that is taken with a record: what the step does, and the form that asks for the rest.

use askama::Template;
use askama::filters::Safe;

use crate::web::form::Form;
use crate::web::shell::Shell;

/// A page that asks for what a step needs, and says what it does, because it changes more than one record.
#[derive(Template)]
#[template(path = "records/step.html")]
pub(super) struct Page {
    pub(super) shell: Shell,
    /// The record, and its address.
    pub(super) record: (String, String),
    /// What the step does.
    pub(super) lead: Safe<String>,
    /// What the form is called, for who hears the page.
    pub(super) label: &'static str,
    pub(super) form: Form,
}
