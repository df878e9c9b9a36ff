//! Refunds, adjustments, tributes and soft credits.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, refuses};
use crate::support::{Api, MISSING_ID};

both_databases!(
    a_refunded_gift_tells_the_day_and_counts_no_more,
    an_adjustment_is_of_another_gift_of_the_account,
    a_tribute_names_somebody,
    soft_credits_replace_each_other_and_are_of_the_account,
);

async fn a_refunded_gift_tells_the_day_and_counts_no_more(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = account.record("gifts", json!({"gift_amount": 50, "gift_date": "2026-06-01"})).await;
    let rule = "must be empty unless gift_status is refunded";
    refuses(&account, &path, &[("gift_refunded_on", json!("2026-06-02"), rule)]).await;
    let total = async || account.get("/giving-summary").await.ok()["given"]["total"].clone();
    assert_eq!(total().await, 50.0);
    let refunded = account.put(&path, json!({"gift_status": "refunded"})).await.ok();
    assert_eq!((&refunded["gift_refunded_on"], total().await), (&json!("2026-06-15"), json!(0.0)));
    accepts(&account, &path, &[("gift_refunded_on", json!("2026-06-02"), json!("2026-06-02"))]).await;
    let early = json!("2026-05-31");
    refuses(&account, &path, &[("gift_refunded_on", early, "must not lie before gift_date")]).await;
    // Nobody knows the day of an old refund.
    accepts(&account, &path, &[("gift_refunded_on", Value::Null, Value::Null)]).await;
    accepts(&account, &path, &[("gift_refunded_on", json!("2026-06-03"), json!("2026-06-03"))]).await;
    // A gift that was read can be sent back with another status.
    let mut again = account.get(&path).await.ok().data().clone();
    again["gift_status"] = "received".into();
    let received = account.put(&path, again).await.ok();
    assert_eq!((&received["gift_refunded_on"], total().await), (&Value::Null, json!(50.0)));
    let old = json!({"gift_amount": 5, "gift_date": "2020-01-01", "gift_status": "refunded"});
    assert_eq!(account.post("/gifts", old).await.created()["gift_refunded_on"], Value::Null);
}

async fn an_adjustment_is_of_another_gift_of_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (path, id) = account.record("gifts", json!({"gift_amount": 50})).await;
    let adjustment = json!({"gift_amount": -20, "gift_adjusts_id": id});
    let adjustment = account.post("/gifts", adjustment).await.created();
    assert_eq!(adjustment["gift_adjusts_id"], id);
    let (_, foreign) = other.record("gifts", json!({"gift_amount": 50})).await;
    let rule = "must be the id of a gift of this account";
    for bad in [foreign, MISSING_ID] {
        refuses(&account, &path, &[("gift_adjusts_id", json!(bad), rule)]).await;
    }
    refuses(&account, &path, &[("gift_adjusts_id", json!(id), "must be the id of another gift")]).await;
    // Of another currency, it would take nothing from the sum that has the gift.
    let euro = account.record("gifts", json!({"gift_amount": 50, "gift_currency": "EUR"})).await.1;
    let same = "must be a gift in the same currency: send its gift_currency";
    let of_euro = account.post("/gifts", json!({"gift_amount": -20, "gift_adjusts_id": euro})).await;
    of_euro.failed(422, &format!("gift_adjusts_id {same}"));
    refuses(&account, &path, &[("gift_adjusts_id", json!(euro), same)]).await;
}

async fn a_tribute_names_somebody(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = account.record("gifts", json!({"gift_amount": 50})).await;
    let nameless = account.put(&path, json!({"gift_tribute_type": "in_memory_of"})).await;
    nameless.failed(422, "gift_tribute_name is required with gift_tribute_type");
    let rule = "must be one of in_honor_of, in_memory_of";
    refuses(&account, &path, &[("gift_tribute_type", json!("for"), rule)]).await;
    let name = ("gift_tribute_name", json!("Grace"), json!("Grace"));
    let kind = ("gift_tribute_type", json!("in_memory_of"), json!("in_memory_of"));
    accepts(&account, &path, &[name, kind]).await;
    let both = json!({"gift_tribute_name": null, "gift_tribute_type": null});
    assert_eq!(account.put(&path, both).await.ok()["gift_tribute_name"], Value::Null);
}

async fn soft_credits_replace_each_other_and_are_of_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (giver, one, two) = (account.contact().await, account.contact().await, account.contact().await);
    let gift = json!({"gift_amount": 50, "contact_id": giver, "gift_soft_credits": [two, one, two]});
    let (path, _) = account.record("gifts", gift).await;
    let plain = account.record("gifts", json!({"gift_amount": 5})).await.0;
    let cases = [
        (json!([two]), json!([two])),
        (json!([one.to_string(), two]), json!([one, two])),
        (Value::Null, json!([])),
        (json!([one]), json!([one])),
    ];
    assert_eq!(account.get(&path).await.ok()["gift_soft_credits"], json!([one, two]));
    for (sent, expected) in cases {
        accepts(&account, &path, &[("gift_soft_credits", sent, expected)]).await;
    }
    // A change of something else leaves them, and the event tells of them.
    assert_eq!(account.put(&path, json!({"gift_memo": "x"})).await.ok()["gift_soft_credits"], json!([one]));
    assert!(api.last_event(&account).await.body.contains(&format!("\"gift_soft_credits\":[{one}]")));
    let list = account.get("/gifts?sort=id").await.ok();
    let credits: Vec<_> = list.list().iter().map(|gift| gift["gift_soft_credits"].clone()).collect();
    assert_eq!(credits, [json!([one]), json!([])]);
    assert_eq!(account.get(&plain).await.ok()["gift_soft_credits"], json!([]));
    let foreign = other.contact().await;
    for (bad, rule) in [
        (json!([one, foreign]), "gift_soft_credits[1] must be the id of a contact of this account"),
        (json!([MISSING_ID]), "gift_soft_credits[0] must be the id of a contact of this account"),
        (json!([giver]), "gift_soft_credits[0] must be another contact than the giver"),
        (json!(["x"]), "gift_soft_credits[0] must be the id of a record"),
        (json!("x"), "gift_soft_credits must be a list"),
    ] {
        account.put(&path, json!({"gift_soft_credits": bad})).await.failed(422, rule);
    }
    assert_eq!(account.get(&path).await.ok()["gift_soft_credits"], json!([one]));
}
