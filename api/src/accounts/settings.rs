//! The account's own settings: its name, its currency, its time zone, and whether the status of contacts follows gifts.

use chrono_tz::Tz;
use iso_currency::Currency;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ActiveValue, ColumnTrait, ConnectionTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect,
};
use serde::Serialize;
use sha2::{Digest, Sha256};
use shared::entities::{AccountScope, SystemScope, accounts, gifts, memberships, pledges};
use shared::values::choices::AuditAction;
use shared::{Error, Store, Transaction};

use super::audit::{self, Actor};
use super::refusal::{self, Refusal};
use super::{members, texts};
use crate::events::revision::note_quiet_change;
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

/// Changes of an account's settings, as an owner typed or sent them. What is `None` stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings<'a> {
    /// The organisation's name.
    pub name: Option<&'a str>,
    /// The currency, ISO 4217.
    pub currency: Option<&'a str>,
    /// The time zone, from the IANA database.
    pub timezone: Option<&'a str>,
    /// Whether a received gift makes a donor of a contact.
    pub status_follows_gifts: Option<bool>,
    /// Whether a gift or a pledge can have a fund only if it is one of the account's.
    pub funds_closed: Option<bool>,
    /// Whether a gift can have a campaign only if it is one of the account's.
    pub campaigns_closed: Option<bool>,
}

/// Changes an account's settings.
///
/// # Errors
/// Those of [`change_locked`].
pub async fn change(
    store: &Store,
    actor: Actor,
    account: AccountScope,
    settings: Settings<'_>,
) -> Result<(), Refusal> {
    let tx = store.begin();
    let stored = lock(&tx, account).await?;
    change_locked(&tx, actor, &stored, settings, Problems::default()).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns an account.
pub async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<accounts::Model, Refusal> {
    let stored = SystemScope.find::<accounts::Entity>();
    let stored = stored.filter(accounts::Column::Id.eq(account.account_id()));
    stored.one(connection).await?.ok_or(Refusal::NotFound)
}

/// Returns an account, locked until the transaction ends.
pub async fn lock(tx: &Transaction, account: AccountScope) -> Result<accounts::Model, Refusal> {
    account.lock(tx).await?;
    read(tx, account).await
}

/// Returns the version of an account's settings: another one for other settings. It is a hash of them, and never negative.
pub fn version(account: &accounts::Model) -> i64 {
    let accounts::Model { name, currency, timezone, .. } = account;
    let flags = [account.status_follows_gifts, account.funds_closed, account.campaigns_closed];
    // No setting has a line break.
    let hash = Sha256::digest(format!("{name}\n{currency}\n{timezone}\n{flags:?}"));
    hash.iter().take(8).fold(0, |id, byte| id << 8 | i64::from(*byte)) & i64::MAX
}

/// Changes the settings of an account that is locked, within a transaction.
///
/// # Errors
/// [`Refusal::NotFound`] if the actor is no owner any more, or every rule that is broken, with the problems found so far. The currency stays while a gift or a pledge has another one
/// than the new one.
pub async fn change_locked(
    tx: &Transaction,
    actor: Actor,
    stored: &accounts::Model,
    settings: Settings<'_>,
    mut problems: Problems,
) -> Result<(), Refusal> {
    let account = AccountScope::new(stored.id);
    members::expect_owner(tx, actor, account).await?;
    let Settings { name, currency, timezone, .. } = settings;
    let name = name.map(|name| texts::required("account_name", name, &mut problems));
    let currency = currency.and_then(|currency| texts::currency("currency", currency, &mut problems));
    let timezone = timezone.and_then(|timezone| texts::timezone("timezone", timezone, &mut problems));
    if let Some(currency) = currency
        && stored.currency != currency.code()
        && has_others(tx, account, currency).await?
    {
        problems
            .add("currency", "must stay, because gifts or pledges are in another currency than the new one");
    }
    refusal::check(problems)?;
    let mut changed = stored.clone();
    let mut changes = Vec::new();
    if let Some(name) = name.filter(|name| stored.name != *name) {
        changes.push(format!("name {name}"));
        changed.name = name;
    }
    if let Some(currency) = currency.map(|one| one.code()).filter(|code| stored.currency != *code) {
        changes.push(format!("currency {currency}"));
        currency.clone_into(&mut changed.currency);
    }
    if let Some(timezone) = timezone.map(Tz::name).filter(|name| stored.timezone != *name) {
        changes.push(format!("time zone {timezone}"));
        timezone.clone_into(&mut changed.timezone);
    }
    for (what, sent, flag) in [
        ("a gift makes a donor", settings.status_follows_gifts, &mut changed.status_follows_gifts),
        ("only funds of the list", settings.funds_closed, &mut changed.funds_closed),
        ("only campaigns of the list", settings.campaigns_closed, &mut changed.campaigns_closed),
    ] {
        if let Some(sent) = sent.filter(|sent| sent != flag) {
            changes.push(format!("{what}: {}", if sent { "yes" } else { "no" }));
            *flag = sent;
        }
    }
    if changes.is_empty() {
        return Ok(());
    }
    let change = accounts::ActiveModel {
        name: ActiveValue::Set(changed.name),
        currency: ActiveValue::Set(changed.currency),
        timezone: ActiveValue::Set(changed.timezone),
        status_follows_gifts: ActiveValue::Set(changed.status_follows_gifts),
        funds_closed: ActiveValue::Set(changed.funds_closed),
        campaigns_closed: ActiveValue::Set(changed.campaigns_closed),
        ..Default::default()
    };
    let of = SystemScope.update::<accounts::Entity>().set(change);
    of.filter(accounts::Column::Id.eq(stored.id)).exec(tx).await?;
    // Sums in the account's currency, and lists of its days, are others now.
    note_quiet_change(tx, account).await?;
    audit::record(tx, actor, Some(account), AuditAction::AccountChanged, Some(&changes.join(", "))).await?;
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
