//! Lists of records: the API's filters, orders and pages in the address, and the same list as a file.

use api::web::ROUTES;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{browser_of, start};
use super::form::Form;
use crate::support::records::{kinds, kinds_of_contacts};
use crate::support::{Account, Api, document};

both_databases!(
    a_list_shows_what_matters_and_leads_to_the_record,
    filters_are_those_of_the_api,
    what_no_form_can_ask_for_can_be_seen_and_removed,
    the_routes_know_the_parameters_of_the_api,
    a_filter_that_breaks_a_rule_says_so_at_its_field,
    pages_follow_each_other_and_keep_the_filters,
    columns_sort,
    a_menu_sorts_where_no_heads_are_shown,
    what_is_seen_is_exported_without_formulas,
    gifts_are_summed_by_currency,
    a_task_is_done_with_a_button,
    whoever_checks_tasks_off_stays_where_they_were,
    the_next_task_is_planned_from_one_that_is_done,
    a_task_is_assigned_on_its_page,
    an_empty_list_says_what_to_do,
    hostile_names_are_text_on_every_page,
    another_account_sees_nothing,
);

async fn contact(account: &Account, name: &str, status: &str) -> i64 {
    account.record("contacts", json!({"contact_status": status, "contact_lname": name})).await.1
}

async fn a_list_shows_what_matters_and_leads_to_the_record(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace",
        "emails": [{"email_address": "ada@lovelace.example"}], "phones": [{"phone_number": "+44 20 7946 0000"}]});
    let (path, id) = account.record("contacts", body).await;
    let gift = json!({"gift_amount": 50, "gift_date": "2026-06-01", "contact_id": id, "gift_fund": "Well",
        "gift_type_id": account.gift_type("bank_transfer").await});
    let (gift_path, _) = account.record("gifts", gift).await;
    let pledge = json!({"contact_id": id, "pledge_amount": 30, "pledge_start_date": "2026-01-01"});
    let (pledge_path, _) = account.record("pledges", pledge).await;
    let task = json!({"task_subject": "Call Ada", "task_due_date": "2026-06-10", "contact_id": id});
    let (task_path, _) = account.record("tasks", task).await;
    let page = browser.get("/contacts").await.shows(200, "Contacts").has("1 contact");
    page.has(&format!("<a href=\"{path}\"><bdi>Ada Lovelace</bdi></a>"))
        .has("ada@lovelace.example")
        .has("+44 20 7946 0000")
        .has("1 Jun 2026")
        .has("aria-current=\"page\">Contacts");
    let page = browser.get("/gifts").await.shows(200, "Gifts").has(&format!("href=\"{gift_path}\""));
    page.has("$50.00").has("Bank transfer").has("Well").has(&format!("href=\"{path}\"")).has("Received");
    let page = browser.get("/pledges").await.shows(200, "Pledges").has(&format!("href=\"{pledge_path}\""));
    page.has("$30.00 monthly").has("$180.00 still open").has("165 days");
    let page = browser.get("/tasks?done=0").await.shows(200, "Tasks").has(&format!("href=\"{task_path}\""));
    page.has("Overdue").has("10 Jun 2026").has("To do").has(&format!("action=\"{task_path}/done\""));
}

async fn filters_are_those_of_the_api(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let donor = contact(&account, "Donor", "donor").await;
    contact(&account, "Prospect", "prospect").await;
    let body =
        json!({"contact_status": "donor", "contact_lname": "Works", "contact_is_org": 1, "tags": ["press"]});
    account.record("contacts", body).await;
    for (amount, fund, status, day) in [
        (5, "Well", "received", "2026-05-01"),
        (70, "Roof", "pending", "2026-06-01"),
        (80, "Well", "void", "2026-06-15"),
    ] {
        let gift = json!({"gift_amount": amount, "gift_fund": fund, "gift_status": status, "gift_date": day,
            "contact_id": if amount == 5 { json!(donor) } else { json!(null) }, "gift_type_id": account.gift_type(if amount == 5 { "cash" } else { "check" }).await});
        account.record("gifts", gift).await;
    }
    for (start, frequency, status) in [
        ("2026-01-01", "monthly", "active"),
        ("2027-01-01", "yearly", "active"),
        ("2026-06-15", "weekly", "paused"),
    ] {
        let pledge = json!({"contact_id": donor, "pledge_amount": 5, "pledge_start_date": start,
            "pledge_frequency": frequency, "pledge_status": status,
            "pledge_fund": if status == "paused" { "Well" } else { "Roof" }});
        account.record("pledges", pledge).await;
    }
    for (subject, due, done) in [("A", "2026-06-01", 0), ("B", "2026-07-01", 0), ("C", "2026-06-02", 1)] {
        let task =
            json!({"task_subject": subject, "task_due_date": due, "task_done": done, "task_type": "call"});
        account.record("tasks", task).await;
    }
    for (kind, filter) in [
        ("contacts", "q=wor"),
        ("contacts", "status=prospect"),
        ("contacts", "type=organization"),
        ("contacts", "tag=PRESS"),
        ("gifts", "status=pending"),
        ("gifts", "fund=Well&status=received"),
        ("gifts", "min_amount=70&max_amount=75"),
        ("gifts", "from=2026-06-01&to=2026-06-10"),
        ("gifts", "type=Cash&currency=USD"),
        ("pledges", "late=1"),
        ("pledges", "state=upcoming"),
        ("pledges", "status=paused&frequency=weekly"),
        ("pledges", "fund=well"),
        ("tasks", "done=0"),
        ("tasks", "overdue=1"),
        ("tasks", "due_from=2026-06-02&type=call"),
    ] {
        let listed = account.get(&format!("/{kind}?{filter}")).await.ok();
        let mut ids: Vec<_> =
            listed.data().as_array().unwrap().iter().map(|record| record["id"].as_i64().unwrap()).collect();
        // A form sends all its fields.
        let page = browser.get(&format!("/{kind}?{filter}&sort=&external_id=&cursor=")).await;
        assert_eq!(page.status, 200, "{kind} {filter}: {}", page.html);
        let rows = page.html.split("<th scope=\"row\"").skip(1);
        let mut shown: Vec<i64> = rows
            .map(|row| row.split(&format!("href=\"/{kind}/")).nth(1).unwrap())
            .map(|row| row.split('"').next().unwrap().parse().unwrap())
            .collect();
        ids.sort_unstable();
        shown.sort_unstable();
        assert!(!ids.is_empty() && ids.len() < 3, "{kind} {filter}");
        assert_eq!(shown, ids, "{kind} {filter}");
        // The title of a view says what it filters by. Other filters can be removed.
        if [
            "status=prospect",
            "type=organization",
            "status=pending",
            "late=1",
            "state=upcoming",
            "done=0",
            "overdue=1",
        ]
        .contains(&filter)
        {
            page.has("aria-current=\"true\"").lacks("Filters in use");
        } else {
            page.has("Filters in use").has("<span class=\"unseen\">: remove</span>");
        }
    }
    let page =
        browser.get(&format!("/gifts?contact_id={donor}")).await.has("Contact: Donor").has("$5.00 received");
    page.has(&format!("name=\"contact_id\" value=\"{donor}\"")).lacks(">Roof</td>");
    // Where the form is folded, it says how many fields are filled in.
    browser.get("/gifts").await.has("<summary>Filters</summary>");
    let page = browser.get("/gifts?fund=Well&status=received&sort=-gift_date").await;
    page.has("<summary>Filters <span class=\"count\">2 in use</span></summary>");
}

async fn what_no_form_can_ask_for_can_be_seen_and_removed(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    contact(&account, "Ada", "donor").await;
    for query in ["custom.shirt=M", "custom%5Bshirt%5D=M"] {
        let page = browser.get(&format!("/contacts?status=donor&{query}")).await.shows(200, "Contacts");
        page.lacks("<bdi>Ada").has("href=\"/contacts?status=donor\"><bdi>custom").has("shirt").has("M</bdi>");
        let file = browser.get(&format!("/contacts/export?{query}")).await;
        assert_eq!((file.status, file.html.contains("Ada")), (200, false), "{query}");
    }
    browser.get("/contacts?custom.=M").await.shows(422, "Contacts").has("ust be followed by a key");
    // Other kinds are not filtered by them.
    account.record("gifts", json!({"gift_amount": 5})).await;
    browser.get("/gifts?custom.shirt=M").await.shows(200, "Gifts").has("1 gift").lacks("shirt: M");
}

async fn the_routes_know_the_parameters_of_the_api(db: TestDb) {
    let api = Api::start(db).await;
    let operations = document::operations(&document::served(&api.http).await);
    for kind in kinds() {
        let list =
            operations.iter().find(|one| one.method == "GET" && one.path == format!("/{kind}")).unwrap();
        // A page has 50 records and is no file, no program reads it for what has changed, and its form cannot name a key of
        // an object.
        let mut expected: Vec<_> = list.query.iter().map(String::as_str).collect();
        expected.retain(|name| !["limit", "updated_since", "for", "include", "custom.x"].contains(name));
        expected.sort_unstable();
        let route = ROUTES.iter().find(|route| route.path == format!("/{kind}")).unwrap();
        let mut route = (route.query)();
        route.sort_unstable();
        assert_eq!(route, expected, "{kind}");
    }
}

async fn a_filter_that_breaks_a_rule_says_so_at_its_field(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.contact().await;
    let page = browser.get("/contacts?status=friend&q=x").await.shows(422, "Contacts");
    page.has("Must be one of contact, donor")
        .has("value=\"friend\" selected")
        .lacks("Lovelace")
        .has("<details class=\"more filters\" open>");
    browser.get("/gifts?from=1+June").await.shows(422, "Gifts").has("Must be a date, such as 2026-06-30");
    browser.get("/gifts?cursor=x").await.shows(422, "Gifts").has("Cursor must be that of a Link");
    browser.get("/tasks?sort=colour").await.shows(422, "Tasks").has("Sort must be one of id");
}

async fn pages_follow_each_other_and_keep_the_filters(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let rows = (0..120).map(|i| format!("donor,Name {i:03}")).collect::<Vec<_>>().join("\n");
    api.imported(&account, "contacts", &format!("contact_status,contact_lname\n{rows}\nprospect,Other\n"))
        .await;
    let mut seen = Vec::new();
    let mut address = "/contacts?status=donor".to_owned();
    loop {
        let page =
            browser.get(&address).await.shows(200, "Contacts").lacks("Other</bdi>").has("120 contacts");
        let names = page.html.split("<bdi>Name ").skip(1).map(|rest| rest[..3].parse::<usize>().unwrap());
        seen.extend(names);
        if !page.html.contains("rel=\"next\"") {
            page.has("First page");
            break;
        }
        address = page.between("<a class=\"button\" href=\"/contacts?status=donor&#38;cursor=", "\"");
        address = format!("/contacts?status=donor&cursor={address}");
    }
    assert_eq!(seen, (0..120).collect::<Vec<_>>());
}

async fn columns_sort(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (name, since) in [("Moreau", "2026-01-01"), ("Abara", "2026-05-01"), ("Quispe", "2026-07-01")] {
        let contact = contact(&account, name, "donor").await;
        let pledge = json!({"contact_id": contact, "pledge_amount": 5, "pledge_start_date": since});
        account.record("pledges", pledge).await;
    }
    let names = |page: super::browser::Page| -> Vec<String> {
        let rows = page.html.split("<th scope=\"row\"").skip(1);
        rows.map(|row| row.split("<bdi>").nth(1).unwrap().split('<').next().unwrap().to_owned()).collect()
    };
    let page =
        browser.get("/contacts").await.has("aria-sort=\"ascending\"").has("/contacts?sort=-contact_lname");
    assert_eq!(names(page), ["Abara", "Moreau", "Quispe"]);
    let page = browser.get("/contacts?sort=-contact_lname").await.has("aria-sort=\"descending\"");
    assert_eq!(names(page), ["Quispe", "Moreau", "Abara"]);
    assert_eq!(
        names(browser.get("/contacts?sort=id").await.has("aria-sort=\"none\"")),
        ["Moreau", "Abara", "Quispe"]
    );
    // The columns keep their words in every order.
    let page = browser.get("/pledges?sort=-pledge_days_late").await.has("165 days").has("$30.00 still open");
    assert_eq!(names(page.has("aria-sort=\"descending\"")), ["Moreau", "Abara", "Quispe"]);
    // What is open is the opposite of the balance: the most comes first by the order in which the balance rises.
    let page = browser.get("/pledges?sort=pledge_balance").await.has("aria-sort=\"descending\"");
    let page = page.has("aria-current=\"true\">Still open, descending</a>");
    assert_eq!(names(page), ["Moreau", "Abara", "Quispe"]);
    let page = browser.get("/pledges?sort=-pledge_next_due_date").await.has("165 days");
    assert_eq!(names(page.has("sort=pledge_next_due_date")), ["Quispe", "Abara", "Moreau"]);
}

async fn a_menu_sorts_where_no_heads_are_shown(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    account.record("tasks", json!({"task_subject": "Call Ada"})).await;
    let menu = |page: &super::browser::Page| page.between("class=\"menu orders\"", "</details>");
    let page = browser.get("/tasks?done=0").await.shows(200, "Tasks");
    let up = "<a href=\"/tasks?done=0&#38;sort=task_due_date\" aria-current=\"true\">Due, ascending</a>";
    let down = "<a href=\"/tasks?done=0&#38;sort=-task_due_date\">Due, descending</a>";
    let links = menu(&page);
    assert!(links.contains(up) && links.contains(down), "{links}");
    let links = menu(&browser.get("/tasks?done=0&sort=-task_due_date").await);
    assert!(links.contains("aria-current=\"true\">Due, descending</a>"), "{links}");
    // There is nothing to sort.
    browser.get("/tasks?done=1").await.shows(200, "Tasks").lacks("menu orders");
}

async fn what_is_seen_is_exported_without_formulas(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    contact(&account, "=1+1", "donor").await;
    contact(&account, "Other", "prospect").await;
    let page = browser.get("/contacts?status=donor").await.has("href=\"/contacts/export?status=donor\"");
    assert_eq!(page.status, 200);
    let file = browser.get("/contacts/export?status=donor&q=").await;
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8; header=present");
    assert!(file.headers["content-disposition"].to_str().unwrap().contains("contacts.csv"));
    let of_api =
        account.request("GET", "/contacts?status=donor&sort=contact_lname").header("accept", "text/csv");
    assert_eq!(file.html, of_api.send().await.unwrap().text().await.unwrap());
    file.has("'=1+1").lacks("Other");
    for kind in kinds_of_contacts() {
        assert!(browser.get(&format!("/{kind}/export")).await.html.starts_with("id,"), "{kind}");
    }
}

async fn gifts_are_summed_by_currency(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (amount, currency, status) in [
        ("1000.50", "USD", "received"),
        ("20", "USD", "received"),
        ("7", "EUR", "received"),
        ("9", "USD", "pending"),
    ] {
        let gift = json!({"gift_amount": amount, "gift_currency": currency, "gift_status": status});
        account.record("gifts", gift).await;
    }
    browser.get("/gifts").await.has("4 gifts · $1,020.50 received · EUR\u{a0}7.00 received");
    browser.get("/gifts?currency=EUR").await.has("1 gift · EUR\u{a0}7.00 received");
}

async fn a_task_is_done_with_a_button(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = account.record("tasks", json!({"task_subject": "Write to Ada"})).await;
    let address = "/tasks?done=0";
    let page = browser.fill(address, &format!("{path}/done"), &[]).await;
    assert_eq!(page.location(), address);
    let page = browser.follow(&page).await.has("Done: Write to Ada").has("Nothing fits these filters.");
    let page = page.has(&format!("<a href=\"{path}/edit#task_result\">What came of it?</a>"));
    let reopen = format!("{path}/edit?task_status=open");
    let page = page.has(&format!("<a href=\"{reopen}#task_status\">Not done after all</a>"));
    assert_eq!(page.status, 200);
    let task = account.get(&path).await.ok();
    assert_eq!(
        (&task.data()["task_done"], &task.data()["task_completed_on"]),
        (&json!(1), &json!("2026-06-15"))
    );
    let event = api.last_event(&account).await;
    assert_eq!(event.name, "tasks.update");
    // The form leads nobody to another site.
    let token = browser.get(address).await.between("name=\"csrf\" value=\"", "\"");
    for back in ["https://evil.example/", "//evil.example/", "/\\evil.example"] {
        let page = browser.post(&format!("{path}/done"), &[("csrf", &token), ("back", back)]).await;
        assert_eq!(page.location(), "/tasks?done=0", "{back}");
    }
    // A slip is undone.
    Form::of(&browser.get(&reopen).await, &path).send(&mut browser).await.location();
    let task = account.get(&path).await.ok();
    assert_eq!((&task.data()["task_done"], &task.data()["task_completed_on"]), (&json!(0), &Value::Null));
}

async fn whoever_checks_tasks_off_stays_where_they_were(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut tasks = Vec::new();
    for day in ["2026-06-01", "2026-06-02", "2026-06-03"] {
        tasks.push(account.record("tasks", json!({"task_subject": "Write", "task_due_date": day})).await);
    }
    // The next button takes the place of the one that was pressed; after the last, the one before it.
    for (pressed, beside) in [(0, 1), (2, 1)] {
        let done = browser.fill("/tasks?done=0", &format!("{}/done", tasks[pressed].0), &[]).await;
        let place = format!("done-{}", tasks[beside].1);
        assert_eq!(done.location(), format!("/tasks?done=0#{place}"));
        browser.follow(&done).await.has(&format!("<form id=\"{place}\""));
    }
    // The page of a task has the button, too, until the task is done.
    let (path, _) = &tasks[1];
    let done = browser.fill(path, &format!("{path}/done"), &[]).await;
    assert_eq!(done.location(), path);
    browser.follow(&done).await.has("What came of it?").has("Plan the next task").lacks("/done\"");
}

async fn the_next_task_is_planned_from_one_that_is_done(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = contact(&account, "King", "donor").await;
    let task = |repeat: Option<&str>| {
        json!({"task_subject": "Ring about the roof", "task_priority": "high", "task_type": "call", "contact_id": ada,
            "task_assignee_id": account.user_id, "task_due_date": "2026-06-10", "task_repeat": repeat})
    };
    let (path, _) = account.record("tasks", task(None)).await;
    browser.get(&path).await.shows(200, "Ring about the roof").lacks("Plan the next task");
    let done = browser.fill("/tasks?done=0", &format!("{path}/done"), &[]).await;
    browser.follow(&done).await.has("Done: Ring about the roof").has("Plan the next task");
    // Its page leads there, too. The form knows whom to call about what, and who does it.
    let page = browser.get(&path).await;
    let link = page.between("href=\"/tasks/new?", "\">Plan the next task</a>").replace("&#38;", "&");
    let form = Form::of(&browser.get(&format!("/tasks/new?{link}")).await, "/tasks");
    assert_eq!(form.value("task_due_date"), "");
    let next = form.send(&mut browser).await.location().to_owned();
    assert_ne!(next, path);
    let next = account.get(&next).await.ok();
    let (next, wanted) = (next.data(), task(None));
    for field in ["task_subject", "task_type", "task_priority", "contact_id", "task_assignee_id"] {
        assert_eq!(next[field], wanted[field], "{field}");
    }
    assert_eq!((&next["task_done"], &next["task_due_date"]), (&json!(0), &Value::Null));
    // Of one that repeats, the next one is there already.
    let (path, _) = account.record("tasks", task(Some("monthly"))).await;
    let done = browser.fill("/tasks?done=0", &format!("{path}/done"), &[]).await;
    browser.follow(&done).await.has("The next one is made.").lacks("Plan the next task");
    // The message of a long one fits into its cookie.
    let subject = "电".repeat(255);
    let (long, _) = account.record("tasks", json!({"task_subject": subject})).await;
    let done = browser.fill("/tasks?done=0", &format!("{long}/done"), &[]).await;
    assert!(browser.cookies.values().all(|cookie| cookie.len() < 4_000));
    browser.follow(&done).await.has(&subject).has("href=\"/tasks/new?task_type=to_do");
}

async fn a_task_is_assigned_on_its_page(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let colleague = api.member(account.id, "member").await;
    let (path, _) = account.record("tasks", json!({"task_subject": "Call Ada"})).await;
    let edit = format!("{path}/edit");
    // A column with nothing in it takes no room.
    let (column, list) = ("data-label=\"Assigned to\"", "/tasks?done=0");
    browser.get(list).await.has("data-label=\"Priority\"").lacks(column);
    let page = browser.get(&edit).await.has(&colleague.email);
    let form = Form::of(&page, &path).set("task_assignee_id", &colleague.id.to_string());
    form.send(&mut browser).await.location();
    browser.get(&path).await.has("Assigned to").has(&colleague.email);
    let page = browser.get(list).await.has(column).has(&colleague.email).has(">Mine</a>");
    // Each view opens, and is the one that is open then.
    for link in page.between("class=\"views\"", "</div>").split("href=\"").skip(1) {
        let address = link.split('"').next().unwrap().replace("&#38;", "&");
        let view = browser.get(&address).await.shows(200, "Tasks");
        assert!(view.between("class=\"views\"", "</div>").contains("aria-current"), "{address}");
    }
    // A number that is no member's, and to whom nothing is assigned, names nobody.
    let stranger = api.owner().await;
    let page = browser.get(&format!("/tasks?assignee_id={}", stranger.id)).await;
    page.lacks(&stranger.email).has(&format!("User {}", stranger.id));
    browser.get(&format!("{edit}?task_assignee_id={}", stranger.id)).await.lacks(&stranger.email);
    browser.get("/tasks?mine=1&done=0").await.has("Nothing fits these filters.");
    api.signed_in(&colleague).await.get("/tasks?mine=1&done=0").await.has("Call Ada");
    // Somebody who has left is still named, and the form does not lose the name.
    api.execute("DELETE FROM memberships WHERE user_id = $1", vec![colleague.id.into()]).await;
    let page = browser.get(&edit).await.has(&colleague.email);
    let page = Form::of(&page, &path).send(&mut browser).await;
    browser.follow(&page).await.has("Nothing was changed.").has(&colleague.email);
}

async fn an_empty_list_says_what_to_do(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    for (path, text) in [
        ("/contacts", "No contacts yet."),
        ("/gifts", "No gifts yet."),
        ("/pledges", "No pledges yet."),
        ("/tasks", "No tasks yet."),
        ("/batches", "No batches yet."),
    ] {
        browser.get(path).await.has(text).has(&format!("href=\"{path}/new\""));
        browser.get(&format!("{path}?type=call&state=active&status=received&q=x")).await;
    }
    browser.get("/contacts?status=donor").await.has("Nothing fits these filters.").has(">Show all</a>");
}

/// A name that would do harm if a page did not escape it.
const HOSTILE: &str = "<script>alert(1)</script>\"'&{{ 7*7 }}";
const SHOWN: &str = "&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;{{ 7*7 }}";

async fn hostile_names_are_text_on_every_page(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let body = json!({"contact_status": "donor", "contact_lname": HOSTILE, "tags": ["\"><b>"],
        "contact_custom": {"<b>": HOSTILE}, "contact_notes": "</textarea><script>alert(1)</script>"});
    let (contact, id) = account.record("contacts", body).await;
    account.put(&contact, json!({"contact_notes": HOSTILE})).await.ok();
    let gift = json!({"gift_amount": 5, "contact_id": id, "gift_fund": HOSTILE});
    let (gift, _) = account.record("gifts", gift).await;
    let (pledge, _) = account.record("pledges", json!({"pledge_amount": 5, "contact_id": id})).await;
    let (task, _) = account.record("tasks", json!({"task_subject": HOSTILE, "contact_id": id})).await;
    let mut paths = vec!["/contacts", "/gifts", "/pledges", "/tasks", "/gifts/quick"];
    let edits = [&contact, &gift, &pledge, &task].map(|path| format!("{path}/edit"));
    let statement = format!("{contact}/statement");
    let twin = json!({"contact_status": "donor", "contact_lname": HOSTILE, "contact_notes": "other"});
    let (_, twin) = account.record("contacts", twin).await;
    let merge = format!("{contact}/merge?from_id={twin}");
    let suggest = "/contacts/suggest?q=alert".to_owned();
    paths.extend([&contact, &gift, &pledge, &task, &statement, &merge, &suggest].map(String::as_str));
    paths.extend(edits.iter().map(String::as_str));
    for path in paths {
        let page = browser.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.html);
        page.has(SHOWN).lacks("<script>alert").lacks("\"><b>");
    }
}

async fn another_account_sees_nothing(db: TestDb) {
    let (api, account, _) = start(db).await;
    let (contact, id) =
        account.record("contacts", json!({"contact_status": "donor", "contact_lname": "King"})).await;
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5, "contact_id": id})).await;
    let other = api.account().await;
    let mut browser = browser_of(&api, &other).await;
    for path in [&contact, &gift] {
        for path in [path.clone(), format!("{path}/edit")] {
            browser.get(&path).await.shows(404, "There is no such page");
        }
    }
    browser.get(&format!("{contact}/statement")).await.shows(404, "There is no such page");
    for path in ["/contacts", "/gifts", "/contacts?q=King", "/contacts/suggest?q=King", "/contacts/export"] {
        browser.get(path).await.lacks("<bdi>King</bdi>").lacks("King (#").lacks(",King,");
    }
    let token = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    for path in [&contact, &gift] {
        let page =
            browser.post(path, &[("csrf", &token), ("contact_lname", "Mine"), ("gift_amount", "9")]).await;
        page.shows(404, "There is no such page");
    }
    let fields = [("csrf", &*token), ("gift_amount", "9"), ("contact_id", &id.to_string())];
    let page = browser.post("/gifts", &fields).await.shows(422, "New gift");
    page.has("Must be one of your contacts").lacks("King");
}
