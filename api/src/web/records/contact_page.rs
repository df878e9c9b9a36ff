//! A contact's page: who it is and how to reach them, what they have given, what has happened so far, and what is to be
//! done.
//!
//! The number of its queries does not depend on how much a contact has given or done: the stream is read in pages, and
//! names are looked up once for all that the page shows.

use askama::Template;
use poem::http::StatusCode;
use tokio::try_join;

use super::address::{LOG, record_id};
use super::archive::bring_back_form;
use super::kind::{Kind, Notice};
use super::links::Links;
use super::save::{self, Saved};
use super::section::Section;
use super::show::{self, Facts};
use super::tasks::next;
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::tasks::Task;
use crate::web::flash::Flash;
use crate::web::form::{Form, address};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

mod beside;
mod figures;
mod header;
pub(super) mod log;
mod stream;
pub(in crate::web) mod timeline;

use figures::Figures;
use header::Header;
use log::{GiftForm, Log};
use timeline::{BEFORE, Timeline};

#[derive(Template)]
#[template(path = "records/contact_page.html")]
struct Page {
    shell: Shell,
    /// The address that the box is sent to, and the path of the form of all fields.
    action: String,
    edit: String,
    csrf: String,
    notice: Option<Notice>,
    header: Header,
    /// The button of an archived contact.
    bring_back: Option<Form>,
    /// The links that are rarely needed.
    links: Vec<(&'static str, String)>,
    figures: Figures,
    log: Log,
    gift: GiftForm,
    timeline: Timeline,
    /// What is to be done, which comes first where there is something.
    to_do: Option<Section>,
    sections: Vec<Section>,
    groups: Vec<Facts>,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let log = Log::new(&context)?;
    answer(&mut visit, &context, log, StatusCode::OK).await
}

/// Writes down what was done.
pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    let (values, problems) = log::read(&visit, id, visit.session()?.user_id);
    let once = visit.posted.text("once").to_owned();
    match save::create::<Task>(&context, &values, (problems, false), &once).await? {
        Saved::Done(task_id) => {
            let said = Flash::new(log::said(&visit));
            let said = match Task::read(&context, task_id).await? {
                Some((_, task)) => said.with_next(t!("task-plan-next"), next(&task.model)),
                None => said,
            };
            visit.redirect_with(&format!("{}/{id}", Contact::PATH), said)
        }
        Saved::Outdated => Err(AppError::NotFound),
        Saved::Refused(problems) => {
            let log = Log::sent(&visit, problems);
            answer(&mut visit, &context, log, StatusCode::UNPROCESSABLE_ENTITY).await
        }
    }
}

/// Shows the page again, with what was typed before the session ended.
pub(in crate::web) async fn submit_again(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    let log = Log::sent(&visit, Problems::default());
    answer(&mut visit, &context, log, StatusCode::OK).await
}

/// Answers with the page, and this state of the box in which a call or a note is written.
async fn answer(visit: &mut Visit, context: &Context, mut log: Log, status: StatusCode) -> Answer {
    let id = record_id(visit)?;
    let (_, contact) = Contact::read(context, id).await?.ok_or(AppError::NotFound)?;
    let page = Box::pin(page(visit, context, &contact, &mut log)).await?;
    visit.page_with(status, &Page { log, ..page })
}

async fn page(
    visit: &mut Visit,
    context: &Context,
    contact: &Contact,
    log: &mut Log,
) -> Result<Page, AppError> {
    let id = contact.model.id;
    let path = format!("{}/{id}", Contact::PATH);
    let edit = format!("{path}/edit");
    let values = contact.values()?;
    let loaded = timeline::load(context, id, visit.query.text(BEFORE)).await?;
    let gift_values = log::gift_values(context, id);
    let seen: Vec<_> = std::iter::once(&values).chain(loaded.values()).collect();
    let names = Links::offering(context, &seen, &log::GIFT_FIELDS);
    let sections = beside::sections(visit, context, contact);
    let (names, (household, mut sections), mut figures) =
        try_join!(names, sections, figures::of(context, contact))?;
    figures.add_open_pledges(beside::open_pledges(&sections));
    let has_tasks = sections.first().is_some_and(|first| first.table.is_some());
    let to_do = has_tasks.then(|| sections.remove(0));
    visit.summary = log.summary();
    Ok(Page {
        notice: contact.notice(context).await?,
        header: Header::of(contact, household),
        bring_back: bring_back_form(visit, contact),
        links: links(visit, contact)?,
        figures,
        groups: show::groups::<Contact>(&values, &names),
        timeline: timeline::of(context, &path, loaded, &names).await?,
        gift: GiftForm::new(&gift_values, &names, &path)?,
        shell: visit.shell(&contact.title()).await?,
        csrf: visit.csrf.clone(),
        log: Log::default(),
        action: address(visit, &format!("{path}{LOG}")),
        edit,
        to_do,
        sections,
    })
}

/// Returns the links of the menu.
fn links(visit: &Visit, contact: &Contact) -> Result<Vec<(&'static str, String)>, AppError> {
    let mut links = contact.links();
    if visit.account()?.is_owner() {
        let page = |name: &str| format!("{}/{}/{name}", Contact::PATH, contact.model.id);
        links.extend([(t!("contact-give-copy"), page("copy")), (t!("contact-erase"), page("erase"))]);
    }
    Ok(links)
}
