//! Requests to the API, at full speed or at a steady rate. Most of them create contacts.

use std::collections::VecDeque;
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use chrono_tz::Tz;
use shared::values::clock::Clock;
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::Error;
use crate::http::{Connection, Message};
use crate::process::{Account, Api};
use crate::receiver::record_id;

/// A contact as a person would type it in. It has no related records, so that a create is one row and its event.
const CONTACT: &str = r#"{"contact_status":"donor","contact_fname":"Ada","contact_mname":"King","contact_lname":"Lovelace","contact_title":"Countess","contact_salutation":"Dear Ada","contact_birthday":"1815-12-10","contact_employer":"Analytical Engines Ltd","contact_job_title":"Programmer","contact_source":"Summer fair","contact_newsletter":"email","contact_language":"en-GB","contact_notes":"Met at the summer fair; asked about the school project, and prefers a call in the evening, after six.","contact_custom":{"shirt":"M"}}"#;

/// A client of the api with one account's key; clones share their connections.
#[derive(Clone)]
pub(crate) struct Client(Arc<Shared>);

struct Shared {
    address: SocketAddr,
    api_key: String,
    create: Vec<u8>,
    /// Taken in turn, so that none is unused for so long that the api closes it.
    idle: Mutex<VecDeque<Connection>>,
}

/// A contact that was created.
#[derive(Clone, Copy)]
pub(crate) struct Created {
    pub(crate) contact_id: u64,
    /// When the client began to send the request.
    pub(crate) sent: Instant,
    /// When the client had the whole answer. The api sends it as soon as it has committed.
    pub(crate) answered: Instant,
}

impl Client {
    pub(crate) fn new(api: &Api, account: &Account) -> Self {
        let (address, api_key) = (api.address(), account.api_key.clone());
        let create = request(address, &api_key, "POST /contacts", &[], CONTACT);
        Self(Arc::new(Shared { address, api_key, create, idle: Mutex::default() }))
    }

    /// Registers a webhook for all events, and returns its id.
    pub(crate) async fn register(&self, url: &str) -> Result<u64, Error> {
        let body = format!(r#"{{"webhook_url":"{url}"}}"#);
        record_id(&self.send(&self.request("POST /webhooks", &[], &body)).await?)
    }

    /// Disables a webhook.
    pub(crate) async fn disable(&self, webhook_id: u64) -> Result<(), Error> {
        let target = format!("PUT /webhooks/{webhook_id}");
        self.send(&self.request(&target, &[], r#"{"webhook_status":"disabled"}"#)).await?;
        Ok(())
    }

    /// Creates a contact.
    pub(crate) async fn create(&self) -> Result<Created, Error> {
        let sent = Instant::now();
        let body = self.send(&self.0.create).await?;
        let answered = Instant::now();
        Ok(Created { contact_id: record_id(&body)?, sent, answered })
    }

    /// Creates a gift of today.
    pub(crate) async fn create_gift(&self) -> Result<(), Error> {
        let today = Clock::default().today(Tz::UTC);
        let body = format!(r#"{{"gift_amount":50,"gift_date":"{today}"}}"#);
        self.send(&self.request("POST /gifts", &[], &body)).await?;
        Ok(())
    }

    /// Creates contacts at full speed: each connection sends its next request as soon as it has the answer to the last
    /// one.
    pub(crate) async fn create_at_full_speed(
        &self,
        contacts: u32,
        connections: u32,
    ) -> Result<Vec<Created>, Error> {
        self.at_full_speed(contacts, connections, |client, _| async move { client.create().await }).await
    }

    /// Calls `act` this many times, each connection as soon as its last call has ended. `act` gets the number of calls
    /// that began before it.
    pub(crate) async fn at_full_speed<T, F>(
        &self,
        times: u32,
        connections: u32,
        act: impl Fn(Self, u32) -> F + Clone + Send + 'static,
    ) -> Result<Vec<T>, Error>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send,
    {
        let next = Arc::new(AtomicU32::new(0));
        let mut workers = JoinSet::new();
        for _ in 0..connections {
            let (client, next, act) = (self.clone(), next.clone(), act.clone());
            workers.spawn(async move {
                let mut done = Vec::new();
                loop {
                    let begun = next.fetch_add(1, Ordering::Relaxed);
                    if begun >= times {
                        return Ok(done);
                    }
                    done.push(act(client.clone(), begun).await?);
                }
            });
        }
        let done: Result<Vec<_>, Error> = workers.join_all().await.into_iter().collect();
        Ok(done?.into_iter().flatten().collect())
    }

    /// Creates contacts at a steady rate. A create does not wait for the answers to earlier ones.
    pub(crate) async fn create_at_rate(&self, per_second: u32, seconds: u32) -> Result<Vec<Created>, Error> {
        let mut clock = tokio::time::interval(Duration::from_secs(1) / per_second);
        let mut requests = JoinSet::new();
        for _ in 0..per_second * seconds {
            clock.tick().await;
            let client = self.clone();
            requests.spawn(async move { client.create().await });
        }
        requests.join_all().await.into_iter().collect()
    }

    /// Sends a GET with these additional headers. Returns the answer if it has this status.
    pub(crate) async fn get(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        status: &str,
    ) -> Result<Message, Error> {
        let answer = self.exchange(&self.request(&format!("GET {path}"), headers, "")).await?;
        if answer.status() == status { Ok(answer) } else { Err(unexpected(&answer)) }
    }

    /// Reads or changes something, and returns the answer, whatever its status. `target` is a method and a path.
    pub(crate) async fn ask(&self, target: &str, body: &str) -> Result<Message, Error> {
        self.exchange(&self.request(target, &[], body)).await
    }

    /// Sends a request. Returns the body of the answer if its status is 2xx.
    async fn send(&self, request: &[u8]) -> Result<Bytes, Error> {
        let answer = self.exchange(request).await?;
        if answer.status().starts_with('2') { Ok(answer.body) } else { Err(unexpected(&answer)) }
    }

    async fn exchange(&self, request: &[u8]) -> Result<Message, Error> {
        let idle = self.0.idle.lock().await.pop_front();
        let mut connection = match idle {
            Some(connection) => connection,
            None => Connection::new(TcpStream::connect(self.0.address).await?)?,
        };
        connection.send(request).await?;
        let answer = connection.receive().await?.ok_or("the api has closed a connection")?;
        self.0.idle.lock().await.push_back(connection);
        Ok(answer)
    }

    fn request(&self, target: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
        request(self.0.address, &self.0.api_key, target, headers, body)
    }
}

fn unexpected(answer: &Message) -> Error {
    format!("the api answers {}: {}", answer.first_line(), String::from_utf8_lossy(&answer.body)).into()
}

/// Returns the bytes of a request. `target` is the method and the path of an operation.
fn request(
    address: SocketAddr,
    api_key: &str,
    target: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Vec<u8> {
    let target = target.replacen(' ', " /api/v1", 1);
    let mut request = format!("{target} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {api_key}\r\n");
    // Writing to a String cannot fail.
    for (name, value) in headers {
        let _ = write!(request, "{name}: {value}\r\n");
    }
    if !body.is_empty() {
        let _ = write!(request, "Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    let _ = write!(request, "\r\n{body}");
    request.into_bytes()
}
