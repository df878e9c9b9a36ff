//! Questions about values that look like slips: a form asks them before it saves.
//!
//! The answer is bound to the values that were asked about, so a form asks anew about values that are changed then.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate};
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;
use shared::entities::{funds, gifts};
use shared::values::choices::{Choice as _, GiftStatus, LetterKind, NameKind};
use shared::values::names::name_key;

use super::amounts::currency_of;
use super::kind::{Doubt, Kind};
use super::links::near::find_near;
use super::links::{Found, find_by, find_by_phone, find_called, number};
use super::offered::kind_of;
use super::typed::{Typed, fingerprint, text};
use super::which_fund::{NewFund, almost_called};
use crate::accounts::settings;
use crate::error::AppError;
use crate::fields::parameters::read_text;
use crate::fields::types::{Text, day};
use crate::money::Decimal;
use crate::records::names::{almost, funds_like};
use crate::records::{Context, money};
use crate::resources::contacts::ContactFilters;
use crate::resources::letters::about::{LetterAbout, letters_with_gift};
use crate::web::format;
use crate::web::posted::Posted;

/// The amount from which on a form asks about a gift, in minor units: a million dollars.
const LARGE_MINOR: i64 = 100_000_000;
/// The age from which on a form asks about a gift, in years.
const OLD_YEARS: i32 = 20;
/// How many days before and after a gift the same cheque is looked for.
const CHEQUE_DAYS: u64 = 366;
/// The fields of a gift whose values can look like slips.
const FIELDS: [&str; 5] = ["contact_id", "gift_date", "gift_amount", "gift_currency", "gift_check_number"];
/// The fields of a gift that its letters follow from.
const ON_LETTERS: [&str; 5] = ["contact_id", "gift_date", "gift_amount", "gift_currency", "gift_status"];
/// The most letters with a gift that a form names.
const LETTERS_NAMED: u64 = 3;

/// The question of a form.
pub(in crate::web) struct Asked {
    pub(in crate::web) doubts: Vec<Doubt>,
    /// The value that answers it, which differs for other values of the form.
    pub(in crate::web) token: String,
    pub(in crate::web) is_confirmed: bool,
}

/// Returns the question of a form, if it has one. `values` are all values of the record, and `change` is the record's
/// id with those that change.
pub(in crate::web) async fn of<K: Kind>(
    context: &Context,
    posted: &Posted,
    values: &Typed,
    change: Option<(i64, &Typed)>,
) -> Result<Option<Asked>, AppError> {
    Ok(asked(posted, values, K::doubts(context, values, change).await?))
}

/// Returns whether a form has a question without an answer.
pub(in crate::web) fn is_open(asked: Option<&Asked>) -> bool {
    asked.is_some_and(|asked| !asked.is_confirmed)
}

/// Returns the question about these doubts, if there is one.
pub(in crate::web) fn asked(posted: &Posted, values: &Typed, doubts: Vec<Doubt>) -> Option<Asked> {
    if doubts.is_empty() {
        return None;
    }
    let fields = FIELDS.iter().chain(&ON_LETTERS).map(|field| text(values, field));
    let about = fields.chain(doubts.iter().map(|doubt| &*doubt.text));
    let names = doubts.iter().filter_map(|doubt| Some(doubt.link.as_ref()?.0.as_str()));
    let token = fingerprint(&Value::from(about.chain(names).collect::<Vec<_>>()));
    let is_confirmed = posted.text("confirmed") == token;
    Some(Asked { doubts, token, is_confirmed })
}

/// The most contacts that a page asks about.
pub(super) const TWINS_MAX: usize = 3;

/// Returns the doubts about a contact: others of its name, or of a variant of it at the same place, or with an email address or a
/// phone number of its own. It does not ask again about values that do not change.
pub(in crate::web) async fn of_contact(
    context: &Context,
    values: &Typed,
    change: Option<(i64, &Typed)>,
) -> Result<Vec<Doubt>, AppError> {
    let doubt = |(twin, text): (Found, &str)| {
        let link = Some((twin.offered(), format!("/contacts/{}", twin.id)));
        Doubt { text: text.to_owned(), link }
    };
    Ok(twins(context, values, change).await?.into_iter().take(TWINS_MAX).map(doubt).collect())
}

/// Returns other contacts of a contact's name, or of a variant of it at the same place, or with an email address or a phone number
/// of its own, each with the text that says so. It leaves out those that only fit values that do not change.
pub(in crate::web) async fn twins(
    context: &Context,
    values: &Typed,
    change: Option<(i64, &Typed)>,
) -> Result<Vec<(Found, &'static str)>, AppError> {
    let has_changed = |field: &str| change.is_none_or(|(_, changed)| changed.contains_key(field));
    let own_id = change.map(|(id, _)| id);
    let name = ["contact_fname", "contact_lname"].map(|field| text(values, field).trim());
    let mut twins: Vec<(Found, &'static str)> = Vec::new();
    let mut add = |found: Vec<Found>, text: &'static str| {
        for twin in found {
            if Some(twin.id) != own_id && !twins.iter().any(|(one, _)| one.id == twin.id) {
                twins.push((twin, text));
            }
        }
    };
    if has_changed("emails") {
        let rows = values.get("emails").and_then(Value::as_array).into_iter().flatten();
        for address in rows.filter_map(|row| row["email_address"].as_str()).take(TWINS_MAX) {
            let Ok(email) = read_text::<Text<254>>("email", address) else { continue };
            let filters = ContactFilters { email: Some(email), ..ContactFilters::default() };
            add(find_by(context, filters).await?, t!("doubts-email"));
        }
    }
    if has_changed("phones") {
        let rows = values.get("phones").and_then(Value::as_array).into_iter().flatten();
        for row in rows.filter_map(Value::as_object).take(TWINS_MAX) {
            let (number, extension) = (text(row, "phone_number"), text(row, "phone_extension"));
            let found = find_by_phone(context, number, extension).await?;
            add(found, t!("doubts-phone"));
        }
    }
    let has_new_name = has_changed("contact_fname") || has_changed("contact_lname");
    if !name[1].is_empty() && has_new_name {
        add(find_called(context, name).await?, t!("doubts-name"));
    }
    if !name[1].is_empty() && (has_new_name || has_changed("addresses")) {
        let rows = values.get("addresses").and_then(Value::as_array).into_iter().flatten();
        let rows = rows.filter_map(Value::as_object).take(TWINS_MAX);
        let places = rows.flat_map(|row| [text(row, "address_postal_code"), text(row, "address_city")]);
        let places: Vec<_> = places.collect();
        add(find_near(context, name, &places).await?, t!("doubts-near"));
    }
    Ok(twins)
}

/// How many bytes a name has at most that is compared with others. A fund's name has 100 characters.
const NAME_MAX: usize = 400;
/// How many names of a form are compared.
const NAMES_MAX: usize = 20;

/// Returns the doubts about names of funds and campaigns that the account does not have, where it has one that is almost the
/// same: to save such a name would make another record.
pub(in crate::web) async fn of_purposes(
    context: &Context,
    values: &Typed,
    change: Option<(i64, &Typed)>,
) -> Result<Vec<Doubt>, AppError> {
    let mut doubts: Vec<Doubt> = Vec::new();
    for ((_, name), kind) in purposes_of(change.map_or(values, |(_, changed)| changed)) {
        let almost = almost(context.app.store.read(), context.caller.account, (kind, &name)).await?;
        if let Some(other) = almost {
            doubts.push(Doubt { text: almost_called((kind, &name), &other), link: None });
        }
    }
    Ok(doubts)
}

/// Returns the funds in values that the account does not have, so that a form can ask before it makes them. It asks neither about
/// an account's first fund, nor where the account takes no new ones.
pub(super) async fn new_funds(context: &Context, values: &Typed) -> Result<Vec<NewFund>, AppError> {
    use funds::Column as F;
    let named = purposes_of(values).into_iter().filter(|(_, kind)| *kind == NameKind::Fund);
    let mut names: Vec<_> = named.map(|((_, name), _)| name).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let (store, account) = (context.app.store.read(), context.caller.account);
    let keys = || account.find::<funds::Entity>().select_only().column(F::FundKey).order_by_asc(F::Id);
    let known = keys().filter(F::FundKey.is_in(names.iter().map(|name| name_key(name))));
    let known: Vec<String> = known.into_tuple().all(store).await?;
    names.retain(|name| !known.contains(&name_key(name)));
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let has_funds = !known.is_empty() || keys().into_tuple::<String>().one(store).await?.is_some();
    if !has_funds || settings::read(store, account).await?.funds_closed {
        return Ok(Vec::new());
    }
    let mut new = Vec::new();
    for name in names {
        let (almost, like) = funds_like(store, account, &name).await?;
        new.push(NewFund { name, almost, like, is_agreed: false });
    }
    Ok(new)
}

/// Returns the names of funds and campaigns in values, and in the rows of their lists.
fn purposes_of(values: &Typed) -> BTreeMap<(&'static str, String), NameKind> {
    let rows = values.values().filter_map(Value::as_array).flatten().filter_map(Value::as_object);
    let fields = std::iter::once(values).chain(rows).flatten();
    let named = fields.filter_map(|(field, value)| Some((kind_of(field)?, value.as_str()?.trim())));
    let named = named.filter(|(_, name)| !name.is_empty() && name.len() <= NAME_MAX).take(NAMES_MAX);
    named.map(|(kind, name)| ((kind.as_str(), name.to_owned()), kind)).collect()
}

/// Returns the letters that have a gift as it was before a change: they stay as they are.
async fn of_letters(context: &Context, gift_id: i64) -> Result<Vec<Doubt>, AppError> {
    let (reader, account) = (context.app.store.read(), context.caller.account);
    let doubt = |letter: LetterAbout| {
        let day = format::day_of(letter.made_at_ms, context.caller.timezone);
        let text = match letter.kind {
            LetterKind::ThankYou => t!("doubts-thanked", day = day),
            LetterKind::YearEndStatement | LetterKind::PledgeReminder => t!("doubts-stated", day = day),
        };
        let name = t!("doubts-letter", number = letter.number.to_string());
        Doubt { text, link: Some((name, format!("/letters/{}", letter.run_id))) }
    };
    let letters = letters_with_gift(reader, account, (gift_id, LETTERS_NAMED)).await?;
    Ok(letters.into_iter().map(doubt).collect())
}

/// Returns the doubts about a gift but those about the names of its funds. It does not ask again about values that do not change.
pub(in crate::web) async fn of_gift(
    context: &Context,
    values: &Typed,
    change: Option<(i64, &Typed)>,
) -> Result<Vec<Doubt>, AppError> {
    use gifts::Column as G;
    let has_changed = |field: &str| change.is_none_or(|(_, changed)| changed.contains_key(field));
    let mut doubts = Vec::new();
    if let Some((id, changed)) = change
        && ON_LETTERS.iter().any(|field| changed.contains_key(*field))
    {
        doubts.extend(of_letters(context, id).await?);
    }
    if !FIELDS.iter().any(|field| has_changed(field)) {
        return Ok(doubts);
    }
    let currency = currency_of(values, context.caller.currency);
    let date = match text(values, "gift_date").trim() {
        "" => Some(context.today),
        typed => day(typed),
    };
    let minor = Decimal::parse(text(values, "gift_amount").trim()).ok();
    let minor = minor.and_then(|amount| amount.to_minor(currency).ok());
    if let Some(date) = date.filter(|date| date.year() < context.today.year() - OLD_YEARS)
        && has_changed("gift_date")
    {
        doubts.push(Doubt { text: t!("doubts-day", day = format::day(date)), link: None });
    }
    if let Some(minor) = minor.filter(|minor| minor.abs() >= LARGE_MINOR)
        && (has_changed("gift_amount") || has_changed("gift_currency"))
    {
        let text = t!("doubts-amount", amount = format::coded(minor, currency));
        doubts.push(Doubt { text, link: None });
    }
    // What corrects another gift is meant so.
    let corrects = !text(values, "gift_adjusts_id").trim().is_empty();
    if let Some(minor) = minor.filter(|minor| *minor < 0 && !corrects)
        && has_changed("gift_amount")
    {
        let text = t!("doubts-negative", amount = format::coded(minor, currency));
        doubts.push(Doubt { text, link: None });
    }
    let (Some(contact_id), Some(date), Some(minor)) = (number(text(values, "contact_id")), date, minor)
    else {
        return Ok(doubts);
    };
    // A cheque that comes twice may come on another day, or with a slip in its amount.
    let cheque = text(values, "gift_check_number").trim();
    let days = Days::new(if cheque.is_empty() { 0 } else { CHEQUE_DAYS });
    let bounds = [date.checked_sub_days(days), date.checked_add_days(days)];
    let [from, to] = bounds.map(|bound| bound.unwrap_or(date));
    let same = Condition::all().add(G::GiftAmountMinor.eq(minor)).add(G::GiftCurrency.eq(currency.code()));
    let of_day = Condition::all().add(G::GiftDate.eq(date)).add(same.clone());
    // A correction has the number of the cheque that it corrects.
    let is_cheque = if corrects { same } else { Condition::all().add(G::GiftAdjustsId.is_null()) };
    let of_cheque = Condition::all().add(G::GiftCheckNumber.eq(cheque)).add(is_cheque);
    let twin = context.caller.account.find::<gifts::Entity>();
    let twin = twin
        .filter(G::ContactId.eq(contact_id))
        .filter(G::GiftDate.between(from, to))
        .filter(Condition::any().add(of_day.clone()).add(of_cheque))
        .filter(G::GiftStatus.is_in([GiftStatus::Pending, GiftStatus::Received]))
        .filter(G::Id.ne(change.map_or(0, |(id, _)| id)));
    let columns = [G::Id, G::GiftDate, G::GiftAmountMinor, G::GiftCurrency];
    // The same day and amount say most.
    let twin =
        twin.order_by_desc(SimpleExpr::from(of_day)).order_by_asc(G::Id).select_only().columns(columns);
    let twin = twin.into_tuple::<(i64, NaiveDate, i64, String)>().one(context.app.store.read()).await?;
    if let Some((id, on, its_minor, its_currency)) = twin {
        let is_same = its_minor == minor && its_currency == currency.code();
        let text = if is_same && on == date {
            t!("doubts-twin").to_owned()
        } else if is_same {
            t!("doubts-cheque", day = format::day(on))
        } else {
            let amount = format::money(its_minor, money::currency(&its_currency));
            t!("doubts-cheque-amount", number = cheque, amount = amount, day = format::day(on))
        };
        let link = Some((t!("doubts-gift", id = id.to_string()), format!("/gifts/{id}")));
        doubts.push(Doubt { text, link });
    }
    Ok(doubts)
}
