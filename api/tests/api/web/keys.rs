//! The API card: where a user gets the key (specification, section 5).

use std::time::Duration;

use api::accounts::{Actor, Refusal, keys};
use reqwest::header::USER_AGENT;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;

use super::browser::{Browser, PASSWORD};
use crate::support::rows::PATIENCE;
use crate::support::{Api, Reply};

both_databases!(
    spec_5_rule_2_get_key_shows_a_key_once_and_it_works,
    spec_5_rule_3_a_key_is_of_the_account_that_was_current,
    spec_5_rule_5_a_refreshed_key_replaces_the_old_one_at_once,
    each_program_has_a_key_of_its_own,
    of_two_keys_that_are_made_at_the_same_time_one_is_refused,
    a_key_shows_when_and_by_what_it_was_last_used,
    a_key_takes_the_password_ten_minutes_after_the_sign_in,
    a_new_password_ends_the_keys_if_the_user_wants_that,
);

const PAGE: &str = "/settings/services";
const KEYS: &str = "/settings/services/keys";

async fn spec_5_rule_2_get_key_shows_a_key_once_and_it_works(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    api.execute("DELETE FROM api_keys WHERE account_id = $1", vec![owner.account_id.into()]).await;
    let member = api.member(owner.account_id, "member").await;
    for user in [&owner, &member] {
        let mut browser = api.signed_in(user).await;
        browser.get(PAGE).await.shows(200, "Services").has("Get Key").lacks("alm_");
        let done = browser.fill(PAGE, KEYS, &[("key_name", "Ledger")]).await;
        let page = browser.follow(&done).await.has("Copy it now");
        let key = page.between("id=\"key\">", "<");
        // The command is for this very service.
        let command = page.between("id=\"command\">", "<").replace("&#34;", "\"");
        let base = format!("http://{}/api/v1", api.http.address);
        assert_eq!(command, format!("curl -H \"Authorization: Bearer {key}\" \"{base}/contacts?limit=10\""));
        let reply = Reply::to(api.http.request("GET", "/api/v1/contacts?limit=10").bearer_auth(&key)).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        // The key is shown once: a second look does not show it, and nobody else sees it.
        browser.get(PAGE).await.lacks(&key).has("<bdi>Ledger</bdi>").has("Refresh Key");
        // There is a key of that name already.
        let refused = browser.fill(PAGE, KEYS, &[("key_name", "LEDGER")]).await.shows(422, "Services");
        refused
            .has("Is the name of another key of the user: refresh that one, or choose another name")
            .lacks("alm_");
        browser.fill(PAGE, KEYS, &[]).await.shows(422, "Services").has("Is required");
        Reply::to(api.http.request("GET", "/api/v1/contacts").bearer_auth(&key)).await.ok();
    }
    let created =
        [format!("key_created {}: Ledger", owner.email), format!("key_created {}: Ledger", member.email)];
    assert_eq!(api.audited(owner.account_id).await, created);
}

async fn spec_5_rule_3_a_key_is_of_the_account_that_was_current(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.account().await);
    let contact = other.contact().await;
    api.join(&owner, other.id, "member").await;
    let mut browser = api.signed_in(&owner).await;
    let page = browser.get(PAGE).await;
    browser.submit(&page, "/account/switch", &[("account_id", &*other.id.to_string())]).await;
    let done = browser.fill(PAGE, KEYS, &[("key_name", "Ledger")]).await;
    let key = browser.follow(&done).await.between("id=\"key\">", "<");
    other.with_key(&key).get(&format!("/contacts/{contact}")).await.ok();
}

async fn spec_5_rule_5_a_refreshed_key_replaces_the_old_one_at_once(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    let user = super::browser::User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&user).await;
    account.get("/contacts").await.ok();
    let page = browser.get(PAGE).await.has("The old key stops at once");
    let done = browser.submit(&page, &page.refresh_of(""), &[]).await;
    account.get("/contacts").await.failed(403, "Forbidden");
    let key = browser.follow(&done).await.between("id=\"key\">", "<");
    account.with_key(&key).get("/contacts").await.ok();
    let audited = api.audited(account.id).await;
    assert!(
        audited[0].starts_with(&format!("key_refreshed owner-{}@almoner.example: ", account.id)),
        "{audited:?}"
    );
}

async fn each_program_has_a_key_of_its_own(db: TestDb) {
    let api = Api::start(db).await;
    let (account, other) = (api.account().await, api.account().await);
    let user = super::browser::User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&user).await;
    let mut get = async |name: &str| {
        let done = browser.fill(PAGE, KEYS, &[("key_name", name)]).await;
        account.with_key(&browser.follow(&done).await.between("id=\"key\">", "<"))
    };
    let (donations, ledger) = (get("Donation page").await, get("Ledger").await);
    // Refreshing or removing one leaves the others.
    let page = browser.get(PAGE).await;
    let done = browser.submit(&page, &page.refresh_of("Ledger"), &[]).await;
    let fresh = account.with_key(&browser.follow(&done).await.between("id=\"key\">", "<"));
    ledger.get("/contacts").await.failed(403, "Forbidden");
    for key in [&account, &donations, &fresh] {
        key.get("/contacts").await.ok();
    }
    let page = browser.get(PAGE).await;
    let remove = page.refresh_of("Donation page").replace("/refresh", "/remove");
    let done = browser.submit(&page, &remove, &[]).await;
    browser.follow(&done).await.has("The key Donation page is removed, and has stopped.");
    donations.get("/contacts").await.failed(403, "Forbidden");
    fresh.get("/contacts").await.ok();
    let again = browser.submit(&page, &remove, &[]).await;
    browser.follow(&again).await.has("Not done: the key does not exist");
    // Nobody reaches another user's key by its id.
    let theirs = api.query("SELECT id FROM api_keys WHERE account_id = $1", vec![other.id.into()]).await;
    let theirs: i64 = theirs[0].try_get_by_index(0).unwrap();
    let token = page.between("name=\"csrf\" value=\"", "\"");
    for end in ["refresh", "remove"] {
        let done = browser.post(&format!("{KEYS}/{theirs}/{end}"), &[("csrf", &token)]).await;
        browser.follow(&done).await.has("Not done: the key does not exist");
    }
    other.get("/contacts").await.ok();
    for n in 3..=20 {
        let done = browser.fill(PAGE, KEYS, &[("key_name", &format!("Program {n}"))]).await;
        assert_eq!(done.status, 303, "{n}: {}", done.html);
    }
    let many = browser.fill(PAGE, KEYS, &[("key_name", "One more")]).await.shows(422, "Services");
    many.has("Keys are at most 20 for a user in an account: remove one that is not used");
}

async fn a_key_shows_when_and_by_what_it_was_last_used(db: TestDb) {
    let api = Api::start(db).await;
    let account = api.account().await;
    api.execute("UPDATE api_keys SET last_used_at_ms = NULL", Vec::new()).await;
    let user = super::browser::User { id: account.user_id, account_id: account.id, email: String::new() };
    let mut browser = api.signed_in(&user).await;
    browser.get(PAGE).await.has("Never");
    let mut shows = async |expected: &str| {
        let until = tokio::time::Instant::now() + PATIENCE;
        // The note is written beside the request, so it may come a little later.
        while !browser.get(PAGE).await.html.contains(expected) {
            assert!(tokio::time::Instant::now() < until, "{expected}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    account.request("GET", "/contacts").header(USER_AGENT, "ledger-sync/2.1").send().await.unwrap();
    shows("15 Jun 2026, 12:00, by <bdi>ledger-sync/2.1</bdi>").await;
    // Within the hour nothing is written, and after it the next use is.
    api.turn_to("2026-06-15T12:59:59Z");
    account.request("GET", "/contacts").header(USER_AGENT, "other/1").send().await.unwrap();
    api.turn_to("2026-06-15T13:00:00Z");
    account.request("GET", "/contacts").header(USER_AGENT, "third/1").send().await.unwrap();
    shows("15 Jun 2026, 13:00, by <bdi>third/1</bdi>").await;
}

async fn of_two_keys_that_are_made_at_the_same_time_one_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    api.execute("DELETE FROM api_keys", Vec::new()).await;
    let account = AccountScope::new(owner.account_id);
    for _ in 0..10 {
        let make = || keys::create(&api.app.store, Actor::operator(0), account, owner.id, "Ledger");
        let (one, other) = tokio::join!(make(), make());
        assert!(one.is_ok() != other.is_ok());
        let refused = one.err().or(other.err()).unwrap();
        assert!(matches!(refused, Refusal::Invalid(_)), "{refused:?}");
        api.execute("DELETE FROM api_keys", Vec::new()).await;
    }
}

async fn a_key_takes_the_password_ten_minutes_after_the_sign_in(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    api.execute("DELETE FROM api_keys WHERE account_id = $1", vec![owner.account_id.into()]).await;
    let mut browser = api.signed_in(&owner).await;
    let open = browser.get(PAGE).await.lacks("name=\"password\"");
    api.turn_to("2026-06-15T12:09:59Z");
    browser.get(PAGE).await.lacks("name=\"password\"");
    api.turn_to("2026-06-15T12:10:00Z");
    browser.get(PAGE).await.has("name=\"password\"").has("Your sign-in is older than 10 minutes.");
    let name = ("key_name", "Ledger");
    // A page that was open already does not bypass this.
    let page = browser.submit(&open, KEYS, &[name]).await.shows(422, "Services").has("Is not your password");
    let page = browser.submit(&page, KEYS, &[name, ("password", "not the password")]).await;
    let page =
        page.shows(422, "Services").lacks("id=\"key\"").lacks("not the password").has("value=\"Ledger\"");
    let done = browser.submit(&page, KEYS, &[name, ("password", PASSWORD)]).await;
    let page = browser.follow(&done).await;
    let (first, refresh) = (page.between("id=\"key\">", "<"), &*page.refresh_of("Ledger"));

    let page = browser.fill(PAGE, refresh, &[]).await.shows(422, "Services").has("Is not your password");
    let page = page.has("<details class=\"more\" open>");
    Reply::to(api.http.request("GET", "/api/v1/contacts").bearer_auth(&first)).await.ok();
    let done = browser.submit(&page, refresh, &[("password", PASSWORD)]).await;
    let second = browser.follow(&done).await.between("id=\"key\">", "<");
    Reply::to(api.http.request("GET", "/api/v1/contacts").bearer_auth(&second)).await.ok();
    // The session allows no more attempts at passwords than a sign-in does.
    let page = browser.get(PAGE).await;
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(browser.submit(&page, refresh, &[("password", "x")]).await.status);
    }
    assert_eq!(statuses, [422, 422, 422, 422, 422, 429, 429]);
    // A new sign-in needs no password again.
    let mut fresh = Browser::new(&api);
    fresh.sign_in(&owner.email).await;
    fresh.get(PAGE).await.lacks("name=\"password\"");
}

async fn a_new_password_ends_the_keys_if_the_user_wants_that(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.account().await);
    api.join(&owner, other.id, "member").await;
    let elsewhere = other.with_key(&api.new_key(other.id, owner.id).await);
    api.execute("DELETE FROM api_keys WHERE account_id = $1", vec![owner.account_id.into()]).await;
    let own = other.with_key(&api.new_key(owner.account_id, owner.id).await);
    let mut browser = api.signed_in(&owner).await;
    let (path, action) = ("/settings/profile", "/settings/profile/password");
    let fields = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    let done = browser.fill(path, action, &fields).await;
    browser.follow(&done).await.has("API keys go on.");
    own.get("/contacts").await.ok();
    elsewhere.get("/contacts").await.ok();
    let fields =
        [("current_password", "another horse battery"), ("new_password", PASSWORD), ("end_keys", "1")];
    let done = browser.fill(path, action, &fields).await;
    browser.follow(&done).await.has("your API keys have stopped.");
    own.get("/contacts").await.failed(403, "Forbidden");
    elsewhere.get("/contacts").await.failed(403, "Forbidden");
    // Other users' keys go on.
    other.get("/contacts").await.ok();
    let ended = "key_revoked with a new password";
    assert_eq!(api.audited(owner.account_id).await, ["password_changed", "password_changed", ended]);
    assert_eq!(api.audited(other.id).await, ["password_changed", "password_changed", ended]);
}
