//! The first page of each filter and order of contacts, in an account with many gifts, on PostgreSQL and on SQLite.
//!
//! The contacts and gifts are imported from CSV files, so that whatever the service keeps beside them is made by itself.

use std::fmt::Write;
use std::time::Instant;

use chrono_tz::Tz;
use serde::Deserialize;
use shared::values::clock::Clock;

use crate::load::Client;
use crate::process::{self, Account, Api};
use crate::report::{Targets, median, megabytes, milliseconds};
use crate::{Error, Servers, import, psql};

/// The longest median time of the first page of any filter, in milliseconds.
const PAGE_MS: f64 = 100.0;
/// How many contacts a page has.
const PAGE: u32 = 50;
/// How many gifts a file has.
const GIFTS_OF_A_FILE: usize = 100_000;
/// The days on which gifts were given: 20 years.
const DAYS: u16 = 7305;
/// How many households of two there are.
const HOUSEHOLDS: u32 = 5000;
/// Every filter and order of contacts, alone, and some together.
const QUERIES: [&str; 47] = [
    "",
    "status=donor",
    "status=prospect,lapsed_donor",
    "tag=choir",
    "type=organization",
    "external_id=crm-4711",
    "email=zoe.4711@mail.example",
    "q=zoe%20lovelace",
    "q=crm-4711",
    "lybunt=1",
    "lybunt=0",
    "lapsed=lybunt",
    "lapsed=sybunt",
    "last_gift_before=2015-01-01",
    "last_gift_after=2026-01-01",
    "org_id=4711",
    "merged=1",
    "deceased=1",
    "first_gift_after=2026-01-01",
    "given_min=1000",
    "given_max=500",
    "given_count_min=30",
    "given_from=2026-01-01&given_to=2026-12-31&given_min=100",
    "given_fund=building&given_min=100",
    "given_campaign=spring&given_from=2026-01-01",
    "given_min=1000&credit=soft",
    "given_min=1000&state=ohio",
    "given_min=1000&q=zoe",
    "given_min=1000&lybunt=0&email=nobody@mail.example",
    "given_min=1000&by=household",
    "lapsed=lybunt&by=household",
    "city=london%2017",
    "state=ohio",
    "postal_code=104",
    "country=GB",
    "city=nowhere",
    "has_address=0",
    "has_email=0",
    "birthday_month=12",
    "newsletter=physical,both",
    "do_not_mail=1",
    "do_not_email=1",
    "do_not_call=1",
    "household=1",
    "sort=contact_lname",
    "sort=-given_total",
    "sort=-last_gift_date",
];

/// The numbers of records, and how often to ask for each page.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    pub(crate) contacts: u32,
    pub(crate) gifts: u32,
    pub(crate) rounds: u32,
}

/// Measures the pages on PostgreSQL and on SQLite.
pub(crate) async fn measure(servers: &Servers, size: Size, targets: &mut Targets) -> Result<(), Error> {
    let account = process::create_account(servers, "filters").await?;
    on("PostgreSQL", servers, &account, size, targets).await?;
    let folder = tempfile::tempdir()?;
    let embedded = servers.embedded(folder.path());
    let account = process::prepare(&embedded).await?;
    on("SQLite", &embedded, &account, size, targets).await
}

async fn on(
    database: &str,
    servers: &Servers,
    account: &Account,
    size: Size,
    targets: &mut Targets,
) -> Result<(), Error> {
    let api = Api::start(servers).await?;
    let start = Instant::now();
    import::import(&api, account, "contacts", contacts(size.contacts)).await?;
    for file in gifts(size) {
        import::import(&api, account, "gifts", file).await?;
    }
    println!(
        "{database}: imported {} contacts and {} gifts in {:.0} s",
        size.contacts,
        size.gifts,
        start.elapsed().as_secs_f64()
    );
    let client = Client::new(&api, account);
    households(&client, size.contacts).await?;
    if database == "PostgreSQL" {
        // Otherwise autovacuum and the checkpointer would do this a little later, in the middle of the measurement.
        psql::run(servers, "VACUUM (ANALYZE); CHECKPOINT;", &[]).await?;
    }
    let (mut slowest, mut slow) = (0.0, "");
    for query in QUERIES {
        let path = format!("/contacts?limit={PAGE}&{query}");
        let read = async || client.get(path.trim_end_matches('&'), &[], "200").await;
        let bytes = read().await?.body.len() as u64;
        let mut times = Vec::new();
        for _ in 0..size.rounds {
            // So that no answer and no sum is the one before.
            client.create_gift().await?;
            let start = Instant::now();
            read().await?;
            times.push(start.elapsed());
        }
        let time = milliseconds(median(times));
        println!("{database:<10} {time:>6.1} ms, {:>5.1} kB  {query}", megabytes(bytes) * 1000.0);
        if time > slowest {
            (slowest, slow) = (time, query);
        }
    }
    api.stop().await?;
    let what = format!("the first page of the slowest filter on {database}, {slow}, p50");
    targets.at_most(&what, slowest, PAGE_MS, " ms");
    Ok(())
}

/// Makes couples of some contacts.
async fn households(client: &Client, contacts: u32) -> Result<(), Error> {
    #[derive(Deserialize)]
    struct List {
        data: [Contact; 1],
    }
    #[derive(Deserialize)]
    struct Contact {
        id: i64,
    }
    let list = client.get("/contacts?limit=1", &[], "200").await?;
    let List { data: [Contact { id: first }] } = serde_json::from_slice(&list.body)?;
    let pair = move |client: Client, n: u32| {
        // The ids are without gaps, because nobody else has written. Every twentieth is an organization.
        let [one, other] = [1, 2].map(|member| first + 20 * i64::from(n) + member);
        async move {
            let body = format!(
                r#"{{"household_name":"The Lovelaces {n}","members":[{{"contact_id":{one},"member_role":"head"}},{{"contact_id":{other},"member_role":"partner"}}]}}"#
            );
            let answer = client.ask("POST /households", &body).await?;
            let created = answer.status() == "201";
            created.then_some(()).ok_or_else(|| format!("a household: {}", answer.first_line()).into())
        }
    };
    client.at_full_speed(HOUSEHOLDS.min(contacts / 20), 4, pair).await?;
    Ok(())
}

/// Returns a CSV file of contacts.
fn contacts(number: u32) -> Vec<u8> {
    let mut file = String::from(
        "contact_status,contact_is_org,contact_fname,contact_lname,contact_external_id,contact_birthday,contact_newsletter,\
         contact_do_not_mail,contact_do_not_email,contact_do_not_call,contact_deceased_on,tags,emails,address_street,\
         address_city,address_state,address_postal_code,address_country\r\n",
    );
    for n in (0..number).map(u64::from) {
        // Writing to a String cannot fail.
        let _ = write!(
            file,
            "{},{},{},Lovelace {n},crm-{n},{},{},{},{},{},{},{},{},{},{},{},{:05},{}\r\n",
            pick(&["donor", "contact", "donor", "prospect", "donor", "lapsed_donor", "archive"], n),
            u8::from(n % 20 == 0),
            pick(&["Zoë", "Ada", "Grace", "Edsger", "Margaret"], n),
            if n % 3 == 0 {
                format!("{}-{:02}-{:02}", 1935 + n % 70, 1 + n / 3 % 12, 1 + n % 28)
            } else {
                String::new()
            },
            pick(&["email", "none", "physical", "both"], n),
            u8::from(n % 11 == 0),
            u8::from(n % 13 == 0),
            u8::from(n % 17 == 0),
            if n % 200 == 1 { "2025-03-01" } else { "" },
            pick(&["", "Choir", "", "Board", "Volunteer"], n / 5),
            if n % 3 == 0 { String::new() } else { format!("zoe.{n}@mail.example") },
            if n % 7 == 0 { String::new() } else { format!("{} High Road", 1 + n % 240) },
            if n % 7 == 0 { String::new() } else { format!("London {}", n / 7 % 500) },
            pick(&["Ohio", "Illinois", ""], n / 2),
            n % 100_000,
            pick(&["GB", "US", "DE", "CA"], n),
        );
    }
    file.into_bytes()
}

/// Returns CSV files of gifts, which are spread over the last 20 years, day by day, and over the contacts.
fn gifts(size: Size) -> Vec<Vec<u8>> {
    let days: Vec<_> = Clock::default().today(Tz::UTC).iter_days().rev().take(DAYS.into()).collect();
    let numbers: Vec<_> = (0..size.gifts).collect();
    let files = numbers.chunks(GIFTS_OF_A_FILE).map(|numbers| {
        let mut file =
            String::from("gift_amount,gift_date,gift_status,gift_fund,gift_campaign,contact_external_id\r\n");
        for n in numbers.iter().map(|n| u64::from(*n)) {
            let day = u64::from(DAYS) - 1 - n * u64::from(DAYS) / u64::from(size.gifts);
            // Writing to a String cannot fail.
            let _ = write!(
                file,
                "{}.00,{},{},{},{},crm-{}\r\n",
                10 + n * 37 % 200,
                days[usize::try_from(day).unwrap_or_default()],
                pick(&["received", "received", "received", "received", "refunded"], n / 10),
                pick(&["General", "Building", "Scholarship", ""], n),
                pick(&["Spring", "", "Christmas", "", ""], n / 4),
                n * 7919 % u64::from(size.contacts),
            );
        }
        file.into_bytes()
    });
    files.collect()
}

fn pick<'a>(words: &[&'a str], n: u64) -> &'a str {
    words[usize::try_from(n).unwrap_or_default() % words.len()]
}
