//! The tags of contacts.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "contact_tags")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub contact_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub tag_id: i64,
    pub account_id: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    #[sea_orm(belongs_to = "super::tags::Entity", from = "Column::TagId", to = "super::tags::Column::Id")]
    Tags,
}

impl ActiveModelBehavior for ActiveModel {}

impl super::Tenant for Entity {
    const ACCOUNT_ID: Column = Column::AccountId;
    const ID: Column = Column::TagId;
}
