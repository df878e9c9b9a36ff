//! The runs of letters that were printed: all of them, one with its letters, and its file, which can be taken again.

use std::collections::{HashMap, HashSet};

use askama::Template;
use chrono::NaiveDate;
use shared::entities::{letter_runs, mailed_letters, printed_letters};
use shared::values::choices::{AuditAction, LetterKind, MailStatus};

use super::compose::in_languages;
use super::confirmed::{self, Confirmed};
use super::file;
use super::statement_letters::what_of;
use super::thank_yous::{LEFT_OUT_SHOWN, left_out};
use super::ways;
use super::words::days_in_words;
use crate::accounts::audit;
use crate::error::AppError;
use crate::fields::types::id_of;
use crate::language::{speak, spoken};
use crate::resources::letters::files::file_turn;
use crate::resources::letters::runs::{self, LeftOut, Listed, Printed};
use crate::resources::letters::stated;
use crate::resources::letters::taken_back::{Stays, take_back, why_it_stays};
use crate::resources::letters::{Way, mailing, needed};
use crate::typeset::Letter;
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::format::{moment, replaced_by};
use crate::web::names;
use crate::web::records::table::{Cell, Column, Table};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

/// How many runs a page shows.
const SHOWN: u64 = 50;
const COLUMNS: &[Column] = &[
    Column::new("frame-letters"),
    Column::new("runs-when").class("date"),
    Column::new("runs-count").class("number"),
];
const LETTERS: &[Column] = &[
    Column::new("runs-number").class("number"),
    Column::new("runs-to"),
    Column::new("contact"),
    Column::new("gifts").class("number").optional(),
    Column::new("email").optional(),
];

#[derive(Template)]
#[template(path = "printed/runs.html")]
struct Page {
    shell: Shell,
    table: Option<Table>,
    older: Option<i64>,
}

#[derive(Template)]
#[template(path = "printed/run.html")]
struct One {
    shell: Shell,
    made: String,
    /// How many letters there are.
    count: i64,
    /// How many are in which language, if there are several.
    languages: Option<String>,
    pdf: Option<String>,
    /// The file of the receipts about those who were erased, for owners.
    kept: Option<String>,
    /// What became of those that go by email.
    mailed: Option<Mailed>,
    /// The button that takes the letters back, or why they cannot be.
    take_back: Result<Form, &'static str>,
    /// Whether a receipt has no gift of its days any more.
    has_empty: bool,
    table: Option<Table>,
    /// Who got none, and how many more there are.
    left_out: Option<(Table, usize)>,
    /// The gifts that another receipt has.
    confirmed: Option<Confirmed>,
}

/// How many letters of a run were sent, wait, were not sent, and are not needed any more.
struct Mailed {
    sent: usize,
    queued: usize,
    failed: usize,
    needless: usize,
    /// The file of those that were not sent.
    pdf: String,
    /// The button that sends those again.
    again: Option<Form>,
}

impl Mailed {
    /// Says how many were sent, wait, were not sent, and are not needed any more.
    fn said(&self) -> String {
        let mut parts = vec![t!("runs-sent", count = self.sent)];
        if self.queued > 0 {
            parts.push(t!("runs-queued", count = self.queued));
        }
        if self.failed > 0 {
            parts.push(t!("runs-failed", count = self.failed));
        }
        if self.needless > 0 {
            parts.push(t!("runs-needless", count = self.needless));
        }
        t!("runs-by-email", parts = parts.join(", "))
    }
}

/// Returns the reminders that were not sent by email, and that nobody needs any more.
async fn needless(visit: &Visit, printed: &Printed) -> Result<HashSet<i64>, AppError> {
    let is_failed = |one: &&mailed_letters::Model| one.mail_status == MailStatus::Failed;
    let failed: Vec<i64> = printed.mailed.values().filter(is_failed).map(|one| one.letter_id).collect();
    let context = visit.records()?;
    needed::needless(visit.app.store.read(), context.caller.account, &failed, context.today).await
}

/// Returns how far the email of letters is.
fn mailed(visit: &Visit, printed: &Printed, needless: &HashSet<i64>) -> Result<Option<Mailed>, AppError> {
    let (path, mails) = (format!("/letters/{}/mail-again", printed.run.id), ways::mails(visit)?);
    let count = |status| printed.mailed.values().filter(|one| one.mail_status == status).count();
    Ok((!printed.mailed.is_empty()).then(|| Mailed {
        sent: count(MailStatus::Sent),
        queued: count(MailStatus::Queued),
        failed: count(MailStatus::Failed) - needless.len(),
        needless: needless.len(),
        pdf: format!("/letters/{}/pdf?failed=1", printed.run.id),
        again: mails.then(|| Form::new(visit, &path, t!("runs-mail-again"))),
    }))
}

/// Returns the address that a letter goes to, and what became of it.
fn email(mailed: Option<&mailed_letters::Model>, needless: &HashSet<i64>) -> Cell {
    let Some(one) = mailed else { return Cell::text("") };
    let (word, warns) = match one.mail_status {
        MailStatus::Failed if needless.contains(&one.letter_id) => (t!("runs-is-needless"), false),
        MailStatus::Queued => (t!("runs-is-queued"), false),
        MailStatus::Sent => (t!("runs-is-sent"), false),
        MailStatus::Failed => (t!("runs-is-not-sent"), true),
    };
    Cell { tag: Some((word.to_owned(), warns)), ..Cell::text(&one.email_address) }
}

/// Returns what the letters of a run are. `what` is what statements are.
fn title(
    id: i64,
    kind: LetterKind,
    period: (Option<NaiveDate>, Option<NaiveDate>),
    what: &'static str,
) -> String {
    let period = period.0.zip(period.1).map(|days| days_in_words(days, spoken()));
    match (kind, period) {
        (LetterKind::ThankYou, _) => t!("runs-thank-yous", id = id.to_string()),
        (LetterKind::YearEndStatement, Some(period)) => t!("runs-statements-of", what = what, days = period),
        (LetterKind::YearEndStatement, None) => t!("statements-title", what = what),
        (LetterKind::PledgeReminder, _) => t!("runs-reminders", id = id.to_string()),
    }
}

fn title_of(run: &letter_runs::Model, what: &'static str) -> String {
    title(run.id, run.letter_kind, (run.period_from, run.period_to), what)
}

/// Says what the statements of a run are.
async fn what(visit: &Visit, run: &letter_runs::Model) -> Result<&'static str, AppError> {
    let account = visit.account()?.scope;
    let receipts = stated::receipts_of_runs(visit.app.store.read(), account, [run.id].into_iter()).await?;
    Ok(what_of(receipts.get(&run.id).copied().unwrap_or_default(), run.letter_count))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let (account, zone) = (visit.account()?.scope, visit.caller()?.timezone);
    let before = visit.query.id("before");
    let mut found = runs::list(visit.app.store.read(), account, (before, SHOWN + 1)).await?;
    let older = (found.len() as u64 > SHOWN).then(|| found.pop()).flatten();
    let older = older.and(found.last()).map(|run| run.id);
    let run_ids = found.iter().map(|run| run.id);
    let receipts = stated::receipts_of_runs(visit.app.store.read(), account, run_ids).await?;
    let row = |run: &Listed| {
        let what = what_of(receipts.get(&run.id).copied().unwrap_or_default(), run.letter_count);
        let title = title(run.id, run.letter_kind, (run.period_from, run.period_to), what);
        vec![
            Cell::link(title, format!("/letters/{}", run.id)),
            Cell::text(moment(run.made_at_ms, zone)),
            Cell::text(run.letter_count.to_string()),
        ]
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    let table = (!rows.is_empty()).then(|| Table::new(COLUMNS, rows));
    let page = Page { table, older, shell: visit.shell(t!("frame-letters")).await? };
    visit.page(&page)
}

/// Returns the id in the path.
fn id(visit: &Visit) -> i64 {
    id_of(visit.path.split('/').nth(2).unwrap_or_default())
}

pub(in crate::web) async fn one(mut visit: Visit) -> Answer {
    let (account, zone) = (visit.account()?.scope, visit.caller()?.timezone);
    let reader = visit.app.store.read();
    let printed = runs::read(reader, account, id(&visit)).await?;
    let mut without: Vec<LeftOut> = serde_json::from_str(&printed.run.run_left_out)?;
    let confirmed = match printed.run.letter_kind {
        LetterKind::YearEndStatement => confirmed::taken_from(&mut without),
        LetterKind::ThankYou | LetterKind::PledgeReminder => Vec::new(),
    };
    let shown = without.iter().take(LEFT_OUT_SHOWN).chain(confirmed.iter().take(LEFT_OUT_SHOWN));
    let left_out_ids = shown.filter_map(|one| one.contact_id);
    let ids = printed.letters.iter().map(|letter| letter.contact_id);
    let mut ids: Vec<i64> = ids.chain(left_out_ids).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = HashMap::new();
    for ids in ids.chunks(5000) {
        names.extend(names::of_contacts(reader, account, ids.iter().copied()).await?);
    }
    let needless = needless(&visit, &printed).await?;
    let letter_ids = printed.letters.iter().map(|letter| letter.id).collect();
    let replaced = stated::replaced(reader, account, &letter_ids).await?;
    let empty = stated::empty_receipts(reader, account, &letter_ids).await?;
    let mut locales = Vec::new();
    let row = |letter: &printed_letters::Model| {
        let text = letter.letter_text.as_deref().filter(|_| !printed.of_erased.contains(&letter.id));
        let text = text.map(serde_json::from_str::<Letter>).transpose()?;
        locales.extend(text.as_ref().map(|text| text.locale));
        let to = text.map_or_else(
            || t!("runs-erased").to_owned(),
            |text| text.to.first().cloned().unwrap_or_default(),
        );
        let id = letter.contact_id;
        let name = names.get(&id).cloned().unwrap_or_else(|| t!("as-id", id = id.to_string()));
        let gifts = printed.gift_ids.get(&letter.id).map_or(String::new(), |gifts| gifts.len().to_string());
        let by = replaced.get(&letter.id).map(|numbers| (replaced_by(numbers), true));
        let is_empty = empty.contains(&letter.id);
        let by = by.or_else(|| is_empty.then(|| (t!("runs-is-empty").to_owned(), true)));
        Ok(vec![
            Cell::text(letter.letter_number.to_string()),
            Cell { tag: by, ..Cell::text(to) },
            Cell::link(name, format!("/contacts/{id}")),
            Cell::text(gifts),
            email(printed.mailed.get(&letter.id), &needless),
        ])
    };
    let rows = printed.letters.iter().map(row).collect::<Result<Vec<_>, AppError>>()?;
    let path = format!("/letters/{}/take-back", printed.run.id);
    let take_back = match why_it_stays(reader, account, &printed).await? {
        None => Ok(Form::new(&visit, &path, t!("runs-take-back-button")).danger()),
        Some(why) => Err(stays(why)),
    };
    let has_text = |is_of_erased: bool| {
        let mut texts = printed.letters.iter().filter(|letter| letter.letter_text.is_some());
        texts.any(|letter| printed.of_erased.contains(&letter.id) == is_of_erased)
    };
    let has_kept = has_text(true) && visit.account()?.is_owner();
    let title = title_of(&printed.run, what(&visit, &printed.run).await?);
    let page = One {
        made: moment(printed.run.made_at_ms, zone),
        count: printed.run.letter_count,
        languages: in_languages(locales.into_iter()),
        pdf: has_text(false).then(|| format!("/letters/{}/pdf", printed.run.id)),
        kept: has_kept.then(|| format!("/letters/{}/pdf?kept=1", printed.run.id)),
        mailed: mailed(&visit, &printed, &needless)?,
        take_back,
        has_empty: empty.iter().any(|id| !replaced.contains_key(id)),
        table: (!rows.is_empty()).then(|| Table::new(LETTERS, rows).without_empty()),
        left_out: left_out(&without, &names, 0),
        confirmed: confirmed::shown(&confirmed, &names),
        shell: visit.shell(&title).await?,
    };
    visit.page(&page)
}

/// Says why letters cannot be taken back.
fn stays(why: Stays) -> &'static str {
    match why {
        Stays::Mailed => t!("runs-stay-mailed"),
        Stays::Erased => t!("runs-stay-erased"),
        Stays::Newer => t!("runs-stay-newer"),
    }
}

/// Mails those letters again that were not sent.
pub(in crate::web) async fn mail_again(mut visit: Visit) -> Answer {
    let (account, id) = (visit.account()?.scope, id(&visit));
    let reader = visit.app.store.read();
    account.find_id::<letter_runs::Entity>(id).one(reader).await?.ok_or(AppError::NotFound)?;
    ways::way(&visit, ways::value(Way::Email))?;
    let count = mailing::again(&visit.records()?, id).await?;
    let (store, detail) = (visit.app.store.write(), format!("run {id}, {count} letters by email again"));
    audit::record(store, visit.actor(), Some(account), AuditAction::LettersPrinted, Some(&detail)).await?;
    let text = t!("runs-mailed-again", count = count);
    visit.redirect_with(&format!("/letters/{id}"), Flash::new(text))
}

/// Takes the letters of a run back that were not printed after all.
pub(in crate::web) async fn submit_take_back(mut visit: Visit) -> Answer {
    let (context, id) = (visit.records()?, id(&visit));
    match take_back(&context, id).await? {
        Ok(count) => visit.redirect_with("/letters", Flash::new(t!("runs-taken-back", count = count))),
        Err(why) => visit.redirect_with(&format!("/letters/{id}"), Flash::problem(stays(why))),
    }
}

/// Answers with the file of a run. That of the receipts about those who were erased is for owners alone.
pub(in crate::web) async fn pdf(visit: Visit) -> Answer {
    let (account, id) = (visit.account()?.scope, id(&visit));
    let is_kept = visit.query.text("kept") == "1";
    if is_kept && !visit.account()?.is_owner() {
        return Err(AppError::NotFound);
    }
    let turn = file_turn(&visit.app, account).await?;
    let mut printed = runs::read(visit.app.store.read(), account, id).await?;
    printed.keep_of_erased(is_kept);
    if visit.query.text("failed") == "1" {
        let needless = needless(&visit, &printed).await?;
        printed.keep_failed();
        printed.letters.retain(|letter| !needless.contains(&letter.id));
    }
    let (detail, shown) = (format!("letters-{id}{}", if is_kept { "-erased" } else { "" }), id.to_string());
    let name = if is_kept { t!("runs-file-erased", id = shown) } else { t!("runs-file", id = shown) };
    let what = what(&visit, &printed.run).await?;
    // The file is the same each time, whoever takes it, until somebody is erased.
    let pdf = printed.pdf(turn, |run, locale| speak(locale, || title_of(run, what))).await?;
    let (store, action) = (visit.app.store.write(), AuditAction::RecordsExported);
    audit::record(store, visit.actor(), Some(account), action, Some(&detail)).await?;
    Ok(file(&name, pdf))
}
