//! What supporters have sent from the website, and what becomes of it: a new contact, more about one who is there, or nothing.

use std::collections::{HashMap, HashSet};

use askama::Template;
use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::{Value, json};
use shared::entities::{contact_addresses, contacts, form_answers, web_forms};

use super::address::record_id;
use super::doubts::{TWINS_MAX, twins};
use super::links::Found;
use super::typed::Typed;
use crate::error::AppError;
use crate::language::spoken;
use crate::records::Context;
use crate::resources::web_forms::answers::{self, Decision};
use crate::web::flash::Flash;
use crate::web::format::moment;
use crate::web::postal::lines;
use crate::web::rules::told;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/answers";
/// How many answers the page shows, the oldest first.
const SHOWN: u64 = 20;

/// How many answers a link names, because addresses must not be long.
const NAMED: u64 = 100;

/// Returns the path of the page with these answers alone, as many as a link names; nothing if there are none.
pub(super) fn path_of(ids: impl Iterator<Item = i64>) -> Option<String> {
    let parameters: Vec<_> = ids.zip(0..NAMED).map(|(id, _)| format!("id={id}")).collect();
    (!parameters.is_empty()).then(|| format!("{PATH}?{}", parameters.join("&")))
}

/// Returns the name that was typed.
pub(super) fn name_of(answer: &form_answers::Model) -> String {
    let name = [answer.answer_fname.as_deref(), Some(&*answer.answer_lname)];
    name.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns the address that was typed, in lines.
pub(super) fn address_of(answer: &form_answers::Model) -> String {
    let address = contact_addresses::Model {
        address_street: answer.answer_street.clone(),
        address_city: answer.answer_city.clone(),
        address_state: answer.answer_state.clone(),
        address_postal_code: answer.answer_postal_code.clone(),
        address_country: answer.answer_country.clone(),
        ..contact_addresses::Model::default()
    };
    lines(&address, None, spoken()).join("\n")
}

#[derive(Template)]
#[template(path = "records/answers.html")]
struct Page {
    shell: Shell,
    csrf: String,
    /// How many wait.
    count: u64,
    rows: Vec<Row>,
}

impl Page {
    /// Returns whether more wait than the page shows.
    fn is_cut(&self) -> bool {
        self.count > SHOWN
    }
}

/// An answer that waits.
struct Row {
    id: i64,
    path: String,
    name: String,
    /// When it was sent, and in which form.
    sent: String,
    /// The label and the value of all that was typed but the message.
    facts: Vec<(&'static str, String)>,
    message: Option<String>,
    twins: Vec<Twin>,
}

/// A contact that may be the supporter.
struct Twin {
    id: i64,
    reason: &'static str,
    offered: String,
    button: String,
    /// Whether the answer asks for the newsletter, and the contact does not get it by email yet.
    may_get_news: bool,
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    use form_answers::Column as A;
    let context = visit.records()?;
    let (account, reader) = (context.caller.account, context.app.store.read());
    let ids: Vec<i64> = visit.query.all("id").filter_map(|id| id.parse().ok()).collect();
    let mut answers = account.find::<form_answers::Entity>();
    if !ids.is_empty() {
        answers = answers.filter(A::Id.is_in(ids));
    }
    let count = answers.clone().count(reader).await?;
    let answers = answers.order_by_asc(A::Id).limit(SHOWN).all(reader).await?;
    let forms = account.find::<web_forms::Entity>().all(reader).await?.into_iter();
    let titles: HashMap<i64, String> = forms.map(|form| (form.id, form.form_title)).collect();
    let mut found = Vec::new();
    for answer in &answers {
        found.push(twins(&context, &typed(answer), None).await?);
    }
    let people = people(&context, &found).await?;
    let one = |(answer, found)| row(&context, &titles, &people, (answer, found));
    let rows = answers.into_iter().zip(found).map(one).collect();
    let shell = visit.shell(t!("answers-title")).await?;
    let page = Page { shell, csrf: visit.csrf.clone(), count, rows };
    visit.page(&page)
}

/// Returns what tells a supporter, as the form of a contact has it.
fn typed(answer: &form_answers::Model) -> Typed {
    let phones: Vec<_> = answer.answer_phone.iter().map(|number| json!({"phone_number": number})).collect();
    let values: [(&str, Value); 4] = [
        ("contact_fname", answer.answer_fname.clone().unwrap_or_default().into()),
        ("contact_lname", answer.answer_lname.clone().into()),
        ("emails", json!([{"email_address": answer.answer_email}])),
        ("phones", phones.into()),
    ];
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns the ids of those contacts that are people, because a supporter is no organisation. Each has with it whether the newsletter
/// by email would be new.
async fn people(context: &Context, found: &[Vec<(Found, &str)>]) -> Result<HashMap<i64, bool>, AppError> {
    use contacts::Column as C;
    let ids: HashSet<i64> = found.iter().flatten().map(|(found, _)| found.id).collect();
    let people = context.caller.account.find::<contacts::Entity>().filter(C::Id.is_in(ids));
    let people = people.filter(C::ContactIsOrg.eq(false)).all(context.app.store.read()).await?;
    Ok(people.iter().map(|contact| (contact.id, answers::with_email(contact).is_some())).collect())
}

fn row(
    context: &Context,
    titles: &HashMap<i64, String>,
    people: &HashMap<i64, bool>,
    (answer, found): (form_answers::Model, Vec<(Found, &'static str)>),
) -> Row {
    let (name, address) = (name_of(&answer), address_of(&answer));
    let facts = [
        (t!("email"), answer.answer_email),
        (t!("contact-phone"), answer.answer_phone.unwrap_or_default()),
        (t!("web-form-address"), address),
        (t!("web-form-amount"), answer.answer_amount.unwrap_or_default()),
        (t!("web-form-news"), if answer.answer_news { t!("yes").to_owned() } else { String::new() }),
    ];
    let found = found.into_iter().filter(|(found, _)| people.contains_key(&found.id)).take(TWINS_MAX);
    let twin = |(found, reason): (Found, &'static str)| Twin {
        id: found.id,
        reason,
        offered: found.offered(),
        button: t!("answers-is", name = found.named()),
        may_get_news: answer.answer_news && people.get(&found.id) == Some(&true),
    };
    let at = moment(answer.sent_at_ms, context.caller.timezone);
    let form = titles.get(&answer.form_id).map_or("", String::as_str);
    Row {
        id: answer.id,
        path: format!("{PATH}/{}", answer.id),
        name,
        sent: t!("answers-sent", at = at, form = form),
        facts: facts.into_iter().filter(|(_, text)| !text.is_empty()).collect(),
        message: answer.answer_message,
        twins: found.map(twin).collect(),
    }
}

/// Makes a contact of an answer.
pub(in crate::web) async fn add(visit: Visit) -> Answer {
    decide(visit, Decision::Add, t!("answers-added")).await
}

/// Fills in what a contact does not have yet, with the newsletter if that is ticked.
pub(in crate::web) async fn fill(visit: Visit) -> Answer {
    let contact_id = visit.posted.id("contact_id").unwrap_or_default();
    let with_news = visit.posted.has("with_news");
    decide(visit, Decision::Fill { contact_id, with_news }, t!("answers-filled")).await
}

pub(in crate::web) async fn discard(visit: Visit) -> Answer {
    decide(visit, Decision::Discard, t!("answers-discarded")).await
}

/// Returns what is kept of an answer on the timeline of the contact, because no field of the contact has it: the message, and the
/// wishes with when they were sent.
fn note_of(context: &Context, answer: &form_answers::Model) -> Option<String> {
    let at = moment(answer.sent_at_ms, context.caller.timezone);
    let amount = answer.answer_amount.as_ref();
    let amount = amount.map(|amount| t!("answers-would-give", amount = amount, at = at));
    let news = answer.answer_news.then(|| t!("answers-wants-news", at = at));
    let texts: Vec<_> = [answer.answer_message.clone(), amount, news].into_iter().flatten().collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Carries a decision out, and says so on the page of what still waits.
async fn decide(mut visit: Visit, decision: Decision, said: &'static str) -> Answer {
    let context = visit.records()?;
    let flash = match answers::decide(&context, (record_id(&visit)?, decision), note_of).await {
        Ok(Some(id)) => Flash::new(said).with_next(t!("answers-see-contact"), format!("/contacts/{id}")),
        Ok(None) => Flash::new(said),
        Err(AppError::NotFound) => Flash::problem(t!("answers-gone")),
        Err(AppError::Invalid(problems)) => {
            Flash::problem(t!("answers-not-done", problems = told(&problems.to_string())))
        }
        Err(error) => return Err(error),
    };
    visit.redirect_with(PATH, flash)
}
