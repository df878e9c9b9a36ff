//! The limits on mail, and that a stranger who asks for it cannot harm others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::http::client_address::TrustedProxies;
use api::http::sign_in_limits::SignInLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page};
use super::mail::{BASE, invite, mailer, send_letters};
use crate::support::Api;
use crate::support::mail_server::MailServer;
use crate::support::rows::PATIENCE;

both_databases!(
    links_are_limited_by_network_and_by_user_within_it,
    a_browser_that_knows_its_user_asks_for_links_whoever_else_asks,
    whoever_asks_for_a_link_stops_no_earlier_one_and_no_one_for_long,
    invitations_by_mail_are_limited_by_inviter_and_by_account,
);

/// Starts an API with a mail server, whose limits have a clock of their own, in seconds.
async fn start(db: TestDb) -> (Api, MailServer, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
    let server = MailServer::start(None).await;
    let mail = mailer(&format!("smtp://{}", server.address));
    let api = Api::start_with(db, |app| {
        (app.mail, app.sign_in_limits) = (mail, limits);
        app.trusted_proxies = TrustedProxies::new(vec!["127.0.0.1/32".parse().unwrap()]);
    })
    .await;
    send_letters(&api);
    (api, server, clock)
}

/// Asks for a link from an address.
async fn ask(api: &Api, email: &str, address: &str) -> Page {
    let mut browser = Browser::new(api);
    browser.address = Some(address.to_owned());
    browser.fill("/forgotten-password", "/forgotten-password", &[("email", email)]).await
}

async fn links_are_limited_by_network_and_by_user_within_it(db: TestDb) {
    let (api, server, clock) = start(db).await;
    let owner = api.owner().await;
    for email in [&*owner.email, "nobody@almoner.example"] {
        for _ in 0..3 {
            assert_eq!(ask(&api, email, "203.0.113.1").await.status, 303);
        }
        let refused = ask(&api, email, "203.0.113.1").await.shows(429, "Too many attempts");
        assert_eq!(refused.headers["retry-after"], "1800");
    }
    for n in 0..4 {
        assert_eq!(ask(&api, &format!("{n}@almoner.example"), "203.0.113.1").await.status, 303);
    }
    let refused = ask(&api, "other@almoner.example", "203.0.113.1").await.shows(429, "Too many attempts");
    assert_eq!(refused.headers["retry-after"], "60");
    // A visitor at another address, or one who knows the password, is not affected.
    assert_eq!(ask(&api, &owner.email, "203.0.113.2").await.status, 303);
    assert_eq!(Browser::new(&api).sign_in(&owner.email).await.location(), "/overview");
    clock.store(1800, Ordering::Relaxed);
    assert_eq!(ask(&api, &owner.email, "203.0.113.1").await.status, 303);
    server.letter(5).await;
}

async fn a_browser_that_knows_its_user_asks_for_links_whoever_else_asks(db: TestDb) {
    let (api, server, _clock) = start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let mut browser = Browser::new(&api);
    browser.address = Some("203.0.113.1".to_owned());
    browser.sign_in(&owner.email).await;
    let out = browser.get("/overview").await;
    browser.submit(&out, "/sign-out", &[]).await;
    for n in 0..10 {
        let email = if n < 3 { owner.email.clone() } else { format!("{n}@almoner.example") };
        assert_eq!(ask(&api, &email, "203.0.113.1").await.status, 303);
    }
    ask(&api, &owner.email, "203.0.113.1").await.shows(429, "Too many attempts");
    let path = "/forgotten-password";
    assert_eq!(browser.fill(path, path, &[("email", &owner.email)]).await.status, 303);
    server.letter(4).await;
    // It knows this user alone.
    browser.fill(path, path, &[("email", &other.email)]).await.shows(429, "Too many attempts");
}

async fn whoever_asks_for_a_link_stops_no_earlier_one_and_no_one_for_long(db: TestDb) {
    let (api, server, _clock) = start(db).await;
    let owner = api.owner().await;
    let mut paths = Vec::new();
    for number in 1..=10 {
        assert_eq!(ask(&api, &owner.email, &format!("203.0.113.{number}")).await.status, 303);
        paths.push(server.letter(number).await.path(BASE));
    }
    // Ten were mailed within the hour. After it, there is another one.
    assert_eq!(ask(&api, &owner.email, "203.0.113.11").await.status, 303);
    api.app.mail.finish(PATIENCE).await;
    assert_eq!(server.letters().len(), 10);
    api.turn_to("2026-06-15T13:00:00Z");
    assert_eq!(ask(&api, &owner.email, "203.0.113.12").await.status, 303);
    paths.push(server.letter(11).await.path(BASE));
    let mut browser = Browser::new(&api);
    for path in &paths {
        assert_eq!(browser.get(path).await.status, 200);
    }
    browser.fill(&paths[0], "/password", &[("password", "another horse battery")]).await;
    for path in &paths {
        browser.get(path).await.shows(404, "There is no such page");
    }
}

async fn invitations_by_mail_are_limited_by_inviter_and_by_account(db: TestDb) {
    let (api, _server, clock) = start(db).await;
    let owner = api.owner().await;
    let mut inviters = Vec::new();
    for _ in 0..2 {
        inviters.push(api.member(owner.account_id, "owner").await);
    }
    let limited = "This invitation is not mailed, because too many were mailed lately. Send this link";
    for (inviter, allowed) in [(&owner, 20), (&inviters[0], 20), (&inviters[1], 10)] {
        let mut browser = api.signed_in(inviter).await;
        // To one address: each replaces the one before, so that not too many are open.
        for _ in 0..allowed {
            invite(&mut browser, "grace@almoner.example").await.has("is on its way").lacks("link-value");
        }
        let page = invite(&mut browser, "grace@almoner.example").await.has(limited).has("link-value");
        page.lacks("Being mailed");
    }
    clock.store(1200, Ordering::Relaxed);
    invite(&mut api.signed_in(&owner).await, "grace@almoner.example").await.has("is on its way");
    // Another account has a limit of its own.
    let other = api.owner().await;
    invite(&mut api.signed_in(&other).await, "grace@almoner.example").await.has("is on its way");
}
