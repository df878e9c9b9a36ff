//! Batches of gifts: gifts that were counted together, such as those of one deposit at the bank, beside what was counted by
//! hand. A batch is closed when both agree, or with a reason. The gifts of a closed batch keep what the deposit shows of them
//! (see the rules of gifts) until an owner reopens it.
//!
//! (The operation that makes many changes in one request is [another one](super::batches).)

use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use shared::Transaction;
use shared::entities::batches;
use shared::values::choices::{AuditAction, BatchStatus, EventType, Include};

use crate::accounts::audit;
use crate::auth::Via;
use crate::error::AppError;
use crate::fields::types::{AnyOf, Count, CurrencyCode, Day, Moment, Money, Nullable, OneOf, Text, Whole};
use crate::fields::{Patch, Payload, Problems};
use crate::http::csv::{Export, ForPeople};
use crate::money::{Amount, Decimal};
use crate::records::days::check_recent;
use crate::records::importable::{Importable, LookupColumn};
use crate::records::included::Shows;
use crate::records::list::{Filter, ListResource, Order};
use crate::records::money::{amount, amount_in, currency};
use crate::records::{Change, Context, Resource, Unique};
use crate::{query, record};

mod tally;

pub use tally::deposited;
use tally::{Tally, has_gifts, tallies};

/// How many gifts a batch is expected to have.
type Expected = Whole<0, 1_000_000>;

record! {
    /// A batch of gifts, which were counted together, such as those of one deposit at the bank.
    GiftBatch of batches::Model, body GiftBatchInput as "GiftBatchCreate" or "GiftBatchUpdate";
    fields {
        /// Name
        batch_name: Text<100> { required, label: "Name", hint: "Such as the day and the bank", example: "Collection of 14 June" };
        /// The day of the batch, not before 1900; by default today in the account's time zone
        batch_date: Day { label: "Date", hint: "Today, if empty", example: "2026-06-14" };
        /// Currency of all its gifts, ISO 4217; by default the account's
        batch_currency: CurrencyCode { label: "Currency", hint: "The account's, if empty", example: "USD" };
        /// How many gifts were counted by hand; null if nobody has counted them
        batch_expected_count: Expected { hint: "How many gifts were counted by hand", example: 12 };
        /// Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were
        /// counted, or with batch_close_reason. Only an owner reopens it
        batch_status: OneOf<BatchStatus> { label: "Status", no_hint, example: "open" };
        /// Why it is closed although the gifts differ from what was counted; null while it is open
        batch_close_reason: Text<500> { label: "Reason", hint: "Why the gifts differ from what was counted" };
        /// The batch's id in another system, unique in the account
        batch_external_id: Text<100> { label: "External id", example: "crm-b-5" };
    }
    both {
        /// What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted
        batch_expected_total: Nullable<Money> {
            hint: "What they must come to, as counted by hand",
            example: 340.00,
        } = expected_total;
    }
    computed {
        /// When the record was created
        created_at: Moment = |batch| batch.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |batch| batch.updated_at_ms;
    }
    loaded {
        /// How many received or refunded gifts it has: pending and void ones were not in the deposit
        gift_count: Count;
        /// What those come to
        gift_total: Money;
    }
    unshown { account_id, batch_expected_total_minor, created_at_ms, updated_at_ms }
}

fn expected_total(batch: &batches::Model) -> Option<Amount> {
    Some(amount(batch.batch_expected_total_minor?, &batch.batch_currency))
}

impl Payload for GiftBatch {
    const KIND: &'static str = "batches";
    const EXPORT: Option<&'static Export> =
        Some(&Export { members: &[], linked: &[], people: ForPeople::PLAIN });
}

/// What a member who reopens a batch is told.
const REOPEN: &str = "batch_status stays closed: only an owner of the account reopens a batch, by a key of their own or on its page";

/// What stays of a closed batch.
const CLOSED: &str =
    "must stay as it is while the batch is closed: an owner reopens it first, with batch_status open";

impl Resource for GiftBatch {
    type Entity = batches::Entity;
    type Input = GiftBatchInput;
    type Links = ();
    /// What the audit log says of the change.
    type Plan = Option<AuditAction>;
    const EVENTS: Option<(EventType, EventType)> = None;
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];

    fn blank(context: &Context) -> batches::Model {
        batches::Model {
            account_id: context.caller.account.account_id(),
            batch_date: context.today,
            batch_currency: context.caller.currency.code().to_owned(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..batches::Model::default()
        }
    }

    fn id(row: &batches::Model) -> i64 {
        row.id
    }

    fn version(row: &batches::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<AuditAction>, AppError> {
        let Change { input, row, stored, problems } = change;
        let reason = input.batch_close_reason.value().cloned();
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        check_recent(problems, "batch_date", row.batch_date, stored.map(|batch| batch.batch_date));
        expect(row, stored, &input.batch_expected_total, problems);
        if let Some(stored) = stored.filter(|stored| stored.batch_currency != row.batch_currency)
            && has_gifts(tx, context.caller.account, stored.id).await?
        {
            let rule = format!("must stay {} while the batch has gifts", stored.batch_currency);
            problems.add("batch_currency", rule);
        }
        let was_closed = stored.is_some_and(|stored| stored.batch_status == BatchStatus::Closed);
        let action = match (was_closed, row.batch_status) {
            (false, BatchStatus::Open) => None,
            (false, BatchStatus::Closed) => {
                check_agreement(tx, context, row, problems).await?;
                Some(AuditAction::BatchClosed)
            }
            (true, BatchStatus::Closed) => {
                check_unchanged(stored, row, problems);
                None
            }
            (true, BatchStatus::Open) => {
                // The rows of a file are nobody's own step.
                if context.caller.via == Via::Import {
                    problems.add(
                        "batch_status",
                        "must stay closed: an owner reopens the batch, and not by a file",
                    );
                } else if !context.caller.is_owner {
                    return Err(AppError::OwnersOnly(REOPEN));
                }
                Some(AuditAction::BatchReopened)
            }
        };
        if row.batch_status == BatchStatus::Open {
            // A reason that is sent with its stored value changes nothing, so a batch that was read can be sent back as open.
            let is_new = |reason| stored.is_none_or(|stored| stored.batch_close_reason != Some(reason));
            if reason.is_some_and(is_new) {
                problems.add("batch_close_reason", "must be empty unless batch_status is closed");
            }
            row.batch_close_reason = None;
        }
        Ok(action)
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(batches::Model, Option<AuditAction>)>,
    ) -> Result<Vec<Self>, AppError> {
        let mut rows = Vec::with_capacity(written.len());
        for (row, action) in written {
            if let Some(action) = action {
                let (actor, account) = (context.caller.actor(context.now_ms), context.caller.account);
                let reason = row.batch_close_reason.as_ref().map(|reason| format!(": {reason}"));
                let detail = format!("batch {}{}", row.id, reason.unwrap_or_default());
                audit::record(tx, actor, Some(account), action, Some(&detail)).await?;
            }
            rows.push(row);
        }
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<batches::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let ids = rows.iter().map(|batch| batch.id);
        let mut tallies = tallies(connection, context.caller.account, ids).await?;
        let batch = |model: batches::Model| {
            let Tally { count, total_minor } = tallies.remove(&model.id).unwrap_or_default();
            Self { gift_count: count, gift_total: amount(total_minor, &model.batch_currency), model }
        };
        Ok(rows.into_iter().map(batch).collect())
    }
}

/// Sets what the gifts must come to.
fn expect(
    row: &mut batches::Model,
    stored: Option<&batches::Model>,
    sent: &Patch<Decimal>,
    problems: &mut Problems,
) {
    let before = stored.and_then(|stored| {
        let minor = stored.batch_expected_total_minor?;
        Some(Decimal::from_minor(minor, currency(&stored.batch_currency)))
    });
    let fields = ["batch_expected_total", "batch_currency"];
    row.batch_expected_total_minor = match sent {
        Patch::Null => None,
        sent => amount_in(&row.batch_currency, sent, before, fields, problems),
    };
}

/// Checks that the gifts of a batch that is to be closed are those that were counted, unless there is a reason. The batch is
/// locked, so no gift comes or goes until it is closed.
async fn check_agreement(
    tx: &Transaction,
    context: &Context,
    batch: &batches::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    if batch.batch_close_reason.is_some() {
        return Ok(());
    }
    let tally = tallies(tx, context.caller.account, std::iter::once(batch.id)).await?;
    let Tally { count, total_minor } = tally.get(&batch.id).copied().unwrap_or_default();
    if batch.batch_expected_count != Some(count) {
        let expected = batch.batch_expected_count.map_or("not set".to_owned(), |count| count.to_string());
        let rule = format!("is {expected}, the gifts are {count}: correct one or give batch_close_reason");
        problems.add("batch_expected_count", rule);
    }
    if batch.batch_expected_total_minor != Some(total_minor) {
        let amount = |minor: i64| amount(minor, &batch.batch_currency).to_string();
        let expected = batch.batch_expected_total_minor.map_or("not set".to_owned(), amount);
        let rule = format!(
            "is {expected}, the gifts come to {}: correct one or give batch_close_reason",
            amount(total_minor)
        );
        problems.add("batch_expected_total", rule);
    }
    Ok(())
}

/// Checks that only the name and the external id of a closed batch change.
fn check_unchanged(stored: Option<&batches::Model>, batch: &batches::Model, problems: &mut Problems) {
    let Some(stored) = stored else { return };
    for (field, is_changed) in [
        ("batch_date", stored.batch_date != batch.batch_date),
        ("batch_currency", stored.batch_currency != batch.batch_currency),
        ("batch_expected_count", stored.batch_expected_count != batch.batch_expected_count),
        ("batch_expected_total", stored.batch_expected_total_minor != batch.batch_expected_total_minor),
        ("batch_close_reason", stored.batch_close_reason != batch.batch_close_reason),
    ] {
        if is_changed && !problems.has(field) {
            problems.add(field, CLOSED);
        }
    }
}

query! {
    /// The filters of batches.
    GiftBatchFilters {
        /// Only batches with this status, or with one of several
        status: AnyOf<OneOf<BatchStatus>>;
        /// Only batches of this day or later
        from: Day;
        /// Only batches of this day or before
        to: Day;
        /// Only the batch with this `batch_external_id`
        external_id: Text<100>;
    }
}

impl Shows for GiftBatch {
    const INCLUDE: &'static [Include] = &[];
}

impl ListResource for GiftBatch {
    type Filters = GiftBatchFilters;

    const ORDERS: &'static [Order<batches::Model>] = &[Order { name: "id", by: None }];

    async fn filter<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        filters: GiftBatchFilters,
        problems: &mut Problems,
    ) -> Result<Filter, AppError> {
        use batches::Column as B;
        let GiftBatchFilters { status, from, to, external_id } = filters;
        problems.check_span(("from", from), ("to", to));
        Ok(Filter::from(
            Condition::all()
                .add_option(status.map(|status| B::BatchStatus.is_in(status)))
                .add_option(from.map(|day| B::BatchDate.gte(day)))
                .add_option(to.map(|day| B::BatchDate.lte(day)))
                .add_option(external_id.map(|id| B::BatchExternalId.eq(id))),
        ))
    }
}

impl Importable for GiftBatch {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: batches::Column::BatchExternalId,
        field: "batch_external_id",
        of: |batch| batch.batch_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        As for contacts, with `batch_external_id` to tell which batch a row changes. Gifts come into open batches only: leave\n\
        out `batch_status` at first, and import the file again with it after the gifts.";
    const NAMED: &'static [LookupColumn] = &[];
}
