//! Tables of values for single fields, sent to a record with PUT.

use serde_json::{Value, json};

use super::Account;

/// Sends each value for its field, and asserts what the record shows then.
pub async fn accepts(account: &Account, path: &str, cases: &[(&str, Value, Value)]) {
    for (field, sent, expected) in cases {
        let changed = account.put(path, json!({*field: sent})).await;
        assert_eq!(changed.status, 200, "{field} = {sent}: {}", changed.text);
        assert_eq!(&changed[*field], expected, "{field} = {sent}");
        assert_eq!(account.get(path).await.ok().raw_data(), changed.raw_data(), "{field} = {sent}");
    }
}

/// Sends each value for its field, and asserts that it is refused with the rule and that nothing changes.
pub async fn refuses(account: &Account, path: &str, cases: &[(&str, Value, &str)]) {
    let before = account.get(path).await.ok().text;
    for (field, sent, rule) in cases {
        let reply = account.put(path, json!({*field: sent})).await;
        let expected = (422, format!("{field} {rule}"));
        assert_eq!((reply.status, reply.message().to_owned()), expected, "{field} = {sent}");
    }
    assert_eq!(account.get(path).await.ok().text, before);
}

/// Asserts that a record that was read can be sent back as it is, and that only `updated_at` changes.
pub async fn can_be_sent_back(account: &Account, path: &str) {
    let before = account.get(path).await.ok();
    let after = account.send("PUT", path, before.raw_data()).await.ok();
    assert_eq!(after.header("ignored-fields"), None);
    assert_eq!(but_updated_at(after.data()), but_updated_at(before.data()));
}

/// Returns a record without `updated_at`, which every update changes.
pub fn but_updated_at(record: &Value) -> Value {
    let mut record = record.clone();
    if let Some(members) = record.as_object_mut() {
        members.remove("updated_at");
    }
    record
}
