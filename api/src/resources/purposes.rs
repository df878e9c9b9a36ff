//! What is common to funds and campaigns: their names are those of gifts and pledges, so renaming one renames it there. A gift
//! has no event of it, because it was given for the same thing before and after; its `updated_at` and entity tag are new.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{AccountScope, Purpose, Tenant, gifts, names, pledges};
use shared::values::choices::{GiftStatus, NameKind};
use shared::values::names::name_key;

use crate::error::AppError;
use crate::giving::{keep_names, spellings};
use crate::records::Context;

/// How many rows one statement of a renaming changes, so that none takes long.
const CHUNK: u64 = 5_000;

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
    let names: Vec<_> = rows.iter().map(P::name).collect();
    let spelled = spelled(connection, account, P::KIND, &names).await?;
    let column = column_of_gifts(P::KIND);
    let one: SimpleExpr = CaseStatement::new()
        .case(gifts::Column::GiftStatus.eq(GiftStatus::Received), Expr::col(gifts::Column::GiftAmountMinor))
        .finally(0)
        .into();
    let sums = account.find::<gifts::Entity>().filter(column.is_in(spelled.iter().cloned())).select_only();
    let sums = sums.columns([column, gifts::Column::GiftCurrency]).expr(gifts::Column::Id.count());
    let sums = sums.expr(one.sum().cast_as("BIGINT"));
    let sums = sums.group_by(column).group_by(gifts::Column::GiftCurrency);
    let mut uses = HashMap::<String, Uses>::new();
    for (name, currency, count, sum) in
        sums.into_tuple::<(String, String, i64, i64)>().all(connection).await?
    {
        let of = uses.entry(name_key(&name)).or_default();
        of.gifts += count;
        *of.received.entry(currency).or_default() += sum;
    }
    if P::KIND == NameKind::Fund {
        use pledges::Column::{Id, PledgeFund};
        let counts = account.find::<pledges::Entity>().filter(PledgeFund.is_in(spelled)).select_only();
        let counts = counts.column(PledgeFund).expr(Id.count()).group_by(PledgeFund);
        for (name, count) in counts.into_tuple::<(String, i64)>().all(connection).await? {
            uses.entry(name_key(&name)).or_default().pledges += count;
        }
    }
    Ok(uses)
}

/// Returns these names with all their spellings in gifts and pledges.
async fn spelled(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: NameKind,
    names: &[&str],
) -> Result<BTreeSet<String>, AppError> {
    let known = spellings(connection, account, names.iter().map(|name| name_key(name))).await?;
    let known = known.into_iter().filter(|known| known.name_kind == kind).map(|known| known.name);
    Ok(names.iter().map(|name| (*name).to_owned()).chain(known).collect())
}

fn column_of_gifts(kind: NameKind) -> gifts::Column {
    match kind {
        NameKind::Fund => gifts::Column::GiftFund,
        NameKind::Campaign => gifts::Column::GiftCampaign,
    }
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
    let account = context.caller.account;
    let mut from_names = spelled(tx, account, kind, &[from]).await?;
    from_names.remove(to);
    let updated = gifts::Column::UpdatedAtMs;
    rename_in::<gifts::Entity>(tx, context, (column_of_gifts(kind), updated), &from_names, to).await?;
    if kind == NameKind::Fund {
        let columns = (pledges::Column::PledgeFund, pledges::Column::UpdatedAtMs);
        rename_in::<pledges::Entity>(tx, context, columns, &from_names, to).await?;
    }
    use names::Column as N;
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
    // Later than the last change, as that of any change.
    let later = CaseStatement::new().case(updated.lt(context.now_ms), context.now_ms);
    let later: SimpleExpr = later.finally(Expr::col(updated).add(1)).into();
    loop {
        let some = account.find::<E>().filter(column.is_in(from.iter().cloned())).limit(CHUNK);
        let some = some.select_only().column(E::ID).into_query();
        let update = account.update::<E>().col_expr(column, Expr::val(to));
        let update = update.col_expr(updated, later.clone()).filter(E::ID.in_subquery(some));
        if update.exec(tx).await?.rows_affected < CHUNK {
            return Ok(());
        }
    }
}
