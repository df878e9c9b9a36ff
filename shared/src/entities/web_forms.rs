//! Forms that supporters fill in from the website of an account. `form_token` stands in the link, and is no secret of a person:
//! everybody who visits the website sees it. `form_tag` is the name of the tag that its people get.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "web_forms")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub account_id: i64,
    pub form_token: String,
    pub form_title: String,
    pub form_intro: Option<String>,
    pub form_thanks: String,
    pub form_tag: Option<String>,
    pub asks_phone: bool,
    pub asks_address: bool,
    pub asks_message: bool,
    pub form_open: bool,
    pub created_at_ms: i64,
    pub privacy_url: Option<String>,
    pub asks_amount: bool,
    pub asks_news: bool,
}

super::unrelated!();
super::tenant!();
