//! `/docs`: the pages that show the document, and the guide beside it.

use serde_json::Value;
use shared::both_databases;
use shared::database::testing::TestDb;

use crate::support::Api;
use crate::support::document;

mod served;

both_databases!(
    the_pages_load_only_what_the_service_itself_serves,
    the_page_has_every_operation_in_the_order_of_a_days_work,
    the_page_says_what_people_look_for_and_no_patterns,
    the_texts_have_the_links_of_the_repository_that_lead_somewhere,
);

const PATHS: [&str; 5] = ["/docs", "/docs/guide", "/docs/recipes", "/docs/webhooks", "/docs/stability"];

async fn page(api: &Api, path: &str) -> String {
    api.http.request("GET", path).send().await.unwrap().text().await.unwrap()
}

/// Returns the part of a page from a text to the next one.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, after) = page.split_once(begin).unwrap_or_else(|| panic!("no {begin}"));
    after.split_once(end).unwrap_or_else(|| panic!("no {end} after {begin}")).0
}

async fn the_pages_load_only_what_the_service_itself_serves(db: TestDb) {
    let api = Api::start(db).await;
    for path in PATHS {
        let response = api.http.request("GET", path).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe-") && !policy.contains("http") && !policy.contains('*'), "{policy}");
        let page = response.text().await.unwrap();
        assert!(page.starts_with("<!doctype html>"), "{path}");
        assert!(page.contains("<meta name=\"viewport\" content=\"width=device-width"), "{path}");
        for refused in ["<style", " style=", "<script>", " onclick=", "almoner.invalid"] {
            assert!(!page.contains(refused), "{path}: {refused}");
        }
        for tag in ["<script ", "<link ", "<img "] {
            for (start, _) in page.match_indices(tag) {
                let element = page[start..].split('>').next().unwrap();
                let file = element.split('"').find(|part| part.contains('/') && part.contains('.')).unwrap();
                assert!(file.starts_with("/assets/"), "{path}: {element}");
                assert_eq!(api.http.request("GET", file).send().await.unwrap().status(), 200, "{file}");
            }
        }
    }
    api.http.get("/docs/nowhere").await.failed(404, "Not Found");
}

async fn the_page_has_every_operation_in_the_order_of_a_days_work(db: TestDb) {
    let api = Api::start(db).await;
    let (page, document) = (page(&api, "/docs").await, document::served(&api.http).await);
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let heading = between(&page, &format!("id=\"{id}\">"), "</summary>");
            assert!(heading.contains(&format!("<code>{path}</code>")), "{method} {path}: {heading}");
            assert!(heading.contains(&format!(">{}</span>", method.to_uppercase())), "{heading}");
        }
    }
    let order = [
        "Contacts",
        "Gifts",
        "Pledges",
        "Tasks",
        "GivingSummary",
        "Reports",
        "Imports",
        "Events",
        "Webhooks",
        "objects",
    ];
    let places: Vec<_> = order.iter().map(|name| page.find(&format!("<h2 id=\"{name}\"")).unwrap()).collect();
    assert!(places.is_sorted(), "{places:?}");
    // A link to an object leads to one.
    for (start, _) in page.match_indices("href=\"#object-") {
        let name = page[start..].split('"').nth(1).unwrap().trim_start_matches('#');
        assert!(page.contains(&format!("id=\"{name}\"")), "{name}");
    }
}

async fn the_page_says_what_people_look_for_and_no_patterns(db: TestDb) {
    let api = Api::start(db).await;
    let page = page(&api, "/docs").await;
    let create = between(&page, "id=\"createContact\"", "id=\"readContact\"");
    let fields = between(create, "<h3>Body</h3>", "</dl>");
    assert!(
        between(fields, "<dt>", "</dt>").starts_with("<code>contact_status</code> <b class=\"required\">")
    );
    assert_eq!(fields.matches("class=\"required\"").count(), 1, "{fields}");
    for language in ["curl", "Python", "JavaScript"] {
        assert!(create.contains(&format!("<summary>{language}</summary>")), "{language}");
    }
    let list = between(&page, "id=\"listContacts\"", "id=\"createContact\"");
    assert!(list.contains("name=\"limit\" data-in=\"query\" value=\"10\""), "{list}");
    let curl = |quote: &str| format!("curl {quote}https://almoner.example/api/v1/contacts?limit=10{quote}");
    assert!(list.contains(&curl("&quot;")) || list.contains(&curl("&#34;")), "{list}");
    let known = Api::start_with(shared::database::testing::sqlite().await, |app| {
        app.public_url = Some("https://donors.example".to_owned());
    });
    let known = self::page(&known.await, "/docs").await;
    assert!(
        known.contains("https://donors.example/api/v1/contacts?limit=10")
            && !known.contains("almoner.example/api")
    );
    for link in ["/docs/guide", "/docs/recipes", "/docs/webhooks", "/openapi.json", "/settings/services"] {
        assert!(page.contains(&format!("href=\"{link}\"")), "{link}");
    }
    let receiver = between(&page, "<h2 id=\"Receiver\"", "</section>");
    for link in ["/docs/webhooks", "#object-GiftCreateEvent", "#object-TaskUpdateEvent", "#object-PingEvent"]
    {
        assert!(receiver.contains(&format!("href=\"{link}\"")), "{link}: {receiver}");
    }
    let document = document::served(&api.http).await;
    let mut patterns = Vec::new();
    find_patterns(&document, &mut patterns);
    assert!(patterns.len() > 20, "{patterns:?}");
    for pattern in patterns {
        assert!(!page.contains(&pattern), "{pattern}");
    }
}

fn find_patterns(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("pattern").and_then(Value::as_str).map(str::to_owned));
            members.values().for_each(|member| find_patterns(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| find_patterns(item, found)),
        _ => {}
    }
}

async fn the_texts_have_the_links_of_the_repository_that_lead_somewhere(db: TestDb) {
    let api = Api::start(db).await;
    for path in ["/docs/guide", "/docs/recipes", "/docs/webhooks", "/docs/stability"] {
        let page = page(&api, path).await;
        let text = between(&page, "<main", "</main>");
        for (start, _) in text.match_indices("<a href=\"") {
            let link = text[start..].split('"').nth(1).unwrap();
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            if file.starts_with("https://") {
                continue;
            }
            let leads_to = if file.is_empty() { page.clone() } else { self::page(&api, file).await };
            assert!(
                fragment.is_empty() || leads_to.contains(&format!("id=\"{fragment}\"")),
                "{path}: {link}"
            );
        }
        let has_table = path == "/docs/stability" || text.contains("<table>");
        assert!(has_table && text.contains("<h2 id="), "{path}");
    }
}
