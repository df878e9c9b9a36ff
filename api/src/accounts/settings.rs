//! The account's own settings: its name, its currency, its time zone, and whether the status of contacts follows gifts.

use iso_currency::Currency;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveValue, ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use shared::entities::{AccountScope, SystemScope, accounts, gifts, memberships, pledges};
use shared::values::choices::AuditAction;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::Refusal;
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

/// The settings of an account, as an owner typed them.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// The organisation's name.
    pub organisation: &'a str,
    /// The currency, ISO 4217.
    pub currency: &'a str,
    /// The time zone, from the IANA database.
    pub timezone: &'a str,
    /// Whether a received gift makes a donor of a contact.
    pub status_follows_gifts: bool,
}

/// Changes an account's settings.
///
/// # Errors
/// Every rule that is broken. The currency stays while a gift or a pledge has another one than the new one.
pub async fn change(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    settings: &Settings<'_>,
) -> Result<(), Refusal> {
    let mut problems = Problems::default();
    let name = texts::required("organisation", settings.organisation, &mut problems);
    let currency = texts::currency("currency", settings.currency, &mut problems);
    let timezone = texts::timezone("timezone", settings.timezone, &mut problems);
    let tx = store.begin();
    account.lock(&tx).await?;
    let stored = SystemScope.find::<accounts::Entity>();
    let stored = stored.filter(accounts::Column::Id.eq(account.account_id()));
    let stored = stored.one(&tx).await?.ok_or(Refusal::NotFound)?;
    if let Some(currency) = currency
        && stored.currency != currency.code()
        && has_others(&tx, account, currency).await?
    {
        problems
            .add("currency", "must stay, because gifts or pledges are in another currency than the new one");
    }
    let (Some(currency), Some(timezone), true) = (currency, timezone, problems.is_empty()) else {
        return Err(Refusal::Invalid(problems));
    };
    let (currency, timezone, follows) = (currency.code(), timezone.name(), settings.status_follows_gifts);
    let changes = [
        (stored.name != name).then(|| format!("name {name}")),
        (stored.currency != currency).then(|| format!("currency {currency}")),
        (stored.timezone != timezone).then(|| format!("time zone {timezone}")),
        (stored.status_follows_gifts != follows)
            .then(|| format!("a gift makes a donor: {}", if follows { "yes" } else { "no" })),
    ];
    let changes: Vec<_> = changes.into_iter().flatten().collect();
    if changes.is_empty() {
        return Ok(());
    }
    let change = accounts::ActiveModel {
        name: ActiveValue::Set(name),
        currency: ActiveValue::Set(currency.to_owned()),
        timezone: ActiveValue::Set(timezone.to_owned()),
        status_follows_gifts: ActiveValue::Set(follows),
        ..Default::default()
    };
    let of = SystemScope.update::<accounts::Entity>().set(change);
    of.filter(accounts::Column::Id.eq(account.account_id())).exec(&tx).await?;
    audit::record(&tx, actor, Some(account), AuditAction::AccountChanged, Some(&changes.join(", "))).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns whether an account has a gift or a pledge of another currency.
async fn has_others(tx: &Transaction, account: AccountScope, currency: Currency) -> Result<bool, Error> {
    let of_gifts = account.find::<gifts::Entity>().filter(gifts::Column::GiftCurrency.ne(currency.code()));
    let gift = of_gifts.select_only().column(gifts::Column::Id).limit(1).into_tuple::<i64>().one(tx).await?;
    let of_pledges = account.find::<pledges::Entity>();
    let of_pledges = of_pledges.filter(pledges::Column::PledgeCurrency.ne(currency.code()));
    let pledge = of_pledges.select_only().column(pledges::Column::Id).limit(1).into_tuple::<i64>();
    Ok(gift.is_some() || pledge.one(tx).await?.is_some())
}
