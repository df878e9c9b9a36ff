//! Records as a file shows them: with values of the records to which they link.

use serde::ser::{Serialize, SerializeMap, Serializer};

use shared::database::Snapshot;

use crate::error::AppError;
use crate::http::csv::Format;
use crate::records::list::{Linked, ListResource};
use crate::records::{Context, Row};

/// A record, and in a file the values of its linked records.
pub(super) struct Exported<R> {
    pub(super) record: R,
    linked: Linked,
}

impl<R: ListResource> Exported<R> {
    /// Loads the records of these rows as a format shows them, and ends the transaction that read the rows.
    pub(super) async fn load_and_end(
        tx: Snapshot,
        context: &Context,
        format: &Format,
        rows: Vec<Row<R>>,
    ) -> Result<Vec<Self>, AppError> {
        let records = R::load(&tx, context, rows).await?;
        let linked = match format {
            Format::Json => Vec::new(),
            Format::Csv(_) => R::linked(&tx, context, &records).await?,
        };
        tx.end().await?;
        let linked = linked.into_iter().chain(std::iter::repeat_with(Vec::new));
        Ok(records.into_iter().zip(linked).map(|(record, linked)| Self { record, linked }).collect())
    }
}

impl<R: ListResource> Serialize for Exported<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Whole<'a, R> {
            #[serde(flatten)]
            record: &'a R,
            #[serde(flatten)]
            linked: Columns<'a>,
        }

        if self.linked.is_empty() {
            return self.record.serialize(serializer);
        }
        let names = R::EXPORT.map_or(&[][..], |export| export.linked);
        Whole { record: &self.record, linked: Columns { names, values: &self.linked } }.serialize(serializer)
    }
}

/// Columns as members of an object.
struct Columns<'a> {
    names: &'static [&'static str],
    values: &'a Linked,
}

impl Serialize for Columns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.names.iter().zip(self.values) {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
