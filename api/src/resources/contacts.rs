//! Contacts (specification, section 2): people and organisations, with their related records.

use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter};
use serde_json::value::{RawValue, to_raw_value};
use shared::Transaction;
use shared::entities::contacts;
use shared::values::choices::{ContactStatus, EventType};

use crate::body;
use crate::error::AppError;
use crate::fields::members::ObjectOf;
use crate::fields::problem::Fault;
use crate::fields::{Patch, Problems};
use crate::records::days::{check_past, check_recent};
use crate::records::importable::{ExternalId, Importable, link};
use crate::records::links::{Matched, NO_CIRCLE, leads_to};
use crate::records::{self, Change, Context, Link, Resource, Unique};

mod addressing;
pub(super) mod alike;
pub mod apart;
mod contact;
mod custom;
pub(super) mod donors;
pub mod duplicates;
pub mod files;
mod filters;
pub mod giving;
mod household;
mod import;
mod load;
pub mod matching;
mod plan;
pub mod related;
pub mod search;
pub(crate) mod spellings;
mod stored;
mod tags;
pub(super) mod takeover;

pub(super) use addressing::joint_names;
pub(crate) use addressing::own_names;
pub use contact::{Contact, ContactFields, ContactInput};
pub(super) use contact::{EMAIL_HEADING, EMAIL_IN_FILE, IN_FILE, IN_FILE_FOR_PEOPLE, for_people};
pub use custom::CustomFilters;
pub use filters::{ContactFilters, Words, takes_letters};
pub use household::ContactHousehold;
pub(super) use load::primary_emails;
pub use load::primary_phones;
use plan::Plan;

body! {
    /// What a contact links to, in other words than ids.
    ContactLinks as "ContactLinks" or "ContactLinkChanges" {
        /// The external id of the contact who referred this one, instead of `contact_referred_by_id`
        contact_referred_by_external_id: ExternalId { replaces: "contact_referred_by_id", example: "crm-1" };
    }
}

impl Resource for Contact {
    type Entity = contacts::Entity;
    type Input = ContactInput;
    type Links = ContactLinks;
    type Plan = Plan;
    const EVENTS: Option<(EventType, EventType)> =
        Some((EventType::ContactsCreate, EventType::ContactsUpdate));
    const TOLD: &'static [&'static str] = &["household", "contact_type"];
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];

    fn blank(context: &Context) -> contacts::Model {
        contacts::Model {
            account_id: context.caller.account.account_id(),
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..contacts::Model::default()
        }
    }

    fn id(row: &contacts::Model) -> i64 {
        row.id
    }

    fn version(row: &contacts::Model) -> i64 {
        row.updated_at_ms
    }

    fn sequence(row: &mut contacts::Model) -> Option<&mut i64> {
        Some(&mut row.event_sequence)
    }

    fn before(stored: &contacts::Model, plan: &Plan) -> Result<Box<RawValue>, AppError> {
        match plan.before() {
            Some(before) => Ok(to_raw_value(before)?),
            None => Ok(to_raw_value(&ObjectOf(stored))?),
        }
    }

    async fn link(
        tx: &Transaction,
        context: &Context,
        links: ContactLinks,
        input: &mut ContactInput,
        problems: &mut Problems,
    ) -> Result<Option<Matched>, AppError> {
        let referred_by = (links.contact_referred_by_external_id, &mut input.contact_referred_by_id);
        link(tx, context, &contact::REFERRED_BY, referred_by, problems).await?;
        Ok(None)
    }

    async fn change(tx: &Transaction, context: &Context, change: Change<'_, Self>) -> Result<Plan, AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.contact_is_org = match input.contact_is_org {
            Patch::Absent => row.contact_is_org,
            Patch::Null => false,
            Patch::Value(is_org) => is_org,
        };
        std::mem::take(&mut input.contact_org_id).apply(&mut row.contact_org_id);
        // A contact outside the archive is not merged into another one any more.
        if row.contact_status != ContactStatus::Archive {
            row.contact_merged_into_id = None;
        }
        row.contact_lname_folded = search::folded_name(row.contact_lname.as_deref());
        row.updated_at_ms = context.now_ms;
        if row.contact_lname.is_none() && !row.contact_anonymous && !problems.has("contact_lname") {
            problems.add("contact_lname", "is required unless contact_anonymous is 1");
        }
        let before = stored.and_then(|stored| stored.contact_deceased_on);
        if let Some(day) = row.contact_deceased_on.filter(|day| before != Some(*day)) {
            check_past(problems, context, "contact_deceased_on", day);
            check_recent(problems, "contact_deceased_on", day, before);
            if row.contact_is_org {
                problems.add("contact_deceased_on", "must be empty for an organisation: archive it instead");
            }
        }
        check_organisation(tx, context, row, problems).await?;
        check_circles(tx, context, (stored, row), problems).await?;
        check_still_organisation(tx, context, stored, row, problems).await?;
        if row.contact_is_org && row.household_id.is_some() {
            problems.add("contact_is_org", "must stay 0 while the contact is a member of a household");
        }
        let referred_by =
            Link { field: "contact_referred_by_id", id: row.contact_referred_by_id, kind: "contact" };
        context.check_link::<contacts::Entity>(tx, problems, referred_by).await?;
        let before = match stored {
            Some(stored) => Some(records::one(Self::load(tx, context, vec![stored.clone()]).await?)?),
            None => None,
        };
        Ok(Plan::new(input, before, problems))
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(contacts::Model, Plan)>,
    ) -> Result<Vec<Self>, AppError> {
        let account = context.caller.account;
        let are_new = written.iter().all(|(_, plan)| plan.before().is_none());
        let contacts = plan::write_related(tx, account, written).await?;
        search::write(tx, account, &contacts, are_new).await?;
        Ok(contacts)
    }

    async fn read(context: &Context, id: i64) -> Result<Option<(i64, Self)>, AppError> {
        let contact = load::read(&context.app, context.caller.account, id).await?;
        Ok(contact.map(|contact| (Self::version(&contact.model), contact)))
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<contacts::Model>,
    ) -> Result<Vec<Self>, AppError> {
        Ok(load::load(connection, context.caller.account, rows).await?)
    }
}

async fn check_organisation(
    tx: &Transaction,
    context: &Context,
    contact: &contacts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(org_id) = contact.contact_org_id else { return Ok(()) };
    // Lock the organisation, so that it stays one until this contact is committed.
    let organisation = context.find_link::<contacts::Entity>(tx, org_id).await?;
    let fault = if organisation.is_none() { Fault::UnknownLink } else { Fault::Invalid };
    if !organisation.is_some_and(|organisation| organisation.contact_is_org && organisation.id != contact.id)
    {
        let rule = "must be the id of another contact of this account with contact_is_org 1";
        problems.add_as(fault, "contact_org_id", rule);
    }
    Ok(())
}

/// Checks that the links that have changed do not lead back to the contact. Nothing leads to a new contact yet.
async fn check_circles(
    tx: &Transaction,
    context: &Context,
    (stored, contact): (Option<&contacts::Model>, &contacts::Model),
    problems: &mut Problems,
) -> Result<(), AppError> {
    use contacts::Column as C;
    let Some(stored) = stored else { return Ok(()) };
    for (field, column, before, link) in [
        (
            "contact_referred_by_id",
            C::ContactReferredById,
            stored.contact_referred_by_id,
            contact.contact_referred_by_id,
        ),
        ("contact_org_id", C::ContactOrgId, stored.contact_org_id, contact.contact_org_id),
    ] {
        if link != before
            && !problems.has(field)
            && leads_to::<contacts::Entity>(tx, context.caller.account, column, link, contact.id).await?
        {
            problems.add(field, NO_CIRCLE);
        }
    }
    Ok(())
}

async fn check_still_organisation(
    tx: &Transaction,
    context: &Context,
    stored: Option<&contacts::Model>,
    contact: &contacts::Model,
    problems: &mut Problems,
) -> Result<(), AppError> {
    let Some(stored) = stored.filter(|stored| stored.contact_is_org && !contact.contact_is_org) else {
        return Ok(());
    };
    let people = context.caller.account.find::<contacts::Entity>();
    if people.filter(contacts::Column::ContactOrgId.eq(stored.id)).count(tx).await? > 0 {
        problems.add("contact_is_org", "must stay 1 while other contacts have this one as contact_org_id");
    }
    Ok(())
}
