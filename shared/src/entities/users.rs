//! A person who signs in.

use sea_orm::entity::prelude::*;

use crate::values::choices::Locale;

#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub email: String,
    pub email_key: String,
    pub password_hash: String,
    pub created_at_ms: i64,
    pub name: Option<String>,
    pub password_changed_at_ms: Option<i64>,
    pub second_factor_sealed: Option<String>,
    pub second_factor_since_ms: Option<i64>,
    pub second_factor_step: Option<i64>,
    pub address_proven_at_ms: Option<i64>,
    /// The language that the user has chosen for pages.
    pub locale: Option<Locale>,
}

super::unrelated!();
