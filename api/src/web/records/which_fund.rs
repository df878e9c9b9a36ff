//! The questions of quick entry about funds that are not there yet: which one is meant, or whether to make them.

use serde_json::Value;
use shared::values::choices::{Choice, NameKind};

use super::amounts::sum_of_parts;
use super::fields::Input;
use super::typed::{Typed, text};
use crate::web::posted::Posted;

/// The name of the value that tells which funds a form has asked about.
pub(super) const NEW_FUNDS: &str = "new_funds";

/// A fund that would be made with the gift.
pub(super) struct NewFund {
    pub(super) name: String,
    /// The fund of which the name looks like a slip.
    pub(super) almost: Option<String>,
    /// The funds that may be meant.
    pub(super) like: Vec<String>,
    /// Whether the visitor has agreed to make it.
    pub(super) is_agreed: bool,
}

impl NewFund {
    /// Returns the doubt that the name is a slip.
    fn doubt(&self) -> Option<String> {
        self.almost.as_ref().map(|other| almost_called((NameKind::Fund, &self.name), other))
    }
}

/// Returns the value that tells which funds a form asks about.
pub(super) fn named(new: &[NewFund]) -> String {
    new.iter().map(|fund| &*fund.name).collect::<Vec<_>>().join(" + ")
}

/// Returns the name of the answer about one of the funds.
fn answer(i: usize) -> String {
    format!("fund-{i}")
}

/// Returns a question for each fund instead of which another one may be meant. The others need an answer for all.
pub(super) fn questions(new: &[NewFund]) -> Vec<Input> {
    let asked = new.iter().enumerate().filter(|(_, fund)| !fund.like.is_empty());
    let question = |(i, fund): (usize, &NewFund)| {
        let label = match fund.doubt() {
            Some(doubt) => format!("{doubt}."),
            None => t!("quick-new-fund", name = fund.name),
        };
        let used = fund.like.iter().map(|name| (name.clone(), t!("quick-use-fund", name = name)));
        let made = (fund.name.clone(), t!("quick-make-fund", name = fund.name));
        let value = if fund.is_agreed { &*fund.name } else { "" };
        Input { options: used.chain([made]).collect(), ..Input::new(&answer(i), label, "radio", value) }
    };
    asked.map(question).collect()
}

/// Takes the answers that a form has sent about these funds: puts those that are used instead into the values, and into the amount
/// and the fund as they were typed. Those that are left would be made.
pub(super) fn take_answers(
    posted: &Posted,
    new: &mut Vec<NewFund>,
    values: &mut Typed,
    [amount, fund]: [&mut String; 2],
) {
    // An answer is none about other funds.
    if posted.text(NEW_FUNDS) != named(new) {
        return;
    }
    let mut i = 0;
    new.retain_mut(|one| {
        let chosen = posted.text(&answer(i));
        i += 1;
        one.is_agreed = one.like.is_empty() || chosen == one.name;
        let is_used = one.like.iter().any(|name| name == chosen);
        if is_used {
            put(values, &one.name, chosen);
            if let Some(sum) = sum_of_parts(values) {
                *amount = sum;
            }
            if fund.trim() == one.name {
                chosen.clone_into(fund);
            }
        }
        !is_used
    });
}

/// Puts a fund in the place of another one.
fn put(values: &mut Typed, from: &str, into: &str) {
    if text(values, "gift_fund").trim() == from {
        values.insert("gift_fund".to_owned(), into.into());
    }
    let parts = values.get_mut("splits").and_then(Value::as_array_mut).into_iter().flatten();
    for fund in parts.filter_map(|part| part.get_mut("split_fund")) {
        if fund.as_str().map(str::trim) == Some(from) {
            *fund = into.into();
        }
    }
}

/// Returns the doubt about a name that is almost another one.
pub(super) fn almost_called((kind, name): (NameKind, &str), other: &str) -> String {
    t!("doubts-purpose", kind = kind.as_str(), name = name, other = other)
}
