//! Files of batches, and of gifts that name their batch.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{batch, closed, counted, gift};
use crate::support::{Account, Api};

both_databases!(
    a_file_brings_batches_and_their_gifts,
    a_file_does_not_change_the_gifts_of_a_closed_batch,
    exported_batches_come_open_and_are_closed_after_their_gifts,
);

async fn file(account: &Account, path: &str) -> String {
    let file = account.request("GET", path).header("accept", "text/csv").send().await.unwrap();
    file.text().await.unwrap()
}

async fn a_file_brings_batches_and_their_gifts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let batches = "batch_name,batch_date,batch_expected_count,batch_expected_total,batch_external_id\n\
                   Box,2026-06-14,2,30.00,b1\nBag,2026-06-15,,,b2\n";
    let import = api.imported(&account, "batches", batches).await;
    assert_eq!(
        (&import["created_count"], &import["failed_count"]),
        (&json!(2), &json!(0)),
        "{}",
        import.text
    );
    let gifts = "gift_amount,batch_external_id\n10,b1\n20,b1\n5,\n7,b9\n";
    let import = api.imported(&account, "gifts", gifts).await;
    assert_eq!(
        (&import["created_count"], &import["failed_count"]),
        (&json!(3), &json!(1)),
        "{}",
        import.text
    );
    let problem = &import["problems"][0]["message"];
    assert_eq!(problem, "batch_external_id must be the external id of a batch of this account");
    let closing = "batch_external_id,batch_status\nb1,closed\n";
    assert_eq!(api.imported(&account, "batches", closing).await["updated_count"], 1);
    assert!(file(&account, "/gifts").await.contains(",b1"));
    let body = json!({"gift_amount": 5, "batch_external_id": "b2"});
    let gift = account.post("/gifts", body).await.created();
    assert_eq!(gift["batch_id"], account.get("/batches?external_id=b2").await.ok().list()[0]["id"]);
}

async fn a_file_does_not_change_the_gifts_of_a_closed_batch(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({"batch_external_id": "b"})).await;
    let in_it = gift(&account, id, 5).await;
    account.put(&in_it, json!({"gift_external_id": "g"})).await.ok();
    account.put(&path, closed()).await.ok();
    let gifts = "gift_external_id,gift_amount,batch_external_id\ng,6,b\nnew,7,b\n";
    let import = api.imported(&account, "gifts", gifts).await;
    assert_eq!(import["failed_count"], 2, "{}", import.text);
    // The same values are no change.
    let import = api.imported(&account, "gifts", &gifts.replace("g,6", "g,5")).await;
    assert_eq!(
        (&import["updated_count"], &import["failed_count"]),
        (&json!(1), &json!(1)),
        "{}",
        import.text
    );
}

async fn exported_batches_come_open_and_are_closed_after_their_gifts(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let fields = json!({"batch_external_id": "b", "batch_expected_count": 1, "batch_expected_total": 5});
    let (path, id) = batch(&account, fields).await;
    account.record("gifts", json!({"gift_amount": 5, "batch_id": id, "gift_external_id": "g"})).await;
    account.put(&path, counted()).await.ok();
    let (batches, gifts) = (file(&account, "/batches").await, file(&account, "/gifts").await);
    let refused = api.imported(&other, "batches", &batches).await;
    assert_eq!(refused["failed_count"], 1, "its gifts are not there yet: {}", refused.text);
    let open = batches.replace("batch_status", "left_out");
    assert_eq!(api.imported(&other, "batches", &open).await["created_count"], 1);
    let imported = api.imported(&other, "gifts", &gifts).await;
    assert_eq!(imported["created_count"], 1, "{}", imported.text);
    let imported = api.imported(&other, "batches", &batches).await;
    assert_eq!(imported["updated_count"], 1, "{}", imported.text);
    let copy = other.get("/batches").await.ok().list()[0].clone();
    assert_eq!((&copy["batch_status"], &copy["gift_total"]), (&json!("closed"), &json!(5.0)));
}
