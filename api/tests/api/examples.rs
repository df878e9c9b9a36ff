//! The examples of the document are the service's answers: the test tells it one small story, and every request and
//! response of the story is the example of its operation. So totals, states and dates agree with each other.

use std::collections::BTreeSet;
use std::path::Path;

use api::accounts::Actor;
use api::error::AppError;
use api::http::server::ServerLimits;
use api::resources::sandboxes;
use bench::deployment::Receiver;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Map, Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::webhooks::guard::Guard;

use crate::support::delivery::Delivery;
use crate::support::document::served;
use crate::support::{Account, Api, NOW, Reply};

mod unlike;

use unlike::Unlike;

both_databases!(the_examples_are_what_the_service_answers_to_one_story, the_examples_agree_with_each_other);

/// The examples in the document: the body of the request, if there is one, and the response of each operation; the body
/// that receivers get of each event; and each error.
const EXAMPLES: &str = include_str!("../../src/openapi/examples.json");

const UNFINISHED: &str = "SELECT 1 WHERE EXISTS (SELECT 1 FROM outbox)
    OR EXISTS (SELECT 1 FROM recoveries WHERE recovery_status = 'running')
    OR EXISTS (SELECT 1 FROM deliveries WHERE delivery_status = 'pending')";

/// A story while it is told.
struct Story {
    api: Api,
    account: Account,
    document: Value,
    receiver: Receiver,
    operations: Map<String, Value>,
    errors: Map<String, Value>,
}

impl Story {
    async fn begin(db: TestDb) -> Self {
        let guard = Guard::new(vec!["127.0.0.0/8".parse().unwrap()]);
        let api = Api::start_with(db, |app| app.guard = guard).await;
        let account = api.account().await;
        let named = "UPDATE accounts SET name = 'Riverside Trust'";
        api.execute(named, Vec::new()).await;
        let document = served(&api.http).await;
        let receiver = Receiver::start().await.unwrap();
        Self { api, account, document, receiver, operations: Map::new(), errors: Map::new() }
    }

    /// Sends a request, and keeps it and its response as the example of an operation. `id` is that of the path, and
    /// `query` follows it.
    async fn tell(&mut self, operation: &str, (id, query): (&str, &str), body: Option<Value>) -> Value {
        let paths = self.document["paths"].as_object().unwrap();
        let operations = paths.iter().flat_map(|(path, item)| {
            item.as_object().unwrap().iter().map(move |(method, one)| (path, method, one))
        });
        let (path, method, _) = operations
            .into_iter()
            .find(|(_, _, one)| one["operationId"] == operation)
            .unwrap_or_else(|| panic!("no operation {operation}"));
        let path = format!("{}{query}", path.replace("{id}", id).replace("{external_id}", id));
        let text = body.as_ref().map_or_else(String::new, Value::to_string);
        let reply = self.account.send(&method.to_uppercase(), &path, text).await;
        assert!(matches!(reply.status, 200 | 201), "{operation}: {}", reply.text);
        assert_eq!(reply.header("ignored-fields"), None, "{operation}");
        self.keep(operation, body, &reply.json);
        reply.json["data"].clone()
    }

    fn keep(&mut self, operation: &str, request: Option<Value>, response: &Value) {
        let mut example = json!({"response": response});
        if let Some(request) = request {
            example["request"] = request;
        }
        assert!(self.operations.insert(operation.to_owned(), example).is_none(), "{operation} is told twice");
    }

    /// Delivers all events, and waits until their deliveries have ended.
    async fn deliver(&self) {
        let delivery = Delivery::start(&self.api, self.api.app.secrets_key.clone());
        delivery.finish(&self.api, UNFINISHED).await;
    }

    /// Returns the examples that the document must have.
    async fn end(self) -> Value {
        let mut events = Map::new();
        self.api.settle().await;
        for event in self.account.get("/events?limit=1000").await.ok().list() {
            events.entry(event["type"].as_str().unwrap()).or_insert(event.clone());
        }
        let ping = self.receiver.received().into_iter().map(|received| received.body);
        let ping = ping.map(|body| serde_json::from_str::<Value>(&body).unwrap());
        let ping = ping.into_iter().find(|body| body["type"] == "webhooks.ping").unwrap();
        events.insert("webhooks.ping".to_owned(), ping);
        let mut examples = json!({"operations": self.operations, "events": events, "errors": self.errors});
        Unlike::new(&self.receiver.url).replace(&mut examples);
        examples
    }
}

/// Tells the story of a donor: her pledge, three gifts towards it, and a call to thank her.
async fn tell(db: TestDb) -> Value {
    let mut story = Story::begin(db).await;
    let plain = ("", "");
    story.api.turn_to("2026-03-31T09:00:00Z");
    let url = story.receiver.url.clone();
    let webhook = json!({"webhook_url": url, "webhook_description": "Accounting",
        "webhook_events": ["gifts.create", "gifts.update"]});
    story.tell("createWebhook", plain, Some(webhook)).await;
    let contact = json!({
        "contact_status": "prospect", "contact_fname": "Ada", "contact_lname": "Lovelace",
        "contact_salutation": "Dear Ada", "contact_external_id": "crm-1", "contact_newsletter": "email",
        "contact_custom": {"shirt": "M"}, "tags": ["volunteer"],
        "emails": [{"email_address": "ada@lovelace.example"}],
        "phones": [{"phone_type": "mobile", "phone_number": "+44 20 7946 0000"}],
        "addresses": [{"address_street": "12 St James's Square", "address_city": "London",
            "address_postal_code": "SW1Y 4JH", "address_country": "GB"}],
        "familyMembers": [{"family_fname": "Byron", "family_relationship": "child", "family_birthday": "1836-05-12"}],
        "profilePicture": {"picture_url": "https://lovelace.example/ada.jpg"},
    });
    story.tell("createContact", plain, Some(contact)).await;
    let pledge = json!({"contact_id": 1, "pledge_amount": 50.00, "pledge_frequency": "monthly",
        "pledge_start_date": "2026-03-31", "pledge_end_date": "2027-02-28", "pledge_fund": "General",
        "pledge_external_id": "crm-p-7"});
    story.tell("createPledge", plain, Some(pledge)).await;
    let gift = |reference: &str| {
        json!({"contact_id": 1, "pledge_id": 1, "gift_amount": 50.00, "gift_type_id": 3, "gift_fund": "General",
            "gift_campaign": "Spring appeal", "gift_reference": reference})
    };
    story.account.post("/gifts", gift("TX-75")).await.created();
    story.api.turn_to("2026-04-30T10:30:00Z");
    story.account.post("/gifts", gift("TX-76")).await.created();

    story.api.turn_to(NOW);
    story.tell("createGift", plain, Some(gift("TX-77"))).await;
    story
        .tell(
            "updateContact",
            ("1", ""),
            Some(json!({"contact_status": "donor", "contact_nickname": "Countess"})),
        )
        .await;
    story.tell("updatePledge", ("1", ""), Some(json!({"pledge_notes": "Wants to raise it next year"}))).await;
    let task = json!({"contact_id": 1, "gift_id": 3, "task_subject": "Thank Ada for her gift", "task_type": "thank",
        "task_due_date": "2026-06-16", "task_due_time": "10:00", "task_priority": "high"});
    story.tell("createTask", plain, Some(task)).await;
    let done = json!({"task_done": 1, "task_result": "received"});
    story.tell("updateTask", ("1", ""), Some(done)).await;
    story.tell("updateGift", ("3", ""), Some(json!({"gift_thanked_on": "2026-06-15"}))).await;
    story.deliver().await;

    story.tell("readAccount", plain, None).await;
    story.tell("listContacts", plain, None).await;
    story.tell("readContact", ("1", ""), None).await;
    story.tell("listGifts", plain, None).await;
    story.tell("readGift", ("3", ""), None).await;
    story.tell("listPledges", plain, None).await;
    story.tell("readPledge", ("1", ""), None).await;
    story.tell("listTasks", plain, None).await;
    story.tell("readTask", ("1", ""), None).await;
    story.tell("readGivingSummary", ("", "?group_by=month"), None).await;
    story.tell("readDonorReport", ("", "?from_year=2025"), None).await;
    story.tell("readGivingReport", ("", "?from_year=2025"), None).await;
    story.tell("readPledgeReport", ("", "?from_year=2025"), None).await;
    story.tell("listMembers", plain, None).await;
    story.tell("listTags", plain, None).await;

    let list = json!({"list_name": "Top donors", "list_kind": "contacts",
        "list_filter": {"given_min": "50", "sort": "-given_total"}, "list_columns": ["First name", "Last name", "Email"]});
    let list = story.tell("createSavedList", plain, Some(list)).await;
    let id = list["id"].to_string();
    story.tell("updateSavedList", (&id, ""), Some(json!({"list_shared": 1}))).await;
    story.tell("listSavedLists", plain, None).await;
    story.tell("readSavedList", (&id, ""), None).await;
    let gift_type = story.tell("createGiftType", plain, Some(json!({"gift_type_name": "legacy"}))).await;
    let id = gift_type["id"].to_string();
    story.tell("updateGiftType", (&id, ""), Some(json!({"gift_type_name": "bequest"}))).await;
    story.tell("listGiftTypes", plain, None).await;
    story.tell("readGiftType", (&id, ""), None).await;

    story.tell("listWebhooks", plain, None).await;
    story.tell("readWebhook", ("1", ""), None).await;
    story.tell("listDeliveries", ("1", "?limit=2"), None).await;
    story.tell("readDelivery", ("1", ""), None).await;
    story.tell("redeliver", ("1", ""), None).await;
    let month = json!({"since": "2026-06-01T00:00:00Z"});
    story.tell("recoverWebhook", ("1", ""), Some(month)).await;
    story.deliver().await;
    story.tell("readRecovery", ("1", ""), None).await;
    story.tell("testWebhook", ("1", ""), None).await;
    story.tell("rotateWebhookSecret", ("1", ""), Some(json!({"overlap_hours": 48}))).await;
    story.tell("updateWebhook", ("1", ""), Some(json!({"webhook_rate_limit": 10}))).await;

    story.api.settle().await;
    let page = story.tell("listEvents", ("", "?limit=1"), None).await;
    let first = page[0]["id"].as_str().unwrap().to_owned();
    story.tell("readEvent", (&first, ""), None).await;

    tell_of_files_and_of_a_contact_who_came_twice(&mut story).await;
    tell_of_the_sandbox(&mut story).await;
    tell_of_failures(&mut story).await;
    story.end().await
}

async fn tell_of_files_and_of_a_contact_who_came_twice(story: &mut Story) {
    for (kind, operation, file) in [
        (
            "contacts",
            "importContacts",
            "contact_status,contact_fname,contact_lname,contact_external_id,emails,tags\n\
             donor,Grace,Hopper,crm-2,grace@navy.example,volunteer;board\n\
             prospect,Edsger,Dijkstra,crm-3,edsger@x.example,\n",
        ),
        (
            "gifts",
            "importGifts",
            "gift_amount,gift_date,gift_type,contact_external_id,gift_external_id\n25.00,2026-06-14,check,crm-1,crm-g-1\n",
        ),
        (
            "pledges",
            "importPledges",
            "contact_external_id,pledge_amount,pledge_frequency,pledge_start_date,pledge_external_id\n\
             crm-1,120.00,yearly,2026-07-01,crm-p-8\n",
        ),
        (
            "tasks",
            "importTasks",
            "task_subject,task_type,task_due_date,contact_external_id,task_external_id\n\
             Invite Ada to the summer fair,call,2026-07-01,crm-1,crm-t-1\n",
        ),
        (
            "households",
            "importHouseholds",
            "household_name,member_external_ids,member_roles,household_external_id\n\
             Edsger Dijkstra,crm-3,head,crm-h-4\n",
        ),
        ("funds", "importFunds", "fund_name,fund_code,fund_external_id\nScholarships,4010,crm-f-3\n"),
        (
            "campaigns",
            "importCampaigns",
            "campaign_name,campaign_goal,campaign_start_date,campaign_end_date,campaign_external_id\n\
             Summer fair,8000.00,2026-06-01,2026-08-31,crm-c-3\n",
        ),
        (
            "batches",
            "importGiftBatches",
            "batch_name,batch_date,batch_expected_count,batch_expected_total,batch_external_id\n\
             Cheques of June,2026-06-12,12,340.00,crm-b-5\n",
        ),
    ] {
        let queued = story.account.import(kind, file).await.created();
        story.keep(operation, Some(file.into()), &queued.json);
        while api::resources::imports::worker::step(&story.api.app).await.unwrap() {}
    }
    let wrong = "contact_status,contact_lname\nprospect,Knuth\nnobody,Turing\n";
    let wrong = story.account.import("contacts", wrong).await.created().id().to_string();
    while api::resources::imports::worker::step(&story.api.app).await.unwrap() {}
    story.tell("listImports", ("", ""), None).await;
    story.tell("readImport", (&wrong, ""), None).await;
    story.tell("listImportRows", (&wrong, ""), None).await;
    story.tell("undoImport", (&wrong, ""), None).await;
    while api::resources::imports::worker::step(&story.api.app).await.unwrap() {}

    tell_of_a_household(story).await;
    tell_of_purposes(story).await;
    tell_of_a_batch(story).await;

    // She gave once more under her initial, and became a second contact.
    let twice = json!({
        "contact_status": "donor", "contact_fname": "A.", "contact_lname": "Lovelace",
        "emails": [{"email_address": "Ada@Lovelace.example"}],
    });
    let twice = story.account.post("/contacts", twice).await.created().id();
    let gift = json!({"contact_id": twice, "gift_amount": 20.00, "gift_fund": "General"});
    story.account.post("/gifts", gift).await.created();
    story.tell("listDuplicates", ("", ""), None).await;
    story
        .tell("mergeContact", ("1", ""), Some(json!({"from_id": twice, "keep": {"contact_fname": "into"}})))
        .await;
    story.tell("readStatement", ("1", "?year=2026"), None).await;
    let operations = json!([
        {"kind": "contacts", "external_id": "crm-3", "body": {"contact_newsletter": "both"}},
        {"kind": "gifts", "external_id": "crm-g-1", "body": {"gift_memo": "For the roof"}},
    ]);
    story.tell("runBatch", ("", ""), Some(json!({"operations": operations}))).await;

    for (operation, external_id, change) in [
        ("putContact", "crm-3", json!({"contact_newsletter": "email"})),
        ("putGift", "crm-g-1", json!({"gift_status": "refunded"})),
        ("putPledge", "crm-p-8", json!({"pledge_status": "paused"})),
        ("putTask", "crm-t-1", json!({"task_done": 1})),
        ("putHousehold", "crm-h-4", json!({"household_joint": 0})),
        ("putFund", "crm-f-3", json!({"fund_active": 0})),
        ("putCampaign", "crm-c-3", json!({"campaign_goal": 9000.00})),
        ("putGiftBatch", "crm-b-5", json!({"batch_expected_count": 13})),
    ] {
        story.tell(operation, (external_id, ""), Some(change)).await;
    }
}

/// Two people live together, and stay two when one of them moves out.
async fn tell_of_a_household(story: &mut Story) {
    let members =
        json!([{"contact_id": 1, "member_role": "head"}, {"contact_id": 2, "member_role": "partner"}]);
    let household = json!({"household_name": "Ada Lovelace and Grace Hopper", "members": members});
    let id = story.tell("createHousehold", ("", ""), Some(household)).await["id"].to_string();
    let own = json!({"household_salutation": "Dear Ada and Grace"});
    story.tell("updateHousehold", (&id, ""), Some(own)).await;
    story.tell("listHouseholds", ("", ""), None).await;
    story.tell("readHousehold", (&id, ""), None).await;
    story.tell("keepApart", ("1", ""), Some(json!({"contact_id": 2, "apart": 1}))).await;
}

/// A collection is counted, entered and closed.
async fn tell_of_a_batch(story: &mut Story) {
    let batch = json!({"batch_name": "Collection of 14 June", "batch_date": "2026-06-14", "batch_expected_count": 1, "batch_expected_total": 25});
    let id = story.tell("createGiftBatch", ("", ""), Some(batch)).await["id"].to_string();
    let gift =
        json!({"gift_amount": 25.00, "gift_date": "2026-06-14", "batch_id": id.parse::<i64>().unwrap()});
    story.account.post("/gifts", gift).await.created();
    story.tell("updateGiftBatch", (&id, ""), Some(json!({"batch_status": "closed"}))).await;
    story.tell("listGiftBatches", ("", ""), None).await;
    story.tell("readGiftBatch", (&id, ""), None).await;
}

/// A fund and a campaign turn out to be written in two ways.
async fn tell_of_purposes(story: &mut Story) {
    for (kind, one, name, twice) in
        [("Fund", "fund", "Roof", "The roof"), ("Campaign", "campaign", "Spring appeal 2026", "Spring 2026")]
    {
        let field = format!("{one}_name");
        let id = story.tell(&format!("create{kind}"), ("", ""), Some(json!({&field: name}))).await["id"]
            .to_string();
        let same = story.account.post(&format!("/{one}s"), json!({&field: twice})).await.created().id();
        story.tell(&format!("merge{kind}"), (&id, ""), Some(json!({"from_id": same}))).await;
        let code = json!({format!("{one}_code"): "R26"});
        story.tell(&format!("update{kind}"), (&id, ""), Some(code)).await;
        story.tell(&format!("list{kind}s"), ("", ""), None).await;
        story.tell(&format!("read{kind}"), (&id, ""), None).await;
    }
}

/// The id of a request that fails for a reason that only the log gives.
const REQUEST_ID: &str = "019a9c5e4b7a7cc28b6d4a1f0e9d8c7b";

/// A developer tries things out in the sandbox, and then empties it.
async fn tell_of_the_sandbox(story: &mut Story) {
    let (api, owner) = (&story.api, &story.account);
    let actor = Actor { user_id: Some(owner.user_id), ..Actor::operator(api.app.clock.now_ms()) };
    let sandbox = sandboxes::create(&api.app, actor, AccountScope::new(owner.id)).await.unwrap().account_id();
    let key = api.new_key(sandbox, owner.user_id).await;
    let sandbox = api.account_with_key(sandbox, owner.user_id, &key);
    let account = std::mem::replace(&mut story.account, sandbox);
    story.tell("resetAccount", ("", ""), None).await;
    story.account = account;
    let settings = json!({"account_name": "Riverside Relief Trust", "account_status_follows_gifts": 1});
    story.tell("updateAccount", ("", ""), Some(settings)).await;
}

async fn tell_of_failures(story: &mut Story) {
    let Story { account, api, errors, .. } = story;
    let contact = |method: &str, path: &str| {
        account
            .request(method, path)
            .header(CONTENT_TYPE, "application/json")
            .header("x-request-id", REQUEST_ID)
    };
    let known = r#"{"contact_status": "donor", "contact_lname": "King", "contact_external_id": "crm-1"}"#;
    for (name, status, request) in [
        ("BadRequest", 400, contact("POST", "/contacts").body("{\"contact_status\": \"donor\" contact")),
        ("Forbidden", 403, api.http.request("GET", "/api/v1/contacts")),
        ("NotFound", 404, contact("GET", "/contacts/999999")),
        ("Conflict", 409, contact("POST", "/contacts").body(known)),
        ("PreconditionFailed", 412, contact("PUT", "/contacts/1").header("if-match", "\"1-a\"").body("{}")),
        ("PayloadTooLarge", 413, contact("POST", "/contacts").body(" ".repeat((1 << 20) + 1))),
        ("QueryTooLong", 414, contact("GET", &format!("/contacts?q={}", "x".repeat(8 * 1024)))),
        (
            "UnsupportedMediaType",
            415,
            account.request("POST", "/contacts").header(CONTENT_TYPE, "text/plain"),
        ),
        ("Invalid", 422, contact("POST", "/contacts").body("{}")),
        ("HeadTooLarge", 431, contact("GET", "/contacts").header("x-long", "x".repeat(32 * 1024))),
    ] {
        let reply = Reply::to(request).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.text);
        errors.insert(name.to_owned(), reply.json);
    }
    api.execute("ALTER TABLE tasks RENAME TO gone", Vec::new()).await;
    let failed = Reply::to(contact("GET", "/tasks")).await;
    api.execute("ALTER TABLE gone RENAME TO tasks", Vec::new()).await;
    assert_eq!(failed.status, 500, "{}", failed.text);
    errors.insert("InternalServerError".to_owned(), failed.json);
    // Make these directly, because they take long or need another service.
    let down = sea_orm::DbErr::ConnectionAcquire(sea_orm::ConnAcquireErr::Timeout);
    let slow = ServerLimits::default().too_slow();
    for (name, status, error) in [
        ("TooSlow", 408, AppError::from_body_error("body", &slow)),
        ("TooManyRequests", 429, AppError::TooManyRequests { retry_after_s: 3 }),
        ("Unavailable", 503, AppError::from(down)),
    ] {
        let response = error.into_envelope(REQUEST_ID);
        assert_eq!(response.status(), status, "{name}");
        let body = response.into_body().into_vec().await.unwrap();
        errors.insert(name.to_owned(), serde_json::from_slice(&body).unwrap());
    }
    let documented = story.document["components"]["responses"].as_object().unwrap();
    let documented = documented.iter().filter(|(_, one)| !one["content"].is_null()).map(|(name, _)| name);
    assert_eq!(story.errors.keys().collect::<BTreeSet<_>>(), documented.collect());
}

async fn the_examples_are_what_the_service_answers_to_one_story(db: TestDb) {
    let told = Box::pin(tell(db)).await;
    if serde_json::from_str::<Value>(EXAMPLES).unwrap() != told {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples.json");
        std::fs::write(&file, format!("{told:#}\n")).unwrap();
        panic!(
            "the examples are out of date; compare them with what the service answers now, and update them:\n\
             cp {} api/src/openapi/examples.json && cargo run -- openapi > openapi/openapi.json",
            file.display()
        );
    }
}

async fn the_examples_agree_with_each_other(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    let example = |path: &str, method: &str| {
        let responses = document["paths"][path][method]["responses"].as_object().unwrap();
        let (_, success) = responses.iter().find(|(status, _)| status.starts_with('2')).unwrap();
        success["content"]["application/json"]["example"]["data"].clone()
    };
    let cents = |amount: &Value| (amount.as_f64().unwrap() * 100.0).round();
    let (contact, pledge) = (example("/contacts/{id}", "get"), example("/pledges/{id}", "get"));
    let (gifts, summary) = (example("/gifts", "get"), example("/giving-summary", "get"));
    let gifts = gifts.as_array().unwrap();
    assert!(gifts.len() > 1 && gifts.is_sorted_by(|a, b| a["gift_date"].as_str() >= b["gift_date"].as_str()));
    let total: f64 = gifts.iter().map(|gift| cents(&gift["gift_amount"])).sum();
    let months: f64 = summary["periods"].as_array().unwrap().iter().map(|month| cents(&month["total"])).sum();
    assert!((total - cents(&summary["given"]["total"])).abs() < 0.5, "{summary}");
    assert!((total - months).abs() < 0.5, "{summary}");
    assert!((total - cents(&pledge["pledge_received_to_date"])).abs() < 0.5, "{pledge}");
    assert_eq!(summary["given"]["count"], gifts.len());
    for gift in gifts {
        assert_eq!((&gift["contact_id"], &gift["pledge_id"]), (&contact["id"], &pledge["id"]));
        assert_eq!(gift["contact"]["contact_lname"], contact["contact_lname"]);
    }
    assert_eq!(pledge["contact"]["contact_nickname"], contact["contact_nickname"]);
    let created = &document["webhooks"]["gifts.create"]["post"]["requestBody"]["content"]["application/json"]
        ["example"];
    assert_eq!(
        (&created["type"], &created["data"]["id"]),
        (&json!("gifts.create"), &gifts[gifts.len() - 1]["id"])
    );
}
