//! The accounts of the databases of `scale`, and the requests for them.

use std::time::{Duration, Instant};

use crate::load::Client;
use crate::process::Account;
use crate::report::median;
use crate::{Error, Servers, psql};

/// An account and its records: those of a kind whose numbers have the same remainder.
pub(super) struct Owner {
    pub(super) account: Account,
    pub(super) name: &'static str,
    pub(super) step: u32,
    pub(super) first: u32,
    pub(super) contacts: u32,
}

impl Owner {
    /// Returns the id of one of its contacts, which is that of a gift, too.
    fn record(&self, number: u32) -> u32 {
        let all = (self.contacts - self.first) / self.step;
        // Not 0, which is no id.
        self.first + self.step * (1 + number.wrapping_mul(7919) % (all - 1).max(1))
    }

    /// Reads ids of some of its events and deliveries, spread evenly, and of its webhook.
    pub(super) async fn samples(&self, servers: &Servers, count: u32) -> Result<Vec<[String; 3]>, Error> {
        let variables: [(&str, &dyn ToString); 2] =
            [("account_id", &self.account.account_id), ("count", &count)];
        let rows = psql::run(servers, include_str!("../scale_samples.sql"), &variables).await?;
        let row = |line: &str| {
            let ids: Vec<_> = line.split('|').map(str::to_owned).collect();
            ids.try_into().map_err(|_| Error::from("a sample has three ids"))
        };
        rows.lines().map(row).collect()
    }
}

/// The paths that are read. In braces are ids of records that exist.
const READS: &[&str] = &[
    "/contacts/{record}",
    "/contacts?limit=50",
    "/contacts?limit=50&sort=contact_lname",
    "/contacts?limit=50&status=prospect",
    "/contacts?limit=50&external_id=crm-{record}",
    "/contacts?limit=50&email=contact.{record}@mail.example",
    "/contacts?limit=50&q=hopper",
    "/contacts?limit=50&custom.shirt=44",
    "/contacts?limit=50&last_gift_after={yesterday}",
    "/contacts?limit=50&updated_since={yesterday}T00:00:00Z",
    "/gifts/{record}",
    "/gifts?limit=50",
    "/gifts?limit=50&fund=School",
    "/gifts?limit=50&contact_id={record}",
    "/gifts?limit=50&from={yesterday}",
    "/gifts?limit=50&thanked=0",
    "/gifts?limit=50&min_amount=200",
    "/pledges?limit=50",
    "/tasks?limit=50",
    "/events/{event}",
    "/events?limit=100",
    "/events?limit=100&after={event}",
    "/events?limit=100&after={last}",
    "/events?limit=100&event=tasks.update",
    "/events?limit=100&record=contacts/{record}",
    "/events?limit=100&since={yesterday}T00:00:00Z",
    "/webhooks",
    "/webhooks/{webhook}/deliveries?limit=100",
    "/webhooks/{webhook}/deliveries?limit=100&status=failed",
    "/webhooks/{webhook}/deliveries?limit=100&status=pending",
    "/webhooks/{webhook}/deliveries?limit=100&event=tasks.update",
    "/deliveries/{delivery}",
    "/tags",
    "/funds",
    "/giving-summary?contact_id={record}",
    "/giving-summary",
    "/contacts/{record}/statement?year=2026",
];

/// The paths that are changed, with the body.
const CHANGES: &[(&str, &str)] = &[
    ("POST /contacts", r#"{"contact_status":"donor","contact_lname":"Lovelace","tags":["volunteer"]}"#),
    ("PUT /contacts/{record}", r#"{"contact_notes":"Met again at the fair."}"#),
    ("POST /gifts", r#"{"gift_amount":50,"gift_date":"{yesterday}","contact_id":{record}}"#),
    ("POST /contacts/{record}/merge", r#"{"from_id":{other},"dry_run":1}"#),
    ("POST /webhooks/{webhook}/recover", r#"{"since":"{yesterday}T00:00:00Z"}"#),
    ("POST /deliveries/{delivery}/redeliver", ""),
];

/// The client that makes the requests.
pub(super) struct Asker<'a> {
    pub(super) owner: &'a Owner,
    pub(super) client: &'a Client,
    /// Ids of events, their deliveries and the webhook.
    pub(super) samples: Vec<[String; 3]>,
}

/// How long each request took, by its name, in the order in which they were made first.
#[derive(Default)]
pub(super) struct Requests(Vec<(String, Vec<Duration>)>);

impl Requests {
    fn add(&mut self, name: String, elapsed: Duration) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => times.push(elapsed),
            None => self.0.push((name, vec![elapsed])),
        }
    }

    pub(super) fn medians(self) -> Vec<(String, Duration)> {
        self.0.into_iter().map(|(name, times)| (name, median(times))).collect()
    }
}

impl Asker<'_> {
    pub(super) async fn ask_everything(&self, rounds: u32, requests: &mut Requests) -> Result<(), Error> {
        for round in 0..rounds {
            for path in READS {
                let answer = self.ask(&format!("GET {path}"), "", round, requests).await?;
                if let Some((next, _)) = answer.1.as_deref().and_then(|link| link.split_once('>')) {
                    let next = next.trim_start_matches("</api/v1");
                    self.timed(&format!("GET {path}, next"), &format!("GET {next}"), "", requests).await?;
                }
                if let Some(cursor) = answer.0.filter(|_| *path == "/contacts?limit=50") {
                    let since = format!("GET /contacts?limit=50&updated_since={cursor}");
                    self.timed("GET /contacts?limit=50&updated_since={cursor}", &since, "", requests).await?;
                }
            }
            for (target, body) in CHANGES {
                self.ask(target, body, round, requests).await?;
            }
        }
        Ok(())
    }

    /// Makes a request. Returns the answer's cursor for what changes, and its link to the next page.
    async fn ask(
        &self,
        target: &str,
        body: &str,
        round: u32,
        requests: &mut Requests,
    ) -> Result<(Option<String>, Option<String>), Error> {
        let [event, delivery, webhook] = &self.samples[round as usize % self.samples.len()];
        let last = self.samples.last().map_or("", |[event, ..]| event);
        let yesterday = shared::values::clock::Clock::default().today(chrono_tz::UTC).pred_opt();
        let yesterday = yesterday.map(|day| day.to_string()).unwrap_or_default();
        let fill = |text: &str| {
            text.replace("{record}", &self.owner.record(round).to_string())
                .replace("{other}", &self.owner.record(round + 1).to_string())
                .replace("{event}", event)
                .replace("{delivery}", delivery)
                .replace("{webhook}", webhook)
                .replace("{last}", last)
                .replace("{yesterday}", &yesterday)
        };
        self.timed(target, &fill(target), &fill(body), requests).await
    }

    async fn timed(
        &self,
        name: &str,
        target: &str,
        body: &str,
        requests: &mut Requests,
    ) -> Result<(Option<String>, Option<String>), Error> {
        let start = Instant::now();
        let answer = self.client.ask(target, body).await?;
        let elapsed = start.elapsed();
        let status = answer.status();
        let failed = if status.starts_with('2') { String::new() } else { format!(" ({status})") };
        requests.add(format!("{} {name}{failed}", self.owner.name), elapsed);
        let header = |name| answer.header(name).map(str::to_owned);
        Ok((header("sync-cursor"), header("link")))
    }
}
