//! The filters of a list: those of the API's list, by the same names and under the same rules.

use iso_currency::Currency;
use serde_json::Map;

use super::address::Pairs;
use super::amounts;
use super::columns::COLUMNS;
use super::fields::{FormProblems, Input};
use super::kind::Kind;
use super::labels::{all_countries, choice, country, gift_type, of_name, of_parameter};
use super::links::{Links, target};
use super::typed::Typed;
use crate::fields::field::Control;
use crate::fields::parameters::{Parameter, QueryInput};
use crate::fields::types::day;
use crate::http::routes::ANY_NAME;
use crate::money::{self, Decimal};
use crate::web::format;

/// The parameters of a list that are no filters.
const NOT_FILTERS: [&str; 3] = ["cursor", "sort", COLUMNS];

/// The most filters that a form shows at once. Of more, it shows these first ones, and folds the others.
const SHOWN_MAX: usize = 15;
const FIRST: [&str; 10] = [
    "status",
    "tag",
    "given_min",
    "given_from",
    "given_to",
    "given_fund",
    "city",
    "state",
    "postal_code",
    "lapsed",
];

/// The filters of a list.
pub(in crate::web) struct Filters {
    /// The field to search in, if the list can be searched.
    pub(in crate::web) search: Option<Input>,
    pub(in crate::web) inputs: Vec<Input>,
    /// Those that are folded, where there are many.
    pub(in crate::web) more: Vec<Input>,
    /// The values that the form sends along.
    pub(in crate::web) hidden: Vec<(String, String)>,
    /// The filters in use: each in words, with the address of the list without it.
    pub(in crate::web) chips: Vec<(String, String)>,
    /// Whether the form is shown at once, because it has a problem.
    pub(in crate::web) is_open: bool,
}

impl Filters {
    /// Returns all fields.
    pub(super) fn all(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter().chain(&self.more)
    }

    /// Returns how many fields of the form are filled in. A phone shows it, because the form is folded there.
    pub(super) fn in_use(&self) -> usize {
        self.all().filter(|input| !input.value.is_empty()).count()
    }
}

/// Returns the filters among the values of a query.
pub(in crate::web) fn chosen(pairs: &Pairs) -> Pairs {
    pairs.without(&NOT_FILTERS)
}

/// Returns the values of links among the filters.
pub(in crate::web) fn links(pairs: &Pairs) -> Typed {
    let links = pairs.0.iter().filter(|(name, _)| target(name).is_some());
    links.map(|(name, value)| (name.clone(), value.as_str().into())).collect::<Map<_, _>>()
}

/// Returns the currency of the amounts among the filters: the one that they ask for, or the account's own one.
pub(in crate::web) fn currency_of(pairs: &Pairs, own: Currency) -> Currency {
    money::currency(&pairs.text("currency").trim().to_ascii_uppercase()).unwrap_or(own)
}

/// Returns whether the filter of a name is an amount.
pub(in crate::web) fn is_money(parameters: &[Parameter], name: &str) -> bool {
    parameters.iter().any(|one| one.name == name && matches!(one.control, Control::Money))
}

/// Returns the filters of a saved list, which are as the API has them, for the address of a page.
pub(in crate::web) fn addressed<K: Kind>(pairs: Vec<(String, String)>) -> Pairs {
    let parameters = K::Filters::parameters();
    let addressed = |(name, value): (String, String)| {
        let value = if is_money(&parameters, &name) { amounts::in_address(&value) } else { value };
        (name, value)
    };
    Pairs(pairs.into_iter().map(addressed).collect())
}

/// Says what a list is filtered and sorted by, as its page does: the label and the value of each.
pub(in crate::web) fn said<K: Kind>(pairs: &Pairs, names: &Links, own: Currency) -> Vec<(String, String)> {
    let (parameters, currency) = (K::Filters::parameters(), currency_of(pairs, own));
    let one = |(name, value): &(String, String)| {
        if name == "sort" {
            return (of_name(name), order::<K>(value));
        }
        match parameters.iter().find(|parameter| parameter.name == name) {
            Some(parameter) => (of_parameter(parameter), shown(parameter, value, (names, currency))),
            // It is data of the account's own.
            None => (name.clone(), value.clone()),
        }
    };
    pairs.0.iter().map(one).collect()
}

/// Says by what a list is sorted, in the words of its columns.
pub(super) fn order<K: Kind>(sort: &str) -> String {
    let (order, is_down) = sort.strip_prefix('-').map_or((sort, false), |order| (order, true));
    let column = K::COLUMNS.iter().find(|column| column.order == Some(order));
    let opposite = column.and_then(|column| column.opposite);
    let label = match (opposite, column) {
        (Some(label), _) => t!(label).to_owned(),
        (None, Some(column)) => t!(column.label).to_owned(),
        (None, None) => of_name(order),
    };
    // What rises is the opposite of what falls.
    if is_down == opposite.is_none() {
        t!("list-order-down", label = label)
    } else {
        t!("list-order-up", label = label)
    }
}

/// Makes the form of the filters. `own` is the account's currency.
pub(in crate::web) fn of<K: Kind>(
    pairs: &Pairs,
    (names, own): (&Links, Currency),
    problems: &mut FormProblems,
) -> Filters {
    let currency = currency_of(pairs, own);
    let mut filters = Filters {
        search: None,
        inputs: Vec::new(),
        more: Vec::new(),
        hidden: Vec::new(),
        chips: Vec::new(),
        is_open: false,
    };
    for name in ["sort", COLUMNS].into_iter().filter(|name| !pairs.text(name).is_empty()) {
        filters.hidden.push((name.to_owned(), pairs.text(name).to_owned()));
    }
    for parameter in K::Filters::parameters() {
        let value = pairs.text(parameter.name);
        let is_link = parameter.name == "id" || target(parameter.name).is_some();
        if !value.is_empty() {
            let words = words(&parameter, value, (names, currency));
            let rest = pairs.without(&["cursor", parameter.name]).at(K::PATH);
            filters.chips.push((words, rest));
        }
        if is_link {
            if !value.is_empty() {
                filters.hidden.push((parameter.name.to_owned(), value.to_owned()));
            }
            continue;
        }
        let mut input = input(&parameter, value, (names, currency));
        if K::UNLESS_ASKED.is_some_and(|(name, ..)| name == parameter.name) {
            // Without a choice, the list has the others.
            let options = [("", t!("no")), ("1", t!("yes"))];
            input.options = options.map(|(one, shown)| (one.to_owned(), shown.to_owned())).into();
        }
        input.error = problems.take(parameter.name);
        filters.is_open |= input.error.is_some() && parameter.name != "q";
        match parameter.name {
            "q" => filters.search = Some(input),
            _ => filters.inputs.push(input),
        }
    }
    if filters.inputs.len() > SHOWN_MAX {
        let is_first = |input: &Input| FIRST.contains(&input.name.as_str()) || input.error.is_some();
        (filters.inputs, filters.more) = filters.inputs.into_iter().partition(is_first);
    }
    // A saved list may ask for data of the account's own, which no field of the form does.
    for (name, value) in pairs.0.iter().filter(|(name, _)| has_own_name::<K::Filters>(name)) {
        let rest = pairs.without(&["cursor", name]).at(K::PATH);
        filters.chips.push((t!("list-filter-is", label = name, value = value), rest));
        filters.hidden.push((name.clone(), value.clone()));
    }
    filters
}

/// Returns whether the account has chosen the end of a parameter's name.
pub(in crate::web) fn has_own_name<Q: QueryInput>(name: &str) -> bool {
    let rest = Q::OWN_NAMES.and_then(|beginning| name.strip_prefix(beginning));
    rest.is_some_and(|rest| rest.starts_with(ANY_NAME))
}

fn input(parameter: &Parameter, value: &str, (names, currency): (&Links, Currency)) -> Input {
    let mut input = Input::new(parameter.name, of_parameter(parameter), "text", value);
    input.id = format!("filter-{}", parameter.name);
    let any = (String::new(), t!("list-filter-any").to_owned());
    match parameter.control {
        Control::Choice(texts) => {
            input.kind = "select";
            let texts = texts().into_iter().map(|text| (text.to_owned(), choice(text)));
            input.options = [any].into_iter().chain(texts).collect();
        }
        Control::Flag => {
            input.kind = "select";
            let texts = [("1", t!("yes")), ("0", t!("no"))];
            let texts = texts.map(|(one, shown)| (one.to_owned(), shown.to_owned()));
            input.options = [any].into_iter().chain(texts).collect();
        }
        Control::Day => input.kind = "date",
        Control::Number if parameter.name == "birthday_month" => {
            input.kind = "select";
            let months = (1..=12).map(|number: u32| (number.to_string(), format::month(number).to_owned()));
            input.options = [any].into_iter().chain(months).collect();
        }
        Control::Number => input.kind = "number",
        Control::Money => {
            input.kind = "money";
            input.value = amounts::shown(value, currency);
        }
        Control::Country => {
            input.kind = "select";
            input.value = value.to_ascii_uppercase();
            input.options = [any].into_iter().chain(all_countries(names.home)).collect();
        }
        // The only filter of this name that is no choice: the name of a gift type.
        Control::Text(_) if parameter.name == "type" => {
            input.kind = "select";
            let types = names.gift_types.iter().map(|(_, name)| (name.clone(), gift_type(name)));
            input.options = [any].into_iter().chain(types).collect();
        }
        _ => {}
    }
    if let Some((purposes, _)) = names.purposes.of(parameter.name) {
        input.kind = "select";
        let any = (String::new(), t!("list-filter-any").to_owned());
        let purposes = purposes.iter().map(|name| (name.clone(), name.clone()));
        input.options = [any].into_iter().chain(purposes).collect();
    }
    if input.kind == "select" && !input.options.iter().any(|(option, _)| *option == input.value) {
        input.options.push((input.value.clone(), input.value.clone()));
    }
    input
}

/// Says the value of a filter as people read it.
fn shown(parameter: &Parameter, value: &str, (names, currency): (&Links, Currency)) -> String {
    match parameter.control {
        _ if parameter.name == "id" => t!("list-filter-ticked").to_owned(),
        Control::Flag if value == "1" => t!("list-filter-yes").to_owned(),
        Control::Flag if value == "0" => t!("list-filter-no").to_owned(),
        Control::Choice(_) => {
            let choices = value.split(',').map(choice);
            choices.reduce(|one, other| t!("list-filter-or", one = one, other = other)).unwrap_or_default()
        }
        Control::Country => country(value),
        Control::Day => day(value).map_or_else(|| value.to_owned(), format::day),
        Control::Money => amount(value, currency),
        Control::Number if parameter.name == "birthday_month" => month(value),
        Control::Text(_) if parameter.name == "type" => gift_type(value),
        _ => names.shown(parameter.name, value).0,
    }
}

/// Returns an amount with its currency, or what was typed if that is none.
fn amount(typed: &str, currency: Currency) -> String {
    let number = amounts::plain(typed, currency).ok().flatten();
    let minor = number.and_then(|number| Decimal::parse(&number).ok()?.to_minor(currency).ok());
    minor.map_or_else(|| typed.to_owned(), |minor| format::money(minor, currency))
}

/// Returns the name of the month with a number, or what was typed if that is none.
fn month(typed: &str) -> String {
    let name = typed.trim().parse().map(format::month).unwrap_or_default();
    if name.is_empty() { typed.to_owned() } else { name.to_owned() }
}

/// Describes a filter in words.
fn words(parameter: &Parameter, value: &str, (names, currency): (&Links, Currency)) -> String {
    let shown = shown(parameter, value, (names, currency));
    match parameter.name {
        "id" => shown,
        "q" => t!("list-filter-search", text = shown),
        _ => t!("list-filter-is", label = of_parameter(parameter), value = shown),
    }
}
