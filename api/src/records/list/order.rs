//! The orders of lists. Each order ends with the id. So no two rows are equal, and a list can continue exactly after
//! any row.

use std::sync::Arc;

use chrono::NaiveDate;
use rustc_hash::FxHashMap;
use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    Condition, ConnectionTrait, DbBackend, EntityTrait, Order as Direction, QueryFilter, QueryOrder, Select,
    Value,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared::entities::Tenant;
use shared::entities::by_position::ByPosition;

use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::parameters::QueryInput;
use crate::records::included::Shows;
use crate::records::{Context, Resource, Row};

/// An order of rows.
pub struct Order<M: 'static> {
    /// The order's name in the parameter `sort`.
    pub name: &'static str,
    /// The sort key before the id, or `None` if the id alone decides.
    pub by: Option<By<M>>,
}

/// A sort key, as an SQL expression and as a function of a row.
pub struct By<M> {
    /// The SQL expression. There is an index on it.
    pub expression: fn(DbBackend) -> SimpleExpr,
    /// Returns the expression's value for a row.
    pub key: fn(&M) -> SortKey,
}

/// A value that rows are ordered by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SortKey {
    /// A text, compared by its bytes.
    Text(String),
    /// A calendar day.
    Day(NaiveDate),
    /// A number.
    Number(i64),
}

/// The values that records are ordered by, by id. A record without one comes before all others, or in descending order after
/// them.
pub type SortValues = FxHashMap<i64, SortKey>;

/// What the filters of a list find.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The condition that the database checks.
    pub condition: Condition,
    /// If set, only the records with these ids, which are in order. All of them are records of the account.
    pub among: Option<Arc<[i64]>>,
}

impl From<Condition> for Filter {
    fn from(condition: Condition) -> Self {
        Self { condition, among: None }
    }
}

impl From<SortKey> for Value {
    fn from(key: SortKey) -> Self {
        match key {
            SortKey::Text(text) => text.into(),
            SortKey::Day(day) => day.into(),
            SortKey::Number(number) => number.into(),
        }
    }
}

/// A resource whose list has filters, orders and pages.
pub trait ListResource: Resource<Entity: Tenant<Model: ByPosition>> + Shows {
    /// The list's filters.
    type Filters: QueryInput + Clone + Sync;

    /// The orders that a caller can ask for, the default first.
    const ORDERS: &'static [Order<Row<Self>>];
    /// The names of further orders, by values that no column has: [`values`](Self::values) finds them.
    const ORDERS_BY_VALUE: &'static [&'static str] = &[];
    /// Whether the default order is descending.
    const DESCENDING: bool = false;
    /// The document's description of the list, if the default order is not that of the ids.
    const ABOUT_LIST: Option<&'static str> = None;

    /// Finds the values of one of the orders by value, for the records that the filters may find. The order has its name, and
    /// whether it is descending.
    fn values<C: ConnectionTrait>(
        _connection: &C,
        _context: &Context,
        _filters: &Self::Filters,
        _order: (&str, bool),
    ) -> impl Future<Output = Result<SortValues, AppError>> + Send {
        async { Ok(SortValues::default()) }
    }

    /// Returns whether the condition of these filters may hold very many ids. A list that sent it with each chunk would take
    /// longer with the square of its length.
    fn have_ids(_filters: &Self::Filters) -> bool {
        false
    }

    /// Returns whether what contacts have given counts by household with these filters.
    fn by_household(_filters: &Self::Filters) -> bool {
        false
    }

    /// Returns the contact that the record shows.
    fn contact_id(&self) -> Option<i64> {
        None
    }

    /// Returns what each of these contacts has given, as JSON. Other kinds show none of it.
    fn giving<C: ConnectionTrait>(
        _connection: &C,
        _context: &Context,
        _records: &[Self],
    ) -> impl Future<Output = Result<Vec<Box<RawValue>>, AppError>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Turns the filters into what they find. Adds a problem for mistakes that only the database can show, such as a name
    /// that does not exist.
    fn filter<C: ConnectionTrait>(
        connection: &C,
        context: &Context,
        filters: Self::Filters,
        problems: &mut Problems,
    ) -> impl Future<Output = Result<Filter, AppError>> + Send;

    /// Loads the values that a file shows of linked records: for each of these records, the values of its
    /// [`linked`](crate::fields::columns::Export::linked) columns.
    fn linked<C: ConnectionTrait>(
        _connection: &C,
        _context: &Context,
        records: &[Self],
    ) -> impl Future<Output = Result<Vec<Linked>, AppError>> + Send {
        let none = vec![Linked::new(); records.len()];
        async move { Ok(none) }
    }
}

/// The values of a record's columns for linked records.
pub type Linked = Vec<serde_json::Value>;

/// The place where a list continues. A cursor is this place as sealed JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CursorPosition {
    /// The sort key of the row before this place, without its id.
    pub(crate) key: Option<SortKey>,
    /// The id of the row before.
    pub(crate) id: i64,
    /// How many records the list had when its first page was read.
    pub(crate) total: i64,
    /// The position below which the event log was settled when the first page was read. All pages may lack changes
    /// after it.
    pub(crate) settled: i64,
    /// How many records the pages before this place have shown, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shown: Option<i64>,
}

impl CursorPosition {
    /// Makes the place after a row of a list without pages.
    pub(crate) fn new(key: Option<SortKey>, id: i64) -> Self {
        Self { key, id, total: 0, settled: 0, shown: None }
    }
}

/// One of the orders of a kind, ascending or descending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sorting {
    pub(crate) order: usize,
    pub(crate) descending: bool,
}

impl Sorting {
    /// Returns the order that a name stands for, such as `-gift_date`.
    pub(crate) fn named<R: ListResource>(text: &str) -> Option<Self> {
        let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        let order = Self::names::<R>().position(|order| order == name)?;
        Some(Self { order, descending })
    }

    /// Returns the names of all orders of a list.
    pub(crate) fn names<R: ListResource>() -> impl Iterator<Item = &'static str> {
        R::ORDERS.iter().map(|order| order.name).chain(R::ORDERS_BY_VALUE.iter().copied())
    }

    /// Returns the name of the order, if it is one by value.
    pub(crate) fn by_value<R: ListResource>(self) -> Option<&'static str> {
        R::ORDERS_BY_VALUE.get(self.order.checked_sub(R::ORDERS.len())?).copied()
    }

    fn by<R: ListResource>(self) -> Option<&'static By<Row<R>>> {
        R::ORDERS.get(self.order)?.by.as_ref()
    }

    /// Returns whether the ids alone order the rows.
    pub(crate) fn is_by_id<R: ListResource>(self) -> bool {
        self.by::<R>().is_none() && self.by_value::<R>().is_none()
    }

    /// Returns the reverse order.
    pub(crate) fn reversed(self) -> Self {
        Self { descending: !self.descending, ..self }
    }

    /// Returns the sort key of a row, without its id.
    pub(crate) fn key<R: ListResource>(self, row: &Row<R>) -> Option<SortKey> {
        self.by::<R>().map(|by| (by.key)(row))
    }

    /// Orders the rows, and keeps only those after a place.
    pub(crate) fn apply<R: ListResource>(
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

fn id_column<R: ListResource>() -> <R::Entity as EntityTrait>::Column {
    <R::Entity as Tenant>::ID
}
