//! Reads, checks and writes the rows of one chunk together.
//!
//! New records are inserted together, changes are written one by one. The rows take effect in the order of the file, so
//! the collected new records are inserted before the next change.

mod donor;
mod earlier;
mod keys;
mod people;
mod same;
mod there;

use std::collections::{HashMap, HashSet};

use sea_orm::{ColumnTrait, ModelTrait, QueryFilter, QueryOrder, QuerySelect, Value};
use shared::Transaction;
use shared::entities::{Tenant, import_chunks, import_external_ids, imports};

use self::keys::{People, key_of_new, keys_of, look_of_name};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input;
use crate::fields::problem::Problem;
use crate::records::importable::{Importable, Kept, LookupColumn, Names, Twin};
use crate::records::service::holder;
use crate::records::{Context, Row, changed, insert_all, replace};
use crate::resources::contacts::matching::Fit;
use crate::resources::imports::file_rows::{FileRow, Read, Reading};
use crate::resources::imports::layout::Layout;
use crate::resources::imports::marks::{BELONGS, CHANGED, CHANGES, DECIDED, Done, MADE};
use crate::resources::imports::rows_of::rows_of;

/// How many rows are checked before other tasks get a turn. Checking a row takes about 20 µs and never waits for
/// anything.
const YIELD_EVERY: usize = 32;

/// The most keys that one query looks up. SQLite allows 32,766 parameters.
const KEYS_MAX: usize = 10_000;

/// A problem with a row.
#[derive(Debug)]
pub(crate) struct RowProblem {
    /// The row's number in the file. The header is row 1.
    pub row: i64,
    /// The column, if the problem concerns only one.
    pub column: Option<String>,
    /// The problem. The text names the column.
    pub message: String,
}

/// A row that had problems.
#[derive(Debug)]
pub(super) struct FailedRow {
    /// The row's number in the file. The header is row 1.
    pub row: i64,
    /// Its cells.
    pub cells: Vec<String>,
    /// Its problems.
    pub problems: String,
}

/// The outcome of a chunk.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How many rows became new records.
    pub created: i64,
    /// How many rows changed a record.
    pub updated: i64,
    /// How many rows had problems and were left out.
    pub failed: i64,
    /// How many rows had nothing to import: blank ones, those of totals, and those that are left out.
    pub skipped: i64,
    /// The problems of the rows that failed.
    pub problems: Vec<RowProblem>,
    /// The rows that failed.
    pub failed_rows: Vec<FailedRow>,
    /// The other rows, and in a dry run what they would become, in no order.
    pub done: Vec<Done>,
}

/// A row that is being imported.
struct Line<I> {
    row: i64,
    external_id: Option<String>,
    /// What tells its person from others, if no external id does.
    keys: Vec<String>,
    /// External ids of records of its own kind that it links to, and that did not exist when the chunk was read.
    awaited: Vec<String>,
    /// The problems of its cells.
    problems: Vec<Problem>,
    input: I,
    /// The problems of its fields.
    validation: Problems,
}

/// Imports the rows of a chunk. In a dry run, only checks them. `undone` are the contacts that imports have made which are
/// undone.
pub(super) async fn apply<R: Importable>(
    tx: &Transaction,
    context: Context,
    import: &imports::Model,
    chunk: &import_chunks::Model,
    undone: &HashSet<i64>,
) -> Result<Outcome, AppError> {
    let reading = Reading::new::<R>(tx, &context, import).await?;
    let layout = Layout::new::<R>(&reading.header);
    let layout = layout.map_err(|problems| AppError::Internal(problems.to_string().into()))?;
    let mut batch = Batch::<R> {
        tx,
        context,
        layout: &layout,
        reading: &reading,
        import_id: import.id,
        dry_run: import.import_dry_run,
        foresees: import.import_dry_run && import.import_keeps_file,
        // Only a file whose columns were chosen has a page that asks about them, and only a column can tell the answers.
        knows_people: import.import_mapping.is_some() && (import.import_dry_run || reading.has_same()),
        stored: HashMap::new(),
        seen: HashSet::new(),
        numbers: Vec::new(),
        new: Vec::new(),
        new_rows: Vec::new(),
        records: HashMap::new(),
        people: People::default(),
        there: HashMap::new(),
        spare: Vec::new(),
        fits: HashMap::new(),
        again: HashSet::new(),
        taken: Vec::new(),
        outcome: Outcome::default(),
    };
    let lines = batch.read(chunk).await?;
    let seen_before = batch.seen.clone();
    let new_donors = batch.records.values().filter_map(key_of_new);
    let keys = lines.iter().flat_map(|line| line.keys.clone()).chain(new_donors).collect();
    batch.meet_earlier(keys).await?;
    let inputs: Vec<_> = lines.iter().map(|line| &line.input).collect();
    batch.context.links = R::links(tx, &batch.context, &inputs).await?;
    batch.read_there(import, &lines).await?;
    for (i, line) in lines.into_iter().enumerate() {
        if i % YIELD_EVERY == 0 {
            tokio::task::yield_now().await;
        }
        batch.apply(line).await?;
    }
    batch.write_new().await?;
    batch.store_seen(&seen_before, chunk.first_row).await?;
    if batch.dry_run && batch.knows_people {
        batch.ask_of_contacts(undone).await?;
    }
    // Problems of rows that could not even be read were added first.
    batch.outcome.problems.sort_by_key(|problem| problem.row);
    batch.outcome.failed_rows.sort_by_key(|failed| failed.row);
    Ok(batch.outcome)
}

struct Batch<'a, R: Importable> {
    tx: &'a Transaction,
    context: Context,
    layout: &'a Layout,
    reading: &'a Reading,
    import_id: i64,
    dry_run: bool,
    /// Whether a page shows what the rows would become: the file is kept until then.
    foresees: bool,
    /// Whether it matters whether people of rows are those of other rows, or contacts that are there.
    knows_people: bool,
    /// The stored records that rows change, by external id. The first row that changes a record takes it out.
    stored: HashMap<String, Row<R>>,
    /// The external ids of earlier rows that created a record or took one out of `stored`.
    seen: HashSet<String>,
    /// The numbers that the keys of the rows stand for, in the order of [`Importable::NAMED`].
    numbers: Vec<HashMap<String, i64>>,
    /// New records that are not inserted yet, and the numbers of their rows.
    new: Vec<(Row<R>, R::Plan)>,
    new_rows: Vec<i64>,
    /// The rows, by their numbers.
    records: HashMap<i64, FileRow>,
    people: People,
    /// The records that are there already, by the numbers of the rows for which they stand, where such rows are left out.
    there: HashMap<i64, (i64, Twin)>,
    /// The other rows for which a record could stand, in their order.
    spare: Vec<(i64, Twin)>,
    /// Whom the donors of rows fit, as far as they have been looked for already.
    fits: HashMap<i64, Fit>,
    /// The rows that somebody wants all the same.
    again: HashSet<i64>,
    /// The ids of the records that stand for rows of this part, or are changed by them.
    taken: Vec<i64>,
    outcome: Outcome,
}

impl<R: Importable> Batch<'_, R> {
    /// Reads the rows and the records that they name, with one query for each kind of name.
    async fn read(&mut self, chunk: &import_chunks::Model) -> Result<Vec<Line<R::Input>>, AppError> {
        let mut rows = Vec::new();
        for row in rows_of(chunk) {
            let (row, record) = row?;
            match self.reading.row(record) {
                Read::Nothing => self.outcome.skipped += 1,
                Read::LeftOut => {
                    self.outcome.skipped += 1;
                    self.mark(row, 0, DECIDED);
                }
                Read::Row(read) => {
                    let asks = self.dry_run && self.knows_people && read.donor.is_none();
                    let named = read.named.as_ref().filter(|_| asks);
                    self.people.named.extend(named.map(|name| (row, look_of_name(name))));
                    rows.push((row, *read));
                }
                Read::Wrong(cells, message) => {
                    self.records.insert(row, FileRow::unread(cells));
                    self.refuse(row, [(String::new(), Problem::new("", message))]);
                }
            }
        }
        let records = rows;
        let rows: Vec<(i64, Vec<&str>)> =
            records.iter().map(|(row, record)| (*row, record.fields().collect())).collect();

        self.lock_same(records.iter().filter_map(|(_, record)| record.same)).await?;
        let ids: Vec<_> = rows.iter().filter_map(|(_, cells)| self.layout.external_id(cells)).collect();
        if self.dry_run {
            let linked = rows.iter().flat_map(|(_, cells)| self.own_links(cells));
            self.seen = self.seen_before(ids.iter().cloned().chain(linked).collect()).await?;
        }
        self.stored = self.find(ids).await?;
        for named in R::NAMED {
            let keys = rows.iter().flat_map(|(_, cells)| self.layout.keys(cells, named));
            let resolved = self.resolve(named, keys.collect()).await?;
            self.numbers.push(resolved);
        }
        let line = |(row, cells): &(i64, Vec<&'_ str>)| {
            let external_id = self.layout.external_id(cells);
            let awaited = self.own_links(cells).filter(|key| {
                let own = R::NAMED.iter().zip(&self.numbers);
                !own.filter(|(named, _)| is_own(named)).any(|(_, numbers)| numbers.contains_key(key))
            });
            let stored = external_id.as_ref().and_then(|id| self.stored.get(id));
            let (input, validation, problems) =
                self.input(cells, (stored.is_none(), stored.and_then(R::kept)));
            let awaited = awaited.collect();
            let look = R::look(&input).filter(|_| self.knows_people && external_id.is_none());
            let keys = look.as_ref().map(keys_of).unwrap_or_default();
            Line { row: *row, external_id, keys, awaited, problems, input, validation }
        };
        let lines = rows.iter().map(line).collect();
        drop(rows);
        self.records.extend(records);
        Ok(lines)
    }

    /// Reads a row, as a new record or as a change, and what is kept then. Returns the problems of its fields, and those of its
    /// cells.
    fn input(
        &self,
        cells: &[&str],
        (is_new, kept): (bool, Option<Kept>),
    ) -> (R::Input, Problems, Vec<Problem>) {
        let (mut members, problems) = self.layout.members::<R>(cells, &self.numbers);
        members.retain(|(field, _)| !self.reading.leaves_out(field, cells, (is_new, kept)));
        let (input, validation) = R::Input::of(members, is_new);
        (input, validation, problems)
    }

    /// Returns the external ids of records of its own kind to which a row links.
    fn own_links(&self, cells: &[&str]) -> impl Iterator<Item = String> {
        let own = R::NAMED.iter().filter(|named| is_own(named));
        own.flat_map(|named| self.layout.keys(cells, named)).collect::<Vec<_>>().into_iter()
    }

    /// Looks up the numbers that keys stand for.
    async fn resolve(
        &self,
        named: &LookupColumn,
        mut keys: Vec<String>,
    ) -> Result<HashMap<String, i64>, AppError> {
        keys.retain(|key| is_storable(key));
        keys.sort_unstable();
        keys.dedup();
        let mut numbers = HashMap::new();
        for keys in keys.chunks(KEYS_MAX) {
            numbers.extend(R::resolve(self.tx, self.context.caller.account, named, keys.to_vec()).await?);
        }
        Ok(numbers)
    }

    /// Reads a row again that links to a record which an earlier row has made in the meantime.
    async fn read_again(&mut self, line: &mut Line<R::Input>) -> Result<(), AppError> {
        self.write_new().await?;
        let own = R::NAMED.iter().enumerate().filter(|(_, named)| is_own(named));
        for (i, named) in own {
            let found = self.resolve(named, line.awaited.clone()).await?;
            if let Some(numbers) = self.numbers.get_mut(i) {
                numbers.extend(found);
            }
            if self.dry_run {
                // An import would find the record here. A dry run has no id to check.
                line.problems.retain(|problem| problem.path != named.column);
            }
        }
        let Some(record) = self.records.get(&line.row).filter(|_| !self.dry_run) else { return Ok(()) };
        let stored = line.external_id.as_ref().and_then(|id| self.stored.get(id));
        let is = (stored.is_none(), stored.and_then(R::kept));
        (line.input, line.validation, line.problems) = self.input(&record.fields().collect::<Vec<_>>(), is);
        Ok(())
    }

    /// Returns which of these external ids the earlier chunks of a dry run have used. An import finds the records
    /// themselves.
    async fn seen_before(&self, mut ids: Vec<String>) -> Result<HashSet<String>, AppError> {
        use import_external_ids::Column;
        ids.retain(|id| is_storable(id));
        let seen = self.context.caller.account.find::<import_external_ids::Entity>();
        let seen = seen.filter(Column::ImportId.eq(self.import_id)).filter(Column::ExternalId.is_in(ids));
        Ok(seen.all(self.tx).await?.into_iter().map(|row| row.external_id).collect())
    }

    /// Returns the records with these external ids. Locks them in the order of their ids.
    async fn find(&self, mut ids: Vec<String>) -> Result<HashMap<String, Row<R>>, AppError> {
        ids.retain(|id| is_storable(id));
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let select = self.context.caller.account.find::<R::Entity>().filter(R::EXTERNAL_ID.column.is_in(ids));
        let rows = select.order_by_asc(<R::Entity as Tenant>::ID).lock_exclusive().all(self.tx).await?;
        let by_id = |row: Row<R>| Some(((R::EXTERNAL_ID.of)(&row)?.to_owned(), row));
        Ok(rows.into_iter().filter_map(by_id).collect())
    }

    async fn apply(&mut self, mut line: Line<R::Input>) -> Result<(), AppError> {
        if line.awaited.iter().any(|id| self.seen.contains(id)) {
            self.read_again(&mut line).await?;
        }
        let mut stored = line.external_id.as_ref().and_then(|id| self.stored.remove(id));
        if let Some(id) = line.external_id.as_ref().filter(|id| self.seen.contains(*id)) {
            // An earlier row has created or changed the record, so read it again.
            self.write_new().await?;
            stored = self.find(vec![id.clone()]).await?.remove(id);
            if let Some(record) = self.records.get(&line.row) {
                let is = (false, stored.as_ref().and_then(R::kept));
                (line.input, line.validation, _) = self.input(&record.fields().collect::<Vec<_>>(), is);
            }
        }
        match stored {
            Some(stored) => {
                if self.said_contact(line.row).is_some_and(|said| said != R::id(&stored)) {
                    let rule = "is not the contact with the external id of this row: leave one of them out";
                    line.problems.push(Problem::new(self.reading.heading_of_same(), rule));
                }
                self.change(line, &stored).await
            }
            // In a dry run, the record that an earlier row would have created does not exist. So only the fields of
            // this row are checked.
            None if self.dry_run
                && self.said_contact(line.row).is_none()
                && line.external_id.as_ref().is_some_and(|id| self.seen.contains(id)) =>
            {
                if self.is_good(&mut line) {
                    self.outcome.updated += 1;
                    self.foresee(line.row, 0, CHANGES);
                }
                Ok(())
            }
            None => self.place(line).await,
        }
    }

    async fn create(&mut self, mut line: Line<R::Input>) -> Result<(), AppError> {
        if R::ONE_BY_ONE {
            self.write_new().await?;
        }
        let mut new =
            changed::<R>(self.tx, &self.context, None, &mut line.input, &mut line.validation).await?;
        self.check_taken(&new.0, None, &mut line.validation).await?;
        self.await_donor(&mut line);
        if self.leaves_out(&line) {
            return Ok(());
        }
        if let Some(with_donor) = self.with_donor(&mut line).await? {
            new = with_donor;
        }
        if self.is_good(&mut line) {
            self.outcome.created += 1;
            self.seen.extend(line.external_id);
            if self.dry_run {
                let belongs = R::BELONGS.map(|belongs| new.0.get(belongs.column));
                if let Some(Value::BigInt(Some(contact_id))) = belongs {
                    self.foresee(line.row, contact_id, BELONGS);
                }
            } else {
                self.new.push(new);
                self.new_rows.push(line.row);
            }
        }
        Ok(())
    }

    async fn change(&mut self, mut line: Line<R::Input>, stored: &Row<R>) -> Result<(), AppError> {
        self.write_new().await?;
        let context = self.context.clone().after(R::version(stored));
        let change =
            changed::<R>(self.tx, &context, Some(stored), &mut line.input, &mut line.validation).await?;
        self.check_taken(&change.0, Some(R::id(stored)), &mut line.validation).await?;
        if self.is_good(&mut line) {
            self.outcome.updated += 1;
            self.seen.extend(line.external_id);
            if self.dry_run {
                self.foresee(line.row, R::id(stored), CHANGES);
            } else {
                replace::<R>(self.tx, &context, stored, change).await?;
                self.outcome.done.push((line.row, R::id(stored), CHANGED));
                self.context.links.forget::<R::Entity>();
            }
        } else {
            // `apply` took the record out of `stored`, so a later row with this external id must read it again.
            self.seen.extend(line.external_id);
        }
        Ok(())
    }

    /// Adds a problem for each unique value besides the external id that another record has.
    async fn check_taken(
        &self,
        row: &Row<R>,
        id: Option<i64>,
        problems: &mut Problems,
    ) -> Result<(), AppError> {
        for unique in R::UNIQUE.iter().filter(|unique| unique.field != R::EXTERNAL_ID.field) {
            let holder = holder(self.tx, self.context.caller.account, unique, row).await?;
            if holder.is_some_and(|holder| Some(holder) != id) {
                problems.add(
                    unique.field,
                    "is taken: give the record that has it the external id of this row first",
                );
            }
        }
        Ok(())
    }

    async fn write_new(&mut self) -> Result<(), AppError> {
        if !self.new.is_empty() {
            let inserted = insert_all::<R>(self.tx, &self.context, std::mem::take(&mut self.new)).await?;
            let rows = std::mem::take(&mut self.new_rows).into_iter().zip(inserted);
            self.outcome.done.extend(rows.map(|(row, (id, _))| (row, id, MADE)));
        }
        Ok(())
    }

    /// Returns whether a row has no problems. Reports them if it has.
    fn is_good(&mut self, line: &mut Line<R::Input>) -> bool {
        let of_cells = std::mem::take(&mut line.problems).into_iter();
        let of_fields = std::mem::take(&mut line.validation).into_iter();
        let of_fields = of_fields.map(|problem| self.layout.locate::<R>(problem));
        let found = of_cells.map(|problem| (problem.path.clone(), problem)).chain(of_fields);
        let found = found.map(|found| self.reading.in_heading(found));
        // What could not be read of the file's own cells comes first, and says why a field is empty.
        let unread = self.records.get_mut(&line.row).map(|row| std::mem::take(&mut row.problems));
        let mut problems: Vec<_> =
            unread.into_iter().flatten().map(|problem| (problem.path.clone(), problem)).collect();
        let unread: Vec<String> = problems.iter().map(|(column, _)| column.clone()).collect();
        problems.extend(found.filter(|(column, _)| !unread.contains(column)));
        let is_good = problems.is_empty();
        if !is_good {
            self.refuse(line.row, problems);
        }
        is_good
    }

    fn refuse(&mut self, row: i64, problems: impl IntoIterator<Item = (String, Problem)>) {
        self.outcome.failed += 1;
        let problems: Vec<_> = problems.into_iter().collect();
        let messages: Vec<_> = problems.iter().map(|(_, problem)| problem.to_string()).collect();
        let cells = self.records.remove(&row).unwrap_or_default().cells;
        let cells = cells.iter().map(str::to_owned).collect();
        self.outcome.failed_rows.push(FailedRow { row, cells, problems: messages.join("; ") });
        let problem = |(column, problem): (String, Problem)| {
            let message = problem.to_string();
            let column = (!column.is_empty()).then_some(column);
            RowProblem { row, column, message }
        };
        self.outcome.problems.extend(problems.into_iter().map(problem));
    }
}

/// Returns whether a column names records of the kind that is imported.
fn is_own(named: &LookupColumn) -> bool {
    named.names == Names::OneOfItsKind
}

/// Returns whether a text can be in the database. PostgreSQL refuses a query with a NUL character, and no record has
/// one, so there is nothing to look up. The row's own check reports the character.
fn is_storable(text: &str) -> bool {
    !text.contains('\0')
}
