//! The page that erases a person, for owners: it shows what would be erased and what stays, and asks for the name.

use std::time::Duration;

use askama::Template;
use shared::database::row_security::carried;
use tokio::time::timeout;

use super::address::record_id;
use super::answers;
use super::kind::Kind;
use crate::erasure::{self, Erased, How, Kept, Report};
use crate::error::AppError;
use crate::fields::Problems;
use crate::language;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::imports::worker::LogCause;
use crate::resources::kinds::{self, KINDS, of_kind};
use crate::resources::letters::kept::Receipts;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::day;
use crate::web::rules::told;
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
    /// The path of the answers that may be the person's.
    alike: Option<String>,
    /// How many official receipts stay, and until when.
    receipts: Option<String>,
    form: Form,
}

fn form(visit: &Visit, report: &Report) -> Form {
    let name = Field::text("name", t!("erase-name")).hint(t!("erase-name-hint")).required();
    let mut form = Form::new(visit, &visit.path, t!("erase-button")).danger();
    if report.receipts.is_some() {
        let too = Field::check("receipts", t!("erase-receipts-too"));
        form = form.field(too.hint(t!("erase-receipts-too-hint")));
    }
    form.field(name).not_done(t!("erase-nothing-erased"))
}

async fn page(visit: &mut Visit, contact: &Contact, report: Report, form: Form) -> Result<Page, AppError> {
    let name = contact.title();
    let title = t!("erase-title", name = name);
    let shell = visit.shell(&title).await?;
    let contact = (name, format!("{}/{}", Contact::PATH, contact.model.id));
    let alike = answers::path_of(report.alike.into_iter());
    let kept = report.kept.into_iter().filter(|one| one.count != Some(0)).map(in_words).collect();
    let receipts = report.receipts.as_ref().map(stay);
    Ok(Page { shell, contact, erased: counts(&report.erased), kept, alike, receipts, form })
}

/// Says how many official receipts stay, and until when.
pub(super) fn stay(receipts: &Receipts) -> String {
    let (newest, until) = (day(receipts.newest), day(receipts.until));
    t!("erase-receipts", count = receipts.count, newest = newest, until = until)
}

/// Returns what an erasure erases in words, without what there is none of.
fn counts(erased: &Erased) -> Vec<String> {
    let of_kinds = KINDS.iter().filter_map(|kind| {
        let (_, counted) = of_kind!(kind.import, R => R::WORDS);
        let count = erased.records.get(kind.path).copied().filter(|count| *count > 0)?;
        let records = t!(counted, count = count);
        Some(t!("erase-count-texts", records = records))
    });
    let others = [
        (erased.contact_fields, "erase-count-fields"),
        (erased.tags, "erase-count-tags"),
        (erased.households, "erase-count-households"),
        (erased.event_bodies, "erase-count-events"),
        (erased.receivers_answers, "erase-count-receivers"),
        (erased.idempotency_keys, "erase-count-programs"),
        (erased.import_rows, "erase-count-rows"),
        (erased.import_problems, "erase-count-messages"),
        (erased.import_files, "erase-count-import-files"),
        (erased.printed_letters, "erase-count-letters"),
        (erased.contact_files, "erase-count-files"),
        (erased.form_answers, "erase-count-answers"),
        (erased.pledges_ended, "erase-count-pledges"),
        (erased.tasks_cancelled, "erase-count-tasks"),
    ];
    let others = others.into_iter().filter(|(count, _)| *count > 0);
    others.map(|(count, counted)| t!(counted, count = count)).chain(of_kinds).collect()
}

/// What stays besides records, by the beginning of its name in a report, with the name of its texts: what it is is `erase-kept-`
/// and this name, and why it stays is `erase-why-` and this name. The texts of records have the name of the kind.
const KEPT: [(&str, &str); 15] = [
    ("the contact's id", "id"),
    ("contacts that were merged", "merged"),
    ("texts of other contacts", "others"),
    ("names of households", "households"),
    ("names of batches", "batches"),
    ("names and descriptions of funds", "purposes"),
    ("what letters of all donors say", "letters"),
    ("names and filters of saved lists", "lists"),
    ("entries of the audit log", "audit"),
    ("what receivers of webhooks", "receivers"),
    ("answers from the website", "answers"),
    ("official receipts", "receipts"),
    ("backups,", "backups"),
    ("earlier versions of the changed rows", "postgres"),
    ("earlier states of pages", "sqlite"),
];

/// Returns what stays, and why, in the language of the page.
fn in_words(kept: Kept) -> Kept {
    let is_of = |kind: &&kinds::Kind| kind.kept.is_some_and(|(what, _)| what == kept.what);
    let records = KINDS.iter().find(is_of).map(|kind| kind.path);
    let other = || KEPT.iter().find(|(start, _)| kept.what.starts_with(start)).map(|(_, name)| *name);
    let Some(name) = records.or_else(other) else { return kept };
    let text = |of: &str, english| language::known(&format!("erase-{of}-{name}")).unwrap_or(english);
    Kept { what: text("kept", kept.what), count: kept.count, why: text("why", kept.why) }
}

/// Reads the contact, and tries the erasure out.
async fn tried(visit: &Visit, context: &Context) -> Result<(Contact, Report), AppError> {
    let id = record_id(visit)?;
    let (_, contact) = Contact::read(context, id).await?.ok_or(AppError::NotFound)?;
    let Some(_turn) = visit.app.erasures.turn(context.caller.account.account_id()) else {
        return Err(AppError::Busy(t!("erase-busy-looking").to_owned()));
    };
    let how = How { dry_run: true, ..How::default() };
    let report = erasure::erase_as(&visit.app, context.caller, id, how).await?;
    Ok((contact, report))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let context = visit.records()?;
    match tried(&visit, &context).await {
        Ok((contact, report)) => {
            let form = form(&visit, &report);
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
        problems.add("name", t!("erase-name-rule"));
        let (contact, report) = match tried(&visit, &context).await {
            Err(AppError::Busy(reason)) => return refuse(visit, &reason),
            tried => tried?,
        };
        let form = form(&visit, &report).refused(&mut visit, problems);
        let page = page(&mut visit, &contact, report, form).await?;
        return visit.refused(&page);
    }
    // It goes on to its end, even if the browser does not wait for it. It speaks no language.
    let (app, caller, busy) = (visit.app.clone(), context.caller, t!("erase-busy-erasing"));
    let how = How { with_receipts: visit.posted.text("receipts") == "1", ..How::default() };
    let erased = tokio::spawn(carried(async move {
        let Some(_turn) = app.erasures.turn(caller.account.account_id()) else {
            return Err(AppError::Busy(busy.to_owned()));
        };
        let erased = erasure::erase_as(&app, caller, id, how).await;
        if let Err(error) = &erased {
            tracing::error!(error = %LogCause(error), "an erasure has failed");
        }
        erased
    }));
    let path = format!("{}/{id}", Contact::PATH);
    let Ok(erased) = timeout(SHOWN_WITHIN, erased).await else {
        return visit.redirect_with(&path, Flash::new(t!("erase-under-way")));
    };
    match erased.map_err(|error| AppError::Internal(error.into()))? {
        Ok(report) => {
            let text = t!("erase-done");
            let flash = match report.in_flight {
                0 => Flash::new(text),
                _ => Flash::problem(format!("{text} {}", t!("erase-in-flight"))),
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
    visit.redirect_with(&path, Flash::problem(t!("erase-refused", reason = told(reason))))
}

/// Returns the words of a name: pages show several spaces as one.
fn words(name: &str) -> Vec<&str> {
    name.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stays_of_each_kind_has_words_that_say_what_the_report_says() {
        for (what, why) in KINDS.iter().filter_map(|kind| kind.kept) {
            let said = in_words(Kept { what, count: None, why });
            assert_eq!((said.what, said.why), (what, why));
        }
        let of_kinds = kinds::Kind::of_contacts().map(|kind| kind.path);
        for name in KEPT.into_iter().map(|(_, name)| name).chain(of_kinds) {
            for of in ["kept", "why"] {
                assert!(language::known(&format!("erase-{of}-{name}")).is_some(), "{of} {name}");
            }
        }
    }
}
