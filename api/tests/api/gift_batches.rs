//! Batches of gifts: what was counted by hand beside what was entered, their closing, and what a closed one keeps.

use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID};

mod files;
mod pages;

both_databases!(
    every_field_round_trips,
    defaults_of_a_batch_with_the_least_fields,
    put_changes_only_the_fields_that_are_sent,
    fields_of_a_batch_keep_their_rules,
    a_batch_counts_what_was_in_the_deposit,
    a_batch_is_closed_when_the_gifts_agree_or_with_a_reason,
    a_closed_batch_keeps_its_figures,
    what_a_deposit_shows_of_a_closed_batchs_gifts_stays,
    thanks_receipts_merges_and_erasures_reach_the_gifts_of_a_closed_batch,
    only_an_owner_reopens_a_batch,
    no_gift_slips_into_a_batch_that_is_being_closed,
    a_batch_has_one_currency,
    gifts_and_batches_are_found_by_their_filters,
    a_gift_of_a_batch_changes_with_its_event,
);

fn every_field() -> Value {
    json!({
        "batch_name": "Collection of 14 June",
        "batch_date": "2026-06-14",
        "batch_currency": "EUR",
        "batch_expected_count": 12,
        "batch_status": "closed",
        "batch_close_reason": "The box was locked",
        "batch_external_id": "crm-b-5",
        "batch_expected_total": 340.0,
    })
}

/// Makes a batch with these fields. Returns its path and its id.
async fn batch(account: &Account, fields: Value) -> (String, i64) {
    let mut body = json!({"batch_name": "Box"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    account.record("batches", body).await
}

/// Makes a gift in a batch. Returns its path.
async fn gift(account: &Account, batch_id: i64, amount: i64) -> String {
    account.record("gifts", json!({"gift_amount": amount, "batch_id": batch_id})).await.0
}

/// Closes a batch that agrees.
fn counted() -> Value {
    json!({"batch_status": "closed"})
}

/// Closes a batch, whatever is in it.
fn closed() -> Value {
    json!({"batch_status": "closed", "batch_close_reason": "Not counted"})
}

async fn every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = every_field();
    let created = account.post("/batches", sent.clone()).await.created();
    assert_eq!((&created.json["type"], created.header("ignored-fields")), (&json!("batches.create"), None));
    let path = format!("/batches/{}", created.id());
    let read = account.get(&path).await.ok();
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(&read[field.as_str()], value, "{field}");
    }
    can_be_sent_back(&account, &path).await;
    let put = account.put("/batches/by-external-id/crm-b-5", json!({"batch_name": "Box"})).await.ok();
    assert_eq!((put.id(), &put["batch_name"]), (created.id(), &json!("Box")));
    let since = account.get("/batches?updated_since=2026-01-01T00:00:00Z").await.ok();
    assert_eq!(since.header("ignored-parameters"), Some("\"updated_since\""), "there is no log to look in");
}

async fn defaults_of_a_batch_with_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let batch = account.post("/batches", json!({"batch_name": "Box"})).await.created();
    for (field, value) in [
        ("batch_date", json!("2026-06-15")),
        ("batch_currency", json!("USD")),
        ("batch_expected_count", Value::Null),
        ("batch_expected_total", Value::Null),
        ("batch_status", json!("open")),
        ("batch_close_reason", Value::Null),
        ("gift_count", json!(0)),
        ("gift_total", json!(0.0)),
    ] {
        assert_eq!(batch[field], value, "{field}");
    }
    assert_eq!(api.events(&account).await.len(), 0, "batches have no events");
}

async fn put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = batch(&account, json!({"batch_expected_total": 5, "batch_external_id": "b"})).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in [
        ("batch_name", json!("Boxes")),
        ("batch_expected_count", json!(3)),
        ("batch_expected_total", json!(7.5)),
        ("batch_expected_total", Value::Null),
        ("batch_external_id", Value::Null),
    ] {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    // Another currency keeps the amount, if it can.
    account.put(&path, json!({"batch_expected_total": 7})).await.ok();
    assert_eq!(account.put(&path, json!({"batch_currency": "JPY"})).await.ok()["batch_expected_total"], 7);
}

async fn fields_of_a_batch_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = batch(&account, json!({"batch_external_id": "b"})).await;
    refuses(
        &account,
        &path,
        &[
            ("batch_name", json!(""), "is required"),
            ("batch_date", json!("0206-06-14"), "must not lie before 1900-01-01"),
            ("batch_expected_count", json!(-1), "must be a whole number from 0 to 1000000"),
            ("batch_expected_total", json!(1.234), "has more than the 2 decimals of USD"),
            ("batch_status", json!("shut"), "must be one of open, closed"),
            ("batch_close_reason", json!("Lost"), "must be empty unless batch_status is closed"),
        ],
    )
    .await;
    let taken = account.post("/batches", json!({"batch_name": "Other", "batch_external_id": "b"})).await;
    taken.failed(409, "batch_external_id is taken");
}

async fn a_batch_counts_what_was_in_the_deposit(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({})).await;
    for (status, amount) in
        [("received", 50), ("refunded", 20), ("pending", 7), ("void", 3), ("received", -5)]
    {
        account.record("gifts", json!({"gift_amount": amount, "gift_status": status, "batch_id": id})).await;
    }
    account.record("gifts", json!({"gift_amount": 1000})).await;
    let read = account.get(&path).await.ok();
    assert_eq!((&read["gift_count"], &read["gift_total"]), (&json!(3), &json!(65.0)));
    // The list is another one after a gift, although the batch itself has not changed.
    let list = account.get("/batches").await.ok();
    let etag = list.header("etag").unwrap().to_owned();
    gift(&account, id, 1).await;
    let again = account.request("GET", "/batches").header("if-none-match", &etag).send().await.unwrap();
    assert_eq!(again.status(), 200);
}

async fn a_batch_is_closed_when_the_gifts_agree_or_with_a_reason(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({"batch_expected_count": 2, "batch_expected_total": 500})).await;
    gift(&account, id, 450).await;
    account.put(&path, counted()).await.failed(
        422,
        "batch_expected_count is 2, the gifts are 1: correct one or give batch_close_reason; \
         batch_expected_total is 500.00, the gifts come to 450.00: correct one or give batch_close_reason",
    );
    assert_eq!(account.get(&path).await.ok()["batch_status"], "open");
    gift(&account, id, 50).await;
    assert_eq!(account.put(&path, counted()).await.ok()["batch_status"], "closed");
    // Nobody has counted the next one, which is empty.
    let (path, _) = batch(&account, json!({"batch_expected_count": 1})).await;
    account.put(&path, counted()).await.failed(
        422,
        "batch_expected_count is 1, the gifts are 0: correct one or give batch_close_reason; \
         batch_expected_total is not set, the gifts come to 0.00: correct one or give batch_close_reason",
    );
    let reason = json!({"batch_status": "closed", "batch_close_reason": "One envelope was empty"});
    let with_reason = account.put(&path, reason).await.ok();
    assert_eq!(with_reason["batch_close_reason"], "One envelope was empty");
    // What is corrected in the same body counts.
    let (path, _) = batch(&account, json!({"batch_expected_count": 1})).await;
    let counted = json!({"batch_status": "closed", "batch_expected_count": 0, "batch_expected_total": 0});
    account.put(&path, counted).await.ok();
    let new = json!({"batch_name": "New", "batch_status": "closed", "batch_expected_count": 1, "batch_expected_total": 0});
    let message = "batch_expected_count is 1, the gifts are 0: correct one or give batch_close_reason";
    account.post("/batches", new).await.failed(422, message);
}

async fn a_closed_batch_keeps_its_figures(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = batch(&account, json!({"batch_expected_count": 0})).await;
    account.put(&path, closed()).await.ok();
    let rule =
        "must stay as it is while the batch is closed: an owner reopens it first, with batch_status open";
    for (field, value) in [
        ("batch_date", json!("2026-06-01")),
        ("batch_currency", json!("EUR")),
        ("batch_expected_count", json!(1)),
        ("batch_expected_total", json!(5)),
        ("batch_close_reason", json!("Late")),
    ] {
        account.put(&path, json!({field: value})).await.failed(422, &format!("{field} {rule}"));
    }
    can_be_sent_back(&account, &path).await;
    let renamed = account.put(&path, json!({"batch_name": "Box 2", "batch_external_id": "b2"})).await.ok();
    assert_eq!((&renamed["batch_name"], &renamed["batch_status"]), (&json!("Box 2"), &json!("closed")));
}

async fn what_a_deposit_shows_of_a_closed_batchs_gifts_stays(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({})).await;
    let (other, other_id) = batch(&account, json!({"batch_name": "Other"})).await;
    let in_it = gift(&account, id, 50).await;
    let outside = account.record("gifts", json!({"gift_amount": 5})).await.0;
    account.put(&path, closed()).await.ok();
    let enter = format!("batch_id must not be batch {id} (Box), which is closed: an owner reopens it first");
    let body = json!({"gift_amount": 5, "batch_id": id});
    account.post("/gifts", body.clone()).await.failed(422, &enter);
    account.put("/gifts/by-external-id/g", body).await.failed(422, &enter);
    account.put(&outside, json!({"batch_id": id})).await.failed(422, &enter);
    let stay = format!("must stay as it is while batch {id} (Box) is closed: an owner reopens it first");
    let (contact_id, gift_type_id) = (account.contact().await, account.gift_type("check").await);
    for (field, value) in [
        ("batch_id", Value::Null),
        ("batch_id", json!(other_id)),
        ("contact_id", json!(contact_id)),
        ("gift_amount", json!(51)),
        ("gift_currency", json!("EUR")),
        ("gift_date", json!("2026-06-01")),
        ("gift_type_id", json!(gift_type_id)),
        ("gift_status", json!("refunded")),
        ("gift_fund", json!("Roof")),
        ("gift_campaign", json!("Spring")),
        ("gift_check_number", json!("7")),
        ("gift_reference", json!("TX")),
    ] {
        account.put(&in_it, json!({field: value})).await.failed(422, &format!("{field} {stay}"));
    }
    can_be_sent_back(&account, &in_it).await;
    // All or nothing holds for it, too.
    let operations = json!([
        {"kind": "batches", "id": other_id, "body": closed()},
        {"kind": "gifts", "body": {"gift_amount": 5, "batch_id": other_id}},
    ]);
    let answers = account.post("/batch", json!({"operations": operations, "atomic": 1})).await.ok();
    assert_eq!(answers["failed_count"], 2, "{}", answers.text);
    assert_eq!(account.get(&other).await.ok()["batch_status"], "open");
}

async fn thanks_receipts_merges_and_erasures_reach_the_gifts_of_a_closed_batch(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({})).await;
    let (from, into) = (account.contact().await, account.contact().await);
    let body = json!({"gift_amount": 50, "contact_id": from, "batch_id": id, "gift_memo": "For Ada"});
    let (gift, _) = account.record("gifts", body).await;
    account.put(&path, closed()).await.ok();
    let thanks =
        json!({"gift_thanked_on": "2026-06-15", "gift_receipted_on": "2026-06-15", "gift_memo": "Thanks"});
    account.put(&gift, thanks).await.ok();
    account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
    assert_eq!(account.get(&gift).await.ok()["contact_id"], into);
    crate::erasure::report(&api, &account, into, false).await;
    let erased = account.get(&gift).await.ok();
    assert_eq!((&erased["gift_memo"], &erased["batch_id"]), (&Value::Null, &json!(id)));
    assert_eq!(account.get(&path).await.ok()["gift_total"], 50.0);
}

async fn only_an_owner_reopens_a_batch(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.account().await;
    let user = api.member(owner.id, "member").await;
    let key = api.new_key(owner.id, user.id).await;
    let member = api.account_with_key(owner.id, user.id, &key);
    let (path, id) = batch(&member, json!({"batch_expected_count": 3})).await;
    let in_it = gift(&member, id, 50).await;
    let reason = json!({"batch_status": "closed", "batch_close_reason": "Two were lost"});
    member.put(&path, reason).await.ok();
    let open = json!({"batch_status": "open"});
    let refused = member.put(&path, open.clone()).await;
    refused.failed(
        403,
        "batch_status stays closed: only an owner of the account reopens a batch, by a key of their own or on its page",
    );
    assert_eq!(refused.header("error-code"), Some("forbidden"));
    let file = format!("id,batch_name,batch_external_id,batch_status\n{id},Box,b,closed\n");
    member.put(&path, json!({"batch_external_id": "b"})).await.ok();
    let file = file.replace("closed", "open");
    let import = api.imported(&owner, "batches", &file).await;
    assert_eq!(import["failed_count"], 1, "no file reopens a batch: {}", import.text);
    assert_eq!(member.get(&path).await.ok()["batch_status"], "closed");
    let reopened = owner.put(&path, json!({"batch_status": "open", "batch_expected_count": 1})).await.ok();
    assert_eq!((&reopened["batch_status"], &reopened["batch_close_reason"]), (&json!("open"), &Value::Null));
    member.put(&in_it, json!({"gift_amount": 51})).await.ok();
    member.put(&path, closed()).await.ok();
    let audited = [
        format!("batch_closed batch {id}: Two were lost"),
        format!("batch_reopened batch {id}"),
        format!("batch_closed batch {id}: Not counted"),
    ];
    let mut all = api.audited(owner.id).await;
    all.retain(|entry| entry.starts_with("batch_"));
    assert_eq!(all, audited);
}

/// How often gifts and closings run into each other.
const ROUNDS: usize = 12;

async fn no_gift_slips_into_a_batch_that_is_being_closed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut closed_count = 0;
    for _ in 0..ROUNDS {
        let (path, id) = batch(&account, json!({"batch_expected_count": 3, "batch_expected_total": 3})).await;
        let moved = gift(&account, id, 1).await;
        gift(&account, id, 1).await;
        let write = async |n: usize| match n % 3 {
            0 => account.put(&path, counted()).await,
            1 if n == 4 => account.put(&moved, json!({"batch_id": null})).await,
            _ => account.post("/gifts", json!({"gift_amount": 1, "batch_id": id})).await,
        };
        let replies = join_all((0..9).map(write)).await;
        assert!(replies.iter().all(|reply| matches!(reply.status, 200 | 201 | 422)));
        let read = account.get(&path).await.ok();
        if read["batch_status"] == "closed" {
            closed_count += 1;
            assert_eq!(read["gift_count"], 3, "{}", read.text);
        }
        let listed = account.get(&format!("/gifts?batch_id={id}")).await.ok().list().len();
        assert_eq!(read["gift_count"], listed);
    }
    println!("{closed_count} of {ROUNDS} were closed");
}

async fn a_batch_has_one_currency(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = batch(&account, json!({"batch_currency": "EUR"})).await;
    let rule = "batch_id must be a batch in the gift's currency, and this one is in EUR";
    account.post("/gifts", json!({"gift_amount": 5, "batch_id": id})).await.failed(422, rule);
    let body = json!({"gift_amount": 5, "batch_id": id, "gift_currency": "EUR", "gift_status": "void"});
    let (gift, _) = account.record("gifts", body).await;
    account.put(&gift, json!({"gift_currency": "USD"})).await.failed(422, rule);
    let stays = "batch_currency must stay EUR while the batch has gifts";
    account.put(&path, json!({"batch_currency": "USD"})).await.failed(422, stays);
    account.put(&gift, json!({"batch_id": null, "gift_currency": "USD"})).await.ok();
    account.put(&path, json!({"batch_currency": "USD"})).await.ok();
    let unknown = "batch_id must be the id of a batch of this account";
    account.post("/gifts", json!({"gift_amount": 5, "batch_id": MISSING_ID})).await.failed(422, unknown);
}

async fn gifts_and_batches_are_found_by_their_filters(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, one) = batch(&account, json!({"batch_date": "2026-05-01", "batch_external_id": "b1"})).await;
    let (path, two) = batch(&account, json!({"batch_date": "2026-06-01"})).await;
    for (id, amount) in [(one, 1), (two, 2), (two, 3)] {
        gift(&account, id, amount).await;
    }
    account.record("gifts", json!({"gift_amount": 4})).await;
    account.put(&path, closed()).await.ok();
    for (query, count) in [
        (format!("/gifts?batch_id={one}"), 1),
        (format!("/gifts?batch_id={one},{two}"), 3),
        (format!("/gifts?batch_id={MISSING_ID}"), 0),
        ("/batches?status=open".to_owned(), 1),
        ("/batches?status=open,closed".to_owned(), 2),
        ("/batches?from=2026-05-02".to_owned(), 1),
        ("/batches?from=2026-05-01&to=2026-05-31".to_owned(), 1),
        ("/batches?external_id=b1".to_owned(), 1),
    ] {
        assert_eq!(account.get(&query).await.ok().list().len(), count, "{query}");
    }
    account.get("/batches?from=2026-06-01&to=2026-05-01").await.failed(422, "from must not lie after to");
}

async fn a_gift_of_a_batch_changes_with_its_event(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, id) = batch(&account, json!({})).await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5})).await;
    account.put(&gift, json!({"batch_id": id})).await.ok();
    let event: Value = serde_json::from_str(&api.last_event(&account).await.body).unwrap();
    assert_eq!((&event["changed"], &event["previous"]), (&json!(["batch_id"]), &json!({"batch_id": null})));
    assert_eq!(event["data"]["batch_id"], id);
}
