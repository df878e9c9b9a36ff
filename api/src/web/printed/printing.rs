//! Prints what a page composes: as a run, once for each form, and from contacts and gifts that nobody has changed meanwhile.

use chrono::NaiveDate;
use shared::database::Snapshot;
use shared::values::choices::LetterKind;

use super::compose::Composed;
use super::ways;
use crate::error::AppError;
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::resources::letters::runs::{self, NewRun, Outcome, TRIES_MAX};
use crate::web::flash::Flash;
use crate::web::form::Form;
use crate::web::visit::{Answer, Visit};

/// The id of what is said if letters could not be composed because others change what they say.
const CHANGING: &str = "letters-changing";

/// What a form asks to be printed.
pub(super) trait ToPrint: Sync {
    /// What the letters are for.
    const KIND: LetterKind;
    /// The page with the form.
    const PAGE: &'static str;
    /// The id of what is said if there are no letters.
    const NOTHING: &'static str;

    /// Returns the address of the page that shows these letters.
    fn page(&self) -> String {
        Self::PAGE.to_owned()
    }

    /// Returns how the letters go out.
    fn way(&self) -> Way;

    /// Returns the days of statements.
    fn period(&self) -> Option<(NaiveDate, NaiveDate)> {
        None
    }

    /// Says that these letters were made, or are on the way.
    fn told(made: &Composed, way: Way) -> String;

    /// Composes the letters.
    fn compose(
        &self,
        connection: &Snapshot,
        context: &Context,
        letterhead: &Letterhead,
    ) -> impl Future<Output = Result<Composed, AppError>> + Send;
}

/// Reads the letterhead of the visitor's account.
pub(super) async fn letterhead(
    connection: &impl sea_orm::ConnectionTrait,
    visit: &Visit,
) -> Result<Letterhead, AppError> {
    let (account, caller) = (visit.account()?, visit.caller()?);
    Letterhead::read(connection, account.scope, (&account.name, caller.currency.code())).await
}

/// Returns the key that a form was sent with: one that its page has made.
fn key(visit: &Visit) -> Result<String, AppError> {
    let key = visit.posted.text("key");
    let is_key = (20..=100).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if is_key { Ok(key.to_owned()) } else { Err(AppError::invalid("key", "must be the key of the form")) }
}

/// Composes letters from one state of the records.
async fn compose<P: ToPrint>(
    context: &Context,
    letterhead: &Letterhead,
    asked: &P,
) -> Result<Composed, AppError> {
    let tx = context.app.store.snapshot().await?;
    let composed = asked.compose(&tx, context, letterhead).await;
    tx.end().await?;
    composed
}

/// Composes the letters that a page shows before they are printed. If it is asked for something wrong, its form says so.
pub(super) async fn shown<P: ToPrint>(
    visit: &mut Visit,
    letterhead: &Letterhead,
    (form, asked): (Form, Result<P, AppError>),
) -> Result<(Form, Option<(P, Composed)>), AppError> {
    let composed = match asked {
        Ok(asked) => compose(&visit.records()?, letterhead, &asked).await.map(|made| (asked, made)),
        Err(error) => Err(error),
    };
    match composed {
        Ok(composed) => Ok((form, Some(composed))),
        Err(AppError::Invalid(problems)) => Ok((form.refused(visit, problems), None)),
        Err(error) => Err(error),
    }
}

/// Composes letters and writes them as a run, and shows it.
pub(super) async fn print<P: ToPrint>(mut visit: Visit, asked: P) -> Answer {
    let (context, key) = (visit.records()?, key(&visit)?);
    for _ in 0..TRIES_MAX {
        let head = letterhead(context.app.store.read(), &visit).await?;
        let made = compose(&context, &head, &asked).await?;
        let told = P::told(&made, asked.way());
        let Composed { letters, left_out, seen, .. } = made;
        let (kind, period, letterhead) = (P::KIND, asked.period(), &head);
        let run = NewRun { key: &key, kind, period, letterhead, letters, left_out: &left_out, seen: &seen };
        let (id, text) = match runs::print(&context, run).await? {
            Outcome::Changed => continue,
            Outcome::Nothing => return visit.redirect_with(&asked.page(), Flash::problem(t!(P::NOTHING))),
            Outcome::TooManyMails => {
                return visit.redirect_with(&asked.page(), Flash::problem(t!(ways::TOO_MANY_MAILS)));
            }
            Outcome::Before(id) => (id, t!("letters-made-before").to_owned()),
            Outcome::Printed(id) => (id, told),
        };
        return visit.redirect_with(&format!("/letters/{id}"), Flash::new(text));
    }
    visit.redirect_with(&asked.page(), Flash::problem(t!(CHANGING)))
}
