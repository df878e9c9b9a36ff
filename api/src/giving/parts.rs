//! What gifts are for: each gift with its fund and campaign or, if it is split, each of its parts with theirs.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement, SimpleExpr, UnionType};
use shared::entities::{AccountScope, gift_splits, gifts};
use shared::values::choices::NameKind;

/// The name of the source.
const PARTS: &str = "parts";
/// The columns of gifts that the source has, too.
const OF_GIFTS: [gifts::Column; 5] = [
    gifts::Column::Id,
    gifts::Column::ContactId,
    gifts::Column::GiftDate,
    gifts::Column::GiftCurrency,
    gifts::Column::GiftStatus,
];
/// The columns that a part has in place of the gift's.
const OWN: [(gifts::Column, gift_splits::Column); 3] = [
    (gifts::Column::GiftAmountMinor, gift_splits::Column::SplitAmountMinor),
    (gifts::Column::GiftFund, gift_splits::Column::SplitFund),
    (gifts::Column::GiftCampaign, gift_splits::Column::SplitCampaign),
];

/// Selects from what an account's gifts are for. [`part_column`] names its columns.
pub fn parts(account: AccountScope) -> SelectStatement {
    let mut all = whole_gifts(account);
    all.union(UnionType::All, parts_of_split_gifts(account));
    from(all)
}

/// Selects as [`parts`] does, only from gifts that are not split, or only from parts of those that are.
pub fn parts_of(account: AccountScope, are_split: bool) -> SelectStatement {
    from(if are_split { parts_of_split_gifts(account) } else { whole_gifts(account) })
}

fn from(source: SelectStatement) -> SelectStatement {
    let mut select = Query::select();
    select.from_subquery(source, Alias::new(PARTS));
    select
}

fn whole_gifts(account: AccountScope) -> SelectStatement {
    let mut whole = Query::select();
    whole.columns(OF_GIFTS.into_iter().chain(OWN.map(|(of_gift, _)| of_gift))).from(gifts::Entity);
    whole.and_where(gifts::Column::AccountId.eq(account.account_id()));
    whole.and_where(gifts::Column::GiftIsSplit.eq(false));
    whole
}

fn parts_of_split_gifts(account: AccountScope) -> SelectStatement {
    let account_id = account.account_id();
    let mut split = Query::select();
    split.columns(OF_GIFTS.map(|column| (gifts::Entity, column)));
    for (of_gift, of_part) in OWN {
        split.expr_as(Expr::col((gift_splits::Entity, of_part)), of_gift);
    }
    let same = Expr::col((gifts::Entity, gifts::Column::Id))
        .equals((gift_splits::Entity, gift_splits::Column::GiftId));
    split.from(gift_splits::Entity).inner_join(gifts::Entity, same);
    for account in [gifts::Column::AccountId.eq(account_id), gift_splits::Column::AccountId.eq(account_id)] {
        split.and_where(account);
    }
    split
}

/// Returns a column of the source, by the column of gifts.
pub fn part_column(column: gifts::Column) -> SimpleExpr {
    Expr::col((Alias::new(PARTS), column))
}

/// Returns the column that has the names of a kind.
pub fn column_of(kind: NameKind) -> gifts::Column {
    match kind {
        NameKind::Fund => gifts::Column::GiftFund,
        NameKind::Campaign => gifts::Column::GiftCampaign,
    }
}
