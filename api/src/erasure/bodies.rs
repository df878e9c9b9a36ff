//! The bodies of events that show a person.

use std::borrow::Cow;

use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use shared::entities::{AccountScope, events};
use shared::values::choices::EventType;
use uuid::Uuid;

use super::linked::Linked;
use super::person::Person;
use crate::error::AppError;
use crate::fields::json::{Object, parse_object};
use crate::resources::contacts::{Contact, ContactFields};
use crate::resources::kinds::KINDS;
use crate::state::App;
use events::Column as E;

/// How many events of the log one statement looks at.
const WINDOW: u64 = 2_000;
/// How many bodies one transaction rewrites.
const BATCH: usize = 100;

/// The events of an account, some of which show the person.
pub(super) struct Bodies<'a> {
    app: &'a App,
    account: AccountScope,
    contact_id: i64,
    linked: &'a Linked,
    /// The contact as it is now, as a record and within other records.
    now: Option<(String, String)>,
}

impl<'a> Bodies<'a> {
    pub(super) fn new(app: &'a App, account: AccountScope, contact_id: i64, linked: &'a Linked) -> Self {
        Self { app, account, contact_id, linked, now: None }
    }

    /// Sets the contact as it is after the erasure.
    pub(super) fn becomes(&mut self, contact: &Contact) -> Result<(), AppError> {
        let within = ContactFields::of(contact);
        self.now = Some((serde_json::to_string(contact)?, serde_json::to_string(&within)?));
        Ok(())
    }

    /// Learns the names that the contact had when its events were made.
    pub(super) async fn learn(&self, person: &mut Person) -> Result<(), AppError> {
        let own = self.account.find::<events::Entity>().filter(self.own());
        for event in own.all(self.app.store.read()).await? {
            let mut body: Value = serde_json::from_str(&event.body)?;
            person.learn(&body["data"]);
            // A former last name alone says nothing of who had it.
            let Some(Value::Object(previous)) = body.get_mut("previous").map(Value::take) else { continue };
            if let Some(data) = body.get_mut("data").and_then(Value::as_object_mut) {
                data.extend(previous);
            }
            person.learn(&body["data"]);
        }
        Ok(())
    }

    /// Rewrites the bodies that show the person, or only counts them. Returns all events that show the contact, and how
    /// many were rewritten.
    pub(super) async fn erase(&self, dry_run: bool) -> Result<(Vec<Uuid>, u64), AppError> {
        let (mut ids, mut changed, mut after) = (Vec::new(), 0, -1);
        loop {
            let log = self.account.find::<events::Entity>().filter(E::Position.gt(after));
            let end = log.clone().order_by_asc(E::Position).order_by_asc(E::Id).offset(WINDOW - 1).limit(1);
            let end =
                end.select_only().column(E::Position).into_tuple::<i64>().one(self.app.store.read()).await?;
            let window = match end {
                Some(end) => log.filter(E::Position.lte(end)),
                None => log,
            };
            let found = self.showing(window).all(self.app.store.read()).await?;
            let mut rewritten = Vec::new();
            for event in found {
                let part = self.part(&event)?;
                if part == Part::Nothing {
                    continue;
                }
                ids.push(event.id);
                let body = self.rewritten(&event, part)?;
                if body != event.body {
                    rewritten.push((event.id, body));
                }
            }
            changed += rewritten.len() as u64;
            if !dry_run {
                self.write(&rewritten).await?;
            }
            match end {
                Some(end) => after = end,
                None => return Ok((ids, changed)),
            }
        }
    }

    async fn write(&self, rewritten: &[(Uuid, String)]) -> Result<(), AppError> {
        for batch in rewritten.chunks(BATCH) {
            let tx = self.app.store.begin();
            for (id, body) in batch {
                let event = self.account.update::<events::Entity>().filter(E::Id.eq(*id));
                event.col_expr(E::Body, body.clone().into()).exec(&tx).await?;
            }
            tx.commit().await?;
        }
        Ok(())
    }

    /// Returns the condition for the events of the contact itself.
    fn own(&self) -> Condition {
        let of_contacts = E::EventType.is_in([EventType::ContactsCreate, EventType::ContactsUpdate]);
        Condition::all().add(of_contacts).add(E::RecordId.eq(self.contact_id))
    }

    fn is_own(&self, event: &events::Model) -> bool {
        matches!(event.event_type, EventType::ContactsCreate | EventType::ContactsUpdate)
            && event.record_id == self.contact_id
    }

    /// Selects the events of the contact, of records that belong to it, of records that belonged to it then, and others that
    /// name its id, of which [`part`](Self::part) tells the right ones.
    fn showing(&self, log: Select<events::Entity>) -> Select<events::Entity> {
        // A contact that was merged into this one is a contact of its own.
        let Linked { records, merged: _ } = self.linked;
        let mut showing = Condition::any().add(self.own()).add(E::Body.contains(self.within()));
        for end in [',', '}'] {
            showing = showing.add(E::Body.contains(format!(r#""contact_id":{}{end}"#, self.contact_id)));
        }
        for (kind, ids) in records {
            let Some((created, updated)) = kind.events else { continue };
            let of = E::EventType.is_in([created, updated]);
            showing = showing.add(Condition::all().add(of).add(E::RecordId.is_in(ids.iter().copied())));
        }
        log.filter(showing)
    }

    /// Returns how the contact begins within another record.
    fn within(&self) -> String {
        format!(r#""contact":{{"id":{},"#, self.contact_id)
    }

    /// Returns what of an event is about the person.
    fn part(&self, event: &events::Model) -> Result<Part, AppError> {
        let Linked { records, merged: _ } = self.linked;
        let is_linked =
            records.iter().any(|(kind, ids)| kind.has(event.event_type) && ids.contains(&event.record_id));
        if self.is_own(event) || is_linked || event.body.contains(&self.within()) {
            return Ok(Part::All);
        }
        // An update that gave a record of the person to somebody else.
        let Event { previous } = serde_json::from_str(&event.body)?;
        let former = previous.and_then(|Previous { contact_id }| contact_id);
        Ok(if former == Some(self.contact_id) { Part::Previous } else { Part::Nothing })
    }

    /// Returns the body of an event without the person.
    fn rewritten(&self, event: &events::Model, part: Part) -> Result<String, AppError> {
        // A dry run does not know the contact after the erasure, and only counts changes.
        let (record, within) =
            self.now.as_ref().map_or(("null", "null"), |(record, within)| (record, within));
        let is_own = self.is_own(event);
        let begin = format!(r#"{{"id":{},"#, self.contact_id);
        replaced(&event.body, |name, data| match name {
            "data" if part == Part::Previous => Ok(None),
            "data" if is_own => Ok(Some(record.to_owned())),
            "data" => {
                let data = replaced(data, |name, value| {
                    Ok(match name {
                        "contact" if value.starts_with(&begin) => Some(within.to_owned()),
                        "splits" => Some(without_memos(value)?),
                        name => erased(name),
                    })
                });
                data.map(Some)
            }
            // All of it was the person's own.
            "previous" if is_own => replaced(data, |_, _| Ok(Some("null".to_owned()))).map(Some),
            "previous" => replaced(data, |name, value| match name {
                "splits" => without_memos(value).map(Some),
                name => Ok(erased(name)),
            })
            .map(Some),
            _ => Ok(None),
        })
    }
}

/// What of an event is about the person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    All,
    /// What the record was before.
    Previous,
    Nothing,
}

#[derive(Deserialize)]
struct Event {
    previous: Option<Previous>,
}

#[derive(Deserialize)]
struct Previous {
    contact_id: Option<i64>,
}

/// Returns what a member of a record becomes, as JSON, if it is personal.
fn erased(name: &str) -> Option<String> {
    let mut fields = KINDS.iter().flat_map(|kind| kind.fields);
    let text = fields.find(|field| field.name == name)?.erased_as?;
    Some(if text.is_empty() { "null".to_owned() } else { Value::from(text).to_string() })
}

/// Returns the parts of a gift, as JSON, without their memos.
fn without_memos(parts: &str) -> Result<String, AppError> {
    let parts: Vec<&RawValue> = serde_json::from_str(parts)?;
    let part = |part: &&RawValue| {
        replaced(part.get(), |name, _| Ok((name == "split_memo").then(|| "null".to_owned())))
    };
    let parts = parts.iter().map(part).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("[{}]", parts.join(",")))
}

/// Returns a JSON object with other values for some of its members. All others stay byte for byte.
fn replaced(
    object: &str,
    value_of: impl Fn(&str, &str) -> Result<Option<String>, AppError>,
) -> Result<String, AppError> {
    let members = parse_object(object.as_bytes()).map_err(|error| AppError::Internal(error.into()))?;
    let member = |(name, value): (Cow<'_, str>, &RawValue)| {
        let replaced = value_of(&name, value.get())?.map(RawValue::from_string).transpose()?;
        Ok((name.into_owned(), replaced.unwrap_or_else(|| value.to_owned())))
    };
    let members = members.into_iter().map(member).collect::<Result<Vec<_>, AppError>>()?;
    Ok(serde_json::to_string(&Object(&members))?)
}
