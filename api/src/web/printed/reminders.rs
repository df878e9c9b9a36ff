//! Reminders of pledges that are late: the pledges, to be ticked, and the button that prints those.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use askama::Template;
use sea_orm::{ColumnTrait, QueryFilter, QuerySelect};
use shared::database::Snapshot;
use shared::entities::contacts;
use shared::values::choices::LetterKind;

use super::compose::{Composed, Reminded};
use super::printing::{self, ToPrint, letterhead};
use super::reminder_letters::{self, Asked, missing_minor};
use super::thank_yous::left_out;
use super::ticks::{self, Ticks};
use super::ways;
use super::words::{self, Amounts};
use crate::error::AppError;
use crate::giving::Terms;
use crate::language::spoken;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::contacts::primary_phones;
use crate::resources::letters::Way;
use crate::resources::letters::letterhead::Letterhead;
use crate::web::flash::Flash;
use crate::web::form::{Field, Form};
use crate::web::format::{day, day_of, money, start_of};
use crate::web::records::contacts::called;
use crate::web::records::pledges::gifts_of;
use crate::web::records::table::{Cell, Column, Table};
use crate::web::shell::Shell;
use crate::web::visit::{Answer, Visit};

const PATH: &str = "/letters/reminders";
/// The most days that somebody can ask for.
const DAYS_MAX: i64 = 10_000;
/// How many characters of the notes on a donor are shown.
const NOTES_CHARS: usize = 100;
const COLUMNS: &[Column] = &[
    Column::new("donor"),
    Column::new("pledge"),
    Column::new("overview-todo-missing").class("number amount"),
    Column::new("pledge-due-since").class("date"),
    Column::new("pledge-late"),
    Column::new("reminders-last").class("date").optional(),
    Column::new("letters-to"),
    Column::new("contact-phone").class("phone").optional(),
    Column::new("label-contact_notes").optional(),
];

#[derive(Template)]
#[template(path = "printed/reminders.html")]
struct Page {
    shell: Shell,
    form: Form,
    /// How many there are in the table.
    count: i64,
    table: Option<Table>,
    /// How many more there are.
    more: usize,
    /// Who gets none, and how many more there are.
    left_out: Option<(Table, usize)>,
    has_letterhead: bool,
    /// How much is missing of all pledges of the table.
    missing: String,
    ticks: Ticks,
}

/// Reads what a form asks for, by its fields.
fn asked<'a>(visit: &'a Visit, text: impl Fn(&str) -> &'a str) -> Result<Asked, AppError> {
    let least_days = match text("least_days").trim() {
        "" => Ok(0),
        days => days.parse().ok().filter(|days| (0..=DAYS_MAX).contains(days)).ok_or(()),
    };
    let least_days = least_days.map_err(|()| {
        AppError::invalid("least_days", format_args!("must be a whole number of days, from 0 to {DAYS_MAX}"))
    })?;
    let (again, way) = (text("again") == "1", ways::way(visit, text("way"))?);
    Ok(Asked { least_days, again, way, ..Asked::default() })
}

pub(in crate::web) async fn show(mut visit: Visit) -> Answer {
    let form = Form::search(&visit, PATH, t!("show"))
        .not_done(t!("letters-not-counted"))
        .field(ways::field(&visit)?)
        .field(Field::text("least_days", t!("reminders-least-days")).hint(t!("reminders-least-days-hint")))
        .field(Field::check("again", t!("reminders-again")))
        .typed(&visit);
    let head = letterhead(visit.app.store.read(), &visit).await?;
    let asked = asked(&visit, |name| visit.query.text(name));
    let (form, made) = printing::shown(&mut visit, &head, (form, asked)).await?;
    let is_refused = made.is_none();
    let (asked, made) = made.unwrap_or_default();
    let button = if asked.way == Way::Email { t!("reminders-mail") } else { t!("reminders-print") };
    let said = (t!("reminders-untick").to_owned(), made.reminded.len(), button);
    let mut ticks = Ticks::new(&visit, (PATH, asked.way), said)?;
    ticks.hidden.push(("again", u8::from(asked.again).to_string()));
    let context = visit.records()?;
    let donors = Donors::read(&context, &made).await?;
    let table = ticked(&context, &made, &donors);
    let page = Page {
        form,
        count: made.count(),
        table: (!table.rows.is_empty()).then_some(table),
        more: made.more,
        left_out: left_out(&made.left_out, &made.names, 0),
        has_letterhead: head.is_filled_in(),
        missing: missing(&context, &made),
        ticks,
        shell: visit.shell(t!("reminders-title")).await?,
    };
    if is_refused { visit.refused(&page) } else { visit.page(&page) }
}

/// Says how much is missing of all pledges with reminders.
fn missing(context: &Context, made: &Composed) -> String {
    let mut totals: BTreeMap<String, i128> = BTreeMap::new();
    for Reminded { pledge, position, .. } in &made.reminded {
        *totals.entry(pledge.pledge_currency.clone()).or_default() += missing_minor(position);
    }
    let amounts = Amounts { locale: spoken(), own: context.caller.currency };
    t!("reminders-missing", total = words::total(&totals, amounts))
}

/// What somebody wants to know of donors before they are reminded, by their ids: some are better phoned.
struct Donors {
    phones: HashMap<i64, String>,
    notes: HashMap<i64, String>,
}

impl Donors {
    async fn read(context: &Context, made: &Composed) -> Result<Self, AppError> {
        use contacts::Column as C;
        let (store, account) = (context.app.store.read(), context.caller.account);
        let ids: BTreeSet<i64> = made.reminded.iter().map(|one| one.pledge.contact_id).collect();
        let phones = primary_phones(store, account, ids.iter().copied()).await?;
        let noted = account.find::<contacts::Entity>().filter(C::Id.is_in(ids));
        let noted = noted.filter(C::ContactNotes.is_not_null()).select_only();
        let noted = noted.columns([C::Id, C::ContactNotes]).into_tuple::<(i64, String)>();
        let notes = noted.all(store).await?.into_iter();
        Ok(Self { phones, notes: notes.map(|(id, notes)| (id, start_of(&notes, NOTES_CHARS))).collect() })
    }
}

/// Makes the table of the pledges with reminders. All are ticked.
fn ticked(context: &Context, made: &Composed, donors: &Donors) -> Table {
    let row = |Reminded { pledge, position, to, last }: &Reminded| {
        let name = made.names.get(&pledge.contact_id).cloned().unwrap_or_default();
        let donor = Cell {
            tick: Some(pledge.id),
            is_ticked: true,
            ..Cell::link(name, format!("/contacts/{}", pledge.contact_id))
        };
        let now = Terms::of(pledge).on(context.today);
        let terms = gifts_of(now.amount_minor, now.frequency, &pledge.pledge_currency);
        let missing = money(missing_minor(position), currency(&pledge.pledge_currency));
        let last = last.map(|last| {
            let made_on = day_of(last.made_at_ms, context.caller.timezone);
            Cell::link(made_on, format!("/letters/{}", last.run_id))
        });
        vec![
            donor,
            Cell::link(terms, format!("/pledges/{}", pledge.id)),
            Cell::text(missing),
            Cell::text(position.next_due.map(day).unwrap_or_default()),
            Cell::default().tag(t!("pledge-days", count = position.days_late), true),
            last.unwrap_or_default(),
            Cell::text(to),
            donors.phones.get(&pledge.contact_id).map(|number| called(number)).unwrap_or_default(),
            Cell::text(donors.notes.get(&pledge.contact_id).cloned().unwrap_or_default()),
        ]
    };
    Table::new(COLUMNS, made.reminded.iter().map(row).collect()).without_empty()
}

impl ToPrint for Asked {
    const KIND: LetterKind = LetterKind::PledgeReminder;
    const PAGE: &'static str = PATH;
    const NOTHING: &'static str = "reminders-nothing";

    fn way(&self) -> Way {
        self.way
    }

    fn told(made: &Composed, way: Way) -> String {
        let count = made.count();
        match way {
            Way::Post | Way::Hand => t!("reminders-made", count = count),
            Way::Email => t!("reminders-mailed", count = count),
        }
    }

    async fn compose(
        &self,
        connection: &Snapshot,
        context: &Context,
        letterhead: &Letterhead,
    ) -> Result<Composed, AppError> {
        reminder_letters::of_late(connection, context, letterhead, self).await
    }
}

pub(in crate::web) async fn print(mut visit: Visit) -> Answer {
    let pledge_ids = ticks::ticked(&visit);
    if pledge_ids.is_empty() {
        let flash = Flash::problem(t!("thank-yous-nothing-ticked"));
        return visit.redirect_with(PATH, flash);
    }
    let asked = asked(&visit, |name| visit.posted.text(name))?;
    printing::print(visit, Asked { pledge_ids: Some(pledge_ids), ..asked }).await
}
