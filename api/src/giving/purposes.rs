//! The funds and campaigns of the gifts in memory, by the ids of their records: a renaming, which has no events, leaves them
//! as they are. A merge removes a record, so gifts with its id are read anew.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroU32;

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, QueryFilter, QuerySelect};
use shared::Error;
use shared::entities::{AccountScope, Purpose, campaigns, funds};
use shared::values::names::name_key;

/// The id of a fund or of a campaign, in half the bytes of other ids.
pub type PurposeId = NonZeroU32;

/// The records of the names that gifts have, as a snapshot shows them.
#[derive(Debug, Default)]
pub(super) struct Purposes {
    funds: HashMap<String, Option<PurposeId>>,
    campaigns: HashMap<String, Option<PurposeId>>,
}

/// The records that gifts in memory are for.
#[derive(Debug, Default)]
pub(super) struct InUse {
    funds: HashSet<PurposeId>,
    campaigns: HashSet<PurposeId>,
}

impl Purposes {
    /// Looks up those of the names that are not known yet.
    pub(super) async fn learn<'a>(
        &mut self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
        names: impl Iterator<Item = (Option<&'a str>, Option<&'a str>)> + Clone,
    ) -> Result<(), Error> {
        let funds = names.clone().filter_map(|(fund, _)| fund);
        learn::<funds::Entity>(&mut self.funds, connection, account, funds).await?;
        let campaigns = names.filter_map(|(_, campaign)| campaign);
        learn::<campaigns::Entity>(&mut self.campaigns, connection, account, campaigns).await
    }

    /// Returns the records of a fund and a campaign.
    pub(super) fn ids(&self, fund: Option<&str>, campaign: Option<&str>) -> [Option<PurposeId>; 2] {
        let id = |known: &HashMap<_, _>, name| known.get(name?).copied().flatten();
        [id(&self.funds, fund), id(&self.campaigns, campaign)]
    }
}

impl InUse {
    /// Adds the records of known names.
    pub(super) fn add(&mut self, names: &Purposes) {
        self.funds.extend(names.funds.values().flatten());
        self.campaigns.extend(names.campaigns.values().flatten());
    }

    /// Returns whether the account has all of them still.
    pub(super) async fn are_there(
        &self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<bool, Error> {
        Ok(are_there::<funds::Entity>(&self.funds, connection, account).await?
            && are_there::<campaigns::Entity>(&self.campaigns, connection, account).await?)
    }
}

async fn learn<P: Purpose>(
    known: &mut HashMap<String, Option<PurposeId>>,
    connection: &impl ConnectionTrait,
    account: AccountScope,
    names: impl Iterator<Item = &str>,
) -> Result<(), Error> {
    let new: BTreeSet<_> = names.filter(|name| !known.contains_key(*name)).collect();
    if !new.is_empty() {
        let stored = ids::<P>(connection, account, new.iter().map(|name| name_key(name))).await?;
        known.extend(new.into_iter().map(|name| (name.to_owned(), stored.get(&name_key(name)).copied())));
    }
    Ok(())
}

/// Returns the ids of the records with these keys, by key.
async fn ids<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    keys: impl Iterator<Item = String>,
) -> Result<HashMap<String, PurposeId>, Error> {
    let stored = account.find::<P>().filter(P::KEY.is_in(keys)).select_only().columns([P::KEY, P::ID]);
    let stored: Vec<(String, i64)> = stored.into_tuple().all(connection).await?;
    stored.into_iter().map(|(key, id)| Ok((key, small(id)?))).collect()
}

/// Returns the id of the record with a name, if there is one.
pub async fn purpose_id<P: Purpose>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    name: &str,
) -> Result<Option<PurposeId>, Error> {
    let key = name_key(name);
    Ok(ids::<P>(connection, account, [key.clone()].into_iter()).await?.remove(&key))
}

async fn are_there<P: Purpose>(
    used: &HashSet<PurposeId>,
    connection: &impl ConnectionTrait,
    account: AccountScope,
) -> Result<bool, Error> {
    let all: Vec<i64> = account.find::<P>().select_only().column(P::ID).into_tuple().all(connection).await?;
    let all: HashSet<_> = all.into_iter().collect();
    Ok(used.iter().all(|id| all.contains(&id.get().into())))
}

fn small(id: i64) -> Result<PurposeId, Error> {
    let small = u32::try_from(id).ok().and_then(PurposeId::new);
    Ok(small
        .ok_or_else(|| DbErr::Custom(format!("the id {id} of a fund or campaign is above 4,294,967,295")))?)
}
