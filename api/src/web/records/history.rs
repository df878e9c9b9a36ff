//! The history of a record: its events, field by field, each with its author and its time.

use std::collections::HashMap;

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::events;
use uuid::Uuid;

use super::display::line;
use super::kind::Kind;
use super::labels::label;
use super::links::Links;
use super::typed::{self, Typed};
use crate::accounts::users;
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::field::Input;
use crate::fields::json::{Object, parse_object, parse_stored};
use crate::records::Context;
use crate::web::format::moment;

/// How many changes are shown.
const SHOWN: usize = 50;

/// A change of a record.
pub(in crate::web) struct Change {
    pub(in crate::web) when: String,
    /// The name of its author, or nothing for the service itself.
    pub(in crate::web) who: Option<String>,
    /// The event in words, if it was not a change of fields.
    pub(in crate::web) what: &'static str,
    /// Whether the event is the creation of the record.
    pub(in crate::web) is_new: bool,
    pub(in crate::web) fields: Vec<Difference>,
    /// Whether no earlier event says what the record was before.
    pub(in crate::web) is_unknown: bool,
}

/// A field that was changed.
pub(in crate::web) struct Difference {
    pub(in crate::web) label: String,
    pub(in crate::web) before: String,
    pub(in crate::web) after: String,
}

/// The changes of a record, the newest first.
pub(in crate::web) struct History {
    pub(in crate::web) changes: Vec<Change>,
    /// Whether there are earlier ones.
    pub(in crate::web) has_more: bool,
    /// Whether earlier ones were removed, because they were old.
    pub(in crate::web) is_cut: bool,
}

/// Reads the history of a record, if its changes are events.
pub(in crate::web) async fn of<K: Kind>(context: &Context, id: i64) -> Result<Option<History>, AppError> {
    let reader = context.app.store.read();
    let Some((rows, _)) = events_of::<K>(context, id, None, SHOWN).await? else { return Ok(None) };
    let has_more = rows.len() > SHOWN;
    let is_cut = !has_more && is_cut::<K>(context, &rows).await?;
    let users = users::names(reader, rows.iter().filter_map(|row| row.user_id)).await?;
    let states = states::<K>(&rows)?;
    let values: Vec<_> = states.iter().map(|state| &state.values).collect();
    let links = Links::load(reader, context, &values).await?;
    let mut changes = changes::<K>(context, (&rows, &states), &users, &links);
    changes.truncate(SHOWN);
    Ok(Some(History { changes, has_more, is_cut }))
}

/// The place of an event in the log: its position and its id.
pub(super) type EventPlace = (i64, Uuid);

/// Reads the events of a record's changes, the newest first, if its changes are events: those before a place, and one more than
/// asked for, which says what was before. Returns whether there may be further ones, too.
pub(super) async fn events_of<K: Kind>(
    context: &Context,
    id: i64,
    before: Option<EventPlace>,
    limit: usize,
) -> Result<Option<(Vec<events::Model>, bool)>, AppError> {
    use events::Column as E;
    let Some((created, updated)) = K::EVENTS else { return Ok(None) };
    let earlier = before.map(|(position, event_id)| {
        E::Position.lt(position).or(E::Position.eq(position).and(E::Id.lt(event_id)))
    });
    let rows = context
        .caller
        .account
        .find::<events::Entity>()
        .filter(E::RecordId.eq(id))
        .filter(E::EventType.is_in([created, updated]))
        .filter(Condition::all().add_option(earlier))
        .order_by_desc(E::Position)
        .order_by_desc(E::Id)
        .limit(limit as u64 + 1)
        .all(context.app.store.read())
        .await?;
    let has_more = rows.len() > limit;
    Ok(Some((rows, has_more)))
}

/// Returns whether earlier events than these, the last that there are, were removed because they were old.
pub(super) async fn is_cut<K: Kind>(context: &Context, rows: &[events::Model]) -> Result<bool, AppError> {
    let begins = K::EVENTS.zip(rows.last()).is_some_and(|((created, _), last)| last.event_type == created);
    let removed = Removed::of(context.app.store.read(), context.caller.account);
    Ok(!begins && removed.await?.until_ms().is_some())
}

/// Returns what each of these events, the newest first, has changed. `states` are those of [`states`].
pub(super) fn changes<K: Kind>(
    context: &Context,
    (rows, states): (&[events::Model], &[State]),
    users: &HashMap<i64, String>,
    links: &Links,
) -> Vec<Change> {
    let change = |(i, (row, state)): (usize, (&events::Model, &State))| {
        let before = states.get(i + 1);
        let is_new = K::EVENTS.is_some_and(|(created, _)| row.event_type == created);
        let fields = match before {
            Some(before) if !is_new => differences::<K>(before, state, links),
            _ => Vec::new(),
        };
        let what = match (is_new, before, fields.is_empty()) {
            (true, ..) => t!("history-created"),
            (false, None, _) => t!("history-changed"),
            (false, Some(_), true) => t!("history-saved-unchanged"),
            (false, Some(_), false) => "",
        };
        Change {
            when: moment(row.occurred_at_ms, context.caller.timezone),
            who: row.user_id.and_then(|id| users.get(&id).cloned()),
            what,
            is_new,
            fields,
            is_unknown: !is_new && before.is_none(),
        }
    };
    rows.iter().zip(states).enumerate().map(change).collect()
}

/// A record as an event tells it.
#[derive(Default)]
pub(super) struct State {
    pub(super) values: Typed,
    told: Vec<(&'static str, String)>,
}

impl State {
    /// Reads it from the body of an event.
    fn of<K: Kind>(body: &str) -> Result<Self, AppError> {
        let members = parse_object(body.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
        match members.iter().find(|(name, _)| name == "data") {
            Some((_, data)) => Self::of_record::<K>(data.get()),
            None => Ok(Self::default()),
        }
    }

    fn of_record<K: Kind>(record: &str) -> Result<Self, AppError> {
        Ok(Self { values: typed::of_json(K::Input::FIELDS, record)?, told: K::told(record)? })
    }

    /// Reads what the record was before from the body of an event, if it tells the former values.
    fn before<K: Kind>(body: &str) -> Result<Option<Self>, AppError> {
        let parsed = |text| parse_stored(text).map_err(|error| AppError::Internal(error.into()));
        let members = parsed(body.as_bytes())?;
        let member = |name: &str| members.iter().find(|(one, _)| one == name).map(|(_, value)| value.get());
        let (Some(data), Some(previous)) = (member("data"), member("previous")) else { return Ok(None) };
        let (mut record, previous) = (parsed(data.as_bytes())?, parsed(previous.as_bytes())?);
        for (name, value) in &mut record {
            if let Some(&(_, former)) = previous.iter().find(|(one, _)| *one == *name) {
                *value = former;
            }
        }
        Self::of_record::<K>(&serde_json::to_string(&Object(&record))?).map(Some)
    }
}

/// Reads the records in the bodies of events, the newest first, and after them the record before the last of these events, if
/// that tells it: a record that is older than its log has no earlier event to compare with.
pub(super) fn states<K: Kind>(rows: &[events::Model]) -> Result<Vec<State>, AppError> {
    let mut states = rows.iter().map(|row| State::of::<K>(&row.body)).collect::<Result<Vec<_>, _>>()?;
    if let Some(last) = rows.last() {
        states.extend(State::before::<K>(&last.body)?);
    }
    Ok(states)
}

/// Returns the fields whose values differ, and what else differs of what both events tell.
fn differences<K: Kind>(before: &State, after: &State, links: &Links) -> Vec<Difference> {
    let (was, is) = (&before.values, &after.values);
    let changed = K::Input::FIELDS.iter().filter(|entry| was.get(entry.name) != is.get(entry.name));
    let difference = |entry| Difference {
        label: label(entry),
        before: line(entry, was, links),
        after: line(entry, is, links),
    };
    let mut differences: Vec<_> = changed.map(difference).collect();
    for (label, after) in &after.told {
        if let Some((_, before)) = before.told.iter().find(|(one, before)| one == label && before != after) {
            let (before, after) = (before.clone(), after.clone());
            differences.push(Difference { label: (*label).to_owned(), before, after });
        }
    }
    differences
}
