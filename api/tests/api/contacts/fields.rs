//! The rules of a contact's own fields.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::fields::{accepts, refuses};
use crate::support::{Account, Api, MISSING_ID};

both_databases!(
    texts_are_trimmed_bounded_and_free_of_control_characters,
    null_and_empty_text_clear_a_field,
    null_gives_a_field_with_a_default_its_default,
    flags_are_0_or_1_and_may_be_sent_as_booleans,
    choices_are_a_closed_list,
    birthdays_are_dates_with_or_without_a_year,
    websites_languages_and_links_have_their_forms,
    custom_data_is_kept_as_it_was_written,
    custom_data_has_no_name_twice,
    a_text_of_invisible_characters_is_empty,
    every_problem_is_reported_at_once,
    an_external_id_is_unique_in_the_account,
    of_requests_for_one_external_id_at_once_one_wins,
);

async fn contact(db: TestDb) -> (Api, Account, String) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let path = format!("/contacts/{}", account.contact().await);
    (api, account, path)
}

async fn texts_are_trimmed_bounded_and_free_of_control_characters(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for (field, max) in [
        ("contact_fname", 100),
        ("contact_mname", 100),
        ("contact_lname", 100),
        ("contact_title", 50),
        ("contact_suffix", 50),
        ("contact_nickname", 50),
        ("contact_salutation", 130),
        ("contact_envelope_name", 130),
        ("contact_spouse_fname", 100),
        ("contact_spouse_lname", 100),
        ("contact_employer", 150),
        ("contact_job_title", 150),
        ("contact_church", 150),
        ("contact_source", 100),
        ("contact_external_id", 100),
        ("contact_notes", 20_000),
    ] {
        // The length is counted in characters, not bytes, and without surrounding blanks.
        let longest = "é".repeat(max);
        accepts(&account, &path, &[(field, json!(format!("  {longest}\n")), json!(longest))]).await;
        let rule = format!("must not be longer than {max} characters");
        refuses(&account, &path, &[(field, json!("é".repeat(max + 1)), &rule)]).await;
    }
    let same = |text: &str| ("contact_notes", json!(text), json!(text));
    let cases = [
        same("a\tb\nc"),
        same("'; DROP TABLE contacts; -- \" \\ % _ $1"),
        same("👩‍👩‍👧 עברית \u{202e}日本語 \u{fffd}"),
        ("contact_notes", json!("a\r\nb"), json!("a\nb")),
        ("contact_fname", json!("\u{a0}\u{2003}Ada\u{3000}"), json!("Ada")),
    ];
    accepts(&account, &path, &cases).await;
    let no_control = "must not contain control characters other than tab and newline";
    let mut cases = ["a\u{0}b", "a\u{1b}[31m", "a\rb", "a\u{7f}", "a\u{85}b", "\u{0}"]
        .map(|bad| ("contact_fname", json!(bad), no_control))
        .to_vec();
    cases.extend(
        [json!(1), json!(true), json!(["Ada"]), json!({})]
            .map(|bad| ("contact_fname", bad, "must be a string")),
    );
    refuses(&account, &path, &cases).await;
}

async fn null_and_empty_text_clear_a_field(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for (field, value) in super::every_own_field().as_object().unwrap() {
        if !value.is_string() || ["contact_status", "contact_lname", "contact_newsletter"].contains(&&**field)
        {
            continue;
        }
        for empty in [Value::Null, json!(""), json!(" \t ")] {
            accepts(&account, &path, &[(field, value.clone(), value.clone()), (field, empty, Value::Null)])
                .await;
        }
    }
    let custom =
        [("contact_custom", json!({"a": 1}), json!({"a": 1})), ("contact_custom", Value::Null, Value::Null)];
    accepts(&account, &path, &custom).await;
    let other = account.contact().await;
    let referred = "contact_referred_by_id";
    accepts(&account, &path, &[(referred, json!(other), json!(other)), (referred, Value::Null, Value::Null)])
        .await;
}

async fn null_gives_a_field_with_a_default_its_default(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    let cases = [
        ("contact_do_not_call", json!(1), json!(1)),
        ("contact_do_not_call", Value::Null, json!(0)),
        ("contact_newsletter", json!("both"), json!("both")),
        ("contact_newsletter", Value::Null, json!("none")),
        ("contact_newsletter", json!("email"), json!("email")),
        ("contact_newsletter", json!(""), json!("none")),
    ];
    accepts(&account, &path, &cases).await;
}

async fn flags_are_0_or_1_and_may_be_sent_as_booleans(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for field in ["contact_anonymous", "contact_do_not_call", "contact_do_not_mail", "contact_do_not_email"] {
        let cases = [(json!(1), 1), (json!(0), 0), (json!(true), 1), (json!(false), 0), (json!(1.0), 1)]
            .map(|(sent, read)| (field, sent, json!(read)));
        accepts(&account, &path, &cases).await;
        let bad = [json!(2), json!(-1), json!("1"), json!("true"), json!(1.5), json!([]), json!({})];
        refuses(&account, &path, &bad.map(|bad| (field, bad, "must be 0 or 1"))).await;
    }
}

async fn choices_are_a_closed_list(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for value in ["contact", "donor", "prospect", "archive", "lapsed_donor"] {
        accepts(&account, &path, &[("contact_status", json!(value), json!(value))]).await;
    }
    for value in ["none", "email", "physical", "both"] {
        accepts(&account, &path, &[("contact_newsletter", json!(value), json!(value))]).await;
    }
    let newsletter = "must be one of none, email, physical, both";
    let cases = [
        ("contact_newsletter", json!("post"), newsletter),
        ("contact_newsletter", json!("Email"), newsletter),
        ("contact_newsletter", json!(1), "must be a string"),
        ("contact_status", json!(["donor"]), "must be a string"),
    ];
    refuses(&account, &path, &cases).await;
}

async fn birthdays_are_dates_with_or_without_a_year(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for field in ["contact_birthday", "contact_anniversary"] {
        for date in ["1815-12-10", "--12-10", "--02-29", "2024-02-29"] {
            accepts(&account, &path, &[(field, json!(date), json!(date))]).await;
        }
        let bad = [
            "12-10",
            "-12-10",
            "---12-10",
            "--02-30",
            "--2-3",
            "2023-02-29",
            "1815-13-01",
            "1815-00-01",
            "1815-1-2",
            "10.12.1815",
            "1815/12/10",
            "18151210",
            "1815-12-10T00:00:00Z",
            "+1815-12-10",
            "today",
            "１815-12-10",
            "0000-01-01",
        ];
        let rule = "must be a date, as YYYY-MM-DD or --MM-DD";
        refuses(&account, &path, &bad.map(|bad| (field, json!(bad), rule))).await;
        refuses(&account, &path, &[(field, json!(18_151_210), "must be a string")]).await;
    }
}

async fn websites_languages_and_links_have_their_forms(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for url in ["https://lovelace.example", "http://a.example:8080/b?c=d#e", "https://münchen.example/ü"] {
        accepts(&account, &path, &[("contact_website", json!(url), json!(url))]).await;
    }
    for tag in ["en", "pt-BR", "zh-Hant-TW", "de-1996", "x-klingon"] {
        accepts(&account, &path, &[("contact_language", json!(tag), json!(tag))]).await;
    }
    let no_url = "must be an http or https URL";
    let long_url = format!("https://a.example/{}", "a".repeat(2000));
    let mut cases = [
        "lovelace.example",
        "ftp://a.example",
        "javascript:alert(1)",
        "https://",
        "//a.example",
        "http:",
        "https://a.example/a b",
        "https://a.example/\tb",
    ]
    .map(|bad| ("contact_website", json!(bad), no_url))
    .to_vec();
    cases.push(("contact_website", json!(long_url), "must not be longer than 2000 characters"));
    cases
        .extend(["english language", "e", "en_GB", "abcdefghij", "-"].map(|bad| {
            ("contact_language", json!(bad), "must be a BCP 47 language tag such as en or pt-BR")
        }));
    for bad in [json!("1"), json!(0), json!(-1), json!(1.5), json!(true), json!([1])] {
        cases.push(("contact_referred_by_id", bad, "must be the id of a record"));
    }
    cases.push(("contact_referred_by_id", json!(MISSING_ID), "must be the id of a contact of this account"));
    refuses(&account, &path, &cases).await;
}

async fn custom_data_is_kept_as_it_was_written(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(30), "]".repeat(30));
    let largest = format!("{{\"a\":\"{}\"}}", "x".repeat(16 * 1024 - 8));
    for text in [
        "{}",
        r#"{"z": 1.50, "a":[ 1e2 ,"\u00e9" ],  "b": {"y":null,"x":true}}"#,
        r#"{"price": 0.10000000000000000000001, "id": 12345678901234567890123}"#,
        &deep,
        &largest,
    ] {
        let changed = account.send("PUT", &path, format!("{{\"contact_custom\": {text} }}")).await.ok();
        assert_eq!(changed.raw("contact_custom"), text);
        assert_eq!(account.get(&path).await.ok().raw("contact_custom"), text);
    }
    let no_object = "must be a JSON object";
    let cases = [
        ("contact_custom", json!([]), no_object),
        ("contact_custom", json!("{}"), no_object),
        ("contact_custom", json!(1), no_object),
        ("contact_custom", json!({"a": "x".repeat(16 * 1024)}), "must not be longer than 16384 bytes"),
        (
            "contact_custom",
            json!({"a": ["\u{0}"]}),
            "must not contain control characters other than tab and newline",
        ),
        (
            "contact_custom",
            json!({"\u{1}": 1}),
            "must not contain control characters other than tab and newline",
        ),
    ];
    refuses(&account, &path, &cases).await;
    for text in [r#"{"a": 1e999}"#, r#"{"a": "\ud800"}"#] {
        let reply = account.send("PUT", &path, format!("{{\"contact_custom\":{text}}}")).await;
        reply.failed(422, "contact_custom must be a JSON object without excessive numbers or broken text");
    }
}

async fn custom_data_has_no_name_twice(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for (text, name) in [
        (r#"{"a": 1, "a": 1}"#, "a"),
        (r#"{"a": 1, "\u0061": 2}"#, "a"),
        (r#"{"list": [{"b": {"c": 1, "d": 2, "c": 3}}]}"#, "c"),
    ] {
        let reply = account.send("PUT", &path, format!("{{\"contact_custom\":{text}}}")).await;
        reply.failed(422, &format!("contact_custom must not have {name} twice in an object"));
    }
    // The same name in different objects is no repetition.
    let text = r#"{"a": {"a": [{"a": 1}, {"a": 2}]}, "A": 1}"#;
    account.send("PUT", &path, format!("{{\"contact_custom\":{text}}}")).await.ok();
}

async fn a_text_of_invisible_characters_is_empty(db: TestDb) {
    let (_api, account, path) = contact(db).await;
    for empty in ["\u{200b}", " \u{200d}\u{feff} \u{2060}", "\u{ad}\u{3164}\u{e0001}"] {
        refuses(
            &account,
            &path,
            &[("contact_lname", json!(empty), "is required unless contact_anonymous is 1")],
        )
        .await;
        accepts(&account, &path, &[("contact_nickname", json!(empty), Value::Null)]).await;
    }
    // Between other characters they have a meaning.
    let family = "\u{1f469}\u{200d}\u{1f467}";
    accepts(&account, &path, &[("contact_nickname", json!(family), json!(family))]).await;
}

async fn every_problem_is_reported_at_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body = json!({
        "contact_status": "friend", "contact_do_not_call": 7, "contact_birthday": "yesterday", "contact_org_id": MISSING_ID,
        "emails": [{"email_address": "ada"}, {}], "tags": [""], "phones": {},
    });
    let message = "contact_birthday must be a date, as YYYY-MM-DD or --MM-DD; contact_do_not_call must be 0 or 1; \
                   contact_lname is required unless contact_anonymous is 1; \
                   contact_org_id must be the id of another contact of this account with contact_is_org 1; \
                   contact_status must be one of contact, donor, prospect, archive, lapsed_donor; \
                   emails[0].email_address must be an email address; emails[1].email_address is required; \
                   phones must be a list; tags[0] must not be empty";
    let reply = account.post("/contacts", body).await;
    assert_eq!(reply.status, 422);
    let mut problems: Vec<_> = reply.message().split("; ").collect();
    problems.sort_unstable();
    assert_eq!(problems.join("; "), message);
}

async fn an_external_id_is_unique_in_the_account(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let body =
        json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_external_id": "crm-1"});
    let first = account.post("/contacts", body.clone()).await.created();
    account.post("/contacts", body.clone()).await.failed(409, "contact_external_id is taken");
    let path = format!("/contacts/{}", account.contact().await);
    let taken = json!({"contact_external_id": " crm-1 "});
    account.put(&path, taken.clone()).await.failed(409, "contact_external_id is taken");
    // Another account may use the same id, and an id that is given up is free again.
    other.post("/contacts", body).await.created();
    account.put(&format!("/contacts/{}", first.id()), json!({"contact_external_id": null})).await.ok();
    account.put(&path, taken).await.ok();
}

async fn of_requests_for_one_external_id_at_once_one_wins(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let body =
        json!({"contact_status": "donor", "contact_lname": "Lovelace", "contact_external_id": "crm-1"});
    let creating = [(); 6].map(|()| {
        let (account, body) = (account.clone(), body.clone());
        tokio::spawn(async move { account.post("/contacts", body).await.status })
    });
    let mut statuses = Vec::new();
    for creating in creating {
        statuses.push(creating.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    assert_eq!(api.events(&account).await.len(), 1);
}
