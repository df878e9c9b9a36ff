//! Turns of accounts: what each account does at most once at a time, because it costs much.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The accounts that have their turn now. Clones share them.
#[derive(Clone, Default)]
pub struct Turns(Arc<Mutex<HashSet<i64>>>);

/// An account's turn. Dropping it ends the turn.
pub struct Turn {
    turns: Turns,
    account_id: i64,
}

impl Turns {
    /// Returns the account's turn, unless it has one already.
    pub fn turn(&self, account_id: i64) -> Option<Turn> {
        let is_free = self.busy_accounts().insert(account_id);
        // Not `then_some`: that would make a turn even if the account is busy, and dropping it would end the other turn.
        is_free.then(|| Turn { turns: self.clone(), account_id })
    }

    /// Returns the busy accounts. After a panic under the lock the set is still valid, so poisoning is ignored.
    fn busy_accounts(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.busy_accounts().remove(&self.account_id);
    }
}
