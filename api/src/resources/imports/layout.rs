//! The meaning of a file's columns, which the header row gives. It turns rows into the fields of records.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use poem_openapi::registry::Registry;
use serde_json::value::RawValue;

use crate::fields::field::{Control, Input, NEVER_WRITTEN};
use crate::fields::json::depth::check_value;
use crate::fields::json::shown;
use crate::fields::problem::{Fault, Problem, Problems};
use crate::fields::source::{Members, Source};
use crate::fields::types::ITEMS_MAX;
use crate::http::csv::{Items, MemberColumns, unflatten, unguarded, values};
use crate::records::importable::{Importable, LookupColumn, Names};

/// The most columns of a file.
pub(super) const COLUMNS_MAX: usize = 200;

/// How many unknown names of a cell its problem tells.
const UNKNOWN_MAX: usize = 5;

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

/// How a column is used.
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
    /// A list, as JSON or as values separated by semicolons.
    Values,
    /// An object of the caller's own, as JSON or as pairs.
    Pairs,
    /// A field of items: the index of their member, and of the column in it.
    Item(usize, usize),
    /// A text for the number in a field, with its index in [`Importable::NAMED`].
    Lookup(usize),
}

/// Returns a text in the form in which a text field stores it, because a lookup finds only that form. Returns `None` if
/// the text is empty.
fn stored(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

impl Layout {
    /// Makes the layout from a header row.
    ///
    /// # Errors
    /// Every problem that makes the file unusable.
    pub(super) fn new<R: Importable>(header: &[String]) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        if header.len() > COLUMNS_MAX {
            let rule = format!("the header must not have more than {COLUMNS_MAX} columns");
            return Err(Problem::new("", rule).into());
        }
        let read_only = R::describe(&mut Registry::new()).properties;
        let (mut columns, mut ignored): (Vec<Column>, Vec<String>) = (Vec::new(), Vec::new());
        for name in header {
            let name = shown(name.trim());
            if columns.iter().any(|column| column.name == name && !name.is_empty()) {
                problems.add("", format_args!("column {name} is there twice"));
            }
            let role = role::<R>(&name);
            let is_read_only = NEVER_WRITTEN.contains(&name.as_str())
                || read_only.iter().any(|(read, _)| *read == name)
                || is_exported::<R>(&name);
            if role == Role::Ignored && !is_read_only {
                ignored.push(name.clone());
            }
            columns.push(Column { name, role });
        }
        let has = |name: &str| columns.iter().any(|column| column.name == name);
        if columns.iter().all(|column| column.role == Role::Ignored) {
            let rule = "no column is a field of";
            let hint = "the first row must name fields, with commas between them";
            problems.add("", format_args!("{rule} {}: {hint}", R::KIND));
        } else if !has(R::EXTERNAL_ID.field) {
            // With external ids, every row may change an existing record, which has its required fields already.
            let has_name =
                |field: &str| R::NAMED.iter().any(|named| named.field == field && has(named.column));
            let required = R::Input::FIELDS.iter().filter(|field| field.required);
            let missing = required.filter(|field| !has(field.name) && !has_name(field.name));
            for field in missing {
                problems.add(field.name, "is required: there is no such column");
            }
        }
        for MemberColumns { member, columns, .. } in item_members::<R>().filter(|items| has(items.member)) {
            // A list may have the name of one of its columns, which then takes JSON too.
            if !columns.iter().any(|part| part.column == *member)
                && let Some(part) = columns.iter().find(|part| has(part.column))
            {
                let rule = format!("column {} says the same as column {member}: leave one out", part.column);
                problems.add("", rule);
            }
        }
        let external_id = columns.iter().position(|column| column.name == R::EXTERNAL_ID.field);
        if problems.is_empty() { Ok(Self { columns, external_id, ignored }) } else { Err(problems) }
    }

    /// Returns whether a column of this name is written to a field.
    pub(super) fn has<R: Importable>(name: &str) -> bool {
        role::<R>(name) != Role::Ignored
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

    /// Returns the external id of a row.
    pub(super) fn external_id(&self, cells: &[&str]) -> Option<String> {
        stored(unguarded(cells.get(self.external_id?)?))
    }

    /// Returns the keys that a row has in a column of names.
    pub(super) fn keys(&self, cells: &[&str], named: &LookupColumn) -> Vec<String> {
        let column = self.columns.iter().position(|column| column.name == named.column);
        let Some(cell) = column.and_then(|column| cells.get(column)) else { return Vec::new() };
        let texts = match named.names {
            Names::Several => values::split(unguarded(cell)),
            _ => vec![unguarded(cell).to_owned()],
        };
        texts.iter().filter_map(|text| stored(text)).map(|text| (named.key)(&text)).collect()
    }

    /// Returns the values of a row by field. `numbers` holds the numbers that the keys of each [`Importable::NAMED`]
    /// stand for. A key that is missing there is a problem, and so is JSON that is nested too deeply. Problems are
    /// returned with their columns.
    pub(super) fn members<'a, R: Importable>(
        &'a self,
        cells: &[&'a str],
        numbers: &[HashMap<String, i64>],
    ) -> (Members<'a>, Vec<Problem>) {
        let (mut members, mut problems) = (Members::new(), Vec::new());
        let mut items = ItemCells::default();
        // A name takes precedence over the number beside it, because that number may be an id of another account.
        let mut decided: Vec<&str> = Vec::new();
        for (named, numbers) in R::NAMED.iter().zip(numbers) {
            let keys = self.keys(cells, named);
            if keys.is_empty() {
                continue;
            }
            decided.push(named.field);
            let number = |key| numbers.get(key).map(|id: &i64| Source::text(id.to_string()));
            let found: Option<Vec<_>> = keys.iter().map(number).collect();
            match found {
                Some(found) if named.names == Names::Several => {
                    members.push((named.field.into(), Source::List(found)));
                }
                Some(found) => members.extend(found.into_iter().map(|id| (named.field.into(), id))),
                None => {
                    let rule = match named.names {
                        Names::Several => format!("({}) must be {}", unknown(&keys, numbers), named.what),
                        _ => format!("must be {}", named.what),
                    };
                    problems.push(Problem::new(named.column, rule));
                }
            }
        }
        for (column, cell) in self.columns.iter().zip(cells) {
            let (name, whole) = (column.name.as_str(), unguarded(cell));
            let cell = whole.trim();
            if decided.contains(&name) {
                continue;
            }
            match column.role {
                Role::Ignored => {}
                Role::Text => members.push((name.into(), Source::text(cell))),
                Role::Values if !cell.is_empty() && !cell.starts_with('[') => {
                    members.push((name.into(), list(whole)));
                }
                Role::Json | Role::Values | Role::Pairs => {
                    let value = if column.role == Role::Pairs { pairs(whole) } else { json(cell) };
                    match value {
                        Ok(value) => members.push((name.into(), value)),
                        Err(rule) => problems.push(Problem::new(name, rule)),
                    }
                }
                Role::Item(member, part) => {
                    if let Err(rule) = items.add::<R>(member, part, whole) {
                        problems.push(Problem::new(name, rule));
                    }
                }
                Role::Lookup(i) => {
                    let field = R::NAMED[i].field;
                    // An empty name clears the field, unless the file has a column for the number too.
                    if !decided.contains(&field) && !self.columns.iter().any(|other| other.name == field) {
                        members.push((field.into(), Source::text("")));
                    }
                }
            }
        }
        items.end::<R>(&mut members, &mut problems);
        (members, problems)
    }

    /// Returns the column of a field's problem, and the problem with the column's name in place of the field's. Ids in
    /// a file from another account mean nothing here, so a problem with one names the column to link by instead.
    pub(super) fn locate<R: Importable>(&self, mut problem: Problem) -> (String, Problem) {
        let field = &*problem.path;
        let has = |name: &str| self.columns.iter().any(|column| column.name == name);
        let named = R::NAMED.iter().find(|named| named.field == field && named.records.is_some());
        if let Some(named) = named.filter(|_| has(field) && problem.fault == Fault::UnknownLink) {
            let hint = format!("; in a file from another account, link by {}", named.column);
            problem.rule.push_str(&hint);
        }
        let (field, root) = (&*problem.path, problem.field());
        let part = field.rsplit('.').next().unwrap_or(field);
        let in_column =
            |column: &str| (column.to_owned(), Problem { path: column.to_owned(), ..problem.clone() });
        let is_first = !field.contains('[') || field.starts_with(&format!("{root}[0]"));
        let items =
            item_members::<R>().find(|items| items.member == root).map_or(&[][..], |items| items.columns);
        let part = items.iter().find(|column| {
            let fits = match column.items {
                Items::First => is_first,
                Items::Others => !is_first,
                Items::All => true,
            };
            fits && column.field == part && has(column.column)
        });
        if let Some(part) = part.filter(|part| part.column != root) {
            in_column(part.column)
        } else if has(root) {
            (root.to_owned(), problem.clone())
        } else if let Some(named) = R::NAMED.iter().find(|named| named.field == root && has(named.column)) {
            in_column(named.column)
        } else {
            (root.to_owned(), problem.clone())
        }
    }
}

/// Returns the members that are objects or lists of objects, and their columns.
fn members_of<R: Importable>() -> &'static [MemberColumns] {
    R::EXPORT.map_or(&[], |export| export.members)
}

/// Returns those of [`members_of`] that a body has.
pub(super) fn item_members<R: Importable>() -> impl Iterator<Item = &'static MemberColumns> {
    let is_field = |name: &str| R::Input::FIELDS.iter().any(|field| field.name == name);
    members_of::<R>().iter().filter(move |items| is_field(items.member))
}

/// Returns whether an export has a column of this name that is no member.
fn is_exported<R: Importable>(name: &str) -> bool {
    let parts = members_of::<R>().iter().flat_map(|items| items.columns);
    parts
        .map(|part| part.column)
        .chain(R::EXPORT.into_iter().flat_map(|export| export.linked.iter().copied()))
        .any(|column| column == name)
}

fn role<R: Importable>(name: &str) -> Role {
    if let Some(named) = R::NAMED.iter().position(|named| named.column == name) {
        return Role::Lookup(named);
    }
    let field = R::Input::FIELDS.iter().find(|field| field.name == name);
    if let Some(field) = field {
        match field.control {
            Control::Names => return Role::Values,
            Control::Json => return Role::Pairs,
            _ => {}
        }
    }
    for (i, items) in members_of::<R>().iter().enumerate() {
        if let Some(part) = items.columns.iter().position(|part| part.column == name)
            && R::Input::FIELDS.iter().any(|field| field.name == items.member)
        {
            return Role::Item(i, part);
        }
    }
    match field {
        None => Role::Ignored,
        Some(field) => match field.control {
            Control::Flag | Control::Number | Control::Object(_) | Control::List(_) => Role::Json,
            _ => Role::Text,
        },
    }
}

/// The cells of a row that describe its items, by the index of their member.
#[derive(Default)]
struct ItemCells<'a>(BTreeMap<usize, OfMember<'a>>);

#[derive(Default)]
struct OfMember<'a> {
    items: Vec<Members<'a>>,
    /// The list as JSON.
    json: Option<&'a str>,
    /// A column beside it that is not empty.
    beside: Option<&'static str>,
}

impl<'a> ItemCells<'a> {
    /// Adds a cell.
    ///
    /// # Errors
    /// The rule that the cell breaks.
    fn add<R: Importable>(&mut self, member: usize, part: usize, cell: &'a str) -> Result<(), String> {
        let Some(columns) = members_of::<R>().get(member) else { return Ok(()) };
        let Some(part) = columns.columns.get(part) else { return Ok(()) };
        let of_member = self.0.entry(member).or_default();
        if part.column == columns.member && cell.trim().starts_with('[') {
            of_member.json = Some(cell.trim());
            return Ok(());
        }
        let several = || {
            let values = values::split_at_most(cell, ITEMS_MAX);
            values.ok_or_else(|| format!("must not have more than {ITEMS_MAX} items"))
        };
        let (skipped, values) = match part.items {
            Items::First => (0, vec![cell.trim().to_owned()]),
            Items::Others => (1, several()?),
            Items::All => (0, several()?),
        };
        for (i, value) in values.into_iter().enumerate().filter(|(_, value)| !value.is_empty()) {
            if of_member.items.len() <= i + skipped {
                of_member.items.resize_with(i + skipped + 1, Members::new);
            }
            if let Some(item) = of_member.items.get_mut(i + skipped) {
                item.push((part.field.into(), Source::text(value)));
            }
            of_member.beside = Some(part.column);
        }
        Ok(())
    }

    /// Adds the collected items to the members of a row.
    fn end<R: Importable>(self, members: &mut Members<'a>, problems: &mut Vec<Problem>) {
        for (i, OfMember { items, json: list, beside }) in self.0 {
            let Some(columns) = members_of::<R>().get(i) else { continue };
            let member = columns.member;
            if let Some(list) = list {
                if let Some(column) = beside {
                    problems.push(Problem::new(column, format_args!("must be empty if {member} is JSON")));
                }
                match json(list) {
                    Ok(value) => members.push((member.into(), value)),
                    Err(rule) => problems.push(Problem::new(member, rule)),
                }
                continue;
            }
            let mut items = items.into_iter().filter(|item| !item.is_empty()).map(Source::Object);
            let is_object = R::Input::FIELDS
                .iter()
                .any(|field| field.name == member && matches!(field.control, Control::Object(_)));
            let value = if is_object {
                items.next().unwrap_or(Source::text(""))
            } else {
                Source::List(items.collect())
            };
            members.push((member.into(), value));
        }
    }
}

/// Returns the value of a cell in a column of JSON. A cell that is not JSON is a text, so that the field's own check
/// reports it.
///
/// # Errors
/// The rule that the cell breaks, because it is nested too deeply.
fn json(cell: &str) -> Result<Source<'_>, String> {
    match serde_json::from_str::<&RawValue>(cell) {
        Ok(raw) => within_depth(Cow::Borrowed(raw)),
        Err(_) => Ok(Source::text(cell)),
    }
}

/// Returns an object of the caller's own. An empty cell clears the field.
///
/// # Errors
/// The rule that the cell breaks.
fn pairs(whole: &str) -> Result<Source<'_>, String> {
    let cell = whole.trim();
    let object = match cell.as_bytes().first() {
        None => return Ok(Source::text(cell)),
        Some(b'{') => serde_json::from_str::<&RawValue>(cell).ok().map(Cow::Borrowed),
        Some(_) => unflatten(whole).and_then(|json| RawValue::from_string(json).ok()).map(Cow::Owned),
    };
    within_depth(object.ok_or("must be pairs such as shirt=M;table=7, or a JSON object")?)
}

/// Returns JSON unless it is nested too deeply.
fn within_depth(json: Cow<'_, RawValue>) -> Result<Source<'_>, String> {
    check_value(json.get())?;
    Ok(Source::Json(json))
}

/// Returns the keys that stand for nothing, as part of a message.
fn unknown(keys: &[String], numbers: &HashMap<String, i64>) -> String {
    let mut unknown = keys.iter().filter(|key| !numbers.contains_key(*key)).map(|key| shown(key));
    let mut named = unknown.by_ref().take(UNKNOWN_MAX).collect::<Vec<_>>().join(", ");
    if unknown.next().is_some() {
        named.push_str(", …");
    }
    named
}

fn list(cell: &str) -> Source<'static> {
    let values = values::split(cell).into_iter().filter(|value| !value.is_empty());
    Source::List(values.map(Source::text).collect())
}
