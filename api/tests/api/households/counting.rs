//! What counts by household: summaries, statements and lists of donors.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::{couple, person};
use crate::support::{Account, Api};

both_databases!(
    a_summary_counts_a_household_as_one_donor,
    a_statement_has_the_gifts_of_all_members,
    who_lapsed_is_asked_of_the_household,
    one_member_stands_for_a_household,
);

async fn gift(account: &Account, contact_id: i64, amount: i64, date: &str) {
    let body = json!({"contact_id": contact_id, "gift_amount": amount, "gift_date": date});
    account.record("gifts", body).await;
}

async fn a_summary_counts_a_household_as_one_donor(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    let mary = person(&account, "Mary", "Smith").await;
    for (contact_id, amount) in [(ada, 10), (william, 25), (mary, 20)] {
        gift(&account, contact_id, amount, "2026-06-01").await;
    }
    let summary = async |query: &str| {
        let summary = account.get(&format!("/giving-summary?group_by=contact&{query}")).await.ok();
        (summary["given"]["donor_count"].clone(), summary["periods"].clone())
    };
    let group =
        |id: i64, total: f64, count: i64| json!({"period": id.to_string(), "total": total, "count": count});
    let alone = json!([group(william, 25.0, 1), group(mary, 20.0, 1), group(ada, 10.0, 1)]);
    assert_eq!(summary("").await, (json!(3), alone.clone()));
    assert_eq!(
        summary("by=household").await,
        (json!(2), json!([group(ada, 35.0, 2), group(mary, 20.0, 1)])),
        "the head stands for both"
    );
    let (donors, periods) = summary(&format!("by=household&contact_id={william}")).await;
    assert_eq!((donors, periods), (json!(1), json!([group(ada, 35.0, 2)])), "one brings the others along");
    account.put(&path, json!({"household_joint": 0})).await.ok();
    assert_eq!(summary("by=household").await, (json!(3), alone), "only joint households count together");
}

async fn a_statement_has_the_gifts_of_all_members(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, ada, william) = couple(&account).await;
    gift(&account, ada, 10, "2026-06-01").await;
    gift(&account, william, 25, "2026-02-01").await;
    let statement = async |query: &str| -> Vec<(Value, Value)> {
        let lines = account.get(&format!("/contacts/{ada}/statement?year=2026{query}")).await.ok();
        lines.list().iter().map(|line| (line["contact_id"].clone(), line["gift_amount"].clone())).collect()
    };
    assert_eq!(statement("").await, [(json!(ada), json!(10.0))]);
    assert_eq!(statement("&by=household").await, [(json!(william), json!(25.0)), (json!(ada), json!(10.0))]);
    let mary = person(&account, "Mary", "Smith").await;
    account.get(&format!("/contacts/{mary}/statement?by=household")).await.ok();
    account
        .get(&format!("/contacts/{mary}/statement?by=street"))
        .await
        .failed(422, "by must be one of household");
}

async fn who_lapsed_is_asked_of_the_household(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, ada, william) = couple(&account).await;
    let mary = person(&account, "Mary", "Smith").await;
    gift(&account, william, 10, "2025-06-01").await;
    gift(&account, mary, 10, "2025-06-01").await;
    let ids = async |query: &str| -> Vec<i64> {
        let list = account.get(&format!("/contacts?{query}")).await.ok();
        list.list().iter().map(|one| one["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids("lapsed=lybunt").await, [william, mary]);
    assert_eq!(ids("lapsed=lybunt&by=household").await, [ada, mary], "the head stands for the giver");
    gift(&account, ada, 10, "2026-02-01").await;
    assert_eq!(ids("lapsed=lybunt").await, [william, mary]);
    assert_eq!(ids("lapsed=lybunt&by=household").await, [mary], "what one gives counts for both");
    assert_eq!(ids("last_gift_after=2026-01-01&by=household").await, [ada]);
    assert_eq!(ids("last_gift_before=2026-01-01&by=household").await, [mary]);
}

async fn one_member_stands_for_a_household(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, ada, william) = couple(&account).await;
    let mary = person(&account, "Mary", "Smith").await;
    let ids = async || -> Vec<i64> {
        let list = account.get("/contacts?by=household").await.ok();
        list.list().iter().map(|one| one["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids().await, [ada, mary]);
    account.put(&format!("/contacts/{ada}"), json!({"contact_status": "archive"})).await.ok();
    assert_eq!(ids().await, [william, mary], "an archived one stands for nobody");
    account.put(&format!("/contacts/{ada}"), json!({"contact_status": "donor"})).await.ok();
    // Only those stand for others whom the other filters find.
    let address = json!({"addresses": [{"address_street": "1 Head Street", "address_city": "London"}]});
    account.put(&format!("/contacts/{william}"), address).await.ok();
    let listed = account.get("/contacts?by=household&has_address=1").await.ok();
    assert_eq!(listed.list().iter().map(|one| one["id"].clone()).collect::<Vec<_>>(), [json!(william)]);
    account.put(&path, json!({"household_joint": 0})).await.ok();
    assert_eq!(ids().await, [ada, william, mary]);
}
