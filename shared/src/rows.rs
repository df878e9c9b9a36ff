//! Many rows in one statement.
//!
//! PostgreSQL gets them as JSON in a single parameter: a statement's text then does not depend on how many there are, so
//! it is parsed once for each connection, where lists of parameters are parsed and described anew for almost every batch.
//! SQLite, which parses at no great cost, gets lists.

use std::fmt::Write;

use sea_orm::{DbBackend, Value};
use serde::Serialize;
use uuid::Uuid;

/// A value of a row.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// `BIGINT`.
    Int(Option<i64>),
    /// `TEXT`.
    Text(Option<String>),
    /// 128 bits.
    Uuid(Option<Uuid>),
}

/// Rows as the source of a statement: `VALUES …` or a `SELECT …`, and its parameters, which are the first of the
/// statement. There is at least one row.
pub fn rows<const N: usize>(backend: DbBackend, rows: Vec<[Cell; N]>) -> (String, Vec<Value>) {
    let mut text = String::new();
    // Writing to a String cannot fail.
    if backend == DbBackend::Sqlite {
        for parameter in 1..=rows.len() * N {
            let before = match (parameter - 1) % N {
                0 if parameter == 1 => "VALUES (",
                0 => "), (",
                _ => ", ",
            };
            let _ = write!(text, "{before}${parameter}");
        }
        text.push(')');
        return (text, rows.into_iter().flatten().map(Value::from).collect());
    }
    text.push_str("SELECT ");
    for (i, cell) in rows.iter().take(1).flatten().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}CAST(item ->> {i} AS {})", cell.sql_type());
    }
    // The condition holds always. It makes the planner expect a single row, so that it looks rows up by their index: it
    // cannot know how few they are, and would read all of a table that was small when the plan was made.
    text.push_str(" FROM json_array_elements(CAST($1 AS JSON)) AS item WHERE json_typeof(item) = 'array'");
    let json = serde_json::to_string(&rows.iter().map(<[Cell; N]>::as_slice).collect::<Vec<_>>());
    // Numbers, texts and nulls always serialise.
    (text, vec![json.unwrap_or_default().into()])
}

/// The second half of a condition: that a column is one of these ids. There is at least one.
pub fn one_of<I: Into<Cell>>(backend: DbBackend, ids: impl IntoIterator<Item = I>) -> (String, Vec<Value>) {
    let (text, values) = rows(backend, ids.into_iter().map(|id| [id.into()]).collect());
    let condition = match backend {
        DbBackend::Sqlite => format!("IN ({text})"),
        // Not a join: each row of the table, should it be read as a whole, is compared with ids and not with JSON.
        _ => format!("= ANY (ARRAY ({text}))"),
    };
    (condition, values)
}

impl Cell {
    fn sql_type(&self) -> &'static str {
        match self {
            Self::Int(_) => "BIGINT",
            Self::Text(_) => "TEXT",
            Self::Uuid(_) => "UUID",
        }
    }
}

impl From<Cell> for Value {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Int(value) => value.into(),
            Cell::Text(value) => value.into(),
            Cell::Uuid(value) => value.into(),
        }
    }
}

impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Self::Int(Some(value))
    }
}

impl From<Option<i64>> for Cell {
    fn from(value: Option<i64>) -> Self {
        Self::Int(value)
    }
}

impl From<i32> for Cell {
    fn from(value: i32) -> Self {
        Self::Int(Some(value.into()))
    }
}

impl From<Option<i16>> for Cell {
    fn from(value: Option<i16>) -> Self {
        Self::Int(value.map(i64::from))
    }
}

impl From<&str> for Cell {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<Option<String>> for Cell {
    fn from(value: Option<String>) -> Self {
        Self::Text(value)
    }
}

impl From<Uuid> for Cell {
    fn from(value: Uuid) -> Self {
        Self::Uuid(Some(value))
    }
}

impl From<Option<Uuid>> for Cell {
    fn from(value: Option<Uuid>) -> Self {
        Self::Uuid(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_numbers_its_parameters_through() {
        let (text, values) = rows(DbBackend::Sqlite, vec![[1.into(), "a".into()], [2.into(), "b".into()]]);
        assert_eq!(text, "VALUES ($1, $2), ($3, $4)");
        assert_eq!(values.len(), 4);
    }

    #[test]
    fn postgresql_has_the_same_text_for_any_number() {
        let row = |id: i64| [id.into(), Cell::from("é\"\n"), Cell::Uuid(Some(Uuid::nil())), Cell::Text(None)];
        let (one, _) = rows(DbBackend::Postgres, vec![row(1)]);
        let (two, values) = rows(DbBackend::Postgres, vec![row(1), row(2)]);
        assert_eq!(one, two);
        assert!(two.starts_with("SELECT CAST(item ->> 0 AS BIGINT), CAST(item ->> 1 AS TEXT), "), "{two}");
        let nil = "00000000-0000-0000-0000-000000000000";
        let expected = format!(r#"[[1,"é\"\n","{nil}",null],[2,"é\"\n","{nil}",null]]"#);
        assert_eq!(values, [Value::from(expected)]);
    }
}
