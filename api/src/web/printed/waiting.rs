//! The gifts that wait for a thank-you: those for which a letter can go out in some way, and the others.

use std::collections::HashSet;

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, SelectStatement};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};
use shared::entities::{
    AccountScope, contact_addresses, contact_emails, contacts, gifts, households, thanked_gifts,
};
use shared::values::choices::{ContactStatus, GiftStatus};

use crate::error::AppError;
use crate::resources::contacts::takes_letters;
use crate::resources::letters::Way;

/// The amount of a gift with its corrections. The text is the same for both databases.
const IS_NOT_TAKEN_BACK: &str = "gifts.gift_amount_minor + COALESCE((SELECT SUM(correction.gift_amount_minor) \
     FROM gifts correction WHERE correction.account_id = gifts.account_id \
     AND correction.gift_adjusts_id = gifts.id AND correction.gift_status = 'received'), 0) > 0";

/// The gifts of some days that nobody has thanked for, and the way in which that is to be done.
pub(super) struct Waiting {
    pub(super) account: AccountScope,
    pub(super) days: (NaiveDate, NaiveDate),
    pub(super) way: Way,
}

impl Waiting {
    fn all(&self) -> Select<gifts::Entity> {
        use gifts::Column as G;
        let gifts = self.account.find::<gifts::Entity>().filter(G::GiftStatus.eq(GiftStatus::Received));
        gifts.filter(G::GiftThankedOn.is_null()).filter(G::GiftDate.between(self.days.0, self.days.1))
    }

    /// Reads the oldest gifts that can be thanked for, as far as a query can tell.
    pub(super) async fn printable(
        &self,
        connection: &impl ConnectionTrait,
        limit: u64,
    ) -> Result<Vec<gifts::Model>, AppError> {
        use gifts::Column as G;
        let gifts = self.all().filter(self.is_printable()).order_by_asc(G::GiftDate).order_by_asc(G::Id);
        Ok(gifts.limit(limit).all(connection).await?)
    }

    /// Reads the oldest of the other gifts, and how many more there are.
    pub(super) async fn others(
        &self,
        connection: &impl ConnectionTrait,
        limit: u64,
    ) -> Result<(Vec<gifts::Model>, usize), AppError> {
        use gifts::Column as G;
        let printable = self.all().filter(self.is_printable()).select_only().column(G::Id).into_query();
        let others = self.all().filter(G::Id.not_in_subquery(printable));
        let count = others.clone().count(connection).await?;
        let gifts = others.order_by_asc(G::GiftDate).order_by_asc(G::Id).limit(limit).all(connection).await?;
        let more = usize::try_from(count).unwrap_or(usize::MAX).saturating_sub(gifts.len());
        Ok((gifts, more))
    }

    fn is_printable(&self) -> Condition {
        use gifts::Column as G;
        let thanked = self.account.find::<thanked_gifts::Entity>();
        let thanked = thanked.select_only().column(thanked_gifts::Column::GiftId).into_query();
        Condition::all()
            .add(G::ContactId.in_subquery(self.receivers()))
            .add(G::GiftAmountMinor.gt(0))
            .add(G::GiftAdjustsId.is_null())
            .add(G::Id.not_in_subquery(thanked))
            .add(Expr::cust(IS_NOT_TAKEN_BACK))
    }

    /// Selects the contacts whose gifts somebody can be thanked for in this way: themselves, or the joint household.
    fn receivers(&self) -> SelectStatement {
        use contacts::Column as C;
        let account = self.account;
        let reached = match self.way {
            Way::Post => {
                let with_address = account.find::<contact_addresses::Entity>().filter(takes_letters());
                let with_address = with_address.select_only();
                let with_address = with_address.column(contact_addresses::Column::ContactId).into_query();
                let has_address = Condition::all().add(C::Id.in_subquery(with_address));
                reached(account, &has_address, Some(wants_no_mail()))
            }
            Way::Email => reached(account, &is_emailed(account), None),
            Way::Hand => {
                let by_post = Self { way: Way::Post, ..*self }.receivers();
                let lives = reached(account, &Condition::all(), None);
                Condition::all().add(C::Id.not_in_subquery(by_post)).add(lives)
            }
        };
        let receivers = account.find::<contacts::Entity>().filter(reached);
        receivers.select_only().column(C::Id).into_query()
    }
}

/// Returns the contacts for whose gifts nobody can be thanked in writing, whatever is found out about them: those who
/// have died or are archived, and those who want no mail and are not reached by email. Of a joint household, one who can
/// be thanked is enough.
pub(in crate::web) async fn not_thanked(
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<HashSet<i64>, AppError> {
    let by_post = reached(account, &Condition::all(), Some(wants_no_mail()));
    let by_email = reached(account, &is_emailed(account), None);
    let is_thanked = Condition::any().add(by_post).add(by_email);
    // Whoever is none of these can be thanked by post. To ask so first spares most contacts of a large account the rest.
    let perhaps = Condition::any().add(is_written_to().not()).add(wants_no_mail());
    let others =
        account.find::<contacts::Entity>().filter(perhaps.add(contacts::Column::HouseholdId.is_not_null()));
    let others = others.filter(is_thanked.not()).select_only().column(contacts::Column::Id);
    let ids: Vec<i64> = others.into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// Returns the gifts without a thank-you since a day for which nobody is thanked, whoever gave them: corrections, and those that
/// corrections have brought to nothing.
pub(in crate::web) async fn no_gifts(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    from: NaiveDate,
) -> Result<HashSet<i64>, AppError> {
    use gifts::Column as G;
    let corrected = account.find::<gifts::Entity>().filter(G::GiftAdjustsId.is_not_null());
    let corrected = corrected.select_only().column(G::GiftAdjustsId).into_query();
    let is_taken_back = Condition::all().add(Expr::cust(IS_NOT_TAKEN_BACK)).not();
    let is_taken_back = Condition::all().add(G::Id.in_subquery(corrected)).add(is_taken_back);
    let gifts = account.find::<gifts::Entity>().filter(G::GiftStatus.eq(GiftStatus::Received));
    let gifts = gifts.filter(G::GiftThankedOn.is_null()).filter(G::GiftDate.gte(from));
    let gifts = gifts.filter(Condition::any().add(G::GiftAdjustsId.is_not_null()).add(is_taken_back));
    let ids: Vec<i64> = gifts.select_only().column(G::Id).into_tuple().all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// Returns the condition for contacts who live and are reached, and for the members of a joint household with such a
/// member, unless one of those who live wants none.
fn reached(account: AccountScope, is_reached: &Condition, wants_none: Option<Condition>) -> Condition {
    use contacts::Column as C;
    let joint = account.find::<households::Entity>().filter(households::Column::HouseholdJoint.eq(true));
    let joint = joint.select_only().column(households::Column::Id).into_query();
    let members = account.find::<contacts::Entity>();
    let members = members.filter(C::HouseholdId.in_subquery(joint.clone())).filter(is_written_to());
    let households =
        |which: Condition| members.clone().filter(which).select_only().column(C::HouseholdId).into_query();
    let is_alone = Condition::any().add(C::HouseholdId.is_null()).add(C::HouseholdId.not_in_subquery(joint));
    let mut alone = is_written_to().add(is_alone).add(is_reached.clone());
    // Said of nobody without a household, so that the condition can be turned around.
    let mut together = Condition::all().add(C::HouseholdId.is_not_null());
    together = together.add(C::HouseholdId.in_subquery(households(is_reached.clone())));
    if let Some(wants_none) = wants_none {
        alone = alone.add(wants_none.clone().not());
        together = together.add(C::HouseholdId.not_in_subquery(households(wants_none)));
    }
    Condition::any().add(alone).add(together)
}

fn is_written_to() -> Condition {
    use contacts::Column as C;
    Condition::all().add(C::ContactDeceasedOn.is_null()).add(C::ContactStatus.ne(ContactStatus::Archive))
}

fn wants_no_mail() -> Condition {
    Condition::all().add(contacts::Column::ContactDoNotMail.eq(true))
}

/// Returns the condition for contacts who have an email address and do not mind email.
fn is_emailed(account: AccountScope) -> Condition {
    use contacts::Column as C;
    let with_email = account.find::<contact_emails::Entity>().select_only();
    let with_email = with_email.column(contact_emails::Column::ContactId).into_query();
    Condition::all().add(C::Id.in_subquery(with_email)).add(C::ContactDoNotEmail.eq(false))
}
