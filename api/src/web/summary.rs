//! The summary on top of a page that shows a refused form again: the action that has not happened, and the problems,
//! each with a link to its field.

use super::rules::uncapitalised;

/// The id of the heading for a form that saves something.
pub(crate) const NOT_SAVED: &str = "summary-not-saved";

/// The problems of a form.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    not_done: &'static str,
    /// The fields with problems: the id and the text of each.
    fields: Vec<(String, String)>,
    /// Problems that belong to no field.
    others: Vec<String>,
}

impl Summary {
    /// Makes an empty summary. `not_done` names the action that has not happened, as a sentence.
    pub(crate) fn new(not_done: &'static str) -> Self {
        Self { not_done, fields: Vec::new(), others: Vec::new() }
    }

    /// Adds the problem of a field.
    pub(crate) fn field(&mut self, id: &str, label: &str, problem: &str) {
        let text = t!("summary-field", label = label, problem = uncapitalised(problem));
        self.fields.push((id.to_owned(), text));
    }

    /// Adds a problem that belongs to no field.
    pub(crate) fn other(&mut self, problem: &str) {
        self.others.push(problem.to_owned());
    }

    /// Returns whether there are no problems.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.others.is_empty()
    }

    /// Returns the action that has not happened, for the title of the page.
    pub(crate) fn for_title(&self) -> String {
        uncapitalised(self.not_done)
    }

    /// Returns the heading of the list.
    pub(crate) fn heading(&self) -> String {
        match self.fields.len() {
            0 => format!("{}.", self.not_done),
            count => t!("summary-fields", not_done = self.not_done, count = count),
        }
    }

    /// Returns the fields with problems: the id and the text of each.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Returns the problems that belong to no field.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }
}
