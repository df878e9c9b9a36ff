//! A contact's page: the figures, the timeline, and the box in which a call, a note or a gift is written down.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, browser_of, start};
use super::form::Form;
use crate::lists::queries::Counter;
use crate::support::{Account, Api};

both_databases!(
    the_top_says_who_it_is_and_how_to_reach_them,
    who_does_not_want_calls_or_has_died_gets_no_button,
    the_household_says_who_has_died,
    a_phone_number_without_a_digit_is_no_link,
    the_figures_and_the_years_are_those_of_the_contact,
    the_timeline_has_gifts_deeds_and_changes_the_newest_first,
    the_timeline_is_read_in_pages_and_nothing_is_missing_or_twice,
    what_was_done_is_written_down_in_the_box,
    what_is_wrong_in_the_box_is_said_and_nothing_is_lost,
    a_gift_is_entered_on_the_page_and_leads_back,
    open_tasks_and_pledges_stand_beside_it,
    a_language_has_its_name_in_the_language_of_the_page,
    a_contact_of_another_account_is_not_there,
);

async fn ada(account: &Account) -> (String, i64) {
    let body = json!({
        "contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King", "tags": ["Volunteer"],
        "phones": [{"phone_number": "+44 20 7946 0000"}], "emails": [{"email_address": "ada@king.example"}],
        "addresses": [{"address_street": "1 Elm Street", "address_city": "Portland", "address_state": "ME",
            "address_postal_code": "04101", "address_country": "US"}],
    });
    account.record("contacts", body).await
}

async fn gift(account: &Account, contact: i64, amount: i64, date: &str) -> i64 {
    let body = json!({"contact_id": contact, "gift_amount": amount, "gift_date": date});
    account.record("gifts", body).await.1
}

/// Asserts that these texts follow each other on a page.
#[track_caller]
fn in_order(html: &str, texts: &[&str]) {
    let mut rest = html;
    for text in texts {
        let (_, after) = rest.split_once(text).unwrap_or_else(|| panic!("{text}: {html}"));
        rest = after;
    }
}

async fn the_top_says_who_it_is_and_how_to_reach_them(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let page = browser.get(&path).await.shows(200, "Ada King").has("aria-hidden=\"true\">AK</span>");
    let page = page.has("href=\"tel:+442079460000\"").has("href=\"mailto:ada@king.example\"");
    let map = "https://www.openstreetmap.org/search?query=1+Elm+Street%2C+Portland%2C+ME+04101";
    let page = page.has(map).has("<bdi>Portland, ME</bdi>").has("href=\"/contacts?tag=Volunteer\"");
    page.has(&format!("href=\"/contacts/{id}/edit#group-contact\""));
    browser.get(&format!("{path}/edit")).await.has("id=\"group-contact\"").has("id=\"group-letters\"");
}

async fn who_does_not_want_calls_or_has_died_gets_no_button(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    account.put(&path, json!({"contact_do_not_call": 1, "contact_do_not_email": 1})).await.ok();
    let task = json!({"task_subject": "Ring", "contact_id": id, "task_type": "call"});
    account.record("tasks", task.clone()).await;
    let page = browser.get(&path).await.has("Do not call").has("Do not email").has("way-map");
    page.lacks("way-call").lacks("way-mail");
    browser.get("/tasks?done=0").await.has("Ring").lacks("tel:");
    account.put(&path, json!({"contact_do_not_call": 0})).await.ok();
    browser.get(&path).await.has("way-call");
    browser.get("/tasks?done=0").await.has("href=\"tel:+442079460000\"");
    account.put(&path, json!({"contact_deceased_on": "2026-01-02"})).await.ok();
    let notice = "<p class=\"message aside\">Died on 2 Jan 2026.</p>";
    browser.get(&path).await.lacks("way-call").has(notice);
    browser.get("/tasks?done=0").await.has("Ring").lacks("tel:");
}

async fn the_household_says_who_has_died(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let body = json!({"contact_status": "donor", "contact_lname": "Lovelace",
        "contact_deceased_on": "2026-01-02"});
    let (_, dead) = account.record("contacts", body).await;
    let members = json!([{"contact_id": id, "member_role": "head"}, {"contact_id": dead}]);
    let body = json!({"household_name": "The Kings", "members": members});
    let (household, _) = account.record("households", body).await;
    for page in [path, household] {
        let html = browser.get(&page).await.html;
        in_order(&html, &["<bdi>Lovelace</bdi></a>", "Deceased"]);
        assert_eq!(html.matches("Deceased").count(), 1, "{html}");
    }
}

async fn a_phone_number_without_a_digit_is_no_link(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    account.put(&path, json!({"phones": [{"phone_number": "ask Grace"}]})).await.ok();
    for page in [&path, "/contacts"] {
        browser.get(page).await.has("ask Grace").lacks("tel:").lacks("way-call");
    }
    browser.get(&format!("{path}/edit")).await.has("inputmode=\"tel\"");
}

async fn the_figures_and_the_years_are_those_of_the_contact(db: TestDb) {
    let (api, account, _) = start(db).await;
    api.turn_to("2026-06-15T12:00:00Z");
    let (path, id) = ada(&account).await;
    let (_, other) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "Other"})).await;
    let mut browser = browser_of(&api, &account).await;
    browser.get(&path).await.lacks("Given in all").lacks("<svg class=\"spark\"");
    for (amount, date) in [(20, "2021-12-31"), (30, "2022-01-01"), (100, "2025-03-01"), (250, "2026-06-01")] {
        gift(&account, id, amount, date).await;
    }
    gift(&account, other, 999, "2026-06-02").await;
    let body =
        json!({"contact_id": id, "gift_amount": 500, "gift_date": "2026-06-03", "gift_status": "pending"});
    account.record("gifts", body).await;
    let void =
        json!({"contact_id": id, "gift_amount": 700, "gift_date": "2026-06-04", "gift_status": "void"});
    account.record("gifts", void).await;
    let page = browser.get(&path).await;
    let figures =
        ["Given in all", "$400.00", "4 gifts", "This year", "$250.00", "$100.00 last year", "Last gift"];
    in_order(&page.html, &figures);
    in_order(&page.html, &["Last gift", "$250.00", "1 Jun 2026", "First gift", "$20.00", "31 Dec 2021"]);
    let page = page.has("Given by year: 2022 $30.00, 2023 $0.00, 2024 $0.00, 2025 $100.00, 2026 $250.00.");
    page.has("5 gifts · $400.00 received").lacks("$999");
}

async fn the_timeline_has_gifts_deeds_and_changes_the_newest_first(db: TestDb) {
    let (api, account, _) = start(db).await;
    api.turn_to("2026-06-15T12:00:00Z");
    let (path, id) = ada(&account).await;
    let body = json!({"contact_id": id, "gift_amount": 50, "gift_date": "2026-05-20", "gift_fund": "Scholarships",
        "gift_memo": "For <b>Byron</b>"});
    account.record("gifts", body).await;
    let body = json!({"contact_id": id, "gift_amount": 30, "gift_date": "2026-05-10",
        "splits": [{"split_amount": 10, "split_fund": "Roof"}, {"split_amount": 20, "split_fund": "Books"}]});
    account.record("gifts", body).await;
    gift(&account, id, 40, "2025-12-24").await;
    for (subject, kind, on) in [("About the gala", "call", "2026-05-22"), ("Letter", "letter", "2026-06-14")]
    {
        let body = json!({"task_subject": subject, "task_type": kind, "contact_id": id, "task_completed_on": on,
            "task_result": "left_message", "task_notes": "She likes <i>roses</i>"});
        account.record("tasks", body).await;
    }
    account.record("tasks", json!({"task_subject": "Still open", "contact_id": id})).await;
    account.put(&path, json!({"contact_fname": "Augusta"})).await.ok();
    // Nothing is shown of a save without a change.
    account.put(&path, json!({"contact_fname": "Augusta"})).await.ok();
    let page = browser_of(&api, &account).await.get(&path).await;
    let timeline = page.between("id=\"timeline\"", "</main>");
    in_order(
        &timeline,
        &[
            "June 2026",
            "Changed",
            "Today",
            "<del><bdi>Ada</bdi></del>",
            "<bdi>Augusta</bdi>",
            "Added to the contacts",
        ],
    );
    in_order(
        &timeline,
        &["Added to the contacts", "Wrote a letter", "Left message", "Yesterday", "She likes", "May 2026"],
    );
    in_order(
        &timeline,
        &["May 2026", "Called:", "About the gala", "22 May", "Gave", "$50.00", "to Scholarships", "20 May"],
    );
    in_order(&timeline, &["20 May", "For &#60;b&#62;Byron", "Gave", "$30.00", "to Books, Roof", "10 May"]);
    in_order(&timeline, &["10 May", "December 2025", "$40.00", "24 Dec 2025"]);
    assert!(!timeline.contains("20 May 2026"), "{timeline}");
    assert!(!timeline.contains("Still open") && !timeline.contains("<i>roses"), "{timeline}");
    assert_eq!(timeline.matches("<li class=\"change\">").count(), 2, "{timeline}");
}

async fn the_timeline_is_read_in_pages_and_nothing_is_missing_or_twice(db: TestDb) {
    let (api, account, _) = start(db).await;
    api.turn_to("2026-06-15T12:00:00Z");
    let mut browser = browser_of(&api, &account).await;
    let (path, id) = ada(&account).await;
    let mut expected = Vec::new();
    for i in 1..=28 {
        // Two of each day, so that the days alone do not say where a page begins.
        let date = format!("2026-03-{:02}", i / 2 + 1);
        expected.push(format!("/gifts/{}", gift(&account, id, i, &date).await));
        let body =
            json!({"task_subject": "Call", "task_type": "call", "contact_id": id, "task_completed_on": date});
        expected.push(format!("/tasks/{}", account.record("tasks", body).await.1));
    }
    for i in 0..30 {
        account.put(&path, json!({"contact_fname": format!("Ada {i}")})).await.ok();
    }
    let (mut found, mut changes, mut pages) = (Vec::new(), 0, 0);
    let mut at = Some(path.clone());
    while let Some(address) = at {
        let page = browser.get(&address).await.shows(200, "Ada 29 King");
        let timeline = page.between("id=\"timeline\"", "</main>");
        changes += timeline.matches("<li class=\"change\">").count();
        assert!(timeline.matches("<li class").count() <= 25, "{timeline}");
        let links = timeline.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        let links = links.filter(|href| href.starts_with("/gifts/") || href.starts_with("/tasks/"));
        found.extend(links);
        at = timeline.contains("rel=\"next\"").then(|| {
            let (_, rest) = timeline.split_once("<a class=\"button\" href=\"").unwrap();
            rest.split('#').next().unwrap().replace("&#38;", "&")
        });
        pages += 1;
        assert!(pages < 10, "it ends");
    }
    found.sort();
    expected.sort();
    assert_eq!((found, changes), (expected, 31));
    for before in ["x", "2026-13-01.1__", "__1", "1_2_3_4"] {
        browser.get(&format!("{path}?before={before}")).await.shows(404, "There is no such page");
    }
}

fn log(page: &super::browser::Page, path: &str) -> Form {
    Form::of(page, &format!("{path}/log"))
}

async fn what_was_done_is_written_down_in_the_box(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let page = browser.get(&path).await;
    let call = log(&page, &path).set("what", "call").set("result", "left_message").set("on", "2026-06-01");
    let call = call.set("text", " Wants to see <b>the roof</b>\r\n");
    assert_eq!(call.clone().send(&mut browser).await.location(), path);
    // A second click writes nothing more.
    assert_eq!(call.send(&mut browser).await.location(), path);
    let page = browser.get(&path).await.has("The call is written down.");
    page.has(&format!("task_subject=Call&#38;task_type=call&#38;task_priority=normal&#38;contact_id={id}&#38;task_assignee_id="))
        .has("Plan the next task");
    let page = browser.get(&path).await;
    let note = log(&page, &path).set("what", "note").set("text", "Moves in May");
    note.set("on", "").set("result", "attempted").send(&mut browser).await.location();
    let page = browser.get(&path).await.has("The note is saved.");
    in_order(
        &page.html,
        &["Noted", "Moves in May", "Called", "Left message", "Wants to see &#60;b&#62;the roof"],
    );
    // The subjects are stored in English, and others read what was done in their own language.
    browser.language = Some("de");
    let page = browser.get(&path).await;
    let timeline = page.between("id=\"timeline\"", "</section>");
    in_order(&timeline, &["Notiert", "Moves in May", "Telefonat"]);
    assert!(!timeline.contains(">Call<") && !timeline.contains(">Note<"), "{timeline}");
    let tasks = account.get(&format!("/tasks?contact_id={id}&sort=id")).await.ok().data().clone();
    let tasks = tasks.as_array().unwrap();
    assert_eq!(tasks.len(), 2);
    assert_eq!(tasks[0]["task_type"], "call");
    assert_eq!(
        (&tasks[0]["task_completed_on"], &tasks[0]["task_status"]),
        (&json!("2026-06-01"), &json!("done"))
    );
    assert_eq!(tasks[0]["task_assignee_id"], account.user_id);
    assert_eq!((&tasks[1]["task_subject"], &tasks[1]["task_type"]), (&json!("Note"), &json!("to_do")));
    assert_eq!((&tasks[1]["task_result"], &tasks[1]["task_notes"]), (&json!(null), &json!("Moves in May")));
    assert_eq!(api.last_event(&account).await.name, "tasks.create");
}

async fn what_is_wrong_in_the_box_is_said_and_nothing_is_lost(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let page = browser.get(&path).await;
    let empty = log(&page, &path).set("what", "note").set("text", "  ").send(&mut browser).await;
    empty.shows(422, "Ada King").has("Nothing was saved").has("Is required");
    let wrong = log(&page, &path).set("what", "meeting").set("text", "Long talk").set("on", "2999-01-01");
    let page = wrong
        .send(&mut browser)
        .await
        .shows(422, "Ada King")
        .has("Long talk")
        .has("value=\"meeting\" checked");
    assert_eq!(log(&page, &path).value("on"), "2999-01-01");
    let long = log(&page, &path).set("text", &"x".repeat(20_001)).set("on", "");
    long.send(&mut browser).await.shows(422, "Ada King");
    assert_eq!(account.get(&format!("/tasks?contact_id={id}")).await.ok().data().clone(), json!([]));
    assert_eq!(browser.post(&format!("{path}/log"), &[("text", "x")]).await.status, 403);
}

async fn a_gift_is_entered_on_the_page_and_leads_back(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    let page = browser.get(&path).await;
    let form = Form::of(&page, "/gifts").set("gift_amount", "$1,250.00").set("gift_fund", "Roof");
    assert_eq!(form.send(&mut browser).await.location(), path);
    let page = browser.get(&path).await.has("The gift is saved.");
    in_order(&page.html, &["Gave", "$1,250.00", "to Roof", "Today"]);
    let refused = Form::of(&page, "/gifts").set("gift_amount", "much").send(&mut browser).await;
    refused.shows(422, "New gift").has("much").has("Ada King");
    let gifts = account.get(&format!("/gifts?contact_id={id}")).await.ok().data().clone();
    assert_eq!(gifts.as_array().unwrap().len(), 1);
}

async fn open_tasks_and_pledges_stand_beside_it(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, id) = ada(&account).await;
    browser.get(&path).await.has("No open tasks.").has("No open pledges.");
    let (task, _) =
        account.record("tasks", json!({"task_subject": "Ring about the gala", "contact_id": id})).await;
    let body = json!({"contact_id": id, "pledge_amount": 75, "pledge_frequency": "monthly", "pledge_start_date": "2026-01-01"});
    let (pledge, _) = account.record("pledges", body.clone()).await;
    let (ended, _) = account.record("pledges", body).await;
    account.put(&ended, json!({"pledge_status": "cancelled"})).await.ok();
    let page = browser.get(&path).await;
    // What is to be done comes first, and on a phone, all of it comes before the long timeline.
    in_order(
        &page.html,
        &[
            "To do</h2>",
            &format!("{task}\""),
            "Ring about the gala",
            "Done",
            "Write down</h2>",
            "<div class=\"beside\">",
            "Open pledges",
            &format!("{pledge}\""),
            "$75.00 monthly",
            "1 Elm Street",
            "<section class=\"card timeline\"",
        ],
    );
    let beside = page.between("<div class=\"beside\">", "<section class=\"card timeline\"");
    assert!(!beside.contains(&format!("{ended}\"")), "{beside}");
    // A note that was refused stands at an address of its own.
    let refused = Form::of(&page, &format!("{path}/log")).send(&mut browser).await.shows(422, "Ada King");
    refused.has(&format!("name=\"back\" value=\"{path}\""));
    let page = Form::of(&page, &format!("{task}/done")).send(&mut browser).await;
    assert_eq!(page.location(), path);
    let page = browser.get(&path).await.has("Ring about the gala").has("No open tasks.");
    in_order(&page.html, &["Write down</h2>", "<div class=\"beside\">", "To do</h2>", "No open tasks."]);
}

async fn a_language_has_its_name_in_the_language_of_the_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let (path, _) = ada(&account).await;
    for (tag, english, german) in [
        ("de", "German", "Deutsch"),
        ("pt-BR", "Portuguese (Brazil)", "Portugiesisch (Brasilien)"),
        ("la", "la", "la"),
    ] {
        account.put(&path, json!({"contact_language": tag})).await.ok();
        for (language, name) in [(None, english), (Some("de"), german)] {
            browser.language = language;
            browser.get(&path).await.has(&format!("<bdi>{name}</bdi>"));
        }
    }
    // The form offers names, and keeps a language that has none.
    let page = browser.get(&format!("{path}/edit")).await.has("<option value=\"fr\">Französisch</option>");
    page.has("<option value=\"la\" selected>la</option>");
}

async fn a_contact_of_another_account_is_not_there(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let other = api.account().await;
    let (path, _) = ada(&other).await;
    let (own, _) = ada(&account).await;
    browser.get(&path).await.shows(404, "There is no such page");
    let page = browser.get(&own).await;
    let csrf = log(&page, &own).value("csrf").to_owned();
    let fields = [("csrf", &*csrf), ("what", "note"), ("text", "Here")];
    browser.post(&format!("{path}/log"), &fields).await.shows(404, "There is no such page");
    assert_eq!(other.get("/tasks").await.ok().data().clone(), json!([]));
}

/// Fills a contact, and returns how many queries its page takes.
async fn queries_of(browser: &mut Browser, counter: &Counter, path: &str) -> usize {
    browser.get(path).await.shows(200, "Ada King");
    let before = counter.executed();
    browser.get(path).await.shows(200, "Ada King");
    counter.executed() - before
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_queries_does_not_depend_on_what_has_happened() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = shared::Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    let (path, id) = ada(&account).await;
    let mut browser = browser_of(&api, &account).await;
    let fill = async |count: i64| {
        for i in 0..count {
            let body = json!({"contact_id": id, "gift_amount": 30, "gift_date": "2026-05-10",
                "splits": [{"split_amount": 10, "split_fund": "Roof"}, {"split_amount": 20, "split_fund": "Books"}]});
            account.record("gifts", body).await;
            let body = json!({"contact_id": id, "pledge_amount": 75 + i, "pledge_frequency": "monthly", "pledge_start_date": "2026-01-01"});
            account.record("pledges", body).await;
            let done = json!({"task_subject": "Call", "task_type": "call", "contact_id": id, "task_done": 1});
            account.record("tasks", done).await;
            account.record("tasks", json!({"task_subject": "Open", "contact_id": id})).await;
        }
        api.settle().await;
    };
    // From here on, all that stands there goes on elsewhere.
    fill(26).await;
    let few = queries_of(&mut browser, &counter, &path).await;
    fill(30).await;
    let many = queries_of(&mut browser, &counter, &path).await;
    assert_eq!(few, many);
    assert!(few <= 40, "{few} queries");
}
