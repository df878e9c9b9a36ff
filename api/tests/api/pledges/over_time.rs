//! Pledges that are raised, lowered and paused.

use api::background::terms as terms_of_today;
use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::pledge;
use crate::support::Api;

both_databases!(
    a_raise_leaves_what_was_due_before_as_it_was,
    the_first_term_is_corrected_from_the_start_on,
    nothing_is_due_in_a_pause,
    a_pause_is_planned_and_taken_back,
    days_of_changes_keep_their_rules,
    an_event_tells_what_has_changed_over_time,
    what_comes_into_force_is_an_update_with_its_event,
    a_history_is_imported_and_exported,
);

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

async fn a_pause_is_planned_and_taken_back(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = pledge(&account, json!({"pledge_amount": 50, "pledge_start_date": "2026-01-01"})).await;
    account.put(&path, json!({"pledge_amount": 60, "pledge_change_from": "2026-09-01"})).await.ok();
    let plan = json!({"pledge_status": "paused", "pledge_change_from": "2026-12-01", "pledge_pause_until": "2027-02-28"});
    let planned = account.put(&path, plan.clone()).await.ok();
    assert_eq!((&planned["pledge_status"], &planned["pledge_state"]), (&json!("active"), &json!("active")));
    assert_eq!(pauses(planned.data()), ["2026-12-01 2027-02-28"]);
    // Its first day alone takes it back, and nothing else; the same plan with another last day changes it.
    let back = account.put(&path, json!({"pledge_change_from": "2026-12-01"})).await.ok();
    assert_eq!((pauses(back.data()).len(), terms(back.data()).len()), (0, 2));
    account.put(&path, plan).await.ok();
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2026-12-01", "pledge_pause_until": "2027-01-31"});
    assert_eq!(pauses(account.put(&path, body).await.ok().data()), ["2026-12-01 2027-01-31"]);
    // A pause of now is one of its own.
    let now = json!({"pledge_status": "paused", "pledge_pause_until": "2026-06-30"});
    let now = account.put(&path, now).await.ok();
    assert_eq!(pauses(now.data()), ["2026-06-15 2026-06-30", "2026-12-01 2027-01-31"]);
    let active = account.put(&path, json!({"pledge_status": "active"})).await.ok();
    assert_eq!(pauses(active.data()), ["2026-12-01 2027-01-31"]);
    let events = api.events(&account).await.len();
    api.turn_to("2026-12-05T12:00:00Z");
    let read = account.get(&path).await.ok();
    assert_eq!((&read["pledge_status"], &read["pledge_state"]), (&json!("paused"), &json!("paused")));
    assert_eq!(read.raw("pledge_expected_to_date"), "580.00", "8 × 50 and 3 × 60");
    terms_of_today::turn(&api.app).await.unwrap();
    assert_eq!(api.events(&account).await.len(), events + 1);
    api.turn_to("2027-02-05T12:00:00Z");
    let read = account.get(&path).await.ok();
    assert_eq!(read["pledge_status"], "active");
    assert_eq!(read.raw("pledge_expected_to_date"), "640.00", "and February");
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
            json!({"pledge_status": "cancelled", "pledge_change_from": "2026-06-16"}),
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
