//! Writes the event of a change, in the transaction of the change.

use sea_orm::{ColumnTrait, PaginatorTrait, QueryFilter};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use shared::Transaction;
use shared::entities::webhooks;
use shared::events::outbox::NewEvent;
use shared::values::choices::{Choice, EventType};
use shared::values::clock::rfc3339;
use shared::values::ids::{event_id_text, new_event_id};
use uuid::Uuid;

use super::context::Context;
use super::resource::Resource;
use crate::auth::{RequestId, Via};
use crate::error::AppError;
use crate::fields::field::Input;
use crate::fields::json::{Entries, Object, parse_stored};

/// A record that was created or changed, in the form that a read would return now.
pub struct Changed<R> {
    /// Its id.
    pub id: i64,
    /// The number of this event among those of the record.
    pub sequence: i64,
    /// The record.
    pub record: R,
    /// What it was before; of a new record `None`.
    pub before: Option<Before>,
}

/// What a changed record was before.
#[derive(Clone)]
pub enum Before {
    /// Its own fields and lists, as JSON with the members in the order of the record.
    Record(Box<RawValue>),
    /// All of it is the same, and only what it shows of another record has changed: the name of the member, and what it was.
    Shown(&'static str, Box<RawValue>),
}

/// The names of what has changed, and its former values.
type Changes = (Vec<String>, Vec<(String, Box<RawValue>)>);

#[derive(Serialize)]
struct Body<'a> {
    id: String,
    #[serde(rename = "type")]
    event_type: &'a str,
    timestamp: String,
    data: &'a RawValue,
    account_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Object<'a, String, Box<RawValue>>>,
    actor: Actor,
    request_id: Option<RequestId>,
}

/// Who made a change, and how.
#[derive(Serialize)]
struct Actor {
    user_id: Option<i64>,
    via: Via,
}

impl<'a> Body<'a> {
    fn new(context: &Context, id: Uuid, event_type: &'a str, data: &'a RawValue) -> Self {
        let caller = &context.caller;
        Self {
            id: event_id_text(id),
            event_type,
            timestamp: rfc3339(context.now_ms),
            data,
            account_id: caller.account.account_id(),
            sequence: None,
            changed: None,
            previous: None,
            actor: Actor { user_id: caller.user_id, via: caller.via },
            request_id: caller.request_id,
        }
    }
}

/// Returns the body of an event that is of no record's change.
pub fn body(
    context: &Context,
    id: Uuid,
    event_type: &str,
    data: &impl Serialize,
) -> Result<String, AppError> {
    Ok(serde_json::to_string(&Body::new(context, id, event_type, &to_raw_value(data)?))?)
}

/// Writes one event of this type for each record.
pub async fn emit_all<R: Resource>(
    tx: &Transaction,
    context: &Context,
    event_type: EventType,
    changed: &[Changed<R>],
) -> Result<(), AppError> {
    let occurred_at_ms = context.now_ms;
    let event = |changed: &Changed<R>| {
        let id = new_event_id(occurred_at_ms);
        let data = to_raw_value(&changed.record)?;
        let mut changes = changed.before.as_ref().map(|before| changes::<R>(before, &data)).transpose()?;
        if context.caller.via == Via::Erasure {
            // Nobody is sent what was erased.
            for (_, value) in changes.iter_mut().flat_map(|(_, previous)| previous) {
                *value = RawValue::NULL.to_owned();
            }
        }
        let (names, previous) =
            changes.as_ref().map(|(names, previous)| (&**names, Object(previous))).unzip();
        let body = Body {
            sequence: Some(changed.sequence),
            changed: names,
            previous,
            ..Body::new(context, id, event_type.as_str(), &data)
        };
        let body = serde_json::to_string(&body)?;
        let (trace, user_id) = (Some(context.caller.trace), context.caller.user_id);
        Ok(NewEvent { id, event_type, record_id: changed.id, occurred_at_ms, body, trace, user_id })
    };
    let events = changed.iter().map(event).collect::<Result<Vec<_>, AppError>>()?;
    Ok(context.app.outlet.append(tx, context.caller.account, events).await?)
}

/// Compares a record with what it was before.
fn changes<R: Resource>(before: &Before, now: &RawValue) -> Result<Changes, AppError> {
    let before = match before {
        Before::Record(before) => before,
        Before::Shown(name, value) => {
            let name = (*name).to_owned();
            return Ok((vec![name.clone()], vec![(name, value.clone())]));
        }
    };
    let is_own =
        |name: &str| R::Input::FIELDS.iter().any(|field| field.name == name) || R::TOLD.contains(&name);
    // Both have the same members in the same order.
    let pairs = members_of(before)?.into_iter().zip(members_of(now)?);
    let previous: Vec<_> = pairs
        .filter(|((name, before), (_, now))| before.get() != now.get() && is_own(name))
        .map(|((name, before), _)| (name.into_owned(), before.to_owned()))
        .collect();
    Ok((previous.iter().map(|(name, _)| name.clone()).collect(), previous))
}

fn members_of(record: &RawValue) -> Result<Entries<'_>, AppError> {
    parse_stored(record.get().as_bytes()).map_err(|error| AppError::Internal(error.into()))
}

/// Writes an event about the running of the service, if a webhook of the account names its type.
pub async fn emit_to_those_who_ask(
    tx: &Transaction,
    context: &Context,
    event_type: EventType,
    record_id: i64,
    data: &impl Serialize,
) -> Result<(), AppError> {
    let account = context.caller.account;
    let name = format!("\"{event_type}\"");
    let asks = account.find::<webhooks::Entity>().filter(webhooks::Column::WebhookEvents.contains(name));
    if asks.count(tx).await? == 0 {
        return Ok(());
    }
    let (id, occurred_at_ms) = (new_event_id(context.now_ms), context.now_ms);
    let body = body(context, id, event_type.as_str(), data)?;
    let (trace, user_id) = (Some(context.caller.trace), context.caller.user_id);
    let event = NewEvent { id, event_type, record_id, occurred_at_ms, body, trace, user_id };
    Ok(context.app.outlet.append(tx, account, vec![event]).await?)
}
