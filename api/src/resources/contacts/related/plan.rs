//! How a list in a body replaces the stored one: an item with the `id` of one of the contact's own changes it in place,
//! one without is added, and one that is left out is removed.

use std::mem::take;

use sea_orm::{ColumnTrait, DatabaseTransaction, QueryFilter};
use shared::entities::{
    AccountScope, Tenant, contact_addresses, contact_emails, contact_family_members, contact_phones,
    contact_pictures, contacts,
};

use super::{Item, Picture, PictureInput, Row};
use crate::http::{AppError, Patch, Problems};
use crate::resources::contacts::{Contact, ContactInput, tags};

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
