//! The settings and facts that the limits of a webhook depend on.

use shared::entities::webhooks;

/// A webhook, and what its limits depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Receiver {
    pub(crate) account_id: i64,
    pub(crate) webhook_id: i64,
    /// Whether an attempt has failed and none has succeeded since.
    pub(crate) failing: bool,
    /// Whether it has a rate limit. Then it gets no permits ahead, because those attempts would begin later than the
    /// rate limit counts them.
    pub(crate) rated: bool,
    /// The number of attempts that its owner allows at once.
    pub(crate) concurrency: Option<usize>,
}

impl From<&webhooks::Model> for Receiver {
    fn from(webhook: &webhooks::Model) -> Self {
        Self {
            account_id: webhook.account_id,
            webhook_id: webhook.id,
            failing: webhook.webhook_failing_since_ms.is_some(),
            rated: webhook.webhook_rate_limit.is_some(),
            concurrency: webhook.webhook_concurrency.and_then(|most| usize::try_from(most).ok()),
        }
    }
}
