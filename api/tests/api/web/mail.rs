//! Mail: invitations, links for a new password, and notices. A mail server in the test's process takes it.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use api::mail::Mailer;
use api::waiting_letters;
use rcgen::{CertificateParams, KeyPair};
use shared::both_databases;
use shared::database::testing::TestDb;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

use super::browser::{Browser, PASSWORD, Page, User};
use crate::support::Api;
use crate::support::logs::Logs;
use crate::support::mail_server::MailServer;
use crate::support::rows::PATIENCE;

both_databases!(
    an_invitation_is_mailed_and_its_link_is_not_shown,
    an_invitation_that_is_not_taken_gets_a_link_on_demand,
    what_cannot_be_taken_now_is_tried_again,
    a_forgotten_password_is_replaced_by_a_mailed_link,
    a_known_and_an_unknown_address_are_answered_alike,
    nobody_waits_for_the_mail_server,
    a_letter_of_a_process_that_has_died_is_sent_by_another,
    a_user_is_told_of_changes_that_somebody_else_could_have_made,
    a_name_cannot_add_headers,
    a_certificate_that_nobody_vouches_for_is_refused,
);
both_databases!(one_thread: nothing_of_a_letter_is_logged);

const MEMBERS: &str = "/settings/members";
pub(super) const BASE: &str = "https://donors.example";
const PROFILE: &str = "/settings/profile";

pub(super) fn mailer(url: &str) -> Mailer {
    let retries = [Duration::from_millis(1), Duration::from_millis(1)];
    Mailer::new(url, "Almoner <almoner@almoner.example>", BASE, &retries).unwrap()
}

/// Starts an API with a mail server, without TLS.
pub(super) async fn start(db: TestDb) -> (Api, MailServer) {
    let server = MailServer::start(None).await;
    let mail = mailer(&format!("smtp://{}", server.address));
    let api = Api::start_with(db, |app| app.mail = mail).await;
    send_letters(&api);
    (api, server)
}

/// Sends waiting letters until the test ends.
pub(super) fn send_letters(api: &Api) {
    let app = api.app.clone();
    tokio::spawn(async move { waiting_letters::run(&app).await });
}

pub(super) async fn invite(browser: &mut Browser, email: &str) -> Page {
    let fields = [("email", email), ("role", "member")];
    let done = browser.fill(MEMBERS, "/settings/members/invite", &fields).await;
    browser.follow(&done).await
}

/// Waits until a page has a text.
pub(super) async fn until_page_has(browser: &mut Browser, path: &str, text: &str) -> Page {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let page = browser.get(path).await;
        if page.html.contains(text) {
            return page;
        }
        assert!(Instant::now() < deadline, "{path} never has {text}: {}", page.html);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn until<F: Future<Output = bool>>(what: &str, condition: impl Fn() -> F) {
    let deadline = Instant::now() + PATIENCE;
    while !condition().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

pub(super) async fn ask_for_link(api: &Api, email: &str) -> Page {
    Browser::new(api).fill("/forgotten-password", "/forgotten-password", &[("email", email)]).await
}

async fn an_invitation_is_mailed_and_its_link_is_not_shown(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    api.execute("UPDATE accounts SET name = 'Freunde für Ada'", Vec::new()).await;
    let mut inviting = api.signed_in(&owner).await;
    let page = invite(&mut inviting, "Grace@Almoner.example").await;
    let page = page.has("The invitation is on its way to Grace@almoner.example.").lacks("link-value");
    page.lacks("token=");
    let letter = server.letter(1).await;
    assert_eq!(letter.to, "Grace@almoner.example");
    assert_eq!(letter.headers("From"), ["Almoner <almoner@almoner.example>"]);
    assert_eq!(letter.headers("To"), ["Grace@almoner.example"]);
    assert!(letter.headers("Message-ID")[0].ends_with("@almoner.example>"), "{letter:?}");
    let text = letter.part("text/plain");
    assert!(text.starts_with(&format!("{} invites you to join Freunde für Ada", owner.email)), "{text}");
    until_page_has(&mut inviting, MEMBERS, ">Mailed<").await.lacks("Show a link");

    let mut browser = Browser::new(&api);
    let fields = [("name", "Grace Hopper"), ("password", PASSWORD)];
    let joined = browser.fill(&letter.path(BASE), "/invitation", &fields).await;
    browser.follow(&joined).await.shows(200, "Overview").has("you have joined");
    inviting.get(MEMBERS).await.lacks("Open invitations");
}

async fn an_invitation_that_is_not_taken_gets_a_link_on_demand(db: TestDb) {
    let (api, server) = start(db).await;
    let (owner, other) = (api.owner().await, api.owner().await);
    let member = api.member(owner.account_id, "member").await;
    let mut inviting = api.signed_in(&owner).await;
    server.refuse("550 5.1.1 no such mailbox");
    invite(&mut inviting, "grace@almoner.example").await.has("is on its way");
    let page = until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await.has("Show a link");
    assert_eq!((server.recipients(), server.letters().len()), (1, 0), "a final answer is not tried again");
    api.signed_in(&member).await.get(MEMBERS).await.has("Could not be mailed").lacks("Show a link");
    // The owner of another account cannot do this.
    let action = "/settings/members/invitation-link";
    let invitation = page.hidden(action).into_iter().find(|(name, _)| name == "invitation").unwrap().1;
    let mut stranger = api.signed_in(&other).await;
    let csrf = stranger.get(PROFILE).await.between("name=\"csrf\" value=\"", "\"");
    let fields = [("csrf", &*csrf), ("invitation", &*invitation)];
    stranger.post(action, &fields).await.shows(404, "There is no such page");

    let done = inviting.submit(&page, action, &[]).await;
    let page = inviting.follow(&done).await.has("Send this link").lacks("Could not be mailed");
    let link = page.between("id=\"link-value\">", "<").replace("&#61;", "=");
    let (_, path) = link.split_once("/invitation").unwrap();
    Browser::new(&api).get(&format!("/invitation{path}")).await.shows(200, "Invitation");
    inviting.get(MEMBERS).await.lacks("link-value");
    // If a process ends, its waiting email is lost.
    let text = "UPDATE invitations SET mail_status = 'queued'";
    assert_eq!(api.execute(text, Vec::new()).await, 1);
    inviting.get(MEMBERS).await.has("Being mailed").lacks("Show a link");
    api.turn_to("2026-06-15T12:10:00Z");
    inviting.get(MEMBERS).await.has("Could not be mailed").has("Show a link");
}

async fn what_cannot_be_taken_now_is_tried_again(db: TestDb) {
    let (api, server) = start(db).await;
    let mut inviting = api.signed_in(&api.owner().await).await;
    for _ in 0..2 {
        server.refuse("451 4.3.0 try again later");
    }
    invite(&mut inviting, "grace@almoner.example").await;
    server.letter(1).await;
    until_page_has(&mut inviting, MEMBERS, ">Mailed<").await;
    for _ in 0..3 {
        server.refuse("451 4.3.0 try again later");
    }
    invite(&mut inviting, "grace@almoner.example").await;
    until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await;
    assert_eq!((server.recipients(), server.letters().len()), (6, 1));
    // A mail server that was down for longer gets it later.
    api.turn_to("2026-06-15T12:10:00Z");
    api.app.mail.wake();
    server.letter(2).await;
    until_page_has(&mut inviting, MEMBERS, ">Mailed<").await.lacks("Could not be mailed");
    // After three days it is too late.
    server.refuse("451 4.3.0 try again later");
    server.refuse("451 4.3.0 try again later");
    server.refuse("451 4.3.0 try again later");
    invite(&mut inviting, "grace@almoner.example").await;
    until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await;
    api.turn_to("2026-06-18T12:10:00Z");
    api.app.mail.wake();
    assert_eq!(waiting_letters::remove_expired(&api.app).await.unwrap(), 1);
    assert_eq!((server.recipients(), server.letters().len()), (10, 2));
    // The letter of an invitation that has another link by now is not sent.
    for _ in 0..3 {
        server.refuse("451 4.3.0 try again later");
    }
    invite(&mut inviting, "grace@almoner.example").await;
    let page = until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await;
    inviting.submit(&page, "/settings/members/invitation-link", &[]).await;
    api.turn_to("2026-06-18T12:20:00Z");
    api.app.mail.wake();
    until("the letter is gone", async || api.query("SELECT 1 FROM letters", vec![]).await.is_empty()).await;
    assert_eq!(server.letters().len(), 2);
}

async fn a_forgotten_password_is_replaced_by_a_mailed_link(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut signed_in = api.signed_in(&owner).await;
    ask_for_link(&api, &format!(" {} ", owner.email.to_uppercase())).await;
    let letter = server.letter(1).await;
    assert_eq!(
        (&letter.to, letter.headers("Subject")),
        (&owner.email, vec!["A new password for Almoner".to_owned()])
    );
    let mut browser = Browser::new(&api);
    let done = browser.fill(&letter.path(BASE), "/password", &[("password", "another horse battery")]).await;
    browser.follow(&done).await.shows(200, "Sign in").has("Your new password is set");
    assert_eq!(signed_in.get("/overview").await.status, 303);
    // The user is told, and the link does not work again.
    let notice = server.letter(2).await;
    assert_eq!((&notice.to, &*notice.headers("Subject")[0]), (&owner.email, "Your password was changed"));
    let text = notice.part("text/plain");
    assert!(text.contains("API keys that you have made go on working."), "{text}");
    browser.get(&letter.path(BASE)).await.shows(404, "There is no such page");
    let fields = [("email", &*owner.email), ("password", "another horse battery")];
    assert_eq!(browser.fill("/sign-in", "/sign-in", &fields).await.location(), "/overview");
    let audited = api.audited(owner.account_id).await;
    assert_eq!(
        audited[..2],
        [format!("password_link_created {}", owner.email), "password_changed".to_owned()]
    );
}

async fn a_known_and_an_unknown_address_are_answered_alike(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut answers = Vec::new();
    for email in
        [&*owner.email, "nobody@almoner.example", "no address", "", "a@x.example\r\nBcc: b@x.example"]
    {
        let mut browser = Browser::new(&api);
        let done = browser.fill("/forgotten-password", "/forgotten-password", &[("email", email)]).await;
        assert_eq!(done.location(), "/forgotten-password");
        let page = browser.follow(&done).await.shows(200, "Forgotten password").has("is on its way to it");
        let csrf = page.between("name=\"csrf\" value=\"", "\"");
        answers.push(page.html.replace(&csrf, ""));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    // One more letter comes after all others.
    ask_for_link(&api, &owner.email).await;
    server.letter(2).await;
    assert!(server.letters().iter().all(|letter| letter.to == owner.email), "{:?}", server.letters());
}

async fn a_letter_of_a_process_that_has_died_is_sent_by_another(db: TestDb) {
    let server = MailServer::start(None).await;
    let mail = mailer(&format!("smtp://{}", server.address));
    let api = Api::start_with(db, |app| app.mail = mail).await;
    let mut inviting = api.signed_in(&api.owner().await).await;
    // Nobody sends it, and then the next process does.
    invite(&mut inviting, "grace@almoner.example").await.has("Being mailed");
    let letters = "SELECT letter_sealed FROM letters";
    let sealed: String = api.query(letters, vec![]).await[0].try_get_by_index(0).unwrap();
    assert!(!sealed.contains("grace") && !sealed.contains("token"), "{sealed}");
    // The claim of one that has died.
    api.execute("UPDATE letters SET claimed_until_ms = claimed_until_ms + 600000", vec![]).await;
    send_letters(&api);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(server.letters().len(), 0, "it may still be sending it");
    api.turn_to("2026-06-15T12:10:00Z");
    api.app.mail.wake();
    server.letter(1).await;
    until_page_has(&mut inviting, MEMBERS, ">Mailed<").await;
    assert!(api.query(letters, vec![]).await.is_empty());
}

async fn nobody_waits_for_the_mail_server(db: TestDb) {
    // A mail server that takes connections, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mail = mailer(&format!("smtp://{}", silent.local_addr().unwrap()));
    let api = Api::start_with(db, |app| app.mail = mail).await;
    send_letters(&api);
    let owner = api.owner().await;
    let mut inviting = api.signed_in(&owner).await;
    invite(&mut inviting, "grace@almoner.example").await.has("is on its way").has("Being mailed");
    assert_eq!(ask_for_link(&api, &owner.email).await.status, 303);
    let (path, action) = (PROFILE, "/settings/profile/password");
    let fields = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    assert_eq!(inviting.fill(path, action, &fields).await.status, 303);
    // Waiting letters do not hold up the end of the process.
    api.app.mail.finish(Duration::from_millis(1)).await;
}

async fn a_user_is_told_of_changes_that_somebody_else_could_have_made(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    api.execute("DELETE FROM api_keys", Vec::new()).await;
    let mut browser = api.signed_in(&owner).await;
    let (second_factor, services) = ("/settings/profile/second-factor", "/settings/services");
    let mut told = 0;
    let mut is_told = async |subject: &str| {
        told += 1;
        let letter = server.letter(told).await;
        assert_eq!((&letter.to, &*letter.headers("Subject")[0]), (&owner.email, subject));
        assert_eq!(letter.path(BASE), "/forgotten-password");
        let text = letter.part("text/plain");
        assert!(text.contains("on 15 Jun 2026, 12:00 UTC, from the address 127.0.0.1."), "{text}");
        text
    };
    browser.fill(services, "/settings/services/keys", &[("key_name", "Ledger")]).await;
    let text = is_told("You have a new API key").await;
    assert!(text.contains("for the account Test") && !text.contains("alm_"), "{text}");
    let refresh = browser.get(services).await.refresh_of("Ledger");
    browser.fill(services, &refresh, &[]).await;
    is_told("You have a new API key").await;
    let page = browser.get(second_factor).await;
    let code = page.second_factor().code_at(api.app.clock.now_ms());
    let done = browser.submit(&page, second_factor, &[("code", &*code), ("password", PASSWORD)]).await;
    let codes = browser.follow(&done).await.recovery_codes();
    is_told("Your second factor was turned on").await;
    let fields = [("password", PASSWORD), ("code", &*codes[0])];
    let done = browser.fill(second_factor, "/settings/profile/second-factor/codes", &fields).await;
    let codes = browser.follow(&done).await.recovery_codes();
    is_told("You have new recovery codes").await;
    let fields = [("password", PASSWORD), ("code", &*codes[0])];
    browser.fill(second_factor, "/settings/profile/second-factor/off", &fields).await;
    is_told("Your second factor was turned off").await;
    let fields = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    browser.fill(PROFILE, "/settings/profile/password", &fields).await;
    let text = is_told("Your password was changed").await;
    assert!(text.contains("API keys that you have made go on working."), "{text}");
    // A refused change sends no notice: the next letter is of the next change.
    browser.fill(PROFILE, "/settings/profile/password", &fields).await.shows(422, "Profile");
    browser.fill(services, &refresh, &[]).await;
    is_told("You have a new API key").await;
}

async fn a_name_cannot_add_headers(db: TestDb) {
    let (api, server) = start(db).await;
    let owner = api.owner().await;
    let mut inviting = api.signed_in(&owner).await;
    let name = "Test\r\nBcc: everybody@almoner.example\r\n\r\nBody";
    api.execute("UPDATE accounts SET name = $1", vec![name.into()]).await;
    for email in ["a@x.example\r\nBcc: b@x.example", "a@x.example, b@x.example", "a@x.example> SIZE=1"] {
        let fields = [("email", email), ("role", "member")];
        inviting.fill(MEMBERS, "/settings/members/invite", &fields).await.shows(422, "Members");
    }
    invite(&mut inviting, "grace@almoner.example").await;
    let letter = server.letter(1).await;
    assert_eq!(letter.to, "grace@almoner.example");
    assert_eq!(letter.headers("Bcc"), Vec::<String>::new(), "{letter:?}");
    assert_eq!(letter.headers("Subject"), ["Invitation to TestBcc: everybody@almoner.exampleBody"]);
    // The subject is not an encoded word either, which would show something else. It has the start of a long name.
    let name = format!("=?utf-8?B?U2VjdXJpdHk=?={}", "x".repeat(70));
    api.execute("UPDATE accounts SET name = $1", vec![name.as_str().into()]).await;
    invite(&mut inviting, "ada@almoner.example").await;
    let subject = server.letter(2).await.headers("Subject").concat();
    assert!(!subject.contains("U2VjdXJpdHk=?"), "{subject}");
    assert!(subject.len() < 200, "{subject}");
}

async fn a_certificate_that_nobody_vouches_for_is_refused(db: TestDb) {
    shared::crypto::tls::install_crypto_provider();
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap().self_signed(&key).unwrap();
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![certificate.der().clone()], key.into()).unwrap();
    let server = MailServer::start(Some(TlsAcceptor::from(Arc::new(config)))).await;
    let mail = mailer(&format!("smtps://user:password@localhost:{}", server.address.port()));
    let api = Api::start_with(db, |app| app.mail = mail).await;
    send_letters(&api);
    let mut inviting = api.signed_in(&api.owner().await).await;
    invite(&mut inviting, "grace@almoner.example").await;
    until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await;
    assert_eq!((server.credentials(), server.recipients()), (None, 0));
}

/// No address, no link and nothing from a mail server about an address is in a log line.
async fn nothing_of_a_letter_is_logged(db: TestDb) {
    let (api, server) = start(db).await;
    let owner: User = api.owner().await;
    let logs = Logs::capture();
    let mut inviting = api.signed_in(&owner).await;
    server.refuse("451 4.2.0 <grace@almoner.example>: mailbox busy");
    server.refuse("550 5.1.1 <grace@almoner.example>: no such mailbox");
    invite(&mut inviting, "grace@almoner.example").await;
    until_page_has(&mut inviting, MEMBERS, "Could not be mailed").await;
    ask_for_link(&api, &owner.email).await;
    let path = server.letter(1).await.path(BASE);
    let token = path.split_once("token=").unwrap().1;
    until("the log has the end", async || logs.text().contains("a letter is not sent")).await;
    let logs = logs.text();
    assert!(logs.contains("a letter was not sent; trying again"), "{logs}");
    assert!(logs.contains("the mail server answered 550"), "{logs}");
    for secret in ["grace@", &owner.email, token, "mailbox"] {
        assert_eq!(logs.lines().find(|line| line.contains(secret)), None, "{secret}");
    }
}
