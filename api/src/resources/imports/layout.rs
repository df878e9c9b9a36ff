//! The meaning of a file's columns, which the header row gives. Turns a row into the body of a record.

use std::borrow::Cow;
use std::collections::HashMap;

use poem_openapi::registry::Registry;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::http::csv::unguarded;
use crate::http::field::{Input, NEVER_WRITTEN};
use crate::http::json::{depth, shown};
use crate::http::json_body::DEPTH_MAX;
use crate::records::importable::{Importable, LookupColumn};

/// The most columns of a file.
pub(super) const COLUMNS_MAX: usize = 200;

/// How deep the JSON of a cell may be nested. It lies within a body, which is one more level.
const CELL_DEPTH_MAX: usize = DEPTH_MAX - 1;

/// The columns of a file.
#[derive(Debug)]
pub(super) struct Layout {
    columns: Vec<Column>,
    /// The index of the column with the external id.
    external_id: Option<usize>,
    /// The names of the columns that are not fields.
    pub ignored: Vec<String>,
}

#[derive(Debug)]
struct Column {
    name: String,
    role: Role,
}

/// What becomes of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Its cells are written to a field.
    Field,
    /// The service writes this field itself, so the cells are left out.
    ReadOnly,
    /// There is no such field, so the cells are left out.
    Unknown,
}

/// The meaning of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// Nothing, because the column is unknown or read-only.
    Ignored,
    /// The text of a field.
    Text,
    /// The JSON of a field.
    Json,
    /// A list, as JSON or as values separated by semicolons. If its items are objects, the name of the field that gets
    /// the value.
    List(Option<&'static str>),
    /// A field of the only item of a list.
    Part,
    /// A text for the number in a field, with its index in [`Importable::NAMED`].
    Lookup(usize),
}

/// Returns a cell in the form in which a text field stores it, because a lookup finds only that form. Returns `None` if
/// the cell is empty.
fn stored(cell: &str) -> Option<String> {
    let text = unguarded(cell).replace("\r\n", "\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

impl Layout {
    /// Makes the layout from a header row.
    ///
    /// # Errors
    /// Every problem that makes the file unusable.
    pub(super) fn new<R: Importable>(header: &[String]) -> Result<Self, Vec<String>> {
        let mut problems = Vec::new();
        if header.len() > COLUMNS_MAX {
            return Err(vec![format!("the header must not have more than {COLUMNS_MAX} columns")]);
        }
        let read_only = R::describe(&mut Registry::new()).properties;
        let (mut columns, mut ignored): (Vec<Column>, Vec<String>) = (Vec::new(), Vec::new());
        for name in header {
            let name = shown(name.trim());
            if columns.iter().any(|column| column.name == name && !name.is_empty()) {
                problems.push(format!("column {name} is there twice"));
            }
            let role = role::<R>(&name);
            let is_read_only =
                NEVER_WRITTEN.contains(&name.as_str()) || read_only.iter().any(|(read, _)| *read == name);
            if role == Role::Ignored && !is_read_only {
                ignored.push(name.clone());
            }
            columns.push(Column { name, role });
        }
        let has = |name: &str| columns.iter().any(|column| column.name == name);
        if columns.iter().all(|column| column.role == Role::Ignored) {
            problems.push(format!(
                "no column is a field of {}: the first row must name fields, with commas between them",
                R::KIND
            ));
        } else if !has(R::EXTERNAL_ID) {
            // With external ids, every row may change an existing record, which has its required fields already.
            let has_name =
                |field: &str| R::NAMED.iter().any(|named| named.field == field && has(named.column));
            let required = R::Input::FIELDS.iter().filter(|field| field.required);
            let missing = required.filter(|field| !has(field.name) && !has_name(field.name));
            problems
                .extend(missing.map(|field| format!("{} is required: there is no such column", field.name)));
        }
        if let Some(parts) = R::PARTS.filter(|parts| has(parts.list))
            && let Some(part) = parts.columns.iter().find(|part| has(part))
        {
            problems.push(format!("column {part} says the same as column {}: leave one out", parts.list));
        }
        let external_id = columns.iter().position(|column| column.name == R::EXTERNAL_ID);
        if problems.is_empty() { Ok(Self { columns, external_id, ignored }) } else { Err(problems) }
    }

    /// Returns what each column means.
    pub(super) fn meanings(&self) -> impl Iterator<Item = (&str, Meaning)> {
        self.columns.iter().map(|column| {
            let meaning = match column.role {
                Role::Ignored if self.ignored.contains(&column.name) => Meaning::Unknown,
                Role::Ignored => Meaning::ReadOnly,
                _ => Meaning::Field,
            };
            (column.name.as_str(), meaning)
        })
    }

    /// Returns the number of columns.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Returns the external id of a row.
    pub(super) fn external_id(&self, cells: &[&str]) -> Option<String> {
        stored(cells.get(self.external_id?)?)
    }

    /// Returns the key that a row has in a column of names.
    pub(super) fn key(&self, cells: &[&str], named: &LookupColumn) -> Option<String> {
        let column = self.columns.iter().position(|column| column.name == named.column)?;
        stored(cells.get(column)?).map(|text| (named.key)(&text))
    }

    /// Returns the JSON body with the fields of a row. `numbers` holds what the keys of each [`Importable::NAMED`]
    /// stand for. A key that is missing there is a problem, and so is JSON that would make the body too deep. Problems
    /// are returned with their columns.
    pub(super) fn body<R: Importable>(
        &self,
        cells: &[&str],
        numbers: &[HashMap<String, i64>],
    ) -> (String, Vec<(String, String)>) {
        let (mut members, mut problems) = (Members::default(), Vec::new());
        let mut part = Members::default();
        let mut has_parts = false;
        // A name takes precedence over the number beside it, because that number may be an id of another account.
        let mut decided: Vec<&str> = Vec::new();
        for (named, numbers) in R::NAMED.iter().zip(numbers) {
            let Some(key) = self.key(cells, named) else { continue };
            decided.push(named.field);
            match numbers.get(&key) {
                Some(number) => members.add(named.field, &number.to_string()),
                None => problems.push((named.column.to_owned(), format!("{} {}", named.column, named.rule))),
            }
        }
        for (column, cell) in self.columns.iter().zip(cells) {
            let (name, cell) = (column.name.as_str(), unguarded(cell).trim());
            if decided.contains(&name) {
                continue;
            }
            match column.role {
                Role::Ignored => {}
                Role::Text => members.add(name, &text(cell)),
                Role::List(field) if !cell.is_empty() && !cell.starts_with('[') => {
                    members.add(name, &list(cell, field));
                }
                Role::Json | Role::List(_) => match json(cell) {
                    Ok(value) => members.add(name, &value),
                    Err(rule) => problems.push((name.to_owned(), format!("{name} {rule}"))),
                },
                Role::Part => {
                    has_parts = true;
                    if !cell.is_empty() {
                        part.add(name, &text(cell));
                    }
                }
                Role::Lookup(i) => {
                    let field = R::NAMED[i].field;
                    // An empty name clears the field, unless the file has a column for the number too.
                    if !decided.contains(&field) && !self.columns.iter().any(|other| other.name == field) {
                        members.add(field, "null");
                    }
                }
            }
        }
        if let Some(parts) = R::PARTS.filter(|_| has_parts) {
            let item = part.end();
            members.add(parts.list, &if item == "{}" { "[]".to_owned() } else { format!("[{item}]") });
        }
        (members.end(), problems)
    }

    /// Returns the column of a field's problem, and the problem with the column's name in place of the field's.
    pub(super) fn locate<R: Importable>(&self, field: &str, problem: String) -> (String, String) {
        let has = |name: &str| self.columns.iter().any(|column| column.name == name);
        let root = field.split(['[', '.']).next().unwrap_or(field);
        let part = field.rsplit('.').next().unwrap_or(field);
        let in_column = |column: &str| (column.to_owned(), problem.replacen(field, column, 1));
        if has(root) {
            (root.to_owned(), problem)
        } else if let Some(named) = R::NAMED.iter().find(|named| named.field == root && has(named.column)) {
            in_column(named.column)
        } else if R::PARTS.is_some_and(|parts| parts.list == root) && has(part) {
            in_column(part)
        } else {
            (root.to_owned(), problem)
        }
    }
}

fn role<R: Importable>(name: &str) -> Role {
    if let Some(named) = R::NAMED.iter().position(|named| named.column == name) {
        return Role::Lookup(named);
    }
    if let Some((_, field)) = R::LISTS.iter().find(|(list, _)| *list == name) {
        return Role::List(*field);
    }
    if R::PARTS.is_some_and(|parts| parts.columns.contains(&name)) {
        return Role::Part;
    }
    match R::Input::FIELDS.iter().find(|field| field.name == name) {
        Some(field) if field.is_text => Role::Text,
        Some(_) => Role::Json,
        None => Role::Ignored,
    }
}

/// A JSON object that is being written.
#[derive(Default)]
struct Members(String);

impl Members {
    fn add(&mut self, name: &str, value: &str) {
        self.0.push_str(if self.0.is_empty() { "{\"" } else { ",\"" });
        self.0.push_str(name);
        self.0.push_str("\":");
        self.0.push_str(value);
    }

    fn end(self) -> String {
        if self.0.is_empty() { "{}".to_owned() } else { self.0 + "}" }
    }
}

fn text(cell: &str) -> String {
    Value::from(cell).to_string()
}

/// Returns a cell as JSON. A cell that is not JSON becomes a text, so that the field's own check reports it.
///
/// # Errors
/// The rule that the cell breaks, because it is nested too deeply to be part of a body.
fn json(cell: &str) -> Result<Cow<'_, str>, String> {
    if serde_json::from_str::<&RawValue>(cell).is_err() {
        return Ok(text(cell).into());
    }
    if depth::measure(cell.as_bytes()) > CELL_DEPTH_MAX {
        return Err(format!("must not have more than {CELL_DEPTH_MAX} arrays and objects within each other"));
    }
    Ok(cell.into())
}

fn list(cell: &str, field: Option<&str>) -> String {
    let values = cell.split(';').map(str::trim).filter(|value| !value.is_empty()).map(text);
    let items: Vec<_> = match field {
        Some(field) => values.map(|value| format!("{{\"{field}\":{value}}}")).collect(),
        None => values.collect(),
    };
    format!("[{}]", items.join(","))
}
