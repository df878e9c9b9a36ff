//! Support for every test: a server of its own, accounts, requests, and responses that were checked to be envelopes.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use api::crypto::keys::{hash_api_key, new_api_key};
use api::http::client_address::TrustedProxies;
use api::http::server::{self, ServerLimits};
use api::router;
use api::state::{App, Inlet, Outlet};
use chrono_tz::Tz;
use poem::IntoEndpoint;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use shared::crypto::secrets::SecretsKey;
use shared::database::testing::TestDb;
use shared::process::retention::Retention;
use shared::values::clock::Clock;
use tokio_util::sync::CancellationToken;

pub mod browser;
pub mod delivery;
pub mod document;
pub mod fields;
pub mod logs;
pub mod mail_server;
pub mod raw;
pub mod records;
pub mod reply;
pub mod rows;
pub mod vector;

pub use reply::Reply;

/// The time of every test until it turns the clock: 15 June 2026, noon in UTC.
pub const NOW: &str = "2026-06-15T12:00:00Z";
/// An id that no record has.
pub const MISSING_ID: i64 = 999_999_999;

const GIFT_TYPES: [&str; 8] =
    ["cash", "check", "card", "bank_transfer", "online", "stock", "in_kind", "adjustment"];

/// A running API with a database of its own.
pub struct Api {
    pub db: TestDb,
    pub app: App,
    pub http: Http,
    inlet: Mutex<Option<Inlet>>,
}

impl Api {
    pub async fn start(db: TestDb) -> Self {
        Self::start_with(db, |_| {}).await
    }

    /// Starts an API after the test has changed the parts that it wants to replace.
    #[allow(clippy::unused_async, reason = "a server starts within a runtime alone")]
    pub async fn start_with(db: TestDb, change: impl FnOnce(&mut App)) -> Self {
        logs::listen();
        let (outlet, inlet) = Outlet::new();
        let mut app = App {
            clock: Clock::fixed(NOW.parse().unwrap()),
            outlet,
            webhook_timeout: Duration::from_secs(20),
            retention: Retention { audit: Duration::from_hours(24), events: None, attempts: None },
            ..App::new(db.store.clone(), SecretsKey::generate().unwrap())
        };
        change(&mut app);
        let http = Http::serve(router::endpoint(&app));
        Self { db, app, http, inlet: Mutex::new(Some(inlet)) }
    }

    /// Returns the source of the relay's new events. A second relay finds them only in the outbox.
    pub fn inlet(&self) -> Inlet {
        let inlet = self.inlet.lock().unwrap_or_else(PoisonError::into_inner).take();
        inlet.unwrap_or_else(|| Outlet::new().1)
    }

    /// Creates an account in dollars whose days begin in UTC.
    pub async fn account(&self) -> Account {
        self.account_in("USD", Tz::UTC).await
    }

    /// Creates an account as `api::accounts::create` does, but without the slow hash of the password.
    pub async fn account_in(&self, currency: &str, timezone: Tz) -> Account {
        let id = self
            .insert(
                "INSERT INTO accounts (name, currency, timezone, created_at_ms) VALUES ('Test', $1, $2, 0)",
                vec![currency.into(), timezone.name().into()],
            )
            .await;
        let user_id = self
            .insert(
                "INSERT INTO users (email, email_key, password_hash, created_at_ms, address_proven_at_ms) VALUES ($1, $1, '', 0, 0)",
                vec![format!("owner-{id}@almoner.example").into()],
            )
            .await;
        let member = vec![id.into(), user_id.into()];
        let membership =
            "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($1, $2, 'owner', 0)";
        self.insert(membership, member).await;
        for name in GIFT_TYPES {
            let gift_type =
                "INSERT INTO gift_types (account_id, gift_type_name, gift_type_key) VALUES ($1, $2, $2)";
            self.insert(gift_type, vec![id.into(), name.into()]).await;
        }
        let key = self.new_key(id, user_id).await;
        self.account_with_key(id, user_id, &key)
    }

    /// Returns an account that is in the database already, with a key of its user.
    pub fn account_with_key(&self, id: i64, user_id: i64, key: &str) -> Account {
        Account { id, user_id, key: key.to_owned(), http: self.http.clone() }
    }

    /// Creates a key for a member of an account, and returns it.
    pub async fn new_key(&self, account_id: i64, user_id: i64) -> String {
        let key = new_api_key().unwrap();
        // It was used just now, so no note of its use is written beside what a test counts or compares.
        let text =
            "INSERT INTO api_keys (account_id, user_id, key_hash, key_name, created_at_ms, last_used_at_ms)
            VALUES ($1, $2, $3, $3, 0, $4)";
        let now_ms = self.app.clock.now_ms();
        let values = vec![account_id.into(), user_id.into(), hash_api_key(&key).into(), now_ms.into()];
        self.insert(text, values).await;
        key
    }

    /// Turns the clock to a time such as `2026-06-16T08:00:00Z`.
    pub fn turn_to(&self, moment: &str) {
        self.app.clock.turn_to(moment.parse().unwrap());
    }
}

/// A client and the address of its server.
#[derive(Clone)]
pub struct Http {
    client: Client,
    pub address: SocketAddr,
}

impl Http {
    /// Serves an endpoint until the test ends.
    pub fn serve(endpoint: impl IntoEndpoint<Endpoint: 'static>) -> Self {
        Self::serve_within(endpoint, ServerLimits::default(), CancellationToken::new())
    }

    /// Serves an endpoint with these limits, until it is stopped.
    pub fn serve_within(
        endpoint: impl IntoEndpoint<Endpoint: 'static>,
        limits: ServerLimits,
        stop: CancellationToken,
    ) -> Self {
        let listener = server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = listener.local_addr().unwrap();
        let serving =
            server::serve(listener, endpoint.into_endpoint(), limits, TrustedProxies::default(), stop);
        tokio::spawn(serving);
        shared::crypto::tls::install_crypto_provider();
        // Load no certificates, because that takes longer than a test and no test uses https.
        let client = Client::builder().no_proxy().tls_certs_only([]).build().unwrap();
        Self { client, address }
    }

    /// Makes a request to any path of the server.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.client.request(method, format!("http://{}{path}", self.address))
    }

    /// Sends a request without a key.
    pub async fn get(&self, path: &str) -> Reply {
        Reply::to(self.request("GET", path)).await
    }
}

/// An account with a user of it and that user's key.
#[derive(Clone)]
pub struct Account {
    pub id: i64,
    pub user_id: i64,
    pub key: String,
    http: Http,
}

impl Account {
    /// Makes a request with the key, to a path below `/api/v1`.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        let separator = if path.contains('?') { '&' } else { '?' };
        self.http.request(method, &format!("/api/v1{path}{separator}api_key={}", self.key))
    }

    /// Returns the same caller with another key.
    pub fn with_key(&self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Reply {
        Reply::to(self.request("GET", path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, body.to_string()).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.send("PUT", path, body.to_string()).await
    }

    /// Sends any body as JSON.
    pub async fn send(&self, method: &str, path: &str, body: impl Into<reqwest::Body>) -> Reply {
        Reply::to(self.request(method, path).header(CONTENT_TYPE, "application/json").body(body)).await
    }

    /// Sends a file for import as records of a kind. Returns before its rows are imported.
    pub async fn import(&self, kind: &str, file: impl Into<reqwest::Body>) -> Reply {
        let request = self.request("POST", &format!("/imports/{kind}"));
        Reply::to(request.header(CONTENT_TYPE, "text/csv").body(file)).await
    }

    /// Creates a contact with only the required fields, and returns its id.
    pub async fn contact(&self) -> i64 {
        self.post("/contacts", json!({"contact_status": "donor", "contact_lname": "Lovelace"}))
            .await
            .created()
            .id()
    }

    /// Creates a record, and returns its path and its id.
    pub async fn record(&self, kind: &str, body: Value) -> (String, i64) {
        let id = self.post(&format!("/{kind}"), body).await.created().id();
        (format!("/{kind}/{id}"), id)
    }

    /// Returns the id of one of the account's gift types.
    pub async fn gift_type(&self, name: &str) -> i64 {
        let types = self.get("/gift-types").await.ok();
        let mut types = types.data().as_array().unwrap().iter();
        types.find(|gift_type| gift_type["gift_type_name"] == name).unwrap()["id"].as_i64().unwrap()
    }
}
