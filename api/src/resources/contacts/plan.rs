//! Replaces a stored list of a contact by the list in a body. An item with the `id` of a stored item changes that item
//! in place, an item without an `id` is added, and a stored item that the body leaves out is removed.

use std::mem::take;

use sea_orm::{ColumnTrait, QueryFilter};
use shared::Transaction;
use shared::entities::{
    AccountScope, Tenant, contact_addresses, contact_emails, contact_family_members, contact_phones,
    contact_pictures, contacts,
};

use super::contact::{Contact, ContactInput};
use super::related::{Item, Picture, PictureInput, RelatedRow};
use super::tags::{self, Tag};
use crate::error::AppError;
use crate::fields::{Patch, Problems};

/// The planned changes of a contact's related records.
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
    /// Makes the plan for a body. Adds the faults of the body to the problems.
    pub fn new(input: &mut ContactInput, before: Option<Contact>, problems: &mut Problems) -> Self {
        let stored = before.as_ref();
        let plan = Self {
            tags: list(take(&mut input.tags))
                .map(|sent| tags::names(sent, stored.map_or(&[][..], |contact| &contact.tags), problems)),
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

    /// Returns the new contact that the plan would make, without writing it.
    pub(super) fn unwritten(self, model: contacts::Model) -> Contact {
        fn items<T: Item>(rows: Option<Vec<RelatedRow<T>>>) -> Vec<T> {
            rows.into_iter().flatten().map(T::new).collect()
        }
        let tag = |tag_name| Tag { id: 0, tag_name };
        Contact {
            tags: self.tags.into_iter().flatten().map(tag).collect(),
            familyMembers: items(self.family),
            addresses: items(self.addresses),
            phones: items(self.phones),
            emails: items(self.emails),
            ..Contact::bare(model)
        }
    }

    /// Returns the stored contact.
    pub(super) fn before(&self) -> Option<&Contact> {
        self.before.as_ref()
    }
}

/// Writes the related records of contacts that have just been written, and inserts the new ones of each kind together.
/// Returns the complete contacts.
pub(super) async fn write_related(
    tx: &Transaction,
    account: AccountScope,
    written: Vec<(contacts::Model, Plan)>,
) -> Result<Vec<Contact>, AppError> {
    let with_before = |(model, mut plan): (_, Plan)| match plan.before.take() {
        Some(before) => (Contact { model, ..before }, plan),
        None => (Contact::bare(model), plan),
    };
    let mut written: Vec<_> = written.into_iter().map(with_before).collect();
    macro_rules! planned {
        ($list:ident, $plan:ident) => {
            written.iter_mut().filter_map(|(contact, plan)| {
                Some((contact.model.id, &mut contact.$list, plan.$plan.take()?))
            })
        };
    }
    tags::replace(tx, account, planned!(tags, tags).collect()).await?;
    let pictures = written
        .iter_mut()
        .map(|(contact, plan)| (contact.model.id, &mut contact.profilePicture, take(&mut plan.picture)));
    replace_pictures(tx, account, pictures.collect()).await?;
    replace(tx, account, planned!(familyMembers, family).collect()).await?;
    replace(tx, account, planned!(addresses, addresses).collect()).await?;
    replace(tx, account, planned!(phones, phones).collect()).await?;
    replace(tx, account, planned!(emails, emails).collect()).await?;
    Ok(written.into_iter().map(|(contact, _)| contact).collect())
}

/// Returns the list in a body, where `null` is the empty list. Returns `None` if the body does not have the list.
fn list<T>(patch: Patch<Vec<T>>) -> Option<Vec<T>> {
    match patch {
        Patch::Absent => None,
        Patch::Null => Some(Vec::new()),
        Patch::Value(list) => Some(list),
    }
}

/// Returns the rows that a list in a body asks for, in its order. New rows have the id 0. For a new contact `stored` is
/// `None`, and ids in the body are ignored, because they belong to the contact that was copied.
fn planned<T: Item>(
    patch: Patch<Vec<T::Input>>,
    stored: Option<&[T]>,
    problems: &mut Problems,
) -> Option<Vec<RelatedRow<T>>> {
    let mut inputs = list(patch)?;
    let mut rows: Vec<RelatedRow<T>> = Vec::with_capacity(inputs.len());
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
                    RelatedRow::<T>::default()
                }
            },
            _ => RelatedRow::<T>::default(),
        };
        // Read the mark first, because `apply` takes the fields out of the input.
        marked.push(T::marks_primary(input));
        T::apply(input, &mut row);
        rows.push(row);
    }
    choose_primary::<T>(&mut rows, &marked, problems);
    Some(rows)
}

/// Makes exactly one item primary: the one that the body marks, else the stored primary, else the first.
fn choose_primary<T: Item>(rows: &mut [RelatedRow<T>], marked: &[bool], problems: &mut Problems) {
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

/// A contact's id, the list that it has, and the rows of the planned list.
type Planned<'a, T> = (i64, &'a mut Vec<T>, Vec<RelatedRow<T>>);

/// Replaces the lists of contacts by the planned ones.
async fn replace<T: Item>(
    tx: &Transaction,
    account: AccountScope,
    mut lists: Vec<Planned<'_, T>>,
) -> Result<(), AppError> {
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for (contact_id, list, planned) in &mut lists {
        let (before, planned) = (take(*list), take(planned));
        let kept = |id| planned.iter().any(|row| T::id(row) == id);
        gone.extend(before.iter().map(|item| T::id(item.row())).filter(|id| !kept(*id)));
        for mut row in planned {
            if T::id(&row) == 0 {
                T::set_contact_id(&mut row, *contact_id);
                new.push(row);
            } else if before.iter().any(|item| *item.row() == row) {
                list.push(T::new(row));
            } else {
                list.push(T::new(account.replace::<T::Entity>(tx, row).await?));
            }
        }
    }
    if !gone.is_empty() {
        account.delete::<T::Entity>().filter(<T::Entity as Tenant>::ID.is_in(gone)).exec(tx).await?;
    }
    let mut new = account.insert_all::<T::Entity>(tx, new).await?.into_iter().peekable();
    for (contact_id, list, _) in lists {
        while let Some(row) = new.next_if(|row| T::contact_id(row) == contact_id) {
            list.push(T::new(row));
        }
        list.sort_by_key(|item| T::id(item.row()));
    }
    Ok(())
}

/// Replaces pictures as [`replace`] does lists. A contact has at most one picture.
async fn replace_pictures(
    tx: &Transaction,
    account: AccountScope,
    pictures: Vec<(i64, &mut Option<Picture>, Patch<PictureInput>)>,
) -> Result<(), AppError> {
    let blank = |contact_id| contact_pictures::Model {
        id: 0,
        account_id: account.account_id(),
        contact_id,
        picture_url: String::new(),
    };
    let (mut gone, mut new) = (Vec::new(), Vec::new());
    for (contact_id, picture, input) in pictures {
        let mut input = match input {
            Patch::Absent => continue,
            Patch::Null => {
                gone.extend(picture.take().map(|picture| picture.model.id));
                continue;
            }
            Patch::Value(input) => input,
        };
        let stored = picture.as_ref().map(|picture| picture.model.clone());
        let mut model = stored.unwrap_or_else(|| blank(contact_id));
        input.apply(&mut model, &blank(contact_id));
        match picture {
            Some(picture) => {
                picture.model = account.replace::<contact_pictures::Entity>(tx, model).await?;
            }
            None => new.push((model, picture)),
        }
    }
    if !gone.is_empty() {
        let these = contact_pictures::Column::Id.is_in(gone);
        account.delete::<contact_pictures::Entity>().filter(these).exec(tx).await?;
    }
    let (rows, pictures): (Vec<_>, Vec<_>) = new.into_iter().unzip();
    let rows = account.insert_all::<contact_pictures::Entity>(tx, rows).await?;
    for (picture, model) in pictures.into_iter().zip(rows) {
        *picture = Some(Picture { model });
    }
    Ok(())
}
