//! The rows of a file that has been checked: the first ones as they are read, those whose people look like contacts that are
//! there, and those with cells to mend.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use chrono::NaiveDate;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::{contacts, imports};

use super::select::Select;
use super::words::not_done;
use super::{PATH, id};
use crate::error::AppError;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::imports::amend::{self, Amended};
use crate::resources::imports::mapping::Mapping;
use crate::resources::imports::mapping::targets::{self, IN_NOTES, NEW};
use crate::resources::imports::preview::{self, Alike, Failed};
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::format::{day, start_of};
use crate::web::records::links::described;
use crate::web::rules::said;
use crate::web::visit::{Answer, Visit};

/// The choice that leaves a row out.
const LEFT_OUT: &str = "out";
/// The most characters of a cell, and of a line of cells, that are shown.
const SHOWN_MAX: usize = 100;
const LINE_MAX: usize = 400;
/// The most characters of a cell that can be mended on the page.
const CELL_MAX: usize = 2000;

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
    select: Select,
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
        let failed_ids = failed.iter().flat_map(|failed| &failed.contact_ids);
        let ids: BTreeSet<i64> =
            alike.iter().flat_map(|alike| &alike.contact_ids).chain(failed_ids).copied().collect();
        let contacts = context.caller.account.find::<contacts::Entity>();
        let contacts = contacts.filter(contacts::Column::Id.is_in(ids)).all(&tx).await?;
        let contacts = Contact::load(&tx, &context, contacts).await?;
        tx.end().await?;
        let names = names(&context, contacts).await?;
        let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
        let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
        let columns = mapping.into_iter().flat_map(|mapping| mapping.columns).enumerate();
        let is_of_donor = |field: Option<&str>| field.is_some_and(targets::is_of_donor);
        let of_donor = columns.filter(|(_, column)| is_of_donor(column.field.as_deref()));
        let of_donor: Vec<usize> = of_donor.map(|(at, _)| at).collect();
        let has_more_failed = import.failed_count > failed.len().try_into().unwrap_or(i64::MAX);
        let failed = failed.into_iter().map(|failed| Mending::of(failed, &headings, &of_donor, &names));
        let failed = failed.collect();
        let label = |field: &String| match field.as_str() {
            IN_NOTES => t!("imports-notes").to_owned(),
            field => of_kind!(kind, R => targets::label_of::<R>(field)),
        };
        let fields: Vec<String> = first.fields.iter().map(label).collect();
        let shown = |(row, cells): (i64, Vec<String>)| {
            (row, fields.iter().cloned().zip(cells.iter().map(|cell| in_words(cell))).collect())
        };
        Ok(Self {
            csrf: visit.csrf.clone(),
            id: import.id,
            first: first.rows.into_iter().map(shown).collect(),
            fields,
            alike: alike.iter().map(|alike| Question::of(alike, &names)).collect(),
            has_more_alike,
            failed,
            has_more_failed,
        })
    }

    /// Returns whether every row that failed is among them, with its problems.
    pub(super) fn has_all_failed(&self) -> bool {
        !self.has_more_failed
    }

    /// Returns whether somebody can decide something.
    fn asks(&self) -> bool {
        !self.alike.is_empty() || !self.failed.is_empty()
    }
}

/// Returns contacts by their ids, each with what tells it from another one of the same name.
async fn names(context: &Context, contacts: Vec<Contact>) -> Result<HashMap<i64, String>, AppError> {
    let found = described(context, contacts).await?.into_iter();
    Ok(found.map(|found| (found.id, found.offered())).collect())
}

/// Returns the text of a cell as people write it.
fn in_words(cell: &str) -> String {
    cell.parse::<NaiveDate>().map_or_else(|_| start_of(cell, SHOWN_MAX), day)
}

/// Returns some cells in a line.
fn in_line<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells = cells.map(str::trim).filter(|cell| !cell.is_empty());
    start_of(&cells.map(|cell| start_of(cell, SHOWN_MAX)).collect::<Vec<_>>().join(" · "), LINE_MAX)
}

/// Returns those of these contacts that are there, each with its description.
fn contacts_of(ids: &[i64], names: &HashMap<i64, String>) -> Vec<(i64, String)> {
    ids.iter().filter_map(|id| Some((*id, names.get(id)?.clone()))).collect()
}

fn select(row: i64, first: &str, contacts: &[(i64, String)], may_be_new: bool) -> Select {
    let mut options = vec![(String::new(), first.to_owned())];
    options.extend(contacts.iter().map(|(id, name)| (id.to_string(), t!("imports-same-as", name = name))));
    if may_be_new {
        options.push((NEW.to_owned(), t!("imports-somebody-else").to_owned()));
    }
    options.push((LEFT_OUT.to_owned(), t!("imports-leave-row-out").to_owned()));
    let (asks_who, number) = (may_be_new || !contacts.is_empty(), row.to_string());
    let label = if asks_who {
        t!("imports-who-is-in-row", row = number)
    } else {
        t!("imports-what-to-do-with-row", row = number)
    };
    Select { name: format!("same-{row}"), label, options, chosen: String::new(), hint: String::new() }
}

impl Question {
    fn of(alike: &Alike, names: &HashMap<i64, String>) -> Self {
        let contacts = contacts_of(&alike.contact_ids, names);
        let select = select(alike.row, t!("imports-not-decided"), &contacts, true);
        let text = in_line(alike.cells.iter().map(String::as_str));
        Self { row: alike.row, text, contacts, select }
    }
}

impl Mending {
    /// `of_donor` has the places of the columns that say together who gave.
    fn of(failed: Failed, headings: &[String], of_donor: &[usize], names: &HashMap<i64, String>) -> Self {
        let (mut cells, mut problems) = (BTreeMap::<usize, Vec<String>>::new(), Vec::new());
        for (heading, problem) in failed.problems {
            let place = heading.and_then(|heading| headings.iter().position(|own| *own == heading));
            match place {
                Some(at) => cells.entry(at).or_default().push(said(&problem)),
                None => problems.push(said(&problem)),
            }
        }
        if of_donor.iter().any(|at| cells.contains_key(at)) {
            for at in of_donor {
                cells.entry(*at).or_default();
            }
        }
        let cell = |at: usize| failed.cells.get(at).cloned().unwrap_or_default();
        let others = failed.cells.iter().enumerate().filter(|(at, _)| !cells.contains_key(at));
        let text = in_line(others.map(|(_, cell)| cell.as_str()));
        let mut mended = Vec::new();
        for (at, of_cell) in cells {
            let (text, problem) = (cell(at), of_cell.join(". "));
            // What is too long for a field is mended in the file.
            match headings.get(at).filter(|_| text.chars().count() <= CELL_MAX) {
                Some(heading) => mended.push(Cell {
                    name: format!("cell-{}-{at}", failed.row),
                    heading: heading.clone(),
                    text,
                    problem,
                }),
                None => problems.extend(of_cell),
            }
        }
        let contacts = contacts_of(&failed.contact_ids, names);
        let first = t!(if contacts.is_empty() { "imports-mend-or-leave" } else { "imports-choose-one" });
        let select = select(failed.row, first, &contacts, false);
        Self { row: failed.row, text, problems, cells: mended, contacts, select }
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
        Ok(()) => visit.redirect_with(&path, Flash::new(t!("imports-rows-saved"))),
        Err(AppError::Busy(rule)) => visit.redirect_with(&path, not_done(&rule)),
        Err(error) => Err(error),
    }
}
