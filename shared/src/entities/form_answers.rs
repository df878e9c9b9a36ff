//! What supporters have sent in the forms of an account, until somebody in it decides what becomes of it. The row goes then.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "form_answers")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub form_id: i64,
    pub answer_fname: Option<String>,
    pub answer_lname: String,
    pub answer_email: String,
    pub answer_phone: Option<String>,
    pub answer_street: Option<String>,
    pub answer_city: Option<String>,
    pub answer_state: Option<String>,
    pub answer_postal_code: Option<String>,
    pub answer_country: Option<String>,
    pub answer_message: Option<String>,
    pub sent_at_ms: i64,
    pub answer_amount: Option<String>,
    pub answer_news: bool,
}

super::unrelated!();
super::tenant!();
