//! The pages of the records: lists, one record with its history, forms that follow the declaration of the fields, the
//! quick entry of gifts, a donor's giving statement, and merges of contacts. They are made of the same operations as the
//! API, so that every rule exists once.

pub(super) mod address;
pub(super) mod amounts;
pub(super) mod answers;
pub(super) mod archive;
pub(super) mod close_batch;
mod columns;
pub(super) mod contact_page;
mod contacts;
pub(super) mod copy;
pub(super) mod deposit;
pub(super) mod died;
mod display;
mod doubts;
pub(super) mod duplicates;
pub(super) mod edit;
pub(super) mod erase;
mod fields;
pub(super) mod files;
mod filters;
mod gift_batches;
mod gifts;
mod history;
pub(super) mod household;
mod households;
pub(super) mod kind;
mod last_gifts;
pub(super) mod links;
pub(super) mod list;
mod menu;
pub(super) mod merge;
mod month_days;
pub(super) mod move_out;
mod new_donor;
mod offered;
mod open;
mod pledges;
pub(super) mod purposes;
pub(super) mod quick;
mod related;
mod save;
pub(super) mod saved;
mod section;
pub(super) mod show;
pub(super) mod statement;
mod step;
pub(super) mod suggest;
pub(super) mod table;
pub(super) mod task_done;
pub(super) mod tasks;
pub(super) mod ticked;
mod ticks;
mod typed;
mod which_pledge;

use crate::fields::spoken as labels;
