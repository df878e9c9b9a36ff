//! The tests of webhooks that are under way, and the sender that makes them.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use shared::Error;
use shared::webhooks::sender::Sender;

/// The tests of webhooks that are under way: at most one in each account. Clones share them.
#[derive(Clone, Default)]
pub struct WebhookTests(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// The sender is made when it is first needed, because it loads the system's root certificates.
    sender: OnceLock<Sender>,
    busy_accounts: Mutex<HashSet<i64>>,
}

/// An account's turn to run a test. Dropping it ends the turn.
pub struct Turn<'a> {
    tests: &'a WebhookTests,
    account_id: i64,
}

impl WebhookTests {
    /// Returns the sender. `make` makes it, the first time.
    pub fn sender(&self, make: impl FnOnce() -> Result<Sender, Error>) -> Result<&Sender, Error> {
        if let Some(sender) = self.0.sender.get() {
            return Ok(sender);
        }
        let sender = make()?;
        Ok(self.0.sender.get_or_init(|| sender))
    }

    /// Returns the account's turn, unless it is running a test already.
    pub fn turn(&self, account_id: i64) -> Option<Turn<'_>> {
        let is_free = self.busy_accounts().insert(account_id);
        // Not `then_some`: that would make a turn even if the account is busy, and dropping it would end the other
        // test's turn.
        is_free.then(|| Turn { tests: self, account_id })
    }

    /// Returns the busy accounts. After a panic under the lock the set is still valid, so poisoning is ignored.
    fn busy_accounts(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.busy_accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.tests.busy_accounts().remove(&self.account_id);
    }
}
