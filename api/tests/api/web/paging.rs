//! The pages of a list: forwards and backwards, each record once.

use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, start};
use crate::support::{Account, Api};

both_databases!(
    pages_lead_forwards_and_backwards_in_every_order,
    a_list_that_changes_leads_back_to_what_is_there,
    a_short_list_has_no_pages,
);

impl Page {
    /// Returns where a link to another page leads, if there is one.
    fn link(&self, rel: &str) -> Option<String> {
        let (before, _) = self.html.split_once(&format!("\" rel=\"{rel}\""))?;
        Some(before.rsplit_once("href=\"").unwrap().1.replace("&#38;", "&"))
    }

    /// Returns the paths of the records that the table shows.
    fn records(&self, kind: &str) -> Vec<String> {
        let body = self.between("<tbody>", "</tbody>");
        let rows = body.split("<tr>").skip(1);
        let path = |row: &str| {
            row.split_once(&format!("href=\"/{kind}/")).unwrap().1.split_once('"').unwrap().0.to_owned()
        };
        rows.map(path).collect()
    }
}

/// Makes records, many of which have the same key in each order, except that of the ids.
async fn make(api: &Api, account: &Account, kind: &str, count: usize) {
    let rows = (0..count).map(|i| match kind {
        "contacts" => format!("donor,L{}", i % 7),
        _ => format!("2026-05-{:02},5", i % 9 + 1),
    });
    let names = if kind == "contacts" { "contact_status,contact_lname" } else { "gift_date,gift_amount" };
    let rows: Vec<_> = [names.to_owned()].into_iter().chain(rows).collect();
    api.imported(account, kind, &rows.join("\n")).await;
}

/// Follows the links of one direction to the end. Returns the pages.
async fn walk(browser: &mut Browser, mut page: Page, rel: &str) -> Vec<Page> {
    let mut pages = Vec::new();
    while let Some(link) = page.link(rel) {
        page = browser.get(&link).await;
        assert_eq!(page.status, 200);
        pages.push(page.clone());
    }
    pages
}

async fn pages_lead_forwards_and_backwards_in_every_order(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    for (kind, orders) in [
        ("contacts", ["contact_lname", "-contact_lname", "id", "-id"]),
        ("gifts", ["gift_date", "-gift_date", "id", "-id"]),
    ] {
        make(&api, &account, kind, 130).await;
        for order in orders {
            let first = browser.get(&format!("/{kind}?sort={order}")).await.lacks("rel=\"prev\"");
            let first = first.has("1–50 of 130");
            let mut pages = vec![first.clone()];
            pages.extend(walk(&mut browser, first, "next").await);
            let there: Vec<_> = pages.iter().map(|page| page.records(kind)).collect();
            assert_eq!(there.iter().map(Vec::len).collect::<Vec<_>>(), [50, 50, 30], "{kind} {order}");
            let mut all = there.concat();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), 130, "{kind} {order}: each once");
            let last = pages.last().unwrap().clone().has("101–130 of 130");
            let back = walk(&mut browser, last, "prev").await;
            assert!(
                back[0].html.contains("51–100 of 130") && back[1].html.contains("1–50 of 130"),
                "{kind} {order}"
            );
            let back: Vec<_> = back.iter().map(|page| page.records(kind)).collect();
            assert_eq!(back, [there[1].clone(), there[0].clone()], "{kind} {order}");
        }
    }
}

async fn a_list_that_changes_leads_back_to_what_is_there(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    make(&api, &account, "gifts", 130).await;
    let first = browser.get("/gifts?sort=id").await;
    let pages = walk(&mut browser, first.clone(), "next").await;
    let second = pages[0].records("gifts");
    // Ten of the first page go: the page before the second is then the first forty, and ten of the second.
    let gone = first.records("gifts")[..10].join(", ");
    assert_eq!(api.execute(&format!("DELETE FROM gifts WHERE id IN ({gone})"), Vec::new()).await, 10);
    let link = pages[0].link("next").unwrap();
    let third = browser.get(&link).await;
    let back = browser.get(&third.link("prev").unwrap()).await;
    assert_eq!(back.records("gifts"), second, "exactly those before the third page");
    let start = browser.get(&back.link("prev").unwrap()).await;
    assert_eq!(start.records("gifts").len(), 50);
    assert!(start.link("prev").is_none());
}

async fn a_short_list_has_no_pages(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    make(&api, &account, "gifts", 3).await;
    browser.get("/gifts").await.lacks("Next page").lacks("Previous page").lacks(" of 3");
}
