//! A deployment: database, programs, accounts with a webhook each, and its receiver. Checks whether everything has arrived.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, RequestBuilder, StatusCode};
use sea_orm::{ConnectionTrait, QueryResult};
use serde_json::{Value, json};
use shared::Store;
use shared::database::POSTGRES_CONNECTIONS;
use shared::database::statement::sql;
use shared::values::clock::{Clock, rfc3339};
use shared::values::ids::event_id_text;

use super::account::{self, Account};
use super::{Directory, Disk, Program, Receiver, copy_folder, free_port, lock, until};
use crate::Error;

const SECRETS_KEY: &str = "YWxtb25lciB0ZXN0cyB1c2UgdGhpcyBzZWNyZXQga2U=";

/// A deployment on a database of its own, with one account at first.
#[derive(Debug)]
pub struct World {
    /// The environment variables of every program.
    pub variables: Vec<(&'static str, String)>,
    /// The address on which the api listens.
    pub listen: String,
    /// The receiver of all webhooks.
    pub receiver: Receiver,
    /// The directory for logs and other files of the test.
    pub directory: Directory,
    client: reqwest::Client,
    accounts: Vec<Account>,
    /// The command through which programs are started, if there is one.
    through: Vec<String>,
    store: Mutex<Store>,
}

/// The answer to a request to create a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 201, with the contact's id.
    Created(i64),
    /// Another status.
    Refused(u16),
    /// No answer: the contact may have been created or not.
    None,
}

impl Answer {
    async fn to(request: RequestBuilder) -> Result<Self, Error> {
        Ok(match answer_to(request).await {
            Some((201, created)) => Self::Created(id_of(&created)?),
            Some((status, _)) => Self::Refused(status),
            None => Self::None,
        })
    }
}

impl World {
    /// Creates the account on a migrated database. `variables` are added to the usual environment variables.
    pub async fn new(database_url: &str, variables: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut all = vec![
            ("DATABASE_URL", database_url.to_owned()),
            ("ALMONER_SECRETS_KEY", SECRETS_KEY.to_owned()),
            ("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8".to_owned()),
        ];
        all.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let directory = Directory::new()?;
        let store = async |_: &Directory| Ok(Store::connect(database_url).await?);
        Self::with(directory, all, Vec::new(), store).await
    }

    /// Creates the account on a new embedded database, whose data directory is a disk. Call
    /// [`look_at_files`](Self::look_at_files) before [`rows`](Self::rows).
    pub async fn embedded(disk: &Disk, variables: &[(&'static str, &str)]) -> Result<Self, Error> {
        let mut all = vec![("ALMONER_DATA_DIR", disk.directory.display().to_string())];
        all.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let store = async |directory: &Directory| open_copy(&disk.outside(), directory).await;
        Self::with(Directory::new()?, all, disk.entering(), store).await
    }

    async fn with(
        directory: Directory,
        mut variables: Vec<(&'static str, String)>,
        through: Vec<String>,
        store: impl AsyncFnOnce(&Directory) -> Result<Store, Error>,
    ) -> Result<Self, Error> {
        shared::crypto::tls::install_crypto_provider();
        let listen = format!("127.0.0.1:{}", free_port()?);
        let usual = [
            ("ALMONER_LISTEN", listen.clone()),
            ("ALMONER_WEBHOOK_RETRY_SCHEDULE", "200ms,200ms,500ms,1s,2s,5s,10s".to_owned()),
        ];
        variables.splice(0..0, usual);
        let account = account::create(&through, &variables, 1).await?;
        let receiver = Receiver::start().await?;
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
        let store = Mutex::new(store(&directory).await?);
        Ok(Self { variables, listen, receiver, directory, client, accounts: vec![account], through, store })
    }

    /// Makes [`rows`](Self::rows) read the files of an embedded database as they are now. They are copied, so that this
    /// process does not touch the files themselves. Until this returns, no program may write to them.
    pub async fn look_at_files(&self, disk: &Disk) -> Result<(), Error> {
        let store = lock(&self.store).clone();
        store.close().await;
        let store = open_copy(&disk.outside(), &self.directory).await?;
        *lock(&self.store) = store;
        Ok(())
    }

    /// Closes the database, so that a program can have it for itself. Call [`move_to`](Self::move_to) before
    /// [`rows`](Self::rows).
    pub async fn close(&self) {
        let store = lock(&self.store).clone();
        store.close().await;
    }

    /// Goes on with another database, such as one that was restored: programs that are started from now on use it.
    pub async fn move_to(&mut self, database_url: &str) -> Result<(), Error> {
        self.variables.push(("DATABASE_URL", database_url.to_owned()));
        *lock(&self.store) = Store::connect(database_url).await?;
        Ok(())
    }

    /// Starts an api and waits until it is ready. It uses the broker at `amqp_url`; without one, the dispatcher runs in
    /// the api.
    pub async fn start_api(&self, amqp_url: Option<&str>) -> Result<Program, Error> {
        let broker = amqp_url.map(|url| ("AMQP_URL", url.to_owned()));
        let program = self.spawn("almoner", broker.as_slice())?;
        program.ready().await?;
        Ok(program)
    }

    /// Starts a dispatcher, and waits until it is ready.
    pub async fn start_dispatcher(&self, amqp_url: &str) -> Result<Program, Error> {
        let program = self.spawn("almoner-dispatcher", &[("AMQP_URL", amqp_url.to_owned())])?;
        program.ready().await?;
        Ok(program)
    }

    /// Starts a program with variables that add to the usual ones or replace them. Does not wait until it is ready.
    pub fn spawn(&self, program: &str, variables: &[(&'static str, String)]) -> Result<Program, Error> {
        self.spawn_through(&[], program, variables)
    }

    /// Starts a program like [`spawn`](Self::spawn), through a command that replaces itself with the program.
    pub fn spawn_through(
        &self,
        through: &[&str],
        program: &str,
        variables: &[(&'static str, String)],
    ) -> Result<Program, Error> {
        let variables = [&self.variables, variables].concat();
        let through: Vec<_> =
            self.through.iter().map(String::as_str).chain(through.iter().copied()).collect();
        let log = self.directory.path().join(format!("{program}.log"));
        Program::spawn_through(&through, program, &variables, log)
    }

    /// Returns the value of one of the usual environment variables.
    pub fn variable(&self, name: &str) -> String {
        let value = self.variables.iter().rev().find(|(known, _)| *known == name);
        value.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// Creates one more account. Call this before [`register_webhook`](Self::register_webhook).
    pub async fn add_account(&mut self) -> Result<(), Error> {
        let account = account::create(&self.through, &self.variables, self.accounts.len() + 1).await?;
        self.accounts.push(account);
        Ok(())
    }

    /// Returns how many accounts there are.
    pub fn accounts(&self) -> usize {
        self.accounts.len()
    }

    /// Returns the id of the account whose contacts and events are read.
    pub fn account_id(&self) -> i64 {
        self.accounts[0].id
    }

    /// Registers a webhook of each account for the receiver.
    pub async fn register_webhook(&mut self) -> Result<(), Error> {
        let webhook = json!({"webhook_url": self.receiver.url});
        for account in 0..self.accounts.len() {
            let request = self.request(account, &self.listen, "/webhooks", &webhook);
            let (_, created) = answer_to(request).await.ok_or(NO_ANSWER)?;
            let secret = created["data"]["webhook_secret"].as_str().ok_or("no secret was shown")?;
            secret.clone_into(&mut self.accounts[account].webhook_secret);
            self.accounts[account].webhook_id = id_of(&created)?;
        }
        Ok(())
    }

    /// Asks the api at `listen` to recover the events that the webhook has missed in the last minute. A recovery that
    /// is already running is not an error.
    pub async fn recover(&self, listen: &str) -> Result<(), Error> {
        let since_ms = Clock::default().now_ms() - 60_000;
        let path = format!("/webhooks/{}/recover", self.accounts[0].webhook_id);
        let request = self.request(0, listen, &path, &json!({"since": rfc3339(since_ms)}));
        let (status, body) = answer_to(request).await.ok_or(NO_ANSWER)?;
        if matches!(status, 201 | 409) { Ok(()) } else { Err(body.to_string().into()) }
    }

    /// Returns the key of the first account.
    pub fn api_key(&self) -> &str {
        &self.accounts[0].api_key
    }

    /// Returns the secret that the requests of the first account's webhook are signed with.
    pub fn webhook_secret(&self) -> &str {
        &self.accounts[0].webhook_secret
    }

    /// Creates a contact. Returns whether the api answered 201.
    pub async fn create_contact(&self, n: usize) -> bool {
        matches!(self.create_contact_at(&self.listen, 0, n).await, Ok(Answer::Created(_)))
    }

    /// Creates a contact with a `traceparent` header. Returns whether the api answered 201.
    pub async fn create_contact_in(&self, traceparent: &str) -> bool {
        let contact = json!({"contact_status": "donor", "contact_lname": "Traced"});
        let request = self.request(0, &self.listen, "/contacts", &contact).header("traceparent", traceparent);
        request.send().await.is_ok_and(|response| response.status() == StatusCode::CREATED)
    }

    /// Creates a contact of one of the accounts through the api at `listen`.
    pub async fn create_contact_at(&self, listen: &str, account: usize, n: usize) -> Result<Answer, Error> {
        Answer::to(self.request(account, listen, "/contacts", &contact(n))).await
    }

    /// Creates a contact whose notes have this length.
    pub async fn create_large_contact(&self, notes_length: usize) -> Result<Answer, Error> {
        let mut contact = contact(0);
        contact["contact_notes"] = "n".repeat(notes_length).into();
        Answer::to(self.request(0, &self.listen, "/contacts", &contact)).await
    }

    /// Returns a request of the first account, for the path of an operation.
    pub fn asking(&self, method: Method, listen: &str, path: &str) -> RequestBuilder {
        self.asking_as(0, method, listen, path)
    }

    fn asking_as(&self, account: usize, method: Method, listen: &str, path: &str) -> RequestBuilder {
        let url = format!("http://{listen}/api/v1{path}");
        self.client.request(method, url).bearer_auth(&self.accounts[account].api_key)
    }

    /// Reads a contact, and returns the status of the answer.
    pub async fn read_contact(&self, id: i64) -> Result<u16, Error> {
        self.read(&format!("/contacts/{id}")).await
    }

    /// Reads a path, and returns a header of the answer.
    pub async fn header(&self, path: &str, name: &str) -> Result<String, Error> {
        let response = self.asking(Method::GET, &self.listen, path).send().await?.error_for_status()?;
        let value = response.headers().get(name).ok_or_else(|| format!("{path} has no header {name}"))?;
        Ok(value.to_str()?.to_owned())
    }

    /// Reads a path completely, and returns the status of the answer.
    pub async fn read(&self, path: &str) -> Result<u16, Error> {
        let response = self.asking(Method::GET, &self.listen, path).send().await?;
        let status = response.status().as_u16();
        response.bytes().await?;
        Ok(status)
    }

    /// Creates a contact with an `Idempotency-Key`, so at most one for each key.
    pub async fn create_contact_once(&self, key: &str) -> Result<Answer, Error> {
        self.create_contact_once_at(&self.listen, key).await
    }

    /// Creates a contact with an `Idempotency-Key` through the api at `listen`.
    pub async fn create_contact_once_at(&self, listen: &str, key: &str) -> Result<Answer, Error> {
        let request = self.request(0, listen, "/contacts", &contact(0));
        Answer::to(request.header("Idempotency-Key", key)).await
    }

    /// Sends a CSV file of contacts. Returns the id of the import, or `None` if the api gave no answer.
    pub async fn import_contacts(&self, file: &str) -> Result<Option<i64>, Error> {
        let request = self.asking(Method::POST, &self.listen, "/imports/contacts");
        let request = request.header(CONTENT_TYPE, "text/csv").body(file.to_owned());
        let answer = answer_to(request).await;
        answer.map(|(_, created)| id_of(&created)).transpose()
    }

    fn request(&self, account: usize, listen: &str, path: &str, body: &Value) -> RequestBuilder {
        let request = self.asking_as(account, Method::POST, listen, path);
        request.header(CONTENT_TYPE, "application/json").body(body.to_string())
    }

    /// Returns whether every committed event is recorded as delivered.
    pub async fn is_settled(&self) -> Result<bool, Error> {
        let unfinished = "SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox)
            OR EXISTS (SELECT 1 FROM deliveries WHERE delivery_status <> 'succeeded')
            OR EXISTS (SELECT 1 FROM events e WHERE NOT EXISTS
                (SELECT 1 FROM deliveries d WHERE d.event_id = e.id))";
        Ok(self.rows(unfinished).await?.is_empty())
    }

    /// Waits until every committed event has arrived and is recorded as delivered. Returns the number of duplicate
    /// arrivals.
    ///
    /// # Panics
    /// If anything else has arrived.
    pub async fn check_delivered(&self, within: Duration) -> Result<usize, Error> {
        let is_settled = async || self.is_settled().await.unwrap_or(false);
        until("all events are delivered", within, is_settled).await?;
        let committed = self.committed().await?;
        let arrived = self.receiver.received();
        let distinct: BTreeSet<_> = arrived.iter().map(|received| received.id().to_owned()).collect();
        assert_eq!(distinct, committed, "what arrived is what was committed");
        Ok(arrived.len() - distinct.len())
    }

    /// Returns whether every committed event has arrived, recorded or not.
    pub async fn has_arrived(&self) -> Result<bool, Error> {
        let arrived: BTreeSet<_> =
            self.receiver.received().iter().map(|received| received.id().to_owned()).collect();
        Ok(self.committed().await?.is_subset(&arrived))
    }

    /// Returns the longest time from an event to its first arrival. Of older events, only the time since `since_ms`
    /// counts, in milliseconds since the Unix epoch.
    pub async fn longest_delay(&self, since_ms: i64) -> Result<Duration, Error> {
        let mut arrived_ms = BTreeMap::new();
        for received in self.receiver.received() {
            arrived_ms.entry(received.id().to_owned()).or_insert(received.at_ms);
        }
        let mut longest_ms = 0;
        for row in self.rows("SELECT id, occurred_at_ms FROM events").await? {
            let (id, occurred_at_ms): (_, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            if let Some(arrived_ms) = arrived_ms.get(&event_id_text(id)) {
                longest_ms = longest_ms.max(arrived_ms - since_ms.max(occurred_at_ms));
            }
        }
        Ok(Duration::from_millis(longest_ms.unsigned_abs()))
    }

    /// Returns the ids of all events.
    pub async fn committed(&self) -> Result<BTreeSet<String>, Error> {
        let id = |row: &QueryResult| Ok(event_id_text(row.try_get_by_index(0)?));
        self.rows("SELECT id FROM events").await?.iter().map(id).collect()
    }

    /// Returns the rows that a query finds.
    pub async fn rows(&self, text: &str) -> Result<Vec<QueryResult>, Error> {
        self.rows_with(text, &[]).await
    }

    /// Returns the rows that a query with these parameters finds.
    pub async fn rows_with(&self, text: &str, values: &[sea_orm::Value]) -> Result<Vec<QueryResult>, Error> {
        let store = lock(&self.store).clone();
        // Try once for each connection of the pool, because the database may have closed all of them.
        for _ in 0..POSTGRES_CONNECTIONS {
            if let Ok(rows) = store.read().query_all_raw(sql(store.read(), text, values.to_vec())).await {
                return Ok(rows);
            }
        }
        Err(format!("the database does not answer: {text}").into())
    }

    /// Checks that no log contains an API key or a webhook's secret (I8).
    ///
    /// # Panics
    /// If a log contains one of them, or is empty.
    pub fn check_logs(&self, programs: &[&Program]) -> Result<(), Error> {
        for program in programs {
            let log = program.log()?;
            assert!(!log.is_empty());
            for secret in self.accounts.iter().flat_map(|account| [&account.api_key, &account.webhook_secret])
            {
                assert!(
                    secret.is_empty() || !log.contains(secret.as_str()),
                    "a secret is in the log:\n{log}"
                );
            }
        }
        Ok(())
    }
}

const NO_ANSWER: &str = "the api gave no answer";

fn contact(n: usize) -> Value {
    json!({"contact_status": "donor", "contact_lname": format!("Contact {n}")})
}

/// Returns the status and the body of a response, if it came completely.
async fn answer_to(request: RequestBuilder) -> Option<(u16, Value)> {
    let response = request.send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, serde_json::from_str(&response.text().await.ok()?).ok()?))
}

/// Returns the id of the record in a response.
fn id_of(response: &Value) -> Result<i64, Error> {
    response["data"]["id"].as_i64().ok_or_else(|| format!("no record: {response}").into())
}

/// Copies the files of an embedded database, and opens the copy.
async fn open_copy(files: &Path, directory: &Directory) -> Result<Store, Error> {
    let copy = directory.path().join("copy");
    copy_folder(files, &copy)?;
    Ok(Store::connect(&format!("sqlite://{}", copy.join("almoner.sqlite").display())).await?)
}
