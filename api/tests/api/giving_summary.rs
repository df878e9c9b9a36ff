//! The giving summary (specification, section 4, rule 10).

mod kept;

use chrono_tz::Tz;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api, MISSING_ID, vector};

both_databases!(
    spec_4_rule_10_the_worked_example_comes_out_to_the_cent,
    an_empty_account_has_a_summary_too,
    the_period_is_by_default_this_year_until_today,
    months_quarters_and_years_without_gifts_appear_with_zero,
    gifts_are_grouped_by_their_type,
    a_contact_narrows_gifts_and_pledges_alike,
    several_contacts_are_summed_together,
    the_largest_funds_campaigns_and_contacts_come_first,
    what_is_expected_of_a_period_includes_pledges_that_begin_in_it,
    what_is_paid_is_outstanding_no_more_however_much_it_was,
    currencies_are_listed_apart_and_never_converted,
    averages_are_rounded_half_up,
    all_bad_parameters_are_reported_at_once,
    absurd_amounts_and_dates_do_no_harm,
    sums_beyond_64_bits_are_exact,
);

async fn gift(account: &Account, amount: &str, date: &str, fields: Value) {
    let mut body = json!({"gift_amount": amount, "gift_date": date});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    account.post("/gifts", body).await.created();
}

async fn summary(account: &Account, query: &str) -> Value {
    let reply = account.get(&format!("/giving-summary{query}")).await.ok();
    assert_eq!(reply.json["type"], "giving-summary.read");
    reply.data().clone()
}

/// Returns the names, totals and counts of a summary's periods.
fn periods(summary: &Value) -> Vec<(Option<&str>, f64, i64)> {
    let periods = summary["periods"].as_array().unwrap().iter();
    periods
        .map(|p| (p["period"].as_str(), p["total"].as_f64().unwrap(), p["count"].as_i64().unwrap()))
        .collect()
}

async fn spec_4_rule_10_the_worked_example_comes_out_to_the_cent(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    // The gifts and pledges of another account must not count.
    let other = api.account().await;
    let example = vector::load();
    vector::record(&account, &example).await;
    vector::record(&other, &example).await;
    for (expected, query) in [
        ("expect_summary_year_to_date", ""),
        ("expect_summary_june", "?from=2026-06-01&to=2026-06-30"),
        ("expect_summary_full_year_eur", "?to=2026-12-31&currency=eur"),
    ] {
        let found = summary(&account, query).await;
        for (field, value) in example[expected].as_object().unwrap() {
            assert_eq!(found[field], *value, "{field} of {expected}");
        }
        assert_eq!(found["periods"], json!([]));
    }
    // `as_of` chooses the day of the pledges.
    let later = summary(&account, "?as_of=2026-09-01&to=2026-06-15").await;
    assert_eq!(
        later["pledged"]["upcoming_monthly"], 0.0,
        "the yearly pledge has started, the weekly one has ended"
    );
    assert_eq!(later["pledged"]["active_count"], 3);
}

async fn an_empty_account_has_a_summary_too(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let reply = account.get("/giving-summary?group_by=quarter").await.ok();
    let expected = r#"{"from":"2026-01-01","to":"2026-06-15","as_of":"2026-06-15","currency":"USD","given":{"total":0.00,"count":0,"donor_count":0,"average":0.00,"largest":0.00,"first_gift_date":null,"last_gift_date":null},"pledged":{"monthly":0.00,"annual":0.00,"active_count":0,"upcoming_monthly":0.00,"one_time_outstanding":0.00},"expected":{"total":0.00,"received":0.00,"remaining":0.00},"late":{"count":0,"monthly_amount":0.00},"by_currency":[],"periods":[{"period":"2026-Q1","total":0.00,"count":0},{"period":"2026-Q2","total":0.00,"count":0}]}"#;
    assert_eq!(reply.raw_data(), expected);
    assert_eq!(summary(&account, "?group_by=type").await["periods"], json!([]));
}

async fn the_period_is_by_default_this_year_until_today(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("JPY", Tz::Pacific__Auckland).await;
    for (query, expected) in [
        ("", ["2026-01-01", "2026-06-16", "2026-06-16", "JPY"]),
        ("?as_of=2024-02-29", ["2024-01-01", "2024-02-29", "2024-02-29", "JPY"]),
        ("?to=2025-03-04", ["2025-01-01", "2025-03-04", "2026-06-16", "JPY"]),
        ("?from=2020-05-05&currency=EUR", ["2020-05-05", "2026-06-16", "2026-06-16", "EUR"]),
    ] {
        let found = summary(&account, query).await;
        assert_eq!(
            ["from", "to", "as_of", "currency"].map(|field| found[field].clone()),
            expected,
            "{query}"
        );
    }
}

async fn months_quarters_and_years_without_gifts_appear_with_zero(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    gift(&account, "10", "2025-11-30", json!({})).await;
    gift(&account, "20.50", "2026-02-01", json!({})).await;
    gift(&account, "-0.50", "2026-02-28", json!({})).await;
    gift(&account, "99", "2026-02-28", json!({"gift_status": "void"})).await;
    gift(&account, "77", "2026-01-10", json!({"gift_currency": "EUR"})).await;
    let period = "?from=2025-11-15&to=2026-03-31&group_by=";
    let month = summary(&account, &format!("{period}month")).await;
    let expected = [
        (Some("2025-11"), 10.0, 1),
        (Some("2025-12"), 0.0, 0),
        (Some("2026-01"), 0.0, 0),
        (Some("2026-02"), 20.0, 2),
        (Some("2026-03"), 0.0, 0),
    ];
    assert_eq!(periods(&month), expected);
    let quarter = summary(&account, &format!("{period}quarter")).await;
    assert_eq!(periods(&quarter), [(Some("2025-Q4"), 10.0, 1), (Some("2026-Q1"), 20.0, 2)]);
    let year = summary(&account, "?from=2024-01-01&group_by=year").await;
    assert_eq!(periods(&year), [(Some("2024"), 0.0, 0), (Some("2025"), 10.0, 1), (Some("2026"), 20.0, 2)]);
    assert_eq!(year["given"]["first_gift_date"], "2025-11-30");
}

async fn gifts_are_grouped_by_their_type(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (cash, stock) = (account.gift_type("cash").await, account.gift_type("stock").await);
    gift(&account, "10", "2026-01-01", json!({"gift_type_id": cash})).await;
    gift(&account, "15", "2026-01-02", json!({"gift_type_id": cash})).await;
    gift(&account, "1000", "2026-01-03", json!({"gift_type_id": stock})).await;
    gift(&account, "5", "2026-01-04", json!({})).await;
    let found = summary(&account, "?group_by=type").await;
    let mut found = periods(&found);
    found.sort_by_key(|(name, ..)| *name);
    assert_eq!(found, [(None, 5.0, 1), (Some("cash"), 25.0, 2), (Some("stock"), 1000.0, 1)]);
}

async fn a_contact_narrows_gifts_and_pledges_alike(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let example = vector::load();
    let recorded = vector::record(&account, &example).await;
    let found = summary(&account, &format!("?contact_id={}&group_by=month", recorded.contacts[&2])).await;
    assert_eq!(found["given"]["total"], 150.0);
    assert_eq!((&found["given"]["count"], &found["given"]["donor_count"]), (&json!(1), &json!(1)));
    assert_eq!((&found["pledged"]["monthly"], &found["pledged"]["active_count"]), (&json!(50.0), &json!(1)));
    assert_eq!(found["expected"], json!({"total": 300.0, "received": 150.0, "remaining": 150.0}));
    assert_eq!(found["late"], json!({"count": 1, "monthly_amount": 50.0}));
    assert_eq!(found["by_currency"].as_array().unwrap().len(), 1);
    assert_eq!(periods(&found)[1], (Some("2026-02"), 150.0, 1));
    // A contact without gifts and pledges.
    let nobody = summary(&account, &format!("?contact_id={}", account.contact().await)).await;
    assert_eq!((&nobody["given"]["count"], &nobody["by_currency"]), (&json!(0), &json!([])));
}

async fn several_contacts_are_summed_together(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, bob, eve) = (account.contact().await, account.contact().await, account.contact().await);
    for (contact, amount) in [(ada, "10"), (bob, "20.50"), (eve, "400"), (ada, "1")] {
        gift(&account, amount, "2026-01-01", json!({"contact_id": contact})).await;
        let pledge =
            json!({"contact_id": contact, "pledge_amount": amount, "pledge_start_date": "2026-06-15"});
        account.record("pledges", pledge).await;
    }
    let found = summary(&account, &format!("?contact_id={ada},{bob}&group_by=contact")).await;
    assert_eq!(found["given"]["total"], 31.5);
    assert_eq!((&found["given"]["count"], &found["given"]["donor_count"]), (&json!(3), &json!(2)));
    assert_eq!(found["pledged"]["monthly"], 31.5);
    let (ada, bob) = (ada.to_string(), bob.to_string());
    assert_eq!(periods(&found), [(Some(&*bob), 20.5, 1), (Some(&*ada), 11.0, 2)]);
    let reply = account.get(&format!("/giving-summary?contact_id={ada},{MISSING_ID},x")).await;
    reply.failed(422, "contact_id (x) must be the id of a record");
    let one = summary(&account, &format!("?contact_id={ada},{MISSING_ID}")).await;
    assert_eq!((&one["given"]["count"], &one["given"]["total"]), (&json!(2), &json!(11.0)));
}

async fn the_largest_funds_campaigns_and_contacts_come_first(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let (ada, bob) = (account.contact().await, account.contact().await);
    for (amount, day, fields) in [
        ("10", "2026-01-01", json!({"gift_fund": "Roof", "gift_campaign": "Spring", "contact_id": ada})),
        ("-2.50", "2026-02-01", json!({"gift_fund": "Roof", "contact_id": ada})),
        ("7.50", "2026-03-01", json!({"gift_fund": "Bells", "contact_id": bob})),
        ("30", "2026-03-02", json!({})),
        // These do not count.
        ("99", "2025-12-31", json!({"gift_fund": "Roof", "contact_id": ada})),
        ("99", "2026-03-03", json!({"gift_fund": "Roof", "contact_id": ada, "gift_status": "pending"})),
        ("99", "2026-03-03", json!({"gift_fund": "Roof", "contact_id": ada, "gift_currency": "EUR"})),
    ] {
        gift(&account, amount, day, fields).await;
    }
    gift(&other, "500", "2026-03-03", json!({"gift_fund": "Roof"})).await;
    let (ada, bob) = (ada.to_string(), bob.to_string());
    for (query, expected) in [
        ("fund", vec![(None, 30.0, 1), (Some("Bells"), 7.5, 1), (Some("Roof"), 7.5, 2)]),
        ("fund&top=1", vec![(None, 30.0, 1)]),
        ("campaign", vec![(None, 35.0, 3), (Some("Spring"), 10.0, 1)]),
        ("contact", vec![(None, 30.0, 1), (Some(&*ada), 7.5, 2), (Some(&*bob), 7.5, 1)]),
        ("contact&top=2", vec![(None, 30.0, 1), (Some(&*ada), 7.5, 2)]),
        ("contact&from=2026-02-01&to=2026-03-01", vec![(Some(&*bob), 7.5, 1), (Some(&*ada), -2.5, 1)]),
    ] {
        assert_eq!(periods(&summary(&account, &format!("?group_by={query}")).await), expected, "{query}");
    }
    let of_contact = summary(&account, &format!("?group_by=fund&contact_id={ada}")).await;
    assert_eq!(periods(&of_contact), [(Some("Roof"), 7.5, 2)]);
    account.get("/giving-summary?top=0").await.failed(422, "top must be a whole number from 1 to 1000");
}

async fn what_is_expected_of_a_period_includes_pledges_that_begin_in_it(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for (start, end) in [("2026-11-01", None), ("2026-01-01", Some("2026-02-01"))] {
        let pledge = json!({
            "contact_id": contact_id, "pledge_amount": 100, "pledge_start_date": start, "pledge_end_date": end,
        });
        account.record("pledges", pledge).await;
    }
    let found = summary(&account, "?from=2026-01-01&to=2026-12-31&as_of=2026-06-15").await;
    assert_eq!(
        found["expected"],
        json!({"total": 400.0, "received": 0.0, "remaining": 400.0}),
        "two of each"
    );
    assert_eq!(found["pledged"]["upcoming_monthly"], 100.0);
    assert_eq!((&found["pledged"]["monthly"], &found["pledged"]["active_count"]), (&json!(0.0), &json!(0)));
}

async fn what_is_paid_is_outstanding_no_more_however_much_it_was(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    let pledge = json!({
        "contact_id": contact_id, "pledge_amount": 100, "pledge_frequency": "one_time",
        "pledge_start_date": "2026-06-01",
    });
    let pledge_id = account.record("pledges", pledge).await.1;
    for (paid, outstanding) in [("40", 60.0), ("60", 0.0), ("25", 0.0)] {
        gift(&account, paid, "2026-06-02", json!({"contact_id": contact_id, "pledge_id": pledge_id})).await;
        let found = summary(&account, "?from=2026-06-01&to=2026-06-30&as_of=2026-06-15").await;
        assert_eq!(found["pledged"]["one_time_outstanding"], outstanding);
        assert_eq!(found["expected"]["remaining"], outstanding);
    }
}

async fn currencies_are_listed_apart_and_never_converted(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    gift(&account, "500", "2026-01-01", json!({"gift_currency": "JPY"})).await;
    gift(&account, "1.234", "2026-01-01", json!({"gift_currency": "BHD"})).await;
    gift(&account, "5", "2025-12-31", json!({"gift_currency": "CHF"})).await;
    gift(&account, "5", "2026-01-01", json!({"gift_currency": "SEK", "gift_status": "pending"})).await;
    let pledge = json!({"contact_id": contact_id, "pledge_amount": 100, "pledge_currency": "AUD", "pledge_status": "paused"});
    account.record("pledges", pledge).await;
    let reply = account.get("/giving-summary").await.ok();
    let expected = r#"[{"currency":"AUD","given_total":0.00,"given_count":0,"pledged_monthly":0.00,"pledged_annual":0.00},{"currency":"BHD","given_total":1.234,"given_count":1,"pledged_monthly":0.000,"pledged_annual":0.000},{"currency":"JPY","given_total":500,"given_count":1,"pledged_monthly":0,"pledged_annual":0}]"#;
    assert_eq!(reply.raw("by_currency"), expected);
    assert_eq!(reply["given"]["total"], 0.0);
}

async fn averages_are_rounded_half_up(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (currency, amounts, average, largest) in [
        ("USD", ["0.01", "0.02"], 0.02, 0.02),
        ("EUR", ["10", "0.01"], 5.01, 10.0),
        ("CHF", ["-0.01", "-0.02"], -0.01, -0.01),
        ("JPY", ["1", "2"], 2.0, 2.0),
    ] {
        for amount in amounts {
            gift(&account, amount, "2026-01-01", json!({"gift_currency": currency})).await;
        }
        let found = summary(&account, &format!("?currency={currency}")).await;
        let given = &found["given"];
        assert_eq!(
            (given["average"].as_f64(), &given["donor_count"]),
            (Some(average), &json!(0)),
            "{currency}"
        );
        assert_eq!(given["largest"].as_f64(), Some(largest), "{currency}");
    }
}

async fn all_bad_parameters_are_reported_at_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let date = "must be a date, as YYYY-MM-DD";
    let no_id = "contact_id must be the id of a record";
    for (query, message) in [
        (
            "from=x&to=2026-02-30&as_of=&currency=XYZ&contact_id=x&group_by=week".to_owned(),
            format!(
                "from {date}; to {date}; as_of {date}; currency must be an ISO 4217 currency code such as USD; \
                 {no_id}; group_by must be one of month, quarter, year, type, fund, campaign, contact"
            ),
        ),
        ("from=2026-06-16".to_owned(), "from must not lie after to".to_owned()),
        ("from=2026-02-02&to=2026-02-01".to_owned(), "from must not lie after to".to_owned()),
        ("contact_id=-1".to_owned(), no_id.to_owned()),
        ("contact_id=99999999999999999999".to_owned(), no_id.to_owned()),
        ("from=2026-1-1".to_owned(), format!("from {date}")),
        (
            "from=1000-01-01&to=2026-01-01&group_by=month".to_owned(),
            "group_by takes periods of at most 200 years".to_owned(),
        ),
    ] {
        account.get(&format!("/giving-summary?{query}")).await.failed(422, &message);
    }
}

async fn absurd_amounts_and_dates_do_no_harm(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account_in("JPY", Tz::UTC).await;
    let contact_id = account.contact().await;
    // The sum of all these due amounts is beyond 64 bits.
    let mut pledge_id = 0;
    for _ in 0..20 {
        let pledge = json!({"contact_id": contact_id, "pledge_amount": 1_000_000_000_000_i64, "pledge_frequency": "weekly",
                            "pledge_start_date": "1900-01-02"});
        (_, pledge_id) = account.record("pledges", pledge).await;
    }
    // An earlier version took any day.
    api.execute("UPDATE pledges SET pledge_start_date = '0001-01-02'", vec![]).await;
    gift(&account, "-1", "2026-01-01", json!({"contact_id": contact_id, "pledge_id": pledge_id})).await;
    let ever = "from=0001-01-01&to=9999-12-31&as_of=9999-12-31";
    let found = summary(&account, &format!("?{ever}&group_by=type")).await;
    assert_eq!((&found["given"]["count"], &found["pledged"]["active_count"]), (&json!(1), &json!(20)));
    let ages_ago = summary(&account, "?from=0001-01-01&to=0150-12-31&as_of=0001-01-01&group_by=year").await;
    assert_eq!(ages_ago["pledged"]["active_count"], 0);
    assert_eq!(ages_ago["periods"].as_array().unwrap().len(), 150);
    account.get("/pledges").await.ok();
}

async fn sums_beyond_64_bits_are_exact(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact_id = account.contact().await;
    for amount in ["10000000000.00", "9999999999.99"].repeat(10) {
        let pledge = json!({"contact_id": contact_id, "pledge_amount": amount, "pledge_frequency": "weekly",
                            "pledge_start_date": "1900-01-01"});
        account.record("pledges", pledge).await;
    }
    // An earlier version took any day.
    api.execute("UPDATE pledges SET pledge_start_date = '0001-01-01'", vec![]).await;
    let reply = account.get("/giving-summary?from=0001-01-01&to=9999-12-31&as_of=9999-12-31").await.ok();
    // Each pledge is due 521,723 times, and 20 × 10,000,000,000.00 less 10 × 0.01 are due each time.
    let total = "104344599999947827.70";
    assert_eq!(reply.raw("expected"), format!(r#"{{"total":{total},"received":0.00,"remaining":{total}}}"#));
}
