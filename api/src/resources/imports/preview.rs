//! What a kept file would do, row by row: its rows as they are read, a page at a time, those that failed, and those whose people
//! look like contacts that are there, or like those of earlier rows.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde_json::Value;
use shared::entities::{
    AccountScope, import_chunks, import_failed_rows, import_problems, import_rows, imports,
};

use super::file_rows::{FileRow, Read, Reading};
use super::layout::Layout;
use super::mapping::Mapping;
use super::mapping::targets::{self, SAME, joins};
use super::marks::{
    AGAIN, ALIKE, ARCHIVED, BELONGS, CHANGES, DECIDED, Done, EARLIER, FITS, FOLLOWS, NAMED, THERE, TWIN,
};
use super::rows_of::rows_of;
use crate::error::AppError;
use crate::http::csv::unguarded;
use crate::records::Context;
use crate::records::importable::Importable;

/// How many rows of the file a page shows as they are read.
const PAGE_ROWS: i64 = 20;
/// How many rows that failed are shown.
const FAILED_MAX: u64 = 25;
/// How many rows are shown about whose people a page asks, and whose donors are archived.
const ASKED_MAX: usize = 25;
/// How many rows are shown of which somebody has said who they are.
const DECIDED_MAX: usize = 100;
/// How many parts of a file are looked through for them.
const PARTS_MAX: usize = 20;
/// The marks of rows about whose people nobody has said anything.
const OPEN: [u8; 2] = [ALIKE, TWIN];

/// The rows of a page.
pub struct PageOfRows {
    /// The fields that the file has.
    pub fields: Vec<String>,
    /// The rows that have something to import.
    pub rows: Vec<SeenRow>,
    /// The number of the page.
    pub page: i64,
    /// How many pages there are.
    pub pages: i64,
    /// Whether a column of the file says, or can say, who is an organisation.
    pub has_kinds: bool,
}

/// A row of a file.
pub struct SeenRow {
    /// Its number.
    pub row: i64,
    /// Its texts by field.
    pub texts: Vec<String>,
    /// What it would become.
    pub fate: Fate,
    /// Whether a contact that it makes is an organisation.
    pub is_org: bool,
    /// The contacts that its person may be, and nobody has said it.
    pub perhaps: Vec<i64>,
    /// The earlier row whose person it may be, and nobody has said it.
    pub twin: Option<i64>,
    /// The record that is there already and is the same, whether the row is left out or somebody wants it all the same.
    pub there: Option<i64>,
}

/// What a row would become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A new record.
    New,
    /// A new record of the contact with this id.
    NewOf(i64),
    /// A new record of a new contact.
    NewOfNew,
    /// Something of the contact of this earlier row: a new record, or a change.
    Follows(i64),
    /// A change of the record with this id, or of that of an earlier row if it is 0.
    Changes(i64),
    /// Nothing: the record is there already.
    There,
    /// Nothing: it has problems.
    Fails,
}

/// Reads the rows of a page. The first and the last page stand for numbers that are too small or too large.
pub async fn page_of_rows<R: Importable>(
    connection: &impl ConnectionTrait,
    context: &Context,
    import: &imports::Model,
    page: i64,
) -> Result<PageOfRows, AppError> {
    let reading = Reading::new::<R>(connection, context, import).await?;
    let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
    let headings: Vec<String> = serde_json::from_str(&import.import_header)?;
    let columns: Vec<(usize, String)> = match &mapping {
        Some(mapping) => {
            let columns = mapping.columns.iter().enumerate();
            let fields = columns.filter_map(|(at, column)| Some((at, column.field.clone()?)));
            fields.filter(|(_, field)| field != SAME).collect()
        }
        None => headings.into_iter().enumerate().filter(|(_, name)| Layout::has::<R>(name)).collect(),
    };
    let pages = (import.row_count - 1).max(0) / PAGE_ROWS + 1;
    let page = page.clamp(1, pages);
    let first = import.import_header_row + 1 + (page - 1) * PAGE_ROWS;
    let (seen, parts) = rows_between(connection, import, first..first + PAGE_ROWS).await?;
    let mut rows = Vec::new();
    for (row, cells) in seen {
        let own: Vec<String> = cells.iter().map(|cell| unguarded(cell).trim().to_owned()).collect();
        let Read::Row(read) = reading.row(cells) else { continue };
        let fields: Vec<&str> = read.fields().collect();
        let text = |(at, field): &(usize, String)| {
            let place = reading.header.iter().position(|own| own == field && !joins::<R>(field));
            // A cell that could not be read is shown as it is.
            let is_shown = |text: &&&str| !text.is_empty() || read.problems.is_empty();
            let said = place.and_then(|place| fields.get(place)).filter(is_shown);
            said.map_or_else(|| own.get(*at).cloned().unwrap_or_default(), |text| unguarded(text).to_owned())
        };
        let texts = columns.iter().map(text).collect();
        let is_org = is_organisation(&reading, &read);
        rows.push(SeenRow {
            row,
            texts,
            fate: Fate::New,
            is_org,
            perhaps: Vec::new(),
            twin: None,
            there: None,
        });
    }
    foresee(connection, import, (first, parts), &mut rows).await?;
    let fields = columns.into_iter().map(|(_, field)| field).collect();
    let has_kinds = mapping.is_some_and(|mapping| mapping.kind_column::<R>().is_some());
    Ok(PageOfRows { fields, rows, page, pages, has_kinds })
}

/// Returns whether a contact that a row makes is an organisation.
fn is_organisation(reading: &Reading, row: &FileRow) -> bool {
    let text = |field: &str| {
        let place = reading.header.iter().position(|own| own == field);
        place.and_then(|place| row.fields().nth(place)).filter(|text| !text.is_empty())
    };
    let donor = row.donor.as_deref().and_then(|donor| serde_json::from_str::<Value>(donor).ok());
    match text("contact_type") {
        Some(kind) => kind == "organization",
        None => {
            text("contact_is_org") == Some("1")
                || donor.is_some_and(|donor| donor["contact"]["contact_is_org"] == 1)
        }
    }
}

/// Reads what rows would become, which stand in so many parts of the file.
async fn foresee(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    (first_row, parts): (i64, u64),
    rows: &mut [SeenRow],
) -> Result<(), AppError> {
    use {import_failed_rows::Column as F, import_rows::Column as C};
    let account = AccountScope::new(import.account_id);
    let failed = account.find::<import_failed_rows::Entity>().filter(F::ImportId.eq(import.id));
    let failed = failed.filter(F::FailedRow.is_in(rows.iter().map(|seen| seen.row)));
    let failed = failed.select_only().column(F::FailedRow).into_tuple::<i64>().all(connection).await?;
    let of_rows = account.find::<import_rows::Entity>().filter(C::ImportId.eq(import.id));
    let of_rows = of_rows.filter(C::LastRow.gte(first_row)).order_by_asc(C::LastRow).limit(parts);
    let mut done: Vec<Done> = Vec::new();
    for part in of_rows.all(connection).await? {
        done.extend(serde_json::from_str::<Vec<Done>>(&part.row_records)?);
    }
    for seen in rows {
        for (_, id, mark) in done.iter().filter(|(row, ..)| *row == seen.row) {
            match *mark {
                CHANGES => seen.fate = Fate::Changes(*id),
                BELONGS if *id == 0 => seen.fate = Fate::NewOfNew,
                BELONGS => seen.fate = Fate::NewOf(*id),
                FOLLOWS => seen.fate = Fate::Follows(*id),
                ALIKE => seen.perhaps.push(*id),
                TWIN => seen.twin = Some(*id),
                THERE => (seen.fate, seen.there) = (Fate::There, Some(*id)),
                AGAIN => seen.there = Some(*id),
                _ => {}
            }
        }
        if failed.contains(&seen.row) {
            (seen.fate, seen.perhaps, seen.twin) = (Fate::Fails, Vec::new(), None);
        }
    }
    Ok(())
}

/// Reads the rows with these numbers. Returns them with how many parts of the file they stand in.
async fn rows_between(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    numbers: Range<i64>,
) -> Result<(BTreeMap<i64, csv::StringRecord>, u64), AppError> {
    let (mut rows, mut parts, mut next) = (BTreeMap::new(), 0, numbers.start);
    while next < numbers.end {
        let part = chunk_of(connection, import, next).await?;
        let Some(last) = part.keys().next_back().copied().filter(|last| *last >= next) else { break };
        rows.extend(part.into_iter().filter(|(row, _)| numbers.contains(row)));
        (parts, next) = (parts + 1, last + 1);
    }
    Ok((rows, parts))
}

/// Reads the rows of the part of a file in which a row is, by their numbers.
async fn chunk_of(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    row: i64,
) -> Result<BTreeMap<i64, csv::StringRecord>, AppError> {
    use import_chunks::Column as C;
    let chunks = AccountScope::new(import.account_id).find::<import_chunks::Entity>();
    let chunk = chunks.filter(C::ImportId.eq(import.id)).filter(C::FirstRow.lte(row));
    let Some(chunk) = chunk.order_by_desc(C::FirstRow).one(connection).await? else {
        return Ok(BTreeMap::new());
    };
    rows_of(&chunk).collect()
}

/// A row that failed.
pub struct Failed {
    /// Its number.
    pub row: i64,
    /// The ids of the contacts that its donor may be.
    pub contact_ids: Vec<i64>,
    /// Whether its donor can be somebody new, of whom the row says the name alone.
    pub can_be_new: bool,
    /// Its cells.
    pub cells: Vec<String>,
    /// Its problems, each with the heading of its column.
    pub problems: Vec<(Option<String>, String)>,
}

/// Returns the first rows that failed.
pub async fn failed(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<Vec<Failed>, AppError> {
    use {import_failed_rows::Column as F, import_problems::Column as P};
    let account = AccountScope::new(import.account_id);
    let rows = account.find::<import_failed_rows::Entity>().filter(F::ImportId.eq(import.id));
    let rows = rows.order_by_asc(F::FailedRow).limit(FAILED_MAX).all(connection).await?;
    let problems = account.find::<import_problems::Entity>().filter(P::ImportId.eq(import.id));
    let problems = problems.filter(P::ProblemRow.is_in(rows.iter().map(|row| row.failed_row)));
    let problems = problems.order_by_asc(P::Id).all(connection).await?;
    let failed = |row: import_failed_rows::Model| {
        let own = problems.iter().filter(|problem| problem.problem_row == row.failed_row);
        let own = own.map(|problem| (problem.problem_column.clone(), problem.problem_message.clone()));
        let cells = serde_json::from_str(&row.failed_cells)?;
        let (contact_ids, can_be_new, problems) = (Vec::new(), false, own.collect());
        Ok(Failed { row: row.failed_row, contact_ids, can_be_new, cells, problems })
    };
    let mut failed = rows.into_iter().map(failed).collect::<Result<Vec<_>, AppError>>()?;
    let Some(first) = failed.first().map(|failed| failed.row) else { return Ok(failed) };
    let parts = marked(import, &[FITS, NAMED]).filter(import_rows::Column::LastRow.gte(first));
    let parts = parts.order_by_asc(import_rows::Column::LastRow).limit(FAILED_MAX);
    for part in parts.all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        for (row, contact_id, mark) in done {
            let Some(failed) = failed.iter_mut().find(|failed| failed.row == row) else { continue };
            match mark {
                FITS => failed.contact_ids.push(contact_id),
                NAMED => failed.can_be_new = true,
                _ => {}
            }
        }
    }
    Ok(failed)
}

/// Rows that suggest whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggesting {
    /// Those that fail because they say the name of their donor alone.
    Names,
    /// Those whose people look like contacts that are there, or like those of earlier rows.
    Looks,
}

/// Returns what rows suggest: the number of the only contact whom each may be, or else the word for the earlier row.
pub async fn suggested(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    suggesting: Suggesting,
) -> Result<BTreeMap<i64, String>, AppError> {
    let marks: &[u8] = if suggesting == Suggesting::Names { &[FITS] } else { &OPEN };
    let mut fitting: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for part in marked(import, marks).all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        for (row, id, mark) in done.into_iter().filter(|(.., mark)| marks.contains(mark)) {
            fitting.entry(row).or_default().extend(Some(id).filter(|_| mark != TWIN));
        }
    }
    let only = |(row, ids): (i64, Vec<i64>)| match ids.as_slice() {
        [] => Some((row, targets::EARLIER.to_owned())),
        [id] => Some((row, id.to_string())),
        _ => None,
    };
    Ok(fitting.into_iter().filter_map(only).collect())
}

/// A row about whose person a page asks, or has asked.
#[derive(Default)]
pub struct Question {
    /// Its number.
    pub row: i64,
    /// Its filled cells, but for the one that says who it is.
    pub cells: Vec<String>,
    /// What that cell says.
    pub said: String,
    /// The ids of the contacts whom it may be.
    pub contact_ids: Vec<i64>,
    /// The archived contact whom it is, unless somebody says otherwise.
    pub archived_id: Option<i64>,
    /// The earlier row whose person it may be.
    pub earlier: Option<i64>,
}

impl Question {
    fn new(row: i64, cells: &csv::StringRecord, same_at: Option<usize>) -> Self {
        let texts = || cells.iter().map(|cell| unguarded(cell).trim()).enumerate();
        let said = texts().find(|(at, _)| Some(*at) == same_at).map(|(_, text)| text);
        let others = texts().filter(|(at, text)| Some(*at) != same_at && !text.is_empty());
        let cells = others.map(|(_, text)| text.to_owned()).collect();
        Self { row, cells, said: said.unwrap_or_default().to_owned(), ..Self::default() }
    }

    fn add(&mut self, id: i64, mark: u8) {
        match mark {
            ALIKE | DECIDED | ARCHIVED => {
                if id > 0 && !self.contact_ids.contains(&id) {
                    self.contact_ids.push(id);
                }
                if mark == ARCHIVED {
                    self.archived_id = Some(id);
                }
            }
            TWIN | EARLIER => self.earlier = Some(id),
            _ => {}
        }
    }
}

/// Returns the first rows of which nobody has said yet whether their people are those whom they look like, and whether there are
/// more.
pub async fn asked(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<(Vec<Question>, bool), AppError> {
    questions(connection, import, &OPEN, ASKED_MAX).await
}

/// Returns how many rows there are of which nobody has said yet whether their people are those whom they look like.
pub async fn undecided(connection: &impl ConnectionTrait, import: &imports::Model) -> Result<i64, AppError> {
    let mut rows = 0;
    for part in marked(import, &OPEN).all(connection).await? {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        let open = done.into_iter().filter(|(.., mark)| OPEN.contains(mark)).map(|(row, ..)| row);
        rows += i64::try_from(open.collect::<BTreeSet<_>>().len()).unwrap_or(i64::MAX);
    }
    Ok(rows)
}

/// Selects what is stored of the parts of a file that have rows with one of these marks.
pub(super) fn marked(import: &imports::Model, marks: &[u8]) -> Select<import_rows::Entity> {
    use import_rows::Column as C;
    let parts = AccountScope::new(import.account_id).find::<import_rows::Entity>();
    // The mark is the end of a list of the JSON.
    let has_mark = |any: Condition, mark: &u8| any.add(C::RowRecords.contains(format!(",{mark}]")));
    parts.filter(C::ImportId.eq(import.id)).filter(marks.iter().fold(Condition::any(), has_mark))
}

/// Returns the first rows of which somebody has said it, then those whose donors are archived, and whether there are more.
pub async fn decided(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
) -> Result<(Vec<Question>, bool), AppError> {
    let (mut decided, has_more) = questions(connection, import, &[DECIDED], DECIDED_MAX).await?;
    let (archived, has_more_archived) = questions(connection, import, &[ARCHIVED], ASKED_MAX).await?;
    decided.extend(archived);
    Ok((decided, has_more || has_more_archived))
}

/// Returns the first rows with one of these marks, at most so many, and whether there are more.
async fn questions(
    connection: &impl ConnectionTrait,
    import: &imports::Model,
    marks: &[u8],
    most: usize,
) -> Result<(Vec<Question>, bool), AppError> {
    let parts = marked(import, marks).order_by_asc(import_rows::Column::LastRow).limit(PARTS_MAX as u64 + 1);
    let parts = parts.all(connection).await?;
    let has_more = parts.len() > PARTS_MAX;
    let same_at = same_at(import)?;
    let mut questions = Vec::new();
    for part in parts.into_iter().take(PARTS_MAX) {
        let done: Vec<Done> = serde_json::from_str(&part.row_records)?;
        let marked = done.iter().filter(|(.., mark)| marks.contains(mark));
        let rows: BTreeSet<i64> = marked.map(|(row, ..)| *row).collect();
        let Some(first) = rows.first() else { continue };
        let mut texts = chunk_of(connection, import, *first).await?;
        for row in rows {
            if questions.len() == most {
                return Ok((questions, true));
            }
            let mut question = Question::new(row, &texts.remove(&row).unwrap_or_default(), same_at);
            for (_, id, mark) in done.iter().filter(|(of, ..)| *of == row) {
                question.add(*id, *mark);
            }
            questions.push(question);
        }
    }
    Ok((questions, has_more))
}

/// Returns the place of the column that says who a row is.
pub fn same_at(import: &imports::Model) -> Result<Option<usize>, AppError> {
    let Some(mapping) = &import.import_mapping else { return Ok(None) };
    let mapping: Mapping = serde_json::from_str(mapping)?;
    Ok(mapping.columns.iter().position(|column| column.field.as_deref() == Some(SAME)))
}
