//! Printed letters that also go by email. A process claims one, and sends it; `kept_until_ms` is when it is given up.

use sea_orm::entity::prelude::*;

use crate::values::choices::MailStatus;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mailed_letters")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub letter_id: i64,
    pub email_address: String,
    pub mail_status: MailStatus,
    pub claimed_until_ms: i64,
    pub kept_until_ms: i64,
}

super::unrelated!();
super::tenant!();
