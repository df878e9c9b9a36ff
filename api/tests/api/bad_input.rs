//! Bad input: for any body, the response is an envelope and never a 5xx, and nothing is changed or emitted.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::document::{Operation, operations, resolve, served};
use crate::support::{Account, Api, records};

both_databases!(
    broken_bodies_are_refused_by_every_operation,
    values_of_every_wrong_type_are_refused_in_every_field,
    hostile_texts_are_refused_in_every_text_field,
    strange_names_of_fields_are_ignored_and_named,
    hostile_parameters_are_answered_with_an_envelope,
);

/// Returns the operations with a body, each with a path that works (with a record of the account if needed) and a valid
/// body.
async fn writes(api: &Api, account: &Account) -> Vec<(Operation, String, Value)> {
    let mut writes = Vec::new();
    for operation in operations(&served(&api.http).await) {
        if operation.body.is_null() {
            continue;
        }
        let path = records::path(api, account, &operation).await;
        let body = records::body(&operation, account).await;
        writes.push((operation, path, body));
    }
    assert!(writes.len() >= 14);
    writes
}

async fn broken_bodies_are_refused_by_every_operation(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let writes = writes(&api, &account).await;
    let before = api.state(&account).await;
    let bodies: Vec<Vec<u8>> = vec![
        b" ".to_vec(),
        b"\"text\"".to_vec(),
        b"7".to_vec(),
        b"[{}]".to_vec(),
        b"null".to_vec(),
        b"true".to_vec(),
        b"{} {}".to_vec(),
        b"{}x".to_vec(),
        b"/* */{}".to_vec(),
        b"{'a':1}".to_vec(),
        b"{\"a\":NaN}".to_vec(),
        b"{\"a\":1,\"a\":2}".to_vec(),
        b"a=1&b=2".to_vec(),
        b"{\"a\":".to_vec(),
        b"{\"\xc3\x28\":1}".to_vec(),
        br#"{"\ud800":1}"#.to_vec(),
        b"\xef\xbb\xbf{}".to_vec(),
        "[".repeat(100_000).into_bytes(),
        "{\"a\":".repeat(10_000).into_bytes(),
        format!("{{\"x\":\"{}\"}}", "x".repeat(10_000_000)).into_bytes(),
    ];
    for (operation, path, _) in &writes {
        if operation.needs_body {
            let reply = account.send(&operation.method, path, "").await;
            assert_eq!(reply.status, 400, "{} {path}: {}", operation.method, reply.text);
        }
        for body in &bodies {
            let reply = account.send(&operation.method, path, body.clone()).await;
            let start = String::from_utf8_lossy(&body[..body.len().min(40)]).into_owned();
            assert!(matches!(reply.status, 400 | 413), "{} {path} {start}: {}", operation.method, reply.text);
        }
    }
    assert_eq!(api.state(&account).await, before);
}

async fn values_of_every_wrong_type_are_refused_in_every_field(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let document = served(&api.http).await;
    let writes = writes(&api, &account).await;
    let before = api.state(&account).await;
    for (operation, path, body) in &writes {
        for (field, schema) in operation.body["properties"].as_object().unwrap() {
            let schema = resolve(&document, schema);
            for wrong in wrong_values(schema) {
                let mut text = body.clone();
                text.as_object_mut().unwrap().remove(field);
                let text = text.to_string();
                let separator = if text == "{}" { "" } else { "," };
                let text = format!("{}{separator}\"{field}\":{wrong}}}", &text[..text.len() - 1]);
                let reply = account.send(&operation.method, path, text).await;
                let start: String = wrong.chars().take(60).collect();
                assert_eq!(
                    reply.status, 422,
                    "{} {path} {field} = {start}: {}",
                    operation.method, reply.text
                );
                assert!(
                    reply.message().starts_with(field.as_str()),
                    "{field} = {start}: {}",
                    reply.message()
                );
            }
        }
    }
    assert_eq!(api.state(&account).await, before);
}

/// Returns the types of the values that a schema describes. Leaves out the empty text, which counts as `null`.
fn types(schema: &Value) -> Vec<&str> {
    if let Some(alternatives) = schema["anyOf"].as_array() {
        return alternatives.iter().filter(|one| one["const"] != "").flat_map(types).collect();
    }
    match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

/// Returns JSON values, as text, that are invalid for every field with this schema.
fn wrong_values(schema: &Value) -> Vec<String> {
    let takes = |name: &str| types(schema).contains(&name);
    let mut wrong = Vec::new();
    if !takes("object") {
        wrong.push(r#"{"a":{"b":[1]}}"#.to_owned());
    }
    if !takes("array") {
        wrong.push("[1,2]".to_owned());
    }
    if !takes("string") {
        wrong.push(r#""text""#.to_owned());
    }
    if !takes("number") && !takes("integer") {
        wrong.push("7.5".to_owned());
    }
    if !takes("integer") {
        wrong.push("[true]".to_owned());
    }
    wrong.extend(["1e999".to_owned(), "9".repeat(400), format!("-{}.5", "9".repeat(400))]);
    // Nested as deep as a body may be, because a deeper body is refused as a whole.
    wrong.push(format!("{}1{}", "[".repeat(31), "]".repeat(31)));
    if !takes("object") {
        wrong.push(format!("{}1{}", "{\"a\":".repeat(31), "}".repeat(31)));
    }
    wrong
}

async fn hostile_texts_are_refused_in_every_text_field(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let writes = writes(&api, &account).await;
    let before = api.state(&account).await;
    for (operation, path, body) in &writes {
        for (field, schema) in operation.body["properties"].as_object().unwrap() {
            if !types(schema).contains(&"string") {
                continue;
            }
            for hostile in
                [r#""a\u0000b""#, r#""\ud800""#, r#""\udfff x""#, r#""a\u0007""#, r#""a\rb""#, r#""\u009f""#]
            {
                let mut text = body.clone();
                text.as_object_mut().unwrap().remove(field);
                let text = text.to_string();
                let separator = if text == "{}" { "" } else { "," };
                let text = format!("{}{separator}\"{field}\":{hostile}}}", &text[..text.len() - 1]);
                let reply = account.send(&operation.method, path, text).await;
                assert_eq!(
                    reply.status, 422,
                    "{} {path} {field} = {hostile}: {}",
                    operation.method, reply.text
                );
                assert!(
                    reply.message().starts_with(field.as_str()),
                    "{field} = {hostile}: {}",
                    reply.message()
                );
            }
        }
    }
    assert_eq!(api.state(&account).await, before);
}

async fn strange_names_of_fields_are_ignored_and_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    for (name, header) in [
        ("🦀", "%\"%f0%9f%a6%80\""),
        ("a\r\nb: c", "%\"a%0d%0ab: c\""),
        ("\u{0}", "%\"%00\""),
        ("bar,baz", "\"bar,baz\""),
    ] {
        let reply = account.put(&path, json!({name: 1})).await.ok();
        assert_eq!(reply.header("ignored-fields"), Some(header));
    }
    let reply = account.put(&path, json!({"x".repeat(100_000): 1, "y": 2})).await.ok();
    assert!(reply.header("ignored-fields").unwrap().len() < 1100);
    let nested = json!({"emails": [{"email_address": "a@b.example", "emial_type": "home"}]});
    let reply = account.put(&path, nested).await.ok();
    assert_eq!(reply.header("ignored-fields"), Some("\"emails[0].emial_type\""));
}

async fn hostile_parameters_are_answered_with_an_envelope(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut queries = Vec::new();
    for operation in operations(&served(&api.http).await) {
        if operation.method == "GET" && !operation.query.is_empty() {
            queries.push((records::path(&api, &account, &operation).await, operation.query));
        }
    }
    assert!(queries.len() >= 3, "{queries:?}");
    for value in [
        "%00",
        "%ff",
        "' OR 1=1",
        "9999999999999999999999",
        "2026-02-30",
        "-1",
        "%F0%9F%A6%80",
        "0001-01-01",
        "+5",
    ] {
        for (path, names) in &queries {
            for name in names.iter().map(String::as_str).chain(["unknown"]) {
                let reply = account.get(&format!("{path}?{name}={value}")).await;
                assert!(matches!(reply.status, 200 | 422), "{path} {name}={value}: {}", reply.text);
                let named = reply.status == 200 || reply.message().contains(name);
                assert!(named, "{path} {name}={value}: {}", reply.text);
            }
        }
        let reply = account.get(&format!("/contacts/{value}")).await;
        assert_eq!(reply.status, 404, "{value}: {}", reply.text);
    }
}
