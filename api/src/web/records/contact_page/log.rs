//! The box on a contact's page in which a call, a meeting, a letter or a note is written down, or a gift is entered.
//!
//! What was done is a task that is done already, so it is in the lists, exports and events of tasks. A gift goes to the form of
//! all gifts, which asks and explains as ever, and leads back here.

use serde_json::Value;
use shared::entities::tasks;
use shared::values::choices::{Choice, TaskResult, TaskType};

use super::super::fields::{self, FormProblems, Input, Part};
use super::super::kind::Kind;
use super::super::links::Links;
use super::super::typed::Typed;
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::Input as _;
use crate::records::Context;
use crate::resources::gifts::{Gift, GiftInput};
pub(super) use crate::resources::tasks::NOTE;
use crate::web::summary::{NOT_SAVED, Summary};
use crate::web::visit::Visit;

/// Something that can be written down.
struct What {
    value: &'static str,
    /// The id of its name.
    label: &'static str,
    /// The subject of the task, as it is stored.
    subject: &'static str,
    /// The id of the message that says that it is written down.
    said: &'static str,
    task_type: TaskType,
    needs_text: bool,
}

impl What {
    const fn new(
        (value, label, subject, said): (&'static str, &'static str, &'static str, &'static str),
        task_type: TaskType,
    ) -> Self {
        Self { value, label, subject, said, task_type, needs_text: false }
    }
}

/// What can be written down. The first is a note.
const KINDS: [What; 5] = [
    What { needs_text: true, ..What::new(("note", "log-note", NOTE, "log-note-saved"), TaskType::ToDo) },
    What::new(("call", "log-call", "Call", "log-call-saved"), TaskType::Call),
    What::new(("meeting", "log-meeting", "Meeting", "log-meeting-saved"), TaskType::InPerson),
    What::new(("letter", "log-letter", "Letter", "log-letter-saved"), TaskType::Letter),
    What::new(("email", "email", "Email", "log-email-saved"), TaskType::Email),
];
/// What came of a call: the id of each text.
const RESULTS: [(&str, TaskResult); 3] = [
    ("log-spoke", TaskResult::Done),
    ("log-left-message", TaskResult::LeftMessage),
    ("log-no-answer", TaskResult::Attempted),
];
/// The fields of the box, each with the field of the task that it fills in.
const FIELDS: [(&str, &str); 3] =
    [("text", "task_notes"), ("on", "task_completed_on"), ("result", "task_result")];

/// Returns the subjects of what is written down in the box.
pub(super) fn subjects() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|one| one.subject)
}

/// Returns the name of what was written down in the box, if a task is that.
pub(in crate::web) fn name(task: &tasks::Model) -> Option<&'static str> {
    let is_it = |one: &&What| one.subject == task.task_subject && one.task_type == task.task_type;
    KINDS.iter().find(is_it).filter(|_| task.task_done).map(|one| t!(one.label))
}

/// The box.
#[derive(Default)]
pub(super) struct Log {
    pub(super) once: String,
    /// What can be written down: the value, the label, and whether it is chosen.
    pub(super) kinds: Vec<(&'static str, &'static str, bool)>,
    pub(super) inputs: Vec<Input>,
    problems: FormProblems,
}

impl Log {
    /// Makes an empty one.
    pub(super) fn new(context: &Context) -> Result<Self, AppError> {
        Ok(Self::of(KINDS[0].value, ("", &context.today.to_string(), ""), new_token()?, Problems::default()))
    }

    /// Makes one with a text, a day and a result, and the problems with them.
    fn of(chosen: &str, (text, on, result): (&str, &str, &str), once: String, problems: Problems) -> Self {
        let results = RESULTS.map(|(label, result)| (result.as_str().to_owned(), t!(label).to_owned()));
        let mut inputs = [
            Input::new("text", t!("log-text").to_owned(), "long", text),
            Input::new("on", t!("log-on").to_owned(), "date", on),
            Input {
                options: [(String::new(), "–".to_owned())].into_iter().chain(results).collect(),
                ..Input::new("result", t!("log-result").to_owned(), "select", result)
            },
        ];
        let mut problems = FormProblems::new(problems);
        for (input, (_, field)) in inputs.iter_mut().zip(FIELDS) {
            input.error = problems.take(field);
        }
        let kinds = KINDS.iter().map(|one| (one.value, t!(one.label), one.value == chosen));
        Self { once, kinds: kinds.collect(), inputs: inputs.into(), problems }
    }

    /// Makes it again from what a form has sent.
    pub(super) fn sent(visit: &Visit, problems: Problems) -> Self {
        let text = |name: &str| visit.posted.text(name);
        let once = text("once").to_owned();
        Self::of(kind(text("what")).value, (text("text"), text("on"), text("result")), once, problems)
    }

    /// Returns the summary of the problems, if there are any.
    pub(super) fn summary(&mut self) -> Option<Summary> {
        let problems = std::mem::take(&mut self.problems);
        problems.summary(t!(NOT_SAVED), |summary| fields::summarise(&self.inputs, "", summary))
    }
}

/// Returns the kind with this value, or a note.
fn kind(value: &str) -> &'static What {
    KINDS.iter().find(|one| one.value == value).unwrap_or(&KINDS[0])
}

/// The short form of a gift.
pub(super) struct GiftForm {
    pub(super) once: String,
    pub(super) back: String,
    pub(super) contact_id: String,
    pub(super) action: &'static str,
    pub(super) inputs: Vec<Input>,
}

/// The fields of the short form of a gift.
pub(super) const GIFT_FIELDS: [&str; 4] = ["gift_amount", "gift_date", "gift_type_id", "gift_fund"];

/// Returns the values that the short form of a contact's gift begins with.
pub(super) fn gift_values(context: &Context, contact_id: i64) -> Typed {
    let empty = GIFT_FIELDS.iter().map(|name| ((*name).to_owned(), Value::from("")));
    let own = [("gift_date", context.today.to_string()), ("contact_id", contact_id.to_string())];
    empty.chain(own.map(|(name, value)| (name.to_owned(), value.into()))).collect()
}

impl GiftForm {
    pub(super) fn new(values: &Typed, names: &Links, back: &str) -> Result<Self, AppError> {
        let mut inputs = Vec::new();
        for name in GIFT_FIELDS {
            let Some(entry) = GiftInput::FIELDS.iter().find(|entry| entry.name == name) else { continue };
            if let Part::One(input) = fields::part(entry, (values, names), &mut FormProblems::default()) {
                inputs.push(Input { hint: String::new(), ..input });
            }
        }
        let contact_id = super::super::typed::text(values, "contact_id").to_owned();
        Ok(Self { once: new_token()?, back: back.to_owned(), contact_id, action: Gift::PATH, inputs })
    }
}

/// Reads the box, and the problems that the task's own rules do not find.
pub(super) fn read(visit: &Visit, contact_id: i64, user_id: i64) -> (Typed, Problems) {
    let What { subject, task_type, needs_text, .. } = kind(visit.posted.text("what"));
    let mut problems = Problems::default();
    let text = visit.posted.text("text").replace("\r\n", "\n").trim().to_owned();
    if *needs_text && text.is_empty() {
        problems.add("task_notes", "is required");
    }
    let result = match task_type {
        TaskType::Call => visit.posted.text("result"),
        _ => "",
    };
    let mut values = vec![
        ("task_subject", (*subject).to_owned()),
        ("task_type", task_type.as_str().to_owned()),
        ("task_done", "1".to_owned()),
        ("task_result", result.to_owned()),
        ("task_notes", text),
        ("contact_id", contact_id.to_string()),
        ("task_assignee_id", user_id.to_string()),
    ];
    // Without a day, it was today.
    match visit.posted.text("on").trim() {
        "" => {}
        on => values.push(("task_completed_on", on.to_owned())),
    }
    (values.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect(), problems)
}

/// Returns the message that says what was written down.
pub(super) fn said(visit: &Visit) -> String {
    t!(kind(visit.posted.text("what")).said).to_owned()
}
