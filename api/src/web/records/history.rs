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

/// Reads the history of a record.
pub(in crate::web) async fn of<K: Kind>(context: &Context, id: i64) -> Result<History, AppError> {
    let Some((created, updated)) = K::EVENTS else {
        return Ok(History { changes: Vec::new(), has_more: false, is_cut: false });
    };
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
    let states = rows.iter().map(|row| state::<K>(&row.body)).collect::<Result<Vec<_>, _>>()?;
    let links = Links::load(reader, context, &states.iter().collect::<Vec<_>>()).await?;
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
    Ok(History { changes, has_more, is_cut })
}

/// Returns the values of the record in the body of an event.
fn state<K: Kind>(body: &str) -> Result<Typed, AppError> {
    let members = parse_object(body.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
    match members.iter().find(|(name, _)| name == "data") {
        Some((_, data)) => typed::of_json(K::Input::FIELDS, data.get()),
        None => Ok(Typed::new()),
    }
}

/// Returns the fields whose values differ.
fn differences<K: Kind>(before: &Typed, after: &Typed, links: &Links) -> Vec<Difference> {
    let entries = K::Input::FIELDS.iter();
    let changed = entries.filter(|entry| before.get(entry.name) != after.get(entry.name));
    let difference = |entry| Difference {
        label: label(entry),
        before: line(entry, before, links),
        after: line(entry, after, links),
    };
    changed.map(difference).collect()
}
