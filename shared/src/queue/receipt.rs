//! Answers to the broker's deliveries.

use lapin::Acker;
use lapin::options::{BasicAckOptions, BasicRejectOptions};

use super::answer::in_time;
use crate::Error;

/// Acknowledges a message and all before it on its channel.
pub(super) async fn acknowledge(last: &Acker) -> Result<(), Error> {
    in_time(async { Ok(last.ack(BasicAckOptions { multiple: true }).await.map(drop)?) }).await
}

/// Rejects a message, so that the broker moves it to the dead letters.
pub(super) async fn reject(receipt: &Acker) -> Result<(), Error> {
    in_time(async { Ok(receipt.reject(BasicRejectOptions { requeue: false }).await.map(drop)?) }).await
}
