//! Contacts who join a household, leave it, or take another one's place in it.
//!
//! Every change of members locks the households first, and then the contacts, each in the order of their ids.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use shared::Transaction;
use shared::entities::{contacts, households};
use shared::values::choices::{Choice, Locale, MemberRole};

use super::members::{self, MemberInput};
use super::{Household, HouseholdInput};
use crate::error::AppError;
use crate::events::revision::note_quiet_change;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, service};
use crate::resources::contacts::joint_names;

/// The name of a household whose members have no names or too long ones, or one of whose members was erased.
const NAMELESS: &str = "Household";
/// The most characters of a name of a household.
const NAME_MAX: usize = 200;

/// Locks the households of contacts.
pub async fn lock(tx: &Transaction, context: &Context, contact_ids: &[i64]) -> Result<(), AppError> {
    let account = context.caller.account;
    let members = account.find::<contacts::Entity>();
    let members = members.filter(contacts::Column::Id.is_in(contact_ids.iter().copied())).select_only();
    let theirs = members.column(contacts::Column::HouseholdId).into_query();
    let households = account.find::<households::Entity>().filter(households::Column::Id.in_subquery(theirs));
    let households = households.order_by_asc(households::Column::Id).lock_exclusive();
    households.select_only().column(households::Column::Id).into_tuple::<i64>().all(tx).await?;
    Ok(())
}

/// Takes a contact out of its household, unless it has left that since it was read. The household stays, and so do the
/// gifts. Returns whether it has left.
async fn move_out(tx: &Transaction, context: &Context, contact: &contacts::Model) -> Result<bool, AppError> {
    let Some(household_id) = contact.household_id else { return Ok(false) };
    lock(tx, context, &[contact.id]).await?;
    let now = context.caller.account.find_id::<contacts::Entity>(contact.id).lock_exclusive().one(tx).await?;
    if now.and_then(|now| now.household_id) != Some(household_id) {
        return Ok(false);
    }
    members::put(tx, context, &[contact.id], None).await?;
    touch(tx, context, household_id).await?;
    Ok(true)
}

/// Gives the place of a contact in its household to another one, who has none, or else takes the contact out of it. Both are
/// locked. Returns whether either has changed.
pub async fn pass_on(
    tx: &Transaction,
    context: &Context,
    from: &contacts::Model,
    into: &contacts::Model,
) -> Result<bool, AppError> {
    let Some(household_id) = from.household_id else { return Ok(false) };
    members::put(tx, context, &[from.id], None).await?;
    if into.household_id.is_none() {
        let place = (household_id, from.member_role.unwrap_or_default());
        members::put(tx, context, &[into.id], Some(place)).await?;
    }
    touch(tx, context, household_id).await?;
    Ok(true)
}

/// Raises the version of a household whose members have changed, so that whoever has read it before is told.
async fn touch(tx: &Transaction, context: &Context, household_id: i64) -> Result<(), AppError> {
    use households::Column as H;
    let household = context.caller.account.update::<households::Entity>().filter(H::Id.eq(household_id));
    let next = Expr::col(H::UpdatedAtMs).add(1);
    let later = Expr::case(Expr::col(H::UpdatedAtMs).gte(context.now_ms), next).finally(context.now_ms);
    household.col_expr(H::UpdatedAtMs, later.into()).exec(tx).await?;
    Ok(note_quiet_change(tx, context.caller.account).await?)
}

/// Puts a contact into the household of another one, or both into a new one. Returns the household. A name that was made from
/// the members is made anew, unless it would be too long; one that somebody typed stays.
///
/// # Errors
/// [`AppError::Invalid`] if there is no such other contact, or one of them cannot be a member.
pub async fn join(
    tx: &Transaction,
    context: &Context,
    (id, role): (i64, MemberRole),
    with_id: i64,
) -> Result<i64, AppError> {
    lock(tx, context, &[id, with_id]).await?;
    let contacts = context.caller.account.find::<contacts::Entity>();
    let contacts = contacts.filter(contacts::Column::Id.is_in([id, with_id]));
    let both = contacts.order_by_asc(contacts::Column::Id).lock_exclusive().all(tx).await?;
    let of = |id: i64| both.iter().find(|contact| contact.id == id);
    let mut problems = Problems::default();
    let (Some(contact), Some(with)) = (of(id), of(with_id)) else {
        problems.add_unknown_id("contact_id", "contact");
        return Err(AppError::Invalid(problems));
    };
    if contact.contact_is_org || with.contact_is_org {
        problems.add("contact_id", "must be a person");
    }
    if contact.household_id.is_some() {
        problems.add("contact_id", "must wait until this contact has moved out of its household");
    }
    problems.check()?;
    let member = |contact_id: i64, role: MemberRole| MemberInput {
        contact_id: Patch::Value(contact_id),
        member_role: Patch::Value(role),
        ..MemberInput::default()
    };
    if let Some(household_id) = with.household_id {
        let account = context.caller.account;
        let household = account.find_id::<households::Entity>(household_id).one(tx).await?;
        let household = household.ok_or(AppError::NotFound)?;
        let stored = members::of(tx, account, [household_id].into_iter()).await?;
        let mut all: Vec<_> = stored.into_values().flatten().collect();
        let is_made =
            |locale: &&Locale| members::made_name(&all, **locale).as_ref() == Some(&household.household_name);
        let made_in = Locale::ALL.iter().find(is_made).copied();
        all.push(contacts::Model { member_role: Some(role), ..contact.clone() });
        let made = made_in.and_then(|locale| members::made_name(&all, locale)).filter(|made| fits(made));
        let all = all.iter().map(|one| member(one.id, one.member_role.unwrap_or_default())).collect();
        let input = HouseholdInput {
            household_name: made.map_or(Patch::Absent, Patch::Value),
            members: Patch::Value(all),
            ..HouseholdInput::default()
        };
        let any = (household_id, &Preconditions::default());
        service::update::<Household>(tx, context, any, input, Problems::default()).await?;
        return Ok(household_id);
    }
    let other = if role == MemberRole::Head { MemberRole::Partner } else { MemberRole::Head };
    let (_, name) = joint_names(&[with, contact], Locale::En);
    let input = HouseholdInput {
        household_name: Patch::Value(name.filter(|made| fits(made)).unwrap_or_else(|| NAMELESS.to_owned())),
        members: Patch::Value(vec![member(with_id, other), member(id, role)]),
        ..HouseholdInput::default()
    };
    Ok(service::create::<Household>(tx, context, input, Problems::default()).await?.0)
}

/// Returns whether a name is short enough for a household.
fn fits(name: &str) -> bool {
    name.chars().count() <= NAME_MAX
}

/// Deletes a household that has no members any more.
pub(super) async fn dissolve(tx: &Transaction, context: &Context, household_id: i64) -> Result<(), AppError> {
    let empty = context.caller.account.delete::<households::Entity>();
    empty.filter(households::Column::Id.eq(household_id)).exec(tx).await?;
    Ok(())
}

/// Takes an erased contact out of its household, and erases the names of the household, which may name the person. Returns
/// whether it had one.
pub async fn erase(tx: &Transaction, context: &Context, contact: &contacts::Model) -> Result<bool, AppError> {
    let Some(household_id) = contact.household_id else { return Ok(false) };
    if !move_out(tx, context, contact).await? {
        return Ok(false);
    }
    let others = context.caller.account.find::<contacts::Entity>();
    let others = others.filter(contacts::Column::HouseholdId.eq(household_id)).count(tx).await?;
    if others == 0 {
        dissolve(tx, context, household_id).await?;
        return Ok(true);
    }
    let input = HouseholdInput {
        household_name: Patch::Value(NAMELESS.to_owned()),
        household_salutation: Patch::Null,
        household_envelope_name: Patch::Null,
        household_external_id: Patch::Null,
        ..HouseholdInput::default()
    };
    let any = (household_id, &Preconditions::default());
    service::update::<Household>(tx, context, any, input, Problems::default()).await?;
    Ok(true)
}
