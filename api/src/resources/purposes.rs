//! What is common to funds and campaigns: their names are those of gifts and pledges, so renaming one renames it there. A gift
//! has no event of it, because it was given for the same thing before and after; its `updated_at` and entity tag are new.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{AccountScope, Purpose, Tenant, gift_splits, gifts, names, pledges};
use shared::values::choices::{Choice as _, GiftStatus, NameKind};
use shared::values::names::name_key;

use crate::error::AppError;
use crate::giving::{column_of, keep_names, part_column, parts, spellings};
use crate::records::Context;
use crate::records::list::search::one_of;
use crate::records::names::spelled;

/// How many rows one statement of a renaming changes, so that none takes long.
const CHUNK: u64 = 10_000;

/// What is given for a fund or a campaign.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// How many gifts have the name, whatever their status.
    pub gifts: i64,
    /// The sums of the received ones in minor units, by currency.
    pub received: HashMap<String, i64>,
    /// How many pledges have the name.
    pub pledges: i64,
}

/// Returns the uses of these funds or campaigns, by key.
pub async fn uses<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    rows: &[P::Model],
) -> Result<HashMap<String, Uses>, AppError> {
    let mut names: BTreeSet<_> = rows.iter().map(|row| P::name(row).to_owned()).collect();
    let known = spellings(connection, account, names.iter().map(|name| name_key(name))).await?;
    names.extend(known.into_iter().filter(|known| known.name_kind == P::KIND).map(|known| known.name));
    let (name, currency) = (part_column(column_of(P::KIND)), part_column(gifts::Column::GiftCurrency));
    let is_received = part_column(gifts::Column::GiftStatus).eq(GiftStatus::Received.as_str());
    let received = part_column(gifts::Column::GiftAmountMinor);
    let received: SimpleExpr = CaseStatement::new().case(is_received, received).finally(0).into();
    let mut sums = parts(account);
    sums.exprs([name.clone(), currency.clone(), part_column(gifts::Column::Id).count_distinct()]);
    sums.expr(received.sum().cast_as("BIGINT")).and_where(name.clone().is_in(names.iter().cloned()));
    sums.add_group_by([name, currency]);
    let mut uses = HashMap::<String, Uses>::new();
    for row in connection.query_all(&sums).await? {
        let (name, currency): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let of = uses.entry(name_key(&name)).or_default();
        of.gifts += row.try_get_by_index::<i64>(2)?;
        *of.received.entry(currency).or_default() += row.try_get_by_index::<i64>(3)?;
    }
    if P::KIND == NameKind::Fund {
        use pledges::Column::{Id, PledgeFund};
        let counts = account.find::<pledges::Entity>().filter(PledgeFund.is_in(names)).select_only();
        let counts = counts.column(PledgeFund).expr(Id.count()).group_by(PledgeFund);
        for (name, count) in counts.into_tuple::<(String, i64)>().all(connection).await? {
            uses.entry(name_key(&name)).or_default().pledges += count;
        }
    }
    Ok(uses)
}

/// Completes the change of written funds or campaigns, each with its former name if that has changed.
pub async fn complete<P: Purpose>(
    tx: &Transaction,
    context: &Context,
    written: Vec<(P::Model, Option<String>)>,
) -> Result<Vec<P::Model>, AppError> {
    for (row, former) in &written {
        if let Some(former) = former {
            rename(tx, context, P::KIND, [former, P::name(row)]).await?;
        }
    }
    let (rows, _): (Vec<_>, Vec<_>) = written.into_iter().unzip();
    let names: Vec<_> = rows.iter().map(|row| (P::KIND, P::name(row))).collect();
    keep_names(tx, context.caller.account, &names).await?;
    Ok(rows)
}

/// Gives all gifts and pledges with a name another one. The record with the name is locked, so no gift gets it meanwhile.
pub async fn rename(
    tx: &Transaction,
    context: &Context,
    kind: NameKind,
    [from, to]: [&str; 2],
) -> Result<(), AppError> {
    use names::Column as N;
    let account = context.caller.account;
    let mut from_names = spelled(tx, account, kind, from).await?;
    from_names.remove(to);
    let columns = (column_of(kind), gifts::Column::UpdatedAtMs);
    rename_in::<gifts::Entity>(tx, context, columns, &from_names, to).await?;
    rename_parts(tx, context, kind, &from_names, to).await?;
    if kind == NameKind::Fund {
        let columns = (pledges::Column::PledgeFund, pledges::Column::UpdatedAtMs);
        rename_in::<pledges::Entity>(tx, context, columns, &from_names, to).await?;
    }
    let former = account.delete::<names::Entity>().filter(N::NameKind.eq(kind));
    former.filter(N::NameKey.eq(name_key(from))).exec(tx).await?;
    Ok(())
}

async fn rename_in<E: Tenant>(
    tx: &Transaction,
    context: &Context,
    (column, updated): (E::Column, E::Column),
    from: &BTreeSet<String>,
    to: &str,
) -> Result<(), AppError> {
    if from.is_empty() {
        return Ok(());
    }
    let account = context.caller.account;
    let later = later(updated, context.now_ms);
    let mut last = 0;
    loop {
        // Locked, so that a record which gets another name meanwhile keeps that.
        let some = account.find::<E>().filter(column.is_in(from.iter().cloned())).filter(E::ID.gt(last));
        let some = some.order_by_asc(E::ID).limit(CHUNK).select_only().column(E::ID).lock_exclusive();
        let ids: Vec<i64> = some.into_tuple().all(tx).await?;
        let Some(end) = ids.last() else { return Ok(()) };
        last = *end;
        let these = one_of(tx.get_database_backend(), Expr::col(E::ID), ids);
        let update = account.update::<E>().col_expr(column, Expr::val(to));
        update.col_expr(updated, later.clone()).filter(these).exec(tx).await?;
    }
}

/// Does the same in the parts of gifts, whose gifts change with them. There are few of them.
async fn rename_parts(
    tx: &Transaction,
    context: &Context,
    kind: NameKind,
    from: &BTreeSet<String>,
    to: &str,
) -> Result<(), AppError> {
    use gift_splits::Column as S;
    let account = context.caller.account;
    let column = match kind {
        NameKind::Fund => S::SplitFund,
        NameKind::Campaign => S::SplitCampaign,
    };
    let parts = || column.is_in(from.iter().cloned());
    let of = account.find::<gift_splits::Entity>().filter(parts()).select_only().column(S::GiftId);
    let update = account.update::<gifts::Entity>().filter(gifts::Column::Id.in_subquery(of.into_query()));
    let updated = gifts::Column::UpdatedAtMs;
    update.col_expr(updated, later(updated, context.now_ms)).exec(tx).await?;
    let update = account.update::<gift_splits::Entity>().filter(parts());
    update.col_expr(column, Expr::val(to)).exec(tx).await?;
    Ok(())
}

/// Returns the time of a change, which is later than that of the last one.
fn later(updated: impl ColumnTrait, now_ms: i64) -> SimpleExpr {
    let later = CaseStatement::new().case(updated.lt(now_ms), now_ms);
    later.finally(Expr::col(updated).add(1)).into()
}
