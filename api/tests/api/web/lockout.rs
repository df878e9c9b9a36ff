//! A stranger who tries passwords cannot lock others out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::accounts::{Actor, users};
use api::http::client_address::TrustedProxies;
use api::http::sign_in_limits::SignInLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page, User};
use crate::support::Api;

both_databases!(
    a_stranger_who_tries_passwords_locks_nobody_out,
    a_known_browser_is_no_sign_in_and_known_for_its_user_alone,
    a_browser_is_no_longer_known_after_a_new_password,
    somebody_who_is_signed_in_is_counted_by_session,
    a_stranger_with_the_password_keeps_no_known_browser_from_the_second_step,
    a_new_password_gives_the_codes_back_that_somebody_with_the_old_one_has_tried,
    a_planted_cookie_of_the_same_name_changes_nothing,
);

const KNOWN: &str = "almoner-known-browser";
const STRANGERS: &str = "203.0.113.1";
const OWNERS: &str = "198.51.100.7";

/// Starts an API whose clients may come from anywhere, and whose limits have a clock of their own, in seconds.
async fn start(db: TestDb) -> (Api, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
    let api = Api::start_with(db, |app| {
        app.sign_in_limits = limits;
        app.trusted_proxies = TrustedProxies::new(vec!["127.0.0.1/32".parse().unwrap()]);
    })
    .await;
    (api, clock)
}

fn browser_at(api: &Api, address: &str) -> Browser {
    let mut browser = Browser::new(api);
    browser.address = Some(address.to_owned());
    browser
}

/// Signs out, and in again with a password.
async fn sign_in_again(browser: &mut Browser, email: &str, password: &str) -> Page {
    browser.cookies.remove("almoner");
    browser.fill("/sign-in", "/sign-in", &[("email", email), ("password", password)]).await
}

/// Tries wrong passwords until the service takes no more of them.
async fn try_passwords(browser: &mut Browser, user: &User) -> u32 {
    let page = browser.get("/sign-in").await;
    let fields = [("email", &*user.email), ("password", "a wrong password")];
    for tries in 0.. {
        match browser.submit(&page, "/sign-in", &fields).await.status {
            422 => {}
            status => {
                assert_eq!(status, 429);
                return tries;
            }
        }
    }
    unreachable!()
}

async fn a_stranger_who_tries_passwords_locks_nobody_out(db: TestDb) {
    let (api, clock) = start(db).await;
    let owner = api.owner().await;
    // A browser that has signed in before is in the stranger's own network.
    let mut known = browser_at(&api, STRANGERS);
    assert_eq!(known.sign_in(&owner.email).await.location(), "/overview");
    let mut stranger = browser_at(&api, STRANGERS);
    let mut tried = 0;
    for round in 0..5 {
        tried += try_passwords(&mut stranger, &owner).await;
        let mut elsewhere = browser_at(&api, OWNERS);
        assert_eq!(elsewhere.sign_in(&owner.email).await.location(), "/overview", "round {round}");
        let again = sign_in_again(&mut known, &owner.email, PASSWORD).await;
        assert_eq!(again.location(), "/overview", "round {round}");
        // The signed-in user there is not locked out either.
        let fields = [("current_password", "x"), ("new_password", "x")];
        let page = known.fill("/settings/profile", "/settings/profile/password", &fields).await;
        page.shows(422, "Profile");
        clock.fetch_add(30, Ordering::Relaxed);
    }
    assert_eq!(tried, 10 + 4, "ten at once, and then one every 30 s");
    // Without the cookie, a visitor in the stranger's network is counted with the stranger.
    try_passwords(&mut stranger, &owner).await;
    known.cookies.remove(KNOWN);
    sign_in_again(&mut known, &owner.email, PASSWORD).await.shows(429, "Too many attempts");
}

async fn a_known_browser_is_no_sign_in_and_known_for_its_user_alone(db: TestDb) {
    let (api, _clock) = start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let mut known = browser_at(&api, STRANGERS);
    known.sign_in(&owner.email).await;
    let sealed = known.cookies[KNOWN].clone();
    known.cookies.clear();
    known.cookies.insert(KNOWN.to_owned(), sealed);
    assert_eq!(known.get("/overview").await.location(), "/sign-in?next=%2Foverview");
    // It tries no more passwords than anybody else.
    assert_eq!(try_passwords(&mut known, &owner).await, 10);
    let mut stranger = browser_at(&api, STRANGERS);
    assert_eq!(try_passwords(&mut stranger, &owner).await, 10);
    assert_eq!(try_passwords(&mut stranger, &other).await, 10);
    assert_eq!(try_passwords(&mut known, &other).await, 0);
}

async fn a_browser_is_no_longer_known_after_a_new_password(db: TestDb) {
    let (api, _clock) = start(db).await;
    let owner = api.owner().await;
    let mut known = browser_at(&api, STRANGERS);
    known.sign_in(&owner.email).await;
    let mut changing = browser_at(&api, OWNERS);
    changing.sign_in(&owner.email).await;
    api.turn_to("2026-06-15T12:00:01Z");
    let new = "another horse battery";
    let fields = [("current_password", PASSWORD), ("new_password", new)];
    let done = changing.fill("/settings/profile", "/settings/profile/password", &fields).await;
    assert_eq!(done.status, 303);
    try_passwords(&mut browser_at(&api, STRANGERS), &owner).await;
    try_passwords(&mut browser_at(&api, OWNERS), &owner).await;
    sign_in_again(&mut known, &owner.email, new).await.shows(429, "Too many attempts");
    // The one that has changed it is.
    assert_eq!(sign_in_again(&mut changing, &owner.email, new).await.location(), "/overview");
    // For 180 days.
    api.turn_to("2026-12-12T12:00:00Z");
    assert_eq!(sign_in_again(&mut changing, &owner.email, new).await.location(), "/overview");
    let cookie = changing.cookies[KNOWN].clone();
    api.turn_to("2027-06-10T12:00:00Z");
    changing.cookies.insert(KNOWN.to_owned(), cookie);
    sign_in_again(&mut changing, &owner.email, new).await.shows(429, "Too many attempts");
}

async fn somebody_who_is_signed_in_is_counted_by_session(db: TestDb) {
    let (api, clock) = start(db).await;
    let owner = api.owner().await;
    let (mut found, mut own) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    let (path, action) = ("/settings/profile", "/settings/profile/password");
    let wrong = [("current_password", "x"), ("new_password", "another horse battery")];
    for _ in 0..10 {
        found.fill(path, action, &wrong).await.shows(422, "Profile");
    }
    let right = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    let refused = found.fill(path, action, &right).await.shows(429, "Too many attempts");
    assert_eq!(refused.headers["retry-after"], "30");
    assert_eq!(own.fill(path, action, &right).await.status, 303);
    clock.store(30, Ordering::Relaxed);
    // The other session has ended.
    assert_eq!(found.get(path).await.status, 303);
}

async fn a_stranger_with_the_password_keeps_no_known_browser_from_the_second_step(db: TestDb) {
    let (api, _clock) = start(db).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let step = "/sign-in/second-step";
    let mut known = browser_at(&api, OWNERS);
    known.sign_in(&owner.email).await;
    let code = secret.code_at(api.app.clock.now_ms());
    assert_eq!(known.fill(step, step, &[("code", &*code)]).await.location(), "/overview");
    let mut stranger = browser_at(&api, STRANGERS);
    stranger.sign_in(&owner.email).await;
    assert!(!stranger.cookies.contains_key(KNOWN), "after the password alone");
    let page = stranger.get(step).await;
    for _ in 0..5 {
        stranger.submit(&page, step, &[("code", "000000")]).await.shows(422, "Second step");
    }
    stranger.submit(&page, step, &[("code", "000000")]).await.shows(429, "Too many attempts");
    api.turn_to("2026-06-15T12:01:00Z");
    sign_in_again(&mut known, &owner.email, PASSWORD).await;
    let code = secret.code_at(api.app.clock.now_ms());
    assert_eq!(known.fill(step, step, &[("code", &*code)]).await.location(), "/overview");
}

async fn a_new_password_gives_the_codes_back_that_somebody_with_the_old_one_has_tried(db: TestDb) {
    let (api, _clock) = start(db).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let step = "/sign-in/second-step";
    let mut stranger = browser_at(&api, STRANGERS);
    stranger.sign_in(&owner.email).await;
    let page = stranger.get(step).await;
    for _ in 0..5 {
        stranger.submit(&page, step, &[("code", "000000")]).await.shows(422, "Second step");
    }
    let mut own = browser_at(&api, OWNERS);
    own.sign_in(&owner.email).await;
    let code = secret.code_at(api.app.clock.now_ms());
    own.fill(step, step, &[("code", &*code)]).await.shows(429, "Too many attempts");
    let (actor, new) = (Actor::operator(api.app.clock.now_ms()), "another horse battery");
    users::replace_password(&api.app.store, actor, owner.id, new).await.unwrap();
    sign_in_again(&mut own, &owner.email, new).await;
    assert_eq!(own.fill(step, step, &[("code", &*code)]).await.location(), "/overview");
}

async fn a_planted_cookie_of_the_same_name_changes_nothing(db: TestDb) {
    let (api, _clock) = start(db).await;
    let owner = api.owner().await;
    let browser = api.signed_in(&owner).await;
    let own = browser.cookies["almoner"].clone();
    let mut asking = Browser::new(&api);
    // The browser sends the one with the longer path first.
    for cookies in [format!("almoner=x; almoner={own}"), format!("almoner=; almoner={own}")] {
        let request = asking.request("GET", "/contacts").header("cookie", cookies);
        asking.send(request).await.shows(200, "Contacts");
    }
    let planted = "almoner=x; ".repeat(5);
    let request = asking.request("GET", "/contacts").header("cookie", format!("{planted}almoner={own}"));
    assert_eq!(asking.send(request).await.status, 303, "not more than some are looked at");
    // Forms belong to the session that was found.
    let request =
        asking.request("GET", "/settings/profile").header("cookie", format!("almoner=x; almoner={own}"));
    let csrf = asking.send(request).await.between("name=\"csrf\" value=\"", "\"");
    let request = asking.request("POST", "/settings/profile/theme");
    let request = request.header("cookie", format!("almoner=x; almoner={own}"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let done = asking.send(request.body(format!("csrf={csrf}&theme=dark"))).await;
    assert_eq!(done.location(), "/settings/profile");
}
