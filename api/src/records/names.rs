//! The spellings of funds and campaigns. A name keeps the first spelling in the account, or else the first one that the
//! request or the part of an import writes. A filter by a name finds all its spellings.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sea_orm::{ColumnTrait, Condition, ConnectionTrait};
use shared::Transaction;
use shared::entities::AccountScope;
use shared::values::choices::NameKind;
use shared::values::names::name_key;

use crate::error::AppError;
use crate::giving::{keep_names, spellings};

/// The spellings of names, by kind and key. Clones share them.
#[derive(Clone, Default)]
pub struct Names(Arc<Mutex<Known>>);

type Known = HashMap<(NameKind, String), Spelling>;

/// How a name is spelled.
struct Spelling {
    name: String,
    is_stored: bool,
}

impl Names {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks up how names are spelled, with one query for all that are not known.
    pub async fn read(
        &self,
        tx: &Transaction,
        account: AccountScope,
        names: &[(NameKind, &str)],
    ) -> Result<(), AppError> {
        let names = names.iter().map(|(kind, name)| ((*kind, name_key(name)), *name));
        let new: Vec<_> = names.filter(|(key, _)| !self.known().contains_key(key)).collect();
        if new.is_empty() {
            return Ok(());
        }
        let stored = spellings(tx, account, new.iter().map(|((_, key), _)| key.clone())).await?;
        let mut known = self.known();
        for row in stored {
            let spelling = Spelling { name: row.name, is_stored: true };
            known.entry((row.name_kind, row.name_key)).or_insert(spelling);
        }
        for (key, name) in new {
            known.entry(key).or_insert_with(|| Spelling { name: name.to_owned(), is_stored: false });
        }
        Ok(())
    }

    /// Gives names their spelling.
    pub async fn spell(
        &self,
        tx: &Transaction,
        account: AccountScope,
        names: &mut [(NameKind, &mut String)],
    ) -> Result<(), AppError> {
        let sent: Vec<_> = names.iter().map(|(kind, name)| (*kind, name.as_str())).collect();
        self.read(tx, account, &sent).await?;
        let known = self.known();
        for (kind, name) in names {
            if let Some(spelling) = known.get(&(*kind, name_key(name))) {
                (**name).clone_from(&spelling.name);
            }
        }
        Ok(())
    }

    /// Stores those names of written records that the account did not have before.
    pub async fn keep(
        &self,
        tx: &Transaction,
        account: AccountScope,
        names: &[(NameKind, &str)],
    ) -> Result<(), AppError> {
        let mut new = Vec::new();
        for (kind, name) in names {
            if let Entry::Occupied(mut known) = self.known().entry((*kind, name_key(name)))
                && !known.get().is_stored
            {
                known.get_mut().is_stored = true;
                new.push((*kind, *name));
            }
        }
        Ok(keep_names(tx, account, &new).await?)
    }
}

/// Returns the condition for records that have these names in their columns, in any spelling that the account has.
pub async fn named<const N: usize>(
    connection: &impl ConnectionTrait,
    account: AccountScope,
    names: [(NameKind, impl ColumnTrait, Option<String>); N],
) -> Result<Condition, AppError> {
    let keys: Vec<_> = names.iter().filter_map(|(.., name)| name.as_deref().map(name_key)).collect();
    let mut condition = Condition::all();
    if keys.is_empty() {
        return Ok(condition);
    }
    let known = spellings(connection, account, keys).await?;
    for (kind, column, name) in names {
        let Some(name) = name else { continue };
        let same = known.iter().filter(|known| known.name_kind == kind && known.name_key == name_key(&name));
        let spellings: BTreeSet<_> = same.map(|known| known.name.clone()).chain([name.clone()]).collect();
        condition = condition.add(match spellings.len() {
            1 => column.eq(name),
            _ => column.is_in(spellings),
        });
    }
    Ok(condition)
}
