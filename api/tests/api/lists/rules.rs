//! The rules that the filters of all lists share: unknown values find nothing, malformed ones are refused, a range has
//! an order, and a list of values is written in two ways.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::records::RECEIVER;
use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    an_unknown_id_or_name_finds_nothing_anywhere,
    a_malformed_value_is_refused_everywhere,
    a_range_that_ends_before_it_begins_is_refused_everywhere,
    several_ids_are_accepted_wherever_a_list_has_a_filter_by_id,
    a_list_of_values_may_repeat_its_name,
);

/// Makes a record of each kind, with a link to a contact. Returns the ids of the contact and the pledge.
async fn filled(account: &Account) -> (i64, i64) {
    let org = json!({"contact_status": "donor", "contact_lname": "Engines", "contact_is_org": 1});
    let org = account.record("contacts", org).await.1;
    let contact = json!({"contact_status": "donor", "contact_lname": "Ada", "contact_org_id": org});
    let contact = account.record("contacts", contact).await.1;
    let pledge = account.record("pledges", json!({"contact_id": contact, "pledge_amount": 5})).await.1;
    let gift =
        json!({"contact_id": contact, "pledge_id": pledge, "gift_amount": 5, "gift_date": "2026-06-01"});
    account.record("gifts", gift).await;
    account.record("tasks", json!({"task_subject": "Call", "contact_id": contact})).await;
    account.record("webhooks", json!({"webhook_url": RECEIVER})).await;
    (contact, pledge)
}

async fn an_unknown_id_or_name_finds_nothing_anywhere(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    filled(&account).await;
    let foreign = other.contact().await;
    for id in [MISSING_ID, foreign] {
        for path in [
            "gifts?contact_id=",
            "gifts?pledge_id=",
            "pledges?contact_id=",
            "tasks?contact_id=",
            "contacts?org_id=",
            "events?record=contacts/",
        ] {
            assert_eq!(
                account.get(&format!("/{path}{id}")).await.ok().list(),
                [] as [Value; 0],
                "{path}{id}"
            );
        }
        let summary = account.get(&format!("/giving-summary?contact_id={id}&group_by=fund")).await.ok();
        assert_eq!((&summary["given"]["count"], &summary["by_currency"]), (&json!(0), &json!([])), "{id}");
    }
    for path in [
        "gifts?type=nope",
        "gifts?fund=nope",
        "gifts?campaign=nope",
        "contacts?tag=nope",
        "contacts?external_id=nope",
        "contacts?email=nope",
        "contacts?q=nope",
    ] {
        assert_eq!(account.get(&format!("/{path}")).await.ok().list(), [] as [Value; 0], "{path}");
    }
}

async fn a_malformed_value_is_refused_everywhere(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    filled(&account).await;
    for (path, field) in [
        ("gifts?contact_id=x", "contact_id"),
        ("gifts?pledge_id=0", "pledge_id"),
        ("gifts?contact_id=1,x", "contact_id"),
        ("gifts?currency=XYZ", "currency"),
        ("pledges?contact_id=-1", "contact_id"),
        ("tasks?contact_id=1.5", "contact_id"),
        ("tasks?type=nope", "type"),
        ("contacts?org_id=", "org_id"),
        ("contacts?status=nope", "status"),
        ("giving-summary?contact_id=x", "contact_id"),
        ("giving-summary?group_by=nope", "group_by"),
        ("events?record=nope/1", "record"),
        ("webhooks/1/deliveries?status=nope", "status"),
    ] {
        let reply = account.get(&format!("/{path}")).await;
        assert!(reply.status == 422 && reply.message().starts_with(field), "{path}: {}", reply.text);
    }
}

async fn a_range_that_ends_before_it_begins_is_refused_everywhere(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    filled(&account).await;
    let (day, before) = ("2026-06-02", "2026-06-01");
    let moment = |day: &str| format!("{day}T00:00:00Z");
    for (path, first, last, [later, earlier]) in [
        ("gifts", "from", "to", [day.to_owned(), before.to_owned()]),
        ("giving-summary", "from", "to", [day.to_owned(), before.to_owned()]),
        ("tasks", "due_from", "due_to", [day.to_owned(), before.to_owned()]),
        ("contacts", "last_gift_after", "last_gift_before", [day.to_owned(), before.to_owned()]),
        ("webhooks/1/deliveries", "since", "until", [moment(day), moment(before)]),
        ("gifts", "min_amount", "max_amount", ["5.01".to_owned(), "5".to_owned()]),
    ] {
        let verb = if first == "min_amount" { "be more than" } else { "lie after" };
        let reply = account.get(&format!("/{path}?{first}={later}&{last}={earlier}")).await;
        reply.failed(422, &format!("{first} must not {verb} {last}"));
        account.get(&format!("/{path}?{first}={later}&{last}={later}")).await.ok();
    }
}

async fn several_ids_are_accepted_wherever_a_list_has_a_filter_by_id(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, pledge) = filled(&account).await;
    let bob = account.contact().await;
    account.record("pledges", json!({"contact_id": bob, "pledge_amount": 5})).await;
    account.record("gifts", json!({"contact_id": bob, "gift_amount": 5})).await;
    account.record("gifts", json!({"gift_amount": 7})).await;
    account.record("tasks", json!({"task_subject": "Write", "contact_id": bob})).await;
    for (path, expected) in [
        (format!("gifts?contact_id={ada},{bob}"), 2),
        (format!("gifts?contact_id={ada},{bob}&pledge_id={pledge},{MISSING_ID}"), 1),
        (format!("pledges?contact_id={ada},{bob}"), 2),
        (format!("tasks?contact_id={ada},{bob}"), 2),
        (format!("contacts?org_id=1,{MISSING_ID}"), 1),
    ] {
        assert_eq!(account.get(&format!("/{path}")).await.ok().list().len(), expected, "{path}");
    }
}

async fn a_list_of_values_may_repeat_its_name(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for status in ["donor", "contact", "prospect", "donor"] {
        account.record("contacts", json!({"contact_status": status, "contact_lname": status})).await;
    }
    let list = account.get("/contacts?status=donor,contact").await.ok();
    assert_eq!(list.list().len(), 3);
    for query in
        ["status=donor&status=contact", "status=contact&limit=9&status=donor", "status=&status=donor,contact"]
    {
        assert_eq!(account.get(&format!("/contacts?{query}")).await.ok().list(), list.list(), "{query}");
    }
    // All values are kept from page to page.
    let page = account.get("/contacts?status=donor&status=contact&limit=2").await.ok();
    let next =
        page.header("link").unwrap().split(['<', '>']).nth(1).unwrap().strip_prefix("/api/v1").unwrap();
    assert_eq!(account.get(next).await.ok().list(), &list.list()[2..]);
    let wrong = account.get("/contacts?status=donor&status=nobody").await;
    wrong.failed(422, "status (nobody) must be one of contact, donor, prospect, archive, lapsed_donor");
    let summary = format!("/giving-summary?contact_id=1&contact_id={MISSING_ID}");
    account.get(&summary).await.ok();
    // A parameter for one value still takes only one.
    account.get("/contacts?type=person&type=person").await.failed(422, "type must be given only once");
}
