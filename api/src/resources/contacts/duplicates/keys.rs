//! The keys of contacts: hashes of what two of them may share. A key contains whether the contact is an organisation, so a
//! person and an organisation never share one. By their names alone, they are paired beside it.

use std::hash::{BuildHasher, RandomState};

use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::entities::by_position::Columns;
use shared::entities::{AccountScope, contact_addresses, contact_emails, contact_phones, contacts};
use shared::values::choices::{Choice, ContactStatus};

use super::nicknames::formal;
use super::reason::DuplicateReason;
use super::sound::sound;
use crate::error::AppError;
use crate::resources::contacts::apart;
use crate::resources::contacts::related::phone_key;
use crate::resources::contacts::search::one_spelling;

/// The most contacts that may share a key. What more of them share, such as the address of an office, says nothing of any
/// two. So a key makes at most 190 pairs.
pub(super) const SHARED_MAX: usize = 20;
/// How many contacts are read at once.
const CHUNK: u64 = 5000;

/// Keys, each with the contact that has it.
#[derive(Debug, Default)]
pub(super) struct Keys {
    by_reason: [Vec<(u64, i64)>; DuplicateReason::ALL.len()],
    /// The households of those who have one. People who live together share a telephone.
    pub(super) households: FxHashMap<i64, i64>,
    /// The pairs that somebody keeps apart, the lower id first.
    pub(super) apart: FxHashSet<(i64, i64)>,
    /// What is known of contacts that tells them from others of their name: a bit for each of [`Detail`].
    details: FxHashMap<i64, u8>,
    /// The names of organisations, each with those that have it.
    organisations: FxHashMap<u64, Vec<i64>>,
    /// The names of people.
    people: Vec<(u64, i64)>,
}

/// Something that tells a contact from others of its name, if they have another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    Email = 1,
    Phone = 2,
    Place = 4,
    Birthday = 8,
}

/// What the keys of a contact's names are made of.
struct Named {
    id: i64,
    is_org: bool,
    /// The first and the last name in a form that all their spellings have, unless one of them is missing.
    names: Option<[String; 2]>,
    /// The same with the first name that a short form stands for, Thomas for Tom or Thomas, if there is one.
    formal: Option<[String; 2]>,
    /// How they sound.
    sounds: Option<[String; 2]>,
    /// The whole name, if it has one.
    whole: Option<String>,
}

impl Keys {
    /// Adds a key of a contact.
    pub(super) fn add(&mut self, reason: DuplicateReason, hash: u64, id: i64) {
        self.by_reason[reason as usize].push((hash, id));
    }

    /// Notes what is known of a contact.
    pub(super) fn note(&mut self, detail: Detail, id: i64) {
        *self.details.entry(id).or_default() |= detail as u8;
    }

    /// Returns whether both contacts have a detail of one kind. Nobody has looked at the pairs of
    /// a detail that too many share, so it may be the same.
    pub(super) fn are_told_apart(&self, (first, second): (i64, i64)) -> bool {
        let of = |id: i64| self.details.get(&id).copied().unwrap_or_default();
        of(first) & of(second) != 0
    }

    /// Returns the keys for each reason, the strongest first.
    pub(super) fn by_reason(&mut self) -> impl Iterator<Item = (DuplicateReason, Vec<(u64, i64)>)> + use<> {
        DuplicateReason::ALL.iter().copied().zip(std::mem::take(&mut self.by_reason))
    }

    /// Adds the name by which a person and an organisation are the same.
    fn add_name(&mut self, contact: &Named, hasher: &RandomState) {
        let Some(name) = &contact.whole else { return };
        let hash = hasher.hash_one(name);
        if contact.is_org {
            self.organisations.entry(hash).or_default().push(contact.id);
        } else {
            self.people.push((hash, contact.id));
        }
    }

    /// Returns the pairs of a person and an organisation of one name, the lower id first.
    pub(super) fn of_both_kinds(&self) -> Vec<(i64, i64)> {
        let mut called = FxHashMap::<u64, Vec<i64>>::default();
        for (hash, id) in self.people.iter().filter(|(hash, _)| self.organisations.contains_key(hash)) {
            called.entry(*hash).or_default().push(*id);
        }
        let mut pairs = Vec::new();
        for (hash, people) in called {
            let organisations = self.organisations.get(&hash).map_or(&[][..], Vec::as_slice);
            if people.len() + organisations.len() > SHARED_MAX {
                continue;
            }
            for person in people {
                pairs.extend(organisations.iter().map(|other| (person.min(*other), person.max(*other))));
            }
        }
        // In one order, because a list may have no room for all.
        pairs.sort_unstable();
        pairs
    }

    /// Reads the keys of an account's contacts, but not of archived ones. Only a chunk of the contacts is in memory at once.
    pub(super) async fn read(
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Self, AppError> {
        use contacts::Column as C;
        // Another seed each time, so that nobody can make texts whose hashes are equal.
        let hasher = RandomState::new();
        let (mut keys, mut last) = (Self::default(), 0);
        keys.apart = apart::all(connection, account).await?;
        loop {
            let select = account.find::<contacts::Entity>().filter(C::Id.gt(last)).order_by_asc(C::Id);
            let select = select.limit(CHUNK).select_only().columns([
                C::Id,
                C::ContactStatus,
                C::ContactIsOrg,
                C::ContactFname,
                C::ContactLname,
                C::ContactBirthday,
                C::HouseholdId,
            ]);
            let rows = connection.query_all(select.as_query()).await?;
            let (first, mut named) = (last + 1, Vec::with_capacity(rows.len()));
            for row in &rows {
                let mut row = Columns::from(row, 0);
                last = row.take()?;
                let status: ContactStatus = row.take()?;
                let contact = Named::of(last, row.take()?, [row.take()?, row.take()?]);
                let birthday: Option<String> = row.take()?;
                if let Some(household_id) = row.take()? {
                    keys.households.insert(contact.id, household_id);
                }
                if status == ContactStatus::Archive {
                    continue;
                }
                if let Some(names) = &contact.names {
                    let hash = hasher.hash_one((contact.is_org, "name", names));
                    keys.add(DuplicateReason::Name, hash, contact.id);
                }
                keys.add_name(&contact, &hasher);
                if birthday.is_some() {
                    keys.note(Detail::Birthday, contact.id);
                }
                if let Some((birthday, sounds)) = birthday.zip(contact.sounds.as_ref()) {
                    let hash = hasher.hash_one((contact.is_org, "birthday", birthday, sounds));
                    keys.add(DuplicateReason::Sound, hash, contact.id);
                }
                named.push(contact);
            }
            keys.read_related(connection, account, (first, last), &named, &hasher).await?;
            if (rows.len() as u64) < CHUNK {
                return Ok(keys);
            }
        }
    }

    /// Reads the keys from the lists of a chunk of contacts, ordered by id.
    async fn read_related(
        &mut self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
        (first, last): (i64, i64),
        named: &[Named],
        hasher: &RandomState,
    ) -> Result<(), AppError> {
        use contact_addresses::Column as A;
        use contact_emails::Column as E;
        use contact_phones::Column as P;
        let of = |id: i64| {
            let index = named.binary_search_by_key(&id, |contact| contact.id).ok()?;
            named.get(index)
        };
        let select = account.find::<contact_emails::Entity>().filter(E::ContactId.between(first, last));
        let select = select.select_only().columns([E::ContactId, E::EmailAddress]);
        for row in &connection.query_all(select.as_query()).await? {
            let mut row = Columns::from(row, 0);
            let Some(contact) = of(row.take()?) else { continue };
            let address: String = row.take()?;
            let hash = hasher.hash_one((contact.is_org, address.to_lowercase()));
            self.add(DuplicateReason::Email, hash, contact.id);
            self.note(Detail::Email, contact.id);
        }
        let select = account.find::<contact_phones::Entity>().filter(P::ContactId.between(first, last));
        let select = select.select_only().columns([P::ContactId, P::PhoneNumber, P::PhoneExtension]);
        for row in &connection.query_all(select.as_query()).await? {
            let mut row = Columns::from(row, 0);
            let Some(contact) = of(row.take()?) else { continue };
            let (number, extension): (String, Option<String>) = (row.take()?, row.take()?);
            if let Some(number) = phone_key(&number, extension.as_deref()) {
                self.add(DuplicateReason::Phone, hasher.hash_one((contact.is_org, number)), contact.id);
                self.note(Detail::Phone, contact.id);
            }
        }
        let select = account.find::<contact_addresses::Entity>().filter(A::ContactId.between(first, last));
        let select = select.select_only().columns([A::ContactId, A::AddressCity, A::AddressPostalCode]);
        for row in &connection.query_all(select.as_query()).await? {
            let mut row = Columns::from(row, 0);
            let Some(contact) = of(row.take()?) else { continue };
            let (city, code): (Option<String>, Option<String>) = (row.take()?, row.take()?);
            for (kind, place) in [("city", city), ("code", code)] {
                let place = place.map(|place| one_spelling(&place).replace(' ', "")).unwrap_or_default();
                if place.is_empty() {
                    continue;
                }
                self.note(Detail::Place, contact.id);
                // Those of one name have a key of their own, in case too many share the formal name.
                for (reason, form, names) in [
                    (DuplicateReason::NameAndPlace, "exact", &contact.names),
                    (DuplicateReason::NameAndPlace, "formal", &contact.formal),
                    (DuplicateReason::Sound, "sound", &contact.sounds),
                ] {
                    let Some(names) = names else { continue };
                    let hash = hasher.hash_one((contact.is_org, kind, form, &place, names));
                    self.add(reason, hash, contact.id);
                }
            }
        }
        Ok(())
    }
}

impl Named {
    fn of(id: i64, is_org: bool, [first, last]: [Option<String>; 2]) -> Self {
        let name = |name: Option<String>| name.map(|name| one_spelling(name.trim())).unwrap_or_default();
        let names = [name(first), name(last)];
        let whole = Some(names.join(" ").trim().to_owned()).filter(|name| !name.is_empty());
        // Two people of whom only the last name is known are not the same for that.
        let is_whole = !names[1].is_empty() && (is_org || !names[0].is_empty());
        let names = is_whole.then_some(names);
        // A name may have no letter that sounds.
        let sounds = names.as_ref().map(|names| names.each_ref().map(|name| sound(name)));
        let sounds = sounds.filter(|sounds| !sounds[1].is_empty() && (is_org || !sounds[0].is_empty()));
        let formal = names.as_ref().and_then(|[first, last]| Some([formal(first)?.to_owned(), last.clone()]));
        Self { id, is_org, names, formal, sounds, whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_is_compared_by_its_last_nine_digits() {
        let key = |number| phone_key(number, None);
        for number in ["+44 20 7946 0000", "020 7946 0000", "(020) 7946-0000", "0044 20 79460000"] {
            assert_eq!(key(number).as_deref(), Some("079460000"), "{number}");
        }
        assert_eq!(key("555 0100").as_deref(), Some("5550100"));
        assert_eq!(key("555 010"), None, "it is too short");
        assert_eq!(key("ask her"), None);
        assert_eq!(phone_key("020 7946 0000", Some("ext. 12")).as_deref(), Some("079460000 12"));
        assert_eq!(phone_key("020 7946 0000", Some(" ")), key("020 7946 0000"));
    }
}
