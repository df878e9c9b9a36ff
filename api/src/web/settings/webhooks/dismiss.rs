//! Dismissing what pages say of a webhook that fails.

use sea_orm::{ActiveValue, ColumnTrait, QueryFilter};
use shared::entities::webhooks;

use super::{find, path_of};
use crate::web::flash::Flash;
use crate::web::visit::{Answer, Visit};

/// Handles the form.
pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let webhook = find(&visit).await?;
    let now_ms = visit.app.clock.now_ms().max(webhook.updated_at_ms);
    let dismissed =
        webhooks::ActiveModel { dismissed_at_ms: ActiveValue::Set(Some(now_ms)), ..Default::default() };
    let own = visit.account()?.scope.update::<webhooks::Entity>().set(dismissed);
    own.filter(webhooks::Column::Id.eq(webhook.id)).exec(visit.app.store.write()).await?;
    let flash = Flash::new(t!("webhook-dismissed"));
    visit.redirect_with(&path_of(webhook.id), flash)
}
