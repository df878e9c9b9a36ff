//! The list of imports, and the form that takes a file.

use std::collections::HashSet;

use askama::Template;
use sea_orm::{QueryOrder, QuerySelect};
use shared::entities::imports;
use shared::values::choices::{Choice, ImportKind, ImportStatus};

use super::{PATH, words};
use crate::error::AppError;
use crate::fields::Problems;
use crate::resources::imports::undo;
use crate::resources::imports::upload::{self, Purpose};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::{grouped, moment};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many imports are shown.
const SHOWN: u64 = 50;
/// How many characters of a file's name are kept.
const NAME_CHARS: usize = 100;

#[derive(Template)]
#[template(path = "imports/list.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// The kinds: the path of each, and its name.
    kinds: Vec<(&'static str, &'static str)>,
    rows: Vec<Row>,
}

struct Row {
    id: i64,
    file: String,
    kind: &'static str,
    status: words::Tag,
    rows: String,
    created: String,
    updated: String,
    failed: String,
    at: String,
}

fn form(visit: &Visit) -> Form {
    let kinds = ImportKind::ALL.iter().map(|kind| (kind.to_string(), words::of_kind(*kind).to_owned()));
    Form::new(visit, PATH, t!("imports-check"))
        .not_done(t!("imports-nothing-imported"))
        .field(Field::select("kind", t!("imports-kind"), kinds))
        .field(Field::file("file", t!("file")).hint(t!("imports-file-hint")).required())
}

/// Leaves out the checks of files that are or were imported later, because a file is one to its owner. An import that has failed or
/// is undone leaves the check to begin with again. The newest import comes first.
fn each_file_once(mut imports: Vec<imports::Model>, undone: &[i64]) -> Vec<imports::Model> {
    let mut imported = HashSet::new();
    imports.retain(|import| {
        let Some(hash) = import.import_file_hash.clone() else { return true };
        let file = (import.import_kind, hash);
        if import.import_dry_run {
            return !imported.contains(&file);
        }
        if import.import_status != ImportStatus::Failed && !undone.contains(&import.id) {
            imported.insert(file);
        }
        true
    });
    imports
}

async fn page(visit: &mut Visit, refused: Option<Problems>) -> Result<Page, AppError> {
    let (account, zone) = (visit.account()?.scope, visit.caller()?.timezone);
    let imports = account.find::<imports::Entity>().order_by_desc(imports::Column::Id).limit(SHOWN);
    let imports = imports.all(visit.app.store.read()).await?;
    let undone: Vec<i64> = undo::undone(account).into_tuple().all(visit.app.store.read()).await?;
    let row = |import: imports::Model| Row {
        id: import.id,
        kind: words::of_kind(import.import_kind),
        status: words::of_status(&import, undone.contains(&import.id)),
        rows: grouped(import.row_count),
        created: grouped(import.created_count),
        updated: grouped(import.updated_count),
        failed: grouped(import.failed_count),
        at: moment(import.created_at_ms, zone),
        file: words::file_of(&import),
    };
    let rows = each_file_once(imports, &undone).into_iter().map(row).collect();
    let form = form(visit).refused(visit, refused);
    let kinds = ImportKind::ALL.iter().map(|kind| (kind.as_str(), words::of_kind(*kind))).collect();
    Ok(Page { shell: visit.shell(t!("frame-imports")).await?, form, kinds, rows })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let page = page(&mut visit, None).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    match receive(&mut visit).await {
        Ok((id, true)) => visit.redirect(&format!("{PATH}/{id}/columns")),
        Ok((id, false)) => visit.redirect_with(&format!("{PATH}/{id}"), Flash::new(t!("imports-arrived"))),
        Err(AppError::Invalid(problems)) => {
            let page = page(&mut visit, Some(problems)).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Stores the file, for a dry run. Returns the import's id, and whether it awaits its columns.
async fn receive(visit: &mut Visit) -> Result<(i64, bool), AppError> {
    let mut problems = Problems::default();
    let kind = ImportKind::parse(visit.posted.text("kind")).map_err(|rule| problems.add("kind", rule)).ok();
    let upload = visit.upload.take();
    if upload.as_ref().is_none_or(|upload| upload.file_name.is_empty()) {
        problems.add("file", "is required");
    }
    let (Some(kind), Some(upload), true) = (kind, upload, problems.is_empty()) else {
        return Err(problems.into());
    };
    let account = visit.account()?.scope;
    let file_name = Some(upload.file_name.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect());
    let purpose = Purpose { account, kind, dry_run: true, file_name, mapping: None };
    match store(visit, purpose, upload).await {
        Err(error @ (AppError::Invalid(_) | AppError::Busy(_) | AppError::PayloadTooLarge(_))) => {
            Err(AppError::invalid("file", format_args!("cannot be imported: {error}")))
        }
        stored => stored,
    }
}

async fn store(
    visit: &Visit,
    purpose: Purpose,
    upload: crate::web::upload::Upload,
) -> Result<(i64, bool), AppError> {
    let app = &visit.app;
    let received = upload::receive(app, purpose, upload.content()).await?;
    let mut import = received.import.ok_or_else(upload::too_many)?;
    // The file may have taken hours.
    if !visit.goes_on().await? {
        import.remove().await;
        return Err(AppError::Unauthorized);
    }
    let tx = app.store.begin();
    upload::queue(&tx, app, visit.actor(), &mut import, &received.hash).await?;
    tx.commit().await?;
    let import = import.queued();
    app.import_waker.wake();
    Ok((import.id, import.import_awaits_columns))
}
