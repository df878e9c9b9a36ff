//! What the page of an import asks about the people of rows, and what was answered.

use super::known::Known;
use super::select::Select;
use crate::resources::imports::mapping::targets::{ACTIVE, EARLIER, NEW, OUT};
use crate::resources::imports::preview;
use crate::web::format::start_of;

/// The most characters of a cell, and of a line of cells, that are shown.
pub(super) const SHOWN_MAX: usize = 100;
const LINE_MAX: usize = 400;
/// The choice that takes an answer back.
pub(super) const UNDECIDED: &str = "ask";

/// A row whose person looks like contacts that are there, or like that of an earlier row.
pub(super) struct Question {
    pub(super) row: i64,
    pub(super) text: String,
    /// Which earlier row it may be, until somebody has said it.
    pub(super) earlier: Option<String>,
    pub(super) contacts: Vec<(i64, String)>,
    pub(super) select: Select,
}

impl Question {
    /// Makes a question that nobody has answered.
    pub(super) fn open(question: &preview::Question, known: &Known, is_of_contacts: bool) -> Self {
        let mut options = vec![(String::new(), as_it_is(question, known))];
        options.extend(answers(question, known, is_of_contacts));
        Self::new(question, known, options, String::new())
    }

    /// Makes a question whose answer can be changed.
    pub(super) fn answered(question: &preview::Question, known: &Known, is_of_contacts: bool) -> Self {
        let said = question.said.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if said == OUT {
            let back = (UNDECIDED.to_owned(), t!("imports-take-row-back").to_owned());
            let options = vec![back, (OUT.to_owned(), t!("imports-leave-row-out").to_owned())];
            return Self { earlier: None, ..Self::new(question, known, options, said) };
        }
        let again = Some(t!("imports-ask-again").to_owned()).filter(|_| !said.is_empty());
        let open = again.unwrap_or_else(|| as_it_is(question, known));
        let mut options = vec![(UNDECIDED.to_owned(), open)];
        options.extend(answers(question, known, is_of_contacts));
        if !said.is_empty() && !options.iter().any(|(answer, _)| *answer == said) {
            options.push((said.clone(), t!("imports-same-as", name = said)));
        }
        let chosen = if said.is_empty() { UNDECIDED.to_owned() } else { said };
        Self { earlier: None, ..Self::new(question, known, options, chosen) }
    }

    /// Returns whether there is one contact alone that it may be, or else an earlier row.
    pub(super) fn suggests(&self) -> bool {
        self.contacts.len() == 1 || self.contacts.is_empty() && self.earlier.is_some()
    }

    fn new(
        question: &preview::Question,
        known: &Known,
        options: Vec<(String, String)>,
        chosen: String,
    ) -> Self {
        let row = question.row.to_string();
        let label = if chosen == OUT {
            t!("imports-what-to-do-with-row", row = row)
        } else {
            t!("imports-who-is-in-row", row = row)
        };
        let select =
            Select { name: format!("same-{}", question.row), label, options, chosen, hint: String::new() };
        Self {
            row: question.row,
            text: in_line(question.cells.iter().map(String::as_str)),
            earlier: question.earlier.map(|row| row.to_string()),
            contacts: known.named(&question.contact_ids),
            select,
        }
    }
}

/// Returns some cells in a line.
pub(super) fn in_line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells = cells.map(str::trim).filter(|cell| !cell.is_empty());
    start_of(&cells.map(|cell| start_of(cell, SHOWN_MAX)).collect::<Vec<_>>().join(" · "), LINE_MAX)
}

/// Returns what becomes of a row about whose person nobody says anything.
fn as_it_is(question: &preview::Question, known: &Known) -> String {
    match question.archived_id {
        Some(id) => t!("imports-same-as", name = known.name(id).unwrap_or_else(|| id.to_string())),
        None => t!("imports-not-decided").to_owned(),
    }
}

/// Returns the other answers, each with its text. An archived contact can be archived no longer, if the row is a contact.
fn answers(question: &preview::Question, known: &Known, is_of_contacts: bool) -> Vec<(String, String)> {
    let mut answers = Vec::new();
    for (id, name) in known.named(&question.contact_ids) {
        if question.archived_id == Some(id) && question.said.is_empty() {
            // It is the one anyway.
            continue;
        }
        if is_of_contacts && known.is_archived(id) {
            let name = known.bare_name(id);
            answers.push((id.to_string(), t!("imports-same-stays-archived", name = name)));
            answers.push((format!("{id} {ACTIVE}"), t!("imports-same-not-archived", name = name)));
        } else {
            answers.push((id.to_string(), t!("imports-same-as", name = name)));
        }
    }
    if let Some(row) = question.earlier {
        answers.push((EARLIER.to_owned(), t!("imports-same-as-row", row = row.to_string())));
    }
    answers.push((NEW.to_owned(), t!("imports-somebody-else").to_owned()));
    answers.push((OUT.to_owned(), t!("imports-leave-row-out").to_owned()));
    answers
}
