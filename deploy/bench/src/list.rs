//! The list of all contacts. It is streamed, so the memory that it needs does not depend on its length. It takes at
//! most a few times as long as PostgreSQL needs to hand out the same rows.
//!
//! The client parses the first list of a fresh api while it comes in, and compares its records with the database. It
//! only reads the later lists and counts their bytes, because it shares the processors with the programs that are
//! measured. Every later list takes turns with a `COPY` of the same tables.

use std::io::Read;
use std::ops::Add;
use std::time::{Duration, Instant};

use bytes::{Buf, Bytes};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use tokio::sync::mpsc;

use crate::cpu::{Cpu, Probe};
use crate::process::{self, Account, Api, Memory};
use crate::report::{Targets, mebibytes, median, megabytes, milliseconds, per_second};
use crate::{Error, Servers, psql};

/// How much a list may add to the api's resident memory, in MiB.
const MEMORY_MIB: f64 = 32.0;
/// How many times longer than `COPY` a list may take.
const TIMES_COPY: f64 = 4.0;
/// How long the first byte of a list may take, in milliseconds.
const FIRST_BYTE_MS: f64 = 100.0;
/// How many searches to make, and how long their first page may take (p50), in milliseconds.
const SEARCHES: u32 = 300;
const SEARCH_MS: f64 = 20.0;
/// The tables that the list reads.
const TABLES: [&str; 8] = [
    "contacts",
    "contact_tags",
    "tags",
    "contact_pictures",
    "contact_family_members",
    "contact_addresses",
    "contact_phones",
    "contact_emails",
];

/// GET /contacts with 100,000 contacts: the api's memory, and the time against COPY of the same tables
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How many contacts to store and list
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    contacts: u32,
    /// How many rounds of a list and a COPY to run
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

pub(crate) async fn run(servers: &Servers, arguments: &Arguments) -> Result<Targets, Error> {
    let account = process::prepare(servers).await?;
    let stored = store(servers, &account, arguments.contacts).await?;
    let api = Api::start(servers).await?;
    let mut targets = Targets::default();
    measure(servers, &api, &account, stored, arguments.rounds, &mut targets).await?;
    api.stop().await?;
    Ok(targets)
}

/// Stores contacts with ids from 1 in a database without contacts.
pub(crate) async fn store(servers: &Servers, account: &Account, contacts: u32) -> Result<Totals, Error> {
    let start = Instant::now();
    let variables: [(&str, &dyn ToString); 2] =
        [("account_id", &account.account_id), ("contacts", &contacts)];
    let stored = psql::run(servers, include_str!("list.sql"), &variables).await?;
    let stored = Totals::from_row(&stored)?;
    process::migrate(servers).await?;
    println!("stored   {stored}, in {:.1} s", start.elapsed().as_secs_f64());
    Ok(stored)
}

/// Lists the stored contacts, in turns with COPY, and judges the targets.
pub(crate) async fn measure(
    servers: &Servers,
    api: &Api,
    account: &Account,
    stored: Totals,
    rounds: u32,
    targets: &mut Targets,
) -> Result<(), Error> {
    let probe = Probe::new(servers, api).await?;
    let client = reqwest::Client::builder().no_proxy().no_gzip().build()?;
    let get = |path: &str| client.get(api.url(path)).bearer_auth(&account.api_key);
    get("/contacts/1").send().await?.error_for_status()?.bytes().await?;

    let (sender, receiver) = mpsc::channel(1);
    let parsing = tokio::task::spawn_blocking(move || Totals::parse(receiver));
    let first = probe.list(get("/contacts"), Some(sender)).await?;
    let listed = parsing.await??;
    println!("first    {listed}; {}", first.memory());

    let (mut lists, mut copies) = (Vec::new(), Vec::new());
    for round in 1..=rounds {
        let list = probe.list(get("/contacts"), None).await?;
        let copy = probe.copy(servers).await?;
        println!("round {round}  list {}; {}", list.time(), list.memory());
        println!("         COPY {}", copy.time());
        lists.push(list);
        copies.push(copy);
    }

    // What people look for: somebody by name, or by the number in another system.
    let mut searches = Vec::new();
    for i in 0..SEARCHES {
        let words = match i % 3 {
            0 => {
                ["Grace Hopper", "zoe obrien", "José Márquez", "jurgen muller"][i as usize / 3 % 4].to_owned()
            }
            _ => format!("crm-{}", 1_000_002 + i * 2),
        };
        let path = format!("/contacts?limit=50&q={}", words.replace(' ', "+"));
        let start = Instant::now();
        get(&path).send().await?.error_for_status()?.bytes().await?;
        searches.push(start.elapsed());
    }

    let list = median(lists.iter().map(|list| list.elapsed));
    let copy = median(copies.iter().map(|copy| copy.elapsed));
    let first_byte = median(lists.iter().map(|list| list.first_byte));
    println!(
        "median   list {:.3} s, first byte {:.3} s, {:.1} MB, {:.0} records/s, {:.1} MB/s",
        list.as_secs_f64(),
        first_byte.as_secs_f64(),
        megabytes(first.bytes),
        per_second(stored.0[0], list),
        megabytes(first.bytes) / list.as_secs_f64(),
    );
    println!("         COPY {:.3} s", copy.as_secs_f64());

    let whole = listed == stored && lists.iter().all(|list| list.bytes == first.bytes);
    targets.require("every list is whole", whole);
    let growth = lists.iter().map(|list| list.memory.growth()).fold(first.memory.growth(), u64::max);
    targets.at_most("memory a list adds to the api", mebibytes(growth), MEMORY_MIB, " MiB");
    let times = list.as_secs_f64() / copy.as_secs_f64();
    targets.at_most("time of a list by that of COPY", times, TIMES_COPY, "");
    targets.at_most("first byte of a list", milliseconds(first_byte), FIRST_BYTE_MS, " ms");
    let search = median(searches);
    targets.at_most("first page of a search", milliseconds(search), SEARCH_MS, " ms");
    Ok(())
}

/// The figures of a list that was read to its end.
struct List {
    elapsed: Duration,
    first_byte: Duration,
    bytes: u64,
    memory: Memory,
    cpu: Cpu,
}

struct Copy {
    elapsed: Duration,
    cpu: Cpu,
}

impl Probe<'_> {
    /// Reads a list. Passes its bytes on to `reader`, if there is one.
    async fn list(
        &self,
        request: reqwest::RequestBuilder,
        reader: Option<mpsc::Sender<Bytes>>,
    ) -> Result<List, Error> {
        let (cpu, memory) = (self.cpu()?, self.api.watch_memory()?);
        let (start, mut first_byte, mut bytes) = (Instant::now(), None, 0);
        let mut response = request.send().await?.error_for_status()?;
        while let Some(chunk) = response.chunk().await? {
            first_byte.get_or_insert_with(|| start.elapsed());
            bytes += chunk.len() as u64;
            if let Some(reader) = &reader
                && reader.send(chunk).await.is_err()
            {
                break; // The reader has found a fault, and returns it as its error.
            }
        }
        let elapsed = start.elapsed();
        let first_byte = first_byte.unwrap_or(elapsed);
        Ok(List { elapsed, first_byte, bytes, memory: memory.end()?, cpu: self.cpu()? - cpu })
    }

    async fn copy(&self, servers: &Servers) -> Result<Copy, Error> {
        let cpu = self.cpu()?;
        let start = Instant::now();
        psql::copy_out(servers, &TABLES).await?;
        Ok(Copy { elapsed: start.elapsed(), cpu: self.cpu()? - cpu })
    }
}

impl List {
    fn time(&self) -> String {
        format!("{:.3} s ({})", self.elapsed.as_secs_f64(), self.cpu)
    }

    fn memory(&self) -> String {
        let Memory { before, peak } = self.memory;
        format!("memory {:.1} → {:.1} MiB", mebibytes(before), mebibytes(peak))
    }
}

impl Copy {
    fn time(&self) -> String {
        let Self { elapsed, cpu } = self;
        format!(
            "{:.3} s (CPU: PostgreSQL {:.2} s, psql {:.2} s)",
            elapsed.as_secs_f64(),
            cpu.postgres.as_secs_f64(),
            cpu.client.as_secs_f64(),
        )
    }
}

/// The number of records of each kind.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals([usize; 7]);

const KINDS: [&str; 7] = ["contacts", "tags", "pictures", "family members", "addresses", "phones", "emails"];

impl Totals {
    /// Parses the row that the last query of list.sql prints.
    fn from_row(row: &str) -> Result<Self, Error> {
        let counts: Vec<usize> = row.split('|').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self(counts.try_into().map_err(|_| format!("unexpected counts: {row}"))?))
    }

    /// Counts the records of a response that comes in pieces. Checks that the response is as specified: one JSON value,
    /// with contacts in the order of their ids.
    fn parse(pieces: mpsc::Receiver<Bytes>) -> Result<Self, Error> {
        let pieces = Pieces { pieces, current: Bytes::new() };
        let Envelope { success, message, kind, data } = serde_json::from_reader(pieces)?;
        if !success || !message.is_empty() || kind != "contacts.index" {
            return Err(format!("unexpected envelope: {success}, {message:?}, {kind:?}").into());
        }
        Ok(data)
    }
}

impl Add for Totals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] + other.0[kind]))
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = self.0.iter().zip(KINDS).map(|(count, kind)| format!("{count} {kind}"));
        f.write_str(&counts.collect::<Vec<_>>().join(", "))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
    success: bool,
    message: String,
    #[serde(rename = "type")]
    kind: String,
    data: Totals,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: u64,
    tags: Vec<IgnoredAny>,
    profile_picture: Option<IgnoredAny>,
    family_members: Vec<IgnoredAny>,
    addresses: Vec<IgnoredAny>,
    phones: Vec<IgnoredAny>,
    emails: Vec<IgnoredAny>,
}

impl Record {
    fn totals(&self) -> Totals {
        Totals([
            1,
            self.tags.len(),
            usize::from(self.profile_picture.is_some()),
            self.family_members.len(),
            self.addresses.len(),
            self.phones.len(),
            self.emails.len(),
        ])
    }
}

impl<'de> Deserialize<'de> for Totals {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Records;

        impl<'de> Visitor<'de> for Records {
            type Value = Totals;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of contacts")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut records: A) -> Result<Totals, A::Error> {
                let (mut totals, mut last_id) = (Totals::default(), 0);
                while let Some(record) = records.next_element::<Record>()? {
                    if record.id <= last_id {
                        let (id, order) = (record.id, "the list is not in the order of the ids");
                        return Err(serde::de::Error::custom(format_args!("{order}: {id} after {last_id}")));
                    }
                    last_id = record.id;
                    totals = totals + record.totals();
                }
                Ok(totals)
            }
        }

        deserializer.deserialize_seq(Records)
    }
}

/// A response that comes in pieces, as a reader for a parser on another thread.
struct Pieces {
    pieces: mpsc::Receiver<Bytes>,
    current: Bytes,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.current.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.current = piece,
                None => return Ok(0),
            }
        }
        let len = self.current.len().min(buffer.len());
        self.current.copy_to_slice(&mut buffer[..len]);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(pieces: &[&str]) -> Result<Totals, String> {
        let (sender, receiver) = mpsc::channel(pieces.len());
        for piece in pieces {
            sender.try_send(Bytes::copy_from_slice(piece.as_bytes())).unwrap();
        }
        drop(sender);
        Totals::parse(receiver).map_err(|error| error.to_string())
    }

    const HEAD: &str = r#"{"success":true,"message":"","type":"contacts.index","data":["#;

    fn contact(id: u32) -> String {
        format!(
            r#"{{"id":{id},"tags":[{{"id":1}}],"profilePicture":null,"familyMembers":[],"addresses":[],"phones":[1,2],"emails":[]}}"#
        )
    }

    #[test]
    fn records_are_counted_across_pieces() {
        let first = contact(1);
        let (a, b) = first.split_at(20);
        assert!(parse(&[HEAD, a, b, ",", &contact(2), "]}"]) == Ok(Totals([2, 2, 0, 0, 0, 4, 0])));
        assert!(parse(&[HEAD, "]}"]) == Ok(Totals::default()));
    }

    #[test]
    fn a_list_that_is_broken_off_or_out_of_order_is_refused() {
        let [first, second] = [contact(1), contact(2)];
        assert!(parse(&[HEAD, &first]).is_err_and(|error| error.contains("EOF")));
        assert!(parse(&[HEAD, &second, ",", &first, "]}"]).is_err_and(|error| error.contains("order")));
        assert!(parse(&[HEAD, "]}]"]).is_err());
        assert!(parse(&[r#"{"success":false,"message":"no","type":"","data":[]}"#]).is_err());
    }
}
