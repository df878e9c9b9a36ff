//! Records that other records link to. A single change looks up each of its links. An import makes many changes in one
//! transaction, so it reads all linked records in advance, with one query for each kind.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ModelTrait, QueryFilter, QueryOrder, QuerySelect, Value,
};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant};

use crate::error::AppError;

/// How a record came to its contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matched {
    /// The contact was there.
    Found,
    /// The contact was made with the record.
    Made,
}

/// The rule that a link breaks if it [leads to](leads_to) its own record.
pub const NO_CIRCLE: &str = "must not lead back to this record, from one to the next";

/// The most links that [`leads_to`] follows.
const STEPS_MAX: usize = 100;

/// Returns whether a link of one record leads to another one, from record to record. More than 100 records count as if it
/// did, because there may be a circle that was stored before circles were refused.
pub async fn leads_to<E: Tenant>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    column: E::Column,
    from: Option<i64>,
    to: i64,
) -> Result<bool, AppError> {
    let mut next = from;
    for _ in 0..STEPS_MAX {
        let Some(id) = next.filter(|id| *id != to) else { break };
        let select = account.find_id::<E>(id).select_only().column(column);
        next = select.into_tuple::<Option<i64>>().one(connection).await?.flatten();
    }
    Ok(next.is_some())
}

/// Records that were read in advance, by kind and id. `None` stands for a record that the account does not have.
#[derive(Clone, Default)]
pub struct PreloadedLinks(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

type Known<E> = HashMap<i64, Option<<E as EntityTrait>::Model>>;

impl PreloadedLinks {
    /// Returns the record if it was read: `Some(None)` if the account has no such record, `None` if it was not read.
    pub fn get<E: Tenant>(&self, id: i64) -> Option<Option<&E::Model>> {
        let known = self.0.get(&TypeId::of::<E>())?.downcast_ref::<Known<E>>()?;
        known.get(&id).map(Option::as_ref)
    }

    /// Reads records, and locks them as [`Context::find_link`](super::Context::find_link) does.
    pub async fn read<E: Tenant>(
        &mut self,
        tx: &Transaction,
        account: AccountScope,
        ids: impl Iterator<Item = i64>,
    ) -> Result<(), AppError> {
        let mut known: Known<E> = ids.map(|id| (id, None)).collect();
        if known.is_empty() {
            return Ok(());
        }
        let select = account.find::<E>().filter(E::ID.is_in(known.keys().copied()));
        // Lock in the order of the ids, so that two transactions that lock the same records cannot deadlock.
        for model in select.order_by_asc(E::ID).lock_shared().all(tx).await? {
            if let Value::BigInt(Some(id)) = model.get(E::ID) {
                known.insert(id, Some(model));
            }
        }
        self.0.insert(TypeId::of::<E>(), Arc::new(known));
        Ok(())
    }

    /// Forgets the records of a kind, because one of them has changed.
    pub fn forget<E: Tenant>(&mut self) {
        self.0.remove(&TypeId::of::<E>());
    }
}
