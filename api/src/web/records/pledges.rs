//! The pages of pledges.

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::value::RawValue;
use shared::entities::pledges;
use shared::values::choices::{Choice, PledgeFrequency, PledgeState, PledgeStatus};

use super::doubts;
use super::kind::{Doubt, Kind, Notice};
use super::labels::{self, choice};
use super::related::section;
use super::section::Section;
use super::table::{Cell, Column, Table};
use super::typed::{self, Typed};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::giving::{Pause, Term, Terms};
use crate::money::{Amount, Decimal};
use crate::records::money::currency;
use crate::records::{Context, Resource, list};
use crate::resources::gifts::{Gift, GiftFilters};
use crate::resources::letters::reminded;
use crate::resources::pledges::{Pledge, PledgeFilters, PledgeInput};
use crate::web::format::{amount, day, day_of, money};
use crate::web::icons::Drawn;
use crate::web::names;
use crate::web::visit::Visit;

/// Returns an amount and a frequency.
pub(in crate::web) fn gifts_of(amount_minor: i64, frequency: PledgeFrequency, currency_code: &str) -> String {
    let amount = money(amount_minor, currency(currency_code));
    t!("pledge-terms", amount = amount, frequency = labels::frequency(frequency.as_str()))
}

/// Returns the days of a pause.
fn paused(from: NaiveDate, until: Option<NaiveDate>) -> String {
    match until {
        Some(until) => t!("purpose-from-to", from = day(from), until = day(until)),
        None => t!("purpose-from", day = day(from)),
    }
}

/// A pledge in an event, as far as the history needs it. Earlier events tell neither terms nor pauses.
#[derive(Deserialize)]
struct Told<'a> {
    pledge_currency: String,
    #[serde(borrow)]
    terms: Option<Vec<ToldTerm<'a>>>,
    pauses: Option<Vec<ToldPause>>,
}

#[derive(Deserialize)]
struct ToldTerm<'a> {
    #[serde(rename = "term_from")]
    from: NaiveDate,
    #[serde(borrow, rename = "term_amount")]
    amount: &'a RawValue,
    #[serde(rename = "term_frequency")]
    frequency: String,
}

#[derive(Deserialize)]
struct ToldPause {
    #[serde(rename = "pause_from")]
    from: NaiveDate,
    #[serde(rename = "pause_until")]
    until: Option<NaiveDate>,
}

impl Pledge {
    /// Returns the amount and the frequency.
    pub(super) fn terms(&self) -> String {
        let pledges::Model { pledge_amount_minor, pledge_frequency, pledge_currency, .. } = &self.model;
        gifts_of(*pledge_amount_minor, *pledge_frequency, pledge_currency)
    }

    /// Returns the pledge as a field offers it: the terms, the fund, and how many gifts are due.
    pub(super) fn offered(&self) -> String {
        let terms = match &self.model.pledge_fund {
            Some(fund) => t!("pledge-offered-fund", pledge = self.terms(), fund = fund),
            None => self.terms(),
        };
        match (self.due(), self.pledge_next_due_date) {
            (0, None) => terms,
            (0, Some(next)) => t!("pledge-offered-next", pledge = terms, day = day(next)),
            (count, _) => t!("pledge-offered-due", pledge = terms, count = count),
        }
    }

    /// Returns how many gifts of the present amount are missing today. A part of one is one.
    fn due(&self) -> u64 {
        let missing = (-self.pledge_balance.minor).max(0).unsigned_abs();
        let amount = self.model.pledge_amount_minor.max(1).unsigned_abs();
        u64::try_from(missing.div_ceil(amount.into())).unwrap_or(u64::MAX)
    }

    fn goes_on(&self) -> bool {
        use PledgeState as S;
        matches!(self.pledge_state, S::Active | S::Upcoming | S::Paused)
    }

    /// Returns the next due date. Of a pledge that has ended, nothing more is due.
    fn next_due(&self) -> Option<NaiveDate> {
        self.pledge_next_due_date.filter(|_| self.goes_on())
    }

    /// Returns the state in words. A one-time pledge that has been paid stays active, but nothing more of it is due.
    fn state(&self) -> String {
        let is_paid = self.model.pledge_frequency == PledgeFrequency::OneTime
            && self.pledge_state == PledgeState::Active
            && self.pledge_next_due_date.is_none();
        if is_paid { t!("pledge-fulfilled").to_owned() } else { choice(self.pledge_state.as_str()) }
    }

    /// Returns the balance in words, because its sign says nothing to who does not know it.
    fn balance(&self) -> String {
        let Amount { minor, currency } = self.pledge_balance;
        let difference = money(minor.abs(), currency);
        // More than is due is no mistake while further gifts will be due.
        let is_once = self.model.pledge_frequency == PledgeFrequency::OneTime;
        let goes_on = self.goes_on() && (!is_once || self.pledge_state == PledgeState::Upcoming);
        match minor {
            0 => difference,
            ..0 => t!("pledge-open", amount = difference),
            _ if goes_on => t!("pledge-ahead", amount = difference),
            _ => t!("pledge-overpaid", amount = difference),
        }
    }

    /// Returns the status in words, which the state may say better.
    fn status(&self) -> String {
        choice(self.model.pledge_status.as_str())
    }

    /// Returns what is agreed for a day ahead, if something else is in force until then.
    fn planned(&self, today: NaiveDate) -> Option<String> {
        let terms = Terms::of(&self.model);
        let planned = terms.agreed().iter().skip(1).find(|term| term.from > today && self.goes_on())?;
        let amount = money(planned.amount_minor, currency(&self.model.pledge_currency));
        let frequency = labels::frequency(planned.frequency.as_str());
        Some(t!("pledge-terms-from", amount = amount, frequency = frequency, day = day(planned.from)))
    }

    /// Returns how many gifts of the pledge an amount is: one, or several if so many are missing today. `None`: it is another
    /// amount.
    pub(super) fn gifts_in(&self, minor: i64) -> Option<u64> {
        let amount = self.model.pledge_amount_minor.max(1);
        let count = u64::try_from(minor / amount).ok().filter(|_| minor % amount == 0)?;
        (1..=self.due().max(1)).contains(&count).then_some(count)
    }

    /// Makes the section with the terms and the pauses, if there was more than one term, or a pause.
    fn over_time(&self, today: NaiveDate) -> Option<Section> {
        let terms = Terms::of(&self.model);
        if terms.agreed().len() < 2 && terms.pauses().is_empty() {
            return None;
        }
        let edit = format!("/pledges/{}/edit", self.model.id);
        let take_back = |from: NaiveDate, before: &str| {
            let form = format!("{edit}?pledge_change_from={from}{before}#pledge_change_from");
            Cell::link(t!("pledge-take-back"), form)
        };
        let planned = |from: NaiveDate| if from > today { take_back(from, "") } else { Cell::default() };
        let present = terms.on(today);
        let term = |(i, term): (usize, &Term)| {
            let gifts = gifts_of(term.amount_minor, term.frequency, &self.model.pledge_currency);
            let link = match i.checked_sub(1).and_then(|i| terms.agreed().get(i)) {
                // What was agreed before is agreed again, from the day of the change.
                Some(before) if *term == present => {
                    let amount = Amount::new(before.amount_minor, currency(&self.model.pledge_currency));
                    let frequency = before.frequency.as_str();
                    take_back(term.from, &format!("&pledge_amount={amount}&pledge_frequency={frequency}"))
                }
                Some(_) => planned(term.from),
                None => Cell::default(),
            };
            (term.from, gifts, link)
        };
        let pause = |pause: &Pause| {
            let text = match pause.until {
                Some(until) => t!("pledge-paused-until", day = day(until)),
                None => t!("pledge-paused").to_owned(),
            };
            (pause.from, text, planned(pause.from))
        };
        let agreed = terms.agreed().iter().enumerate().map(term);
        let mut rows: Vec<_> = agreed.chain(terms.pauses().iter().map(pause)).collect();
        rows.sort_by_key(|(from, ..)| *from);
        let rows =
            rows.into_iter().map(|(from, what, link)| vec![Cell::text(day(from)), Cell::text(what), link]);
        let columns = [
            Column::new("pledge-from-day").class("date"),
            Column::new("pledge-agreed"),
            Column::new("pledge-change").optional(),
        ];
        Some(Section {
            heading: t!("pledge-over-time"),
            id: "over-time",
            total: i64::try_from(rows.len()).unwrap_or(i64::MAX),
            notes: Vec::new(),
            table: Some(Table::new(&columns, rows.collect()).without_empty()),
            empty: String::new(),
            all: None,
            new: (t!("pledge-change-amount").to_owned(), format!("{edit}#pledge_amount")),
        })
    }
}

/// How many pledges of a contact a field offers.
const OFFERED_MAX: u64 = 50;

/// Returns the pledges of a contact that a field offers, by their ids: those that are open, those that have ended and of
/// which something is missing, and the one that is chosen.
pub(super) async fn offered(
    context: &Context,
    contact_id: i64,
    chosen: Option<i64>,
) -> Result<Vec<(String, String)>, AppError> {
    use PledgeState as S;
    let filters = PledgeFilters {
        contact_id: Some(vec![contact_id]),
        state: Some(vec![S::Active, S::Upcoming, S::Paused, S::Ended]),
        ..PledgeFilters::default()
    };
    let mut pledges = list::few::<Pledge>(context, filters, Pledge::SORT, OFFERED_MAX).await?;
    pledges.retain(|one| one.pledge_state != S::Ended || one.due() > 0 || Some(one.model.id) == chosen);
    if let Some(id) = chosen.filter(|id| pledges.iter().all(|one| one.model.id != *id))
        && let Some((_, pledge)) = Pledge::read(context, id).await?
        && pledge.model.contact_id == contact_id
    {
        pledges.push(pledge);
    }
    Ok(pledges.iter().map(|one| (one.model.id.to_string(), one.offered())).collect())
}

fn donor(pledge: &Pledge) -> String {
    let name = pledge.contact.as_ref().map(|contact| names::of_contact(contact.model()));
    name.unwrap_or_else(|| t!("as-id", id = pledge.model.contact_id.to_string()))
}

impl Drawn for Pledge {
    const LINE: &'static str = "M4 5.5h16V20H4zM4 9.5h16M8 3v4M16 3v4\
        M12 17.8c-4.6-2.9-2.6-5.9 0-4 2.6-1.9 4.6 1.1 0 4z";
}

impl Kind for Pledge {
    const PATH: &'static str = "/pledges";
    const TITLE: &'static str = "pledges";
    const WORDS: (&'static str, &'static str) = ("one-pledge", "count-pledges");
    const EMPTY: &'static str = "pledge-none-yet";
    const SORT: &'static str = "-id";
    const SHORTCUTS: &'static [(&'static str, &'static str)] = &[("reminders-title", "/letters/reminders")];
    const VIEWS: &'static [(&'static str, &'static str)] = &[
        ("pledge-view-all", ""),
        ("pledge-view-active", "state=active"),
        ("pledge-view-late", "late=1"),
        ("pledge-view-paused", "state=paused"),
        ("pledge-view-upcoming", "state=upcoming"),
        ("pledge-view-ended", "state=ended"),
    ];
    const FILLED_IN: &'static [&'static str] = &["contact_id"];
    const FILLED_IN_CHANGES: &'static [&'static str] =
        &["pledge_amount", "pledge_frequency", "pledge_status", "pledge_change_from"];
    const OF_CHANGES: &'static [&'static str] = &["pledge_change_from", "pledge_pause_until"];
    const COLUMNS: &'static [Column] = &[
        Column::new("donor"),
        Column::new("pledge").order("pledge_amount").heading("Amount"),
        Column::new("pledge-state").heading("State"),
        Column::new("pledge-next-due").order("pledge_next_due_date").class("date").heading("Next due date"),
        Column::new("pledge-late").order("pledge_days_late").heading("Days late"),
        Column::new("pledge-balance")
            .order("pledge_balance")
            .opposite("pledge-still-open")
            .class("number")
            .heading("Balance"),
    ];
    const GROUPS: &'static [(&'static str, &'static [&'static str])] = &[
        (
            "pledge",
            &[
                "contact_id",
                "pledge_amount",
                "pledge_frequency",
                "pledge_start_date",
                "pledge_end_date",
                "pledge_fund",
                "pledge_change_from",
            ],
        ),
        ("status", &["pledge_status", "pledge_pause_until"]),
        ("group-details", &["pledge_currency", "pledge_notes"]),
    ];

    fn of_contact(contact_id: i64) -> Option<PledgeFilters> {
        let state = Some(vec![PledgeState::Active, PledgeState::Upcoming, PledgeState::Paused]);
        Some(PledgeFilters { contact_id: Some(vec![contact_id]), state, ..PledgeFilters::default() })
    }

    fn record_id(&self) -> i64 {
        self.model.id
    }

    /// Returns a pledge with an amount, because one of nothing has no next due date.
    fn first_values(context: &Context) -> pledges::Model {
        pledges::Model { pledge_amount_minor: 1, ..Self::blank(context) }
    }

    /// Returns the values, with the last day of the present pause, which the API takes but shows among the pauses.
    fn values(&self) -> Result<Typed, AppError> {
        let mut values = typed::of_json(PledgeInput::FIELDS, &serde_json::to_string(self)?)?;
        let is_paused = self.model.pledge_status == PledgeStatus::Paused;
        let terms = Terms::of(&self.model);
        // A pause that is planned begins after the next change: the end of the present one.
        let has_begun = |pause: &&Pause| self.model.pledge_changes_on.is_none_or(|on| pause.from < on);
        let pause = terms.pauses().iter().rfind(has_begun).filter(|_| is_paused);
        let until = pause.and_then(|pause| pause.until).map(|until| until.to_string());
        values.insert("pledge_pause_until".to_owned(), until.unwrap_or_default().into());
        values.insert("pledge_change_from".to_owned(), "".into());
        Ok(values)
    }

    /// Returns the values without the status of a pledge that is active, but has ended, not begun or been paid: the state says
    /// so.
    fn shown(&self) -> Result<Typed, AppError> {
        let mut values = self.values()?;
        if self.model.pledge_status == PledgeStatus::Active && self.state() != self.status() {
            values.remove("pledge_status");
        }
        Ok(values)
    }

    fn title(&self) -> String {
        t!("pledge-from", terms = self.terms(), donor = donor(self))
    }

    async fn doubts(
        context: &Context,
        values: &Typed,
        change: Option<(i64, &Typed)>,
    ) -> Result<Vec<Doubt>, AppError> {
        doubts::of_purposes(context, values, change).await
    }

    /// Says when the donor was reminded, if that was after the pledge was made. A reminder has all of a donor's pledges
    /// that are late.
    async fn notice(&self, context: &Context) -> Result<Option<Notice>, AppError> {
        let (connection, account) = (context.app.store.read(), context.caller.account);
        let last = reminded::last(connection, account, self.model.contact_id).await?;
        let last = last.filter(|last| last.made_at_ms >= self.model.created_at_ms);
        Ok(last.map(|last| {
            let made_on = day_of(last.made_at_ms, context.caller.timezone);
            let link = Some((made_on, format!("/letters/{}", last.run_id)));
            Notice { text: t!("pledge-reminded").to_owned(), link }
        }))
    }

    fn figures(&self, context: &Context) -> Vec<(&'static str, String)> {
        let state = self.state();
        // What was decided stands among the fields.
        let own = (state != self.status()).then_some((t!("pledge-state"), state));
        let mut figures: Vec<_> = own.into_iter().collect();
        figures.extend([
            (t!("pledge-due-until-today"), amount(&self.pledge_expected_to_date)),
            (t!("pledge-received-until-today"), amount(&self.pledge_received_to_date)),
            (t!("pledge-balance"), self.balance()),
        ]);
        let next = |due: NaiveDate| {
            if self.pledge_days_late > 0 {
                t!("pledge-late-since")
            } else if due < context.today {
                // Of a pledge that is paused, nothing is late.
                t!("pledge-due-since")
            } else {
                t!("pledge-next-due")
            }
        };
        figures.extend(self.next_due().map(|due| (next(due), day(due))));
        figures.extend(self.planned(context.today).map(|planned| (t!("pledge-planned"), planned)));
        if self.pledge_days_late > 0 {
            figures.push((t!("pledge-late"), t!("pledge-days", count = self.pledge_days_late)));
        }
        figures
    }

    fn links(&self) -> Vec<(&'static str, String)> {
        let edit = format!("/pledges/{}/edit", self.model.id);
        let status = match self.model.pledge_status {
            PledgeStatus::Active if self.pledge_state == PledgeState::Ended => None,
            PledgeStatus::Active => {
                Some((t!("pause"), format!("{edit}?pledge_status=paused#pledge_pause_until")))
            }
            PledgeStatus::Paused => {
                Some((t!("resume"), format!("{edit}?pledge_status=active#pledge_change_from")))
            }
            PledgeStatus::Cancelled | PledgeStatus::WrittenOff => None,
        };
        let mut links = vec![(t!("donor"), format!("/contacts/{}", self.model.contact_id))];
        links.push((t!("pledge-change-amount"), format!("{edit}#pledge_amount")));
        links.extend(status);
        links
    }

    async fn rows(_: &Visit, _: &Context, pledges: &[Self]) -> Result<Vec<Vec<Cell>>, AppError> {
        let row = |pledge: &Self| {
            let state = pledge.state();
            vec![
                Cell::link(donor(pledge), format!("/pledges/{}", pledge.model.id)),
                Cell::text(pledge.terms()),
                if state == choice(PledgeState::Active.as_str()) {
                    Cell::text(state)
                } else {
                    Cell::default().tag(state, false)
                },
                Cell::text(pledge.next_due().map(day).unwrap_or_default()),
                match pledge.pledge_days_late {
                    0 => Cell::default(),
                    days => Cell::default().tag(t!("pledge-days", count = days), true),
                },
                Cell::text(pledge.balance()),
            ]
        };
        Ok(pledges.iter().map(row).collect())
    }

    async fn sections(&self, visit: &Visit, context: &Context) -> Result<Vec<Section>, AppError> {
        let new = [
            ("contact_id", self.model.contact_id.to_string()),
            ("pledge_id", self.model.id.to_string()),
            ("gift_currency", self.model.pledge_currency.clone()),
        ];
        let filters = GiftFilters { pledge_id: Some(vec![self.model.id]), ..GiftFilters::default() };
        let gifts =
            section::<Gift>(visit, context, ("pledge_id", &self.model.id.to_string()), filters, &new).await?;
        Ok(self.over_time(context.today).into_iter().chain([gifts]).collect())
    }

    fn told(data: &str) -> Result<Vec<(&'static str, String)>, AppError> {
        let Told { pledge_currency, terms, pauses } = serde_json::from_str(data)?;
        let currency = currency(&pledge_currency);
        let term = |term: &ToldTerm| {
            let minor = Decimal::parse(term.amount.get()).ok().and_then(|one| one.to_minor(currency).ok());
            let amount = money(minor.unwrap_or_default(), currency);
            let (frequency, from) = (labels::frequency(&term.frequency), day(term.from));
            t!("pledge-terms-from", amount = amount, frequency = frequency, day = from)
        };
        let pause = |pause: &ToldPause| paused(pause.from, pause.until);
        let terms =
            terms.map(|terms| (t!("pledge-agreed"), terms.iter().map(term).collect::<Vec<_>>().join("; ")));
        let pauses = pauses
            .map(|pauses| (t!("pledge-paused"), pauses.iter().map(pause).collect::<Vec<_>>().join("; ")));
        Ok(terms.into_iter().chain(pauses).collect())
    }
}
