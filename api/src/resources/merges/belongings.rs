//! The records that belong to a contact, and their way to another one: ordinary updates with their events.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use shared::Transaction;
use shared::entities::{AccountScope, Tenant, contacts, gift_soft_credits, gifts};
use shared::values::choices::ImportKind;

use crate::error::AppError;
use crate::records::bulk::{CHUNK, Locked};
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::gifts::Gift;
use crate::resources::kinds::{Kind, of_kind};

/// The most records that one merge moves. Each is an event, and other writers of a SQLite database wait meanwhile.
pub(super) const MOVED_MAX: usize = 10_000;

/// The ids of the records that belong to a contact.
pub(super) struct Belongings {
    /// Those of each kind whose records belong to contacts.
    pub(super) records: Vec<(ImportKind, Vec<i64>)>,
    /// Contacts that belong to it as their organisation.
    pub(super) people: Vec<i64>,
    /// Contacts whom it has referred.
    pub(super) referred: Vec<i64>,
    /// Gifts that it is credited with.
    pub(super) credited: Vec<i64>,
}

impl Belongings {
    /// Finds the records that belong to `from`. Links between the two contacts are not among them.
    pub(super) async fn find(
        connection: &impl ConnectionTrait,
        account: AccountScope,
        from: i64,
        into: i64,
    ) -> Result<Self, AppError> {
        use contacts::Column as C;
        use gift_soft_credits::Column as S;
        let others = |ids: Vec<i64>| ids.into_iter().filter(|id| ![from, into].contains(id)).collect();
        let credited = account.find::<gift_soft_credits::Entity>().filter(S::ContactId.eq(from));
        let credited = credited.order_by_asc(S::GiftId).select_only().column(S::GiftId);
        let mut records = Vec::new();
        for Kind { import, .. } in Kind::of_contacts() {
            records.push((*import, of_kind!(*import, R => owned::<R>(connection, account, from).await?)));
        }
        Ok(Self {
            records,
            people: others(linked::<contacts::Entity>(connection, account, C::ContactOrgId, from).await?),
            referred: others(
                linked::<contacts::Entity>(connection, account, C::ContactReferredById, from).await?,
            ),
            credited: credited.limit(MOVED_MAX as u64 + 1).into_tuple().all(connection).await?,
        })
    }

    /// Returns how many records would move.
    pub(super) fn count(&self) -> usize {
        let Self { records, people, referred, credited } = self;
        let others = [people, referred, credited];
        records.iter().map(|(_, ids)| ids).chain(others).map(Vec::len).sum()
    }

    /// Returns the ids of the records of a kind.
    pub(super) fn of(&self, kind: ImportKind) -> &[i64] {
        self.records.iter().find(|(one, _)| *one == kind).map_or(&[], |(_, ids)| ids)
    }

    /// Moves them to another contact.
    pub(super) async fn move_to(
        &self,
        tx: &Transaction,
        context: &Context,
        from: i64,
        into: i64,
    ) -> Result<(), AppError> {
        use contacts::Column as C;
        for (kind, ids) in &self.records {
            let credits = (*kind == ImportKind::Gifts).then_some((from, into));
            of_kind!(*kind, R => {
                let link = R::BELONGS.map(|belonging| (belonging.column, into));
                change::<R>(tx, context, ids, link, credits).await?;
            });
            if credits.is_some() {
                change::<Gift>(tx, context, &self.credited, None, credits).await?;
            }
        }
        change::<Contact>(tx, context, &self.people, Some((C::ContactOrgId, into)), None).await?;
        change::<Contact>(tx, context, &self.referred, Some((C::ContactReferredById, into)), None).await
    }
}

/// Returns the ids of a contact's own records of a kind.
async fn owned<R: Resource>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    contact_id: i64,
) -> Result<Vec<i64>, AppError> {
    match R::BELONGS {
        Some(belonging) => linked::<R::Entity>(connection, account, belonging.column, contact_id).await,
        None => Ok(Vec::new()),
    }
}

/// Returns the ids of the rows that link to a contact, but not many more than may be moved.
async fn linked<E: Tenant>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    column: E::Column,
    contact_id: i64,
) -> Result<Vec<i64>, AppError> {
    let rows = account.find::<E>().filter(column.eq(contact_id)).order_by_asc(E::ID);
    Ok(rows.limit(MOVED_MAX as u64 + 1).select_only().column(E::ID).into_tuple().all(connection).await?)
}

/// Writes a link into records, or without one only the time of the change, and the event of each record. Moves the credits
/// of one contact for these records to another one, if they are gifts.
async fn change<R: Resource>(
    tx: &Transaction,
    context: &Context,
    ids: &[i64],
    link: Option<(<R::Entity as EntityTrait>::Column, i64)>,
    credits: Option<(i64, i64)>,
) -> Result<(), AppError> {
    for ids in ids.chunks(CHUNK) {
        let records = Locked::<R>::new(tx, context, ids).await?.noted(tx).await?;
        if let Some((from, into)) = credits {
            move_credits(tx, context.caller.account, (from, into), ids).await?;
        }
        records.change(tx, link.map(|(column, to)| (column, to.into()))).await?;
    }
    Ok(())
}

/// Moves the credits of one contact for some gifts to another one, who has each only once, and none for a gift of their own.
async fn move_credits(
    tx: &Transaction,
    account: AccountScope,
    (from, into): (i64, i64),
    gift_ids: &[i64],
) -> Result<(), AppError> {
    use gift_soft_credits::Column as S;
    let given_by = |contact_id: i64| {
        let gifts = account.find::<gifts::Entity>().filter(gifts::Column::ContactId.eq(contact_id));
        gifts.select_only().column(gifts::Column::Id).into_query()
    };
    let credited = account.find::<gift_soft_credits::Entity>().filter(S::ContactId.eq(into));
    let credited = credited.select_only().column(S::GiftId).into_query();
    let of = |contact_id: i64| {
        Condition::all().add(S::ContactId.eq(contact_id)).add(S::GiftId.is_in(gift_ids.iter().copied()))
    };
    let credits = |contact_id: i64| account.delete::<gift_soft_credits::Entity>().filter(of(contact_id));
    let is_in = |gifts| Expr::col(S::GiftId).in_subquery(gifts);
    credits(into).filter(is_in(given_by(from))).exec(tx).await?;
    credits(from).filter(is_in(given_by(into))).exec(tx).await?;
    credits(from).filter(is_in(credited)).exec(tx).await?;
    let moved = account.update::<gift_soft_credits::Entity>().filter(of(from));
    moved.col_expr(S::ContactId, Expr::value(into)).exec(tx).await?;
    Ok(())
}
