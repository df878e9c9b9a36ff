//! Statements for a year: who gets one, and the button that prints them.

use askama::Template;
use chrono::NaiveDate;
use shared::database::Snapshot;
use shared::values::choices::LetterKind;

use super::compose::{Composed, in_languages};
use super::confirmed::{self, Confirmed};
use super::printing::{self, ToPrint, letterhead};
use super::statement_letters::{self, Asked, RECEIPTS, STATEMENTS, Whose};
use super::thank_yous::left_out;
use super::ways;
use crate::crypto::tokens::new_token;
use crate::error::AppError;
use crate::fields::Problems;
use crate::fields::parameters;
use crate::fields::types::{day as day_of, id_of};
use crate::language::spoken;
use crate::locale::long_day;
use crate::money::Decimal;
use crate::records::Context;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::web::form::{Field, Form};
use crate::web::names;
use crate::web::records::amounts::plain;
use crate::web::records::table::Table;
use crate::web::reports::period::{PeriodQuery, with_days};
use crate::web::settings::letterhead::path_of_receipt;
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/letters/statements";

#[derive(Template)]
#[template(path = "printed/statements.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// The name of the contact whose statement alone is asked for, if one is.
    only: Option<String>,
    /// How many there are, and what they are.
    count: i64,
    what: &'static str,
    days: String,
    /// What they add up to.
    total: Option<String>,
    /// How many are in which language, if there are several.
    languages: Option<String>,
    table: Option<Table>,
    /// How many more there are than the table names.
    more: usize,
    /// Who gets none, and how many more there are.
    left_out: Option<(Table, usize)>,
    /// The gifts that another receipt has.
    confirmed: Option<Confirmed>,
    has_letterhead: bool,
    /// The page that begins with the words of an official receipt, unless the letters are some already.
    receipt: Option<String>,
    print: Option<Form>,
}

/// Reads the least sum that somebody typed.
fn least(text: &str, context: &Context, problems: &mut Problems) -> i64 {
    let currency = context.caller.currency;
    if text.trim().is_empty() {
        return 0;
    }
    let number = plain(text, currency).map(|number| number.unwrap_or_else(|| text.trim().to_owned()));
    let minor = number.and_then(|number| {
        Decimal::parse(&number).map_err(str::to_owned).and_then(|number| number.to_minor(currency))
    });
    match minor {
        Ok(minor) if minor >= 0 => return minor,
        Ok(_) => problems.add("least", "must not be negative"),
        Err(rule) => problems.add("least", rule),
    }
    0
}

/// Reads what the page is asked for.
fn asked(visit: &Visit, context: &Context) -> Result<Asked, AppError> {
    let known = ["span", "year_start", "from", "to"];
    let sent = visit.query.pairs().filter(|(name, value)| known.contains(name) && !value.trim().is_empty());
    let sent = sent.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let parameters::Asked { input, mut problems, .. } = parameters::Asked::<PeriodQuery>::of(sent);
    let period = input.period(context.today, &mut problems);
    let least_minor = least(visit.query.text("least"), context, &mut problems);
    problems.check()?;
    let way = ways::way(visit, visit.query.text("way"))?;
    let (again, whose) = (visit.query.text("again") == "1", whose(visit.query.text("contact")));
    Ok(Asked { days: period.days, least_minor, again, whose, way })
}

/// Reads whose statements are asked for: that of a contact, by its id, or those of everybody.
fn whose(contact: &str) -> Whose {
    if contact.is_empty() { Whose::Everybody } else { Whose::Contact(id_of(contact)) }
}

/// Returns the id and the name of the contact whose statement alone the page is about, if it is about one.
async fn only(visit: &Visit) -> Result<Option<(i64, String)>, AppError> {
    let Whose::Contact(id) = whose(visit.query.text("contact")) else { return Ok(None) };
    let mut names = names::of_contacts(visit.app.store.read(), visit.account()?.scope, [id]).await?;
    Ok(Some((id, names.remove(&id).ok_or(AppError::NotFound)?)))
}

/// Makes the button that prints what the page shows.
fn print_form(visit: &Visit, asked: &Asked, what: &str) -> Result<Form, AppError> {
    let form = Form::new(visit, PATH, button(asked.way, what))
        .hidden("from", asked.days.0)
        .hidden("to", asked.days.1)
        .hidden("least", visit.query.text("least"))
        .hidden("again", u8::from(asked.again))
        .hidden("way", ways::value(asked.way))
        .hidden("contact", visit.query.text("contact"));
    Ok(form.hidden("key", new_token()?))
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let form = with_days(Form::search(&visit, PATH, t!("show")).not_done(t!("letters-not-counted")));
    let least = Field::text("least", t!("statements-least")).hint(t!("statements-least-hint"));
    let again = Field::check("again", t!("statements-again")).hint(t!("statements-again-hint"));
    let form = form.field(ways::field(&visit)?).field(least).field(again).typed(&visit);
    let only = only(&visit).await?;
    let form = only.iter().fold(form, |form, (id, _)| form.hidden("contact", id));
    let head = letterhead(visit.app.store.read(), &visit).await?;
    let asked = asked(&visit, &visit.records()?);
    let (form, made) = printing::shown(&mut visit, &head, (form, asked)).await?;
    let is_refused = made.is_none();
    let days = made.as_ref().map(|(asked, _)| in_words(asked.days)).unwrap_or_default();
    let print = match &made {
        Some((asked, Composed { letters, what, .. })) if !letters.is_empty() => {
            Some(print_form(&visit, asked, what)?)
        }
        _ => None,
    };
    let mut made = made.map(|(_, made)| made).unwrap_or_default();
    let confirmed = confirmed::taken_from(&mut made.left_out);
    let own = visit.caller()?.currency;
    let receipt = path_of_receipt(&visit, (LetterKind::YearEndStatement, head.model.letter_locale))?;
    let (table, more) = made.table(own);
    let page = Page {
        form,
        only: only.map(|(_, name)| name),
        count: made.count(),
        what: made.what,
        days,
        total: made.total(own),
        languages: in_languages(made.letters.iter().map(|letter| letter.text.locale)),
        more,
        table,
        left_out: left_out(&made.left_out, &made.names, 0),
        confirmed: confirmed::shown(&confirmed, &made.names),
        has_letterhead: head.is_filled_in(),
        receipt: receipt.filter(|_| made.what != RECEIPTS),
        print,
        shell: visit.shell(&t!("statements-title", what = made.what)).await?,
    };
    if is_refused { visit.refused(&page) } else { visit.page(&page) }
}

fn button(way: Way, what: &str) -> &'static str {
    match (way == Way::Email, what) {
        (true, RECEIPTS) => t!("statements-mail-receipts"),
        (true, STATEMENTS) => t!("statements-mail"),
        (true, _) => t!("statements-mail-both"),
        (false, RECEIPTS) => t!("statements-print-receipts"),
        (false, STATEMENTS) => t!("statements-print"),
        (false, _) => t!("statements-print-both"),
    }
}

/// Returns days as a sentence of the page has them, such as `1 January 2026 to 31 December 2026`.
fn in_words((from, to): (NaiveDate, NaiveDate)) -> String {
    let [first, last] = [from, to].map(|day| long_day(spoken(), day));
    if from == to {
        t!("statements-day", day = first)
    } else {
        t!("statements-days", from = first, to = last)
    }
}

/// Reads what the form of the page says again.
fn sent(visit: &Visit, context: &Context) -> Result<Asked, AppError> {
    let mut problems = Problems::default();
    let mut day = |name: &str| {
        let day = day_of(visit.posted.text(name));
        if day.is_none() {
            problems.add(name, "must be a day, as 2026-01-31");
        }
        day.unwrap_or_default()
    };
    let days: (NaiveDate, NaiveDate) = (day("from"), day("to"));
    problems.check_span(("from", Some(days.0)), ("to", Some(days.1)));
    let least_minor = least(visit.posted.text("least"), context, &mut problems);
    problems.check()?;
    let way = ways::way(visit, visit.posted.text("way"))?;
    let (again, whose) = (visit.posted.text("again") == "1", whose(visit.posted.text("contact")));
    Ok(Asked { days, least_minor, again, whose, way })
}

impl ToPrint for Asked {
    const KIND: LetterKind = LetterKind::YearEndStatement;
    const PAGE: &'static str = PATH;
    const NOTHING: &'static str = "statements-nothing";

    fn page(&self) -> String {
        match self.whose {
            Whose::Contact(id) => format!("{PATH}?contact={id}"),
            Whose::Everybody | Whose::Sample(_) => PATH.to_owned(),
        }
    }

    fn way(&self) -> Way {
        self.way
    }

    fn period(&self) -> Option<(NaiveDate, NaiveDate)> {
        Some(self.days)
    }

    fn told(made: &Composed, way: Way) -> String {
        let (count, what) = (made.count(), made.what);
        match way {
            Way::Post | Way::Hand => t!("statements-made", count = count, what = what),
            Way::Email => t!("statements-mailed", count = count, what = what),
        }
    }

    async fn compose(
        &self,
        connection: &Snapshot,
        context: &Context,
        letterhead: &Letterhead,
    ) -> Result<Composed, AppError> {
        statement_letters::of_days(connection, context, letterhead, self).await
    }
}

pub(in crate::web) async fn print(visit: Visit) -> Answer {
    let context = visit.records()?;
    let asked = sent(&visit, &context)?;
    printing::print(visit, asked).await
}
