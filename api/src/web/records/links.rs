//! Fields that link to other records: people type a part of a name, or a number, and read names.

use std::collections::{HashMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::contacts;
use shared::values::choices::{Choice, ContactStatus};
use shared::values::names::name_key;
use tokio::try_join;

use super::labels::gift_type;
use super::last_gifts::last_gifts;
use super::offered::{Purposes, kind_of};
use super::typed::{Typed, text};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::parameters::read_text;
use crate::records::{Context, Resource, list};
use crate::resources::contacts::duplicates::phone_key;
use crate::resources::contacts::related::Phone;
use crate::resources::contacts::search::{has_last_name_spelled, one_spelling, plain};
use crate::resources::contacts::spellings::written_out;
use crate::resources::contacts::{Contact, ContactFilters, CustomFilters, Words};
use crate::resources::kinds::KINDS;
use crate::web::format::day;
use crate::web::names;
use crate::web::postal;

pub(super) mod gone;
mod homes;
mod linked;
pub(super) mod near;

/// The kind of records that a field links to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::web) enum Target {
    Contact,
    GiftType,
    Pledge,
    Gift,
    Member,
    Batch,
    /// Records of another kind, by its path.
    Other(&'static str),
}

/// The fields and filters that link to other records in a way of their own.
const LINKS: &[(&str, Target)] = &[
    ("contact_id", Target::Contact),
    ("contact_org_id", Target::Contact),
    ("contact_referred_by_id", Target::Contact),
    ("org_id", Target::Contact),
    ("from_id", Target::Contact),
    ("gift_type_id", Target::GiftType),
    ("pledge_id", Target::Pledge),
    ("batch_id", Target::Batch),
    ("gift_id", Target::Gift),
    ("gift_adjusts_id", Target::Gift),
    ("task_assignee_id", Target::Member),
    ("assignee_id", Target::Member),
];

/// Returns the kind of records that the field of this name links to.
pub(in crate::web) fn target(field: &str) -> Option<Target> {
    let own = LINKS.iter().find(|(name, _)| *name == field).map(|(_, target)| *target);
    own.or_else(|| KINDS.iter().find(|kind| kind.is_linked_by(field)).map(|kind| Target::Other(kind.path)))
}

/// Returns the number in a typed text: `12`, or the last number after a `#`, as in `Ada Lovelace (#12)`.
pub(in crate::web) fn number(typed: &str) -> Option<i64> {
    let typed = typed.trim();
    let digits = match typed.rsplit_once('#') {
        Some((_, rest)) => rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default(),
        None => typed,
    };
    digits.parse().ok()
}

/// Returns a contact as fields show it. [`number`] reads it again.
pub(in crate::web) fn named(id: i64, name: &str) -> String {
    format!("{name} (#{id})")
}

/// The names of the records that others link to.
#[derive(Default)]
pub(in crate::web) struct Links {
    pub(super) contacts: HashMap<i64, String>,
    /// Those of the contacts who have died, for pages that mark them.
    pub(super) deceased: HashSet<i64>,
    /// The account's gift types, by their ids.
    pub(in crate::web) gift_types: Vec<(i64, String)>,
    /// The account's members, and others to whom a task of the account is assigned, by their ids.
    members: HashMap<i64, String>,
    /// The account's members, to choose from.
    pub(in crate::web) assignees: Vec<(i64, String)>,
    /// The names of the account's active funds and campaigns.
    pub(in crate::web) purposes: Purposes,
    /// The batches that values name, by their ids.
    batches: HashMap<i64, String>,
    /// The newest open batches, to choose from.
    pub(in crate::web) open_batches: Vec<(i64, String)>,
    /// The pledges of the contact that a field offers, by their ids.
    pub(in crate::web) pledges: Vec<(String, String)>,
    /// Contacts that fit a typed text, by the name of the field.
    pub(in crate::web) found: HashMap<String, Vec<String>>,
    /// The country that lists of countries begin with.
    pub(in crate::web) home: Option<&'static str>,
}

impl Links {
    /// Loads the names of the records that these values link to.
    pub(in crate::web) async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        values: &[&Typed],
    ) -> Result<Self, AppError> {
        let account = context.caller.account;
        let links: Vec<_> = values.iter().flat_map(|typed| places(typed)).collect();
        let ids_of = |target: Target| {
            let of: Vec<_> = links.iter().filter(|place| place.target == target).collect();
            (!of.is_empty()).then(|| of.iter().filter_map(|place| number(place.text)).collect::<Vec<_>>())
        };
        let [contacts, members, batches] = [Target::Contact, Target::Member, Target::Batch].map(ids_of);
        let contacts =
            async { Ok(names::of_contacts(connection, account, contacts.unwrap_or_default()).await?) };
        let (contacts, (members, assignees), (batches, open_batches), gift_types) = try_join!(
            contacts,
            linked::members(connection, account, members),
            linked::batches(connection, account, batches),
            linked::gift_types(connection, account),
        )?;
        let home = postal::offered_first(context.caller.currency);
        let links = Self { contacts, members, assignees, batches, open_batches, ..Self::default() };
        Ok(Self { gift_types, home, ..links })
    }

    /// Loads the names of the records that these values link to, and what fields with these names offer: the account's funds and
    /// campaigns.
    pub(in crate::web) async fn offering(
        context: &Context,
        values: &[&Typed],
        fields: &[&str],
    ) -> Result<Self, AppError> {
        let links = Self::load(context.app.store.read(), context, values);
        if !fields.iter().any(|field| kind_of(field).is_some()) {
            return links.await;
        }
        let (links, purposes) = try_join!(links, Purposes::load(context))?;
        Ok(Self { purposes, ..links })
    }

    /// Returns the text of a field with this value, and the address that it links to.
    pub(in crate::web) fn shown(&self, field: &str, value: &str) -> (String, Option<String>) {
        let Some((target, id)) = target(field).zip(number(value)) else { return (value.to_owned(), None) };
        let number = || id.to_string();
        match target {
            Target::Contact => {
                let name = self.contacts.get(&id).cloned().unwrap_or_else(|| t!("as-id", id = number()));
                (name, Some(format!("/contacts/{id}")))
            }
            Target::GiftType => {
                let known = self.gift_types.iter().find(|(one, _)| *one == id);
                (known.map_or_else(|| t!("links-type", id = number()), |(_, name)| gift_type(name)), None)
            }
            Target::Member => {
                let name = self.members.get(&id).cloned();
                (name.unwrap_or_else(|| t!("links-user", id = number())), None)
            }
            Target::Batch => {
                let name = self.batches.get(&id).cloned();
                let name = name.unwrap_or_else(|| t!("links-batch", id = number()));
                (name, Some(format!("/batches/{id}")))
            }
            Target::Pledge => (t!("links-pledge", id = number()), Some(format!("/pledges/{id}"))),
            Target::Gift => (t!("links-gift", id = number()), Some(format!("/gifts/{id}"))),
            Target::Other(path) => (format!("#{id}"), Some(format!("/{path}/{id}"))),
        }
    }

    /// Returns a value as the field shows it for typing.
    pub(in crate::web) fn typed(&self, field: &str, value: &str) -> String {
        let id = number(value).filter(|_| target(field) == Some(Target::Contact));
        let name = id.and_then(|id| Some((id, self.contacts.get(&id)?)));
        name.map_or_else(|| value.to_owned(), |(id, name)| named(id, name))
    }
}

/// Returns the rule for the one contact that a field cannot take.
pub(in crate::web) fn same() -> &'static str {
    t!("links-same")
}

/// How many values of a form are looked up. The API refuses a list that is as long.
const PLACES_MAX: usize = 100;
/// How many contacts a field offers.
pub(in crate::web) const FOUND_MAX: usize = 8;
/// How many contacts of one last name are looked through for a first name.
const NAMESAKES_MAX: u64 = 1000;
/// How many contacts are looked for: two more than a field offers.
const LIMIT: u64 = 10;
/// How many contacts are looked through for those whose own names have the words.
const NAMED_MAX: u64 = 200;

/// A contact that fits a typed text.
pub(in crate::web) struct Found {
    pub(in crate::web) id: i64,
    name: String,
    /// Details that tell it from another one of the same name.
    pub(in crate::web) about: Vec<String>,
}

impl Found {
    /// Returns whether a text can be meant for this contact alone: words of its name, an email address or a phone number. It may
    /// have been found by the place where it lives.
    fn is_meant_by(&self, text: &str) -> bool {
        let names = forms(&self.name);
        let is_its = |word: &str| {
            forms(word).iter().any(|word| names.iter().any(|name| name.contains(word)))
                || word.contains('@')
                || !word.contains(char::is_alphabetic)
        };
        text.split_whitespace().all(is_its)
    }

    /// Returns its name and its number.
    pub(in crate::web) fn named(&self) -> String {
        named(self.id, &self.name)
    }

    /// Returns the contact as a field offers it. [`number`] reads it again.
    pub(in crate::web) fn offered(&self) -> String {
        let parts: Vec<_> = [&self.name].into_iter().chain(&self.about).map(String::as_str).collect();
        named(self.id, &parts.join(" · "))
    }
}

/// Returns a text in the forms in which names are compared. `Joey` is not `Joy`, so an `e` counts only where one of both has an
/// umlaut.
fn forms(text: &str) -> [String; 2] {
    [plain(text), plain(&written_out(text))]
}

/// Returns whether each word of a text begins a word of a name.
fn begins(text: &str, name: &str) -> bool {
    let names = forms(name);
    let begins_one = |word: &str| {
        let is_begun = |own: &str| forms(word).iter().any(|word| own.starts_with(word.as_str()));
        names.iter().any(|name| name.split_whitespace().any(is_begun))
    };
    text.split_whitespace().all(|word| begins_one(word.trim_matches(|one: char| !one.is_alphanumeric())))
}

/// Returns the contacts in which these words are found, ordered by name: two more than a field offers, if there are so many,
/// because a field may leave one out. Archived ones, and those who have died, are found by their numbers alone.
pub(in crate::web) async fn find_contacts(context: &Context, words: &str) -> Result<Vec<Found>, AppError> {
    // Words that break a rule of the search find nobody.
    let Ok(words) = read_text::<Words>("q", words) else { return Ok(Vec::new()) };
    find_by(context, ContactFilters { q: Some(words), ..ContactFilters::default() }).await
}

/// Returns the contacts that these filters find, as [`find_contacts`] does.
pub(in crate::web) async fn find_by(
    context: &Context,
    filters: ContactFilters,
) -> Result<Vec<Found>, AppError> {
    described(context, found_by(context, filters, LIMIT).await?).await
}

/// Returns those contacts in which these words are found whose own names have them, ordered by name: one more than a field offers,
/// if there are so many. Returns none if there are too many to look through.
async fn find_named(context: &Context, words: &str, but: Option<i64>) -> Result<Vec<Found>, AppError> {
    let Ok(q) = read_text::<Words>("q", words) else { return Ok(Vec::new()) };
    let filters = ContactFilters { q: Some(q), ..ContactFilters::default() };
    let mut contacts = found_by(context, filters, NAMED_MAX).await?;
    if contacts.len() as u64 == NAMED_MAX {
        return Ok(Vec::new());
    }
    contacts
        .retain(|contact| Some(contact.model.id) != but && begins(words, &names::of_contact(&contact.model)));
    contacts.truncate(FOUND_MAX + 1);
    described(context, contacts).await
}

async fn found_by(context: &Context, filters: ContactFilters, limit: u64) -> Result<Vec<Contact>, AppError> {
    let status = ContactStatus::ALL.iter().filter(|status| **status != ContactStatus::Archive);
    let status = Some(status.copied().collect());
    let filters = ContactFilters { status, deceased: Some(false), ..filters };
    let few = list::few::<Contact>(context, (filters, CustomFilters::default()), "contact_lname", limit);
    match few.await {
        Err(AppError::Invalid(_)) => Ok(Vec::new()),
        few => few,
    }
}

/// Returns the contacts of a name in one of its spellings, without regard to case and accents, but not archived ones.
pub(in crate::web) async fn find_called(context: &Context, name: [&str; 2]) -> Result<Vec<Found>, AppError> {
    let mut rows = namesakes(context, name[1]).await?;
    let first = one_spelling(name[0]);
    rows.retain(|row| one_spelling(row.contact_fname.as_deref().unwrap_or_default()) == first);
    described(context, Contact::load(context.app.store.read(), context, rows).await?).await
}

/// Returns the contacts of a last name in one of its spellings, but not archived ones.
async fn namesakes(context: &Context, last: &str) -> Result<Vec<contacts::Model>, AppError> {
    let store = context.app.store.read();
    let contacts = context.caller.account.find::<contacts::Entity>();
    let contacts = contacts
        .filter(has_last_name_spelled(store.get_database_backend(), last))
        .filter(contacts::Column::ContactStatus.ne(ContactStatus::Archive));
    Ok(contacts.order_by_asc(contacts::Column::Id).limit(NAMESAKES_MAX).all(store).await?)
}

/// Returns the contacts that have a phone number, in whatever form, but neither archived ones nor those who have died.
pub(in crate::web) async fn find_by_phone(
    context: &Context,
    number: &str,
    extension: &str,
) -> Result<Vec<Found>, AppError> {
    let Some(key) = phone_key(number, Some(extension)) else { return Ok(Vec::new()) };
    // The search finds the digits in other texts, too.
    let digits = key.split(' ').next().map(str::to_owned);
    let filters = ContactFilters { q: digits, ..ContactFilters::default() };
    let mut contacts = found_by(context, filters, LIMIT).await?;
    contacts.retain(|contact| {
        let key_of =
            |phone: &Phone| phone_key(&phone.model.phone_number, phone.model.phone_extension.as_deref());
        contact.phones.iter().any(|phone| key_of(phone).as_ref() == Some(&key))
    });
    described(context, contacts).await
}

/// Describes contacts, so that people tell them apart.
pub(in crate::web) async fn described(
    context: &Context,
    contacts: Vec<Contact>,
) -> Result<Vec<Found>, AppError> {
    let last_gifts = last_gifts(context, contacts.iter().map(|contact| contact.model.id));
    let (last_gifts, homes) = try_join!(last_gifts, homes::homes(context, &contacts))?;
    let found = |contact: Contact| {
        let address = contact.addresses.iter().find(|address| address.model.address_primary);
        let email = contact.emails.iter().find(|email| email.model.email_primary);
        let about = [
            contact.model.household_id.and_then(|id| homes.get(&id).cloned()),
            address.and_then(|address| address.model.address_city.clone()),
            email.map(|email| email.model.email_address.clone()),
            last_gifts.get(&contact.model.id).map(|last| t!("links-last-gift", day = day(*last))),
        ];
        let name = names::of_contact(&contact.model);
        Found { id: contact.model.id, name, about: about.into_iter().flatten().collect() }
    };
    Ok(contacts.into_iter().map(found).collect())
}

/// A value that links to another record: of a field, or of a field of an item in a list.
struct Place<'a> {
    /// The list and the number of the item, if it is in one.
    item: Option<(&'a str, usize)>,
    field: &'a str,
    target: Target,
    text: &'a str,
}

impl Place<'_> {
    /// Returns the name by which problems and forms know it.
    fn name(&self) -> String {
        match self.item {
            Some((list, i)) => format!("{list}[{i}].{}", self.field),
            None => self.field.to_owned(),
        }
    }
}

/// Returns the values that link to other records, in the order of [`LINKS`], and then the others.
fn places(typed: &Typed) -> Vec<Place<'_>> {
    let items = typed.iter().flat_map(|(list, value)| {
        let rows = value.as_array().into_iter().flatten().enumerate();
        rows.filter_map(move |(i, row)| Some((Some((list.as_str(), i)), row.as_object()?)))
    });
    let mut places = Vec::new();
    for (item, values) in std::iter::once((None, typed)).chain(items) {
        let place = |field| Some(Place { item, field, target: target(field)?, text: text(values, field) });
        places.extend(values.keys().filter_map(|field| place(field.as_str())));
    }
    places.sort_by_key(|place| {
        LINKS.iter().position(|(field, _)| *field == place.field).unwrap_or(LINKS.len())
    });
    places
}

/// Replaces the text that was typed for a link by the number of the record. Adds a problem for a name that fits no
/// contact or several, and returns those that it fits.
pub(in crate::web) async fn resolve(
    context: &Context,
    typed: &mut Typed,
    problems: &mut Problems,
) -> Result<HashMap<String, Vec<String>>, AppError> {
    resolve_other(context, typed, problems, None).await
}

/// Does the same, but no name can mean one of the contacts.
pub(in crate::web) async fn resolve_other(
    context: &Context,
    typed: &mut Typed,
    problems: &mut Problems,
    but: Option<i64>,
) -> Result<HashMap<String, Vec<String>>, AppError> {
    let (mut found, mut ids) = (HashMap::new(), Vec::new());
    for place in places(typed).into_iter().take(PLACES_MAX) {
        let value = place.text.trim();
        if value.is_empty() {
            continue;
        }
        let id = match (number(value), place.target) {
            (Some(id), _) => Some(id),
            (None, Target::Contact) => {
                let meant =
                    Box::pin(meant(context, value, but)).await?.map_err(|NotMeant { rule, offered }| {
                        problems.add(&place.name(), rule);
                        found.insert(place.name(), offered);
                    });
                meant.ok()
            }
            (None, _) => None,
        };
        if let Some(id) = id {
            ids.push((place.item.map(|(list, i)| (list.to_owned(), i)), place.field.to_owned(), id));
        }
    }
    for (item, field, id) in ids {
        let values = match &item {
            Some((list, i)) => typed.get_mut(list).and_then(|list| list[*i].as_object_mut()),
            None => Some(&mut *typed),
        };
        if let Some(values) = values {
            values.insert(field, id.to_string().into());
        }
    }
    Ok(found)
}

/// The rule for a text that means no one contact, and the contacts that it fits.
struct NotMeant {
    rule: String,
    offered: Vec<String>,
}

/// Returns the contact that a typed text means.
async fn meant(context: &Context, value: &str, but: Option<i64>) -> Result<Result<i64, NotMeant>, AppError> {
    let mut contacts = find_contacts(context, value).await?;
    let before = contacts.len();
    contacts.retain(|contact| Some(contact.id) != but);
    let key = name_key(value);
    let mut same = contacts.iter().filter(|contact| name_key(&contact.name) == key);
    let not = |rule: String, offered: Vec<String>| Ok(Err(NotMeant { rule, offered }));
    match (&contacts[..], same.next(), same.next()) {
        ([only], None, _) if !only.is_meant_by(value) => {
            let offered = only.offered();
            not(t!("links-other-name", contact = offered), vec![offered])
        }
        ([only], ..) | (_, Some(only), None) => Ok(Ok(only.id)),
        ([], ..) => {
            not(if before > 0 { super::links::same() } else { t!("links-nobody") }.to_owned(), Vec::new())
        }
        _ => {
            let named = find_named(context, value, but).await?;
            let contacts = match &named[..] {
                [only] => return Ok(Ok(only.id)),
                [] => &contacts,
                _ => &named,
            };
            let shown: Vec<_> = contacts.iter().take(FOUND_MAX).map(Found::offered).collect();
            let has_more = contacts.len() > FOUND_MAX;
            let several = if has_more { "links-several-and-more" } else { "links-several" };
            not(t!(several, contacts = shown.join(", ")), shown)
        }
    }
}

#[cfg(test)]
mod tests;
