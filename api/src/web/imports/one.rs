//! The page of an import: the meaning of its columns, its progress, and the problems of its rows.

use askama::Template;
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{Tenant, import_problems, imports};
use shared::values::choices::ImportStatus;

use super::rows::{Rows, amended};
use super::{PATH, id, words};
use crate::error::AppError;
use crate::records::importable::Importable;
use crate::resources::imports::amend;
use crate::resources::imports::columns::{self, FileColumn, Meaning};
use crate::resources::imports::mapping::targets::{self, IN_NOTES, KIND_HEADING, SAME, SAME_HEADING};
use crate::resources::imports::mapping::{MappedColumn, Mapping};
use crate::resources::imports::{failed_rows, kept, preview, rows, same_file, there, undo};
use crate::resources::kinds::of_kind;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::format::{grouped, moment};
use crate::web::records::kind::Kind;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many of the records that an import has made a page shows.
const MADE_MAX: usize = 50;
/// How many problems a page shows.
const PAGE_SIZE: u64 = 100;

#[derive(Template)]
#[template(path = "imports/one.html")]
struct Page {
    shell: Shell,
    id: i64,
    file: String,
    kind: &'static str,
    status: words::Tag,
    at: String,
    is_dry_run: bool,
    is_over: bool,
    progress: ImportStatus,
    error: Option<String>,
    rows: i64,
    processed: i64,
    created: String,
    updated: String,
    failed: String,
    problem_count: i64,
    problems: Vec<ProblemLine>,
    number: u64,
    pages: u64,
    has_failed_rows: bool,
    /// The text that says that some of them are only counted.
    more_failed_rows: Option<&'static str>,
    columns: Vec<Column>,
    /// The text of the button that imports the file. It sends the form of the rows, so that nothing is lost that is chosen there.
    run: Option<&'static str>,
    /// How many rows nobody has decided on, whose people may be here.
    undecided: i64,
    /// What is to be seen of the rows of a file that can be imported.
    of_rows: Option<Rows>,
    /// How many rows had nothing to import, if some had.
    skipped: Option<String>,
    /// How many of them are left out because their gifts are there already.
    there: i64,
    /// The first records that it has made, each with its page, and how many these are if there are more.
    made: Vec<(String, String)>,
    more_made: Option<i64>,
    /// The page on which the columns can be chosen anew.
    choose: Option<String>,
    /// The import of the same file before: its path and its day.
    before: Option<(String, String)>,
    /// The import that this one takes back, or the one that takes this one back: its path.
    undone: Option<String>,
    undone_by: Option<String>,
    undo: Option<Form>,
    remove: Option<Form>,
    /// How the file differs from the usual one.
    format: Option<String>,
    header_row: i64,
}

impl Page {
    fn path(&self) -> String {
        format!("{PATH}/{}", self.id)
    }

    fn is_arriving(&self) -> bool {
        self.progress == ImportStatus::Receiving
    }
}

/// A line of the table of problems.
struct ProblemLine {
    row: i64,
    /// The page of the record that an undo leaves as it is.
    path: Option<String>,
    column: String,
    message: String,
}

struct Column {
    name: String,
    meaning: &'static str,
    class: &'static str,
    description: String,
}

impl From<FileColumn> for Column {
    fn from(column: FileColumn) -> Self {
        let (meaning, class) = match column.meaning {
            Meaning::Field => (t!("imports-is-field"), "tag good"),
            Meaning::ReadOnly => (t!("imports-is-read-only"), "tag"),
            Meaning::Unknown => (t!("imports-is-unknown"), "tag warn"),
        };
        Self { name: column.name, meaning, class, description: column.description.unwrap_or_default() }
    }
}

/// Returns what a mapping makes of each column.
fn mapped<R: Importable>(mapping: Mapping) -> Vec<Column> {
    let column = |column: MappedColumn| match column.field.as_deref() {
        Some(field) => Column {
            name: match field {
                SAME if column.heading == SAME_HEADING => t!("imports-contact-here").to_owned(),
                _ if column.heading == KIND_HEADING => t!("imports-contact-type").to_owned(),
                _ => column.heading,
            },
            meaning: t!("imports-is-imported"),
            class: "tag good",
            description: match field {
                IN_NOTES => t!("imports-notes").to_owned(),
                _ => targets::label_of::<R>(field),
            },
        },
        None => Column {
            name: column.heading,
            meaning: t!("imports-is-left-out"),
            class: "tag",
            description: t!("imports-nothing-is-done").to_owned(),
        },
    };
    mapping.columns.into_iter().map(column).collect()
}

/// Returns the columns of a file. A header of an earlier version may have ones that a file cannot have today.
fn columns(import: &imports::Model) -> Result<Vec<Column>, AppError> {
    let mapping = import.import_mapping.as_deref().and_then(|mapping| serde_json::from_str(mapping).ok());
    if let Some(mapping) = mapping {
        return Ok(of_kind!(import.import_kind, R => mapped::<R>(mapping)));
    }
    let header: Vec<String> = serde_json::from_str(&import.import_header)?;
    let columns = columns::of_header(import.import_kind, &header).unwrap_or_default();
    Ok(columns.into_iter().map(Column::from).collect())
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (id, caller) = (id(&visit)?, visit.caller()?);
    let tx = visit.app.store.snapshot().await?;
    let import = caller.account.find_id::<imports::Entity>(id).one(&tx).await?.ok_or(AppError::NotFound)?;
    let problems = caller.account.find::<import_problems::Entity>();
    let problems = problems.filter(import_problems::Column::ImportId.eq(id));
    let pages = problems.clone().count(&tx).await?.div_ceil(PAGE_SIZE).max(1);
    let number = visit.query.text("page").parse().unwrap_or(1_u64).clamp(1, pages);
    let problems = problems.order_by_asc(import_problems::Column::Id).offset((number - 1) * PAGE_SIZE);
    let problems = problems.limit(PAGE_SIZE).all(&tx).await?;
    let has_failed_rows = failed_rows::exist(&tx, caller.account, id).await?;
    let before = same_file(&tx, caller.account, &import).await?;
    let undone_by = undo::of(&tx, caller.account, id).await?;
    let can_undo = undo::refusal(&tx, caller.account, &import).await?.is_none();
    tx.end().await?;
    if import.import_awaits_columns && kept::may_choose(&import) {
        return visit.redirect(&format!("{PATH}/{id}/columns"));
    }

    let columns = columns(&import)?;
    let (of_rows, undecided) = if kept::is_ready(&import) {
        let rows = Rows::of(&visit, &import).await?;
        let undecided = rows.undecided(&visit, &import).await?;
        (Some(rows), undecided)
    } else {
        (None, 0)
    };
    let is_undone = undone_by.is_some();
    let made = of_kind!(import.import_kind, R => made::<R>(&visit, &import, is_undone).await?);
    let is_shown_above = |problem: &import_problems::Model| {
        problem.problem_row > import.import_header_row && of_rows.as_ref().is_some_and(Rows::has_all_failed)
    };
    let problems = problems.into_iter().filter(|problem| !is_shown_above(problem));
    let problem = |problem: import_problems::Model| ProblemLine {
        row: problem.problem_row,
        path: import.import_undoes_id.and_then(|_| path_of_record(&problem.problem_message)),
        column: problem.problem_column.unwrap_or_default(),
        message: told(&problem.problem_message),
    };
    let problems = problems.map(problem).collect();
    let run = t!(if import.failed_count == 0 { "imports-run-all" } else { "imports-run-good" });
    let choose = kept::may_choose(&import).then(|| format!("{PATH}/{id}/columns"));
    let undo = can_undo.then(|| {
        let form = Form::new(&visit, &format!("{PATH}/{id}/undo"), t!("imports-undo-take-back"));
        form.danger().folded(t!("imports-undo-fold"), "")
    });
    let remove = words::remove_form(&visit, &import);
    let path_of = |id: i64| format!("{PATH}/{id}");
    let can_run = kept::is_ready(&import) && import.created_count + import.updated_count > 0;
    say_checked(&mut visit, can_run);
    let file = words::file_of(&import);
    let format = import.import_format.as_deref().filter(|_| import.import_undoes_id.is_none());
    // Rows that are left out count as skipped, too: mostly there are none, and nothing is read.
    let has_skipped = import.skipped_count > 0 && import.finished_at_ms.is_some();
    let page = Page {
        there: if has_skipped { there::count(visit.app.store.read(), &import).await? } else { 0 },
        file,
        shell: visit.shell(t!("imports-one")).await?,
        id,
        kind: words::of_kind(import.import_kind),
        status: words::of_status(&import, is_undone),
        at: moment(import.created_at_ms, caller.timezone),
        is_dry_run: import.import_dry_run,
        is_over: import.finished_at_ms.is_some(),
        progress: import.import_status,
        rows: import.row_count,
        processed: import.processed_count,
        created: grouped(import.created_count),
        updated: grouped(import.updated_count),
        failed: grouped(import.failed_count),
        more_failed_rows: (import.failed_count > failed_rows::ROWS_MAX).then(|| t!("imports-more-failed")),
        problem_count: import.problem_count,
        error: import.import_error.map(|error| told(&error)),
        problems,
        number,
        pages,
        has_failed_rows,
        columns,
        run: can_run.then_some(run),
        undecided,
        of_rows,
        more_made: i64::try_from(made.len()).ok().filter(|shown| import.created_count > *shown),
        made,
        skipped: (import.skipped_count > 0).then(|| grouped(import.skipped_count)),
        choose,
        undone: import.import_undoes_id.map(path_of),
        undone_by: undone_by.map(|undo| path_of(undo.id)),
        undo,
        remove,
        before: before
            .map(|before| (format!("{PATH}/{}", before.id), moment(before.created_at_ms, caller.timezone))),
        format: format.map(words::format_of),
        header_row: import.import_header_row,
    };
    visit.page(&page)
}

/// Says what comes next when choices were saved and the rows are checked again: the page loads anew then, and what it said before is
/// gone.
fn say_checked(visit: &mut Visit, can_run: bool) {
    if can_run && visit.query.text("checked") == "again" {
        visit.say(Flash::new(t!("imports-rows-checked-again")));
    }
}

/// Returns the first records that an import has made, each with its page, once it has ended and unless it is undone.
async fn made<R: Importable + Kind>(
    visit: &Visit,
    import: &imports::Model,
    is_undone: bool,
) -> Result<Vec<(String, String)>, AppError> {
    if is_undone || import.import_dry_run || import.finished_at_ms.is_none() {
        return Ok(Vec::new());
    }
    let (store, context) = (visit.app.store.read(), visit.records()?);
    let ids = rows::made(store, import, MADE_MAX).await?;
    let made = context.caller.account.find::<R::Entity>().filter(<R::Entity as Tenant>::ID.is_in(ids));
    let made = made.order_by_asc(<R::Entity as Tenant>::ID).all(store).await?;
    let made = R::load(store, &context, made).await?;
    Ok(made.iter().map(|one| (one.title(), format!("{}/{}", R::PATH, one.record_id()))).collect())
}

/// Returns the page of the record with which a problem of an undo begins, as in `gift 12 stays`.
fn path_of_record(message: &str) -> Option<String> {
    let mut words = message.split(' ');
    let (kind, id) = (words.next()?, words.next()?.parse::<i64>().ok()?);
    Some(format!("/{kind}s/{id}"))
}

/// Undoes an import.
pub(in crate::web) async fn undo(mut visit: Visit) -> Answer {
    let (id, account) = (id(&visit)?, visit.account()?.scope);
    let tx = visit.app.store.begin();
    match undo::ask(&tx, &visit.app, visit.actor(), account, id).await {
        Ok(undo) => {
            tx.commit().await?;
            visit.app.import_waker.wake();
            visit.redirect_with(&format!("{PATH}/{undo}"), Flash::new(t!("imports-undo-begun")))
        }
        Err(AppError::Busy(rule)) => visit.redirect_with(&format!("{PATH}/{id}"), words::not_done(&rule)),
        Err(error) => Err(error),
    }
}

/// Takes a file that was only checked off the list.
pub(in crate::web) async fn remove(mut visit: Visit) -> Answer {
    let (id, account) = (id(&visit)?, visit.account()?.scope);
    match kept::remove(&visit.app, visit.actor(), account, id).await {
        Ok(()) => visit.redirect_with(PATH, Flash::new(t!("imports-removed"))),
        Err(AppError::Busy(rule)) => visit.redirect_with(&format!("{PATH}/{id}"), words::not_done(&rule)),
        Err(error) => Err(error),
    }
}

/// Imports the file of a dry run. What was amended in its rows and not saved is saved first, and the rows are judged again. Rows
/// that nobody has decided on make new contacts only if somebody says so.
pub(in crate::web) async fn run(mut visit: Visit) -> Answer {
    let (id, account) = (id(&visit)?, visit.account()?.scope);
    let path = format!("{PATH}/{id}");
    let rows = amended(&visit);
    let begun = async {
        if !rows.is_empty() && amend::amend(&visit.app, account, id, rows).await? {
            return Ok(Err(("?checked=again", t!("imports-rows-saved-first"))));
        }
        let store = visit.app.store.read();
        let import = account.find_id::<imports::Entity>(id).one(store).await?.ok_or(AppError::NotFound)?;
        if visit.posted.text("undecided") != "new" && preview::undecided(store, &import).await? > 0 {
            return Ok(Err(("", t!("imports-undecided-first"))));
        }
        kept::import(&visit.app, visit.actor(), account, id).await.map(Ok)
    };
    match begun.await {
        Ok(Ok(new)) => visit.redirect_with(&format!("{PATH}/{new}"), Flash::new(t!("imports-begun"))),
        Ok(Err((query, text))) => visit.redirect_with(&format!("{path}{query}"), Flash::problem(text)),
        Err(AppError::Busy(rule)) => visit.redirect_with(&path, words::not_done(&rule)),
        Err(error) => Err(error),
    }
}
