//! The problems of a request, collected so that one response reports all of them.

use std::fmt;

use super::error::AppError;

/// The most problems that one response reports.
const PROBLEMS_MAX: usize = 100;

/// The problems of a request, field by field.
#[derive(Debug, Default)]
pub struct ValidationErrors(Vec<String>);

/// The problems with which a request has failed.
impl From<Vec<String>> for ValidationErrors {
    fn from(problems: Vec<String>) -> Self {
        Self(problems)
    }
}

impl ValidationErrors {
    /// Adds a problem: the field's name and the rule that it breaks.
    pub fn add(&mut self, field: &str, rule: impl fmt::Display) {
        if self.0.len() < PROBLEMS_MAX {
            self.0.push(format!("{field} {rule}"));
        }
    }

    /// Adds a problem if a span of time ends before it begins. Either end may be open.
    pub fn check_span<T: PartialOrd>(
        &mut self,
        (name, first): (&str, Option<T>),
        (until, last): (&str, Option<T>),
    ) {
        if first.zip(last).is_some_and(|(first, last)| first > last) {
            self.add(name, format_args!("must not lie after {until}"));
        }
    }

    /// Returns whether a field has a problem already.
    pub fn has(&self, field: &str) -> bool {
        self.0.iter().any(|problem| problem.split_once(' ').is_some_and(|(name, _)| name == field))
    }

    /// Takes the problems out. Returns the field's name and the whole message of each.
    pub fn take(&mut self) -> impl Iterator<Item = (String, String)> {
        let problems = std::mem::take(&mut self.0).into_iter();
        problems.map(|problem| (problem.split(' ').next().unwrap_or_default().to_owned(), problem))
    }

    /// Returns whether there are no problems.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the problems out, and fails with all of them if there are any.
    pub fn check(&mut self) -> Result<(), AppError> {
        if self.0.is_empty() { Ok(()) } else { Err(AppError::Invalid(std::mem::take(&mut self.0))) }
    }
}
