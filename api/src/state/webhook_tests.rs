//! The tests of webhooks that are under way, and the sender that makes them.

use std::sync::{Arc, OnceLock};

use shared::Error;
use shared::webhooks::sender::Sender;

use super::turns::{Turn, Turns};

/// The tests of webhooks that are under way: at most one in each account. Clones share them.
#[derive(Clone, Default)]
pub struct WebhookTests {
    /// The sender is made when it is first needed, because it loads the system's root certificates.
    sender: Arc<OnceLock<Sender>>,
    turns: Turns,
}

impl WebhookTests {
    /// Returns the sender. `make` makes it, the first time.
    pub fn sender(&self, make: impl FnOnce() -> Result<Sender, Error>) -> Result<&Sender, Error> {
        if let Some(sender) = self.sender.get() {
            return Ok(sender);
        }
        let sender = make()?;
        Ok(self.sender.get_or_init(|| sender))
    }

    /// Returns the account's turn, unless it is running a test already.
    pub fn turn(&self, account_id: i64) -> Option<Turn> {
        self.turns.turn(account_id)
    }
}
