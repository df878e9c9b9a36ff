//! Records that others link to. A single change looks each up; whoever makes many changes in one transaction reads what
//! they link to beforehand, with one query for each kind.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::{ColumnTrait, EntityTrait, ModelTrait, QueryFilter, QueryOrder, QuerySelect, Value};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant};

use crate::http::AppError;

/// Records by kind and id, `None` where there is no such record in the account.
#[derive(Clone, Default)]
pub struct Links(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

type Known<E> = HashMap<i64, Option<<E as EntityTrait>::Model>>;

impl Links {
    /// What is known of a record, unless it was not read.
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
        // In one order, so that two that lock the same records cannot wait for each other in a circle.
        for model in select.order_by_asc(E::ID).lock_shared().all(tx).await? {
            if let Value::BigInt(Some(id)) = model.get(E::ID) {
                known.insert(id, Some(model));
            }
        }
        self.0.insert(TypeId::of::<E>(), Arc::new(known));
        Ok(())
    }

    /// Forgets what is known of a kind of records, because one of them has changed.
    pub fn forget<E: Tenant>(&mut self) {
        self.0.remove(&TypeId::of::<E>());
    }
}
