//! Members who leave their household, and those who take another one's place in it.

use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{contacts, households};
use shared::values::choices::MemberRole;

use super::members::{self, MemberInput};
use super::{Household, HouseholdInput};
use crate::error::AppError;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, service};
use crate::resources::contacts::joint_names;

/// The name of a household whose members have no names, or one of whose members was erased.
const NAMELESS: &str = "Household";

/// Takes a contact out of its household, if it has one. The household stays, and so do the gifts.
pub async fn move_out(
    tx: &Transaction,
    context: &Context,
    contact: &contacts::Model,
) -> Result<(), AppError> {
    match contact.household_id {
        Some(_) => members::put(tx, context, &[contact.id], None).await,
        None => Ok(()),
    }
}

/// Gives the place of a contact in its household to another one, who has none, or else takes the contact out of it. Returns
/// whether either has changed.
pub async fn pass_on(
    tx: &Transaction,
    context: &Context,
    from: &contacts::Model,
    into: &contacts::Model,
) -> Result<bool, AppError> {
    let Some(household_id) = from.household_id else { return Ok(false) };
    move_out(tx, context, from).await?;
    if into.household_id.is_none() {
        let place = (household_id, from.member_role.unwrap_or_default());
        members::put(tx, context, &[into.id], Some(place)).await?;
    }
    Ok(true)
}

/// Puts a contact into the household of another one, or both into a new one. Returns the household.
///
/// # Errors
/// [`AppError::Invalid`] if there is no such other contact, or one of them cannot be a member.
pub async fn join(
    tx: &Transaction,
    context: &Context,
    (id, role): (i64, MemberRole),
    with_id: i64,
) -> Result<i64, AppError> {
    let contacts = context.caller.account.find::<contacts::Entity>();
    let contacts = contacts.filter(contacts::Column::Id.is_in([id, with_id]));
    // In the order of their ids, as every change of members locks them.
    let both = contacts.order_by_asc(contacts::Column::Id).lock_exclusive().all(tx).await?;
    let of = |id: i64| both.iter().find(|contact| contact.id == id);
    let (Some(contact), Some(with)) = (of(id), of(with_id)) else {
        let mut problems = Problems::default();
        problems.add_unknown_id("contact_id", "contact");
        return Err(AppError::Invalid(problems));
    };
    let member = |contact_id: i64, role: MemberRole| MemberInput {
        contact_id: Patch::Value(contact_id),
        member_role: Patch::Value(role),
        ..MemberInput::default()
    };
    if let Some(household_id) = with.household_id {
        let stored = members::of(tx, context.caller.account, [household_id].into_iter()).await?;
        let stored = stored.into_values().flatten().map(|one| (one.id, one.member_role.unwrap_or_default()));
        let all = stored.chain([(id, role)]).map(|(id, role)| member(id, role)).collect();
        let input = HouseholdInput { members: Patch::Value(all), ..HouseholdInput::default() };
        let any = (household_id, &Preconditions::default());
        service::update::<Household>(tx, context, any, input, Problems::default()).await?;
        return Ok(household_id);
    }
    let other = if role == MemberRole::Head { MemberRole::Partner } else { MemberRole::Head };
    let (_, name) = joint_names(&[with, contact]);
    let input = HouseholdInput {
        household_name: Patch::Value(name.unwrap_or_else(|| NAMELESS.to_owned())),
        members: Patch::Value(vec![member(with_id, other), member(id, role)]),
        ..HouseholdInput::default()
    };
    Ok(service::create::<Household>(tx, context, input, Problems::default()).await?.0)
}

/// Takes an erased contact out of its household, and erases the names of the household, which may name the person.
pub async fn erase(tx: &Transaction, context: &Context, contact: &contacts::Model) -> Result<(), AppError> {
    let Some(household_id) = contact.household_id else { return Ok(()) };
    move_out(tx, context, contact).await?;
    let others = context.caller.account.find::<contacts::Entity>();
    let others = others.filter(contacts::Column::HouseholdId.eq(household_id)).count(tx).await?;
    if others == 0 {
        let empty = context.caller.account.delete::<households::Entity>();
        empty.filter(households::Column::Id.eq(household_id)).exec(tx).await?;
        return Ok(());
    }
    let input = HouseholdInput {
        household_name: Patch::Value(NAMELESS.to_owned()),
        household_salutation: Patch::Null,
        household_envelope_name: Patch::Null,
        household_external_id: Patch::Null,
        ..HouseholdInput::default()
    };
    let any = (household_id, &Preconditions::default());
    service::update::<Household>(tx, context, any, input, Problems::default()).await.map(drop)
}
