//! Gift types: the account's settings for its gifts.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::Api;
use crate::support::fields::{accepts, can_be_sent_back, refuses};

both_databases!(
    a_new_account_has_the_usual_gift_types,
    gift_types_can_be_added_and_renamed,
    a_gift_type_name_is_unique_in_the_account_ignoring_case,
);

async fn a_new_account_has_the_usual_gift_types(db: TestDb) {
    let api = Api::start(db).await;
    let list = api.account().await.get("/gift-types").await.ok();
    assert_eq!(list.json["type"], "gift_types.index");
    let names: Vec<_> = list.list().iter().map(|gift_type| &gift_type["gift_type_name"]).collect();
    assert_eq!(names, ["cash", "check", "card", "bank_transfer", "online", "stock", "in_kind", "adjustment"]);
}

async fn gift_types_can_be_added_and_renamed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = account.post("/gift-types", json!({"gift_type_name": " Legacy "})).await.created();
    assert_eq!(created.json["type"], "gift_types.create");
    assert_eq!(created["gift_type_name"], "Legacy");
    let path = format!("/gift-types/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    assert_eq!(account.get(&path).await.ok().json["type"], "gift_types.read");
    let renamed = account.put(&path, json!({"gift_type_name": "Bequest"})).await.ok();
    assert_eq!(renamed.json["type"], "gift_types.update");
    assert_eq!(renamed["gift_type_name"], "Bequest");
    can_be_sent_back(&account, &path).await;

    let longest = Value::from("é".repeat(100));
    accepts(&account, &path, &[("gift_type_name", longest.clone(), longest)]).await;
    let cases = [
        ("gift_type_name", Value::Null, "is required"),
        ("gift_type_name", json!(" "), "is required"),
        ("gift_type_name", json!("é".repeat(101)), "must not be longer than 100 characters"),
        ("gift_type_name", json!(7), "must be a string"),
    ];
    refuses(&account, &path, &cases).await;
    account.post("/gift-types", json!({})).await.failed(422, "gift_type_name is required");
}

async fn a_gift_type_name_is_unique_in_the_account_ignoring_case(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    account.post("/gift-types", json!({"gift_type_name": "École"})).await.created();
    for taken in ["École", "éCOLE", " école "] {
        let reply = account.post("/gift-types", json!({"gift_type_name": taken})).await;
        reply.failed(409, "gift_type_name is taken");
    }
    other.post("/gift-types", json!({"gift_type_name": "École"})).await.created();
    let cash = account.gift_type("cash").await;
    let renamed = account.put(&format!("/gift-types/{cash}"), json!({"gift_type_name": "Check"})).await;
    renamed.failed(409, "gift_type_name is taken");
}
