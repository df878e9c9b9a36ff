//! The traces of a person in imported files: rows with problems, messages about them, names of columns, and kept files.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{
    AccountScope, import_chunks, import_failed_rows, import_mappings, import_problems, imports,
};

use super::person::Person;
use crate::error::AppError;
use crate::resources::imports::columns::{Meaning, of_header};
use crate::state::App;

/// How many rows one statement reads.
const BATCH: u64 = 500;
/// The rest of a message about a row that named the person.
const MESSAGE: &str = "was erased";

/// Fails while a file that names the person is on its way: its rows would bring the person back.
pub(super) async fn refuse_unfinished(
    app: &App,
    account: AccountScope,
    person: &Person,
) -> Result<(), AppError> {
    let headers = naming_in_header(app, account, person).await?.into_iter();
    let headers = headers.map(|import| (import.id, import.finished_at_ms.is_some()));
    for (import_id, is_finished) in naming(app, account, person).await?.into_iter().chain(headers) {
        if !is_finished {
            return Err(AppError::Busy(format!(
                "import {import_id} names the person and is not finished: wait until it is, or it would bring the \
                 person back"
            )));
        }
    }
    Ok(())
}

/// Returns the imports whose header names the person, as the first row of a file without a header does.
async fn naming_in_header(
    app: &App,
    account: AccountScope,
    person: &Person,
) -> Result<Vec<imports::Model>, AppError> {
    let mut imports = account.find::<imports::Entity>().all(app.store.read()).await?;
    imports.retain(|import| person.is_named_in(&import.import_header));
    Ok(imports)
}

/// Empties the names in a header that are not fields.
fn without_unknown(import: &imports::Model) -> Result<String, AppError> {
    let mut names: Vec<String> = serde_json::from_str(&import.import_header)?;
    let columns = of_header(import.import_kind, &names).unwrap_or_default();
    for (i, name) in names.iter_mut().enumerate() {
        if columns.get(i).is_none_or(|column| column.meaning == Meaning::Unknown) {
            name.clear();
        }
    }
    Ok(serde_json::to_string(&names)?)
}

/// Returns the imports whose stored file names the person, and whether each is finished.
async fn naming(app: &App, account: AccountScope, person: &Person) -> Result<Vec<(i64, bool)>, AppError> {
    let reader = app.store.read();
    let stored =
        account.find::<import_chunks::Entity>().select_only().column(import_chunks::Column::ImportId);
    let stored: Vec<i64> =
        stored.distinct().order_by_asc(import_chunks::Column::ImportId).into_tuple().all(reader).await?;
    let mut naming = Vec::new();
    for import_id in stored {
        let mut last = -1;
        loop {
            let chunk = account.find::<import_chunks::Entity>();
            let chunk = chunk.filter(import_chunks::Column::ImportId.eq(import_id));
            let chunk = chunk.filter(import_chunks::Column::FirstRow.gt(last));
            let chunk = chunk.order_by_asc(import_chunks::Column::FirstRow).one(reader).await?;
            let Some(chunk) = chunk else { break };
            last = chunk.first_row;
            if person.is_named_in(&String::from_utf8_lossy(&chunk.chunk_text)) {
                let import = account.find_id::<imports::Entity>(import_id).one(reader).await?;
                naming.push((import_id, import.is_none_or(|import| import.finished_at_ms.is_some())));
                break;
            }
        }
    }
    Ok(naming)
}

/// Erases the traces of the person, or only counts them. Returns how many rows, messages and files have some.
pub(super) async fn erase(
    app: &App,
    account: AccountScope,
    person: &Person,
    dry_run: bool,
) -> Result<(u64, u64, u64), AppError> {
    let rows = failed_rows(app, account, person, dry_run).await?;
    let headers = naming_in_header(app, account, person).await?;
    let of_headers: Vec<i64> = headers.iter().map(|import| import.id).collect();
    let messages = messages(app, account, person, &of_headers, dry_run).await?;
    let mut files: Vec<i64> =
        naming(app, account, person).await?.into_iter().map(|(import_id, _)| import_id).collect();
    if !dry_run && !files.is_empty() {
        let tx = app.store.begin();
        let of = imports::Column::Id.is_in(files.iter().copied());
        let forget = account.update::<imports::Entity>().filter(of);
        forget.col_expr(imports::Column::ImportKeepsFile, Expr::value(false)).exec(&tx).await?;
        let of = import_chunks::Column::ImportId.is_in(files.iter().copied());
        account.delete::<import_chunks::Entity>().filter(of).exec(&tx).await?;
        tx.commit().await?;
    }
    let named = account.find::<imports::Entity>().filter(imports::Column::ImportFileName.is_not_null());
    let named = named.all(app.store.read()).await?.into_iter();
    let named = named
        .filter(|import| import.import_file_name.as_deref().is_some_and(|name| person.is_named_in(name)));
    let named: Vec<i64> = named.map(|import| import.id).collect();
    if !dry_run {
        let of = imports::Column::Id.is_in(named.iter().copied());
        let forget = account.update::<imports::Entity>().filter(of);
        let nothing = Expr::value(Option::<String>::None);
        forget.col_expr(imports::Column::ImportFileName, nothing).exec(app.store.write()).await?;
    }
    for import in headers.iter().filter(|_| !dry_run) {
        let forget = account.update::<imports::Entity>().filter(imports::Column::Id.eq(import.id));
        let header = without_unknown(import)?;
        let forget = forget.col_expr(imports::Column::ImportHeader, header.into());
        let nothing = Expr::value(Option::<String>::None);
        forget.col_expr(imports::Column::ImportMapping, nothing).exec(app.store.write()).await?;
    }
    forget_mappings(app, account, person, dry_run).await?;
    files.extend(named.into_iter().chain(of_headers));
    files.sort_unstable();
    files.dedup();
    Ok((rows, messages, files.len() as u64))
}

/// Forgets the remembered mappings that name the person, as those of a file without headings do.
async fn forget_mappings(
    app: &App,
    account: AccountScope,
    person: &Person,
    dry_run: bool,
) -> Result<(), AppError> {
    let mut mappings = account.find::<import_mappings::Entity>().all(app.store.read()).await?;
    mappings.retain(|known| person.is_named_in(&known.mapping));
    if !dry_run && !mappings.is_empty() {
        let naming = import_mappings::Column::Id.is_in(mappings.into_iter().map(|known| known.id));
        account.delete::<import_mappings::Entity>().filter(naming).exec(app.store.write()).await?;
    }
    Ok(())
}

async fn failed_rows(
    app: &App,
    account: AccountScope,
    person: &Person,
    dry_run: bool,
) -> Result<u64, AppError> {
    use import_failed_rows::Column as C;
    let (mut count, mut last) = (0, 0);
    loop {
        let rows = account.find::<import_failed_rows::Entity>().filter(C::Id.gt(last));
        let rows = rows.order_by_asc(C::Id).limit(BATCH).all(app.store.read()).await?;
        let Some(end) = rows.last() else { return Ok(count) };
        last = end.id;
        let naming = |row: &&import_failed_rows::Model| {
            person.is_named_in(&row.failed_cells) || person.is_named_in(&row.failed_problems)
        };
        let naming: Vec<i64> = rows.iter().filter(naming).map(|row| row.id).collect();
        count += naming.len() as u64;
        if !dry_run {
            let erasure = account.delete::<import_failed_rows::Entity>().filter(C::Id.is_in(naming));
            erasure.exec(app.store.write()).await?;
        }
    }
}

async fn messages(
    app: &App,
    account: AccountScope,
    person: &Person,
    of_headers: &[i64],
    dry_run: bool,
) -> Result<u64, AppError> {
    use import_problems::Column as C;
    let (mut count, mut last) = (0, 0);
    loop {
        let rows = account.find::<import_problems::Entity>().filter(C::Id.gt(last));
        let rows = rows.order_by_asc(C::Id).limit(BATCH).all(app.store.read()).await?;
        let Some(end) = rows.last() else { return Ok(count) };
        last = end.id;
        let naming = rows.iter().filter(|row| {
            person.is_named_in(&row.problem_message)
                || row.problem_row == 1 && of_headers.contains(&row.import_id) && row.problem_column.is_some()
        });
        let naming: Vec<i64> = naming.map(|row| row.id).collect();
        count += naming.len() as u64;
        if !dry_run {
            let erasure = account.update::<import_problems::Entity>().filter(C::Id.is_in(naming));
            let erasure = erasure.col_expr(C::ProblemMessage, MESSAGE.into());
            let nothing = Expr::value(Option::<String>::None);
            erasure.col_expr(C::ProblemColumn, nothing).exec(app.store.write()).await?;
        }
    }
}
