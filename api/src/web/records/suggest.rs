//! Suggestions for a field that takes a contact, as the options of a list.

use askama::Template;

use super::links::{FOUND_MAX, Found, find_contacts, number};
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/suggest.html")]
struct Options {
    options: Vec<String>,
}

pub(in crate::web) async fn show(visit: Visit) -> Answer {
    let words = visit.query.text("q").trim().to_owned();
    // A contact is not merged into itself.
    let but = number(visit.query.text("but"));
    let found = if words.is_empty() { Vec::new() } else { find_contacts(&visit.records()?, &words).await? };
    let options =
        found.iter().filter(|contact| Some(contact.id) != but).take(FOUND_MAX).map(Found::offered).collect();
    visit.page(&Options { options })
}
