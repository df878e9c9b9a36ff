//! Related records in a body, such as a gift's `contact`: only responses have them, and the service never drops what a
//! caller says with one without a word.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::but_updated_at;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_related_record_without_its_id_is_named_or_refused,
    a_related_record_that_contradicts_the_record_is_named_or_refused,
    a_record_that_was_read_can_be_sent_back_by_a_strict_caller,
    a_read_record_can_be_copied_by_a_strict_caller,
    a_refused_related_record_is_told_with_all_other_problems,
);

async fn strict(account: &Account, method: &str, path: &str, body: &Value) -> Reply {
    let request = account.request(method, path).header("prefer", "handling=strict");
    Reply::to(request.header("content-type", "application/json").body(body.to_string())).await
}

/// A body sent to a path, and the related record in it that differs from the stored one.
type Case = (&'static str, String, Value, &'static str);

/// Sends bodies as a strict caller, who is refused, and as another one, who gets the names of the ignored fields.
async fn are_named(account: &Account, cases: Vec<Case>) {
    for (method, path, body, name) in cases {
        let id = if name == "giftType" { "gift_type_id" } else { "contact_id" };
        let message = format!("{name} is not what the record has; send {id}, or leave {name} out");
        strict(account, method, &path, &body).await.failed(422, &message);
        let lenient = account.send(method, &path, body.to_string()).await;
        let header = format!("\"{name}\"");
        assert_eq!(lenient.header("ignored-fields"), Some(header.as_str()), "{method} {path} {body}");
        assert!(lenient.status < 300, "{}", lenient.text);
    }
}

async fn a_related_record_without_its_id_is_named_or_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let contact = json!({"id": contact_id});
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5})).await;
    let (task, _) = account.record("tasks", json!({"task_subject": "Call"})).await;
    are_named(
        &account,
        vec![
            ("POST", "/gifts".to_owned(), json!({"gift_amount": 25, "contact": contact}), "contact"),
            (
                "POST",
                "/gifts".to_owned(),
                json!({"gift_amount": 25, "giftType": {"gift_type_name": "card"}}),
                "giftType",
            ),
            ("POST", "/gifts".to_owned(), json!({"gift_amount": 25, "contact": contact_id}), "contact"),
            ("PUT", gift.clone(), json!({"contact": contact}), "contact"),
            ("POST", "/tasks".to_owned(), json!({"task_subject": "Call", "contact": contact}), "contact"),
            ("PUT", task, json!({"contact": contact}), "contact"),
        ],
    )
    .await;
    assert_eq!(account.get(&gift).await.ok()["contact_id"], Value::Null);
}

async fn a_related_record_that_contradicts_the_record_is_named_or_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, grace) = (account.contact().await, account.contact().await);
    let card = account.gift_type("card").await;
    let body = json!({"gift_amount": 5, "contact_id": ada, "gift_type_id": card});
    let (gift, _) = account.record("gifts", body).await;
    let (pledge, _) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": ada})).await;
    let stale = account.get(&gift).await.ok()["contact"].clone();
    are_named(
        &account,
        vec![
            ("PUT", gift.clone(), json!({"contact_id": grace, "contact": stale}), "contact"),
            ("PUT", gift.clone(), json!({"contact_id": ada, "contact": null}), "contact"),
            ("PUT", gift.clone(), json!({"contact": {"id": ada, "contact_lname": "Byron"}}), "contact"),
            ("PUT", gift.clone(), json!({"contact": {"id": ada, "nickname": "Addie"}}), "contact"),
            ("PUT", gift.clone(), json!({"contact": "Ada"}), "contact"),
            ("PUT", gift.clone(), json!({"giftType": {"id": card, "gift_type_name": "cash"}}), "giftType"),
            ("PUT", pledge, json!({"contact": {"id": grace}}), "contact"),
            (
                "POST",
                "/pledges".to_owned(),
                json!({"pledge_amount": 5, "contact_id": ada, "contact": {"id": grace}}),
                "contact",
            ),
        ],
    )
    .await;
    for agreeing in [
        json!({"contact": {"id": ada}}),
        json!({"contact": {"contact_lname": "Lovelace"}}),
        json!({"giftType": {"gift_type_name": "card"}}),
        json!({"contact_id": null, "contact": null}),
    ] {
        let reply = strict(&account, "PUT", &gift, &agreeing).await.ok();
        assert_eq!(reply.header("ignored-fields"), None, "{agreeing}");
    }
}

async fn a_record_that_was_read_can_be_sent_back_by_a_strict_caller(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_lname": "King", "contact_custom": {"a": 1.50, "b": [1e2]},
                         "tags": ["choir"]});
    let (contact, contact_id) = account.record("contacts", contact).await;
    let card = account.gift_type("card").await;
    let (pledge, pledge_id) =
        account.record("pledges", json!({"pledge_amount": 5, "contact_id": contact_id})).await;
    let gift =
        json!({"gift_amount": 5, "contact_id": contact_id, "gift_type_id": card, "pledge_id": pledge_id});
    let (gift, gift_id) = account.record("gifts", gift).await;
    let task = json!({"task_subject": "Call", "contact_id": contact_id, "gift_id": gift_id});
    let (task, _) = account.record("tasks", task).await;
    let (bare, _) = account.record("gifts", json!({"gift_amount": 5})).await;
    for path in [contact, pledge, gift, task, bare] {
        let before = account.get(&path).await.ok();
        let request = account.request("PUT", &path).header("prefer", "handling=strict");
        let request = request.header("content-type", "application/json").body(before.raw_data());
        let after = Reply::to(request).await.ok();
        assert_eq!(after.header("ignored-fields"), None, "{path}");
        assert_eq!(but_updated_at(after.data()), but_updated_at(before.data()), "{path}");
    }
}

async fn a_read_record_can_be_copied_by_a_strict_caller(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let card = account.gift_type("card").await;
    let gift = json!({"gift_amount": 5, "contact_id": contact_id, "gift_type_id": card});
    let (gift, id) = account.record("gifts", gift).await;
    let read = account.get(&gift).await.ok().data().clone();
    let copy = strict(&account, "POST", "/gifts", &read).await.created();
    assert_eq!((&copy["contact"], &copy["giftType"]), (&read["contact"], &read["giftType"]));
    assert_ne!(copy.id(), id);
}

async fn a_refused_related_record_is_told_with_all_other_problems(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let before = api.state(&account).await;
    let body = json!({"gift_amount": 0, "contact": {"id": 1}, "contact_id": 999_999, "x": 1});
    let message = "x is not a field of this operation; gift_amount must not be 0; contact_id must be the id of a contact \
                   of this account; contact is not what the record has; send contact_id, or leave contact out";
    strict(&account, "POST", "/gifts", &body).await.failed(422, message);
    assert_eq!(api.state(&account).await, before);
}
