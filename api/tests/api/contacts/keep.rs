//! Merges in which the caller says whose value stays.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::merge::contact;
use crate::support::{Account, Api, Reply};

both_databases!(
    a_caller_says_whose_value_stays,
    an_external_id_that_is_kept_passes_over,
    a_link_that_is_kept_does_not_lead_back,
    what_a_caller_keeps_is_checked,
);

async fn merge_keeping(account: &Account, (into, from): (i64, i64), keep: Value, dry_run: bool) -> Reply {
    let body = json!({"from_id": from, "keep": keep, "dry_run": dry_run});
    account.post(&format!("/contacts/{into}/merge"), body).await
}

async fn a_caller_says_whose_value_stays(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let into = json!({
        "contact_fname": "Ada", "contact_custom": {"x": 1, "\u{e9}": "a", "z": 0}, "contact_status": "prospect",
        "contact_notes": "Own", "profilePicture": {"picture_url": "https://x.example/a.jpg"},
    });
    let into = contact(&account, "Lovelace", into).await;
    let from = json!({
        "contact_fname": "Augusta", "contact_custom": {"x": 2.0, "\u{e9}": "b", "y": 3}, "contact_notes": "Other",
        "contact_employer": "Mills", "profilePicture": {"picture_url": "https://x.example/b.jpg"},
    });
    let from = contact(&account, "Lovelace", from).await;
    let keep = json!({
        "contact_fname": "from", "contact_notes": "into", "contact_custom.x": "from", "contact_custom.e\u{301}": "from",
        "profilePicture": "from",
        // These do not conflict.
        "contact_lname": "from", "contact_employer": "into", "contact_custom.none": "from",
    });
    let before = api.state(&account).await;
    let tried = merge_keeping(&account, (into, from), keep.clone(), true).await.ok();
    assert_eq!(api.state(&account).await, before);
    let merged = merge_keeping(&account, (into, from), keep, false).await.ok();
    for same in ["moved", "filled", "conflicts"] {
        assert_eq!(merged[same], tried[same], "{same}");
    }
    assert_eq!(merged["filled"], json!(["contact_employer", "contact_custom.y"]));
    let conflicts = merged["conflicts"].as_array().unwrap();
    for (field, kept, left) in [
        ("contact_status", json!("prospect"), json!("donor")),
        ("contact_fname", json!("Augusta"), json!("Ada")),
        ("contact_notes", json!("Own"), json!("Other")),
        ("contact_custom.x", json!(2.0), json!(1)),
        ("contact_custom.\u{e9}", json!("b"), json!("a")),
    ] {
        let conflict = conflicts.iter().find(|one| one["field"] == field).unwrap();
        assert_eq!(conflict, &json!({"field": field, "kept": kept, "left": left}));
    }
    let picture = conflicts.iter().find(|one| one["field"] == "profilePicture").unwrap();
    assert_eq!(picture["kept"]["picture_url"], "https://x.example/b.jpg");
    assert_eq!(conflicts.len(), 6, "{conflicts:?}");

    let kept = account.get(&format!("/contacts/{into}")).await.ok();
    assert_eq!(&merged["contact"], kept.data());
    for (field, value) in [
        ("contact_fname", json!("Augusta")),
        ("contact_notes", json!("Own")),
        ("contact_status", json!("prospect")),
        ("contact_employer", json!("Mills")),
        ("contact_custom", json!({"x": 2.0, "\u{e9}": "b", "z": 0, "y": 3})),
    ] {
        assert_eq!(kept[field], value, "{field}");
    }
    assert_eq!(kept["profilePicture"]["picture_url"], "https://x.example/b.jpg");
    let archived = account.get(&format!("/contacts/{from}")).await.ok();
    assert_eq!(
        (&archived["contact_fname"], &archived["contact_notes"]),
        (&json!("Augusta"), &json!("Other"))
    );
}

async fn an_external_id_that_is_kept_passes_over(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let into = contact(&account, "Ada", json!({"contact_external_id": "a"})).await;
    let from = contact(&account, "Ada", json!({"contact_external_id": "b"})).await;
    let merged =
        merge_keeping(&account, (into, from), json!({"contact_external_id": "from"}), false).await.ok();
    let conflict = json!({"field": "contact_external_id", "kept": "b", "left": "a"});
    assert_eq!(merged["conflicts"], json!([conflict]));
    assert_eq!(merged["contact"]["contact_external_id"], "b");
    let archived = account.get(&format!("/contacts/{from}")).await.ok();
    assert_eq!(archived["contact_external_id"], Value::Null, "only one contact can have it");
}

async fn a_link_that_is_kept_does_not_lead_back(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (first, second) = (account.contact().await, account.contact().await);
    let into = contact(&account, "Ada", json!({"contact_referred_by_id": first})).await;
    let referred = contact(&account, "Eda", json!({"contact_referred_by_id": into})).await;
    let back = contact(&account, "Ada", json!({"contact_referred_by_id": referred})).await;
    let keep = json!({"contact_referred_by_id": "from"});
    let message = "keep.contact_referred_by_id must not lead back to this record, from one to the next";
    for dry_run in [true, false] {
        merge_keeping(&account, (into, back), keep.clone(), dry_run).await.failed(422, message);
    }
    let from = contact(&account, "Ada", json!({"contact_referred_by_id": second})).await;
    let merged = merge_keeping(&account, (into, from), keep, false).await.ok();
    assert_eq!(merged["contact"]["contact_referred_by_id"], second);
    let archived = account.get(&format!("/contacts/{from}")).await.ok();
    assert_eq!(archived["contact_referred_by_id"], Value::Null, "a link moves");
}

async fn what_a_caller_keeps_is_checked(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (into, from) = (contact(&account, "Ada", json!({})).await, contact(&account, "Eda", json!({})).await);
    let before = api.state(&account).await;
    let many = |count: usize| -> Value {
        (0..count)
            .map(|n| (format!("contact_custom.{n}"), json!("from")))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let rule = "is not a field of which a merge keeps one of two values";
    for (keep, message) in [
        (json!([]), "keep must be a JSON object".to_owned()),
        (json!("from"), "keep must be a JSON object".to_owned()),
        (json!({"contact_name": "from"}), format!("keep.contact_name {rule}")),
        (json!({"tags": "from"}), format!("keep.tags {rule}")),
        (json!({"contact_do_not_call": "from"}), format!("keep.contact_do_not_call {rule}")),
        (json!({"contact_org_id": "from"}), format!("keep.contact_org_id {rule}")),
        (json!({"contact_anonymous": "from"}), format!("keep.contact_anonymous {rule}")),
        (json!({"contact_custom": "from"}), format!("keep.contact_custom {rule}")),
        (json!({"contact_custom_x": "from"}), format!("keep.contact_custom_x {rule}")),
        (json!({"contact_lname": "other"}), "keep.contact_lname must be one of into, from".to_owned()),
        (json!({"contact_lname": null}), "keep.contact_lname must not be empty".to_owned()),
        (many(1001), "keep must not have more than 1000 fields".to_owned()),
    ] {
        for dry_run in [true, false] {
            merge_keeping(&account, (into, from), keep.clone(), dry_run).await.failed(422, &message);
        }
    }
    let twice = format!(r#"{{"from_id":{from},"keep":{{"contact_lname":"into","contact_lname":"from"}}}}"#);
    let twice = account.send("POST", &format!("/contacts/{into}/merge"), twice).await;
    twice.failed(422, "keep.contact_lname is given twice");
    assert_eq!(api.state(&account).await, before);
    for keep in [many(1000), json!({}), Value::Null] {
        merge_keeping(&account, (into, from), keep, true).await.ok();
    }
}
