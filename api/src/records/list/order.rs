//! The orders of lists. Each ends with the id, so that it is total: a list goes on exactly after any of its rows.

use chrono::NaiveDate;
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    Condition, ConnectionTrait, DbBackend, EntityTrait, Order as Direction, QueryFilter, QueryOrder, Select,
    Value,
};
use serde::{Deserialize, Serialize};
use shared::entities::Tenant;

use crate::http::query::QueryInput;
use crate::http::{AppError, ValidationErrors};
use crate::records::{Context, Resource, Row};

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
    pub key: fn(&M) -> SortKey,
}

/// A value that rows are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortKey {
    /// Compared by its bytes.
    Text(String),
    /// A calendar day.
    Day(NaiveDate),
}

impl From<SortKey> for Value {
    fn from(key: SortKey) -> Self {
        match key {
            SortKey::Text(text) => text.into(),
            SortKey::Day(day) => day.into(),
        }
    }
}

/// A kind of records whose list can be asked for in parts.
pub trait Listed: Resource {
    /// Its filters.
    type Filters: QueryInput;

    /// The orders that it can be asked for, the default first.
    const ORDERS: &'static [Order<Row<Self>>];
    /// Whether the default order is descending.
    const DESCENDING: bool = false;

    /// What the filters ask for. What can only be found out from the database, such as whether a name in them exists,
    /// is added to the problems.
    fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: Self::Filters,
        problems: &mut ValidationErrors,
    ) -> impl Future<Output = Result<Condition, AppError>> + Send;
}

/// Where a list goes on. A cursor is its JSON, sealed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CursorPosition {
    /// What the row before is ordered by, besides its id.
    pub(super) key: Option<SortKey>,
    /// The id of the row before.
    pub(super) id: i64,
    /// How many records the list had at its first page.
    pub(super) total: i64,
    /// Where the event log was settled at the first page: the changes since then may be missing from all pages.
    pub(super) settled: i64,
}

impl CursorPosition {
    /// The place after a row, in a list that has no pages.
    pub(super) fn new(key: Option<SortKey>, id: i64) -> Self {
        Self { key, id, total: 0, settled: 0 }
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
    pub(super) fn key<R: Listed>(self, row: &Row<R>) -> Option<SortKey> {
        self.by::<R>().map(|by| (by.key)(row))
    }

    /// Orders rows, and leaves those after a place.
    pub(super) fn apply<R: Listed>(
        self,
        select: Select<R::Entity>,
        backend: DbBackend,
        place: Option<&CursorPosition>,
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
