//! The records that belong to a contact, by id.

use std::collections::HashSet;

use sea_orm::{ColumnTrait, Condition, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, contacts, gifts, pledges, tasks};

use crate::error::AppError;
use crate::state::App;

/// The records that belong to the contact.
pub(super) struct Linked {
    pub(super) gifts: HashSet<i64>,
    pub(super) pledges: HashSet<i64>,
    pub(super) tasks: HashSet<i64>,
    /// The contacts that were merged into this one.
    pub(super) merged: HashSet<i64>,
}

impl Linked {
    pub(super) async fn find(app: &App, account: AccountScope, contact_id: i64) -> Result<Self, AppError> {
        let reader = app.store.read();
        let of = gifts::Column::ContactId.eq(contact_id);
        let gifts = account.find::<gifts::Entity>().filter(of).select_only().column(gifts::Column::Id);
        let of = pledges::Column::ContactId.eq(contact_id);
        let pledges = account.find::<pledges::Entity>().filter(of).select_only().column(pledges::Column::Id);
        let about = Condition::any()
            .add(tasks::Column::ContactId.eq(contact_id))
            .add(tasks::Column::GiftId.in_subquery(gifts.clone().into_query()))
            .add(tasks::Column::PledgeId.in_subquery(pledges.clone().into_query()));
        let tasks = account.find::<tasks::Entity>().filter(about).select_only().column(tasks::Column::Id);
        let of = contacts::Column::ContactMergedIntoId.eq(contact_id);
        let merged = account.find::<contacts::Entity>().filter(of).select_only().column(contacts::Column::Id);
        Ok(Self {
            merged: merged.into_tuple().all(reader).await?.into_iter().collect(),
            gifts: gifts.into_tuple().all(reader).await?.into_iter().collect(),
            pledges: pledges.into_tuple().all(reader).await?.into_iter().collect(),
            tasks: tasks.into_tuple().all(reader).await?.into_iter().collect(),
        })
    }
}
