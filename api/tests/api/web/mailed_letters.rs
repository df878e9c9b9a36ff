//! Letters that go by email, each with its PDF, and those that are handed over. A mail server in the test's process takes them.

use api::resources::letters::mailing::{self, MAILED_MAX};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, browser_of};
use super::letters::{STATEMENTS, THANKS, donor, gift, send, thanked_on};
use super::mail::{start, until_page_has};
use super::reminders::remind;
use crate::erasure::report;
use crate::support::mail_server::{Letter, MailServer};
use crate::support::{Account, Api};

both_databases!(
    a_letter_by_email_brings_the_words_and_the_pdf,
    the_household_is_mailed_once_to_who_wants_email,
    statements_go_by_email_and_to_nobody_twice,
    what_the_mail_server_does_not_take_can_be_printed,
    a_letter_of_a_process_that_has_died_is_mailed_by_another,
    who_is_erased_meanwhile_is_not_mailed,
    without_a_mail_server_no_letter_goes_by_email,
    a_sandbox_writes_to_nobody,
    who_cannot_be_reached_by_post_gets_the_letter_by_hand,
    an_account_mails_no_more_than_its_letters_of_a_day,
    whoever_must_not_get_a_letter_any_more_gets_none,
    a_reminder_whose_gift_has_arrived_meanwhile_is_not_mailed,
    two_who_make_statements_at_once_make_one_for_each,
    a_country_alone_is_no_address,
);

const BY_EMAIL: &str = "/letters/thank-yous?way=email";

async fn begin(db: TestDb) -> (Api, MailServer, Account, Browser) {
    let (api, server) = start(db).await;
    let account = api.account().await;
    let browser = browser_of(&api, &account).await;
    (api, server, account, browser)
}

/// Mails letters until the test ends.
fn mail(api: &Api) {
    let app = api.app.clone();
    tokio::spawn(async move { mailing::run(&app).await });
}

fn emailed(address: &str) -> Value {
    json!({"emails": [{"email_address": address, "email_type": "home", "email_primary": true}]})
}

/// Returns the PDF that a letter brings.
fn pdf(letter: &Letter) -> Vec<u8> {
    let (_, part) = letter.data.split_once("Content-Type: application/pdf").unwrap();
    let (_, body) = part.split_once("\r\n\r\n").unwrap();
    let (body, _) = body.split_once("\r\n--").unwrap();
    STANDARD.decode(body.replace("\r\n", "")).unwrap()
}

async fn a_letter_by_email_brings_the_words_and_the_pdf(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let quiet = json!({"contact_do_not_email": true});
    let mut body = emailed("quiet@example.org");
    body.as_object_mut().unwrap().extend(quiet.as_object().unwrap().clone());
    let quiet = donor(&account, ("Maria", "Silva"), body).await;
    let ids = [
        gift(&account, ada, 1250, "2026-06-01").await,
        gift(&account, grace, 5, "2026-06-01").await,
        gift(&account, quiet, 6, "2026-06-01").await,
    ];
    let head = [("organisation", "Harbor\u{a0}Light, Inc."), ("signer_name", "Rosa Lind"), ("paper", "a4")];
    let head: Vec<_> = head.into_iter().chain([("reply_to", "rosa@harbor.example")]).collect();
    super::letters::send_head(&mut browser, &head, None).await;
    browser.get(THANKS).await.has("it is 3 letters");
    let page = browser.get(BY_EMAIL).await.has("it is 1 letter.").has("ada@example.org").has("Mail letters");
    let page = page.has("has no email address").has("wants no email");
    let sent = send(&mut browser, &page, &ids).await;
    let run = browser.follow(&sent).await.has("1 letter is on the way by email. The gifts are marked");
    run.has("0 sent, 1 on the way");
    assert_eq!(thanked_on(&account, ids[0]).await, "2026-06-15");
    assert_eq!(thanked_on(&account, ids[1]).await, Value::Null, "no letter went to her");
    mail(&api);
    let letter = server.letter(1).await;
    assert_eq!(letter.to, "ada@example.org");
    let from = letter.headers("From");
    assert!(from[0].ends_with("<almoner@almoner.example>") && from.len() == 1, "{from:?}");
    assert_eq!(letter.headers("Reply-To"), ["rosa@harbor.example"]);
    assert_eq!(letter.headers("Subject"), ["Thank you for your gift"]);
    let text = letter.part("text/plain");
    assert!(text.contains("Dear Ada,") && text.contains("gift of $1,250.00 on 1 June 2026"), "{text}");
    assert!(text.contains("Rosa Lind") && text.contains("attached as a PDF."), "{text}");
    assert!(letter.part("text/html").contains("Dear Ada,"));
    assert!(pdf(&letter).starts_with(b"%PDF-"));
    until_page_has(&mut browser, sent.location(), "1 sent").await.has("ada@example.org");
    browser.get("/settings/audit").await.has("thank_you, 1 letters by email");
    // The others are printed.
    browser.get(THANKS).await.has("it is 2 letters");
    assert_eq!(server.letters().len(), 1);
}

async fn the_household_is_mailed_once_to_who_wants_email(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let mut quiet = emailed("ada@example.org");
    quiet["contact_do_not_email"] = json!(true);
    let ada = donor(&account, ("Ada", "King"), quiet).await;
    let will = donor(&account, ("William", "King"), emailed("will@example.org")).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, will, 6, "2026-06-01").await];
    let page = browser.get(BY_EMAIL).await.has("it is 1 letter.").has("will@example.org");
    send(&mut browser, &page.lacks("ada@example.org"), &ids).await;
    mail(&api);
    let letter = server.letter(1).await;
    assert_eq!(letter.to, "will@example.org");
    let text = letter.part("text/plain");
    assert!(text.contains("Ada and William") && text.contains("with the list of your gifts"), "{text}");
}

async fn statements_go_by_email_and_to_nobody_twice(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    gift(&account, grace, 40, "2025-03-01").await;
    mail(&api);
    let by_email = format!("{STATEMENTS}?span=last_year&way=email");
    browser
        .get(&by_email)
        .await
        .has("1 statement</b>")
        .has("Mail the statements")
        .has("has no email address");
    let sent = browser.fill(&by_email, STATEMENTS, &[]).await;
    browser.follow(&sent).await.has("1 statement is on the way by email.");
    let letter = server.letter(1).await;
    assert!(letter.part("text/plain").contains("gifts of $100.00 from you in 2025"));
    browser.get(&by_email).await.has("Nobody gets a statement");
    let by_post = format!("{STATEMENTS}?span=last_year");
    browser.get(&by_post).await.has("1 statement</b>").has("has one already").has("Print the statements");
}

async fn what_the_mail_server_does_not_take_can_be_printed(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let grace = donor(&account, ("Grace", "Hopper"), emailed("grace@example.org")).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, grace, 5, "2026-06-01").await];
    let page = browser.get(BY_EMAIL).await;
    let sent = send(&mut browser, &page, &ids).await;
    server.refuse("550 5.1.1 no such mailbox");
    mail(&api);
    assert_eq!(server.letter(1).await.to, "grace@example.org");
    let page = until_page_has(&mut browser, sent.location(), "1 sent, 1 not sent").await;
    let again = format!("{}/mail-again", sent.location());
    let failed = format!("{}/pdf?failed=1", sent.location());
    page.has(&failed);
    let pages = |pdf: &str| pdf.matches("/Type /Page\n").count() + pdf.matches("/Type/Page/").count();
    let (one, both) =
        (browser.get(&failed).await.html, browser.get(&format!("{}/pdf", sent.location())).await.html);
    assert!(one.starts_with("%PDF-") && pages(&one) <= pages(&both) && one.len() < both.len());
    assert_eq!(server.recipients(), 2, "a final answer is not tried again");
    // Somebody asks for that. Whoever mails waits for a while after a refusal, so that another process does it.
    let asked = browser.fill(sent.location(), &again, &[]).await;
    browser.follow(&asked).await.has("1 letter is on the way again.");
    mail(&api);
    until_page_has(&mut browser, sent.location(), "2 sent").await.lacks(&again);
    assert_eq!((server.recipients(), server.letters().len()), (3, 2));
}

async fn whoever_must_not_get_a_letter_any_more_gets_none(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let (mut contacts, mut gifts) = (Vec::new(), Vec::new());
    for name in ["Dead", "Archived", "Silent", "Moved", "Same"] {
        let id = donor(&account, (name, "Donor"), emailed(&format!("{name}@example.org"))).await;
        gifts.push(gift(&account, id, 5, "2026-06-01").await);
        contacts.push(id);
    }
    let page = browser.get(BY_EMAIL).await.has("it is 5 letters.");
    let sent = send(&mut browser, &page, &gifts).await;
    let changes = [
        json!({"contact_deceased_on": "2026-06-14"}),
        json!({"contact_status": "archive"}),
        json!({"contact_do_not_email": true}),
        json!({"emails": [{"email_address": "new@example.org"}]}),
    ];
    for (id, change) in contacts.iter().zip(changes) {
        account.put(&format!("/contacts/{id}"), change).await.ok();
    }
    mail(&api);
    until_page_has(&mut browser, sent.location(), "1 sent, 4 not sent").await;
    assert_eq!((server.recipients(), &*server.letter(1).await.to), (1, "Same@example.org"));
}

async fn a_reminder_whose_gift_has_arrived_meanwhile_is_not_mailed(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let mut pledges = Vec::new();
    for name in ["Prompt", "Late"] {
        let id = donor(&account, (name, "Donor"), emailed(&format!("{name}@example.org"))).await;
        let pledge = json!({"contact_id": id, "pledge_amount": 20, "pledge_frequency": "monthly",
            "pledge_start_date": "2026-01-01"});
        pledges.push((id, account.record("pledges", pledge).await.1));
    }
    let sent = remind(&mut browser, "/letters/reminders?way=email").await;
    browser.follow(&sent).await.has("0 sent, 2 on the way");
    let (contact, pledge) = pledges[0];
    let gift =
        json!({"contact_id": contact, "pledge_id": pledge, "gift_amount": 120, "gift_date": "2026-06-15"});
    account.record("gifts", gift).await;
    mail(&api);
    let page = until_page_has(&mut browser, sent.location(), "1 sent, 1 not needed any more").await;
    let page = page.has(">not needed any more<").lacks("not sent").lacks("/mail-again");
    assert_eq!((server.recipients(), &*server.letter(1).await.to), (1, "Late@example.org"));
    // Whoever has an older page open asks for it again.
    let again = format!("{}/mail-again", sent.location());
    let csrf = page.between("name=\"csrf\" value=\"", "\"").replace("&#61;", "=");
    let asked = browser.post(&again, &[("csrf", &csrf)]).await;
    browser.follow(&asked).await.has("0 letters are on the way again.").has("1 sent, 1 not needed any more");
}

async fn two_who_make_statements_at_once_make_one_for_each(db: TestDb) {
    let (api, _server, account, browser) = begin(db).await;
    for name in ["Ada", "Grace"] {
        let id = donor(&account, (name, "Donor"), emailed(&format!("{name}@example.org"))).await;
        gift(&account, id, 100, "2025-03-01").await;
    }
    let by_email = format!("{STATEMENTS}?span=last_year&way=email");
    let page = browser.clone().get(&by_email).await;
    let (hidden, mut all) = (page.hidden(STATEMENTS), Vec::new());
    for n in 0..6 {
        let (mut browser, key) = (browser.clone(), format!("another-key-of-a-form-{n}"));
        let is_key = |(name, value): &(String, String)| {
            (name.clone(), if name == "key" { key.clone() } else { value.clone() })
        };
        let fields: Vec<(String, String)> = hidden.iter().map(is_key).collect();
        all.push(async move {
            let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
            browser.post(STATEMENTS, &fields).await.location().to_owned()
        });
    }
    join_all(all).await;
    let letters = api.query("SELECT contact_id FROM printed_letters", Vec::new()).await;
    assert_eq!(letters.len(), 2, "each has one");
}

async fn a_country_alone_is_no_address(db: TestDb) {
    let (_api, _server, account, mut browser) = begin(db).await;
    let nowhere = json!({"addresses": [{"address_country": "NL"}]});
    let ada = donor(&account, ("Ada", "Lovelace"), nowhere).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    browser.get(THANKS).await.has("has no full address").has("No gift from these days is waiting");
    let page = browser.get(&format!("{THANKS}?way=hand")).await.has("it is 1 letter.");
    page.has(&format!("value=\"{id}\" checked"));
    // A city with its postal code is enough, because not all places have streets.
    let city =
        json!([{"address_city": "Den Haag", "address_postal_code": "2500 EH", "address_country": "NL"}]);
    account.put(&format!("/contacts/{ada}"), json!({"addresses": city})).await.ok();
    browser.get(THANKS).await.has("it is 1 letter.");
}

async fn a_letter_of_a_process_that_has_died_is_mailed_by_another(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    let page = browser.get(BY_EMAIL).await;
    let sent = send(&mut browser, &page, &[id]).await;
    let text = "UPDATE mailed_letters SET claimed_until_ms = claimed_until_ms + 600000";
    assert_eq!(api.execute(text, Vec::new()).await, 1);
    mail(&api);
    server.refuse("451 4.3.0 try again later");
    api.turn_to("2026-06-15T12:10:00Z");
    api.app.mail.wake_for_printed();
    until_page_has(&mut browser, sent.location(), "1 on the way").await;
    while server.recipients() == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // The mail server could not take it then. Another process tries it once the claim has ended.
    api.turn_to("2026-06-15T12:21:00Z");
    mail(&api);
    let first = server.letter(1).await;
    until_page_has(&mut browser, sent.location(), "1 sent").await;
    // Another process that has not noted it would send the same message.
    let text = "UPDATE mailed_letters SET mail_status = 'queued', claimed_until_ms = 0";
    assert_eq!(api.execute(text, Vec::new()).await, 1);
    api.app.mail.wake_for_printed();
    let second = server.letter(2).await;
    assert_eq!(first.headers("Message-ID"), second.headers("Message-ID"));
    assert_eq!(pdf(&first), pdf(&second));
    until_page_has(&mut browser, sent.location(), "1 sent").await;
    // After three days it is too late.
    assert_eq!(api.execute(text, Vec::new()).await, 1);
    api.turn_to("2026-06-18T12:10:00Z");
    mailing::give_up(&api.app).await.unwrap();
    browser.get(sent.location()).await.has("1 not sent");
}

async fn who_is_erased_meanwhile_is_not_mailed(db: TestDb) {
    let (api, server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let grace = donor(&account, ("Grace", "Hopper"), emailed("grace@example.org")).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, grace, 5, "2026-06-01").await];
    let page = browser.get(BY_EMAIL).await;
    send(&mut browser, &page, &ids).await;
    report(&api, &account, ada, false).await;
    mail(&api);
    assert_eq!(server.letter(1).await.to, "grace@example.org");
    let left = api.query("SELECT email_address FROM mailed_letters", Vec::new()).await;
    assert_eq!(left.len(), 1);
}

async fn without_a_mail_server_no_letter_goes_by_email(db: TestDb) {
    let (_api, account, mut browser) = super::browser::start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    gift(&account, ada, 5, "2026-06-01").await;
    browser.get(BY_EMAIL).await.lacks("By email").has("connects it to a mail server").has("Print letters");
}

async fn a_sandbox_writes_to_nobody(db: TestDb) {
    let (api, _server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    let page = browser.get(BY_EMAIL).await.lacks("connects it to a mail server");
    let text = "UPDATE accounts SET sandbox_of = $1 WHERE id = $2";
    let other = api.account().await;
    assert_eq!(api.execute(text, vec![other.id.into(), account.id.into()]).await, 1);
    browser.get(BY_EMAIL).await.lacks("By email").has("Print letters");
    let refused = send(&mut browser, &page, &[id]).await;
    assert_eq!((refused.status, thanked_on(&account, id).await), (422, Value::Null));
}

async fn who_cannot_be_reached_by_post_gets_the_letter_by_hand(db: TestDb) {
    let (_api, _server, account, mut browser) = begin(db).await;
    let posted = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let homeless = donor(&account, ("Grace", "Hopper"), json!({"addresses": []})).await;
    let silent = donor(&account, ("Maria", "Silva"), json!({"contact_do_not_mail": true})).await;
    let dead = donor(&account, ("Mary", "Field"), json!({"addresses": []})).await;
    let ids = [
        gift(&account, posted, 5, "2026-06-01").await,
        gift(&account, homeless, 5, "2026-06-01").await,
        gift(&account, silent, 5, "2026-06-01").await,
        gift(&account, dead, 5, "2026-06-01").await,
    ];
    account.put(&format!("/contacts/{dead}"), json!({"contact_deceased_on": "2026-06-02"})).await.ok();
    browser.get(THANKS).await.has("it is 1 letter.");
    let page = browser
        .get(&format!("{THANKS}?way=hand"))
        .await
        .has("it is 2 letters.")
        .has("can be reached by post");
    let page = page.has("has died");
    let sent = send(&mut browser, &page, &ids).await;
    let run = browser.follow(&sent).await.has("2 letters are made.").has("Grace Hopper").has("Maria Silva");
    run.lacks("Elm Street");
}

async fn an_account_mails_no_more_than_its_letters_of_a_day(db: TestDb) {
    let (api, _server, account, mut browser) = begin(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), emailed("ada@example.org")).await;
    let first = gift(&account, ada, 5, "2026-06-01").await;
    let page = browser.get(BY_EMAIL).await;
    send(&mut browser, &page, &[first]).await;
    let more = MAILED_MAX - 1;
    let text = format!(
        "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= {more})
         INSERT INTO printed_letters (account_id, run_id, contact_id, letter_number)
         SELECT l.account_id, l.run_id, l.contact_id, n.i FROM n, printed_letters l WHERE l.letter_number = 1"
    );
    assert_eq!(api.execute(&text, Vec::new()).await, more as u64);
    let text = "INSERT INTO mailed_letters (account_id, letter_id, email_address, mail_status, claimed_until_ms, kept_until_ms)
         SELECT l.account_id, l.id, 'a@example.org', 'sent', 0, m.kept_until_ms
         FROM printed_letters l, mailed_letters m WHERE l.letter_number > 1";
    assert_eq!(api.execute(text, Vec::new()).await, more as u64);
    let second = gift(&account, ada, 5, "2026-06-01").await;
    let page = browser.get(BY_EMAIL).await;
    let refused = send(&mut browser, &page, &[second]).await;
    browser.follow(&refused).await.has("Nothing was mailed: an organization can mail 5,000 letters");
    assert_eq!(thanked_on(&account, second).await, Value::Null);
    api.turn_to("2026-06-16T12:00:01Z");
    let page = browser.get(BY_EMAIL).await;
    let sent = send(&mut browser, &page, &[second]).await;
    browser.follow(&sent).await.has("1 letter is on the way by email.");
}
