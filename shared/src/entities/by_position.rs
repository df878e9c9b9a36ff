//! Reads rows by the positions of their columns.
//!
//! By its own means, sea-orm looks each column up by its name, and for each NULL it writes an error text with that name,
//! which an `Option` drops again. A contact has 34 columns, and most of them are NULL.

use std::fmt::{self, Debug, Formatter};

use sea_orm::{ColIdx, ConnectionTrait, DbErr, EntityTrait, QueryResult, QueryTrait, Select, TryGetable};

/// A row that can be read column by column, in the order of its struct. sea-orm selects the columns in this order, too.
pub trait ByPosition: Sized {
    /// Reads a row.
    fn read(columns: Columns<'_>) -> Result<Self, DbErr>;
}

/// Reads the rows that a query selects with all their columns.
pub async fn all<E: EntityTrait<Model: ByPosition>>(
    select: Select<E>,
    connection: &impl ConnectionTrait,
) -> Result<Vec<E::Model>, DbErr> {
    let rows = connection.query_all(select.as_query()).await?;
    rows.iter().map(|row| E::Model::read(Columns::from(row, 0))).collect()
}

/// The columns of a row, read one after the other.
#[derive(Debug)]
pub struct Columns<'a> {
    row: &'a QueryResult,
    next: usize,
}

impl<'a> Columns<'a> {
    /// Begins with the column at a position.
    pub fn from(row: &'a QueryResult, first: usize) -> Self {
        Self { row, next: first }
    }

    /// Reads the next column.
    pub fn take<T: TryGetable>(&mut self) -> Result<T, DbErr> {
        let position = self.next;
        self.next += 1;
        let read = self.row.try_get_by(Position(position));
        read.map_err(|error| DbErr::Type(format!("column {position}: {error}")))
    }
}

/// The position of a column. Nothing is written about it into the error for a NULL, which an `Option` drops.
#[derive(Clone, Copy)]
struct Position(usize);

impl Debug for Position {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl ColIdx for Position {
    type SqlxPostgresIndex = usize;
    type SqlxSqliteIndex = usize;

    fn as_sqlx_postgres_index(&self) -> usize {
        self.0
    }

    fn as_sqlx_sqlite_index(&self) -> usize {
        self.0
    }

    fn as_str(&self) -> Option<&str> {
        None
    }

    fn as_usize(&self) -> Option<&usize> {
        Some(&self.0)
    }
}
