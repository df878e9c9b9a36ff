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
use super::erase::stay;
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
use crate::resources::letters::kept::receipts_about;
use crate::resources::tasks::Task;
use crate::web::flash::Flash;
use crate::web::form::{Form, address};
use crate::web::format::day_of;
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
    /// Whether the contact was erased: then there is nothing to change or to write down.
    is_erased: bool,
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
    let is_erased = contact.model.erased_at_ms.is_some();
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
    let mut groups = show::groups::<Contact>(&values, &names);
    if is_erased {
        groups.clear();
        for section in &mut sections {
            section.new = (String::new(), String::new());
        }
    }
    visit.summary = log.summary();
    Ok(Page {
        notice: match contact.model.erased_at_ms {
            Some(erased_at_ms) => Some(erased(context, (id, erased_at_ms)).await?),
            None => contact.notice(context).await?,
        },
        header: Header::of(contact, household),
        bring_back: bring_back_form(visit, contact),
        links: links(visit, contact, is_erased)?,
        figures,
        groups,
        timeline: timeline::of(context, &path, loaded, &names).await?,
        gift: GiftForm::new(&gift_values, &names, &path)?,
        shell: visit.shell(&contact.title()).await?,
        csrf: visit.csrf.clone(),
        log: Log::default(),
        action: address(visit, &format!("{path}{LOG}")),
        edit,
        is_erased,
        to_do,
        sections,
    })
}

/// Says when a contact was erased, and what of it is kept.
async fn erased(context: &Context, (id, erased_at_ms): (i64, i64)) -> Result<Notice, AppError> {
    let on = day_of(erased_at_ms, context.caller.timezone);
    let said = t!("contact-is-erased", day = on);
    let text = match receipts_about(context, id).await? {
        Some(receipts) => format!("{said} {}", stay(&receipts)),
        None => said,
    };
    Ok(Notice { text, link: None })
}

/// Returns the links of the menu. Of an erased contact, owners may look at what is left, and erase that.
fn links(visit: &Visit, contact: &Contact, is_erased: bool) -> Result<Vec<(&'static str, String)>, AppError> {
    let mut links = if is_erased { Vec::new() } else { contact.links() };
    if visit.account()?.is_owner() {
        let page = |name: &str| format!("{}/{}/{name}", Contact::PATH, contact.model.id);
        links.extend([(t!("contact-give-copy"), page("copy")), (t!("contact-erase"), page("erase"))]);
    }
    Ok(links)
}
