//! What a record shows of others: of its contact, and of its type. The api writes an event once, as a read shows the record.
//! Whoever wants less or more of others, in a list, in the event log or in a webhook, gets that by [`Included`].

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use crate::Error;
use crate::entities::{AccountScope, Tenant, contact_addresses, contact_emails, contact_phones};
use crate::values::choices::Include;

/// What is shown of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Included(Option<Vec<Include>>);

/// The lists of a contact that other records can show, in their order, and the member of each.
const LISTS: [(Include, &str); 3] = [
    (Include::ContactEmails, "emails"),
    (Include::ContactPhones, "phones"),
    (Include::ContactAddresses, "addresses"),
];

/// What pledges show of their gifts and of the day.
pub const OF_TODAY: [&str; 6] = [
    "pledge_state",
    "pledge_expected_to_date",
    "pledge_received_to_date",
    "pledge_balance",
    "pledge_next_due_date",
    "pledge_days_late",
];

impl Included {
    /// Shows what was asked for, or without a wish what a read shows.
    pub fn of(asked: Option<Vec<Include>>) -> Self {
        Self(asked)
    }

    /// Reads the column of a webhook.
    pub fn of_column(webhook_include: Option<&str>) -> Self {
        let names = webhook_include.and_then(|names| serde_json::from_str::<Vec<String>>(names).ok());
        Self(names.map(|names| names.iter().filter_map(|name| name.parse().ok()).collect()))
    }

    /// Writes the column of a webhook.
    pub fn to_column(&self) -> Option<String> {
        self.0.as_ref().map(|asked| json!(asked).to_string())
    }

    /// Returns what was asked for.
    pub fn asked(&self) -> Option<&[Include]> {
        self.0.as_deref()
    }

    /// Returns whether this is shown. Lists of a contact bring the contact along.
    pub fn has(&self, include: Include) -> bool {
        match &self.0 {
            None => matches!(include, Include::Contact | Include::GiftType),
            Some(asked) => {
                asked.contains(&include) || include == Include::Contact && self.lists().next().is_some()
            }
        }
    }

    /// Returns whether a pledge shows where it stands today.
    pub fn has_today(&self) -> bool {
        !self.has(Include::None)
    }

    /// Returns the lists of the contact that are shown with it.
    fn lists(&self) -> impl Iterator<Item = (Include, &'static str)> {
        let asked = self.0.as_deref().unwrap_or_default();
        LISTS.into_iter().filter(|(list, _)| asked.contains(list))
    }

    /// Returns whether a record has this member.
    pub fn shows(&self, member: &str) -> bool {
        match member {
            "contact" => self.has(Include::Contact),
            "giftType" => self.has(Include::GiftType),
            member => self.has_today() || !OF_TODAY.contains(&member),
        }
    }
}

/// The members of an object, in their order.
pub type Members = IndexMap<String, Box<RawValue>>;

/// The lists of some contacts, as JSON.
#[derive(Debug, Default)]
pub struct ContactLists(HashMap<i64, Vec<(&'static str, Box<RawValue>)>>);

impl ContactLists {
    /// Reads those lists of contacts that are to be shown, as they are now.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn read(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        included: &Included,
        contact_ids: impl IntoIterator<Item = i64>,
    ) -> Result<Self, Error> {
        use {contact_addresses as addresses, contact_emails as emails, contact_phones as phones};
        let ids: BTreeSet<i64> = contact_ids.into_iter().collect();
        let mut lists = Self::default();
        for (list, member) in included.lists().filter(|_| !ids.is_empty()) {
            let mut texts = match list {
                Include::ContactEmails => {
                    let column = emails::Column::ContactId;
                    texts::<emails::Entity>(connection, account, column, &ids, |email| email.contact_id)
                        .await?
                }
                Include::ContactPhones => {
                    let column = phones::Column::ContactId;
                    texts::<phones::Entity>(connection, account, column, &ids, |phone| phone.contact_id)
                        .await?
                }
                _ => {
                    let column = addresses::Column::ContactId;
                    texts::<addresses::Entity>(connection, account, column, &ids, |address| {
                        address.contact_id
                    })
                    .await?
                }
            };
            for id in &ids {
                let list = to_raw_value(&texts.remove(id).unwrap_or_default())?;
                lists.0.entry(*id).or_default().push((member, list));
            }
        }
        Ok(lists)
    }

    /// Returns the lists of a contact, by their names.
    fn of(&self, contact_id: i64) -> &[(&'static str, Box<RawValue>)] {
        self.0.get(&contact_id).map_or(&[], Vec::as_slice)
    }
}

async fn texts<E: Tenant<Model: serde::Serialize>>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact: E::Column,
    ids: &BTreeSet<i64>,
    contact_id: fn(&E::Model) -> i64,
) -> Result<HashMap<i64, Vec<Box<RawValue>>>, Error> {
    let rows = account.find::<E>().filter(contact.is_in(ids.iter().copied())).order_by_asc(E::ID);
    let mut texts: HashMap<i64, Vec<Box<RawValue>>> = HashMap::new();
    for row in rows.all(connection).await? {
        texts.entry(contact_id(&row)).or_default().push(to_raw_value(&row)?);
    }
    Ok(texts)
}

/// Returns the body of each event with what is to be shown of others. The lists of a contact are those that it has now.
///
/// # Errors
/// Those of the database, and of a body that is not the JSON of an event.
pub async fn bodies(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    included: &Included,
    bodies: Vec<String>,
) -> Result<Vec<String>, Error> {
    if included.asked().is_none() {
        return Ok(bodies);
    }
    let contacts = bodies.iter().map(|body| contact_of(body)).collect::<Result<Vec<_>, _>>()?;
    let lists = ContactLists::read(connection, account, included, contacts.into_iter().flatten()).await?;
    bodies.iter().map(|body| Ok(shown_in(body, included, &lists)?)).collect()
}

/// Returns the id of the contact that the record of an event shows.
fn contact_of(body: &str) -> Result<Option<i64>, serde_json::Error> {
    #[derive(Deserialize)]
    struct Event {
        data: Record,
    }
    #[derive(Deserialize)]
    struct Record {
        contact: Option<Contact>,
    }
    #[derive(Deserialize)]
    struct Contact {
        id: i64,
    }
    Ok(serde_json::from_str::<Event>(body)?.data.contact.map(|contact| contact.id))
}

fn shown_in(body: &str, included: &Included, lists: &ContactLists) -> Result<String, serde_json::Error> {
    let mut event: Members = serde_json::from_str(body)?;
    if let Some(data) = event.get_mut("data") {
        *data = to_raw_value(&shown(data, included, lists)?)?;
    }
    if let Some(changed) = event.get_mut("changed") {
        let mut names: Vec<&str> = serde_json::from_str(changed.get())?;
        names.retain(|name| included.shows(name));
        *changed = to_raw_value(&names)?;
    }
    if let Some(previous) = event.get_mut("previous") {
        let mut members: Members = serde_json::from_str(previous.get())?;
        members.retain(|name, _| included.shows(name));
        *previous = to_raw_value(&members)?;
    }
    serde_json::to_string(&event)
}

/// Returns the members of a record with what is to be shown of others.
///
/// # Errors
/// If the record is not a JSON object.
pub fn shown(
    record: &RawValue,
    included: &Included,
    lists: &ContactLists,
) -> Result<Members, serde_json::Error> {
    #[derive(Deserialize)]
    struct Contact {
        id: i64,
    }
    let mut record: Members = serde_json::from_str(record.get())?;
    record.retain(|member, _| included.shows(member));
    if let Some(contact) = record.get_mut("contact").filter(|_| !lists.0.is_empty())
        && let Some(Contact { id }) = serde_json::from_str(contact.get())?
    {
        let mut members: Members = serde_json::from_str(contact.get())?;
        members.extend(lists.of(id).iter().map(|(list, value)| ((*list).to_owned(), value.clone())));
        *contact = to_raw_value(&members)?;
    }
    Ok(record)
}

/// Returns whether an event reports an update that changed nothing of what is shown.
pub fn is_unchanged(body: &[u8], included: &Included) -> bool {
    #[derive(Deserialize)]
    struct Event {
        changed: Option<Vec<String>>,
    }
    let event = serde_json::from_slice::<Event>(body).ok();
    event.and_then(|event| event.changed).is_some_and(|names| !names.iter().any(|name| included.shows(name)))
}
