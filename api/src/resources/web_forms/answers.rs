//! Answers: what supporters have sent in a form. Each waits for somebody in the account, who makes a contact of it, or says which
//! contact it is, or discards it. The row goes with the decision, so that the table has only what waits.

use sea_orm::{ColumnTrait, ConnectionTrait, PaginatorTrait, QueryFilter, QuerySelect};
use shared::database::row_security::confined;
use shared::entities::{AccountScope, SystemScope, contacts, form_answers, web_forms};
use shared::values::choices::{Choice as _, Newsletter, TaskType};
use shared::{Store, Transaction};
use tokio::sync::Semaphore;

use super::optional;
use super::senders::{Fitting, Sender};
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::field::{Input as _, Patch};
use crate::fields::problem::{MISSING, Problem};
use crate::fields::source::{Members, Source};
use crate::fields::types::Text;
use crate::idempotency::in_transaction;
use crate::records::importable::Importable as _;
use crate::records::{Context, service};
use crate::resources::contacts::{Contact, ContactInput};
use crate::resources::tasks::{NOTE, Task, TaskInput};
use crate::state::App;

/// The most answers of an account that wait at once, so that strangers fill no more of the database.
pub const ANSWERS_MAX: u64 = 500;
/// For how long an answer waits, in milliseconds: 90 days.
pub const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// How many are kept at once: however many arrive, the database is left to others.
static KEPT_AT_ONCE: Semaphore = Semaphore::const_new(4);

/// The longest message, in characters.
type Message = Text<2000>;
/// The longest text of an amount, in characters. Somebody may write `20 € a month`.
type Wish = Text<100>;

/// What becomes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It becomes a new contact.
    Add,
    /// It is a contact who is there, and gets what the contact does not have yet.
    Fill {
        /// The id of the contact.
        contact_id: i64,
        /// Whether the newsletter comes with it, if the answer asks for it. Whoever decides says so for each answer, because
        /// anybody can type another person's name and address.
        with_news: bool,
    },
    /// Nothing.
    Discard,
}

/// Returns an answer as the body of a contact.
fn body(answer: &form_answers::Model) -> Members<'_> {
    let text = |text: &Option<String>| Source::text(text.clone().unwrap_or_default());
    let row = |members: Members<'static>| Source::List(vec![Source::Object(members)]);
    let email = vec![("email_address".into(), Source::text(answer.answer_email.clone()))];
    let mut members: Members<'_> = vec![
        ("contact_status".into(), Source::text("contact")),
        ("contact_fname".into(), text(&answer.answer_fname)),
        ("contact_lname".into(), Source::text(&*answer.answer_lname)),
        ("emails".into(), row(email)),
    ];
    if answer.answer_phone.is_some() {
        members.push(("phones".into(), row(vec![("phone_number".into(), text(&answer.answer_phone))])));
    }
    let address = [
        ("address_street", &answer.answer_street),
        ("address_city", &answer.answer_city),
        ("address_state", &answer.answer_state),
        ("address_postal_code", &answer.answer_postal_code),
        ("address_country", &answer.answer_country),
    ];
    // A country alone, which a browser fills in by itself, is no address.
    if address[..4].iter().any(|(_, part)| part.is_some()) {
        let address = address.into_iter().filter(|(_, part)| part.is_some());
        let address = address.map(|(name, part)| (name.into(), text(part))).collect();
        members.push(("addresses".into(), row(address)));
    }
    members
}

/// Reads what a supporter has sent, under the rules of the fields of contacts. The names of the problems are those of the
/// fields, without their lists.
///
/// # Errors
/// All rules that are broken.
pub fn read(mut answer: form_answers::Model) -> Result<form_answers::Model, Problems> {
    let (input, found) = ContactInput::of(body(&answer), true);
    let of_form = |problem: Problem| Problem {
        path: problem.path.rsplit('.').next().unwrap_or_default().to_owned(),
        ..problem
    };
    let mut problems: Problems = found.into_iter().map(of_form).collect();
    let name = input.contact_lname.value().cloned();
    if name.is_none() && !problems.has("contact_lname") {
        problems.add("contact_lname", MISSING);
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    answer.answer_message =
        optional::<Message>("answer_message", &text(&answer.answer_message), &mut problems);
    answer.answer_amount = optional::<Wish>("answer_amount", &text(&answer.answer_amount), &mut problems);
    problems.check()?;
    let email = first(&input.emails).and_then(|row| row.email_address.value().cloned());
    let address = first(&input.addresses);
    let part = |part: Option<&Patch<String>>| part?.value().cloned();
    Ok(form_answers::Model {
        answer_fname: part(Some(&input.contact_fname)),
        answer_lname: name.unwrap_or_default(),
        answer_email: email.unwrap_or_default(),
        answer_phone: part(first(&input.phones).map(|row| &row.phone_number)),
        answer_street: part(address.map(|row| &row.address_street)),
        answer_city: part(address.map(|row| &row.address_city)),
        answer_state: part(address.map(|row| &row.address_state)),
        answer_postal_code: part(address.map(|row| &row.address_postal_code)),
        answer_country: part(address.map(|row| &row.address_country)),
        ..answer
    })
}

/// Returns the first row of a list that was sent.
fn first<T>(rows: &Patch<Vec<T>>) -> Option<&T> {
    rows.value()?.first()
}

/// Returns how many answers of an account wait.
///
/// # Errors
/// Those of the database.
pub async fn count(connection: &impl ConnectionTrait, account: AccountScope) -> Result<u64, AppError> {
    Ok(account.find::<form_answers::Entity>().count(connection).await?)
}

/// Returns whether a form takes answers now: it is open, and not too many wait.
///
/// # Errors
/// Those of the database.
pub async fn takes(app: &App, form: &web_forms::Model) -> Result<bool, AppError> {
    let waiting = confined(form.account_id, count(app.store.read(), AccountScope::new(form.account_id)));
    Ok(form.form_open && waiting.await? < ANSWERS_MAX)
}

/// Keeps an answer until somebody decides. Returns whether it is kept: the form may have been closed, and too many may wait.
///
/// # Errors
/// Those of the database.
pub async fn keep(app: &App, form: &web_forms::Model, answer: form_answers::Model) -> Result<bool, AppError> {
    let account = AccountScope::new(form.account_id);
    let _turn = KEPT_AT_ONCE.acquire().await;
    if !takes(app, form).await? {
        return Ok(false);
    }
    let kept = in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let form = account.find_id::<web_forms::Entity>(form.id).one(tx).await?;
        let is_open = form.is_some_and(|form| form.form_open);
        if !is_open || count(tx, account).await? >= ANSWERS_MAX {
            return Ok(false);
        }
        account.insert::<form_answers::Entity>(tx, answer).await?;
        Ok(true)
    });
    Box::pin(confined(form.account_id, kept)).await
}

/// Carries out what somebody has decided about an answer, and writes `note_of` it on the timeline of the contact. Returns the id of
/// the contact, if there is one.
///
/// # Errors
/// [`AppError::NotFound`] if nothing waits with this id, because somebody else has decided, or if there is no such person, and
/// [`AppError::Invalid`] if a rule of contacts refuses it.
pub async fn decide(
    context: &Context,
    (id, decision): (i64, Decision),
    note_of: fn(&Context, &form_answers::Model) -> Option<String>,
) -> Result<Option<i64>, AppError> {
    let account = context.caller.account;
    service::commit::<Contact, _>(context, async |tx| {
        let answer = account.find_id::<form_answers::Entity>(id).lock_exclusive().one(tx).await?;
        let answer = answer.ok_or(AppError::NotFound)?;
        let form = account.find_id::<web_forms::Entity>(answer.form_id).one(tx).await?;
        let form = form.ok_or(AppError::NotFound)?;
        let contact_id = match decision {
            Decision::Add => Some(add(tx, context, (&form, &answer)).await?),
            Decision::Fill { contact_id, with_news } => {
                Some(fill(tx, context, (contact_id, with_news), (&form, &answer)).await?)
            }
            Decision::Discard => None,
        };
        if let Some((contact_id, text)) = contact_id.zip(note_of(context, &answer)) {
            note(tx, context, contact_id, &text).await?;
        }
        let decided = account.delete::<form_answers::Entity>();
        decided.filter(form_answers::Column::Id.eq(id)).exec(tx).await?;
        Ok(contact_id)
    })
    .await
}

/// Returns an answer as the body of a contact, with the tag of its form.
fn tagged<'a>((form, answer): (&'a web_forms::Model, &'a form_answers::Model)) -> Members<'a> {
    let mut members = body(answer);
    if let Some(tag) = &form.form_tag {
        members.push(("tags".into(), Source::List(vec![Source::text(&**tag)])));
    }
    members
}

/// Makes a contact of an answer, and returns its id.
async fn add(
    tx: &Transaction,
    context: &Context,
    of: (&web_forms::Model, &form_answers::Model),
) -> Result<i64, AppError> {
    let mut members = tagged(of);
    members.push(("contact_source".into(), Source::text(&*of.0.form_title)));
    if of.1.answer_news {
        members.push(("contact_newsletter".into(), Source::text(Newsletter::Email.as_str())));
    }
    let (input, problems) = ContactInput::of(members, true);
    Ok(service::create::<Contact>(tx, context, input, problems).await?.0)
}

/// Fills in what a contact does not have yet, as an import does, and the newsletter if that was chosen. Returns the id of the contact.
async fn fill(
    tx: &Transaction,
    context: &Context,
    (contact_id, with_news): (i64, bool),
    of: (&web_forms::Model, &form_answers::Model),
) -> Result<i64, AppError> {
    let (mut input, mut problems) = ContactInput::of(tagged(of), true);
    let new = service::changed::<Contact>(tx, context, None, &mut input, &mut problems).await?;
    problems.check()?;
    let stored = context.caller.account.find_id::<contacts::Entity>(contact_id).lock_exclusive();
    let stored = stored.one(tx).await?.ok_or(AppError::NotFound)?;
    let filled = Contact::filled(tx, context, &stored, new, false).await?;
    let (mut input, problems) = filled.ok_or(AppError::NotFound)?;
    if let Some(newsletter) = with_email(&stored).filter(|_| with_news && of.1.answer_news) {
        input.contact_newsletter = Patch::Value(newsletter);
    }
    service::change::<Contact>(tx, context, &stored, input, problems).await?;
    Ok(contact_id)
}

/// Returns how a contact gets the newsletter once it comes by email, too, if that is a change. For who wants no email, nothing
/// changes.
pub fn with_email(stored: &contacts::Model) -> Option<Newsletter> {
    match stored.contact_newsletter {
        _ if stored.contact_do_not_email => None,
        Newsletter::None => Some(Newsletter::Email),
        Newsletter::Physical => Some(Newsletter::Both),
        Newsletter::Email | Newsletter::Both => None,
    }
}

/// Writes a text down on the timeline of a contact.
async fn note(tx: &Transaction, context: &Context, contact_id: i64, text: &str) -> Result<(), AppError> {
    let mut members: Members<'_> = vec![
        ("task_subject".into(), Source::text(NOTE)),
        ("task_type".into(), Source::text(TaskType::ToDo.as_str())),
        ("task_done".into(), Source::text("1")),
        ("task_notes".into(), Source::text(text)),
        ("contact_id".into(), Source::text(contact_id.to_string())),
    ];
    if let Some(user_id) = context.caller.user_id {
        members.push(("task_assignee_id".into(), Source::text(user_id.to_string())));
    }
    let (input, problems) = TaskInput::of(members, true);
    service::create::<Task>(tx, context, input, problems).await?;
    Ok(())
}

/// Deletes answers that have waited for too long. Returns how many.
///
/// # Errors
/// Those of the database.
pub async fn remove_expired(store: &Store, now_ms: i64) -> Result<u64, shared::Error> {
    let over = form_answers::Column::SentAtMs.lte(now_ms - KEPT_MS);
    let removal = SystemScope.delete::<form_answers::Entity>().filter(over);
    Ok(removal.exec(store.write()).await?.rows_affected)
}

/// Deletes the answers that a person has sent, or only counts them. Returns how many there are, and the ids of those that stay,
/// because another person may have sent them.
///
/// # Errors
/// Those of the database.
pub async fn erase(
    app: &App,
    account: AccountScope,
    sender: &Sender,
    dry_run: bool,
) -> Result<(u64, Vec<i64>), AppError> {
    let Fitting { own, alike } = sender.answers(app.store.read(), account).await?;
    if !dry_run && !own.is_empty() {
        let ids = own.iter().map(|answer| answer.id);
        let removal = account.delete::<form_answers::Entity>().filter(form_answers::Column::Id.is_in(ids));
        removal.exec(app.store.write()).await?;
    }
    Ok((own.len() as u64, alike.iter().map(|answer| answer.id).collect()))
}
