//! Pages and orders of lists.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::fill;
use crate::support::records::kinds_of_contacts;
use crate::support::{Account, Api, Reply};

both_databases!(
    pages_make_up_the_list_and_say_how_long_it_is,
    a_record_that_comes_or_goes_moves_no_other_to_another_page,
    a_link_repeats_the_request_without_its_key,
    a_cursor_is_good_for_its_own_list_alone,
    what_is_wrong_with_the_page_is_named,
    lists_can_be_sorted_by_what_is_indexed,
    a_cursor_may_be_followed_without_a_limit,
);

/// Returns the path of the next page.
pub(super) fn next(page: &Reply) -> Option<String> {
    let link = page.header("link")?.strip_prefix("</api/v1")?.strip_suffix(r#">; rel="next""#)?;
    Some(link.to_owned())
}

/// Returns the ids on each page.
async fn walk(account: &Account, path: &str) -> Vec<Vec<i64>> {
    let (mut pages, mut path) = (Vec::new(), Some(path.to_owned()));
    while let Some(this) = path {
        let page = account.get(&this).await.ok();
        pages.push(ids(&page));
        path = next(&page);
    }
    pages
}

fn ids(list: &Reply) -> Vec<i64> {
    list.list().iter().map(|record| record["id"].as_i64().unwrap()).collect()
}

async fn pages_make_up_the_list_and_say_how_long_it_is(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, account.id, 1050).await;
    let whole = account.get("/contacts").await.ok();
    assert_eq!((whole.header("total-count"), whole.header("link")), (None, None));
    for (limit, count) in [(1000, 2), (350, 3), (1, 1050)].into_iter().take(2) {
        let pages = walk(&account, &format!("/contacts?limit={limit}")).await;
        assert_eq!(pages.len(), count);
        assert!(pages.iter().rev().skip(1).all(|page| page.len() == limit));
        assert_eq!(pages.concat(), ids(&whole));
    }
    let page = account.get("/contacts?limit=7").await.ok();
    assert_eq!(page.header("total-count"), Some("1050"));
    let second = account.get(&next(&page).unwrap()).await.ok();
    assert_eq!(second.header("total-count"), Some("1050"));
    assert_eq!(ids(&second), ids(&whole)[7..14]);
    for kind in kinds_of_contacts() {
        let page = account.get(&format!("/{kind}?limit=10")).await.ok();
        assert_eq!((page.header("total-count"), page.header("link")), (Some("0"), None), "{kind}");
    }
}

async fn a_record_that_comes_or_goes_moves_no_other_to_another_page(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut gifts = Vec::new();
    for date in ["2026-01-01", "2026-01-02", "2026-01-02", "2026-01-03"] {
        let gift = json!({"gift_amount": 1, "gift_date": date});
        gifts.push(account.record("gifts", gift).await.1);
    }
    let first = account.get("/gifts?limit=2").await.ok();
    assert_eq!(ids(&first), [gifts[3], gifts[2]]);
    // Add one gift at the beginning and one in the middle, and move the last gift of the page away.
    account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-02-01"})).await;
    account.record("gifts", json!({"gift_amount": 1, "gift_date": "2026-01-02"})).await;
    account.put(&format!("/gifts/{}", gifts[2]), json!({"gift_date": "2026-03-01"})).await.ok();
    let second = account.get(&next(&first).unwrap()).await.ok();
    assert_eq!(ids(&second), [gifts[1], gifts[0]]);
    assert_eq!(next(&second), None);
}

async fn a_link_repeats_the_request_without_its_key(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in ["a b&c=ä", "a b&c=ä", "other"] {
        account.post("/tasks", json!({"task_subject": name, "task_type": "call"})).await.created();
    }
    let path = "/tasks?sort=-id&type=call&limit=1&unknown=1";
    let link = next(&account.get(path).await.ok()).unwrap();
    assert!(link.starts_with("/tasks?limit=1&sort=-id&type=call&cursor="), "{link}");
    assert!(!link.contains(&account.key) && !link.contains("api_key") && !link.contains("unknown"), "{link}");
    let contact = json!({"contact_status": "donor", "contact_lname": "x", "tags": ["a b&c=ä"]});
    account.post("/contacts", contact.clone()).await.created();
    account.post("/contacts", contact).await.created();
    let pages = walk(&account, "/contacts?limit=1&tag=A%20b%26c%3D%C3%84").await;
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
}

async fn a_cursor_is_good_for_its_own_list_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    fill(&api, account.id, 3).await;
    fill(&api, other.id, 3).await;
    let link = next(&account.get("/contacts?limit=1").await.ok()).unwrap();
    let cursor = link.split("cursor=").nth(1).unwrap();
    let message = "cursor must be that of a Link to the next page, with the same filters, order and updated_since; \
         if the database was restored since, or the sandbox was emptied, or the events since then were removed, begin with the first page";
    account.get(&format!("/contacts?limit=2&cursor={cursor}")).await.ok();
    for path in [
        format!("/contacts?limit=1&sort=-id&cursor={cursor}"),
        format!("/contacts?limit=1&status=donor&cursor={cursor}"),
        format!("/tasks?limit=1&cursor={cursor}"),
        format!("/contacts?limit=1&cursor=x{cursor}"),
        format!("/contacts?limit=1&cursor={}", &cursor[1..]),
        "/contacts?limit=1&cursor=MTIz".to_owned(),
        "/contacts?limit=1&cursor=".to_owned(),
    ] {
        let reply = account.get(&path).await;
        if path.ends_with('=') {
            reply.failed(422, "cursor must not be empty");
        } else {
            reply.failed(422, message);
        }
    }
    other.get(&link).await.failed(422, message);
}

async fn what_is_wrong_with_the_page_is_named(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let limit = "limit must be a whole number from 1 to 1000";
    let sort = "sort must be one of id, -id, contact_lname, -contact_lname, last_gift_date, -last_gift_date, \
         given_total, -given_total, contact_birthday, -contact_birthday";
    for (query, message) in [
        ("limit=0", limit),
        ("limit=1001", limit),
        ("limit=x", limit),
        ("limit=05", limit),
        ("limit=", limit),
        ("limit=1&limit=2", "limit must be given only once"),
        ("sort=name", sort),
        ("sort=--id", sort),
        ("limit=0&sort=x", &format!("{limit}; {sort}")),
        (
            "updated_since=yesterday",
            "updated_since must be a date and time, such as 2026-06-15T12:00:00Z, or the Sync-Cursor of an earlier list of this kind; \
         if the database was restored since, or the cursor is older than the event log, read the whole list again",
        ),
    ] {
        account.get(&format!("/contacts?{query}")).await.failed(422, message);
    }
}

async fn lists_can_be_sorted_by_what_is_indexed(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in ["de Souza", "Zed", "adams", "Émile", "Adams", "Zed"] {
        account.post("/contacts", json!({"contact_status": "donor", "contact_lname": name})).await.created();
    }
    let longest = json!({"contact_status": "donor", "contact_lname": "𝕫\"".repeat(50)});
    account.post("/contacts", longest).await.created();
    let anonymous = json!({"contact_status": "donor", "contact_anonymous": 1});
    account.post("/contacts", anonymous).await.created();
    let names = |pages: &[Value]| -> Vec<String> {
        pages.iter().map(|contact| contact["contact_lname"].as_str().unwrap_or("-").to_owned()).collect()
    };
    let sorted = account.get("/contacts?sort=contact_lname").await.ok();
    assert_eq!(
        names(sorted.list()),
        ["-", "adams", "Adams", "de Souza", "Émile", &*"𝕫\"".repeat(50), "Zed", "Zed"]
    );
    let reversed = account.get("/contacts?sort=-contact_lname").await.ok();
    assert!(sorted.list().iter().rev().eq(reversed.list()));
    for path in ["/contacts?sort=contact_lname", "/contacts?sort=-contact_lname"] {
        let whole = account.get(path).await.ok();
        assert_eq!(walk(&account, &format!("{path}&limit=1")).await.concat(), ids(&whole), "{path}");
    }

    for day in [None, Some("2026-03-01"), Some("2025-12-31"), None, Some("2026-03-01")] {
        account.post("/tasks", json!({"task_subject": "x", "task_due_date": day})).await.created();
    }
    let days = |list: &Reply| -> Vec<Value> {
        list.list().iter().map(|task| task["task_due_date"].clone()).collect()
    };
    let sorted = account.get("/tasks?sort=task_due_date").await.ok();
    assert_eq!(
        days(&sorted),
        [json!("2025-12-31"), json!("2026-03-01"), json!("2026-03-01"), Value::Null, Value::Null]
    );
    for path in ["/tasks?sort=task_due_date", "/tasks?sort=-task_due_date", "/tasks?sort=-id"] {
        let whole = account.get(path).await.ok();
        assert_eq!(walk(&account, &format!("{path}&limit=2")).await.concat(), ids(&whole), "{path}");
    }

    for date in ["2026-01-02", "2026-01-01", "2026-01-03"] {
        account.post("/gifts", json!({"gift_amount": 1, "gift_date": date})).await.created();
    }
    let newest_first = ids(&account.get("/gifts").await.ok());
    assert_eq!(ids(&account.get("/gifts?sort=-gift_date").await.ok()), newest_first);
    let mut oldest_first = newest_first;
    oldest_first.reverse();
    assert_eq!(ids(&account.get("/gifts?sort=gift_date").await.ok()), oldest_first);
    assert!(ids(&account.get("/gifts?sort=id").await.ok()).is_sorted());
}

async fn a_cursor_may_be_followed_without_a_limit(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, account.id, 620).await;
    let whole = ids(&account.get("/contacts").await.ok());
    let link = next(&account.get("/contacts?limit=10").await.ok()).unwrap();
    let rest = account.get(&link.replace("limit=10&", "")).await.ok();
    assert_eq!(ids(&rest), whole[10..]);
}
