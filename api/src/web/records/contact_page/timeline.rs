//! What has happened with a contact, the newest first: gifts, what was done and noted, letters, and changes of the record.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Datelike, NaiveDate};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::{Tenant, events, gift_splits, gifts, tasks};
use shared::values::choices::{GiftStatus, LetterKind, TaskResult, TaskType};
use tokio::try_join;

use super::super::history::{self, Difference, State};
use super::super::labels::choice;
use super::super::links::Links;
use super::super::tasks::subject;
use super::super::typed::Typed;
use super::log::NOTE;
use super::stream::{Merged, Place, Strand, merge};
use crate::accounts::users;
use crate::error::AppError;
use crate::records::Context;
use crate::records::money::currency;
use crate::resources::contacts::Contact;
use crate::resources::letters::about::{LetterAbout, letters_about};
use crate::resources::letters::stated;
use crate::web::format::{day, money, month_of_year, replaced_by, short_month, start_of, time};

/// The query parameter that says where a later page of the timeline begins.
pub(in crate::web) const BEFORE: &str = "before";
/// How much a page of the timeline shows.
const SHOWN: usize = 25;
/// How much of a text it shows, in characters.
const TEXT_SHOWN: usize = 600;

/// A page of what has happened.
pub(super) struct Timeline {
    pub(super) months: Vec<Month>,
    /// The address of the next page, and that of the first one on a later one.
    pub(super) older: Option<String>,
    pub(super) newest: Option<String>,
    /// Whether earlier changes were removed, because they were old.
    pub(super) is_cut: bool,
}

/// What has happened in a month.
pub(super) struct Month {
    pub(super) name: String,
    pub(super) entries: Vec<Happening>,
}

/// Something that has happened.
#[derive(Default)]
pub(super) struct Happening {
    /// What it is: a gift, a deed or a change.
    pub(super) look: &'static str,
    /// What people did, such as `Gave`, what with, and what for.
    pub(super) what: String,
    pub(super) link: Option<(String, String)>,
    pub(super) rest: String,
    /// A word beside it, and whether that warns.
    pub(super) tag: Option<(String, bool)>,
    /// The day, and further short facts.
    pub(super) facts: Vec<String>,
    /// Who did it.
    pub(super) who: Option<String>,
    pub(super) text: String,
    pub(super) fields: Vec<Difference>,
    /// Whether no earlier event says what the record was before.
    pub(super) is_unknown: bool,
}

/// What a page of the timeline is made from.
pub(super) struct Loaded {
    from: Place,
    is_first: bool,
    gifts: (Vec<gifts::Model>, bool),
    tasks: (Vec<tasks::Model>, bool),
    /// The changes, with one more, which says what was before the last one.
    events: (Vec<events::Model>, bool),
    letters: (Vec<LetterAbout>, bool),
    /// The numbers of the letters that replace statements, by the ids of those.
    replaced: HashMap<i64, Vec<i64>>,
    states: Vec<State>,
}

impl Loaded {
    /// Returns the values of the contact after each change.
    pub(super) fn values(&self) -> impl Iterator<Item = &Typed> {
        self.states.iter().map(|state| &state.values)
    }
}

/// Reads what has happened before a place, the newest first.
pub(super) async fn load(context: &Context, id: i64, before: &str) -> Result<Loaded, AppError> {
    let from = Place::parse(before).ok_or(AppError::NotFound)?;
    let of = gifts::Column::ContactId.eq(id);
    let done = tasks::Column::ContactId.eq(id).and(tasks::Column::TaskDone.eq(true));
    let before_letter = from.letter.map(|(_, letter)| letter);
    let reader = context.app.store.read();
    let (gifts, tasks, events, letters) = try_join!(
        newest::<gifts::Entity>(context, of.into(), gifts::Column::GiftDate, from.gift),
        newest::<tasks::Entity>(context, done.into(), tasks::Column::TaskCompletedOn, from.task),
        history::events_of::<Contact>(context, id, from.change, SHOWN),
        letters_about(reader, context.caller.account, id, (before_letter, SHOWN)),
    )?;
    let statements = letters.0.iter().filter(|letter| letter.kind == LetterKind::YearEndStatement);
    let statements = statements.map(|letter| letter.id).collect();
    let replaced = stated::replaced(reader, context.caller.account, &statements).await?;
    let events = events.unwrap_or_default();
    let states = history::states::<Contact>(&events.0)?;
    Ok(Loaded { from, is_first: before.is_empty(), gifts, tasks, events, letters, replaced, states })
}

/// Reads the newest records before a place by their day, and whether there are further ones.
async fn newest<E: Tenant>(
    context: &Context,
    of: Condition,
    day: E::Column,
    before: Option<(NaiveDate, i64)>,
) -> Result<(Vec<E::Model>, bool), AppError> {
    let earlier = before.map(|(on, id)| day.lt(on).or(day.eq(on).and(E::ID.lt(id))));
    let rows = context.caller.account.find::<E>().filter(of.add_option(earlier));
    let rows = rows.order_by_desc(day).order_by_desc(E::ID).limit(SHOWN as u64 + 1);
    let mut rows = rows.all(context.app.store.read()).await?;
    let has_more = rows.len() > SHOWN;
    rows.truncate(SHOWN);
    Ok((rows, has_more))
}

/// Makes the page at a path of what was loaded.
pub(super) async fn of(
    context: &Context,
    path: &str,
    loaded: Loaded,
    names: &Links,
) -> Result<Timeline, AppError> {
    let Loaded { from, is_first, gifts, tasks, events, letters, replaced, states } = &loaded;
    let zone = context.caller.timezone;
    let moment = |ms: i64| DateTime::from_timestamp_millis(ms).unwrap_or_default().with_timezone(&zone);
    let changed_on: Vec<_> =
        events.0.iter().take(SHOWN).map(|event| moment(event.occurred_at_ms).date_naive()).collect();
    let done_on = |task: &tasks::Model| task.task_completed_on.unwrap_or_default();
    let days = [
        gifts.0.iter().map(|gift| gift.gift_date).collect(),
        tasks.0.iter().map(done_on).collect(),
        changed_on.clone(),
        letters.0.iter().map(|letter| moment(letter.made_at_ms).date_naive()).collect(),
    ];
    let has_more = [gifts.1, tasks.1, events.1, letters.1];
    let strands = days.into_iter().zip(has_more).map(|(days, has_more)| Strand { days, has_more });
    let Merged { items, has_more } = merge(&strands.collect::<Vec<_>>(), SHOWN);

    let reader = context.app.store.read();
    let people = tasks.0.iter().filter_map(|task| task.task_assignee_id);
    let people = people.chain(events.0.iter().filter_map(|event| event.user_id));
    let people = people.chain(letters.0.iter().filter_map(|letter| letter.user_id));
    let people = people.collect::<Vec<_>>();
    let people = async { Ok(users::names(reader, people).await?) };
    let is_cut = async { Ok(!has_more && history::is_cut::<Contact>(context, &events.0).await?) };
    let (people, funds, is_cut) = try_join!(people, funds_of_parts(context, &gifts.0), is_cut)?;
    let changes = history::changes::<Contact>(context, (&events.0, states), &people, names);
    let mut changes: Vec<_> = changes.into_iter().map(Some).collect();

    let (mut months, mut to) = (Vec::<Month>::new(), *from);
    for (strand, i) in items {
        let (on, happening) = match strand {
            0 => {
                let gift = &gifts.0[i];
                to.gift = Some((gift.gift_date, gift.id));
                (gift.gift_date, Some(given(gift, names, funds.get(&gift.id))))
            }
            1 => {
                let task = &tasks.0[i];
                to.task = Some((done_on(task), task.id));
                (done_on(task), Some(done(task, &people)))
            }
            3 => {
                let letter = &letters.0[i];
                let on = moment(letter.made_at_ms).date_naive();
                to.letter = Some((on, letter.id));
                (on, Some(written(letter, replaced, &people)))
            }
            _ => {
                let event = &events.0[i];
                to.change = Some((event.position, event.id));
                let at = time(&moment(event.occurred_at_ms));
                (changed_on[i], changes[i].take().and_then(|change| changed(change, at)))
            }
        };
        let Some(mut happening) = happening else { continue };
        happening.facts.insert(0, day_of(on, context.today));
        let name = month_of_year(on);
        match months.last_mut() {
            Some(month) if month.name == name => month.entries.push(happening),
            _ => months.push(Month { name, entries: vec![happening] }),
        }
    }
    Ok(Timeline {
        months,
        older: has_more.then(|| format!("{path}?{BEFORE}={}#timeline", to.encoded())),
        newest: (!is_first).then(|| format!("{path}#timeline")),
        is_cut,
    })
}

/// Returns a day of a month whose name stands above it, with the year if that is not this one: a reader who scrolls does not
/// see the heading.
fn day_of(on: NaiveDate, today: NaiveDate) -> String {
    match (today - on).num_days() {
        0 => t!("timeline-today").to_owned(),
        1 => t!("timeline-yesterday").to_owned(),
        _ if on.year() != today.year() => day(on),
        _ => t!("timeline-day", day = on.day(), month = short_month(on.month())),
    }
}

/// Returns the funds of the parts of those gifts that are split.
async fn funds_of_parts(
    context: &Context,
    gifts: &[gifts::Model],
) -> Result<HashMap<i64, BTreeSet<String>>, AppError> {
    use gift_splits::Column as S;
    let split: Vec<_> = gifts.iter().filter(|gift| gift.gift_is_split).map(|gift| gift.id).collect();
    let mut funds: HashMap<i64, BTreeSet<String>> = HashMap::new();
    if split.is_empty() {
        return Ok(funds);
    }
    let parts = context.caller.account.find::<gift_splits::Entity>().filter(S::GiftId.is_in(split));
    let parts = parts.filter(S::SplitFund.is_not_null()).select_only().columns([S::GiftId, S::SplitFund]);
    let parts: Vec<(i64, String)> = parts.into_tuple().all(context.app.store.read()).await?;
    for (gift_id, fund) in parts {
        funds.entry(gift_id).or_default().insert(fund);
    }
    Ok(funds)
}

fn given(gift: &gifts::Model, names: &Links, parts: Option<&BTreeSet<String>>) -> Happening {
    let fund = match parts {
        Some(parts) => parts.iter().cloned().collect::<Vec<_>>().join(", "),
        None => gift.gift_fund.clone().unwrap_or_default(),
    };
    let kind = gift.gift_type_id.map(|id| names.shown("gift_type_id", &id.to_string()).0);
    let is_received = gift.gift_status == GiftStatus::Received;
    Happening {
        look: "gift",
        what: t!("timeline-gave").to_owned(),
        link: Some((
            money(gift.gift_amount_minor, currency(&gift.gift_currency)),
            format!("/gifts/{}", gift.id),
        )),
        rest: if fund.is_empty() { fund } else { t!("timeline-for-fund", fund = fund) },
        tag: (!is_received).then(|| (choice(&gift.gift_status.to_string()), true)),
        facts: kind.into_iter().chain(gift.gift_campaign.clone()).collect(),
        text: start_of(gift.gift_memo.as_deref().unwrap_or_default(), TEXT_SHOWN),
        ..Happening::default()
    }
}

/// Returns what was done in words.
fn words(task: &tasks::Model) -> &'static str {
    let is_tried = task.task_result == Some(TaskResult::Attempted);
    match task.task_type {
        TaskType::Call if is_tried => t!("timeline-tried-to-call"),
        TaskType::Call => t!("timeline-called"),
        TaskType::Email => t!("timeline-emailed"),
        TaskType::Text => t!("timeline-texted"),
        TaskType::Letter => t!("timeline-wrote"),
        TaskType::Appointment | TaskType::InPerson => t!("timeline-met"),
        TaskType::Thank => t!("timeline-thanked"),
        TaskType::PledgeReminder => t!("timeline-reminded"),
        TaskType::Newsletter => t!("timeline-newsletter"),
        TaskType::Prayer => t!("timeline-prayed"),
        TaskType::ToDo if task.task_subject == NOTE => t!("timeline-noted"),
        TaskType::ToDo => t!("done"),
    }
}

fn done(task: &tasks::Model, people: &HashMap<i64, String>) -> Happening {
    let (words, path) = (words(task), format!("/tasks/{}", task.id));
    // A subject that only repeats what was done is left out.
    let is_named = super::log::subjects().any(|subject| subject == task.task_subject);
    let (what, link) = if is_named {
        (String::new(), (words.to_owned(), path))
    } else {
        (t!("timeline-did", words = words), (subject(task), path))
    };
    let result =
        task.task_result.filter(|result| matches!(result, TaskResult::LeftMessage | TaskResult::Received));
    Happening {
        look: if task.task_type == TaskType::ToDo { "note" } else { "done" },
        what,
        link: Some(link),
        tag: result.map(|result| (choice(&result.to_string()), false)),
        who: task.task_assignee_id.and_then(|id| people.get(&id).cloned()),
        text: start_of(task.task_notes.as_deref().unwrap_or_default(), TEXT_SHOWN),
        ..Happening::default()
    }
}

fn written(
    letter: &LetterAbout,
    replaced: &HashMap<i64, Vec<i64>>,
    people: &HashMap<i64, String>,
) -> Happening {
    let words = match letter.kind {
        LetterKind::ThankYou => t!("timeline-thank-you"),
        LetterKind::YearEndStatement if letter.is_receipt => t!("timeline-receipt"),
        LetterKind::YearEndStatement => t!("timeline-statement"),
        LetterKind::PledgeReminder => t!("timeline-reminder"),
    };
    Happening {
        look: "done",
        link: Some((words.to_owned(), format!("/letters/{}", letter.run_id))),
        tag: replaced.get(&letter.id).map(|numbers| (replaced_by(numbers), true)),
        facts: vec![t!("timeline-letter-number", number = letter.number.to_string())],
        who: letter.user_id.and_then(|id| people.get(&id).cloned()),
        ..Happening::default()
    }
}

/// Returns a change, unless nothing was changed.
fn changed(change: history::Change, at: String) -> Option<Happening> {
    let is_new = change.is_new;
    if !is_new && !change.is_unknown && change.fields.is_empty() {
        return None;
    }
    Some(Happening {
        look: "change",
        what: if is_new { t!("timeline-added") } else { t!("timeline-changed") }.to_owned(),
        facts: vec![at],
        who: change.who,
        fields: change.fields,
        is_unknown: change.is_unknown,
        ..Happening::default()
    })
}
