//! A form that is sent after its session has ended: the typed values come back after the sign-in, to the user who typed
//! them.

use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page, User};
use super::form::Form;
use crate::support::Api;

both_databases!(
    what_was_typed_comes_back_after_the_sign_in_and_is_saved_once,
    a_second_step_and_a_wrong_password_lose_nothing,
    a_form_of_before_the_sign_in_still_overwrites_nobody,
    the_quick_entry_and_the_webhook_come_back_too,
    a_form_is_shown_again_after_a_sign_in_in_another_window,
    what_was_typed_is_for_its_user_for_an_hour_and_for_its_form,
    a_form_that_cannot_be_kept_leads_back_to_its_page,
    a_page_comes_back_with_its_query,
);

const KEPT: &str = "Nothing is lost: sign in, and what you typed comes back.";
const AGAIN: &str = "You were signed out meanwhile. Here is what you typed. It is not saved yet";
const NEW: &str = "/contacts/new";

/// Signs the owner out everywhere but in a second browser.
async fn end_other_sessions(api: &Api, owner: &User) {
    let mut second = api.signed_in(owner).await;
    let path = "/settings/profile/sessions/end-others";
    let ended = second.fill("/settings/profile", path, &[]).await;
    second.follow(&ended).await.has("You are signed out everywhere else.");
}

/// Types a name into the form of a new contact, and sends it after the session has ended. Returns the sign-in.
async fn sent_too_late(api: &Api, owner: &User, browser: &mut Browser) -> Page {
    let form = Form::of(&browser.get(NEW).await, "/contacts");
    let form = form.set("contact_lname", "O'Brien <b>").set("contact_notes", "two\r\nlines");
    end_other_sessions(api, owner).await;
    form.send(browser).await.shows(422, "Sign in").has(KEPT).lacks("Brien")
}

/// Signs in on a page of the sign-in.
async fn sign_in(browser: &mut Browser, page: &Page, user: &User) -> Page {
    browser.submit(page, "/sign-in", &[("email", &user.email), ("password", PASSWORD)]).await
}

async fn contacts(api: &Api) -> i64 {
    let rows = api.query("SELECT count(*) FROM contacts", Vec::new()).await;
    rows[0].try_get_by_index(0).unwrap()
}

async fn what_was_typed_comes_back_after_the_sign_in_and_is_saved_once(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let page = sent_too_late(&api, &owner, &mut browser).await;
    let signed_in = sign_in(&mut browser, &page, &owner).await.shows(200, "You are signed in");
    let again = browser.submit(&signed_in, "/contacts", &[]).await.shows(200, "New contact").has(AGAIN);
    assert_eq!(contacts(&api).await, 0, "nothing is saved before its user says so");
    let form = Form::of(&again, "/contacts");
    assert_eq!(form.value("contact_lname"), "O'Brien <b>");
    assert_eq!(form.value("contact_notes"), "two\nlines");
    let saved = form.clone().send(&mut browser).await;
    assert!(saved.location().starts_with("/contacts/"));
    // The same form once more is the same contact.
    assert_eq!(form.send(&mut browser).await.location(), saved.location());
    assert_eq!(contacts(&api).await, 1);
}

async fn a_second_step_and_a_wrong_password_lose_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let mut browser = api.signed_in(&owner).await;
    let page = sent_too_late(&api, &owner, &mut browser).await;
    let page = browser.submit(&page, "/sign-in", &[("email", &owner.email), ("password", "wrong")]).await;
    let page = page.shows(422, "Sign in").has("The email address or the password is wrong").has(KEPT);
    let step = sign_in(&mut browser, &page, &owner).await.shows(200, "Second step");
    let step = browser.submit(&step, "/sign-in/second-step", &[("code", "000000")]).await;
    let step = step.shows(422, "Second step");
    let code = secret.code_at(api.app.clock.now_ms());
    let signed_in = browser.submit(&step, "/sign-in/second-step", &[("code", &code)]).await;
    let again = browser.submit(&signed_in, "/contacts", &[]).await.shows(200, "New contact").has(AGAIN);
    assert_eq!(Form::of(&again, "/contacts").value("contact_lname"), "O'Brien <b>");
}

async fn a_form_of_before_the_sign_in_still_overwrites_nobody(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (mut browser, mut other) = (api.signed_in(&owner).await, api.signed_in(&owner).await);
    let new = Form::of(&browser.get(NEW).await, "/contacts").set("contact_lname", "King");
    let path = new.complete().send(&mut browser).await.location().to_owned();
    let open = Form::of(&browser.get(&format!("{path}/edit")).await, &path).set("contact_fname", "Mine");
    let theirs = Form::of(&other.get(&format!("{path}/edit")).await, &path).set("contact_fname", "Theirs");
    assert_eq!(theirs.send(&mut other).await.location(), path);
    end_other_sessions(&api, &owner).await;
    let page = open.send(&mut browser).await.shows(422, "Sign in").has(KEPT);
    let signed_in = sign_in(&mut browser, &page, &owner).await;
    let again = browser.submit(&signed_in, &path, &[]).await.has(AGAIN);
    assert_eq!(again.status, 200);
    let form = Form::of(&again, &path);
    assert_eq!(form.value("contact_fname"), "Mine");
    let page = form.send(&mut browser).await.has("Somebody else has changed this meanwhile");
    assert_eq!(page.status, 409);
}

async fn the_quick_entry_and_the_webhook_come_back_too(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    for (path, action, field, typed) in [
        ("/gifts/quick", "/gifts/quick", "gift_amount", "12.50"),
        ("/settings/webhooks/new", "/settings/webhooks/new", "webhook_url", "https://x.example/"),
    ] {
        let mut browser = api.signed_in(&owner).await;
        let form = Form::of(&browser.get(path).await, action).set(field, typed);
        end_other_sessions(&api, &owner).await;
        let page = form.send(&mut browser).await.shows(422, "Sign in").has(KEPT);
        let signed_in = sign_in(&mut browser, &page, &owner).await;
        let again = browser.submit(&signed_in, action, &[]).await.has(AGAIN);
        assert_eq!((again.status, Form::of(&again, action).value(field)), (200, typed));
    }
    let rows = api.query("SELECT (SELECT count(*) FROM gifts) + (SELECT count(*) FROM webhooks)", Vec::new());
    assert_eq!(rows.await[0].try_get_by_index::<i64>(0).unwrap(), 0);
}

async fn a_form_is_shown_again_after_a_sign_in_in_another_window(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let form = Form::of(&browser.get(NEW).await, "/contacts").set("contact_lname", "King");
    browser.cookies = api.signed_in(&owner).await.cookies;
    let again = form.clone().send(&mut browser).await.shows(200, "New contact").has(AGAIN);
    assert_eq!((Form::of(&again, "/contacts").value("contact_lname"), contacts(&api).await), ("King", 0));
    // In the window of another user, it is nobody's form.
    let other = api.member(owner.account_id, "owner").await;
    browser.cookies = api.signed_in(&other).await.cookies;
    form.send(&mut browser).await.shows(403, "This form was not accepted").lacks("King");
}

async fn what_was_typed_is_for_its_user_for_an_hour_and_for_its_form(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let other = api.member(owner.account_id, "owner").await;
    let stranger = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let page = sent_too_late(&api, &owner, &mut browser).await;
    let kept = page.between("name=\"kept\" value=\"", "\"");
    for user in [&other, &stranger] {
        // Another window, with cookies of its own from here on.
        let mut browser = browser.clone();
        let signed_in = sign_in(&mut browser, &page, user).await;
        assert_eq!(signed_in.location(), "/contacts");
        browser.follow(&signed_in).await.has("it was by another user, or too long ago").lacks("Brien");
        // A form of their own does not show it either.
        let sent = browser.fill(NEW, "/contacts", &[("kept", &kept)]).await;
        sent.shows(403, "Please type it again").lacks("Brien");
    }
    // It is refused if it was changed, or comes with another form of its own user.
    let mut own = api.signed_in(&owner).await;
    for (page, action, kept) in
        [(NEW, "/contacts", &kept[1..]), (NEW, "/contacts", ""), ("/tasks/new", "/tasks", kept.as_str())]
    {
        let sent = own.fill(page, action, &[("kept", kept)]).await;
        sent.shows(403, "Please type it again").lacks("Brien");
    }
    api.turn_to("2026-06-15T23:59:00Z");
    let signed_in = sign_in(&mut browser, &page, &owner).await;
    assert_eq!(signed_in.location(), "/contacts");
    browser.follow(&signed_in).await.has("too long ago");
    browser.fill(NEW, "/contacts", &[("kept", &kept)]).await.shows(403, "Please type it again");
    assert_eq!(contacts(&api).await, 0);
}

async fn a_form_that_cannot_be_kept_leads_back_to_its_page(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let invite = browser.get("/settings/members").await;
    let long = Form::of(&browser.get(NEW).await, "/contacts").set("contact_notes", &"x".repeat(50_000));
    end_other_sessions(&api, &owner).await;
    let fields = [("email", "new@x.example"), ("role", "member")];
    let page = browser.submit(&invite, "/settings/members/invite", &fields).await.shows(422, "Sign in");
    let page = page.has("You were signed out before this was sent").lacks("new@x.example").lacks("kept");
    assert_eq!(sign_in(&mut browser, &page, &owner).await.location(), "/settings/members");
    browser.cookies.insert("almoner".to_owned(), "ended".to_owned());
    let sent = long.send(&mut browser).await;
    assert_eq!(sent.location(), "/sign-in?next=%2Fcontacts");
    browser.follow(&sent).await.shows(200, "Sign in").has("What was sent after that was not saved.");
    // A form from another site is not even read.
    let request = browser.request("POST", "/contacts").header("sec-fetch-site", "cross-site");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body("contact_lname=x");
    assert_eq!(browser.send(request).await.location(), "/sign-in");
}

async fn a_page_comes_back_with_its_query(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let path = "/contacts?status=donor&q=a%26b+c";
    let mut browser = Browser::new(&api);
    let page = browser.get(path).await;
    let page = browser.follow(&page).await;
    assert_eq!(sign_in(&mut browser, &page, &owner).await.location(), path);
}
