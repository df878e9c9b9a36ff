//! Loads contacts with their related records, many at once.

use std::collections::{BTreeSet, HashMap};
use std::iter::Peekable;
use std::vec::IntoIter;

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QuerySelect};
use shared::Error;
use shared::entities::{AccountScope, contact_emails, contact_phones, contacts};

use super::contact::Contact;
use super::related::{Address, Email, FamilyMember, Item, Phone, Picture};
use super::stored::{self, Related};
use super::tags::Tag;
use crate::error::AppError;
use crate::state::App;

/// Loads the related records of contacts.
pub(super) async fn load<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    mut rows: Vec<contacts::Model>,
) -> Result<Vec<Contact>, Error> {
    let order: Vec<_> = rows.iter().map(|row| row.id).collect();
    rows.sort_unstable_by_key(|row| row.id);
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut contacts = assemble(rows, stored::load(connection, account, &ids).await?);
    if !order.is_sorted() {
        let place: HashMap<i64, usize> = order.into_iter().zip(0..).collect();
        contacts.sort_unstable_by_key(|contact| place.get(&contact.model.id).copied());
    }
    Ok(contacts)
}

/// Reads a contact with its related records.
pub(super) async fn read(app: &App, account: AccountScope, id: i64) -> Result<Option<Contact>, AppError> {
    let found = stored::read(app, account, id).await?;
    Ok(found.and_then(|(row, related)| assemble(vec![row], related).pop()))
}

/// Returns the primary email addresses of contacts, by contact.
pub(in crate::resources) async fn primary_emails<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    contact_ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, String>, AppError> {
    use contact_emails::Column as C;
    let emails = account.find::<contact_emails::Entity>().filter(C::EmailPrimary.eq(true));
    let emails = emails.filter(C::ContactId.is_in(contact_ids.collect::<BTreeSet<_>>()));
    let emails = emails.select_only().columns([C::ContactId, C::EmailAddress]);
    Ok(emails.into_tuple::<(i64, String)>().all(connection).await?.into_iter().collect())
}

/// Returns the primary phone numbers of contacts, by their ids.
pub async fn primary_phones<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    contact_ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, String>, AppError> {
    use contact_phones::Column as C;
    let ids: BTreeSet<_> = contact_ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let phones = account.find::<contact_phones::Entity>().filter(C::PhonePrimary.eq(true));
    let phones = phones.filter(C::ContactId.is_in(ids));
    let phones = phones.select_only().columns([C::ContactId, C::PhoneNumber]);
    Ok(phones.into_tuple::<(i64, String)>().all(connection).await?.into_iter().collect())
}

/// Puts contacts and their related records together. Both must be in the order of the contacts' ids.
fn assemble(rows: Vec<contacts::Model>, related: Related) -> Vec<Contact> {
    let Related { tags, pictures, family, addresses, phones, emails } = related;
    let mut tags = Groups::new(tags, |(contact_id, ..)| *contact_id);
    let mut pictures = Groups::new(pictures, |picture| picture.contact_id);
    let mut family = Groups::new(family, FamilyMember::contact_id);
    let mut addresses = Groups::new(addresses, Address::contact_id);
    let mut phones = Groups::new(phones, Phone::contact_id);
    let mut emails = Groups::new(emails, Email::contact_id);
    let contact = |model: contacts::Model| Contact {
        tags: tags.of(model.id).map(|(_, id, tag_name)| Tag { id, tag_name }).collect(),
        profilePicture: pictures.of(model.id).map(|model| Picture { model }).next(),
        familyMembers: family.of(model.id).map(Item::new).collect(),
        addresses: addresses.of(model.id).map(Item::new).collect(),
        phones: phones.of(model.id).map(Item::new).collect(),
        emails: emails.of(model.id).map(Item::new).collect(),
        model,
    };
    rows.into_iter().map(contact).collect()
}

/// Rows ordered by contact. They are handed out contact by contact, so contacts must be asked for in the same order.
struct Groups<M> {
    rows: Peekable<IntoIter<M>>,
    contact_id: fn(&M) -> i64,
}

impl<M> Groups<M> {
    fn new(rows: Vec<M>, contact_id: fn(&M) -> i64) -> Self {
        Self { rows: rows.into_iter().peekable(), contact_id }
    }

    fn of(&mut self, contact_id: i64) -> impl Iterator<Item = M> {
        let key = self.contact_id;
        while self.rows.next_if(|row| key(row) < contact_id).is_some() {}
        std::iter::from_fn(move || self.rows.next_if(|row| key(row) == contact_id))
    }
}
