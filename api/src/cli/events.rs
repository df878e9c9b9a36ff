//! `almoner events trigger`: makes an event of a type happen in a sandbox, through its API, so that a receiver under development
//! gets one.

use std::time::Duration;

use clap::Subcommand;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, Response, Url};
use serde_json::{Map, Value, json};
use shared::Error;
use shared::values::choices::{Choice, EventType};
use shared::values::clock::{Clock, rfc3339};

use crate::fields::field::Control;
use crate::resources::kinds::Kind;

/// How long an answer may take.
const TIMEOUT: Duration = Duration::from_secs(15);

#[derive(Subcommand)]
pub(super) enum Events {
    /// Make an event happen in a sandbox: create a record, or change the newest one
    Trigger {
        /// Its type, such as gifts.create
        #[arg(value_parser = of_records)]
        event: EventType,
        /// The service
        #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
        at: Url,
        /// A key of the sandbox
        #[arg(long, env = "API_KEY", hide_env_values = true)]
        key: String,
    },
}

fn of_records(text: &str) -> Result<EventType, String> {
    let event = EventType::parse(text)?;
    if event.is_operational() {
        return Err("tells how the service runs, and cannot be triggered".to_owned());
    }
    Ok(event)
}

/// Runs a command on events.
pub(super) async fn run(Events::Trigger { event, at, key }: Events) -> Result<(), Error> {
    let client = Client::builder().timeout(TIMEOUT).redirect(Policy::none());
    let client =
        client.build().map_err(|error| Error::Config(format!("cannot create the HTTP client: {error}")))?;
    // The web application shows the address with the path of the API.
    let origin = at.as_str().trim_end_matches('/').trim_end_matches("/api/v1");
    let service = Service { client, base: format!("{origin}/api/v1"), key };
    let account = service.ask(Method::GET, "/account", None).await?;
    if account["account_sandbox"] != 1 {
        return Err(Error::Config(format!(
            "the key opens {}, where nothing can be deleted, and not a sandbox: make a sandbox under Settings → Account, and a key in it",
            account["account_name"].as_str().unwrap_or("an account")
        )));
    }
    let path = service.make(event).await?;
    println!("{event} happened to {path}");
    Ok(())
}

/// A service, as the holder of a key reaches it.
struct Service {
    client: Client,
    base: String,
    key: String,
}

impl Service {
    /// Creates or changes a record, so that the event happens. Returns the record's path.
    async fn make(&self, event: EventType) -> Result<String, Error> {
        let unknown = || Error::Config(format!("{event} is not of records"));
        let kind = Kind::of_event(event).ok_or_else(unknown)?;
        let now = rfc3339(Clock::default().now_ms());
        if kind.events.is_some_and(|(created, _)| created == event) {
            let body = self.new_record(kind, &now).await?;
            let record = self.ask(Method::POST, &format!("/{}", kind.path), Some(&body)).await?;
            return Ok(format!("/{}/{}", kind.path, record["id"]));
        }
        let path = format!("/{}/{}", kind.path, self.newest(kind.path).await?);
        let notes = kind.fields.iter().find(|field| field.is_notes());
        let notes = notes.ok_or_else(|| Error::Config(format!("{} have no notes to change", kind.path)))?;
        self.ask(Method::PUT, &path, Some(&json!({(notes.name): format!("Triggered at {now}")}))).await?;
        Ok(path)
    }

    /// Makes the body of a new record: what it needs, and whose it is.
    async fn new_record(&self, kind: &Kind, now: &str) -> Result<Value, Error> {
        if kind.path == "contacts" {
            return Ok(json!({
                "contact_status": "prospect", "contact_fname": "Trigger", "contact_lname": now,
            }));
        }
        let mut body = Map::new();
        for field in kind.fields {
            let value: Value = match field.control {
                // A gift need not be anybody's, but most are.
                _ if field.name == "contact_id" && (field.required || kind.path == "gifts") => {
                    self.newest("contacts").await?.into()
                }
                _ if !field.required => continue,
                Control::Text(_) => format!("Triggered at {now}").into(),
                Control::Money => 25.into(),
                _ => (field.example)(),
            };
            body.insert(field.name.to_owned(), value);
        }
        Ok(body.into())
    }

    /// Returns the id of the record that was made last.
    async fn newest(&self, kind: &str) -> Result<i64, Error> {
        let list = self.ask(Method::GET, &format!("/{kind}?sort=-id&limit=1"), None).await?;
        list[0]["id"].as_i64().ok_or_else(|| Error::Config(format!("the sandbox has no {kind}: reset it")))
    }

    /// Sends a request, and returns the `data` of its answer.
    async fn ask(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Error> {
        let request = self.client.request(method, format!("{}{path}", self.base)).bearer_auth(&self.key);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let unreachable =
            |_| Error::Config(format!("the service cannot be reached at {}: pass --at", self.base));
        let answer = request.send().await.map_err(unreachable)?;
        let status = answer.status().as_u16();
        let body: Value = Response::json(answer)
            .await
            .map_err(|_| Error::Config(format!("{} answers {status}, and not as Almoner does", self.base)))?;
        match body["success"].as_bool() {
            Some(true) => Ok(body["data"].clone()),
            _ if status == 403 => {
                Err(Error::Config("the service does not know the key: pass --key, or set API_KEY".to_owned()))
            }
            _ => Err(Error::Config(format!("the service answers {status}: {}", body["message"]))),
        }
    }
}
