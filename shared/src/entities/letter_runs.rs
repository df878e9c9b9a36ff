//! Letters that were printed together. `run_head` is the JSON of the letterhead as it was, and `run_left_out` that of the ids of
//! gifts and contacts that got no letter, with reasons that name nobody.

use sea_orm::entity::prelude::*;

use crate::values::choices::LetterKind;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "letter_runs")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub run_key: String,
    pub letter_kind: LetterKind,
    pub user_id: Option<i64>,
    pub period_from: Option<Date>,
    pub period_to: Option<Date>,
    pub letter_count: i64,
    pub gift_count: i64,
    pub run_head: String,
    pub run_logo: Option<Vec<u8>>,
    pub run_left_out: String,
    pub made_at_ms: i64,
}

super::unrelated!();
super::tenant!();
