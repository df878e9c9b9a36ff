//! The files of a contact: to add one, to download it, and to remove it.

mod turns;

use askama::Template;
use futures_util::stream;
use poem::http::StatusCode;
use poem::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS,
};
use poem::{Body, Response};
use url::form_urlencoded::byte_serialize;

use self::turns::turn;
use super::address::record_id;
use super::kind::Kind;
use super::section::Section;
use super::table::{Cell, Column, Table};
use crate::error::AppError;
use crate::fields::types::id_of;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::contacts::files::{self, BYTES_MAX, Listed};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::{decimal, moment};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many bytes of a file are sent at once.
const PIECE: usize = 64 * 1024;
/// How many files the page of a contact shows.
const SHOWN: usize = 5;
const COLUMNS: &[Column] = &[
    Column::new("file"),
    Column::new("files-size").class("number"),
    Column::new("files-added-at").class("date"),
    Column::new("remove"),
];
const BESIDE: &[Column] = &[Column::new("file"), Column::new("files-size")];

#[derive(Template)]
#[template(path = "records/files.html")]
struct Page {
    shell: Shell,
    /// The contact, and its address.
    contact: (String, String),
    table: Option<Table>,
    form: Form,
}

fn path(contact_id: i64) -> String {
    format!("{}/{contact_id}/files", Contact::PATH)
}

/// Returns a length such as `1.2 MB`.
fn size(bytes: i64) -> String {
    match bytes {
        0..1000 => t!("files-bytes", size = bytes),
        1000..1_000_000 => t!("files-kilobytes", size = ((bytes + 500) / 1000).to_string()),
        more => t!("files-megabytes", size = decimal((more / 100_000).into())),
    }
}

fn link(contact_id: i64, file: &Listed) -> Cell {
    Cell::link(file.file_name.clone(), format!("{}/{}", path(contact_id), file.id))
}

/// Makes the part of a contact's page with the newest files.
pub(super) async fn section(context: &Context, contact_id: i64) -> Result<Section, AppError> {
    let files = files::list(context.app.store.read(), context.caller.account, contact_id).await?;
    let row = |file: &Listed| vec![link(contact_id, file), Cell::text(size(file.file_bytes))];
    let rows: Vec<_> = files.iter().take(SHOWN).map(row).collect();
    Ok(Section {
        heading: t!("files-heading"),
        id: "files",
        total: i64::try_from(files.len()).unwrap_or(i64::MAX),
        notes: Vec::new(),
        table: (!rows.is_empty()).then(|| Table::new(BESIDE, rows)),
        empty: t!("files-none").to_owned(),
        all: (!files.is_empty()).then(|| path(contact_id)),
        new: (t!("files-add-short").to_owned(), path(contact_id)),
    })
}

fn form(visit: &Visit) -> Form {
    let file = Field::file("file", t!("file")).accept("*/*").hint(t!("files-hint"));
    Form::new(visit, &visit.path, t!("files-add-button")).field(file)
}

async fn page(visit: &mut Visit, context: &Context, form: Form) -> Result<Page, AppError> {
    let id = record_id(visit)?;
    let (_, contact) = Contact::read(context, id).await?.ok_or(AppError::NotFound)?;
    let zone = context.caller.timezone;
    let all = files::list(visit.app.store.read(), context.caller.account, id).await?;
    let row = |file: &Listed| {
        let remove = Form::new(visit, &format!("{}/{}/remove", path(id), file.id), t!("files-remove-button"));
        let remove = remove.danger().folded(t!("files-remove"), &file.file_name);
        vec![
            link(id, file),
            Cell::text(size(file.file_bytes)),
            Cell::text(moment(file.added_at_ms, zone)),
            Cell::form(remove),
        ]
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    let contact = (contact.title(), format!("{}/{id}", Contact::PATH));
    let title = t!("files-title", name = contact.0);
    Ok(Page {
        table: (!rows.is_empty()).then(|| Table::new(COLUMNS, rows)),
        shell: visit.shell(&title).await?,
        contact,
        form,
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (context, form) = (visit.records()?, form(&visit));
    let page = page(&mut visit, &context, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let _turn = turn(context.caller.account.account_id()).await?;
    let (name, content) = match visit.upload.take() {
        Some(upload) => (upload.file_name.clone(), upload.up_to(BYTES_MAX).await?),
        None => (String::new(), Vec::new()),
    };
    // The file may have taken minutes.
    if !visit.goes_on().await? {
        return Err(AppError::Unauthorized);
    }
    let (said, of) = (t!("files-added", name = name), (id, contact.model.event_sequence));
    match files::add(&visit.app, visit.actor(), context.caller.account, of, (&name, content)).await {
        Ok(()) => visit.redirect_with(&path(id), Flash::new(said)),
        Err(AppError::Invalid(problems)) => {
            let form = form(&visit).refused(&mut visit, problems);
            let page = page(&mut visit, &context, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

/// Returns the ids of the contact and of the file in the path.
fn ids(visit: &Visit) -> Result<(i64, i64), AppError> {
    Ok((record_id(visit)?, id_of(visit.path.split('/').nth(4).unwrap_or_default())))
}

/// Answers with a file, which a browser saves and never shows: it could be a page with a script.
pub(in crate::web) async fn file(visit: Visit) -> Answer {
    let account = visit.account()?.scope;
    let turn = turn(account.account_id()).await?;
    let file = files::read(visit.app.store.read(), account, ids(&visit)?).await?;
    // The turn ends when the browser has the file.
    let pieces: Vec<Vec<u8>> = file.file_content.chunks(PIECE).map(<[u8]>::to_vec).collect();
    let pieces = pieces.into_iter().map(move |piece| {
        let _turn = &turn;
        Ok::<_, std::io::Error>(piece)
    });
    let name: String = byte_serialize(file.file_name.as_bytes()).collect();
    let name = name.replace('+', "%20");
    Ok(Response::builder()
        .status(StatusCode::OK)
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(CONTENT_LENGTH, file.file_bytes)
        .header(CONTENT_DISPOSITION, format!("attachment; filename*=UTF-8''{name}"))
        .header(CACHE_CONTROL, "no-store")
        .body(Body::from_bytes_stream(stream::iter(pieces))))
}

pub(in crate::web) async fn remove(mut visit: Visit) -> Answer {
    let (account, ids) = (visit.account()?.scope, ids(&visit)?);
    files::remove(&visit.app, visit.actor(), account, ids).await?;
    visit.redirect_with(&path(ids.0), Flash::new(t!("files-removed")))
}
