//! What was given, in the words and the tables of letters.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use iso_currency::Currency;

use crate::fields::labels::choice;
use crate::records::money::currency;
use crate::resources::gifts::{Gift, GiftSplit};
use crate::resources::statements::Received;
use crate::typeset::Table;
use crate::web::format::{amount, coded, day, long_day, money};

/// Returns an amount: with its sign in the account's own currency, and with the code in another.
pub(super) fn own_or_coded(minor: i128, code: &str, own: Currency) -> String {
    let currency = currency(code);
    let amount = if currency == own { money(minor, own) } else { coded(minor, currency) };
    // The typeface lacks the sign for minus.
    amount.replace('\u{2212}', "–")
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

/// Returns totals in words, such as `$120.00 and EUR 50.00`; of gifts that are no money, `goods or stock`.
pub(super) fn total_in_words(totals: &BTreeMap<String, i128>, own: Currency) -> String {
    let amounts: Vec<_> = totals.iter().map(|(code, minor)| own_or_coded(*minor, code, own)).collect();
    match amounts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "goods or stock".to_owned(),
    }
}

/// Returns a gift in words, after `your `: `gift of $50.00 on 3 March 2026 for Roof`.
pub(super) fn gift_in_words(Received { gift, is_in_kind }: &Received, own: Currency) -> String {
    let model = &gift.model;
    let what = match (is_in_kind, &model.gift_memo) {
        (false, _) => {
            format!("of {}", own_or_coded(model.gift_amount_minor.into(), &model.gift_currency, own))
        }
        (true, Some(memo)) => format!("in kind ({memo})"),
        (true, None) => "in kind".to_owned(),
    };
    let fund = match &*funds(gift) {
        [fund] => format!(" for {fund}"),
        _ => String::new(),
    };
    format!("gift {what} on {}{fund}", long_day(model.gift_date))
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
pub(super) fn days_in_words((from, to): (NaiveDate, NaiveDate)) -> String {
    if from == to { long_day(from) } else { format!("{} to {}", long_day(from), long_day(to)) }
}

/// Returns the tables of gifts: those of money, and those in kind, which are described. `names` are those of the givers, if
/// there are several.
pub(super) fn tables(gifts: &[Received], names: Option<&HashMap<i64, String>>, own: Currency) -> Vec<Table> {
    let (in_kind, of_money): (Vec<_>, Vec<_>) = gifts.iter().partition(|one| one.is_in_kind);
    let mut tables = Vec::new();
    if !of_money.is_empty() {
        let totals = totals(gifts);
        let label =
            |code: &str| if totals.len() > 1 { format!("Total in {code}") } else { "Total".to_owned() };
        tables.push(Table {
            heading: if in_kind.is_empty() { String::new() } else { "Gifts of money".to_owned() },
            columns: columns(
                &[("Date", 17), ("Type", 18), ("Fund", 26), ("Reference", 18), ("Amount", 21)],
                names,
            ),
            has_amounts: true,
            rows: of_money.iter().map(|one| row(&one.gift, names, money_cells(&one.gift, own))).collect(),
            totals: totals
                .iter()
                .map(|(code, minor)| (label(code), own_or_coded(*minor, code, own)))
                .collect(),
        });
    }
    if !in_kind.is_empty() {
        tables.push(Table {
            heading: "Given in kind".to_owned(),
            columns: columns(&[("Date", 17), ("Type", 18), ("What was given", 39), ("Fund", 26)], names),
            rows: in_kind.iter().map(|one| row(&one.gift, names, in_kind_cells(&one.gift))).collect(),
            ..Table::default()
        });
    }
    tables
}

fn columns(own: &[(&str, u8)], names: Option<&HashMap<i64, String>>) -> Vec<(String, u8)> {
    let mut columns: Vec<_> = own.iter().map(|(head, part)| ((*head).to_owned(), *part)).collect();
    if names.is_some() {
        columns.insert(1, ("From".to_owned(), 22));
    }
    columns
}

fn row(gift: &Gift, names: Option<&HashMap<i64, String>>, cells: Vec<String>) -> Vec<String> {
    let from =
        names.map(|names| gift.model.contact_id.and_then(|id| names.get(&id).cloned()).unwrap_or_default());
    std::iter::once(day(gift.model.gift_date)).chain(from).chain(cells).collect()
}

fn type_name(gift: &Gift) -> String {
    gift.giftType.as_ref().map(|one| choice(&one.model.gift_type_name)).unwrap_or_default()
}

fn money_cells(gift: &Gift, own: Currency) -> Vec<String> {
    let model = &gift.model;
    let reference = model.gift_check_number.clone().or_else(|| model.gift_reference.clone());
    vec![
        type_name(gift),
        parts(gift),
        reference.unwrap_or_default(),
        own_or_coded(model.gift_amount_minor.into(), &model.gift_currency, own),
    ]
}

fn in_kind_cells(gift: &Gift) -> Vec<String> {
    vec![type_name(gift), gift.model.gift_memo.clone().unwrap_or_default(), parts(gift)]
}

/// Returns the fund that a gift is for. Of a split gift, returns the fund of each part, with the part's amount.
fn parts(gift: &Gift) -> String {
    if gift.splits.is_empty() {
        return gift.model.gift_fund.clone().unwrap_or_default();
    }
    let part = |part: &GiftSplit| {
        let amount = amount(&part.split_amount);
        part.split_fund.as_ref().map_or_else(|| amount.clone(), |fund| format!("{fund} {amount}"))
    };
    gift.splits.iter().map(part).collect::<Vec<_>>().join(", ")
}
