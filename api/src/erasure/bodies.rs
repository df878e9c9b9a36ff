//! The bodies of events that show a person.

use std::borrow::Cow;

use sea_orm::{ColumnTrait, Condition, QueryFilter, QueryOrder, QuerySelect, Select};
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
            let body: Value = serde_json::from_str(&event.body)?;
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
            ids.extend(found.iter().map(|event| event.id));
            let rewritten = found.iter().filter_map(|event| match self.rewritten(event) {
                Ok(body) => (body != event.body).then_some(Ok((event.id, body))),
                Err(error) => Some(Err(error)),
            });
            let rewritten = rewritten.collect::<Result<Vec<_>, _>>()?;
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

    /// Selects the events of the contact, of records that belong to it, and of records that belonged to it then.
    fn showing(&self, log: Select<events::Entity>) -> Select<events::Entity> {
        // A contact that was merged into this one is a contact of its own.
        let Linked { records, merged: _ } = self.linked;
        let mut showing = Condition::any().add(self.own()).add(E::Body.contains(self.within()));
        for (kind, ids) in records {
            let of = E::EventType.is_in([kind.events.0, kind.events.1]);
            showing = showing.add(Condition::all().add(of).add(E::RecordId.is_in(ids.iter().copied())));
        }
        log.filter(showing)
    }

    /// Returns how the contact begins within another record.
    fn within(&self) -> String {
        format!(r#""contact":{{"id":{},"#, self.contact_id)
    }

    /// Returns the body of an event without the person.
    fn rewritten(&self, event: &events::Model) -> Result<String, AppError> {
        // A dry run does not know the contact after the erasure, and only counts changes.
        let (record, within) =
            self.now.as_ref().map_or(("null", "null"), |(record, within)| (record, within));
        let is_own = matches!(event.event_type, EventType::ContactsCreate | EventType::ContactsUpdate);
        let begin = format!(r#"{{"id":{},"#, self.contact_id);
        replaced(&event.body, |name, data| match name {
            "data" if is_own => Ok(Some(record.to_owned())),
            "data" => {
                let data = replaced(data, |name, value| {
                    Ok(match name {
                        "contact" if value.starts_with(&begin) => Some(within.to_owned()),
                        name => erased(name),
                    })
                });
                data.map(Some)
            }
            _ => Ok(None),
        })
    }
}

/// Returns what a member of a record becomes, as JSON, if it is personal.
fn erased(name: &str) -> Option<String> {
    let mut fields = KINDS.iter().flat_map(|kind| kind.fields);
    let text = fields.find(|field| field.name == name)?.erased_as?;
    Some(if text.is_empty() { "null".to_owned() } else { Value::from(text).to_string() })
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
