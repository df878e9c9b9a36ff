//! Imports contacts.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{AccountScope, contacts, gift_soft_credits, gifts};
use shared::values::choices::{Choice, ContactStatus, ContactType, GiftStatus};

use super::alike::look_of;
use super::contact::{Contact, ContactInput, REFERRED_BY};
use super::plan::Plan;
use super::takeover::Takeover;
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::importable::{Importable, Kept, Look, LookupColumn, Names, has, ids_by_external_id};
use crate::records::links::PreloadedLinks;
use crate::records::{self, Context, Resource, Unique};

impl Importable for Contact {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: contacts::Column::ContactExternalId,
        field: "contact_external_id",
        of: |contact| contact.contact_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        CSV of any encoding and separator (at most 100 MiB), or a workbook, `.xlsx` or `.ods` (at most 16 MiB). A row of the\n\
        first ten names fields of a contact, or `mapping` says what its headings mean. A row whose `contact_external_id` is that of\n\
        a contact changes it, like a PUT of the columns that there are: an empty cell clears its field. Any other row\n\
        becomes a new contact. Rows with problems are reported and skipped; `dry_run=1` reports them and writes nothing.\n\
        \n\
        It has the columns of an export: lists are values separated by semicolons, the primary one first (`tags`, `emails`,\n\
        `email_types`, `phones`, …), `address_street` and its like are the primary address, and data of your own are pairs\n\
        such as `shirt=M;table=7`; the JSON of the API is understood too. `contact_type` is read like `contact_is_org`, and\n\
        `contact_referred_by_external_id` names a contact instead of its id. A `'` before `=`, `+`, `-` or `@` at the\n\
        beginning of a cell is taken away.";
    const TAKEN_BACK: Option<fn() -> ContactInput> = Some(|| ContactInput {
        contact_status: Patch::Value(ContactStatus::Archive),
        contact_external_id: Patch::Null,
        // A later donor with the same address is another contact.
        emails: Patch::Value(Vec::new()),
        ..ContactInput::default()
    });
    /// Exports have `contact_type` instead of `contact_is_org`. It is accepted, so that an exported file can be imported
    /// again.
    const NAMED: &'static [LookupColumn] = &[
        LookupColumn {
            column: "contact_type",
            field: "contact_is_org",
            key: str::to_owned,
            what: "one of person, organization",
            names: Names::One,
            records: None,
        },
        REFERRED_BY,
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
        let is_org =
            |kind: &ContactType| (kind.as_str().to_owned(), i64::from(*kind == ContactType::Organization));
        Ok(ContactType::ALL.iter().map(is_org).collect())
    }

    async fn is_needed(tx: &Transaction, account: AccountScope, id: i64) -> Result<bool, AppError> {
        use {contacts::Column as C, gift_soft_credits::Column as S, gifts::Column as G};
        let gifts = account.find::<gifts::Entity>().filter(G::GiftStatus.ne(GiftStatus::Void));
        let gifts = gifts.select_only().column(G::Id).into_query();
        let credited = S::ContactId.eq(id).and(S::GiftId.in_subquery(gifts));
        let works = C::ContactOrgId.eq(id).and(C::ContactStatus.ne(ContactStatus::Archive));
        Ok(has::<gift_soft_credits::Entity>(tx, account, credited).await?
            || has::<contacts::Entity>(tx, account, works).await?)
    }

    async fn filled(
        tx: &Transaction,
        context: &Context,
        stored: &contacts::Model,
        (model, plan): (contacts::Model, Plan),
        revives: bool,
    ) -> Result<Option<(ContactInput, Problems)>, AppError> {
        if stored.contact_is_org != model.contact_is_org || stored.contact_merged_into_id.is_some() {
            return Ok(None);
        }
        let (org_id, external_id) = (model.contact_org_id, model.contact_external_id.clone());
        let status = model.contact_status;
        let into = records::one(Self::load(tx, context, vec![stored.clone()]).await?)?;
        let mut from = plan.unwritten(model);
        from.phones.retain(|new| !into.phones.iter().any(|own| new.is_same_number(own)));
        from.addresses.retain(|new| !into.addresses.iter().any(|own| new.says_no_more_than(own)));
        let (into, from) = (serde_json::to_string(&into)?, serde_json::to_string(&from)?);
        let (mut input, mut problems) = Takeover::of(&into, &from, &BTreeSet::new())?.input();
        // No response shows the organisation.
        if let Some(org_id) = org_id.filter(|_| stored.contact_org_id.is_none()) {
            input.contact_org_id = Patch::Value(org_id);
        }
        if revives && stored.contact_status == ContactStatus::Archive {
            input.contact_status = Patch::Value(status);
        }
        let is_other = stored.contact_external_id.is_some() && external_id.is_some();
        if is_other && stored.contact_external_id != external_id {
            problems.add(
                "contact_external_id",
                "is another one than the contact here has: leave one of them out",
            );
        }
        Ok(Some((input, problems)))
    }

    fn kept(stored: &contacts::Model) -> Option<Kept> {
        Some(Kept { is_org: stored.contact_is_org, has_employer: stored.contact_employer.is_some() })
    }

    fn look(input: &ContactInput) -> Option<Look> {
        Some(look_of(input, None))
    }

    async fn links(
        tx: &Transaction,
        context: &Context,
        inputs: &[&ContactInput],
    ) -> Result<PreloadedLinks, AppError> {
        let mut links = PreloadedLinks::default();
        let linked = |input: &&ContactInput| {
            [&input.contact_org_id, &input.contact_referred_by_id].map(|id| id.value().copied())
        };
        links
            .read::<contacts::Entity>(tx, context.caller.account, inputs.iter().flat_map(linked).flatten())
            .await?;
        Ok(links)
    }
}
