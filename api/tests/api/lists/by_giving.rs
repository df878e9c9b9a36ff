//! The orders by what contacts gave and when last, against sums of the gifts that the API lists.

use std::collections::BTreeMap;

use api::resources::contacts::search;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::filters::contact;
use super::{CONTACTS, fill};
use crate::support::{Account, Api};
use crate::web::browser::browser_of;

both_databases!(
    orders_are_those_of_the_gifts_through_any_mix_of_changes,
    a_household_stands_where_its_gifts_together_do,
    long_lists_are_whole_in_every_order,
    the_page_sorts_by_its_columns,
    a_cursor_is_of_one_order,
);

/// The key of a contact in an order: nothing without gifts.
type Key = (Option<(i64, String)>, i64);

fn ids(list: &[Value]) -> Vec<i64> {
    list.iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

fn minor(amount: &Value) -> i64 {
    #[allow(clippy::cast_possible_truncation, reason = "amounts are small")]
    let minor = (amount.as_f64().unwrap() * 100.0).round() as i64;
    minor
}

/// Returns the contacts in ascending order, by adding up the gifts that the API lists.
async fn expected(account: &Account, order: &str, from: &str) -> Vec<i64> {
    let mut sums: BTreeMap<i64, (i64, i64, String)> = BTreeMap::new();
    for gift in account.get("/gifts").await.ok().list() {
        let date = gift["gift_date"].as_str().unwrap();
        let counts = gift["gift_status"] == "received" && gift["gift_currency"] == "USD";
        let Some(id) = gift["contact_id"].as_i64().filter(|_| counts && from <= date) else { continue };
        let sum = sums.entry(id).or_default();
        let minor = minor(&gift["gift_amount"]);
        *sum = (sum.0 + minor, sum.1 + i64::from(minor > 0), sum.2.clone().max(date.to_owned()));
    }
    let all = ids(account.get("/contacts").await.ok().list());
    let key = |id: &i64| {
        let value = |(sum, _, last): &(i64, i64, String)| match order {
            "given_total" => (*sum, String::new()),
            _ => (0, last.clone()),
        };
        (sums.get(id).map(value), *id)
    };
    // With a filter by gifts, only who gave is listed.
    let is_listed = |id: &i64| from.is_empty() || sums.get(id).is_some_and(|(_, count, _)| *count > 0);
    let mut keys: Vec<Key> = all.iter().filter(|id| is_listed(id)).map(key).collect();
    keys.sort();
    keys.into_iter().map(|(_, id)| id).collect()
}

/// Reads a list page by page.
async fn paged(account: &Account, query: &str) -> Vec<i64> {
    let (mut path, mut found) = (format!("/contacts?{query}&limit=3"), Vec::new());
    loop {
        let page = account.get(&path).await.ok();
        found.extend(ids(page.list()));
        let total = page.header("total-count").unwrap().parse::<usize>().unwrap();
        let Some(link) = page.header("link") else {
            assert_eq!(total, found.len(), "{query}");
            return found;
        };
        path = link.split(['<', '>']).nth(1).unwrap().replacen("/api/v1", "", 1);
    }
}

async fn orders_are_those_of_the_gifts_through_any_mix_of_changes(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut seed = 43_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let mut givers = Vec::new();
    for n in 0..9 {
        givers.push(contact(&account, &format!("C{n}"), json!({})).await);
    }
    let mut gifts = Vec::new();
    for round in 0..40 {
        let giver = givers[next(givers.len())];
        let amount = ["20", "20.00", "5.5", "-5.5", "-20", "100"][next(6)];
        let date = format!("202{}-0{}-{:02}", 4 + next(3), next(5) + 1, next(28) + 1);
        let currency = if next(4) == 0 { "EUR" } else { "USD" };
        let gift = json!({"contact_id": giver, "gift_amount": amount, "gift_date": date,
            "gift_currency": currency});
        match next(6) {
            0 if !gifts.is_empty() => {
                let path: &String = &gifts[next(gifts.len())];
                let status = ["received", "void", "pending"][next(3)];
                account.put(path, json!({"contact_id": giver, "gift_status": status})).await.ok();
            }
            1 if round % 8 == 1 => {
                let file = format!("contact_id,gift_amount,gift_date\n{giver},{amount},{date}\n");
                api.imported(&account, "gifts", &file).await;
            }
            2 if givers.len() > 6 => {
                let (into, from) = (givers[0], givers.pop().unwrap());
                account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
            }
            _ => gifts.push(account.record("gifts", gift).await.0),
        }
        for (order, from) in [("given_total", ""), ("given_total", "2025-01-01"), ("last_gift_date", "")] {
            let mut expected = expected(&account, order, from).await;
            for sort in [order.to_owned(), format!("-{order}")] {
                let bound = if from.is_empty() { String::new() } else { format!("&given_from={from}") };
                let query = format!("sort={sort}{bound}");
                let list = account.get(&format!("/contacts?{query}&include=giving")).await.ok();
                assert_eq!(ids(list.list()), expected, "round {round}: {query}");
                if round % 10 == 9 {
                    assert_eq!(paged(&account, &query).await, expected, "round {round}: {query}");
                    let file =
                        account.request("GET", &format!("/contacts?{query}")).header("accept", "text/csv");
                    let file = file.send().await.unwrap().text().await.unwrap();
                    let rows: Vec<i64> = file
                        .lines()
                        .skip(1)
                        .map(|row| row.split(',').next().unwrap().parse().unwrap())
                        .collect();
                    assert_eq!(rows, expected, "round {round}: {query}");
                }
                if from.is_empty() {
                    let shown = |one: &Value| match order {
                        "given_total" => (one["giving"]["count"] != 0)
                            .then(|| (minor(&one["giving"]["total"]), String::new())),
                        _ => one["giving"]["last_date"].as_str().map(|day| (0, day.to_owned())),
                    };
                    let mut shown: Vec<_> = list.list().iter().map(shown).collect();
                    if sort.starts_with('-') {
                        shown.reverse();
                    }
                    assert!(shown.is_sorted(), "round {round}: {query}: {shown:?}");
                }
                expected.reverse();
            }
        }
    }
}

async fn a_household_stands_where_its_gifts_together_do(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut people = Vec::new();
    for name in ["Ada", "William", "Mary", "Nobody"] {
        people.push(contact(&account, name, json!({})).await);
    }
    let [ada, william, mary, nobody] = people[..] else { panic!("{people:?}") };
    let members = json!([{"contact_id": ada, "member_role": "head"}, {"contact_id": william}]);
    account.record("households", json!({"household_name": "King", "members": members})).await;
    for (giver, amount, date) in
        [(ada, 60, "2026-01-05"), (william, 50, "2026-03-05"), (mary, 100, "2026-02-05")]
    {
        let gift = json!({"contact_id": giver, "gift_amount": amount, "gift_date": date});
        account.record("gifts", gift).await;
    }
    for (query, expected) in [
        ("sort=-given_total", vec![mary, ada, william, nobody]),
        ("sort=given_total", vec![nobody, william, ada, mary]),
        ("sort=-given_total&by=household", vec![ada, mary, nobody]),
        ("sort=-last_gift_date", vec![william, mary, ada, nobody]),
        ("sort=-last_gift_date&by=household", vec![ada, mary, nobody]),
        ("sort=-given_total&by=household&given_from=2026-02-01", vec![mary, ada]),
        ("sort=-given_total&by=household&q=ada", vec![ada]),
    ] {
        assert_eq!(ids(account.get(&format!("/contacts?{query}")).await.ok().list()), expected, "{query}");
    }
    let list = account.get("/contacts?sort=-given_total&by=household&include=giving").await.ok();
    let giving: Vec<_> = list
        .list()
        .iter()
        .map(|one| (&one["giving"]["total"], &one["giving"]["count"], &one["giving"]["last_date"]))
        .collect();
    let (day, other) = (json!("2026-03-05"), json!("2026-02-05"));
    let expected = [
        (&json!(110.0), &json!(2), &day),
        (&json!(100.0), &json!(1), &other),
        (&json!(0.0), &json!(0), &Value::Null),
    ];
    assert_eq!(giving, expected, "what they gave together");
    let alone = account.get("/contacts?sort=-given_total&include=giving").await.ok();
    assert_eq!(alone.list()[1]["giving"]["total"], json!(60.0), "only where it is asked for");
}

async fn long_lists_are_whole_in_every_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    fill(&api, account.id, CONTACTS).await;
    // Every third has given; many have given the same.
    let gifts =
        "INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status,
             gift_anonymous, created_at_ms, updated_at_ms)
         SELECT account_id, id, 100 * (id % 7), DATE('2026-01-01'), 'USD', 'received', FALSE, 0, 0
         FROM contacts WHERE account_id = $1 AND id % 3 <> 0 AND id % 7 <> 0";
    api.execute(gifts, vec![account.id.into()]).await;
    search::bring_up_to_date(&api.db.store, 0).await.unwrap();
    let all = ids(account.get("/contacts").await.ok().list());
    let gave = |id: &&i64| **id % 3 != 0 && **id % 7 != 0;
    let givers: Vec<_> = all.iter().filter(gave).copied().collect();
    let by_total = |ids: &[i64]| {
        let mut keys: Vec<_> = ids.iter().map(|id| (gave(&id).then_some(id % 7), *id)).collect();
        keys.sort_unstable();
        keys.into_iter().rev().map(|(_, id)| id).collect::<Vec<_>>()
    };
    assert!(givers.len() > 600, "{}", givers.len());
    for (query, expected) in [
        ("given_min=1", givers.clone()),
        ("given_min=1&sort=-id", givers.iter().rev().copied().collect()),
        ("q=c", all.clone()),
        ("by=household", all.clone()),
        ("sort=-given_total", by_total(&all)),
        ("sort=-given_total&given_min=1", by_total(&givers)),
    ] {
        assert!(ids(account.get(&format!("/contacts?{query}")).await.ok().list()) == expected, "{query}");
    }
    let names = account.get("/contacts?given_min=1&sort=contact_lname").await.ok();
    let names: Vec<_> = names.list().iter().map(|one| one["contact_lname"].as_str().unwrap()).collect();
    assert!(names.len() == givers.len() && names.is_sorted_by_key(|name| name.to_lowercase()), "{names:?}");
}

async fn the_page_sorts_by_its_columns(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut browser = browser_of(&api, &account).await;
    for (name, amount, date) in [("A", 10, "2026-03-01"), ("B", 30, "2025-03-01"), ("C", 20, "2026-02-01")] {
        let id = contact(&account, name, json!({})).await;
        for (amount, date) in [(amount, date), (5, "2024-01-01")] {
            let gift = json!({"contact_id": id, "gift_amount": amount, "gift_date": date});
            account.record("gifts", gift).await;
        }
    }
    let names = |page: crate::web::browser::Page| -> String {
        let rows = page.html.split("<th scope=\"row\"").skip(1);
        rows.map(|row| row.split("<bdi>").nth(1).unwrap().split('<').next().unwrap()).collect()
    };
    let page = browser.get("/contacts?sort=-given_total").await;
    assert_eq!(names(page.has("aria-sort=\"descending\"").has("$35.00")), "BCA");
    assert_eq!(names(browser.get("/contacts?sort=-last_gift_date").await), "ACB");
    // The column shows the sum by which the list is sorted.
    let page = browser.get("/contacts?sort=-given_total&given_from=2026-01-01").await;
    assert_eq!(names(page.has("$20.00").has("$10.00").lacks("$25.00")), "CA");
    let page = browser.get("/contacts").await.has("sort=-given_total\"><bdi>Top donors</bdi>");
    page.has("first_gift_after=2026-05-31&#38;deceased=0\"").has("birthday_month=6&#38;deceased=0\"");
}

async fn a_cursor_is_of_one_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in ["A", "B", "C"] {
        contact(&account, name, json!({})).await;
    }
    let page = account.get("/contacts?sort=-given_total&limit=2").await.ok();
    let cursor = page.header("link").unwrap().split("cursor=").nth(1).unwrap().split('>').next().unwrap();
    let rest = account.get(&format!("/contacts?sort=-given_total&cursor={cursor}")).await.ok();
    assert_eq!(rest.list()[0]["contact_lname"], "A", "without gifts, the ids decide");
    for sort in ["given_total", "-last_gift_date", "-id"] {
        let reply = account.get(&format!("/contacts?sort={sort}&cursor={cursor}")).await;
        assert_eq!(reply.status, 422, "{sort}");
    }
    account
        .get("/gifts?sort=given_total")
        .await
        .failed(422, "sort must be one of gift_date, -gift_date, id, -id");
}
