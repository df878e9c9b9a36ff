//! The second factor: turning it on and off, signing in with it, and attempts that do not get past it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use api::accounts::totp::TotpSecret;
use api::accounts::{Actor, links};
use api::http::sign_in_limits::SignInLimits;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page, User};
use crate::support::Api;
use crate::support::logs::Logs;

both_databases!(
    a_user_turns_it_on_with_a_code_and_then_signs_in_with_codes,
    a_code_is_accepted_once,
    a_recovery_code_signs_in_once,
    new_recovery_codes_replace_the_old_ones,
    it_is_turned_off_with_the_password_and_a_code,
    it_is_turned_off_with_the_password_and_a_recovery_code,
    the_first_step_alone_holds_for_a_while_and_for_its_password,
    a_password_link_does_not_get_past_it,
    an_invitation_leads_through_it,
    codes_are_limited_by_user,
);
both_databases!(one_thread: nothing_secret_is_logged);

const PAGE: &str = "/settings/profile/second-factor";
const SECOND_STEP: &str = "/sign-in/second-step";

/// Turns it on in a browser. Returns the secret and the recovery codes.
async fn turn_on(api: &Api, browser: &mut Browser) -> (TotpSecret, Vec<String>) {
    let page = browser.get(PAGE).await.shows(200, "Second factor");
    let secret = page.second_factor();
    let code = secret.code_at(api.app.clock.now_ms());
    let done = browser.submit(&page, PAGE, &[("code", &*code), ("password", PASSWORD)]).await;
    (secret, browser.follow(&done).await.shows(200, "Second factor").recovery_codes())
}

/// Gives the password, and then a code.
async fn sign_in(api: &Api, user: &User, code: &str) -> (Browser, Page) {
    let mut browser = Browser::new(api);
    assert_eq!(browser.sign_in(&user.email).await.location(), SECOND_STEP);
    let page = browser.fill(SECOND_STEP, SECOND_STEP, &[("code", code)]).await;
    (browser, page)
}

async fn a_user_turns_it_on_with_a_code_and_then_signs_in_with_codes(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (mut browser, mut other) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    browser.get("/settings/profile").await.has("Off. With it").has(&format!("href=\"{PAGE}\""));
    let page = browser.get(PAGE).await.shows(200, "Second factor").has("src=\"data:image/svg+xml;base64,");
    let secret = page.second_factor();
    let code = secret.code_at(api.app.clock.now_ms());

    // The problems stand at the fields, and the secret stays the same, because the app has it.
    let wrong = browser.submit(&page, PAGE, &[("code", "12345"), ("password", "not the password")]).await;
    let wrong = wrong.shows(422, "Second factor").has("Is not the current one").has("Is not your password");
    assert_eq!(wrong.second_factor().bytes(), secret.bytes());
    let page = browser.submit(&wrong, PAGE, &[("code", &*code), ("password", "not the password")]).await;
    let page = page.shows(422, "Second factor").lacks("Is not the current one");
    other.get("/overview").await.shows(200, "Overview");

    let old = browser.cookies["almoner"].clone();
    let done = browser.submit(&page, PAGE, &[("code", &*code), ("password", PASSWORD)]).await;
    let page = browser.follow(&done).await.shows(200, "Second factor").has("10 recovery codes are left");
    assert_eq!(page.recovery_codes().len(), 10);
    browser.get(PAGE).await.shows(200, "Second factor").lacks("recovery-codes").lacks("id=\"secret\"");
    browser.get("/settings/profile").await.has("On since 15 Jun 2026, 12:00");
    // The session goes on with another token, and all others have ended.
    assert_ne!(browser.cookies["almoner"], old);
    assert_eq!(other.get("/overview").await.status, 303);
    // The secret is in the database only as a ciphertext.
    let rows = api.query("SELECT second_factor_sealed FROM users WHERE id = $1", vec![owner.id.into()]).await;
    let sealed: String = rows[0].try_get_by_index(0).unwrap();
    assert!(!sealed.contains(&secret.in_groups().replace(' ', "")));

    // The password leads to the second step, and nowhere else.
    api.turn_to("2026-06-15T12:01:00Z");
    let mut browser = Browser::new(&api);
    let asked = browser.get("/settings/services").await.location().to_owned();
    let first = browser.fill(&asked, "/sign-in", &[("email", &owner.email), ("password", PASSWORD)]).await;
    assert!(!browser.cookies.contains_key("almoner"));
    let second = browser.follow(&first).await.shows(200, "Second step");
    assert_eq!(browser.get("/overview").await.location(), "/sign-in?next=%2Foverview");
    let second = browser.submit(&second, SECOND_STEP, &[("code", "000 000")]).await;
    let second = second.shows(422, "Second step").has("Is wrong, or was used before");
    assert!(!browser.cookies.contains_key("almoner"));
    let code = secret.code_at(api.app.clock.now_ms());
    let code = format!(" {} {}", &code[..3], &code[3..]);
    let done = browser.submit(&second, SECOND_STEP, &[("code", &*code)]).await;
    assert_eq!(done.location(), "/settings/services");
    assert!(!browser.cookies.contains_key("almoner-half-sign-in"));
    browser.follow(&done).await.shows(200, "Services");
    assert_eq!(browser.get(SECOND_STEP).await.location(), "/overview");

    let failed = format!("sign_in_failed {}, after the right password", owner.email);
    assert_eq!(api.audited(owner.account_id).await, ["second_factor_on", &failed, "sign_in with a code"]);
    browser.get("/settings/audit").await.has("Second factor turned on").has("with a code");
}

async fn a_code_is_accepted_once(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (secret, _) = turn_on(&api, &mut api.signed_in(&owner).await).await;
    let at = |moment: &str| moment.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_millis();
    let [first, second, third] = ["2026-06-15T12:00:00Z", "2026-06-15T12:00:30Z", "2026-06-15T12:01:00Z"]
        .map(|moment| secret.code_at(at(moment)));
    // The code that turned it on is used up, and so is the next one after its first use, although both are still
    // current.
    sign_in(&api, &owner, &first).await.1.shows(422, "Second step");
    assert_eq!(sign_in(&api, &owner, &second).await.1.location(), "/overview");
    sign_in(&api, &owner, &second).await.1.shows(422, "Second step");
    api.turn_to("2026-06-15T12:00:59Z");
    sign_in(&api, &owner, &first).await.1.shows(422, "Second step");
    assert_eq!(sign_in(&api, &owner, &third).await.1.location(), "/overview");

    // If several sign-ins bring the same code at the same time, one succeeds.
    let other = api.owner().await;
    let code = api.second_factor(&other).await.code_at(api.app.clock.now_ms());
    let (one, two) = tokio::join!(sign_in(&api, &other, &code), sign_in(&api, &other, &code));
    let mut statuses = [one.1.status, two.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
}

async fn a_recovery_code_signs_in_once(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.owner().await, api.owner().await);
    let (_, codes) = turn_on(&api, &mut api.signed_in(&owner).await).await;
    turn_on(&api, &mut api.signed_in(&stranger).await).await;
    sign_in(&api, &stranger, &codes[0]).await.1.shows(422, "Second step");
    let typed = codes[0].replace('-', " ").to_uppercase();
    let (mut browser, done) = sign_in(&api, &owner, &typed).await;
    browser.follow(&done).await.shows(200, "Overview");
    browser.get(PAGE).await.has("9 recovery codes are left");
    sign_in(&api, &owner, &codes[0]).await.1.shows(422, "Second step");
    assert_eq!(sign_in(&api, &owner, &codes[1]).await.1.location(), "/overview");
    let audited = api.audited(owner.account_id).await;
    let expected = ["second_factor_on", "recovery_code_used 9 left", "sign_in with a recovery code"];
    assert_eq!(audited[..3], expected);
    // Only hashes are stored.
    let rows =
        api.query("SELECT code_hash FROM recovery_codes WHERE user_id = $1", vec![owner.id.into()]).await;
    let hash = api::crypto::tokens::hash_token(&codes[0].replace('-', ""));
    let hashes: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    assert!(hashes.len() == 10 && hashes.contains(&hash), "{hashes:?}");
}

async fn new_recovery_codes_replace_the_old_ones(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let (secret, old) = turn_on(&api, &mut browser).await;
    api.turn_to("2026-06-15T12:01:00Z");
    let code = secret.code_at(api.app.clock.now_ms());
    let action = "/settings/profile/second-factor/codes";
    let wrong = browser.fill(PAGE, action, &[("password", "not the password"), ("code", &*code)]).await;
    let wrong = wrong.shows(422, "Second factor").has("Is not your password").lacks("recovery-codes");
    let wrong = browser.submit(&wrong, action, &[("password", PASSWORD), ("code", "000000")]).await;
    let wrong = wrong.shows(422, "Second factor").has("Is wrong, or was used before");
    let done = browser.submit(&wrong, action, &[("password", PASSWORD), ("code", &*code)]).await;
    let new = browser.follow(&done).await.recovery_codes();
    assert!(new.len() == 10 && new.iter().all(|code| !old.contains(code)), "{new:?}");
    sign_in(&api, &owner, &old[0]).await.1.shows(422, "Second step");
    assert_eq!(sign_in(&api, &owner, &new[0]).await.1.location(), "/overview");
    assert_eq!(api.audited(owner.account_id).await[..2], ["second_factor_on", "recovery_codes_created"]);
}

async fn it_is_turned_off_with_the_password_and_a_recovery_code(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let (_, codes) = turn_on(&api, &mut browser).await;
    let fields = [("password", PASSWORD), ("code", &*codes[3])];
    let done = browser.fill(PAGE, "/settings/profile/second-factor/off", &fields).await;
    browser.follow(&done).await.shows(200, "Profile").has("Your second factor is off.");
}

async fn it_is_turned_off_with_the_password_and_a_code(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let (secret, codes) = turn_on(&api, &mut browser).await;
    api.turn_to("2026-06-15T12:01:00Z");
    let code = secret.code_at(api.app.clock.now_ms());
    let mut other = api.signed_in(&owner).await;
    let action = "/settings/profile/second-factor/off";
    // A wrong password leaves the code as it is, and the password alone is not enough.
    let wrong = browser.fill(PAGE, action, &[("password", "not the password"), ("code", &*code)]).await;
    let wrong = wrong.shows(422, "Second factor").has("Is not your password");
    let wrong = browser.submit(&wrong, action, &[("password", PASSWORD)]).await;
    let wrong = wrong.shows(422, "Second factor").has("Is wrong, or was used before");
    other.get("/overview").await.shows(200, "Overview");
    let old = browser.cookies["almoner"].clone();
    let done = browser.submit(&wrong, action, &[("password", PASSWORD), ("code", &*code)]).await;
    browser.follow(&done).await.shows(200, "Profile").has("Your second factor is off.");
    assert_ne!(browser.cookies["almoner"], old);
    assert_eq!(other.get("/overview").await.status, 303);
    assert_eq!(Browser::new(&api).sign_in(&owner.email).await.location(), "/overview");
    // After it is turned on again, there is another secret, and there are other codes.
    turn_on(&api, &mut browser).await;
    sign_in(&api, &owner, &codes[0]).await.1.shows(422, "Second step");
    let audited = api.audited(owner.account_id).await;
    assert_eq!(audited[..4], ["second_factor_on", "second_factor_off", "sign_in", "second_factor_on"]);
}

async fn the_first_step_alone_holds_for_a_while_and_for_its_password(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let begun = async || {
        let mut browser = Browser::new(&api);
        browser.sign_in(&owner.email).await;
        browser
    };
    let again = async |browser: &mut Browser| {
        let page = browser.get("/sign-in").await;
        let code = secret.code_at(api.app.clock.now_ms());
        let csrf = page.between("name=\"csrf\" value=\"", "\"");
        let sent = browser.post(SECOND_STEP, &[("csrf", &csrf), ("code", &code)]).await;
        assert_eq!(sent.location(), "/sign-in");
        browser.follow(&sent).await.shows(200, "Sign in").has("Please begin again with your password.");
        assert!(!browser.cookies.contains_key("almoner"));
        assert!(!browser.cookies.contains_key("almoner-half-sign-in"));
    };
    let mut late = begun().await;
    api.turn_to("2026-06-15T12:09:59Z");
    late.get(SECOND_STEP).await.shows(200, "Second step");
    api.turn_to("2026-06-15T12:10:00Z");
    again(&mut late).await;

    let mut forged = begun().await;
    let sealed = forged.cookies["almoner-half-sign-in"].clone();
    forged.cookies.insert("almoner-half-sign-in".to_owned(), sealed.chars().rev().collect());
    again(&mut forged).await;

    let mut changed = begun().await;
    let text = "UPDATE users SET password_changed_at_ms = $1 WHERE id = $2";
    api.execute(text, vec![api.app.clock.now_ms().into(), owner.id.into()]).await;
    again(&mut changed).await;

    let mut off = begun().await;
    let text = "UPDATE users SET second_factor_sealed = NULL WHERE id = $1";
    api.execute(text, vec![owner.id.into()]).await;
    again(&mut off).await;
}

async fn a_password_link_does_not_get_past_it(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let operator = Actor::operator(api.app.clock.now_ms());
    let token = links::new_password(&api.app.store, operator, owner.id).await.unwrap();
    let mut browser = Browser::new(&api);
    let password = "another horse battery";
    let done =
        browser.fill(&format!("/password?token={token}"), "/password", &[("password", password)]).await;
    assert_eq!(done.location(), "/sign-in");
    let fields = [("email", &*owner.email), ("password", password)];
    assert_eq!(browser.fill("/sign-in", "/sign-in", &fields).await.location(), SECOND_STEP);
    let code = secret.code_at(api.app.clock.now_ms());
    assert_eq!(browser.fill(SECOND_STEP, SECOND_STEP, &[("code", &*code)]).await.location(), "/overview");
}

async fn an_invitation_leads_through_it(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, invited) = (api.owner().await, api.owner().await);
    let secret = api.second_factor(&invited).await;
    let mut inviting = api.signed_in(&owner).await;
    let fields = [("email", &*invited.email), ("role", "member")];
    let done = inviting.fill("/settings/members", "/settings/members/invite", &fields).await;
    let link = inviting.follow(&done).await.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let token = link.split_once("token=").unwrap().1;
    let mut browser = Browser::new(&api);
    let next: String =
        url::form_urlencoded::byte_serialize(format!("/invitation?token={token}").as_bytes()).collect();
    let fields = [("email", &*invited.email), ("password", PASSWORD)];
    browser.fill(&format!("/sign-in?next={next}"), "/sign-in", &fields).await;
    let code = secret.code_at(api.app.clock.now_ms());
    let done = browser.fill(SECOND_STEP, SECOND_STEP, &[("code", &*code)]).await;
    browser.follow(&done).await.shows(200, "Invitation").has("as a member");
}

async fn codes_are_limited_by_user(db: TestDb) {
    let clock = Arc::new(AtomicU64::new(0));
    let now = clock.clone();
    let limits = SignInLimits::with_clock(move || Duration::from_secs(now.load(Ordering::Relaxed)));
    let api = Api::start_with(db, |app| app.sign_in_limits = limits).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let secret = api.second_factor(&owner).await;
    let others = api.second_factor(&other).await;
    let mut browser = Browser::new(&api);
    browser.sign_in(&owner.email).await;
    let page = browser.get(SECOND_STEP).await;
    for _ in 0..5 {
        browser.submit(&page, SECOND_STEP, &[("code", "000000")]).await.shows(422, "Second step");
    }
    // The right one, too: otherwise the answer would say that it is right.
    let code = secret.code_at(api.app.clock.now_ms());
    let refused =
        browser.submit(&page, SECOND_STEP, &[("code", &*code)]).await.shows(429, "Too many attempts");
    assert_eq!(refused.headers["retry-after"], "300");
    let code_of_other = others.code_at(api.app.clock.now_ms());
    assert_eq!(sign_in(&api, &other, &code_of_other).await.1.location(), "/overview");
    clock.store(300, Ordering::Relaxed);
    assert_eq!(browser.submit(&page, SECOND_STEP, &[("code", &*code)]).await.location(), "/overview");
}

/// No secret of the second factor is in a log line, or in the audit log.
async fn nothing_secret_is_logged(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let logs = Logs::capture();
    let (secret, codes) = turn_on(&api, &mut api.signed_in(&owner).await).await;
    let (_, done) = sign_in(&api, &owner, &codes[0]).await;
    assert_eq!(done.location(), "/overview");
    let wrong = sign_in(&api, &owner, "abcde-12345").await;
    let half = wrong.0.cookies["almoner-half-sign-in"].clone();
    let logs = logs.text();
    assert!(logs.contains(SECOND_STEP), "{logs}");
    let audited = api.audited(owner.account_id).await.join("\n");
    let groups = secret.in_groups();
    let digits = codes[0].replace('-', "");
    for secret in [
        &*groups,
        &groups.replace(' ', ""),
        &codes[0],
        &digits,
        &codes[1],
        "abcde-12345",
        "abcde12345",
        &half,
    ] {
        assert_eq!(logs.lines().find(|line| line.contains(secret)), None, "{secret}");
        assert!(!audited.contains(secret), "{secret}");
    }
}
