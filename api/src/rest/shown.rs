//! Records as a response shows them: with what the caller wants to see of others, and in a file with values of the records to
//! which they link.

use std::sync::Arc;

use sea_orm::ConnectionTrait;
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use shared::database::Snapshot;
use shared::events::include::{self, ContactLists, Included};
use shared::values::choices::Include;

use crate::error::AppError;
use crate::fields::columns::GIVING;
use crate::http::csv::Format;
use crate::records::list::{Linked, ListResource};
use crate::records::{Context, Row};

/// A record as a response shows it.
pub(super) struct Shown<R> {
    pub(super) record: R,
    included: Arc<Included>,
    lists: Arc<ContactLists>,
    giving: Option<Box<RawValue>>,
    linked: Linked,
    is_for_people: bool,
}

impl<R: ListResource> Shown<R> {
    /// Loads the records of these rows as a format shows them, and ends the transaction that read the rows.
    pub(super) async fn load_and_end(
        tx: Snapshot,
        context: &Context,
        format: &Format,
        rows: Vec<Row<R>>,
    ) -> Result<Vec<Self>, AppError> {
        let records = R::load(&tx, context, rows).await?;
        let shown = Self::of(&tx, context, format, records).await?;
        tx.end().await?;
        Ok(shown)
    }

    /// Adds to records what the context includes and what the format shows.
    pub(super) async fn of(
        connection: &impl ConnectionTrait,
        context: &Context,
        format: &Format,
        records: Vec<R>,
    ) -> Result<Vec<Self>, AppError> {
        let included = &context.included;
        let linked = match format {
            Format::Json => Vec::new(),
            Format::Csv(_) => R::linked(connection, context, &records).await?,
        };
        let contacts = records.iter().filter_map(R::contact_id);
        let lists = ContactLists::read(connection, context.caller.account, included, contacts).await?;
        let giving = if included.has(Include::Giving) {
            R::giving(connection, context, &records).await?
        } else {
            Vec::new()
        };
        let lists = Arc::new(lists);
        let linked = linked.into_iter().chain(std::iter::repeat_with(Vec::new));
        let giving = giving.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
        let is_for_people = format.is_for_people();
        let shown = |((record, linked), giving)| {
            let (included, lists) = (included.clone(), lists.clone());
            Self { record, included, lists, giving, linked, is_for_people }
        };
        Ok(records.into_iter().zip(linked).zip(giving).map(shown).collect())
    }
}

impl<R: ListResource> Serialize for Shown<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.included.asked().is_none() && self.linked.is_empty() {
            return self.record.serialize(serializer);
        }
        let record = to_raw_value(&self.record).map_err(S::Error::custom)?;
        let members = include::shown(&record, &self.included, &self.lists).map_err(S::Error::custom)?;
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in &members {
            map.serialize_entry(name, value)?;
        }
        let names = R::EXPORT.map_or(&[][..], |export| export.linked);
        let further =
            R::EXPORT.filter(|_| self.is_for_people).map_or(&[][..], |export| export.people.further);
        let names = names.iter().chain(further.iter().map(|(name, _)| name));
        for (name, value) in names.zip(&self.linked) {
            map.serialize_entry(name, value)?;
        }
        if let Some(giving) = &self.giving {
            map.serialize_entry(GIVING.member, giving)?;
        }
        map.end()
    }
}
