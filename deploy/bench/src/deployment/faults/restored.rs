//! Databases that lose their latest changes, because a backup is restored while clients use the API. If a client asks
//! with a cursor or a tag from the lost time, it is refused or answered completely, so that it misses nothing without a
//! word.

use std::collections::HashSet;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH};
use sea_orm::QueryResult;
use serde_json::json;
use shared::values::clock::Clock;
use shared::values::ids::parse_event_id;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::load::Answered;
use super::{Home, Suite};
use crate::Error;
use crate::deployment::reader::{Reader, Reply};
use crate::deployment::{backup, copy_folder};

/// How long an event may take to appear in the log.
const LOG_MAX: Duration = Duration::from_mins(1);
/// How long the api may refuse changes after an earlier fault.
const CREATE_MAX: Duration = Duration::from_mins(1);
/// Committed events that are not recorded as delivered, and their leases.
const UNDELIVERED: &str = "
    SELECT e.id, d.lease_id FROM events e LEFT JOIN deliveries d ON d.event_id = e.id
    WHERE d.id IS NULL OR d.delivery_status <> 'succeeded'";

/// The tags and records that a client has from the lost time.
struct Stale {
    reader: Reader,
    /// A list and its entity tag.
    list: (String, String),
    /// A contact that was created in the lost time, and its entity tag.
    lost: (String, String),
    /// A contact that was changed in the lost time, and its entity tag.
    changed: (String, String),
}

impl Suite {
    /// Makes a backup, loses the changes of a while after it, and restores it. The load goes on all the time.
    pub(super) async fn restore(&mut self) -> Result<(), Error> {
        let path = self.create().await?;
        let mut kept = Reader::default();
        kept.go_on(&self.world, &self.api.listen).await?;
        let began_ms = Clock::default().now_ms();
        let began = self.back_up().await?;
        self.ready().await?;

        sleep(self.random.up_to(Duration::from_secs(2))).await;
        let stale = self.live_on(&kept, path).await?;
        sleep(self.random.up_to(Duration::from_secs(1))).await;
        self.put_back(began_ms).await?;
        self.aftermath.lost_times.push((began, Instant::now()));
        self.replace_api(None).await?;
        if matches!(self.home, Home::Servers(_)) {
            self.replace_dispatcher(None).await?;
        }
        self.ready().await?;

        self.expect_honesty(&kept, &stale).await?;
        self.aftermath.readers.extend([kept, stale.reader]);
        Ok(())
    }

    /// Makes a backup of the database. Returns the time from which on changes may be missing from it.
    async fn back_up(&mut self) -> Result<Instant, Error> {
        let backup = self.world.directory.path().join("backup");
        if let Home::Servers(_) = &self.home {
            let began = Instant::now();
            backup::dump(&self.world.variable("DATABASE_URL"), &backup).await?;
            return Ok(began);
        }
        self.kill_embedded().await?;
        let began = Instant::now();
        copy_folder(&self.disk()?.outside(), &backup)?;
        self.replace_api(None).await?;
        Ok(began)
    }

    /// Kills the programs, and replaces the database with the backup that was begun at a time in milliseconds since the
    /// Unix epoch.
    async fn put_back(&mut self, began_ms: i64) -> Result<(), Error> {
        self.api.program.kill().await?;
        if let Home::Servers(servers) = &mut self.home {
            servers.dispatcher.kill().await?;
        }
        self.look().await?;
        let before = self.event_ids().await?;
        let backup = self.world.directory.path().join("backup");
        match &self.home {
            Home::Servers(_) => backup::restore(&self.world.variable("DATABASE_URL"), &backup).await?,
            Home::Embedded(disk) => copy_folder(&backup, &disk.outside())?,
            Home::Replicated(_) => return Err("replicated servers are not restored".into()),
        }
        self.look().await?;
        let after = self.event_ids().await?;
        self.aftermath.lost.extend(before.difference(&after));
        let arrived = self.world.receiver.received();
        let arrived = arrived.iter().filter(|received| received.at_ms >= began_ms);
        let arrived: HashSet<_> = arrived.filter_map(|received| parse_event_id(received.id())).collect();
        for row in self.world.rows(UNDELIVERED).await? {
            let (id, lease): (Uuid, Option<Uuid>) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            self.aftermath.undelivered.insert(id);
            // It comes again if it has come in the lost time, or in its lease before that.
            let again = if arrived.contains(&id) { Some(Uuid::now_v7()) } else { lease };
            self.in_flight.entry(id).or_default().extend(again);
        }
        Ok(())
    }

    async fn event_ids(&self) -> Result<HashSet<Uuid>, Error> {
        let id = |row: &QueryResult| Ok(row.try_get_by_index(0)?);
        self.world.rows("SELECT id FROM events").await?.iter().map(id).collect()
    }

    /// Creates a contact, and returns its path. Tries again while the api gets over an earlier fault.
    async fn create(&mut self) -> Result<String, Error> {
        let began = Instant::now();
        loop {
            let n = self.aftermath.created.len();
            let answered = Answered::create(&self.world, &self.api.listen, 0, n).await?;
            self.aftermath.created.push(answered);
            if let Some(id) = answered.created() {
                return Ok(format!("/contacts/{id}"));
            }
            if began.elapsed() > CREATE_MAX {
                return Err(format!("no contact within {CREATE_MAX:?}, but {:?}", answered.answer).into());
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Changes a contact, on conditions.
    async fn rename(&self, path: &str, conditions: &[(HeaderName, &str)]) -> Result<Reply, Error> {
        let name = format!("Renamed {}", Uuid::now_v7());
        let contact = json!({"contact_status": "donor", "contact_lname": name});
        Reply::to(&self.world, &self.api.listen, (Method::PUT, path), conditions, Some(&contact)).await
    }

    /// Goes on after the backup, and returns the client's state then.
    async fn live_on(&mut self, kept: &Reader, changed: String) -> Result<Stale, Error> {
        let lost = self.create().await?;
        self.rename(&changed, &[]).await?;
        let (world, listen) = (&self.world, &self.api.listen);
        let mut reader = kept.clone();
        let began = Instant::now();
        // The log shows an event when all changes that began before it have ended.
        while !reader.has_event_of(&lost) {
            if began.elapsed() > LOG_MAX {
                return Err(format!("not in the log within {LOG_MAX:?}: {lost}").into());
            }
            sleep(Duration::from_millis(200)).await;
            reader.go_on(world, listen).await?;
        }
        let mut tags = Vec::new();
        for path in ["/contacts?limit=1".to_owned(), lost, changed] {
            let tag = Reply::read(world, listen, &path).await?.header(ETAG.as_str()).to_owned();
            tags.push((path, tag));
        }
        let [list, lost, changed] = tags.try_into().map_err(|_| "three paths have three tags")?;
        Ok(Stale { reader, list, lost, changed })
    }

    /// Asks with everything that a client has from before the restore.
    async fn expect_honesty(&mut self, kept: &Reader, stale: &Stale) -> Result<(), Error> {
        let (world, listen) = (&self.world, &self.api.listen);
        let mut problems = Vec::new();
        let mut expect = |path: &str, status: u16, expected: &[u16]| {
            if !expected.contains(&status) {
                problems
                    .push(format!("after a restore {path} was answered {status}, not one of {expected:?}"));
            }
        };
        for (path, expected) in [
            (kept.sync_path(), 422),
            (stale.reader.sync_path(), 422),
            (kept.events_path(), 200),
            (stale.reader.events_path(), 422),
        ] {
            expect(&path, Reply::read(world, listen, &path).await?.status, &[expected]);
        }
        // Another contact may have got the id of the lost one.
        for ((path, tag), expected) in
            [(&stale.list, &[200][..]), (&stale.lost, &[200, 404]), (&stale.changed, &[200])]
        {
            let unless = [(IF_NONE_MATCH, tag.as_str())];
            let reply = Reply::to(world, listen, (Method::GET, path), &unless, None).await?;
            expect(path, reply.status, expected);
        }
        let (path, tag) = &stale.changed;
        expect(path, self.rename(path, &[]).await?.status, &[200]);
        expect(path, self.rename(path, &[(IF_MATCH, tag)]).await?.status, &[412]);
        self.aftermath.problems.extend(problems);
        Ok(())
    }

    /// Brings the clients up to date, and returns the events and contacts that they have missed.
    pub(super) async fn check_readers(&mut self) -> Result<Vec<String>, Error> {
        let mut problems = Vec::new();
        let complete = Reader::complete(&self.world).await?;
        for mut reader in std::mem::take(&mut self.aftermath.readers) {
            let began = Instant::now();
            loop {
                reader.go_on(&self.world, &self.api.listen).await?;
                if reader.events == complete.events || began.elapsed() > LOG_MAX {
                    break;
                }
                sleep(Duration::from_millis(200)).await;
            }
            if reader.contacts != complete.contacts {
                problems.push("a client that synchronises has other contacts than the database".to_owned());
            }
            if reader.events != complete.events {
                problems.push("a client that follows the log has other events than the database".to_owned());
            }
        }
        Ok(problems)
    }
}
