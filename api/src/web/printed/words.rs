//! What was given, in the words and the tables of letters.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use iso_currency::Currency;
use shared::values::choices::Locale;

use crate::fields::labels::choice;
use crate::locale::{self, known, long_day, short_day, text};
use crate::money::Amount;
use crate::records::money::currency;
use crate::resources::gifts::{Gift, GiftSplit};
use crate::resources::statements::Received;
use crate::typeset::Table;

/// How a letter writes amounts: in its language, and with the sign of the account's own currency.
#[derive(Clone, Copy)]
pub(super) struct Amounts {
    pub(super) locale: Locale,
    pub(super) own: Currency,
}

impl Amounts {
    /// Returns an amount: with its sign in the account's own currency, and with the code in another.
    pub(super) fn amount(self, minor: i128, code: &str) -> String {
        let currency = currency(code);
        let write = if currency == self.own { locale::money } else { locale::coded };
        // The typeface lacks the sign for minus.
        write(self.locale, minor, currency).replace('\u{2212}', "–")
    }

    /// Returns an amount in words. One that has none is in figures with the code of its currency.
    fn in_words(self, minor: i128, code: &str) -> String {
        let currency = currency(code);
        locale::in_words(self.locale, minor, currency)
            .unwrap_or_else(|| locale::coded(self.locale, minor, currency).replace('\u{2212}', "–"))
    }

    fn text(self, id: &str) -> String {
        text(self.locale, id, &[])
    }
}

/// Returns the totals of gifts of money, by currency.
pub(super) fn totals(gifts: &[Received]) -> BTreeMap<String, i128> {
    let mut totals: BTreeMap<String, i128> = BTreeMap::new();
    for Received { gift, .. } in gifts.iter().filter(|one| !one.is_in_kind) {
        *totals.entry(gift.model.gift_currency.clone()).or_default() +=
            i128::from(gift.model.gift_amount_minor);
    }
    totals
}

/// Returns totals, such as `$120.00 and EUR 50.00`; of gifts that are no money, `goods or stock`.
pub(super) fn total(totals: &BTreeMap<String, i128>, amounts: Amounts) -> String {
    listed(totals, amounts, Amounts::amount)
}

/// Returns totals in words, such as `one hundred twenty dollars and fifty euros`.
pub(super) fn total_in_words(totals: &BTreeMap<String, i128>, amounts: Amounts) -> String {
    listed(totals, amounts, Amounts::in_words)
}

fn listed(
    totals: &BTreeMap<String, i128>,
    amounts: Amounts,
    write: fn(Amounts, i128, &str) -> String,
) -> String {
    if totals.is_empty() {
        return amounts.text("goods-or-stock");
    }
    locale::listed(amounts.locale, totals.iter().map(|(code, minor)| write(amounts, *minor, code)))
}

/// Returns a gift in words, after `your `: `gift of $50.00 on 3 March 2026 for Roof`.
pub(super) fn gift_in_words(Received { gift, is_in_kind }: &Received, amounts: Amounts) -> String {
    let model = &gift.model;
    let id = match (is_in_kind, &model.gift_memo) {
        (false, _) => "gift-of-money",
        (true, None) => "gift-in-kind",
        (true, Some(_)) => "described-gift",
    };
    let fund = match &*funds(gift) {
        [fund] => Some(fund.clone()),
        _ => None,
    };
    let id = if fund.is_some() { format!("{id}-for") } else { id.to_owned() };
    let amount = amounts.amount(model.gift_amount_minor.into(), &model.gift_currency);
    let day = long_day(amounts.locale, model.gift_date);
    let memo = model.gift_memo.clone().unwrap_or_default();
    let fund = fund.unwrap_or_default();
    let args = [("amount", amount), ("day", day), ("memo", memo), ("fund", fund)];
    text(amounts.locale, &id, &args.map(|(name, value)| (name, value.into())))
}

/// Returns the funds of a gift, each once.
pub(super) fn funds(gift: &Gift) -> Vec<String> {
    let of_parts = gift.splits.iter().filter_map(|part| part.split_fund.clone());
    let own = gift.model.gift_fund.clone().filter(|_| gift.splits.is_empty());
    let mut funds: Vec<_> = of_parts.chain(own).collect();
    funds.sort_unstable();
    funds.dedup();
    funds
}

/// Returns days in words: `3 March 2026`, or from the first to the last.
pub(super) fn days_in_words((from, to): (NaiveDate, NaiveDate), locale: Locale) -> String {
    if from == to {
        return long_day(locale, from);
    }
    let [from, to] = [from, to].map(|day| long_day(locale, day).into());
    text(locale, "from-to", &[("from", from), ("to", to)])
}

/// Returns the tables of gifts: those of money, and those in kind, which are described. `names` are those of the givers, if
/// there are several.
pub(super) fn tables(
    gifts: &[Received],
    names: Option<&HashMap<i64, String>>,
    amounts: Amounts,
) -> Vec<Table> {
    let (in_kind, of_money): (Vec<_>, Vec<_>) = gifts.iter().partition(|one| one.is_in_kind);
    let mut tables = Vec::new();
    if !of_money.is_empty() {
        let totals = totals(gifts);
        let label = |code: &str| match totals.len() {
            1 => amounts.text("total"),
            _ => text(amounts.locale, "total-in", &[("currency", code.into())]),
        };
        let own = [("date", 17), ("method", 18), ("fund", 26), ("reference", 18), ("amount", 21)];
        tables.push(Table {
            heading: if in_kind.is_empty() { String::new() } else { amounts.text("gifts-of-money") },
            columns: columns(&own, names.is_some(), amounts.locale),
            has_amounts: true,
            rows: of_money
                .iter()
                .map(|one| row(&one.gift, names, money_cells(&one.gift, amounts), amounts.locale))
                .collect(),
            totals: totals.iter().map(|(code, minor)| (label(code), amounts.amount(*minor, code))).collect(),
        });
    }
    if !in_kind.is_empty() {
        let own = [("date", 17), ("type", 18), ("what", 39), ("fund", 26)];
        tables.push(Table {
            heading: amounts.text("given-in-kind"),
            columns: columns(&own, names.is_some(), amounts.locale),
            rows: in_kind
                .iter()
                .map(|one| row(&one.gift, names, in_kind_cells(&one.gift, amounts.locale), amounts.locale))
                .collect(),
            ..Table::default()
        });
    }
    tables
}

/// Returns the heads of columns, with that of the givers if it is wanted.
pub(super) fn columns(own: &[(&str, u8)], has_from: bool, locale: Locale) -> Vec<(String, u8)> {
    let mut columns = own.to_vec();
    if has_from {
        columns.insert(1, ("from", 22));
    }
    columns.into_iter().map(|(name, part)| (text(locale, &format!("column-{name}"), &[]), part)).collect()
}

fn row(gift: &Gift, names: Option<&HashMap<i64, String>>, cells: Vec<String>, locale: Locale) -> Vec<String> {
    let from =
        names.map(|names| gift.model.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default());
    std::iter::once(short_day(locale, gift.model.gift_date)).chain(from).chain(cells).collect()
}

/// Returns the name of a gift's type: one of those that come with the service in the language of the letter.
fn type_name(gift: &Gift, locale: Locale) -> String {
    let name = gift.giftType.as_ref().map(|one| one.model.gift_type_name.as_str()).unwrap_or_default();
    known(locale, &format!("type-{name}"), &[]).unwrap_or_else(|| choice(name))
}

fn money_cells(gift: &Gift, amounts: Amounts) -> Vec<String> {
    let model = &gift.model;
    let reference = model.gift_check_number.clone().or_else(|| model.gift_reference.clone());
    vec![
        type_name(gift, amounts.locale),
        parts_in(gift, amounts.locale),
        reference.unwrap_or_default(),
        amounts.amount(model.gift_amount_minor.into(), &model.gift_currency),
    ]
}

fn in_kind_cells(gift: &Gift, locale: Locale) -> Vec<String> {
    vec![type_name(gift, locale), gift.model.gift_memo.clone().unwrap_or_default(), parts_in(gift, locale)]
}

fn parts_in(gift: &Gift, locale: Locale) -> String {
    parts(gift, |amount| locale::money(locale, amount.minor, amount.currency))
}

/// Returns the fund that a gift is for. Of a split gift, returns the fund of each part, with the part's amount.
pub(in crate::web) fn parts(gift: &Gift, written: impl Fn(&Amount) -> String) -> String {
    if gift.splits.is_empty() {
        return gift.model.gift_fund.clone().unwrap_or_default();
    }
    let part = |part: &GiftSplit| {
        let amount = written(&part.split_amount);
        part.split_fund.as_ref().map_or_else(|| amount.clone(), |fund| format!("{fund} {amount}"))
    };
    gift.splits.iter().map(part).collect::<Vec<_>>().join(", ")
}
