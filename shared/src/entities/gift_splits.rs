//! The parts of gifts that are for several funds or campaigns. Amounts are minor units of the gift's currency.

use sea_orm::entity::prelude::*;

super::row! {
    #[derive(Clone, Debug, Default, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "gift_splits")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub account_id: i64,
        pub gift_id: i64,
        pub split_amount_minor: i64,
        pub split_fund: Option<String>,
        pub split_campaign: Option<String>,
        pub split_memo: Option<String>,
    }
}

super::unrelated!();
super::tenant!();
