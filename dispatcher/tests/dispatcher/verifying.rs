//! The official Standard Webhooks libraries for three languages verify deliveries; during a rotation, with either
//! secret.

use std::process::Stdio;

use serde_json::json;
use shared::database::testing;
use shared::values::clock::Clock;
use shared::webhooks::signature::WebhookSecret;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::receiver::{Received, Receiver};
use crate::world::World;

const PYTHON: &str = "
import json, sys
from standardwebhooks import Webhook, WebhookVerificationError
secret, headers, body = json.load(sys.stdin)
try:
    Webhook(secret).verify(body, headers)
    print('verified')
except WebhookVerificationError:
    print('refused')
";

const JAVASCRIPT: &str = "
const { Webhook, WebhookVerificationError } = require('standardwebhooks');
const [secret, headers, body] = JSON.parse(require('fs').readFileSync(0));
try {
    new Webhook(secret).verify(body, headers);
    console.log('verified');
} catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log('refused');
}
";

#[derive(Clone, Copy, Debug)]
enum Library {
    Rust,
    Python,
    JavaScript,
}

impl Library {
    /// Returns whether the library accepts a request as signed with this secret.
    async fn verifies(self, request: &Received, secret: &WebhookSecret) -> bool {
        let program = |variable| {
            let program = std::env::var(variable);
            Command::new(program.unwrap_or_else(|_| panic!("set {variable}, or run `deploy/dev test`")))
        };
        let mut command = match self {
            Self::Rust => {
                let webhook = standardwebhooks::Webhook::new(&secret.to_string()).unwrap();
                return webhook.verify(&request.body, &request.headers).is_ok();
            }
            Self::Python => program("TEST_PYTHON"),
            Self::JavaScript => program("TEST_NODE"),
        };
        match self {
            Self::Python => command.args(["-c", PYTHON]),
            _ => {
                command.args(["-e", JAVASCRIPT]).env("NODE_PATH", std::env::var("TEST_NODE_MODULES").unwrap())
            }
        };
        let headers: serde_json::Map<_, _> = request
            .headers
            .keys()
            .map(|name| (name.to_string(), request.header(name.as_str()).into()))
            .collect();
        let input = json!([secret.to_string(), headers, str::from_utf8(&request.body).unwrap()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).await.unwrap();
        match &*child.wait_with_output().await.unwrap().stdout {
            b"verified\n" => true,
            b"refused\n" => false,
            output => panic!("{self:?}: {}", String::from_utf8_lossy(output)),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_libraries_verify_a_delivery_with_either_secret_of_a_rotation() {
    let world = World::new(testing::sqlite().await).await;
    let receiver = Receiver::answering(200).await;
    let webhook_id = world.webhook_to(&receiver.url()).await;
    let [previous, wrong] = [(); 2].map(|()| WebhookSecret::generate().unwrap());
    let mut dispatcher = world.start();
    world.publish(&mut dispatcher).await;
    receiver.wait_for(1).await;
    world.set_previous_secret(webhook_id, &previous, Clock::default().now_ms() + 60_000).await;
    world.publish(&mut dispatcher).await;
    let requests = receiver.wait_for(2).await;
    let (before, during) = (&requests[0], &requests[1]);
    let mut tampered = during.clone();
    tampered.body = [&during.body[..], b" "].concat().into();

    for library in [Library::Rust, Library::Python, Library::JavaScript] {
        for (what, request, secret, expected) in [
            ("the secret", before, &world.secret, true),
            ("another secret", before, &previous, false),
            ("the new secret", during, &world.secret, true),
            ("the old secret", during, &previous, true),
            ("a wrong secret", during, &wrong, false),
            ("another body", &tampered, &previous, false),
        ] {
            assert_eq!(library.verifies(request, secret).await, expected, "{library:?}, {what}");
        }
    }
}
