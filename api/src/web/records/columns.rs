//! The columns of a list that a visitor has chosen, in place of those that lists of the kind have. They are those of the file
//! for Excel.

use std::collections::HashMap;

use super::address::Pairs;
use super::kind::Kind;
use super::labels::country;
use super::table::{Cell, Column, Head, Table};
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

/// Makes the form that chooses columns.
pub(super) fn form<K: Kind>(pairs: &Pairs, chosen: &[String]) -> Columns {
    let heading = |(english, label)| Heading { is_chosen: chosen.contains(&english), english, label };
    Columns {
        headings: spoken_headings_of::<K>().into_iter().map(heading).collect(),
        hidden: pairs.without(&[COLUMNS, "cursor"]).0,
    }
}

/// Keeps of a table the first column, which leads to each record, and puts the chosen ones beside it, with these texts.
pub(super) fn put<K: Kind>(mut table: Table, texts: Vec<Vec<String>>, chosen: &[String]) -> Table {
    table.heads.truncate(1);
    let labels: HashMap<_, _> = spoken_headings_of::<K>().into_iter().collect();
    let head = |heading: &String| {
        let label = labels.get(heading).unwrap_or(heading).clone().into();
        Head { label, ..Head::new(&Column::new(""), None) }
    };
    table.heads.extend(chosen.iter().map(head));
    let are_countries: Vec<_> = chosen.iter().map(|heading| has_countries::<K>(heading)).collect();
    for (row, texts) in table.rows.iter_mut().zip(texts) {
        let named = texts.into_iter().zip(&are_countries);
        let named = named.map(|(text, is_country)| if *is_country { country(&text) } else { text });
        row.truncate(1);
        row.extend(named.map(Cell::text));
    }
    table
}

/// Returns whether the column with this heading has the codes of countries.
fn has_countries<K: Kind>(heading: &str) -> bool {
    let members = K::EXPORT.into_iter().flat_map(|export| export.people.members);
    let mut columns = members.flat_map(|member| member.columns);
    columns.any(|column| column.column == heading && column.field == "address_country")
}
