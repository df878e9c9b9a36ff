//! The OpenAPI document: it is committed, served and shown as it is generated.

use std::collections::BTreeSet;

use api::resources::kinds::KINDS;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::events::include::Included;
use shared::values::choices::{Choice, EventType, Include};

use crate::support::document::{operations, served};
use crate::support::{Account, Api, records};

both_databases!(
    the_committed_document_is_up_to_date_and_served,
    the_document_names_the_service_if_its_address_is_known,
    the_document_is_complete,
    spec_4_every_endpoint_of_the_specification_is_there,
    the_events_are_described_for_consumers_too,
    the_document_names_exactly_the_fields_of_each_response,
    every_operation_has_examples_and_a_description,
    responses_link_to_what_can_be_done_with_their_records,
    generators_of_clients_can_use_every_schema,
    a_client_that_sends_what_the_document_names_no_more_is_understood,
);

const COMMITTED: &str = include_str!("../../../openapi/openapi.json");

async fn the_committed_document_is_up_to_date_and_served(db: TestDb) {
    let api = Api::start(db).await;
    let generated = api::openapi::document(&api::router::service(&api.app));
    assert!(
        format!("{generated:#}\n") == COMMITTED,
        "openapi/openapi.json is out of date; update it with: cargo run -- openapi > openapi/openapi.json"
    );
    assert_eq!(served(&api.http).await, generated);
    let generated = api::openapi::to_3_0(generated);
    assert_eq!(generated["openapi"], "3.0.3");
    let response = api.http.request("GET", "/openapi-3.0.json").send().await.unwrap();
    assert_eq!(response.headers()["access-control-allow-origin"], "*");
    assert_eq!(serde_json::from_str::<Value>(&response.text().await.unwrap()).unwrap(), generated);
}

async fn the_events_are_described_for_consumers_too(db: TestDb) {
    let api = Api::start(db).await;
    let response = api.http.request("GET", "/asyncapi.json").send().await.unwrap();
    let document: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    assert_eq!(document["asyncapi"], "3.0.0");
    let messages = |channel: &str| -> BTreeSet<_> {
        document["channels"][channel]["messages"].as_object().unwrap().keys().cloned().collect()
    };
    let mut events: BTreeSet<_> = EventType::ALL.iter().map(|event| event.as_str().to_owned()).collect();
    assert_eq!(messages("exchange"), events);
    events.insert("webhooks.ping".to_owned());
    assert_eq!(messages("webhook"), events);
    let headers = &document["components"]["schemas"]["WebhookHeaders"]["required"];
    assert_eq!(headers, &json!(["webhook-id", "webhook-signature", "webhook-timestamp"]));
    // Every reference leads somewhere, and nothing is there for nothing.
    let mut referred = BTreeSet::new();
    each_object(&document, "", &mut |_, object| {
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
            referred.extend(reference.strip_prefix("#/components/schemas/").map(str::to_owned));
        }
    });
    let schemas = document["components"]["schemas"].as_object().unwrap();
    assert_eq!(referred, schemas.keys().cloned().collect());
    let enumerations = ["ContactStatus", "Flag", "Via"];
    assert!(enumerations.iter().all(|name| schemas[*name]["enum"].is_array()), "{schemas:?}");
}

async fn the_document_names_the_service_if_its_address_is_known(db: TestDb) {
    let address = "https://almoner.example";
    let api = Api::start_with(db, |app| app.public_url = Some(address.to_owned())).await;
    for path in ["/openapi.json", "/openapi-3.0.json"] {
        let response = api.http.request("GET", path).send().await.unwrap();
        let document: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
        assert_eq!(document["servers"], json!([{"url": format!("{address}/api/v1")}]), "{path}");
    }
}

async fn the_document_is_complete(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    assert_eq!(document["openapi"], "3.1.0");
    let key = &document["components"]["securitySchemes"]["api_key"];
    assert_eq!(
        (&key["type"], &key["in"], &key["name"]),
        (&json!("apiKey"), &json!("query"), &json!("api_key"))
    );

    let events: Vec<_> = document["webhooks"].as_object().unwrap().keys().collect();
    // Receivers know these names, so they are written out here: none may be lost or renamed with its kind.
    let expected = [
        "contacts.create",
        "contacts.update",
        "gifts.create",
        "gifts.update",
        "imports.finished",
        "pledges.create",
        "pledges.update",
        "tasks.create",
        "tasks.update",
        "webhooks.disabled",
        "webhooks.failing",
        "webhooks.ping",
    ];
    assert_eq!(events, expected);
    for kind in records::kinds() {
        assert!(document["paths"].get(format!("/imports/{kind}")).is_some(), "{kind} has no import");
    }

    let operations = operations(&document);
    assert!(
        operations.len() >= 34,
        "six resources, the summary, and what webhooks and events have: {operations:?}"
    );
    for operation in &operations {
        let described = &document["paths"][&operation.path][operation.method.to_lowercase()];
        let responses = described["responses"].as_object().unwrap();
        for status in ["400", "403", "414", "415", "429", "431", "500", "503"] {
            assert!(responses.contains_key(status), "{operation:?} {status}");
        }
        assert_eq!(responses.contains_key("404"), operation.has_id(), "{operation:?}");
        let has_body = operation.needs_body || !operation.body.is_null();
        for status in ["408", "413"] {
            assert_eq!(responses.contains_key(status), has_body, "{operation:?} {status}");
        }
        let takes = |component: &str| {
            let reference = json!({"$ref": format!("#/components/parameters/{component}")});
            described["parameters"].as_array().is_some_and(|parameters| parameters.contains(&reference))
        };
        let (is_read, is_put) = (operation.method == "GET", operation.method == "PUT");
        assert_eq!(
            (responses.contains_key("304"), takes("IfNoneMatch")),
            (is_read, is_read),
            "{operation:?}"
        );
        let is_change = is_put || operation.path.ends_with("/merge");
        assert_eq!(
            (responses.contains_key("412"), takes("IfMatch")),
            (is_change, is_change),
            "{operation:?}"
        );
        let may_create = is_put && operation.path.contains("/by-external-id/");
        assert_eq!(
            (is_put && responses.contains_key("201"), takes("OnlyNew")),
            (may_create, may_create),
            "{operation:?}"
        );
        // These change nothing that they would change twice.
        let is_repeatable = operation.path.ends_with("/test") || operation.path == "/account/reset";
        let is_kept = operation.method != "GET" && !is_repeatable;
        assert_eq!(takes("IdempotencyKey"), is_kept, "{operation:?}");
        assert_eq!(responses.contains_key("409"), operation.method != "GET", "{operation:?}");
        assert_eq!(described["security"], json!([{"bearer": []}, {"api_key": []}]), "{operation:?}");
        assert!(described["operationId"].is_string() && described["summary"].is_string(), "{operation:?}");
    }
    let mut properties = 0;
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        for (property, described) in schema["properties"].as_object().into_iter().flatten() {
            properties += 1;
            let envelope = name == "Failure";
            assert!(
                envelope || described["description"].is_string() || described["$ref"].is_string(),
                "{name}.{property}"
            );
        }
    }
    assert!(properties >= 200, "{properties}: six resources, as they are sent and as they are read");
}

async fn spec_4_every_endpoint_of_the_specification_is_there(db: TestDb) {
    let api = Api::start(db).await;
    let operations = operations(&served(&api.http).await);
    let mut expected = vec!["GET /giving-summary".to_owned()];
    for kind in ["contacts", "gifts", "pledges", "tasks"] {
        for (method, id) in [("GET", ""), ("POST", ""), ("GET", "/{id}"), ("PUT", "/{id}")] {
            expected.push(format!("{method} /{kind}{id}"));
        }
    }
    assert_eq!(expected.len(), 17);
    for name in expected {
        assert!(operations.iter().any(|one| format!("{} {}", one.method, one.path) == name), "{name}");
    }
}

/// Returns the reports and their parts, by the names of their schemas.
async fn reports(account: &Account) -> Vec<(&'static str, Value)> {
    let mut reports = Vec::new();
    for (path, name, year, [part, name_of_part]) in [
        ("donors", "DonorReport", "DonorYear", ["new", "DonorGroup"]),
        ("giving", "GivingReport", "GivingYear", ["year_before", "YearBefore"]),
        ("pledges", "PledgeReport", "PledgeYear", ["open", "OpenPledges"]),
    ] {
        let report = account.get(&format!("/reports/{path}")).await.ok().data().clone();
        let first = report["years"][0].clone();
        let part = first.get(part).unwrap_or(&report[part]).clone();
        reports.extend([(name, report), (year, first), (name_of_part, part)]);
    }
    reports
}

async fn the_document_names_exactly_the_fields_of_each_response(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let document = served(&api.http).await;
    let contact_id = account.contact().await;
    let schema = |name: &str| document["components"]["schemas"][name].clone();
    let mut found = vec![("GivingSummary", account.get("/giving-summary").await.ok().data().clone())];
    let others = [("GiftType", "gift-types"), ("SavedList", "lists"), ("WebhookWithSecret", "webhooks")];
    for (name, kind) in KINDS.iter().map(|kind| (kind.schema, kind.path)).chain(others) {
        let mut body = records::least(kind, contact_id);
        let all = match kind {
            "contacts" => {
                json!({"tags": ["a"], "emails": [{"email_address": "a@x.example"}], "phones": [{"phone_number": "1"}],
                       "addresses": [{}], "familyMembers": [{}],
                       "profilePicture": {"picture_url": "https://x.example/a.jpg"}})
            }
            "gifts" => json!({"gift_type_id": account.gift_type("cash").await}),
            _ => json!({}),
        };
        body.as_object_mut().unwrap().extend(all.as_object().unwrap().clone());
        let created = account.post(&format!("/{kind}"), body).await.created();
        if name == "WebhookWithSecret" {
            found.push((
                "Webhook",
                account.get(&format!("/webhooks/{}", created.id())).await.ok().data().clone(),
            ));
        }
        found.push((name, created.data().clone()));
    }
    let delivery = records::record(&api, &account, "deliveries").await;
    api.attempt(&account, delivery.parse().unwrap(), "success").await;
    let delivery = account.get(&format!("/deliveries/{delivery}")).await.ok();
    let deliveries = account.get(&format!("/webhooks/{}/deliveries", delivery["webhook_id"])).await.ok();
    found.push(("Delivery", deliveries.list()[0].clone()));
    found.push(("DeliveryWithAttempts", delivery.data().clone()));
    let webhook = records::record(&api, &account, "webhooks").await;
    let tried = account.post(&format!("/webhooks/{webhook}/test"), json!({})).await.ok();
    found.push(("WebhookTest", tried.data().clone()));
    for (name, kind) in [("Recovery", "recoveries"), ("Event", "events")] {
        let id = records::record(&api, &account, kind).await;
        let data = account.get(&format!("/{kind}/{id}")).await.ok().data().clone();
        // An event is one of those that `type` names.
        let schema = document["components"]["schemas"][name]["discriminator"]["mapping"]
            .get(data["type"].as_str().unwrap_or_default());
        let name = schema.map_or(name, |schema| schema.as_str().unwrap().rsplit('/').next().unwrap());
        found.push((name, data));
    }
    let import = account.import("contacts", "contact_status,x\ndonor,1\n").await.created();
    found.push(("ImportWithProblems", import.data().clone()));
    found.push(("ImportProblem", import["problems"][0].clone()));
    found.push(("Import", account.get("/imports").await.ok().list()[0].clone()));
    let data = |name: &str| found.iter().find(|(one, _)| *one == name).unwrap().1.clone();
    let mut nested = vec![
        ("ContactFields", data("Gift")["contact"].clone()),
        ("GiftType", data("Gift")["giftType"].clone()),
        ("Attempt", data("DeliveryWithAttempts")["attempts"][0].clone()),
    ];
    for (name, list) in [
        ("Tag", "tags"),
        ("Email", "emails"),
        ("Phone", "phones"),
        ("Address", "addresses"),
        ("FamilyMember", "familyMembers"),
    ] {
        nested.push((name, data("Contact")[list][0].clone()));
    }
    nested.push(("Picture", data("Contact")["profilePicture"].clone()));
    for (name, part) in
        [("Given", "given"), ("Pledged", "pledged"), ("Expected", "expected"), ("Late", "late")]
    {
        nested.push((name, data("GivingSummary")[part].clone()));
    }
    nested.extend(reports(&account).await);
    let nothing = Included::of(Some(vec![Include::None]));
    for (name, data) in found.iter().chain(&nested) {
        let keys = |value: &Value| {
            let members = value.as_object().unwrap_or_else(|| panic!("{name} is no object: {value}"));
            members.keys().cloned().collect::<BTreeSet<_>>()
        };
        // What only `include` shows, or only some events have.
        let included: &[&str] = match *name {
            "Contact" => &["giving"],
            "ContactFields" => &["emails", "phones", "addresses"],
            _ => &[],
        };
        let mut expected = keys(&schema(name)["properties"]);
        expected.retain(|name| !included.contains(&name.as_str()));
        assert_eq!(keys(data), expected, "{name}");
        // Every field of a record is always present, but for what `include=none` leaves out.
        let schema = schema(name);
        let required = schema["required"].as_array().unwrap().iter();
        let required: BTreeSet<_> = required.map(|key| key.as_str().unwrap().to_owned()).collect();
        let mut expected = keys(data);
        if name.ends_with("Event") {
            // Older events have these four.
            expected.retain(|member| ["id", "type", "timestamp", "data"].contains(&member.as_str()));
        }
        if KINDS.iter().any(|kind| kind.schema == *name) {
            expected.retain(|member| nothing.shows(member));
        }
        assert_eq!(required, expected, "{name}");
    }
}

async fn every_operation_has_examples_and_a_description(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    let json = |described: &Value| described["content"]["application/json"].clone();
    for operation in operations(&document) {
        let described = &document["paths"][&operation.path][operation.method.to_lowercase()];
        assert!(described["description"].is_string(), "{operation:?}");
        let body = json(&described["requestBody"]);
        assert_eq!(body["example"].is_object(), !operation.body.is_null(), "{operation:?}");
        for (status, response) in described["responses"].as_object().unwrap() {
            let reference = response["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
            let response = reference.map_or(response, |path| document.pointer(path).unwrap());
            let example = &json(response)["example"];
            if status == "304" {
                assert!(response["content"].is_null(), "it has no body");
                continue;
            }
            assert_eq!(example["success"], status.starts_with('2'), "{operation:?} {status}: {example}");
            if !status.starts_with('2') {
                assert_eq!(example["data"], json!([]), "{status}");
                assert!(!example["message"].as_str().unwrap().is_empty(), "{status}");
            }
        }
    }
}

async fn responses_link_to_what_can_be_done_with_their_records(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    let links = |path: &str, method: &str, status: &str| {
        let response = document["paths"][path][method]["responses"][status].as_object();
        let response = response.unwrap_or_else(|| panic!("no {method} {path} {status}"));
        response
            .get("links")
            .map_or_else(serde_json::Map::default, |links| links.as_object().unwrap().clone())
    };
    let names = |links: &serde_json::Map<String, Value>| links.keys().cloned().collect::<Vec<_>>().join(" ");
    let created = links("/contacts", "post", "201");
    assert_eq!(names(&created), "keepApart mergeContact readContact readStatement updateContact");
    assert_eq!(
        created["readContact"],
        json!({"operationId": "readContact", "parameters": {"id": "$response.body#/data/id"}})
    );
    let listed = links("/contacts", "get", "200");
    assert_eq!(listed["updateContact"]["parameters"]["id"], "$response.body#/data/0/id");
    let changed = links("/contacts/{id}", "put", "200");
    assert_eq!(names(&changed), "keepApart mergeContact readContact readStatement");
    assert_eq!(names(&links("/webhooks/{id}/recover", "post", "201")), "readRecovery");
    assert_eq!(names(&links("/webhooks/{id}/deliveries", "get", "200")), "readDelivery redeliver");
    assert!(names(&links("/webhooks", "post", "201")).contains("rotateWebhookSecret"));
    assert!(links("/giving-summary", "get", "200").is_empty());
}

/// Calls a function with every object of the document, and the path to it.
fn each_object(value: &Value, path: &str, check: &mut dyn FnMut(&str, &serde_json::Map<String, Value>)) {
    match value {
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                each_object(item, &format!("{path}/{i}"), check);
            }
        }
        Value::Object(object) => {
            check(path, object);
            for (name, member) in object.iter().filter(|(name, _)| !name.starts_with("example")) {
                each_object(member, &format!("{path}/{name}"), check);
            }
        }
        _ => {}
    }
}

async fn generators_of_clients_can_use_every_schema(db: TestDb) {
    let api = Api::start(db).await;
    let document = served(&api.http).await;
    let mut numbers = 0;
    each_object(&document, "", &mut |path, object| {
        let is = |name: &str| object.get("type") == Some(&json!(name));
        assert!(
            !(is("boolean") && object.contains_key("const")),
            "{path}: no constant of a generator is a boolean"
        );
        assert_ne!(
            object.get("additionalProperties"),
            Some(&json!(false)),
            "{path}: later versions have more fields"
        );
        if is("number") {
            numbers += 1;
            assert_eq!(object["format"], "double", "{path}: in Go, a number is a float of 32 bits");
        }
        let is_body =
            ["Create", "Update"].iter().any(|end| path.ends_with(end)) || path.contains("/requestBody/");
        if is_body && let Some(Value::Object(properties)) = object.get("properties") {
            for (name, property) in properties {
                let alternatives = property["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
                let is_plain = matches!(alternatives, [] | [_, _]) && property["items"]["anyOf"].is_null();
                assert!(is_plain, "{path} {name}: a generator makes a type of its own for alternatives");
                assert!(
                    alternatives.get(1).is_none_or(|null| *null == json!({"type": "null"})),
                    "{path} {name}"
                );
            }
        }
    });
    assert!(numbers > 20, "{numbers}");

    let schemas = document["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        // In Go, NewX is the function that makes an X.
        assert!(name.strip_prefix("New").is_none_or(|rest| !schemas.contains_key(rest)), "{name}");
    }
    let tags = |section: &str| -> BTreeSet<_> {
        let items = document[section]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|item| item.as_object().unwrap().values());
        items.map(|operation| operation["tags"][0].as_str().unwrap()).collect()
    };
    let shared: Vec<_> = tags("paths").intersection(&tags("webhooks")).copied().collect();
    assert_eq!(shared, [""; 0], "a generator writes one file for each tag");
    let described: BTreeSet<_> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(described, &tags("paths") | &tags("webhooks"));
}

async fn a_client_that_sends_what_the_document_names_no_more_is_understood(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account
        .post(
            "/contacts",
            json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_do_not_call": true,
                   "contact_birthday": "", "profilePicture": "", "tags": ["a", {"id": 7, "tag_name": "b"}],
                   "phones": [{"phone_number": "1", "phone_primary": false}, {"phone_number": "2", "phone_primary": true}]}),
        )
        .await
        .created();
    assert_eq!(
        (&contact["contact_do_not_call"], &contact["contact_birthday"], &contact["profilePicture"]),
        (&json!(1), &Value::Null, &Value::Null)
    );
    let names: Vec<_> = contact["tags"].as_array().unwrap().iter().map(|tag| &tag["tag_name"]).collect();
    assert_eq!(names, ["a", "b"]);
    let (first, second) = (&contact["phones"][0], &contact["phones"][1]);
    assert_eq!((&first["phone_primary"], &second["phone_primary"]), (&json!(0), &json!(1)));

    let gift =
        json!({"gift_amount": "1e2", "contact_id": contact.id(), "pledge_id": "", "gift_anonymous": true});
    let gift = account.post("/gifts", gift).await.created();
    assert_eq!((&gift["gift_amount"], &gift["gift_anonymous"]), (&json!(100.0), &json!(1)));

    // An item of a change needs only its id and what changes, which the document does not say either.
    let changes = json!({"phones": [{"id": first["id"], "phone_extension": "9"}]});
    let changed = account.put(&format!("/contacts/{}", contact.id()), changes).await.ok();
    assert_eq!(
        (&changed["phones"][0]["phone_number"], &changed["phones"][0]["phone_extension"]),
        (&json!("1"), &json!("9"))
    );
}
