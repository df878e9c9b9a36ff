//! No secret gets out (I8): a deployment whose every secret is known to the test does all that it can do, with failures and
//! panics. Then none of the secrets is in its logs, traces, metrics, answers and database, in clear or encoded.

mod commands;
mod pages;
mod requests;

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bench::deployment::{Program, Server, World};
use reqwest::Client;
use shared::database::testing::TestDb;
use url::Url;
use url::form_urlencoded::byte_serialize;

use crate::dumped::{dump, file_of};
use crate::mail_server::MailServer;
use crate::marks::Marks;
use crate::tracing::Collector;

shared::both_databases!(no_secret_is_in_what_a_deployment_puts_out);

const PATIENCE: Duration = Duration::from_mins(1);
const BASE: &str = "https://donors.shelter.example";
const ADA: &str = "ada@shelter.example";

// The secrets that the test chooses. The characters that encodings change are in them.
const DATABASE: &str = "canary/database+password";
const BROKER: &str = "canary/broker+password";
const MAIL: &str = "canary/mail+password";
const COLLECTOR: &str = "canary-collector-token";
const KEY: &[u8; 32] = b"canary: the secrets key 32 bytes";
const PREVIOUS_KEY: &[u8; 32] = b"canary: the previous key 32 byte";
const PASSWORD: &str = "canary/password \"of\" ada";
const NEXT_PASSWORD: &str = "canary/password + of ada";
const WRONG_PASSWORD: &str = "canary/password & of nobody";
const RECEIVER_TOKEN: &str = "canary/token=of the receiver";
const UNKNOWN_KEY: &str = "alm_63616e61727963616e61727963616e6172796361";

/// A deployment with its answers.
struct Scan {
    world: World,
    marks: Marks,
    client: Client,
    /// The answers that may have no secret, each with its request.
    answers: Vec<(String, String)>,
}

async fn no_secret_is_in_what_a_deployment_puts_out(db: TestDb) {
    let (mail, (collector, otlp)) = (MailServer::start(None).await, Collector::start());
    let mut scan = Scan::new(&db, &mail, &otlp).await;
    let broker = if file_of(&db.url).is_none() { Some(scan.start_broker().await) } else { None };
    let mut programs = scan.start(broker.as_ref()).await;

    scan.commands().await;
    scan.api().await;
    scan.pages(&mail).await;
    scan.failures().await;
    scan.after_delivery().await;

    for program in &programs {
        scan.answers.push(("/metrics".to_owned(), program.metrics().await.unwrap()));
    }
    for program in &mut programs {
        assert_eq!(program.terminate(PATIENCE).await.unwrap(), Some(0));
        let log = program.log().unwrap();
        assert!(log.contains("a test has a task panic at"), "{log}");
        scan.marks.expect_none("a log", &log);
    }
    scan.marks.expect_none("the traces", &collector.text());
    scan.marks.expect_none("what commands say", &scan.said());
    assert!(scan.answers.len() > 50);
    for (place, answer) in &scan.answers {
        scan.marks.expect_none(place, answer);
    }
    let rows = dump(&db.url).await;
    assert!(rows.contains(ADA) && rows.contains("[redacted]"), "the search looks at all of it");
    scan.marks.expect_none("the database", &rows);
    if let Some(file) = file_of(&db.url) {
        let bytes = std::fs::read(file).unwrap();
        scan.marks.expect_none("the file of the database", &String::from_utf8_lossy(&bytes));
    }
}

impl Scan {
    /// Makes the account, with the settings of the deployment.
    async fn new(db: &TestDb, mail: &MailServer, otlp: &str) -> Self {
        let mut url = Url::parse(&db.url).unwrap();
        // The test's server asks for no password.
        let _ = url.set_password(Some(DATABASE));
        let encoded: String = byte_serialize(MAIL.as_bytes()).collect();
        let smtp = format!("smtp://almoner:{encoded}@{}?tls=none", mail.address);
        let headers = format!("authorization={COLLECTOR}");
        let (key, previous) = (STANDARD.encode(KEY), STANDARD.encode(PREVIOUS_KEY));
        let settings = [
            ("ALMONER_LOG", "debug"),
            ("ALMONER_SECRETS_KEY", &key),
            ("ALMONER_SECRETS_KEY_PREVIOUS", &previous),
            ("ALMONER_SMTP_URL", &smtp),
            ("ALMONER_MAIL_FROM", "almoner@shelter.example"),
            ("ALMONER_PUBLIC_URL", BASE),
            ("ALMONER_WEBHOOK_TIMEOUT", "1s"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", otlp),
            ("OTEL_EXPORTER_OTLP_HEADERS", &headers),
            ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        ];
        let mut marks = Marks::default();
        for (what, secret) in [
            ("the database's password", DATABASE),
            ("the broker's password", BROKER),
            ("the mail server's password", MAIL),
            ("the collector's token", COLLECTOR),
            ("the secrets key", &key),
            ("the previous key", &previous),
            ("a password", PASSWORD),
            ("another password", NEXT_PASSWORD),
            ("a wrong password", WRONG_PASSWORD),
            ("a header of the receiver", RECEIVER_TOKEN),
            ("an unknown key", UNKNOWN_KEY),
        ] {
            marks.add(what, secret);
        }
        marks.add_bytes("the secrets key", KEY);
        marks.add_bytes("the previous key", PREVIOUS_KEY);
        let world = World::new(url.as_str(), &settings).await.unwrap();
        let client = Client::builder().no_proxy().build().unwrap();
        Self { world, marks, client, answers: Vec::new() }
    }

    /// Starts a broker with a user of its own.
    async fn start_broker(&mut self) -> Server {
        let broker = Server::rabbitmq(self.world.directory.path()).await.unwrap();
        broker.rabbitmqctl(&["add_user", "almoner", BROKER]).await.unwrap();
        broker.rabbitmqctl(&["set_permissions", "almoner", ".*", ".*", ".*"]).await.unwrap();
        let mut url = Url::parse(&broker.url).unwrap();
        url.set_username("almoner").unwrap();
        url.set_password(Some(&byte_serialize(BROKER.as_bytes()).collect::<String>())).unwrap();
        self.world.variables.push(("AMQP_URL", url.into()));
        broker
    }

    /// Starts the programs. In each of them, a task panics.
    async fn start(&self, broker: Option<&Server>) -> Vec<Program> {
        let start = async |name: &str, point: &str| {
            let program = self.world.spawn(name, &[("PANIC_AT", format!("{point}:1"))]).unwrap();
            program.ready().await.unwrap();
            program
        };
        let mut programs = vec![start("almoner", "api.written").await];
        if broker.is_some() {
            programs.push(start("almoner-dispatcher", "attempt.begun").await);
        }
        programs
    }
}
