//! No chain of links leads from a record back to itself.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    nobody_is_referred_by_themselves_or_in_a_circle,
    organisations_belong_to_each_other_in_no_circle,
    gifts_adjust_each_other_in_no_circle,
    a_circle_from_before_hinders_no_other_change,
    a_merge_takes_over_no_link_that_leads_back,
    a_merge_ends_a_link_that_leads_to_the_contact_that_goes,
);

const CIRCLE: &str = "must not lead back to this record, from one to the next";

async fn contacts(account: &Account, is_org: i64) -> [(String, i64); 3] {
    let body = json!({"contact_status": "donor", "contact_lname": "X", "contact_is_org": is_org});
    [
        account.record("contacts", body.clone()).await,
        account.record("contacts", body.clone()).await,
        account.record("contacts", body).await,
    ]
}

/// Links the first to the second and the second to the third, and asserts that the third cannot lead back to the first.
async fn refuses_circles(account: &Account, field: &str, records: &[(String, i64); 3], of_itself: &str) {
    let [(first, first_id), (second, second_id), (third, third_id)] = records;
    let link = async |path: &str, id: &i64| account.put(path, json!({field: id})).await;
    link(first, first_id).await.failed(422, &format!("{field} {of_itself}"));
    link(first, second_id).await.ok();
    link(second, first_id).await.failed(422, &format!("{field} {CIRCLE}"));
    link(second, third_id).await.ok();
    link(third, first_id).await.failed(422, &format!("{field} {CIRCLE}"));
    link(first, third_id).await.ok();
    account.put(first, json!({field: null})).await.ok();
    link(third, first_id).await.ok();
}

async fn nobody_is_referred_by_themselves_or_in_a_circle(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contacts = contacts(&account, 0).await;
    refuses_circles(&account, "contact_referred_by_id", &contacts, CIRCLE).await;
}

async fn organisations_belong_to_each_other_in_no_circle(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contacts = contacts(&account, 1).await;
    let rule = "must be the id of another contact of this account with contact_is_org 1";
    refuses_circles(&account, "contact_org_id", &contacts, rule).await;
}

async fn gifts_adjust_each_other_in_no_circle(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"gift_amount": 5});
    let gifts = [
        account.record("gifts", body.clone()).await,
        account.record("gifts", body.clone()).await,
        account.record("gifts", body).await,
    ];
    refuses_circles(&account, "gift_adjusts_id", &gifts, "must be the id of another gift").await;
}

async fn a_circle_from_before_hinders_no_other_change(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let [(first, first_id), (second, second_id), (third, _)] = contacts(&account, 0).await;
    for (id, by) in [(first_id, second_id), (second_id, first_id)] {
        let text = "UPDATE contacts SET contact_referred_by_id = $1 WHERE id = $2";
        api.execute(text, vec![by.into(), id.into()]).await;
    }
    let read = account.get(&first).await.ok().data().clone();
    account.put(&first, read).await.ok();
    account.put(&first, json!({"contact_fname": "Ada"})).await.ok();
    // A new link into the circle would lead on and on.
    let refused = account.put(&third, json!({"contact_referred_by_id": first_id})).await;
    refused.failed(422, &format!("contact_referred_by_id {CIRCLE}"));
    account.put(&second, json!({"contact_referred_by_id": null})).await.ok();
    account.put(&third, json!({"contact_referred_by_id": first_id})).await.ok();
}

async fn a_merge_takes_over_no_link_that_leads_back(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let [(into, into_id), (between, between_id), (from, from_id)] = contacts(&account, 0).await;
    account.put(&between, json!({"contact_referred_by_id": into_id})).await.ok();
    account.put(&from, json!({"contact_referred_by_id": between_id})).await.ok();
    let merged = account.post(&format!("{into}/merge"), json!({"from_id": from_id})).await;
    assert!(merged.status < 300, "{}", merged.text);
    assert_eq!(account.get(&into).await.ok()["contact_referred_by_id"], Value::Null);
}

async fn a_merge_ends_a_link_that_leads_to_the_contact_that_goes(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let [(into, into_id), (between, between_id), (from, from_id)] = contacts(&account, 0).await;
    account.put(&into, json!({"contact_referred_by_id": between_id})).await.ok();
    account.put(&between, json!({"contact_referred_by_id": from_id})).await.ok();
    let merged = account.post(&format!("{into}/merge"), json!({"from_id": from_id})).await;
    assert!(merged.status < 300, "{}", merged.text);
    assert_eq!(account.get(&into).await.ok()["contact_referred_by_id"], Value::Null);
    assert_eq!(account.get(&between).await.ok()["contact_referred_by_id"], into_id);
    // No circle is stored, so others can be linked to both.
    account.put(&from, json!({"contact_referred_by_id": into_id})).await.ok();
}
