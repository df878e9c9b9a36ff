//! Contacts that were ticked in a list, and what is done with each of them. Each change is one of its own, with its event:
//! what one contact refuses does not stop the others.

use shared::values::choices::TaskType;
use shared::values::names::name_key;

use super::kind::Kind;
use crate::error::AppError;
use crate::fields::field::Input;
use crate::fields::source::Source;
use crate::fields::{Patch, Problems};
use crate::records::preconditions::Preconditions;
use crate::records::{Context, Resource, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::tasks::{Task, TaskInput};
use crate::web::flash::Flash;
use crate::web::format::start_of;
use crate::web::posted::Posted;
use crate::web::rules::said;

/// The most contacts that are changed at once.
pub(super) const TICKED_MAX: usize = 100;
/// How many contacts that have refused a change are named.
const NAMED: usize = 3;
/// How many characters of a name and of a reason are told. The message travels in a cookie.
const TOLD_CHARS: usize = 80;
/// How often a change begins again because somebody else has just changed the contact.
const ATTEMPTS: usize = 3;

/// Returns the ids that were ticked, each once, and whether there were too many.
pub(super) fn ids(sent: &Posted) -> (Vec<i64>, bool) {
    let mut ids: Vec<i64> = sent.all("id").filter_map(|id| id.parse().ok()).collect();
    ids.sort_unstable();
    ids.dedup();
    let too_many = ids.len() > TICKED_MAX;
    ids.truncate(TICKED_MAX);
    (ids, too_many)
}

/// What became of the ticked contacts.
#[derive(Default)]
pub(super) struct Outcome {
    changed: i64,
    /// Those that needed no change.
    unchanged: i64,
    /// Those that were not changed: the name of each, and why.
    failed: Vec<(String, String)>,
}

impl Outcome {
    /// Says what became of them. `done` says what was done to so many.
    pub(super) fn flash(&self, done: impl FnOnce(i64) -> String) -> Flash {
        let mut text = done(self.changed);
        if self.unchanged > 0 {
            text = format!("{text} {}", t!("ticked-unchanged", count = self.unchanged));
        }
        if self.failed.is_empty() {
            return Flash::new(text);
        }
        let named = self
            .failed
            .iter()
            .take(NAMED)
            .map(|(name, why)| format!("{} ({})", start_of(name, TOLD_CHARS), start_of(why, TOLD_CHARS)));
        let named = named.collect::<Vec<_>>().join("; ");
        let more = self.failed.len().saturating_sub(NAMED);
        let named = if more > 0 { t!("ticked-and-more", contacts = named, count = more) } else { named };
        Flash::problem(format!("{text} {}", t!("ticked-not-changed", contacts = named)))
    }

    /// Notes the result for a contact. An error that is not about the contact ends the work.
    fn note(&mut self, name: String, result: Result<bool, AppError>) -> Result<(), AppError> {
        let why = match result {
            Ok(true) => {
                self.changed += 1;
                return Ok(());
            }
            Ok(false) => {
                self.unchanged += 1;
                return Ok(());
            }
            Err(AppError::Invalid(problems)) => said(&problems.to_string()),
            Err(AppError::PreconditionFailed(_)) => t!("ticked-is-changed").to_owned(),
            Err(AppError::NotFound) => t!("ticked-is-gone").to_owned(),
            Err(error) => return Err(error),
        };
        self.failed.push((name, why));
        Ok(())
    }
}

/// Returns the problems of a tag's name, at the field `tag`.
pub(super) fn check_tag(name: &str) -> Problems {
    let mut problems = Problems::default();
    if name.trim().is_empty() {
        problems.add("tag", "is required");
    }
    let (_, found) = with_tags([name].into_iter());
    for problem in found {
        problems.add("tag", &problem.rule);
    }
    problems
}

/// Returns the change that gives a contact these tags.
fn with_tags<'a>(names: impl Iterator<Item = &'a str>) -> (ContactInput, Problems) {
    ContactInput::of(vec![("tags".into(), Source::List(names.map(Source::text).collect()))], false)
}

/// Adds a tag to each of these contacts.
pub(super) async fn add_tag(context: &Context, ids: &[i64], tag: &str) -> Result<Outcome, AppError> {
    let mut outcome = Outcome::default();
    for id in ids {
        let mut name = t!("as-id", id = id.to_string());
        let mut result = Err(AppError::NotFound);
        for _ in 0..ATTEMPTS {
            let Some((version, contact)) = Contact::read(context, *id).await? else { break };
            name = contact.title();
            result = tag_one(context, (*id, version), &contact, tag).await;
            if !matches!(result, Err(AppError::PreconditionFailed(_))) {
                break;
            }
        }
        outcome.note(name, result)?;
    }
    Ok(outcome)
}

/// Adds a tag to a contact of a version. Returns whether it did not have it.
async fn tag_one(
    context: &Context,
    (id, version): (i64, i64),
    contact: &Contact,
    tag: &str,
) -> Result<bool, AppError> {
    let names = || contact.tags.iter().map(|tag| tag.tag_name.as_str());
    if names().any(|name| name_key(name) == name_key(tag.trim())) {
        return Ok(false);
    }
    let (input, problems) = with_tags(names().chain([tag]));
    let version = Preconditions::of_version(version);
    service::commit::<Contact, _>(context, async |tx| {
        service::update::<Contact>(tx, context, (id, &version), input, problems).await
    })
    .await?;
    Ok(true)
}

/// Returns the problems of a task, whoever it is about.
pub(super) fn check_task(sent: &Posted) -> Problems {
    let (input, mut problems) = task(sent);
    if matches!(input.task_subject, Patch::Absent) && !problems.has("task_subject") {
        problems.add("task_subject", "is required");
    }
    problems
}

/// Reads the task of a form.
fn task(sent: &Posted) -> (TaskInput, Problems) {
    let fields = ["task_subject", "task_type", "task_due_date", "task_assignee_id"];
    let filled = fields.into_iter().filter(|name| !sent.text(name).trim().is_empty());
    TaskInput::of(filled.map(|name| (name.into(), Source::text(sent.text(name)))).collect(), true)
}

/// Returns why nobody calls a contact, if so.
fn why_not_called(contact: &Contact) -> Option<&'static str> {
    if contact.model.contact_deceased_on.is_some() {
        Some(t!("letters-why-died"))
    } else if contact.model.contact_do_not_call {
        Some(t!("ticked-no-calls"))
    } else {
        None
    }
}

/// Makes a task for each of these contacts. A call is left out where nobody calls.
pub(super) async fn add_tasks(context: &Context, ids: &[i64], sent: &Posted) -> Result<Outcome, AppError> {
    let mut outcome = Outcome::default();
    for id in ids {
        let Some((_, contact)) = Contact::read(context, *id).await? else {
            outcome.note(t!("as-id", id = id.to_string()), Err(AppError::NotFound))?;
            continue;
        };
        let (mut input, problems) = task(sent);
        let is_call = matches!(input.task_type, Patch::Value(TaskType::Call));
        if let Some(why) = why_not_called(&contact).filter(|_| is_call) {
            outcome.failed.push((contact.title(), why.to_owned()));
            continue;
        }
        input.contact_id = Patch::Value(*id);
        let made = service::commit::<Task, _>(context, async |tx| {
            service::create::<Task>(tx, context, input, problems).await
        });
        outcome.note(contact.title(), made.await.map(|_| true))?;
    }
    Ok(outcome)
}
