//! Makes the sections of a record's page.

use super::address::Pairs;
use super::kind::{Kind, purposes};
use super::section::Section;
use super::table::Table;
use crate::error::AppError;
use crate::records::{Context, list};
use crate::web::visit::Visit;

/// How many records a section shows.
const SHOWN: u64 = 8;

/// Makes the section of the records that have this value in a filter of the list. A new record gets the values of
/// `new`, which all records of the section have in common, so that no column repeats them.
pub(in crate::web) async fn section<K: Kind>(
    visit: &Visit,
    context: &Context,
    (filter, value): (&str, &str),
    filters: K::Filters,
    new: &[(&str, String)],
) -> Result<Section, AppError> {
    let page = list::first::<K>(context, filters, K::SORT, SHOWN).await?;
    let mut notes = vec![t!(K::WORDS.1, count = page.total)];
    let rows = K::rows(visit, context, &page.records).await?;
    let has_more = page.total > i64::try_from(page.records.len()).unwrap_or(i64::MAX);
    if page.total > 0 {
        let of = |name: &str| if name == filter { value } else { "" };
        notes.extend(K::totals(context, page.select, purposes(of)).await?);
    }
    let common: Vec<_> = new.iter().map(|(name, _)| *name).collect();
    let new = new.iter().fold(Pairs::default(), |pairs, (name, value)| pairs.with(name, value));
    Ok(Section {
        heading: t!(K::TITLE),
        id: K::KIND,
        total: page.total,
        notes,
        table: (!rows.is_empty()).then(|| Table::new(K::COLUMNS, rows).without(&common)),
        empty: t!("list-none-yet", kind = K::KIND),
        all: has_more.then(|| Pairs::default().with(filter, value).at(K::PATH)),
        new: (t!("list-new", kind = K::KIND), new.at(&format!("{}/new", K::PATH))),
    })
}
