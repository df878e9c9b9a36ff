//! Printed letters that go by email. They wait in the database, so that none is lost with its process. A process claims one,
//! makes its PDF and hands it to the mail server. If the process dies, or the server does not take the letter now, the claim
//! ends, and the letter is sent again with the same message id: by it, a server knows a letter that it has taken already.

use std::time::Duration;

use askama::Template;
use sea_orm::sea_query::{LockBehavior, LockType, SelectStatement};
use sea_orm::{ColumnTrait, Condition, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use sha2::{Digest, Sha256};
use shared::entities::{
    AccountScope, SystemScope, contact_emails, contacts, letter_runs, letterheads, mailed_letters,
    printed_letters,
};
use shared::times::ms;
use shared::values::choices::{Choice, ContactStatus, LetterKind, MailStatus};
use shared::{Error, Transaction};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::needed;
use crate::auth::Caller;
use crate::error::AppError;
use crate::idempotency::in_transaction;
use crate::locale::text;
use crate::mail::{self, Enclosed, Unsent};
use crate::records::Context;
use crate::state::App;
use crate::times::{LETTER_KEPT_MAX, LETTER_LOST_AFTER};
use crate::typeset::{self, Head, Letter, Part};

/// How many letters an account mails within 24 hours: a stolen session is no way to write to the world.
pub const MAILED_MAX: usize = 5000;
const DAY: Duration = Duration::from_hours(24);
/// After how many letters in a row that were not taken the next one waits.
const REFUSED_MAX: usize = 3;
/// How often to look for letters whose claims have ended.
const EVERY: Duration = Duration::from_mins(1);

/// Says whether an account may mail so many letters more today.
pub(super) async fn has_room(
    tx: &Transaction,
    account: AccountScope,
    (count, now_ms): (usize, i64),
) -> Result<bool, AppError> {
    // A letter says until when it is kept, and so when it was put here.
    let since_ms = now_ms - ms(DAY) + ms(LETTER_KEPT_MAX);
    let mailed = account.find::<mailed_letters::Entity>();
    let mailed = mailed.filter(mailed_letters::Column::KeptUntilMs.gt(since_ms)).count(tx).await?;
    Ok(usize::try_from(mailed).unwrap_or(usize::MAX).saturating_add(count) <= MAILED_MAX)
}

/// Puts letters where they wait for the mail server, each with its address. Wake the mailer once they are committed.
pub(super) async fn put(
    tx: &Transaction,
    account: AccountScope,
    (letters, now_ms): (impl Iterator<Item = (i64, String)>, i64),
) -> Result<(), AppError> {
    let row = |(letter_id, email_address)| mailed_letters::Model {
        id: 0,
        account_id: account.account_id(),
        letter_id,
        email_address,
        mail_status: MailStatus::Queued,
        claimed_until_ms: now_ms,
        kept_until_ms: now_ms + ms(LETTER_KEPT_MAX),
    };
    account.insert_all::<mailed_letters::Entity>(tx, letters.map(row).collect()).await?;
    Ok(())
}

/// Mails letters until the future is dropped, one at a time: in their order, and with one connection, so that a link for a new
/// password never waits for thousands of letters. The one that is being sent then is finished by the mailer. Does nothing
/// without a mail server.
pub async fn run(app: &App) {
    let mut refused = 0;
    while let Some(place) = app.mail.place().await {
        match claim(app).await {
            Ok(Some(row)) => {
                let (sending, (ended, has_ended)) = (app.clone(), oneshot::channel());
                place.work(async move {
                    let sent = send(&sending, &row).await.unwrap_or_else(|error| {
                        let id = row.letter_id;
                        tracing::warn!(%error, id, "a printed letter was not mailed; trying again later");
                        Err(Unsent::Now)
                    });
                    let _ = ended.send(sent);
                });
                refused = if has_ended.await == Ok(Ok(())) { 0 } else { refused + 1 };
                if refused >= REFUSED_MAX {
                    // It may be the server, which would not take the next one either.
                    tokio::time::sleep(EVERY).await;
                    refused = 0;
                }
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "printed letters cannot be read now; trying again"),
        }
        drop(place);
        app.mail.wait_for_printed(EVERY).await;
    }
}

/// Claims the next letter that no process tries to mail.
async fn claim(app: &App) -> Result<Option<mailed_letters::Model>, Error> {
    use mailed_letters::Column as M;
    let now_ms = app.clock.now_ms();
    let tx = app.store.begin();
    let next = SystemScope.find::<mailed_letters::Entity>().filter(M::MailStatus.eq(MailStatus::Queued));
    let next = next.filter(M::ClaimedUntilMs.lte(now_ms)).filter(M::KeptUntilMs.gt(now_ms));
    let next = next.order_by_asc(M::ClaimedUntilMs).order_by_asc(M::Id).limit(1);
    let next = next.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked).one(&tx).await?;
    if let Some(letter) = &next {
        let until_ms = now_ms + ms(LETTER_LOST_AFTER);
        let claim = SystemScope.update::<mailed_letters::Entity>().filter(M::Id.eq(letter.id));
        claim.col_expr(M::ClaimedUntilMs, until_ms.into()).exec(&tx).await?;
    }
    tx.commit().await?;
    Ok(next)
}

/// Sends a claimed letter and notes what became of it, unless it is sent again later. Returns what the mail server said.
async fn send(app: &App, row: &mailed_letters::Model) -> Result<Result<(), Unsent>, AppError> {
    let account = AccountScope::new(row.account_id);
    let Some((kind, letter)) = written(app, account, row).await? else { return Ok(Ok(())) };
    // Much may have happened since the letter was ordered, and while its file was made.
    let is_wanted = is_wanted(app, account, row).await? && is_needed(app, account, (row, kind)).await?;
    let sent = if is_wanted { app.mail.send_once(letter).await } else { Ok(()) };
    let status = if is_wanted && sent.is_ok() { MailStatus::Sent } else { MailStatus::Failed };
    if sent != Err(Unsent::Now) {
        let note = account.update::<mailed_letters::Entity>().filter(mailed_letters::Column::Id.eq(row.id));
        note.col_expr(mailed_letters::Column::MailStatus, status.into()).exec(app.store.write()).await?;
    }
    Ok(sent)
}

/// Returns whether a letter still waits, and whoever gets it still lives, still wants email, and still has that address.
async fn is_wanted(app: &App, account: AccountScope, row: &mailed_letters::Model) -> Result<bool, AppError> {
    use {contact_emails::Column as E, contacts::Column as C, printed_letters::Column as L};
    let letters = account.find::<printed_letters::Entity>().filter(L::Id.in_subquery(waiting(account, row)));
    let to = letters.select_only().column(L::ContactId).into_query();
    let with = account.find::<contact_emails::Entity>().filter(E::EmailAddress.eq(&row.email_address));
    let with = with.select_only().column(E::ContactId).into_query();
    let wanted =
        account.find::<contacts::Entity>().filter(C::Id.in_subquery(to)).filter(C::Id.in_subquery(with));
    let wanted = wanted.filter(C::ContactDeceasedOn.is_null()).filter(C::ContactDoNotEmail.eq(false));
    let wanted = wanted.filter(C::ContactStatus.ne(ContactStatus::Archive));
    Ok(wanted.count(app.store.read()).await? > 0)
}

/// Selects the id of a letter that still waits. The receipt of a person who was erased keeps its text, but waits no more.
fn waiting(account: AccountScope, row: &mailed_letters::Model) -> SelectStatement {
    let waiting = account.find_id::<mailed_letters::Entity>(row.id).select_only();
    waiting.column(mailed_letters::Column::LetterId).into_query()
}

/// Returns whether a letter is none that reminds of pledges, or one of them is late today. Only a reminder is looked up.
async fn is_needed(
    app: &App,
    account: AccountScope,
    (row, kind): (&mailed_letters::Model, LetterKind),
) -> Result<bool, AppError> {
    if kind != LetterKind::PledgeReminder {
        return Ok(true);
    }
    let reader = app.store.read();
    let Some(caller) = Caller::of_account(reader, account).await? else { return Ok(false) };
    let today = app.clock.today(caller.timezone);
    Ok(needed::needless(reader, account, &[row.letter_id], today).await?.is_empty())
}

/// Puts those letters of a run that were not sent where they wait again, unless nobody needs them any more. Returns how many
/// they are.
pub async fn again(context: &Context, run_id: i64) -> Result<u64, AppError> {
    use {mailed_letters::Column as M, printed_letters::Column as L};
    let (app, account, now_ms) = (&context.app, context.caller.account, context.now_ms);
    let again = in_transaction(app, async |tx| {
        account.lock(tx).await?;
        let letters = account.find::<printed_letters::Entity>().filter(L::RunId.eq(run_id));
        let letters = letters.select_only().column(L::Id).into_query();
        let failed =
            Condition::all().add(M::MailStatus.eq(MailStatus::Failed)).add(M::LetterId.in_subquery(letters));
        let ids = account.find::<mailed_letters::Entity>().filter(failed.clone()).select_only();
        let ids: Vec<i64> = ids.column(M::LetterId).into_tuple().all(tx).await?;
        let needless = needed::needless(tx, account, &ids, context.today).await?;
        let failed = failed.add(M::LetterId.is_not_in(needless));
        // Those that were put here within a day are counted already.
        let old = failed.clone().add(M::KeptUntilMs.lte(now_ms - ms(DAY) + ms(LETTER_KEPT_MAX)));
        let count = account.find::<mailed_letters::Entity>().filter(old).count(tx).await?;
        if !has_room(tx, account, (usize::try_from(count).unwrap_or(usize::MAX), now_ms)).await? {
            return Err(AppError::Busy(
                "an organisation mails 5,000 letters within 24 hours: try again tomorrow".to_owned(),
            ));
        }
        let again = account.update::<mailed_letters::Entity>().filter(failed);
        let again = again.col_expr(M::MailStatus, MailStatus::Queued.into());
        let again = again.col_expr(M::ClaimedUntilMs, now_ms.into());
        let again = again.col_expr(M::KeptUntilMs, (now_ms + ms(LETTER_KEPT_MAX)).into());
        Ok(again.exec(tx).await?.rows_affected)
    });
    let again = again.await?;
    app.mail.wake_for_printed();
    Ok(again)
}

/// Gives up the letters that the mail server has not taken in time. They can be printed.
pub async fn give_up(app: &App) -> Result<(), Error> {
    use mailed_letters::Column as M;
    let late = SystemScope.update::<mailed_letters::Entity>().filter(M::MailStatus.eq(MailStatus::Queued));
    let late = late.filter(M::KeptUntilMs.lte(app.clock.now_ms()));
    let late = late.col_expr(M::MailStatus, MailStatus::Failed.into()).exec(app.store.write()).await?;
    if late.rows_affected > 0 {
        let count = late.rows_affected;
        tracing::error!(
            count,
            "printed letters were given up, because the mail server has not taken them in time"
        );
    }
    Ok(())
}

/// Writes the message with its PDF, and says what the letter is for. Returns nothing if a person whom it is about was
/// erased meanwhile.
async fn written(
    app: &App,
    account: AccountScope,
    row: &mailed_letters::Model,
) -> Result<Option<(LetterKind, mail::Letter)>, AppError> {
    let reader = app.store.read();
    let printed = account.find::<printed_letters::Entity>();
    let printed = printed.filter(printed_letters::Column::Id.in_subquery(waiting(account, row)));
    let printed = printed.one(reader).await?;
    let Some(printed_letters::Model { run_id, letter_number, letter_text: Some(letter_text), .. }) = printed
    else {
        return Ok(None);
    };
    let run = account.find_id::<letter_runs::Entity>(run_id).one(reader).await?.ok_or(AppError::NotFound)?;
    let letterhead = account.find::<letterheads::Entity>().one(reader).await?;
    let (head, letter): (Head, Letter) =
        (serde_json::from_str(&run.run_head)?, serde_json::from_str(&letter_text)?);
    let subject = match &*letter.subject {
        "" => text(letter.locale, "letter-from", &[("organisation", head.organisation.as_str().into())]),
        subject => subject.to_owned(),
    };
    let (body, html) = bodies(&subject, &head, &letter);
    let from_name = head.organisation.clone();
    let title = subject.clone();
    let file_name = text(letter.locale, "file-name", &[("number", letter_number.to_string().into())]);
    let written = spawn_blocking(move || {
        typeset::write(&title, &head, run.run_logo.as_deref(), &[(letter_number, letter)], || true)
    });
    let internal = |error: String| AppError::Internal(error.into());
    let pdf = written.await.map_err(|error| internal(error.to_string()))?.map_err(internal)?;
    let message = mail::Letter {
        id: message_id(&run.run_key, letter_number),
        kind: "printed letter".into(),
        to: row.email_address.clone(),
        subject,
        text: body,
        html,
        kept_for: LETTER_KEPT_MAX,
        invitation: None,
        enclosed: Some(Enclosed {
            from_name,
            reply_to: letterhead.and_then(|one| one.reply_to),
            file_name,
            pdf,
        }),
    };
    Ok(Some((run.letter_kind, message)))
}

/// Returns the id of a letter's message: always the same, and no other letter's.
fn message_id(run_key: &str, number: i64) -> Uuid {
    let digest = Sha256::digest(format!("{run_key} {number}").as_bytes());
    let (id, _) = digest.split_at(16);
    Uuid::from_slice(id).unwrap_or_default()
}

/// The text of a message as HTML.
#[derive(Template)]
#[template(path = "printed/email.html")]
struct Html<'a> {
    lang: &'static str,
    subject: &'a str,
    paragraphs: &'a [String],
}

/// Returns the text of a message, and the same as HTML: the words of the letter. Its tables are in the PDF.
fn bodies(subject: &str, head: &Head, letter: &Letter) -> (String, String) {
    let words = letter.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.clone()),
        Part::Table(_) => None,
    });
    let has_table =
        !letter.enclosed.is_empty() || letter.parts.iter().any(|part| matches!(part, Part::Table(_)));
    let what = text(letter.locale, if has_table { "attached-with-list" } else { "attached" }, &[]);
    let signer = letter.signer(head).iter().chain([&head.organisation]);
    let signer = signer.cloned().collect::<Vec<_>>().join("\n");
    let paragraphs: Vec<_> = words.chain([signer, what]).collect();
    // A template without functions of its own always renders.
    let html =
        Html { lang: letter.locale.as_str(), subject, paragraphs: &paragraphs }.render().unwrap_or_default();
    (format!("{}\n", paragraphs.join("\n\n")), html)
}
