//! Links that owners hand out: the rights that they rest on, and that they end with these.

use api::accounts::{Actor, invitations, links};
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::values::choices::MembershipRole;

use super::browser::{Browser, PASSWORD, Page, User};
use crate::support::Api;

both_databases!(
    a_password_link_ends_when_its_user_joins_another_account,
    a_password_link_that_rests_on_nothing_any_more_is_refused,
    a_password_link_is_never_used_after_its_user_has_joined_another_account,
    what_an_owner_has_handed_out_ends_with_the_role,
    an_invitation_is_that_of_the_owner_who_has_its_link,
    the_members_page_shows_who_has_handed_out_what_and_takes_it_back,
    an_owner_makes_no_password_link_for_the_own_user,
);

const MEMBERS: &str = "/settings/members";
const GONE: &str = "There is no such page";
const NEW: &str = "another horse battery";

/// Returns the path of the link that a page shows.
fn link(page: &Page) -> String {
    let link = page.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let (_, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
    format!("/{path}")
}

/// Sends a form of the members' page, and returns the path of the link that the next page shows.
async fn handed_out(browser: &mut Browser, action: &str, fields: &[(&str, &str)]) -> String {
    let done = browser.fill(MEMBERS, action, fields).await;
    link(&browser.follow(&done).await)
}

async fn invite(browser: &mut Browser, email: &str) -> String {
    let fields = [("email", email), ("role", "owner")];
    handed_out(browser, "/settings/members/invite", &fields).await
}

async fn password_link(browser: &mut Browser, user: &User) -> String {
    let fields = [("user_id", &*user.id.to_string())];
    handed_out(browser, "/settings/members/password-link", &fields).await
}

fn token(path: &str) -> &str {
    path.split_once("token=").unwrap().1
}

async fn a_password_link_ends_when_its_user_joins_another_account(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let member = api.member(owner.account_id, "member").await;
    let path = password_link(&mut api.signed_in(&owner).await, &member).await;
    let mut attacker = Browser::new(&api);
    let open = attacker.get(&path).await.shows(200, "Choose a new password");
    let operator = Actor::operator(api.app.clock.now_ms());
    let others = links::new_password(&api.app.store, operator, other.id).await.unwrap();

    let invitation = invite(&mut api.signed_in(&other).await, &member.email).await;
    let mut browser = api.signed_in(&member).await;
    let joined = browser.fill(&invitation, "/invitation", &[]).await;
    browser.follow(&joined).await.has("you have joined");
    attacker.get(&path).await.shows(404, GONE);
    attacker.submit(&open, "/password", &[("password", NEW)]).await.shows(404, GONE);
    assert_eq!(Browser::new(&api).sign_in(&member.email).await.location(), "/overview");
    // Nobody else's links have ended.
    attacker.get(&format!("/password?token={others}")).await.shows(200, "Choose a new password");
}

/// The link is checked when it is shown and when it is used, even if nothing has ended it before.
async fn a_password_link_that_rests_on_nothing_any_more_is_refused(db: TestDb) {
    let api = Api::start(db).await;
    for change in [
        "INSERT INTO memberships (account_id, user_id, role, created_at_ms) VALUES ($3, $2, 'member', 0)",
        "DELETE FROM memberships WHERE user_id = $2",
        "UPDATE memberships SET role = 'member' WHERE user_id = $1",
        "DELETE FROM memberships WHERE user_id = $1",
    ] {
        let (owner, other) = (api.owner().await, api.owner().await);
        let member = api.member(owner.account_id, "member").await;
        let path = password_link(&mut api.signed_in(&owner).await, &member).await;
        let mut browser = Browser::new(&api);
        let open = browser.get(&path).await.shows(200, "Choose a new password");
        let change = change.replace("$1", &owner.id.to_string()).replace("$2", &member.id.to_string());
        let change = change.replace("$3", &other.account_id.to_string());
        assert_eq!(api.execute(&change, vec![]).await, 1, "{change}");
        browser.get(&path).await.shows(404, GONE);
        browser.submit(&open, "/password", &[("password", NEW)]).await.shows(404, GONE);
        let kept = Browser::new(&api).sign_in(&member.email).await;
        assert_eq!(kept.location(), "/overview", "{change}");
    }
}

async fn a_password_link_is_never_used_after_its_user_has_joined_another_account(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let store = &api.app.store;
    let now_ms = api.app.clock.now_ms();
    for round in 0..8 {
        let member = api.member(owner.account_id, "member").await;
        let by = |user: &User| Actor { user_id: Some(user.id), address: None, now_ms };
        let (own, new) = (AccountScope::new(owner.account_id), AccountScope::new(other.account_id));
        let password = links::new_password_for_member(store, by(&owner), own, member.id).await.unwrap();
        let role = MembershipRole::Member;
        let invited =
            invitations::invite(store, by(&other), new, (member.email.as_str(), role), false).await.unwrap();
        let nobody = Actor { user_id: None, ..by(&member) };
        let join = async || {
            // In every second round the link goes first, as far as the slow hash allows.
            if round % 2 == 0 {
                api::accounts::passwords::hash(PASSWORD.to_owned()).await.unwrap();
            }
            let user = (member.id, member.email.as_str());
            invitations::accept(store, by(&member), &invited.token, user).await
        };
        let (used, joined) = tokio::join!(links::set_password(store, nobody, &password, NEW), join());
        joined.unwrap();
        let text = "SELECT action FROM audit_log WHERE user_id = $1 AND action IN ('member_joined', 'password_changed')
            ORDER BY id";
        let rows = api.query(text, vec![member.id.into()]).await;
        let actions: Vec<String> = rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
        match used {
            Ok(_) => assert_eq!(actions, ["password_changed", "member_joined"]),
            Err(_) => assert_eq!(actions, ["member_joined"]),
        }
        let after = links::set_password(store, nobody, &password, NEW).await;
        assert!(after.is_err());
    }
}

async fn what_an_owner_has_handed_out_ends_with_the_role(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let member = api.member(owner.account_id, "member").await;
    let mut browser = api.signed_in(&owner).await;
    for end in ["remove", "role", "leave"] {
        let leaving = api.member(owner.account_id, "owner").await;
        let mut handing_out = api.signed_in(&leaving).await;
        let invitation = invite(&mut handing_out, "backdoor@evil.example").await;
        let password = password_link(&mut handing_out, &member).await;
        // A link that somebody else has handed out goes on.
        let kept = invite(&mut browser, "grace@almoner.example").await;
        let mut attacker = Browser::new(&api);
        let accepting = attacker.get(&invitation).await.shows(200, "Invitation");
        let choosing = attacker.get(&password).await.shows(200, "Choose a new password");
        let id = leaving.id.to_string();
        let done = match end {
            "leave" => handing_out.fill(MEMBERS, "/settings/members/leave", &[]).await,
            "role" => {
                browser.fill(MEMBERS, "/settings/members/role", &[("user_id", &id), ("role", "member")]).await
            }
            _ => browser.fill(MEMBERS, "/settings/members/remove", &[("user_id", &id)]).await,
        };
        assert_eq!(done.status, 303, "{end}");
        attacker.get(&invitation).await.shows(404, GONE);
        attacker.get(&password).await.shows(404, GONE);
        let fields = [("name", "Back"), ("password", PASSWORD)];
        attacker.submit(&accepting, "/invitation", &fields).await.shows(404, GONE);
        attacker.submit(&choosing, "/password", &[("password", NEW)]).await.shows(404, GONE);
        let page = browser.get(MEMBERS).await.has("grace@almoner.example");
        page.lacks("backdoor@evil.example").lacks("Open password links");
        attacker.get(&kept).await.shows(200, "Invitation");
    }
}

async fn an_invitation_is_that_of_the_owner_who_has_its_link(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let leaving = api.member(owner.account_id, "owner").await;
    let mut browser = api.signed_in(&owner).await;
    invite(&mut browser, "backdoor@evil.example").await;
    let page = browser.get(MEMBERS).await;
    let id = page.hidden("/settings/members/revoke").into_iter().find(|(name, _)| name == "invitation");
    let mut other = api.signed_in(&leaving).await;
    let csrf = other.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*csrf), ("invitation", &*id.unwrap().1)];
    let done = other.post("/settings/members/invitation-link", &fields).await;
    let path = link(&other.follow(&done).await);
    Browser::new(&api).get(&path).await.shows(200, "Invitation").has(&leaving.email);
    browser.fill(MEMBERS, "/settings/members/remove", &[("user_id", &*leaving.id.to_string())]).await;
    Browser::new(&api).get(&path).await.shows(404, GONE);
}

async fn the_members_page_shows_who_has_handed_out_what_and_takes_it_back(db: TestDb) {
    let api = Api::start(db).await;
    let (owner, stranger) = (api.owner().await, api.owner().await);
    let second = api.member(owner.account_id, "owner").await;
    let member = api.member(owner.account_id, "member").await;
    api.execute("UPDATE users SET name = 'Second Owner' WHERE id = $1", vec![second.id.into()]).await;
    let mut handing_out = api.signed_in(&second).await;
    invite(&mut handing_out, "grace@almoner.example").await;
    let path = password_link(&mut handing_out, &member).await;
    let mut browser = api.signed_in(&owner).await;
    let page = browser.get(MEMBERS).await.has("Open password links").lacks(token(&path));
    let invited = page.between("Open invitations", "</table>");
    assert!(invited.contains("grace@almoner.example") && invited.contains("Second Owner"), "{invited}");
    let open = page.between("Open password links", "</table>");
    for shown in [&*member.email, "Second Owner", "16 Jun 2026, 12:00"] {
        assert!(open.contains(shown), "{shown}: {open}");
    }
    // A member sees the link, but cannot take it back; neither can the owner of another account.
    let action = "/settings/members/password-link/revoke";
    api.signed_in(&member).await.get(MEMBERS).await.has("Open password links").lacks(action);
    let id = page.hidden(action).into_iter().find(|(name, _)| name == "link").unwrap().1;
    let mut elsewhere = api.signed_in(&stranger).await;
    let csrf = elsewhere.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    elsewhere.post(action, &[("csrf", &csrf), ("link", &id)]).await.shows(404, GONE);

    let done = browser.submit(&page, action, &[]).await;
    browser.follow(&done).await.has("The password link is taken back").lacks("Open password links");
    Browser::new(&api).get(&path).await.shows(404, GONE);
    let audited = api.audited(owner.account_id).await;
    assert_eq!(
        audited[1..],
        [
            format!("password_link_created {}", member.email),
            format!("password_link_revoked {}", member.email)
        ]
    );
    browser.get("/settings/audit").await.has("Took a password link back");
}

async fn an_owner_makes_no_password_link_for_the_own_user(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let csrf = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*csrf), ("user_id", &*owner.id.to_string())];
    let refused = browser.post("/settings/members/password-link", &fields).await;
    refused.shows(422, "This did not work").has("change your password under Profile");
}
