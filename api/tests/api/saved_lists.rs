//! Saved lists: who sees them, what they may keep, and what remains of them.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, can_be_sent_back, refuses};
use crate::support::{Account, Api, Reply};

mod pages;

both_databases!(
    a_list_is_saved_read_and_changed,
    a_filter_keeps_the_rules_of_its_list,
    one_that_is_not_shared_is_there_for_its_maker_alone,
    a_shared_one_is_changed_by_its_maker_and_by_owners,
    a_member_who_leaves_takes_the_unshared_ones_along,
    what_became_wrong_is_told_by_the_list,
    an_account_has_at_most_500,
    a_file_has_the_columns_that_are_named,
);

/// Adds a member to an account.
pub(crate) async fn member(api: &Api, account: &Account) -> Account {
    let user = api.member(account.id, "member").await;
    let key = api.new_key(account.id, user.id).await;
    api.account_with_key(account.id, user.id, &key)
}

fn donors() -> Value {
    json!({"list_name": "Large donors", "list_kind": "contacts",
        "list_filter": {"given_min": "500", "sort": "-given_total"}, "list_columns": ["First name", "Email"]})
}

fn names(lists: &Reply) -> Vec<String> {
    lists.list().iter().map(|list| list["list_name"].as_str().unwrap().to_owned()).collect()
}

async fn a_list_is_saved_read_and_changed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let created = account.post("/lists", donors()).await.created();
    assert_eq!(created.json["type"], "lists.create");
    let path = format!("/lists/{}", created.id());
    assert_eq!(created.header("location"), Some(&*format!("/api/v1{path}")));
    let read = account.get(&path).await.ok();
    assert_eq!(read.data(), created.data());
    for (field, value) in donors().as_object().unwrap() {
        assert_eq!(read[field.as_str()], *value, "{field}");
    }
    assert_eq!((&read["list_shared"], &read["user_id"]), (&json!(0), &json!(account.user_id)));
    can_be_sent_back(&account, &path).await;
    let before = account.get("/lists").await.ok().header("etag").unwrap().to_owned();
    let changed = account.put(&path, json!({"list_shared": 1, "list_columns": null})).await.ok();
    assert_eq!((&changed["list_shared"], &changed["list_columns"]), (&json!(1), &json!([])));
    assert_eq!(changed["list_filter"], donors()["list_filter"]);
    assert_ne!(account.get("/lists").await.ok().header("etag").unwrap(), before);
    let cleared = account.put(&path, json!({"list_filter": null})).await.ok();
    assert_eq!(cleared["list_filter"], json!({}));
    accepts(&account, &path, &[("list_name", json!(" Ours "), json!("Ours"))]).await;
    let cases = [
        ("list_name", Value::Null, "is required"),
        ("list_name", json!("é".repeat(101)), "must not be longer than 100 characters"),
        ("list_filter", json!("sort=id"), "must be a JSON object"),
        ("list_shared", json!(2), "must be 0 or 1"),
    ];
    refuses(&account, &path, &cases).await;
    account.post("/lists", json!({})).await.failed(422, "list_name is required; list_kind is required");
    let events = api.events(&account).await;
    assert!(events.is_empty(), "{}", events.len());
}

async fn a_filter_keeps_the_rules_of_its_list(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let save = async |kind: &str, filter: Value| {
        account.post("/lists", json!({"list_name": "x", "list_kind": kind, "list_filter": filter})).await
    };
    for (kind, filter, kept) in [
        ("contacts", json!({"status": ["donor", "prospect"]}), json!({"status": "donor,prospect"})),
        (
            "contacts",
            json!({"given_min": 500, "has_email": true}),
            json!({"given_min": "500", "has_email": "true"}),
        ),
        (
            "contacts",
            json!({"custom.shirt": "M", "org_id": [1, 2]}),
            json!({"custom.shirt": "M", "org_id": "1,2"}),
        ),
        (
            "gifts",
            json!({"min_amount": "500.00", "sort": "-id"}),
            json!({"min_amount": "500.00", "sort": "-id"}),
        ),
        ("pledges", json!({"late": 1}), json!({"late": "1"})),
        ("tasks", json!({"due": "this_week", "mine": 1}), json!({"due": "this_week", "mine": "1"})),
        ("households", json!({}), json!({})),
    ] {
        let saved = save(kind, filter.clone()).await.created();
        assert_eq!(saved["list_filter"], kept, "{kind} {filter}");
        // What is kept is what the list takes.
        let query: Vec<String> = kept
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
            .collect();
        account.get(&format!("/{kind}?{}", query.join("&"))).await.ok();
    }
    let long = "a".repeat(5000);
    for (kind, filter, rule) in [
        ("contacts", json!({"given_min": "much"}), "list_filter.given_min must be"),
        ("contacts", json!({"status": "rich"}), "list_filter.status must be one of"),
        ("contacts", json!({"sort": "gift_date"}), "list_filter.sort must be one of id, -id, contact_lname"),
        ("contacts", json!({"thanked": 0}), "list_filter.thanked is neither a filter of contacts nor sort"),
        ("contacts", json!({"limit": 5}), "list_filter.limit is neither"),
        ("contacts", json!({"cursor": "x"}), "list_filter.cursor is neither"),
        (
            "contacts",
            json!({"updated_since": "2026-01-01T00:00:00Z"}),
            "list_filter.updated_since is neither",
        ),
        ("contacts", json!({"api_key": "x"}), "list_filter.api_key is neither"),
        ("contacts", json!({"tag": {"a": 1}}), "list_filter.tag must be a text, a number, or a list of them"),
        ("contacts", json!({"tag": null}), "list_filter.tag must be a text"),
        ("contacts", json!({"q": long}), "list_filter must not be longer than 4096 bytes as a query"),
        ("gifts", json!({"given_min": "5"}), "list_filter.given_min is neither a filter of gifts nor sort"),
        ("events", json!({}), "list_kind must be one of contacts, gifts, pledges, tasks, households"),
    ] {
        let refused = save(kind, filter.clone()).await;
        assert!(refused.status == 422 && refused.message().starts_with(rule), "{filter}: {}", refused.text);
    }
    // The whole record keeps the rules, when the kind changes too.
    let (path, _) = account.record("lists", donors()).await;
    let refused = account.put(&path, json!({"list_kind": "gifts"})).await;
    assert!(refused.status == 422 && refused.message().contains("list_filter.given_min"), "{}", refused.text);
    assert!(refused.message().contains("list_columns[0] must be a heading"), "{}", refused.text);
    let gifts = json!({"list_kind": "gifts", "list_filter": {}, "list_columns": ["Amount"]});
    account.put(&path, gifts).await.ok();
}

async fn one_that_is_not_shared_is_there_for_its_maker_alone(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.account().await;
    let (member, other) = (member(&api, &owner).await, member(&api, &owner).await);
    let (path, _) = member.record("lists", donors()).await;
    let missing = owner.get("/lists/999999").await;
    for caller in [&owner, &other, &api.account().await] {
        assert!(caller.get("/lists").await.ok().list().is_empty());
        assert_eq!(caller.get(&path).await.text, missing.text);
        let reply = caller.put(&path, json!({"list_name": "Mine"})).await;
        assert_eq!((reply.status, &reply.text), (404, &missing.text));
        let wrong = caller.put(&path, json!({"list_name": 7})).await;
        assert_eq!((wrong.status, &wrong.text), (404, &missing.text));
    }
    assert_eq!(names(&member.get("/lists").await.ok()), ["Large donors"]);
    member.put(&path, json!({"list_shared": 1})).await.ok();
    assert_eq!(names(&other.get("/lists").await.ok()), ["Large donors"]);
    member.put(&path, json!({"list_shared": 0})).await.ok();
    assert_eq!(other.get(&path).await.status, 404);
    member.get(&path).await.ok();
}

async fn a_shared_one_is_changed_by_its_maker_and_by_owners(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.account().await;
    let (member, other) = (member(&api, &owner).await, member(&api, &owner).await);
    let (path, _) = member.record("lists", donors()).await;
    member.put(&path, json!({"list_shared": 1})).await.ok();
    other.get(&path).await.ok();
    other
        .put(&path, json!({"list_name": "Theirs"}))
        .await
        .failed(403, "only who made this list, and owners, change it: save one of your own");
    let renamed = owner.put(&path, json!({"list_name": "Ours"})).await.ok();
    assert_eq!((&renamed["list_name"], &renamed["user_id"]), (&json!("Ours"), &json!(member.user_id)));
    let rule = "list_shared can be set to 0 only by who made the list";
    owner.put(&path, json!({"list_shared": 0})).await.failed(422, rule);
    assert_eq!(other.get(&path).await.ok()["list_name"], "Ours");
}

async fn a_member_who_leaves_takes_the_unshared_ones_along(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.account().await;
    let leaving = member(&api, &owner).await;
    leaving.record("lists", donors()).await;
    let shared = json!({"list_name": "For all", "list_kind": "gifts", "list_shared": 1});
    let (path, _) = leaving.record("lists", shared).await;
    api.execute("DELETE FROM memberships WHERE user_id = $1", vec![leaving.user_id.into()]).await;
    let rows = api.query("SELECT list_name FROM saved_lists", Vec::new()).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].try_get_by_index::<String>(0).unwrap(), "For all");
    owner.put(&path, json!({"list_name": "Still there"})).await.ok();
    owner
        .put(&path, json!({"list_shared": 0}))
        .await
        .failed(422, "list_shared can be set to 0 only by who made the list");
}

async fn what_became_wrong_is_told_by_the_list(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (path, id) = account.record("lists", donors()).await;
    let wrong = r#"{"given_min":"500","status":"former"}"#;
    api.execute("UPDATE saved_lists SET list_filter = $1 WHERE id = $2", vec![wrong.into(), id.into()]).await;
    account
        .get("/contacts?given_min=500&status=former")
        .await
        .failed(422, "status must be one of contact, donor, prospect, archive, lapsed_donor");
    account.put(&path, json!({"list_name": "Old"})).await.ok();
    let refused = account.put(&path, json!({"list_filter": {"status": "former"}})).await;
    assert_eq!(refused.status, 422);
}

async fn an_account_has_at_most_500(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (_, id) = account.record("lists", donors()).await;
    let copies = "INSERT INTO saved_lists (account_id, user_id, only_for_user_id, list_name, list_kind, list_filter, list_columns,
             created_at_ms, updated_at_ms)
         SELECT l.account_id, l.user_id, l.only_for_user_id, l.list_name, l.list_kind, l.list_filter, l.list_columns, 0, 0
         FROM saved_lists l, (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) a,
             (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7
              UNION SELECT 8 UNION SELECT 9 UNION SELECT 10) b,
             (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7
              UNION SELECT 8 UNION SELECT 9 UNION SELECT 10) c
         WHERE l.id = $1 AND NOT (a.n = 1 AND b.n = 1 AND c.n < 3)";
    assert_eq!(api.execute(copies, vec![id.into()]).await, 498);
    account.post("/lists", donors()).await.created();
    account
        .post("/lists", donors())
        .await
        .failed(422, "lists are at most 500 in an account: remove one on the page Lists");
    api.account().await.post("/lists", donors()).await.created();
}

async fn a_file_has_the_columns_that_are_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King",
        "emails": [{"email_address": "ada@example.org"}]});
    account.record("contacts", contact).await;
    let file = async |query: &str| {
        let request = account.request("GET", &format!("/contacts?{query}")).header("accept", "text/csv");
        request.send().await.unwrap().text().await.unwrap()
    };
    let text = file("for=excel&columns=Email,First%20name").await;
    assert_eq!(text, "\u{feff}Email,First name\r\nada@example.org,Ada\r\n");
    let text = file("for=excel&columns=Total%20given,Last%20name&include=giving").await;
    assert_eq!(text, "\u{feff}Total given,Last name\r\n0.00,King\r\n");
    for (query, rule) in [
        ("for=excel&columns=Shoe", "columns must not have Shoe, which no column is called"),
        ("columns=Email", "columns must be sent with for=excel"),
    ] {
        let refused =
            Reply::to(account.request("GET", &format!("/contacts?{query}")).header("accept", "text/csv"));
        refused.await.failed(422, rule);
    }
}
