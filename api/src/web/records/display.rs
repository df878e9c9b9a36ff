//! The values of a record as people read them.

use serde_json::Value;
use shared::entities::contact_addresses;
use url::form_urlencoded::byte_serialize;

use super::labels::{choice, country, language};
use super::links::{Links, Target, number, target};
use super::typed::{Typed, text};
use crate::fields::field::{Control, Entry};
use crate::fields::json::parse_stored;
use crate::fields::types::{day, day_without_year};
use crate::language::spoken;
use crate::money::Decimal;
use crate::records::money::currency;
use crate::web::format;
use crate::web::postal;

/// A line of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::web) struct Line {
    pub(in crate::web) text: String,
    /// The address that it links to.
    pub(in crate::web) href: Option<String>,
    /// Its kind, such as `Home`.
    pub(in crate::web) kind: String,
}

/// Returns the value of a field in lines, none if it is empty.
pub(in crate::web) fn lines(entry: &Entry, typed: &Typed, links: &Links) -> Vec<Line> {
    match (entry.control, typed.get(entry.name)) {
        (Control::List(entries), Some(Value::Array(rows))) => {
            let rows = rows.iter().filter_map(Value::as_object);
            let line = |row| match (of_row(entries, row, (typed, links)), entry.name) {
                (line, "addresses") => Line { text: address(row, links), ..line },
                (line, _) => line,
            };
            rows.map(line).collect()
        }
        (Control::Object(entries), Some(Value::Object(object))) if !object.is_empty() => {
            vec![of_row(entries, object, (typed, links))]
        }
        (_, Some(Value::String(value))) if !value.is_empty() => scalar(entry, value, typed, links),
        _ => Vec::new(),
    }
}

fn scalar(entry: &Entry, value: &str, typed: &Typed, links: &Links) -> Vec<Line> {
    let line = |text: String| vec![Line { text, ..Line::default() }];
    if target(entry.name).is_some() {
        let (text, href) = links.shown(entry.name, value);
        return vec![Line { text, href, ..Line::default() }];
    }
    match entry.control {
        Control::Flag => line(if value == "1" { t!("yes") } else { t!("no") }.to_owned()),
        Control::Choice(_) => line(choice(value)),
        Control::Country => line(country(value)),
        Control::Text(_) if entry.name == "contact_language" => line(language(value)),
        Control::Day => line(day(value).map_or_else(|| value.to_owned(), format::day)),
        Control::MonthDay => line(month_day(value)),
        Control::Money => line(amount(value, typed)),
        Control::Json => {
            let members = members(value).into_iter();
            members
                .map(|(name, value)| Line {
                    text: t!("show-own-data", name = name, value = value),
                    ..Line::default()
                })
                .collect()
        }
        Control::Names => {
            value.lines().map(|name| Line { text: name.to_owned(), ..Line::default() }).collect()
        }
        Control::Url => {
            vec![Line { text: value.to_owned(), href: Some(value.to_owned()), ..Line::default() }]
        }
        _ => line(value.to_owned()),
    }
}

/// Returns the members of an object of the account's own: names, and values as people read them.
pub(in crate::web) fn members(object: &str) -> Vec<(String, String)> {
    let members = parse_stored(object.as_bytes()).unwrap_or_default();
    members.into_iter().map(|(name, value)| (name.into_owned(), shown(value.get()))).collect()
}

/// Returns a value of the account's own: a text without its quotes, anything else as JSON.
pub(in crate::web) fn shown(json: &str) -> String {
    serde_json::from_str::<String>(json).unwrap_or_else(|_| json.to_owned())
}

/// Returns a day, with or without its year, in words.
pub(in crate::web) fn month_day(value: &str) -> String {
    let whole = || day(value).map(format::day);
    day_without_year(value).map(format::yearly_day).or_else(whole).unwrap_or_else(|| value.to_owned())
}

/// Returns an amount with the currency in the field beside it.
fn amount(value: &str, typed: &Typed) -> String {
    let code = typed.iter().find(|(name, _)| name.ends_with("_currency")).and_then(|(_, code)| code.as_str());
    let Some(currency) = code.map(currency) else { return value.to_owned() };
    let minor = Decimal::parse(value).ok().and_then(|decimal| decimal.to_minor(currency).ok());
    minor.map_or_else(|| value.to_owned(), |minor| format::money(minor, currency))
}

/// Returns the address that calls a phone number, none if it has no digit.
pub(in crate::web) fn call(number: &str) -> Option<String> {
    let digits: String = number.chars().filter(|c| c.is_ascii_digit() || "+*#".contains(*c)).collect();
    let has_digit = digits.contains(|c: char| c.is_ascii_digit());
    has_digit.then(|| format!("tel:{}", digits.replace('#', "%23")))
}

/// Returns an item of a list: its text, and then its kind. `typed` are the values of the record, with the currency of the item.
fn of_row(entries: &[Entry], row: &Typed, (typed, links): (&Typed, &Links)) -> Line {
    let (mut texts, mut kinds, mut href) = (Vec::new(), Vec::new(), None);
    let mut has_died = false;
    for entry in entries.iter().filter(|entry| entry.name != "id") {
        let value = text(row, entry.name);
        match entry.control {
            _ if value.is_empty() => {}
            _ if target(entry.name).is_some() => {
                let (text, to) = links.shown(entry.name, value);
                texts.push(text);
                href = to;
                has_died |= is_deceased(entry.name, value, links);
            }
            Control::Choice(_) => kinds.push(choice(value)),
            Control::Flag if value == "1" => kinds.push(t!("show-primary").to_owned()),
            Control::Flag => {}
            Control::MonthDay => texts.push(month_day(value)),
            Control::Country => texts.push(country(value)),
            Control::Money => texts.push(amount(value, typed)),
            Control::Email => {
                href = Some(mailto(value));
                texts.push(value.to_owned());
            }
            Control::Text(_) if entry.name == "phone_number" => {
                href = call(value);
                texts.push(value.to_owned());
            }
            _ => texts.push(value.to_owned()),
        }
    }
    if has_died {
        kinds.push(t!("contact-deceased").to_owned());
    }
    Line { text: texts.join(", "), href, kind: kinds.join(", ") }
}

/// Returns whether the value of a field is a contact who has died.
fn is_deceased(field: &str, value: &str, links: &Links) -> bool {
    target(field) == Some(Target::Contact) && number(value).is_some_and(|id| links.deceased.contains(&id))
}

/// Returns an address in the order of its country, or of the account's where it names none.
fn address(row: &Typed, links: &Links) -> String {
    let own = |name: &str| Some(text(row, name).to_owned()).filter(|text| !text.is_empty());
    let address = contact_addresses::Model {
        address_street: own("address_street"),
        address_street2: own("address_street2"),
        address_city: own("address_city"),
        address_state: own("address_state"),
        address_postal_code: own("address_postal_code"),
        address_country: own("address_country"),
        ..contact_addresses::Model::default()
    };
    let home = links.home.filter(|_| address.address_country.is_none());
    postal::lines(&address, home, spoken()).join(", ")
}

/// Returns the link that writes to an address. Encodes all that a mail program would take for a subject or for further
/// receivers.
fn mailto(address: &str) -> String {
    let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20");
    match address.rsplit_once('@') {
        Some((local, domain)) => format!("mailto:{}@{}", encoded(local), encoded(domain)),
        None => format!("mailto:{}", encoded(address)),
    }
}

/// Returns the value of a field in one line.
pub(in crate::web) fn line(entry: &Entry, typed: &Typed, links: &Links) -> String {
    let lines = lines(entry, typed, links).into_iter().map(|line| match line.kind.as_str() {
        "" => line.text,
        kind => format!("{} ({kind})", line.text),
    });
    lines.collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::{call, mailto};

    #[test]
    fn a_number_without_a_digit_cannot_be_called() {
        assert_eq!(call("+44 20 7946 0000 #5").as_deref(), Some("tel:+442079460000%235"));
        assert_eq!((call("ask Grace"), call("+")), (None, None));
    }

    #[test]
    fn a_link_to_an_address_has_one_receiver_and_no_text() {
        for (address, link) in [
            ("ada@k.example", "mailto:ada@k.example"),
            ("a?bcc=evil@x.example", "mailto:a%3Fbcc%3Devil@x.example"),
            ("ada+gifts&cc=b@k.example", "mailto:ada%2Bgifts%26cc%3Db@k.example"),
            ("\"a, b@c\"@k.example", "mailto:%22a%2C%20b%40c%22@k.example"),
            ("ada@k\u{f6}ln.example", "mailto:ada@k%C3%B6ln.example"),
        ] {
            assert_eq!(mailto(address), link);
        }
    }
}
