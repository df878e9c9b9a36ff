//! Tasks (specification, section 2).

use sea_orm::entity::prelude::*;

use crate::values::choices::{TaskPriority, TaskRepeat, TaskResult, TaskType};

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "tasks")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub task_subject: String,
        pub task_type: TaskType,
        pub task_due_date: Option<Date>,
        pub task_due_time: Option<String>,
        pub task_done: bool,
        pub task_completed_on: Option<Date>,
        pub task_priority: TaskPriority,
        pub task_result: Option<TaskResult>,
        pub task_notes: Option<String>,
        pub contact_id: Option<i64>,
        pub gift_id: Option<i64>,
        pub pledge_id: Option<i64>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
        pub task_external_id: Option<String>,
        pub event_sequence: i64,
        pub task_cancelled: bool,
        pub task_repeat: Option<TaskRepeat>,
        pub task_assignee_id: Option<i64>,
    }
}

super::unrelated!();
super::tenant!();
