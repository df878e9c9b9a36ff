//! Makes the sections of a record's page.

use poem::http::HeaderMap;
use url::form_urlencoded::Serializer;

use super::kind::Kind;
use super::section::Section;
use super::table::Table;
use crate::http::AppError;
use crate::http::query::Query;
use crate::records::{Context, list};
use crate::web::format::counted;
use crate::web::visit::Visit;

/// How many records a section shows.
const SHOWN: &str = "8";

/// Makes the section of the records with this value in a filter. A new one gets the values of `new`,
/// which are what they have in common, so that no column repeats them.
pub(in crate::web) async fn section<K: Kind>(
    visit: &Visit,
    context: &Context,
    (filter, value): (&str, i64),
    new: &[(&str, String)],
) -> Result<Section, AppError> {
    let encoded = |pairs: &[(&str, &str)]| Serializer::new(String::new()).extend_pairs(pairs).finish();
    let value = value.to_string();
    let query = encoded(&[(filter, &value), ("sort", K::SORT), ("limit", SHOWN)]);
    let page = list::page::<K>(context, Query::parse(query, K::PATH, HeaderMap::new())).await?;
    let page = page.map_err(|mut problems| problems.check().err().unwrap_or(AppError::NotFound))?;
    let (one, many) = K::WORDS;
    let mut notes = vec![counted(page.total, one, many)];
    let rows = K::rows(visit, context, &page.records).await?;
    if page.total > 0 {
        notes.extend(K::totals(context, page.select).await?);
    }
    let common: Vec<_> = new.iter().map(|(name, _)| *name).collect();
    let new = Serializer::new(String::new()).extend_pairs(new).finish();
    Ok(Section {
        heading: K::TITLE,
        id: K::KIND,
        notes,
        table: (!rows.is_empty()).then(|| Table::new(K::COLUMNS, rows).without(&common)),
        empty: format!("No {many} yet."),
        all: page.next.map(|_| format!("{}?{}", K::PATH, encoded(&[(filter, &value)]))),
        new: (format!("New {one}"), format!("{}/new?{new}", K::PATH)),
    })
}
