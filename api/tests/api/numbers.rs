//! Numbers mean what they mean in JSON: zeros after the point change nothing, for any client.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::imports::{counts, problems};
use crate::support::Api;

both_databases!(zeros_at_the_end_of_an_amount_are_no_decimals, one_point_zero_is_an_integer_and_a_flag,);

async fn zeros_at_the_end_of_an_amount_are_no_decimals(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for (currency, sent, stored) in [
        ("USD", "50.000", "50.00"),
        ("USD", "\"50.0000\"", "50.00"),
        ("USD", "-50.1000000000000000000000000000", "-50.10"),
        ("JPY", "500.00", "500"),
        ("JPY", "\"500.0\"", "500"),
        ("JPY", "50000e-2", "500"),
        ("BHD", "1.2340", "1.234"),
    ] {
        let body = format!("{{\"gift_amount\":{sent},\"gift_currency\":\"{currency}\"}}");
        let created = account.send("POST", "/gifts", body).await.created();
        assert_eq!(created.raw("gift_amount"), stored, "{currency} {sent}");
    }
    let pledge = format!("{{\"pledge_amount\":10.000,\"contact_id\":{contact_id}}}");
    assert_eq!(account.send("POST", "/pledges", pledge).await.created().raw("pledge_amount"), "10.00");
    let import =
        api.imported(&account, "gifts", "gift_amount,gift_currency\n7.0000,USD\n7.00,JPY\n7.001,USD\n").await;
    let problem = "4 gift_amount: gift_amount has more than the 2 decimals of USD".to_owned();
    assert_eq!((counts(&import), problems(&import)), ([2, 0, 1], vec![problem]));
    for (parameters, count) in
        [("min_amount=50.00000&currency=USD", 2), ("max_amount=7.000000000&currency=JPY", 1)]
    {
        assert_eq!(
            account.get(&format!("/gifts?{parameters}")).await.ok().list().len(),
            count,
            "{parameters}"
        );
    }
}

async fn one_point_zero_is_an_integer_and_a_flag(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let body = format!(
        "{{\"contact_status\":\"donor\",\"contact_anonymous\":1.0,\"contact_do_not_call\":0.0,\
         \"contact_referred_by_id\":{contact_id}.0,\"contact_do_not_mail\":10e-1,\
         \"phones\":[{{\"phone_number\":\"1\"}},{{\"phone_number\":\"2\",\"phone_primary\":1.0}}]}}"
    );
    let created = account.send("POST", "/contacts", body).await.created();
    for (field, value) in [
        ("contact_anonymous", json!(1)),
        ("contact_do_not_call", json!(0)),
        ("contact_do_not_mail", json!(1)),
        ("contact_referred_by_id", json!(contact_id)),
    ] {
        assert_eq!(created[field], value, "{field}");
    }
    assert_eq!(created["phones"][1]["phone_primary"], 1);
    let path = format!("/contacts/{contact_id}");
    account
        .send("PUT", &path, "{\"contact_anonymous\":1.5,\"contact_do_not_call\":2.0,\"contact_do_not_mail\":\"1.0\"}")
        .await
        .failed(422, "contact_anonymous must be 0 or 1; contact_do_not_call must be 0 or 1; contact_do_not_mail must be 0 or 1");
    account.record("tasks", json!({"task_subject": "Call", "contact_id": contact_id})).await;
    for (query, count) in [("done=0.0", 1), ("done=1.0", 0), ("limit=1.0", 1)] {
        assert_eq!(account.get(&format!("/tasks?{query}")).await.ok().list().len(), count, "{query}");
    }
    let file = format!("contact_status,contact_anonymous,contact_referred_by_id\ndonor,1.0,{contact_id}.0\n");
    let import = api.imported(&account, "contacts", &file).await;
    assert_eq!((counts(&import), problems(&import)), ([1, 0, 0], vec![]));
}
