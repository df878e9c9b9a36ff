//! The world of a test around a dispatcher: an account, webhooks, events, and access to the rows.

use std::time::{Duration, Instant};

use dispatcher::Options;
use dispatcher::metrics::DeliveryMetrics;
use sea_orm::{
    ActiveModelTrait, ActiveValue, ConnectionTrait, DbBackend, FromQueryResult, IntoActiveModel, Value,
};
use shared::crypto::secrets::SecretsKey;
use shared::crypto::webhook_cipher::{Part, WebhookCipher};
use shared::database::clock::database_now_ms;
use shared::database::statement::sql;
use shared::database::testing::TestDb;
use shared::entities::{AccountScope, accounts, attempts, deliveries, webhooks};
use shared::events::outbox::{self, NewEvent};
use shared::process::spans::Spans;
use shared::queue::{Consumer, Message, Publisher, in_process};
use shared::values::choices::{Choice, DeliveryStatus, EventType, WebhookStatus};
use shared::values::clock::Clock;
use shared::values::ids::new_event_id;
use shared::webhooks::guard::Guard;
use shared::webhooks::signature::WebhookSecret;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// The time that a test waits for something before it fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// Repeats `ask` until it returns a value; fails the test after [`PATIENCE`].
pub(crate) async fn until<T>(what: &str, ask: impl AsyncFn() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(Instant::now() < deadline, "gave up waiting for {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A webhook to register. The defaults are those of the API.
pub(crate) struct NewWebhook<'a> {
    pub(crate) url: String,
    pub(crate) events: &'a str,
    pub(crate) status: WebhookStatus,
    pub(crate) rate_limit: Option<i32>,
    pub(crate) concurrency: Option<i32>,
    pub(crate) headers: Option<&'a str>,
}

impl Default for NewWebhook<'_> {
    fn default() -> Self {
        Self {
            url: String::new(),
            events: "[]",
            status: WebhookStatus::Active,
            rate_limit: None,
            concurrency: None,
            headers: None,
        }
    }
}

/// One account in a database of its own.
pub(crate) struct World {
    pub(crate) db: TestDb,
    pub(crate) secret: WebhookSecret,
    pub(crate) options: Options,
    account: AccountScope,
}

/// A running dispatcher, and the publisher of its queue.
pub(crate) struct Running {
    publisher: Publisher,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Publishes a message, which may have been published before.
    pub(crate) async fn publish(&mut self, message: &Message) {
        let published = self.publisher.publish(std::slice::from_ref(message)).await;
        self.publisher.release_confirmed().await;
        assert_eq!(published.confirmed, [message.event_id]);
    }

    /// Waits until the dispatcher has taken every message from the queue.
    pub(crate) async fn wait_until_taken(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        while self.publisher.depth().await.unwrap().waiting > 0 {
            assert!(Instant::now() < deadline, "the queue is not being emptied");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stops the dispatcher as SIGTERM does, and waits for its end.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }

    /// Stops the dispatcher at once, as SIGKILL does.
    pub(crate) async fn kill(self) {
        self.task.abort();
        assert!(self.task.await.unwrap_err().is_cancelled());
    }
}

impl World {
    /// Creates an account. Its webhooks may reach the loopback interface. Each of the first three retries waits 100 ms,
    /// and an attempt may take a minute, because the machine may be slow.
    pub(crate) async fn new(db: TestDb) -> Self {
        let account = accounts::ActiveModel {
            name: ActiveValue::Set("Test".to_owned()),
            currency: ActiveValue::Set("USD".to_owned()),
            timezone: ActiveValue::Set("UTC".to_owned()),
            created_at_ms: ActiveValue::Set(0),
            ..Default::default()
        };
        let account = account.insert(db.store.write()).await.unwrap();
        let options = Options {
            secrets_key: SecretsKey::generate().unwrap(),
            guard: Guard::new(vec!["127.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()]),
            retry_schedule: "100ms,100ms,100ms,1h".parse().unwrap(),
            timeout: Duration::from_mins(1),
            attempts_max: 256,
            attempts_per_webhook_max: 8,
            metrics: DeliveryMetrics::default(),
            spans: Spans::default(),
        };
        let secret = WebhookSecret::generate().unwrap();
        Self { db, secret, options, account: AccountScope::new(account.id) }
    }

    /// Registers a webhook.
    pub(crate) async fn webhook(&self, new: NewWebhook<'_>) -> i64 {
        let account_id = self.account.account_id();
        let mut webhook = webhooks::Model {
            id: 0,
            account_id,
            webhook_url: new.url,
            webhook_events: new.events.to_owned(),
            webhook_status: new.status,
            webhook_description: None,
            webhook_headers_sealed: None,
            webhook_rate_limit: new.rate_limit,
            webhook_concurrency: new.concurrency,
            webhook_secret_sealed: String::new(),
            webhook_previous_secret_sealed: None,
            webhook_previous_secret_until_ms: None,
            webhook_disabled_reason: None,
            webhook_last_success_at_ms: None,
            webhook_last_failure_at_ms: None,
            webhook_failing_since_ms: None,
            webhook_rate_next_us: 0,
            created_at_ms: 0,
            updated_at_ms: 0,
            webhook_skip_unchanged: false,
            webhook_include: None,
            webhook_given_up_at_ms: None,
            told_failing_since_ms: None,
            told_given_up_at_ms: None,
            told_disabled: false,
            dismissed_at_ms: None,
        }
        .into_active_model();
        webhook.id = ActiveValue::NotSet;
        let mut webhook = webhook.insert(self.db.store.write()).await.unwrap().into_active_model();
        let id = *webhook.id.as_ref();
        let seal = |headers: &str| self.cipher(id).encrypt(Part::Headers, headers.as_bytes()).unwrap();
        webhook.webhook_headers_sealed = ActiveValue::Set(new.headers.map(seal));
        webhook.webhook_secret_sealed = ActiveValue::Set(self.sealed(id, &self.secret));
        webhook.update(self.db.store.write()).await.unwrap().id
    }

    fn cipher(&self, webhook_id: i64) -> WebhookCipher<'_> {
        WebhookCipher::new(&self.options.secrets_key, self.account.account_id(), webhook_id)
    }

    /// Registers a webhook with the usual settings.
    pub(crate) async fn webhook_to(&self, url: &str) -> i64 {
        self.webhook(NewWebhook { url: url.to_owned(), ..NewWebhook::default() }).await
    }

    fn sealed(&self, webhook_id: i64, secret: &WebhookSecret) -> String {
        self.cipher(webhook_id).encrypt(Part::Secret, secret.as_bytes()).unwrap()
    }

    /// Gives a webhook a previous secret, which also signs until the given time.
    pub(crate) async fn set_previous_secret(&self, webhook_id: i64, previous: &WebhookSecret, until_ms: i64) {
        let text =
            "UPDATE webhooks SET webhook_previous_secret_sealed = $2, webhook_previous_secret_until_ms = $3
                    WHERE id = $1";
        let sealed = self.sealed(webhook_id, previous);
        self.execute(text, vec![webhook_id.into(), sealed.into(), until_ms.into()]).await;
    }

    /// Starts a dispatcher.
    pub(crate) fn start(&self) -> Running {
        let (publisher, consumer) = in_process::queue();
        let (stop, stopped) = oneshot::channel();
        let (store, options) = (self.db.store.clone(), self.options.clone());
        let consumer = Consumer::InProcess(consumer);
        let task = tokio::spawn(async move {
            // The dispatcher also stops when the sender is dropped.
            let shutdown = async { _ = stopped.await };
            dispatcher::run(store, consumer, options, shutdown).await.unwrap();
        });
        Running { publisher: Publisher::InProcess(publisher), stop, task }
    }

    /// Records an event as a change does, and returns the message that the relay would publish.
    pub(crate) async fn event(&self, event_type: EventType) -> Message {
        let occurred_at_ms = Clock::default().now_ms();
        let id = new_event_id(occurred_at_ms);
        let body = format!(
            "{{\"id\":\"{id}\",\"type\":\"{event_type}\",\"data\":{{\"contact_lname\":\"Sørensen\"}}}}"
        );
        let event = NewEvent {
            id,
            event_type,
            record_id: 1,
            occurred_at_ms,
            body: body.clone(),
            trace: None,
            user_id: None,
        };
        let tx = self.db.store.begin();
        outbox::append(&tx, self.account, vec![event]).await.unwrap();
        tx.commit().await.unwrap();
        let account_id = self.account.account_id();
        Message { event_id: id, account_id, event_type, body: body.into(), trace: None }
    }

    /// Records events in one transaction, and returns their ids.
    pub(crate) async fn events(&self, count: usize) -> Vec<Uuid> {
        let occurred_at_ms = Clock::default().now_ms();
        let tx = self.db.store.begin();
        let event = |_| NewEvent {
            id: new_event_id(occurred_at_ms),
            event_type: EventType::GiftsCreate,
            record_id: 1,
            occurred_at_ms,
            body: "{}".to_owned(),
            trace: None,
            user_id: None,
        };
        let events: Vec<_> = (0..count).map(event).collect();
        let ids = events.iter().map(|event| event.id).collect();
        outbox::append(&tx, self.account, events).await.unwrap();
        tx.commit().await.unwrap();
        ids
    }

    /// Records an event and hands it to the dispatcher.
    pub(crate) async fn publish(&self, running: &mut Running) -> Message {
        let message = self.event(EventType::ContactsCreate).await;
        running.publish(&message).await;
        message
    }

    /// Makes the database refuse to record an event's deliveries.
    pub(crate) async fn poison(&self, event_id: Uuid) {
        let text = match self.db.store.backend() {
            DbBackend::Sqlite => format!(
                "CREATE TRIGGER poison BEFORE INSERT ON deliveries WHEN NEW.event_id = x'{}'
                 BEGIN SELECT RAISE(ABORT, 'poison'); END",
                event_id.simple()
            ),
            _ => format!("ALTER TABLE deliveries ADD CONSTRAINT poison CHECK (event_id <> '{event_id}')"),
        };
        self.db.store.write().execute_unprepared(&text).await.unwrap();
    }

    /// Undoes [`poison`](Self::poison).
    pub(crate) async fn lift_poison(&self) {
        let text = match self.db.store.backend() {
            DbBackend::Sqlite => "DROP TRIGGER poison",
            _ => "ALTER TABLE deliveries DROP CONSTRAINT poison",
        };
        self.execute(text, vec![]).await;
    }

    /// Inserts a delivery that another worker has leased until `lease_ms` from now, and returns its id.
    pub(crate) async fn leased_delivery(&self, webhook_id: i64, lease_ms: i64) -> i64 {
        let message = self.event(EventType::ContactsCreate).await;
        let now_ms = database_now_ms(self.db.store.read()).await.unwrap();
        let delivery = deliveries::ActiveModel {
            id: ActiveValue::NotSet,
            account_id: ActiveValue::Set(message.account_id),
            event_id: ActiveValue::Set(message.event_id),
            webhook_id: ActiveValue::Set(webhook_id),
            delivery_status: ActiveValue::Set(DeliveryStatus::Pending),
            attempt_count: ActiveValue::Set(0),
            next_attempt_at_ms: ActiveValue::Set(Some(now_ms + lease_ms)),
            lease_id: ActiveValue::Set(Some(Uuid::now_v7())),
            created_at_ms: ActiveValue::Set(now_ms),
            finished_at_ms: ActiveValue::Set(None),
            attempts_removed: ActiveValue::Set(false),
        };
        delivery.insert(self.db.store.write()).await.unwrap().id
    }

    /// Returns every delivery of a webhook, oldest first.
    pub(crate) async fn deliveries(&self, webhook_id: i64) -> Vec<deliveries::Model> {
        self.rows("SELECT * FROM deliveries WHERE webhook_id = $1 ORDER BY id", webhook_id).await
    }

    /// Waits until a webhook's only delivery satisfies the condition.
    pub(crate) async fn delivery(
        &self,
        webhook_id: i64,
        what: &str,
        condition: impl Fn(&deliveries::Model) -> bool,
    ) -> deliveries::Model {
        until(what, async || {
            let mut deliveries = self.deliveries(webhook_id).await;
            assert!(deliveries.len() <= 1);
            deliveries.pop().filter(&condition)
        })
        .await
    }

    /// Waits until a webhook's only delivery has reached a status.
    pub(crate) async fn delivery_in(&self, webhook_id: i64, status: DeliveryStatus) -> deliveries::Model {
        self.delivery(webhook_id, status.as_str(), |delivery| delivery.delivery_status == status).await
    }

    /// Returns a delivery's attempts, oldest first.
    pub(crate) async fn attempts(&self, delivery_id: i64) -> Vec<attempts::Model> {
        self.rows("SELECT * FROM attempts WHERE delivery_id = $1 ORDER BY id", delivery_id).await
    }

    /// Waits for the first attempt of a webhook's only delivery.
    pub(crate) async fn first_attempt(&self, webhook_id: i64) -> attempts::Model {
        let url = self.webhook_row(webhook_id).await.webhook_url;
        let what = format!("an attempt at {url}");
        let delivery = self.delivery(webhook_id, &what, |delivery| delivery.attempt_count > 0).await;
        self.attempts(delivery.id).await.remove(0)
    }

    /// Returns the webhook's row as it is now.
    pub(crate) async fn webhook_row(&self, webhook_id: i64) -> webhooks::Model {
        self.rows("SELECT * FROM webhooks WHERE id = $1", webhook_id).await.pop().unwrap()
    }

    /// Waits until a webhook is disabled.
    pub(crate) async fn disabled(&self, webhook_id: i64) -> webhooks::Model {
        until("the webhook to be disabled", async || {
            let webhook = self.webhook_row(webhook_id).await;
            (webhook.webhook_status == WebhookStatus::Disabled).then_some(webhook)
        })
        .await
    }

    /// Makes every live lease expire now.
    pub(crate) async fn expire_leases(&self) {
        let now_ms = database_now_ms(self.db.store.read()).await.unwrap();
        let text = "UPDATE deliveries SET next_attempt_at_ms = $1 WHERE lease_id IS NOT NULL";
        self.execute(text, vec![now_ms.into()]).await;
    }

    pub(crate) async fn set_status(&self, webhook_id: i64, status: WebhookStatus) {
        let values = vec![webhook_id.into(), status.as_str().into()];
        self.execute("UPDATE webhooks SET webhook_status = $2 WHERE id = $1", values).await;
    }

    pub(crate) async fn execute(&self, text: &str, values: Vec<Value>) {
        let connection = self.db.store.write();
        connection.execute_raw(sql(connection, text, values)).await.unwrap();
    }

    pub(crate) async fn rows<T: FromQueryResult>(&self, text: &str, id: i64) -> Vec<T> {
        let connection = self.db.store.read();
        let rows = connection.query_all_raw(sql(connection, text, vec![id.into()])).await.unwrap();
        rows.iter().map(|row| T::from_query_result(row, "").unwrap()).collect()
    }
}
