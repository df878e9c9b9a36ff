//! Pledges. The fields that depend on the day are compared with the worked example.

use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID, vector};

mod over_time;

both_databases!(
    spec_2_a_pledge_amount_is_that_of_each_gift,
    spec_2_the_start_date_determines_how_a_pledge_is_counted,
    spec_4_rule_8_put_changes_only_the_fields_that_are_sent,
    spec_4_rule_9_create_requires_contact_and_amount,
    spec_4_rule_9_every_field_round_trips,
    defaults_come_from_the_account,
    the_worked_example_comes_out_to_the_cent,
    only_received_gifts_until_today_count,
    a_status_overrides_the_state_of_the_calendar,
    frequencies_have_aliases_and_ambiguous_words_are_refused,
    a_pledge_does_not_end_before_it_starts,
    fields_of_a_pledge_keep_their_rules,
    an_external_id_is_unique_in_the_account,
    lists_are_ordered_by_what_pledges_show_today,
);

async fn pledge(account: &Account, fields: Value) -> String {
    let mut body = json!({"contact_id": account.contact().await, "pledge_amount": 25});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    account.record("pledges", body).await.0
}

async fn every_field(account: &Account) -> Value {
    json!({
        "contact_id": account.contact().await,
        "pledge_amount": 12.5,
        "pledge_frequency": "quarterly",
        "pledge_start_date": "2026-01-31",
        "pledge_end_date": "2027-12-31",
        "pledge_currency": "EUR",
        "pledge_status": "paused",
        "pledge_fund": "Roof",
        "pledge_notes": "On the phone\nshe said so",
        "pledge_external_id": "crm-p-7",
        "pledge_custom": {"card": "green"},
    })
}

async fn spec_2_a_pledge_amount_is_that_of_each_gift(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // The amount stays the same. Only the amounts per month and year follow the frequency.
    for (frequency, monthly, annual) in [
        ("weekly", "433.33", "5200.00"),
        ("every_2_weeks", "216.67", "2600.00"),
        ("every_4_weeks", "108.33", "1300.00"),
        ("twice_monthly", "200.00", "2400.00"),
        ("monthly", "100.00", "1200.00"),
        ("every_2_months", "50.00", "600.00"),
        ("quarterly", "33.33", "400.00"),
        ("every_4_months", "25.00", "300.00"),
        ("twice_yearly", "16.67", "200.00"),
        ("yearly", "8.33", "100.00"),
        ("every_2_years", "4.17", "50.00"),
        ("one_time", "0.00", "0.00"),
    ] {
        let path = pledge(&account, json!({"pledge_amount": 100, "pledge_frequency": frequency})).await;
        let read = account.get(&path).await.ok();
        let amounts =
            ["pledge_amount", "pledge_monthly_amount", "pledge_annual_amount"].map(|field| read.raw(field));
        assert_eq!(amounts, ["100.00", monthly, annual], "{frequency}");
    }
}

async fn spec_2_the_start_date_determines_how_a_pledge_is_counted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (start, state, expected, next_due, days_late) in [
        ("2026-01-31", "active", "125.00", "2026-01-31", 135),
        ("2026-05-15", "active", "50.00", "2026-05-15", 31),
        ("2026-05-16", "active", "25.00", "2026-05-16", 30),
        ("2026-06-15", "active", "25.00", "2026-06-15", 0),
        ("2026-06-16", "upcoming", "0.00", "2026-06-16", 0),
    ] {
        let read = account.get(&pledge(&account, json!({"pledge_start_date": start})).await).await.ok();
        assert_eq!(read["pledge_state"], state, "{start}");
        assert_eq!(read.raw("pledge_expected_to_date"), expected, "{start}");
        assert_eq!(read["pledge_next_due_date"], next_due, "{start}");
        assert_eq!(read["pledge_days_late"], days_late, "{start}");
    }
}

async fn spec_4_rule_8_put_changes_only_the_fields_that_are_sent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = every_field(&account).await;
    let (path, _) = account.record("pledges", body).await;
    let mut expected = account.get(&path).await.ok().data().clone();
    for (field, value) in
        [("pledge_fund", json!("Bells")), ("pledge_notes", Value::Null), ("pledge_custom", json!({}))]
    {
        expected[field] = value.clone();
        let changed = account.put(&path, json!({field: value})).await.ok();
        assert_eq!(but_updated_at(changed.data()), but_updated_at(&expected), "{field}");
    }
    assert_eq!(but_updated_at(account.get(&path).await.ok().data()), but_updated_at(&expected));
}

async fn spec_4_rule_9_create_requires_contact_and_amount(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let reply = account.post("/pledges", json!({})).await;
    reply.failed(422, "contact_id is required; pledge_amount is required");
    let path = pledge(&account, json!({})).await;
    let nulls = json!({"contact_id": null, "pledge_amount": null});
    account.put(&path, nulls).await.failed(422, "contact_id is required; pledge_amount is required");
}

async fn spec_4_rule_9_every_field_round_trips(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let sent = every_field(&account).await;
    let created = account.post("/pledges", sent.clone()).await.created();
    assert_eq!(created.json["type"], "pledges.create");
    assert_eq!(created.header("ignored-fields"), None);
    let path = format!("/pledges/{}", created.id());
    assert_eq!(created.header("location"), Some(format!("/api/v1{path}").as_str()));
    let read = account.get(&path).await.ok();
    assert_eq!(read.json["type"], "pledges.read");
    assert_eq!(read.raw_data(), created.raw_data());
    for (field, value) in sent.as_object().unwrap() {
        assert_eq!(read[field], *value, "{field}");
    }
    assert_eq!(read["contact"]["id"], sent["contact_id"]);
    assert_eq!(read["contact"]["contact_lname"], "Lovelace");
    let added = [
        "id",
        "pledge_state",
        "pledge_monthly_amount",
        "pledge_annual_amount",
        "pledge_expected_to_date",
        "pledge_received_to_date",
        "pledge_balance",
        "pledge_next_due_date",
        "pledge_days_late",
        "terms",
        "pauses",
        "contact",
        "created_at",
        "updated_at",
    ];
    let expected = sent.as_object().unwrap().len() + added.len();
    assert_eq!(read.data().as_object().unwrap().len(), expected, "{}", read.text);
    assert!(added.iter().all(|field| read.data().get(field).is_some()));
    can_be_sent_back(&account, &path).await;
    can_be_sent_back(&account, &pledge(&account, json!({})).await).await;
    let list = account.get("/pledges").await.ok();
    assert_eq!((&list.json["type"], list.list().len()), (&json!("pledges.index"), 2));
    assert_eq!(list.list()[0], *account.get(&path).await.ok().data());
}

async fn defaults_come_from_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("BHD", Tz::Pacific__Auckland).await;
    let read = account.get(&pledge(&account, json!({"pledge_amount": "7"})).await).await.ok();
    assert_eq!(read["pledge_frequency"], "monthly");
    assert_eq!(read["pledge_start_date"], "2026-06-16");
    assert_eq!(read["pledge_currency"], "BHD");
    assert_eq!((&read["pledge_status"], &read["pledge_state"]), (&json!("active"), &json!("active")));
    assert_eq!(read.raw("pledge_amount"), "7.000");
    assert_eq!(read.raw("pledge_balance"), "-7.000");
    for field in ["pledge_end_date", "pledge_fund", "pledge_notes", "pledge_external_id", "pledge_custom"] {
        assert_eq!(read.data().get(field), Some(&Value::Null), "{field}");
    }
    let path = format!("/pledges/{}", read.id());
    let others = json!({"pledge_frequency": "weekly", "pledge_start_date": "2020-01-01", "pledge_currency": "EUR",
                        "pledge_status": "paused", "pledge_amount": 1});
    account.put(&path, others).await.ok();
    let nulls = json!({"pledge_frequency": null, "pledge_start_date": null, "pledge_currency": "", "pledge_status": null,
                       "pledge_amount": 7});
    let cleared = account.put(&path, nulls).await.ok();
    assert_eq!(but_updated_at(cleared.data()), but_updated_at(read.data()));
}

async fn the_worked_example_comes_out_to_the_cent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let example = vector::load();
    let recorded = vector::record(&account, &example).await;
    let list = account.get("/pledges").await.ok();
    for (letter, expected) in example["expect_pledges"].as_object().unwrap() {
        let read = account.get(&recorded.pledges[letter]).await.ok();
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(read[field], *value, "{field} of pledge {letter}");
        }
        assert!(list.list().contains(read.data()), "{letter} in the list");
    }
}

async fn only_received_gifts_until_today_count(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_start_date": "2026-05-01"})).await;
    let read = account.get(&path).await.ok();
    let gift = |amount: f64, date: &str, status: &str| {
        json!({"contact_id": read["contact_id"], "pledge_id": read["id"], "gift_amount": amount, "gift_date": date,
               "gift_status": status})
    };
    for (body, received, next_due) in [
        (gift(25.0, "2026-05-01", "pending"), "0.00", "2026-05-01"),
        (gift(25.0, "2026-05-01", "void"), "0.00", "2026-05-01"),
        (gift(25.0, "2026-05-01", "refunded"), "0.00", "2026-05-01"),
        (gift(24.99, "2026-05-02", "received"), "24.99", "2026-05-01"),
        (gift(0.01, "2026-06-15", "received"), "25.00", "2026-06-01"),
        (gift(75.0, "2026-06-16", "received"), "25.00", "2026-06-01"),
        (gift(-10.0, "2026-06-01", "received"), "15.00", "2026-05-01"),
        (gift(60.0, "2026-06-01", "received"), "75.00", "2026-08-01"),
    ] {
        account.post("/gifts", body).await.created();
        let read = account.get(&path).await.ok();
        assert_eq!(read.raw("pledge_received_to_date"), received);
        assert_eq!(read["pledge_next_due_date"], next_due);
        let balance = received.parse::<f64>().unwrap() - 50.0;
        assert_eq!(read.raw("pledge_balance"), format!("{balance:.2}"));
    }
    // A gift of tomorrow counts from tomorrow on.
    api.turn_to("2026-06-16T00:00:00Z");
    assert_eq!(account.get(&path).await.ok().raw("pledge_received_to_date"), "150.00");
}

async fn a_status_overrides_the_state_of_the_calendar(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_start_date": "2026-01-01"})).await;
    assert_eq!(account.get(&path).await.ok()["pledge_days_late"], 165);
    for status in ["paused", "cancelled", "written_off"] {
        let changed = account.put(&path, json!({"pledge_status": status})).await.ok();
        assert_eq!((&changed["pledge_state"], &changed["pledge_days_late"]), (&json!(status), &json!(0)));
    }
    let ended = json!({"pledge_status": "active", "pledge_end_date": "2026-06-14"});
    let ended = account.put(&path, ended).await.ok();
    assert_eq!((&ended["pledge_state"], &ended["pledge_days_late"]), (&json!("ended"), &json!(0)));
    let last_day = account.put(&path, json!({"pledge_end_date": "2026-06-15"})).await.ok();
    assert_eq!(last_day["pledge_state"], "active");
    for read_only in ["pledge_state", "pledge_balance", "pledge_days_late", "pledge_next_due_date"] {
        let unchanged = account.put(&path, json!({read_only: "x"})).await.ok();
        assert_eq!(unchanged[read_only], last_day[read_only]);
        assert_eq!(unchanged.header("ignored-fields"), None);
    }
}

async fn frequencies_have_aliases_and_ambiguous_words_are_refused(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({})).await;
    for (alias, frequency) in [
        ("annual", "yearly"),
        ("annually", "yearly"),
        ("biweekly", "every_2_weeks"),
        ("fortnightly", "every_2_weeks"),
        ("semiannual", "twice_yearly"),
        ("semi-annual", "twice_yearly"),
        ("once", "one_time"),
    ] {
        accepts(&account, &path, &[("pledge_frequency", json!(alias), json!(frequency))]).await;
    }
    let choices = "must be one of weekly, every_2_weeks, every_4_weeks, twice_monthly, monthly, every_2_months, \
                   quarterly, every_4_months, twice_yearly, yearly, every_2_years, one_time";
    let cases = [
        ("bimonthly", "is ambiguous: say twice_monthly or every_2_months"),
        ("biannual", "is ambiguous: say twice_yearly or every_2_years"),
        ("daily", choices),
        ("Monthly", choices),
    ];
    refuses(&account, &path, &cases.map(|(word, rule)| ("pledge_frequency", json!(word), rule))).await;
}

async fn a_pledge_does_not_end_before_it_starts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path =
        pledge(&account, json!({"pledge_start_date": "2026-03-01", "pledge_end_date": "2026-03-01"})).await;
    let rule = "pledge_end_date must not lie before pledge_start_date";
    account.put(&path, json!({"pledge_end_date": "2026-02-28"})).await.failed(422, rule);
    account.put(&path, json!({"pledge_start_date": "2026-03-02"})).await.failed(422, rule);
    account.put(&path, json!({"pledge_start_date": "2026-03-02", "pledge_end_date": null})).await.ok();
}

async fn fields_of_a_pledge_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({})).await;
    for status in ["active", "paused", "cancelled", "written_off"] {
        accepts(&account, &path, &[("pledge_status", json!(status), json!(status))]).await;
    }
    for (field, max) in [("pledge_fund", 100), ("pledge_notes", 20_000), ("pledge_external_id", 100)] {
        let longest = json!("é".repeat(max));
        accepts(&account, &path, &[(field, longest.clone(), longest), (field, json!(""), Value::Null)]).await;
        let rule = format!("must not be longer than {max} characters");
        refuses(&account, &path, &[(field, json!("é".repeat(max + 1)), &rule)]).await;
    }
    let cases = [
        ("pledge_amount", json!(0), "must be greater than 0"),
        ("pledge_amount", json!(-5), "must be greater than 0"),
        ("pledge_amount", json!(0.001), "has more than the 2 decimals of USD"),
        ("pledge_amount", json!("ten"), "must be a number such as 50.00"),
        ("pledge_status", json!("ended"), "must be one of active, paused, cancelled, written_off"),
        ("pledge_currency", json!("EURO"), "must be an ISO 4217 currency code such as USD"),
        ("pledge_start_date", json!("soon"), "must be a date, as YYYY-MM-DD"),
        ("pledge_end_date", json!("2027-02-29"), "must be a date, as YYYY-MM-DD"),
        ("pledge_custom", json!("x"), "must be a JSON object"),
        ("contact_id", json!(MISSING_ID), "must be the id of a contact of this account"),
        ("contact_id", json!("x"), "must be the id of a record"),
    ];
    refuses(&account, &path, &cases).await;
}

async fn an_external_id_is_unique_in_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    pledge(&account, json!({"pledge_external_id": "crm-1"})).await;
    let path = pledge(&account, json!({})).await;
    account
        .put(&path, json!({"pledge_external_id": "crm-1"}))
        .await
        .failed(409, "pledge_external_id is taken");
    pledge(&other, json!({"pledge_external_id": "crm-1"})).await;
}

async fn lists_are_ordered_by_what_pledges_show_today(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let late = pledge(&account, json!({"pledge_start_date": "2026-01-01"})).await;
    let yen = json!({"pledge_amount": 900, "pledge_currency": "JPY", "pledge_start_date": "2026-06-01"});
    let yen = pledge(&account, yen).await;
    let ahead = pledge(&account, json!({"pledge_amount": 30, "pledge_start_date": "2026-07-01"})).await;
    let ended =
        json!({"pledge_amount": 5, "pledge_start_date": "2026-02-01", "pledge_end_date": "2026-03-31"});
    let ended = pledge(&account, ended).await;
    let listed = async |query: &str| -> Vec<String> {
        let list = account.get(&format!("/pledges?{query}")).await.ok();
        list.list().iter().map(|one| format!("/pledges/{}", one["id"])).collect()
    };
    let (late, yen, ahead, ended) = (&late, &yen, &ahead, &ended);
    for (order, expected) in [
        ("pledge_amount", [ended, late, ahead, yen]),
        ("pledge_balance", [yen, late, ended, ahead]),
        ("pledge_days_late", [ahead, ended, yen, late]),
        // Nothing is awaited of what has ended.
        ("pledge_next_due_date", [late, yen, ahead, ended]),
    ] {
        let mut expected = expected.map(String::clone);
        assert_eq!(listed(&format!("sort={order}")).await, expected, "{order}");
        expected.reverse();
        if order == "pledge_next_due_date" {
            // It comes last in both directions.
            expected.rotate_left(1);
        }
        assert_eq!(listed(&format!("sort=-{order}")).await, expected, "-{order}");
        let page = account.get(&format!("/pledges?sort=-{order}&limit=1")).await.ok();
        let (_, cursor) = page.header("link").unwrap().split_once("cursor=").unwrap();
        let (cursor, _) = cursor.split_once('>').unwrap();
        assert_eq!(listed(&format!("sort=-{order}&cursor={cursor}")).await, expected[1..], "-{order}");
    }
    let read = account.get(late).await.ok();
    let gift = json!({"contact_id": read["contact_id"], "pledge_id": read["id"], "gift_amount": 150,
        "gift_date": "2026-06-01"});
    account.record("gifts", gift).await;
    assert_eq!(listed("sort=-pledge_balance").await, [ahead, late, ended, yen].map(String::clone));
    assert_eq!(listed("sort=pledge_amount&state=ended,active").await, [ended, late, yen].map(String::clone));
    let own = format!("contact_id={}&sort=-pledge_balance", read["contact_id"]);
    assert_eq!(listed(&own).await, std::slice::from_ref(late));
    let rule = "sort must be one of id, -id, pledge_amount, -pledge_amount, pledge_balance, -pledge_balance, \
         pledge_days_late, -pledge_days_late, pledge_next_due_date, -pledge_next_due_date";
    account.get("/pledges?sort=pledge_fund").await.failed(422, rule);
}
