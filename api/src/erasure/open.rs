//! What is still open of the person. Nobody is left to pay, to be reminded or to be called, so it ends with the erasure.

use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{pledges, tasks};
use shared::values::choices::{ImportKind, TaskStatus};

use super::linked::Linked;
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, service};
use crate::resources::pledges::{Pledge, ending};
use crate::resources::tasks::{Task, TaskInput, is_open};

/// Ends the open pledges of the contact, so that none is late any more, and cancels the open tasks, or only counts them. A task
/// about another contact stays open. Returns how many pledges and tasks there are.
pub(super) async fn close(
    context: &Context,
    (contact_id, linked): (i64, &Linked),
    dry_run: bool,
) -> Result<(u64, u64), AppError> {
    use {pledges::Column as P, tasks::Column as T};
    let (account, reader, today) = (context.caller.account, context.app.store.read(), context.today);
    let pledges = account.find::<pledges::Entity>().filter(P::Id.is_in(linked.of(ImportKind::Pledges)));
    let mut pledges = pledges.order_by_asc(P::Id).all(reader).await?;
    pledges.retain(|pledge| ending::is_open(pledge, today));
    let tasks = account.find::<tasks::Entity>().filter(T::Id.is_in(linked.of(ImportKind::Tasks)));
    let of_nobody_else = Condition::any().add(T::ContactId.is_null()).add(T::ContactId.eq(contact_id));
    let tasks = tasks.filter(is_open()).filter(of_nobody_else);
    let tasks = tasks.order_by_asc(T::Id).select_only().column(T::Id);
    let tasks: Vec<i64> = tasks.into_tuple().all(reader).await?;
    if !dry_run {
        for pledge in &pledges {
            service::commit::<Pledge, _>(context, async |tx| {
                ending::end(tx, context, pledge.id, today).await
            })
            .await?;
        }
        for id in &tasks {
            cancel(context, *id).await?;
        }
    }
    Ok((pledges.len() as u64, tasks.len() as u64))
}

async fn cancel(context: &Context, task_id: i64) -> Result<(), AppError> {
    let any = Preconditions::default();
    service::commit::<Task, _>(context, async |tx| {
        let input = TaskInput { task_status: Patch::Value(TaskStatus::Cancelled), ..TaskInput::default() };
        service::update::<Task>(tx, context, (task_id, &any), input, Problems::default()).await.map(drop)
    })
    .await
}
