//! The forms of records: they create and change under the API's rules, show problems at the fields, and overwrite
//! nobody's work.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use super::form::Form;
use crate::support::Api;

mod actions;

both_databases!(
    every_kind_is_created_with_its_event,
    every_kind_is_changed_with_its_event,
    a_form_shows_every_field_and_sends_only_what_was_changed,
    own_data_is_nested_as_deep_as_in_a_body_and_numbers_may_be_padded,
    what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept,
    the_lists_of_a_contact_are_changed_in_place,
    a_donor_is_found_by_a_part_of_the_name,
    a_taken_external_id_is_said_at_its_field,
    a_form_that_is_sent_twice_makes_one_record,
    the_second_of_two_editors_is_told_and_overwrites_nothing,
    a_record_shows_what_belongs_to_it_and_its_history,
);

async fn every_kind_is_created_with_its_event(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let contact_id = contact.to_string();
    for (kind, fields, expected) in [
        (
            "contacts",
            vec![
                ("contact_fname", "Grace"),
                ("contact_lname", "Hopper"),
                ("contact_status", "prospect"),
                ("tags", "press\nfriends"),
            ],
            json!({"contact_fname": "Grace", "contact_lname": "Hopper", "contact_status": "prospect"}),
        ),
        (
            "gifts",
            vec![
                ("gift_amount", "12.50"),
                ("contact_id", &*contact_id),
                ("gift_anonymous", "1"),
                ("gift_memo", "a\r\nb"),
            ],
            json!({"gift_amount": 12.5, "contact_id": contact, "gift_date": "2026-06-15", "gift_currency": "USD",
                "gift_status": "received", "gift_anonymous": 1, "gift_memo": "a\nb"}),
        ),
        (
            "pledges",
            vec![("pledge_amount", "30"), ("contact_id", "love"), ("pledge_frequency", "quarterly")],
            json!({"pledge_amount": 30.0, "contact_id": contact, "pledge_frequency": "quarterly", "pledge_start_date": "2026-06-15"}),
        ),
        (
            "tasks",
            vec![
                ("task_subject", "Call"),
                ("task_due_date", "2026-07-01"),
                ("task_due_time", "09:30"),
                ("task_priority", "high"),
            ],
            json!({"task_subject": "Call", "task_due_date": "2026-07-01", "task_due_time": "09:30", "task_priority": "high", "task_done": 0}),
        ),
    ] {
        let before = api.events(&account).await.len();
        let page = browser.get(&format!("/{kind}/new")).await;
        let form = fields
            .into_iter()
            .fold(Form::of(&page, &format!("/{kind}")), |form, (name, value)| form.set(name, value));
        let saved = form.complete().send(&mut browser).await;
        let path = saved.location().to_owned();
        // A contact's page says it in its timeline.
        let created = if kind == "contacts" { "Added to the contacts" } else { "Created" };
        browser.follow(&saved).await.has("is saved.").has(created);
        let record = account.get(&path).await.ok();
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&record.data()[name], value, "{kind} {name}");
        }
        let events = api.events(&account).await;
        assert_eq!(events.len(), before + 1, "{kind}");
        let event = events.last().unwrap();
        assert_eq!(event.name, format!("{kind}.create"));
        assert_eq!(format!("/{kind}/{}", event.record_id), path);
        assert!(event.in_outbox);
    }
    let tags = account.get("/contacts?q=hopper").await.ok().data()[0]["tags"].clone();
    let names: Vec<_> =
        tags.as_array().unwrap().iter().map(|tag| tag["tag_name"].as_str().unwrap()).collect();
    assert_eq!(names, ["friends", "press"]);
}

async fn every_kind_is_changed_with_its_event(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    for (kind, body, field, value, stored) in [
        (
            "contacts",
            json!({"contact_status": "donor", "contact_lname": "King"}),
            "contact_do_not_call",
            "1",
            json!(1),
        ),
        ("gifts", json!({"gift_amount": 5}), "gift_amount", "7.25", json!(7.25)),
        (
            "pledges",
            json!({"pledge_amount": 5, "contact_id": contact}),
            "pledge_status",
            "paused",
            json!("paused"),
        ),
        ("tasks", json!({"task_subject": "Call"}), "task_status", "done", json!("done")),
    ] {
        let (path, _) = account.record(kind, body).await;
        let page = browser.get(&format!("{path}/edit")).await;
        let form = Form::of(&page, &path).set(field, value);
        let page = form.send(&mut browser).await;
        assert_eq!(page.location(), path, "{kind}");
        assert_eq!(account.get(&path).await.ok().data()[field], stored, "{kind}");
        assert_eq!(api.last_event(&account).await.name, format!("{kind}.update"));
        // The same form again is of an older version, but says nothing new.
        let events = api.events(&account).await.len();
        let page = browser.get(&format!("{path}/edit")).await;
        let page = Form::of(&page, &path).send(&mut browser).await;
        browser.follow(&page).await.has("Nothing was changed.");
        assert_eq!(api.events(&account).await.len(), events, "{kind}");
    }
}

async fn a_form_shows_every_field_and_sends_only_what_was_changed(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let org = json!({"contact_status": "donor", "contact_lname": "Engines Ltd", "contact_is_org": 1});
    let (_, org) = account.record("contacts", org).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace",
        "contact_org_id": org, "contact_birthday": "--12-10", "contact_website": "https://lovelace.example",
        "contact_custom": {"n": 1.50, "b": [1]}, "contact_notes": "one\n\ntwo", "tags": ["a, b", "c"],
        "profilePicture": {"picture_url": "https://lovelace.example/a.jpg"},
        "familyMembers": [{"family_fname": "Byron", "family_relationship": "child"}],
        "emails": [{"email_address": "a@l.example"}, {"email_address": "b@l.example", "email_primary": 1}],
        "addresses": [{"address_city": "London", "address_country": "GB"}]});
    let (path, _) = account.record("contacts", body).await;
    let before = account.get(&path).await.ok().data().clone();
    let page = browser.get(&format!("{path}/edit")).await.shows(200, "Edit Ada Lovelace");
    let form = Form::of(&page, &path);
    for (name, value) in [
        ("contact_org_id", format!("Engines Ltd (#{org})")),
        ("contact_notes", "one\n\ntwo".to_owned()),
        ("contact_custom", r#"{"b":[1],"n":1.5}"#.to_owned()),
        ("tags", "a, b\nc".to_owned()),
        ("profilePicture.picture_url", "https://lovelace.example/a.jpg".to_owned()),
        ("emails[1].email_address", "b@l.example".to_owned()),
        ("emails.primary", "1".to_owned()),
        ("familyMembers[0].family_fname", "Byron".to_owned()),
        ("addresses[0].address_country", "GB".to_owned()),
        ("contact_birthday", "10 December".to_owned()),
    ] {
        assert_eq!(form.value(name), value, "{name}");
    }
    let saved = form.set("contact_title", "Countess").send(&mut browser).await;
    assert_eq!(saved.location(), path);
    let mut after = account.get(&path).await.ok().data().clone();
    assert_eq!(after["contact_title"], "Countess");
    after["contact_title"] = Value::Null;
    assert_eq!(after, before);
}

async fn own_data_is_nested_as_deep_as_in_a_body_and_numbers_may_be_padded(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    let form = Form::of(&browser.get("/gifts/new").await, "/gifts");
    let form = form.set("contact_id", &format!(" 0{contact} ")).set("gift_amount", "5");
    let refused = form.clone().set("gift_custom", &nested(32)).send(&mut browser).await;
    refused.shows(422, "New gift").has("Must not have more than 31 arrays and objects within each other");
    form.set("gift_custom", &nested(31)).send(&mut browser).await;
    assert_eq!(api.last_event(&account).await.name, "gifts.create");
    assert_eq!(account.get("/gifts").await.ok().list()[0]["contact_id"], contact);
}

async fn what_is_wrong_stands_at_its_field_and_what_was_typed_is_kept(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    for (kind, fields, problems) in [
        (
            "contacts",
            vec![
                ("contact_fname", "Ada"),
                ("contact_website", "not a url"),
                ("contact_birthday", "in December"),
                ("contact_custom", "{no"),
                ("emails[0].email_address", "nobody"),
                ("addresses[0].address_city", "London"),
                ("addresses[0].address_country", "England"),
            ],
            vec![
                ("contact_lname", "Is required, unless the contact is anonymous."),
                ("contact_website", "Must be an http or https URL."),
                ("contact_birthday", "Must be a date, such as 10 Dec 1951, or 10 Dec without the year."),
                ("contact_custom", "Must be a JSON object."),
                ("emails-0--email_address", "Must be an email address, such as ada@example.org."),
                ("addresses-0--address_country", "Must be the two letters of a country, such as US or PT."),
            ],
        ),
        (
            "gifts",
            vec![("gift_amount", "1.999"), ("gift_date", "2026-07-01"), ("gift_check_number", "77")],
            vec![
                ("gift_amount", "Has more than the 2 decimals of USD."),
                ("gift_date", "Must not lie more than one day ahead."),
            ],
        ),
        (
            "pledges",
            vec![("pledge_amount", "-5"), ("pledge_end_date", "2020-01-01")],
            vec![
                ("pledge_amount", "Must be greater than 0."),
                ("pledge_end_date", "Must not lie before “First due date”."),
                ("contact_id", "Is required."),
            ],
        ),
        (
            "tasks",
            vec![("task_notes", "Notes"), ("pledge_id", "seven")],
            vec![
                ("task_subject", "Is required."),
                ("pledge_id", "Must be the number of a record, as its page shows it."),
            ],
        ),
    ] {
        let action = format!("/{kind}");
        let page = browser.get(&format!("/{kind}/new")).await;
        let form = fields.iter().fold(Form::of(&page, &action), |form, (name, value)| form.set(name, value));
        let page = form.send(&mut browser).await;
        assert_eq!(page.status, 422, "{kind}: {}", page.html);
        for (id, problem) in problems {
            let shown = page.between(&format!("<p class=\"error\" id=\"{id}-error\">"), "</p>");
            assert!(shown.starts_with(problem), "{kind} {id}: {shown}");
        }
        let again = Form::of(&page, &action);
        for (name, value) in fields {
            assert_eq!(again.value(name), value, "{kind} {name}");
        }
    }
    assert!(api.events(&account).await.is_empty());
}

async fn the_lists_of_a_contact_are_changed_in_place(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": "King",
        "emails": [{"email_address": "a@k.example"}, {"email_address": "b@k.example"}, {"email_address": "c@k.example"}],
        "phones": [{"phone_number": "1"}]});
    let (path, _) = account.record("contacts", body).await;
    let before = account.get(&path).await.ok().data().clone();
    let page = browser.get(&format!("{path}/edit")).await;
    let form = Form::of(&page, &path)
        .set("emails[0].email_address", "new@k.example")
        .set("emails[1].remove", "1")
        .set("emails[3].email_address", "d@k.example")
        .set("emails.primary", "3");
    form.send(&mut browser).await.location();
    let after = account.get(&path).await.ok().data().clone();
    let emails = after["emails"].as_array().unwrap();
    let shown: Vec<_> = emails
        .iter()
        .map(|email| (email["email_address"].as_str().unwrap(), email["email_primary"].as_i64().unwrap()))
        .collect();
    assert_eq!(shown, [("new@k.example", 0), ("c@k.example", 0), ("d@k.example", 1)]);
    assert_eq!(
        (&emails[0]["id"], &emails[1]["id"]),
        (&before["emails"][0]["id"], &before["emails"][2]["id"])
    );
    assert_eq!(after["phones"], before["phones"]);
    // A problem in a row stands at the row, also after an empty one.
    let page = browser.get(&format!("{path}/edit")).await;
    let form = Form::of(&page, &path).set("emails[0].email_address", "").set("emails[1].email_address", "x");
    let page = form.send(&mut browser).await;
    assert_eq!(page.status, 422);
    let page = page.has("id=\"emails-0--email_address-error\">Must be an email address");
    assert_eq!(Form::of(&page, &path).value("emails[0].email_address"), "x");
}

async fn a_donor_is_found_by_a_part_of_the_name(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (first, last) in [("Ada", "Lovelace"), ("Ann", "Lovelace"), ("Ann", "King")] {
        let body = json!({"contact_status": "donor", "contact_fname": first, "contact_lname": last});
        ids.push(account.record("contacts", body).await.1);
    }
    let typed = [
        ("ada", Ok(ids[0])),
        ("king", Ok(ids[2])),
        ("ANN KING", Ok(ids[2])),
        ("Ann Lovelace (#1)", Err("Must be the id of a contact")),
        ("lovelace", Err("Fits several contacts: ")),
        ("nobody", Err("No contact is found by this. Type a part of the name, or the number.")),
    ];
    for (amount, (donor, expected)) in (5..).zip(typed) {
        let page = browser.get("/gifts/new").await;
        let form = Form::of(&page, "/gifts").set("contact_id", donor).set("gift_amount", &amount.to_string());
        let page = form.send(&mut browser).await;
        match expected {
            Ok(id) => {
                let gift = account.get(page.location()).await.ok();
                assert_eq!(gift.data()["contact_id"], id, "{donor}");
            }
            // Another account may have a contact with this number, or none.
            Err(_) if donor.contains("(#1)") && ids.contains(&1) => {}
            Err(rule) => drop(page.shows(422, "New gift").has(rule)),
        }
    }
    let page = browser.get("/gifts/new").await;
    let page = Form::of(&page, "/gifts")
        .set("contact_id", "lovelace")
        .set("gift_amount", "5")
        .send(&mut browser)
        .await;
    page.has(&format!("<option value=\"Ada Lovelace · last gift 15 Jun 2026 (#{})\">", ids[0]))
        .has(&format!("Ann Lovelace (#{})", ids[1]))
        .lacks("Ann King");
    let options = browser.get("/contacts/suggest?q=lovelace").await;
    assert_eq!(options.html.matches("<option").count(), 2, "{}", options.html);
    assert!(browser.get("/contacts/suggest?q=").await.html.trim().is_empty());
    // A form that is opened from a contact knows the donor, and the donor's pledges.
    let (_, pledge) = account.record("pledges", json!({"contact_id": ids[0], "pledge_amount": 30})).await;
    let page = browser.get(&format!("/gifts/new?contact_id={}", ids[0])).await;
    let page = page.has(&format!("<option value=\"{pledge}\">$30.00 monthly – 1 due</option>"));
    let form = Form::of(&page, "/gifts");
    assert_eq!(form.value("contact_id"), format!("Ada Lovelace (#{})", ids[0]));
    let page = form.set("gift_amount", "30").set("pledge_id", &pledge.to_string()).send(&mut browser).await;
    assert_eq!(account.get(page.location()).await.ok().data()["pledge_id"], pledge);
}

async fn a_taken_external_id_is_said_at_its_field(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.record("gifts", json!({"gift_amount": 5, "gift_external_id": "crm-1"})).await;
    let page = browser.get("/gifts/new").await;
    let form = Form::of(&page, "/gifts").set("gift_amount", "5").set("gift_external_id", "crm-1");
    form.send(&mut browser)
        .await
        .shows(422, "New gift")
        .has("id=\"gift_external_id-error\">Belongs to another record already.");
}

async fn a_form_that_is_sent_twice_makes_one_record(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let page = browser.get("/gifts/new").await;
    let form = Form::of(&page, "/gifts").set("gift_amount", "5");
    let first = form.send(&mut browser).await.location().to_owned();
    assert_eq!(form.send(&mut browser).await.location(), first);
    // A user who goes back and types something else means another gift.
    let other = form.set("gift_amount", "6").send(&mut browser).await.location().to_owned();
    assert_ne!(other, first);
    assert_eq!(api.events(&account).await.len(), 2);
}

async fn the_second_of_two_editors_is_told_and_overwrites_nothing(db: TestDb) {
    let (api, account, mut first) = start(db).await;
    let colleague = api.member(account.id, "member").await;
    let mut second = api.signed_in(&colleague).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King", "contact_title": "Ms",
        "emails": [{"email_address": "a@k.example"}]});
    let (path, _) = account.record("contacts", body).await;
    let page = second.get(&format!("{path}/edit")).await;
    let open = Form::of(&page, &path);
    let page = first.get(&format!("{path}/edit")).await;
    let form = Form::of(&page, &path).set("contact_lname", "Lovelace").set("contact_title", "Countess");
    form.send(&mut first).await.location();

    let events = api.events(&account).await.len();
    let open = open.set("contact_lname", "Byron").set("contact_fname", "Augusta");
    let page = open.send(&mut second).await.shows(409, "Edit Ada Lovelace");
    let page = page
        .has("Somebody else has changed this meanwhile")
        .has(&format!("owner-{}@almoner.example", account.id));
    let differences = page.between("id=\"conflict\"", "</table>");
    let row = |label: &str| {
        let (_, row) = differences
            .split_once(&format!("<th scope=\"row\">{label}"))
            .unwrap_or_else(|| panic!("{label}: {differences}"));
        row.split("</tr>").next().unwrap().to_owned()
    };
    for (label, texts) in [
        ("Last name", vec!["Both changed it", "Lovelace", "Byron"]),
        ("First name", vec!["Ada", "Augusta"]),
        ("Title", vec!["Countess", "as stored now"]),
    ] {
        for text in texts {
            assert!(row(label).contains(text), "{label} {text}: {}", row(label));
        }
    }
    assert!(!differences.contains("Emails") && !row("First name").contains("Both"), "{differences}");
    let stored = account.get(&path).await.ok().data().clone();
    assert_eq!((&stored["contact_lname"], &stored["contact_fname"]), (&json!("Lovelace"), &json!("Ada")));
    assert_eq!(api.events(&account).await.len(), events);

    // The form has the stored values where the user has typed no others, and can be sent again.
    let form = Form::of(&page, &path);
    assert_eq!((form.value("contact_title"), form.value("contact_lname")), ("Countess", "Byron"));
    assert_eq!(form.send(&mut second).await.location(), path);
    let stored = account.get(&path).await.ok().data().clone();
    let names =
        ["contact_fname", "contact_lname", "contact_title"].map(|name| stored[name].as_str().unwrap());
    assert_eq!(names, ["Augusta", "Byron", "Countess"]);
    assert_eq!(stored["emails"][0]["email_address"], "a@k.example");

    // A change through the API counts as well.
    let page = second.get(&format!("{path}/edit")).await;
    let form = Form::of(&page, &path).set("contact_suffix", "Jr");
    account.put(&path, json!({"contact_notes": "By the API"})).await.ok();
    form.send(&mut second).await.shows(409, "Edit Augusta Byron").has("By the API");
}

async fn a_record_shows_what_belongs_to_it_and_its_history(db: TestDb) {
    let (api, account, mut browser): (Api, _, _) = start(db).await;
    let body = json!({"contact_status": "prospect", "contact_fname": "Ada", "contact_lname": "King",
        "contact_do_not_call": 1, "emails": [{"email_address": "a@k.example"}]});
    let (path, id) = account.record("contacts", body).await;
    for amount in ["10.50", "20"] {
        account
            .record("gifts", json!({"gift_amount": amount, "contact_id": id, "gift_date": "2026-06-01"}))
            .await;
    }
    account.record("pledges", json!({"pledge_amount": 5, "contact_id": id})).await;
    account.record("tasks", json!({"task_subject": "Thank Ada", "contact_id": id})).await;
    api.turn_to("2026-06-16T08:00:00Z");
    let page = browser.get(&format!("{path}/edit")).await;
    let form =
        Form::of(&page, &path).set("contact_status", "donor").set("emails[0].email_address", "ada@k.example");
    form.send(&mut browser).await.location();
    let page = browser.get(&path).await.shows(200, "Ada King");
    let page = page
        .has("2 gifts · $30.50 received")
        .has("$5.00 monthly")
        .has("Thank Ada")
        .has("Do not call")
        .lacks("Do not email");
    let page = page.has("href=\"mailto:ada@k.example\"").has(&format!("/gifts/new?contact_id={id}"));
    let history = page.between("id=\"timeline\"", "</ol>");
    let (newest, oldest) = history.split_once("</li>").unwrap();
    for text in [
        "Changed",
        "Today</bdi> · <bdi>08:00",
        "owner-",
        "Status",
        "<del><bdi>Prospect</bdi></del>",
        "<ins><bdi>Donor</bdi></ins>",
        "a@k.example (Home, primary)",
        "ada@k.example (Home, primary)",
    ] {
        assert!(newest.contains(text), "{text}: {newest}");
    }
    assert!(!newest.contains("First name"), "{newest}");
    assert!(
        oldest.contains("Added to the contacts") && oldest.contains("Yesterday</bdi> · <bdi>12:00"),
        "{oldest}"
    );
    page.lacks("This contact is archived.");
    let more = json!({"contact_status": "archive", "contact_birthday": "--07-25", "contact_anniversary": "1835-07-08",
        "contact_custom": {"shirt": "M", "table": 7, "guests": [1, "b"]},
        "familyMembers": [{"family_fname": "Byron", "family_birthday": "--02-29"}]});
    account.put(&path, more).await.ok();
    let page = browser.get(&path).await.shows(200, "Ada King").has("This contact is archived.");
    let facts = page.between("class=\"beside\"", "</main>");
    let data = ["shirt: M", "table: 7", "guests: [1,&#34;b&#34;]"];
    for text in ["25 July", "8 Jul 1835", "29 February"].into_iter().chain(data) {
        assert!(facts.contains(text), "{text}: {facts}");
    }
    // Another account's record of the same number has a history of its own.
    let other = api.account().await;
    let (gift, _) = other.record("gifts", json!({"gift_amount": 1})).await;
    browser_of(&api, &other)
        .await
        .get(&gift)
        .await
        .shows(200, "$1.00, unattributed")
        .has("Created")
        .lacks("Prospect");
}
