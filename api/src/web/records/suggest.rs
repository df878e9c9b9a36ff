//! Suggestions for a field that takes a contact, as the options of a list.

use askama::Template;

use super::links::{FOUND_MAX, find_contacts, named};
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/suggest.html")]
struct Options {
    options: Vec<String>,
}

pub(in crate::web) async fn show(visit: Visit) -> Answer {
    let words = visit.query.text("q").trim().to_owned();
    let found = if words.is_empty() { Vec::new() } else { find_contacts(&visit.records()?, &words).await? };
    let options = found.iter().take(FOUND_MAX).map(|(id, name)| named(*id, name)).collect();
    visit.page(&Options { options })
}
