//! What a page says on top when it shows a form again that was not accepted: what has not happened, and what needs a look,
//! each with a link to its field.

use super::rules::uncapitalised;

/// What has not happened to a form that saves something.
pub(crate) const NOT_SAVED: &str = "Nothing was saved";

/// What is wrong with a form.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    not_done: &'static str,
    /// The fields: their ids, and what is wrong with them.
    fields: Vec<(String, String)>,
    /// What is wrong, and with no field.
    others: Vec<String>,
}

impl Summary {
    /// Makes a summary of nothing yet. `not_done` is what has not happened, as a sentence.
    pub(crate) fn new(not_done: &'static str) -> Self {
        Self { not_done, fields: Vec::new(), others: Vec::new() }
    }

    /// Adds what is wrong with a field.
    pub(crate) fn field(&mut self, id: &str, label: &str, problem: &str) {
        self.fields.push((id.to_owned(), format!("{label}: {}", uncapitalised(problem))));
    }

    /// Adds what is wrong, and with no field.
    pub(crate) fn other(&mut self, problem: &str) {
        self.others.push(problem.to_owned());
    }

    /// Returns whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.others.is_empty()
    }

    /// Returns what has not happened, for the title of the page.
    pub(crate) fn for_title(&self) -> String {
        uncapitalised(self.not_done)
    }

    /// Returns what stands above the list.
    pub(crate) fn heading(&self) -> String {
        match self.fields.len() {
            0 => format!("{}.", self.not_done),
            1 => format!("{}. 1 field needs a look:", self.not_done),
            count => format!("{}. {count} fields need a look:", self.not_done),
        }
    }

    /// Returns the fields: their ids, and what is wrong with them.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Returns what is wrong, and with no field.
    pub(crate) fn others(&self) -> &[String] {
        &self.others
    }
}
