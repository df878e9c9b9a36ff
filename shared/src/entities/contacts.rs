//! People and organisations (specification, section 2).

use sea_orm::entity::prelude::*;

use crate::values::choices::{ContactStatus, MemberRole, Newsletter};

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "contacts")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub contact_status: ContactStatus,
        pub contact_is_org: bool,
        pub contact_org_id: Option<i64>,
        pub contact_anonymous: bool,
        pub contact_fname: Option<String>,
        pub contact_mname: Option<String>,
        pub contact_lname: Option<String>,
        pub contact_title: Option<String>,
        pub contact_suffix: Option<String>,
        pub contact_nickname: Option<String>,
        pub contact_salutation: Option<String>,
        pub contact_envelope_name: Option<String>,
        pub contact_spouse_fname: Option<String>,
        pub contact_spouse_lname: Option<String>,
        pub contact_birthday: Option<String>,
        pub contact_anniversary: Option<String>,
        pub contact_deceased_on: Option<Date>,
        pub contact_employer: Option<String>,
        pub contact_job_title: Option<String>,
        pub contact_church: Option<String>,
        pub contact_website: Option<String>,
        pub contact_source: Option<String>,
        pub contact_referred_by_id: Option<i64>,
        pub contact_newsletter: Newsletter,
        pub contact_do_not_call: bool,
        pub contact_do_not_mail: bool,
        pub contact_do_not_email: bool,
        pub contact_language: Option<String>,
        pub contact_external_id: Option<String>,
        pub contact_notes: Option<String>,
        pub contact_custom: Option<String>,
        pub contact_merged_into_id: Option<i64>,
        pub contact_lname_folded: Option<String>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
        pub event_sequence: i64,
        pub household_id: Option<i64>,
        pub member_role: Option<MemberRole>,
        pub erased_at_ms: Option<i64>,
    }
}

super::unrelated!();
super::tenant!();
