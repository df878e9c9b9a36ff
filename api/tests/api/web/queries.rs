//! Statements of pages, counted on the wire between the API and PostgreSQL: those that people open all day need few.

use serde_json::json;
use shared::Store;

use super::browser::browser_of;
use crate::lists::queries::Counter;
use crate::support::Api;

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_people_open_all_day_need_few_statements() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    let mut browser = browser_of(&api, &account).await;
    let contact = json!({"contact_status": "donor", "contact_lname": "King"});
    let (path, id) = account.record("contacts", contact).await;
    let gift = json!({"contact_id": id, "gift_amount": 5, "gift_date": "2026-01-01"});
    account.record("gifts", gift).await;
    // A transaction is three statements more: to begin it, to say that it only reads, and to end it.
    for (path, most) in [("/gifts/new", 9), ("/gifts/quick", 15), (&*path, 31), ("/contacts?q=king", 17)] {
        let mut counts = Vec::new();
        // A new connection is asked whether it takes writes, so the first counts may be higher.
        for _ in 0..4 {
            let before = counter.executed();
            browser.get(path).await.has("<main");
            counts.push(counter.executed() - before);
        }
        assert!(counts.iter().min() <= Some(&most), "{path}: {counts:?}");
    }
}
