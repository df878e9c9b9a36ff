//! Many rows in one statement.
//!
//! PostgreSQL gets the rows as JSON in a single parameter. The statement's text is then the same for any number of
//! rows, so each connection parses it only once. With one parameter for each value, PostgreSQL would parse and describe
//! a new text for almost every batch. SQLite parses cheaply, so it gets one parameter for each value. A list of ids is
//! one parameter on both.

use std::fmt::{Display, Write};

use sea_orm::{DbBackend, Value};
use serde::Serialize;
use uuid::Uuid;

use crate::Error;

/// A value of a row.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// `BIGINT`.
    Int(Option<i64>),
    /// `TEXT`.
    Text(Option<String>),
    /// `UUID` on PostgreSQL, 16 bytes on SQLite.
    Uuid(Option<Uuid>),
}

/// Returns rows as the source of a statement (`VALUES …` or `SELECT …`), and the parameters of this source. These must
/// be the first parameters of the statement. There must be at least one row.
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
    // The condition always holds. It makes the planner expect a single row, and so look rows up by their index. Without
    // it, the planner cannot know how few rows there are, and reads all of a table that was small when it made the
    // plan.
    text.push_str(" FROM json_array_elements(CAST($1 AS JSON)) AS item WHERE json_typeof(item) = 'array'");
    let json = serde_json::to_string(&rows.iter().map(<[Cell; N]>::as_slice).collect::<Vec<_>>());
    // Numbers, texts and nulls always serialise.
    (text, vec![json.unwrap_or_default().into()])
}

/// Returns rows of a table for PostgreSQL, as a source with the table's columns. The rows are JSON objects in one
/// parameter, which must be the first of the statement. A column that a row does not name is null.
///
/// # Errors
/// [`Error::Database`] for a value of a type that no table here has.
pub fn objects<N: AsRef<str>>(
    table: &str,
    rows: impl IntoIterator<Item = Vec<(N, Value)>>,
) -> Result<(String, Vec<Value>), Error> {
    let mut json = String::from("[");
    for row in rows {
        json.push_str(if json.len() > 1 { ",{" } else { "{" });
        let mut comma = "";
        for (name, value) in row {
            if let Some(value) = json_of(value)? {
                // Writing to a String cannot fail.
                let _ = write!(json, "{comma}\"{}\":{value}", name.as_ref());
                comma = ",";
            }
        }
        json.push('}');
    }
    json.push(']');
    // This reads the text of each row once, where `->>` would read it again for each column.
    let text = format!("json_populate_recordset(CAST(NULL AS {table}), CAST($1 AS JSON))");
    Ok((text, vec![json.into()]))
}

/// Returns a value as JSON, or `None` if it is null.
fn json_of(value: Value) -> Result<Option<String>, Error> {
    Ok(match value {
        Value::Bool(value) => value.map(|value| value.to_string()),
        Value::SmallInt(value) => value.map(|value| value.to_string()),
        Value::Int(value) => value.map(|value| value.to_string()),
        Value::BigInt(value) => value.map(|value| value.to_string()),
        // Texts always serialise.
        Value::String(value) => value.map(|value| serde_json::to_string(&value).unwrap_or_default()),
        Value::ChronoDate(value) => value.map(|value| format!("\"{value}\"")),
        Value::Uuid(value) => value.map(|value| format!("\"{value}\"")),
        other => return Err(sea_orm::DbErr::Type(format!("a row cannot contain {other:?}")).into()),
    })
}

/// The type of a table's ids.
pub trait Id: Serialize + Display {
    /// PostgreSQL's type for a list of ids.
    const POSTGRES: &'static str;
    /// The SQLite expression that turns `value`, an element of the JSON list, into an id.
    const SQLITE: &'static str;
}

impl Id for i64 {
    const POSTGRES: &'static str = "BIGINT[]";
    const SQLITE: &'static str = "value";
}

impl Id for Uuid {
    const POSTGRES: &'static str = "UUID[]";
    const SQLITE: &'static str = "unhex(value, '-')";
}

/// Returns the second half of a condition that a column is one of many ids, and the value of its one `parameter` (such
/// as `$1`), which holds all the ids.
pub fn one_of<I: Id>(
    backend: DbBackend,
    parameter: &str,
    ids: impl IntoIterator<Item = I>,
) -> (String, Value) {
    let (these, ids) = selected(backend, parameter, ids);
    let condition = match backend {
        DbBackend::Sqlite => format!("IN ({these})"),
        // The subquery hides from the planner how many ids there are. Otherwise it would plan the statement anew for
        // each run with fewer than the ten that it assumes, which can take longer than the run.
        _ => format!("= ANY (ARRAY({these}))"),
    };
    (condition, ids)
}

/// Returns the second half of a condition that a column is one of many ids, as [`one_of`] does, for a table that can grow a
/// thousandfold within a minute. A plan that was made while it was small, and reads all its rows, looks them up in a table
/// of hashes, rather than compare each row with each id.
pub fn one_of_in_growing<I: Id>(
    backend: DbBackend,
    parameter: &str,
    ids: impl IntoIterator<Item = I>,
) -> (String, Value) {
    let (these, ids) = selected(backend, parameter, ids);
    (format!("IN ({these})"), ids)
}

/// Returns the second half of a condition that a column is none of many ids, as [`one_of`] does. For each row, the ids are
/// looked up in a table of hashes.
pub fn none_of<I: Id>(
    backend: DbBackend,
    parameter: &str,
    ids: impl IntoIterator<Item = I>,
) -> (String, Value) {
    let (these, ids) = selected(backend, parameter, ids);
    (format!("NOT IN ({these})"), ids)
}

/// Returns the query of the ids in a parameter, and the parameter's value.
fn selected<I: Id>(backend: DbBackend, parameter: &str, ids: impl IntoIterator<Item = I>) -> (String, Value) {
    let ids: Vec<I> = ids.into_iter().collect();
    let (query, ids) = match backend {
        DbBackend::Sqlite => (
            format!("SELECT {} FROM json_each({parameter})", I::SQLITE),
            // Numbers and texts always serialise.
            serde_json::to_string(&ids).unwrap_or_default(),
        ),
        _ => (
            format!("SELECT unnest(CAST({parameter} AS {}))", I::POSTGRES),
            format!("{{{}}}", ids.iter().map(I::to_string).collect::<Vec<_>>().join(",")),
        ),
    };
    (query, ids.into())
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

/// Declares how values of types are cells.
macro_rules! cells {
    ($($type:ty: $value:ident => $cell:expr;)*) => {$(
        impl From<$type> for Cell {
            fn from($value: $type) -> Self {
                $cell
            }
        }
    )*};
}

cells! {
    i32: value => Cell::Int(Some(value.into()));
    i64: value => Cell::Int(Some(value));
    Option<i16>: value => Cell::Int(value.map(i64::from));
    Option<i64>: value => Cell::Int(value);
    &str: value => Cell::Text(Some(value.to_owned()));
    Option<String>: value => Cell::Text(value);
    Uuid: value => Cell::Uuid(Some(value));
    Option<Uuid>: value => Cell::Uuid(value);
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
    fn many_ids_are_one_parameter() {
        let (ints, value) = one_of(DbBackend::Postgres, "$2", [1_i64, 20]);
        assert_eq!((&*ints, value), ("= ANY (ARRAY(SELECT unnest(CAST($2 AS BIGINT[]))))", "{1,20}".into()));
        let (_, none) = one_of::<i64>(DbBackend::Postgres, "$1", []);
        assert_eq!(none, "{}".into());
        let (uuids, value) = one_of(DbBackend::Sqlite, "$1", [Uuid::nil()]);
        let expected = r#"["00000000-0000-0000-0000-000000000000"]"#;
        assert_eq!((&*uuids, value), ("IN (SELECT unhex(value, '-') FROM json_each($1))", expected.into()));
    }

    #[test]
    fn objects_leave_out_nulls_and_escape_texts() {
        let row = vec![
            ("id", Value::from(7_i64)),
            ("note", Value::from("é\"\n")),
            ("gone", Value::String(None)),
            ("flag", Value::from(true)),
            ("day", Value::from("2026-06-15".parse::<chrono::NaiveDate>().unwrap())),
        ];
        let (text, values) = objects("tasks", [row, Vec::new()]).unwrap();
        assert_eq!(text, "json_populate_recordset(CAST(NULL AS tasks), CAST($1 AS JSON))");
        let expected = r#"[{"id":7,"note":"é\"\n","flag":true,"day":"2026-06-15"},{}]"#;
        assert_eq!(values, [Value::from(expected)]);
        assert!(objects("tasks", [vec![("x", Value::from(0.5_f64))]]).is_err());
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
