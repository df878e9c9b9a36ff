//! The filters by what contacts have given, against sums of the gifts that the API lists.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::filters::{contact, found};
use crate::support::{Account, Api};

both_databases!(
    those_are_found_whose_gifts_together_are_as_asked,
    sums_are_exact_through_any_mix_of_changes,
    conditions_on_gifts_and_on_contacts_leave_those_who_fulfil_both,
    what_a_household_gave_together_counts_for_each,
    soft_credits_count_where_they_are_asked_for,
    bounds_of_sums_keep_their_rules,
);

async fn gift(account: &Account, contact_id: i64, amount: &str, date: &str, mut more: Value) -> String {
    let own = json!({"contact_id": contact_id, "gift_amount": amount, "gift_date": date});
    more.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    account.record("gifts", more).await.0
}

async fn those_are_found_whose_gifts_together_are_as_asked(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut ids = Vec::new();
    for name in ["A", "B", "C", "D"] {
        ids.push(contact(&account, name, json!({})).await);
    }
    for (giver, amount, date, more) in [
        (0, "300", "2026-01-05", json!({"gift_fund": "Roof"})),
        (0, "250", "2026-05-05", json!({"gift_fund": "roof", "gift_campaign": "Spring"})),
        (1, "499.99", "2026-02-01", json!({})),
        (1, "1000", "2025-02-01", json!({"gift_fund": "Roof"})),
        (2, "900", "2026-03-01", json!({"gift_status": "pending"})),
        (2, "900", "2026-03-01", json!({"gift_currency": "EUR"})),
        (2, "600", "2026-03-01", json!({})),
        (2, "-200", "2026-03-02", json!({})),
    ] {
        gift(&account, ids[giver], amount, date, more).await;
    }
    for (query, expected) in [
        ("given_min=500&given_from=2026-01-01", "A"),
        ("given_min=400&given_from=2026-01-01&given_to=2026-12-31", "A B C"),
        ("given_min=1499.99", "B"),
        ("given_max=550", "A C"),
        ("given_count_min=2", "A B"),
        ("given_from=2026-01-01", "A B C"),
        ("given_to=2025-12-31", "B"),
        ("given_fund=ROOF", "A B"),
        ("given_fund=roof&given_from=2026-01-01&given_min=550", "A"),
        ("given_campaign=spring", "A"),
        ("given_fund=nope", ""),
        ("given_min=400&status=prospect", ""),
        ("first_gift_after=2025-12-31", "A C"),
        ("first_gift_after=2026-01-05", "C"),
    ] {
        let found = found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
    let other = api.account().await;
    contact(&other, "X", json!({})).await;
    assert!(other.get("/contacts?given_min=0").await.ok().list().is_empty(), "of its own account alone");
}

/// Returns the contacts whose sums fulfil a query, by adding up the gifts that the API lists.
async fn summed(account: &Account, (min, count_min, from, to): (i64, i64, &str, &str)) -> Vec<i64> {
    let mut sums: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for gift in account.get("/gifts").await.ok().list() {
        let date = gift["gift_date"].as_str().unwrap();
        let counts = gift["gift_status"] == "received" && gift["gift_currency"] == "USD";
        let Some(id) = gift["contact_id"].as_i64().filter(|_| counts && from <= date && date <= to) else {
            continue;
        };
        let sum = sums.entry(id).or_default();
        #[allow(clippy::cast_possible_truncation, reason = "amounts are small")]
        let minor = (gift["gift_amount"].as_f64().unwrap() * 100.0).round() as i64;
        sum.0 += minor;
        sum.1 += i64::from(minor > 0);
    }
    sums.into_iter()
        .filter(|(_, (sum, count))| *sum >= min * 100 && *count >= count_min)
        .map(|(id, _)| id)
        .collect()
}

async fn sums_are_exact_through_any_mix_of_changes(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let mut seed = 20_261_127_u64;
    let mut next = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut ids = Vec::new();
    for n in 0..8 {
        ids.push(contact(&account, &format!("C{n}"), json!({})).await);
    }
    let mut gifts = Vec::new();
    for round in 0..40 {
        let (giver, day) = (ids[usize::try_from(next(ids.len() as u64)).unwrap()], next(28) + 1);
        let amount = format!("{}.{:02}", next(200), next(100).max(1));
        let date = format!("202{}-0{}-{day:02}", 4 + next(3), next(5) + 1);
        match next(5) {
            0 | 1 => gifts.push(gift(&account, giver, &amount, &date, json!({})).await),
            2 if !gifts.is_empty() => {
                let path = &gifts[usize::try_from(next(gifts.len() as u64)).unwrap()];
                let status = ["received", "void", "refunded"][usize::try_from(next(3)).unwrap()];
                account
                    .put(path, json!({"contact_id": giver, "gift_amount": amount, "gift_status": status}))
                    .await
                    .ok();
            }
            3 if round % 10 == 3 => {
                let file =
                    format!("contact_id,gift_amount,gift_date\n{giver},{amount},{date}\n{giver},7,{date}\n");
                api.imported(&account, "gifts", &file).await;
            }
            4 if ids.len() > 4 => {
                let (into, from) = (ids[0], ids.pop().unwrap());
                account.post(&format!("/contacts/{into}/merge"), json!({"from_id": from})).await.ok();
            }
            _ => gifts.push(gift(&account, giver, "-1", &date, json!({})).await),
        }
        let (min, count) = (i64::try_from(next(300)).unwrap(), i64::try_from(next(4)).unwrap().max(1));
        let (from, to) =
            [("2024-01-01", "2026-12-31"), ("2025-01-01", "2025-12-31")][usize::try_from(next(2)).unwrap()];
        let query =
            format!("given_min={min}&given_count_min={count}&given_from={from}&given_to={to}&sort=id");
        let list = account.get(&format!("/contacts?{query}")).await.ok();
        let found: Vec<_> = list.list().iter().map(|one| one["id"].as_i64().unwrap()).collect();
        assert_eq!(found, summed(&account, (min, count, from, to)).await, "round {round}: {query}");
    }
}

async fn conditions_on_gifts_and_on_contacts_leave_those_who_fulfil_both(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let london = json!([{"address_city": "London", "address_postal_code": "SW1A 1AA"}]);
    let mut ids = Vec::new();
    for (name, fields) in [
        ("Ada", json!({"addresses": london, "emails": [{"email_address": "ada@example.org"}]})),
        ("William", json!({"addresses": [{"address_country": "GB"}]})),
        ("Mary", json!({"addresses": london, "contact_status": "archive"})),
        ("Grace", json!({"emails": [{"email_address": "ada.fan@example.org"}]})),
        ("Edsger", json!({})),
    ] {
        ids.push(contact(&account, name, fields).await);
    }
    let members = json!([{"contact_id": ids[0], "member_role": "head"}, {"contact_id": ids[1]}]);
    account.record("households", json!({"household_name": "King", "members": members})).await;
    for (giver, amount, date) in [
        (0, "30", "2025-02-01"),
        (1, "20", "2026-02-01"),
        (2, "20", "2025-03-01"),
        (3, "50", "2025-03-01"),
        (3, "5", "2024-03-01"),
    ] {
        gift(&account, ids[giver], amount, date, json!({})).await;
    }
    let found = async |query: &str| found(&account, &format!("/contacts?{query}"), "contact_lname").await;
    let of_contacts =
        ["q=ada", "has_address=0", "has_address=1", "has_email=0", "archived=0", "status=donor", "city=Bath"];
    let of_gifts = [
        "given_min=25",
        "given_max=30",
        "given_count_min=2",
        "lybunt=1",
        "lybunt=0",
        "lybunt=0&given_min=1",
        "lapsed=sybunt",
        "last_gift_before=2026-01-01",
    ];
    for other in of_contacts {
        let others = found(other).await;
        for gifts in of_gifts {
            let expected: Vec<_> =
                found(gifts).await.into_iter().filter(|name| others.contains(name)).collect();
            assert_eq!(found(&format!("{gifts}&{other}")).await, expected, "{gifts}&{other}");
        }
    }
    for (query, expected) in [
        ("by=household&has_address=0", "William Grace Edsger"),
        ("by=household&has_email=0&given_min=1", "William Mary"),
        ("by=household&lybunt=0", "Ada Mary Edsger"),
        ("by=household&lybunt=0&q=william", "William"),
        ("by=household&lybunt=0&given_min=40", "Ada"),
        ("by=household&given_min=40&q=william", "William"),
    ] {
        assert_eq!(found(query).await.join(" "), expected, "{query}");
    }
}

async fn what_a_household_gave_together_counts_for_each(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, william) =
        (contact(&account, "Ada", json!({})).await, contact(&account, "William", json!({})).await);
    let members = json!([{"contact_id": ada, "member_role": "head"}, {"contact_id": william}]);
    account.record("households", json!({"household_name": "King", "members": members})).await;
    gift(&account, ada, "300", "2026-01-05", json!({})).await;
    gift(&account, william, "250", "2026-01-06", json!({"gift_fund": "Roof"})).await;
    for (query, expected) in [
        ("given_min=500", ""),
        ("given_min=500&by=household", "Ada"),
        ("given_fund=Roof&by=household", "Ada"),
        ("given_max=400&by=household", ""),
    ] {
        let found = found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
}

async fn soft_credits_count_where_they_are_asked_for(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, william) =
        (contact(&account, "Ada", json!({})).await, contact(&account, "William", json!({})).await);
    let credited = json!({"gift_fund": "Roof", "gift_soft_credits": [william]});
    gift(&account, ada, "300", "2026-01-05", credited).await;
    gift(&account, william, "250", "2026-01-06", json!({"gift_fund": "Books"})).await;
    for (query, expected) in [
        ("given_min=500", ""),
        ("given_min=500&credit=soft", "William"),
        ("given_fund=roof", "Ada"),
        ("given_fund=roof&credit=soft", "Ada William"),
        ("given_count_min=2&credit=soft", "William"),
        ("given_from=2026-01-06&given_max=250&credit=soft", "William"),
        ("sort=-given_total&credit=soft", "William Ada"),
        ("sort=-given_total", "Ada William"),
    ] {
        let found = found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
}

async fn bounds_of_sums_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (query, rule) in [
        ("given_min=5&given_max=4", "given_min must not be more than given_max"),
        ("given_min=1.005", "given_min has more than the 2 decimals of USD"),
        ("given_from=2026-02-01&given_to=2026-01-01", "given_from must not lie after given_to"),
        ("given_count_min=0", "given_count_min must be"),
        ("given_min=5&credit=soft&by=household", "credit must not be sent with by=household"),
        ("given_min=much", "given_min must be"),
    ] {
        let refused = account.get(&format!("/contacts?{query}")).await;
        assert!(refused.status == 422 && refused.message().starts_with(rule), "{query}: {}", refused.text);
    }
}
