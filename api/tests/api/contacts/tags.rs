//! A contact's tags: a body names them, and the account's contacts share them.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, Reply};

both_databases!(
    tags_are_sent_as_texts_or_as_they_are_read,
    a_tag_of_the_contact_can_be_sent_by_its_id,
    a_list_of_tags_replaces_the_one_that_was,
    a_tag_is_one_in_the_account_whatever_its_case,
    tags_of_accounts_are_apart,
    bad_tags_are_refused,
    requests_that_make_the_same_tags_at_once_agree,
);

async fn contact(account: &Account, tags: Value) -> Reply {
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace", "tags": tags});
    account.post("/contacts", body).await.created()
}

fn names(contact: &Reply) -> Vec<&str> {
    contact["tags"].as_array().unwrap().iter().map(|tag| tag["tag_name"].as_str().unwrap()).collect()
}

async fn tags_are_sent_as_texts_or_as_they_are_read(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let longest = "é".repeat(50);
    let created = contact(&account, json!([" choir ", {"tag_name": "board"}, longest])).await;
    let mut expected = ["board", "choir", &longest];
    expected.sort_unstable();
    let mut found = names(&created);
    found.sort_unstable();
    assert_eq!(found, expected);
    let path = format!("/contacts/{}", created.id());
    let same = account.put(&path, json!({"tags": created["tags"]})).await.ok();
    assert_eq!(same["tags"], created["tags"]);
    assert_eq!(same.header("ignored-fields"), None);
}

async fn a_tag_of_the_contact_can_be_sent_by_its_id(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, json!(["a", "b", "c"])).await;
    let path = format!("/contacts/{}", created.id());
    let ids: Vec<_> = created["tags"].as_array().unwrap().iter().map(|tag| tag["id"].clone()).collect();
    let changed = account
        .put(&path, json!({"tags": [{"id": ids[2]}, {"id": ids[0], "tag_name": " A "}, {"id": null, "tag_name": "d"}]}))
        .await
        .ok();
    assert_eq!(names(&changed), ["a", "c", "d"]);
    assert_eq!((&changed["tags"][0]["id"], &changed["tags"][1]["id"]), (&ids[0], &ids[2]));
    let other = contact(&account, json!(["theirs"])).await;
    let no_item = "must be the id of an item of this contact's list";
    let no_name = "must be the name of the tag with this id; leave out the id to name another tag";
    for (tags, message) in [
        (json!([{"id": ids[0], "tag_name": "kept"}]), format!("tags[0].tag_name {no_name}")),
        (json!(["x", {"id": other["tags"][0]["id"]}]), format!("tags[1].id {no_item}")),
        (json!([{"id": ids[1], "tag_name": "b"}]), format!("tags[0].id {no_item}")),
        (json!([{"id": "x", "tag_name": "b"}]), "tags[0].id must be the id of a record".to_owned()),
    ] {
        account.put(&path, json!({"tags": tags})).await.failed(422, &message);
    }
    assert_eq!(names(&account.get(&path).await.ok()), ["a", "c", "d"]);
    // In a new contact, an id belongs to the contact that was copied.
    assert_eq!(names(&contact(&account, changed["tags"].clone()).await), ["a", "c", "d"]);
    let body = json!({"contact_status": "donor", "contact_lname": "X", "tags": [{"id": ids[0]}]});
    account.post("/contacts", body).await.failed(422, "tags[0] must have a tag_name");
}

async fn a_list_of_tags_replaces_the_one_that_was(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = contact(&account, json!(["a", "b", "c"])).await;
    let path = format!("/contacts/{}", created.id());
    let id_of = |name: &str| {
        let tags = created["tags"].as_array().unwrap();
        tags.iter().find(|tag| tag["tag_name"] == name).unwrap()["id"].as_i64().unwrap()
    };
    let changed = account.put(&path, json!({"tags": ["c", "d", "a"]})).await.ok();
    assert_eq!(names(&changed), ["a", "c", "d"]);
    assert_eq!(
        (&changed["tags"][0]["id"], &changed["tags"][1]["id"]),
        (&id_of("a").into(), &id_of("c").into())
    );
    // An absent list stays as it is; null and the empty list remove all tags.
    assert_eq!(names(&account.put(&path, json!({"contact_fname": "Ada"})).await.ok()), ["a", "c", "d"]);
    assert_eq!(account.put(&path, json!({"tags": null})).await.ok()["tags"], json!([]));
    assert_eq!(names(&account.put(&path, json!({"tags": ["b"]})).await.ok()), ["b"]);
    assert_eq!(account.put(&path, json!({"tags": []})).await.ok()["tags"], json!([]));
    // A tag that no contact has any more still belongs to the account.
    let again = contact(&account, json!(["b"])).await;
    assert_eq!(again["tags"][0]["id"], id_of("b"));
}

async fn a_tag_is_one_in_the_account_whatever_its_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let first = contact(&account, json!(["Élan", "choir"])).await;
    let second = contact(&account, json!(["éLAN", "CHOIR", "Choir", " choir "])).await;
    assert_eq!(second["tags"], first["tags"]);
    let path = format!("/contacts/{}", first.id());
    let same = account.put(&path, json!({"tags": ["CHOIR", "élan"]})).await.ok();
    assert_eq!(same["tags"], first["tags"]);
}

async fn tags_of_accounts_are_apart(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let ours = contact(&account, json!(["choir"])).await;
    let theirs = contact(&other, json!(["Choir"])).await;
    assert_eq!(names(&theirs), ["Choir"]);
    assert_ne!(ours["tags"][0]["id"], theirs["tags"][0]["id"]);
}

async fn bad_tags_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", contact(&account, json!(["a"])).await.id());
    let too_many: Vec<_> = (0..101).map(|i| i.to_string()).collect();
    for (tags, message) in [
        (json!("choir"), "tags must be a list"),
        (json!({"tag_name": "choir"}), "tags must be a list"),
        (json!(["choir", ""]), "tags[1] must not be empty"),
        (json!([null]), "tags[0] must not be empty"),
        (json!([7]), "tags[0] must be a string"),
        (json!([["choir"]]), "tags[0] must be a string"),
        (json!([{}]), "tags[0] must have a tag_name"),
        (json!(["é".repeat(51)]), "tags[0] must not be longer than 50 characters"),
        (json!(too_many), "tags must not have more than 100 items"),
    ] {
        account.put(&path, json!({"tags": tags})).await.failed(422, message);
    }
    assert_eq!(names(&account.get(&path).await.ok()), ["a"]);
}

async fn requests_that_make_the_same_tags_at_once_agree(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let creating = [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"], ["c", "a", "b"]].map(|tags| {
        let account = account.clone();
        tokio::spawn(async move { contact(&account, json!(tags)).await["tags"].clone() })
    });
    let mut tags = Vec::new();
    for creating in creating {
        tags.push(creating.await.unwrap());
    }
    assert!(tags.iter().all(|list| *list == tags[0]), "{tags:?}");
}
