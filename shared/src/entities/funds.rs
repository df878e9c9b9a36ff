//! The funds of an account: what its gifts and pledges are for. `fund_key` is the name in a
//! form that ignores case.

use sea_orm::entity::prelude::*;

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "funds")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub fund_name: String,
        pub fund_key: String,
        pub fund_code: Option<String>,
        pub fund_description: Option<String>,
        pub fund_active: bool,
        pub fund_external_id: Option<String>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
    }
}

super::unrelated!();
super::tenant!();
