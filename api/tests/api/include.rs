//! The parameter `include`: what records show of others, in lists, reads, files, the event log and webhooks.

use std::sync::{Arc, Mutex};

use poem::web::{Data, Path};
use poem::{EndpointExt as _, Route, handler, post};
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::webhooks::guard::Guard;

use crate::support::delivery::Delivery;
use crate::support::{Account, Api, Http};

both_databases!(
    without_it_every_response_is_as_before,
    none_leaves_out_what_is_of_others_and_of_the_day,
    what_is_named_is_shown_and_nothing_else,
    the_lists_of_a_contact_are_as_a_read_of_the_contact_shows_them,
    giving_sums_received_gifts_and_credits_apart,
    a_file_has_the_columns_that_are_included,
    what_cannot_be_included_is_refused,
    the_event_log_includes_as_lists_do,
    a_webhook_gets_what_it_asks_for,
);

/// Makes a contact with lists, and a record of each kind that belongs to it. Returns the paths.
async fn story(account: &Account) -> Vec<String> {
    let contact = json!({
        "contact_status": "donor", "contact_lname": "King", "emails": [{"email_address": "a@x.example"}, {"email_address": "b@x.example"}],
        "phones": [{"phone_number": "1", "phone_extension": "2"}, {"phone_number": "3", "phone_primary": 1}],
        "addresses": [{"address_city": "London", "address_country": "GB", "address_street": "1 St"}],
    });
    let (contact, id) = account.record("contacts", contact).await;
    let cash = account.gift_type("cash").await;
    let (gift, _) =
        account.record("gifts", json!({"gift_amount": 5, "contact_id": id, "gift_type_id": cash})).await;
    let (pledge, _) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": id})).await;
    let (task, _) = account.record("tasks", json!({"task_subject": "Call", "contact_id": id})).await;
    vec![contact, gift, pledge, task]
}

fn names(record: &Value) -> Vec<&str> {
    record.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Returns the record of a path as its list shows it.
async fn listed(account: &Account, path: &str, include: &str) -> Value {
    let kind = path.split('/').nth(1).unwrap();
    account.get(&format!("/{kind}?include={include}")).await.ok().list()[0].clone()
}

async fn without_it_every_response_is_as_before(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for path in story(&account).await.iter().skip(1) {
        let record = account.get(path).await.ok().data().clone();
        assert_eq!(record["contact"]["contact_lname"], "King");
        assert_eq!(record["contact"].get("emails"), None);
        let kind = path.split('/').nth(1).unwrap();
        assert_eq!(account.get(&format!("/{kind}")).await.ok().list()[0], record);
    }
}

async fn none_leaves_out_what_is_of_others_and_of_the_day(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for path in story(&account).await {
        let whole = account.get(&path).await.ok().data().clone();
        let own = account.get(&format!("{path}?include=none")).await.ok().data().clone();
        let gone: Vec<_> = names(&whole).into_iter().filter(|name| own.get(name).is_none()).collect();
        let expected: &[&str] = match path.split('/').nth(1).unwrap() {
            "contacts" => &[],
            "gifts" => &["contact", "giftType"],
            "pledges" => &[
                "contact",
                "pledge_balance",
                "pledge_days_late",
                "pledge_expected_to_date",
                "pledge_next_due_date",
                "pledge_received_to_date",
                "pledge_state",
            ],
            _ => &["contact"],
        };
        assert_eq!(gone, expected, "{path}");
        assert!(own.as_object().unwrap().iter().all(|(name, value)| whole[name] == *value), "{own}");
        assert_eq!(listed(&account, &path, "none").await, own);
    }
}

async fn what_is_named_is_shown_and_nothing_else(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let gift = story(&account).await.remove(1);
    for (include, contact, gift_type) in [
        ("contact", true, false),
        ("giftType", false, true),
        ("contact,giftType", true, true),
        ("contact.emails", true, false),
    ] {
        for record in [
            listed(&account, &gift, include).await,
            account.get(&format!("{gift}?include={include}")).await.ok().data().clone(),
        ] {
            let shown = |name: &str| record.get(name).is_some_and(Value::is_object);
            assert_eq!((shown("contact"), shown("giftType")), (contact, gift_type), "{include}: {record}");
        }
    }
    let repeated = account.get(&format!("{gift}?include=contact&include=giftType")).await.ok();
    assert_eq!(repeated.data(), account.get(&gift).await.ok().data());
    let nobody = account.record("gifts", json!({"gift_amount": 5})).await.0;
    let nobody = account.get(&format!("{nobody}?include=contact.emails")).await.ok();
    assert_eq!(nobody.data()["contact"], Value::Null);
}

async fn the_lists_of_a_contact_are_as_a_read_of_the_contact_shows_them(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let paths = story(&account).await;
    let contact = account.get(&paths[0]).await.ok().raw_data();
    for path in &paths[1..] {
        let reply = account
            .get(&format!("{path}?include=contact.emails,contact.phones,contact.addresses"))
            .await
            .ok();
        for list in ["emails", "phones", "addresses"] {
            // Byte for byte, with the members in the same order.
            let of = |json: &str| {
                json.split_once(&format!("\"{list}\":[")).unwrap().1.split(']').next().unwrap().to_owned()
            };
            assert_eq!(of(&reply.raw_data()), of(&contact), "{path}");
        }
    }
}

async fn giving_sums_received_gifts_and_credits_apart(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (one, other) = (account.contact().await, account.contact().await);
    for (amount, date, more) in [
        ("10.50", "2026-01-02", json!({})),
        ("20", "2025-12-31", json!({"gift_soft_credits": [other]})),
        ("7", "2024-05-06", json!({})),
        ("100", "2026-02-02", json!({"gift_status": "pending"})),
        ("100", "2026-02-02", json!({"gift_currency": "EUR"})),
        ("-0.50", "2026-03-03", json!({})),
    ] {
        let mut gift = json!({"gift_amount": amount, "gift_date": date, "contact_id": one});
        gift.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        account.record("gifts", gift).await;
    }
    let list = account.get("/contacts?include=giving").await.ok();
    assert_eq!(
        list.list()[0]["giving"],
        json!({
            "currency": "USD", "total": 37.0, "count": 4, "first_date": "2024-05-06", "last_date": "2026-03-03", "largest": 20.0,
            "this_year": 10.0, "last_year": 20.0, "soft_credit_total": 0.0, "soft_credit_count": 0,
        })
    );
    assert_eq!(
        list.list()[1]["giving"],
        json!({
            "currency": "USD", "total": 0.0, "count": 0, "first_date": null, "last_date": null, "largest": 0.0,
            "this_year": 0.0, "last_year": 0.0, "soft_credit_total": 20.0, "soft_credit_count": 1,
        })
    );
    let read = account.get(&format!("/contacts/{one}?include=giving")).await.ok();
    assert_eq!(read.data()["giving"], list.list()[0]["giving"]);
    assert_eq!(account.get(&format!("/contacts/{one}")).await.ok().data().get("giving"), None);
}

/// Returns the rows of a file.
async fn file(account: &Account, path: &str) -> Vec<Vec<String>> {
    let request = account.request("GET", path).header("Accept", "text/csv");
    let text = request.send().await.unwrap().text().await.unwrap();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

async fn a_file_has_the_columns_that_are_included(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    story(&account).await;
    for kind in ["gifts", "pledges", "tasks"] {
        for audience in ["", "&for=excel"] {
            let whole = file(&account, &format!("/{kind}?limit=9{audience}")).await;
            let own = file(&account, &format!("/{kind}?include=none&limit=9{audience}")).await;
            let kept: Vec<_> =
                whole[0].iter().zip(&whole[1]).filter(|(name, _)| own[0].contains(name)).collect();
            assert!(own[0].len() < whole[0].len(), "{kind}: {own:?}");
            assert_eq!(kept, own[0].iter().zip(&own[1]).collect::<Vec<_>>());
            assert!(
                !own[0].iter().any(|name| name.contains("lname") || name.contains("Last name")),
                "{own:?}"
            );
        }
    }
    let giving = file(&account, "/contacts?include=giving").await;
    let for_people = file(&account, "/contacts?include=giving&for=excel").await;
    for (file, name) in [(giving, "giving_total"), (for_people, "Total given")] {
        let at = file[0].iter().position(|heading| heading == name).unwrap();
        assert_eq!((file[0].len(), file[1][at].as_str()), (file[1].len(), "5.00"));
        assert!(
            name == "giving_total" || !file[0].iter().any(|name| name.contains("giving_")),
            "{:?}",
            file[0]
        );
    }
}

async fn what_cannot_be_included_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    account.get("/tasks?include=giftType").await.failed(
        422,
        "include must be none, or of contact, contact.emails, contact.phones, contact.addresses",
    );
    account
        .get(&format!("/contacts/{contact}?include=contact"))
        .await
        .failed(422, "include must be none, or of giving");
    account
        .get("/gifts?include=none,contact")
        .await
        .failed(422, "include must be none alone, or what to show");
    account.get("/events?include=giving").await.failed(
        422,
        "include must be none, or of contact, contact.emails, contact.phones, contact.addresses, giftType",
    );
    let webhook =
        |include: Value| json!({"webhook_url": "https://93.184.215.14/", "webhook_include": include});
    account
        .post("/webhooks", webhook(json!(["giving"])))
        .await
        .failed(422, "webhook_include[0] must not be giving, which only lists and reads of contacts show");
    account
        .post("/webhooks", webhook(json!(["none", "contact"])))
        .await
        .failed(422, "webhook_include must be none alone, or what to show");
    let kept =
        account.post("/webhooks", webhook(json!(["contact.emails", "contact.emails"]))).await.created();
    assert_eq!(kept.data()["webhook_include"], json!(["contact.emails"]));
    let cleared = account.put(&format!("/webhooks/{}", kept.id()), json!({"webhook_include": []})).await.ok();
    assert_eq!(cleared.data()["webhook_include"], json!([]));
}

async fn the_event_log_includes_as_lists_do(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let paths = story(&account).await;
    api.settle().await;
    for include in ["none", "contact.emails", "contact"] {
        let events = account.get(&format!("/events?include={include}")).await.ok();
        for (path, event) in paths.iter().zip(events.list()) {
            let include = if path.contains("contacts") { "none" } else { include };
            let read = account.get(&format!("{path}?include={include}")).await.ok();
            assert_eq!(&event["data"], read.data(), "{include}");
        }
        let one = &events.list()[1];
        let read =
            account.get(&format!("/events/{}?include={include}", one["id"].as_str().unwrap())).await.ok();
        assert_eq!(read.data(), one);
    }
}

/// The names of webhooks, and the events that they got.
type Received = Arc<Mutex<Vec<(String, Value)>>>;

#[handler]
#[allow(clippy::needless_pass_by_value, reason = "poem hands the body over")]
fn take(Path(name): Path<String>, body: String, Data(received): Data<&Received>) {
    received.lock().unwrap().push((name, serde_json::from_str(&body).unwrap()));
}

async fn a_webhook_gets_what_it_asks_for(db: TestDb) {
    let received = Received::default();
    let receiver = Http::serve(Route::new().at("/:name", post(take)).data(received.clone()));
    let api = Api::start_with(db, |app| app.guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()])).await;
    let account = api.account().await;
    for (name, more) in [
        ("plain", json!({})),
        ("bare", json!({"webhook_include": ["none"]})),
        ("emails", json!({"webhook_events": ["gifts.*"], "webhook_include": ["contact.emails"]})),
        ("changes", json!({"webhook_events": ["gifts.*", "tasks.create"], "webhook_skip_unchanged": 1})),
    ] {
        let mut webhook = json!({"webhook_url": format!("http://{}/{name}", receiver.address)});
        webhook.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        account.record("webhooks", webhook).await;
    }
    let webhooks = account.get("/webhooks").await.ok();
    assert_eq!(webhooks.list()[2]["webhook_events"], json!(["gifts.*"]));
    let text = r#"SELECT 1 FROM webhooks WHERE webhook_events = '["gifts.*","gifts.create","gifts.update"]'"#;
    assert_eq!(api.query(text, vec![]).await.len(), 1, "a dispatcher of the version before reads it too");
    let gift = story(&account).await.remove(1);
    account.put(&gift, json!({"gift_amount": 5})).await.ok();
    account.put(&gift, json!({"gift_amount": 6})).await.ok();
    let delivery = Delivery::start(&api, api.app.secrets_key.clone());
    delivery
        .finish(
            &api,
            "SELECT 1 FROM outbox UNION ALL SELECT 1 FROM deliveries WHERE delivery_status = 'pending'",
        )
        .await;
    let received = received.lock().unwrap();
    let of = |wanted: &str| {
        let of = received.iter().filter(|(name, _)| name == wanted).map(|(_, event)| event);
        let mut of: Vec<_> = of.collect();
        of.sort_by_key(|event| event["id"].to_string());
        of
    };
    assert_eq!((of("plain").len(), of("bare").len()), (6, 6));
    assert_eq!(of("plain")[1]["data"]["giftType"]["gift_type_name"], "cash");
    assert!(of("bare").iter().all(|event| event["data"].get("contact").is_none()));
    let emails = of("emails");
    assert_eq!(emails.len(), 3);
    assert_eq!(emails[0]["data"]["contact"]["emails"][0]["email_address"], "a@x.example");
    let types: Vec<_> = of("changes")
        .iter()
        .map(|event| (&event["type"], &event["sequence"]))
        .map(|(kind, n)| format!("{kind}{n}"))
        .collect();
    assert_eq!(types, ["\"gifts.create\"1", "\"tasks.create\"1", "\"gifts.update\"3"]);
}
