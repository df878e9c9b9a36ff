//! The kinds of gifts of an account. They are settings, not records, so their changes are not events.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use sea_orm::ConnectionTrait;
use shared::Transaction;
use shared::entities::gift_types;
use shared::values::choices::EventType;
use shared::values::names::{folded, name_key};

use super::imports::mapping::values;
use super::tag::DocumentTag;
use crate::auth::Caller;
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::types::Text;
use crate::http::query::PathId;
use crate::http::{Create, Index, Read, Reply, Update};
use crate::record;
use crate::records::{Change, Context, Resource, Unique};
use crate::rest::{self, JsonBody};
use crate::state::App;

record! {
    /// A kind of gifts. Every new account has cash, check, card, bank_transfer, online, stock, in_kind and adjustment.
    GiftType of gift_types::Model, body GiftTypeInput as "GiftTypeCreate" or "GiftTypeUpdate";
    fields {
        /// Name, unique in the account without regard to case
        gift_type_name: Text<100> { required, example: "legacy" };
    }
    unshown { account_id, gift_type_key, version, renamed_from, renamed_at_ms, told_gift_id }
}

impl Payload for GiftType {
    const KIND: &'static str = "gift_types";
}

impl Resource for GiftType {
    type Entity = gift_types::Entity;
    type Input = GiftTypeInput;
    type Links = ();
    type Plan = ();
    const EVENTS: Option<(EventType, EventType)> = None;
    const UNIQUE: &'static [Unique<Self>] = &[Unique {
        column: gift_types::Column::GiftTypeKey,
        field: "gift_type_name",
        of: |gift_type| Some(&gift_type.gift_type_key),
    }];

    fn blank(_: &Context) -> gift_types::Model {
        gift_types::Model { version: 1, ..gift_types::Model::default() }
    }

    fn id(row: &gift_types::Model) -> i64 {
        row.id
    }

    fn version(row: &gift_types::Model) -> i64 {
        row.version
    }

    async fn change(_: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<(), AppError> {
        change.input.apply(change.row, &Self::blank(context));
        change.row.gift_type_key = name_key(&change.row.gift_type_name);
        change.row.version += i64::from(change.stored.is_some());
        if let Some(stored) =
            change.stored.filter(|stored| stored.gift_type_name != change.row.gift_type_name)
        {
            // A rename that is still being told goes on from the name before it, which most gifts have shown last.
            let before = stored.renamed_from.as_ref().unwrap_or(&stored.gift_type_name);
            let is_undone = *before == change.row.gift_type_name && stored.told_gift_id == 0;
            change.row.renamed_from = (!is_undone).then(|| before.clone());
            change.row.renamed_at_ms = context.now_ms;
            change.row.told_gift_id = 0;
        }
        Ok(())
    }

    async fn load<C: ConnectionTrait>(
        _: &C,
        _: &Context,
        rows: Vec<gift_types::Model>,
    ) -> Result<Vec<Self>, AppError> {
        Ok(rows.into_iter().map(|model| Self { model }).collect())
    }
}

/// Returns whether gifts of a type with this name are not money: a word of it, or two words together, mean goods, however they are
/// written, or the whole name means stock. Imports read the same words as such a type, in every language of the service. A word
/// such as *actions* has other meanings beside other words.
pub fn names_what_is_no_money(type_name: &str) -> bool {
    let name = folded(type_name);
    let words: Vec<_> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let means = |text: &str, usual: &str| values::gift_type(text) == Some(usual);
    words.iter().any(|word| ["stock", "stocks"].contains(word) || means(word, "in_kind"))
        || words.windows(2).any(|pair| means(&pair.concat(), "in_kind"))
        || means(&words.concat(), "stock")
}

/// The operations on gift types.
pub struct GiftTypes(pub App);

#[OpenApi(tag = "DocumentTag::GiftTypes")]
impl GiftTypes {
    /// List all gift types
    #[oai(path = "/gift-types", method = "get", operation_id = "listGiftTypes")]
    async fn index(&self, caller: Caller) -> Result<Reply<GiftType, Index>, AppError> {
        rest::index(&self.0, caller).await
    }

    /// Create a gift type
    #[oai(path = "/gift-types", method = "post", operation_id = "createGiftType")]
    async fn create(
        &self,
        caller: Caller,
        body: JsonBody<GiftTypeInput, Create>,
    ) -> Result<Reply<GiftType, Create>, AppError> {
        rest::create(&self.0, caller, body).await
    }

    /// Read one gift type
    #[oai(path = "/gift-types/:id", method = "get", operation_id = "readGiftType")]
    async fn read(&self, caller: Caller, id: Path<PathId>) -> Result<Reply<GiftType, Read>, AppError> {
        rest::read(&self.0, caller, &id).await
    }

    /// Update a gift type
    #[oai(path = "/gift-types/:id", method = "put", operation_id = "updateGiftType")]
    async fn update(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<GiftTypeInput, Update>,
    ) -> Result<Reply<GiftType, Update>, AppError> {
        rest::update(&self.0, caller, &id, body).await
    }
}

#[cfg(test)]
mod tests {
    use super::names_what_is_no_money;

    #[test]
    fn the_words_of_a_types_name_tell_what_is_no_money() {
        for name in ["in_kind", "In-Kind", "Gift in kind", "inkind", "stock", "Stock gift", "STOCKS"] {
            assert!(names_what_is_no_money(name), "{name}");
        }
        for name in ["Sachspende", "Wertpapiere", "Donación en especie", "Dons en nature", "em géneros"] {
            assert!(names_what_is_no_money(name), "{name}");
        }
        for name in ["check", "kind", "in", "Stockholm", "in every kind", "restocking", ""] {
            assert!(!names_what_is_no_money(name), "{name}");
        }
        // Cash in French and in Portuguese.
        for name in
            ["En espèces", "Em espécie", "Sachkosten", "nature", "Überweisung", "Dons pour nos actions"]
        {
            assert!(!names_what_is_no_money(name), "{name}");
        }
    }
}
