//! The rows of a file that has been checked: the first ones as they are read, those whose people look like contacts that are
//! there, and those with cells to mend.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use chrono::NaiveDate;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::{contacts, imports};

use super::select::Select;
use super::{PATH, id};
use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::imports::amend::{self, Amended};
use crate::resources::imports::mapping::targets::{self, IN_NOTES, NEW};
use crate::resources::imports::preview::{self, Alike, Failed};
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::format::day;
use crate::web::records::links::described;
use crate::web::rules::said;
use crate::web::visit::{Answer, Visit};

/// The choice that leaves a row out.
const LEFT_OUT: &str = "out";

#[derive(Template)]
#[template(path = "imports/rows.html")]
pub(super) struct Rows {
    csrf: String,
    id: i64,
    /// The fields of the first rows.
    fields: Vec<String>,
    /// The numbers of the first rows, and their cells, each with its field.
    first: Vec<(i64, Vec<(String, String)>)>,
    alike: Vec<Question>,
    has_more_alike: bool,
    failed: Vec<Mending>,
    /// Whether more rows failed than are shown.
    has_more_failed: bool,
}

/// A row whose person looks like contacts that are there.
struct Question {
    row: i64,
    text: String,
    contacts: Vec<(i64, String)>,
    select: Select,
}

/// A row with cells to mend.
struct Mending {
    row: i64,
    /// Its other cells.
    text: String,
    /// Its problems that are of no cell.
    problems: Vec<String>,
    cells: Vec<Cell>,
    contacts: Vec<(i64, String)>,
    select: Option<Select>,
}

/// A cell that could not be read.
struct Cell {
    name: String,
    heading: String,
    text: String,
    problem: String,
}

impl Rows {
    /// Reads what is to be seen of the rows of a kept file.
    pub(super) async fn of(visit: &Visit, import: &imports::Model) -> Result<Self, AppError> {
        let (context, kind) = (visit.records()?, import.import_kind);
        let tx = visit.app.store.snapshot().await?;
        let first = of_kind!(kind, R => preview::first_rows::<R>(&tx, &context, import).await?);
        let failed = preview::failed(&tx, import).await?;
        let (alike, has_more_alike) = preview::alike(&tx, import).await?;
        let ids: BTreeSet<i64> = alike.iter().flat_map(|alike| &alike.contact_ids).copied().collect();
        let contacts = context.caller.account.find::<contacts::Entity>();
        let contacts = contacts.filter(contacts::Column::Id.is_in(ids)).all(&tx).await?;
        let contacts = Contact::load(&tx, &context, contacts).await?;
        tx.end().await?;
        let names = names(&context, contacts).await?;
        let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
        let mut by_row: BTreeMap<i64, Alike> = alike.into_iter().map(|alike| (alike.row, alike)).collect();
        let has_more_failed = import.failed_count > failed.len().try_into().unwrap_or(i64::MAX);
        let failed = failed.into_iter().map(|failed| {
            let alike = by_row.remove(&failed.row);
            Mending::of(failed, &headings, alike.as_ref(), &names)
        });
        let failed = failed.collect();
        // A file whose headings are the names of fields says by external ids whose its rows are.
        by_row.retain(|_, _| import.import_mapping.is_some());
        let label = |field: &String| match field.as_str() {
            IN_NOTES => "Notes".to_owned(),
            field => of_kind!(kind, R => targets::label_of::<R>(field)),
        };
        let fields: Vec<String> = first.fields.iter().map(label).collect();
        let shown = |(row, cells): (i64, Vec<String>)| {
            (row, fields.iter().cloned().zip(cells.into_iter().map(in_words)).collect())
        };
        Ok(Self {
            csrf: visit.csrf.clone(),
            id: import.id,
            first: first.rows.into_iter().map(shown).collect(),
            fields,
            alike: by_row.into_values().map(|alike| Question::of(&alike, &names)).collect(),
            has_more_alike,
            failed,
            has_more_failed,
        })
    }

    /// Returns whether every row that failed is among them, with its problems.
    pub(super) fn has_all_failed(&self) -> bool {
        !self.has_more_failed
    }

    fn asks(&self) -> bool {
        !self.alike.is_empty() || self.failed.iter().any(Mending::asks)
    }
}

/// Returns contacts by their ids, each with what tells it from another one of the same name.
async fn names(context: &Context, contacts: Vec<Contact>) -> Result<HashMap<i64, String>, AppError> {
    let found = described(context, contacts).await?.into_iter();
    Ok(found.map(|found| (found.id, found.offered())).collect())
}

/// Returns the text of a cell as people write it.
fn in_words(cell: String) -> String {
    cell.parse::<NaiveDate>().map_or(cell, day)
}

/// Returns the contacts that a row may be, for links and for a select.
fn contacts_of(alike: &Alike, names: &HashMap<i64, String>) -> Vec<(i64, String)> {
    alike.contact_ids.iter().filter_map(|id| Some((*id, names.get(id)?.clone()))).collect()
}

fn select(row: i64, first: &str, contacts: &[(i64, String)], may_be_new: bool) -> Select {
    let mut options = vec![(String::new(), first.to_owned())];
    options.extend(contacts.iter().map(|(id, name)| (id.to_string(), format!("The same as {name}"))));
    if may_be_new {
        options.push((NEW.to_owned(), "Somebody else: make a new contact".to_owned()));
    }
    options.push((LEFT_OUT.to_owned(), "Leave the row out".to_owned()));
    let label = format!("Who is in row {row}?");
    Select { name: format!("same-{row}"), label, options, chosen: String::new(), hint: String::new() }
}

impl Question {
    fn of(alike: &Alike, names: &HashMap<i64, String>) -> Self {
        let contacts = contacts_of(alike, names);
        let select = select(alike.row, "Not decided: makes a new contact", &contacts, true);
        Self { row: alike.row, text: alike.cells.join(" · "), contacts, select }
    }
}

impl Mending {
    fn of(failed: Failed, headings: &[String], alike: Option<&Alike>, names: &HashMap<i64, String>) -> Self {
        let (mut cells, mut problems) = (BTreeMap::<usize, Cell>::new(), Vec::new());
        for (heading, problem) in failed.problems {
            let problem = said(&problem);
            let place = heading.and_then(|heading| headings.iter().position(|own| *own == heading));
            let Some((at, heading)) = place.and_then(|at| Some((at, headings.get(at)?))) else {
                problems.push(problem);
                continue;
            };
            let text = failed.cells.get(at).cloned().unwrap_or_default();
            let name = format!("cell-{}-{at}", failed.row);
            cells.entry(at).or_insert_with(|| Cell { name, heading: heading.clone(), text, problem });
        }
        let others = failed
            .cells
            .iter()
            .enumerate()
            .filter(|(at, cell)| !cells.contains_key(at) && !cell.trim().is_empty());
        let text = others.map(|(_, cell)| cell.trim()).collect::<Vec<_>>().join(" · ");
        let contacts = alike.map(|alike| contacts_of(alike, names)).unwrap_or_default();
        let select = (!contacts.is_empty()).then(|| select(failed.row, "Choose one", &contacts, false));
        Self { row: failed.row, text, problems, cells: cells.into_values().collect(), contacts, select }
    }

    fn asks(&self) -> bool {
        !self.cells.is_empty() || self.select.is_some()
    }
}

/// Reads what was amended in the rows.
fn amended(visit: &Visit) -> BTreeMap<i64, Amended> {
    let mut rows: BTreeMap<i64, Amended> = BTreeMap::new();
    for (name, text) in visit.posted.pairs() {
        let text = text.trim();
        if let Some(row) = name.strip_prefix("same-").and_then(|row| row.parse().ok()) {
            match text {
                "" => {}
                LEFT_OUT => rows.entry(row).or_default().is_left_out = true,
                same => rows.entry(row).or_default().same = Some(same.to_owned()),
            }
        }
        let cell = name.strip_prefix("cell-").and_then(|place| place.split_once('-'));
        if let Some((row, at)) = cell.and_then(|(row, at)| Some((row.parse().ok()?, at.parse().ok()?))) {
            rows.entry(row).or_default().cells.insert(at, text.to_owned());
        }
    }
    rows
}

/// Amends the rows of the file, and lets it be checked again.
pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (id, account) = (id(&visit)?, visit.account()?.scope);
    let path = format!("{PATH}/{id}");
    match amend::amend(&visit.app, account, id, amended(&visit)).await {
        Ok(()) => visit.redirect_with(
            &path,
            Flash::new("The rows are being checked again, and nothing is written yet."),
        ),
        Err(AppError::Busy(rule)) => visit.redirect_with(&path, Flash::problem(format!("Not done: {rule}."))),
        Err(error) => Err(error),
    }
}
