//! Tasks (specification, section 2): work to be done, and the records that it concerns.

use chrono::{Datelike, Days, Months, NaiveDate};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{contacts, gifts, pledges, tasks};
use shared::values::choices::{
    EventType, Include, TaskPriority, TaskRepeat, TaskResult, TaskStatus, TaskType,
};

use super::contacts::{
    ContactFields, EMAIL_HEADING, EMAIL_IN_FILE, IN_FILE, IN_FILE_FOR_PEOPLE, for_people, primary_emails,
};
use super::gifts::is_credited;
use crate::accounts::members;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::problem::Fault;
use crate::fields::types::{Day, Flag, Id, Maybe, Moment, Nullable, OneOf, Text, TimeOfDay};
use crate::fields::{Patch, Problems};
use crate::http::csv::Export;
use crate::records::days::check_past;
use crate::records::events::{Changed, emit_all};
use crate::records::importable::{CONTACT, ExternalId, GIFT, Importable, PLEDGE, link, text_of, texts_by_id};
use crate::records::included::{OF_A_CONTACT, Shows};
use crate::records::links::Matched;
use crate::records::list::{By, Filter, Linked, ListResource, Order, SortKey};
use crate::records::{Belonging, Change, Context, Link, Resource, Unique};
use crate::{body, record};

mod filters;
mod import;

use filters::due_date;
pub use filters::{TaskFilters, is_open};

/// The subject of a note about a contact, as it is stored: a task that is done already.
pub const NOTE: &str = "Note";

record! {
    /// A task.
    Task of tasks::Model, body TaskInput as "TaskCreate" or "TaskUpdate";
    fields {
        /// What the task is about
        task_subject: Text<255> {
            erased_as: "Erased",
            required,
            label: "Subject",
            no_hint,
            example: "Thank Ada for her gift",
        };
        /// What is to be done; by default to_do
        task_type: OneOf<TaskType> { label: "Type", no_hint, example: "thank" };
        /// The day on which it is due
        task_due_date: Day { label: "Due date", no_hint, example: "2026-06-20" };
        /// The time at which it is due, HH:MM; needs task_due_date
        task_due_time: TimeOfDay { label: "Due time", no_hint, example: "09:30" };
        /// Urgency; by default normal
        task_priority: OneOf<TaskPriority> { label: "Priority", no_hint, example: "normal" };
        /// How long after it the next one like it is due. That one is made when this one is done: counting from the due
        /// date, or else from the day on which it was done, and after that day
        task_repeat: OneOf<TaskRepeat> { label: "Repeats", hint: "The next one is made when this one is done" };
        /// What came of it
        task_result: OneOf<TaskResult> { label: "Result", hint: "What came of it" };
        /// Notes
        task_notes: Text<20000> { personal };
        /// The member of the account who is to do it: a `user_id` of `GET /members`
        task_assignee_id: Id { label: "Assigned to", no_hint };
        /// The contact that it is about
        contact_id: Id { label: "Contact", hint: "Part of the name is enough", example: 1 };
        /// The gift that it is about, of the task's contact if both are known, or credited to that contact
        gift_id: Id { label: "Gift", hint: "The number of a gift" };
        /// The pledge that it is about, of the task's contact if there is one
        pledge_id: Id { label: "Pledge", hint: "The number of a pledge" };
        /// The task's id in another system, unique in the account
        task_external_id: Text<100> { personal, label: "External id", example: "crm-t-9" };
    }
    both {
        /// Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0
        task_status: OneOf<TaskStatus> { label: "Status", no_hint, example: "open" } = status;
        /// Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it
        task_done: Flag { label: "Done", no_hint, example: 0 } = |task| task.task_done;
        /// The day on which the task was done, at most one day ahead. When it is sent, it sets task_done
        task_completed_on: Nullable<Day> {
            label: "Done on",
            hint: "Today, if empty",
        } = |task| task.task_completed_on;
    }
    computed {
        /// When the record was created
        created_at: Moment = |task| task.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |task| task.updated_at_ms;
    }
    loaded {
        /// The contact's own fields
        contact: Maybe<ContactFields>;
    }
    unshown {
        account_id, task_done, task_completed_on, task_cancelled, created_at_ms, updated_at_ms, event_sequence,
    }
}

fn status(task: &tasks::Model) -> TaskStatus {
    match (task.task_done, task.task_cancelled) {
        (true, _) => TaskStatus::Done,
        (false, true) => TaskStatus::Cancelled,
        (false, false) => TaskStatus::Open,
    }
}

body! {
    /// What a task links to, in other words than ids.
    TaskLinks as "TaskLinks" or "TaskLinkChanges" {
        /// The external id of the contact, instead of `contact_id`
        contact_external_id: ExternalId { replaces: "contact_id", example: "crm-1" };
        /// The external id of the gift, instead of `gift_id`
        gift_external_id: ExternalId { replaces: "gift_id", example: "crm-42" };
        /// The external id of the pledge, instead of `pledge_id`
        pledge_external_id: ExternalId { replaces: "pledge_id", example: "crm-p-7" };
    }
}

impl Payload for Task {
    const KIND: &'static str = "tasks";
    const EXPORT: Option<&'static Export> = Some(&Export {
        members: &[IN_FILE],
        linked: &[EMAIL_IN_FILE, GIFT.column, PLEDGE.column],
        people: for_people(
            &[IN_FILE_FOR_PEOPLE],
            &[EMAIL_HEADING, "Gift: External id", "Pledge: External id"],
        ),
    });
}

impl Resource for Task {
    type Entity = tasks::Entity;
    type Input = TaskInput;
    type Links = TaskLinks;
    type Plan = Option<Next>;
    const EVENTS: Option<(EventType, EventType)> = Some((EventType::TasksCreate, EventType::TasksUpdate));
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];
    const BELONGS: Option<Belonging<Self>> = Some(Belonging {
        column: tasks::Column::ContactId,
        about: Some(|account, contact_id| {
            let gifts = account.find::<gifts::Entity>().filter(gifts::Column::ContactId.eq(contact_id));
            let pledges = account.find::<pledges::Entity>().filter(pledges::Column::ContactId.eq(contact_id));
            let gifts = gifts.select_only().column(gifts::Column::Id).into_query();
            let pledges = pledges.select_only().column(pledges::Column::Id).into_query();
            let of_gifts = tasks::Column::GiftId.in_subquery(gifts);
            Condition::any().add(of_gifts).add(tasks::Column::PledgeId.in_subquery(pledges))
        }),
        counts: || tasks::Column::TaskCancelled.eq(false),
        kept: ("tasks: type, dates, priority, result", "they say nothing of the person"),
    });

    fn blank(context: &Context) -> tasks::Model {
        tasks::Model {
            account_id: context.caller.account.account_id(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..tasks::Model::default()
        }
    }

    fn id(row: &tasks::Model) -> i64 {
        row.id
    }

    fn version(row: &tasks::Model) -> i64 {
        row.updated_at_ms
    }

    fn sequence(row: &mut tasks::Model) -> Option<&mut i64> {
        Some(&mut row.event_sequence)
    }

    async fn link(
        tx: &Transaction,
        context: &Context,
        links: TaskLinks,
        input: &mut TaskInput,
        problems: &mut Problems,
    ) -> Result<Option<Matched>, AppError> {
        link(tx, context, &CONTACT, (links.contact_external_id, &mut input.contact_id), problems).await?;
        link(tx, context, &GIFT, (links.gift_external_id, &mut input.gift_id), problems).await?;
        link(tx, context, &PLEDGE, (links.pledge_external_id, &mut input.pledge_id), problems).await?;
        Ok(None)
    }

    async fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<Next>, AppError> {
        let Change { input, row, stored, problems } = change;
        let status = std::mem::take(&mut input.task_status);
        let is_same = |stored: &tasks::Model| status == Patch::Value(self::status(stored));
        let status = match (&status, stored) {
            (_, Some(stored)) if is_same(stored) => None,
            (Patch::Absent, _) => None,
            (Patch::Null, _) => Some(TaskStatus::Open),
            (Patch::Value(status), _) => Some(*status),
        };
        // A field that is sent with its stored value changes nothing. So a caller can send back a task that it has
        // read, with only one of the two fields changed.
        let same_done = |stored: &tasks::Model| input.task_done == Patch::Value(stored.task_done);
        let done = if stored.is_some_and(same_done) { Patch::Absent } else { input.task_done.clone() };
        let done = match (status, done) {
            (Some(status), Patch::Absent) => Patch::Value(status == TaskStatus::Done),
            (Some(status), done) => {
                if (status == TaskStatus::Done) != (done == Patch::Value(true)) {
                    problems.add("task_status", "must be done exactly when task_done is 1");
                }
                done
            }
            (None, done) => done,
        };
        let same_day = match &input.task_completed_on {
            Patch::Absent => true,
            Patch::Null => row.task_completed_on.is_none(),
            Patch::Value(day) => stored.is_some_and(|stored| stored.task_completed_on == Some(*day)),
        };
        let day = if same_day { Patch::Absent } else { input.task_completed_on.clone() };
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        // A task with a day is done. A task that is set to done without a day was done today. A task that is not done
        // has no day.
        let completed_on = match (&done, &day) {
            (Patch::Value(true), Patch::Null) | (Patch::Value(false) | Patch::Null, Patch::Value(_)) => {
                let (field, rule) = match status {
                    Some(_) => ("task_status", "must be done exactly when task_completed_on is set"),
                    None => ("task_done", "must be 1 exactly when task_completed_on is set"),
                };
                problems.add(field, rule);
                row.task_completed_on
            }
            (_, Patch::Value(day)) => Some(*day),
            (_, Patch::Null) | (Patch::Value(false) | Patch::Null, Patch::Absent) => None,
            (Patch::Value(true), Patch::Absent) => row.task_completed_on.or(Some(context.today)),
            (Patch::Absent, Patch::Absent) => row.task_completed_on,
        };
        row.task_completed_on = completed_on;
        row.task_done = completed_on.is_some();
        row.task_cancelled = match status {
            Some(status) => status == TaskStatus::Cancelled,
            None => row.task_cancelled && !row.task_done,
        };
        if let Patch::Value(day) = day {
            check_past(problems, context, "task_completed_on", day);
        }
        let due = |task: &tasks::Model| (task.task_due_date, task.task_due_time.clone());
        if row.task_due_time.is_some()
            && row.task_due_date.is_none()
            && stored.is_none_or(|stored| due(stored) != due(row))
        {
            problems.add("task_due_time", "must be empty without task_due_date");
        }
        // A member who leaves keeps what was assigned, so that nobody else gets it by accident.
        let is_kept = |id| stored.is_some_and(|stored| stored.task_assignee_id == Some(id));
        if let Some(id) = row.task_assignee_id.filter(|id| !is_kept(*id))
            && !members::is_member(tx, context.caller.account, id).await?
        {
            let rule = "must be the user_id of a member of this account";
            problems.add_as(Fault::UnknownLink, "task_assignee_id", rule);
        }
        let contact = Link { field: "contact_id", id: row.contact_id, kind: "contact" };
        context.check_link::<contacts::Entity>(tx, problems, contact).await?;
        let gift = Link { field: "gift_id", id: row.gift_id, kind: "gift" };
        context.check_link::<gifts::Entity>(tx, problems, gift).await?;
        let pledge = Link { field: "pledge_id", id: row.pledge_id, kind: "pledge" };
        context.check_link::<pledges::Entity>(tx, problems, pledge).await?;
        let links = |task: &tasks::Model| (task.contact_id, task.gift_id, task.pledge_id);
        if stored.is_none_or(|stored| links(stored) != links(row)) {
            check_contact(tx, context, row, problems).await?;
        }
        let is_new_done = row.task_done && stored.is_none_or(|stored| !stored.task_done);
        let mut next = row.task_repeat.filter(|_| is_new_done).and_then(|repeat| Next::after(row, repeat));
        if row.task_done {
            // Only the next one repeats.
            row.task_repeat = None;
        }
        if let Some(Next(task)) = &mut next
            && let Some(id) = task.task_assignee_id
            && !members::is_member(tx, context.caller.account, id).await?
        {
            task.task_assignee_id = None;
        }
        Ok(next)
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(tasks::Model, Option<Next>)>,
    ) -> Result<Vec<Self>, AppError> {
        let (rows, next): (Vec<_>, Vec<_>) = written.into_iter().unzip();
        let next: Vec<_> = next.into_iter().flatten().map(|Next(task)| *task).collect();
        if !next.is_empty() {
            let next = context.caller.account.insert_all::<tasks::Entity>(tx, next).await?;
            let new = |task: Self| Changed { id: task.model.id, sequence: 1, record: task, before: None };
            let next = Self::load(tx, context, next).await?.into_iter().map(new);
            emit_all(tx, context, EventType::TasksCreate, &next.collect::<Vec<_>>()).await?;
        }
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<tasks::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let contacts =
            ContactFields::load(connection, context, rows.iter().filter_map(|task| task.contact_id)).await?;
        let task = |model: tasks::Model| Self {
            contact: model.contact_id.and_then(|id| contacts.get(&id).cloned()),
            model,
        };
        Ok(rows.into_iter().map(task).collect())
    }
}

/// The task that follows a repeated one.
pub struct Next(Box<tasks::Model>);

impl Next {
    /// Makes the task that follows one that is done, due after that day. Nothing follows it after the year 9999.
    fn after(done: &tasks::Model, repeat: TaskRepeat) -> Option<Self> {
        let done_on = done.task_completed_on?;
        let from = done.task_due_date.unwrap_or(done_on);
        let months = |count: u32| from.checked_add_months(Months::new(count));
        let due = |times: u32| match repeat {
            TaskRepeat::Weekly => from.checked_add_days(Days::new(7 * u64::from(times))),
            TaskRepeat::Monthly => months(times),
            TaskRepeat::Quarterly => months(3 * times),
            TaskRepeat::Yearly => months(12 * times),
        };
        // Those that were missed are not made.
        let due = (1..).map_while(due).find(|due| *due > done_on).filter(|due| due.year() <= 9999)?;
        Some(Self(Box::new(tasks::Model {
            id: 0,
            task_due_date: Some(due),
            task_done: false,
            task_completed_on: None,
            task_result: None,
            task_external_id: None,
            created_at_ms: done.updated_at_ms,
            event_sequence: 1,
            ..done.clone()
        })))
    }
}

impl Shows for Task {
    const INCLUDE: &'static [Include] = OF_A_CONTACT;
}

impl ListResource for Task {
    type Filters = TaskFilters;

    const ORDERS: &'static [Order<tasks::Model>] = &[
        Order { name: "id", by: None },
        Order {
            name: "task_due_date",
            by: Some(By {
                expression: |_| due_date(),
                key: |task| SortKey::Day(task.task_due_date.unwrap_or_else(no_due_date)),
            }),
        },
    ];

    fn contact_id(&self) -> Option<i64> {
        self.model.contact_id
    }

    async fn filter<C: ConnectionTrait>(
        _: &C,
        context: &Context,
        filters: TaskFilters,
        problems: &mut Problems,
    ) -> Result<Filter, AppError> {
        Ok(Filter::from(filters::condition(context, filters, problems)))
    }

    async fn linked<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        tasks: &[Self],
    ) -> Result<Vec<Linked>, AppError> {
        let (account, rows) = (context.caller.account, || tasks.iter().map(|task| &task.model));
        let emails = primary_emails(connection, account, rows().filter_map(|task| task.contact_id)).await?;
        let gift_ids = rows().filter_map(|task| task.gift_id);
        let gifts =
            texts_by_id::<gifts::Entity, _>(connection, account, gifts::Column::GiftExternalId, gift_ids)
                .await?;
        let pledge_ids = rows().filter_map(|task| task.pledge_id);
        let column = pledges::Column::PledgeExternalId;
        let pledges = texts_by_id::<pledges::Entity, _>(connection, account, column, pledge_ids).await?;
        let linked = |task: &tasks::Model| {
            vec![
                text_of(&emails, task.contact_id),
                text_of(&gifts, task.gift_id),
                text_of(&pledges, task.pledge_id),
            ]
        };
        Ok(rows().map(linked).collect())
    }
}

/// Checks that the gift and the pledge of a task are of its contact, or that the contact is credited with the gift. An
/// unattributed gift fits each contact.
async fn check_contact(
    tx: &Transaction,
    context: &Context,
    task: &tasks::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let (account, Some(contact_id)) = (context.caller.account, task.contact_id) else { return Ok(()) };
    if let Some(id) = task.gift_id {
        let gift = context.find_link::<gifts::Entity>(tx, id).await?;
        let is_of_other = gift.and_then(|gift| gift.contact_id).is_some_and(|giver| giver != contact_id);
        if is_of_other && !is_credited(tx, account, id, contact_id).await? {
            problems.add(
                "gift_id",
                "must be a gift of the task's contact, or one that the contact is credited with",
            );
        }
    }
    if let Some(id) = task.pledge_id {
        let pledge = context.find_link::<pledges::Entity>(tx, id).await?;
        if pledge.is_some_and(|pledge| pledge.contact_id != contact_id) {
            problems.add("pledge_id", "must be a pledge of the task's contact");
        }
    }
    Ok(())
}

/// Returns the date by which tasks without a due date are sorted. It is the same as in the SQL of the order.
fn no_due_date() -> NaiveDate {
    NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(NaiveDate::MAX)
}
