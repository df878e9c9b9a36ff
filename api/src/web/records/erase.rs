//! The page that erases a person, for owners: it shows what would be erased and what stays, and asks for the name.

use std::time::Duration;

use askama::Template;
use shared::database::row_security::carried;
use tokio::time::timeout;

use super::address::record_id;
use super::kind::Kind;
use crate::erasure::{self, Erased, Kept, Report};
use crate::error::AppError;
use crate::fields::Problems;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::imports::worker::LogCause;
use crate::resources::kinds::{KINDS, of_kind};
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::counted;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How long the page waits for the end of an erasure, which may wait for deliveries for a minute.
const SHOWN_WITHIN: Duration = Duration::from_secs(3);

#[derive(Template)]
#[template(path = "records/erase.html")]
struct Page {
    shell: Shell,
    /// The contact, and its address.
    contact: (String, String),
    erased: Vec<String>,
    kept: Vec<Kept>,
    form: Form,
}

fn form(visit: &Visit) -> Form {
    let name = Field::text("name", "Name of the contact").hint("As it stands above").required();
    Form::new(visit, &visit.path, "Erase for good").danger().field(name).not_done("Nothing was erased")
}

async fn page(visit: &mut Visit, contact: &Contact, report: Report, form: Form) -> Result<Page, AppError> {
    let name = contact.title();
    let shell = visit.shell(&format!("Erase {name}")).await?;
    let contact = (name, format!("{}/{}", Contact::PATH, contact.model.id));
    Ok(Page { shell, contact, erased: counts(&report.erased), kept: report.kept, form })
}

/// Returns what an erasure erases in words, without what there is none of.
fn counts(erased: &Erased) -> Vec<String> {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let of_kinds = KINDS.iter().filter_map(|kind| {
        let (one, many) = of_kind!(kind.import, R => R::WORDS);
        let count = erased.records.get(kind.path).copied().filter(|count| *count > 0)?;
        Some(format!("texts of {}", counted(whole(count), one, many)))
    });
    let others = [
        (erased.contact_fields, "field of the contact", "fields of the contact"),
        (erased.tags, "tag that nobody else has", "tags that nobody else has"),
        (erased.households, "name of a household", "names of households"),
        (erased.event_bodies, "entry of the event log", "entries of the event log"),
        (erased.receivers_answers, "answer of a webhook's receiver", "answers of webhooks' receivers"),
        (erased.idempotency_keys, "stored answer to a program", "stored answers to programs"),
        (erased.import_rows, "failed row of an import", "failed rows of imports"),
        (erased.import_problems, "message of an import", "messages of imports"),
        (erased.import_files, "file of an import", "files of imports"),
        (erased.printed_letters, "printed letter", "printed letters"),
        (erased.contact_files, "file", "files"),
    ];
    let others = others.into_iter().filter(|(count, ..)| *count > 0);
    others.map(|(count, one, many)| counted(whole(count), one, many)).chain(of_kinds).collect()
}

/// Reads the contact, and tries the erasure out.
async fn tried(visit: &Visit, context: &Context) -> Result<(Contact, Report), AppError> {
    let id = record_id(visit)?;
    let (_, contact) = Contact::read(context, id).await?.ok_or(AppError::NotFound)?;
    let Some(_turn) = visit.app.erasures.turn(context.caller.account.account_id()) else {
        return Err(AppError::Busy("somebody else of the account is just looking at an erasure".to_owned()));
    };
    let report = erasure::erase_as(&visit.app, context.caller, id, true).await?;
    Ok((contact, report))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    match tried(&visit, &context).await {
        Ok((contact, report)) => {
            let form = form(&visit);
            let page = page(&mut visit, &contact, report, form).await?;
            visit.page(&page)
        }
        Err(AppError::Busy(reason)) => refuse(visit, &reason),
        Err(error) => Err(error),
    }
}

pub(in crate::web) async fn submit(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, record_id(&visit)?);
    let (_, contact) = Contact::read(&context, id).await?.ok_or(AppError::NotFound)?;
    if words(visit.posted.text("name")) != words(&contact.title()) {
        let mut problems = Problems::default();
        problems.add("name", "must be the contact's name, as it stands above");
        let form = form(&visit).refused(&mut visit, problems);
        let (contact, report) = match tried(&visit, &context).await {
            Err(AppError::Busy(reason)) => return refuse(visit, &reason),
            tried => tried?,
        };
        let page = page(&mut visit, &contact, report, form).await?;
        return visit.refused(&page);
    }
    // It goes on to its end, even if the browser does not wait for it.
    let (app, caller) = (visit.app.clone(), context.caller);
    let erased = tokio::spawn(carried(async move {
        let Some(_turn) = app.erasures.turn(caller.account.account_id()) else {
            return Err(AppError::Busy("somebody else of the account is just erasing a contact".to_owned()));
        };
        let erased = erasure::erase_as(&app, caller, id, false).await;
        if let Err(error) = &erased {
            tracing::error!(error = %LogCause(error), "an erasure has failed");
        }
        erased
    }));
    let path = format!("{}/{id}", Contact::PATH);
    let Ok(erased) = timeout(SHOWN_WITHIN, erased).await else {
        let text = "The erasure is under way. It waits until webhooks have got what is being sent to them.";
        return visit.redirect_with(&path, Flash::new(text));
    };
    match erased.map_err(|error| AppError::Internal(error.into()))? {
        Ok(report) => {
            let text = "Erased: the contact is anonymous and archived now. The gifts stay.";
            let flash = match report.in_flight {
                0 => Flash::new(text),
                _ => Flash::problem(format!(
                    "{text} Some changes are still on their way to webhooks: erase again in a few minutes."
                )),
            };
            visit.redirect_with(&path, flash)
        }
        Err(AppError::Busy(reason)) => refuse(visit, &reason),
        Err(error) => Err(error),
    }
}

/// Leads back to the contact, because something else must end first.
fn refuse(mut visit: Visit, reason: &str) -> Answer {
    let path = format!("{}/{}", Contact::PATH, record_id(&visit)?);
    visit.redirect_with(&path, Flash::problem(format!("Nothing is erased: {reason}. Try again later.")))
}

/// Returns the words of a name: pages show several spaces as one.
fn words(name: &str) -> Vec<&str> {
    name.split_whitespace().collect()
}
