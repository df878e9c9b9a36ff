//! Forms for the website: what a supporter can send, what becomes of it, and what nobody outside can do.

use std::time::Duration;

use api::http::sign_in_limits::SignInLimits;
use api::resources::web_forms::answers::{ANSWERS_MAX, KEPT_MS, remove_expired};
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, browser_of, start};
use crate::erasure::report;
use crate::support::{Account, Api};

both_databases!(
    a_page_of_many_answers_says_that_more_wait,
    what_a_supporter_sends_waits_until_it_becomes_a_contact,
    a_supporter_who_is_known_gets_what_is_missing,
    what_breaks_a_rule_is_told_at_its_field_and_what_was_typed_stays,
    a_form_that_is_closed_or_full_takes_nothing,
    a_network_sends_a_bounded_number,
    a_form_speaks_the_language_of_the_letters_and_shows_the_name,
    another_account_sees_nothing_and_decides_nothing,
    owners_make_forms_and_remove_those_of_which_nothing_waits,
    a_form_leads_to_the_privacy_notice_and_the_next_form_knows_it,
    a_form_goes_with_what_waits_if_its_owner_says_so,
    news_come_to_who_asked_for_them_once_somebody_decides,
    a_form_is_sent_to_another_address_than_that_of_its_page,
    organisations_hide_no_person,
    what_comes_under_another_address_is_known_by_the_name_and_the_phone_number,
    what_waits_for_too_long_is_deleted,
);

const NEW: &str = "/settings/forms/new";
const ADA: [(&str, &str); 3] =
    [("contact_fname", "Ada"), ("contact_lname", "King"), ("email_address", "ada@king.example")];
/// What a form has that asks for everything.
const FORM: [(&str, &str); 9] = [
    ("form_title", "Stay in touch"),
    ("form_intro", "We write four times a year."),
    ("form_thanks", "See you soon."),
    ("asks", "phone"),
    ("asks", "address"),
    ("asks", "message"),
    ("asks", "amount"),
    ("asks", "news"),
    ("form_tag", "newsletter"),
];

/// Makes an open form that asks for everything. Returns its path for supporters, and that of its page for members.
async fn form(browser: &mut Browser) -> (String, String) {
    let fields = [&FORM[..], &[("form_open", "1")]].concat();
    let made = browser.fill(NEW, NEW, &fields).await;
    let page = browser.follow(&made).await.shows(200, "Stay in touch").has("The form is made.");
    let link = page.between("id=\"link-value\">", "<");
    let path = link[link.find("/forms/").unwrap()..].to_owned();
    assert_eq!(path.len(), "/forms/".len() + 43, "nobody guesses the token");
    page.has(&format!("&#60;a href=&#34;{link}&#34;&#62;Stay in touch&#60;/a&#62;"));
    (path, made.location().to_owned())
}

/// Returns the fields of the open form, with the address of the privacy notice.
fn with_notice(url: &str) -> Vec<(&str, &str)> {
    [&FORM[..], &[("form_open", "1"), ("privacy_url", url)]].concat()
}

/// Sends a form as a supporter, with the name and the email address of Ada.
async fn send(api: &Api, path: &str, more: &[(&str, &str)]) -> Page {
    Browser::new(api).fill(path, path, &[&ADA[..], more].concat()).await
}

async fn waiting(api: &Api) -> usize {
    api.query("SELECT id FROM form_answers", Vec::new()).await.len()
}

/// Opens the page of what waits. Returns it with the path of the first answer.
async fn first(browser: &mut Browser) -> (Page, String) {
    let page = browser.get("/answers").await.shows(200, "New from your website");
    let path = format!("/answers/{}", page.between("action=\"/answers/", "/"));
    (page, path)
}

async fn what_a_supporter_sends_waits_until_it_becomes_a_contact(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, own) = form(&mut browser).await;
    let mut supporter = Browser::new(&api);
    let page = supporter.get(&path).await.shows(200, "Stay in touch").has("We write four times a year.");
    let page = page.has("class=\"must\">Last name</label>").has("autocomplete=\"tel\" inputmode=\"tel\"");
    let page = page.has("autocomplete=\"given-name\"").has("autocomplete=\"country\"").lacks("/overview");
    let page = page.has("<option value=\"US\" selected>");
    let fields = [
        &ADA[..],
        &[("phone_number", "+44 20 7946 0000"), ("address_street", "12 St James Square")],
        &[
            ("address_city", "London"),
            ("address_state", "Greater London"),
            ("address_country", "GB"),
            ("answer_message", "May I\r\nhelp?"),
        ],
        &[("answer_amount", "20 a month"), ("answer_news", "1")],
    ]
    .concat();
    let sent = supporter.submit(&page, &path, &fields).await;
    supporter.follow(&sent).await.shows(200, "Stay in touch").has("See you soon.").lacks("<form");
    assert_eq!(account.get("/contacts").await.ok().list().len(), 0, "nobody outside makes a contact");
    browser.get("/overview").await.has("href=\"/answers\"");
    browser.get(&own).await.has("See the 1 answer that waits");
    let (page, answer) = first(&mut browser).await;
    let page = page.has("1 answer waits.").has("Ada King").has("May I\nhelp?").has("12 St James Square");
    let page = page.has("20 a month").has("News by email");
    let add = format!("{answer}/add");
    let done = browser.submit(&page, &add, &[]).await;
    browser.follow(&done).await.has("The contact is added.").has("Nothing waits.");
    let contacts = account.get("/contacts").await.ok();
    let contact = &contacts.list()[0];
    assert_eq!(
        json!([contact["contact_fname"], contact["contact_lname"], contact["contact_source"]]),
        json!(["Ada", "King", "Stay in touch"])
    );
    assert_eq!(contact["emails"][0]["email_address"], "ada@king.example");
    assert_eq!(contact["phones"][0]["phone_number"], "+44 20 7946 0000");
    assert_eq!(contact["addresses"][0]["address_country"], "GB");
    assert_eq!(contact["tags"][0]["tag_name"], "newsletter");
    assert_eq!(contact["contact_newsletter"], "email");
    let page_of = browser.get(&format!("/contacts/{}", contact["id"])).await.has("May I\nhelp?");
    page_of.has("Would like to give: 20 a month (sent ").has("Wants news by email (sent ");
    let tasks = account.get("/tasks").await.ok();
    assert_eq!(json!([tasks.list()[0]["task_subject"], tasks.list()[0]["task_done"]]), json!(["Note", 1]));
    let events: Vec<_> = api.events(&account).await.into_iter().map(|event| event.name).collect();
    assert_eq!(events, ["contacts.create", "tasks.create"]);
    // A second press makes no second contact.
    let again = browser.submit(&page, &add, &[]).await;
    browser.follow(&again).await.has("somebody else has decided");
    assert_eq!((waiting(&api).await, account.get("/contacts").await.ok().list().len()), (0, 1));
}

async fn a_supporter_who_is_known_gets_what_is_missing(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    let known = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Lovelace",
        "emails": [{"email_address": "ada@king.example"}], "tags": ["board"]});
    let (own, id) = account.record("contacts", known).await;
    let shelter = json!({"contact_status": "contact", "contact_is_org": 1, "contact_lname": "Shelter",
        "emails": [{"email_address": "ada@king.example"}]});
    account.record("contacts", shelter).await;
    let more = [("phone_number", "+44 20 7946 0000"), ("answer_message", "I have moved.")];
    send(&api, &path, &more).await.location();
    let (page, answer) = first(&mut browser).await;
    let page = page.has("A contact has this email address already:");
    let page = page.has(&format!("This is Ada Lovelace (#{id})")).lacks("This is Shelter");
    let fill = format!("{answer}/fill");
    let done = browser.submit(&page, &fill, &[]).await;
    browser.follow(&done).await.has("What the contact did not have yet is filled in.");
    let contact = account.get(&own).await.ok().data().clone();
    assert_eq!(json!([contact["contact_lname"], contact["contact_status"]]), json!(["Lovelace", "donor"]));
    assert_eq!(contact["phones"][0]["phone_number"], "+44 20 7946 0000");
    assert_eq!(contact["emails"].as_array().unwrap().len(), 1);
    assert_eq!(contact["tags"].as_array().unwrap().len(), 2);
    assert_eq!(contact["contact_newsletter"], "none");
    browser.get(&own).await.has("I have moved.");
    // What is discarded leaves nothing.
    let before = api.events(&account).await.len();
    send(&api, &path, &[]).await.location();
    let (page, answer) = first(&mut browser).await;
    let done = browser.submit(&page, &format!("{answer}/discard"), &[]).await;
    browser.follow(&done).await.has("The answer is discarded.").has("Nothing waits.");
    assert_eq!((waiting(&api).await, api.events(&account).await.len()), (0, before));
}

async fn what_breaks_a_rule_is_told_at_its_field_and_what_was_typed_stays(db: TestDb) {
    let (api, _account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    let (long, message) = ("x".repeat(101), "ü".repeat(2001));
    let amount = "9".repeat(101);
    let mut supporter = Browser::new(&api);
    let fields = [
        ("contact_fname", &*long),
        ("email_address", "nobody"),
        ("phone_number", "12345"),
        ("address_country", "nowhere"),
        ("answer_message", &*message),
        ("answer_amount", &*amount),
    ];
    let page = supporter.fill(&path, &path, &fields).await.shows(422, "Stay in touch");
    let page = page.has("Must not be longer than 100 characters").has("Must be an email address");
    let page = page.has("Is required").has("Must not be longer than 2");
    page.has("value=\"12345\"").has("value=\"nobody\"").has("<h2 id=\"summary\">");
    // What nobody sees is filled in by programs. They are thanked, and nothing is kept.
    let sent = send(&api, &path, &[("leave_empty", "https://spam.example")]).await;
    assert_eq!(sent.location(), format!("{path}?sent=1"));
    // A form without its token, or of a token that there is not.
    supporter.post(&path, &ADA).await.shows(403, "This form was not accepted");
    supporter.get("/forms/nothing").await.shows(404, "There is no such page");
    assert_eq!(waiting(&api).await, 0);
}

async fn a_network_sends_a_bounded_number(db: TestDb) {
    let limits = SignInLimits::with_clock(|| Duration::from_secs(1));
    let api = Api::start_with(db, |app| app.sign_in_limits = limits).await;
    let account = api.account().await;
    let (path, _) = form(&mut browser_of(&api, &account).await).await;
    let mut supporter = Browser::new(&api);
    let open = supporter.get(&path).await;
    for _ in 0..30 {
        assert_eq!(supporter.submit(&open, &path, &ADA).await.location(), format!("{path}?sent=1"));
    }
    supporter.submit(&open, &path, &ADA).await.shows(429, "Too many attempts");
    assert_eq!(waiting(&api).await, 30);
}

async fn a_form_that_is_closed_or_full_takes_nothing(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, own) = form(&mut browser).await;
    let mut supporter = Browser::new(&api);
    let open = supporter.get(&path).await;
    let changed = browser.fill(&own, &own, &FORM).await;
    browser.follow(&changed).await.has("The form is changed.");
    let nothing = "This form takes nothing at the moment.";
    supporter.get(&path).await.shows(200, "Stay in touch").has(nothing).lacks("<form");
    supporter.submit(&open, &path, &ADA).await.shows(422, "Stay in touch").has(nothing);
    assert_eq!(waiting(&api).await, 0);
    api.execute("UPDATE web_forms SET form_open = TRUE", Vec::new()).await;
    fill_up(&api, &account, ANSWERS_MAX - 1).await;
    supporter.submit(&open, &path, &ADA).await.location();
    supporter.submit(&open, &path, &ADA).await.shows(422, "Stay in touch").has(nothing);
    assert_eq!(waiting(&api).await as u64, ANSWERS_MAX);
    browser.get("/answers").await.has("500 answers wait.");
}

/// Lets so many answers wait.
async fn fill_up(api: &Api, account: &Account, count: u64) {
    let ids = api.query("SELECT id FROM web_forms WHERE account_id = $1", vec![account.id.into()]).await;
    let form: i64 = ids[0].try_get_by_index(0).unwrap();
    let row = format!("({}, {form}, 'King', 'ada@king.example', 0)", account.id);
    let rows = vec![row; usize::try_from(count).unwrap()].join(", ");
    let columns = "account_id, form_id, answer_lname, answer_email, sent_at_ms";
    api.execute(&format!("INSERT INTO form_answers ({columns}) VALUES {rows}"), Vec::new()).await;
}

async fn a_form_speaks_the_language_of_the_letters_and_shows_the_name(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    let head = "INSERT INTO letterheads (account_id, organisation, paper, updated_at_ms, letter_locale, logo)
                VALUES ($1, 'Haus <b>', 'a4', 1, 'de', $2)";
    let logo = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    api.execute("DELETE FROM letterheads WHERE account_id = $1", vec![account.id.into()]).await;
    api.execute(head, vec![account.id.into(), logo.into()]).await;
    api.execute("UPDATE web_forms SET privacy_url = 'https://haus.example/a?b&c'", Vec::new()).await;
    let mut supporter = Browser::new(&api);
    supporter.language = Some("fr");
    let page = supporter.get(&path).await.has("<html lang=\"de\"").has("Absenden").has("Haus &#60;b&#62;");
    let page = page.has("?b&#38;c\" rel=\"noopener\">Wie wir Ihre Daten verwenden</a>");
    let logo_path = format!("{path}/logo");
    page.has(&format!("src=\"{logo_path}\""));
    assert_eq!(supporter.get(&logo_path).await.status, 200);
    let page = supporter.fill(&path, &path, &[]).await;
    page.shows(422, "Stay in touch").has("Noch nicht gesendet");
    supporter.get("/forms/nothing/logo").await.shows(404, "Cette page n’existe pas");
}

async fn another_account_sees_nothing_and_decides_nothing(db: TestDb) {
    let (api, _account, mut browser) = start(db).await;
    let (path, own) = form(&mut browser).await;
    let other = api.account().await;
    let mut stranger = browser_of(&api, &other).await;
    // Somebody who is signed in for another account is a supporter like any other.
    let sent = stranger.fill(&path, &path, &ADA).await;
    stranger.follow(&sent).await.has("See you soon.");
    let (page, answer) = first(&mut browser).await;
    page.has("Ada King");
    stranger.get("/answers").await.has("Nothing waits.").lacks("Ada King");
    stranger.get("/overview").await.lacks("href=\"/answers\"");
    stranger.get(&own).await.shows(404, "There is no such page");
    let token = stranger.get(NEW).await.between("name=\"csrf\" value=\"", "\"").replace("&#61;", "=");
    for what in ["add", "fill", "discard"] {
        let done = stranger.post(&format!("{answer}/{what}"), &[("csrf", &token)]).await;
        stranger.follow(&done).await.has("somebody else has decided");
    }
    let removed = stranger.post(&format!("{own}/remove"), &[("csrf", &token)]).await;
    assert_eq!((removed.status, waiting(&api).await), (404, 1));
    assert_eq!(other.get("/contacts").await.ok().list().len(), 0);
}

async fn owners_make_forms_and_remove_those_of_which_nothing_waits(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.fill(NEW, NEW, &[("form_tag", "x")]).await.shows(422, "New form").has("Is required");
    let (path, own) = form(&mut browser).await;
    let mut member = api.signed_in(&api.member(account.id, "member").await).await;
    member.get("/settings/forms").await.has("Stay in touch").lacks("href=\"/settings/forms/new\"");
    member.get(&own).await.has("id=\"link-value\"").lacks("<textarea");
    member.get(NEW).await.shows(403, "This is not for you");
    send(&api, &path, &[]).await.location();
    browser.get("/settings/forms").await.has(">1</td>");
    let remove = format!("{own}/remove");
    let refused = browser.fill(&own, &remove, &[]).await;
    browser.follow(&refused).await.has("decide about the answers that wait first");
    let (page, answer) = first(&mut member).await;
    member.submit(&page, &format!("{answer}/discard"), &[]).await.location();
    let removed = browser.fill(&own, &remove, &[]).await;
    browser.follow(&removed).await.has("The form is removed.").has("There is no form yet.");
    assert_eq!(Browser::new(&api).get(&path).await.status, 404);
}

async fn a_form_leads_to_the_privacy_notice_and_the_next_form_knows_it(db: TestDb) {
    let (api, _account, mut browser) = start(db).await;
    let (path, own) = form(&mut browser).await;
    let (notice, in_page) = ("https://shelter.example/privacy", "value=\"https://shelter.example/privacy\"");
    let mut supporter = Browser::new(&api);
    supporter.get(&path).await.shows(200, "Stay in touch").lacks("How we use your data");
    browser.get(NEW).await.has("name=\"privacy_url\"").lacks(in_page);
    let long = format!("https://shelter.example/{}", "x".repeat(1977));
    for (url, rule) in [
        ("http://shelter.example/privacy", "Must be an https URL"),
        ("javascript:alert(1)", "Must be an https URL"),
        (&*long, "Must not be longer than 2"),
    ] {
        browser.fill(&own, &own, &with_notice(url)).await.shows(422, "Stay in touch").has(rule).has(url);
    }
    browser.fill(&own, &own, &with_notice(&long[..2000])).await.location();
    browser.fill(&own, &own, &with_notice(notice)).await.location();
    browser.get(&own).await.has(in_page);
    browser.get(NEW).await.has(in_page);
    let link = format!("<a href=\"{notice}\" rel=\"noopener\">How we use your data</a>");
    supporter.get(&path).await.has(&link);
    supporter.fill(&path, &path, &[]).await.shows(422, "Stay in touch").has(&link);
    browser.fill(&own, &own, &with_notice("")).await.location();
    supporter.get(&path).await.shows(200, "Stay in touch").lacks("rel=\"noopener\"");
}

async fn news_come_to_who_asked_for_them_once_somebody_decides(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, own) = form(&mut browser).await;
    // Each with the newsletter, whether no email is wanted, the ticks of the supporter and of who decides, and the newsletter then.
    let people = [
        ("Nora", "none", 0, "1", "1", "email"),
        ("Pia", "physical", 0, "1", "1", "both"),
        // Anybody can type the address of somebody else, also of one who wants no email.
        ("Lara", "none", 0, "1", "", "none"),
        ("Mute", "none", 1, "1", "1", "none"),
        ("Emil", "email", 0, "1", "", "email"),
        ("Quiet", "physical", 0, "", "1", "physical"),
    ];
    for (name, newsletter, wants_no_email, tick, with_news, after) in people {
        let email = format!("{}@news.example", name.to_lowercase());
        let known = json!({"contact_status": "donor", "contact_lname": name, "contact_newsletter": newsletter,
            "contact_do_not_email": wants_no_email, "emails": [{"email_address": email}]});
        let (contact, id) = account.record("contacts", known).await;
        let mut fields = vec![("contact_lname", name), ("email_address", &*email)];
        fields.extend(Some(("answer_news", tick)).filter(|_| !tick.is_empty()));
        Browser::new(&api).fill(&path, &path, &fields).await.location();
        let (page, answer) = first(&mut browser).await;
        let is_so = account.get(&contact).await.ok();
        assert_eq!(is_so.data()["contact_newsletter"], newsletter, "{name}: nobody outside changes it");
        let page = page.has(&format!("(#{id})"));
        let is_offered = page.html.contains("<input type=\"checkbox\" name=\"with_news\" value=\"1\">");
        assert_eq!(is_offered, ["Nora", "Pia", "Lara"].contains(&name), "{name}");
        let ticked = [("with_news", with_news)];
        let ticked = if with_news.is_empty() { &[][..] } else { &ticked[..] };
        browser.submit(&page, &format!("{answer}/fill"), ticked).await.location();
        let is_so = account.get(&contact).await.ok();
        assert_eq!(is_so.data()["contact_newsletter"], after, "{name}");
        let page = browser.get(&contact).await;
        if tick.is_empty() {
            page.lacks("Wants news by email");
        } else {
            page.has("Wants news by email");
        }
    }
    // A form that does not ask takes no answer to it.
    let plain = [("form_title", "Stay in touch"), ("form_thanks", "See you soon."), ("form_open", "1")];
    browser.fill(&own, &own, &plain).await.location();
    let mut supporter = Browser::new(&api);
    supporter.get(&path).await.lacks("name=\"answer_news\"").lacks("name=\"answer_amount\"");
    send(&api, &path, &[("answer_news", "1"), ("answer_amount", "20 a month")]).await.location();
    first(&mut browser).await.0.has("Ada King").lacks("News by email").lacks("20 a month");
}

async fn a_form_goes_with_what_waits_if_its_owner_says_so(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (_, other) = form(&mut browser).await;
    fill_up(&api, &account, 1).await;
    let (_, own) = form(&mut browser).await;
    browser.get(&own).await.lacks("name=\"discards\"");
    browser.get(&other).await.has("1 answer of this form waits.").has("name=\"discards\"");
    let moved = "UPDATE form_answers SET form_id = (SELECT MAX(id) FROM web_forms) WHERE id = $1";
    fill_up(&api, &account, 2).await;
    let last = api.query("SELECT MAX(id) FROM form_answers", Vec::new()).await;
    api.execute(moved, vec![last[0].try_get_by_index::<i64>(0).unwrap().into()]).await;
    let (remove, shown) = (format!("{other}/remove"), browser.get(&other).await);
    fill_up(&api, &account, 1).await;
    let refused = browser.submit(&shown, &remove, &[("discards", "1")]).await;
    let refused = browser.follow(&refused).await.has("decide about the answers that wait first");
    refused.has("3 answers of this form wait.");
    assert_eq!(waiting(&api).await, 4, "what came after the page was shown is not discarded");
    let removed = browser.fill(&other, &remove, &[("discards", "1")]).await;
    browser.follow(&removed).await.has("The form is removed, and 3 answers with it.");
    let log = browser.get("/settings/audit").await.has("Website form removed");
    log.has("Stay in touch, answers discarded: 3");
    assert_eq!(waiting(&api).await, 1, "what waits of another form stays");
    browser.get(&own).await.has("1 answer of this form waits.");
}

async fn a_form_is_sent_to_another_address_than_that_of_its_page(db: TestDb) {
    let (_api, _account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    let sent = format!("{path}?send");
    let page = browser.get(&path).await.has(&format!("action=\"{sent}\""));
    let csrf = page.hidden(&path).into_iter().find(|(name, _)| name == "csrf").unwrap().1;
    let refused = browser.post(&sent, &[("csrf", &csrf)]).await.shows(422, "Stay in touch");
    refused.has(&format!("action=\"{path}\""));
    browser.get(&sent).await.shows(200, "Stay in touch").has("<form");
}

async fn a_page_of_many_answers_says_that_more_wait(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    form(&mut browser).await;
    fill_up(&api, &account, 20).await;
    browser.get("/answers").await.has("20 answers wait.").lacks("are shown");
    fill_up(&api, &account, 1).await;
    browser.get("/answers").await.has("21 answers wait.").has("The 20 oldest are shown.");
}

async fn organisations_hide_no_person(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    for name in ["Abbey", "Bakery", "Circus"] {
        let body = json!({"contact_status": "contact", "contact_is_org": 1, "contact_lname": name,
            "emails": [{"email_address": "ada@king.example"}]});
        account.record("contacts", body).await;
    }
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "King"});
    let (_, id) = account.record("contacts", ada).await;
    send(&api, &path, &[]).await.location();
    browser.get("/answers").await.has(&format!("This is Ada King (#{id})")).lacks("This is Abbey");
}

async fn what_comes_under_another_address_is_known_by_the_name_and_the_phone_number(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    let ada = json!({"contact_status": "donor", "contact_fname": "Ada", "contact_lname": "Kíng",
        "emails": [{"email_address": "ada@old.example"}], "phones": [{"phone_number": "020 7946 0000"}]});
    let (own, id) = account.record("contacts", ada).await;
    let more = [("phone_number", "+44 20 7946 0000"), ("answer_message", "I have moved.")];
    send(&api, &path, &more).await.location();
    send(&api, &path, &[("answer_message", "Perhaps another Ada.")]).await.location();
    let grace = [("contact_lname", "Hopper"), ("email_address", "grace@hopper.example"), more[0]];
    Browser::new(&api).fill(&path, &path, &grace).await.location();
    let partner = [("contact_fname", "William"), ("contact_lname", "King")];
    let partner = [&partner[..], &[("email_address", "ada@old.example")]].concat();
    Browser::new(&api).fill(&path, &path, &partner).await.location();
    let ids = api.query("SELECT id FROM form_answers ORDER BY id", Vec::new()).await;
    let alike: Vec<i64> = ids[1..].iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
    let link = format!("/answers?id={}&#38;id={}", alike[0], alike[1]);
    let of_copy = format!("{link}&#38;id={}", alike[2]);
    let page = browser.get(&format!("{own}/copy")).await.has("Sent from the website").has("I have moved.");
    let page = page.has("3 answers from your website share the name, an email address").has(&of_copy);
    page.lacks("Perhaps another Ada.").lacks("Hopper").lacks("William");
    let file = browser.get(&format!("{own}/copy/file")).await;
    let data: Value = serde_json::from_str(&file.html).unwrap();
    assert_eq!(data["answers"].as_array().unwrap().len(), 1);
    assert_eq!(data["answers"][0]["message"], "I have moved.");
    let page = browser.get(&format!("{own}/erase")).await.has("2 answers from your website");
    page.has("somebody of the same name or phone number (2)").has(&link);
    browser.get(&link).await.has("1 answer waits.").has("Perhaps another Ada.").lacks("I have moved.");
    let report = report(&api, &account, id, false).await;
    let of_partner = "an erasure takes all that came under an email address of the person";
    assert_eq!((report.erased.form_answers, &report.alike[..]), (2, &alike[..2]), "{of_partner}");
    assert_eq!(waiting(&api).await, 2);
}

async fn what_waits_for_too_long_is_deleted(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let (path, _) = form(&mut browser).await;
    fill_up(&api, &account, 2).await;
    send(&api, &path, &[]).await.location();
    let now_ms = api.app.clock.now_ms();
    assert_eq!(remove_expired(&api.app.store, now_ms).await.unwrap(), 2);
    assert_eq!(remove_expired(&api.app.store, now_ms + KEPT_MS - 1).await.unwrap(), 0);
    assert_eq!(remove_expired(&api.app.store, now_ms + KEPT_MS).await.unwrap(), 1);
    assert_eq!(waiting(&api).await, 0);
}
