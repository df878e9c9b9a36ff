//! Pledges (specification, section 2). `pledge_amount_minor` is the amount of each gift, in minor units of
//! `pledge_currency`, by the terms in force on the day of the last write.

use sea_orm::entity::prelude::*;

use crate::values::choices::{PledgeFrequency, PledgeStatus};

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "pledges")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub contact_id: i64,
        pub pledge_amount_minor: i64,
        pub pledge_frequency: PledgeFrequency,
        pub pledge_start_date: Date,
        pub pledge_end_date: Option<Date>,
        pub pledge_currency: String,
        pub pledge_status: PledgeStatus,
        pub pledge_fund: Option<String>,
        pub pledge_notes: Option<String>,
        pub pledge_external_id: Option<String>,
        pub pledge_custom: Option<String>,
        pub pledge_terms: Option<String>,
        pub pledge_pauses: Option<String>,
        pub pledge_changes_on: Option<Date>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
        pub event_sequence: i64,
    }
}

super::unrelated!();
super::tenant!();
