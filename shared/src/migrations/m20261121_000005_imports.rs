//! Imports: files on their way into records.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// On SQLite too, where that is not the default: a start that is interrupted leaves nothing half-made.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        super::execute(manager, include_str!("m20261121_000005_imports.sql")).await
    }
}
