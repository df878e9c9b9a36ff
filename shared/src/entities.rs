//! The tables of the database, one file each. The api's resources document the fields, because clients see them there.
//!
//! A query on a table whose rows belong to accounts begins with a scope: [`AccountScope`] for one account's rows
//! (invariant I7), [`SystemScope`] for the few queries that no account asks. Clippy refuses `Entity::find` and similar
//! methods elsewhere, and a test (`api/tests/sources`) lists the files that may name such a table in SQL, with reasons.

#![allow(clippy::struct_excessive_bools, reason = "a row has the columns of its table")]
#![allow(missing_docs, reason = "the api's resources document the fields")]

pub mod accounts;
pub mod api_keys;
pub mod attempts;
pub mod audit_log;
pub mod batches;
pub mod by_position;
pub mod campaigns;
pub mod contact_addresses;
pub mod contact_emails;
pub mod contact_family_members;
pub mod contact_files;
pub mod contact_phones;
pub mod contact_pictures;
pub mod contact_search;
pub mod contact_tags;
pub mod contacts;
pub mod deliveries;
pub mod distinct_contacts;
pub mod events;
pub mod form_answers;
pub mod funds;
pub mod gift_soft_credits;
pub mod gift_splits;
pub mod gift_types;
pub mod gifts;
pub mod households;
pub mod idempotency_keys;
pub mod import_chunks;
pub mod import_external_ids;
pub mod import_failed_rows;
pub mod import_mappings;
pub mod import_problems;
pub mod import_rows;
pub mod imports;
pub mod invitations;
pub mod letter_runs;
pub mod letter_templates;
pub mod letterheads;
pub mod letters;
pub mod mailed_letters;
pub mod memberships;
pub mod names;
pub mod one_time_links;
pub mod pledges;
pub mod printed_letter_contacts;
pub mod printed_letters;
mod purposes;
pub mod recoveries;
pub mod recovery_codes;
pub mod saved_lists;
mod scope;
pub mod sessions;
pub mod stated_gifts;
pub mod tags;
pub mod tasks;
pub mod thanked_gifts;
pub mod users;
pub mod web_forms;
pub mod webhooks;

pub use purposes::Purpose;
pub use scope::{AccountScope, SystemScope, Tenant};

/// Declares a row that can be read by the positions of its columns.
macro_rules! row {
    ($(#[$attribute:meta])* pub struct Model { $($columns:tt)* }) => {
        $(#[$attribute])*
        pub struct Model { $($columns)* }

        super::row!(@read $($columns)*);
    };
    (@read $($(#[$attribute:meta])* pub $column:ident: $type:ty,)*) => {
        impl super::by_position::ByPosition for Model {
            fn read(mut columns: super::by_position::Columns<'_>) -> Result<Self, sea_orm::DbErr> {
                Ok(Self { $($column: columns.take()?),* })
            }
        }
    };
}
use row;

/// Declares a table without relations, whose rows are written as they are.
macro_rules! unrelated {
    () => {
        #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
        pub enum Relation {}

        impl ActiveModelBehavior for ActiveModel {}
    };
}
use unrelated;

macro_rules! tenant {
    () => {
        impl super::Tenant for Entity {
            const ACCOUNT_ID: Column = Column::AccountId;
            const ID: Column = Column::Id;
        }
    };
}
use tenant;

/// Writes a flag as the API does: 0 or 1.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn flag<S: serde::Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8((*flag).into())
}
