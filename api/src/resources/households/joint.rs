//! What counts by household: the members of a joint household are one donor.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::sea_query::{CaseStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use shared::entities::{AccountScope, contacts, households};
use shared::values::choices::{Choice, ContactStatus, Locale, MemberRole};

use super::members;
use crate::error::AppError;
use crate::locale::LetterLocales;

/// Selects the members of the joint households of an account.
pub(in crate::resources) fn members_of(account: AccountScope) -> Select<contacts::Entity> {
    let joint = account.find::<households::Entity>().filter(households::Column::HouseholdJoint.eq(true));
    let joint = joint.select_only().column(households::Column::Id).into_query();
    account.find::<contacts::Entity>().filter(contacts::Column::HouseholdId.in_subquery(joint))
}

/// Returns the condition for members for whom letters are meant: those who live and are not archived.
fn is_written_to() -> Condition {
    use contacts::Column as C;
    Condition::all().add(C::ContactDeceasedOn.is_null()).add(C::ContactStatus.ne(ContactStatus::Archive))
}

/// Reads the members of joint households that fulfil conditions, each with its household: those first for whom letters are
/// meant, and of them by role.
pub(in crate::resources) async fn ordered(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    conditions: Condition,
) -> Result<Vec<(i64, i64)>, AppError> {
    use contacts::Column as C;
    let is_last: SimpleExpr = CaseStatement::new().case(is_written_to(), 0).finally(1).into();
    let roles = MemberRole::ALL.iter().zip(0..);
    let rank: SimpleExpr = roles
        .fold(CaseStatement::new(), |rank, (role, place)| rank.case(C::MemberRole.eq(*role), place))
        .into();
    let members = members_of(account).filter(conditions).order_by_asc(is_last);
    let members = members.order_by_asc(rank).order_by_asc(C::Id);
    let members = members.select_only().columns([C::HouseholdId, C::Id]);
    Ok(members.into_tuple().all(connection).await?)
}

/// Returns those of these members for whom another one of them stands, if only those among some ids are listed, or all.
pub(in crate::resources) fn stood_for(members: &[(i64, i64)], among: Option<&[i64]>) -> Vec<i64> {
    let mut seen = HashSet::new();
    let listed = members.iter().filter(|(_, id)| among.is_none_or(|among| among.binary_search(id).is_ok()));
    listed.filter(|(household_id, _)| !seen.insert(*household_id)).map(|(_, id)| *id).collect()
}

/// Returns the members of each joint household of an account that has several, the one first who stands for all.
pub async fn members(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Vec<Vec<i64>>, AppError> {
    Ok(of_several(&ordered(connection, account, Condition::all()).await?))
}

/// Returns the members of each household that has several.
pub(in crate::resources) fn of_several(members: &[(i64, i64)]) -> Vec<Vec<i64>> {
    grouped(members).into_values().filter(|members| members.len() > 1).collect()
}

/// Returns the members of those among these households that are joint, by household.
pub async fn members_by_household(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, Vec<i64>>, AppError> {
    let ids: BTreeSet<_> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let these = Condition::all().add(contacts::Column::HouseholdId.is_in(ids));
    Ok(grouped(&ordered(connection, account, these).await?))
}

fn grouped(members: &[(i64, i64)]) -> HashMap<i64, Vec<i64>> {
    let mut by_household: HashMap<i64, Vec<i64>> = HashMap::new();
    for (household_id, id) in members {
        by_household.entry(*household_id).or_default().push(*id);
    }
    by_household
}

/// Returns the contacts who share a statement with a contact: the members of its joint household, the one first who stands
/// for all, or itself alone.
pub async fn sharing(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact: &contacts::Model,
) -> Result<Vec<i64>, AppError> {
    let Some(household_id) = contact.household_id else { return Ok(vec![contact.id]) };
    let members = Condition::all().add(contacts::Column::HouseholdId.eq(household_id));
    let members = ordered(connection, account, members).await?;
    let ids: Vec<_> = members.into_iter().map(|(_, id)| id).collect();
    Ok(if ids.is_empty() { vec![contact.id] } else { ids })
}

/// Returns the names of these households, joint or not.
pub async fn names(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, String>, AppError> {
    use households::Column as H;
    let ids: BTreeSet<_> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let named = account.find::<households::Entity>().filter(H::Id.is_in(ids)).select_only();
    let named = named.columns([H::Id, H::HouseholdName]).into_tuple::<(i64, String)>();
    Ok(named.all(connection).await?.into_iter().collect())
}

/// Returns the salutation and the name on envelopes of those among these households that are joint, each in the language of a
/// letter to it.
pub async fn addressed<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
    letters: &LetterLocales,
) -> Result<HashMap<i64, [Option<String>; 2]>, AppError> {
    let locale_of = |members: &[contacts::Model]| members::locale_of(members, letters);
    let addressed = addressed_in(connection, account, ids, locale_of).await?;
    Ok(addressed.into_iter().map(|(id, (_, names))| (id, names)).collect())
}

/// Returns the same in the locale that `locale_of` chooses by the members of a household, with that locale.
pub async fn addressed_in<C: ConnectionTrait>(
    connection: &C,
    account: AccountScope,
    ids: impl Iterator<Item = i64>,
    locale_of: impl Fn(&[contacts::Model]) -> Locale,
) -> Result<HashMap<i64, (Locale, [Option<String>; 2])>, AppError> {
    let ids: BTreeSet<_> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let joint = households::Column::HouseholdJoint.eq(true);
    let joint = account.find::<households::Entity>().filter(joint);
    let joint = joint.filter(households::Column::Id.is_in(ids)).all(connection).await?;
    let members = members::of(connection, account, joint.iter().map(|household| household.id)).await?;
    let names = |household: households::Model| {
        let members = members.get(&household.id).map_or(&[][..], Vec::as_slice);
        let locale = locale_of(members);
        (household.id, (locale, members::addressed(&household, members, locale)))
    };
    Ok(joint.into_iter().map(names).collect())
}
