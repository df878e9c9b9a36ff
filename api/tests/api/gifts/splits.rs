//! Gifts whose parts are for several funds or campaigns.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::imports::counts;
use crate::support::fields::can_be_sent_back;
use crate::support::{Account, Api};
use crate::web::browser::start;
use crate::web::form::Form;

both_databases!(
    parts_round_trip_and_change_in_place,
    parts_add_up_to_the_gift,
    a_part_has_the_fund_of_the_gift_by_default,
    parts_count_in_place_of_the_gift,
    a_renamed_fund_renames_parts,
    a_closed_list_holds_for_parts,
    a_file_brings_parts_and_has_them_again,
    an_erasure_clears_the_memos,
    a_form_splits_a_gift,
);

/// Makes a gift of 100 that is split into 60 for the roof and 40 for books. Returns its path.
async fn split(account: &Account) -> String {
    let body = json!({
        "gift_amount": 100, "gift_date": "2026-06-01", "gift_fund": "General", "gift_campaign": "Spring",
        "splits": [
            {"split_amount": 60, "split_fund": "Roof", "split_memo": "Slates"},
            {"split_amount": 40, "split_fund": "Books", "split_campaign": "Autumn"},
        ],
    });
    account.record("gifts", body).await.0
}

/// Returns a part without its id.
fn part(amount: f64, fund: &str, campaign: &str, memo: Option<&str>) -> Value {
    json!({"split_amount": amount, "split_fund": fund, "split_campaign": campaign, "split_memo": memo})
}

fn parts(gift: &Value) -> Vec<Value> {
    let without_id = |part: &Value| {
        let mut part = part.clone();
        part.as_object_mut().unwrap().remove("id");
        part
    };
    gift["splits"].as_array().unwrap().iter().map(without_id).collect()
}

async fn parts_round_trip_and_change_in_place(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    let read = account.get(&path).await.ok();
    let roof = part(60.0, "Roof", "Spring", Some("Slates"));
    assert_eq!(parts(read.data()), [roof.clone(), part(40.0, "Books", "Autumn", None)]);
    assert_eq!(read["gift_fund"], "General");
    can_be_sent_back(&account, &path).await;
    // A part with an id keeps what is not sent, one without is new, and one that is left out goes.
    let id = read["splits"][0]["id"].clone();
    let changed = json!({"splits": [{"id": id, "split_amount": 70}, {"split_amount": 30}]});
    let changed = account.put(&path, changed).await.ok();
    assert_eq!(changed["splits"][0]["id"], id);
    let expected = [part(70.0, "Roof", "Spring", Some("Slates")), part(30.0, "General", "Spring", None)];
    assert_eq!(parts(changed.data()), expected);
    let event: Value = serde_json::from_str(&api.last_event(&account).await.body).unwrap();
    assert_eq!(event["changed"], json!(["splits"]));
    assert_eq!(event["previous"]["splits"][0]["split_amount"], 60.0);
    let other = account.get(&split(&account).await).await.ok()["splits"][0]["id"].clone();
    for (splits, field) in [
        (json!([{"id": other, "split_amount": 100}]), "splits[0].id"),
        (json!([{"id": id, "split_amount": 50}, {"id": id, "split_amount": 50}]), "splits[1].id"),
    ] {
        let rule = format!("{field} must be the id of a split of this gift, once");
        account.put(&path, json!({"splits": splits})).await.failed(422, &rule);
    }
    let whole = account.put(&path, json!({"splits": null})).await.ok();
    assert_eq!(whole["splits"], json!([]));
}

async fn parts_add_up_to_the_gift(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    let sum = "splits must add up to gift_amount: they come to";
    for (body, rule) in [
        (json!({"gift_amount": 90}), format!("{sum} 100.00 of 90.00")),
        (json!({"splits": [{"split_amount": 99.99}]}), format!("{sum} 99.99 of 100.00")),
        (json!({"splits": [{"split_amount": 0}, {"split_amount": 100}]}), "splits[0].split_amount must not be 0".into()),
        (json!({"splits": [{"split_fund": "Roof"}]}), "splits[0].split_amount is required".into()),
        (
            json!({"splits": [{"split_amount": 50.001}, {"split_amount": 49.999}]}),
            "splits[0].split_amount has more than the 2 decimals of USD; splits[1].split_amount has more than the 2 decimals of USD".into(),
        ),
    ] {
        account.put(&path, body).await.failed(422, &rule);
    }
    // In another currency the same amounts stay.
    let changed = account.put(&path, json!({"gift_currency": "JPY"})).await.ok();
    assert_eq!((&changed["gift_amount"], &changed["splits"][0]["split_amount"]), (&json!(100), &json!(60)));
    let body = json!({"gift_amount": 90, "splits": [{"split_amount": 100}, {"split_amount": -10}]});
    account.put(&path, body).await.ok();
}

async fn a_part_has_the_fund_of_the_gift_by_default(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body =
        json!({"gift_amount": 5, "splits": [{"split_amount": 2, "split_fund": "Roof"}, {"split_amount": 3}]});
    let gift = account.post("/gifts", body).await.created();
    assert_eq!(gift["splits"][1]["split_fund"], Value::Null);
    let body = json!({"gift_amount": 5, "gift_fund": "general", "splits": [{"split_amount": 5}]});
    account.post("/funds", json!({"fund_name": "General"})).await.created();
    assert_eq!(account.post("/gifts", body).await.created()["splits"][0]["split_fund"], "General");
}

async fn parts_count_in_place_of_the_gift(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    let contact_id = account.contact().await;
    account.put(&path, json!({"contact_id": contact_id})).await.ok();
    let whole =
        json!({"gift_amount": 7, "gift_date": "2026-06-01", "gift_fund": "Roof", "gift_campaign": "Autumn"});
    account.post("/gifts", whole).await.created();
    let summary = async |group: &str| {
        account.get(&format!("/giving-summary?group_by={group}")).await.ok()["periods"].clone()
    };
    let period = |name: &str, total: f64, count: i64| json!({"period": name, "total": total, "count": count});
    assert_eq!(summary("fund").await, json!([period("Roof", 67.0, 2), period("Books", 40.0, 1)]));
    assert_eq!(summary("campaign").await, json!([period("Spring", 60.0, 1), period("Autumn", 47.0, 2)]));
    for (query, count) in [("fund=roof", 2), ("fund=books", 1), ("fund=general", 0), ("campaign=autumn", 2)] {
        assert_eq!(account.get(&format!("/gifts?{query}")).await.ok().list().len(), count, "{query}");
    }
    for (query, count) in [
        ("given_fund=roof&given_min=60", 1),
        ("given_fund=roof&given_min=61", 0),
        ("given_fund=general", 0),
        ("given_fund=books&given_campaign=autumn&given_max=40", 1),
        ("given_fund=roof&given_campaign=autumn", 0),
    ] {
        assert_eq!(account.get(&format!("/contacts?{query}")).await.ok().list().len(), count, "{query}");
    }
    let counts = async |kind: &str, of: &str| {
        let list = account.get(&format!("/{kind}")).await.ok();
        let count = |one: &Value| (one[of].as_str().unwrap().to_owned(), one["gift_count"].as_i64().unwrap());
        list.list().iter().map(count).collect::<Vec<_>>()
    };
    let expected = [("Books", 1), ("General", 0), ("Roof", 2)].map(|(name, count)| (name.to_owned(), count));
    assert_eq!(counts("funds", "fund_name").await, expected);
    let campaigns = account.get("/campaigns").await.ok();
    assert_eq!(campaigns.list()[0]["campaign_received"], 47.0);
}

async fn a_renamed_fund_renames_parts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    let before = account.get(&path).await.ok();
    let id = account.get("/funds?name=roof").await.ok().list()[0]["id"].clone();
    account.put(&format!("/funds/{id}"), json!({"fund_name": "Building"})).await.ok();
    let after = account.get(&path).await.ok();
    assert_eq!(
        (&after["splits"][0]["split_fund"], &after["splits"][1]["split_fund"]),
        (&json!("Building"), &json!("Books"))
    );
    assert_ne!(after["updated_at"], before["updated_at"]);
    assert_eq!(account.get("/gifts?fund=building").await.ok().list().len(), 1);
}

async fn a_closed_list_holds_for_parts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    account.put("/account", json!({"account_funds_closed": 1})).await.ok();
    let body = json!({"splits": [{"split_amount": 100, "split_fund": "Rooof"}]});
    let rule = "splits[0].split_fund must be a fund on the list of this account, such as Roof: add a new one to the list first";
    account.put(&path, body).await.failed(422, rule);
}

async fn a_file_brings_parts_and_has_them_again(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let file =
        "gift_amount,split_amounts,split_funds,gift_external_id\n100,60;40,Roof;Books,a\n5,,,b\n9,4,Roof,c\n";
    let import = api.imported(&account, "gifts", file).await;
    assert_eq!(counts(&import), [2, 0, 1]);
    let gift = account.get("/gifts?external_id=a").await.ok().list()[0].clone();
    assert_eq!(
        parts(&gift).iter().map(|part| part["split_fund"].clone()).collect::<Vec<_>>(),
        ["Roof", "Books"]
    );
    let csv = account.request("GET", "/gifts?sort=id").header("accept", "text/csv").send().await.unwrap();
    let csv = csv.text().await.unwrap();
    assert!(csv.contains("60.00;40.00"), "{csv}");
    let again = api.imported(&account, "gifts", &csv).await;
    assert_eq!(counts(&again), [0, 2, 0]);
    let same = account.get("/gifts?external_id=a").await.ok().list()[0].clone();
    assert_eq!(parts(&same), parts(&gift));
}

async fn an_erasure_clears_the_memos(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = split(&account).await;
    let contact_id = account.contact().await;
    account.put(&path, json!({"contact_id": contact_id})).await.ok();
    crate::erasure::report(&api, &account, contact_id, false).await;
    let gift = account.get(&path).await.ok();
    assert_eq!(
        (&gift["splits"][0]["split_memo"], &gift["splits"][0]["split_fund"]),
        (&Value::Null, &json!("Roof"))
    );
    let events = api.events(&account).await;
    assert!(!events.iter().any(|event| event.body.contains("Slates")));
}

async fn a_form_splits_a_gift(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let form = Form::of(&browser.get("/gifts/new").await, "/gifts").set("gift_amount", "$1,250");
    let form = form.set("splits[0].split_amount", "1,250.00").set("splits[0].split_fund", "Roof");
    let path = form.send(&mut browser).await.location().to_owned();
    assert_eq!(account.get(&path).await.ok()["splits"][0]["split_amount"], 1250.0);
    browser.get(&path).await.has("Roof").has("1,250.00");
    let form = Form::of(&browser.get(&format!("{path}/edit")).await, &path);
    let form = form.set("splits[1].split_amount", "5").set("splits[1].split_fund", "Books");
    form.send(&mut browser).await.has("Must add up to “Amount”");
    browser.get("/gifts").await.has("Roof");
}
