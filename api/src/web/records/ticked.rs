//! What can be done with all contacts that were ticked in a list: a tag, a task for each, or a file of them.

use askama::Template;
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter};
use shared::entities::{AccountScope, contacts};
use shared::values::choices::{Choice, TaskType};

use super::address::{Pairs, back_to};
use super::kind::Kind;
use super::labels::choice;
use super::ticks::{self, TICKED_MAX};
use crate::accounts::members;
use crate::error::AppError;
use crate::fields::Problems;
use crate::resources::contacts::Contact;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::names;
use crate::web::posted::Posted;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/contacts/ticked";

#[derive(Template)]
#[template(path = "records/ticked.html")]
struct Page {
    shell: Shell,
    back: String,
    /// The contacts: the name and the address of each.
    contacts: Vec<(String, String)>,
    /// Whether more were ticked than can be changed at once.
    too_many: bool,
    most: usize,
    forms: Option<Forms>,
    export: String,
    export_for_excel: String,
}

struct Forms {
    tag: Form,
    task: Form,
    /// How many of the contacts nobody calls, in words.
    not_called: Option<String>,
}

/// The form that was refused, with its problems.
enum Refused {
    Tag(Problems),
    Task(Problems),
}

/// Adds the ticked contacts and the way back to a form.
fn with_ticked(form: Form, ids: &[i64], back: &str) -> Form {
    ids.iter().fold(form.hidden("back", back), |form, id| form.hidden("id", id))
}

async fn forms(
    visit: &mut Visit,
    ids: &[i64],
    back: &str,
    refused: Option<Refused>,
) -> Result<Forms, AppError> {
    let account = visit.account()?.scope;
    let own = visit.session()?.user_id;
    let nobody = (String::new(), t!("ticked-nobody").to_owned());
    let members = members::list(visit.app.store.read(), account).await?;
    let members = members.into_iter().map(|member| {
        let name = member.name.unwrap_or(member.email);
        let name = if member.user_id == own { t!("ticked-you", name = name) } else { name };
        (member.user_id.to_string(), name)
    });
    let types = TaskType::ALL.iter().map(|kind| (kind.to_string(), choice(kind.as_str())));
    let assignees = [nobody].into_iter().chain(members);
    let tag = with_ticked(Form::new(visit, &format!("{PATH}/tag"), t!("ticked-tag-button")), ids, back)
        .field(Field::text("tag", t!("ticked-tag")).required());
    let task = with_ticked(Form::new(visit, &format!("{PATH}/task"), t!("ticked-task-button")), ids, back)
        .field(Field::text("task_subject", t!("ticked-task-subject")).required())
        .field(Field::select("task_type", t!("type"), types))
        .field(Field::day("task_due_date", t!("ticked-task-due")))
        .field(Field::select("task_assignee_id", t!("ticked-task-assignee"), assignees));
    let (tag, task) = match refused {
        None => (tag, task),
        Some(Refused::Tag(problems)) => (tag.refused(visit, problems), task),
        Some(Refused::Task(problems)) => (tag, task.refused(visit, problems)),
    };
    Ok(Forms { tag, task, not_called: not_called(visit.app.store.read(), account, ids).await? })
}

/// Says how many of the contacts get no task to call them, if any: those who want no calls, and those who have died.
async fn not_called(
    reader: &impl ConnectionTrait,
    account: AccountScope,
    ids: &[i64],
) -> Result<Option<String>, AppError> {
    use contacts::Column as C;
    let contacts = account.find::<contacts::Entity>().filter(C::Id.is_in(ids.iter().copied()));
    let contacts = contacts.filter(C::ContactDoNotCall.eq(true).or(C::ContactDeceasedOn.is_not_null()));
    let count = contacts.count(reader).await?;
    let kind = choice(TaskType::Call.as_str());
    Ok((count > 0).then(|| t!("ticked-not-called", count = count, kind = kind)))
}

async fn page(visit: &mut Visit, sent: &Posted, refused: Option<Refused>) -> Result<Page, AppError> {
    let (ids, too_many) = ticks::ids(sent);
    let back = back_to(sent.text("back"), Contact::PATH);
    let account = visit.account()?.scope;
    let names = names::of_contacts(visit.app.store.read(), account, ids.iter().copied()).await?;
    // What is not the account's is not there.
    let ids: Vec<_> = ids.into_iter().filter(|id| names.contains_key(id)).collect();
    let contacts =
        ids.iter().filter_map(|id| Some((names.get(id)?.clone(), format!("{}/{id}", Contact::PATH))));
    let contacts: Vec<_> = contacts.collect();
    let joined = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let export = Pairs::default().with("id", &joined);
    let path = format!("{}/export", Contact::PATH);
    let forms = if ids.is_empty() { None } else { Some(forms(visit, &ids, &back, refused).await?) };
    let title = t!("ticked-title", count = ids.len());
    Ok(Page {
        shell: visit.shell(&title).await?,
        back,
        contacts,
        too_many,
        most: TICKED_MAX,
        forms,
        export: export.at(&path),
        export_for_excel: export.with("for", "excel").at(&path),
    })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let sent = visit.query.clone();
    let page = page(&mut visit, &sent, None).await?;
    visit.page(&page)
}

/// Leads back, if nothing was ticked.
fn without_ticks(visit: &mut Visit, back: &str) -> Answer {
    visit.redirect_with(back, Flash::problem(t!("ticked-nothing")))
}

pub(in crate::web) async fn tag(mut visit: Visit) -> Answer {
    let (context, sent) = (visit.records()?, visit.posted.clone());
    let (ids, _) = ticks::ids(&sent);
    let back = back_to(sent.text("back"), Contact::PATH);
    if ids.is_empty() {
        return without_ticks(&mut visit, &back);
    }
    let name = sent.text("tag").trim();
    let problems = ticks::check_tag(name);
    if !problems.is_empty() {
        let page = page(&mut visit, &sent, Some(Refused::Tag(problems))).await?;
        return visit.refused(&page);
    }
    let outcome = ticks::add_tag(&context, &ids, name).await?;
    visit.redirect_with(&back, outcome.flash(|count| t!("ticked-tagged", count = count, tag = name)))
}

pub(in crate::web) async fn add_tasks(mut visit: Visit) -> Answer {
    let (context, sent) = (visit.records()?, visit.posted.clone());
    let (ids, _) = ticks::ids(&sent);
    let back = back_to(sent.text("back"), Contact::PATH);
    if ids.is_empty() {
        return without_ticks(&mut visit, &back);
    }
    let problems = ticks::check_task(&sent);
    if !problems.is_empty() {
        let page = page(&mut visit, &sent, Some(Refused::Task(problems))).await?;
        return visit.refused(&page);
    }
    let outcome = ticks::add_tasks(&context, &ids, &sent).await?;
    visit.redirect_with(&back, outcome.flash(|count| t!("ticked-tasks-added", count = count)))
}
