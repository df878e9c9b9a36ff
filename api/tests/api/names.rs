//! Funds and campaigns compare without regard to case, and the first spelling of an account stays.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::schema;
use shared::database::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    a_fund_and_a_campaign_keep_the_first_spelling_of_the_account,
    a_record_that_keeps_its_spelling_is_not_touched,
    filters_find_every_spelling,
    old_spellings_are_one_fund_in_lists_and_summaries,
    an_import_keeps_the_first_spelling_of_the_account_and_of_its_file,
    what_was_refused_or_only_tried_is_no_first_spelling,
    requests_with_two_spellings_at_once_are_counted_as_one_fund,
    a_name_of_any_script_has_no_case,
);

async fn gift(account: &Account, fields: Value) -> (String, i64) {
    let mut body = json!({"gift_amount": 5, "gift_date": "2026-06-01"});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    account.record("gifts", body).await
}

/// Returns name and counts of the funds.
async fn funds(account: &Account) -> Value {
    let funds = account.get("/funds").await.ok();
    let counts = |fund: &Value| json!({"fund_name": fund["fund_name"], "gift_count": fund["gift_count"], "pledge_count": fund["pledge_count"]});
    funds.list().iter().map(counts).collect()
}

/// Returns name and count of the only campaign.
async fn campaign(account: &Account) -> Value {
    let campaigns = account.get("/campaigns").await.ok();
    assert_eq!(campaigns.list().len(), 1);
    let campaign = &campaigns.list()[0];
    json!({"campaign_name": campaign["campaign_name"], "gift_count": campaign["gift_count"]})
}

async fn a_fund_and_a_campaign_keep_the_first_spelling_of_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    gift(&account, json!({"gift_fund": "General", "gift_campaign": "Spring"})).await;
    gift(&other, json!({"gift_fund": "GENERAL"})).await;
    let body = json!({"gift_amount": 5, "gift_fund": "general", "gift_campaign": "SPRING"});
    let created = account.post("/gifts", body).await.created();
    assert_eq!((&created["gift_fund"], &created["gift_campaign"]), (&json!("General"), &json!("Spring")));
    let (path, _) = gift(&account, json!({"gift_fund": "Roof"})).await;
    let changed = account.put(&path, json!({"gift_fund": "gENERAL", "gift_campaign": "general"})).await.ok();
    // A campaign is no fund.
    assert_eq!((&changed["gift_fund"], &changed["gift_campaign"]), (&json!("General"), &json!("general")));
    // Pledges and gifts have the same funds.
    let contact_id = account.contact().await;
    let pledge = |fund: &str| json!({"contact_id": contact_id, "pledge_amount": 5, "pledge_fund": fund});
    let (path, _) = account.record("pledges", pledge("general")).await;
    assert_eq!(account.get(&path).await.ok()["pledge_fund"], "General");
    account.record("pledges", pledge("Organ")).await;
    let by_pledge = account.post("/gifts", json!({"gift_amount": 5, "gift_fund": "ORGAN"})).await.created();
    assert_eq!(by_pledge["gift_fund"], "Organ");
    assert_eq!(account.put(&path, json!({"pledge_fund": "organ"})).await.ok()["pledge_fund"], "Organ");
    assert_eq!(
        funds(&account).await,
        json!([{"fund_name": "General", "gift_count": 3, "pledge_count": 0},
               {"fund_name": "Organ", "gift_count": 1, "pledge_count": 2},
               {"fund_name": "Roof", "gift_count": 0, "pledge_count": 0}])
    );
    assert_eq!(funds(&other).await, json!([{"fund_name": "GENERAL", "gift_count": 1, "pledge_count": 0}]));
}

async fn a_record_that_keeps_its_spelling_is_not_touched(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, json!({"gift_fund": "General"})).await;
    let (path, id) = gift(&account, json!({"gift_fund": "General"})).await;
    api.execute("UPDATE gifts SET gift_fund = 'general' WHERE id = $1", vec![id.into()]).await;
    for body in [json!({"gift_memo": "x"}), json!({"gift_fund": "general"})] {
        assert_eq!(account.put(&path, body).await.ok()["gift_fund"], "general");
    }
    assert_eq!(account.put(&path, json!({"gift_fund": "GENERAL"})).await.ok()["gift_fund"], "General");
}

async fn filters_find_every_spelling(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, first) = gift(&account, json!({"gift_fund": "General", "gift_campaign": "Spring"})).await;
    let (_, second) = gift(&account, json!({"gift_fund": "General"})).await;
    gift(&account, json!({"gift_fund": "Spring", "gift_campaign": "General"})).await;
    api.execute("UPDATE gifts SET gift_fund = 'GENERAL' WHERE id = $1", vec![second.into()]).await;
    api.execute(
        "INSERT INTO names (account_id, name_kind, name_key, name) VALUES ($1, 'fund', 'general', 'GENERAL')",
        vec![account.id.into()],
    )
    .await;
    let ids = async |query: &str| -> Vec<i64> {
        let found = account.get(&format!("/gifts?sort=id&{query}")).await.ok();
        found.list().iter().map(|gift| gift["id"].as_i64().unwrap()).collect()
    };
    for fund in ["general", "General", "GENERAL", "gENERAL"] {
        assert_eq!(ids(&format!("fund={fund}")).await, [first, second], "{fund}");
    }
    assert_eq!(ids("campaign=spring").await, [first]);
    assert_eq!(ids("fund=general&campaign=SPRING").await, [first]);
    assert_eq!(ids("fund=nope").await, [0; 0]);
}

async fn old_spellings_are_one_fund_in_lists_and_summaries(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let (_, first) = gift(&account, json!({})).await;
    let (_, second) = gift(&account, json!({"gift_date": "2026-05-01"})).await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 5});
    let (_, pledge_id) = account.record("pledges", pledge).await;
    // As an earlier version has left them.
    for (id, name) in [(first, "Étoile"), (second, "étoile")] {
        let text = "UPDATE gifts SET gift_fund = $1, gift_campaign = $1 WHERE id = $2";
        api.execute(text, vec![name.into(), id.into()]).await;
    }
    api.execute("UPDATE pledges SET pledge_fund = 'ÉTOILE' WHERE id = $1", vec![pledge_id.into()]).await;
    for table in ["names", "funds", "campaigns"] {
        api.execute(&format!("DROP TABLE {table}"), vec![]).await;
    }
    for column in ["funds_closed", "campaigns_closed"] {
        api.execute(&format!("ALTER TABLE accounts DROP COLUMN {column}"), vec![]).await;
    }
    for migration in ["m20261124_000024_names", "m20261127_000040_purposes"] {
        let text = "DELETE FROM seaql_migrations WHERE version = $1";
        api.execute(text, vec![migration.into()]).await;
    }
    schema::migrate(&api.db.store).await.unwrap();

    assert_eq!(funds(&account).await, json!([{"fund_name": "Étoile", "gift_count": 2, "pledge_count": 1}]));
    assert_eq!(campaign(&account).await, json!({"campaign_name": "Étoile", "gift_count": 2}));
    for group in ["fund", "campaign"] {
        let summary = account.get(&format!("/giving-summary?group_by={group}")).await.ok();
        assert_eq!(summary["periods"], json!([{"period": "Étoile", "total": 10.0, "count": 2}]), "{group}");
    }
    let found = account.get("/gifts?fund=ÉTOILE").await.ok();
    assert_eq!(found.list().len(), 2);
    let new = account.post("/gifts", json!({"gift_amount": 5, "gift_fund": "étoile"})).await.created();
    assert_eq!(new["gift_fund"], "Étoile");
}

async fn an_import_keeps_the_first_spelling_of_the_account_and_of_its_file(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, json!({"gift_fund": "General"})).await;
    let file = "gift_amount,gift_fund,gift_campaign\n1,GENERAL,\n2,Organ,Easter\n3,ORGAN,easter\n";
    api.imported(&account, "gifts", file).await;
    api.imported(&account, "gifts", "gift_amount,gift_fund\n4,organ\n").await;
    assert_eq!(
        funds(&account).await,
        json!([{"fund_name": "General", "gift_count": 2, "pledge_count": 0},
               {"fund_name": "Organ", "gift_count": 3, "pledge_count": 0}])
    );
    let gifts = account.get("/gifts?sort=id").await.ok();
    let names: Vec<_> = gifts.list().iter().map(|gift| gift["gift_fund"].as_str().unwrap()).collect();
    assert_eq!(names, ["General", "General", "Organ", "Organ", "Organ"]);
    assert_eq!(campaign(&account).await, json!({"campaign_name": "Easter", "gift_count": 2}));
}

async fn what_was_refused_or_only_tried_is_no_first_spelling(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let refused = json!({"gift_amount": 0, "gift_fund": "GENERAL"});
    account.post("/gifts", refused).await.failed(422, "gift_amount must not be 0");
    api.imported(&account, "gifts?dry_run=1", "gift_amount,gift_fund\n4,gENERAL\n").await;
    assert_eq!(funds(&account).await, json!([]));
    let created = account.post("/gifts", json!({"gift_amount": 5, "gift_fund": "General"})).await.created();
    assert_eq!(created["gift_fund"], "General");
}

async fn requests_with_two_spellings_at_once_are_counted_as_one_fund(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let creating = ["General", "general", "GENERAL", "gENERAL"].map(|fund| {
        let (account, body) = (account.clone(), json!({"gift_amount": 5, "gift_fund": fund}));
        tokio::spawn(async move { account.post("/gifts", body).await.created()["gift_fund"].clone() })
    });
    for creating in creating {
        creating.await.unwrap();
    }
    let funds = funds(&account).await;
    assert_eq!((funds.as_array().unwrap().len(), &funds[0]["gift_count"]), (1, &json!(4)));
    assert_eq!(account.get("/gifts?fund=general").await.ok().list().len(), 4);
    let summary = account.get("/giving-summary?group_by=fund").await.ok();
    assert_eq!(summary["periods"][0]["count"], 4);
}

async fn a_name_of_any_script_has_no_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (first, again) in [("Общий фонд", "ОБЩИЙ ФОНД"), ("Über uns", "ÜBER UNS"), ("教会", "教会")]
    {
        gift(&account, json!({"gift_fund": first})).await;
        let (path, _) = gift(&account, json!({"gift_fund": again})).await;
        assert_eq!(account.get(&path).await.ok()["gift_fund"], first);
        assert_eq!(account.get(&format!("/gifts?fund={again}")).await.ok().list().len(), 2, "{again}");
    }
}
