//! The columns of a list that a visitor has chosen, in place of those that lists of the kind have. They are those of the file
//! for Excel.

use std::collections::HashMap;

use super::address::Pairs;
use super::display::month_day;
use super::kind::Kind;
use super::table::{Cell, Column, Head, Table};
use crate::fields::columns::GIVING_FOR_PEOPLE;
use crate::fields::field::{Control, Input};
use crate::fields::labels::heading as english_heading;
use crate::resources::saved_lists::filter::{headings_of, spoken_headings_of};
use crate::web::visit::Visit;

/// The parameter with the headings of the columns, separated by commas, or sent once for each.
pub(super) const COLUMNS: &str = "columns";

/// The form that chooses the columns of a list.
pub(in crate::web) struct Columns {
    pub(in crate::web) headings: Vec<Heading>,
    /// The other values of the list's query.
    pub(in crate::web) hidden: Vec<(String, String)>,
}

/// A heading that can be chosen.
pub(in crate::web) struct Heading {
    /// The English one, which the API and saved lists know.
    pub(in crate::web) english: String,
    /// What the language of the page calls it.
    pub(in crate::web) label: String,
    pub(in crate::web) is_chosen: bool,
}

/// Returns the headings that a visit asks for, in the order of the file. There may be ones that no column has any more.
pub(super) fn chosen<K: Kind>(visit: &Visit) -> Vec<String> {
    let asked: Vec<_> = visit.query.all(COLUMNS).flat_map(|text| text.split(',')).map(str::trim).collect();
    if asked.is_empty() {
        return Vec::new();
    }
    headings_of::<K>().into_iter().filter(|heading| asked.contains(&heading.as_str())).collect()
}

/// Returns a query with the columns as one value.
pub(super) fn with_columns(pairs: &Pairs, chosen: &[String]) -> Pairs {
    if chosen.is_empty() { pairs.without(&[COLUMNS]) } else { pairs.with(COLUMNS, &chosen.join(",")) }
}

/// Makes the form that chooses columns. If none are chosen, those that the list has are ticked, so that a further one is beside
/// them.
pub(super) fn form<K: Kind>(pairs: &Pairs, chosen: &[String]) -> Columns {
    let is_usual = |english: &str| K::COLUMNS.iter().any(|column| column.heading == Some(english));
    let heading = |(english, label): (String, String)| {
        let is_chosen = if chosen.is_empty() { is_usual(&english) } else { chosen.contains(&english) };
        Heading { english, label, is_chosen }
    };
    Columns {
        headings: spoken_headings_of::<K>().into_iter().map(heading).collect(),
        hidden: pairs.without(&[COLUMNS, "cursor"]).0,
    }
}

/// Keeps of a table the first column, which leads to each record, and puts the chosen ones beside it: those that the table has,
/// and others with these texts.
pub(super) fn put<K: Kind>(table: Table, texts: Vec<Vec<String>>, chosen: &[String]) -> Table {
    let labels: HashMap<_, _> = spoken_headings_of::<K>().into_iter().collect();
    let own = |heading: &String| {
        K::COLUMNS.iter().position(|column| column.heading == Some(heading.as_str())).filter(|at| *at > 0)
    };
    let places: Vec<_> = chosen.iter().map(own).collect();
    let mut own: Vec<_> = table.heads.into_iter().map(Some).collect();
    let mut heads: Vec<_> = own.first_mut().and_then(Option::take).into_iter().collect();
    for (heading, place) in chosen.iter().zip(&places) {
        let head = place.and_then(|place| own.get_mut(place)).and_then(Option::take);
        heads.push(head.unwrap_or_else(|| {
            let label = labels.get(heading).unwrap_or(heading).clone().into();
            Head { label, ..Head::new(&Column::new(""), None) }
        }));
    }
    let shown: Vec<_> = chosen.iter().map(|heading| shown::<K>(heading)).collect();
    let row = |(mut own, texts): (Vec<Cell>, Vec<String>)| {
        let mut row: Vec<_> = own.first_mut().map(std::mem::take).into_iter().collect();
        for ((text, shown), place) in texts.into_iter().zip(&shown).zip(&places) {
            let cell = place.and_then(|place| own.get_mut(place)).map(std::mem::take);
            row.push(cell.unwrap_or_else(|| Cell::text(shown(&text))));
        }
        row
    };
    Table { heads, rows: table.rows.into_iter().zip(texts).map(row).collect() }
}

/// Returns how pages show the texts of the column with this heading.
fn shown<K: Kind>(heading: &str) -> fn(&str) -> String {
    let members = K::EXPORT.into_iter().flat_map(|export| export.people.members).chain([&GIVING_FOR_PEOPLE]);
    let mut columns = members.flat_map(|member| member.columns);
    let field = columns.find(|column| column.column == heading).map(|column| column.field);
    let entries = K::Input::FIELDS;
    let own = entries.iter().find(|entry| english_heading(entry.name, entries) == heading);
    match (field, own.map(|entry| entry.control)) {
        (Some("family_birthday" | "first_date" | "last_date"), _)
        | (None, Some(Control::MonthDay | Control::Day)) => days,
        _ => str::to_owned,
    }
}

/// Shows days, with or without their years, in words.
fn days(text: &str) -> String {
    text.split("; ").map(month_day).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::contacts::Contact;
    use crate::resources::kinds::for_each_kind;

    fn check<K: Kind>() {
        let headings = headings_of::<K>();
        for heading in K::COLUMNS.iter().filter_map(|column| column.heading) {
            assert!(headings.iter().any(|one| one == heading), "{}: {heading}: {headings:?}", K::KIND);
        }
    }

    #[test]
    fn the_columns_of_a_list_are_columns_of_its_file() {
        for_each_kind!(K => check::<K>());
        assert_eq!(shown::<Contact>("Birthday")("--12-24"), "24 December");
        assert_eq!(
            shown::<Contact>("Family: Birthdays")("; --12-24; 1970-12-24"),
            "; 24 December; 24 Dec 1970"
        );
        assert_eq!(shown::<Contact>("Last gift")("2026-05-20"), "20 May 2026");
        assert_eq!(shown::<Contact>("Notes")("2026-05-20"), "2026-05-20");
    }
}
