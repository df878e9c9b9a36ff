//! Batches of gifts that were counted together. Amounts are minor units of `batch_currency`.

use sea_orm::entity::prelude::*;

use crate::values::choices::BatchStatus;

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "batches")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub batch_name: String,
        pub batch_date: Date,
        pub batch_currency: String,
        pub batch_expected_count: Option<i64>,
        pub batch_status: BatchStatus,
        pub batch_close_reason: Option<String>,
        pub batch_external_id: Option<String>,
        pub batch_expected_total_minor: Option<i64>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
    }
}

super::unrelated!();
super::tenant!();
