//! Funds and campaigns: records whose names gifts and pledges have.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::imports::counts;
use crate::support::fields::{but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID};

mod pages;

both_databases!(
    every_field_round_trips,
    defaults_of_the_least_fields,
    put_changes_only_the_fields_that_are_sent,
    a_goal_is_in_the_currency_of_the_campaign,
    a_renamed_fund_renames_its_gifts_and_pledges_without_events,
    a_name_is_free_again_after_a_rename,
    two_become_one,
    a_closed_list_takes_no_other_name,
    a_file_brings_funds_and_their_names_are_taken_once,
    a_name_without_a_record_makes_one_when_it_is_used,
    gifts_beside_a_rename_have_a_name_that_is_a_record,
);

fn every_field(kind: &str) -> Value {
    let mut body = json!({
        "name": "Scholarships", "code": "4010", "description": "Fees\nand books", "active": 0, "external_id": "crm-2",
    });
    if kind == "campaign" {
        let more = json!({
            "goal": 25000.5, "currency": "EUR", "start_date": "2026-03-01", "end_date": "2026-05-31",
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    }
    body.as_object().unwrap().iter().map(|(name, value)| (format!("{kind}_{name}"), value.clone())).collect()
}

async fn every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for kind in ["fund", "campaign"] {
        let sent = every_field(kind);
        let created = account.post(&format!("/{kind}s"), sent.clone()).await.created();
        assert_eq!(created.json["type"], format!("{kind}s.create"));
        let path = format!("/{kind}s/{}", created.id());
        let read = account.get(&path).await.ok();
        for (field, value) in sent.as_object().unwrap() {
            assert_eq!(&read[field.as_str()], value, "{field}");
        }
        can_be_sent_back(&account, &path).await;
        let put = format!("/{kind}s/by-external-id/crm-2");
        let changed = account.put(&put, json!({format!("{kind}_active"): 1})).await.ok();
        assert_eq!((changed.id(), &changed[format!("{kind}_active").as_str()]), (created.id(), &json!(1)));
    }
    assert_eq!(api.events(&account).await.len(), 0, "funds and campaigns have no events");
}

async fn defaults_of_the_least_fields(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let fund = account.post("/funds", json!({"fund_name": "General"})).await.created();
    for (field, value) in [
        ("fund_code", Value::Null),
        ("fund_active", json!(1)),
        ("gift_count", json!(0)),
        ("pledge_count", json!(0)),
    ] {
        assert_eq!(fund[field], value, "{field}");
    }
    let campaign = account.post("/campaigns", json!({"campaign_name": "Spring"})).await.created();
    for (field, value) in [
        ("campaign_goal", Value::Null),
        ("campaign_currency", json!("USD")),
        ("campaign_received", json!(0.0)),
    ] {
        assert_eq!(campaign[field], value, "{field}");
    }
}

async fn put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, _) = account.record("campaigns", every_field("campaign")).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in [
        ("campaign_name", json!("Spring")),
        ("campaign_code", Value::Null),
        ("campaign_goal", json!(7.0)),
        ("campaign_goal", Value::Null),
    ] {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    let rules = [
        ("campaign_name", json!(""), "is required"),
        ("campaign_goal", json!(0), "must be greater than 0"),
        ("campaign_goal", json!(-5), "must be greater than 0"),
        ("campaign_start_date", json!("2026-06-01"), "must not lie after campaign_end_date"),
    ];
    refuses(&account, &path, &rules).await;
}

async fn a_goal_is_in_the_currency_of_the_campaign(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({"campaign_name": "Spring", "campaign_goal": 100.5});
    let (path, _) = account.record("campaigns", body).await;
    account
        .put(&path, json!({"campaign_currency": "JPY"}))
        .await
        .failed(422, "campaign_goal has more than the 0 decimals of JPY");
    let changed = account.put(&path, json!({"campaign_currency": "JPY", "campaign_goal": 100})).await.ok();
    assert_eq!((&changed["campaign_goal"], &changed["campaign_currency"]), (&json!(100), &json!("JPY")));
    for (amount, currency, status) in
        [(50, "JPY", "received"), (7, "JPY", "received"), (9, "USD", "received"), (3, "JPY", "pending")]
    {
        let gift = json!({
            "gift_amount": amount, "gift_currency": currency, "gift_status": status, "gift_campaign": "SPRING",
        });
        account.post("/gifts", gift).await.created();
    }
    let read = account.get(&path).await.ok();
    assert_eq!((&read["campaign_received"], &read["gift_count"]), (&json!(57), &json!(4)));
}

/// Makes a gift with a fund, and returns its path.
async fn gift(account: &Account, fund: &str) -> String {
    account.record("gifts", json!({"gift_amount": 5, "gift_fund": fund})).await.0
}

async fn fund_named(account: &Account, name: &str) -> Value {
    account.get(&format!("/funds?name={name}")).await.ok().list()[0].clone()
}

async fn a_renamed_fund_renames_its_gifts_and_pledges_without_events(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (first, second) = (gift(&account, "Scholarship").await, gift(&account, "General").await);
    let theirs = gift(&other, "Scholarship").await;
    let contact_id = account.contact().await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_fund": "scholarship"});
    let (pledge, _) = account.record("pledges", pledge).await;
    let before = account.get(&first).await.ok();
    let list = account.get("/gifts").await.ok();
    let events = api.events(&account).await.len();
    let id = fund_named(&account, "SCHOLARSHIP").await["id"].clone();
    let renamed = account.put(&format!("/funds/{id}"), json!({"fund_name": "Scholarships"})).await.ok();
    assert_eq!((&renamed["gift_count"], &renamed["pledge_count"]), (&json!(1), &json!(1)));
    let after = account.get(&first).await.ok();
    assert_eq!(after["gift_fund"], "Scholarships");
    assert_ne!((after.header("etag"), &after["updated_at"]), (before.header("etag"), &before["updated_at"]));
    assert_eq!(account.get(&pledge).await.ok()["pledge_fund"], "Scholarships");
    assert_eq!(account.get(&second).await.ok()["gift_fund"], "General");
    assert_eq!(other.get(&theirs).await.ok()["gift_fund"], "Scholarship");
    assert_ne!(account.get("/gifts").await.ok().header("etag"), list.header("etag"));
    assert_eq!(api.events(&account).await.len(), events);
    // What comes next tells the new name as the one before.
    account.put(&first, json!({"gift_memo": "x"})).await.ok();
    let last = api.events(&account).await.last().unwrap().clone();
    let last: Value = serde_json::from_str(&last.body).unwrap();
    assert_eq!(last["changed"], json!(["gift_memo"]));
    for query in ["fund=scholarships", "fund=SCHOLARSHIPS"] {
        assert_eq!(account.get(&format!("/gifts?{query}")).await.ok().list().len(), 1, "{query}");
    }
    assert_eq!(account.get("/gifts?fund=scholarship").await.ok().list().len(), 0);
    let summary = account.get("/giving-summary?group_by=fund").await.ok();
    let names: Vec<_> = summary["periods"].as_array().unwrap().iter().map(|one| &one["period"]).collect();
    assert_eq!(names, ["General", "Scholarships"]);
    let taken = account.put(&format!("/funds/{id}"), json!({"fund_name": "GENERAL"})).await;
    taken.failed(409, "fund_name is taken");
}

async fn a_name_is_free_again_after_a_rename(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, "roof").await;
    let id = fund_named(&account, "roof").await["id"].clone();
    // Only the spelling changes.
    account.put(&format!("/funds/{id}"), json!({"fund_name": "Roof"})).await.ok();
    assert_eq!(account.get(&gift(&account, "ROOF").await).await.ok()["gift_fund"], "Roof");
    account.put(&format!("/funds/{id}"), json!({"fund_name": "Building"})).await.ok();
    let anew = gift(&account, "ROOF").await;
    assert_eq!(account.get(&anew).await.ok()["gift_fund"], "ROOF");
    let counts = [fund_named(&account, "building").await, fund_named(&account, "roof").await];
    assert_eq!(counts.map(|fund| fund["gift_count"].clone()), [json!(2), json!(1)]);
}

async fn two_become_one(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (first, second) = (gift(&account, "Scholarship").await, gift(&account, "Scholarships").await);
    let from = fund_named(&account, "scholarship").await["id"].clone();
    let into = fund_named(&account, "scholarships").await["id"].clone();
    let path = format!("/funds/{into}/merge");
    let foreign = {
        gift(&other, "Theirs").await;
        fund_named(&other, "theirs").await["id"].clone()
    };
    for (from_id, rule) in [
        (Value::Null, "from_id is required"),
        (into.clone(), "from_id must be the id of another fund"),
        (foreign.clone(), "from_id must be the id of a fund of this account"),
        (json!(MISSING_ID), "from_id must be the id of a fund of this account"),
    ] {
        account.post(&path, json!({"from_id": from_id})).await.failed(422, rule);
    }
    account.post(&format!("/funds/{foreign}/merge"), json!({"from_id": from})).await.failed(404, "Not Found");
    let stale = account.request("POST", &path).header("If-Match", "\"1-00\"");
    let stale = stale.header("Content-Type", "application/json").body(json!({"from_id": from}).to_string());
    assert_eq!(stale.send().await.unwrap().status(), 412);
    let merged = account.post(&path, json!({"from_id": from})).await.ok();
    assert_eq!((&merged["fund_name"], &merged["gift_count"]), (&json!("Scholarships"), &json!(2)));
    assert_eq!(merged.json["type"], "funds.merge");
    for gift in [first, second] {
        assert_eq!(account.get(&gift).await.ok()["gift_fund"], "Scholarships");
    }
    account.get(&format!("/funds/{from}")).await.failed(404, "Not Found");
    assert_eq!(account.get("/gifts?fund=SCHOLARSHIPS").await.ok().list().len(), 2);

    for campaign in ["Spring", "Spring 26"] {
        account.post("/gifts", json!({"gift_amount": 5, "gift_campaign": campaign})).await.created();
    }
    let ids: Vec<_> =
        account.get("/campaigns").await.ok().list().iter().map(|one| one["id"].clone()).collect();
    let merged = account.post(&format!("/campaigns/{}/merge", ids[0]), json!({"from_id": ids[1]})).await.ok();
    assert_eq!((&merged["campaign_received"], &merged["gift_count"]), (&json!(10.0), &json!(2)));
}

async fn a_closed_list_takes_no_other_name(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let general = gift(&account, "General").await;
    account.post("/funds", json!({"fund_name": "Scholarships"})).await.created();
    let old = account.post("/funds", json!({"fund_name": "Organ", "fund_active": 0})).await.created().id();
    account.put("/account", json!({"account_funds_closed": 1})).await.ok();
    let with = |fund: &str| json!({"gift_amount": 5, "gift_fund": fund, "gift_campaign": "Anything"});
    let created = account.post("/gifts", with("scholarships")).await.created();
    assert_eq!(
        (&created["gift_fund"], &created["gift_campaign"]),
        (&json!("Scholarships"), &json!("Anything"))
    );
    let near = "gift_fund must be a fund on the list of this account, such as Scholarships: add a new one to the list first";
    let far = "gift_fund must be a fund on the list of this account: add a new one to the list first";
    let inactive =
        "gift_fund must be an active fund of this account: choose another, or make this one active";
    for (fund, rule) in [("Scholarship", near), ("Zebras", far), ("organ", inactive)] {
        account.post("/gifts", with(fund)).await.failed(422, rule);
        account.put(&general, json!({"gift_fund": fund})).await.failed(422, rule);
    }
    let contact_id = account.contact().await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_fund": "Zebras"});
    let of_pledge = far.replace("gift_fund", "pledge_fund");
    account.post("/pledges", pledge).await.failed(422, &of_pledge);
    let file = "gift_amount,gift_fund\n1,Scholarship\n2,general\n";
    assert_eq!(counts(&api.imported(&account, "gifts", file).await), [1, 0, 1]);
    // What has an inactive fund keeps it.
    api.execute("UPDATE gifts SET gift_fund = 'Organ' WHERE gift_fund = 'General'", vec![]).await;
    account.put(&general, json!({"gift_memo": "x", "gift_fund": "Organ"})).await.ok();
    account.put(&format!("/funds/{old}"), json!({"fund_active": 1})).await.ok();
    account.post("/gifts", with("organ")).await.created();

    account.put("/account", json!({"account_funds_closed": 0, "account_campaigns_closed": 1})).await.ok();
    account.post("/gifts", with("Zebras")).await.created();
    let other = json!({"gift_amount": 5, "gift_campaign": "Other"});
    let rule =
        "gift_campaign must be a campaign on the list of this account: add a new one to the list first";
    account.post("/gifts", other).await.failed(422, rule);
}

async fn a_file_brings_funds_and_their_names_are_taken_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, "General").await;
    let file =
        "fund_name,fund_code,fund_external_id\nRoof,1,a\nROOF,2,b\ngeneral,3,c\nOrgan,4,d\nRoofs,5,a\n";
    let import = api.imported(&account, "funds", file).await;
    assert_eq!(counts(&import), [2, 1, 2]);
    for (i, row) in [3, 4].into_iter().enumerate() {
        let problem = &import["problems"][i];
        let message = "fund_name is taken: give the record that has it the external id of this row first";
        assert_eq!((&problem["row"], &problem["message"]), (&json!(row), &json!(message)));
    }
    let listed = account.get("/funds").await.ok();
    let names: Vec<_> = listed.list().iter().map(|fund| fund["fund_name"].clone()).collect();
    assert_eq!(names, ["General", "Organ", "Roofs"]);
}

async fn a_name_without_a_record_makes_one_when_it_is_used(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = gift(&account, "General").await;
    // As a program of the version before leaves it.
    api.execute("DELETE FROM funds", vec![]).await;
    assert_eq!(account.get("/funds").await.ok().list().len(), 0);
    assert_eq!(account.get("/gifts?fund=general").await.ok().list().len(), 1);
    gift(&account, "General").await;
    assert_eq!(fund_named(&account, "general").await["gift_count"], 2);
    assert_eq!(account.get(&path).await.ok()["gift_fund"], "General");
}

async fn gifts_beside_a_rename_have_a_name_that_is_a_record(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, "A").await;
    let id = fund_named(&account, "a").await["id"].clone();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let account = account.clone();
        tasks.spawn(async move {
            for _ in 0..5 {
                gift(&account, "a").await;
            }
        });
    }
    for name in ["B", "A", "C", "A", "D"] {
        let renamed = account.put(&format!("/funds/{id}"), json!({"fund_name": name})).await;
        // Gifts may have made a new fund of the name that the first one had before.
        assert!([200, 409].contains(&renamed.status), "{}", renamed.message());
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
    let funds = account.get("/funds").await.ok();
    let count: i64 = funds.list().iter().map(|fund| fund["gift_count"].as_i64().unwrap()).sum();
    assert_eq!(count, 21, "every gift is for a fund that is a record: {}", funds.json);
}
