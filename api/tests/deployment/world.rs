//! A deployment: database, broker, programs, one account with one webhook; and the checker of what arrived.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use shared::Store;
use shared::store::sql;
use shared::testing::TestDb;
use tempfile::TempDir;
use tokio::process::Command;

use crate::programs::{Program, free_port, path_of};
use crate::receiver::Receiver;

const SECRETS_KEY: &str = "YWxtb25lciB0ZXN0cyB1c2UgdGhpcyBzZWNyZXQga2U=";

/// Waits for a condition.
pub(crate) async fn until(what: &str, within: Duration, condition: impl AsyncFn() -> bool) {
    let started = Instant::now();
    while !condition().await {
        assert!(started.elapsed() < within, "not within {within:?}: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub(crate) struct World {
    /// The variables of every program.
    pub(crate) variables: Vec<(&'static str, String)>,
    /// Where the API will listen.
    pub(crate) listen: String,
    pub(crate) receiver: Receiver,
    pub(crate) directory: TempDir,
    api_key: String,
    webhook_secret: String,
    store: Store,
}

impl World {
    /// On a database of a test's own; `variables` add to the usual ones.
    pub(crate) async fn new(db: &TestDb, variables: &[(&'static str, &str)]) -> Self {
        shared::tls::install_crypto_provider();
        let directory = tempfile::tempdir().unwrap();
        let listen = format!("127.0.0.1:{}", free_port());
        let mut all = vec![
            ("DATABASE_URL", db.url.clone()),
            ("ALMONER_LISTEN", listen.clone()),
            ("ALMONER_SECRETS_KEY", SECRETS_KEY.to_owned()),
            ("ALMONER_WEBHOOK_ALLOW_CIDRS", "127.0.0.0/8".to_owned()),
            ("ALMONER_WEBHOOK_RETRY_SCHEDULE", "200ms,200ms,500ms,1s,2s,5s,10s".to_owned()),
        ];
        all.extend(variables.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let api_key = create_account(&all).await;
        let receiver = Receiver::start().await;
        Self {
            variables: all,
            listen,
            receiver,
            directory,
            api_key,
            webhook_secret: String::new(),
            store: db.store.clone(),
        }
    }

    /// Starts the api; with a broker at `amqp_url`, or with the dispatcher within.
    pub(crate) async fn start_api(&self, amqp_url: Option<&str>) -> Program {
        Program::start("api", &self.with_broker(amqp_url), self.directory.path().join("api.log")).await
    }

    pub(crate) async fn start_dispatcher(&self, amqp_url: &str) -> Program {
        let log = self.directory.path().join("dispatcher.log");
        Program::start("dispatcher", &self.with_broker(Some(amqp_url)), log).await
    }

    fn with_broker(&self, amqp_url: Option<&str>) -> Vec<(&'static str, String)> {
        let mut variables = self.variables.clone();
        variables.extend(amqp_url.map(|url| ("AMQP_URL", url.to_owned())));
        variables
    }

    /// Registers the receiver.
    pub(crate) async fn register_webhook(&mut self) {
        let created =
            self.post("/webhooks", &json!({"webhook_url": self.receiver.url})).await.expect("an answer");
        let secret = created["data"]["webhook_secret"].as_str().expect("a secret");
        secret.clone_into(&mut self.webhook_secret);
    }

    pub(crate) fn webhook_secret(&self) -> &str {
        &self.webhook_secret
    }

    /// Creates a contact; whether the api answered 201. Without an answer, it may have been created or not.
    pub(crate) async fn create_contact(&self, n: usize) -> bool {
        let contact = json!({"contact_status": "donor", "contact_lname": format!("Contact {n}")});
        self.post("/contacts", &contact).await.is_some_and(|answer| answer["success"] == true)
    }

    async fn post(&self, path: &str, body: &Value) -> Option<Value> {
        let url = format!("http://{}/api/v1{path}?api_key={}", self.listen, self.api_key);
        let request = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().unwrap().post(url);
        let response =
            request.header("content-type", "application/json").body(body.to_string()).send().await.ok()?;
        serde_json::from_str(&response.text().await.ok()?).ok()
    }

    /// Waits until every committed event has arrived and is recorded as delivered, and returns how often
    /// an event arrived again. Nothing else may arrive.
    pub(crate) async fn check_delivered(&self, within: Duration) -> usize {
        until("all events are delivered", within, async || {
            let unfinished = "SELECT (SELECT COUNT(*) FROM outbox)
                + (SELECT COUNT(*) FROM deliveries WHERE delivery_status <> 'succeeded')
                + (SELECT COUNT(*) FROM events e WHERE NOT EXISTS
                    (SELECT 1 FROM deliveries d WHERE d.event_id = e.id))";
            let row = self.store.read().query_one_raw(sql(self.store.read(), unfinished, vec![])).await;
            row.unwrap().unwrap().try_get_by_index::<i64>(0).unwrap() == 0
        })
        .await;
        let committed = self.committed().await;
        let arrived: Vec<_> =
            self.receiver.received().iter().map(|received| received.id().to_owned()).collect();
        let distinct: BTreeSet<_> = arrived.iter().cloned().collect();
        assert_eq!(distinct, committed, "what arrived is what was committed");
        arrived.len() - distinct.len()
    }

    /// The ids of all events.
    pub(crate) async fn committed(&self) -> BTreeSet<String> {
        let rows =
            self.store.read().query_all_raw(sql(self.store.read(), "SELECT id FROM events", vec![])).await;
        let id = |row: &sea_orm::QueryResult| shared::ids::event_id_text(row.try_get_by_index(0).unwrap());
        rows.unwrap().iter().map(id).collect()
    }

    /// No log has the key or the webhook's secret in it (I8).
    pub(crate) fn check_logs(&self, programs: &[&Program]) {
        for log in programs.iter().map(|program| program.log()) {
            assert!(!log.is_empty());
            for secret in [&self.api_key, &self.webhook_secret] {
                assert!(
                    secret.is_empty() || !log.contains(secret.as_str()),
                    "a secret is in the log:\n{log}"
                );
            }
        }
    }
}

async fn create_account(variables: &[(&'static str, String)]) -> String {
    use tokio::io::AsyncWriteExt;
    let mut command = Command::new(path_of("api"));
    command.env_clear().envs(variables.iter().map(|(name, value)| (*name, value)));
    command.args([
        "accounts",
        "create",
        "--name",
        "Test",
        "--email",
        "owner@example.org",
        "--password-stdin",
    ]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"correct horse battery").await.unwrap();
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success());
    let created: Value = serde_json::from_slice(&output.stdout).unwrap();
    created["api_key"].as_str().unwrap().to_owned()
}
