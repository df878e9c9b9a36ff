//! The account that a key opens, and the words in use on its records.

use chrono_tz::Tz;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::Api;

both_databases!(
    a_key_tells_its_account_its_user_and_the_users_role,
    words_in_use_are_counted_in_each_account_alone,
);

async fn a_key_tells_its_account_its_user_and_the_users_role(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("EUR", Tz::Europe__Lisbon).await;
    let shown = account.get("/account").await.ok();
    let email = shown["user_email"].as_str().unwrap();
    assert!(email.contains('@'), "{email}");
    let expected = json!({
        "account_id": account.id, "account_sandbox": 0, "account_name": "Test", "currency": "EUR", "timezone": "Europe/Lisbon",
        "account_status_follows_gifts": 0, "user_id": account.user_id, "user_name": null, "user_email": email, "user_role": "owner",
    });
    assert_eq!(shown.data(), &expected);
    assert_eq!(shown.json["type"], "account.read");

    api.execute("UPDATE users SET name = 'Ada'", vec![]).await;
    api.execute("UPDATE memberships SET role = 'member'", vec![]).await;
    let changed = account.get("/account").await.ok();
    assert_eq!((&changed["user_name"], &changed["user_role"]), (&json!("Ada"), &json!("member")));
    assert_ne!(changed.header("etag"), shown.header("etag"));
}

async fn words_in_use_are_counted_in_each_account_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for path in ["/tags", "/funds", "/campaigns"] {
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

    let gift = json!({"gift_date": "2026-06-01", "gift_amount": 5});
    let with = |more: serde_json::Value| {
        let mut body = gift.clone();
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    account.post("/gifts", with(json!({"gift_fund": "Roof", "gift_campaign": "Spring"}))).await.created();
    account.post("/gifts", with(json!({"gift_fund": "Roof"}))).await.created();
    account.post("/gifts", with(json!({"gift_campaign": "Autumn"}))).await.created();
    account.post("/gifts", gift.clone()).await.created();
    other.post("/gifts", with(json!({"gift_fund": "Theirs", "gift_campaign": "Theirs"}))).await.created();
    let contact = account.contact().await;
    let pledge = json!({
        "contact_id": contact, "pledge_amount": 5, "pledge_frequency": "monthly", "pledge_start_date": "2026-01-01",
        "pledge_fund": "General",
    });
    account.post("/pledges", pledge).await.created();

    let tags = account.get("/tags").await.ok();
    let expected =
        json!([{"tag_name": "Board", "contact_count": 2}, {"tag_name": "volunteer", "contact_count": 1}]);
    assert_eq!(tags.data(), &expected);
    let funds = account.get("/funds").await.ok();
    let expected = json!([
        {"fund_name": "General", "gift_count": 0, "pledge_count": 1},
        {"fund_name": "Roof", "gift_count": 2, "pledge_count": 0},
    ]);
    assert_eq!(funds.data(), &expected);
    let campaigns = account.get("/campaigns").await.ok();
    let expected = json!([
        {"campaign_name": "Autumn", "gift_count": 1}, {"campaign_name": "Spring", "gift_count": 1},
    ]);
    assert_eq!(campaigns.data(), &expected);
    assert_eq!(campaigns.json["type"], "campaigns.index");
}
