//! The reports: their figures are those of the API, and their files have what their tables show.

use serde_json::{Value, json};
use shared::Store;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, browser_of, start};
use super::letters::send_head;
use crate::lists::queries::Counter;
use crate::support::{Account, Api};

both_databases!(
    giving_shows_the_sums_of_the_api_in_every_grouping,
    donors_pledges_and_levels_show_the_figures_of_the_api,
    top_donors_are_those_of_the_api_and_count_by_household,
    a_file_has_what_the_table_shows_and_is_audited,
    a_file_has_words_and_numbers_of_the_pages_language,
    the_board_report_names_nobody,
    who_took_all_back_is_said_where_two_numbers_of_donors_are_seen,
    what_reports_count_and_lists_do_not_is_said,
    what_is_missing_of_ended_pledges_counts_in_the_tile_and_in_the_table,
    the_board_report_bears_the_letterhead,
    what_a_report_cannot_show_is_said_at_its_field,
    an_account_without_gifts_and_another_account_see_nothing,
);

/// Returns the cells of the table of a part of a page, by row.
fn table(page: &Page, id: &str) -> Vec<Vec<String>> {
    let part = page.between(&format!("<h2 id=\"{id}\">"), "</section>");
    let body = part.split_once("<tbody>").map(|(_, body)| body).unwrap_or_default();
    let cells = |row: &str| {
        let cells = row.split("</th>").flat_map(|cell| cell.split("</td>"));
        cells.filter(|cell| cell.contains("<t")).map(text).collect()
    };
    body.split("</tr>").filter(|row| row.contains("<th")).map(cells).collect()
}

/// Returns the text of a piece of HTML.
fn text(html: &str) -> String {
    let html = html.rsplit_once("<tr").map_or(html, |(_, rest)| rest.split_once('>').unwrap().1);
    let texts = html.split('<').map(|piece| piece.split_once('>').map_or("", |(_, text)| text));
    texts.collect::<String>().replace("&#38;", "&").replace("&#61;", "=").trim().to_owned()
}

/// Returns the figure of a cell as a file has it.
fn plain(cell: &str) -> String {
    cell.replace(['$', ',', '%', '\u{a0}'], "").replace('−', "-")
}

/// Returns an amount of the API as a file has it.
fn amount(value: &Value) -> String {
    format!("{:.2}", value.as_f64().unwrap())
}

async fn gift(account: &Account, contact: Option<i64>, day: &str, amount: f64, more: Value) {
    let mut body = json!({"gift_amount": amount, "gift_date": day, "contact_id": contact});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    account.record("gifts", body).await;
}

async fn donor(account: &Account, name: &str) -> i64 {
    account.record("contacts", json!({"contact_status": "donor", "contact_lname": name})).await.1
}

/// Gifts of several years, funds and currencies, of two donors and of nobody. Returns the donors.
async fn give(account: &Account) -> [i64; 2] {
    let [ada, bob] = [donor(account, "Lovelace & Co").await, donor(account, "Babbage").await];
    let cash = account.gift_type("cash").await;
    for (contact, day, amount, more) in [
        (Some(ada), "2025-02-03", 40.0, json!({"gift_fund": "Roof"})),
        (Some(bob), "2025-06-15", 20.0, json!({"gift_fund": "Well"})),
        (Some(bob), "2025-12-24", 300.0, json!({})),
        (Some(ada), "2026-01-31", 1250.5, json!({"gift_fund": "Roof", "gift_campaign": "Spring"})),
        (Some(ada), "2026-06-15", 10.0, json!({"gift_type_id": cash})),
        (None, "2026-03-01", 7.0, json!({"gift_fund": "=Roof & wall"})),
        (Some(bob), "2026-03-01", 999.0, json!({"gift_status": "refunded"})),
        (Some(bob), "2026-03-01", 50.0, json!({"gift_currency": "EUR"})),
    ] {
        gift(account, contact, day, amount, more).await;
    }
    [ada, bob]
}

async fn giving_shows_the_sums_of_the_api_in_every_grouping(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    give(&account).await;
    for (group_by, id) in [
        ("month", "giving"),
        ("quarter", "giving"),
        ("year", "giving"),
        ("type", "giving"),
        ("fund", "by-fund"),
        ("campaign", "by-campaign"),
    ] {
        for (asked, from, to) in [
            ("", "2026-01-01", "2026-06-15"),
            ("&span=last_year", "2025-01-01", "2025-12-31"),
            ("&year_start=7", "2025-07-01", "2026-06-15"),
            ("&from=2025-06-01&to=2026-02-28&span=last_year", "2025-06-01", "2026-02-28"),
        ] {
            let page = browser.get(&format!("/reports/giving?group_by={group_by}{asked}")).await;
            let rows = table(&page.shows(200, "Giving"), id);
            let path = format!("/giving-summary?group_by={group_by}&from={from}&to={to}");
            let summary = account.get(&path).await.ok();
            let periods = summary["periods"].as_array().unwrap();
            let shown: Vec<_> = rows.iter().filter(|row| row[0] != "All others").collect();
            assert_eq!(shown.len(), periods.len() + 1, "{path}: {rows:?}");
            for (row, period) in shown.iter().zip(periods) {
                assert_eq!(plain(&row[2]), amount(&period["total"]), "{path}: {rows:?}");
                assert_eq!(row[1], period["count"].to_string(), "{path}: {rows:?}");
            }
            let total = shown.last().unwrap();
            assert_eq!((&*total[0], plain(&total[2])), ("Total", amount(&summary["given"]["total"])));
        }
    }
    let page = browser.get("/reports/giving").await;
    let page = page.has("$1,267.50 from 1 donor in 3 gifts.").has("<svg class=\"chart\"");
    let page = page.has("From 1 Jan 2025 to 15 Jun 2025 it was $60.00: now $1,207.50 more (2012.5\u{a0}%).");
    page.has("Not counted: EUR\u{a0}50.00 in other currencies.");
    let page = browser.get("/reports/giving?group_by=fund").await.lacks("A gift that is split");
    let others = "“All others” has those that got less, and those that got something only the year before.";
    let page = page.has(others);
    let rows = table(&page, "by-fund");
    let expected = [
        ["Roof", "1", "$1,250.50", "$40.00", "$1,210.50"],
        ["No fund", "1", "$10.00", "$0.00", "$10.00"],
        ["=Roof & wall", "1", "$7.00", "$0.00", "$7.00"],
        ["All others", "", "$0.00", "$20.00", "−$20.00"],
        ["Total", "3", "$1,267.50", "$60.00", "$1,207.50"],
    ];
    assert_eq!(rows, expected.map(|row| row.map(str::to_owned).to_vec()));
    let parts =
        json!([{"split_amount": 10, "split_fund": "Roof"}, {"split_amount": 20, "split_fund": "Well"}]);
    gift(&account, None, "2026-05-01", 30.0, json!({"splits": parts})).await;
    for path in ["/reports/giving?group_by=fund", "/reports/board", "/overview?by=fund"] {
        browser.get(path).await.has("A gift that is split counts in each of its rows");
    }
    browser.get("/funds").await.has("A split gift counts in each of its funds");
    browser.get("/campaigns").await.has("A split gift counts in each of its campaigns");
}

async fn donors_pledges_and_levels_show_the_figures_of_the_api(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let [ada, _] = give(&account).await;
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-03-05"});
    account.record("pledges", pledge).await;
    for asked in ["", "?year_start=7", "?from_year=2024&to_year=2025"] {
        let report = account.get(&format!("/reports/donors{asked}")).await.ok();
        let page = browser.get(&format!("/reports/donors{asked}")).await.shows(200, "Donors");
        let (heads, amounts) = (table(&page, "donors"), table(&page, "amounts"));
        // Unless a first year is asked for, the page begins with the first one in which somebody gave.
        let is_before = |year: &&Value| !asked.contains("from_year") && year["total"].as_f64() == Some(0.0);
        let years: Vec<_> = report["years"].as_array().unwrap().iter().skip_while(is_before).collect();
        for ((heads, amounts), year) in heads.iter().zip(&amounts).zip(&years) {
            assert!(heads[0].ends_with(&year["year"].to_string()), "{heads:?}");
            for (i, group) in ["donors", "new", "retained", "recovered", "lapsed"].iter().enumerate() {
                assert_eq!(heads[i + 1], year[group]["count"].to_string(), "{group}: {heads:?}");
                assert_eq!(plain(&amounts[i + 1]), amount(&year[group]["total"]), "{group}: {amounts:?}");
            }
            let rate = year["retention_rate"].as_f64().map(|rate| format!("{rate:.1}")).unwrap_or_default();
            assert_eq!(plain(&heads[6]), rate);
        }
        assert_eq!((heads.len(), amounts.len()), (years.len(), years.len()));
        let report = account.get(&format!("/reports/pledges{asked}")).await.ok();
        let page = browser.get(&format!("/reports/pledges{asked}")).await.shows(200, "Pledges by year");
        let is_before =
            |year: &&Value| !asked.contains("from_year") && year["expected"].as_f64() == Some(0.0);
        let years: Vec<_> = report["years"].as_array().unwrap().iter().skip_while(is_before).collect();
        let rows = table(&page, "pledges");
        assert_eq!(rows.len(), years.len());
        for (row, year) in rows.iter().zip(years) {
            for (i, name) in ["expected", "received", "remaining"].iter().enumerate() {
                assert_eq!(plain(&row[i + 1]), amount(&year[name]), "{name}: {row:?}");
            }
        }
    }
    let page = browser.get("/reports/levels?span=last_year").await.shows(200, "Giving levels");
    let rows = table(&page, "levels");
    assert_eq!(rows[0], ["$250.00 to $499.99", "1", "50.0\u{a0}%", "$320.00", "88.9\u{a0}%"], "{rows:?}");
    assert_eq!(rows[2], ["Less than $100.00", "1", "50.0\u{a0}%", "$40.00", "11.1\u{a0}%"], "{rows:?}");
    assert_eq!(rows[3], ["Total", "2", "", "$360.00", ""], "{rows:?}");
    let without = "$7.00 more came in gifts that name no donor.";
    browser.get("/reports/levels").await.has(&format!("1 donor gave $1,260.50. {without}"));
}

async fn who_took_all_back_is_said_where_two_numbers_of_donors_are_seen(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    give(&account).await;
    let carol = donor(&account, "Carol").await;
    let given = json!({"contact_id": carol, "gift_amount": 50, "gift_date": "2026-02-01"});
    let (_, id) = account.record("gifts", given).await;
    let back =
        json!({"contact_id": carol, "gift_amount": -50, "gift_date": "2026-02-02", "gift_adjusts_id": id});
    account.record("gifts", back).await;
    let one_more =
        "1 more does not count as a donor here, because the gifts and corrections add up to $0.00.";
    let page = browser.get("/reports/board").await.shows(200, "Board report");
    let heads = page.between("<h2 id=\"donors\">", "</section>");
    assert!(heads.contains("In 2026: 1 donor, ") && heads.contains(one_more), "{heads}");
    page.has("from 2 donors in ").has(&format!("1 donor gave $1,260.50. {one_more} $7.00 more came in"));
    browser.get("/reports/levels").await.has(one_more);
    browser.get("/reports/board?span=last_year").await.lacks("does not count as a donor here");
}

async fn what_reports_count_and_lists_do_not_is_said(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let [ada, _] = give(&account).await;
    let pledge = json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-01-05", "pledge_end_date": "2026-02-28"});
    account.record("pledges", pledge).await;
    let page = browser.get("/reports/pledges").await.lacks("Those that are late");
    page.has("Of 1 pledge, $60.00 is missing today. That counts what ended pledges still lacked")
        .has("Active, upcoming and ended pledges count here");
    let list = "the list “Gave last year, not this” leaves them out, and has those who took back";
    browser.get("/reports/donors").await.has(list);
    browser.get("/contacts").await.has("Gave last year, not this").has(">Marked as lapsed<");
}

async fn what_is_missing_of_ended_pledges_counts_in_the_tile_and_in_the_table(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let [ada, bob] = [donor(&account, "Lovelace").await, donor(&account, "Babbage").await];
    let pledge = json!({"contact_id": ada, "pledge_amount": 20, "pledge_start_date": "2026-01-05",
        "pledge_end_date": "2026-03-31"});
    let (_, ended) = account.record("pledges", pledge).await;
    gift(&account, Some(ada), "2026-01-05", 20.0, json!({"pledge_id": ended})).await;
    account.put(&format!("/contacts/{ada}"), json!({"contact_deceased_on": "2026-04-01"})).await.ok();
    let tile = "<dt>Pledged and still missing today</dt><dd><span class=\"value\">$40.00</span>";
    let why = "The figures of a year set what is over for one pledge";
    let page = browser.get("/reports/board").await.has(tile).has("$40.00 is missing today").lacks(why);
    assert_eq!(table(&page, "pledges").last().unwrap()[1..4], ["$60.00", "$20.00", "$40.00"]);
    // What is over for another pledge counts in the sums of the year alone, and the report says so.
    let pledge = json!({"contact_id": bob, "pledge_amount": 30, "pledge_start_date": "2026-06-01"});
    let (_, ahead) = account.record("pledges", pledge).await;
    gift(&account, Some(bob), "2026-06-02", 90.0, json!({"pledge_id": ahead})).await;
    let page = browser.get("/reports/board").await.has(tile).has(why);
    assert_eq!(table(&page, "pledges").last().unwrap()[1..4], ["$90.00", "$110.00", "$0.00"]);
}

async fn top_donors_are_those_of_the_api_and_count_by_household(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let [ada, bob] = give(&account).await;
    let names = |rows: Vec<Vec<String>>| -> Vec<_> { rows.into_iter().map(|row| row[0].clone()).collect() };
    let page = browser.get("/reports/top-donors?span=last_year").await.shows(200, "Top donors");
    let rows = table(&page, "top-donors");
    let summary = account.get("/giving-summary?group_by=contact&from=2025-01-01&to=2025-12-31").await.ok();
    for (row, period) in rows.iter().zip(summary["periods"].as_array().unwrap()) {
        assert_eq!(plain(&row[2]), amount(&period["total"]), "{rows:?}");
        page.clone().has(&format!("<a href=\"/contacts/{}\">", period["period"].as_str().unwrap()));
    }
    assert_eq!(rows.len(), 2);
    assert_eq!(names(rows), ["Babbage", "Lovelace & Co"]);
    let members =
        json!([{"contact_id": ada, "member_role": "head"}, {"contact_id": bob, "member_role": "partner"}]);
    let household =
        json!({"household_name": "Both", "household_envelope_name": "The Lovelaces", "members": members});
    account.record("households", household).await;
    let page = browser.get("/reports/top-donors?span=last_year&by=household").await;
    let rows = table(&page, "top-donors");
    assert_eq!(rows, [["The Lovelaces", "3", "$360.00", "100.0\u{a0}%", "$0.00"]]);
    let levels = table(&browser.get("/reports/levels?span=last_year&by=household").await, "levels");
    assert_eq!(levels[3][1], "1", "{levels:?}");
    browser.get("/reports/giving?span=last_year&by=household").await.has("from 1 donor in 3 gifts");
}

/// Reads a file without quoted line breaks.
fn records(file: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(file.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

async fn a_file_has_what_the_table_shows_and_is_audited(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let [ada, _] = give(&account).await;
    account
        .record("pledges", json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-03-05"}))
        .await;
    for (path, ids) in [
        ("/reports/giving?group_by=fund&year_start=7", &["by-fund"][..]),
        ("/reports/giving?from=2025-02-01", &["giving"]),
        ("/reports/levels?by=household", &["levels"]),
        ("/reports/top-donors?top=10", &["top-donors"]),
        ("/reports/donors", &["donors", "amounts"]),
        ("/reports/pledges?year_start=4", &["pledges"]),
    ] {
        let page = browser.get(path).await;
        let link =
            page.between("<a class=\"button\" href=\"", "\"").replace("&#61;", "=").replace("&#38;", "&");
        let (page_path, query) =
            path.split_once('?').map_or((path, String::new()), |(path, query)| (path, format!("?{query}")));
        assert_eq!(link, format!("{page_path}/export{query}"));
        let file = browser.get(&link).await;
        assert_eq!(file.status, 200);
        assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8; header=present");
        assert_eq!(file.headers["cache-control"], "no-store");
        let rows = records(file.html.trim_start_matches('\u{feff}'));
        assert!(rows[0].iter().any(|heading| heading.ends_with("(USD)")), "{rows:?}");
        let mut shown = table(&page, ids[0]);
        for id in &ids[1..] {
            for (row, more) in shown.iter_mut().zip(table(&page, id)) {
                row.extend(more.into_iter().skip(1));
            }
        }
        assert_eq!(rows.len(), shown.len() + 1, "{path}");
        for (row, cells) in rows[1..].iter().zip(&shown) {
            assert_eq!(row[0].trim_start_matches('\''), cells[0], "{path}");
            let plain: Vec<_> = cells[1..].iter().map(|cell| plain(cell)).collect();
            assert_eq!(row[1..], plain, "{path}");
        }
    }
    let audited = api.audited(account.id).await;
    assert_eq!(
        audited.iter().filter(|entry| entry.starts_with("records_exported")).count(),
        6,
        "{audited:?}"
    );
    assert!(audited.contains(&"records_exported top-donors".to_owned()), "{audited:?}");
    assert_eq!(browser.get("/reports/giving/export?from=x").await.status, 422);
}

async fn a_file_has_words_and_numbers_of_the_pages_language(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    give(&account).await;
    let path = "/reports/donors/export";
    let english = records(browser.get(path).await.html.trim_start_matches('\u{feff}'));
    browser.fill("/settings/profile", "/settings/profile/language", &[("language", "de")]).await;
    let german = browser.get(path).await.html;
    let german: Vec<Vec<_>> = german
        .trim_start_matches('\u{feff}')
        .lines()
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect();
    assert_eq!(english[0][..2], ["Year", "Donors"]);
    assert_eq!(german[0][..2], ["Jahr", "Spender"]);
    assert!(german[0].iter().any(|heading| heading.ends_with("(USD)")), "{german:?}");
    assert!(german[1..].iter().flatten().any(|cell| cell.ends_with(",0")), "{german:?}");
    let english: Vec<Vec<_>> =
        english[1..].iter().map(|row| row.iter().map(|cell| cell.replace('.', ",")).collect()).collect();
    assert_eq!(german[1..], english);
}

async fn the_board_report_names_nobody(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let [ada, _] = give(&account).await;
    account
        .record("pledges", json!({"contact_id": ada, "pledge_amount": 30, "pledge_start_date": "2026-03-05"}))
        .await;
    let page = browser.get("/reports/board").await.shows(200, "Board report");
    let page = page.lacks("Lovelace").lacks("Babbage").has("1 Jan 2026 to 15 Jun 2026");
    let page = page.has("<dt>Given</dt><dd><span class=\"value\">$1,267.50</span>");
    for (id, rows) in
        [("giving", 7), ("donors", 2), ("by-fund", 5), ("by-campaign", 3), ("levels", 6), ("pledges", 1)]
    {
        let table = table(&page, id);
        assert_eq!(table.len(), rows, "{id}: {table:?}");
    }
    let page = browser.get("/reports/board?span=last_year").await;
    assert_eq!(table(&page, "donors").last().unwrap()[..2], ["2025", "2"]);
    page.has("<dt>Given</dt><dd><span class=\"value\">$360.00</span>");
}

async fn the_board_report_bears_the_letterhead(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    let top = async |browser: &mut Browser| {
        let page = browser.get("/reports/board").await.shows(200, "Board report");
        page.between("<h1>", "<div class=\"actions\">")
    };
    assert!(!top(&mut browser).await.contains("class=\"logo\""));
    let icon = include_bytes!("../../../src/web/assets/icon-192.png");
    let head = [("organisation", "Shelter of Hope"), ("paper", "a4")];
    assert_eq!(send_head(&mut browser, &head, Some(icon)).await.status, 303);
    let top = top(&mut browser).await;
    assert!(top.contains("<img class=\"logo\" src=\"/account/logo/"), "{top}");
    assert!(top.contains("<bdi>Shelter of Hope</bdi>"), "{top}");
}

async fn what_a_report_cannot_show_is_said_at_its_field(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    give(&account).await;
    for (path, field, words) in [
        (
            "giving?group_by=contact",
            "giving-group_by",
            "must be month, quarter, year, fund, campaign or type",
        ),
        ("giving?group_by=month&from=2000-01-01", "giving-group_by", "makes more than 120 rows"),
        ("giving?from=2026-02-01&to=2026-01-01", "giving-from", "must not lie after"),
        ("levels?from=yesterday", "levels-from", "must be a date"),
        ("top-donors?top=1000", "top-donors-top", "100"),
        ("donors?from_year=2027&to_year=2026", "donors-from_year", "must not lie after"),
        ("donors?from_year=1900&to_year=2026", "donors-from_year", "must lie less than 50 years before"),
        ("pledges?to_year=soon", "pledges-to_year", "must be"),
        ("board?year_start=13", "board-year_start", "12"),
    ] {
        let page = browser.get(&format!("/reports/{path}")).await;
        assert_eq!(page.status, 422, "{path}: {}", page.html);
        let error = page.between(&format!("id=\"reports-{field}-error\">"), "</p>");
        assert!(error.to_lowercase().contains(words.trim_start_matches("must ")), "{path}: {error}");
        page.has("The report was not made").lacks("<tbody>");
    }
}

async fn an_account_without_gifts_and_another_account_see_nothing(db: TestDb) {
    let (api, account, _) = start(db).await;
    give(&account).await;
    let other = api.account().await;
    let mut stranger: Browser = browser_of(&api, &other).await;
    for (path, words) in [
        ("giving", "Nothing was given in these days"),
        ("donors", "Nobody gave in these years."),
        ("levels", "Nobody gave in these days."),
        ("top-donors", "Nobody gave in these days."),
        ("pledges", "There are no pledges yet."),
        ("board", "There are no pledges yet."),
    ] {
        let page = stranger.get(&format!("/reports/{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        page.has(words).lacks("Lovelace").lacks("1,2").lacks("<tbody>").lacks("Download as CSV");
    }
    let mut member = api.signed_in(&api.member(account.id, "member").await).await;
    member.get("/reports").await.shows(200, "Reports").has("href=\"/reports/board\"");
    member.get("/reports/top-donors").await.shows(200, "Top donors").has("Lovelace");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_asks_the_database_no_more_than_the_api_does() {
    let db = shared::database::testing::postgres().await;
    let counter = Counter::start(&db.url).await;
    let store = Store::connect(&counter.url).await.unwrap();
    let api = Api::start_with(db, |app| app.store = store).await;
    let account = api.account().await;
    give(&account).await;
    let mut browser = browser_of(&api, &account).await;
    let mut counts = Vec::new();
    // What is kept of a session and of the gifts is there from the second round on.
    for _ in 0..2 {
        let before = counter.executed();
        browser.get("/reports").await.shows(200, "Reports");
        let frame = counter.executed() - before;
        counts.clear();
        for (page, path) in [
            ("giving", "giving-summary?group_by=month"),
            ("giving?group_by=fund", "giving-summary?group_by=fund"),
            ("giving?by=household", "giving-summary?by=household"),
            ("top-donors", "giving-summary?group_by=contact"),
            ("levels", "giving-summary"),
            ("donors", "reports/donors"),
            ("pledges", "reports/pledges"),
        ] {
            let before = counter.executed();
            assert_eq!(browser.get(&format!("/reports/{page}")).await.status, 200);
            let of_page = counter.executed() - before - frame;
            let before = counter.executed();
            account.get(&format!("/{path}")).await.ok();
            counts.push((page, of_page, counter.executed() - before));
        }
    }
    for (page, of_page, of_api) in &counts {
        assert!((1..=*of_api).contains(of_page), "{page}: {counts:?}");
    }
}
