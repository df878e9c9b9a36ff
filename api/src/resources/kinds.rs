//! The kinds of records whose changes are events. List a new kind here.

use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::json;
use shared::values::choices::EventType;

use super::contacts::Contact;
use super::gifts::Gift;
use super::pledges::Pledge;
use super::tasks::Task;
use crate::fields::field::{Field, Fields, InputField};
use crate::fields::schema::inline;
use crate::fields::source::Source;
use crate::fields::types::{Text, id_of};
use crate::records::Resource;

/// A kind of records, as the events of the kind show it.
pub struct Kind {
    /// The first word of the path of its records: `contacts` in `contacts/17`.
    pub path: &'static str,
    /// The event types of a create and of an update.
    pub events: (EventType, EventType),
    /// The name of the record's schema in the document.
    pub schema: &'static str,
    /// Adds the schema to the document.
    pub register: fn(&mut Registry),
}

/// Every kind.
pub const KINDS: &[Kind] =
    &[Kind::of::<Contact>(), Kind::of::<Gift>(), Kind::of::<Pledge>(), Kind::of::<Task>()];

impl Kind {
    const fn of<R: Resource>() -> Self {
        match R::EVENTS {
            Some(events) => Self { path: R::KIND, events, schema: R::NAME, register: R::register },
            None => panic!("only a resource with EVENTS is listed here"),
        }
    }

    /// Returns the kind whose create or update an event reports.
    pub fn of_event(event: EventType) -> Option<&'static Self> {
        KINDS.iter().find(|kind| event == kind.events.0 || event == kind.events.1)
    }
}

/// The path of a record whose changes are events: `contacts/17`.
pub struct RecordPath;

impl Field for RecordPath {
    fn schema(_: &mut Registry) -> MetaSchemaRef {
        let kinds: Vec<_> = KINDS.iter().map(|kind| kind.path).collect();
        inline(MetaSchema {
            pattern: Some(format!("^({})/[1-9][0-9]{{0,17}}$", kinds.join("|"))),
            example: Some(json!("contacts/17")),
            ..MetaSchema::new("string")
        })
    }
}

impl InputField for RecordPath {
    /// The event types of its changes, and its id.
    type Value = ((EventType, EventType), i64);

    fn read(source: &Source<'_>, path: &str, within: &mut Fields<'_>) -> Result<Option<Self::Value>, String> {
        let Some(text) = Text::<50>::read(source, path, within)? else { return Ok(None) };
        let record = text.split_once('/').and_then(|(kind, id)| {
            let kind = KINDS.iter().find(|known| known.path == kind)?;
            Some((kind.events, id_of(id))).filter(|(_, id)| *id != 0)
        });
        record.map(Some).ok_or_else(Self::rule)
    }

    fn rule() -> String {
        let kinds: Vec<_> = KINDS.iter().map(|kind| kind.path).collect();
        format!("must be a record such as contacts/17, of one of the kinds {}", kinds.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use shared::values::choices::Choice;

    use super::*;

    #[test]
    fn every_event_is_of_exactly_one_kind_and_named_after_its_action() {
        for event in EventType::ALL {
            let kinds = KINDS.iter().filter(|kind| [kind.events.0, kind.events.1].contains(event));
            assert_eq!(kinds.count(), 1, "{event}: list its resource in KINDS, once");
        }
        for Kind { events: (created, updated), schema, .. } in KINDS {
            let (created, updated) = (created.as_str().split_once('.'), updated.as_str().split_once('.'));
            assert_eq!(created.map(|(kind, _)| kind), updated.map(|(kind, _)| kind), "{schema}");
            assert_eq!(
                (created.map(|(_, action)| action), updated.map(|(_, action)| action)),
                (Some("create"), Some("update"))
            );
        }
    }
}
