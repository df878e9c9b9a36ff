//! How much can be mailed, and what somebody who asks for it can do to others.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::http::sign_in_limits::SignInLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::Browser;
use super::mail::{BASE, ask_for_link, invite, mailer};
use crate::support::Api;
use crate::support::mail_server::MailServer;
use crate::support::rows::PATIENCE;

both_databases!(
    links_are_limited_by_address_and_by_user,
    whoever_asks_for_a_link_stops_no_earlier_one,
    invitations_by_mail_are_limited_by_inviter_and_by_account,
);

/// Starts an API with a mail server, whose limits have a clock of their own, in seconds.
async fn start(db: TestDb) -> (Api, MailServer, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
    let server = MailServer::start(None).await;
    let mail = mailer(&format!("smtp://{}", server.address));
    let api = Api::start_with(db, |app| (app.mail, app.sign_in_limits) = (mail, limits)).await;
    (api, server, clock)
}

async fn links_are_limited_by_address_and_by_user(db: TestDb) {
    let (api, server, clock) = start(db).await;
    let owner = api.owner().await;
    for email in [&*owner.email, "nobody@almoner.example"] {
        for _ in 0..3 {
            assert_eq!(ask_for_link(&api, email).await.status, 303);
        }
        let refused = ask_for_link(&api, email).await.shows(429, "Too many attempts");
        assert_eq!(refused.headers["retry-after"], "600");
    }
    for n in 0..2 {
        assert_eq!(ask_for_link(&api, &format!("{n}@almoner.example")).await.status, 303);
    }
    let refused = ask_for_link(&api, "other@almoner.example").await.shows(429, "Too many attempts");
    assert_eq!(refused.headers["retry-after"], "60");
    // Who knows the password is not affected.
    assert_eq!(Browser::new(&api).sign_in(&owner.email).await.location(), "/overview");
    clock.store(600, Ordering::Relaxed);
    assert_eq!(ask_for_link(&api, &owner.email).await.status, 303);
    server.letter(4).await;
}

async fn whoever_asks_for_a_link_stops_no_earlier_one(db: TestDb) {
    let (api, server, clock) = start(db).await;
    let owner = api.owner().await;
    let mut paths = Vec::new();
    for number in 1..6 {
        assert_eq!(ask_for_link(&api, &owner.email).await.status, 303);
        paths.push(server.letter(number).await.path(BASE));
        clock.fetch_add(600, Ordering::Relaxed);
    }
    // Five wait already.
    assert_eq!(ask_for_link(&api, &owner.email).await.status, 303);
    api.app.mail.finish(PATIENCE).await;
    assert_eq!(server.letters().len(), 5);
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
