//! Tells the owners of an account of a webhook that fails: when every attempt has failed for an hour, when an event is given up,
//! and when the webhook is disabled. Webhooks that have asked for it get an event. What was told stands in the webhook's row,
//! written in one transaction with the letters, so that nothing is told twice or never. Every api process does this, and the
//! processes do not disturb each other.

use std::time::Duration;

use sea_orm::sea_query::{Expr, ExprTrait, LockBehavior, LockType};
use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, SystemScope, accounts, webhooks};
use shared::times::ms;
use shared::values::choices::{EventType, Locale, MembershipRole, WebhookStatus};
use tokio::time::{MissedTickBehavior, interval};
use webhooks::Column as W;

use crate::accounts::members;
use crate::auth::Caller;
use crate::error::AppError;
use crate::idempotency::in_transaction;
use crate::language::speak;
use crate::records::{Context, events};
use crate::resources::webhooks::{Stage, Webhook, is_disabled_for_failing, origin};
use crate::state::App;
use crate::times::{FAILING_FOR, GIVEN_UP_TOLD_AGAIN};
use crate::waiting_letters;
use crate::web::letters;

/// How often to look.
const EVERY: Duration = Duration::from_mins(1);

/// Tells owners until the future is dropped.
pub async fn run(app: &App) {
    let mut times = interval(EVERY);
    times.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        times.tick().await;
        if let Err(error) = turn(app).await {
            tracing::warn!(%error, "failing webhooks cannot be read now; trying again");
        }
    }
}

/// Tells the owners of each webhook whose failure has come further than they know.
pub async fn turn(app: &App) -> Result<(), AppError> {
    let ids = SystemScope.find::<webhooks::Entity>().filter(untold(app.clock.now_ms()));
    let ids = ids.order_by_asc(W::Id).select_only().column(W::Id);
    let ids: Vec<i64> = ids.into_tuple().all(app.store.read()).await?;
    for id in ids {
        let told = in_transaction(app, async |tx| {
            let webhook = SystemScope.find::<webhooks::Entity>().filter(W::Id.eq(id));
            let webhook =
                webhook.lock_with_behavior(LockType::NoKeyUpdate, LockBehavior::SkipLocked).one(tx).await?;
            match webhook {
                Some(webhook) => tell(app, tx, webhook).await,
                None => Ok(()),
            }
        });
        if let Err(error) = told.await {
            tracing::warn!(%error, webhook_id = id, "owners were not told of a failing webhook; trying again");
        }
    }
    app.mail.wake();
    Ok(())
}

/// Returns the condition for webhooks with something that the owners do not know. It also selects those that an owner has
/// disabled, until that is [marked](mark).
fn untold(now_ms: i64) -> Condition {
    let other_failure = Expr::col(W::ToldFailingSinceMs).ne(Expr::col(W::WebhookFailingSinceMs));
    let failing = Condition::all()
        .add(W::WebhookFailingSinceMs.lte(now_ms - ms(FAILING_FOR)))
        .add(Condition::any().add(W::ToldFailingSinceMs.is_null()).add(other_failure));
    let given_up = Condition::all().add(W::WebhookGivenUpAtMs.is_not_null()).add(
        Condition::any().add(W::ToldGivenUpAtMs.is_null()).add(
            Expr::col(W::ToldGivenUpAtMs).lt(Expr::col(W::WebhookGivenUpAtMs).sub(ms(GIVEN_UP_TOLD_AGAIN))),
        ),
    );
    let active = Condition::all()
        .add(W::WebhookStatus.eq(WebhookStatus::Active))
        .add(Condition::any().add(failing).add(given_up));
    let disabled = W::WebhookStatus.eq(WebhookStatus::Disabled).and(W::ToldDisabled.eq(false));
    Condition::any().add(active).add(disabled)
}

async fn tell(app: &App, tx: &Transaction, webhook: webhooks::Model) -> Result<(), AppError> {
    let account = AccountScope::new(webhook.account_id);
    let mut told = webhook.clone();
    let stages = mark(&mut told, app.clock.now_ms());
    let name = SystemScope.find::<accounts::Entity>().filter(accounts::Column::Id.eq(webhook.account_id));
    let name = name.one(tx).await?.map(|account| account.name).unwrap_or_default();
    // Whoever was not told in time hears of the furthest only.
    if let Some(stage) = stages.last().filter(|_| app.mail.is_on()) {
        let owners = members::list(tx, account).await?.into_iter();
        for owner in owners.filter(|member| member.role == MembershipRole::Owner) {
            let write = || letters::failing_webhook(&app.mail, &owner.email, &name, &webhook, *stage);
            let letter = speak(owner.locale.unwrap_or(Locale::En), write);
            waiting_letters::put(app, tx, &letter).await?;
        }
    }
    account.replace::<webhooks::Entity>(tx, told).await?;
    let Some(caller) = Caller::of_account(tx, account).await? else { return Ok(()) };
    let context = Context::new(app, caller);
    for stage in stages {
        let event = match stage {
            Stage::Failing => EventType::WebhooksFailing,
            Stage::Disabled => EventType::WebhooksDisabled,
            Stage::GivenUp => continue,
        };
        let mut shown = webhook.clone();
        // The rest of it may have a secret, and the event goes to other receivers.
        shown.webhook_url = origin(&webhook.webhook_url);
        let data = Webhook::at(shown, context.now_ms);
        events::emit_to_those_who_ask(tx, &context, event, webhook.id, &data).await?;
    }
    Ok(())
}

/// Notes all that the owners do not know yet of a webhook as told, and returns it, the furthest last.
fn mark(webhook: &mut webhooks::Model, now_ms: i64) -> Vec<Stage> {
    let mut stages = Vec::new();
    if webhook.webhook_status == WebhookStatus::Active {
        let failing = webhook.webhook_failing_since_ms;
        if failing.is_some_and(|since_ms| now_ms - since_ms >= ms(FAILING_FOR))
            && webhook.told_failing_since_ms != failing
        {
            webhook.told_failing_since_ms = failing;
            stages.push(Stage::Failing);
        }
        let told_until_ms = webhook.told_given_up_at_ms.map(|told_ms| told_ms + ms(GIVEN_UP_TOLD_AGAIN));
        if webhook.webhook_given_up_at_ms > told_until_ms {
            webhook.told_given_up_at_ms = Some(now_ms);
            stages.push(Stage::GivenUp);
        }
    }
    if webhook.webhook_status == WebhookStatus::Disabled && !webhook.told_disabled {
        webhook.told_disabled = true;
        webhook.dismissed_at_ms = None;
        stages.extend(is_disabled_for_failing(webhook).then_some(Stage::Disabled));
    }
    stages
}
