//! The steps of traces that messages make: their publication, and the record of their deliveries.

use std::time::SystemTime;

use uuid::Uuid;

use super::Message;
use crate::process::spans::{Kind, Spans, Step};
use crate::values::ids::event_id_text;
use crate::values::trace::Trace;

/// The steps of some messages, from their beginning. If no steps are sent anywhere, there are none.
#[derive(Debug)]
pub struct Steps {
    spans: Spans,
    kind: Kind,
    began: SystemTime,
    /// The event, its step, and the step before.
    of_events: Vec<(Uuid, Trace, Trace)>,
}

impl Steps {
    /// Begins to publish messages. From now on they are part of these steps.
    pub fn publish(spans: &Spans, messages: &mut [Message]) -> Self {
        Self::begin(spans, messages, Kind::Producer)
    }

    /// Begins to record the deliveries of messages. From now on they are part of these steps.
    pub fn process(spans: &Spans, messages: &mut [Message]) -> Self {
        Self::begin(spans, messages, Kind::Consumer)
    }

    fn begin(spans: &Spans, messages: &mut [Message], kind: Kind) -> Self {
        let mut of_events = Vec::new();
        for message in messages.iter_mut().filter(|_| spans.is_on()) {
            if let Some(parent) = message.trace {
                let trace = spans.next(parent);
                of_events.push((message.event_id, trace, parent));
                message.trace = Some(trace);
            }
        }
        Self { spans: spans.clone(), kind, began: SystemTime::now(), of_events }
    }

    /// Ends the steps. Those of events that `done` denies have failed.
    pub fn end(self, done: impl Fn(Uuid) -> bool) {
        let (operation, ended) =
            (if self.kind == Kind::Producer { "send" } else { "process" }, SystemTime::now());
        for (event_id, trace, parent) in self.of_events {
            self.spans.ended(|| Step {
                name: format!("{operation} almoner.events").into(),
                kind: self.kind.clone(),
                trace,
                parent: Some(parent),
                began: self.began,
                ended,
                attributes: vec![
                    ("messaging.operation.type", operation.into()),
                    ("messaging.destination.name", "almoner.events".into()),
                    ("messaging.message.id", event_id_text(event_id).into()),
                ],
                failed: !done(event_id),
            });
        }
    }
}
