//! One file per table. The fields are documented where clients meet them, in the api's resources.
//!
//! Rows of a tenant are reached through [`AccountScope`] alone (invariant I7): clippy refuses `Entity::find` and
//! its like elsewhere. Work that crosses accounts (relay, dispatcher) has its own SQL in the files that do it.

#![allow(clippy::struct_excessive_bools, reason = "rows are as their tables are")]
#![allow(missing_docs, reason = "the api's resources document the fields for those who use them")]

use sea_orm::sea_query::IntoValueTuple;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DeleteMany, EntityTrait, IntoActiveModel, QueryFilter,
    Select, TryIntoModel, Update, Value,
};

use crate::Error;

pub mod accounts;
pub mod api_keys;
pub mod attempts;
pub mod contact_addresses;
pub mod contact_emails;
pub mod contact_family_members;
pub mod contact_phones;
pub mod contact_pictures;
pub mod contact_tags;
pub mod contacts;
pub mod deliveries;
pub mod events;
pub mod gift_types;
pub mod gifts;
pub mod memberships;
pub mod pledges;
pub mod recoveries;
pub mod tags;
pub mod tasks;
pub mod users;
pub mod webhooks;

/// A table whose rows belong to an account.
pub trait Tenant:
    EntityTrait<
        ActiveModel: Send + TryIntoModel<<Self as EntityTrait>::Model>,
        Model: IntoActiveModel<<Self as EntityTrait>::ActiveModel> + Clone + Send + Sync,
    >
{
    const ACCOUNT_ID: Self::Column;
    const ID: Self::Column;
}

macro_rules! tenant {
    () => {
        impl super::Tenant for Entity {
            const ACCOUNT_ID: Column = Column::AccountId;
            const ID: Column = Column::Id;
        }
    };
}
use tenant;

/// One account's rows: the only way to start a query on a tenant's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccountScope {
    account_id: i64,
}

#[allow(clippy::disallowed_methods, reason = "this is the place that adds the account to every query")]
impl AccountScope {
    /// The scope of an account that an authenticated caller, or the operator, has named.
    pub fn new(account_id: i64) -> Self {
        Self { account_id }
    }

    /// The account's id, for rows to be inserted.
    pub fn account_id(self) -> i64 {
        self.account_id
    }

    /// The account's rows.
    pub fn find<E: Tenant>(self) -> Select<E> {
        E::find().filter(E::ACCOUNT_ID.eq(self.account_id))
    }

    /// The account's row with this id.
    pub fn find_id<E: Tenant>(self, id: impl Into<Value>) -> Select<E> {
        self.find::<E>().filter(E::ID.eq(id))
    }

    /// Inserts a row of the account; the database chooses its id, and only that is read back.
    pub async fn insert<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        model: E::Model,
    ) -> Result<E::Model, Error> {
        let mut row = self.new_row::<E>(model);
        let inserted = E::insert(row.clone()).exec(tx).await?;
        if let Some(id) = inserted.last_insert_id.into_value_tuple().into_iter().next() {
            row.set(E::ID, id);
        }
        Ok(row.try_into_model()?)
    }

    /// Inserts rows of the account, and returns them with their ids in the same order.
    pub async fn insert_all<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        models: Vec<E::Model>,
    ) -> Result<Vec<E::Model>, Error> {
        if models.is_empty() {
            return Ok(Vec::new());
        }
        let rows = models.into_iter().map(|model| self.new_row::<E>(model));
        Ok(E::insert_many(rows).exec_with_returning(tx).await?)
    }

    fn new_row<E: Tenant>(self, model: E::Model) -> E::ActiveModel {
        let mut row = model.into_active_model().reset_all();
        row.set(E::ACCOUNT_ID, self.account_id.into());
        row.not_set(E::ID);
        row
    }

    /// Writes a changed row of the account.
    pub async fn replace<E: Tenant>(
        self,
        tx: &impl ConnectionTrait,
        model: E::Model,
    ) -> Result<E::Model, Error> {
        let row = model.into_active_model().reset_all();
        Ok(Update::one(row).validate()?.filter(E::ACCOUNT_ID.eq(self.account_id)).exec(tx).await?)
    }

    /// A deletion among the account's rows.
    pub fn delete<E: Tenant>(self) -> DeleteMany<E> {
        E::delete_many().filter(E::ACCOUNT_ID.eq(self.account_id))
    }
}
