//! The campaigns of an account: what its gifts answer. The goal is in minor units of `campaign_currency`. `campaign_key` is the name in a
//! form that ignores case.

use sea_orm::entity::prelude::*;

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "campaigns")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub campaign_name: String,
        pub campaign_key: String,
        pub campaign_code: Option<String>,
        pub campaign_description: Option<String>,
        pub campaign_active: bool,
        pub campaign_currency: String,
        pub campaign_goal_minor: Option<i64>,
        pub campaign_start_date: Option<Date>,
        pub campaign_end_date: Option<Date>,
        pub campaign_external_id: Option<String>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
    }
}

super::unrelated!();
super::tenant!();
