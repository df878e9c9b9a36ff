//! Gifts (specification, section 2). Amounts are minor units of `gift_currency`.

use sea_orm::entity::prelude::*;

use crate::values::choices::{GiftStatus, TributeType};

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "gifts")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub contact_id: Option<i64>,
        pub gift_amount_minor: i64,
        pub gift_date: Date,
        pub gift_currency: String,
        pub gift_type_id: Option<i64>,
        pub pledge_id: Option<i64>,
        pub gift_status: GiftStatus,
        pub gift_fund: Option<String>,
        pub gift_campaign: Option<String>,
        pub gift_check_number: Option<String>,
        pub gift_reference: Option<String>,
        pub gift_memo: Option<String>,
        pub gift_anonymous: bool,
        pub gift_receipted_on: Option<Date>,
        pub gift_thanked_on: Option<Date>,
        pub gift_external_id: Option<String>,
        pub gift_custom: Option<String>,
        pub created_at_ms: i64,
        pub updated_at_ms: i64,
        pub gift_adjusts_id: Option<i64>,
        pub gift_refunded_on: Option<Date>,
        pub gift_tribute_name: Option<String>,
        pub gift_tribute_type: Option<TributeType>,
        pub event_sequence: i64,
        pub batch_id: Option<i64>,
        pub gift_is_split: bool,
    }
}

super::unrelated!();
super::tenant!();
