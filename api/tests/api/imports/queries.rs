//! Statements of imports: their number does not depend on the number of rows.

use serde_json::json;
use shared::Store;

use super::counts;
use crate::lists::queries::Counter;
use crate::support::Api;

#[tokio::test(flavor = "multi_thread")]
async fn the_statements_of_a_step_do_not_depend_on_how_many_records_it_makes() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1, "contact_external_id": "org"});
    let (_, org) = account.record("contacts", contact).await;
    let mut executed = Vec::new();
    for (round, count) in [2, 450].into_iter().enumerate() {
        let contact =
            |n| format!("donor,C,{org},r{round}-{n},t{n};all,a{n}@x.example;b@x.example,1;2,London\n");
        let contacts: Vec<_> = (0..count).map(contact).collect();
        let gift = |n| format!("5,r{round}-{n},cash,g{round}-{n}\n");
        let gifts: Vec<_> = (0..count).map(gift).collect();
        for (kind, header, rows) in [
            (
                "contacts",
                "contact_status,contact_lname,contact_org_id,contact_external_id,tags,emails,phones,address_city\n",
                contacts,
            ),
            ("gifts", "gift_amount,contact_external_id,gift_type,gift_external_id\n", gifts),
        ] {
            let import = account.import(kind, format!("{header}{}", rows.concat())).await.created();
            let before = counter.executed();
            assert!(api::resources::imports::worker::step(&api.app).await.unwrap());
            executed.push(counter.executed() - before);
            let import = account.get(&format!("/imports/{}", import.id())).await.ok();
            assert_eq!(counts(&import), [count, 0, 0], "{}", import.text);
        }
    }
    // Only the first round creates the tag that all contacts have.
    assert_eq!(executed[0], executed[2], "contacts: {executed:?}");
    assert_eq!(executed[1], executed[3], "gifts: {executed:?}");
    assert!(executed.iter().all(|count| *count < 30), "{executed:?}");
}
