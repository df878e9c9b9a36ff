//! The names of funds and campaigns. They compare without regard to case, and records get the first spelling of a name
//! in an account.

use std::collections::{BTreeSet, HashMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder};
use shared::Error;
use shared::entities::{AccountScope, names};
use shared::values::choices::NameKind;
use shared::values::names::name_key;

/// The most keys of one query. SQLite allows 32,766 parameters.
const KEYS_MAX: usize = 10_000;

/// Returns the spellings that an account has under these keys, the first ones first.
pub async fn spellings(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    keys: impl IntoIterator<Item = String>,
) -> Result<Vec<names::Model>, Error> {
    let keys: Vec<_> = keys.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let mut found = Vec::new();
    for keys in keys.chunks(KEYS_MAX) {
        let select = account.find::<names::Entity>().filter(names::Column::NameKey.is_in(keys));
        found.extend(select.order_by_asc(names::Column::Id).all(connection).await?);
    }
    Ok(found)
}

/// Returns the first spelling of each of these funds or campaigns, by key.
pub async fn first_spellings(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    kind: NameKind,
    keys: impl IntoIterator<Item = String>,
) -> Result<HashMap<String, String>, Error> {
    let mut first = HashMap::new();
    for name in spellings(connection, account, keys).await? {
        if name.name_kind == kind {
            first.entry(name.name_key).or_insert(name.name);
        }
    }
    Ok(first)
}

/// Stores those of these names that an account does not have in this spelling. Another request may store another
/// spelling at the same time: both then find the records with either.
pub async fn keep_names(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    names: &[(NameKind, &str)],
) -> Result<(), Error> {
    if names.is_empty() {
        return Ok(());
    }
    let known = spellings(connection, account, names.iter().map(|(_, name)| name_key(name))).await?;
    let mut known: HashSet<_> = known.into_iter().map(|name| (name.name_kind, name.name)).collect();
    let mut new = Vec::new();
    for (name_kind, name) in names {
        let (name_kind, name_key, name) = (*name_kind, name_key(name), (*name).to_owned());
        if known.insert((name_kind, name.clone())) {
            let account_id = account.account_id();
            new.push(names::Model { id: 0, account_id, name_kind, name_key, name });
        }
    }
    account.insert_all::<names::Entity>(connection, new).await?;
    Ok(())
}
