//! The rows of a file that has been checked: the first ones as they are read, those whose people look like contacts that are
//! there or like those of earlier rows, and those with cells to mend.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use chrono::NaiveDate;
use sea_orm::{ColumnTrait, QueryFilter};
use shared::entities::{contacts, imports};
use shared::values::choices::ImportKind;

use super::known::Known;
use super::questions::{Question, SHOWN_MAX, UNDECIDED, in_line};
use super::select::Select;
use super::words::not_done;
use super::{PATH, fates, id};
use crate::error::AppError;
use crate::fields::types::day_without_year;
use crate::records::Resource;
use crate::resources::contacts::Contact;
use crate::resources::imports::amend::{self, Amended};
use crate::resources::imports::mapping::Mapping;
use crate::resources::imports::mapping::targets::{self, IN_NOTES, OUT};
use crate::resources::imports::preview::{self, Failed, FirstRow};
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::format::{day, start_of, yearly_day};
use crate::web::rules::said;
use crate::web::visit::{Answer, Visit};

/// The most characters of a cell that can be mended on the page.
const CELL_MAX: usize = 2000;

#[derive(Template)]
#[template(path = "imports/rows.html")]
pub(super) struct Rows {
    csrf: String,
    id: i64,
    /// The fields of the first rows.
    fields: Vec<String>,
    first: Vec<First>,
    /// The questions that nobody has answered.
    alike: Vec<Question>,
    has_more_alike: bool,
    /// The questions that are answered, or whose answer is plain.
    decided: Vec<Question>,
    has_more_decided: bool,
    failed: Vec<Mending>,
    /// Whether more rows failed than are shown.
    has_more_failed: bool,
}

/// One of the first rows.
struct First {
    row: i64,
    /// What it would become.
    fate: String,
    /// Its cells, each with its field.
    cells: Vec<(String, String)>,
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
        let (alike, has_more_alike) = preview::asked(&tx, import).await?;
        let (decided, has_more_decided) = preview::decided(&tx, import).await?;
        let is_of_contacts = kind == ImportKind::Contacts;
        let questions = alike.iter().chain(&decided).flat_map(|question| &question.contact_ids);
        let failed_ids = failed.iter().flat_map(|failed| &failed.contact_ids);
        let first_ids = first.rows.iter().flat_map(|first| fates::contact_ids(first, is_of_contacts));
        let ids: BTreeSet<i64> = questions.chain(failed_ids).copied().chain(first_ids).collect();
        let contacts = context.caller.account.find::<contacts::Entity>();
        let contacts = contacts.filter(contacts::Column::Id.is_in(ids)).all(&tx).await?;
        let contacts = Contact::load(&tx, &context, contacts).await?;
        tx.end().await?;
        let known = Known::of(&context, contacts).await?;
        let same_at = preview::same_at(import)?;
        let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
        let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
        let columns = mapping.into_iter().flat_map(|mapping| mapping.columns).enumerate();
        let is_of_donor = |field: Option<&str>| field.is_some_and(targets::is_of_donor);
        let of_donor = columns.filter(|(_, column)| is_of_donor(column.field.as_deref()));
        let of_donor: Vec<usize> = of_donor.map(|(at, _)| at).collect();
        let has_more_failed = import.failed_count > failed.len().try_into().unwrap_or(i64::MAX);
        let mending = |failed| Mending::of(failed, &headings, (of_donor.as_slice(), same_at), &known);
        let failed = failed.into_iter().map(mending).collect();
        let label = |field: &String| match field.as_str() {
            IN_NOTES => t!("imports-notes").to_owned(),
            field => of_kind!(kind, R => targets::label_of::<R>(field)),
        };
        let fields: Vec<String> = first.fields.iter().map(label).collect();
        let names = &first.fields;
        let words = |(field, cell): (&String, &String)| {
            let words = of_kind!(kind, R => targets::in_words::<R>(field, cell));
            words.map_or_else(|| in_words(cell), |words| start_of(&words, SHOWN_MAX))
        };
        let shown = |first: &FirstRow| First {
            row: first.row,
            fate: fates::of(first, &known, is_of_contacts),
            cells: fields.iter().cloned().zip(names.iter().zip(&first.texts).map(&words)).collect(),
        };
        let decided = decided.iter().map(|question| Question::answered(question, &known, is_of_contacts));
        Ok(Self {
            csrf: visit.csrf.clone(),
            id: import.id,
            first: first.rows.iter().map(shown).collect(),
            alike: alike.iter().map(|question| Question::open(question, &known, is_of_contacts)).collect(),
            has_more_alike,
            decided: decided.collect(),
            has_more_decided,
            fields,
            failed,
            has_more_failed,
        })
    }

    /// Returns whether every row that failed is among them, with its problems.
    pub(super) fn has_all_failed(&self) -> bool {
        !self.has_more_failed
    }

    /// Returns whether there is one contact alone that a row may be of, which says too little of its donor.
    fn suggests(&self) -> bool {
        self.failed.iter().any(|mending| mending.contacts.len() == 1)
    }

    /// Returns whether somebody can decide something.
    fn asks(&self) -> bool {
        !self.alike.is_empty() || !self.decided.is_empty() || !self.failed.is_empty()
    }
}

/// Returns the text of a cell as people write it.
fn in_words(cell: &str) -> String {
    let yearly = || day_without_year(cell).map(yearly_day);
    cell.parse::<NaiveDate>().ok().map(day).or_else(yearly).unwrap_or_else(|| start_of(cell, SHOWN_MAX))
}

fn select(row: i64, first: &str, contacts: &[(i64, String)]) -> Select {
    let mut options = vec![(String::new(), first.to_owned())];
    options.extend(contacts.iter().map(|(id, name)| (id.to_string(), t!("imports-same-as", name = name))));
    options.push((OUT.to_owned(), t!("imports-leave-row-out").to_owned()));
    let number = row.to_string();
    let label = if contacts.is_empty() {
        t!("imports-what-to-do-with-row", row = number)
    } else {
        t!("imports-who-is-in-row", row = number)
    };
    Select { name: format!("same-{row}"), label, options, chosen: String::new(), hint: String::new() }
}

impl Mending {
    /// `of_donor` has the places of the columns that say together who gave, and `same_at` that of the one that says whose the row is.
    fn of(
        failed: Failed,
        headings: &[String],
        (of_donor, same_at): (&[usize], Option<usize>),
        known: &Known,
    ) -> Self {
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
        let others = failed.cells.iter().enumerate();
        let others = others.filter(|(at, _)| !cells.contains_key(at) && Some(*at) != same_at);
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
        let contacts = known.named(&failed.contact_ids);
        let first = t!(if contacts.is_empty() { "imports-mend-or-leave" } else { "imports-choose-one" });
        let select = select(failed.row, first, &contacts);
        Self { row: failed.row, text, problems, cells: mended, contacts, select }
    }
}

/// Reads what was amended in the rows.
pub(super) fn amended(visit: &Visit) -> BTreeMap<i64, Amended> {
    let mut rows: BTreeMap<i64, Amended> = BTreeMap::new();
    for (name, text) in visit.posted.pairs() {
        let text = text.trim();
        if let Some(row) = name.strip_prefix("same-").and_then(|row| row.parse().ok()) {
            match text {
                "" => {}
                OUT => rows.entry(row).or_default().is_left_out = true,
                UNDECIDED => rows.entry(row).or_default().same = Some(String::new()),
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
    let mut rows = amended(&visit);
    if visit.posted.has("suggested") {
        let store = visit.app.store.read();
        let import = account.find_id::<imports::Entity>(id).one(store).await?.ok_or(AppError::NotFound)?;
        for (row, contact_id) in preview::suggested(store, &import).await? {
            let amended = rows.entry(row).or_default();
            if !amended.is_left_out {
                amended.same.get_or_insert_with(|| contact_id.to_string());
            }
        }
    }
    match amend::amend(&visit.app, account, id, rows).await {
        Ok(_) => visit.redirect_with(&path, Flash::new(t!("imports-rows-saved"))),
        Err(AppError::Busy(rule)) => visit.redirect_with(&path, not_done(&rule)),
        Err(error) => Err(error),
    }
}
