//! The pages that close a batch of gifts, and that reopen it.

use askama::Template;
use shared::values::choices::{BatchStatus, Choice};

use super::address::record_id;
use super::gift_batches::{difference, standing};
use super::kind::Kind;
use crate::error::AppError;
use crate::fields::field::Input;
use crate::fields::source::Source;
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::gift_batches::{GiftBatch, GiftBatchInput};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

#[derive(Template)]
#[template(path = "records/close_batch.html")]
struct Page {
    shell: Shell,
    /// The batch, and its address.
    batch: (String, String),
    /// What it has, and how that differs from what was counted.
    standing: String,
    difference: String,
    is_closed: bool,
    form: Form,
}

/// The name of the reason in the form.
const REASON: &str = "batch_close_reason";

fn form(visit: &Visit, batch: &GiftBatch) -> Form {
    if batch.model.batch_status == BatchStatus::Closed {
        return Form::new(visit, &visit.path, t!("batch-reopen"));
    }
    let form = Form::new(visit, &visit.path, t!("batch-close")).not_done(t!("batch-still-open"));
    if difference(batch).is_empty() {
        return form;
    }
    form.field(Field::text(REASON, t!("batch-reason")).hint(t!("batch-reason-hint")))
}

async fn page(visit: &mut Visit, batch: &GiftBatch, form: Form) -> Result<Page, AppError> {
    let is_closed = batch.model.batch_status == BatchStatus::Closed;
    let name = batch.title();
    let title = if is_closed {
        t!("batch-reopen-named", batch = name)
    } else {
        t!("batch-close-named", batch = name)
    };
    Ok(Page {
        shell: visit.shell(&title).await?,
        batch: (name, path(batch)),
        standing: standing(batch),
        difference: difference(batch),
        is_closed,
        form,
    })
}

fn path(batch: &GiftBatch) -> String {
    format!("{}/{}", GiftBatch::PATH, batch.model.id)
}

/// Reads the batch of the path, if it has this status.
async fn read(visit: &Visit, context: &Context, status: BatchStatus) -> Result<Option<GiftBatch>, AppError> {
    let (_, batch) = GiftBatch::read(context, record_id(visit)?).await?.ok_or(AppError::NotFound)?;
    Ok(Some(batch).filter(|batch| batch.model.batch_status == status))
}

/// Leads back to a batch that has the status already.
fn back(visit: &Visit) -> Answer {
    let path = format!("{}/{}", GiftBatch::PATH, record_id(visit)?);
    visit.redirect(&path)
}

/// Shows the form of a batch that has this status.
async fn show_if(mut visit: Visit, status: BatchStatus) -> Answer {
    let context = visit.records()?;
    let Some(batch) = read(&visit, &context, status).await? else { return back(&visit) };
    let form = form(&visit, &batch);
    let page = page(&mut visit, &batch, form).await?;
    visit.page(&page)
}

pub(in crate::web) async fn show(visit: Visit) -> Answer {
    show_if(visit, BatchStatus::Open).await
}

pub(in crate::web) async fn ask(visit: Visit) -> Answer {
    show_if(visit, BatchStatus::Closed).await
}

/// Changes a batch as a form with these fields would.
async fn save(context: &Context, batch: &GiftBatch, members: &[(&str, &str)]) -> Result<(), AppError> {
    let members = members.iter().map(|(name, text)| ((*name).into(), Source::text(*text))).collect();
    let (input, problems) = GiftBatchInput::of(members, false);
    service::commit::<GiftBatch, _>(context, async |tx| {
        let any = (batch.model.id, &Preconditions::default());
        service::update::<GiftBatch>(tx, context, any, input, problems).await.map(drop)
    })
    .await
}

pub(in crate::web) async fn close(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let Some(batch) = read(&visit, &context, BatchStatus::Open).await? else { return back(&visit) };
    let members = [("batch_status", BatchStatus::Closed.as_str()), (REASON, visit.posted.text(REASON))];
    match save(&context, &batch, &members).await {
        Ok(()) => visit.redirect_with(&path(&batch), Flash::new(t!("batch-closed"))),
        Err(AppError::Invalid(problems)) => {
            // A gift may have come in since the form was opened, so the form has the present figures.
            let Some(batch) = read(&visit, &context, BatchStatus::Open).await? else { return back(&visit) };
            let form = form(&visit, &batch).refused(&mut visit, problems);
            let page = page(&mut visit, &batch, form).await?;
            visit.refused(&page)
        }
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn reopen(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let Some(batch) = read(&visit, &context, BatchStatus::Closed).await? else { return back(&visit) };
    save(&context, &batch, &[("batch_status", BatchStatus::Open.as_str())]).await?;
    visit.redirect_with(&path(&batch), Flash::new(t!("batch-open-again")))
}
