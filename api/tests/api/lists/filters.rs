//! Filters of lists: the records that each filter finds.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::{Account, Api};

both_databases!(
    contacts_are_found_by_what_they_are_and_have,
    contacts_are_found_by_words_in_any_case,
    contacts_are_found_by_where_they_live_and_how_they_are_reached,
    gifts_are_filtered,
    contacts_who_gave_last_year_alone_are_found,
    contacts_are_found_by_the_day_of_their_last_gift,
    contacts_of_an_organisation_are_found_and_the_link_stays_hidden,
    gifts_of_all_currencies_are_compared_by_their_amounts,
    pledges_are_filtered,
    tasks_are_filtered,
    a_bad_value_is_refused_with_the_valid_ones,
    filters_reach_no_other_account,
);

/// Returns the `field` of each record of a list, in order.
pub(super) async fn found(account: &Account, path: &str, field: &str) -> Vec<String> {
    let list = account.get(path).await.ok();
    // A page must show the same records as the whole list.
    let separator = if path.contains('?') { '&' } else { '?' };
    let page = account.get(&format!("{path}{separator}limit=1000")).await.ok();
    assert_eq!(page.list(), list.list(), "{path}");
    assert_eq!(page.header("total-count"), Some(&*list.list().len().to_string()), "{path}");
    list.list().iter().map(|record| record[field].as_str().unwrap_or("-").to_owned()).collect()
}

pub(super) async fn contact(account: &Account, name: &str, mut fields: Value) -> i64 {
    fields["contact_lname"] = name.into();
    if fields["contact_status"].is_null() {
        fields["contact_status"] = "donor".into();
    }
    account.record("contacts", fields).await.1
}

async fn contacts_are_found_by_what_they_are_and_have(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    contact(&account, "A", json!({"contact_status": "prospect", "tags": ["Board", "x"]})).await;
    contact(&account, "B", json!({"contact_is_org": 1, "contact_external_id": "crm-1"})).await;
    contact(&account, "C", json!({"tags": ["board"], "emails": [{"email_address": "Ada@Example.org"}]}))
        .await;
    contact(
        &account,
        "D",
        json!({"emails": [{"email_address": "d@example.org"}, {"email_address": "ada@example.org"}]}),
    )
    .await;
    for (query, expected) in [
        ("", "A B C D"),
        ("status=prospect", "A"),
        ("status=archive", ""),
        ("status=archive,prospect", "A"),
        ("status=donor, prospect,donor&type=person", "A C D"),
        ("tag=BOARD", "A C"),
        ("tag=boar", ""),
        ("type=organization", "B"),
        ("type=person", "A C D"),
        ("external_id=crm-1", "B"),
        ("external_id=CRM-1", ""),
        ("email=ada@EXAMPLE.org", "C D"),
        ("tag=board&status=donor", "C"),
        ("email=ada%40example.org&sort=-id", "D C"),
    ] {
        assert_eq!(
            found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" "),
            expected,
            "{query}"
        );
    }
    // Filtered records still have all their own related records.
    let list = account.get("/contacts?email=d@example.org").await.ok();
    assert_eq!(list.list()[0]["emails"].as_array().unwrap().len(), 2);
    assert_eq!(list.list()[0]["tags"], json!([]));
}

async fn contacts_are_found_by_where_they_live_and_how_they_are_reached(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let address = |city: &str, state: &str, code: &str, country: &str| json!({"address_city": city, "address_state": state, "address_postal_code": code, "address_country": country});
    let bodies = [
        (
            "A",
            json!({"addresses": [address("Portland", "ME", "04101", "US")], "contact_birthday": "1970-07-04",
            "contact_newsletter": "both", "contact_do_not_mail": 1}),
        ),
        (
            "B",
            json!({"addresses": [address("Portland", "OR", "97201", "US"), address("Bath", "ME", "SW1Y 4JH", "GB")],
            "contact_birthday": "--07-31", "contact_do_not_call": 1}),
        ),
        (
            "C",
            json!({"addresses": [{"address_street": "1 Bay Street", "address_country": "CA"}], "emails": [{"email_address": "c@x.example"}],
            "contact_birthday": "1990-12-07", "contact_do_not_email": 1, "contact_newsletter": "email"}),
        ),
        ("D", json!({"addresses": [address("MÜNCHEN", "", "", "DE")]})),
    ];
    for (name, body) in bodies {
        contact(&account, name, body).await;
    }
    for (query, expected) in [
        ("city=portland", "A B"),
        ("city=portland&state=me", "A"),
        ("city=m%C3%BCnchen", "D"),
        ("state=ME&country=us", "A"),
        ("postal_code=0410", "A"),
        ("postal_code=sw1y", "B"),
        ("postal_code=1", ""),
        ("country=GB", "B"),
        ("has_address=1", "A B"),
        ("has_address=0", "C D"),
        ("has_email=1", "C"),
        ("has_email=0", "A B D"),
        ("birthday_month=7", "A B"),
        ("birthday_month=7&sort=-contact_birthday", "B A"),
        ("birthday_month=12", "C"),
        ("sort=contact_birthday", "D A B C"),
        ("newsletter=both,email", "A C"),
        ("do_not_mail=1", "A"),
        ("do_not_mail=0&do_not_email=0", "B D"),
        ("do_not_call=1", "B"),
        ("household=1", ""),
    ] {
        assert_eq!(
            found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" "),
            expected,
            "{query}"
        );
    }
    for (query, rule) in [
        ("birthday_month=13", "birthday_month must be"),
        ("country=Germany", "country must be an ISO 3166-1 alpha-2 country code such as PT"),
    ] {
        let refused = account.get(&format!("/contacts?{query}")).await;
        assert!(refused.status == 422 && refused.message().starts_with(rule), "{}", refused.text);
    }
}

async fn contacts_are_found_by_words_in_any_case(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let phones = json!([{"phone_number": "+44 (20) 7946-0018"}]);
    contact(
        &account,
        "Lovelace",
        json!({"contact_fname": "Ada", "contact_nickname": "Countess", "phones": phones}),
    )
    .await;
    contact(&account, "ÉLODIE", json!({"emails": [{"email_address": "lovely@under_score.org"}]})).await;
    contact(&account, "Élodie", json!({"contact_fname": "100% \\ sure"})).await;
    contact(&account, "élodie", json!({"contact_spouse_fname": "Łukasz", "contact_notes": "ada"})).await;
    for (query, expected) in [
        ("LOVE", "Lovelace ÉLODIE"),
        ("ada love", "Lovelace"),
        ("love ada", "Lovelace"),
        ("ada nobody", ""),
        ("countess", "Lovelace"),
        ("élodie", "ÉLODIE Élodie élodie"),
        ("ÉLODIE", "ÉLODIE Élodie élodie"),
        ("łuk", "élodie"),
        ("7946 0018", "Lovelace"),
        ("+44(20)", "Lovelace"),
        ("%", "Élodie"),
        ("_", "ÉLODIE"),
        ("\\", "Élodie"),
        ("'", "Lovelace ÉLODIE Élodie élodie"),
    ] {
        let path: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
        let names = found(&account, &format!("/contacts?q={path}"), "contact_lname").await.join(" ");
        assert_eq!(names, expected, "{query}");
    }
}

async fn gifts_are_filtered(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, bob) = (account.contact().await, account.contact().await);
    let pledge = account.record("pledges", json!({"contact_id": ada, "pledge_amount": 5})).await.1;
    let cash = account.gift_type("cash").await;
    for (name, gift) in [
        (
            "a",
            json!({"gift_amount": 5, "gift_date": "2026-01-01", "contact_id": ada, "pledge_id": pledge, "gift_thanked_on": "2026-01-02",
                   "gift_campaign": "Spring", "gift_receipted_on": "2026-01-03"}),
        ),
        (
            "b",
            json!({"gift_amount": "50.00", "gift_date": "2026-02-01", "contact_id": bob, "gift_type_id": cash}),
        ),
        (
            "c",
            json!({"gift_amount": -3, "gift_date": "2026-03-01", "gift_status": "pending", "gift_fund": "Roof"}),
        ),
        ("d", json!({"gift_amount": 7, "gift_date": "2026-04-01", "gift_currency": "EUR"})),
    ] {
        let mut gift = gift;
        gift["gift_external_id"] = name.into();
        account.record("gifts", gift).await;
    }
    for (query, expected) in [
        (String::new(), "dcba"),
        (format!("contact_id={ada}"), "a"),
        (format!("pledge_id={pledge}"), "a"),
        ("type=CASH".to_owned(), "b"),
        ("type=card".to_owned(), ""),
        ("status=pending".to_owned(), "c"),
        ("status=pending,void".to_owned(), "c"),
        ("status=received,pending".to_owned(), "dcba"),
        ("campaign=Spring".to_owned(), "a"),
        ("campaign=spring".to_owned(), "a"),
        ("receipted=1".to_owned(), "a"),
        ("receipted=0".to_owned(), "dcb"),
        ("has_contact=1".to_owned(), "ba"),
        ("has_contact=0".to_owned(), "dc"),
        ("fund=Roof".to_owned(), "c"),
        ("fund=roof".to_owned(), "c"),
        ("from=2026-02-01".to_owned(), "dcb"),
        ("to=2026-02-01".to_owned(), "ba"),
        ("from=2026-02-01&to=2026-03-01&sort=gift_date".to_owned(), "bc"),
        ("min_amount=5".to_owned(), "dba"),
        ("max_amount=5.00".to_owned(), "ca"),
        ("min_amount=5.01&max_amount=49.99".to_owned(), "d"),
        ("currency=eur".to_owned(), "d"),
        ("currency=JPY".to_owned(), ""),
        ("thanked=1".to_owned(), "a"),
        ("thanked=0".to_owned(), "dcb"),
        ("contact_id=999999".to_owned(), ""),
    ] {
        let path = format!("/gifts?{query}");
        assert_eq!(found(&account, &path, "gift_external_id").await.concat(), expected, "{query}");
    }
}

async fn contacts_who_gave_last_year_alone_are_found(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (name, gifts) in [
        ("both", &[("2025-03-01", "received"), ("2026-03-01", "received")][..]),
        ("lybunt", &[("2025-01-01", "received"), ("2026-03-01", "pending")]),
        ("lybunt too", &[("2025-12-31", "received"), ("2023-01-01", "received")]),
        ("refunded", &[("2025-03-01", "refunded")]),
        ("before", &[("2024-12-31", "received")]),
        ("never", &[]),
    ] {
        let contact =
            account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await.1;
        for (day, status) in gifts {
            let gift =
                json!({"contact_id": contact, "gift_amount": 5, "gift_date": day, "gift_status": status});
            account.record("gifts", gift).await;
        }
    }
    // Gifts of nobody are nobody's.
    account.record("gifts", json!({"gift_amount": 5, "gift_date": "2026-03-01"})).await;
    let found =
        async |query: &str| found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(", ");
    assert_eq!(found("lybunt=1").await, "lybunt, lybunt too");
    assert_eq!(found("lybunt=0").await, "both, refunded, before, never");
    assert_eq!(found("lapsed=lybunt").await, "lybunt, lybunt too");
    assert_eq!(found("lapsed=sybunt").await, "lybunt, lybunt too, before");
    assert_eq!(found("lapsed=sybunt&lybunt=0").await, "before");
}

async fn contacts_are_found_by_the_day_of_their_last_gift(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    for (name, gifts) in [
        ("A", &[("2024-05-01", "received"), ("2025-05-01", "received")][..]),
        ("B", &[("2025-05-01", "received"), ("2026-01-01", "void")]),
        ("C", &[("2026-01-01", "received"), ("2020-01-01", "received")]),
        ("D", &[("2024-01-01", "pending")]),
        ("E", &[]),
    ] {
        let contact = contact(&account, name, json!({})).await;
        for (day, status) in gifts {
            let gift =
                json!({"contact_id": contact, "gift_amount": 5, "gift_date": day, "gift_status": status});
            account.record("gifts", gift).await;
        }
    }
    let theirs = contact(&other, "X", json!({})).await;
    other.record("gifts", json!({"contact_id": theirs, "gift_amount": 5, "gift_date": "2025-05-01"})).await;
    account.record("gifts", json!({"gift_amount": 5, "gift_date": "2025-05-01"})).await;
    for (query, expected) in [
        ("last_gift_before=2025-05-01", ""),
        ("last_gift_before=2025-05-02", "A B"),
        ("last_gift_before=2027-01-01", "A B C"),
        ("last_gift_after=2025-05-01", "C"),
        ("last_gift_after=2025-04-30", "A B C"),
        ("last_gift_after=2026-01-01", ""),
        ("last_gift_after=2025-01-01&last_gift_before=2025-12-31", "A B"),
        ("last_gift_before=2027-01-01&sort=-contact_lname", "C B A"),
    ] {
        let found = found(&account, &format!("/contacts?{query}"), "contact_lname").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
}

async fn contacts_of_an_organisation_are_found_and_the_link_stays_hidden(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let org = contact(&account, "Engines", json!({"contact_is_org": 1})).await;
    contact(&account, "A", json!({"contact_org_id": org})).await;
    contact(&account, "B", json!({})).await;
    let path = format!("/contacts?org_id={org}");
    assert_eq!(found(&account, &path, "contact_lname").await, ["A"]);
    assert_eq!(found(&other, &path, "contact_lname").await, [""; 0]);
    let list = account.get(&path).await.ok();
    assert!(!list.text.contains("org_id") && !list.text.contains("is_org"), "{}", list.text);
}

async fn gifts_of_all_currencies_are_compared_by_their_amounts(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    for (currency, amount) in
        [("JPY", "500"), ("USD", "499.99"), ("BHD", "500.001"), ("CLF", "500.0001"), ("EUR", "500")]
    {
        let gift = json!({"gift_amount": amount, "gift_currency": currency, "gift_date": "2026-01-01"});
        account.record("gifts", gift).await;
    }
    for (query, expected) in [
        ("min_amount=500", "EUR CLF BHD JPY"),
        ("min_amount=500.0001", "CLF BHD"),
        ("max_amount=500", "EUR USD JPY"),
        ("max_amount=499", ""),
    ] {
        let found = found(&account, &format!("/gifts?{query}"), "gift_currency").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
    let message = "min_amount must have at most 4 decimals and not be so large";
    account.get("/gifts?min_amount=0.00001").await.failed(422, message);
    account.get("/gifts?min_amount=1e18").await.failed(422, message);
}

async fn pledges_are_filtered(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let (ada, bob) = (account.contact().await, account.contact().await);
    // Today is 15 June 2026.
    for (name, contact, fields) in [
        ("current", ada, json!({"pledge_start_date": "2026-06-01"})),
        (
            "late",
            bob,
            json!({"pledge_start_date": "2026-01-01", "pledge_frequency": "weekly", "pledge_fund": "Roof"}),
        ),
        ("upcoming", ada, json!({"pledge_start_date": "2026-07-01"})),
        ("ended", ada, json!({"pledge_start_date": "2025-01-01", "pledge_end_date": "2026-06-14"})),
        ("last", ada, json!({"pledge_start_date": "2026-06-15", "pledge_end_date": "2026-06-15"})),
        ("paused", ada, json!({"pledge_start_date": "2026-01-01", "pledge_status": "paused"})),
    ] {
        let mut fields = fields;
        (fields["pledge_external_id"], fields["contact_id"]) = (name.into(), contact.into());
        fields["pledge_amount"] = 10.into();
        account.record("pledges", fields).await;
    }
    for (query, expected) in [
        (String::new(), "current late upcoming ended last paused"),
        (format!("contact_id={bob}"), "late"),
        ("status=paused".to_owned(), "paused"),
        ("status=active".to_owned(), "current late upcoming ended last"),
        ("state=active".to_owned(), "current late last"),
        ("state=upcoming".to_owned(), "upcoming"),
        ("state=ended".to_owned(), "ended"),
        ("state=paused".to_owned(), "paused"),
        ("state=cancelled".to_owned(), ""),
        ("state=upcoming,ended".to_owned(), "upcoming ended"),
        ("status=paused,cancelled".to_owned(), "paused"),
        ("frequency=weekly,once".to_owned(), "late"),
        ("frequency=weekly".to_owned(), "late"),
        ("frequency=annual".to_owned(), ""),
        ("late=1".to_owned(), "late"),
        ("late=true".to_owned(), "late"),
        ("late=0".to_owned(), "current upcoming ended last paused"),
        ("fund=ROOF".to_owned(), "late"),
        ("fund=roof&state=ended".to_owned(), ""),
        ("fund=nope".to_owned(), ""),
    ] {
        let found = found(&account, &format!("/pledges?{query}"), "pledge_external_id").await.join(" ");
        assert_eq!(found, expected, "{query}");
    }
    // The filter `state` agrees with the field `pledge_state`.
    for pledge in account.get("/pledges").await.ok().list() {
        let state = pledge["pledge_state"].as_str().unwrap();
        let list = account.get(&format!("/pledges?state={state}")).await.ok();
        assert!(list.list().contains(pledge), "{pledge}");
    }
}

async fn tasks_are_filtered(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let ada = account.contact().await;
    for (name, fields) in [
        ("a", json!({"contact_id": ada, "task_type": "call"})),
        ("b", json!({"task_due_date": "2026-06-14"})),
        ("c", json!({"task_due_date": "2026-06-15"})),
        ("d", json!({"task_due_date": "2026-06-01", "task_done": 1})),
    ] {
        let mut fields = fields;
        fields["task_subject"] = name.into();
        account.record("tasks", fields).await;
    }
    for (query, expected) in [
        (String::new(), "abcd"),
        (format!("contact_id={ada}"), "a"),
        ("type=call".to_owned(), "a"),
        ("type=call,email".to_owned(), "a"),
        ("done=1".to_owned(), "d"),
        ("done=0".to_owned(), "abc"),
        ("due_from=2026-06-14".to_owned(), "bc"),
        ("due_to=2026-06-14".to_owned(), "bd"),
        ("due_from=2026-06-14&due_to=2026-06-14".to_owned(), "b"),
        ("overdue=1".to_owned(), "b"),
        ("overdue=0".to_owned(), "acd"),
    ] {
        assert_eq!(
            found(&account, &format!("/tasks?{query}"), "task_subject").await.concat(),
            expected,
            "{query}"
        );
    }
}

async fn a_bad_value_is_refused_with_the_valid_ones(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let date = "must be a date, as YYYY-MM-DD";
    for (path, message) in [
        ("contacts?status=x", "status must be one of contact, donor, prospect, archive, lapsed_donor".to_owned()),
        (
            "contacts?status=donor,nobody,%C3%A9",
            "status (nobody, \\u{e9}) must be one of contact, donor, prospect, archive, lapsed_donor".to_owned(),
        ),
        ("contacts?status=,", "status must be one of contact, donor, prospect, archive, lapsed_donor".to_owned()),
        ("contacts?lapsed=x", "lapsed must be one of lybunt, sybunt".to_owned()),
        ("contacts?org_id=x&last_gift_before=x", format!("last_gift_before {date}; org_id must be the id of a record")),
        ("contacts?type=", "type must be one of person, organization".to_owned()),
        ("contacts?tag=", "tag must not be empty".to_owned()),
        ("contacts?q=a+b+c+d+e+f+g+h+i+a", "q must not have more than 8 words".to_owned()),
        ("contacts?q=a%00b", "q must not contain control characters other than tab and newline".to_owned()),
        ("gifts?contact_id=x&from=1", format!("contact_id must be the id of a record; from {date}")),
        ("gifts?currency=XYZ&min_amount=ten", "min_amount must be a number such as 50.00; currency must be an ISO 4217 currency code such as USD".to_owned()),
        ("pledges?state=late", "state must be one of upcoming, active, ended, paused, cancelled, written_off".to_owned()),
        ("pledges?late=2", "late must be 0 or 1".to_owned()),
        ("pledges?fund=a&fund=b", "fund must be given only once".to_owned()),
        ("pledges?frequency=bimonthly", String::new()),
        ("tasks?due_to=2026-02-30", format!("due_to {date}")),
        ("tasks?done=yes", "done must be 0 or 1".to_owned()),
        ("tasks?done=1&done=1", "done must be given only once".to_owned()),
    ] {
        let reply = account.get(&format!("/{path}")).await;
        if message.is_empty() {
            assert_eq!(reply.status, 422, "{path}");
            assert!(reply.message().starts_with("frequency "), "{}", reply.message());
        } else {
            reply.failed(422, &message);
        }
    }
}

async fn filters_reach_no_other_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let fields = json!({
        "tags": ["x"], "emails": [{"email_address": "x@example.org"}], "phones": [{"phone_number": "12345"}],
        "contact_external_id": "x", "contact_fname": "x",
    });
    let theirs = contact(&other, "X", fields).await;
    other.record("gifts", json!({"gift_amount": 5, "contact_id": theirs})).await;
    other
        .record(
            "pledges",
            json!({"pledge_amount": 5, "contact_id": theirs, "pledge_start_date": "2020-01-01"}),
        )
        .await;
    other.record("tasks", json!({"task_subject": "x", "contact_id": theirs})).await;
    for path in [
        "contacts?tag=x".to_owned(),
        "contacts?email=x@example.org".to_owned(),
        "contacts?q=x".to_owned(),
        "contacts?q=12345".to_owned(),
        "contacts?external_id=x".to_owned(),
        "contacts?updated_since=2020-01-01T00:00:00Z".to_owned(),
        format!("gifts?contact_id={theirs}"),
        "pledges?late=1".to_owned(),
        format!("tasks?contact_id={theirs}"),
    ] {
        assert_eq!(account.get(&format!("/{path}")).await.ok().list(), [] as [Value; 0], "{path}");
        assert_eq!(other.get(&format!("/{path}")).await.ok().list().len(), 1, "{path}");
    }
}
