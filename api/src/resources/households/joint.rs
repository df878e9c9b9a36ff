//! What counts by household: the members of a joint household are one donor.

use std::collections::{BTreeSet, HashMap};

use sea_orm::sea_query::{
    CaseStatement, Expr, ExprTrait, Func, Order, Query, SelectStatement, SimpleExpr, WindowStatement,
};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use shared::entities::{AccountScope, contacts, households};
use shared::values::choices::{ContactStatus, MemberRole};

use super::Household;
use crate::error::AppError;
use crate::records::{Context, Resource};

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

/// Returns the place of a role among the members, as SQL.
fn rank() -> SimpleExpr {
    let role = |role: MemberRole| contacts::Column::MemberRole.eq(role);
    let rank = CaseStatement::new().case(role(MemberRole::Head), 0).case(role(MemberRole::Partner), 1);
    rank.case(role(MemberRole::Child), 2).finally(3).into()
}

/// Selects the ids of those members of joint households for whom another one stands: the first of them.
pub(in crate::resources) fn stood_for(account: AccountScope) -> SelectStatement {
    use contacts::Column as C;
    let mut members = members_of(account).filter(is_written_to()).select_only().column(C::Id).into_query();
    let place = WindowStatement::partition_by(C::HouseholdId)
        .order_by_expr(rank(), Order::Asc)
        .order_by(C::Id, Order::Asc)
        .take();
    members.expr_window_as(Func::cust("ROW_NUMBER"), place, "place");
    let mut others = Query::select();
    others.column("id").from_subquery(members, "members").and_where(Expr::col("place").gt(1));
    others
}

/// Returns the members of each joint household of an account, the one first who stands for all.
pub(in crate::resources) async fn members(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<Vec<Vec<i64>>, AppError> {
    use contacts::Column as C;
    let is_last: SimpleExpr = CaseStatement::new().case(is_written_to(), 0).finally(1).into();
    let members = members_of(account)
        .order_by_asc(is_last)
        .order_by_asc(rank())
        .order_by_asc(C::Id)
        .select_only()
        .columns([C::HouseholdId, C::Id]);
    let mut by_household: HashMap<i64, Vec<i64>> = HashMap::new();
    for (household_id, id) in members.into_tuple::<(i64, i64)>().all(connection).await? {
        by_household.entry(household_id).or_default().push(id);
    }
    Ok(by_household.into_values().filter(|members| members.len() > 1).collect())
}

/// Returns the contacts who share a statement with a contact: the members of its joint household, or itself alone.
pub async fn sharing(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact: &contacts::Model,
) -> Result<Vec<i64>, AppError> {
    let Some(household_id) = contact.household_id else { return Ok(vec![contact.id]) };
    let members = members_of(account).filter(contacts::Column::HouseholdId.eq(household_id));
    let ids: Vec<i64> =
        members.select_only().column(contacts::Column::Id).into_tuple().all(connection).await?;
    Ok(if ids.is_empty() { vec![contact.id] } else { ids })
}

/// Returns the salutation and the name on envelopes of those among these households that are joint.
pub async fn addressed<C: ConnectionTrait>(
    connection: &C,
    context: &Context,
    ids: impl Iterator<Item = i64>,
) -> Result<HashMap<i64, [Option<String>; 2]>, AppError> {
    let ids: BTreeSet<_> = ids.collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let joint = households::Column::HouseholdJoint.eq(true);
    let joint = context.caller.account.find::<households::Entity>().filter(joint);
    let joint = joint.filter(households::Column::Id.is_in(ids)).all(connection).await?;
    let names = |one: Household| (one.model.id, [one.addressed_salutation, one.addressed_envelope_name]);
    Ok(Household::load(connection, context, joint).await?.into_iter().map(names).collect())
}
