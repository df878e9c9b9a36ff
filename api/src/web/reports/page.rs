//! The page and the file of a report.

use askama::Template;
use bytes::Bytes;
use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use shared::values::choices::AuditAction;

use super::part::{Part, Sheet};
use crate::accounts::audit;
use crate::error::AppError;
use crate::http::media_type::CSV_WITH_HEADER;
use crate::records::Context;
use crate::web::form::Form;
use crate::web::records::address::Pairs;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// The parameters of a page or a file, as a form sends them, without those that are empty.
pub(super) type Sent = Vec<(String, String)>;

/// A report.
pub(in crate::web) trait Report: 'static {
    /// The path of its page.
    const PATH: &'static str;
    /// The id of the title of its page.
    const TITLE: &'static str;
    /// The name of its file.
    const FILE: &'static str;
    /// What its page and its file can be asked for.
    const PARAMETERS: &'static [&'static str];

    /// Makes the form that says what it is about.
    fn form(visit: &Visit) -> Form;

    /// Makes its parts. All have the same rows.
    ///
    /// # Errors
    /// [`AppError::Invalid`] if it was asked for something that it does not have.
    fn parts(context: &Context, sent: Sent) -> impl Future<Output = Result<Vec<Part>, AppError>> + Send;
}

#[derive(Template)]
#[template(path = "reports/report.html")]
struct Page {
    shell: Shell,
    form: Form,
    parts: Vec<Part>,
    /// The address of the file, if there is something in it.
    file: Option<String>,
}

/// Returns the parameters of a report's page and file.
pub(in crate::web) fn parameters<R: Report>() -> Vec<&'static str> {
    R::PARAMETERS.to_vec()
}

pub(in crate::web) async fn show<R: Report>(mut visit: Visit) -> Answer {
    let (context, query) = (visit.records()?, Pairs::of(&visit));
    let form = R::form(&visit).typed(&visit);
    let (form, parts) = match R::parts(&context, query.0.clone()).await {
        Ok(parts) => (form, Some(parts)),
        Err(AppError::Invalid(problems)) => (form.refused(&mut visit, problems), None),
        Err(error) => return Err(error),
    };
    let is_refused = parts.is_none();
    let parts = parts.unwrap_or_default();
    let has_rows = parts.iter().any(|part| !part.sheet.rows.is_empty());
    let shell = visit.shell(t!(R::TITLE)).await?;
    let file = has_rows.then(|| query.at(&format!("{}/export", R::PATH)));
    let page = Page { shell, form, parts, file };
    if is_refused { visit.refused(&page) } else { visit.page(&page) }
}

pub(in crate::web) async fn export<R: Report>(visit: Visit) -> Answer {
    let context = visit.records()?;
    let file = file::<R>(&context, Pairs::of(&visit).0).await?;
    let (store, account) = (visit.app.store.write(), visit.account()?.scope);
    let action = AuditAction::RecordsExported;
    audit::record(store, visit.actor(), Some(account), action, Some(R::FILE)).await?;
    Ok(Response::builder()
        .header(CONTENT_TYPE, CSV_WITH_HEADER)
        .header(CONTENT_DISPOSITION, format!("attachment; filename=\"{}-{}.csv\"", R::FILE, context.today))
        .header(CACHE_CONTROL, "no-store")
        .body(file))
}

async fn file<R: Report>(context: &Context, sent: Sent) -> Result<Bytes, AppError> {
    let sheets = R::parts(context, sent).await?.into_iter().map(|part| part.sheet);
    Ok(sheets.reduce(Sheet::beside).map(|sheet| sheet.file()).transpose()?.unwrap_or_default())
}
