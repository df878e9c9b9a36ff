//! The names of funds and campaigns in gifts and pledges. A name keeps the spelling of its record, or else the first one that
//! the request or the part of an import writes, which makes the record. A filter by a name finds all its spellings.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect};
use shared::Transaction;
use shared::entities::{AccountScope, Purpose, SystemScope, accounts, campaigns, funds};
use shared::values::choices::{Choice as _, NameKind};
use shared::values::names::name_key;
use strsim::jaro_winkler;

use crate::auth::Caller;
use crate::error::AppError;
use crate::events::revision::note_quiet_change;
use crate::fields::Problems;
use crate::fields::problem::Fault;
use crate::giving::{keep_names, spellings};

/// How alike two names are at least, if one is offered for the other: 1 for the same ones.
const ALIKE: f64 = 0.7;
/// How alike two names are at least, if one is offered before the other is made.
const RESEMBLES: f64 = 0.8;
/// How many names are offered before another is made.
const OFFERED_MAX: usize = 3;
/// How alike two names are at least, if one is taken for a slip of the other.
const ALMOST: f64 = 0.92;
/// How many names of an account are compared with an unknown one.
const COMPARED_MAX: u64 = 1000;

/// The spellings of names, by kind and key. Clones share them.
#[derive(Clone, Default)]
pub struct Names(Arc<Mutex<Known>>);

type Known = HashMap<(NameKind, String), Spelling>;

/// How a name is spelled.
struct Spelling {
    name: String,
    state: State,
    /// Whether the account takes no such name.
    is_refused: bool,
}

/// The state of a fund or a campaign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Active,
    Inactive,
    /// It is no record yet.
    New,
}

/// A name in a field of a record.
pub struct Named<'a> {
    /// Whether it is a fund or a campaign.
    pub kind: NameKind,
    /// The field.
    pub field: String,
    /// The name.
    pub name: &'a mut String,
}

impl Names {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks up how names are spelled, and whether the account takes them: with one query for all funds that are not known,
    /// one for all campaigns, and one for each of the two lists that may be closed to some. Locks
    /// their records, so that they are not renamed before the transaction ends.
    pub async fn read(
        &self,
        tx: &Transaction,
        account: AccountScope,
        names: &[(NameKind, &str)],
    ) -> Result<(), AppError> {
        let names = names.iter().map(|(kind, name)| ((*kind, name_key(name)), *name));
        let new: Vec<_> = names.filter(|(key, _)| !self.known().contains_key(key)).collect();
        for kind in [NameKind::Fund, NameKind::Campaign] {
            let keys = new.iter().filter(|((one, _), _)| *one == kind).map(|((_, key), _)| key.clone());
            let keys: BTreeSet<_> = keys.collect();
            if keys.is_empty() {
                continue;
            }
            let count = keys.len();
            let stored = match kind {
                NameKind::Fund => locked::<funds::Entity>(tx, account, keys).await?,
                NameKind::Campaign => locked::<campaigns::Entity>(tx, account, keys).await?,
            };
            let are_active = stored.len() == count && stored.iter().all(|(.., is_active)| *is_active);
            let is_closed = !are_active && is_closed(tx, account, kind).await?;
            let mut known = self.known();
            for (key, name, is_active) in stored {
                let state = if is_active { State::Active } else { State::Inactive };
                let spelling = Spelling { name, state, is_refused: is_closed && !is_active };
                known.entry((kind, key)).or_insert(spelling);
            }
            for (key, name) in new.iter().filter(|((one, _), _)| *one == kind) {
                let new = || Spelling { name: (*name).to_owned(), state: State::New, is_refused: is_closed };
                known.entry(key.clone()).or_insert_with(new);
            }
        }
        Ok(())
    }

    /// Returns whether no fund or campaign of the account has a name, which was [read](Self::read).
    pub fn is_new(&self, kind: NameKind, name: &str) -> bool {
        self.known().get(&(kind, name_key(name))).is_some_and(|known| known.state == State::New)
    }

    /// Gives names their spelling. If the account takes no others than those of its list, adds a problem for each other one.
    pub async fn spell(
        &self,
        tx: &Transaction,
        account: AccountScope,
        names: &mut [Named<'_>],
        problems: &mut Problems,
    ) -> Result<(), AppError> {
        let sent: Vec<_> = names.iter().map(|named| (named.kind, named.name.as_str())).collect();
        self.read(tx, account, &sent).await?;
        for Named { kind, field, name } in names {
            let (state, is_refused) = {
                let known = self.known();
                let Some(spelling) = known.get(&(*kind, name_key(name))) else { continue };
                (**name).clone_from(&spelling.name);
                (spelling.state, spelling.is_refused)
            };
            if is_refused {
                let rule = refusal(tx, account, (*kind, name), state).await?;
                problems.add_as(Fault::UnknownLink, field, rule);
            }
        }
        Ok(())
    }

    /// Makes the records of those names of written records that the account did not have before. Another request may make
    /// one in another spelling at the same time: both then find the records with either.
    pub async fn keep(
        &self,
        tx: &Transaction,
        (caller, now_ms): (&Caller, i64),
        names: &[(NameKind, &str)],
    ) -> Result<(), AppError> {
        let mut new = Vec::new();
        for (kind, name) in names {
            if let Entry::Occupied(mut known) = self.known().entry((*kind, name_key(name)))
                && known.get().state == State::New
            {
                known.get_mut().state = State::Active;
                new.push((*kind, *name));
            }
        }
        let account = caller.account;
        // Sorted, so that two requests that make the same records cannot deadlock.
        new.sort_by_cached_key(|(kind, name)| (kind.as_str(), name_key(name)));
        for (kind, name) in &new {
            match kind {
                NameKind::Fund => {
                    let fund = new_fund(now_ms, (*name).to_owned());
                    account.insert_or_lock::<funds::Entity>(tx, fund, funds::Column::FundKey).await?;
                }
                NameKind::Campaign => {
                    let campaign = new_campaign(caller, now_ms, (*name).to_owned());
                    let key = campaigns::Column::CampaignKey;
                    account.insert_or_lock::<campaigns::Entity>(tx, campaign, key).await?;
                }
            }
        }
        if !new.is_empty() {
            note_quiet_change(tx, account).await?;
        }
        Ok(keep_names(tx, account, &new).await?)
    }
}

/// Returns a new fund with the defaults of its fields.
pub fn new_fund(now_ms: i64, fund_name: String) -> funds::Model {
    funds::Model {
        fund_key: name_key(&fund_name),
        fund_name,
        fund_active: true,
        created_at_ms: now_ms,
        updated_at_ms: now_ms,
        ..funds::Model::default()
    }
}

/// Returns a new campaign with the defaults of its fields.
pub fn new_campaign(caller: &Caller, now_ms: i64, campaign_name: String) -> campaigns::Model {
    campaigns::Model {
        campaign_key: name_key(&campaign_name),
        campaign_name,
        campaign_active: true,
        campaign_currency: caller.currency.code().to_owned(),
        created_at_ms: now_ms,
        updated_at_ms: now_ms,
        ..campaigns::Model::default()
    }
}

/// Returns key, name and whether it is active of the records with these keys, locked against renaming.
async fn locked<P: Purpose>(
    tx: &Transaction,
    account: AccountScope,
    keys: BTreeSet<String>,
) -> Result<Vec<(String, String, bool)>, AppError> {
    // Locked in the order of their ids, as a merge locks them.
    let select = account.find::<P>().filter(P::KEY.is_in(keys)).order_by_asc(P::ID).lock(LockType::KeyShare);
    Ok(select.select_only().columns([P::KEY, P::NAME, P::ACTIVE]).into_tuple().all(tx).await?)
}

/// Returns whether gifts and pledges of an account can have a name of this kind only if it is one of its records.
async fn is_closed(tx: &Transaction, account: AccountScope, kind: NameKind) -> Result<bool, AppError> {
    let column = match kind {
        NameKind::Fund => accounts::Column::FundsClosed,
        NameKind::Campaign => accounts::Column::CampaignsClosed,
    };
    let closed = SystemScope.find::<accounts::Entity>().select_only().column(column);
    let closed = closed.filter(accounts::Column::Id.eq(account.account_id()));
    Ok(closed.into_tuple().one(tx).await?.unwrap_or_default())
}

/// Returns the rule that a name breaks which is not on the account's closed list, or is not active there.
async fn refusal(
    tx: &Transaction,
    account: AccountScope,
    (kind, name): (NameKind, &str),
    state: State,
) -> Result<String, AppError> {
    if state == State::Inactive {
        return Ok(format!(
            "must be an active {kind} of this account: choose another, or make this one active"
        ));
    }
    let nearest = match kind {
        NameKind::Fund => nearest::<funds::Entity>(tx, account, name, ALIKE).await?,
        NameKind::Campaign => nearest::<campaigns::Entity>(tx, account, name, ALIKE).await?,
    };
    let or = nearest.map_or_else(String::new, |nearest| format!(", such as {nearest}"));
    Ok(format!("must be a {kind} on the list of this account{or}: add a new one to the list first"))
}

/// Returns the name of an active record of the account that is almost this one, which the account does not have.
pub async fn almost(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    (kind, name): (NameKind, &str),
) -> Result<Option<String>, AppError> {
    if !spellings(connection, account, [name_key(name)]).await?.iter().all(|known| known.name_kind != kind) {
        return Ok(None);
    }
    match kind {
        NameKind::Fund => nearest::<funds::Entity>(connection, account, name, ALMOST).await,
        NameKind::Campaign => nearest::<campaigns::Entity>(connection, account, name, ALMOST).await,
    }
}

/// Returns the active fund of which a name looks like a slip, and those that it may be meant for: those with a word that it begins,
/// and those that are much like it.
pub async fn funds_like(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    name: &str,
) -> Result<(Option<String>, Vec<String>), AppError> {
    let key = name_key(name);
    let mut funds = likenesses::<funds::Entity>(connection, account, name).await?;
    let almost = most_like(&funds, ALMOST);
    for (likeness, fund) in &mut funds {
        if name_key(fund).split(' ').any(|word| word.starts_with(&key)) {
            *likeness = 1.0;
        }
    }
    funds.retain(|(likeness, _)| *likeness >= RESEMBLES);
    funds.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Ok((almost, funds.into_iter().take(OFFERED_MAX).map(|(_, fund)| fund).collect()))
}

/// Returns the active name that is most like this one, if one is as much like it as this.
async fn nearest<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    name: &str,
    alike: f64,
) -> Result<Option<String>, AppError> {
    Ok(most_like(&likenesses::<P>(connection, account, name).await?, alike))
}

/// Returns the one of these names that is most like another one, if it is as much like it as this.
fn most_like(names: &[(f64, String)], alike: f64) -> Option<String> {
    let nearest = names.iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.filter(|(likeness, _)| *likeness >= alike).map(|(_, name)| name.clone())
}

/// Returns the active names, each with how much it is like this one.
async fn likenesses<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    name: &str,
) -> Result<Vec<(f64, String)>, AppError> {
    let active = account.find::<P>().filter(P::ACTIVE.eq(true)).select_only().columns([P::KEY, P::NAME]);
    let active: Vec<(String, String)> = active.limit(COMPARED_MAX).into_tuple().all(connection).await?;
    let key = name_key(name);
    Ok(active.into_iter().map(|(other, name)| (jaro_winkler(&key, &other), name)).collect())
}

/// Returns a name with all other spellings that records of the account may have for it.
pub async fn spelled(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: NameKind,
    name: &str,
) -> Result<BTreeSet<String>, AppError> {
    let known = spellings(connection, account, [name_key(name)]).await?;
    let known = known.into_iter().filter(|known| known.name_kind == kind).map(|known| known.name);
    Ok(known.chain([name.to_owned()]).collect())
}
