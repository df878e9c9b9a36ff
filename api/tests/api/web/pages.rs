//! The properties of every page: its headers, its files, its error pages, and its size.

use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::Browser;
use crate::support::records::kinds;
use crate::support::{Api, Reply};

both_databases!(
    every_page_has_the_headers_that_protect_it,
    the_files_of_a_page_are_kept_for_good_and_are_small,
    a_phone_can_keep_the_application_on_its_home_screen,
    an_unknown_path_is_a_page_for_a_browser_and_an_envelope_for_others,
    a_failure_is_a_page_without_internals,
    the_start_leads_to_the_overview_or_to_the_sign_in,
    the_overview_shows_what_was_given_and_what_is_to_do,
    names_are_shown_as_text,
);

/// Pages besides those of each kind of records.
const PAGES: [&str; 14] = [
    "/overview",
    "/answers",
    "/gifts/quick",
    "/imports",
    "/settings/profile",
    "/settings/profile/second-factor",
    "/settings/account",
    "/settings/members",
    "/settings/services",
    "/settings/webhooks",
    "/settings/forms",
    "/settings/gift-types",
    "/settings/audit",
    "/forgotten-password",
];

async fn every_page_has_the_headers_that_protect_it(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    let mut pages = vec![Browser::new(&api).get("/sign-in").await, browser.get("/nowhere").await];
    let of_kinds = kinds().flat_map(|kind| [format!("/{kind}"), format!("/{kind}/new")]);
    for path in of_kinds.chain(PAGES.map(str::to_owned)) {
        pages.push(browser.get(&path).await);
    }
    for page in pages {
        let header = |name: &str| page.headers[name].to_str().unwrap();
        let policy = header("content-security-policy");
        for part in [
            "default-src 'none'",
            "style-src 'self'",
            "script-src 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(part), "{policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header("referrer-policy"), "same-origin");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("cache-control"), "no-store");
        assert!(header("permissions-policy").contains("camera=()"));
        assert_eq!(header("content-type"), "text/html; charset=utf-8");
        // The page loads nothing that the policy would refuse, and nothing from elsewhere.
        for refused in ["<style", " style=", " onclick=", "javascript:", "https://", "//cdn"] {
            assert!(!page.html.contains(refused), "{refused}: {}", page.html);
        }
        assert!(page.html.len() < 100 * 1024, "{} bytes", page.html.len());
    }
}

async fn a_phone_can_keep_the_application_on_its_home_screen(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    let page = browser.get("/overview").await;
    assert!(page.html.contains(&format!("Almoner {}", env!("CARGO_PKG_VERSION"))), "it says its version");
    let path = page.html.split('"').find(|text| text.ends_with(".webmanifest")).unwrap();
    let manifest: Value = serde_json::from_str(&browser.get(path).await.html).unwrap();
    assert_eq!((&manifest["name"], &manifest["start_url"]), (&json!("Almoner"), &json!("/overview")));
    let icons = manifest["icons"].as_array().unwrap();
    assert_eq!(icons.len(), 2);
    for icon in icons {
        let file = browser.get(icon["src"].as_str().unwrap()).await;
        assert_eq!((file.status, file.headers["content-type"].to_str().unwrap()), (200, "image/png"));
    }
}

async fn the_files_of_a_page_are_kept_for_good_and_are_small(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = Browser::new(&api);
    let page = browser.get("/sign-in").await;
    let mut bytes = page.html.len();
    let paths: Vec<_> = page.html.split('"').filter(|text| text.starts_with("/assets/")).collect();
    assert!(paths.len() >= 3, "{}", page.html);
    for path in paths {
        let file = browser.get(path).await;
        assert_eq!(file.status, 200, "{path}");
        assert_eq!(file.headers["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(file.headers["x-content-type-options"], "nosniff");
        bytes += file.html.len();
        // Another version has another name.
        let (name, _) = path.split_once('.').unwrap();
        let extension = path.rsplit('.').next().unwrap();
        assert_eq!(browser.get(&format!("{name}.0123456789abcdef.{extension}")).await.status, 404);
    }
    assert!(bytes < 250 * 1024, "{bytes} bytes");
}

async fn an_unknown_path_is_a_page_for_a_browser_and_an_envelope_for_others(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = Browser::new(&api);
    for path in ["/nowhere", "/settings", "/overview/1", "/%00"] {
        browser.get(path).await.shows(404, "There is no such page");
        let reply = Reply::to(api.http.request("GET", path).header("accept", "application/json")).await;
        assert_eq!(reply.text, r#"{"success":false,"message":"Not Found","type":"","data":[]}"#);
        api.http.get(path).await.failed(404, "Not Found");
    }
    // The API has envelopes, for browsers too.
    for path in ["/api/v1/nowhere", "/api/v1/contacts", "/api/v1"] {
        Reply::to(browser.request("GET", path)).await;
    }
}

async fn a_failure_is_a_page_without_internals(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    api.execute("ALTER TABLE tasks RENAME TO gone", Vec::new()).await;
    let page =
        browser.get("/overview").await.shows(500, "Something went wrong").lacks("tasks").lacks("SELECT");
    let request_id = page.headers["x-request-id"].to_str().unwrap().to_owned();
    page.has(&request_id);
    browser.post("/sign-out", &[]).await.shows(403, "This form was not accepted");
    let request = browser.request("POST", "/sign-out").header("content-type", "application/json").body("{}");
    browser.send(request).await.shows(415, "This did not work").has("application/x-www-form-urlencoded");
}

async fn the_start_leads_to_the_overview_or_to_the_sign_in(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = Browser::new(&api);
    assert_eq!(browser.get("/").await.location(), "/sign-in");
    assert_eq!(api.signed_in(&api.owner().await).await.get("/").await.location(), "/overview");
}

async fn the_overview_shows_what_was_given_and_what_is_to_do(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let contact = account.contact().await;
    for (amount, day) in [("1234.50", "2026-06-01"), ("20", "2025-06-15"), ("7", "2025-06-16")] {
        let gift = serde_json::json!({"gift_amount": amount, "gift_date": day, "contact_id": contact});
        account.post("/gifts", gift).await.created();
    }
    let pledge =
        serde_json::json!({"contact_id": contact, "pledge_amount": 30, "pledge_start_date": "2026-01-01"});
    account.post("/pledges", pledge).await.created();
    for (subject, due) in [("Call back", "2026-06-10"), ("Write", "2026-06-15"), ("Much later", "2026-07-15")]
    {
        account
            .post("/tasks", serde_json::json!({"task_subject": subject, "task_due_date": due}))
            .await
            .created();
    }
    let user = super::browser::User { id: account.user_id, account_id: account.id, email: String::new() };
    let page = api.signed_in(&user).await.get("/overview").await.shows(200, "Overview");
    // Last year counts until the same day, and no gift after it.
    for shown in [
        "$1,234.50",
        "$1,214.50 more than at this time last year",
        ">1 gift<",
        "$1,234.50 on average",
        "$20.00",
        "Until 15 Jun 2025",
        "$30.00",
        "1 active pledge, without one-time ones",
        "$180.00 is missing today on 1 pledge",
        "Lovelace",
    ] {
        assert!(page.html.contains(shown), "{shown}: {}", page.html);
    }
    let page = page.has("Call back").has("Overdue").has("Today").lacks("Much later");
    let today = page.between("id=\"today\"", "</section>");
    assert!(today.contains("<b>1</b> pledge is late"), "{today}");
    assert!(today.contains("$180.00 is missing. They promise $30.00 a month"), "{today}");
    // Another account sees nothing of it.
    api.signed_in(&api.owner().await).await.get("/overview").await.has("First steps").lacks("Lovelace");
}

async fn names_are_shown_as_text(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let hostile = "<script>alert(1)</script>\"'&{{ 7*7 }}\u{202e}";
    let shown = "&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;{{ 7*7 }}";
    for (table, id) in [("accounts", owner.account_id), ("users", owner.id)] {
        let text = format!("UPDATE {table} SET name = $1 WHERE id = $2");
        assert_eq!(api.execute(&text, vec![hostile.into(), id.into()]).await, 1);
    }
    let member = api.member(owner.account_id, "member").await;
    api.execute("UPDATE users SET name = $1 WHERE id = $2", vec![hostile.into(), member.id.into()]).await;
    let account = api.account().await;
    let contact = serde_json::json!({"contact_status": "donor", "contact_lname": hostile});
    account.post("/contacts", contact).await.created();
    let mut browser = api.signed_in(&owner).await;
    for path in PAGES.iter().filter(|path| path.starts_with("/settings") || **path == "/overview") {
        browser.get(path).await.has(shown).lacks("<script>alert");
    }
    // A typed value is text, too.
    let fields = [("email", hostile), ("role", "member")];
    let page = browser.fill("/settings/members", "/settings/members/invite", &fields).await;
    page.shows(422, "Members")
        .has(&format!("value=\"{shown}"))
        .lacks("<script>alert")
        .has("Must be an email address");
}
