//! The received gifts of accounts, kept in memory, so that a sum after a change need not read the gifts of many years
//! again.
//!
//! Every change of a gift is an event, and a reader of the event log that goes on from where the log was settled misses
//! none ([`shared::events::log`]). So it is enough to read the gifts that have events since then.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::num::NonZeroI64;
use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select};
use shared::database::Snapshot;
use shared::database::statement::sql;
use shared::entities::{AccountScope, events, gifts};
use shared::events::log::sql_settled;
use shared::values::choices::{Choice, EventType, GiftStatus};
use shared::{Error, Store};
use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::gift::Gift;
use super::months::{Months, Tally, month_number};
use super::purposes::{InUse, Purposes};

/// The most bytes of gifts that are kept. The gifts of an account that has more are read anew each time.
const KEPT_BYTES: usize = 128 * 1024 * 1024;
/// An estimate of the number of accounts that fit into it.
const KEPT_ESTIMATE: usize = 1024;
/// How many readers at a time read all gifts of an account from the database: each takes a connection for long.
const READERS_ANEW: usize = 2;
/// The number of gifts that one statement reads.
const CHUNK: usize = 10_000;
/// The time that a reader waits for another one of the same account. After that it reads all gifts from the database.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// The received gifts of accounts. Clones share the kept ones.
#[derive(Clone)]
pub struct ReceivedGifts {
    accounts: Arc<Cache<i64, Account, Weight>>,
    /// The most bytes that are kept of one account.
    most: usize,
    /// Lets few readers at a time read all gifts of an account from the database.
    anew: Arc<Semaphore>,
}

/// The gifts that are kept of one account.
#[derive(Clone, Default)]
struct Account {
    kept: Arc<Mutex<Option<Kept>>>,
    /// The bytes that its gifts took when the account was put into the cache, which asks for its weight more than once.
    bytes: usize,
    /// Whether the account has too many gifts to be kept.
    too_many: bool,
}

/// An account's received gifts as a snapshot has shown them.
struct Kept {
    months: Months,
    purposes: InUse,
    seen: Seen,
}

/// The limits of a snapshot's view.
#[derive(Clone, PartialEq, Eq)]
struct Seen {
    /// The history of the database that it is part of ([`shared::events::epoch`]).
    epoch: String,
    /// The position in the log from which on there may be events that it does not see.
    settled: i64,
    /// The position in the log up to which old events were removed.
    removed: Option<i64>,
    /// How many changes without events the account has had, such as a merge of funds.
    quiet: i64,
}

/// The weight of an account: the bytes of its gifts, and of its own entry.
#[derive(Clone)]
struct Weight;

impl Weighter<i64, Account> for Weight {
    fn weight(&self, _: &i64, account: &Account) -> u64 {
        (size_of::<Account>() + account.bytes) as u64
    }
}

impl Default for ReceivedGifts {
    fn default() -> Self {
        Self::keeping(KEPT_BYTES)
    }
}

impl fmt::Debug for ReceivedGifts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceivedGifts").field("accounts", &self.accounts.len()).finish_non_exhaustive()
    }
}

impl ReceivedGifts {
    /// Keeps at most this many bytes.
    pub fn keeping(bytes: usize) -> Self {
        // With several shards, each would have a part of the bytes, and no room for the largest accounts.
        let options = OptionsBuilder::new()
            .shards(1)
            .estimated_items_capacity(KEPT_ESTIMATE)
            .weight_capacity(bytes as u64)
            .build();
        // Both capacities are set, so the options are complete.
        let accounts = options.map(|options| {
            Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default())
        });
        let accounts = accounts.unwrap_or_else(|_| Cache::with_weighter(KEPT_ESTIMATE, bytes as u64, Weight));
        // The cache takes no entry that is nearly as large as itself.
        let anew = Arc::new(Semaphore::new(READERS_ANEW));
        Self { accounts: Arc::new(accounts), most: bytes / 10 * 9, anew }
    }

    /// Begins to read the gifts of an account, or of some of its contacts. For a whole account, waits while somebody
    /// else reads its gifts, but not for long.
    pub async fn read(
        &self,
        store: &Store,
        scope: AccountScope,
        contact_ids: Option<&[i64]>,
    ) -> Result<Reading, Error> {
        // The database has an index for the few gifts of a contact.
        let held = if contact_ids.is_none() { self.hold(scope).await } else { None };
        let turn = match (contact_ids, &held) {
            (None, None) => Arc::clone(&self.anew).acquire_owned().await.ok(),
            _ => None,
        };
        // The snapshot begins under the lock, so it sees all that the one before has seen: the kept gifts are never
        // newer than the snapshot.
        let snapshot = store.snapshot().await?;
        let contact_ids = contact_ids.map(<[i64]>::to_vec);
        Ok(Reading { gifts: self.clone(), held, scope, contact_ids, snapshot, _turn: turn })
    }

    async fn hold(&self, scope: AccountScope) -> Option<Held> {
        let Ok(account) =
            self.accounts.get_or_insert_with::<_, Infallible>(&scope.account_id(), || Ok(Account::default()));
        if account.too_many {
            return None;
        }
        let kept = timeout(WAIT_MAX, Arc::clone(&account.kept).lock_owned()).await.ok()?;
        Some(Held { account, kept })
    }
}

/// The gifts that are kept of an account, for one reader at a time.
struct Held {
    account: Account,
    kept: OwnedMutexGuard<Option<Kept>>,
}

/// A snapshot of the database, and the received gifts that it shows of an account, or of some of its contacts.
pub struct Reading {
    gifts: ReceivedGifts,
    /// The kept gifts, held until they are read. `None` if they are neither kept nor to be kept.
    held: Option<Held>,
    scope: AccountScope,
    contact_ids: Option<Vec<i64>>,
    snapshot: Snapshot,
    /// Ends with the reading, if it reads all gifts of an account that are not kept.
    _turn: Option<OwnedSemaphorePermit>,
}

impl Reading {
    /// Returns the account.
    pub fn account(&self) -> AccountScope {
        self.scope
    }

    /// Returns the snapshot, for other reads.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Passes the gifts to each of the tallies. After that, others can read the account's gifts.
    pub async fn tally(&mut self, tallies: &mut [&mut dyn Tally]) -> Result<(), Error> {
        let mut each = |gift: &Gift| tallies.iter_mut().for_each(|tally| tally.add(gift));
        let Some(mut held) = self.held.take() else {
            return self.read_all(&mut Purposes::default(), each).await;
        };
        let seen = self.seen().await?;
        if self.read_changes(&mut held.kept, &seen).await? {
            for month in held.kept.iter().flat_map(|kept| kept.months.iter()) {
                for tally in &mut *tallies {
                    tally.add_month(month);
                }
                // Let other tasks have their turn.
                tokio::task::yield_now().await;
            }
        } else {
            *held.kept = None;
            *held.kept = self.read_and_keep(seen, &mut each).await?;
        }
        let bytes = held.kept.as_ref().map_or(0, |kept| kept.months.bytes());
        let too_many = held.kept.is_none();
        if (held.account.bytes, held.account.too_many) != (bytes, too_many) {
            let account = Account { bytes, too_many, ..held.account };
            self.gifts.accounts.insert(self.scope.account_id(), account);
        }
        Ok(())
    }

    /// Ends the snapshot.
    pub async fn end(self) -> Result<(), Error> {
        Ok(self.snapshot.end().await?)
    }

    async fn seen(&self) -> Result<Seen, Error> {
        let settled = sql_settled(self.snapshot.get_database_backend());
        let text = format!(
            "SELECT {settled}, (SELECT epoch FROM event_log),
                    (SELECT events_removed_position FROM accounts WHERE id = $1),
                    (SELECT COALESCE(MAX(quiet_changes), 0) FROM accounts WHERE id = $1)"
        );
        let account_id = self.scope.account_id().into();
        let row = self.snapshot.query_one_raw(sql(&self.snapshot, &text, vec![account_id])).await?;
        let row = row.ok_or_else(|| sea_orm::DbErr::RecordNotFound("the end of the event log".to_owned()))?;
        let epoch: Option<String> = row.try_get_by_index(1)?;
        let (settled, removed) = (row.try_get_by_index(0)?, row.try_get_by_index(2)?);
        let quiet = row.try_get_by_index(3)?;
        Ok(Seen { settled, epoch: epoch.unwrap_or_default(), removed, quiet })
    }

    /// Brings the kept gifts up to date. Returns whether that was possible.
    async fn read_changes(&self, kept: &mut Option<Kept>, seen: &Seen) -> Result<bool, Error> {
        let Some(kept) = kept else { return Ok(false) };
        let since = kept.seen.settled;
        if kept.seen.epoch != seen.epoch || since > seen.settled || seen.removed >= Some(since) {
            return Ok(false);
        }
        if kept.seen.quiet != seen.quiet && !kept.purposes.are_there(&self.snapshot, self.scope).await? {
            return Ok(false);
        }
        let events = [EventType::GiftsCreate, EventType::GiftsUpdate].map(Choice::as_str);
        let changed = self
            .scope
            .find::<events::Entity>()
            .filter(events::Column::EventType.is_in(events))
            .filter(events::Column::Position.gte(since))
            .select_only()
            .column(events::Column::RecordId)
            .into_query();
        let changed = self.scope.find::<gifts::Entity>().filter(gifts::Column::Id.in_subquery(changed));
        let (mut ids, mut received, mut purposes) = (Vec::new(), Vec::new(), Purposes::default());
        // They come in the order of their ids.
        let take = |gift: &Gift, is_received: bool| {
            ids.push(gift.id);
            received.extend(is_received.then_some(*gift));
        };
        self.read_chunks(changed, &mut purposes, take).await?;
        kept.purposes.add(&purposes);
        kept.months.replace(&ids, received);
        kept.seen = seen.clone();
        Ok(true)
    }

    /// Reads all gifts from the database. Returns them unless they are too many to be kept.
    async fn read_and_keep(&self, seen: Seen, mut take: impl FnMut(&Gift)) -> Result<Option<Kept>, Error> {
        let (mut gifts, mut count) = (BTreeMap::<i32, Vec<Gift>>::new(), 0);
        let mut names = Purposes::default();
        let most = self.gifts.most / size_of::<Gift>();
        let keep = |gift: &Gift| {
            take(gift);
            count += 1;
            if count <= most {
                gifts.entry(month_number(gift.date)).or_default().push(*gift);
            } else {
                gifts.clear();
            }
        };
        self.read_all(&mut names, keep).await?;
        if count > most {
            return Ok(None);
        }
        let (mut months, mut purposes) = (Months::default(), InUse::default());
        purposes.add(&names);
        for (number, mut gifts) in gifts {
            gifts.shrink_to_fit();
            months.insert(number, gifts);
            tokio::task::yield_now().await;
        }
        Ok((months.bytes() <= self.gifts.most).then_some(Kept { months, purposes, seen }))
    }

    /// Reads the gifts from the database.
    async fn read_all(&self, purposes: &mut Purposes, mut take: impl FnMut(&Gift)) -> Result<(), Error> {
        let received = self.scope.find::<gifts::Entity>();
        let mut received = received.filter(gifts::Column::GiftStatus.eq(GiftStatus::Received));
        if let Some(ids) = &self.contact_ids {
            received = received.filter(gifts::Column::ContactId.is_in(ids.iter().copied()));
        }
        self.read_chunks(received, purposes, |gift, _| take(gift)).await
    }

    /// Reads gifts in the order of their ids, and calls a function with each and whether it is received.
    async fn read_chunks(
        &self,
        select: Select<gifts::Entity>,
        purposes: &mut Purposes,
        mut take: impl FnMut(&Gift, bool),
    ) -> Result<(), Error> {
        let mut last = 0;
        loop {
            let after = gifts::Column::Id.gt(last);
            let select = select.clone().filter(after).order_by_asc(gifts::Column::Id).limit(CHUNK as u64);
            let rows: Vec<Row> =
                select.select_only().columns(COLUMNS).into_tuple().all(&self.snapshot).await?;
            let count = rows.len();
            purposes.learn(&self.snapshot, self.scope, rows.iter().map(names_of)).await?;
            for row in rows {
                let (gift, is_received) = gift_of(row, purposes);
                last = gift.id;
                take(&gift, is_received);
            }
            if count < CHUNK {
                return Ok(());
            }
        }
    }
}

/// The columns of a [`Row`].
const COLUMNS: [gifts::Column; 12] = [
    gifts::Column::Id,
    gifts::Column::GiftAmountMinor,
    gifts::Column::ContactId,
    gifts::Column::PledgeId,
    gifts::Column::GiftTypeId,
    gifts::Column::GiftDate,
    gifts::Column::GiftCurrency,
    gifts::Column::GiftThankedOn,
    gifts::Column::GiftStatus,
    gifts::Column::GiftFund,
    gifts::Column::GiftCampaign,
    gifts::Column::GiftIsSplit,
];

/// The columns of a [`Gift`], its status, and what it is for.
type Row = (
    i64,
    i64,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    NaiveDate,
    String,
    Option<NaiveDate>,
    GiftStatus,
    Option<String>,
    Option<String>,
    bool,
);

/// Returns the names of the fund and the campaign that a whole gift is for.
fn names_of(row: &Row) -> (Option<&str>, Option<&str>) {
    let (.., fund, campaign, is_split) = row;
    if *is_split { (None, None) } else { (fund.as_deref(), campaign.as_deref()) }
}

/// Returns a gift, and whether it is received.
fn gift_of(row: Row, purposes: &Purposes) -> (Gift, bool) {
    let (fund, campaign) = names_of(&row);
    let [fund_id, campaign_id] = purposes.ids(fund, campaign);
    let (id, amount_minor, contact, pledge, gift_type, date, currency, thanked_on, status, ..) = row;
    let id_of = |id: Option<i64>| id.and_then(NonZeroI64::new);
    let gift = Gift {
        id,
        amount_minor,
        contact_id: id_of(contact),
        pledge_id: id_of(pledge),
        gift_type_id: id_of(gift_type),
        fund_id,
        campaign_id,
        date,
        currency: currency.as_str().into(),
        is_thanked: thanked_on.is_some(),
    };
    (gift, status == GiftStatus::Received)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_becomes_a_gift_and_whether_it_is_received() {
        let date: NaiveDate = "2026-06-01".parse().unwrap();
        let row = |thanked_on, status| {
            let (eur, none) = ("EUR".to_owned(), None);
            (1, 100, Some(2), Some(3), Some(4), date, eur, thanked_on, status, none.clone(), none, false)
        };
        let gift = Gift {
            id: 1,
            amount_minor: 100,
            contact_id: NonZeroI64::new(2),
            pledge_id: NonZeroI64::new(3),
            gift_type_id: NonZeroI64::new(4),
            fund_id: None,
            campaign_id: None,
            date,
            currency: "EUR".into(),
            is_thanked: false,
        };
        let purposes = Purposes::default();
        assert_eq!(gift_of(row(None, GiftStatus::Received), &purposes), (gift, true));
        let thanked = Gift { is_thanked: true, ..gift };
        assert_eq!(gift_of(row(Some(date), GiftStatus::Pending), &purposes), (thanked, false));
    }
}
