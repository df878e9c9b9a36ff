//! Looks up API keys and their accounts, for every request anew. Requests that come at the same time share a statement.
//!
//! Results are not cached, so a key that is replaced stops working at once.
//!
//! The shared statement exists for speed alone (figures: deploy/bench/README.md).

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, DbErr, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait};
use shared::Store;
use shared::entities::{SystemScope, accounts, api_keys, memberships};
use shared::values::choices::MembershipRole;

use super::key_uses::{self, KeyUses};
use crate::crypto::keys::hash_api_key;
use crate::gather::Gather;

/// The lookup of keys. Clones share the statements.
#[derive(Clone, Debug)]
pub struct Keys {
    store: Store,
    lookups: Gather<(), String, Option<Key>>,
    uses: KeyUses,
}

/// A valid key.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Key {
    /// Its own id.
    pub id: i64,
    hash: String,
    /// The account that it opens.
    pub account_id: i64,
    /// The user that it acts as.
    pub user_id: i64,
    /// When it was last used, to within an hour.
    pub last_used_at_ms: Option<i64>,
    /// The user's present role in the account.
    pub role: MembershipRole,
    /// The account's currency.
    pub currency: String,
    /// The account's time zone.
    pub timezone: String,
    /// Whether a received gift makes a donor of a contact.
    pub status_follows_gifts: bool,
}

impl Keys {
    /// Makes the lookup of keys in a database. Notes of uses are written by a task of the current runtime.
    pub fn of(store: Store) -> Self {
        Self { uses: KeyUses::of(store.clone()), store, lookups: Gather::default() }
    }

    /// Notes that a key is used, unless that is known already. Does not wait for the database.
    pub fn note_use(&self, key: &Key, now_ms: i64, agent: Option<&str>) {
        if key_uses::is_news(key.last_used_at_ms, now_ms) {
            self.uses.note(key.id, now_ms, agent);
        }
    }

    /// Looks a key up. Returns `None` if it is not valid now.
    ///
    /// # Errors
    /// Those of [`Gather::ask`].
    pub async fn find(&self, key: &str) -> Result<Option<Key>, DbErr> {
        let store = self.store.clone();
        self.lookups.ask((), hash_api_key(key), move |hashes| look_up(store.clone(), hashes)).await
    }
}

/// Returns the key for each hash, if it is valid.
async fn look_up(store: Store, hashes: Vec<String>) -> Result<Vec<Option<Key>>, DbErr> {
    // A key is deleted together with its membership (foreign key), so every key in the table is valid.
    let keys: Vec<Key> = SystemScope
        .find::<api_keys::Entity>()
        .filter(api_keys::Column::KeyHash.is_in(hashes.iter().map(String::as_str).collect::<BTreeSet<_>>()))
        .join(JoinType::InnerJoin, api_keys::Relation::Account.def())
        .join(JoinType::InnerJoin, api_keys::Relation::Membership.def())
        .select_only()
        .columns([
            api_keys::Column::Id,
            api_keys::Column::AccountId,
            api_keys::Column::UserId,
            api_keys::Column::LastUsedAtMs,
        ])
        .column_as(api_keys::Column::KeyHash, "hash")
        .column(memberships::Column::Role)
        .columns([
            accounts::Column::Currency,
            accounts::Column::Timezone,
            accounts::Column::StatusFollowsGifts,
        ])
        .into_model()
        .all(store.read())
        .await?;
    Ok(hashes.iter().map(|hash| keys.iter().find(|key| key.hash == *hash).cloned()).collect())
}
