//! The rows of a file that has been checked: as they are read, a page at a time, those whose people look like contacts that are
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
use crate::fields::spoken::choice;
use crate::fields::types::day_without_year;
use crate::records::Resource;
use crate::resources::contacts::Contact;
use crate::resources::imports::amend::{self, Amended, KINDS};
use crate::resources::imports::mapping::targets::{self, FULL_NAME, IN_NOTES, NEW, ORGANIZATION, OUT};
use crate::resources::imports::mapping::{MappedColumn, Mapping};
use crate::resources::imports::preview::{self, Failed, Fate, SeenRow, Suggesting};
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::format::{day, start_of, yearly_day};
use crate::web::rules::said;
use crate::web::visit::{Answer, Visit};

/// The most characters of a cell that can be mended on the page.
const CELL_MAX: usize = 2000;
/// The fields with the names of contacts.
const NAMES: [&str; 4] = [FULL_NAME, ORGANIZATION, "contact_fname", "contact_lname"];

#[derive(Template)]
#[template(path = "imports/rows.html")]
pub(super) struct Rows {
    csrf: String,
    id: i64,
    /// The fields of the rows.
    fields: Vec<String>,
    /// The rows of the page.
    seen: Vec<Seen>,
    page: i64,
    pages: i64,
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

/// A row as it is read.
struct Seen {
    row: i64,
    /// What it would become.
    fate: String,
    /// Whether its new contact is an organisation, if that can be changed.
    is_org: Option<bool>,
    /// The record that is there already and is the same.
    there: Option<i64>,
    /// Whether it is left out because of that.
    is_left_out: bool,
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
    /// Whether it is a person or an organisation, if its name is to be mended.
    kind: Option<Select>,
}

/// The places of columns that need more than their own cells.
struct Places {
    /// The columns that say together who gave.
    of_donor: Vec<usize>,
    /// The columns with the names of contacts, if a row can say that it is an organisation.
    of_names: Vec<usize>,
    /// The column that says whose a row is.
    same_at: Option<usize>,
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
        let page = visit.query.text("rows").parse().unwrap_or(1_i64);
        let seen = of_kind!(kind, R => preview::page_of_rows::<R>(&tx, &context, import, page).await?);
        let failed = preview::failed(&tx, import).await?;
        let (alike, has_more_alike) = preview::asked(&tx, import).await?;
        let (decided, has_more_decided) = preview::decided(&tx, import).await?;
        let is_of_contacts = kind == ImportKind::Contacts;
        let questions = alike.iter().chain(&decided).flat_map(|question| &question.contact_ids);
        let failed_ids = failed.iter().flat_map(|failed| &failed.contact_ids);
        let seen_ids = seen.rows.iter().flat_map(|seen| fates::contact_ids(seen, is_of_contacts));
        let ids: BTreeSet<i64> = questions.chain(failed_ids).copied().chain(seen_ids).collect();
        let contacts = context.caller.account.find::<contacts::Entity>();
        let contacts = contacts.filter(contacts::Column::Id.is_in(ids)).all(&tx).await?;
        let contacts = Contact::load(&tx, &context, contacts).await?;
        tx.end().await?;
        let known = Known::of(&context, contacts).await?;
        let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
        let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
        let columns: Vec<MappedColumn> = mapping.into_iter().flat_map(|mapping| mapping.columns).collect();
        let places_of = |is_one: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let fields = columns.iter().map(|column| column.field.as_deref()).enumerate();
            fields.filter(|(_, field)| field.is_some_and(is_one)).map(|(at, _)| at).collect()
        };
        let is_name = |field: &str| seen.has_kinds && is_of_contacts && NAMES.contains(&field);
        let places = Places {
            of_donor: places_of(&targets::is_of_donor),
            of_names: places_of(&is_name),
            same_at: preview::same_at(import)?,
        };
        let has_more_failed = import.failed_count > failed.len().try_into().unwrap_or(i64::MAX);
        let mending = |failed| Mending::of(failed, &headings, &places, &known);
        let failed = failed.into_iter().map(mending).collect();
        let label = |field: &String| match field.as_str() {
            IN_NOTES => t!("imports-notes").to_owned(),
            field => of_kind!(kind, R => targets::label_of::<R>(field)),
        };
        let fields: Vec<String> = seen.fields.iter().map(label).collect();
        let names = &seen.fields;
        let words = |(field, cell): (&String, &String)| {
            let words = of_kind!(kind, R => targets::in_words::<R>(field, cell));
            words.map_or_else(|| in_words(cell), |words| start_of(&words, SHOWN_MAX))
        };
        let shown = |row: &SeenRow| Seen {
            row: row.row,
            fate: fates::of(row, &known, is_of_contacts),
            is_org: fates::is_org(row, is_of_contacts).filter(|_| seen.has_kinds),
            there: row.there,
            is_left_out: row.fate == Fate::There,
            cells: fields.iter().cloned().zip(names.iter().zip(&row.texts).map(&words)).collect(),
        };
        let decided = decided.iter().map(|question| Question::answered(question, &known, is_of_contacts));
        Ok(Self {
            csrf: visit.csrf.clone(),
            id: import.id,
            seen: seen.rows.iter().map(shown).collect(),
            page: seen.page,
            pages: seen.pages,
            alike: alike.iter().map(|question| Question::open(question, &known, is_of_contacts)).collect(),
            has_more_alike,
            decided: decided.collect(),
            has_more_decided,
            fields,
            failed,
            has_more_failed,
        })
    }

    /// Returns how many rows there are of whose people nobody has said anything.
    pub(super) async fn undecided(&self, visit: &Visit, import: &imports::Model) -> Result<i64, AppError> {
        if self.has_more_alike {
            return preview::undecided(visit.app.store.read(), import).await;
        }
        Ok(i64::try_from(self.alike.len()).unwrap_or(i64::MAX))
    }

    /// Returns whether every row that failed is among them, with its problems.
    pub(super) fn has_all_failed(&self) -> bool {
        !self.has_more_failed
    }

    /// Returns whether there is one contact alone that a row may be of, which says too little of its donor.
    fn suggests(&self) -> bool {
        self.failed.iter().any(|mending| mending.contacts.len() == 1)
    }

    /// Returns whether somebody can say of a row of the page whether it is of an organisation.
    fn has_kinds(&self) -> bool {
        self.seen.iter().any(|seen| seen.is_org.is_some())
    }

    /// Returns whether a row of the page is there already.
    fn has_there(&self) -> bool {
        self.seen.iter().any(|seen| seen.there.is_some())
    }

    /// Returns whether a row of whose person nobody has said anything suggests who it is.
    fn suggests_looks(&self) -> bool {
        self.alike.iter().any(Question::suggests)
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

fn select((row, can_be_new): (i64, bool), first: &str, contacts: &[(i64, String)]) -> Select {
    let mut options = vec![(String::new(), first.to_owned())];
    options.extend(contacts.iter().map(|(id, name)| (id.to_string(), t!("imports-same-as", name = name))));
    if can_be_new {
        options.push((NEW.to_owned(), t!("imports-somebody-else").to_owned()));
    }
    options.push((OUT.to_owned(), t!("imports-leave-row-out").to_owned()));
    let number = row.to_string();
    let label = if contacts.is_empty() {
        t!("imports-what-to-do-with-row", row = number)
    } else {
        t!("imports-who-is-in-row", row = number)
    };
    Select { name: format!("same-{row}"), label, options, chosen: String::new(), hint: String::new() }
}

/// Asks whether a row to mend is a person or an organisation.
fn kind_of(row: i64) -> Select {
    let kinds = KINDS.map(|kind| (kind.to_owned(), choice(kind)));
    let as_read = (String::new(), t!("imports-kind-as-read").to_owned());
    Select {
        name: format!("kind-{row}"),
        label: t!("imports-kind-of-row", row = row.to_string()),
        options: std::iter::once(as_read).chain(kinds).collect(),
        chosen: String::new(),
        hint: String::new(),
    }
}

impl Mending {
    fn of(failed: Failed, headings: &[String], places: &Places, known: &Known) -> Self {
        let (mut cells, mut problems) = (BTreeMap::<usize, Vec<String>>::new(), Vec::new());
        for (heading, problem) in failed.problems {
            let place = heading.and_then(|heading| headings.iter().position(|own| *own == heading));
            match place {
                Some(at) => cells.entry(at).or_default().push(said(&problem)),
                None => problems.push(said(&problem)),
            }
        }
        if places.of_donor.iter().any(|at| cells.contains_key(at)) {
            for at in &places.of_donor {
                cells.entry(*at).or_default();
            }
        }
        let kind = places.of_names.iter().any(|at| cells.contains_key(at)).then(|| kind_of(failed.row));
        let cell = |at: usize| failed.cells.get(at).cloned().unwrap_or_default();
        let others = failed.cells.iter().enumerate();
        let others = others.filter(|(at, _)| !cells.contains_key(at) && Some(*at) != places.same_at);
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
        let select = select((failed.row, failed.can_be_new), first, &contacts);
        Self { row: failed.row, text, problems, cells: mended, contacts, select, kind }
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
        let kind = KINDS.iter().position(|kind| *kind == text);
        let row = name.strip_prefix("kind-").and_then(|row| row.parse().ok());
        if let Some((row, kind)) = row.zip(kind) {
            rows.entry(row).or_default().is_org = Some(kind == 1);
        }
        if let Some(row) = name.strip_prefix("there-").and_then(|row| row.parse().ok()) {
            rows.entry(row).or_default().is_wanted = Some(text == "import");
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
    let path = match visit.posted.text("rows").parse::<u64>() {
        Ok(page) if page > 1 => format!("{PATH}/{id}?rows={page}"),
        _ => format!("{PATH}/{id}"),
    };
    let mut rows = amended(&visit);
    let suggesting = match visit.posted.text("suggested") {
        "" => None,
        "looks" => Some(Suggesting::Looks),
        _ => Some(Suggesting::Names),
    };
    if let Some(suggesting) = suggesting {
        let store = visit.app.store.read();
        let import = account.find_id::<imports::Entity>(id).one(store).await?.ok_or(AppError::NotFound)?;
        for (row, same) in preview::suggested(store, &import, suggesting).await? {
            let amended = rows.entry(row).or_default();
            if !amended.is_left_out {
                amended.same.get_or_insert(same);
            }
        }
    }
    match amend::amend(&visit.app, account, id, rows).await {
        Ok(_) => visit.redirect_with(&path, Flash::new(t!("imports-rows-saved"))),
        Err(AppError::Busy(rule)) => visit.redirect_with(&path, not_done(&rule)),
        Err(error) => Err(error),
    }
}
