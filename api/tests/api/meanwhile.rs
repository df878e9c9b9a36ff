//! Rights that end while a request is on its way: if the caller has lost them when the body has arrived, nothing is
//! done.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use api::accounts::{Actor, Refusal, invitations, links, members, users};
use api::http::sign_in_limits::SignInLimits;
use futures_util::future::join_all;
use sea_orm::ConnectionTrait;
use shared::both_databases;
use shared::database::testing::TestDb;
use shared::entities::AccountScope;
use shared::values::choices::MembershipRole;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::rows::PATIENCE;
use crate::support::{Account, Api};
use crate::web::browser::{Browser, PASSWORD, User, browser_of};

both_databases!(
    a_key_that_ends_while_its_body_arrives_writes_nothing,
    a_session_that_ends_while_its_form_arrives_writes_nothing,
    a_session_that_ends_while_its_file_arrives_imports_nothing,
    an_owner_who_is_one_no_longer_changes_nothing,
    a_password_that_changes_during_a_sign_in_signs_nobody_in,
    of_two_who_change_a_password_at_the_same_time_one_does,
);

const NEW: &str = "another horse battery";
const FORM: &str = "application/x-www-form-urlencoded";

/// A request whose head has arrived, and whose body the service waits for.
struct Begun {
    stream: TcpStream,
    body: String,
}

impl Begun {
    async fn new(api: &Api, path: &str, headers: &str, body: String) -> Self {
        let mut stream = TcpStream::connect(api.http.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nExpect: 100-continue\r\n\
             Content-Length: {}\r\n{headers}\r\n\r\n",
            api.http.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut asked = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
        stream.read_exact(&mut asked).await.unwrap();
        assert!(asked.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&asked));
        Self { stream, body }
    }

    async fn of_key(api: &Api, account: &Account, (path, media_type, body): (&str, &str, &str)) -> Self {
        let headers = format!("Authorization: Bearer {}\r\nContent-Type: {media_type}", account.key);
        Self::new(api, &format!("/api/v1{path}"), &headers, body.to_owned()).await
    }

    async fn of_session(api: &Api, account: &Account, (path, fields): (&str, &str)) -> Self {
        let (headers, csrf) = signed_in(api, account).await;
        let headers = format!("{headers}\r\nContent-Type: {FORM}");
        Self::new(api, path, &headers, format!("csrf={csrf}&{fields}")).await
    }

    /// Sends the first bytes of the body.
    async fn send(&mut self, bytes: usize) {
        let rest = self.body.split_off(bytes);
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        self.body = rest;
    }

    /// Sends the rest of the body. Returns the status of the answer.
    async fn end(mut self) -> u16 {
        self.stream.write_all(self.body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        self.stream.read_to_string(&mut answer).await.unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

/// Signs the account's owner in. Returns the headers of that browser, and the token of its forms.
async fn signed_in(api: &Api, account: &Account) -> (String, String) {
    let mut browser = browser_of(api, account).await;
    let csrf = browser.get("/settings/profile").await.between("name=\"csrf\" value=\"", "\"");
    let cookie = &browser.cookies["almoner"];
    (format!("Cookie: almoner={cookie}\r\nSec-Fetch-Site: same-origin\r\nAccept: application/json"), csrf)
}

async fn count(api: &Api, table: &str) -> i64 {
    let rows = api.query(&format!("SELECT count(*) FROM {table}"), Vec::new()).await;
    rows[0].try_get_by_index(0).unwrap()
}

async fn a_key_that_ends_while_its_body_arrives_writes_nothing(db: TestDb) {
    const CONTACT: (&str, &str, &str) =
        ("/contacts", "application/json", r#"{"contact_status":"donor","contact_lname":"Lovelace"}"#);
    const WEBHOOK: (&str, &str, &str) =
        ("/webhooks", "application/json", r#"{"webhook_url":"https://receiver.example"}"#);
    const FILE: (&str, &str, &str) =
        ("/imports/contacts", "text/csv", "contact_status,contact_lname\ndonor,Lovelace\n");
    let api = Api::start(db).await;
    let ending = "DELETE FROM api_keys WHERE account_id = $1";
    let leaving = "DELETE FROM memberships WHERE account_id = $1";
    let demotion = "UPDATE memberships SET role = 'member' WHERE account_id = $1";
    let mut begun = Vec::new();
    for (request, change) in
        [(CONTACT, ending), (CONTACT, leaving), (WEBHOOK, demotion), (FILE, ending), (FILE, leaving)]
    {
        let account = api.account().await;
        begun.push(Begun::of_key(&api, &account, request).await);
        assert_eq!(api.execute(change, vec![account.id.into()]).await, 1);
    }
    let mut going_on = Vec::new();
    for request in [CONTACT, WEBHOOK, FILE] {
        going_on.push(Begun::of_key(&api, &api.account().await, request).await);
    }
    // A body that comes within a second is quick.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(join_all(begun.into_iter().map(Begun::end)).await, [403; 5]);
    for table in ["contacts", "webhooks", "imports"] {
        assert_eq!(count(&api, table).await, 0, "{table}");
    }
    assert_eq!(join_all(going_on.into_iter().map(Begun::end)).await, [201; 3]);
}

async fn a_session_that_ends_while_its_form_arrives_writes_nothing(db: TestDb) {
    const CONTACT: (&str, &str) = ("/contacts", "contact_status=donor&contact_lname=Lovelace");
    const INVITATION: (&str, &str) = ("/settings/members/invite", "email=grace%40almoner.example&role=owner");
    let api = Api::start(db).await;
    let other = api.account().await;
    let switch = format!("UPDATE sessions SET account_id = {} WHERE account_id = $1", other.id);
    for (form, change) in [
        (CONTACT, "DELETE FROM sessions WHERE account_id = $1"),
        (CONTACT, "DELETE FROM memberships WHERE account_id = $1"),
        // The session switches to an account with the same rights.
        (INVITATION, &*switch),
        (INVITATION, "UPDATE memberships SET role = 'member' WHERE account_id = $1"),
    ] {
        let account = api.account().await;
        api.join(&User { id: account.user_id, account_id: 0, email: String::new() }, other.id, "owner").await;
        let begun = Begun::of_session(&api, &account, form).await;
        assert_eq!(api.execute(change, vec![account.id.into()]).await, 1, "{change}");
        assert_eq!(begun.end().await, 401, "{change}");
    }
    assert_eq!((count(&api, "contacts").await, count(&api, "invitations").await), (0, 0));
    for form in [CONTACT, INVITATION] {
        assert_eq!(Begun::of_session(&api, &api.account().await, form).await.end().await, 303);
    }
}

async fn a_session_that_ends_while_its_file_arrives_imports_nothing(db: TestDb) {
    let api = Api::start(db).await;
    for (change, status) in [("DELETE FROM memberships WHERE account_id = $1", 401), ("", 303)] {
        let account = api.account().await;
        let (headers, csrf) = signed_in(&api, &account).await;
        let field = |name: &str| format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"");
        let head = format!(
            "{}\r\n\r\n{csrf}\r\n{}\r\n\r\ncontacts\r\n{}; filename=\"c.csv\"\r\n\r\ncontact_status,contact_lname\n",
            field("csrf"),
            field("kind"),
            field("file")
        );
        let headers = format!("{headers}\r\nContent-Type: multipart/form-data; boundary=XX");
        let body = format!("{head}donor,Lovelace\n\r\n--XX--\r\n");
        let mut begun = Begun::new(&api, "/imports", &headers, body).await;
        begun.send(head.len() + 10).await;
        // The header row has come, so the rights of the visitor were checked.
        let deadline = Instant::now() + PATIENCE;
        while count(&api, "imports").await == 0 {
            assert!(Instant::now() < deadline, "the file does not arrive");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if !change.is_empty() {
            assert_eq!(api.execute(change, vec![account.id.into()]).await, 1);
        }
        assert_eq!(begun.end().await, status);
        assert_eq!(count(&api, "imports").await, i64::from(status == 303));
    }
}

/// The page admits an owner, and another owner takes that role away before the change is written.
async fn an_owner_who_is_one_no_longer_changes_nothing(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let (former, member) =
        (api.member(owner.account_id, "member").await, api.member(owner.account_id, "member").await);
    let (store, account) = (&api.app.store, AccountScope::new(owner.account_id));
    let actor = |user: &User| Actor::operator(api.app.clock.now_ms()).as_user(user.id);
    let whom = ("grace@almoner.example", MembershipRole::Owner);
    let invitation = invitations::invite(store, actor(&owner), account, whom, false).await.unwrap().id;
    links::new_password_for_member(store, actor(&owner), account, member.id).await.unwrap();
    let link = links::list(store.read(), account, api.app.clock.now_ms()).await.unwrap()[0].id;
    let before = api.audited(owner.account_id).await;

    let change = async |user: &User| {
        let (actor, role) = (actor(user), (member.id, MembershipRole::Owner));
        [
            members::change_role(store, actor, account, role, 0).await,
            links::revoke(store, actor, account, link).await,
            invitations::revoke(store, actor, account, invitation).await,
            members::remove(store, actor, account, member.id).await,
        ]
    };
    let refused = change(&former).await;
    assert!(refused.iter().all(|one| matches!(one, Err(Refusal::NotFound))), "{refused:?}");
    assert_eq!(api.audited(owner.account_id).await, before);
    let done = change(&owner).await;
    assert!(done.iter().all(Result::is_ok), "{done:?}");
}

async fn a_password_that_changes_during_a_sign_in_signs_nobody_in(db: TestDb) {
    let counted = Arc::new(AtomicU64::new(0));
    let own = counted.clone();
    let limits = SignInLimits::with_clock(move || {
        own.fetch_add(1, Ordering::Relaxed);
        Duration::ZERO
    });
    let api = Api::start_with(db, |app| app.sign_in_limits = limits).await;
    let owner = api.owner().await;
    let secret = api.second_factor(&owner).await;
    let step = "/sign-in/second-step";
    let mut browser = Browser::new(&api);
    assert_eq!(browser.sign_in(&owner.email).await.location(), step);
    let page = browser.get(step).await;
    // Another password is being set. Until that is done, the sign-in sees the one before, and waits when it writes.
    let tx = api.app.store.begin();
    let change = format!("UPDATE users SET password_changed_at_ms = 1 WHERE id = {}", owner.id);
    tx.execute_unprepared(&change).await.unwrap();
    let before = counted.load(Ordering::Relaxed);
    let code = secret.code_at(api.app.clock.now_ms());
    let signing_in = tokio::spawn(async move { browser.submit(&page, step, &[("code", &*code)]).await });
    let deadline = Instant::now() + PATIENCE;
    while counted.load(Ordering::Relaxed) == before {
        assert!(Instant::now() < deadline, "the code is not tried");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tx.commit().await.unwrap();
    signing_in.await.unwrap().shows(422, "This did not work").has("has changed meanwhile");
    assert_eq!(count(&api, "sessions").await, 0);
}

async fn of_two_who_change_a_password_at_the_same_time_one_does(db: TestDb) {
    let api = Api::start(db).await;
    let owner = api.owner().await;
    let actor = Actor::operator(api.app.clock.now_ms()).as_user(owner.id);
    let change = |new| {
        let typed = (PASSWORD, new);
        users::change_password(&api.app.store, actor, (owner.id, 0), typed, false)
    };
    // Both give the right password, because a hash takes far longer than to look it up.
    let (one, other) = tokio::join!(change(NEW), change("a third horse battery"));
    let refused: Vec<_> = [one, other].into_iter().filter_map(Result::err).collect();
    assert!(matches!(&refused[..], [Refusal::Invalid(_)]), "{refused:?}");
}
