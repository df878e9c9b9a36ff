//! The parts of a gift that are for several funds or campaigns. Where gifts are counted by fund or campaign, the parts count in
//! place of the gift.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::Transaction;
use shared::entities::{AccountScope, gift_splits, gifts};
use shared::values::choices::NameKind;

use crate::error::AppError;
use crate::fields::types::{Id, Money, Nullable, Text};
use crate::fields::{Patch, Problems};
use crate::http::csv::{ItemColumn, Items, MemberColumns};
use crate::money::{Amount, Decimal};
use crate::records::Context;
use crate::records::money::{amount, amount_in, currency};
use crate::records::names::Named;
use crate::{body, object};

object! {
    /// A part of a gift.
    GiftSplit {
        /// Identifier
        id: Id;
        /// The amount of the part, in the gift's currency
        split_amount: Money;
        /// Name of the fund
        split_fund: Nullable<Text<100>>;
        /// Name of the campaign
        split_campaign: Nullable<Text<100>>;
        /// Memo
        split_memo: Nullable<Text<1000>>;
    }
}

body! {
    /// A part of a gift in a body.
    SplitInput as "GiftSplitCreate" or "GiftSplitUpdate" {
        /// The part to change in place
        id: Id;
        /// The amount of the part, not 0, in the gift's currency
        split_amount: Money { required, label: "Amount", no_hint, example: 30.00 };
        /// Name of the fund, as gift_fund; by default that of the gift
        split_fund: Text<100> { label: "Fund", no_hint, example: "Roof" };
        /// Name of the campaign, as gift_campaign; by default that of the gift
        split_campaign: Text<100> { label: "Campaign", no_hint, example: "Spring appeal" };
        /// Memo
        split_memo: Text<1000> { label: "Memo", no_hint, example: "For the slates" };
    }
}

impl GiftSplit {
    /// Returns a part of a gift in this currency.
    pub(super) fn of(row: &gift_splits::Model, gift_currency: &str) -> Self {
        Self {
            id: row.id,
            split_amount: amount(row.split_amount_minor, gift_currency),
            split_fund: row.split_fund.clone(),
            split_campaign: row.split_campaign.clone(),
            split_memo: row.split_memo.clone(),
        }
    }
}

const fn all(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::All }
}

/// The columns of the parts in a file.
pub(super) const IN_FILE: MemberColumns = MemberColumns {
    member: "splits",
    primary: None,
    columns: &[
        all("split_amounts", "split_amount"),
        all("split_funds", "split_fund"),
        all("split_campaigns", "split_campaign"),
        all("split_memos", "split_memo"),
    ],
};

/// The same columns in a file for people.
pub(super) const FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[
        all("Parts: Amounts", "split_amount"),
        all("Parts: Funds", "split_fund"),
        all("Parts: Campaigns", "split_campaign"),
        all("Parts: Memos", "split_memo"),
    ],
    ..IN_FILE
};

/// The parts of gifts, by gift.
pub(super) type ByGift = HashMap<i64, Vec<gift_splits::Model>>;

/// The parts of a gift.
#[derive(Default)]
pub(super) struct Splits {
    /// As they are stored.
    pub(super) before: Vec<gift_splits::Model>,
    /// As they are to be. A new one has the id 0.
    pub(super) after: Vec<gift_splits::Model>,
}

impl Splits {
    /// Makes the plan for a body, after the gift's own fields were applied. Adds the faults of the body to the problems.
    pub(super) async fn plan(
        tx: &Transaction,
        context: &Context,
        input: Patch<Vec<SplitInput>>,
        (stored, gift): (Option<&gifts::Model>, &mut gifts::Model),
        problems: &mut Problems,
    ) -> Result<Self, AppError> {
        let account = context.caller.account;
        let before = match stored {
            Some(gift) => of_gifts(tx, account, [gift]).await?.remove(&gift.id).unwrap_or_default(),
            None => Vec::new(),
        };
        // While programs of the version before run, they change amounts without the parts. That stays until it is put right.
        let amount = |gift: &gifts::Model| (gift.gift_amount_minor, gift.gift_currency.clone());
        let is_new = input != Patch::Absent || stored.is_none_or(|stored| amount(stored) != amount(gift));
        let sent = match input {
            // In another currency, the amounts stay, as that of the gift does.
            Patch::Absent => before
                .iter()
                .map(|row| SplitInput { id: Patch::Value(row.id), ..SplitInput::default() })
                .collect(),
            Patch::Null => Vec::new(),
            Patch::Value(sent) => sent,
        };
        let currency_before = stored.map_or(&gift.gift_currency, |gift| &gift.gift_currency).clone();
        let mut after = Vec::with_capacity(sent.len());
        for (i, part) in sent.into_iter().enumerate() {
            let path = format!("splits[{i}]");
            let known = part.id.value().and_then(|id| before.iter().find(|row| row.id == *id));
            if part.id.value().is_some() && known.is_none()
                || after
                    .iter()
                    .any(|row: &gift_splits::Model| row.id != 0 && Some(row.id) == known.map(|row| row.id))
            {
                problems.add(&format!("{path}.id"), "must be the id of a split of this gift, once");
                continue;
            }
            let mut row = known.cloned().unwrap_or_default();
            let amount_before =
                known.map(|row| Decimal::from_minor(row.split_amount_minor, currency(&currency_before)));
            let fields = [&*format!("{path}.split_amount"), "gift_currency"];
            if let Some(minor) =
                amount_in(&gift.gift_currency, &part.split_amount, amount_before, fields, problems)
            {
                if minor == 0 {
                    problems.add(fields[0], "must not be 0");
                }
                row.split_amount_minor = minor;
            }
            set(part.split_fund, &mut row.split_fund, gift.gift_fund.as_ref());
            set(part.split_campaign, &mut row.split_campaign, gift.gift_campaign.as_ref());
            set(part.split_memo, &mut row.split_memo, None);
            after.push(row);
        }
        gift.gift_is_split = !after.is_empty();
        let mut plan = Self { before, after };
        if problems.is_empty() {
            if is_new {
                check_sum(gift, &plan.after, problems);
            }
            plan.spell(tx, context, problems).await?;
        }
        Ok(plan)
    }

    /// Spells new funds and campaigns as the account does.
    async fn spell(
        &mut self,
        tx: &Transaction,
        context: &Context,
        problems: &mut Problems,
    ) -> Result<(), AppError> {
        let Self { before, after } = self;
        let mut named = Vec::new();
        for (i, row) in after.iter_mut().enumerate() {
            let known = before.iter().find(|known| known.id == row.id);
            for (kind, field, name, stored) in [
                (NameKind::Fund, "split_fund", &mut row.split_fund, known.map(|known| &known.split_fund)),
                (
                    NameKind::Campaign,
                    "split_campaign",
                    &mut row.split_campaign,
                    known.map(|known| &known.split_campaign),
                ),
            ] {
                if stored.is_none_or(|stored| stored != name) {
                    named.extend(name.as_mut().map(|name| Named {
                        kind,
                        field: format!("splits[{i}].{field}"),
                        name,
                    }));
                }
            }
        }
        context.names.spell(tx, context.caller.account, &mut named, problems).await
    }

    /// Returns whether an amount, a fund or a campaign changes.
    pub(super) fn change_purposes(&self) -> bool {
        let of = |rows: &[gift_splits::Model]| {
            let part = |row: &gift_splits::Model| {
                (row.split_amount_minor, row.split_fund.clone(), row.split_campaign.clone())
            };
            let mut parts: Vec<_> = rows.iter().map(part).collect();
            parts.sort_unstable();
            parts
        };
        of(&self.before) != of(&self.after)
    }

    /// Returns the funds and campaigns of the parts.
    pub(super) fn names(&self) -> impl Iterator<Item = (NameKind, &str)> {
        self.after.iter().flat_map(|row| {
            let names = [(NameKind::Fund, &row.split_fund), (NameKind::Campaign, &row.split_campaign)];
            names.into_iter().filter_map(|(kind, name)| Some((kind, name.as_deref()?)))
        })
    }

    /// Writes the plans of gifts that have just been written. Returns the parts of each gift that has any.
    pub(super) async fn write(
        tx: &Transaction,
        account: AccountScope,
        plans: impl Iterator<Item = (i64, Self)>,
    ) -> Result<ByGift, AppError> {
        let (mut new, mut written) = (Vec::new(), ByGift::new());
        for (gift_id, Self { before, after }) in plans {
            let gone: Vec<_> =
                before.iter().map(|row| row.id).filter(|id| !after.iter().any(|row| row.id == *id)).collect();
            if !gone.is_empty() {
                let gone =
                    account.delete::<gift_splits::Entity>().filter(gift_splits::Column::Id.is_in(gone));
                gone.exec(tx).await?;
            }
            for row in after {
                if row.id == 0 {
                    new.push(gift_splits::Model { gift_id, ..row });
                    continue;
                }
                let row = if before.contains(&row) {
                    row
                } else {
                    account.replace::<gift_splits::Entity>(tx, row).await?
                };
                written.entry(gift_id).or_default().push(row);
            }
        }
        for row in account.insert_all::<gift_splits::Entity>(tx, new).await? {
            written.entry(row.gift_id).or_default().push(row);
        }
        Ok(written)
    }
}

/// Sets a text of a part. An empty one gets the gift's.
fn set(sent: Patch<String>, text: &mut Option<String>, of_gift: Option<&String>) {
    match sent {
        Patch::Absent if text.is_some() => {}
        Patch::Absent | Patch::Null => *text = of_gift.cloned(),
        Patch::Value(sent) => *text = Some(sent),
    }
}

fn check_sum(gift: &gifts::Model, parts: &[gift_splits::Model], problems: &mut Problems) {
    let sum: i128 = parts.iter().map(|row| i128::from(row.split_amount_minor)).sum();
    if !parts.is_empty() && sum != i128::from(gift.gift_amount_minor) {
        let [sum, whole] = [sum, gift.gift_amount_minor.into()]
            .map(|minor| Amount::new(minor, currency(&gift.gift_currency)));
        problems.add("splits", format_args!("must add up to gift_amount: they come to {sum} of {whole}"));
    }
}

/// Reads the parts of those of some gifts that have any, by gift and in the order of their ids.
pub(super) async fn of_gifts<'a>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    gifts: impl IntoIterator<Item = &'a gifts::Model>,
) -> Result<ByGift, AppError> {
    use gift_splits::Column as S;
    let split: Vec<_> = gifts.into_iter().filter(|gift| gift.gift_is_split).map(|gift| gift.id).collect();
    let mut by_gift = ByGift::new();
    if split.is_empty() {
        return Ok(by_gift);
    }
    let parts = account.find::<gift_splits::Entity>().filter(S::GiftId.is_in(split)).order_by_asc(S::Id);
    for row in parts.all(connection).await? {
        by_gift.entry(row.gift_id).or_default().push(row);
    }
    Ok(by_gift)
}
