//! The records within a contact: how they are loaded for many contacts at once, and how a list in a body replaces the
//! stored one. An item with the `id` of one of the contact's own changes it in place, one without is added, and one
//! that is left out is removed.

use std::collections::HashMap;
use std::iter::Peekable;
use std::mem::take;
use std::vec::IntoIter;

use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};
use shared::choices::{AddressType, EmailType, FamilyRelationship, PhoneType};
use shared::entities::{
    AccountScope, Tenant, contact_addresses, contact_emails, contact_family_members, contact_phones,
    contact_pictures, contacts,
};
use shared::related::{self, Related};

use super::{Contact, ContactInput, tags};
use crate::http::fields::{Country, Email as EmailAddress, Flag, HttpsUrl, Id, MonthDay, OneOf, Text};
use crate::http::{AppError, Patch, Problems};
use crate::record;

record! {
    /// A contact's picture.
    Picture of contact_pictures::Model, body PictureInput as "NewPicture" or "PictureChanges";
    fields {
        /// Where the picture is, https
        [required] picture_url: HttpsUrl = "https://lovelace.example/ada.jpg";
    }
    write {}
    computed {}
    loaded {}
}

record! {
    /// A member of a contact's family.
    FamilyMember of contact_family_members::Model, body FamilyMemberInput as "NewFamilyMember" or "FamilyMemberChanges";
    fields {
        /// First name
        family_fname: Text<100> = "Byron";
        /// Last name
        family_lname: Text<100> = "King-Noel";
        /// How the member is related to the contact; by default other
        family_relationship: OneOf<FamilyRelationship> = "child";
        /// Birthday, with or without its year
        family_birthday: MonthDay = "1836-05-12";
    }
    write {
        /// The member to change in place
        id: Id = null;
    }
    computed {}
    loaded {}
}

record! {
    /// A postal address of a contact.
    Address of contact_addresses::Model, body AddressInput as "NewAddress" or "AddressChanges";
    fields {
        /// What the address is for; by default home
        address_type: OneOf<AddressType> = "home";
        /// Street and number
        address_street: Text<150> = "12 St James's Square";
        /// Second line
        address_street2: Text<150> = null;
        /// City
        address_city: Text<100> = "London";
        /// State, county or province
        address_state: Text<100> = null;
        /// Postal code
        address_postal_code: Text<20> = "SW1Y 4JH";
        /// Country, ISO 3166-1 alpha-2
        address_country: Country = "GB";
        /// 1 for exactly one address: the one marked, else the first
        address_primary: Flag = 1;
    }
    write {
        /// The address to change in place
        id: Id = null;
    }
    computed {}
    loaded {}
}

record! {
    /// A phone number of a contact.
    Phone of contact_phones::Model, body PhoneInput as "NewPhone" or "PhoneChanges";
    fields {
        /// What the number is for; by default mobile
        phone_type: OneOf<PhoneType> = "mobile";
        /// The number, as given
        [required] phone_number: Text<50> = "+44 20 7946 0000";
        /// Extension
        phone_extension: Text<20> = "12";
        /// 1 for exactly one number: the one marked, else the first
        phone_primary: Flag = 1;
    }
    write {
        /// The number to change in place
        id: Id = null;
    }
    computed {}
    loaded {}
}

record! {
    /// An email address of a contact.
    Email of contact_emails::Model, body EmailInput as "NewEmail" or "EmailChanges";
    fields {
        /// What the address is for; by default home
        email_type: OneOf<EmailType> = "home";
        /// The address, unique in the contact without regard to case
        [required] email_address: EmailAddress = "ada@lovelace.example";
        /// 1 for exactly one address: the one marked, else the first
        email_primary: Flag = 1;
    }
    write {
        /// The address to change in place
        id: Id = null;
    }
    computed {}
    loaded {}
}

/// The row of a record within a contact.
type Row<T> = <<T as Item>::Entity as EntityTrait>::Model;

/// A kind of records within a contact.
trait Item: Sized {
    type Entity: Tenant<Model: PartialEq>;
    type Input;
    /// The name of the list in a contact.
    const LIST: &'static str;

    fn new(row: Row<Self>) -> Self;
    fn row(&self) -> &Row<Self>;
    fn blank() -> Row<Self>;
    fn id(row: &Row<Self>) -> i64;
    fn contact_id(row: &Row<Self>) -> i64;
    fn set_contact_id(row: &mut Row<Self>, contact_id: i64);
    /// Takes the item's id out of a body and applies the rest.
    fn input_id(input: &Self::Input) -> Option<i64>;
    fn apply(input: &mut Self::Input, row: &mut Row<Self>);
    /// Whether a row is the primary one, and whether a body marks it as that; `None` for kinds without primaries.
    fn primary(row: &mut Row<Self>) -> Option<&mut bool>;
    fn marks_primary(input: &Self::Input) -> bool;
}

macro_rules! item {
    ($item:ident, $input:ident, $entity:ident, $list:literal, { $($field:ident: $default:expr),* } $(, primary $primary:ident)?) => {
        impl Item for $item {
            type Entity = $entity::Entity;
            type Input = $input;
            const LIST: &'static str = $list;

            fn new(model: $entity::Model) -> Self {
                Self { model }
            }
            fn row(&self) -> &$entity::Model {
                &self.model
            }
            fn blank() -> $entity::Model {
                $entity::Model { id: 0, account_id: 0, contact_id: 0, $($field: $default,)* $($primary: false)? }
            }
            fn id(row: &$entity::Model) -> i64 {
                row.id
            }
            fn contact_id(row: &$entity::Model) -> i64 {
                row.contact_id
            }
            fn set_contact_id(row: &mut $entity::Model, contact_id: i64) {
                row.contact_id = contact_id;
            }
            fn input_id(input: &$input) -> Option<i64> {
                input.id.value().copied()
            }
            fn apply(input: &mut $input, row: &mut $entity::Model) {
                input.apply(row, &Self::blank());
            }
            #[allow(unused_variables, reason = "not every kind has primaries")]
            fn primary(row: &mut $entity::Model) -> Option<&mut bool> {
                $( return Some(&mut row.$primary); )?
                #[allow(unreachable_code, reason = "not every kind has primaries")]
                None
            }
            #[allow(unused_variables, reason = "not every kind has primaries")]
            fn marks_primary(input: &$input) -> bool {
                false $( || input.$primary == Patch::Value(true) )?
            }
        }
    };
}

item!(FamilyMember, FamilyMemberInput, contact_family_members, "familyMembers", {
    family_fname: None, family_lname: None, family_relationship: FamilyRelationship::Other, family_birthday: None
});
item!(Address, AddressInput, contact_addresses, "addresses", {
    address_type: AddressType::Home, address_street: None, address_street2: None, address_city: None,
    address_state: None, address_postal_code: None, address_country: None
}, primary address_primary);
item!(Phone, PhoneInput, contact_phones, "phones", {
    phone_type: PhoneType::Mobile, phone_number: String::new(), phone_extension: None
}, primary phone_primary);
item!(Email, EmailInput, contact_emails, "emails", {
    email_type: EmailType::Home, email_address: String::new()
}, primary email_primary);

/// Loads the related records of contacts.
pub async fn load<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    mut rows: Vec<contacts::Model>,
) -> Result<Vec<Contact>, AppError> {
    let order: Vec<_> = rows.iter().map(|row| row.id).collect();
    rows.sort_unstable_by_key(|row| row.id);
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut contacts = assemble(rows, related::load(connection, account, &ids).await?);
    if !order.is_sorted() {
        let place: HashMap<i64, usize> = order.into_iter().zip(0..).collect();
        contacts.sort_unstable_by_key(|contact| place.get(&contact.model.id).copied());
    }
    Ok(contacts)
}

/// Reads a contact without a transaction, which would cost as much as the reading. What belongs to a contact is written
/// with it, so what is read is of one state if the contact has not changed meanwhile; else there is no answer.
pub async fn read<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    row: contacts::Model,
) -> Result<Option<Contact>, AppError> {
    let related = related::load(connection, account, &[row.id]).await?;
    let is_one_state = related.changed_at_ms == Some(row.updated_at_ms);
    Ok(assemble(vec![row], related).pop().filter(|_| is_one_state))
}

/// Gives contacts what belongs to them; all is in the order of the contacts' ids.
fn assemble(rows: Vec<contacts::Model>, related: Related) -> Vec<Contact> {
    let Related { tags, pictures, family, addresses, phones, emails, changed_at_ms: _ } = related;
    let mut tags = Groups::new(tags, |(contact_id, ..)| *contact_id);
    let mut pictures = Groups::new(pictures, |picture| picture.contact_id);
    let mut family = Groups::new(family, FamilyMember::contact_id);
    let mut addresses = Groups::new(addresses, Address::contact_id);
    let mut phones = Groups::new(phones, Phone::contact_id);
    let mut emails = Groups::new(emails, Email::contact_id);
    let contact = |model: contacts::Model| Contact {
        tags: tags.of(model.id).map(|(_, id, tag_name)| tags::Tag { id, tag_name }).collect(),
        profilePicture: pictures.of(model.id).map(|model| Picture { model }).next(),
        familyMembers: family.of(model.id).map(Item::new).collect(),
        addresses: addresses.of(model.id).map(Item::new).collect(),
        phones: phones.of(model.id).map(Item::new).collect(),
        emails: emails.of(model.id).map(Item::new).collect(),
        model,
    };
    rows.into_iter().map(contact).collect()
}

/// Rows ordered by contact, handed out contact by contact in the same order.
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

/// What is to become of a contact's related records.
pub struct Plan {
    before: Option<Contact>,
    tags: Option<Vec<String>>,
    picture: Patch<PictureInput>,
    family: Option<Vec<contact_family_members::Model>>,
    addresses: Option<Vec<contact_addresses::Model>>,
    phones: Option<Vec<contact_phones::Model>>,
    emails: Option<Vec<contact_emails::Model>>,
}

impl Plan {
    /// The plan for a body; what is wrong with it is added to the problems.
    pub fn new(input: &mut ContactInput, before: Option<Contact>, problems: &mut Problems) -> Self {
        let stored = before.as_ref();
        let plan = Self {
            tags: list(take(&mut input.tags)),
            picture: take(&mut input.profilePicture),
            family: planned(take(&mut input.familyMembers), stored.map(|c| &*c.familyMembers), problems),
            addresses: planned(take(&mut input.addresses), stored.map(|c| &*c.addresses), problems),
            phones: planned(take(&mut input.phones), stored.map(|c| &*c.phones), problems),
            emails: planned(take(&mut input.emails), stored.map(|c| &*c.emails), problems),
            before,
        };
        if let Some(emails) = &plan.emails {
            check_distinct(emails, problems);
        }
        plan
    }
}

/// Writes the related records of contacts that have been written, new ones of each kind together, and returns the whole
/// contacts.
pub async fn carry_out(
    tx: &DatabaseTransaction,
    account: AccountScope,
    written: Vec<(contacts::Model, Plan)>,
) -> Result<Vec<Contact>, AppError> {
    let mut contacts = Vec::with_capacity(written.len());
    let (mut tags, mut pictures) = (Vec::new(), Vec::new());
    let (mut family, mut addresses, mut phones, mut emails) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (model, plan) in written {
        let id = model.id;
        let mut contact = match plan.before {
            Some(before) => Contact { model, ..before },
            None => Contact::bare(model),
        };
        tags.push((id, take(&mut contact.tags), plan.tags));
        pictures.push((id, contact.profilePicture.take(), plan.picture));
        family.push((id, take(&mut contact.familyMembers), plan.family));
        addresses.push((id, take(&mut contact.addresses), plan.addresses));
        phones.push((id, take(&mut contact.phones), plan.phones));
        emails.push((id, take(&mut contact.emails), plan.emails));
        contacts.push(contact);
    }
    let mut tags = tags::replace(tx, account, tags).await?.into_iter();
    let mut pictures = replace_pictures(tx, account, pictures).await?.into_iter();
    let mut family = replace(tx, account, family).await?.into_iter();
    let mut addresses = replace(tx, account, addresses).await?.into_iter();
    let mut phones = replace(tx, account, phones).await?.into_iter();
    let mut emails = replace(tx, account, emails).await?.into_iter();
    for contact in &mut contacts {
        contact.tags = tags.next().unwrap_or_default();
        contact.profilePicture = pictures.next().flatten();
        contact.familyMembers = family.next().unwrap_or_default();
        contact.addresses = addresses.next().unwrap_or_default();
        contact.phones = phones.next().unwrap_or_default();
        contact.emails = emails.next().unwrap_or_default();
    }
    Ok(contacts)
}

/// The list that a body names, `null` being the empty one; `None` when it names none.
fn list<T>(patch: Patch<Vec<T>>) -> Option<Vec<T>> {
    match patch {
        Patch::Absent => None,
        Patch::Null => Some(Vec::new()),
        Patch::Value(list) => Some(list),
    }
}

/// The rows that a list in a body asks for, in its order; new ones have the id 0. `stored` is `None` for a new
/// contact, where ids (of the contact that this one is a copy of) have no meaning.
fn planned<T: Item>(
    patch: Patch<Vec<T::Input>>,
    stored: Option<&[T]>,
    problems: &mut Problems,
) -> Option<Vec<Row<T>>> {
    let mut inputs = list(patch)?;
    let mut rows: Vec<Row<T>> = Vec::with_capacity(inputs.len());
    let mut marked = Vec::with_capacity(inputs.len());
    for (i, input) in inputs.iter_mut().enumerate() {
        let id = T::input_id(input).filter(|_| stored.is_some());
        let mut row = match (id, stored) {
            (Some(id), Some(stored)) => match stored.iter().find(|item| T::id(item.row()) == id) {
                Some(item) if rows.iter().any(|row| T::id(row) == id) => {
                    problems.add(&format!("{}[{i}].id", T::LIST), "is given twice");
                    item.row().clone()
                }
                Some(item) => item.row().clone(),
                None => {
                    problems.add(
                        &format!("{}[{i}].id", T::LIST),
                        "must be the id of an item of this contact's list",
                    );
                    T::blank()
                }
            },
            _ => T::blank(),
        };
        // First the mark: applying takes the fields out of the input.
        marked.push(T::marks_primary(input));
        T::apply(input, &mut row);
        rows.push(row);
    }
    choose_primary::<T>(&mut rows, &marked, problems);
    Some(rows)
}

/// Leaves exactly one primary: the one that the body marks, else the one that was, else the first.
fn choose_primary<T: Item>(rows: &mut [Row<T>], marked: &[bool], problems: &mut Problems) {
    if marked.iter().filter(|marked| **marked).count() > 1 {
        problems.add(T::LIST, "must have only one primary");
    }
    let mut is_primary = |i: usize| rows.get_mut(i).and_then(T::primary).is_some_and(|primary| *primary);
    let kept = (0..marked.len()).find(|i| is_primary(*i)).unwrap_or(0);
    let chosen = marked.iter().position(|marked| *marked).unwrap_or(kept);
    for (i, row) in rows.iter_mut().enumerate() {
        if let Some(primary) = T::primary(row) {
            *primary = i == chosen;
        }
    }
}

fn check_distinct(emails: &[contact_emails::Model], problems: &mut Problems) {
    let mut seen = Vec::with_capacity(emails.len());
    for (i, email) in emails.iter().enumerate() {
        let key = email.email_address.to_lowercase();
        if !key.is_empty() && seen.contains(&key) {
            problems.add(&format!("emails[{i}].email_address"), "is given twice");
        }
        seen.push(key);
    }
}

/// A contact's id, the list that it has, and the rows of the list that it is to have, if it is to have another one.
type Planned<T> = (i64, Vec<T>, Option<Vec<Row<T>>>);

/// Gives contacts the lists that are planned for them, and returns the lists that they have then.
async fn replace<T: Item>(
    tx: &DatabaseTransaction,
    account: AccountScope,
    lists: Vec<Planned<T>>,
) -> Result<Vec<Vec<T>>, AppError> {
    let (mut gone, mut new, mut after) = (Vec::new(), Vec::new(), Vec::with_capacity(lists.len()));
    for (contact_id, before, planned) in lists {
        let Some(planned) = planned else {
            after.push((contact_id, before));
            continue;
        };
        let kept = |id| planned.iter().any(|row| T::id(row) == id);
        gone.extend(before.iter().map(|item| T::id(item.row())).filter(|id| !kept(*id)));
        let mut list = Vec::with_capacity(planned.len());
        for mut row in planned {
            if T::id(&row) == 0 {
                T::set_contact_id(&mut row, contact_id);
                new.push(row);
            } else if before.iter().any(|item| *item.row() == row) {
                list.push(T::new(row));
            } else {
                list.push(T::new(account.replace::<T::Entity>(tx, row).await?));
            }
        }
        after.push((contact_id, list));
    }
    if !gone.is_empty() {
        account.delete::<T::Entity>().filter(<T::Entity as Tenant>::ID.is_in(gone)).exec(tx).await?;
    }
    let mut new = account.insert_all::<T::Entity>(tx, new).await?.into_iter().peekable();
    let with_new = |(contact_id, mut list): (i64, Vec<T>)| {
        while let Some(row) = new.next_if(|row| T::contact_id(row) == contact_id) {
            list.push(T::new(row));
        }
        list.sort_by_key(|item| T::id(item.row()));
        list
    };
    Ok(after.into_iter().map(with_new).collect())
}

/// As [`replace`], for pictures, of which a contact has at most one.
async fn replace_pictures(
    tx: &DatabaseTransaction,
    account: AccountScope,
    pictures: Vec<(i64, Option<Picture>, Patch<PictureInput>)>,
) -> Result<Vec<Option<Picture>>, AppError> {
    let blank = |contact_id| contact_pictures::Model {
        id: 0,
        account_id: account.account_id(),
        contact_id,
        picture_url: String::new(),
    };
    let (mut gone, mut new, mut after) = (Vec::new(), Vec::new(), Vec::with_capacity(pictures.len()));
    for (contact_id, before, patch) in pictures {
        let picture = match (patch, before) {
            (Patch::Absent, before) => before,
            (Patch::Null, before) => {
                gone.extend(before.map(|picture| picture.model.id));
                None
            }
            (Patch::Value(mut input), Some(Picture { mut model })) => {
                input.apply(&mut model, &blank(contact_id));
                Some(Picture { model: account.replace::<contact_pictures::Entity>(tx, model).await? })
            }
            (Patch::Value(mut input), None) => {
                let mut model = blank(contact_id);
                input.apply(&mut model, &blank(contact_id));
                new.push(model);
                None
            }
        };
        after.push((contact_id, picture));
    }
    if !gone.is_empty() {
        let these = contact_pictures::Column::Id.is_in(gone);
        account.delete::<contact_pictures::Entity>().filter(these).exec(tx).await?;
    }
    let mut new = account.insert_all::<contact_pictures::Entity>(tx, new).await?.into_iter().peekable();
    let with_new = |(contact_id, picture): (i64, Option<Picture>)| {
        picture.or_else(|| new.next_if(|model| model.contact_id == contact_id).map(|model| Picture { model }))
    };
    Ok(after.into_iter().map(with_new).collect())
}
