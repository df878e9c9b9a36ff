//! Imports tasks. A file names contacts, gifts and pledges by their external ids.

use shared::Transaction;
use shared::entities::{contacts, gifts, pledges, tasks};
use shared::values::choices::TaskStatus;

use super::{Task, TaskInput};
use crate::error::AppError;
use crate::fields::Patch;
use crate::records::importable::{CONTACT, GIFT, Importable, LookupColumn, PLEDGE};
use crate::records::links::PreloadedLinks;
use crate::records::{Context, Unique};

impl Importable for Task {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: tasks::Column::TaskExternalId,
        field: "task_external_id",
        of: |task| task.task_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        As for contacts, with `task_external_id` to tell which task a row changes. `contact_external_id`,\n\
        `gift_external_id` and `pledge_external_id` name what a task is about instead of the ids; where both are given, the\n\
        name decides.";
    const TAKEN_BACK: Option<fn() -> TaskInput> = Some(|| TaskInput {
        task_status: Patch::Value(TaskStatus::Cancelled),
        task_external_id: Patch::Null,
        ..TaskInput::default()
    });
    const NAMED: &'static [LookupColumn] = &[CONTACT, GIFT, PLEDGE];

    async fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&TaskInput],
    ) -> Result<PreloadedLinks, AppError> {
        let (mut links, account) = (PreloadedLinks::default(), context.caller.account);
        let contact_ids = inputs.iter().filter_map(|input| input.contact_id.value().copied());
        links.read::<contacts::Entity>(tx, account, contact_ids).await?;
        let gift_ids = inputs.iter().filter_map(|input| input.gift_id.value().copied());
        links.read::<gifts::Entity>(tx, account, gift_ids).await?;
        let pledge_ids = inputs.iter().filter_map(|input| input.pledge_id.value().copied());
        links.read::<pledges::Entity>(tx, account, pledge_ids).await?;
        Ok(links)
    }
}
