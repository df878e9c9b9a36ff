//! The account's own settings: its name.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveValue, ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use shared::entities::{AccountScope, SystemScope, accounts, memberships};
use shared::values::choices::AuditAction;
use shared::{Error, Store};

use super::audit::{self, Actor};
use super::refusal::{Refusal, check};
use super::texts;
use crate::fields::Problems;

/// An account, as an operator sees it.
#[derive(Clone, Debug, FromQueryResult, Serialize)]
pub struct AccountRow {
    /// Its id.
    pub account_id: i64,
    /// Its name.
    pub name: String,
    /// Its currency, ISO 4217.
    pub currency: String,
    /// Its time zone.
    pub timezone: String,
    /// How many members it has.
    pub members: i64,
    /// The account whose sandbox it is.
    pub sandbox_of: Option<i64>,
}

/// Returns all accounts, for the operator.
pub async fn all(connection: &impl ConnectionTrait) -> Result<Vec<AccountRow>, Error> {
    let rows: Vec<(i64, String, String, String, Option<i64>)> = SystemScope
        .find::<accounts::Entity>()
        .select_only()
        .columns([
            accounts::Column::Id,
            accounts::Column::Name,
            accounts::Column::Currency,
            accounts::Column::Timezone,
            accounts::Column::SandboxOf,
        ])
        .order_by_asc(accounts::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let counts: Vec<(i64, i64)> = SystemScope
        .find::<memberships::Entity>()
        .select_only()
        .column(memberships::Column::AccountId)
        .expr(Expr::col(memberships::Column::Id).count())
        .group_by(memberships::Column::AccountId)
        .into_tuple()
        .all(connection)
        .await?;
    let members = |id: i64| counts.iter().find(|(account, _)| *account == id).map_or(0, |(_, count)| *count);
    let row =
        |(account_id, name, currency, timezone, sandbox_of): (i64, String, String, String, Option<i64>)| {
            AccountRow { sandbox_of, members: members(account_id), account_id, name, currency, timezone }
        };
    Ok(rows.into_iter().map(row).collect())
}

/// Changes an account's name.
pub async fn rename(store: &Store, actor: Actor, account: AccountScope, name: &str) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    let name = texts::required("organisation", name, &mut problems);
    check(problems)?;
    let tx = store.begin();
    let change = accounts::ActiveModel { name: ActiveValue::Set(name.clone()), ..Default::default() };
    let of = SystemScope.update::<accounts::Entity>().set(change);
    of.filter(accounts::Column::Id.eq(account.account_id())).exec(&tx).await?;
    audit::record(&tx, actor, Some(account), AuditAction::AccountChanged, Some(&name)).await?;
    tx.commit().await?;
    Ok(())
}
