//! The history of a record: its events, field by field, each with its author and its time.

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::entities::events;

use super::display::line;
use super::kind::Kind;
use super::labels::label;
use super::links::Links;
use super::typed::{self, Typed};
use crate::accounts::users;
use crate::error::AppError;
use crate::events::retention::Removed;
use crate::fields::field::Input;
use crate::fields::json::parse_object;
use crate::records::Context;
use crate::web::format::moment;

/// How many changes are shown.
const SHOWN: usize = 50;

/// A change of a record.
pub(in crate::web) struct Change {
    pub(in crate::web) when: String,
    /// The name of its author, or nothing for the service itself.
    pub(in crate::web) who: Option<String>,
    /// The event, if it was not a change of fields.
    pub(in crate::web) what: &'static str,
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
    let Some((created, updated)) = K::EVENTS else { return Ok(None) };
    let reader = context.app.store.read();
    let rows = context
        .caller
        .account
        .find::<events::Entity>()
        .filter(events::Column::RecordId.eq(id))
        .filter(events::Column::EventType.is_in([created, updated]))
        .order_by_desc(events::Column::Position)
        .order_by_desc(events::Column::Id)
        .limit(SHOWN as u64 + 1)
        .all(reader)
        .await?;
    let has_more = rows.len() > SHOWN;
    let is_whole = has_more || rows.last().is_some_and(|row| row.event_type == created);
    let is_cut = !is_whole && Removed::of(reader, context.caller.account).await?.until_ms().is_some();
    let users = users::names(reader, rows.iter().filter_map(|row| row.user_id)).await?;
    let states = rows.iter().map(|row| State::of::<K>(&row.body)).collect::<Result<Vec<_>, _>>()?;
    let links =
        Links::load(reader, context, &states.iter().map(|state| &state.values).collect::<Vec<_>>()).await?;
    let change = |(i, row): (usize, &events::Model)| {
        let before = states.get(i + 1);
        let is_new = row.event_type == created;
        let fields = match before {
            Some(before) if !is_new => differences::<K>(before, &states[i], &links),
            _ => Vec::new(),
        };
        let what = match (is_new, before, fields.is_empty()) {
            (true, ..) => "Created",
            (false, None, _) => "Changed",
            (false, Some(_), true) => "Saved without a change",
            (false, Some(_), false) => "",
        };
        Change {
            when: moment(row.occurred_at_ms, context.caller.timezone),
            who: row.user_id.and_then(|id| users.get(&id).cloned()),
            what,
            fields,
            is_unknown: !is_new && before.is_none(),
        }
    };
    let changes = rows.iter().take(SHOWN).enumerate().map(change).collect();
    Ok(Some(History { changes, has_more, is_cut }))
}

/// A record as an event tells it.
#[derive(Default)]
struct State {
    values: Typed,
    told: Vec<(&'static str, String)>,
}

impl State {
    /// Reads it from the body of an event.
    fn of<K: Kind>(body: &str) -> Result<Self, AppError> {
        let members = parse_object(body.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
        let Some((_, data)) = members.iter().find(|(name, _)| name == "data") else {
            return Ok(Self::default());
        };
        Ok(Self { values: typed::of_json(K::Input::FIELDS, data.get())?, told: K::told(data.get())? })
    }
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
