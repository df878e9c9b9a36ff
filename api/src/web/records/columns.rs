//! The columns of a list that a visitor has chosen, in place of those that lists of the kind have. They are those of the file
//! for Excel.

use super::address::Pairs;
use super::kind::Kind;
use super::table::{Cell, Column, Head, Table};
use crate::resources::saved_lists::filter::headings_of;
use crate::web::visit::Visit;

/// The parameter with the headings of the columns, separated by commas, or sent once for each.
pub(super) const COLUMNS: &str = "columns";

/// The form that chooses the columns of a list.
pub(in crate::web) struct Columns {
    /// Every heading, and whether its column is chosen.
    pub(in crate::web) headings: Vec<(String, bool)>,
    /// The other values of the list's query.
    pub(in crate::web) hidden: Vec<(String, String)>,
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

/// Makes the form that chooses columns.
pub(super) fn form<K: Kind>(pairs: &Pairs, chosen: &[String]) -> Columns {
    let headings = headings_of::<K>().into_iter();
    let headings = headings.map(|heading| (chosen.contains(&heading), heading));
    Columns {
        headings: headings.map(|(is_chosen, heading)| (heading, is_chosen)).collect(),
        hidden: pairs.without(&[COLUMNS, "cursor"]).0,
    }
}

/// Keeps of a table the first column, which leads to each record, and puts the chosen ones beside it, with these texts.
pub(super) fn put(mut table: Table, texts: Vec<Vec<String>>, chosen: &[String]) -> Table {
    table.heads.truncate(1);
    let head = |heading: &String| Head { label: heading.clone().into(), ..Head::new(&Column::new(""), None) };
    table.heads.extend(chosen.iter().map(head));
    for (row, texts) in table.rows.iter_mut().zip(texts) {
        row.truncate(1);
        row.extend(texts.into_iter().map(Cell::text));
    }
    table
}
