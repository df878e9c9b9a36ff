//! The kinds of records whose changes are events. List a new kind here.

use poem_openapi::registry::Registry;
use shared::values::choices::EventType;

use super::contacts::Contact;
use super::gifts::Gift;
use super::pledges::Pledge;
use super::tasks::Task;
use crate::records::Resource;

/// A kind of records, as the events of the kind show it.
pub struct Kind {
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
            Some(events) => Self { events, schema: R::NAME, register: R::register },
            None => panic!("only a resource with EVENTS is listed here"),
        }
    }

    /// Returns the kind whose create or update an event reports.
    pub fn of_event(event: EventType) -> Option<&'static Self> {
        KINDS.iter().find(|kind| event == kind.events.0 || event == kind.events.1)
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
