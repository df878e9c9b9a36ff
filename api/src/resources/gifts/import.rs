//! Imports gifts. A file names contacts and pledges by their external ids, and gift types by their names.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend};
use shared::Transaction;
use shared::database::statement::sql;
use shared::entities::{AccountScope, batches, contacts, gift_types, gifts, pledges};
use shared::values::choices::{GiftStatus, NameKind};
use shared::values::names::name_key;

use super::links::{ADJUSTS, SOFT_CREDITS};
use super::{Gift, GiftInput};
use crate::error::AppError;
use crate::fields::Patch;
use crate::records::importable::{
    BATCH, CONTACT, Importable, LookupColumn, Names, PLEDGE, Twin, has, ids_by, ids_by_external_id,
};
use crate::records::links::PreloadedLinks;
use crate::records::money::currency;
use crate::records::{Context, Unique};
use crate::resources::contacts::donors::lock_givers;
use crate::resources::letters::stated;

const GIFT_TYPE: &str = "gift_type";

/// The columns of a gift that tell whether a row is the same.
type Stored = (i64, Option<i64>, NaiveDate, i64, String, GiftStatus, Option<String>, Option<String>);

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
    const TWIN: Option<fn(&Context, &GiftInput) -> Option<Twin>> = Some(|context, input| {
        let status = input.gift_status.value().copied().unwrap_or_default();
        Some(Twin {
            contact_id: input.contact_id.value().copied(),
            key: key(given(context, input)?, status),
            numbers: [input.gift_check_number.value().cloned(), input.gift_reference.value().cloned()],
        })
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

    async fn stays(
        tx: &Transaction,
        account: AccountScope,
        ids: &BTreeSet<i64>,
        since_ms: i64,
    ) -> Result<HashMap<i64, String>, AppError> {
        let why = |(id, numbers): (i64, Vec<i64>)| {
            let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let rule = "take those back first, or change or void it yourself";
            (id, format!("stands on a statement or receipt (letters {numbers}): {rule}"))
        };
        let numbers = stated::numbers_since(tx, account, ids, since_ms).await?;
        Ok(numbers.into_iter().map(why).collect())
    }

    async fn there(
        tx: &Transaction,
        context: &Context,
        inputs: &[(i64, &GiftInput)],
    ) -> Result<Vec<(i64, Twin)>, AppError> {
        let of_contact = |(contact_id, input): &(i64, &GiftInput)| {
            given(context, input).map(|(day, minor, _)| (*contact_id, day, minor))
        };
        let given: BTreeSet<_> = inputs.iter().filter_map(of_contact).collect();
        if given.is_empty() {
            return Ok(Vec::new());
        }
        // SQLite reads the rows first, and looks each up by the index of contacts and days.
        let (rows, day) = match tx.get_database_backend() {
            DbBackend::Sqlite => ("json_each($2)", "one.value ->> 1"),
            _ => ("json_array_elements(CAST($2 AS JSON))", "CAST(one.value ->> 1 AS DATE)"),
        };
        let text = format!(
            "SELECT g.id, g.contact_id, g.gift_date, g.gift_amount_minor, g.gift_currency, g.gift_status,
                 g.gift_check_number, g.gift_reference
             FROM {rows} AS one CROSS JOIN gifts g
             WHERE g.account_id = $1 AND g.gift_status <> 'void' AND g.gift_date = {day}
                 AND g.contact_id = CAST(one.value ->> 0 AS BIGINT)
                 AND g.gift_amount_minor = CAST(one.value ->> 2 AS BIGINT)
             ORDER BY g.id"
        );
        let account_id = context.caller.account.account_id();
        let values = vec![account_id.into(), serde_json::to_string(&given)?.into()];
        let mut found = Vec::new();
        for gift in tx.query_all_raw(sql(tx, text, values)).await? {
            let (id, contact_id, day, minor, code, status, check, reference): Stored =
                gift.try_get_many_by_index()?;
            let key = key((day, minor, &code), status);
            found.push((id, Twin { contact_id, key, numbers: [check, reference] }));
        }
        Ok(found)
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

/// Returns the day, the amount in minor units and the currency of a new gift.
fn given<'a>(context: &Context, input: &'a GiftInput) -> Option<(NaiveDate, i64, &'a str)> {
    let code = input.gift_currency.value().map_or(context.caller.currency.code(), String::as_str);
    let minor = input.gift_amount.value()?.to_minor(currency(code)).ok()?;
    Some((input.gift_date.value().copied().unwrap_or(context.today), minor, code))
}

/// Returns what two gifts of a contact must both have to be the same. One that has not come yet is none that has.
fn key((day, minor, code): (NaiveDate, i64, &str), status: GiftStatus) -> String {
    format!("{day} {minor} {code} {}", status == GiftStatus::Pending)
}
