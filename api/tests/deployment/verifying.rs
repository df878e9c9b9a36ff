//! Verifies a delivery of the real programs with the official Standard Webhooks library for Python.

use std::time::Duration;

use serde_json::json;
use shared::database::testing;
use tokio::process::Command;

use bench::deployment::World;

const VERIFY: &str = "
import json, sys
from standardwebhooks import Webhook, WebhookVerificationError
secret, headers, body = json.load(sys.stdin)
event = Webhook(secret).verify(body, headers)
assert event['type'] == 'contacts.create' and event['id'] == headers['webhook-id']
try:
    Webhook(secret).verify(body + ' ', headers)
except WebhookVerificationError:
    print('verified')
";

#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_verifies_with_the_official_python_library() {
    let python = std::env::var("TEST_PYTHON").expect("set TEST_PYTHON; deploy/dev test does");
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[]).await.unwrap();
    let _api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    assert!(world.create_contact(0).await);
    world.check_delivered(Duration::from_secs(10)).await.unwrap();

    let delivery = world.receiver.received().remove(0);
    let input = json!([world.webhook_secret(), delivery.headers, delivery.body]).to_string();
    let file = world.directory.path().join("delivery.json");
    std::fs::write(&file, input).unwrap();
    let mut command = Command::new(python);
    command.args(["-c", VERIFY]).stdin(std::fs::File::open(file).unwrap());
    let output = command.output().await.unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout.trim(), "verified", "{stderr}");
}
