//! Imports gifts. A file names contacts and pledges by their external ids, and gift types by their names.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use shared::Transaction;
use shared::entities::{AccountScope, batches, contacts, gift_types, gifts, pledges};
use shared::values::choices::{GiftStatus, NameKind};
use shared::values::names::name_key;

use super::links::{ADJUSTS, SOFT_CREDITS};
use super::{Gift, GiftInput};
use crate::error::AppError;
use crate::fields::Patch;
use crate::records::importable::{
    BATCH, CONTACT, Importable, LookupColumn, Names, PLEDGE, has, ids_by, ids_by_external_id,
};
use crate::records::links::PreloadedLinks;
use crate::records::{Context, Unique};
use crate::resources::contacts::donors::lock_givers;

const GIFT_TYPE: &str = "gift_type";

impl Importable for Gift {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: gifts::Column::GiftExternalId,
        field: "gift_external_id",
        of: |gift| gift.gift_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        As for contacts, with `gift_external_id` to tell which gift a row changes. `contact_external_id`,\n\
        `pledge_external_id`, `gift_adjusts_external_id`, `gift_soft_credit_external_ids` and `batch_external_id` name what a\n\
        gift links to instead of the ids, and `gift_type` names the gift type; where both are given, the name decides.";
    const TAKEN_BACK: Option<fn() -> GiftInput> = Some(|| GiftInput {
        gift_status: Patch::Value(GiftStatus::Void),
        gift_external_id: Patch::Null,
        ..GiftInput::default()
    });
    const NAMED: &'static [LookupColumn] = &[
        CONTACT,
        LookupColumn {
            column: GIFT_TYPE,
            field: "gift_type_id",
            key: name_key,
            what: "the name of a gift type of this account",
            names: Names::One,
            records: None,
        },
        PLEDGE,
        ADJUSTS,
        SOFT_CREDITS,
        BATCH,
    ];

    async fn resolve(
        tx: &Transaction,
        account: AccountScope,
        named: &LookupColumn,
        keys: Vec<String>,
    ) -> Result<HashMap<String, i64>, AppError> {
        if named.records.is_some() {
            return ids_by_external_id(tx, account, named, keys).await;
        }
        let types = ids_by::<gift_types::Entity>(account, gift_types::Column::GiftTypeKey, keys);
        Ok(types.all(tx).await?.into_iter().collect())
    }

    async fn is_needed(tx: &Transaction, account: AccountScope, id: i64) -> Result<bool, AppError> {
        use gifts::Column as G;
        has::<gifts::Entity>(tx, account, G::GiftAdjustsId.eq(id).and(G::GiftStatus.ne(GiftStatus::Void)))
            .await
    }

    async fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&GiftInput],
    ) -> Result<PreloadedLinks, AppError> {
        let mut links = PreloadedLinks::default();
        let contact_ids = || inputs.iter().filter_map(|input| input.contact_id.value().copied());
        lock_givers(tx, context, contact_ids()).await?;
        links.read::<contacts::Entity>(tx, context.caller.account, contact_ids()).await?;
        let type_ids = inputs.iter().filter_map(|input| input.gift_type_id.value().copied());
        links.read::<gift_types::Entity>(tx, context.caller.account, type_ids).await?;
        let pledge_ids = inputs.iter().filter_map(|input| input.pledge_id.value().copied());
        links.read::<pledges::Entity>(tx, context.caller.account, pledge_ids).await?;
        let batch_ids = inputs.iter().filter_map(|input| input.batch_id.value().copied());
        links.read::<batches::Entity>(tx, context.caller.account, batch_ids).await?;
        let mut names = Vec::new();
        for input in inputs {
            names.extend(input.gift_fund.value().map(|fund| (NameKind::Fund, fund.as_str())));
            names.extend(input.gift_campaign.value().map(|campaign| (NameKind::Campaign, campaign.as_str())));
        }
        context.names.read(tx, context.caller.account, &names).await?;
        Ok(links)
    }
}
