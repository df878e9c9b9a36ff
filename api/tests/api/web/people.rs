//! Members: invitations, roles, removal and leaving.

use api::accounts::{invitations, passwords};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page, User};
use crate::support::Api;

both_databases!(
    a_new_user_joins_by_the_link_of_an_invitation,
    an_existing_user_joins_with_the_password,
    the_page_of_an_invitation_does_not_tell_who_is_a_user,
    a_user_joins_with_a_password_that_nobody_may_choose_any_more,
    an_invitation_works_once_and_can_be_replaced_taken_back_or_too_late,
    a_member_who_is_removed_is_out_at_once_with_the_key,
    an_account_always_has_an_owner,
    a_role_that_is_changed_ends_the_members_sessions,
    an_owner_makes_a_password_link_for_who_belongs_to_no_other_account,
    nobody_changes_the_members_of_another_account,
);

const PAGE: &str = "/settings/members";

/// Invites somebody, and returns the path of the link.
async fn invite(browser: &mut Browser, email: &str, role: &str) -> String {
    let done = browser.fill(PAGE, "/settings/members/invite", &[("email", email), ("role", role)]).await;
    link(&browser.follow(&done).await)
}

/// Returns the path of the link that a page shows.
fn link(page: &Page) -> String {
    let link = page.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    assert!(host.starts_with("127.0.0.1:"), "{link}");
    format!("/{path}")
}

/// Returns the token of the forms of a signed-in browser.
async fn csrf(browser: &mut Browser) -> String {
    browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"")
}

async fn a_new_user_joins_by_the_link_of_an_invitation(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut inviting = api.signed_in(&owner).await;
    let path = invite(&mut inviting, "Grace@Almoner.example", "member").await;
    inviting.get(PAGE).await.has("Grace@almoner.example").lacks("token=");

    let mut browser = Browser::new(&api);
    let page = browser.get(&path).await.shows(200, "Invitation").has(&owner.email).has("as a member");
    let wrong = [("name", " "), ("password", "short")];
    let page = browser.submit(&page, "/invitation", &wrong).await.shows(422, "Invitation");
    let page = page.has("Is required").has("Must have 10 to 1000 characters");
    let right = [("name", "Grace Hopper"), ("password", PASSWORD)];
    let joined = browser.submit(&page, "/invitation", &right).await;
    browser.follow(&joined).await.shows(200, "Overview").has("you have joined").has("Grace Hopper");
    // A member cannot do an owner's things.
    browser.get("/settings/audit").await.shows(403, "This is not for you");
    browser.get(PAGE).await.lacks("Invite somebody").lacks("Make owner").has("Grace Hopper");
    assert_eq!(Browser::new(&api).sign_in("grace@almoner.example").await.location(), "/overview");
    let audited = api.audited(owner.account_id).await;
    let expected = [
        "member_invited Grace@almoner.example as member",
        "member_joined Grace@almoner.example",
        "sign_in",
        "sign_in",
    ];
    assert_eq!(audited, expected);
}

async fn an_existing_user_joins_with_the_password(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, invited, stranger) = (api.owner().await, api.owner().await, api.owner().await);
    let path = invite(&mut api.signed_in(&owner).await, &invited.email.to_uppercase(), "owner").await;
    // The link alone opens nothing of an existing user.
    let mut browser = Browser::new(&api);
    let page = browser.get(&path).await.shows(200, "Invitation");
    let wrong = [("name", "X"), ("password", "another horse battery")];
    let page = browser.submit(&page, "/invitation", &wrong).await.shows(422, "Invitation");
    let page = page.has("Is not the one that signs in with this address").lacks("another horse");
    assert!(!browser.cookies.contains_key("almoner"));
    assert_eq!(api.audited(invited.account_id).await, [format!("sign_in_failed {}", invited.email)]);

    let token = path.split_once("token=").unwrap().1.to_owned();
    let mut elsewhere = api.signed_in(&stranger).await;
    elsewhere.get(&path).await.has(&format!("You are signed in as {}", stranger.email));
    let csrf = csrf(&mut elsewhere).await;
    elsewhere.post("/invitation", &[("csrf", &csrf), ("token", &token)]).await.shows(422, "Invitation");

    let right = [("name", "Another name"), ("password", PASSWORD)];
    let joined = browser.submit(&page, "/invitation", &right).await;
    browser.follow(&joined).await.shows(200, "Overview").has("you have joined").lacks("Another name");
    browser.get("/settings/audit").await.shows(200, "Audit log");
    let rows = api
        .query("SELECT count(*) FROM memberships WHERE account_id = $1", vec![owner.account_id.into()])
        .await;
    assert_eq!(rows[0].try_get_by_index::<i64>(0).unwrap(), 2);

    // A signed-in user joins with a button.
    let path = invite(&mut api.signed_in(&owner).await, &stranger.email, "member").await;
    let page = elsewhere.get(&path).await.shows(200, "Invitation").lacks("name=\"password\"");
    let joined = elsewhere.submit(&page, "/invitation", &[]).await;
    elsewhere.follow(&joined).await.shows(200, "Overview").has("you have joined");
}

async fn the_page_of_an_invitation_does_not_tell_who_is_a_user(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, user) = (api.owner().await, api.owner().await);
    let mut inviting = api.signed_in(&owner).await;
    let mut answers = Vec::new();
    for email in [&*user.email, "nobody@almoner.example"] {
        let path = invite(&mut inviting, email, "member").await;
        let token = path.split_once("token=").unwrap().1.replace('=', "&#61;");
        let mut browser = Browser::new(&api);
        browser.get("/sign-in").await;
        browser.cookies.insert("almoner-form".to_owned(), "x".to_owned());
        let page = browser.get(&path).await.shows(200, "Invitation");
        let mut pages = vec![page.html.clone()];
        // Values that are refused without using the invitation up.
        for typed in [("", ""), ("", PASSWORD), ("X", "short")] {
            let fields = [("name", typed.0), ("password", typed.1)];
            pages.push(browser.submit(&page, "/invitation", &fields).await.shows(422, "Invitation").html);
        }
        answers.push(pages.join("").replace(email, "EMAIL").replace(&token, "TOKEN"));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(api.audited(user.account_id).await, Vec::<String>::new());
}

async fn a_user_joins_with_a_password_that_nobody_may_choose_any_more(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, user) = (api.owner().await, api.owner().await);
    let hash = passwords::hash("password12".to_owned()).await.unwrap();
    let text = "UPDATE users SET password_hash = $1 WHERE id = $2";
    assert_eq!(api.execute(text, vec![hash.into(), user.id.into()]).await, 1);
    let mut inviting = api.signed_in(&owner).await;
    let rule = "Is too common, even with some digits around it";
    let (common, own) =
        ([("name", "X"), ("password", "password123")], [("name", "X"), ("password", "password12")]);

    let path = invite(&mut inviting, "nobody@almoner.example", "member").await;
    let mut browser = Browser::new(&api);
    browser.fill(&path, "/invitation", &common).await.shows(422, "Invitation").has(rule);
    browser.fill(&path, "/invitation", &own).await.shows(422, "Invitation").has(rule);

    let path = invite(&mut inviting, &user.email, "member").await;
    let mut browser = Browser::new(&api);
    browser.fill(&path, "/invitation", &common).await.shows(422, "Invitation").has(rule);
    let joined = browser.fill(&path, "/invitation", &own).await;
    browser.follow(&joined).await.shows(200, "Overview").has("you have joined");
}

async fn an_invitation_works_once_and_can_be_replaced_taken_back_or_too_late(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut inviting = api.signed_in(&owner).await;
    let gone = "There is no such page";
    let first = invite(&mut inviting, "grace@almoner.example", "member").await;
    let second = invite(&mut inviting, "GRACE@almoner.example", "owner").await;
    Browser::new(&api).get(&first).await.shows(404, gone);
    inviting.fill(PAGE, "/settings/members/revoke", &[]).await;
    Browser::new(&api).get(&second).await.shows(404, gone);

    let third = invite(&mut inviting, "grace@almoner.example", "member").await;
    let (mut one, mut other) = (Browser::new(&api), Browser::new(&api));
    let open = other.get(&third).await;
    let fields = [("name", "Grace"), ("password", PASSWORD)];
    assert_eq!(one.fill(&third, "/invitation", &fields).await.location(), "/overview");
    other.submit(&open, "/invitation", &fields).await.shows(404, gone);
    let refused = [("email", "grace@almoner.example"), ("role", "member")];
    let page = inviting.fill(PAGE, "/settings/members/invite", &refused).await.shows(422, "Members");
    page.has("Is a member&#39;s already");

    let late = invite(&mut inviting, "ada@almoner.example", "member").await;
    api.turn_to("2026-06-22T11:59:59Z");
    Browser::new(&api).get(&late).await.shows(200, "Invitation");
    api.turn_to("2026-06-22T12:00:00Z");
    Browser::new(&api).get(&late).await.shows(404, gone);
    let removed = invitations::remove_expired(&api.app.store, api.app.clock.now_ms()).await.unwrap();
    assert_eq!(removed, 2, "the accepted one and the late one");
}

async fn a_member_who_is_removed_is_out_at_once_with_the_key(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let account = api.account().await;
    let member = api.member(owner.account_id, "member").await;
    api.join(&member, account.id, "member").await;
    let key = account.with_key(&api.new_key(owner.account_id, member.id).await);
    let (mut out, mut elsewhere) = (
        api.signed_in(&member).await,
        api.signed_in(&User { account_id: account.id, ..member.clone() }).await,
    );
    key.get("/contacts").await.ok();
    let mut browser = api.signed_in(&owner).await;
    let csrf = csrf(&mut browser).await;
    let fields = [("csrf", &*csrf), ("user_id", &*member.id.to_string())];
    let done = browser.post("/settings/members/remove", &fields).await;
    browser.follow(&done).await.has("The member is removed").lacks(&member.email);
    key.get("/contacts").await.failed(403, "Forbidden");
    assert_eq!(out.get("/overview").await.location(), "/sign-in?next=%2Foverview");
    // The user's session on another account goes on.
    elsewhere.get("/overview").await.shows(200, "Overview");
    assert_eq!(api.audited(owner.account_id).await, [format!("member_removed {}", member.email)]);
}

async fn an_account_always_has_an_owner(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let mut browser = api.signed_in(&owner).await;
    let token = csrf(&mut browser).await;
    let own_id = owner.id.to_string();
    for (path, fields) in [
        ("/settings/members/leave", vec![]),
        ("/settings/members/remove", vec![("user_id", &*own_id)]),
        ("/settings/members/role", vec![("user_id", &*own_id), ("role", "member")]),
    ] {
        let fields = [vec![("csrf", &*token)], fields].concat();
        let refused = browser.post(path, &fields).await;
        browser.follow(&refused).await.shows(200, "Members").has("is the only owner of the account");
    }
    // With a second owner, the first may go, and then the second may not.
    let member_id = member.id.to_string();
    let fields = [("csrf", &*token), ("user_id", &*member_id), ("role", "owner")];
    browser.post("/settings/members/role", &fields).await;
    let left = browser.post("/settings/members/leave", &[("csrf", &*token)]).await;
    browser.follow(&left).await.shows(200, "Sign in").has("You have left Test.");
    let mut second = api.signed_in(&member).await;
    second.get("/settings/audit").await.shows(200, "Audit log").has("Left the account");
    let refused = second.fill(PAGE, "/settings/members/leave", &[]).await;
    second.follow(&refused).await.has("is the only owner of the account");
}

async fn a_role_that_is_changed_ends_the_members_sessions(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let other = api.member(owner.account_id, "owner").await;
    let mut changed = api.signed_in(&other).await;
    let mut browser = api.signed_in(&owner).await;
    let token = csrf(&mut browser).await;
    let fields = [("csrf", &*token), ("user_id", &*other.id.to_string()), ("role", "member")];
    browser.post("/settings/members/role", &fields).await;
    assert_eq!(changed.get("/overview").await.status, 303);
    api.signed_in(&other).await.get("/settings/audit").await.shows(403, "This is not for you");
    let audited = api.audited(owner.account_id).await;
    assert_eq!(audited, [format!("member_role_changed {}: owner → member", other.email)]);

    // An owner who gives up that role goes on as a member, with another token.
    let third = api.member(owner.account_id, "owner").await;
    let mut browser = api.signed_in(&third).await;
    let (old, token) = (browser.cookies["almoner"].clone(), csrf(&mut browser).await);
    let fields = [("csrf", &*token), ("user_id", &*third.id.to_string()), ("role", "member")];
    browser.post("/settings/members/role", &fields).await;
    assert_ne!(browser.cookies["almoner"], old);
    browser.get("/settings/audit").await.shows(403, "This is not for you");
    browser.get("/overview").await.shows(200, "Overview");
}

async fn an_owner_makes_a_password_link_for_who_belongs_to_no_other_account(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let mut browser = api.signed_in(&owner).await;
    let done = browser.fill(PAGE, "/settings/members/password-link", &[]).await;
    let path = link(&browser.follow(&done).await);
    Browser::new(&api).get(&path).await.shows(200, "Choose a new password");

    // The link would lead into the other account, too.
    let shared = api.owner().await;
    api.join(&member, shared.account_id, "member").await;
    browser.get(PAGE).await.lacks("Make password link");
    let token = csrf(&mut browser).await;
    let fields = [("csrf", &*token), ("user_id", &*member.id.to_string())];
    let refused = browser.post("/settings/members/password-link", &fields).await;
    refused.shows(422, "This did not work").has("belongs to other accounts too");
}

async fn nobody_changes_the_members_of_another_account(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let member = api.member(owner.account_id, "member").await;
    invite(&mut api.signed_in(&owner).await, "grace@almoner.example", "member").await;
    let rows = api.query("SELECT id FROM invitations", Vec::new()).await;
    let invitation: i64 = rows[0].try_get_by_index(0).unwrap();
    let before = (api.audited(owner.account_id).await, members(&api, owner.account_id).await);
    let mut browser = api.signed_in(&other).await;
    let token = csrf(&mut browser).await;
    let (member_id, invitation) = (member.id.to_string(), invitation.to_string());
    for (path, field, value) in [
        ("/settings/members/role", "user_id", &member_id),
        ("/settings/members/remove", "user_id", &member_id),
        ("/settings/members/password-link", "user_id", &member_id),
        ("/settings/members/revoke", "invitation", &invitation),
        ("/settings/members/invitation-link", "invitation", &invitation),
        ("/account/switch", "account_id", &owner.account_id.to_string()),
    ] {
        let fields = [("csrf", &*token), (field, value.as_str()), ("role", "owner")];
        browser.post(path, &fields).await.shows(404, "There is no such page");
    }
    assert_eq!((api.audited(owner.account_id).await, members(&api, owner.account_id).await), before);
    browser.get(PAGE).await.lacks(&member.email).lacks("grace@almoner.example");
}

async fn members(api: &Api, account_id: i64) -> Vec<(i64, String)> {
    let text = "SELECT user_id, role FROM memberships WHERE account_id = $1 ORDER BY user_id";
    let rows = api.query(text, vec![account_id.into()]).await;
    rows.iter().map(|row| (row.try_get_by_index(0).unwrap(), row.try_get_by_index(1).unwrap())).collect()
}
