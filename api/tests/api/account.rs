//! The account that a key opens, and the words in use on its records.

use chrono_tz::Tz;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(
    a_key_tells_its_account_its_user_and_the_users_role,
    an_owner_changes_the_settings_that_are_sent,
    settings_follow_the_rules_of_the_page,
    the_version_of_the_settings_is_a_condition_of_their_change,
    a_change_of_the_settings_is_made_once_for_each_key,
    tags_in_use_are_counted_in_each_account_alone,
);

async fn a_key_tells_its_account_its_user_and_the_users_role(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("EUR", Tz::Europe__Lisbon).await;
    let shown = account.get("/account").await.ok();
    let email = shown["user_email"].as_str().unwrap();
    assert!(email.contains('@'), "{email}");
    let expected = json!({
        "account_id": account.id, "account_sandbox": 0, "account_name": "Test", "currency": "EUR", "timezone": "Europe/Lisbon",
        "account_status_follows_gifts": 0, "account_funds_closed": 0,
        "account_campaigns_closed": 0, "user_id": account.user_id, "user_name": null, "user_email": email, "user_role": "owner",
    });
    assert_eq!(shown.data(), &expected);
    assert_eq!(shown.json["type"], "account.read");

    api.execute("UPDATE users SET name = 'Ada'", vec![]).await;
    api.execute("UPDATE memberships SET role = 'member'", vec![]).await;
    let changed = account.get("/account").await.ok();
    assert_eq!((&changed["user_name"], &changed["user_role"]), (&json!("Ada"), &json!("member")));
    assert_ne!(changed.header("etag"), shown.header("etag"));
}

/// Changes the settings with one more header.
async fn put(account: &Account, body: Value, (name, value): (&str, &str)) -> Reply {
    let request = account.request("PUT", "/account").header(CONTENT_TYPE, "application/json");
    Reply::to(request.header(name, value).body(body.to_string())).await
}

/// Returns what the audit logs say of changed settings: the account, the user and the detail of each entry.
async fn audited(api: &Api) -> Vec<(i64, i64, String)> {
    let text =
        "SELECT account_id, user_id, detail FROM audit_log WHERE action = 'account_changed' ORDER BY id";
    let rows = api.query(text, vec![]).await;
    let value = |row: &sea_orm::QueryResult| {
        let ids: (i64, i64) = (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap());
        (ids.0, ids.1, row.try_get_by_index(2).unwrap())
    };
    rows.iter().map(value).collect()
}

async fn an_owner_changes_the_settings_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let before = account.get("/account").await.ok();
    let foreign = other.get("/account").await.ok();
    let same = account.put("/account", json!({})).await.ok();
    assert_eq!((same.data(), &same.json["type"]), (before.data(), &json!("account.update")));
    assert_eq!(same.header("etag"), before.header("etag"));
    assert_eq!(audited(&api).await, [], "nothing was changed");

    for (change, said) in [
        (json!({"account_name": "  Shelter "}), "name Shelter"),
        (json!({"currency": "eur"}), "currency EUR"),
        (json!({"timezone": "Pacific/Auckland"}), "time zone Pacific/Auckland"),
        (json!({"account_status_follows_gifts": 1}), "a gift makes a donor: yes"),
        (json!({"account_status_follows_gifts": null}), "a gift makes a donor: no"),
        (json!({"account_funds_closed": 1}), "only funds of the list: yes"),
        (json!({"account_campaigns_closed": 1}), "only campaigns of the list: yes"),
        (json!({"account_funds_closed": 0}), "only funds of the list: no"),
        (json!({"account_campaigns_closed": null}), "only campaigns of the list: no"),
        (json!({"currency": "JPY", "timezone": "Asia/Tokyo"}), "currency JPY, time zone Asia/Tokyo"),
    ] {
        let before = account.get("/account").await.ok();
        let changed = account.put("/account", change.clone()).await.ok();
        let mut expected = before.data().clone();
        for (field, value) in change.as_object().unwrap() {
            expected[field] = match value {
                Value::Null => json!(0),
                Value::String(text) if field == "currency" => json!(text.to_uppercase()),
                Value::String(text) => json!(text.trim()),
                value => value.clone(),
            };
        }
        assert_eq!(changed.data(), &expected);
        let read = account.get("/account").await.ok();
        assert_eq!((read.data(), read.header("etag")), (&expected, changed.header("etag")));
        assert_ne!(changed.header("etag"), before.header("etag"));
        let audited = audited(&api).await;
        assert_eq!(audited.last(), Some(&(account.id, account.user_id, said.to_owned())));
    }
    // What the response shows can be sent back.
    let read = account.get("/account").await.ok();
    let again = account.put("/account", read.data().clone()).await.ok();
    assert_eq!((again.data(), again.header("ignored-fields")), (read.data(), None));
    let gift = account.post("/gifts", json!({"gift_amount": 5})).await.created();
    assert_eq!(gift["gift_currency"], "JPY", "the next record follows the settings");
    api.settle().await;
    let summary = account.get("/giving-summary?from=2020-01-01").await.ok();
    let etag = summary.header("etag").unwrap().to_owned();
    account.put("/account", json!({"account_name": "Riverside"})).await.ok();
    let again = account.request("GET", "/giving-summary?from=2020-01-01").header("if-none-match", etag);
    assert_eq!(again.send().await.unwrap().status(), 200, "no event says that a sum may be another one now");
    assert_eq!(other.get("/account").await.ok().data(), foreign.data());
}

async fn settings_follow_the_rules_of_the_page(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("EUR", Tz::Europe__Lisbon).await;
    account.post("/gifts", json!({"gift_amount": 5, "gift_currency": "USD"})).await.created();
    let before = account.get("/account").await.ok();
    let other = "currency must stay, because gifts or pledges are in another currency than the new one";
    let currency = "currency must be an ISO 4217 currency code such as USD";
    let timezone = "timezone must be a time zone of the IANA database such as Europe/Lisbon";
    for (body, message) in [
        (json!({"account_name": ""}), "account_name is required"),
        (json!({"account_name": null}), "account_name is required"),
        (json!({"account_name": "x".repeat(101)}), "account_name must not be longer than 100 characters"),
        (json!({"account_name": "a\nb"}), "account_name must be a single line without tabs"),
        (json!({"currency": null}), "currency is required"),
        (json!({"currency": "XYZ"}), currency),
        (json!({"currency": "GBP"}), other),
        (json!({"timezone": null}), "timezone is required"),
        (json!({"timezone": "Lisbon"}), timezone),
        (json!({"account_status_follows_gifts": 2}), "account_status_follows_gifts must be 0 or 1"),
    ] {
        let refused = account.put("/account", body).await;
        refused.failed(422, message);
        let field = message.split(' ').next().unwrap();
        assert_eq!(refused.header("error-fields"), Some(&*format!("\"{field}\"")));
    }
    let all = json!({"account_name": "", "currency": "GBP", "timezone": "Lisbon"});
    account.put("/account", all).await.failed(422, &format!("account_name is required; {timezone}; {other}"));
    assert_eq!(account.get("/account").await.ok().data(), before.data());
    assert_eq!(audited(&api).await, []);
    // All gifts are in the new currency.
    account.put("/account", json!({"currency": "USD"})).await.ok();

    let strict =
        put(&account, json!({"user_name": "Ada", "colour": "red"}), ("Prefer", "handling=strict")).await;
    strict.failed(422, "colour is not a field of this operation");
    let loose = account.put("/account", json!({"user_name": "Ada", "colour": "red"})).await.ok();
    assert_eq!((&loose["user_name"], loose.header("ignored-fields")), (&json!(null), Some("\"colour\"")));
}

async fn the_version_of_the_settings_is_a_condition_of_their_change(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = account.get("/account").await.ok().header("etag").unwrap().to_owned();
    // Another name of the user is no change of the settings.
    api.execute("UPDATE users SET name = 'Ada'", vec![]).await;
    let changed = put(&account, json!({"account_name": "One"}), ("If-Match", &first)).await.ok();
    let second = changed.header("etag").unwrap().to_owned();
    let stale = "If-Match: the record has changed since it was read";
    put(&account, json!({"account_name": "Two"}), ("If-Match", &first)).await.failed(412, stale);
    put(&account, json!({"account_name": ""}), ("If-Match", &first)).await.failed(412, stale);
    assert_eq!(account.get("/account").await.ok()["account_name"], "One");
    put(&account, json!({"account_name": "Two"}), ("If-Match", "*")).await.ok();
    put(&account, json!({"account_name": "Three"}), ("If-None-Match", &second)).await.ok();
}

async fn a_change_of_the_settings_is_made_once_for_each_key(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let key = ("Idempotency-Key", "settings-1");
    let first = put(&account, json!({"account_name": "One"}), key).await.ok();
    account.put("/account", json!({"account_name": "Two"})).await.ok();
    let again = put(&account, json!({"account_name": "One"}), key).await.ok();
    assert_eq!((again.data(), again.header("idempotent-replayed")), (first.data(), Some("true")));
    assert_eq!(account.get("/account").await.ok()["account_name"], "Two");
    let other = put(&account, json!({"account_name": "Three"}), key).await;
    other.failed(422, "this Idempotency-Key was already used for a different request");
}

async fn tags_in_use_are_counted_in_each_account_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for path in ["/tags"] {
        let empty = account.get(path).await.ok();
        assert_eq!(empty.data(), &json!([]), "{path}");
    }
    for (lname, tags) in [("A", json!(["Board", "volunteer"])), ("B", json!(["BOARD"])), ("C", json!([]))] {
        let body = json!({"contact_status": "donor", "contact_lname": lname, "tags": tags});
        account.post("/contacts", body).await.created();
    }
    let body = json!({"contact_status": "donor", "contact_lname": "D", "tags": ["theirs"]});
    other.post("/contacts", body).await.created();
    let unused = json!({"contact_status": "donor", "contact_lname": "E", "tags": ["unused"]});
    let id = account.post("/contacts", unused).await.created().id();
    account.put(&format!("/contacts/{id}"), json!({"tags": []})).await.ok();

    let tags = account.get("/tags").await.ok();
    let expected =
        json!([{"tag_name": "Board", "contact_count": 2}, {"tag_name": "volunteer", "contact_count": 1}]);
    assert_eq!(tags.data(), &expected);
}
