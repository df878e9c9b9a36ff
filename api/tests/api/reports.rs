//! Reports on donors, giving and pledges by year.

mod oracle;

use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    an_empty_account_has_reports_too,
    a_donor_is_new_then_retained_then_lapsed_then_recovered,
    a_fiscal_year_is_called_by_the_year_in_which_it_ends,
    the_year_in_progress_compares_to_the_same_day_of_the_year_before,
    today_is_that_of_the_accounts_time_zone,
    a_raise_and_a_pause_count_from_their_day_on,
    other_currencies_are_named_and_not_counted,
    years_have_bounds_and_an_order,
    a_member_reads_reports_of_the_account_alone,
);

async fn report(account: &Account, path: &str) -> Value {
    account.get(&format!("/reports/{path}")).await.ok().data().clone()
}

async fn gift(account: &Account, contact: Option<i64>, date: &str, amount: f64, more: Value) {
    let mut body = json!({"gift_amount": amount, "gift_date": date, "contact_id": contact});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    account.post("/gifts", body).await.created();
}

/// Returns the members of each year of a report that are named.
fn of_years(report: &Value, names: &[&str]) -> Vec<Vec<Value>> {
    let years = report["years"].as_array().unwrap().iter();
    years.map(|year| names.iter().map(|name| year[*name].clone()).collect()).collect()
}

/// Returns the years of a report, with their days and whether they are over.
fn spans(report: &Value) -> Vec<String> {
    let of_year =
        |year: Vec<Value>| year.iter().map(Value::to_string).collect::<Vec<_>>().join(" ").replace('"', "");
    of_years(report, &["year", "from", "to", "is_complete"]).into_iter().map(of_year).collect()
}

async fn an_empty_account_has_reports_too(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let none = r#"{"count":0,"total":0.00}"#;
    let head = r#""year_start":1,"as_of":"2026-06-15","currency":"USD","other_currencies":[],"#;
    let year = r#""year":2026,"from":"2026-01-01","to":"2026-06-15","is_complete":0,"#;
    let names = ["donors", "new", "retained", "recovered", "lapsed", "upgraded", "downgraded"];
    let groups = names.map(|name| format!(r#""{name}":{none},"#)).concat();
    let totals = r#""total":0.00,"unattributed_total":0.00,"without_donor_total":0.00,"#;
    let before = r#"{"from":"2025-01-01","to":"2025-06-15","total":0.00,"count":0,"donor_count":0}"#;
    let given = r#""total":0.00,"count":0,"donor_count":0,"average":0.00,"largest":0.00,"#;
    let due = r#""expected":0.00,"received":0.00,"remaining":0.00,"fulfilment_rate":null"#;
    let open = r#""count":0,"open":{"count":0,"total":0.00},"late_count":0,"#;
    for (name, kind, expected) in [
        (
            "donors",
            "donor",
            format!(r#"{{{head}"years":[{{{year}{totals}{groups}"retention_rate":null}}]}}"#),
        ),
        (
            "giving",
            "giving",
            format!(
                r#"{{{head}"years":[{{{year}{given}"year_before":{before},"change":0.00,"change_rate":null}}]}}"#
            ),
        ),
        ("pledges", "pledge", format!(r#"{{{head}{open}"years":[{{{year}{due}}}]}}"#)),
    ] {
        let reply = account.get(&format!("/reports/{name}?from_year=2026")).await.ok();
        assert_eq!(reply.json["type"], format!("{kind}_report.read"));
        assert_eq!(reply.raw_data(), expected);
        let years = of_years(&report(&account, name).await, &["year"]).concat();
        assert_eq!(years, [2022, 2023, 2024, 2025, 2026], "the last five, if nothing is said");
    }
}

async fn a_donor_is_new_then_retained_then_lapsed_then_recovered(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let [ada, bob, eve] = [account.contact().await, account.contact().await, account.contact().await];
    for (contact, date, amount) in [
        (Some(ada), "2022-12-31", 10.0),
        (Some(ada), "2023-01-01", 12.5),
        (Some(ada), "2025-05-05", 7.0),
        (Some(bob), "2022-02-02", 30.0),
        (Some(bob), "2023-02-02", 20.0),
        (Some(eve), "2023-03-03", 5.0),
        (Some(eve), "2023-03-04", -5.0),
        (None, "2023-06-06", 1.0),
    ] {
        gift(&account, contact, date, amount, json!({})).await;
    }
    for status in ["pending", "refunded", "void"] {
        gift(&account, Some(eve), "2023-03-03", 100.0, json!({"gift_status": status})).await;
    }
    // Who is archived, or has died, did give.
    account.put(&format!("/contacts/{ada}"), json!({"contact_status": "archive"})).await.ok();
    account.put(&format!("/contacts/{bob}"), json!({"contact_deceased_on": "2024-01-01"})).await.ok();
    let found = report(&account, "donors?from_year=2022&to_year=2025").await;
    let group = |count: i64, total: f64| json!({"count": count, "total": total});
    let none = || group(0, 0.0);
    let names =
        ["donors", "new", "retained", "recovered", "lapsed", "upgraded", "downgraded", "retention_rate"];
    assert_eq!(
        of_years(&found, &names),
        [
            vec![group(2, 40.0), group(2, 40.0), none(), none(), none(), none(), none(), Value::Null],
            vec![
                group(2, 32.5),
                none(),
                group(2, 32.5),
                none(),
                none(),
                group(1, 2.5),
                group(1, 10.0),
                json!(100.0)
            ],
            vec![none(), none(), none(), none(), group(2, 32.5), none(), none(), json!(0.0)],
            vec![group(1, 7.0), none(), none(), group(1, 7.0), none(), none(), none(), Value::Null],
        ]
    );
    let totals = of_years(&found, &["total", "unattributed_total", "without_donor_total"]);
    assert_eq!(totals[1], [json!(33.5), json!(1.0), json!(0.0)]);
    gift(&account, Some(eve), "2023-03-05", -2.0, json!({})).await;
    let after = report(&account, "donors?from_year=2023&to_year=2023").await;
    let totals = of_years(&after, &["total", "unattributed_total", "without_donor_total"]);
    assert_eq!(totals, [[json!(31.5), json!(1.0), json!(-2.0)]]);
    assert_eq!(of_years(&after, &names)[0], of_years(&found, &names)[1], "what was before counts as before");
}

async fn a_fiscal_year_is_called_by_the_year_in_which_it_ends(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = account.contact().await;
    for (date, amount) in [("2025-06-30", 1.0), ("2025-07-01", 2.0), ("2026-06-15", 4.0)] {
        gift(&account, Some(ada), date, amount, json!({})).await;
    }
    let found = report(&account, "donors?year_start=7&from_year=2025").await;
    assert_eq!(spans(&found), ["2025 2024-07-01 2025-06-30 1", "2026 2025-07-01 2026-06-15 0"]);
    assert_eq!(
        of_years(&found, &["total", "retention_rate"]),
        [[json!(1.0), Value::Null], [json!(6.0), json!(100.0)]]
    );
    // In May, the year 2027 has begun.
    let found = report(&account, "giving?year_start=5&from_year=2026").await;
    assert_eq!(spans(&found), ["2026 2025-05-01 2026-04-30 1", "2027 2026-05-01 2026-06-15 0"]);
    assert_eq!(of_years(&found, &["total"]).concat(), [3.0, 4.0]);
    assert_eq!(
        spans(&report(&account, "pledges?year_start=12&from_year=2026").await),
        ["2026 2025-12-01 2026-06-15 0"]
    );
}

async fn the_year_in_progress_compares_to_the_same_day_of_the_year_before(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (date, amount) in [
        ("2024-12-31", 10.0),
        ("2025-06-15", 100.0),
        ("2025-06-16", 50.0),
        ("2026-06-15", 80.0),
        // Tomorrow.
        ("2026-06-16", 1000.0),
    ] {
        gift(&account, None, date, amount, json!({})).await;
    }
    let found = report(&account, "giving?from_year=2025").await;
    let years = of_years(&found, &["total", "change", "change_rate"]);
    assert_eq!(
        years,
        [[json!(150.0), json!(140.0), json!(1400.0)], [json!(80.0), json!(-20.0), json!(-20.0)]]
    );
    let before = of_years(&found, &["year_before"]).concat();
    let days = |before: &Value| [before["from"].clone(), before["to"].clone(), before["total"].clone()];
    assert_eq!(days(&before[0]), [json!("2024-01-01"), json!("2024-12-31"), json!(10.0)]);
    assert_eq!(days(&before[1]), [json!("2025-01-01"), json!("2025-06-15"), json!(100.0)]);
    // A day later, the gift of tomorrow counts.
    api.turn_to("2026-06-16T00:00:00Z");
    let found = report(&account, "giving?from_year=2026").await;
    assert_eq!(of_years(&found, &["total", "change"]), [[json!(1080.0), json!(930.0)]]);
}

async fn today_is_that_of_the_accounts_time_zone(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("JPY", Tz::Pacific__Auckland).await;
    let found = report(&account, "pledges?from_year=2026").await;
    assert_eq!((&found["as_of"], &found["currency"]), (&json!("2026-06-16"), &json!("JPY")));
    api.turn_to("2026-12-31T12:00:00Z");
    let found = report(&account, "pledges?from_year=2026").await;
    assert_eq!(spans(&found), ["2026 2026-01-01 2026-12-31 1", "2027 2027-01-01 2027-01-01 0"]);
}

async fn a_raise_and_a_pause_count_from_their_day_on(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = account.contact().await;
    let pledge = json!({"contact_id": ada, "pledge_amount": 50, "pledge_start_date": "2025-11-01"});
    let (path, id) = account.record("pledges", pledge).await;
    account.put(&path, json!({"pledge_amount": 75, "pledge_change_from": "2026-02-01"})).await.ok();
    let pause = json!({"pledge_status": "paused", "pledge_change_from": "2026-03-01", "pledge_pause_until": "2026-04-30"});
    account.put(&path, pause).await.ok();
    gift(&account, Some(ada), "2025-11-01", 50.0, json!({"pledge_id": id})).await;
    gift(&account, Some(ada), "2026-01-01", 60.0, json!({"pledge_id": id})).await;
    gift(&account, Some(ada), "2026-01-01", 1000.0, json!({})).await;
    // What is cancelled does not count, nor does what is over for one pledge count for another.
    let paid = json!({"contact_id": ada, "pledge_amount": 1, "pledge_frequency": "one_time", "pledge_start_date": "2026-05-01"});
    let (_, paid) = account.record("pledges", paid).await;
    gift(&account, Some(ada), "2026-05-01", 500.0, json!({"pledge_id": paid})).await;
    let (cancelled, _) = account
        .record("pledges", json!({"contact_id": ada, "pledge_amount": 5, "pledge_start_date": "2025-11-01"}))
        .await;
    account.put(&cancelled, json!({"pledge_status": "cancelled"})).await.ok();
    let found = report(&account, "pledges?from_year=2025").await;
    // November and December; then January for 50, February, May and June for 75, and what is due once.
    assert_eq!(
        of_years(&found, &["expected", "received", "remaining", "fulfilment_rate"]),
        [
            [json!(100.0), json!(50.0), json!(50.0), json!(50.0)],
            [json!(276.0), json!(560.0), json!(0.0), json!(202.9)],
        ]
    );
    assert_eq!((&found["count"], &found["late_count"]), (&json!(2), &json!(1)));
    assert_eq!(found["open"], json!({"count": 1, "total": 265.0}));
}

async fn other_currencies_are_named_and_not_counted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = account.contact().await;
    for (date, currency, status) in [
        ("2026-01-01", "JPY", "received"),
        ("2026-01-01", "EUR", "received"),
        ("2026-01-01", "GBP", "pending"),
        ("2021-12-31", "CHF", "received"),
        ("2026-06-16", "SEK", "received"),
    ] {
        gift(&account, Some(ada), date, 7.0, json!({"gift_currency": currency, "gift_status": status})).await;
    }
    for (currency, status) in [("NOK", "active"), ("DKK", "cancelled")] {
        let pledge = json!({"contact_id": ada, "pledge_amount": 5, "pledge_currency": currency, "pledge_status": status});
        account.record("pledges", pledge).await;
    }
    for (name, others) in
        [("donors", json!(["EUR", "JPY"])), ("giving", json!(["EUR", "JPY"])), ("pledges", json!(["NOK"]))]
    {
        assert_eq!(report(&account, name).await["other_currencies"], others, "{name}");
    }
    let yen = account.get("/reports/donors?currency=jpy&from_year=2026").await.ok();
    assert_eq!((&yen["currency"], &yen["other_currencies"]), (&json!("JPY"), &json!(["EUR"])));
    assert_eq!(yen["years"][0]["new"], json!({"count": 1, "total": 7}));
}

async fn years_have_bounds_and_an_order(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for name in ["donors", "giving", "pledges"] {
        let path = format!("/reports/{name}");
        let years = "must be a whole number from 1900 to 2999";
        account
            .get(&format!("{path}?from_year=2026&to_year=2025"))
            .await
            .failed(422, "from_year must not lie after to_year");
        account
            .get(&format!("{path}?from_year=2027"))
            .await
            .failed(422, "from_year must not lie after to_year");
        account
            .get(&format!("{path}?year_start=13&from_year=1899&to_year=3000&currency=XYZ"))
            .await
            .failed(422, &format!("year_start must be a whole number from 1 to 12; from_year {years}; to_year {years}; currency must be an ISO 4217 currency code such as USD"));
        let all = report(&account, &format!("{name}?year_start=2&from_year=1900&to_year=2999")).await;
        let all = spans(&all);
        assert_eq!((&*all[0], all.len()), ("1900 1899-02-01 1900-01-31 1", 128), "{name}");
        let first = report(&account, &format!("{name}?to_year=1901")).await;
        assert_eq!(of_years(&first, &["year"]).concat(), [1900, 1901], "{name}");
        let ahead = report(&account, &format!("{name}?from_year=2027&to_year=2030")).await;
        assert_eq!(ahead["years"], json!([]), "{name}");
    }
}

async fn a_member_reads_reports_of_the_account_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for account in [&account, &other] {
        let ada = account.contact().await;
        let pledge = json!({"contact_id": ada, "pledge_amount": 5, "pledge_start_date": "2026-06-01"});
        let (_, pledge) = account.record("pledges", pledge).await;
        gift(account, Some(ada), "2026-06-01", 5.0, json!({"pledge_id": pledge})).await;
    }
    api.execute("UPDATE memberships SET role = 'member'", Vec::new()).await;
    let year = "from_year=2026";
    assert_eq!(report(&account, &format!("donors?{year}")).await["years"][0]["new"]["count"], 1);
    assert_eq!(report(&account, &format!("giving?{year}")).await["years"][0]["count"], 1);
    assert_eq!(report(&account, &format!("pledges?{year}")).await["count"], 1);
}
