//! Merges: two contacts that are the same person, or the same organisation, become one. The records of one move to the
//! other by ordinary updates, each with its event, in one transaction.

mod belongings;
mod keep;

use std::collections::BTreeSet;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;
use shared::Transaction;
use shared::entities::contacts;
use shared::values::choices::{ContactStatus, ImportKind};

use self::belongings::{Belongings, MOVED_MAX};
use self::keep::Keep;
pub use self::keep::MergeSide;
use super::contacts::takeover::{Difference, Takeover};
use super::contacts::{Contact, ContactInput, apart, files};
use super::households::moves;
use super::operations::KindTag;
use crate::auth::{Caller, Via};
use crate::error::AppError;
use crate::fields::Payload;
use crate::fields::field::{Field, OutputField};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::fields::types::{Count, Flag, Id, List, Many, Maybe, Nested, Text};
use crate::fields::{Patch, Problems};
use crate::http::conditional::EntityTag;
use crate::http::operation::{CHANGE_HEADERS, Writes};
use crate::http::query::PathId;
use crate::http::{Operation, Reply};
use crate::records::links::{NO_CIRCLE, leads_to};
use crate::records::preconditions::Preconditions;
use crate::records::{self, Context, Resource, service};
use crate::rest::JsonBody;
use crate::state::App;
use crate::{body, object};

body! {
    /// The body that merges a contact into another one.
    MergeInput as "MergeCreate" or "MergeCreate" {
        /// The contact whose records move, and which is archived
        from_id: Id {
            required,
            label: "The other contact",
            hint: "Part of the name is enough. The contact that you choose here is archived.",
            example: 2,
        };
        /// 1: only shows what would move and what conflicts, and writes nothing
        dry_run: Flag { example: 0 };
        /// Whose value stays where both contacts have one, by the names of fields as `conflicts` has them: `into`, as for every
        /// field that is not here, or `from`. What it says of a field whose values do not conflict is ignored
        keep: Keep { example: {"contact_fname": "from"} };
    }
}

object! {
    /// What a merge has moved, or would move.
    Merge {
        /// Whether nothing was written
        dry_run: Flag;
        /// The contact that stays, as it is now; null in a dry run
        contact: Maybe<Contact>;
        /// How much has moved, or would move
        moved: Nested<Moved>;
        /// The fields that were empty and have the other contact's value now
        filled: List<Text<200>>;
        /// The fields of which both contacts have different values: each keeps its own, unless `keep` says otherwise
        conflicts: Many<MergeConflict>;
    }
}

object! {
    /// How many records and items have moved.
    Moved {
        /// Gifts that the contact gave
        gifts: Count;
        /// Pledges, whose gifts move with them
        pledges: Count;
        /// Tasks
        tasks: Count;
        /// Contacts of an organisation
        people: Count;
        /// Contacts whom the contact has referred
        referred: Count;
        /// Gifts of others that the contact is credited with
        soft_credits: Count;
        /// Tags that the other contact did not have
        tags: Count;
        /// Members of the family
        familyMembers: Count;
        /// Postal addresses
        addresses: Count;
        /// Phone numbers
        phones: Count;
        /// Email addresses that the other contact did not have
        emails: Count;
        /// The place in a household: the contact that stays gets it, unless it has one of its own
        households: Count;
    }
}

impl Moved {
    /// Returns how many records of a kind have moved, or `None` if they belong to no contact.
    pub fn of(&self, kind: ImportKind) -> Option<i64> {
        match kind {
            ImportKind::Gifts => Some(self.gifts),
            ImportKind::Pledges => Some(self.pledges),
            ImportKind::Tasks => Some(self.tasks),
            _ => None,
        }
    }
}

object! {
    /// A field of which both contacts have different values.
    MergeConflict {
        /// The field; a dot separates contact_custom from a name in it
        field: Text<200>;
        /// The value that the contact has which stays
        kept: AnyValue;
        /// The other value: of the archived contact, or, if that one's is kept, of the contact that stays as it was before
        left: AnyValue;
    }
}

impl Payload for Merge {
    const KIND: &'static str = Contact::KIND;
}

/// A value of any field, kept as its JSON.
pub struct AnyValue;

impl Field for AnyValue {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        inline(MetaSchema::ANY)
    }
}

impl OutputField for AnyValue {
    type Value = String;

    fn write<S: Serializer>(value: &String, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(value).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// The operation of a merge.
pub struct MergeInto;

impl Operation for MergeInto {
    const NAME: &'static str = "merge";
    const CHANGES: bool = true;
    const HEADERS: &'static [(&'static str, &'static str)] = CHANGE_HEADERS;
}

impl Writes for MergeInto {
    const CREATING: bool = true;
}

/// The operation that merges contacts.
pub struct Merges(pub App);

#[OpenApi(tag = "KindTag::<Contact>::TAG")]
impl Merges {
    /// Merge another contact into this one
    ///
    /// Gifts, pledges with their gifts, tasks, soft credits, the people of an organisation and whom the contact has referred
    /// move to this contact, and so do tags, addresses, phones, emails and family members that it does not have. Its empty
    /// fields are filled. Where both have a value, each keeps its own, unless `keep` says that the value of the other one
    /// is taken over, and the response names the conflict with both values. The emptied contact is archived, and its `contact_merged_into_id` is the id of this one. Everything is an
    /// ordinary update with its event, in one transaction. A merge moves at most 10,000 records.
    #[oai(path = "/contacts/:id/merge", method = "post", operation_id = "mergeContact")]
    async fn merge(
        &self,
        caller: Caller,
        id: Path<PathId>,
        body: JsonBody<MergeInput, MergeInto>,
    ) -> Result<Reply<Merge, MergeInto>, AppError> {
        let context = Context::new(&self.0, caller);
        let merge = Pair {
            id: id.id(),
            from_id: body.input.from_id.value().copied(),
            version: body.preconditions,
            from_version: Preconditions::default(),
            of_from: body.input.keep.value().cloned().unwrap_or_default(),
        };
        let reply = if body.input.dry_run == Patch::Value(true) {
            Reply::of(&tried(&context, &merge, body.problems).await?)?
        } else {
            service::commit_once::<Contact, _>(&context, body.idempotency_key, async |tx| {
                let (merge, tag) = merge.carry_out(tx, &context, body.problems).await?;
                Ok(Reply::of(&merge)?.with_tag(&tag))
            })
            .await?
        };
        Ok(reply.ignoring(&body.ignored))
    }
}

/// Returns the result that a merge of a contact into another one would have, and writes nothing.
pub async fn try_out(context: &Context, id: i64, from_id: i64) -> Result<Merge, AppError> {
    let (version, from_version, of_from) = Default::default();
    let merge = Pair { id, from_id: Some(from_id), version, from_version, of_from };
    tried(context, &merge, Problems::default()).await
}

/// Merges a contact into another one. Both come with the versions that they must still have. The fields of `of_from` take the
/// value of the other contact where both have one.
pub async fn carry_out(
    context: &Context,
    (id, version): (i64, i64),
    (from_id, from_version): (i64, i64),
    of_from: BTreeSet<String>,
) -> Result<(), AppError> {
    let [version, from_version] = [version, from_version].map(Preconditions::of_version);
    let merge = Pair { id, from_id: Some(from_id), version, from_version, of_from };
    service::commit::<Contact, _>(context, async |tx| {
        merge.carry_out(tx, context, Problems::default()).await.map(drop)
    })
    .await
}

async fn tried(context: &Context, merge: &Pair, problems: Problems) -> Result<Merge, AppError> {
    // A snapshot waits for no writer, and no writer waits for it.
    let tx = context.app.store.snapshot().await?;
    let both = merge.both(context).all(&tx).await?;
    let found = merge.examine(&tx, context, both, problems).await?;
    tx.end().await?;
    // Only the result can break one rule: how much a contact may have.
    found.takeover.input().1.check()?;
    Ok(told((&found.from, &found.into), &found.belongings, found.takeover, None))
}

/// The contacts of a merge, and the versions that they must have.
struct Pair {
    id: i64,
    from_id: Option<i64>,
    version: Preconditions,
    from_version: Preconditions,
    /// The fields that take the value of the contact that is archived where both have one.
    of_from: BTreeSet<String>,
}

/// The findings of a merge before it writes.
struct Found {
    into: contacts::Model,
    from: contacts::Model,
    belongings: Belongings,
    takeover: Takeover,
}

impl Pair {
    /// Selects both contacts in the order of their ids, which is that of their locks.
    fn both(&self, context: &Context) -> Select<contacts::Entity> {
        let ids = [Some(self.id), self.from_id].into_iter().flatten();
        let both = context.caller.account.find::<contacts::Entity>().filter(contacts::Column::Id.is_in(ids));
        both.order_by_asc(contacts::Column::Id)
    }

    /// Checks that the contacts can be merged, and finds what would move.
    async fn examine(
        &self,
        connection: &impl ConnectionTrait,
        context: &Context,
        both: Vec<contacts::Model>,
        mut problems: Problems,
    ) -> Result<Found, AppError> {
        let find = |id: i64| both.iter().find(|contact| contact.id == id).cloned();
        let into = find(self.id).ok_or(AppError::NotFound)?;
        self.version.check(Contact::version(&into))?;
        let from = check(self.from_id, &into, self.from_id.and_then(find), &mut problems);
        problems.check()?;
        let from = from.ok_or(AppError::NotFound)?;
        self.from_version.check(Contact::version(&from))?;
        let belongings = Belongings::find(connection, context.caller.account, from.id, into.id).await?;
        if belongings.count() > MOVED_MAX {
            let rule = "has more than 10,000 records, which is the most that one merge moves: move gifts with PUT first";
            return Err(AppError::invalid("from_id", rule));
        }
        let takeover = takeover(connection, context, (&into, &from), &self.of_from).await?;
        Ok(Found { into, from, belongings, takeover })
    }

    /// Merges within a transaction. Returns what has moved, and the tag of the contact that stays.
    async fn carry_out(
        &self,
        tx: &Transaction,
        context: &Context,
        problems: Problems,
    ) -> Result<(Merge, EntityTag), AppError> {
        let context = &Context { caller: context.caller.through(Via::Merge), ..context.clone() };
        moves::lock(tx, context, &[Some(self.id), self.from_id].into_iter().flatten().collect::<Vec<_>>())
            .await?;
        let both = self.both(context).lock_exclusive().all(tx).await?;
        let Found { mut into, mut from, belongings, takeover } =
            self.examine(tx, context, both, problems).await?;
        let both = (from.clone(), into.clone());
        if moves::pass_on(tx, context, &from, &into).await? {
            for contact in [&mut into, &mut from] {
                let now = context.caller.account.find_id::<contacts::Entity>(contact.id).one(tx).await?;
                *contact = now.ok_or(AppError::NotFound)?;
            }
        }
        let (from_id, into_id) = (from.id, into.id);
        // The contact that stays is merged into none, so that following the links never goes in a circle.
        into.contact_merged_into_id = None;
        // The contact that is emptied comes first, because it gives up an external id that only one may have.
        empty(tx, context, (from, into_id), &takeover).await?;
        let (input, problems) = takeover.input();
        let contact = service::change::<Contact>(tx, context, &into, input, problems).await?;
        belongings.move_to(tx, context, from_id, into_id).await?;
        files::move_to(tx, context.caller.account, (from_id, into_id)).await?;
        apart::move_to(tx, context.caller.account, (from_id, into_id)).await?;
        let tag = EntityTag::of_record(Contact::version(&contact.model), &serde_json::to_vec(&contact)?)?;
        Ok((told((&both.0, &both.1), &belongings, takeover, Some(contact)), tag))
    }
}

/// Makes the response: what has moved, or, without a contact, what would move.
fn told(
    (from, into): (&contacts::Model, &contacts::Model),
    belongings: &Belongings,
    takeover: Takeover,
    contact: Option<Contact>,
) -> Merge {
    let count = |ids: &[i64]| i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let moved = Moved {
        gifts: count(belongings.of(ImportKind::Gifts)),
        pledges: count(belongings.of(ImportKind::Pledges)),
        tasks: count(belongings.of(ImportKind::Tasks)),
        people: count(&belongings.people),
        referred: count(&belongings.referred),
        soft_credits: count(&belongings.credited),
        tags: takeover.added("tags"),
        familyMembers: takeover.added("familyMembers"),
        addresses: takeover.added("addresses"),
        phones: takeover.added("phones"),
        emails: takeover.added("emails"),
        households: (from.household_id.is_some() && into.household_id.is_none()).into(),
    };
    let conflict = |Difference { field, kept, left }| MergeConflict { field, kept, left };
    Merge {
        dry_run: contact.is_none(),
        contact,
        moved,
        filled: takeover.filled,
        conflicts: takeover.differences.into_iter().map(conflict).collect(),
    }
}

/// Checks that one contact can be merged into another one.
fn check(
    from_id: Option<i64>,
    into: &contacts::Model,
    from: Option<contacts::Model>,
    problems: &mut Problems,
) -> Option<contacts::Model> {
    // A missing id is a problem already.
    from_id?;
    let rule = match &from {
        None => {
            problems.add_unknown_id("from_id", "contact");
            return None;
        }
        Some(from) if from.id == into.id => "must be the id of another contact",
        Some(from) if from.contact_is_org != into.contact_is_org => {
            "must be the id of a contact of the same contact_type"
        }
        Some(_) => return from,
    };
    problems.add("from_id", rule);
    None
}

/// Compares the contacts. A link from one to the other is not taken over.
async fn takeover(
    connection: &impl ConnectionTrait,
    context: &Context,
    (into, from): (&contacts::Model, &contacts::Model),
    of_from: &BTreeSet<String>,
) -> Result<Takeover, AppError> {
    use contacts::Column as C;
    let (mut own, mut other) = (into.clone(), from.clone());
    let is_one_of_them = |id: &i64| [into.id, from.id].contains(id);
    for contact in [&mut own, &mut other] {
        contact.contact_referred_by_id = contact.contact_referred_by_id.filter(|id| !is_one_of_them(id));
        contact.contact_org_id = contact.contact_org_id.filter(|id| !is_one_of_them(id));
    }
    // A link that leads back to the contact that stays is not taken over either. If that contact has a link that leads
    // to the other one, the link ends: the other one's referrals pass to the contact that stays.
    let account = context.caller.account;
    let leads =
        async |column, from, to| leads_to::<contacts::Entity>(connection, account, column, from, to).await;
    let mut ended = Vec::new();
    for (name, column, link, own, other) in [
        (
            "contact_referred_by_id",
            C::ContactReferredById,
            into.contact_referred_by_id,
            &mut own.contact_referred_by_id,
            &mut other.contact_referred_by_id,
        ),
        (
            "contact_org_id",
            C::ContactOrgId,
            into.contact_org_id,
            &mut own.contact_org_id,
            &mut other.contact_org_id,
        ),
    ] {
        if leads(column, link, from.id).await? {
            *own = None;
            ended.push(name);
        }
        let is_wanted = own.is_some() && of_from.contains(name);
        if (own.is_none() || is_wanted) && leads(column, *other, into.id).await? {
            if is_wanted {
                return Err(AppError::invalid(&format!("keep.{name}"), NO_CIRCLE));
            }
            *other = None;
        }
    }
    let hidden = other.contact_org_id.filter(|_| own.contact_org_id.is_none());
    let json = async |row| -> Result<String, AppError> {
        let contact = records::one(Contact::load(connection, context, vec![row]).await?)?;
        Ok(serde_json::to_string(&contact)?)
    };
    let mut takeover = Takeover::of(&json(own).await?, &json(other).await?, of_from)?;
    // No response shows the organisation, so it is neither compared nor told.
    takeover.changes.extend(hidden.map(|id| ("contact_org_id", Source::text(id.to_string()))));
    takeover.ended = ended;
    Ok(takeover)
}

/// Archives the emptied contact, with the id of the contact that stays, and without any other link to that one.
async fn empty(
    tx: &Transaction,
    context: &Context,
    (mut from, into_id): (contacts::Model, i64),
    takeover: &Takeover,
) -> Result<(), AppError> {
    from.contact_merged_into_id = Some(into_id);
    let mut input = ContactInput {
        contact_status: Patch::Value(ContactStatus::Archive),
        tags: Patch::Null,
        familyMembers: Patch::Null,
        addresses: Patch::Null,
        phones: Patch::Null,
        emails: Patch::Null,
        ..ContactInput::default()
    };
    let is_into = |link: Option<i64>| link == Some(into_id);
    if takeover.changes("contact_external_id") {
        input.contact_external_id = Patch::Null;
    }
    if takeover.changes("profilePicture") {
        input.profilePicture = Patch::Null;
    }
    if takeover.changes("contact_referred_by_id") || is_into(from.contact_referred_by_id) {
        input.contact_referred_by_id = Patch::Null;
    }
    if takeover.changes("contact_org_id") || is_into(from.contact_org_id) {
        input.contact_org_id = Patch::Null;
    }
    service::change::<Contact>(tx, context, &from, input, Problems::default()).await.map(drop)
}

#[cfg(test)]
mod tests;
