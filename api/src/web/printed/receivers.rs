//! Who gets a letter, and who gets none: people who have died or want no mail are never written to, and a joint household is
//! written to once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::entities::{AccountScope, contact_addresses, contacts};
use shared::values::choices::ContactStatus;

use crate::error::AppError;
use crate::records::Context;
use crate::resources::contacts::own_names;
use crate::resources::households::joint;
use crate::web::names::of_contact;
use crate::web::postal;

/// How many ids one statement names.
const CHUNK: usize = 5000;
/// The salutation of somebody without a name.
const NAMELESS: &str = "Dear friend";

/// Somebody to whom a letter goes.
#[derive(Clone, Debug)]
pub(super) struct Receiver {
    pub(super) contact_id: i64,
    /// All whom the letter names: the contact, or every member of the household.
    pub(super) contact_ids: BTreeSet<i64>,
    /// The lines of the address, the name first.
    pub(super) to: Vec<String>,
    pub(super) salutation: String,
    pub(super) first_name: String,
}

/// Whose gifts stand in one letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Giver {
    Contact(i64),
    Household(i64),
}

/// The givers of contacts, and the receiver of each giver's letter, or why there is none.
#[derive(Default)]
pub(super) struct Receivers {
    of_contact: HashMap<i64, Giver>,
    found: HashMap<Giver, Result<Receiver, String>>,
    /// The name of each contact.
    pub(super) names: HashMap<i64, String>,
    /// The state of each contact that was read: its `event_sequence`.
    pub(super) seen: BTreeMap<i64, i64>,
}

impl Receivers {
    /// Returns the giver that a contact belongs to.
    pub(super) fn giver(&self, contact_id: i64) -> Giver {
        self.of_contact.get(&contact_id).copied().unwrap_or(Giver::Contact(contact_id))
    }

    /// Returns who gets the letter of a giver, or why nobody does, as the end of a sentence.
    pub(super) fn of(&self, giver: Giver) -> Result<&Receiver, &str> {
        match self.found.get(&giver) {
            Some(Ok(receiver)) => Ok(receiver),
            Some(Err(why)) => Err(why),
            None => Err("is not there any more"),
        }
    }

    /// Finds the receivers of the letters to these contacts.
    pub(super) async fn find<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        ids: &BTreeSet<i64>,
    ) -> Result<Self, AppError> {
        let account = context.caller.account;
        let home = postal::home(connection, context).await?;
        let mut people = read(connection, account, ids).await?;
        let household_ids: BTreeSet<i64> = people.values().filter_map(|one| one.household_id).collect();
        let mut households = HashMap::new();
        for chunk in chunks(&household_ids) {
            households.extend(joint::members_by_household(connection, account, chunk.iter().copied()).await?);
        }
        let others = households.values().flatten().copied().filter(|id| !people.contains_key(id)).collect();
        people.extend(read(connection, account, &others).await?);
        let addresses = addresses(connection, account, &people.keys().copied().collect()).await?;
        let mut names = HashMap::new();
        let joint_ids: BTreeSet<i64> = households.keys().copied().collect();
        for chunk in chunks(&joint_ids) {
            names.extend(joint::addressed(connection, context, chunk.iter().copied()).await?);
        }
        let lines = |id: i64| {
            addresses.get(&id).map(|address| postal::lines(address, home.as_deref())).unwrap_or_default()
        };
        let mut receivers = Self::default();
        for id in ids {
            let Some(contact) = people.get(id) else { continue };
            let members = contact.household_id.and_then(|id| Some((id, households.get(&id)?)));
            let (giver, found) = match members {
                Some((household_id, members)) => {
                    let members: Vec<_> = members.iter().filter_map(|id| people.get(id)).collect();
                    let names = names.get(&household_id).cloned().unwrap_or_default();
                    (Giver::Household(household_id), of_household(&members, names, &lines))
                }
                None => (Giver::Contact(*id), of_one(contact, &lines)),
            };
            receivers.of_contact.insert(*id, giver);
            receivers.found.entry(giver).or_insert(found);
        }
        receivers.seen = people.iter().map(|(id, one)| (*id, one.event_sequence)).collect();
        receivers.names = people.iter().map(|(id, one)| (*id, of_contact(one))).collect();
        Ok(receivers)
    }
}

fn chunks(ids: &BTreeSet<i64>) -> Vec<Vec<i64>> {
    ids.iter().copied().collect::<Vec<_>>().chunks(CHUNK).map(<[i64]>::to_vec).collect()
}

async fn read(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: &BTreeSet<i64>,
) -> Result<HashMap<i64, contacts::Model>, AppError> {
    let mut people = HashMap::new();
    for chunk in chunks(ids) {
        let some = account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(chunk));
        people.extend(some.all(connection).await?.into_iter().map(|one| (one.id, one)));
    }
    Ok(people)
}

/// Reads the address of each contact: the primary one, or else the first.
async fn addresses(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: &BTreeSet<i64>,
) -> Result<HashMap<i64, contact_addresses::Model>, AppError> {
    use contact_addresses::Column as A;
    let mut addresses = HashMap::new();
    for chunk in chunks(ids) {
        let some = account.find::<contact_addresses::Entity>().filter(A::ContactId.is_in(chunk));
        let some = some.order_by_desc(A::AddressPrimary).order_by_asc(A::Id);
        for address in some.all(connection).await? {
            addresses.entry(address.contact_id).or_insert(address);
        }
    }
    Ok(addresses)
}

/// Says why nobody writes to a contact.
fn why_not(contact: &contacts::Model) -> Option<&'static str> {
    if contact.contact_deceased_on.is_some() {
        Some("has died")
    } else if contact.contact_status == ContactStatus::Archive {
        Some("is archived")
    } else if contact.contact_do_not_mail {
        Some("wants no mail")
    } else {
        None
    }
}

fn of_one(contact: &contacts::Model, lines: &dyn Fn(i64) -> Vec<String>) -> Result<Receiver, String> {
    if let Some(why) = why_not(contact) {
        return Err(why.to_owned());
    }
    addressed(contact, own_names(contact), lines(contact.id))
}

/// Finds the receiver of a household: of those who live, the one who stands for all. Nobody in it may want no mail, because
/// the letter is for each of them.
fn of_household(
    members: &[&contacts::Model],
    names: [Option<String>; 2],
    lines: &dyn Fn(i64) -> Vec<String>,
) -> Result<Receiver, String> {
    let written_to: Vec<_> =
        members.iter().filter(|one| !matches!(why_not(one), Some("has died" | "is archived"))).collect();
    let Some(first) = written_to.first() else {
        let why = members.first().and_then(|one| why_not(one));
        return Err(why.unwrap_or("is not there any more").to_owned());
    };
    if written_to.iter().any(|one| one.contact_do_not_mail) {
        return Err("belongs to a household in which somebody wants no mail".to_owned());
    }
    let lines = written_to.iter().map(|one| lines(one.id)).find(|lines| !lines.is_empty());
    let contact_ids = members.iter().map(|one| one.id).collect();
    let receiver = addressed(first, names, lines.unwrap_or_default())?;
    Ok(Receiver { contact_ids, ..receiver })
}

fn addressed(
    contact: &contacts::Model,
    [salutation, envelope]: [Option<String>; 2],
    lines: Vec<String>,
) -> Result<Receiver, String> {
    let envelope = envelope.ok_or("has no name")?;
    if lines.is_empty() {
        return Err("has no address".to_owned());
    }
    let salutation = salutation.unwrap_or_else(|| NAMELESS.to_owned());
    let first_name = contact.contact_fname.clone().or(contact.contact_lname.clone());
    Ok(Receiver {
        contact_id: contact.id,
        contact_ids: BTreeSet::from([contact.id]),
        to: std::iter::once(envelope).chain(lines).collect(),
        // The words of a letter have the comma.
        salutation: salutation.trim_end_matches([',', ':', ' ']).to_owned(),
        first_name: first_name.unwrap_or_default(),
    })
}
