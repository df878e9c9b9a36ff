//! The orders of lists. Each ends with the id, so that it is total: a list goes on exactly after any of its rows.

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{DbBackend, EntityTrait, Order as Direction, QueryFilter, QueryOrder, Select, Value};
use serde::{Deserialize, Serialize};
use shared::entities::Tenant;

use crate::records::Row;
use crate::records::list::Listed;
use crate::records::list::page::Place;

/// An order of rows.
pub struct Order<M: 'static> {
    /// Its name in the parameter `sort`.
    pub name: &'static str,
    /// What comes before the id.
    pub by: Option<By<M>>,
}

/// What rows are ordered by: in SQL, and as it is found in a row.
pub struct By<M> {
    /// The expression, which an index has.
    pub expression: fn(DbBackend) -> SimpleExpr,
    /// Its value for a row.
    pub key: fn(&M) -> Key,
}

/// A value that rows are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Key {
    /// Compared by its bytes.
    Text(String),
    /// A calendar day.
    Day(NaiveDate),
}

impl From<Key> for Value {
    fn from(key: Key) -> Self {
        match key {
            Key::Text(text) => text.into(),
            Key::Day(day) => day.into(),
        }
    }
}

/// One of the orders of a kind, this way or that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sorting {
    pub(super) order: usize,
    pub(super) descending: bool,
}

impl Sorting {
    fn by<R: Listed>(self) -> Option<&'static By<Row<R>>> {
        R::ORDERS.get(self.order)?.by.as_ref()
    }

    /// What a row is ordered by, besides its id.
    pub(super) fn key<R: Listed>(self, row: &Row<R>) -> Option<Key> {
        self.by::<R>().map(|by| (by.key)(row))
    }

    /// Orders rows, and leaves those after a place.
    pub(super) fn apply<R: Listed>(
        self,
        select: Select<R::Entity>,
        backend: DbBackend,
        place: Option<&Place>,
    ) -> Select<R::Entity> {
        let id = Expr::col((<R::Entity as Default>::default(), id_column::<R>()));
        let by = self.by::<R>().map(|by| (by.expression)(backend));
        let select = match place {
            None => select,
            Some(place) => {
                let columns = by.iter().cloned().chain([id.clone()]);
                let values = place.key.clone().map(Value::from).into_iter().chain([place.id.into()]);
                let (columns, values) = (Expr::tuple(columns), Expr::tuple(values.map(Expr::val)));
                select.filter(if self.descending { columns.lt(values) } else { columns.gt(values) })
            }
        };
        let direction = if self.descending { Direction::Desc } else { Direction::Asc };
        let select = match by {
            Some(by) => select.order_by(by, direction.clone()),
            None => select,
        };
        select.order_by(id_column::<R>(), direction)
    }
}

fn id_column<R: Listed>() -> <R::Entity as EntityTrait>::Column {
    <R::Entity as Tenant>::ID
}
