//! A contact's tags. A tag belongs to the account and has one name there, whatever the case; a body names the tags
//! that a contact has, and new names become new tags.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::sea_query::OnConflict;
use sea_orm::{ActiveValue, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;
use serde_json::value::RawValue;
use shared::entities::{AccountScope, contact_tags, tags};

use crate::http::AppError;
use crate::http::body::Fields;
use crate::http::fields::{Field, Id, Read, Text};
use crate::http::schema::{Describe, filled, inline, property};

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

/// A tag in a body: its name, alone or in an object as it is read. The name decides, not the id.
pub struct TagName;

impl Field for TagName {
    fn schema(registry: &mut Registry) -> MetaSchemaRef {
        let name = filled(Name::body_schema(registry));
        // What else is in it, the id among it, says nothing.
        let object = MetaSchema {
            properties: vec![("tag_name", name.clone())],
            required: vec!["tag_name"],
            ..MetaSchema::new("object")
        };
        inline(MetaSchema { any_of: vec![name, inline(object)], ..MetaSchema::ANY })
    }
}

impl Read for TagName {
    type Value = String;

    fn read(raw: &RawValue, path: &str, within: &mut Fields<'_>) -> Result<Option<String>, String> {
        if !raw.get().starts_with('{') {
            return Name::read(raw, path, within);
        }
        let mut fields = within.nested(path, raw)?;
        let name = fields.optional::<Name>("tag_name").value().cloned();
        fields.finish(&[]);
        name.map(Some).ok_or_else(|| "must have a tag_name".to_owned())
    }
}

/// Gives a contact exactly the tags with these names, and returns them ordered by id.
pub(super) async fn replace(
    tx: &DatabaseTransaction,
    account: AccountScope,
    contact_id: i64,
    before: Vec<Tag>,
    names: Vec<String>,
) -> Result<Vec<Tag>, AppError> {
    let after = find_or_create(tx, account, names).await?;
    let gone: Vec<_> = before.iter().filter(|tag| !after.contains(tag)).map(|tag| tag.id).collect();
    if !gone.is_empty() {
        let of_contact =
            account.delete::<contact_tags::Entity>().filter(contact_tags::Column::ContactId.eq(contact_id));
        of_contact.filter(contact_tags::Column::TagId.is_in(gone)).exec(tx).await?;
    }
    let link = |tag: &Tag| contact_tags::ActiveModel {
        contact_id: ActiveValue::Set(contact_id),
        tag_id: ActiveValue::Set(tag.id),
        account_id: ActiveValue::Set(account.account_id()),
    };
    let added: Vec<_> = after.iter().filter(|tag| !before.contains(tag)).map(link).collect();
    if !added.is_empty() {
        contact_tags::Entity::insert_many(added).exec_without_returning(tx).await?;
    }
    Ok(after)
}

async fn find_or_create(
    tx: &DatabaseTransaction,
    account: AccountScope,
    names: Vec<String>,
) -> Result<Vec<Tag>, AppError> {
    // The first spelling in a body wins, and that of the account over it. Sorted, so that two requests that make
    // the same tags meet in the same order and cannot wait for each other in a circle.
    let mut wanted: Vec<(String, String)> =
        names.into_iter().map(|name| (name.to_lowercase(), name)).collect();
    wanted.sort_by(|(a, _), (b, _)| a.cmp(b));
    wanted.dedup_by(|(later, _), (earlier, _)| later == earlier);
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<_> = wanted.iter().map(|(key, _)| key.clone()).collect();
    let select = account
        .find::<tags::Entity>()
        .filter(tags::Column::TagKey.is_in(keys))
        .order_by_asc(tags::Column::Id);
    let mut found = select.clone().all(tx).await?;
    wanted.retain(|(key, _)| !found.iter().any(|tag| tag.tag_key == *key));
    if !wanted.is_empty() {
        let new = wanted.into_iter().map(|(tag_key, tag_name)| tags::ActiveModel {
            id: ActiveValue::NotSet,
            account_id: ActiveValue::Set(account.account_id()),
            tag_name: ActiveValue::Set(tag_name),
            tag_key: ActiveValue::Set(tag_key),
        });
        // Another request may be making the same tag: then this one waits for it, and finds it below.
        let taken =
            OnConflict::columns([tags::Column::AccountId, tags::Column::TagKey]).do_nothing().to_owned();
        tags::Entity::insert_many(new).on_conflict(taken).exec_without_returning(tx).await?;
        found = select.all(tx).await?;
    }
    Ok(found.into_iter().map(|tag| Tag { id: tag.id, tag_name: tag.tag_name }).collect())
}
