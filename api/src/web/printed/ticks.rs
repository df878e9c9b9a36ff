//! The form that sends what is ticked on a page of letters: one tick for all, how many there are, and the button.

use std::collections::BTreeSet;

use super::ways;
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::resources::letters::Way;
use crate::web::form::address;
use crate::web::visit::Visit;

/// The form, for `ticks.html`.
pub(super) struct Ticks {
    /// The address that the ticks are sent to.
    pub(super) action: String,
    pub(super) csrf: String,
    pub(super) hidden: Vec<(&'static str, String)>,
    /// What the ticks mean.
    pub(super) said: String,
    /// How many lines are ticked when the page opens: all.
    pub(super) count: usize,
    pub(super) button: &'static str,
}

impl Ticks {
    /// Makes the form that is sent to a path, for letters that go out in some way.
    pub(super) fn new(
        visit: &Visit,
        (path, way): (&str, Way),
        (said, count, button): (String, usize, &'static str),
    ) -> Result<Self, AppError> {
        let hidden = vec![("key", new_token()?), ("way", ways::value(way).to_owned())];
        Ok(Self { action: address(visit, path), csrf: visit.csrf.clone(), hidden, said, count, button })
    }
}

/// Reads the ids of what was ticked.
pub(super) fn ticked(visit: &Visit) -> BTreeSet<i64> {
    visit.posted.all("id").filter_map(|id| id.parse().ok()).collect()
}
