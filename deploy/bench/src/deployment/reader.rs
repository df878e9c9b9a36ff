//! A client that keeps copies of the contacts and of the event log, as the API's documentation tells it to: it goes on
//! after the last event that it has seen, and begins again if it is told to.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::values::ids::event_id_text;

use super::{World, until};
use crate::Error;

/// How long an answer may take while the programs are getting ready again.
const ANSWER_MAX: Duration = Duration::from_mins(1);

/// The header of a list with the value to send as `updated_since` next time.
const SYNC_CURSOR: &str = "sync-cursor";

/// An answer of the API.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) status: u16,
    headers: HeaderMap,
    body: String,
}

impl Reply {
    /// Sends a request until it is answered, and not with 503. A body makes it a change.
    pub(super) async fn to(
        world: &World,
        listen: &str,
        (method, path): (Method, &str),
        headers: &[(HeaderName, &str)],
        body: Option<&Value>,
    ) -> Result<Self, Error> {
        let reply = RefCell::new(Self::default());
        let answered = async || {
            let mut request = world.asking(method.clone(), listen, path).timeout(ANSWER_MAX);
            for (name, value) in headers {
                request = request.header(name.clone(), *value);
            }
            if let Some(body) = body {
                request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
            }
            let Ok(response) = request.send().await else { return false };
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            // A list that breaks off is no answer.
            let Ok(body) = response.text().await else { return false };
            reply.replace(Self { status, headers, body });
            status != 503
        };
        until(path, ANSWER_MAX, answered).await?;
        Ok(reply.into_inner())
    }

    /// Reads a path.
    pub(super) async fn read(world: &World, listen: &str, path: &str) -> Result<Self, Error> {
        Self::to(world, listen, (Method::GET, path), &[], None).await
    }

    /// Returns a header, or the empty text.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the records of a list. Parses them on another thread, because receivers must not wait meanwhile.
    async fn records<T: DeserializeOwned + Send + 'static>(self) -> Result<Vec<T>, Error> {
        let list = tokio::task::spawn_blocking(move || serde_json::from_str::<List<T>>(&self.body));
        Ok(list.await??.data)
    }
}

#[derive(Deserialize)]
struct List<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct Contact {
    id: i64,
    contact_lname: String,
}

#[derive(Deserialize)]
struct Event {
    id: String,
    data: Subject,
}

/// The record of an event.
#[derive(Deserialize)]
struct Subject {
    id: i64,
}

/// The copies, and the places where to go on.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// The last name of each contact.
    pub contacts: BTreeMap<i64, String>,
    /// The ids of the events and of their records, in the order of the log.
    pub events: Vec<(String, i64)>,
    sync_cursor: String,
}

impl Reader {
    /// Returns a client that has missed nothing: it has the first account's rows in the database.
    pub async fn complete(world: &World) -> Result<Self, Error> {
        let (mut complete, account) = (Self::default(), [world.account_id().into()]);
        let text = "SELECT id, contact_lname FROM contacts WHERE account_id = $1";
        for row in world.rows_with(text, &account).await? {
            complete.contacts.insert(row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        }
        let text = "SELECT id, record_id FROM events WHERE account_id = $1 ORDER BY position, id";
        for row in world.rows_with(text, &account).await? {
            complete.events.push((event_id_text(row.try_get_by_index(0)?), row.try_get_by_index(1)?));
        }
        Ok(complete)
    }

    /// Returns the path of the changes since the last look at the contacts.
    pub fn sync_path(&self) -> String {
        format!("/contacts?updated_since={}", self.sync_cursor)
    }

    /// Returns the path of the events after those seen.
    pub fn events_path(&self) -> String {
        match self.events.last() {
            Some((last, _)) => format!("/events?after={last}"),
            None => "/events".to_owned(),
        }
    }

    /// Returns whether the log has shown an event of the contact with this path.
    pub fn has_event_of(&self, path: &str) -> bool {
        self.events.iter().any(|(_, id)| format!("/contacts/{id}") == path)
    }

    /// Brings both copies up to date.
    pub async fn go_on(&mut self, world: &World, listen: &str) -> Result<(), Error> {
        let mut reply = Reply::default();
        if !self.sync_cursor.is_empty() {
            reply = Reply::read(world, listen, &self.sync_path()).await?;
        }
        if reply.status != 200 {
            self.contacts.clear();
            reply = Reply::read(world, listen, "/contacts").await?;
        }
        reply.header(SYNC_CURSOR).clone_into(&mut self.sync_cursor);
        let contacts = reply.records().await?.into_iter();
        self.contacts.extend(contacts.map(|Contact { id, contact_lname }| (id, contact_lname)));

        let mut reply = Reply::read(world, listen, &self.events_path()).await?;
        if reply.status != 200 {
            self.events.clear();
            reply = Reply::read(world, listen, "/events").await?;
        }
        let events = reply.records().await?.into_iter();
        self.events.extend(events.map(|Event { id, data }| (id, data.id)));
        Ok(())
    }
}
