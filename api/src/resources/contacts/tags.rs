//! A contact's tags. A tag belongs to the account, and its name is unique there without regard to case. A body gives
//! the names of the tags that a contact has, and new names become new tags.

use std::collections::{HashMap, HashSet};

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue, ColumnTrait, EntityTrait, QueryFilter};
use serde::Serialize;
use shared::Transaction;
use shared::entities::{AccountScope, contact_tags, tags};
use shared::values::names::name_key;

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{Control, Field, Fields, InputField};
use crate::fields::schema::{Describe, filled, property};
use crate::fields::source::Source;
use crate::fields::types::{Id, Text};

type Name = Text<50>;

/// A tag that a contact has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tag {
    /// The tag's id in the account.
    pub id: i64,
    /// The tag's name.
    pub tag_name: String,
}

impl Describe for Tag {
    const NAME: &'static str = "Tag";

    fn describe(registry: &mut Registry) -> MetaSchema {
        MetaSchema {
            description: Some("A tag; tags belong to the account"),
            properties: vec![
                ("id", property(Id::schema(registry), "Identifier", false, Some(1.into()))),
                (
                    "tag_name",
                    property(
                        Name::schema(registry),
                        "Name, unique in the account without regard to case",
                        false,
                        Some("volunteer".into()),
                    ),
                ),
            ],
            required: vec!["id", "tag_name"],
            ..MetaSchema::new("object")
        }
    }
}

/// A tag in a body: its name, or an object as a read returns it. In a change, an object with the id of a tag of the
/// contact means that tag; in a new record, an id has no meaning. The document describes only the name, so that
/// generated clients have one type to fill in.
pub struct TagName;

/// A tag in a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentTag {
    /// The tag with this name.
    Named(String),
    /// The contact's tag with this id, which may come with its name.
    Stored(i64, Option<String>),
}

/// Returns the names of the tags in a body. Adds the faults of the tags to the problems.
pub(super) fn names(sent: Vec<SentTag>, stored: &[Tag], problems: &mut Problems) -> Vec<String> {
    let mut names = Vec::with_capacity(sent.len());
    for (i, tag) in sent.into_iter().enumerate() {
        let (id, name) = match tag {
            SentTag::Named(name) => {
                names.push(name);
                continue;
            }
            SentTag::Stored(id, name) => (id, name),
        };
        let Some(tag) = stored.iter().find(|tag| tag.id == id) else {
            problems.add(&format!("tags[{i}].id"), "must be the id of an item of this contact's list");
            continue;
        };
        if name.is_some_and(|name| name_key(&name) != name_key(&tag.tag_name)) {
            let rule = "must be the name of the tag with this id; leave out the id to name another tag";
            problems.add(&format!("tags[{i}].tag_name"), rule);
        }
        names.push(tag.tag_name.clone());
    }
    names
}

impl Field for TagName {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        filled(Name::schema(registry))
    }
}

impl InputField for TagName {
    type Value = SentTag;

    const CONTROL: Control = Control::Names;

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<SentTag>, String> {
        let is_object = match source {
            Source::Json(raw) => raw.get().starts_with('{'),
            _ => matches!(source, Source::Object(_)),
        };
        if !is_object {
            return Ok(Name::read(source, path, within)?.map(SentTag::Named));
        }
        let mut fields = within.nested(path, source)?;
        let id = if fields.is_of_new() { None } else { fields.take::<Id>("id", false).value().copied() };
        let name = fields.take::<Name>("tag_name", false).value().cloned();
        fields.finish(&[]);
        match (id, name) {
            (Some(id), name) => Ok(Some(SentTag::Stored(id, name))),
            (None, Some(name)) => Ok(Some(SentTag::Named(name))),
            (None, None) => Err("must have a tag_name".to_owned()),
        }
    }
}

/// The most tags that one statement looks up, creates or links. Each takes up to three parameters, and SQLite allows
/// 32,766.
const TAGS_MAX: usize = 10_000;

/// Gives each contact exactly the tags with the planned names. An item has the contact's id, the tags that it has, and
/// the planned names.
pub(super) async fn replace(
    tx: &Transaction,
    account: AccountScope,
    contacts: Vec<(i64, &mut Vec<Tag>, Vec<String>)>,
) -> Result<(), AppError> {
    let known = find_or_create(tx, account, contacts.iter().flat_map(|(.., names)| names)).await?;
    let mut added = Vec::new();
    for (contact_id, tags, names) in contacts {
        let mut after: Vec<_> = names.iter().filter_map(|name| known.get(&name_key(name))).cloned().collect();
        after.sort_by_key(|tag| tag.id);
        after.dedup();
        let before = std::mem::replace(tags, after);
        let gone: Vec<_> = before.iter().filter(|tag| !tags.contains(tag)).map(|tag| tag.id).collect();
        if !gone.is_empty() {
            let of_contact = account
                .delete::<contact_tags::Entity>()
                .filter(contact_tags::Column::ContactId.eq(contact_id));
            of_contact.filter(contact_tags::Column::TagId.is_in(gone)).exec(tx).await?;
        }
        added.extend(tags.iter().filter(|tag| !before.contains(tag)).map(|tag| contact_tags::ActiveModel {
            contact_id: ActiveValue::Set(contact_id),
            tag_id: ActiveValue::Set(tag.id),
            account_id: ActiveValue::Set(account.account_id()),
        }));
    }
    for links in added.chunks(TAGS_MAX) {
        contact_tags::Entity::insert_many(links.iter().cloned()).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Returns the account's tags with these names, by key. Creates the missing ones.
async fn find_or_create(
    tx: &Transaction,
    account: AccountScope,
    names: impl Iterator<Item = &String>,
) -> Result<HashMap<String, Tag>, AppError> {
    // If the account has a tag, its spelling stays; otherwise the first spelling in the body counts. The names are
    // sorted, so that two requests that create the same tags do so in the same order and cannot deadlock.
    let mut wanted: Vec<(String, &String)> = names.map(|name| (name_key(name), name)).collect();
    wanted.sort_by(|(a, _), (b, _)| a.cmp(b));
    wanted.dedup_by(|(later, _), (earlier, _)| later == earlier);
    let mut known = HashMap::with_capacity(wanted.len());
    for wanted in wanted.chunks(TAGS_MAX) {
        let keys = wanted.iter().map(|(key, _)| key.as_str());
        let select = account.find::<tags::Entity>().filter(tags::Column::TagKey.is_in(keys));
        let mut found = select.clone().all(tx).await?;
        let there: HashSet<_> = found.iter().map(|tag| &*tag.tag_key).collect();
        let new: Vec<_> = wanted
            .iter()
            .filter(|(key, _)| !there.contains(&**key))
            .map(|(key, name)| tags::ActiveModel {
                id: ActiveValue::NotSet,
                account_id: ActiveValue::Set(account.account_id()),
                tag_name: ActiveValue::Set((*name).clone()),
                tag_key: ActiveValue::Set(key.clone()),
            })
            .collect();
        if !new.is_empty() {
            // If another request is creating the same tag, this insert waits for it, and the query below finds the tag.
            let taken =
                OnConflict::columns([tags::Column::AccountId, tags::Column::TagKey]).do_nothing().to_owned();
            tags::Entity::insert_many(new).on_conflict(taken).exec_without_returning(tx).await?;
            found = select.all(tx).await?;
        }
        let tag = |tag: tags::Model| (tag.tag_key, Tag { id: tag.id, tag_name: tag.tag_name });
        known.extend(found.into_iter().map(tag));
    }
    Ok(known)
}
