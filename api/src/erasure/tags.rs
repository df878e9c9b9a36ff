//! Tags: an account's own words, unless nobody but the person had one.

use sea_orm::{ColumnTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::entities::{AccountScope, contact_tags, tags};

use crate::error::AppError;
use crate::state::App;

/// Returns the tags that only this contact has.
pub(super) async fn of_one(app: &App, account: AccountScope, contact_id: i64) -> Result<Vec<i64>, AppError> {
    use contact_tags::Column as C;
    let others = account.find::<contact_tags::Entity>().filter(C::ContactId.ne(contact_id));
    let others = others.select_only().column(C::TagId);
    let own = account.find::<contact_tags::Entity>().filter(C::ContactId.eq(contact_id));
    let own = own.filter(C::TagId.not_in_subquery(others.into_query())).select_only().column(C::TagId);
    Ok(own.into_tuple().all(app.store.read()).await?)
}

/// Removes those of some tags that nobody has.
pub(super) async fn remove_unused(app: &App, account: AccountScope, tags: Vec<i64>) -> Result<(), AppError> {
    let used = account.find::<contact_tags::Entity>().select_only().column(contact_tags::Column::TagId);
    let unused = account.delete::<tags::Entity>().filter(tags::Column::Id.is_in(tags));
    unused.filter(tags::Column::Id.not_in_subquery(used.into_query())).exec(app.store.write()).await?;
    Ok(())
}
