//! The overview: giving by month, and the work that waits for somebody.

use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, browser_of, start};
use crate::lists::queries::Counter;
use crate::support::{Account, Api};

both_databases!(
    giving_is_drawn_by_month_beside_last_year_and_what_was_pledged,
    what_waits_is_listed_and_leads_to_the_list_that_has_it,
    donors_of_the_same_total_stand_as_in_the_list,
    a_gift_that_was_taken_back_is_neither_thanked_for_nor_missed,
    an_account_without_records_shows_the_first_steps_until_there_is_a_gift,
    cards_say_what_is_to_be_done_today_and_lead_there,
    giving_is_drawn_by_fund_by_a_link,
    the_navigation_has_icons_and_a_phone_has_a_bar_with_the_menu,
);

async fn contact(account: &Account, name: &str) -> i64 {
    account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await.1
}

async fn giving_is_drawn_by_month_beside_last_year_and_what_was_pledged(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = contact(&account, "Lovelace").await;
    for (day, amount, status, currency) in [
        ("2025-02-28", 40, "received", "USD"),
        ("2025-12-31", 2, "received", "USD"),
        ("2026-02-01", 100, "received", "USD"),
        ("2026-02-28", 20, "received", "USD"),
        ("2026-02-28", 1000, "refunded", "USD"),
        ("2026-02-28", 1000, "received", "EUR"),
        ("2024-02-28", 1000, "received", "USD"),
    ] {
        let gift = json!({"gift_amount": amount, "gift_date": day, "gift_status": status, "gift_currency": currency});
        account.record("gifts", gift).await;
    }
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-03-20"});
    account.record("pledges", pledge).await;
    let page = browser
        .get("/overview")
        .await
        .shows(200, "Overview")
        .has("Giving by month")
        .has("<svg class=\"chart\"");
    // Until 15 June, three gifts of the pledge are due. What was given for no pledge does not count for it.
    let missing = |text: &str| format!("<a class=\"note\" href=\"/reports/pledges\">{text}</a>");
    let page = page
        .has("$120.00 in 2026, $42.00 in all of 2025. Not drawn")
        .lacks("more than that")
        .has(&missing("$90.00 is missing today on 1 pledge"));
    browser.get("/reports/pledges").await.has("Of 1 pledge, $90.00 is missing today.");
    let february = page.between("<tr><th scope=\"row\">Feb</th>", "</tr>").replace("&#38;", "&");
    for text in [
        "/gifts?status=received&from=2025-02-01&to=2025-02-28&currency=USD\">$40.00<",
        "/gifts?status=received&from=2026-02-01&to=2026-02-28&currency=USD\">$120.00<",
        ">$0.00</td>",
    ] {
        assert!(february.replace("&#61;", "=").contains(text), "{text}: {february}");
    }
    assert!(page.between("<tr><th scope=\"row\">Mar</th>", "</tr>").ends_with(">$30.00</td>"));
    assert!(!page.between("<tr><th scope=\"row\">Jul</th>", "</tr>").contains("from=2026"));
    // The highest bar is of a round amount, so it reaches the line at the top.
    let page = page.has(">$120</text>").has("y=\"20\" width=\"16\" height=\"176\"").lacks("style=");
    page.has("Latest gifts").has("<td data-label=\"Fund\"></td>").has("class=\"number amount\"");
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-06-05"});
    let (_, pledge) = account.record("pledges", pledge).await;
    browser.get("/overview").await.has(&missing("$120.00 is missing today on 2 pledges"));
    let gift = json!({"contact_id": ada, "pledge_id": pledge, "gift_amount": 30, "gift_date": "2026-06-05"});
    account.record("gifts", gift).await;
    browser.get("/overview").await.has(&missing("$90.00 is missing today on 1 pledge"));
    api.turn_to("2027-01-31T12:00:00Z");
    let mut browser = browser_of(&api, &account).await;
    let page = browser.get("/overview").await.has("$0.00 in 2027");
    // Eleven gifts of the one pledge, and seven of the other.
    let page = page.has(&missing("$540.00 is missing today on 2 pledges"));
    page.has("<b>2</b> pledges are late").has("$540.00 is missing. They promise $60.00 a month");
}

async fn what_waits_is_listed_and_leads_to_the_list_that_has_it(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let lapsed = contact(&account, "<b>Lapsed</b>").await;
    let faithful = contact(&account, "Faithful").await;
    let late = contact(&account, "Late").await;
    let mut gifts = Vec::new();
    for (contact, day, amount, thanked) in [
        (lapsed, "2025-05-01", 70, None),
        (faithful, "2025-05-01", 80, None),
        (faithful, "2026-06-01", 90, None),
        (faithful, "2026-06-02", 91, Some("2026-06-03")),
        (faithful, "2026-04-15", 92, None),
    ] {
        let gift = json!({"contact_id": contact, "gift_amount": amount, "gift_date": day, "gift_thanked_on": thanked});
        gifts.push(account.record("gifts", gift).await.1);
    }
    let pledge = json!({"contact_id": late, "pledge_amount": 25, "pledge_start_date": "2026-01-10"});
    let (_, pledge) = account.record("pledges", pledge).await;
    let page = browser.get("/overview").await.shows(200, "Overview").lacks("<b>Lapsed");
    let part = |id: &str| {
        page.between(&format!("<h2 id=\"{id}\">"), "</section>").replace("&#61;", "=").replace("&#38;", "&")
    };
    let thanks = part("thanks");
    assert!(
        thanks.contains(&format!("<a href=\"/gifts/{}\"><bdi>Faithful", gifts[2])),
        "the gift itself: {thanks}"
    );
    assert!(thanks.contains("$90.00"), "{thanks}");
    for other in ["$91.00", "$92.00", "$80.00", "Lapsed"] {
        assert!(!thanks.contains(other), "{other}: {thanks}");
    }
    assert!(thanks.contains("/letters/thank-yous\">All 1<"), "{thanks}");
    let late = part("late");
    assert!(late.contains(&format!("<a href=\"/pledges/{pledge}\">")), "{late}");
    assert!(late.contains("Late") && late.contains("10 Jan 2026") && late.contains("$150.00"), "{late}");
    assert!(late.contains("/pledges?late=1&sort=-pledge_days_late\">All 1<"), "{late}");
    let link = format!("<a href=\"/contacts/{lapsed}\">");
    let lapsed = part("lapsed");
    assert!(lapsed.contains(&link) && lapsed.starts_with("Gave last year, not this"), "{lapsed}");
    assert!(lapsed.contains("&#60;b&#62;Lapsed") && lapsed.contains("$70.00"), "{lapsed}");
    // The list is in the order of the part.
    let all = "/contacts?lybunt=1&given_from=2025-01-01&given_to=2025-12-31&sort=-given_total";
    assert!(!lapsed.contains("Faithful") && lapsed.contains(&format!("{all}\">All 1<")), "{lapsed}");
    browser.get(all).await.has("1 contact").has("$70.00").has("aria-sort=\"descending\"");
}

async fn donors_of_the_same_total_stand_as_in_the_list(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for name in ["Byron", "King"] {
        let id = contact(&account, name).await;
        account
            .record("gifts", json!({"contact_id": id, "gift_amount": 70, "gift_date": "2025-05-01"}))
            .await;
    }
    let part = browser.get("/overview").await.between("<h2 id=\"lapsed\">", "</section>");
    let list = browser.get("/contacts?lybunt=1&sort=-given_total").await.html;
    for shown in [part, list] {
        assert!(shown.find("King") < shown.find("Byron"), "{shown}");
    }
}

async fn a_gift_that_was_taken_back_is_neither_thanked_for_nor_missed(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let mut ids = Vec::new();
    for (part, name, day, corrected_on) in
        [("thanks", "King", "2026-06-01", "2026-06-03"), ("lapsed", "Byron", "2025-05-01", "2025-05-03")]
    {
        let id = contact(&account, name).await;
        ids.push(id);
        let gift = json!({"contact_id": id, "gift_amount": 70, "gift_date": day});
        let (_, gift) = account.record("gifts", gift).await;
        let heading = format!("<h2 id=\"{part}\">");
        let before = browser.get("/overview").await.between(&heading, "</section>");
        assert!(before.contains(name), "{part}: {before}");
        let correction =
            json!({"contact_id": id, "gift_amount": -70, "gift_date": corrected_on, "gift_adjusts_id": gift});
        account.record("gifts", correction).await;
        browser.get("/overview").await.lacks("</b> gift waits for a thank-you").lacks(&heading);
    }
    // The list has who took it all back, too.
    let mary = contact(&account, "Mary").await;
    account.record("gifts", json!({"contact_id": mary, "gift_amount": 7, "gift_date": "2025-05-01"})).await;
    let page = browser.get("/overview").await.has(">All 1<");
    page.has("the largest first. The list also has 1 donor who took it all back.");
    // Who took dollars back may have given euros.
    let euros =
        json!({"contact_id": ids[1], "gift_amount": 5, "gift_currency": "EUR", "gift_date": "2025-06-01"});
    account.record("gifts", euros).await;
    browser.get("/overview").await.has(">All 2<").lacks("who took it all back");
}

async fn an_account_without_records_shows_the_first_steps_until_there_is_a_gift(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let steps = |page: &Page| page.between("id=\"first-steps\"", "</section>");
    let done = |page: &Page| steps(page).matches("class=\"done\"").count();
    let page = browser.get("/overview").await.shows(200, "Overview");
    for link in [
        "/contacts/new",
        "/imports",
        "/settings/letters",
        "/settings/members",
        "/settings/account#sandbox",
        "/gifts/quick",
    ] {
        assert!(steps(&page).replace("&#35;", "#").contains(&format!("<a href=\"{link}\">")), "{link}");
    }
    assert_eq!(done(&page), 0);
    let page = page.lacks("<svg class=\"chart\"").lacks("To do today").lacks("Given this year");
    page.lacks("Latest gifts").lacks("Nothing waits");
    // What another account has done counts for nothing here.
    let other = api.account().await;
    other.contact().await;
    assert_eq!(done(&browser.get("/overview").await), 0);

    let contact = account.contact().await;
    let member = api.member(account.id, "member").await;
    let page = browser.get("/overview").await;
    assert_eq!(done(&page), 2);
    // Only owners invite.
    let page = api.signed_in(&member).await.get("/overview").await.lacks("Invite a colleague");
    assert_eq!(done(&page), 1);
    account
        .record("gifts", json!({"contact_id": contact, "gift_amount": 5, "gift_thanked_on": "2026-06-15"}))
        .await;
    browser
        .get("/overview")
        .await
        .lacks("First steps")
        .has("Given this year")
        .has("Nothing waits for you today");
}

async fn cards_say_what_is_to_be_done_today_and_lead_there(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let contact = contact(&account, "Lovelace").await;
    let other = api.member(account.id, "member").await;
    for (day, thanked) in [("2026-06-01", None), ("2026-05-20", None), ("2026-06-02", Some("2026-06-03"))] {
        let gift =
            json!({"contact_id": contact, "gift_amount": 5, "gift_date": day, "gift_thanked_on": thanked});
        account.record("gifts", gift).await;
    }
    let task = async |subject: &str, due: &str, assignee: Option<i64>| {
        let body = json!({"task_subject": subject, "task_due_date": due, "task_assignee_id": assignee});
        account.record("tasks", body).await
    };
    task("Of nobody", "2026-06-14", None).await;
    task("Tomorrow", "2026-06-16", None).await;
    let today =
        |page: &Page| page.between("id=\"today\"", "</section>").replace("&#61;", "=").replace("&#38;", "&");
    let page = browser.get("/overview").await.lacks("Nothing waits");
    for text in [
        "<b>2</b> gifts wait for a thank-you",
        "Since 20 May 2026",
        "href=\"/letters/thank-yous\">Write thank-yous<",
        "<b>1</b> task is due",
        "href=\"/tasks?due=today\">See the tasks<",
    ] {
        assert!(today(&page).contains(text), "{text}: {}", today(&page));
    }
    assert!(!today(&page).contains("late"), "{}", today(&page));
    // The visitor's own task comes first, although it is due later.
    task("Of another", "2026-06-12", Some(other.id)).await;
    task("My own", "2026-06-15", Some(account.user_id)).await;
    let page = browser.get("/overview").await;
    for text in [
        "<b>1</b> of your tasks is due",
        "and 2 more that belong to others or to nobody",
        "href=\"/tasks?mine=1&due=today\">See the tasks<",
    ] {
        assert!(today(&page).contains(text), "{text}: {}", today(&page));
    }
    let tasks = page.between("<h2 id=\"tasks\">", "</section>");
    let place = |subject: &str| tasks.find(subject).unwrap();
    assert!(place("My own") < place("Of another") && place("Of another") < place("Of nobody"), "{tasks}");
    assert!(place("Of nobody") < place("Tomorrow") && tasks.matches(">Yours<").count() == 1, "{tasks}");
    browser.get("/tasks?mine=1&due=today").await.has("My own").lacks("Of another");
}

async fn giving_is_drawn_by_fund_by_a_link(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (day, amount, fund) in [
        ("2026-02-01", 100, Some("Roof")),
        ("2026-03-01", 50, Some("Books")),
        ("2025-03-01", 40, Some("Books")),
        ("2025-12-01", 900, Some("Books")),
        ("2026-04-01", 25, None),
    ] {
        account.record("gifts", json!({"gift_amount": amount, "gift_date": day, "gift_fund": fund})).await;
    }
    let page = browser.get("/overview").await.has("Giving by month").lacks("Giving by fund");
    assert!(page.html.replace("&#61;", "=").contains("<a href=\"/overview?by=fund#giving\">By fund</a>"));
    let page = browser.get("/overview?by=fund").await.has("Giving by fund").lacks("Giving by month");
    let funds = page.between("id=\"by-fund\"", "</section>");
    assert!(funds.contains("<svg class=\"chart\""), "{funds}");
    for (fund, given, before) in
        [("Roof", "$100.00", "$0.00"), ("Books", "$50.00", "$40.00"), ("No fund", "$25.00", "$0.00")]
    {
        let row = funds.split("<tr>").find(|row| row.contains(&format!("<bdi>{fund}</bdi></th>"))).unwrap();
        assert!(row.contains(given) && row.contains(before), "{row}");
    }
    // What is no fund is the usual picture.
    browser.get("/overview?by=nothing").await.has("Giving by month");
}

async fn the_navigation_has_icons_and_a_phone_has_a_bar_with_the_menu(db: TestDb) {
    let (_api, _, mut browser) = start(db).await;
    let page = browser.get("/contacts").await;
    let bar = page.between("<nav class=\"tabs\"", "</nav>");
    let order = ["/overview", "/contacts", "/gifts/quick", "/gifts"]
        .map(|path| bar.find(&format!("href=\"{path}\"")).unwrap_or_else(|| panic!("{path}: {bar}")));
    assert!(order.is_sorted(), "{bar}");
    assert_eq!(bar.matches("aria-current").count(), 1);
    assert!(bar.contains("href=\"/contacts\" aria-current=\"page\""), "{bar}");
    let menu = page.between("<details class=\"narrow in-bar\">", "</header>");
    assert!(menu.contains(">More</summary>") && menu.contains("class=\"i-webhooks\""), "{menu}");
    let style = page.between("<link rel=\"stylesheet\" href=\"", "\"");
    browser.get(&style).await.has(".i-contacts{--icon:url(\"data:image/svg+xml,<svg ");
}

/// Returns how many queries the overview takes.
async fn queries_of(browser: &mut Browser, counter: &Counter, path: &str) -> usize {
    browser.get(path).await.shows(200, "Overview");
    let before = counter.executed();
    browser.get(path).await.shows(200, "Overview");
    counter.executed() - before
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_queries_does_not_depend_on_what_there_is() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = shared::Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    let mut browser = browser_of(&api, &account).await;
    let fill = async |count: i64| {
        for i in 0..count {
            let id = contact(&account, "Lovelace").await;
            for (day, fund) in [("2026-06-01", format!("Fund {i}")), ("2025-06-01", "Roof".to_owned())] {
                let gift = json!({"contact_id": id, "gift_amount": 30, "gift_date": day, "gift_fund": fund});
                account.record("gifts", gift).await;
            }
            let pledge = json!({"contact_id": id, "pledge_amount": 75, "pledge_start_date": "2026-01-01"});
            account.record("pledges", pledge).await;
            let task = json!({"task_subject": "Call", "contact_id": id, "task_due_date": "2026-06-10"});
            account.record("tasks", task).await;
        }
        api.settle().await;
    };
    fill(2).await;
    let paths = ["/overview", "/overview?by=fund"];
    let few = [
        queries_of(&mut browser, &counter, paths[0]).await,
        queries_of(&mut browser, &counter, paths[1]).await,
    ];
    fill(12).await;
    let many = [
        queries_of(&mut browser, &counter, paths[0]).await,
        queries_of(&mut browser, &counter, paths[1]).await,
    ];
    assert_eq!(few, many);
    assert!(few[0] <= 30, "{few:?} queries");
}
