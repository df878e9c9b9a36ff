//! Households: people who live together.

use sea_orm::entity::prelude::*;

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "households")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub household_name: String,
        pub household_salutation: Option<String>,
        pub household_envelope_name: Option<String>,
        pub household_joint: bool,
        pub household_external_id: Option<String>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
    }
}

super::unrelated!();
super::tenant!();
