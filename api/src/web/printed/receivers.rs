//! Who gets a letter, and who gets none: people who have died or do not want it are never written to, and a joint household
//! is written to once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::entities::{AccountScope, contact_addresses, contact_emails, contacts};
use shared::values::choices::{ContactStatus, Locale};

use crate::error::AppError;
use crate::language::speak;
use crate::locale::text;
use crate::records::Context;
use crate::resources::contacts::{own_names, takes_letters};
use crate::resources::households::joint;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::web::names::{of_contact, order_of};
use crate::web::postal;

/// How many ids one statement names.
const CHUNK: usize = 5000;
/// Why somebody gets no letter by hand: another way is the right one.
pub(super) const BY_POST: &str = "can be reached by post";
/// Why somebody gets no letter that needs a postal address.
pub(super) const NO_ADDRESS: &str = "has no full address";

/// Somebody to whom a letter goes.
#[derive(Clone, Debug)]
pub(super) struct Receiver {
    pub(super) contact_id: i64,
    /// All whom the letter names: the contact, or every member of the household.
    pub(super) contact_ids: BTreeSet<i64>,
    /// Those of them who have died: the lines of the address do not name them.
    pub(super) died: BTreeSet<i64>,
    /// The lines of the address, the name first.
    pub(super) to: Vec<String>,
    /// The postal address in one line, also of a letter that does not go there; empty if there is none.
    pub(super) address: String,
    pub(super) salutation: String,
    pub(super) first_name: String,
    /// The address to which it goes by email.
    pub(super) email: Option<String>,
    /// The language in which it is written.
    pub(super) locale: Locale,
}

impl Receiver {
    /// Returns where it goes, in short: the email address, or the name on the envelope.
    pub(super) fn shown(&self) -> String {
        self.email.as_ref().or(self.to.first()).cloned().unwrap_or_default()
    }
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
    /// The name of each contact, as pages show it.
    pub(super) names: HashMap<i64, String>,
    /// The names of the contacts of households, in the language of their letter.
    pub(super) names_in_letters: HashMap<i64, String>,
    /// The state of each contact that was read: its `event_sequence`.
    pub(super) seen: BTreeMap<i64, i64>,
    /// What each contact is sorted by.
    order: HashMap<i64, [String; 2]>,
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

    /// Returns what the letters are sorted by: the order in which whoever puts them into envelopes finds the names.
    pub(super) fn order(&self, receiver: &Receiver) -> (Option<&[String; 2]>, i64) {
        (self.order.get(&receiver.contact_id), receiver.contact_id)
    }

    /// Finds the receivers of the letters that go to these contacts in some way.
    pub(super) async fn find<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        letterhead: &Letterhead,
        (ids, way): (&BTreeSet<i64>, Way),
    ) -> Result<Self, AppError> {
        let account = context.caller.account;
        let locale_of = |people: &[contacts::Model]| {
            let mut written_to = people.iter().filter(|one| why_not(one).is_none());
            letterhead.locale_for(written_to.find_map(|one| one.contact_language.as_deref()))
        };
        let mut people = read(connection, account, ids).await?;
        let household_ids: BTreeSet<i64> = people.values().filter_map(|one| one.household_id).collect();
        let mut households = HashMap::new();
        for chunk in chunks(&household_ids) {
            households.extend(joint::members_by_household(connection, account, chunk.iter().copied()).await?);
        }
        let others = households.values().flatten().copied().filter(|id| !people.contains_key(id)).collect();
        people.extend(read(connection, account, &others).await?);
        let everybody = people.keys().copied().collect();
        let locale = letterhead.locale_for(None);
        let reach = Reach::find(connection, context, (&everybody, way), locale).await?;
        let mut names = HashMap::new();
        let joint_ids: BTreeSet<i64> = households.keys().copied().collect();
        for chunk in chunks(&joint_ids) {
            let chunk = chunk.iter().copied();
            names.extend(joint::addressed_in(connection, account, chunk, locale_of).await?);
        }
        let mut receivers = Self::default();
        for id in ids {
            let Some(contact) = people.get(id) else { continue };
            let members = contact.household_id.and_then(|id| Some((id, households.get(&id)?)));
            let (giver, found) = match members {
                Some((household_id, members)) => {
                    let members: Vec<_> = members.iter().filter_map(|id| people.get(id)).collect();
                    let names = names.get(&household_id).cloned().unwrap_or_default();
                    let name = speak(names.0, || of_contact(contact));
                    receivers.names_in_letters.insert(*id, name);
                    (Giver::Household(household_id), reach.of_household(&members, names))
                }
                None => {
                    let locale = locale_of(std::slice::from_ref(contact));
                    let names = (locale, own_names(contact, locale));
                    (Giver::Contact(*id), reach.of_household(&[contact], names))
                }
            };
            receivers.of_contact.insert(*id, giver);
            receivers.found.entry(giver).or_insert(found);
        }
        receivers.seen = people.iter().map(|(id, one)| (*id, one.event_sequence)).collect();
        receivers.names = people.iter().map(|(id, one)| (*id, of_contact(one))).collect();
        receivers.order = people.iter().map(|(id, one)| (*id, order_of(one))).collect();
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

/// Where letters reach contacts, in one way.
struct Reach {
    way: Way,
    /// The country that letters start from.
    home: Option<String>,
    /// The language in which other countries are named: that of the sender, whose post sorts letters by it.
    locale: Locale,
    /// The address of each contact: the primary one, or else the first, of those that take letters.
    addresses: HashMap<i64, contact_addresses::Model>,
    /// The email address of each contact: the primary one, or else the first.
    emails: HashMap<i64, String>,
}

impl Reach {
    async fn find<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        (ids, way): (&BTreeSet<i64>, Way),
        locale: Locale,
    ) -> Result<Self, AppError> {
        use {contact_addresses::Column as A, contact_emails::Column as E};
        let account = context.caller.account;
        let home = postal::home(connection, context).await?;
        let mut reach = Self { way, home, locale, addresses: HashMap::new(), emails: HashMap::new() };
        for chunk in chunks(ids) {
            if way == Way::Email {
                let some = account.find::<contact_emails::Entity>().filter(E::ContactId.is_in(chunk.clone()));
                let some = some.order_by_desc(E::EmailPrimary).order_by_asc(E::Id).all(connection).await?;
                for email in some {
                    reach.emails.entry(email.contact_id).or_insert(email.email_address);
                }
            }
            let some = account.find::<contact_addresses::Entity>().filter(A::ContactId.is_in(chunk));
            let some = some.filter(takes_letters());
            let some = some.order_by_desc(A::AddressPrimary).order_by_asc(A::Id).all(connection).await?;
            for address in some {
                reach.addresses.entry(address.contact_id).or_insert(address);
            }
        }
        Ok(reach)
    }

    /// Returns the lines of a contact's address.
    fn lines(&self, contact: &contacts::Model) -> Option<Vec<String>> {
        let address = self.addresses.get(&contact.id)?;
        Some(postal::lines(address, self.home.as_deref(), self.locale)).filter(|lines| !lines.is_empty())
    }

    /// Finds the receiver of a household, or of a contact, which is the only member: of those who live, the one who stands
    /// for all.
    fn of_household(
        &self,
        members: &[&contacts::Model],
        (locale, [salutation, envelope]): (Locale, [Option<String>; 2]),
    ) -> Result<Receiver, String> {
        let written_to: Vec<_> = members.iter().copied().filter(|one| why_not(one).is_none()).collect();
        if written_to.is_empty() {
            let why = members.first().and_then(|one| why_not(one));
            return Err(why.unwrap_or("is not there any more").to_owned());
        }
        let (contact, email) = match self.way {
            Way::Post => (self.by_post(&written_to)?, None),
            Way::Email => self.by_email(&written_to).map(|(contact, email)| (contact, Some(email)))?,
            Way::Hand if self.by_post(&written_to).is_ok() => return Err(BY_POST.to_owned()),
            Way::Hand => (written_to[0], None),
        };
        let envelope = envelope.ok_or("has no name")?;
        let lines = written_to.iter().find_map(|one| self.lines(one)).unwrap_or_default();
        let address = lines.join(", ");
        let on_envelope = lines.into_iter().filter(|_| self.way != Way::Hand);
        let salutation = salutation.unwrap_or_else(|| text(locale, "dear-nameless", &[]));
        let first_name = contact.contact_fname.clone().or(contact.contact_lname.clone());
        Ok(Receiver {
            contact_id: contact.id,
            contact_ids: members.iter().map(|one| one.id).collect(),
            died: members.iter().filter(|one| one.contact_deceased_on.is_some()).map(|one| one.id).collect(),
            to: std::iter::once(envelope).chain(on_envelope).collect(),
            address,
            // The words of a letter have the comma.
            salutation: salutation.trim_end_matches([',', ':', ' ']).to_owned(),
            first_name: first_name.unwrap_or_default(),
            email,
            locale,
        })
    }

    /// Returns the first of those who live, if they can be reached by post. Nobody of a household may want no mail, because
    /// the letter is for each of them.
    fn by_post<'a>(&self, written_to: &[&'a contacts::Model]) -> Result<&'a contacts::Model, &'static str> {
        match written_to {
            [one] if one.contact_do_not_mail => Err("wants no mail"),
            all if all.iter().any(|one| one.contact_do_not_mail) => {
                Err("belongs to a household in which somebody wants no mail")
            }
            all if all.iter().all(|one| !self.addresses.contains_key(&one.id)) => Err(NO_ADDRESS),
            all => Ok(all[0]),
        }
    }

    /// Returns the first who has an email address and does not mind email, with the address.
    fn by_email<'a>(
        &self,
        written_to: &[&'a contacts::Model],
    ) -> Result<(&'a contacts::Model, String), &'static str> {
        let has_email = |one: &&&contacts::Model| self.emails.contains_key(&one.id);
        let mut reached = written_to.iter().filter(has_email).filter(|one| !one.contact_do_not_email);
        match reached.next() {
            Some(one) => Ok((one, self.emails.get(&one.id).cloned().unwrap_or_default())),
            None if written_to.iter().any(|one| one.contact_do_not_email) => Err("wants no email"),
            None => Err("has no email address"),
        }
    }
}

/// Says why nobody writes to a contact, in whatever way.
fn why_not(contact: &contacts::Model) -> Option<&'static str> {
    if contact.contact_deceased_on.is_some() {
        Some("has died")
    } else if contact.contact_status == ContactStatus::Archive {
        Some("is archived")
    } else {
        None
    }
}
