//! The records that the rows of an import have become.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{AccountScope, import_rows, imports};

use super::super::tag::DocumentTag;
use super::marks::{CHANGED, Done, MADE};
use super::preview::marked;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::parameters::Limit;
use crate::fields::types::{Id, OneOf, Whole};
use crate::http::chunks::chunks;
use crate::http::query::{PathId, Query};
use crate::http::{Index, Reply};
use crate::state::App;
use crate::{object, query};

shared::choices! {
    /// What a row of a file has done to its record.
    RowOutcome: Created { Created = "created", Updated = "updated" }
}

object! {
    /// A row of an import, and its record.
    ImportRow {
        /// The number of the row; the header is row 1, and empty lines do not count
        row: Whole<1, { i64::MAX }>;
        /// The id of the record, of the kind that is imported
        record_id: Id;
        /// Whether the row has created the record or changed it
        row_outcome: OneOf<RowOutcome>;
    }
}

impl Payload for ImportRow {
    const KIND: &'static str = "import_rows";
}

query! {
    /// Which rows are listed.
    RowsQuery {
        /// The number of a row: only those that follow it
        after: Whole<1, { i64::MAX }>;
        /// How many rows to return at most; by default all
        limit: Limit;
    }
}

/// Stores what the rows of a part of a file have become.
pub(super) async fn store(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    mut done: Vec<Done>,
) -> Result<(), AppError> {
    done.sort_unstable();
    let Some((last_row, ..)) = done.last().copied() else { return Ok(()) };
    let rows = import_rows::Model {
        id: 0,
        account_id: import.account_id,
        import_id: import.id,
        last_row,
        row_records: serde_json::to_string(&done)?,
    };
    AccountScope::new(import.account_id).insert::<import_rows::Entity>(connection, rows).await?;
    Ok(())
}

/// Returns the ids of the first records that an import has made, at most so many.
pub async fn made(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    most: usize,
) -> Result<Vec<i64>, AppError> {
    let mut ids = Vec::new();
    let parts = marked(import, &[MADE]).order_by_asc(import_rows::Column::LastRow).limit(most as u64);
    for part in parts.all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        ids.extend(done.iter().filter(|(.., mark)| *mark == MADE).map(|(_, id, _)| *id));
        if ids.len() >= most {
            break;
        }
    }
    ids.truncate(most);
    Ok(ids)
}

/// The operation on the rows of imports.
pub struct ImportRows(pub App);

#[OpenApi(tag = "DocumentTag::Imports")]
impl ImportRows {
    /// List the records that an import made
    ///
    /// One for each row that has become a record so far, in the order of the file. Rows with problems are not in it, and a
    /// dry run has none.
    #[oai(path = "/imports/:id/rows", method = "get", operation_id = "listImportRows")]
    async fn index(
        &self,
        caller: Caller,
        id: Path<PathId>,
        query: Query<RowsQuery>,
    ) -> Result<Reply<ImportRow, Index>, AppError> {
        let Query { input: RowsQuery { after, limit }, mut problems, .. } = query;
        problems.check()?;
        let (store, account, id) = (self.0.store.clone(), caller.account, id.id());
        account.find_id::<imports::Entity>(id).one(store.read()).await?.ok_or(AppError::NotFound)?;
        let left = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let chunks = chunks((after.unwrap_or(0), left), move |(after, left)| {
            let store = store.clone();
            async move {
                let part = account.find::<import_rows::Entity>().filter(import_rows::Column::ImportId.eq(id));
                let part = part.filter(import_rows::Column::LastRow.gt(after));
                let part = part.order_by_asc(import_rows::Column::LastRow).one(store.read()).await?;
                let mut rows: Vec<Done> = match &part {
                    Some(part) => serde_json::from_str(&part.row_records)?,
                    None => Vec::new(),
                };
                rows.retain(|(row, _, made)| *row > after && matches!(*made, MADE | CHANGED));
                rows.truncate(left);
                let left = left - rows.len();
                let next = part.filter(|_| left > 0).map(|part| (part.last_row, left));
                let rows = rows.into_iter().map(|(row, record_id, mark)| ImportRow {
                    row,
                    record_id,
                    row_outcome: if mark == MADE { RowOutcome::Created } else { RowOutcome::Updated },
                });
                let rows = rows.collect::<Vec<_>>();
                Ok((next, async move { Ok(rows) }))
            }
        });
        Reply::stream(chunks).await
    }
}
