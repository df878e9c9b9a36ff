//! Sessions: when they end, and the account that they are on.

use api::accounts::sessions;
use serde_json::json;
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, start};
use crate::support::Api;

both_databases!(
    a_session_that_is_not_used_ends_after_seven_days,
    a_session_ends_after_thirty_days_however_often_it_is_used,
    a_user_sees_the_own_sessions_and_ends_them,
    a_user_switches_between_own_accounts_alone,
    a_user_without_an_account_has_a_page,
    a_theme_is_kept_by_the_browser,
    a_language_is_kept_by_the_browser,
    a_language_goes_with_the_user_to_other_browsers,
    american_pages_write_the_month_first_and_twelve_hours,
    an_owner_changes_the_account,
);

async fn a_session_that_is_not_used_ends_after_seven_days(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (mut used, mut unused) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    for moment in ["2026-06-18T12:00:00Z", "2026-06-22T11:59:59Z"] {
        api.turn_to(moment);
        used.get("/overview").await.shows(200, "Overview");
    }
    api.turn_to("2026-06-22T12:00:00Z");
    used.get("/overview").await.shows(200, "Overview");
    let asked = unused.get("/overview").await;
    unused.follow(&asked).await.shows(200, "Sign in").has("You were signed out. What was sent after that");
    Browser::new(&api).get("/sign-in").await.lacks("You were signed out");
    // Expired sessions are removed in time.
    assert_eq!(sessions::remove_expired(&api.app.store, api.app.clock.now_ms()).await.unwrap(), 1);
    used.get("/overview").await.shows(200, "Overview");
}

async fn a_session_ends_after_thirty_days_however_often_it_is_used(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    for day in ["2026-06-20", "2026-06-26", "2026-07-02", "2026-07-08", "2026-07-14"] {
        api.turn_to(&format!("{day}T12:00:00Z"));
        browser.get("/overview").await.shows(200, "Overview");
    }
    api.turn_to("2026-07-15T11:59:59Z");
    browser.get("/overview").await.shows(200, "Overview");
    api.turn_to("2026-07-15T12:00:00Z");
    assert_eq!(browser.get("/overview").await.status, 303);
}

async fn a_user_sees_the_own_sessions_and_ends_them(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.owner().await, api.owner().await);
    let (mut one, mut two, mut three) =
        (api.signed_in(&owner).await, api.signed_in(&owner).await, api.signed_in(&owner).await);
    let mut elsewhere = api.signed_in(&stranger).await;
    let profile = one.get("/settings/profile").await.has("This browser").has("Sign out everywhere else");
    assert_eq!(profile.html.matches("action=\"/settings/profile/sessions/end\"").count(), 2);

    // A session of somebody else is not there.
    let ids = api.query("SELECT id FROM sessions WHERE user_id = $1", vec![stranger.id.into()]).await;
    let id: i64 = ids[0].try_get_by_index(0).unwrap();
    let fields = [("session", &*id.to_string())];
    one.submit(&profile, "/settings/profile/sessions/end", &fields).await;
    elsewhere.get("/overview").await.shows(200, "Overview");

    // The first of the list that is not this one.
    let done = one.fill("/settings/profile", "/settings/profile/sessions/end", &[]).await;
    one.follow(&done).await.has("That browser is signed out.");
    let left = [two.get("/overview").await.status, three.get("/overview").await.status];
    assert!(left == [200, 303] || left == [303, 200], "{left:?}");
    one.fill("/settings/profile", "/settings/profile/sessions/end-others", &[]).await;
    assert_eq!([two.get("/overview").await.status, three.get("/overview").await.status], [303, 303]);
    one.get("/overview").await.shows(200, "Overview");
    assert_eq!(api.audited(owner.account_id).await, ["sessions_ended", "sessions_ended"]);
}

async fn a_user_switches_between_own_accounts_alone(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other, stranger) = (api.owner().await, api.owner().await, api.owner().await);
    api.join(&owner, other.account_id, "member").await;
    api.execute("UPDATE accounts SET name = 'Second' WHERE id = $1", vec![other.account_id.into()]).await;
    let mut browser = api.signed_in(&owner).await;
    let old = browser.cookies["almoner"].clone();
    let page = browser.get("/overview").await.has("Second");
    let id = other.account_id.to_string();
    let done = browser.submit(&page, "/account/switch", &[("account_id", &*id)]).await;
    browser.follow(&done).await.shows(200, "Overview").has("You are now in Second.");
    // The token is new, and the role is that of the other account.
    assert_ne!(browser.cookies["almoner"], old);
    browser.get("/settings/audit").await.shows(403, "This is not for you");
    let page = browser.get("/overview").await;
    let id = stranger.account_id.to_string();
    browser
        .submit(&page, "/account/switch", &[("account_id", &*id)])
        .await
        .shows(404, "There is no such page");
    browser.get("/settings/account").await.has("Second");
}

async fn a_user_without_an_account_has_a_page(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    api.execute("DELETE FROM memberships WHERE user_id = $1", vec![member.id.into()]).await;
    let mut browser = Browser::new(&api);
    let signed_in = browser.sign_in(&member.email).await;
    let overview = browser.follow(&signed_in).await;
    browser.follow(&overview).await.shows(200, "No account");
    browser.get("/settings/profile").await.shows(200, "Profile");
}

async fn a_theme_is_kept_by_the_browser(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    browser.get("/overview").await.has("data-theme=\"system\"");
    for (sent, kept) in [("dark", "dark"), ("<script>", "system"), ("light", "light")] {
        browser.fill("/settings/profile", "/settings/profile/theme", &[("theme", sent)]).await;
        browser.get("/overview").await.has(&format!("data-theme=\"{kept}\""));
    }
}

async fn a_language_is_kept_by_the_browser(db: TestDb) {
    let api = Api::start(db).await;
    let mut browser = api.signed_in(&api.owner().await).await;
    let (profile, form) = ("/settings/profile", "/settings/profile/language");
    browser.get(profile).await.shows(200, "Profile").has("<html lang=\"en\"").has("As the browser asks");
    let done = browser.fill(profile, form, &[("language", "de")]).await;
    let page = browser.follow(&done).await.shows(200, "Profil").has("<html lang=\"de\" dir=\"ltr\"");
    page.has("Darstellung").has("<option value=\"de\" selected>Deutsch</option>");
    // Then the browser says which one it prefers.
    for sent in ["", "<script>"] {
        browser.fill(profile, form, &[("language", "de")]).await;
        browser.fill(profile, form, &[("language", sent)]).await;
        let request = browser.request("GET", profile).header("accept-language", "fr;q=0.5, es");
        browser.send(request).await.shows(200, "Perfil").has("<html lang=\"es\"").has("Apariencia");
    }
}

async fn a_language_goes_with_the_user_to_other_browsers(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (profile, form) = ("/settings/profile", "/settings/profile/language");
    let signed_in = async |language: &str| {
        let mut browser = Browser::new(&api);
        if !language.is_empty() {
            browser.cookies.insert("almoner-language".to_owned(), language.to_owned());
        }
        browser.sign_in(&owner.email).await.location();
        browser
    };
    signed_in("").await.fill(profile, form, &[("language", "de")]).await;
    let mut other = signed_in("").await;
    let page = other.get(profile).await.shows(200, "Profil").has("<html lang=\"de\"");
    page.has("<option value=\"de\" selected>Deutsch</option>");
    // Somebody else may have chosen another one in the browser.
    signed_in("es").await.get(profile).await.shows(200, "Profil").has("<html lang=\"de\"");
    other.fill(profile, form, &[("language", "")]).await;
    signed_in("es").await.get(profile).await.shows(200, "Perfil").has("<html lang=\"es\"");
    signed_in("").await.get(profile).await.shows(200, "Profile").has("<html lang=\"en\"");
}

async fn american_pages_write_the_month_first_and_twelve_hours(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let (profile, form) = ("/settings/profile", "/settings/profile/language");
    let page = browser.get(profile).await.has("15 Jun 2026, 12:00");
    page.has("<option value=\"en-US\">English (United States)</option>");
    // It is for those who choose it: many a browser elsewhere asks for it.
    let request = browser.request("GET", profile).header("accept-language", "en-US,en;q=0.9");
    browser.send(request).await.has("<html lang=\"en\"").has("15 Jun 2026, 12:00");
    browser.fill(profile, form, &[("language", "en-US")]).await.location();
    let page = browser.get(profile).await.shows(200, "Profile").has("<html lang=\"en-US\" dir=\"ltr\"");
    page.has("Jun 15, 2026, 12:00\u{a0}PM").has("<option value=\"en-US\" selected>");
    browser.get("/overview").await.shows(200, "Overview").has("Monday, June 15, 2026");
    browser.fill(profile, form, &[("language", "en")]).await.location();
    browser.get("/overview").await.has("Monday, 15 June 2026");
}

async fn an_owner_changes_the_account(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let path = "/settings/account";
    let shown = async || account.get("/account").await.ok().data().clone();
    let fields = |currency: &str, timezone: &str, follows: &str| {
        let texts = [("account_name", "Shelter"), ("currency", currency), ("timezone", timezone)];
        let texts = texts.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let box_ = ("status_follows_gifts".to_owned(), follows.to_owned());
        texts.into_iter().chain([box_]).collect::<Vec<_>>()
    };
    let mut change = async |fields: Vec<(String, String)>| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        browser.fill(path, path, &fields).await
    };
    let page = change(fields("eur", "Pacific/Auckland", "1")).await;
    assert_eq!(page.location(), path);
    let read = shown().await;
    assert_eq!((&read["account_name"], &read["currency"]), (&json!("Shelter"), &json!("EUR")));
    assert_eq!(
        (&read["timezone"], &read["account_status_follows_gifts"]),
        (&json!("Pacific/Auckland"), &json!(1))
    );
    // The day and the currency of new records follow at once.
    let (gift, _) = account.record("gifts", json!({"gift_amount": 5})).await;
    let read = account.get(&gift).await.ok();
    assert_eq!((&read["gift_currency"], &read["gift_date"]), (&json!("EUR"), &json!("2026-06-16")));
    // Now there is a gift of another currency than the new one.
    let page = change(fields("USD", "UTC", "1")).await;
    page.shows(422, "Account").has("Must stay, because gifts or pledges are in another currency");
    let page = change(fields("EURO", "Atlantis", "1")).await;
    page.shows(422, "Account").has("Must be the three letters of a currency").has("Must be a time zone");
    assert_eq!(shown().await["timezone"], "Pacific/Auckland");
    change(fields("EUR", "UTC", "0")).await.location();
    let read = shown().await;
    assert_eq!((&read["timezone"], &read["account_status_follows_gifts"]), (&json!("UTC"), &json!(0)));
    // Where all gifts have the new currency, it can change.
    api.execute("UPDATE gifts SET gift_currency = 'USD'", vec![]).await;
    change(fields("USD", "UTC", "0")).await.location();
    assert_eq!(shown().await["currency"], "USD");
    let expected = [
        "account_changed name Shelter, currency EUR, time zone Pacific/Auckland, a gift makes a donor: yes",
        "account_changed time zone UTC, a gift makes a donor: no",
        "account_changed currency USD",
    ];
    assert_eq!(api.audited(account.id).await, expected);
    let member = api.member(account.id, "member").await;
    api.signed_in(&member).await.get(path).await.has("Owners can change this.").lacks("name=\"currency\"");
}
