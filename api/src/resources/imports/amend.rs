//! Amends the rows of a file that is kept after its dry run: cells that could not be read, whose rows they are, and whether these
//! are persons or organisations. Then the file is judged again.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, import_chunks, imports};

use import_chunks::Column as C;

use super::kept;
use super::mapping::targets::{IS_ORG, KIND_HEADING, OUT, SAME, SAME_HEADING, has_same, is_of_donor};
use super::mapping::translator::CONTACT_ID;
use super::mapping::{MappedColumn, Mapping, distinct, donor};
use super::rows_of::rows_of;
use super::there;
use crate::error::AppError;
use crate::resources::kinds::of_kind;
use crate::state::App;

/// The words of that column.
pub const KINDS: [&str; 2] = ["person", "organization"];

/// What is amended in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amended {
    /// The new texts of cells, by the places of their columns.
    pub cells: BTreeMap<usize, String>,
    /// Whose row it is: the number of a contact, or one of the words; empty if that is open again. In a file of gifts, it holds for
    /// all rows with the same columns of the donor of which the same was said before.
    pub same: Option<String>,
    /// Whether its contact is an organisation, if somebody says it. In a file of gifts, it holds for all rows with the same columns
    /// of the donor.
    pub is_org: Option<bool>,
    /// Whether nothing of the row is imported.
    pub is_left_out: bool,
    /// Whether it is imported all the same if its record is there already, if somebody says it.
    pub is_wanted: Option<bool>,
}

/// Writes amended rows, by their numbers, into the file of a dry run, and lets it be judged again. Returns whether a cell has
/// changed: if none has, the file stays as it was judged.
///
/// # Errors
/// 409 if the dry run goes on, or if the file is no longer there.
pub async fn amend(
    app: &App,
    account: AccountScope,
    id: i64,
    mut rows: BTreeMap<i64, Amended>,
) -> Result<bool, AppError> {
    let tx = app.store.begin();
    let mut import = kept::open(&tx, account, id).await?;
    if import.import_awaits_columns {
        return Err(AppError::Busy("choose the columns of the file first".to_owned()));
    }
    let width = serde_json::from_str::<Vec<String>>(&import.import_header)?.len();
    for row in rows.values_mut() {
        row.cells.retain(|at, _| *at < width);
    }
    let says_more = |row: &Amended| row.is_left_out || row.same.as_ref().is_some_and(|said| !said.is_empty());
    let says_kind = rows.values().any(|row| row.is_org.is_some());
    let mut amending = Amending::of(&mut import, rows.values().any(says_more), says_kind)?;
    let chunks = account.find::<import_chunks::Entity>().filter(C::ImportId.eq(id)).order_by_asc(C::FirstRow);
    let chunks = chunks.select_only().columns([C::Id, C::FirstRow]);
    let chunks: Vec<(i64, i64)> = chunks.into_tuple().all(&tx).await?;
    let wanted = rows.iter().filter_map(|(row, amended)| Some((*row, amended.is_wanted?))).collect();
    let mut by_chunk: BTreeMap<i64, BTreeMap<i64, Amended>> = BTreeMap::new();
    for (row, amended) in rows {
        let place = chunks.partition_point(|(_, first_row)| *first_row <= row);
        if let Some((chunk_id, _)) = place.checked_sub(1).and_then(|place| chunks.get(place)) {
            by_chunk.entry(*chunk_id).or_default().insert(row, amended);
        }
    }
    if !amending.of_donor.is_empty() {
        for (chunk_id, rows) in &by_chunk {
            amending.learn(&chunk(&tx, account, *chunk_id).await?, rows)?;
        }
    }
    if amending.width > width || !amending.answers.is_empty() || !amending.kinds.is_empty() {
        for (chunk_id, _) in &chunks {
            by_chunk.entry(*chunk_id).or_default();
        }
    }
    let mut is_changed = there::say(&tx, &import, &wanted).await?;
    for (chunk_id, rows) in by_chunk {
        let before = chunk(&tx, account, chunk_id).await?;
        let after = import_chunks::Model { chunk_text: amending.rewritten(&before, rows)?, ..before.clone() };
        if differ(&before, &after)? {
            account.replace::<import_chunks::Entity>(&tx, after).await?;
            is_changed = true;
        }
    }
    if is_changed {
        kept::judge_again(&tx, app, account, import).await?;
        tx.commit().await?;
        app.import_waker.wake();
    }
    Ok(is_changed)
}

/// Returns whether the cells of a part differ, however they are written.
fn differ(before: &import_chunks::Model, after: &import_chunks::Model) -> Result<bool, AppError> {
    for (before, after) in rows_of(before).zip(rows_of(after)) {
        if before?.1.iter().ne(&after?.1) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn chunk(tx: &Transaction, account: AccountScope, id: i64) -> Result<import_chunks::Model, AppError> {
    account.find_id::<import_chunks::Entity>(id).one(tx).await?.ok_or(AppError::NotFound)
}

/// How the rows of a file are amended.
struct Amending {
    /// How many columns the file had.
    width_before: usize,
    /// How many it has with those that are added.
    width: usize,
    /// The place of the column that says whose rows they are.
    same_at: Option<usize>,
    /// The field of the column that says whether they are of organisations, and its place.
    kind_at: Option<(&'static str, usize)>,
    /// The places of the columns that say who the donor is.
    of_donor: Vec<usize>,
    /// What is said anew of the rows of donors, by what their columns say, and by what was said before.
    answers: HashMap<(Vec<String>, String), String>,
    /// Which donors are said to be organisations, or not, by what their columns say.
    kinds: HashMap<Vec<String>, bool>,
}

impl Amending {
    /// Finds the columns. Adds those for which there is more to say: whose rows they are, and whether these are organisations.
    fn of(import: &mut imports::Model, says_more: bool, says_kind: bool) -> Result<Self, AppError> {
        let width_before = serde_json::from_str::<Vec<String>>(&import.import_header)?.len();
        let same_at = column_of_same(import, says_more)?;
        let kind_at = column_of_kind(import, says_kind)?;
        let width = serde_json::from_str::<Vec<String>>(&import.import_header)?.len();
        let mapping = import.import_mapping.as_deref().map(serde_json::from_str::<Mapping>).transpose()?;
        let columns = mapping.into_iter().flat_map(|mapping| mapping.columns).enumerate();
        let fields = columns.filter_map(|(at, column)| Some((at, column.field?)));
        let fields: Vec<(usize, String)> = fields.collect();
        let has_donor = fields.iter().any(|(_, field)| is_of_donor(field));
        let tells = |field: &String| {
            has_donor && field != donor::TYPE && (is_of_donor(field) || field == donor::EXTERNAL_ID)
        };
        let of_donor = fields.into_iter().filter(|(_, field)| tells(field));
        let of_donor = of_donor.map(|(at, _)| at).collect();
        let (answers, kinds) = (HashMap::new(), HashMap::new());
        Ok(Self { width_before, width, same_at, kind_at, of_donor, answers, kinds })
    }

    /// Returns the cells of a row, with one more for each column that is added. A row with too many cells stays one: they must not
    /// say whose it is.
    fn cells<'a>(&self, record: &'a csv::StringRecord) -> Vec<&'a str> {
        let mut cells: Vec<&str> = record.iter().collect();
        for at in self.width_before..self.width {
            if cells.len() > at {
                cells.insert(at, "");
            }
        }
        cells
    }

    /// Returns what the columns of the donor say, if they say something.
    fn donor(&self, cells: &[&str]) -> Option<Vec<String>> {
        let text = |at: &usize| cells.get(*at).map(|cell| cell.trim().to_lowercase()).unwrap_or_default();
        let texts: Vec<String> = self.of_donor.iter().map(text).collect();
        texts.iter().any(|text| !text.is_empty()).then_some(texts)
    }

    /// Returns whose a row is, as its cell says.
    fn said<'a>(&self, cells: &[&'a str]) -> &'a str {
        self.same_at.and_then(|at| cells.get(at)).map_or("", |cell| cell.trim())
    }

    /// Learns what is said anew of the donors of these rows.
    fn learn(&mut self, chunk: &import_chunks::Model, rows: &BTreeMap<i64, Amended>) -> Result<(), AppError> {
        for row in rows_of(chunk) {
            let (row, record) = row?;
            let Some(amended) = rows.get(&row) else { continue };
            let cells = self.cells(&record);
            let Some(donor) = self.donor(&cells) else { continue };
            if let Some(is_org) = amended.is_org {
                self.kinds.insert(donor.clone(), is_org);
            }
            let before = self.said(&cells);
            if let Some(same) = amended.same.as_ref().filter(|same| *same != before) {
                self.answers.insert((donor, before.to_owned()), same.clone());
            }
        }
        Ok(())
    }

    /// Returns what the cell that says whose a row is becomes, if it changes.
    fn same(&self, cells: &[&str], amended: &Amended) -> Option<String> {
        self.same_at?;
        if amended.is_left_out {
            return self.is_fitting(cells).then(|| OUT.to_owned());
        }
        let before = self.said(cells);
        let own = amended.same.as_ref().filter(|same| *same != before);
        let of_donor = || self.answers.get(&(self.donor(cells)?, before.to_owned()));
        own.or_else(of_donor).cloned()
    }

    /// Returns the place of the cell that says whether a row is of an organisation, and what it becomes, if it changes.
    fn kind(&self, cells: &[&str], amended: &Amended) -> Option<(usize, &'static str)> {
        let (field, at) = self.kind_at?;
        let of_donor = || self.kinds.get(&self.donor(cells)?).copied();
        let words = if field == IS_ORG { ["0", "1"] } else { KINDS };
        Some((at, words[usize::from(amended.is_org.or_else(of_donor)?)]))
    }

    /// Returns whether a row does not have too many cells.
    fn is_fitting(&self, cells: &[&str]) -> bool {
        cells.len() <= self.width
    }

    /// Returns the text of a chunk with amended rows.
    fn rewritten(
        &self,
        chunk: &import_chunks::Model,
        mut rows: BTreeMap<i64, Amended>,
    ) -> Result<Vec<u8>, AppError> {
        let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
        for row in rows_of(chunk) {
            let (row, record) = row?;
            let mut cells = self.cells(&record);
            let amended = rows.remove(&row).unwrap_or_default();
            let same = self.same(&cells, &amended);
            let same = self.same_at.zip(same.as_deref());
            let kind = self.kind(&cells, &amended);
            let own = amended.cells.iter().map(|(at, text)| (*at, text.as_str()));
            for (at, text) in own.chain(same).chain(kind) {
                cells.resize(cells.len().max(at + 1), "");
                // A field of a form has no line breaks: a cell that nobody has changed keeps its own.
                if !cells[at].split_whitespace().eq(text.split_whitespace()) {
                    cells[at] = text;
                }
            }
            // Where no column can say that it is left out, it is emptied.
            if amended.is_left_out && (self.same_at.is_none() || !self.is_fitting(&cells)) {
                cells.fill("");
            }
            writer.write_record(cells).map_err(|error| AppError::Internal(error.into()))?;
        }
        writer.into_inner().map_err(|error| AppError::Internal(error.to_string().into()))
    }
}

/// Returns the place of the column that says whose rows they are. If there is none, it is added where `adds` says so. A file whose
/// headings are the names of fields has no mapping, and cannot have it; nor can one of a kind that has no contacts.
fn column_of_same(import: &mut imports::Model, adds: bool) -> Result<Option<usize>, AppError> {
    let Some(mapping) = &import.import_mapping else { return Ok(None) };
    let mapping: Mapping = serde_json::from_str(mapping)?;
    let is = |field: &str, column: &MappedColumn| column.field.as_deref() == Some(field);
    let known = mapping.columns.iter().position(|column| is(SAME, column));
    let can_have = of_kind!(import.import_kind, R => has_same::<R>())
        && !mapping.columns.iter().any(|column| is(CONTACT_ID, column));
    if known.is_some() || !adds || !can_have {
        return Ok(known);
    }
    added(import, mapping, (SAME_HEADING, SAME)).map(Some)
}

/// Returns the field of the column that says whether rows are of organisations, and its place. If there is none, it is added where
/// `adds` says so, and the file can have it.
fn column_of_kind(
    import: &mut imports::Model,
    adds: bool,
) -> Result<Option<(&'static str, usize)>, AppError> {
    let Some(mapping) = &import.import_mapping else { return Ok(None) };
    let mapping: Mapping = serde_json::from_str(mapping)?;
    Ok(match of_kind!(import.import_kind, R => mapping.kind_column::<R>()) {
        Some((field, Some(at))) => Some((field, at)),
        Some((field, None)) if adds => Some((field, added(import, mapping, (KIND_HEADING, field))?)),
        _ => None,
    })
}

/// Adds a column to a file. Returns its place.
fn added(
    import: &mut imports::Model,
    mut mapping: Mapping,
    (heading, field): (&str, &str),
) -> Result<usize, AppError> {
    let mut headings: Vec<String> = serde_json::from_str(&import.import_header)?;
    headings.push(heading.to_owned());
    headings = distinct(&headings);
    let (heading, field) = (headings.last().cloned().unwrap_or_default(), Some(field.to_owned()));
    mapping.columns.push(MappedColumn { heading, field, values: BTreeMap::new() });
    import.import_header = serde_json::to_string(&headings)?;
    import.import_mapping = Some(serde_json::to_string(&mapping)?);
    Ok(headings.len() - 1)
}
