//! Letters of an api that dies: a run is written whole or not at all, and a button that is pressed again makes no second one.

use std::time::Duration;

use bench::deployment::{World, path_of};
use reqwest::header::CONTENT_TYPE;
use shared::database::testing::TestDb;
use tokio::process::Command;
use url::form_urlencoded::Serializer;

use crate::browsing::Browser;

/// How many donors there are, each with one gift.
const DONORS: i64 = 1000;
/// How many gifts the page of thank-yous shows.
const THANKED: i64 = 200;
/// The time that a slow machine may need for 1,000 letters.
const PATIENCE: Duration = Duration::from_mins(3);

shared::both_databases!(of_an_api_that_dies_are_made_once);

async fn number(world: &World, text: &str) -> i64 {
    world.rows(text).await.unwrap()[0].try_get_by_index(0).unwrap()
}

/// Imports the donors with their addresses, and then their gifts.
async fn import(world: &World) {
    let contacts = "contact_status,contact_fname,contact_lname,contact_external_id,\
        address_street,address_city,address_state,address_postal_code,address_country";
    let contact = |n| format!("donor,Donor,Number {n},d{n},{n} Elm Street,Portland,ME,04101,US\n");
    let gift = |n| format!("2026-01-02,{n},d{n}\n");
    for (kind, head, rows) in [
        ("contacts", contacts, (1..=DONORS).map(contact).collect::<String>()),
        ("gifts", "gift_date,gift_amount,contact_external_id", (1..=DONORS).map(gift).collect()),
    ] {
        let path = world.directory.path().join(format!("{kind}.csv"));
        std::fs::write(&path, format!("{head}\n{rows}")).unwrap();
        let mut command = Command::new(path_of("almoner").unwrap());
        command.env_clear().envs(world.variables.iter().map(|(name, value)| (*name, value)));
        command.args(["import", kind]).arg(&path).args(["--account", &world.account_id().to_string()]);
        let output = command.output().await.unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

/// Sends a form to an api that dies before it has written, to one that dies right after it, and to one that lives. Returns
/// the address of the run.
async fn send_until_it_lives(
    world: &World,
    path: &str,
    fields: &[(&str, &str)],
    browser: &mut Browser,
) -> String {
    let runs = "SELECT count(*) FROM letter_runs";
    let before = number(world, runs).await;
    let body = Serializer::new(String::new()).extend_pairs(fields).finish();
    for (point, made) in [("api.written:1", 0), ("api.committed:1", 1)] {
        let mut api = world.spawn("almoner", &[("CRASH_AT", point.to_owned())]).unwrap();
        api.ready().await.unwrap();
        let request = browser.request("POST", path).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let (answer, ended) = tokio::join!(request.body(body.clone()).send(), api.ended(PATIENCE));
        assert!(answer.is_err() && !ended.unwrap().success(), "{point}");
        assert_eq!(number(world, runs).await, before + made, "{point}");
    }
    let _api = world.start_api(None).await.unwrap();
    let sent = browser.post(path, fields).await;
    assert_eq!(number(world, runs).await, before + 1, "{}", sent.html);
    sent.location().to_owned()
}

/// Returns the hidden fields of the form that a page sends to a path, and these ids.
fn fields<'a>(hidden: &'a [(String, String)], ids: &'a [String]) -> Vec<(&'a str, &'a str)> {
    let hidden = hidden.iter().map(|(name, value)| (&**name, &**value));
    hidden.chain(ids.iter().map(|id| ("id", &**id))).collect()
}

async fn of_an_api_that_dies_are_made_once(db: TestDb) {
    const DAYS: &str = "from=2026-01-01&to=2026-12-31";
    let [statements, thanks] = ["/letters/statements", "/letters/thank-yous"];
    let world = World::new(&db.url, &[]).await.unwrap();
    import(&world).await;
    let mut browser = Browser::at(format!("http://{}", world.listen));
    let (statement_form, thanks_form) = {
        let _api = world.start_api(None).await.unwrap();
        let sign_in = [("email", "owner1@example.org"), ("password", "correct horse battery")];
        browser.fill("/sign-in", "/sign-in", &sign_in).await;
        let page = browser.get(&format!("{statements}?{DAYS}")).await.has("1,000 statements");
        (page.hidden(statements), browser.get(&format!("{thanks}?{DAYS}")).await.hidden(thanks))
    };
    let run = send_until_it_lives(&world, statements, &fields(&statement_form, &[]), &mut browser).await;
    for count in ["count(*)", "count(DISTINCT contact_id)", "max(letter_number)"] {
        assert_eq!(number(&world, &format!("SELECT {count} FROM printed_letters")).await, DONORS, "{count}");
    }
    let ids = world.rows("SELECT id FROM gifts ORDER BY id LIMIT 200").await.unwrap();
    let ids: Vec<_> = ids.iter().map(|row| row.try_get_by_index::<i64>(0).unwrap().to_string()).collect();
    assert_eq!(i64::try_from(ids.len()).unwrap(), THANKED);
    send_until_it_lives(&world, thanks, &fields(&thanks_form, &ids), &mut browser).await;
    for count in [
        "SELECT count(*) FROM thanked_gifts",
        "SELECT count(*) FROM gifts WHERE gift_thanked_on IS NOT NULL",
        "SELECT count(*) FROM events WHERE event_type = 'gifts.update'",
    ] {
        assert_eq!(number(&world, count).await, THANKED, "{count}");
    }
    let _api = world.start_api(None).await.unwrap();
    browser.get(&run).await.has("1,000 letters");
    let pdf = browser.get(&format!("{run}/pdf")).await;
    assert_eq!(pdf.status, 200, "{}", pdf.html);
    assert!(pdf.html.starts_with("%PDF-"));
}
