//! Forms for one step of work, and the questions that they ask.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::web::browser::{Page, start};
use crate::web::form::Form;

both_databases!(
    a_pledge_is_raised_and_paused,
    a_one_time_pledge_that_is_paid_is_fulfilled,
    what_programs_keep_is_folded_away,
    a_contact_has_died,
    what_somebody_who_has_died_today_has_pledged_is_late_no_more,
    a_contact_that_seems_to_be_there_is_asked_about,
    a_gift_is_for_one_of_the_pledges_that_its_donor_has_open,
    a_gift_is_refunded_and_that_is_undone,
    a_pledge_says_what_is_open_and_what_was_paid_ahead,
);

async fn a_gift_is_refunded_and_that_is_undone(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let gift = json!({"gift_amount": 50, "gift_date": "2026-06-01", "contact_id": account.contact().await});
    let (path, _) = account.record("gifts", gift).await;
    for (button, status, refunded_on) in
        [("Refund…", "refunded", json!("2026-06-15")), ("Undo the refund", "received", Value::Null)]
    {
        let form = format!("{path}/edit?gift_status={status}");
        let link = format!("href=\"{form}#gift_status\">{button}</a>");
        browser.get(&path).await.has(&link);
        // The form says the rest, such as the day, and saves nothing by itself.
        let form = Form::of(&browser.get(&form).await, &path);
        assert_eq!(form.value("gift_status"), status);
        assert_eq!(form.send(&mut browser).await.location(), path);
        let gift = account.get(&path).await.ok();
        assert_eq!((&gift["gift_status"], &gift["gift_refunded_on"]), (&json!(status), &refunded_on));
        let page = browser.get(&path).await;
        let is_marked = page.html.contains("<span class=\"tag warn\">Refunded</span>");
        assert_eq!(is_marked, status == "refunded");
    }
    // What was never received cannot be given back.
    account.put(&path, json!({"gift_status": "pending"})).await.ok();
    let mark = "<span class=\"tag warn\">";
    browser.get(&path).await.lacks("gift_status=").has(&format!("{mark}Pending</span>"));
}

async fn a_pledge_says_what_is_open_and_what_was_paid_ahead(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let body = json!({"pledge_amount": 50, "contact_id": contact, "pledge_start_date": "2026-06-01"});
    let (path, id) = account.record("pledges", body).await;
    let balance = |text: &str| format!("<dt>Balance</dt><dd><span class=\"value\">{text}</span>");
    browser.get(&path).await.has(&balance("$50.00 still open"));
    for (amount, text) in [(50, "$0.00"), (20, "$20.00 paid ahead")] {
        let gift = json!({"gift_amount": amount, "contact_id": contact, "pledge_id": id});
        account.record("gifts", gift).await;
        browser.get(&path).await.has(&balance(text));
    }
    browser.get("/pledges").await.has("$20.00 paid ahead");
    account.put(&path, json!({"pledge_end_date": "2026-06-10"})).await.ok();
    browser.get(&path).await.has(&balance("Overpaid by $20.00"));
}

async fn a_pledge_is_raised_and_paused(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"pledge_amount": 50, "contact_id": account.contact().await, "pledge_start_date": "2026-01-01"});
    let (path, _) = account.record("pledges", body).await;
    let edit = format!("{path}/edit");
    let page = browser.get(&path).await.shows(200, "$50.00 monthly from Lovelace").lacks("Over time");
    page.has(&format!("href=\"{edit}#pledge_amount\"")).has("Change the amount");
    let form = Form::of(&browser.get(&edit).await, &path);
    let page =
        form.set("pledge_amount", "75").set("pledge_change_from", "2026-06-01").send(&mut browser).await;
    let page = browser.follow(&page).await.shows(200, "$75.00 monthly from Lovelace");
    let rows = page.between("id=\"over-time\"", "</table>");
    for text in ["1 Jan 2026", "$50.00 monthly", "1 Jun 2026", "$75.00 monthly"] {
        assert!(rows.contains(text), "{text}: {rows}");
    }
    let history = page.between("id=\"history\"", "</ol>");
    assert!(
        history
            .contains("<ins><bdi>$50.00 monthly from 1 Jan 2026; $75.00 monthly from 1 Jun 2026</bdi></ins>"),
        "{history}"
    );
    // The day of the raise was wrong.
    let form = Form::of(&browser.get(&edit).await, &path);
    assert_eq!(form.value("pledge_change_from"), "");
    form.set("pledge_change_from", "2026-05-01").send(&mut browser).await.location();
    let read = account.get(&path).await.ok();
    assert_eq!(read["terms"][1]["term_from"], "2026-05-01");
    let of_raise = "pledge_change_from=2026-05-01&#38;pledge_amount=50.00&#38;pledge_frequency=monthly";
    browser.get(&path).await.has(&format!("href=\"{edit}?{of_raise}#pledge_change_from\">"));
    // A link opens the form with the other status, which nothing saves by itself.
    let pause = format!("{edit}?pledge_status=paused");
    browser.get(&path).await.has(&format!("href=\"{pause}#pledge_pause_until\"")).has("Pause");
    let form = Form::of(&browser.get(&pause).await, &path);
    assert_eq!(account.get(&path).await.ok().raw_data(), read.raw_data());
    form.set("pledge_pause_until", "2026-08-31").send(&mut browser).await.location();
    let page = browser.get(&path).await.has("Paused until 31 Aug 2026").has("pledge_status=active");
    let page = page.has("<dt>Due since</dt>").lacks("Next due").lacks("Late since").lacks("Planned change");
    assert!(page.between("id=\"history\"", "</ol>").contains("15 Jun 2026 to 31 Aug 2026"));
    browser.get("/pledges?state=paused").await.has(&path);
    let resume = browser.get(&format!("{edit}?pledge_status=active")).await;
    Form::of(&resume, &path).send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.ok()["pauses"], json!([]));
    // A link fills in the status alone.
    let page = browser.get(&format!("{edit}?pledge_status=paused&pledge_end_date=2027-01-01")).await;
    let form = Form::of(&page, &path);
    assert_eq!((form.value("pledge_status"), form.value("pledge_end_date")), ("paused", ""));
    // A raise ahead is taken back.
    account.put(&path, json!({"pledge_amount": 90, "pledge_change_from": "2026-09-01"})).await.ok();
    let take_back = format!("{edit}?pledge_change_from=2026-09-01");
    let page = browser.get(&path).await.has("Undo this change");
    let page = page.has(&format!("href=\"{take_back}#pledge_change_from\""));
    page.has("<dt>Planned change</dt><dd><span class=\"value\">$90.00 monthly from 1 Sep 2026</span>");
    Form::of(&browser.get(&take_back).await, &path).send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.ok()["terms"].as_array().unwrap().len(), 2);
    // So is a planned pause.
    let body = json!({"pledge_status": "paused", "pledge_change_from": "2026-12-01", "pledge_pause_until": "2026-12-31"});
    account.put(&path, body).await.ok();
    let take_back = format!("{edit}?pledge_change_from=2026-12-01");
    browser
        .get(&path)
        .await
        .has("Paused until 31 Dec 2026")
        .has(&format!("href=\"{take_back}#pledge_change_from\""));
    Form::of(&browser.get(&take_back).await, &path).send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.ok()["pauses"], json!([]));
    // The raise in force is taken back, too. Then no change is left.
    let take_back = format!("{edit}?{}", of_raise.replace("&#38;", "&"));
    let form = Form::of(&browser.get(&take_back).await, &path);
    assert_eq!(form.value("pledge_amount"), "50.00");
    form.send(&mut browser).await.location();
    assert_eq!(account.get(&path).await.ok()["terms"].as_array().unwrap().len(), 1);
    browser.get(&path).await.shows(200, "$50.00 monthly from Lovelace").lacks("Undo this change");
    // A new pledge has no past to change.
    browser.get("/pledges/new").await.lacks("pledge_change_from").lacks("pledge_pause_until");
}

async fn a_one_time_pledge_that_is_paid_is_fulfilled(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = account.contact().await;
    let body = json!({"pledge_amount": 50, "contact_id": contact, "pledge_frequency": "one_time",
        "pledge_start_date": "2026-06-01"});
    let (path, id) = account.record("pledges", body).await;
    browser.get("/pledges").await.lacks("Fulfilled");
    browser.get(&path).await.lacks("Fulfilled");
    let gift = |amount: i64| json!({"gift_amount": amount, "contact_id": contact, "pledge_id": id});
    account.record("gifts", gift(20)).await;
    browser.get(&path).await.lacks("Fulfilled");
    account.record("gifts", gift(30)).await;
    browser.get("/pledges").await.has("Fulfilled");
    let page = browser.get(&path).await.has("Fulfilled");
    // It is not called active as well.
    assert!(!page.between("<div class=\"tiles\">", "<div class=\"heading\">").contains("Active"));
}

async fn what_programs_keep_is_folded_away(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"pledge_amount": 50, "contact_id": account.contact().await, "pledge_external_id": "crm-1",
        "pledge_custom": {"card": "green"}});
    let (path, _) = account.record("pledges", body).await;
    let edit = browser.get(&format!("{path}/edit")).await;
    let more = edit.between("<summary><h2 id=\"group-more\">", "</details>");
    assert!(more.contains("pledge_custom") && more.contains("pledge_external_id"), "{more}");
    let before = edit.html.split("<summary><h2 id=\"group-more\">").next().unwrap();
    assert!(before.trim_end().ends_with("<details class=\"card fold\">"), "{before}");
    // What is wrong there is seen.
    let page = Form::of(&edit, &path).set("pledge_custom", "no").send(&mut browser).await;
    let before = page.html.split("<summary><h2 id=\"group-more\">").next().unwrap();
    assert!(before.trim_end().ends_with("<details class=\"card fold\" open>"), "{before}");
}

async fn a_contact_has_died(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    let (path, id) = account.record("contacts", body).await;
    let pledge = async |start: &str| {
        let body = json!({"pledge_amount": 5, "contact_id": id, "pledge_start_date": start});
        account.record("pledges", body).await
    };
    let (ended, _) = pledge("2026-01-01").await;
    let (_, kept) = pledge("2026-02-01").await;
    let (ahead, _) = pledge("2026-09-01").await;
    let (rests, _) = pledge("2026-03-01").await;
    account.put(&rests, json!({"pledge_status": "paused"})).await.ok();
    let (call, _) = account.record("tasks", json!({"task_subject": "Call Ada", "contact_id": id})).await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5, "contact_id": id})).await;
    let died = format!("{path}/died");
    browser.get(&path).await.has(&format!("href=\"{died}\"")).has("Has died");
    let page =
        browser.get(&died).await.shows(200, "Ada King has died").has("Call Ada").has("End these pledges");
    let form = Form::of(&page, &died);
    assert_eq!(form.value("contact_deceased_on"), "2026-06-15");
    // A slip changes nothing, and is said at the field.
    let events = api.events(&account).await.len();
    let page = form.clone().set("contact_deceased_on", "2026-07-01").send(&mut browser).await;
    let page = page.shows(422, "Ada King has died").has("Must not lie more than one day ahead");
    assert_eq!(api.events(&account).await.len(), events);
    let form = Form::of(&page, &died).set("contact_deceased_on", "2026-05-02").set("condolence", "1");
    let form = form.without("pledge", &kept.to_string());
    assert_eq!(form.send(&mut browser).await.location(), path);
    browser.get(&path).await.has("Died on 2 May 2026").lacks("Has died");
    let read = async |path: &str| account.get(path).await.ok().data().clone();
    assert_eq!(read(&ended).await["pledge_end_date"], "2026-05-02");
    assert_eq!(read(&format!("/pledges/{kept}")).await["pledge_end_date"], Value::Null);
    assert_eq!(read(&ahead).await["pledge_status"], "cancelled");
    assert_eq!(read(&rests).await["pledge_state"], "ended");
    // Nothing more is due of it, and nothing is left to pause.
    let page = browser.get(&ended).await.has("Ended").lacks("Next due").lacks("pledge_status=paused");
    // An ended pledge is not called active as well.
    assert!(!page.between("<div class=\"tiles\">", "<div class=\"heading\">").contains("Active"));
    browser.get("/overview").await.lacks("Call Ada");
    assert_eq!(read(&call).await["task_status"], "cancelled");
    assert_eq!(read(&gift).await["contact_id"], id);
    let open = account.get(&format!("/tasks?done=0&contact_id={id}")).await.ok();
    assert_eq!(open.list()[0]["task_subject"], "Write to the family of Ada King");
    assert_eq!(open.list()[0]["task_due_date"], "2026-06-18");
    assert_eq!(api.events(&account).await.len(), events + 6, "the contact, three pledges and two tasks");
    // No field suggests them, though their number is taken.
    browser.get("/contacts/suggest?q=king").await.lacks("Ada King");
    // The same form again is of an older version.
    let page = form.send(&mut browser).await;
    browser.follow(&page).await.has("Somebody else has just changed the contact.");
    assert_eq!(read(&path).await["contact_deceased_on"], "2026-05-02");
}

async fn what_somebody_who_has_died_today_has_pledged_is_late_no_more(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = account.contact().await;
    let mut pledges = Vec::new();
    for end in [Value::Null, json!("2026-06-15")] {
        let body = json!({"pledge_amount": 5, "contact_id": id, "pledge_start_date": "2026-01-01", "pledge_end_date": end});
        pledges.push(account.record("pledges", body).await.0);
    }
    let late = async || {
        let listed = account.get("/pledges?late=1").await.ok().list().len();
        (listed, account.get("/giving-summary").await.ok()["late"]["count"].clone())
    };
    assert_eq!(late().await, (2, json!(2)));
    browser.get("/overview").await.has("pledges are late");
    let died = format!("/contacts/{id}/died");
    Form::of(&browser.get(&died).await, &died).send(&mut browser).await.location();
    assert_eq!(late().await, (0, json!(0)));
    browser.get("/overview").await.lacks("pledges are late");
    for pledge in pledges {
        let pledge = account.get(&pledge).await.ok();
        let ends = (&pledge["pledge_end_date"], &pledge["pledge_state"], &pledge["pledge_days_late"]);
        assert_eq!(ends, (&json!("2026-06-14"), &json!("ended"), &json!(0)));
    }
}

async fn a_contact_that_seems_to_be_there_is_asked_about(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let contact = async |fname: &str, lname: &str, email: &str, status: &str| {
        let body = json!({"contact_status": status, "contact_fname": fname, "contact_lname": lname,
            "emails": [{"email_address": email}]});
        account.record("contacts", body).await
    };
    let (ada, _) = contact("Ada", "Lovelace", "ada@x.example", "donor").await;
    contact("Adam", "Lovelace", "adam@x.example", "donor").await;
    contact("Grace", "Hopper", "grace@x.example", "archive").await;
    let count = async || account.get("/contacts").await.ok().list().len();
    let new = |page: &Page, fname: &str, lname: &str, email: &str| {
        Form::of(page, "/contacts")
            .set("contact_status", "prospect")
            .set("contact_fname", fname)
            .set("contact_lname", lname)
            .set("emails[0].email_address", email)
    };
    let page = browser.get("/contacts/new").await;
    let cases = [
        ("ADÁ", "lovelace", "", "There is a contact of this name already:"),
        ("Augusta", "King", "ADA@x.example", "A contact has this email address already:"),
    ];
    for (others, (fname, lname, email, text)) in cases.into_iter().enumerate() {
        let asked = new(&page, fname, lname, email).send(&mut browser).await;
        let asked = asked.shows(422, "New contact").has(text).has(&format!("href=\"{ada}\"")).lacks("Adam");
        assert_eq!(count().await, 3 + others, "nothing is saved before the answer");
        let token = asked.between("name=\"confirmed\" value=\"", "\"");
        let saved = Form::of(&asked, "/contacts").set("confirmed", &token).send(&mut browser).await;
        let path = saved.location().to_owned();
        assert_eq!(count().await, 4 + others);
        account.put(&path, json!({"contact_status": "archive"})).await.ok();
    }
    // Nobody is asked about archived contacts, or about a contact itself.
    let page = browser.get("/contacts/new").await;
    new(&page, "Grace", "Hopper", "grace@x.example").send(&mut browser).await.location();
    let page = browser.get(&format!("{ada}/edit")).await;
    Form::of(&page, &ada).set("contact_fname", "Augusta").send(&mut browser).await.location();
    let page = browser.get(&format!("{ada}/edit")).await;
    Form::of(&page, &ada)
        .set("contact_fname", "Adam")
        .send(&mut browser)
        .await
        .has("There is a contact of this name");
}

async fn a_gift_is_for_one_of_the_pledges_that_its_donor_has_open(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let id = account.contact().await;
    let pledge = async |more: Value| {
        let mut body = json!({"contact_id": id, "pledge_amount": 250, "pledge_start_date": "2026-05-01"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        account.record("pledges", body).await.1
    };
    let open = pledge(json!({"pledge_fund": "General"})).await;
    let ahead = pledge(json!({"pledge_start_date": "2026-09-01"})).await;
    let unpaid = pledge(json!({"pledge_end_date": "2026-05-31"})).await;
    let paid = pledge(json!({"pledge_end_date": "2026-05-31"})).await;
    let cancelled = pledge(json!({})).await;
    account.put(&format!("/pledges/{cancelled}"), json!({"pledge_status": "cancelled"})).await.ok();
    let gift = json!({"contact_id": id, "pledge_id": paid, "gift_amount": 250, "gift_date": "2026-05-02"});
    let (gift, _) = account.record("gifts", gift).await;
    let offered = |page: &Page| page.between("<select id=\"pledge_id\"", "</select>");
    let options = offered(&browser.get(&format!("/gifts/new?contact_id={id}")).await);
    for (pledge, text) in [
        (open, "$250.00 monthly, General – 2 due"),
        (ahead, "$250.00 monthly – next due 1 Sep 2026"),
        (unpaid, "$250.00 monthly – 1 due"),
    ] {
        assert!(options.contains(&format!("<option value=\"{pledge}\">{text}</option>")), "{options}");
    }
    assert_eq!(options.matches("<option").count(), 4, "these, and none: {options}");
    // A stored gift keeps the pledge that it has.
    let options = offered(&browser.get(&format!("{gift}/edit")).await);
    let own = format!("<option value=\"{paid}\" selected>$250.00 monthly</option>");
    assert!(options.contains(&own), "{options}");
    // Before the donor is known, the number can be typed.
    let page = browser.get("/gifts/new").await.has("<input id=\"pledge_id\"");
    let form = Form::of(&page, "/gifts").set("contact_id", "lovelace").set("gift_amount", "250");
    let slip = form.clone().set("pledge_id", &cancelled.to_string()).set("gift_date", "never");
    let page = slip.send(&mut browser).await.shows(422, "New gift");
    assert!(offered(&page).contains("$250.00 monthly, General – 2 due"));
    let saved = form.set("pledge_id", &open.to_string()).send(&mut browser).await;
    assert_eq!(account.get(saved.location()).await.ok()["pledge_id"], open);
}
