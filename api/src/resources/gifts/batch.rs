//! The batch of a gift. Whoever writes a gift holds the batch, which is closed only when nobody holds it, so no gift comes
//! into a batch while its gifts are compared with what was counted.

use shared::Transaction;
use shared::entities::{batches, gifts};
use shared::values::choices::BatchStatus;

use crate::error::AppError;
use crate::fields::Problems;
use crate::records::Context;

/// Returns the fields that a deposit shows of a gift, and whether each changes.
fn deposited(stored: &gifts::Model, gift: &gifts::Model, splits_change: bool) -> [(&'static str, bool); 12] {
    [
        ("batch_id", stored.batch_id != gift.batch_id),
        ("contact_id", stored.contact_id != gift.contact_id),
        ("gift_amount", stored.gift_amount_minor != gift.gift_amount_minor),
        ("gift_currency", stored.gift_currency != gift.gift_currency),
        ("gift_date", stored.gift_date != gift.gift_date),
        ("gift_type_id", stored.gift_type_id != gift.gift_type_id),
        ("gift_status", stored.gift_status != gift.gift_status),
        ("gift_fund", stored.gift_fund != gift.gift_fund),
        ("gift_campaign", stored.gift_campaign != gift.gift_campaign),
        ("splits", splits_change),
        ("gift_check_number", stored.gift_check_number != gift.gift_check_number),
        ("gift_reference", stored.gift_reference != gift.gift_reference),
    ]
}

/// Checks that a gift neither comes into a closed batch nor leaves it, that what a deposit shows of the gifts of a closed
/// batch stays, and that a batch has one currency. Locks the batches in the order of their ids.
pub(super) async fn check(
    tx: &Transaction,
    context: &Context,
    (stored, gift): (Option<&gifts::Model>, &gifts::Model),
    splits_change: bool,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let changes = stored.map(|stored| deposited(stored, gift, splits_change));
    if changes.is_some_and(|changes| changes.iter().all(|(_, is_changed)| !is_changed)) {
        return Ok(());
    }
    let before = stored.and_then(|stored| stored.batch_id);
    let mut ids: Vec<_> = [before, gift.batch_id].into_iter().flatten().collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let Some(batch) = context.find_link::<batches::Entity>(tx, id).await? else {
            problems.add_unknown_id("batch_id", "batch");
            continue;
        };
        let name = &batch.batch_name;
        if batch.batch_status == BatchStatus::Closed && before == Some(id) {
            let changed = changes.iter().flatten().filter(|(_, is_changed)| *is_changed);
            for (field, _) in changed {
                let rule = format!(
                    "must stay as it is while batch {id} ({name}) is closed: an owner reopens it first"
                );
                problems.add(field, rule);
            }
        } else if batch.batch_status == BatchStatus::Closed {
            let rule = format!("must not be batch {id} ({name}), which is closed: an owner reopens it first");
            problems.add("batch_id", rule);
        } else if gift.batch_id == Some(id) && batch.batch_currency != gift.gift_currency {
            let code = &batch.batch_currency;
            problems.add(
                "batch_id",
                format_args!("must be a batch in the gift's currency, and this one is in {code}"),
            );
        }
    }
    Ok(())
}
