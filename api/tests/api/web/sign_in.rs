//! Signing in, the first set-up, and passwords by link.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::accounts::{Actor, links};
use api::http::sign_in_limits::SignInLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page};
use crate::support::Api;
use crate::support::logs::Logs;

both_databases!(
    a_user_signs_in_and_out,
    a_wrong_password_and_an_unknown_user_are_answered_alike,
    a_user_without_a_password_cannot_sign_in,
    attempts_are_limited_by_user,
    a_sign_in_leads_back_to_the_page_and_nowhere_else,
    outside_this_machine_cookies_are_for_https_alone,
    the_first_owner_sets_the_service_up_once,
    letters_of_a_new_account_are_in_the_language_of_its_set_up,
    a_set_up_offers_the_language_of_the_browser_and_keeps_the_one_that_is_chosen,
    a_set_up_by_an_american_browser_brings_american_days_and_paper,
    a_set_up_offers_the_currency_and_the_time_zone_of_the_browser,
    a_set_up_tells_what_is_wrong_and_keeps_what_was_typed,
    a_set_up_link_is_replaced_by_the_next_one_and_expires,
    a_password_link_works_once_and_ends_all_sessions,
    a_password_is_changed_by_who_knows_it,
);
both_databases!(one_thread: nothing_secret_is_logged);

async fn a_user_signs_in_and_out(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = Browser::new(&api);
    let before = browser.get("/sign-in").await.shows(200, "Sign in");
    let form_cookie = browser.cookies["almoner-form"].clone();
    // The address in whatever case.
    let fields = [("email", owner.email.to_uppercase()), ("password", PASSWORD.to_owned())];
    let fields = [(fields[0].0, fields[0].1.as_str()), (fields[1].0, fields[1].1.as_str())];
    let signed_in = browser.submit(&before, "/sign-in", &fields).await;
    assert_eq!(signed_in.location(), "/overview");
    let cookie = signed_in.headers.get_all("set-cookie").iter().next().unwrap().to_str().unwrap().to_owned();
    assert!(
        cookie.starts_with("almoner=") && cookie.contains("Path=/") && !cookie.contains("Secure"),
        "{cookie}"
    );
    let session = browser.cookies["almoner"].clone();
    assert_ne!(session, form_cookie);
    assert!(!browser.cookies.contains_key("almoner-form"));
    browser.follow(&signed_in).await.shows(200, "Overview").has(&owner.email);
    // Only a hash of the token is stored.
    let rows = api.query("SELECT token_hash FROM sessions", Vec::new()).await;
    assert_eq!(rows[0].try_get_by_index::<String>(0).unwrap(), api::crypto::tokens::hash_token(&session));

    let signed_out = browser.fill("/overview", "/sign-out", &[]).await;
    browser.follow(&signed_out).await.shows(200, "Sign in").has("You are signed out.");
    browser.cookies.insert("almoner".to_owned(), session);
    assert_eq!(browser.get("/overview").await.location(), "/sign-in?next=%2Foverview");
    assert_eq!(api.audited(owner.account_id).await, ["sign_in", "sign_out"]);
}

async fn a_wrong_password_and_an_unknown_user_are_answered_alike(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut answers = Vec::new();
    for (email, password) in [(&*owner.email, "not the password"), ("nobody@almoner.example", PASSWORD)] {
        let mut browser = Browser::new(&api);
        browser.get("/sign-in").await;
        browser.cookies.insert("almoner-form".to_owned(), "x".to_owned());
        let page = browser.fill("/sign-in", "/sign-in", &[("email", email), ("password", password)]).await;
        let page =
            page.shows(422, "Sign in").has("The email address or the password is wrong").lacks(password);
        assert!(!browser.cookies.contains_key("almoner"));
        answers.push(page.html.replace(email, "EMAIL"));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(api.audited(owner.account_id).await, [format!("sign_in_failed {}", owner.email)]);
    // An address that no user has is kept nowhere: it may be a password.
    let rows = api
        .query("SELECT count(*) FROM audit_log WHERE account_id IS NULL AND detail IS NULL", Vec::new())
        .await;
    assert_eq!(rows[0].try_get_by_index::<i64>(0).unwrap(), 1);
}

async fn a_user_without_a_password_cannot_sign_in(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let email = format!("owner-{}@almoner.example", account.id);
    for password in ["", PASSWORD] {
        let fields = [("email", &*email), ("password", password)];
        Browser::new(&api).fill("/sign-in", "/sign-in", &fields).await.shows(422, "Sign in");
    }
}

async fn attempts_are_limited_by_user(db: TestDb) {
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
    let api = Api::start_with(db, |app| app.sign_in_limits = limits).await;
    let owner = api.owner().await;
    for email in [&*owner.email, "nobody@almoner.example"] {
        let mut browser = Browser::new(&api);
        let page = browser.get("/sign-in").await;
        for _ in 0..10 {
            let fields = [("email", email), ("password", "x")];
            browser.submit(&page, "/sign-in", &fields).await.shows(422, "Sign in");
        }
        // With the right password, too: otherwise the answer would say that it is right.
        let fields = [("email", email), ("password", PASSWORD)];
        let refused = browser.submit(&page, "/sign-in", &fields).await.shows(429, "Too many attempts");
        assert_eq!(refused.headers["retry-after"], "30");
    }
    clock.store(30, Ordering::Relaxed);
    assert_eq!(Browser::new(&api).sign_in(&owner.email).await.location(), "/overview");
}

async fn a_sign_in_leads_back_to_the_page_and_nowhere_else(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = Browser::new(&api);
    let asked = browser.get("/settings/services").await.location().to_owned();
    let fields = [("email", &*owner.email), ("password", PASSWORD)];
    assert_eq!(browser.fill(&asked, "/sign-in", &fields).await.location(), "/settings/services");
    for next in ["https://evil.example", "//evil.example", "/\\evil.example"] {
        let next: String = url::form_urlencoded::byte_serialize(next.as_bytes()).collect();
        let path = format!("/sign-in?next={next}");
        assert_eq!(Browser::new(&api).fill(&path, "/sign-in", &fields).await.location(), "/overview");
        assert_eq!(browser.get(&path).await.location(), "/overview");
    }
}

async fn outside_this_machine_cookies_are_for_https_alone(db: TestDb) {
    let api = Api::start_with(db, |app| {
        app.trusted_proxies =
            api::http::client_address::TrustedProxies::new(vec!["127.0.0.1/32".parse().unwrap()]);
    })
    .await;
    let mut browser = Browser::new(&api);
    for (scheme, warns) in [("http", true), ("https", false)] {
        let request = browser.request("GET", "/sign-in");
        let request =
            request.header("x-forwarded-host", "donors.example").header("x-forwarded-proto", scheme);
        let page = browser.send(request).await.shows(200, "Sign in");
        assert_eq!(page.html.contains("was loaded over http"), warns);
        let cookie = page.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("__Host-almoner-form=") && cookie.ends_with("; Secure"), "{cookie}");
        assert!(cookie.contains("Path=/;") && !cookie.contains("Domain"), "{cookie}");
        browser.cookies.clear();
    }
}

async fn set_up_token(api: &Api) -> Option<String> {
    links::new_setup(&api.app.store, api.app.clock.now_ms()).await.unwrap()
}

const SET_UP: [(&str, &str); 6] = [
    ("organisation", "Friends of Ada"),
    ("currency", "eur"),
    ("timezone", "Europe/Lisbon"),
    ("name", "Ada Lovelace"),
    ("email", "ada@almoner.example"),
    ("password", PASSWORD),
];

async fn the_first_owner_sets_the_service_up_once(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let (mut browser, mut late) = (Browser::new(&api), Browser::new(&api));
    let hint = "the link in the log of the service makes the first user";
    browser.get("/sign-in").await.shows(200, "Sign in").has(hint);
    let open = late.get(&path).await.shows(200, "Welcome to Almoner");
    let done = browser.fill(&path, "/setup", &SET_UP).await;
    assert_eq!(done.location(), "/overview");
    browser
        .follow(&done)
        .await
        .shows(200, "Overview")
        .has("Your account is ready.")
        .has("Welcome, Ada Lovelace");
    browser.get("/settings/account").await.has("Friends of Ada").has("value=\"EUR\"").has("Europe/Lisbon");
    browser.get("/settings/services").await.has("You have no key");

    // The set-up works neither on a page that was open meanwhile nor a second time, and there is no new link.
    late.submit(&open, "/setup", &SET_UP).await.shows(404, "This link no longer works");
    late.get(&path).await.shows(404, "This link no longer works");
    assert_eq!(set_up_token(&api).await, None);
    let rows = api.query("SELECT count(*) FROM accounts", Vec::new()).await;
    assert_eq!(rows[0].try_get_by_index::<i64>(0).unwrap(), 1);
    let mut again = Browser::new(&api);
    again.get("/sign-in").await.shows(200, "Sign in").lacks(hint);
    assert_eq!(again.sign_in("ada@almoner.example").await.location(), "/overview");
}

async fn letters_of_a_new_account_are_in_the_language_of_its_set_up(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let mut browser = Browser::new(&api);
    browser.language = Some("de");
    assert_eq!(browser.fill(&path, "/setup", &SET_UP).await.location(), "/overview");
    // The letterhead is still to be filled in, with the name of the account and the paper of its currency.
    browser.get("/overview").await.has("<li><a href=\"/settings/letters\">");
    let renamed =
        [("account_name", "Friends of Charles"), ("currency", "EUR"), ("timezone", "Europe/Lisbon")];
    browser.fill("/settings/account", "/settings/account", &renamed).await.location();
    let page = browser.get("/settings/letters").await.has("<option value=\"de\" selected>");
    page.has("value=\"Friends of Charles\"").has("<option value=\"a4\" selected>");
}

async fn a_set_up_offers_the_language_of_the_browser_and_keeps_the_one_that_is_chosen(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let mut browser = Browser::new(&api);
    browser.language = Some("fr");
    let page = browser.get(&path).await.has("<option value=\"fr\" selected>");
    let chosen: Vec<_> = SET_UP.into_iter().chain([("language", "de")]).collect();
    let done = browser.submit(&page, "/setup", &chosen).await;
    browser.follow(&done).await.shows(200, "Übersicht").has("Ihr Konto ist bereit.");
    browser.get("/settings/letters").await.has("<option value=\"de\" selected>");
    // Another browser of the owner speaks it, too.
    let mut other = Browser::new(&api);
    assert_eq!(other.sign_in("ada@almoner.example").await.location(), "/overview");
    other.get("/overview").await.shows(200, "Übersicht");
}

async fn a_set_up_by_an_american_browser_brings_american_days_and_paper(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let mut browser = Browser::new(&api);
    browser.language = Some("en-US,en;q=0.9");
    let page = browser.get(&path).await;
    let page = page.has("<option value=\"en-US\" selected>English (United States)</option>");
    let chosen: Vec<_> = SET_UP.into_iter().chain([("language", "en-US")]).collect();
    assert_eq!(browser.submit(&page, "/setup", &chosen).await.location(), "/overview");
    browser.get("/overview").await.has("Monday, June 15, 2026");
    let page = browser.get("/settings/letters").await.has("<option value=\"en-US\" selected>");
    page.has("<option value=\"letter\" selected>");
}

async fn a_set_up_offers_the_currency_and_the_time_zone_of_the_browser(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let value =
        |page: &Page, name: &str| page.between(&format!("name=\"{name}\" type=\"text\" value=\""), "\"");
    for (language, currency, timezone) in [
        (None, "USD", "UTC"),
        (Some("de"), "EUR", "Europe/Berlin"),
        (Some("de-CH,de;q=0.9,en;q=0.8"), "CHF", "Europe/Zurich"),
        (Some("en-GB,en;q=0.9"), "GBP", "Europe/London"),
        (Some("pt-BR,pt;q=0.9"), "BRL", "America/Sao_Paulo"),
    ] {
        let mut browser = Browser::new(&api);
        browser.language = language;
        let page = browser.get(&path).await;
        let offered = [value(&page, "currency"), value(&page, "timezone")];
        assert_eq!(offered, [currency, timezone], "{language:?}");
    }
    // What is chosen stays, also where something else is wrong.
    let mut browser = Browser::new(&api);
    browser.language = Some("de");
    let chosen = [("currency", "DKK"), ("timezone", "Europe/Copenhagen"), ("password", "short")];
    let page = browser.fill(&path, "/setup", &chosen).await;
    assert_eq!([value(&page, "currency"), value(&page, "timezone")], ["DKK", "Europe/Copenhagen"]);
}

async fn a_set_up_tells_what_is_wrong_and_keeps_what_was_typed(db: TestDb) {
    let api = Api::start(db).await;
    let path = format!("/setup?token={}", set_up_token(&api).await.unwrap());
    let wrong = [
        ("organisation", " "),
        ("currency", "Taler"),
        ("timezone", "Nowhere"),
        ("name", "Ada & Co"),
        ("email", "ada"),
        ("password", "too short"),
    ];
    let mut browser = Browser::new(&api);
    let page = browser.fill(&path, "/setup", &wrong).await.shows(422, "Welcome to Almoner");
    for shown in [
        "Is required.",
        "Must be the three letters of a currency, such as USD or EUR.",
        "Must be a time zone, such as Europe/Lisbon.",
        "Must be an email address, such as ada@example.org.",
        "Must have 10 to 1000 characters.",
        "value=\"Taler\"",
        "value=\"Ada &#38; Co\"",
        "value=\"ada\"",
        "aria-invalid=\"true\"",
    ] {
        assert!(page.html.contains(shown), "{shown}: {}", page.html);
    }
    // The link still works, from the page of the error.
    let page = page.lacks("too short");
    let mut guessed = SET_UP;
    guessed[5].1 = "friends-of-ada";
    let page = browser.submit(&page, "/setup", &guessed).await.shows(422, "Welcome to Almoner");
    let page = page.has("Is little more than a name, email address or organization");
    assert_eq!(browser.submit(&page, "/setup", &SET_UP).await.location(), "/overview");
}

async fn a_set_up_link_is_replaced_by_the_next_one_and_expires(db: TestDb) {
    let api = Api::start(db).await;
    let (first, second) = (set_up_token(&api).await.unwrap(), set_up_token(&api).await.unwrap());
    let mut browser = Browser::new(&api);
    browser.get(&format!("/setup?token={first}")).await.shows(404, "This link no longer works");
    let path = format!("/setup?token={second}");
    browser.get(&path).await.shows(200, "Welcome to Almoner");
    api.turn_to("2026-06-16T11:59:59Z");
    browser.get(&path).await.shows(200, "Welcome to Almoner");
    api.turn_to("2026-06-16T12:00:00Z");
    browser.get(&path).await.shows(404, "This link no longer works").has("restart the program");
    // A user whom the operator creates ends the set-up as well.
    let third = set_up_token(&api).await.unwrap();
    api.owner().await;
    browser.get(&format!("/setup?token={third}")).await.shows(404, "This link no longer works");
}

async fn a_password_link_works_once_and_ends_all_sessions(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut signed_in = api.signed_in(&owner).await;
    let token =
        links::new_password(&api.app.store, Actor::operator(api.app.clock.now_ms()), owner.id).await.unwrap();
    let path = format!("/password?token={token}");
    let mut browser = Browser::new(&api);
    let page = browser.fill(&path, "/password", &[("password", "short")]).await;
    page.shows(422, "Choose a new password").has("Must have 10 to 1000 characters");
    for (guessed, rule) in [
        ("password12", "Is too common, even with some digits around it: choose a few words"),
        (&*format!("{}!", owner.email), "Is little more than a name, email address or organization"),
    ] {
        let page = browser.fill(&path, "/password", &[("password", guessed)]).await;
        page.shows(422, "Choose a new password").has(rule);
    }
    signed_in.get("/overview").await.shows(200, "Overview");
    let done = browser.fill(&path, "/password", &[("password", "another horse battery")]).await;
    browser.follow(&done).await.shows(200, "Sign in").has("Your new password is set");
    assert_eq!(signed_in.get("/overview").await.status, 303);
    browser.get(&path).await.shows(404, "There is no such page");
    browser.sign_in(&owner.email).await.shows(422, "Sign in");
    let fields = [("email", &*owner.email), ("password", "another horse battery")];
    assert_eq!(browser.fill("/sign-in", "/sign-in", &fields).await.location(), "/overview");
    let audited = api.audited(owner.account_id).await;
    assert_eq!(
        audited[..2],
        [format!("password_link_created {}", owner.email), "password_changed".to_owned()]
    );
}

async fn a_password_is_changed_by_who_knows_it(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (mut browser, mut other) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    let (path, action) = ("/settings/profile", "/settings/profile/password");
    let wrong = [("current_password", "not the password"), ("new_password", "short")];
    let page = browser.fill(path, action, &wrong).await.shows(422, "Profile");
    page.has("Is not your password").has("Must have 10 to 1000 characters").lacks("not the password");
    let guessed = [("current_password", PASSWORD), ("new_password", "Password2026!")];
    browser.fill(path, action, &guessed).await.shows(422, "Profile").has("Is too common");
    other.get("/overview").await.shows(200, "Overview");

    let old = browser.cookies["almoner"].clone();
    let right = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    let done = browser.fill(path, action, &right).await;
    browser.follow(&done).await.shows(200, "Profile").has("Your password is changed");
    // The session goes on with another token, and all others have ended.
    assert_ne!(browser.cookies["almoner"], old);
    assert_eq!(other.get("/overview").await.status, 303);
    other.cookies.insert("almoner".to_owned(), old);
    assert_eq!(other.get("/overview").await.status, 303);
}

/// No password, token or key of a visitor is in a log line, or in the audit log.
async fn nothing_secret_is_logged(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    api.execute("DELETE FROM api_keys", Vec::new()).await;
    let logs = Logs::capture();
    let mut browser = Browser::new(&api);
    let fields = [("email", &*owner.email), ("password", "a wrong password")];
    browser.fill("/sign-in", "/sign-in", &fields).await.shows(422, "Sign in");
    browser.sign_in(&owner.email).await;
    let invite = [("email", "new@almoner.example"), ("role", "member")];
    let done = browser.fill("/settings/members", "/settings/members/invite", &invite).await;
    let link = browser.follow(&done).await.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let token = link.split_once("token=").unwrap().1.to_owned();
    browser.get(&format!("/invitation?token={token}")).await;
    let done = browser.fill("/settings/services", "/settings/services/keys", &[("key_name", "Ledger")]).await;
    let key = browser.follow(&done).await.between("id=\"key\">", "<");
    assert!(key.starts_with("alm_"), "{key}");
    let session = browser.cookies["almoner"].clone();

    let logs = logs.text();
    assert!(logs.contains("path=\"/sign-in\"") || logs.contains("path=/sign-in"), "{logs}");
    let audited = api.audited(owner.account_id).await.join("\n");
    assert!(audited.contains("member_invited new@almoner.example as member"), "{audited}");
    for secret in ["a wrong password", PASSWORD, &token, &key, &session] {
        assert_eq!(logs.lines().find(|line| line.contains(secret)), None, "{secret}");
        assert!(!audited.contains(secret), "{secret}");
    }
}
