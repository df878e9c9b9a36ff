//! The open tasks that are due within a week, those of the visitor first.

use chrono::{Days, NaiveDate};
use sea_orm::sea_query::{CaseStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, ConnectionTrait, FromQueryResult, Order, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shared::entities::{AccountScope, tasks};

use crate::error::AppError;
use crate::resources::tasks::is_open;
use crate::web::format::day;
use crate::web::names;
use crate::web::records::tasks::subject;

/// How many tasks are shown.
const SHOWN: u64 = 6;
/// How far ahead tasks are shown, in days.
const AHEAD_DAYS: u64 = 7;

/// The tasks that are due.
pub(super) struct Due {
    /// How many are due today or were before, and how many of these are the visitor's own.
    pub(super) count: i64,
    pub(super) own: i64,
    /// The first ones of those that are due within a week.
    pub(super) rows: Vec<Row>,
}

/// A task, as the overview shows it.
pub(super) struct Row {
    pub(super) path: String,
    pub(super) subject: String,
    pub(super) contact: String,
    pub(super) due: String,
    pub(super) is_overdue: bool,
    pub(super) is_own: bool,
}

#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    task: tasks::Model,
    due_count: i64,
    own_count: i64,
}

/// Reads the tasks that are due. One query counts them, too.
pub(super) async fn due(
    tx: &impl ConnectionTrait,
    account: AccountScope,
    (user_id, today): (i64, NaiveDate),
) -> Result<Due, AppError> {
    use tasks::Column as T;
    let until = today.checked_add_days(Days::new(AHEAD_DAYS)).unwrap_or(today);
    let open = |until: NaiveDate| {
        account.find::<tasks::Entity>().filter(is_open()).filter(T::TaskDueDate.lte(until))
    };
    let due = open(today).select_only().column_as(T::Id.count(), "due_count");
    let own = due.clone().filter(T::TaskAssigneeId.eq(user_id));
    let is_of_others: SimpleExpr =
        CaseStatement::new().case(T::TaskAssigneeId.eq(user_id), 0).finally(1).into();
    let found: Vec<Found> = open(until)
        .expr_as(SimpleExpr::from(due.into_query()), "due_count")
        .expr_as(SimpleExpr::from(own.into_query()), "own_count")
        .order_by(is_of_others, Order::Asc)
        .order_by_asc(T::TaskDueDate)
        .order_by_asc(T::Id)
        .limit(SHOWN)
        .into_model()
        .all(tx)
        .await?;
    let names = names::of_contacts(tx, account, found.iter().filter_map(|one| one.task.contact_id)).await?;
    let (count, own) = found.first().map_or((0, 0), |one| (one.due_count, one.own_count));
    let row = |Found { task, .. }: Found| Row {
        path: format!("/tasks/{}", task.id),
        subject: subject(&task),
        contact: task.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        due: match task.task_due_date {
            Some(due) if due == today => t!("overview-tasks-today").to_owned(),
            Some(due) => day(due),
            None => String::new(),
        },
        is_overdue: task.task_due_date.is_some_and(|due| due < today),
        is_own: task.task_assignee_id == Some(user_id),
    };
    Ok(Due { count, own, rows: found.into_iter().map(row).collect() })
}
