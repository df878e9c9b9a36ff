//! Makes records of every kind, for tests that try all operations of the document. These tests fail until a new kind,
//! or a new operation with a body, is added here.

use std::sync::atomic::{AtomicUsize, Ordering};

use api::resources::kinds::{KINDS, Kind};
use serde_json::{Value, json};
use shared::values::ids::event_id_text;

use super::document::Operation;
use super::{Account, Api, Reply};

/// A public IP address, so that no name server is asked.
pub const RECEIVER: &str = "https://93.184.215.14/almoner";

/// Returns every kind, by the first segment of its path. Tests that hold for each kind walk these.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|kind| kind.path)
}

/// Returns the kinds whose changes are events.
pub fn kinds_with_events() -> impl Iterator<Item = &'static str> {
    Kind::with_events().map(|kind| kind.path)
}

/// Returns the field of a kind that has the record's id in another system.
pub fn external_id(kind: &str) -> &'static str {
    let fields = KINDS.iter().find(|one| one.path == kind).unwrap().fields;
    fields.iter().find(|field| field.name.ends_with("_external_id")).unwrap().name
}

/// Returns the kinds that can belong to a contact.
pub fn kinds_of_contacts() -> impl Iterator<Item = &'static str> {
    KINDS.iter().filter(|kind| kind.kept.is_some()).map(|kind| kind.path)
}

/// Returns the names of every event.
pub fn event_names() -> Vec<String> {
    let of_kinds =
        kinds_with_events().flat_map(|kind| ["create", "update"].map(|action| format!("{kind}.{action}")));
    let operational = ["webhooks.failing", "webhooks.disabled", "imports.finished"].map(str::to_owned);
    of_kinds.chain(operational).collect()
}

/// Makes a record of a kind, which is the first segment of its path. Returns its id in the form that paths have.
pub async fn record(api: &Api, account: &Account, kind: &str) -> String {
    let contact_id = account.contact().await;
    let id = match kind {
        "contacts" => contact_id,
        "events" => return event_id_text(api.last_event(account).await.id),
        "deliveries" => {
            let webhook_id = account.record("webhooks", json!({"webhook_url": RECEIVER})).await.1;
            let event_id = api.last_event(account).await.id;
            api.delivery(account, webhook_id, event_id, "failed").await
        }
        "recoveries" => {
            let webhook_id = account.record("webhooks", json!({"webhook_url": RECEIVER})).await.1;
            account.record(&format!("webhooks/{webhook_id}/recover"), recovery()).await.1
        }
        "webhooks" => {
            let webhook_id = account.record(kind, least(kind, contact_id)).await.1;
            // Use a URL that the guard refuses, so that no test of a webhook asks another host.
            let text = "UPDATE webhooks SET webhook_url = 'https://127.0.0.1/' WHERE id = $1";
            api.execute(text, vec![webhook_id.into()]).await;
            webhook_id
        }
        "imports" => ended_import(api, account).await,
        kind => account.record(kind, least(kind, contact_id)).await.1,
    };
    id.to_string()
}

/// A file that all imports accept. Each ignores the columns of the others, and rows may have problems.
const FILE: &str = "contact_status,contact_lname,gift_amount,task_subject,pledge_external_id,household_name,fund_name,campaign_name,batch_name\ndonor,King,5,Call,p,King,Roof,Spring,Box\n";

/// Performs an operation with the smallest valid body.
pub async fn perform(account: &Account, operation: &Operation, path: &str) -> Reply {
    if operation.takes_csv {
        return account.import(path.rsplit('/').next().unwrap(), FILE).await;
    }
    let body = match body(operation, account).await {
        Value::Null => String::new(),
        body => body.to_string(),
    };
    account.send(&operation.method, path, body).await
}

/// Returns a valid path of an operation, with the id or the external id of a record of the account if it needs one.
pub async fn path(api: &Api, account: &Account, operation: &Operation) -> String {
    if operation.path.contains("{external_id}") {
        let (kind, id) = (operation.kind(), record(api, account, operation.kind()).await);
        let own = format!("own-{id}");
        account.put(&format!("/{kind}/{id}"), json!({external_id(kind): &own})).await.ok();
        operation.path.replace("{external_id}", &own)
    } else if operation.has_id() {
        operation.path_of(record(api, account, operation.kind()).await)
    } else {
        operation.path.clone()
    }
}

/// Makes an import that has ended, and has made a record.
async fn ended_import(api: &Api, account: &Account) -> i64 {
    let id = account.import("contacts", FILE).await.created().id();
    let text =
        "UPDATE imports SET import_status = 'finished', finished_at_ms = created_at_ms, created_count = 1
                WHERE account_id = $1";
    api.execute(text, vec![account.id.into()]).await;
    let text = "INSERT INTO import_rows (account_id, import_id, last_row, row_records) VALUES ($1, $2, 2, '[[2,1,1]]')";
    api.execute(text, vec![account.id.into(), id.into()]).await;
    id
}

/// Returns the smallest valid body of an operation, or null if it has none. What it links to is the account's.
pub async fn body(operation: &Operation, account: &Account) -> Value {
    if operation.body.is_null() {
        return Value::Null;
    }
    let contact_id = account.contact().await;
    match (operation.method.as_str(), operation.path.as_str()) {
        ("PUT", _) | ("POST", "/webhooks/{id}/rotate-secret") => json!({}),
        ("POST", "/webhooks/{id}/recover") => recovery(),
        ("POST", "/batch") => {
            json!({"operations": [{"kind": "gifts", "body": {"gift_amount": 5, "contact_id": contact_id}}]})
        }
        ("POST", "/contacts/{id}/apart") => json!({"contact_id": contact_id, "apart": 1}),
        ("POST", path) if path.ends_with("/merge") => {
            let kind = operation.kind();
            json!({"from_id": account.record(kind, least(kind, contact_id)).await.1})
        }
        ("POST", path) if !operation.has_id() => least(path.trim_start_matches('/'), contact_id),
        (method, path) => panic!("no body for {method} {path}: add one"),
    }
}

/// Returns the smallest body of a new record.
pub fn least(kind: &str, contact_id: i64) -> Value {
    match kind {
        "contacts" => json!({"contact_status": "donor", "contact_lname": "King"}),
        "gifts" => json!({"gift_amount": 5, "contact_id": contact_id}),
        "funds" => json!({"fund_name": format!("Roof {}", next())}),
        "campaigns" => json!({"campaign_name": format!("Spring {}", next())}),
        "households" => json!({"household_name": "King"}),
        "lists" => json!({"list_name": "Donors", "list_kind": "contacts"}),
        "batches" => json!({"batch_name": "Box"}),
        "gift-types" => json!({"gift_type_name": format!("legacy {contact_id}")}),
        "pledges" => json!({"pledge_amount": 5, "contact_id": contact_id}),
        "tasks" => json!({"task_subject": "Call", "contact_id": contact_id}),
        "webhooks" => json!({"webhook_url": RECEIVER}),
        kind => panic!("no body for a record of {kind}: add one"),
    }
}

/// Returns another number each time.
fn next() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn recovery() -> Value {
    json!({"since": "2026-06-01T00:00:00Z"})
}
