//! The parameters that every list has.

use std::marker::PhantomData;

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::json;

use super::order::{ListResource, Sorting};
use crate::fields::field::{Field, Fields, InputField};
use crate::fields::parameters::{Limit, Parameter, Parameters, QueryInput};
use crate::fields::schema::{inline, property};
use crate::fields::source::Source;
use crate::fields::types::Text;

/// The parameters that every list has.
#[derive(Debug)]
pub struct Paging<R> {
    pub(crate) limit: Option<i64>,
    pub(crate) cursor: Option<String>,
    pub(crate) updated_since: Option<String>,
    pub(crate) sort: Option<Sorting>,
    of: PhantomData<fn() -> R>,
}

impl<R> Default for Paging<R> {
    fn default() -> Self {
        let (limit, cursor, updated_since, sort) = Default::default();
        Self { limit, cursor, updated_since, sort, of: PhantomData }
    }
}

/// The text of a cursor. This service makes no longer ones.
type Token = Text<2000>;

impl<R: ListResource> QueryInput for Paging<R> {
    fn read(parameters: &mut Parameters) -> Self {
        Self {
            limit: parameters.take::<Limit>("limit"),
            cursor: parameters.take::<Token>("cursor"),
            updated_since: R::EVENTS.and_then(|_| parameters.take::<Token>("updated_since")),
            sort: parameters.take::<Sort<R>>("sort"),
            of: PhantomData,
        }
    }

    /// Returns none, because pages have these as links.
    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    fn properties(registry: &mut Registry) -> Vec<(&'static str, MetaSchemaRef)> {
        let limit = "How many records to return at most, of which the header `Total-Count` then tells the whole number; \
                     the header `Link` leads to the next page";
        let cursor = "Where a page begins: from the `Link` of the page before";
        let since = "Only records that were changed at this moment or later, or since the list that had this \
                     `Sync-Cursor`, which misses none, however late its change was committed; what a record \
                     shows of others, or of the day, is no change of it; a record that a change has taken out of the \
                     other filters is not listed";
        let moment = Some(json!("2026-06-15T12:00:00Z"));
        let mut properties = vec![
            ("limit", property(Limit::schema(registry), limit, false, Some(json!(100)))),
            ("cursor", property(Token::schema(registry), cursor, false, None)),
            ("updated_since", property(Token::schema(registry), since, false, moment)),
            ("sort", property(Sort::<R>::schema(registry), "The order; `-` reverses it", false, None)),
        ];
        // Only the event log tells what has changed.
        properties.retain(|(name, _)| *name != "updated_since" || R::EVENTS.is_some());
        properties
    }
}

/// The parameter `sort`.
struct Sort<R>(PhantomData<R>);

impl<R: ListResource> Sort<R> {
    fn names() -> impl Iterator<Item = String> {
        Sorting::names::<R>().flat_map(|name| [name.to_owned(), format!("-{name}")])
    }
}

impl<R: ListResource> Field for Sort<R> {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let default = &R::ORDERS.first().map_or("", |order| order.name);
        let default = if R::DESCENDING { format!("-{default}") } else { (*default).to_owned() };
        let enum_items = Self::names().map(Into::into).collect();
        inline(MetaSchema { enum_items, default: Some(json!(default)), ..MetaSchema::new("string") })
    }
}

impl<R: ListResource> InputField for Sort<R> {
    type Value = Sorting;

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Sorting>, String> {
        let Some(text) = Text::<50>::read(source, path, within)? else { return Ok(None) };
        Sorting::named::<R>(&text).map(Some).ok_or_else(Self::rule)
    }

    fn rule() -> String {
        format!("must be one of {}", Self::names().collect::<Vec<_>>().join(", "))
    }
}
