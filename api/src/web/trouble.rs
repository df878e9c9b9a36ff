//! Webhooks that fail, as every page tells the owners of the account, until the receiver answers again or an owner dismisses it.

use sea_orm::{ColumnTrait, ConnectionTrait, ExprTrait, QueryFilter, QueryOrder};
use shared::entities::{AccountScope, webhooks};
use shared::times::ms;
use shared::values::choices::WebhookStatus;

use crate::error::AppError;
use crate::resources::webhooks::{is_disabled_for_failing, receiver};
use crate::times::FAILING_FOR;

/// A webhook that fails.
pub(crate) struct Trouble {
    /// What is wrong.
    pub(crate) text: String,
    /// The path of the webhook's page.
    pub(crate) path: String,
}

/// Returns how many webhooks of an account have failed for an hour, or are disabled for it, and those of them that nobody has
/// dismissed.
pub(crate) async fn of_account(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    now_ms: i64,
) -> Result<(usize, Vec<Trouble>), AppError> {
    use webhooks::Column as W;
    let failing = W::WebhookFailingSinceMs.is_not_null().or(W::WebhookStatus.eq(WebhookStatus::Disabled));
    let failing =
        account.find::<webhooks::Entity>().filter(failing).order_by_asc(W::Id).all(connection).await?;
    let failing: Vec<_> = failing.iter().filter(|webhook| is_trouble(webhook, now_ms)).collect();
    let shown = failing.iter().filter(|webhook| !is_dismissed(webhook));
    Ok((failing.len(), shown.map(|webhook| told(webhook)).collect()))
}

fn is_trouble(webhook: &webhooks::Model, now_ms: i64) -> bool {
    let is_old =
        webhook.webhook_failing_since_ms.is_some_and(|since_ms| now_ms - since_ms >= ms(FAILING_FOR));
    is_disabled_for_failing(webhook) || webhook.webhook_status == WebhookStatus::Active && is_old
}

/// Returns whether an owner has dismissed it since it began to fail. When the owners are told that it is disabled, that no longer
/// counts.
fn is_dismissed(webhook: &webhooks::Model) -> bool {
    webhook.dismissed_at_ms.is_some() && webhook.dismissed_at_ms >= webhook.webhook_failing_since_ms
}

fn told(webhook: &webhooks::Model) -> Trouble {
    let receiver = receiver(webhook);
    let text = if is_disabled_for_failing(webhook) {
        t!("trouble-disabled", receiver = receiver)
    } else {
        t!("trouble-failing", receiver = receiver)
    };
    Trouble { text, path: format!("/settings/webhooks/{}", webhook.id) }
}
