//! Printed letters: thank-yous that mark their gifts, statements for a year, their letterhead and words, and what is kept.

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::both_databases;
use shared::database::testing::TestDb;

use super::browser::{Browser, Page, browser_of, start};
use crate::erasure::report;
use crate::support::{Account, Api};

both_databases!(
    what_is_printed_is_marked_as_thanked_for_with_an_event_for_each_gift,
    a_button_pressed_twice_makes_one_run_and_no_gift_is_in_two,
    two_who_print_at_once_print_each_gift_once,
    who_gets_no_letter_is_named_with_the_reason,
    a_joint_household_gets_one_letter,
    gifts_of_another_account_are_not_printed_and_its_runs_are_not_shown,
    statements_have_who_gave_the_sum_in_the_days_and_describe_goods,
    the_letterhead_is_checked_and_printed_letters_stay_as_they_are,
    a_logo_is_a_picture_within_its_bounds,
    the_words_are_the_accounts_own_and_a_field_that_is_not_there_is_named,
    an_erasure_takes_the_text_of_a_letter,
    an_erasure_takes_letters_about_the_person_and_no_others,
    who_has_a_statement_of_the_days_gets_another_only_as_a_copy,
    who_has_taken_a_gift_back_gets_no_letter,
);

pub(super) const THANKS: &str = "/letters/thank-yous";
pub(super) const STATEMENTS: &str = "/letters/statements";
const WORDS: &str = "/settings/letters/thank_you";

/// Makes a donor with an address.
pub(super) async fn donor(account: &Account, names: (&str, &str), more: Value) -> i64 {
    let mut body = json!({
        "contact_status": "donor", "contact_fname": names.0, "contact_lname": names.1,
        "addresses": [{"address_street": "1 Elm Street", "address_city": "Portland", "address_state": "ME",
            "address_postal_code": "04101", "address_country": "US"}],
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    account.record("contacts", body).await.1
}

pub(super) async fn gift(account: &Account, contact_id: i64, amount: i64, day: &str) -> i64 {
    let body =
        json!({"contact_id": contact_id, "gift_amount": amount, "gift_date": day, "gift_fund": "Roof"});
    account.record("gifts", body).await.1
}

/// Prints letters for gifts.
pub(super) async fn print(browser: &mut Browser, ids: &[i64]) -> Page {
    let page = browser.get(THANKS).await;
    send(browser, &page, ids).await
}

pub(super) async fn send(browser: &mut Browser, page: &Page, ids: &[i64]) -> Page {
    let form = page.between("<form id=\"ticked\"", "</form>");
    let value = |name: &str| {
        let (_, rest) = form.split_once(&format!("name=\"{name}\" value=\"")).unwrap();
        rest.split_once('"').unwrap().0.replace("&#61;", "=")
    };
    let (csrf, key, way) = (value("csrf"), value("key"), value("way"));
    let ids: Vec<_> = ids.iter().map(i64::to_string).collect();
    let mut fields = vec![("csrf", &*csrf), ("key", &*key), ("way", &*way)];
    fields.extend(ids.iter().map(|id| ("id", &**id)));
    browser.post(THANKS, &fields).await
}

pub(super) async fn thanked_on(account: &Account, gift: i64) -> Value {
    account.get(&format!("/gifts/{gift}")).await.ok()["gift_thanked_on"].clone()
}

pub(super) async fn texts(api: &Api) -> Vec<String> {
    let rows = api.query("SELECT letter_text FROM printed_letters ORDER BY letter_number", Vec::new()).await;
    rows.iter().map(|row| row.try_get_by_index::<Option<String>>(0).unwrap().unwrap_or_default()).collect()
}

async fn what_is_printed_is_marked_as_thanked_for_with_an_event_for_each_gift(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({"contact_title": "Ms"})).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let (first, second) =
        (gift(&account, ada, 1250, "2026-05-01").await, gift(&account, ada, 50, "2026-06-03").await);
    let (third, other) =
        (gift(&account, grace, 20, "2026-06-04").await, gift(&account, grace, 5, "2026-06-05").await);
    let old = gift(&account, grace, 7, "2026-01-05").await;
    let page = browser.get(THANKS).await.shows(200, "Thank-yous").has("it is 2 letters").has("$1,250.00");
    let page = page.has("Ms Ada Lovelace").has(&format!("value=\"{third}\" checked")).lacks("$7.00");
    let page = page.has("Fill in the letterhead");
    browser.get(&format!("{THANKS}?from=2026-01-01&to=2026-02-01")).await.has("$7.00").lacks("$20.00");
    let before = api.events(&account).await.len();
    let sent = send(&mut browser, &page, &[first, second, third]).await;
    let run = browser.follow(&sent).await.has("2 letters are made. The gifts are marked as thanked for.");
    let path = sent.location().to_owned();
    run.has("Ms Ada Lovelace").has("Grace Hopper").has(&format!("{path}/pdf"));
    for id in [first, second, third] {
        assert_eq!(thanked_on(&account, id).await, "2026-06-15");
    }
    for id in [other, old] {
        assert_eq!(thanked_on(&account, id).await, Value::Null);
    }
    let events = api.events(&account).await;
    let updates: Vec<_> =
        events[before..].iter().map(|event| (event.name.as_str(), event.record_id)).collect();
    assert_eq!(updates, [first, second, third].map(|id| ("gifts.update", id)));
    assert!(events[before].body.contains("\"changed\":[\"gift_thanked_on\"]"), "{}", events[before].body);
    let texts = texts(&api).await;
    assert!(texts[0].contains("Dear Ada,") && texts[0].contains("2 gifts, $1,300.00 together"), "{texts:?}");
    assert!(texts[0].contains("\"1 Elm Street\",\"Portland, ME 04101\""), "{texts:?}");
    assert!(texts[1].contains("Thank you for your gift of $20.00 on 4 June 2026 for Roof."), "{texts:?}");
    let pdf = browser.get(&format!("{path}/pdf")).await;
    assert_eq!((pdf.status, &pdf.headers[CONTENT_TYPE]), (200, &"application/pdf".parse().unwrap()));
    assert!(pdf.html.starts_with("%PDF-"));
    assert_eq!(browser.get(&format!("{path}/pdf")).await.html, pdf.html, "the same each time");
    browser.get("/letters").await.shows(200, "Letters").has(&format!("href=\"{path}\""));
    browser.get(THANKS).await.has("it is 1 letter.");
    browser.get("/settings/audit").await.has("Letters printed").has("thank_you, 2 letters");
    browser.get(&format!("/gifts/{first}")).await.has("15 Jun 2026");
    // What was written stands on the page of the contact, by its run.
    let page = browser.get(&format!("/contacts/{ada}")).await;
    page.has(&format!("href=\"{path}\"><bdi>Thank-you letter</bdi>")).has("No. 1");
}

async fn a_button_pressed_twice_makes_one_run_and_no_gift_is_in_two(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    let open = browser.get(THANKS).await;
    let stale = browser.get(THANKS).await;
    let first = send(&mut browser, &open, &[id]).await;
    let again = send(&mut browser, &open, &[id]).await;
    assert_eq!(first.location(), again.location());
    browser.follow(&again).await.has("These letters were already made.");
    let other = send(&mut browser, &stale, &[id]).await;
    browser.follow(&other).await.has("none of the selected gifts is still waiting for one");
    // Who takes the mark away does not make a second letter.
    account.put(&format!("/gifts/{id}"), json!({"gift_thanked_on": null})).await.ok();
    browser.get(THANKS).await.has("has a letter for the gift already").lacks("id=\"ticked\"");
    let other = send(&mut browser, &stale, &[id]).await;
    assert_eq!(other.location(), THANKS);
    assert_eq!(texts(&api).await.len(), 1);
    // Nothing is printed without the key of a form, or without ticks.
    let csrf = open.between("name=\"csrf\" value=\"", "\"");
    let id = id.to_string();
    assert_eq!(browser.post(THANKS, &[("csrf", &csrf), ("id", &id)]).await.status, 422);
    let none = browser.post(THANKS, &[("csrf", &csrf), ("key", "x")]).await;
    browser.follow(&none).await.has("Nothing was selected");
}

async fn two_who_print_at_once_print_each_gift_once(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let mut ids = Vec::new();
    for amount in 1..6 {
        ids.push(gift(&account, ada, amount, "2026-06-01").await);
    }
    let (one, two) = (browser.get(THANKS).await, browser.get(THANKS).await);
    let mut other = browser.clone();
    tokio::join!(send(&mut browser, &one, &ids), send(&mut other, &two, &ids));
    assert_eq!(texts(&api).await.len(), 1);
    let rows = api.query("SELECT count(*) FROM thanked_gifts", Vec::new()).await;
    assert_eq!(rows[0].try_get_by_index::<i64>(0).unwrap(), 5);
}

async fn who_gets_no_letter_is_named_with_the_reason(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    for (name, more, why) in [
        ("Dead", json!({"contact_deceased_on": "2026-01-01"}), "has died"),
        ("Quiet", json!({"contact_do_not_mail": 1}), "wants no mail"),
        ("Gone", json!({"contact_status": "archive"}), "is archived"),
        ("Nowhere", json!({"addresses": []}), "has no full address"),
        ("Town", json!({"addresses": [{"address_city": "Portland"}]}), "has no full address"),
        ("Street", json!({"addresses": [{"address_street": "1 Elm"}]}), "has no full address"),
        ("陈", json!({}), "has a letter with 陈, which the typeface lacks"),
    ] {
        let id = donor(&account, ("X", name), more).await;
        gift(&account, id, 5, "2026-06-01").await;
        let page = browser.get(THANKS).await;
        let left = page.between("<h2 id=\"left-out\">", "</section>");
        assert!(left.contains(&format!("X {name}")) && left.contains(why), "{left}");
        assert!(!page.html.contains("id=\"ticked\""));
    }
    let nobody = json!({"gift_amount": 3, "gift_date": "2026-06-01"});
    account.record("gifts", nobody).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    let correction =
        json!({"contact_id": ada, "gift_amount": -2, "gift_date": "2026-06-02", "gift_adjusts_id": id});
    account.record("gifts", correction).await;
    let page = browser.get(THANKS).await.has("the gift has no donor").has("the gift is a correction");
    page.has("it is 1 letter.");
    // Who was left out stands with the run, by the name of today.
    let quiet = donor(&account, ("Very", "Quiet"), json!({"contact_do_not_mail": 1})).await;
    let left = gift(&account, quiet, 5, "2026-06-01").await;
    let sent = print(&mut browser, &[id, left]).await;
    browser.follow(&sent).await.has("Very Quiet").has("wants no mail");
    assert_eq!(thanked_on(&account, left).await, Value::Null);
}

async fn a_joint_household_gets_one_letter(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({"addresses": []})).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, will, 6, "2026-06-02").await];
    browser.get(THANKS).await.has("Ada and William King").has("it is 1 letter.");
    account.put(&format!("/contacts/{will}"), json!({"contact_do_not_mail": 1})).await.ok();
    browser.get(THANKS).await.has("belongs to a household in which somebody wants no mail");
    account.put(&format!("/contacts/{will}"), json!({"contact_do_not_mail": 0})).await.ok();
    // Who has died is written to no more, and whoever lives is thanked for both.
    account.put(&format!("/contacts/{ada}"), json!({"contact_deceased_on": "2026-06-10"})).await.ok();
    browser.get(THANKS).await.has("has no full address").lacks("id=\"ticked\"");
    let address = json!([{"address_street": "2 Oak Street", "address_city": "Portland"}]);
    account.put(&format!("/contacts/{will}"), json!({"addresses": address})).await.ok();
    print(&mut browser, &ids).await;
    let texts = texts(&api).await;
    assert!(texts.len() == 1 && texts[0].contains("[\"William King\",\"2 Oak Street\""), "{texts:?}");
    assert!(texts[0].contains("Dear William,") && texts[0].contains("$11.00"), "{texts:?}");
}

async fn gifts_of_another_account_are_not_printed_and_its_runs_are_not_shown(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let own = gift(&account, ada, 5, "2026-06-01").await;
    let other = api.account().await;
    let grace = donor(&other, ("Grace", "Hopper"), json!({})).await;
    let foreign = gift(&other, grace, 5, "2026-06-01").await;
    let sent = print(&mut browser, &[own, foreign]).await;
    assert_eq!(thanked_on(&other, foreign).await, Value::Null);
    assert_eq!(texts(&api).await.len(), 1);
    let mut theirs = browser_of(&api, &other).await;
    for path in [sent.location().to_owned(), format!("{}/pdf", sent.location())] {
        theirs.get(&path).await.shows(404, "There is no such page");
    }
    theirs.get("/letters").await.has("No letters were printed yet");
}

async fn statements_have_who_gave_the_sum_in_the_days_and_describe_goods(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let stock = account.gift_type("stock").await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    gift(&account, ada, 900, "2026-03-01").await;
    let shares = json!({"contact_id": ada, "gift_amount": 777, "gift_date": "2025-04-01", "gift_type_id": stock,
        "gift_memo": "10 shares of Acme"});
    account.record("gifts", shares).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    gift(&account, grace, 40, "2025-12-31").await;
    let quiet = donor(&account, ("Very", "Quiet"), json!({"contact_do_not_mail": 1})).await;
    gift(&account, quiet, 400, "2025-12-31").await;
    let page = browser.get(&format!("{STATEMENTS}?span=last_year")).await.shows(200, "Statements");
    let page = page.has("<b>2 statements</b> for 1 January 2025 to 31 December 2025").has("wants no mail");
    let page = page.has("Ada Lovelace").has("Grace Hopper").has(">$40.00<");
    page.has("Together $140.00.");
    browser
        .get(&format!("{STATEMENTS}?span=last_year&year_start=7"))
        .await
        .has("1 July 2024 to 30 June 2025");
    browser.get(&format!("{STATEMENTS}?from=2025-12-01&to=2025-12-31")).await.has("1 statement</b>");
    browser.get(&format!("{STATEMENTS}?least=much")).await.shows(422, "Statements").has("<p class=\"error\"");
    let page = browser.get(&format!("{STATEMENTS}?span=last_year&least=%24100")).await.has("1 statement</b>");
    let page = page.lacks("Grace Hopper");
    let sent = browser.submit(&page, STATEMENTS, &[]).await;
    assert_eq!(browser.submit(&page, STATEMENTS, &[]).await.location(), sent.location());
    let run = browser.follow(&sent).await;
    run.has("Statements, 1 January 2025 to 31 December 2025").has("Very Quiet");
    let texts = texts(&api).await;
    assert_eq!(texts.len(), 1);
    for text in
        ["Your giving in 2025", "gifts of $100.00 from you in 2025", "10 shares of Acme", "Given in kind"]
    {
        assert!(texts[0].contains(text), "{text}: {texts:?}");
    }
    assert!(!texts[0].contains("777") && !texts[0].contains("900"), "{texts:?}");
    // The gifts wait for thanks as before.
    let pdf = browser.get(&format!("{}/pdf", sent.location())).await;
    assert!(pdf.html.starts_with("%PDF-"));
    let sent = browser.fill(&format!("{STATEMENTS}?span=last_year"), STATEMENTS, &[("to", "x")]).await;
    assert_eq!(sent.status, 422);
}

/// Sends the form of the letterhead with a file.
pub(super) async fn send_head(browser: &mut Browser, fields: &[(&str, &str)], logo: Option<&[u8]>) -> Page {
    let csrf = browser.get("/settings/letters").await.between("name=\"csrf\" value=\"", "\"");
    let csrf = csrf.replace("&#61;", "=");
    let mut body = Vec::new();
    for (name, value) in [("csrf", &*csrf)].iter().chain(fields) {
        let part = format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend(part.into_bytes());
    }
    let name = if logo.is_some() { "logo.png" } else { "" };
    let part = format!("--XX\r\nContent-Disposition: form-data; name=\"logo\"; filename=\"{name}\"\r\n\r\n");
    body.extend(part.into_bytes());
    body.extend(logo.unwrap_or_default());
    body.extend(b"\r\n--XX--\r\n");
    let request = browser.request("POST", "/settings/letters");
    let request = request.header(CONTENT_TYPE, "multipart/form-data; boundary=XX").body(body);
    browser.send(request).await
}

async fn the_letterhead_is_checked_and_printed_letters_stay_as_they_are(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    browser.get("/settings/letters").await.shows(200, "Letterhead").has("US Letter");
    let lines = "1\n2\n3\n4\n5\n6\n7";
    let bad =
        [("organisation", ""), ("organisation_address", lines), ("signer_name", "a\tb"), ("paper", "a5")];
    let page = send_head(&mut browser, &bad, None).await;
    let page = page.shows(422, "Letterhead").has("Is required").has("more than 6 lines");
    page.has("tabs");
    let good = [
        ("organisation", "Shelter <b>"),
        ("organisation_address", "1 Quay\r\nPortland"),
        ("tax_id", "12-3456789"),
        ("signer_name", "Maria"),
        ("paper", "a4"),
    ];
    let page = send_head(&mut browser, &good, None).await;
    browser.follow(&page).await.has("The letterhead is saved.").has("Shelter &#60;b&#62;").has("Maria");
    browser.get(THANKS).await.lacks("Fill in the letterhead");
    let sent = print(&mut browser, &[id]).await;
    let pdf = browser.get(&format!("{}/pdf", sent.location())).await.html;
    send_head(&mut browser, &[("organisation", "Other"), ("paper", "letter")], None).await;
    assert_eq!(browser.get(&format!("{}/pdf", sent.location())).await.html, pdf);
    browser.get("/settings/audit").await.has("Letterhead changed");
    let member = api.member(account.id, "member").await;
    let mut member = api.signed_in(&member).await;
    member.get("/settings/letters").await.has("Owners can change this.").has("Other").lacks("type=\"file\"");
}

async fn a_logo_is_a_picture_within_its_bounds(db: TestDb) {
    let (api, _account, mut browser) = start(db).await;
    let icon = include_bytes!("../../../src/web/assets/icon-192.png");
    let head = [("organisation", "Shelter"), ("paper", "a4")];
    let mut wide = icon.to_vec();
    wide[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
    for (bytes, rule) in [
        (&b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..], "Must be a PNG or a JPEG"),
        (&vec![0; 300_000], "Must have at most 200 kB"),
        (&wide, "Must have at most 2,000 pixels"),
        (&icon[..500], "Is damaged"),
    ] {
        send_head(&mut browser, &head, Some(bytes)).await.shows(422, "Letterhead").has(rule);
    }
    let logos = async |api: &Api| {
        let rows = api.query("SELECT count(*) FROM letterheads WHERE logo IS NOT NULL", Vec::new()).await;
        rows[0].try_get_by_index::<i64>(0).unwrap()
    };
    assert_eq!(logos(&api).await, 0);
    assert_eq!(send_head(&mut browser, &head, Some(icon)).await.status, 303);
    // It stays while no other is sent.
    send_head(&mut browser, &head, None).await;
    assert_eq!(logos(&api).await, 1);
    let page = browser.get("/settings/letters").await.has("Another logo");
    let path = page.between("<img class=\"logo\" src=\"", "\"");
    let shown = browser.get(&path).await;
    let header = |name: &str| shown.headers[name].to_str().unwrap();
    assert_eq!((shown.status, header("content-type")), (200, "image/png"));
    assert_eq!(header("cache-control"), "private, max-age=31536000, immutable");
    assert_eq!(header("x-content-type-options"), "nosniff");
    // Nobody else sees it: no other account, and nobody who is not signed in.
    let mut stranger = api.signed_in(&api.owner().await).await;
    stranger.get(&path).await.shows(404, "There is no such page");
    stranger.get("/overview").await.lacks("class=\"logo\"");
    assert_eq!(Browser::new(&api).get(&path).await.status, 303);
    // Nor what was there before, under another path.
    browser.get(&format!("{path}0")).await.shows(404, "There is no such page");
    send_head(&mut browser, &[head[0], head[1], ("remove_logo", "1")], None).await;
    assert_eq!(logos(&api).await, 0);
    browser.get("/settings/letters").await.lacks("class=\"logo\"");
    browser.get(&path).await.shows(404, "There is no such page");
}

async fn the_words_are_the_accounts_own_and_a_field_that_is_not_there_is_named(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    browser.get(WORDS).await.shows(200, "Thank-yous").has("There is no donor yet").has("{salutation}");
    browser.get(&format!("{WORDS}/sample")).await.shows(404, "There is no such page");
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    browser.get(WORDS).await.has("Dear Ada,").has("gift of $5.00 on 1 June 2026 for Roof");
    let page = browser.fill(WORDS, WORDS, &[("subject", "Hello"), ("body", "Dear {fist_name}")]).await;
    page.shows(422, "Thank-yous")
        .has("Has {fist_name}, which is no field of this letter")
        .has("Dear {fist_name}");
    let own = [("subject", "For {name}"), ("body", "Hello {first_name},\r\n\r\n{amount} on {gift_date}!")];
    let page = browser.fill(WORDS, WORDS, &own).await;
    browser
        .follow(&page)
        .await
        .has("The words are saved.")
        .has("For Ada Lovelace")
        .has("$5.00 on 1 June 2026!");
    let pdf = browser.get(&format!("{WORDS}/sample")).await;
    assert!(pdf.status == 200 && pdf.html.starts_with("%PDF-"));
    print(&mut browser, &[id]).await;
    assert!(texts(&api).await[0].contains("Hello Ada,"));
    let statement = "/settings/letters/year_end_statement";
    browser.get(statement).await.shows(200, "Statements for a year").has("gifts of $5.00 from you in 2026");
    let reset = format!("{WORDS}/reset");
    let page = browser.fill(WORDS, &reset, &[]).await;
    browser.follow(&page).await.has("Dear Ada,").lacks(&reset);
    browser.get("/settings/letters/other").await.shows(404, "There is no such page");
    let member = api.member(account.id, "member").await;
    api.signed_in(&member).await.get(WORDS).await.has("Owners can change this.").lacks("<textarea");
}

async fn an_erasure_takes_the_text_of_a_letter(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    let ids = [gift(&account, ada, 5, "2026-06-01").await, gift(&account, grace, 5, "2026-06-01").await];
    let sent = print(&mut browser, &ids).await;
    let dry = report(&api, &account, ada, true).await;
    assert_eq!((dry.erased.printed_letters, texts(&api).await[0].is_empty()), (1, false));
    report(&api, &account, ada, false).await;
    let left = texts(&api).await;
    assert!(left[0].is_empty() && left[1].contains("Grace Hopper"), "{left:?}");
    browser.get(sent.location()).await.has("Erased").has("Grace Hopper").lacks("Lovelace");
    let pdf = browser.get(&format!("{}/pdf", sent.location())).await;
    assert!(pdf.html.starts_with("%PDF-"));
}

async fn an_erasure_takes_letters_about_the_person_and_no_others(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "King"), json!({})).await;
    let will = donor(&account, ("William", "King"), json!({})).await;
    let household = json!({"household_name": "Kings", "members": [
        {"contact_id": ada, "member_role": "head"}, {"contact_id": will, "member_role": "partner"}]});
    account.record("households", household).await;
    // The name of this one stands in every letter, and the other one has the same name.
    let signer = donor(&account, ("Maria", "Silva"), json!({})).await;
    send_head(
        &mut browser,
        &[("organisation", "Shelter"), ("signer_name", "Maria Silva"), ("paper", "a4")],
        None,
    )
    .await;
    let words = [("subject", "From {signer}"), ("body", "{salutation}, {gifts}")];
    browser.fill(WORDS, WORDS, &words).await;
    let namesake = donor(&account, ("Maria", "Silva"), json!({})).await;
    let ids = [
        gift(&account, ada, 5, "2026-06-01").await,
        gift(&account, signer, 6, "2026-06-01").await,
        gift(&account, namesake, 7, "2026-06-01").await,
    ];
    print(&mut browser, &ids).await;
    let empty = async |api: &Api| texts(api).await.iter().filter(|text| text.is_empty()).count();
    assert_eq!((texts(&api).await.len(), empty(&api).await), (3, 0));
    assert_eq!(report(&api, &account, signer, true).await.erased.printed_letters, 1);
    report(&api, &account, signer, false).await;
    assert_eq!(empty(&api).await, 1);
    // William gave nothing, and the letter names him.
    assert_eq!(report(&api, &account, will, false).await.erased.printed_letters, 1);
    let left = texts(&api).await;
    let left: Vec<_> = left.iter().filter(|text| !text.is_empty()).collect();
    assert!(left.len() == 1 && left[0].contains("$7.00"), "{left:?}");
}

async fn who_has_a_statement_of_the_days_gets_another_only_as_a_copy(db: TestDb) {
    let (api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    gift(&account, ada, 100, "2025-03-01").await;
    let last_year = format!("{STATEMENTS}?span=last_year");
    let sent = browser.fill(&last_year, STATEMENTS, &[]).await;
    let run = sent.location().rsplit_once('/').unwrap().1.to_owned();
    let grace = donor(&account, ("Grace", "Hopper"), json!({})).await;
    gift(&account, grace, 40, "2025-12-31").await;
    browser.get(&last_year).await.has("1 statement</b>").has(&format!("has one already, in run {run}"));
    // So it is for some of the days, because one gift has one receipt. Another for some of them is no copy.
    let some = format!("{STATEMENTS}?from=2025-01-01&to=2025-12-30");
    browser.get(&some).await.has(&format!("has one already, in run {run}"));
    browser.get(&format!("{some}&again=1")).await.has("1 statement</b>");
    browser.get(&format!("{last_year}&again=1")).await.has("2 statements</b>").lacks("has one already");
    browser.fill(&format!("{last_year}&again=1"), STATEMENTS, &[]).await;
    let texts = texts(&api).await;
    let copies: Vec<_> = texts.iter().map(|text| text.contains("in 2025 (copy)")).collect();
    assert_eq!(copies, [false, false, true], "Hopper before Lovelace, whose second is one: {texts:?}");
    browser.get(&last_year).await.has("Nobody gets a statement");
}

async fn who_has_taken_a_gift_back_gets_no_letter(db: TestDb) {
    let (_api, account, mut browser) = start(db).await;
    let ada = donor(&account, ("Ada", "Lovelace"), json!({})).await;
    let id = gift(&account, ada, 5, "2026-06-01").await;
    let kept = gift(&account, ada, 7, "2026-06-01").await;
    let back =
        json!({"contact_id": ada, "gift_amount": -5, "gift_date": "2026-06-02", "gift_adjusts_id": id});
    account.record("gifts", back).await;
    let page = browser.get(THANKS).await.has("the gift was taken back").has("it is 1 letter.");
    let page = page.has(&format!("value=\"{kept}\" checked"));
    page.lacks(&format!("value=\"{id}\" checked"));
    browser.get(STATEMENTS).await.has("1 statement</b>");
    let back =
        json!({"contact_id": ada, "gift_amount": -7, "gift_date": "2026-06-02", "gift_adjusts_id": kept});
    account.record("gifts", back).await;
    browser.get(STATEMENTS).await.has("has taken back what was given").lacks("statement</b>");
}
