//! The members of households. A contact is a member of at most one.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, contacts, households};
use shared::values::choices::{ContactStatus, Locale, MemberRole};

use crate::error::AppError;
use crate::fields::problem::Fault;
use crate::fields::types::{Id, Nullable, OneOf, Text};
use crate::fields::{Patch, Problems};
use crate::http::csv::{ItemColumn, Items, MemberColumns};
use crate::locale::LetterLocales;
use crate::records::Context;
use crate::records::bulk::Locked;
use crate::records::importable::{ExternalId, ids_by};
use crate::resources::contacts::{Contact, joint_names};
use crate::{body, object};

/// The members of households, by household.
type ByHousehold = HashMap<i64, Vec<contacts::Model>>;

/// The most members of a household.
const MEMBERS_MAX: usize = 50;

object! {
    /// A member of a household.
    HouseholdMember {
        /// The contact
        contact_id: Id;
        /// The contact's id in another system
        contact_external_id: Nullable<Text<100>>;
        /// What the contact is in the household
        member_role: OneOf<MemberRole>;
    }
}

body! {
    /// A member of a household in a body.
    MemberInput as "HouseholdMemberCreate" or "HouseholdMemberUpdate" {
        /// The contact, who must be a person
        contact_id: Id { label: "Contact", hint: "Part of the name is enough", example: 1 };
        /// The contact's id in another system, instead of `contact_id`; where both are given, it decides
        contact_external_id: ExternalId { example: "crm-1" };
        /// What the contact is in the household; by default other
        member_role: OneOf<MemberRole> { label: "Role", no_hint, example: "head" };
    }
}

impl HouseholdMember {
    pub(super) fn of(contact: &contacts::Model) -> Self {
        Self {
            contact_id: contact.id,
            contact_external_id: contact.contact_external_id.clone(),
            member_role: contact.member_role.unwrap_or_default(),
        }
    }
}

const fn all(column: &'static str, field: &'static str) -> ItemColumn {
    ItemColumn { column, field, items: Items::All }
}

/// The columns of the members in a file.
pub(super) const IN_FILE: MemberColumns = MemberColumns {
    member: "members",
    primary: None,
    columns: &[
        all("member_ids", "contact_id"),
        all("member_external_ids", "contact_external_id"),
        all("member_roles", "member_role"),
    ],
};

/// The same columns in a file for people.
pub(super) const FOR_PEOPLE: MemberColumns = MemberColumns {
    columns: &[
        all("Members: Numbers", "contact_id"),
        all("Members: External ids", "contact_external_id"),
        all("Members: Roles", "member_role"),
    ],
    ..IN_FILE
};

/// Reads the members of households: the head first, then partners, children and others, each in the order of their ids.
pub(super) async fn of(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
) -> Result<ByHousehold, AppError> {
    let members = account.find::<contacts::Entity>().filter(contacts::Column::HouseholdId.is_in(ids));
    let mut by_household = ByHousehold::new();
    for contact in members.order_by_asc(contacts::Column::Id).all(connection).await? {
        if let Some(id) = contact.household_id {
            by_household.entry(id).or_default().push(contact);
        }
    }
    // The sort keeps the order of equal ones.
    for members in by_household.values_mut() {
        members.sort_by_key(|member| member.member_role.unwrap_or_default() as u8);
    }
    Ok(by_household)
}

/// Returns the salutation and the name on envelopes of a household: its own, or those made from the names of the heads and
/// partners for whom letters are meant, or else of all such members: those who live and are not archived.
pub(super) fn addressed(
    household: &households::Model,
    members: &[contacts::Model],
    locale: Locale,
) -> [Option<String>; 2] {
    let (salutation, envelope_name) = joint_names(&addressees(members), locale);
    [
        household.household_salutation.clone().or(salutation),
        household.household_envelope_name.clone().or(envelope_name),
    ]
}

/// Returns the heads and partners for whom letters are meant, or else all such members.
fn addressees(members: &[contacts::Model]) -> Vec<&contacts::Model> {
    let is_adult = |member: &&contacts::Model| {
        matches!(member.member_role, Some(MemberRole::Head | MemberRole::Partner))
    };
    let adults: Vec<_> = written_to(members).filter(is_adult).collect();
    if adults.is_empty() { written_to(members).collect() } else { adults }
}

/// Returns the name of a household that is made from those to whom its letters go. One alone has no title in it.
pub(super) fn made_name(members: &[contacts::Model], locale: Locale) -> Option<String> {
    match addressees(members).as_slice() {
        [one] => {
            let names = [&one.contact_fname, &one.contact_lname].into_iter().flatten();
            let names: Vec<_> = names.map(String::as_str).collect();
            (!names.is_empty()).then(|| names.join(" "))
        }
        several => joint_names(several, locale).1,
    }
}

/// Returns the language of a letter to a household: that of the first member with one for whom letters are meant.
pub(super) fn locale_of(members: &[contacts::Model], letters: &LetterLocales) -> Locale {
    let mut languages = written_to(members).map(|member| member.contact_language.as_deref());
    letters.of(languages.find(Option::is_some).flatten())
}

/// Returns the members for whom letters are meant: those who live and are not archived.
pub(super) fn written_to(members: &[contacts::Model]) -> impl Iterator<Item = &contacts::Model> {
    members.iter().filter(|member| {
        member.contact_deceased_on.is_none() && member.contact_status != ContactStatus::Archive
    })
}

/// The members that a household is to have.
pub struct Members {
    /// Those that it has, in the order of their ids.
    before: BTreeMap<i64, Option<MemberRole>>,
    after: BTreeMap<i64, MemberRole>,
}

impl Members {
    /// Makes the plan for a body. Locks the contacts, and adds the faults of the body to the problems.
    pub(super) async fn plan(
        tx: &Transaction,
        context: &Context,
        sent: Patch<Vec<MemberInput>>,
        household_id: Option<i64>,
        problems: &mut Problems,
    ) -> Result<Option<Self>, AppError> {
        use contacts::Column as C;
        let sent = match sent {
            Patch::Absent => return Ok(None),
            Patch::Null => Vec::new(),
            Patch::Value(sent) => sent,
        };
        if sent.len() > MEMBERS_MAX {
            problems.add("members", format_args!("must not have more than {MEMBERS_MAX} members"));
            return Ok(None);
        }
        let account = context.caller.account;
        let wanted = resolved(tx, account, sent, problems).await?;
        let mut ids: Vec<_> = wanted.iter().map(|(_, id, _)| *id).collect();
        if let Some(household_id) = household_id {
            let members = account.find::<contacts::Entity>().filter(C::HouseholdId.eq(household_id));
            ids.extend(members.select_only().column(C::Id).into_tuple::<i64>().all(tx).await?);
        }
        // Locked in the order of their ids, so that two changes cannot deadlock.
        let contacts = account.find::<contacts::Entity>().filter(C::Id.is_in(ids)).order_by_asc(C::Id);
        let contacts: BTreeMap<_, _> = contacts
            .lock_exclusive()
            .all(tx)
            .await?
            .into_iter()
            .map(|contact| (contact.id, contact))
            .collect();
        let mut after = BTreeMap::new();
        for (i, id, role) in wanted {
            let field = format!("members[{i}].contact_id");
            match contacts.get(&id) {
                None => problems.add_unknown_id(&field, "contact"),
                Some(contact) if contact.contact_is_org => problems.add(&field, "must be a person"),
                Some(contact) if contact.household_id.is_some_and(|of| Some(of) != household_id) => {
                    let of = contact.household_id.unwrap_or_default();
                    problems.add(
                        &field,
                        format_args!("must be of no other household: take it out of household {of} first"),
                    );
                }
                Some(_) if after.insert(id, role).is_some() => problems.add(&field, "is given twice"),
                Some(_) => {}
            }
        }
        if after.values().filter(|role| **role == MemberRole::Head).count() > 1 {
            problems.add("members", "must not have more than one head");
        }
        let is_member =
            |contact: &&contacts::Model| household_id.is_some() && contact.household_id == household_id;
        let before =
            contacts.values().filter(is_member).map(|contact| (contact.id, contact.member_role)).collect();
        Ok(Some(Self { before, after }))
    }

    /// Writes the members who change, each with an event of the contact.
    pub(super) async fn write(
        self,
        tx: &Transaction,
        context: &Context,
        household_id: i64,
    ) -> Result<(), AppError> {
        let mut changes: HashMap<Option<MemberRole>, Vec<i64>> = HashMap::new();
        let gone = self.before.keys().filter(|id| !self.after.contains_key(id)).map(|id| (*id, None));
        let new = self.after.iter().filter(|(id, role)| self.before.get(id) != Some(&Some(**role)));
        for (id, role) in gone.chain(new.map(|(id, role)| (*id, Some(*role)))) {
            changes.entry(role).or_default().push(id);
        }
        for (role, ids) in changes {
            put(tx, context, &ids, role.map(|role| (household_id, role))).await?;
        }
        Ok(())
    }
}

/// Puts contacts into a household, or into none, each with its event.
pub(super) async fn put(
    tx: &Transaction,
    context: &Context,
    ids: &[i64],
    place: Option<(i64, MemberRole)>,
) -> Result<(), AppError> {
    use contacts::Column as C;
    let (household_id, role) = place.unzip();
    let values = [(C::HouseholdId, household_id.into()), (C::MemberRole, role.into())];
    Locked::<Contact>::new(tx, context, ids).await?.noted(tx).await?.change(tx, values).await
}

/// Returns the members of a body: their places in it, ids and roles.
async fn resolved(
    tx: &Transaction,
    account: AccountScope,
    sent: Vec<MemberInput>,
    problems: &mut Problems,
) -> Result<Vec<(usize, i64, MemberRole)>, AppError> {
    let external_ids: Vec<_> =
        sent.iter().filter_map(|member| member.contact_external_id.value().cloned()).collect();
    let known = if external_ids.is_empty() {
        HashMap::new()
    } else {
        let select = ids_by::<contacts::Entity>(account, contacts::Column::ContactExternalId, external_ids);
        select.all(tx).await?.into_iter().collect()
    };
    let mut members = Vec::with_capacity(sent.len());
    for (i, member) in sent.into_iter().enumerate() {
        let role = member.member_role.value().copied().unwrap_or_default();
        match (member.contact_external_id.value(), member.contact_id.value()) {
            (Some(external_id), _) => match known.get(external_id) {
                Some(id) => members.push((i, *id, role)),
                None => problems.add_as(
                    Fault::UnknownLink,
                    &format!("members[{i}].contact_external_id"),
                    "must be the external id of a contact of this account",
                ),
            },
            (None, Some(id)) => members.push((i, *id, role)),
            (None, None) => problems.add(&format!("members[{i}].contact_id"), "is required"),
        }
    }
    Ok(members)
}
