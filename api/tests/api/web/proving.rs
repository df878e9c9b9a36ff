//! Addresses that nobody has proven: an owner registers somebody else's address, and its real user gets it back.

use api::accounts::{Actor, NewAccount, users};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, PASSWORD, Page};
use super::mail::{BASE, ask_for_link, invite, start, until_page_has};
use crate::support::Api;
use crate::support::mail_server::MailServer;

both_databases!(
    an_owner_gets_no_link_for_an_invitation_that_was_mailed,
    the_first_mailed_link_gives_an_address_back_that_somebody_else_has_registered,
    a_mailed_invitation_proves_the_address,
    the_users_of_an_operator_are_proven,
    an_only_owner_stays_one,
);

const MEMBERS: &str = "/settings/members";
const DORA: &str = "dora@charity-b.example";
const NEW: &str = "another horse battery";

/// Invites an address that takes no mail, and returns the path of the link that its owner is shown instead.
async fn link_by_hand(server: &MailServer, browser: &mut Browser, email: &str) -> String {
    server.refuse("550 5.1.1 no such mailbox");
    invite(browser, email).await;
    let page = until_page_has(browser, MEMBERS, "Could not be mailed").await;
    let done = browser.submit(&page, "/settings/members/invitation-link", &[]).await;
    let link = browser.follow(&done).await.between("id=\"link-value\">", "<").replace("&#61;", "=");
    format!("/invitation{}", link.split_once("/invitation").unwrap().1)
}

/// Accepts an invitation as somebody new.
async fn accept(api: &Api, path: &str) -> Browser {
    let mut browser = Browser::new(api);
    let fields = [("name", "Somebody"), ("password", PASSWORD)];
    let joined = browser.fill(path, "/invitation", &fields).await;
    browser.follow(&joined).await.has("you have joined");
    browser
}

/// Turns the second factor on in a browser.
async fn turn_on_second_factor(api: &Api, browser: &mut Browser) {
    let path = "/settings/profile/second-factor";
    let page = browser.get(path).await;
    let code = page.second_factor().code_at(api.app.clock.now_ms());
    let done = browser.submit(&page, path, &[("code", &*code), ("password", PASSWORD)]).await;
    browser.follow(&done).await.has("Your second factor is on");
}

/// Asks for a link, and returns the page that it leads to, and the path.
async fn mailed_link(api: &Api, server: &MailServer, email: &str) -> (Page, String) {
    let before = server.letters().len();
    ask_for_link(api, email).await;
    for number in before + 1.. {
        let letter = server.letter(number).await;
        if letter.headers("Subject") == ["A new password for Almoner"] {
            let path = letter.path(BASE);
            return (Browser::new(api).get(&path).await.shows(200, "Choose a new password"), path);
        }
    }
    unreachable!()
}

async fn choose(api: &Api, path: &str) -> Page {
    let mut browser = Browser::new(api);
    let done = browser.fill(path, "/password", &[("password", NEW)]).await;
    assert_eq!(done.location(), "/sign-in");
    browser.fill("/sign-in", "/sign-in", &[("email", DORA), ("password", NEW)]).await
}

async fn an_owner_gets_no_link_for_an_invitation_that_was_mailed(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    invite(&mut browser, DORA).await;
    let page = until_page_has(&mut browser, MEMBERS, ">Mailed<").await;
    let id = page.hidden("/settings/members/revoke").into_iter().find(|(name, _)| name == "invitation");
    let csrf = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*csrf), ("invitation", &*id.unwrap().1)];
    let refused = browser.post("/settings/members/invitation-link", &fields).await;
    let page = browser.follow(&refused).await.lacks("link-value").has(">Mailed<");
    page.has("Not done: the invitation is mailed: its link is in the letter.");
    // The mailed link goes on.
    Browser::new(&api).get(&server.letter(1).await.path(BASE)).await.shows(200, "Invitation");
    // The owner does not get the link while the letter waits either.
    api.execute("UPDATE invitations SET mail_status = 'queued'", Vec::new()).await;
    let refused = browser.post("/settings/members/invitation-link", &fields).await;
    browser.follow(&refused).await.lacks("link-value").has("is mailed: its link is in the letter.");
}

async fn the_first_mailed_link_gives_an_address_back_that_somebody_else_has_registered(db: TestDb) {
    let (api, server) = start(db).await;
    let attacker = api.owner().await;
    let mut attacking = api.signed_in(&attacker).await;
    let path = link_by_hand(&server, &mut attacking, DORA).await;
    let mut squatter = accept(&api, &path).await;
    turn_on_second_factor(&api, &mut squatter).await;
    let done =
        squatter.fill("/settings/services", "/settings/services/keys", &[("key_name", "Ledger")]).await;
    let key = squatter.follow(&done).await.between("id=\"key\">", "<");
    let key = api.account().await.with_key(&key);
    key.get("/contacts").await.ok();

    let (page, link) = mailed_link(&api, &server, DORA).await;
    page.has("somebody else may have registered it")
        .has("the second factor is turned off, and the memberships end");
    // Nothing has changed by looking at it.
    squatter.get("/overview").await.shows(200, "Overview");
    let signed_in = choose(&api, &link).await;
    assert_eq!(signed_in.location(), "/overview", "there is no second step");
    assert_eq!(squatter.get("/overview").await.status, 303);
    key.get("/contacts").await.failed(403, "Forbidden");
    let page = attacking.get(MEMBERS).await.lacks(DORA);
    let user = users::find(api.app.store.read(), DORA).await.unwrap().unwrap();
    let csrf = page.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*csrf), ("user_id", &*user.id.to_string())];
    attacking.post("/settings/members/password-link", &fields).await.shows(404, "There is no such page");
    let audited = api.audited(attacker.account_id).await;
    assert_eq!(
        audited[audited.len() - 3..],
        ["password_changed".to_owned(), "second_factor_off".to_owned(), format!("member_left {DORA}")]
    );

    // Now the address is proven: later memberships and a later second factor survive the next link.
    let other = api.owner().await;
    let path = link_by_hand(&server, &mut api.signed_in(&other).await, DORA).await;
    let mut dora = Browser::new(&api);
    let fields = [("name", "Dora"), ("password", NEW)];
    let joined = dora.fill(&path, "/invitation", &fields).await;
    dora.follow(&joined).await.has("you have joined");
    api.second_factor(&super::browser::User { id: user.id, account_id: 0, email: String::new() }).await;
    let (page, link) = mailed_link(&api, &server, DORA).await;
    page.lacks("somebody else may have registered it");
    assert_eq!(choose(&api, &link).await.location(), "/sign-in/second-step");
    api.signed_in(&other).await.get(MEMBERS).await.has(DORA);
}

async fn a_mailed_invitation_proves_the_address(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    invite(&mut browser, DORA).await;
    let mut dora = accept(&api, &server.letter(1).await.path(BASE)).await;
    turn_on_second_factor(&api, &mut dora).await;
    let (page, link) = mailed_link(&api, &server, DORA).await;
    page.lacks("somebody else may have registered it");
    assert_eq!(choose(&api, &link).await.location(), "/sign-in/second-step");
    browser.get(MEMBERS).await.has(DORA);
}

async fn the_users_of_an_operator_are_proven(db: TestDb) {
    let api = Api::start(db).await;
    let actor = Actor::operator(api.app.clock.now_ms());
    let account = api.account().await;
    let new = NewAccount {
        organisation: "B".to_owned(),
        status_follows_gifts: false,
        email: DORA.to_owned(),
        password: PASSWORD.to_owned(),
        currency: "USD".to_owned(),
        timezone: "UTC".to_owned(),
        ..NewAccount::default()
    };
    api::accounts::create(&api.app.store, &api.app.clock, new).await.unwrap();
    let role = shared::values::choices::MembershipRole::Member;
    let scope = shared::entities::AccountScope::new(account.id);
    let typed = users::Typed { email: "grace@almoner.example", name: None, password: None };
    users::create(&api.app.store, actor, typed, (scope, role)).await.unwrap();
    for email in [DORA, "grace@almoner.example"] {
        let user = users::find(api.app.store.read(), email).await.unwrap().unwrap();
        assert_eq!(user.address_proven_at_ms, Some(api.app.clock.now_ms()), "{email}");
    }
}

async fn an_only_owner_stays_one(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut browser = api.signed_in(&owner).await;
    let path = link_by_hand(&server, &mut browser, DORA).await;
    accept(&api, &path).await;
    let user = users::find(api.app.store.read(), DORA).await.unwrap().unwrap();
    let fields = [("user_id", &*user.id.to_string()), ("role", "owner")];
    browser.fill(MEMBERS, "/settings/members/role", &fields).await;
    browser.fill(MEMBERS, "/settings/members/leave", &[]).await;
    let (_, link) = mailed_link(&api, &server, DORA).await;
    assert_eq!(choose(&api, &link).await.location(), "/overview");
    let roles = api.query("SELECT role FROM memberships WHERE user_id = $1", vec![user.id.into()]).await;
    assert_eq!(roles[0].try_get_by_index::<String>(0).unwrap(), "owner");
}
