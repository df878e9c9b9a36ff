//! Answers to the broker's deliveries.

use lapin::Acker;
use lapin::options::{BasicAckOptions, BasicRejectOptions};

/// Acknowledges a message and all before it on its channel.
pub(super) async fn acknowledge(last: &Acker) {
    if let Err(error) = last.ack(BasicAckOptions { multiple: true }).await {
        tracing::warn!(%error, "messages were recorded but not acknowledged; the broker will deliver them again");
    }
}

/// Rejects a message, so that the broker moves it to the dead letters.
pub(super) async fn reject(receipt: &Acker) {
    if let Err(error) = receipt.reject(BasicRejectOptions { requeue: false }).await {
        tracing::warn!(%error, "a message could not be dead-lettered; the broker will deliver it again");
    }
}
