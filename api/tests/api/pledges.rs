//! Pledges. The fields that depend on the day are compared with the worked example.

use api::background::terms as terms_of_today;
use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, but_updated_at, can_be_sent_back, refuses};
use crate::support::{Account, Api, MISSING_ID, vector};

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
    a_raise_leaves_what_was_due_before_as_it_was,
    the_first_term_is_corrected_from_the_start_on,
    nothing_is_due_in_a_pause,
    days_of_changes_keep_their_rules,
    an_event_tells_what_has_changed_over_time,
    what_comes_into_force_is_an_update_with_its_event,
    a_history_is_imported_and_exported,
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

/// Returns a pledge's terms, as day, amount and frequency.
fn terms(read: &Value) -> Vec<String> {
    let term = |term: &Value| {
        let [from, frequency] = ["term_from", "term_frequency"].map(|name| term[name].as_str().unwrap());
        format!("{from} {} {frequency}", term["term_amount"])
    };
    read["terms"].as_array().unwrap().iter().map(term).collect()
}

/// Returns a pledge's pauses, as their first and last day.
fn pauses(read: &Value) -> Vec<String> {
    let day = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let pause = |pause: &Value| format!("{} {}", day(&pause["pause_from"]), day(&pause["pause_until"]));
    read["pauses"].as_array().unwrap().iter().map(pause).collect()
}

async fn a_raise_leaves_what_was_due_before_as_it_was(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01"})).await;
    let read = account.get(&path).await.ok();
    assert_eq!(terms(read.data()), ["2026-01-01 50.0 monthly"]);
    assert_eq!(read.raw("pledge_expected_to_date"), "300.00");
    for month in 1..=6 {
        let gift = json!({"contact_id": read["contact_id"], "pledge_id": read["id"], "gift_amount": 50,
                          "gift_date": format!("2026-{month:02}-01")});
        account.post("/gifts", gift).await.created();
    }
    let raised = account.put(&path, json!({"pledge_amount": 75})).await.ok();
    assert_eq!(terms(raised.data()), ["2026-01-01 50.0 monthly", "2026-06-15 75.0 monthly"]);
    assert_eq!(raised["pledge_amount"], 75.0);
    assert_eq!(raised.raw("pledge_annual_amount"), "900.00");
    assert_eq!(raised.raw("pledge_balance"), "0.00", "who has paid all stays so");
    assert_eq!(raised["pledge_next_due_date"], "2026-07-01");
    assert_eq!(raised["pledge_days_late"], 0);
    // The same raise, from an earlier day on: once with the amount that is agreed already, which moves it.
    let body = json!({"pledge_amount": 75, "pledge_change_from": "2026-06-01"});
    let earlier = account.put(&path, body).await.ok();
    let moved = account.put(&path, json!({"pledge_change_from": "2026-06-10"})).await.ok();
    assert_eq!(terms(moved.data())[1], "2026-06-10 75.0 monthly");
    let again = account.put(&path, json!({"pledge_change_from": "2026-06-01"})).await.ok();
    assert_eq!(terms(again.data()), terms(earlier.data()));
    assert_eq!(terms(earlier.data()), ["2026-01-01 50.0 monthly", "2026-06-01 75.0 monthly"]);
    assert_eq!(earlier.raw("pledge_balance"), "-25.00");
    // What is agreed for a later day is shown, and comes into force on that day without a write.
    let later =
        json!({"pledge_amount": 90, "pledge_frequency": "quarterly", "pledge_change_from": "2026-08-15"});
    let later = account.put(&path, later).await.ok();
    assert_eq!((&later["pledge_amount"], &later["pledge_frequency"]), (&json!(75.0), &json!("monthly")));
    assert_eq!(terms(later.data())[2], "2026-08-15 90.0 quarterly");
    let quarterly = account.get("/pledges?frequency=quarterly").await.ok();
    assert_eq!(quarterly.list().len(), 0);
    api.turn_to("2026-08-15T12:00:00Z");
    // A change of something else, before the service has written what has come into force.
    account.put(&path, json!({"pledge_notes": "By phone"})).await.ok();
    let read = account.get(&path).await.ok();
    assert_eq!((&read["pledge_amount"], &read["pledge_frequency"]), (&json!(90.0), &json!("quarterly")));
    assert_eq!(read.raw("pledge_expected_to_date"), "565.00", "5 × 50, 3 × 75 and 90");
    assert_eq!(terms(read.data()).len(), 3);
    assert_eq!(account.get("/pledges?frequency=quarterly").await.ok().list().len(), 1);
    assert_eq!(account.get("/pledges?frequency=monthly").await.ok().list().len(), 0);
    let summary = account.get("/giving-summary?from=2026-01-01&to=2026-12-31").await.ok();
    assert_eq!(summary["expected"]["total"], 655.0, "and 90 in November");
    assert_eq!(summary["pledged"]["monthly"], 30.0);
    // The day of a change is no field of the pledge.
    assert_eq!(read.data().get("pledge_change_from"), None);
}

async fn the_first_term_is_corrected_from_the_start_on(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let start = json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01"});
    let path = pledge(&account, start.clone()).await;
    for (body, expected) in [
        // A slip is corrected from the start, or from before it.
        (json!({"pledge_amount": 55, "pledge_change_from": "2026-01-01"}), vec!["2026-01-01 55.0 monthly"]),
        (json!({"pledge_amount": 60, "pledge_change_from": "2025-12-01"}), vec!["2026-01-01 60.0 monthly"]),
        // Whoever moves the start mends what was typed.
        (
            json!({"pledge_amount": 50, "pledge_start_date": "2026-02-01", "pledge_frequency": "weekly"}),
            vec!["2026-02-01 50.0 weekly"],
        ),
        (json!({"pledge_frequency": null}), vec!["2026-02-01 50.0 weekly", "2026-06-15 50.0 monthly"]),
        // Before the second term.
        (
            json!({"pledge_amount": 40, "pledge_change_from": "2026-03-01"}),
            vec!["2026-02-01 40.0 weekly", "2026-06-15 50.0 monthly"],
        ),
        // What says the same as its neighbour is one term.
        (json!({"pledge_amount": 40}), vec!["2026-02-01 40.0 weekly", "2026-06-15 40.0 monthly"]),
        (json!({"pledge_frequency": "weekly"}), vec!["2026-02-01 40.0 weekly"]),
        // What is agreed ahead begins later, or is taken back.
        (
            json!({"pledge_amount": 50, "pledge_change_from": "2026-08-01"}),
            vec!["2026-02-01 40.0 weekly", "2026-08-01 50.0 weekly"],
        ),
        (
            json!({"pledge_amount": 50, "pledge_change_from": "2026-09-01"}),
            vec!["2026-02-01 40.0 weekly", "2026-09-01 50.0 weekly"],
        ),
        (json!({"pledge_change_from": "2026-09-01"}), vec!["2026-02-01 40.0 weekly"]),
        // A pledge that has not begun has no past.
        (json!({"pledge_start_date": "2026-07-01"}), vec!["2026-07-01 40.0 weekly"]),
        (json!({"pledge_amount": 45}), vec!["2026-07-01 45.0 weekly"]),
        // Another currency is a correction.
        (json!({"pledge_currency": "JPY"}), vec!["2026-07-01 45 weekly"]),
        (json!({"pledge_currency": "USD", "pledge_amount": 45}), vec!["2026-07-01 45.0 weekly"]),
        // So is a change of what has ended.
        (
            json!({"pledge_start_date": "2026-03-01", "pledge_end_date": "2026-05-31"}),
            vec!["2026-03-01 45.0 weekly"],
        ),
        (json!({"pledge_amount": 46}), vec!["2026-03-01 46.0 weekly"]),
        (json!({"pledge_amount": 45, "pledge_end_date": null}), vec!["2026-03-01 45.0 weekly"]),
        // A pledge of one gift has one amount.
        (
            json!({"pledge_frequency": "one_time", "pledge_start_date": "2026-05-01"}),
            vec!["2026-05-01 45.0 one_time"],
        ),
        (json!({"pledge_amount": 500}), vec!["2026-05-01 500.0 one_time"]),
    ] {
        let changed = account.put(&path, body.clone()).await.ok();
        assert_eq!(terms(changed.data()), expected, "{body}");
        assert_eq!(account.get(&path).await.ok().data()["terms"], changed["terms"]);
    }
}

async fn nothing_is_due_in_a_pause(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_amount": 50, "pledge_start_date": "2026-01-20"})).await;
    let of_state = async |state: &str| account.get(&format!("/pledges?{state}")).await.ok().list().len();
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2026-04-01"});
    let paused = account.put(&path, body).await.ok();
    assert_eq!(
        (&paused["pledge_state"], pauses(paused.data())),
        (&json!("paused"), vec!["2026-04-01 ?".into()])
    );
    assert_eq!(paused.raw("pledge_expected_to_date"), "150.00", "January to March");
    assert_eq!(paused["pledge_next_due_date"], "2026-01-20");
    api.turn_to("2026-08-25T12:00:00Z");
    assert_eq!(account.get(&path).await.ok().raw("pledge_expected_to_date"), "150.00", "no debt grows");
    let active = account.put(&path, json!({"pledge_status": "active"})).await.ok();
    assert_eq!(pauses(active.data()), ["2026-04-01 2026-08-24"]);
    assert_eq!(active.raw("pledge_expected_to_date"), "150.00");
    let earlier = json!({"pledge_status": "active", "pledge_change_from": "2026-08-01"});
    let earlier = account.put(&path, earlier).await.ok();
    assert_eq!(pauses(earlier.data()), ["2026-04-01 2026-07-31"]);
    assert_eq!(earlier.raw("pledge_expected_to_date"), "200.00");
    // A pause whose end is known ends by itself.
    let body = json!({"pledge_status": "paused", "pledge_pause_until": "2026-09-30"});
    let until = account.put(&path, body).await.ok();
    assert_eq!(until["pledge_status"], "paused");
    assert_eq!(pauses(until.data()), ["2026-04-01 2026-07-31", "2026-08-25 2026-09-30"]);
    assert_eq!((of_state("status=paused").await, of_state("state=active").await), (1, 0));
    let longer = account.put(&path, json!({"pledge_pause_until": "2026-10-05"})).await.ok();
    assert_eq!(pauses(longer.data())[1], "2026-08-25 2026-10-05");
    api.turn_to("2026-10-25T12:00:00Z");
    let read = account.get(&path).await.ok();
    assert_eq!((&read["pledge_status"], &read["pledge_state"]), (&json!("active"), &json!("active")));
    assert_eq!(read.raw("pledge_expected_to_date"), "250.00");
    assert_eq!((of_state("status=paused").await, of_state("state=active").await), (0, 1));
    // A pause that is over can be recorded afterwards.
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2026-01-15", "pledge_pause_until": "2026-02-15"});
    let past = account.put(&path, body).await.ok();
    assert_eq!(past["pledge_status"], "active");
    assert_eq!(past.raw("pledge_expected_to_date"), "200.00");
    // Its first day changes it.
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2026-01-15", "pledge_pause_until": "2026-01-31"});
    let shorter = account.put(&path, body).await.ok();
    assert_eq!((pauses(shorter.data()).len(), &*pauses(shorter.data())[0]), (3, "2026-01-15 2026-01-31"));
    let body = json!({"pledge_status": "active", "pledge_change_from": "2026-01-15"});
    assert_eq!(pauses(account.put(&path, body).await.ok().data()).len(), 2, "the others stay");
    // Another can be recorded, while the pledge rests again.
    account.put(&path, json!({"pledge_status": "paused"})).await.ok();
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2025-12-01", "pledge_pause_until": "2025-12-31"});
    let past = account.put(&path, body).await.ok();
    assert_eq!((pauses(past.data()).len(), &past["pledge_status"]), (4, &json!("paused")));
    // A day beside the end of a pause is its first day, and no day of the amount.
    let body = json!({"pledge_pause_until": "2026-11-30", "pledge_change_from": "2026-10-20"});
    let dated = account.put(&path, body).await.ok();
    assert_eq!(pauses(dated.data())[3], "2026-10-20 2026-11-30");
    // A pause of a new pledge, and one that a resumption on its first day takes back.
    let new = pledge(&account, json!({"pledge_status": "paused"})).await;
    let new = account.get(&new).await.ok();
    assert_eq!(
        (&new["pledge_state"], &new["pauses"]),
        (&json!("paused"), &json!([])),
        "nobody said since when"
    );
    let new = pledge(&account, json!({"pledge_status": "paused", "pledge_pause_until": "2026-12-31"})).await;
    assert_eq!(pauses(account.get(&new).await.ok().data()), ["2026-10-25 2026-12-31"]);
    let active = account.put(&new, json!({"pledge_status": "active"})).await.ok();
    assert_eq!(active["pauses"], json!([]));
    // An end that is known can be taken back. The last day of the calendar has no day after it.
    for until in [json!("9999-12-31"), Value::Null] {
        let body = json!({"pledge_status": "paused", "pledge_pause_until": until});
        let paused = account.put(&new, body).await.ok();
        assert_eq!(
            (&paused["pledge_status"], &paused["pauses"][0]["pause_until"]),
            (&json!("paused"), &until)
        );
    }
    let events = api.events(&account).await.len();
    terms_of_today::turn(&api.app).await.unwrap();
    assert_eq!(api.events(&account).await.len(), events);
}

async fn days_of_changes_keep_their_rules(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let fields =
        json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01", "pledge_end_date": "2026-12-31"});
    let path = pledge(&account, fields).await;
    account.put(&path, json!({"pledge_amount": 60})).await.ok();
    account.put(&path, json!({"pledge_amount": 70, "pledge_change_from": "2026-09-01"})).await.ok();
    let before = account.get(&path).await.ok();
    for (body, rule) in [
        (
            json!({"pledge_amount": 80, "pledge_change_from": "1899-12-31"}),
            "pledge_change_from must not lie before 1900-01-01",
        ),
        (
            json!({"pledge_amount": 80, "pledge_change_from": "2027-01-01"}),
            "pledge_change_from must not lie after pledge_end_date",
        ),
        (
            json!({"pledge_status": "paused", "pledge_change_from": "2026-06-16"}),
            "pledge_change_from must not lie ahead of today when the status changes: change it on that day",
        ),
        (
            json!({"pledge_status": "paused", "pledge_pause_until": "2026-06-14"}),
            "pledge_pause_until must not lie before the pause begins",
        ),
        (
            json!({"pledge_pause_until": "2026-07-01"}),
            "pledge_pause_until needs pledge_status paused: send both",
        ),
        (
            json!({"pledge_currency": "EUR"}),
            "pledge_currency must not change after the amount or the frequency has changed: end the pledge, and make another",
        ),
        (json!({"pledge_change_from": "soon"}), "pledge_change_from must be a date, as YYYY-MM-DD"),
    ] {
        account.put(&path, body).await.failed(422, rule);
    }
    assert_eq!(account.get(&path).await.ok().raw_data(), before.raw_data());
    let new = json!({"contact_id": account.contact().await, "pledge_amount": 5, "pledge_change_from": "2026-07-01"});
    let rule = "pledge_change_from is for a change: the first term begins on pledge_start_date";
    account.post("/pledges", new).await.failed(422, rule);
}

async fn an_event_tells_what_has_changed_over_time(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01"})).await;
    account.put(&path, json!({"pledge_amount": 60, "pledge_change_from": "2026-09-01"})).await.ok();
    account.put(&path, json!({"pledge_amount": 55, "pledge_status": "paused"})).await.ok();
    let events = api.events(&account).await;
    let updates = events.iter().filter(|event| event.name == "pledges.update");
    let updates: Vec<Value> = updates.map(|event| serde_json::from_str(&event.body).unwrap()).collect();
    let changed: Vec<_> = updates.iter().map(|event| event["changed"].clone()).collect();
    assert_eq!(changed, [json!(["terms"]), json!(["pledge_status", "pledge_amount", "terms", "pauses"])]);
    let previous = &updates[1]["previous"];
    assert_eq!((&previous["pledge_amount"], &previous["pauses"]), (&json!(50.0), &json!([])));
    assert_eq!(terms(previous), ["2026-01-01 50.0 monthly", "2026-09-01 60.0 monthly"]);
    assert_eq!(updates[1]["data"]["pauses"], json!([{"pause_from": "2026-06-15", "pause_until": null}]));
}

async fn what_comes_into_force_is_an_update_with_its_event(db: TestDb) {
    let api = Api::start(db).await;
    // There, a day begins 14 hours earlier.
    let account = api.account_in("USD", Tz::Pacific__Kiritimati).await;
    let path = pledge(&account, json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01"})).await;
    account.put(&path, json!({"pledge_amount": 60, "pledge_change_from": "2026-09-01"})).await.ok();
    let resumed = pledge(&account, json!({"pledge_amount": 50})).await;
    let until = json!({"pledge_status": "paused", "pledge_pause_until": "2026-08-31"});
    account.put(&resumed, until).await.ok();
    let written = async |day: &str| {
        api.turn_to(day);
        terms_of_today::turn(&api.app).await.unwrap();
        api.events(&account).await.len()
    };
    let before = api.events(&account).await.len();
    assert_eq!(written("2026-08-31T09:59:00Z").await, before, "the day before");
    // A list knows the day without a write.
    api.turn_to("2026-08-31T10:00:00Z");
    let found = async |query: &str| account.get(&format!("/pledges?{query}")).await.ok().list().len();
    assert_eq!((found("status=paused").await, found("state=active").await), (0, 2));
    assert_eq!(written("2026-08-31T10:00:00Z").await, before + 2);
    let events = api.events(&account).await;
    let last: Vec<Value> =
        events[before..].iter().map(|event| serde_json::from_str(&event.body).unwrap()).collect();
    let told = |n: usize| (last[n]["type"].clone(), last[n]["changed"].clone(), last[n]["previous"].clone());
    let update = json!("pledges.update");
    let amount = (update.clone(), json!(["pledge_amount"]), json!({"pledge_amount": 50.0}));
    let status = (update, json!(["pledge_status"]), json!({"pledge_status": "paused"}));
    assert_eq!((told(0), told(1)), (amount, status));
    assert_eq!(last[0]["data"]["pledge_amount"], 60.0);
    assert_eq!(last[0]["actor"]["user_id"], Value::Null);
    assert_eq!(written("2026-09-01T10:00:00Z").await, before + 2, "once");
}

async fn a_history_is_imported_and_exported(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    let file = format!(
        "pledge_external_id,contact_id,pledge_amount,pledge_frequency,pledge_start_date,pledge_change_from\n\
         p-1,{contact},50,monthly,2026-01-01,2026-01-01\n\
         p-1,{contact},75,monthly,2026-01-01,2026-03-01\n\
         p-1,{contact},90,quarterly,2026-01-01,2026-09-01\n"
    );
    for time in ["first", "second"] {
        let done = api.imported(&account, "pledges", &file).await;
        assert_eq!(
            (&done["failed_count"], &done["row_count"]),
            (&json!(0), &json!(3)),
            "{time}: {}",
            done.text
        );
        let list = account.get("/pledges").await.ok();
        let expected = ["2026-01-01 50.0 monthly", "2026-03-01 75.0 monthly", "2026-09-01 90.0 quarterly"];
        assert_eq!(terms(&list.list()[0]), expected, "{time}");
    }
    let pause = json!({"pledge_status": "paused", "pledge_change_from": "2026-04-01"});
    account.put("/pledges/1", pause).await.ok();
    let response = account.request("GET", "/pledges").header("accept", "text/csv").send().await.unwrap();
    let file = response.text().await.unwrap();
    let (header, row) = file.trim_end().split_once("\r\n").unwrap();
    let cell =
        |name: &str| row.split(',').nth(header.split(',').position(|one| one == name).unwrap()).unwrap();
    assert_eq!(cell("terms_from"), "2026-01-01;2026-03-01;2026-09-01");
    assert_eq!(cell("term_amounts"), "50.00;75.00;90.00");
    assert_eq!((cell("pauses_from"), cell("pauses_until")), ("2026-04-01", ""));
    // What was exported changes nothing when it is imported.
    let before = account.get("/pledges").await.ok();
    let done = api.imported(&account, "pledges", &file).await;
    assert_eq!((&done["failed_count"], &done["problem_count"]), (&json!(0), &json!(0)), "{}", done.text);
    let after = account.get("/pledges").await.ok();
    for field in ["terms", "pauses", "pledge_amount", "pledge_status"] {
        assert_eq!(after.list()[0][field], before.list()[0][field], "{field}");
    }
}
