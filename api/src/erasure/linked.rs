//! The records that say something of a contact, by id.

use std::collections::HashSet;

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::entities::{AccountScope, Tenant, contacts};
use shared::values::choices::ImportKind;

use crate::error::AppError;
use crate::records::Resource;
use crate::resources::kinds::{KINDS, Kind, of_kind};
use crate::state::App;

/// The records that say something of the contact.
pub(super) struct Linked {
    /// Those of each kind whose records belong to contacts.
    pub(super) records: Vec<(&'static Kind, HashSet<i64>)>,
    /// The contacts that were merged into this one.
    pub(super) merged: HashSet<i64>,
}

impl Linked {
    pub(super) async fn find(app: &App, account: AccountScope, contact_id: i64) -> Result<Self, AppError> {
        let mut records = Vec::new();
        for kind in KINDS.iter().filter(|kind| kind.kept.is_some()) {
            records.push((kind, of_kind!(kind.import, R => find::<R>(app, account, contact_id).await?)));
        }
        let of = contacts::Column::ContactMergedIntoId.eq(contact_id);
        let merged = account.find::<contacts::Entity>().filter(of).select_only().column(contacts::Column::Id);
        let merged = merged.into_tuple().all(app.store.read()).await?;
        Ok(Self { records, merged: merged.into_iter().collect() })
    }

    /// Returns the ids of the records of a kind.
    pub(super) fn of(&self, kind: ImportKind) -> impl Iterator<Item = i64> {
        let of_kind = self.records.iter().filter(move |(one, _)| one.import == kind);
        of_kind.flat_map(|(_, ids)| ids.iter().copied())
    }
}

async fn find<R: Resource>(
    app: &App,
    account: AccountScope,
    contact_id: i64,
) -> Result<HashSet<i64>, AppError> {
    let Some(belonging) = R::BELONGS else { return Ok(HashSet::new()) };
    let rows = account.find::<R::Entity>().filter(belonging.says_of(account, contact_id));
    let ids = rows.select_only().column(R::Entity::ID).into_tuple().all(app.store.read()).await?;
    Ok(ids.into_iter().collect())
}
