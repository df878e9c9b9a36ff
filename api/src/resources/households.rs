//! Households: people who live together. Where a caller asks for it, they count as one donor, and they get one letter and one
//! statement if the household is joint. A member's household is a field of the contact, so it changes with an event of the
//! contact; households themselves have no events.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{contacts, households};
use shared::values::choices::{EventType, Include};

use crate::error::AppError;
use crate::fields::types::{AnyOf, Flag, Id, List, Many, Moment, Nullable, Object, Text};
use crate::fields::{Payload, Problems};
use crate::http::csv::{Export, ForPeople};
use crate::records::importable::{Importable, LookupColumn};
use crate::records::included::Shows;
use crate::records::list::{Filter, ListResource, Order};
use crate::records::{Change, Context, Resource, Unique};
use crate::{query, record};

pub mod joint;
pub mod leaving;
mod members;
pub mod moves;

use members::Members;
pub use members::{HouseholdMember, MemberInput};

record! {
    /// A household: people who live together, such as a couple.
    Household of households::Model, body HouseholdInput as "HouseholdCreate" or "HouseholdUpdate";
    fields {
        /// Name
        household_name: Text<200> { required, label: "Name", hint: "Such as Ada and William King", example: "Ada and William King" };
        /// How letters address the household; addressed_salutation has one made from the names
        household_salutation: Text<130> {
            label: "Salutation",
            hint: "How letters address the household; made from the names if empty",
            example: "Dear Ada and William",
        };
        /// The name on envelopes; addressed_envelope_name has one made from the names
        household_envelope_name: Text<130> {
            label: "Envelope name",
            hint: "Made from the names if empty",
            example: "Ada and William King",
        };
        /// 1: one letter and one statement are for all members; by default 1
        household_joint: Flag { label: "One letter for all", hint: "One letter and one statement for all members", example: 1 };
        /// The household's id in another system, unique in the account
        household_external_id: Text<100> { label: "External id", example: "crm-h-3" };
    }
    write {
        /// The members, at most 50, each of no other household; they replace the stored ones
        members: List<Object<MemberInput>> {
            label: "Members",
            example: [{"contact_id": 1, "member_role": "head"}, {"contact_id": 2, "member_role": "partner"}],
        };
    }
    computed {
        /// When the record was created
        created_at: Moment = |household| household.created_at_ms;
        /// When the record was last changed
        updated_at: Moment = |household| household.updated_at_ms;
    }
    loaded {
        /// The members: the head first, then partners, children and others
        members: Many<HouseholdMember>;
        /// How letters address the household: its salutation, or else one made from the names of its living adults
        addressed_salutation: Nullable<Text<300>>;
        /// The name on its envelopes, or else one made from the names of its living adults
        addressed_envelope_name: Nullable<Text<300>>;
    }
    unshown { account_id, created_at_ms, updated_at_ms }
}

impl Payload for Household {
    const KIND: &'static str = "households";
    const EXPORT: Option<&'static Export> = Some(&Export {
        members: &[members::IN_FILE],
        linked: &[],
        people: ForPeople { members: &[members::FOR_PEOPLE], ..ForPeople::PLAIN },
    });
}

impl Resource for Household {
    type Entity = households::Entity;
    type Input = HouseholdInput;
    type Links = ();
    type Plan = Option<Members>;
    const EVENTS: Option<(EventType, EventType)> = None;
    const UNIQUE: &'static [Unique<Self>] = &[Self::EXTERNAL_ID];

    fn blank(context: &Context) -> households::Model {
        households::Model {
            household_joint: true,
            created_at_ms: context.now_ms,
            updated_at_ms: context.now_ms,
            ..households::Model::default()
        }
    }

    fn id(row: &households::Model) -> i64 {
        row.id
    }

    fn version(row: &households::Model) -> i64 {
        row.updated_at_ms
    }

    async fn change(
        tx: &Transaction,
        context: &Context,
        change: Change<'_, Self>,
    ) -> Result<Option<Members>, AppError> {
        let Change { input, row, stored, problems } = change;
        input.apply(row, &Self::blank(context));
        row.updated_at_ms = context.now_ms;
        let sent = std::mem::take(&mut input.members);
        Members::plan(tx, context, sent, stored.map(|household| household.id), problems).await
    }

    async fn complete(
        tx: &Transaction,
        context: &Context,
        written: Vec<(households::Model, Option<Members>)>,
    ) -> Result<Vec<Self>, AppError> {
        let mut rows = Vec::with_capacity(written.len());
        for (row, members) in written {
            if let Some(members) = members {
                members.write(tx, context, row.id).await?;
            }
            rows.push(row);
        }
        Self::load(tx, context, rows).await
    }

    async fn load<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        rows: Vec<households::Model>,
    ) -> Result<Vec<Self>, AppError> {
        let ids = rows.iter().map(|household| household.id);
        let mut members = members::of(connection, context.caller.account, ids).await?;
        let household = |model: households::Model| {
            let members = members.remove(&model.id).unwrap_or_default();
            let [addressed_salutation, addressed_envelope_name] =
                members::addressed(&model, &members, members::locale_of(&members, &context.letters));
            Self {
                addressed_salutation,
                addressed_envelope_name,
                members: members.iter().map(HouseholdMember::of).collect(),
                model,
            }
        };
        Ok(rows.into_iter().map(household).collect())
    }
}

query! {
    /// The filters of households.
    HouseholdFilters {
        /// Only the household of this contact, or those of several
        contact_id: AnyOf<Id>;
        /// Only households that are joint, or only the others
        joint: Flag;
        /// Only the household with this `household_external_id`
        external_id: Text<100>;
    }
}

impl Shows for Household {
    const INCLUDE: &'static [Include] = &[];
}

impl ListResource for Household {
    type Filters = HouseholdFilters;

    const ORDERS: &'static [Order<households::Model>] = &[Order { name: "id", by: None }];

    async fn filter<C: ConnectionTrait>(
        _: &C,
        context: &Context,
        filters: HouseholdFilters,
        _: &mut Problems,
    ) -> Result<Filter, AppError> {
        use households::Column as H;
        let HouseholdFilters { contact_id, joint, external_id } = filters;
        let of = |ids: Vec<i64>| {
            let contacts = context.caller.account.find::<contacts::Entity>();
            let contacts = contacts.filter(contacts::Column::Id.is_in(ids)).select_only();
            H::Id.in_subquery(contacts.column(contacts::Column::HouseholdId).into_query())
        };
        Ok(Filter::from(
            Condition::all()
                .add_option(contact_id.map(of))
                .add_option(joint.map(|joint| H::HouseholdJoint.eq(joint)))
                .add_option(external_id.map(|id| H::HouseholdExternalId.eq(id))),
        ))
    }
}

impl Importable for Household {
    const EXTERNAL_ID: Unique<Self> = Unique {
        column: households::Column::HouseholdExternalId,
        field: "household_external_id",
        of: |household| household.household_external_id.as_deref(),
    };
    const ABOUT_IMPORT: &'static str = "\
        As for contacts, with `household_external_id` to tell which household a row changes. `member_external_ids` names the\n\
        members by their `contact_external_id`, separated by semicolons, or `member_ids` by their ids, and `member_roles`\n\
        has a role for each.";
    /// A contact whom a row puts into a household can be in none of a later row.
    const ONE_BY_ONE: bool = true;
    const NAMED: &'static [LookupColumn] = &[];
}
