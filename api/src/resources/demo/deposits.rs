//! The demo's batches: the cheques of the last months, as they were taken to the bank. The last batch is still open, and one
//! of its cheques is still to be entered.

use chrono::Days;
use shared::entities::{batches, gift_types, gifts};
use shared::values::choices::{BatchStatus, GiftStatus};
use shared::{Error, Transaction};

use crate::records::{Context, Resource};
use crate::resources::gift_batches::GiftBatch;

/// The batches: the days before today from which and until which their cheques are, and their states.
const BATCHES: [(u64, u64, BatchStatus); 3] =
    [(180, 120, BatchStatus::Closed), (119, 60, BatchStatus::Closed), (59, 0, BatchStatus::Open)];

/// Makes the batches, and puts the cheques among the gifts into them.
pub(super) async fn make(
    tx: &Transaction,
    context: &Context,
    types: &[gift_types::Model],
    gifts: &mut [gifts::Model],
) -> Result<(), Error> {
    let cheque = types.iter().find(|gift_type| gift_type.gift_type_name == "check").map(|one| one.id);
    let day = |days| context.today.checked_sub_days(Days::new(days)).unwrap_or(context.today);
    let is_in = |gift: &gifts::Model, (from, until): (u64, u64)| {
        let is_deposited = matches!(gift.gift_status, GiftStatus::Received | GiftStatus::Refunded);
        gift.gift_type_id == cheque && is_deposited && (day(from)..=day(until)).contains(&gift.gift_date)
    };
    let row = |(n, (from, until, batch_status)): (usize, (u64, u64, BatchStatus))| {
        let amounts =
            gifts.iter().filter(|gift| is_in(gift, (from, until))).map(|gift| gift.gift_amount_minor);
        let amounts: Vec<_> = amounts.chain((batch_status == BatchStatus::Open).then_some(5000)).collect();
        batches::Model {
            batch_name: format!("Checks until {}", day(until).format("%-d %B")),
            batch_date: day(until),
            batch_expected_count: i64::try_from(amounts.len()).ok(),
            batch_expected_total_minor: Some(amounts.iter().sum()),
            batch_status,
            batch_external_id: Some(format!("demo-{}", n + 1)),
            ..GiftBatch::blank(context)
        }
    };
    let rows = BATCHES.into_iter().enumerate().map(row).collect();
    let rows = context.caller.account.insert_all::<batches::Entity>(tx, rows).await?;
    for ((from, until, _), batch) in BATCHES.into_iter().zip(rows) {
        for gift in gifts.iter_mut().filter(|gift| is_in(gift, (from, until))) {
            gift.batch_id = Some(batch.id);
        }
    }
    Ok(())
}
