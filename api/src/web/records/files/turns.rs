//! Turns of those who send or get files, which are in memory meanwhile. An account has some of them at most, and leaves the others
//! to other accounts. Who has none waits.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::AppError;

/// How many files are in memory at the same time, arriving or being sent.
const AT_ONCE: usize = 16;
/// How many of them are an account's.
const OF_ACCOUNT: usize = 4;
/// How long one waits for a turn.
const WAIT_MAX: Duration = Duration::from_secs(20);

static TURNS: LazyLock<Turns> = LazyLock::new(Turns::new);

/// A turn, which ends when it is dropped.
pub(super) struct Turn {
    _of_account: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

/// Waits for a turn of an account.
///
/// # Errors
/// [`AppError::Busy`] if none gets free for long.
pub(super) async fn turn(account_id: i64) -> Result<Turn, AppError> {
    let turn = timeout(WAIT_MAX, TURNS.take(account_id)).await;
    let turn = turn.map_err(|_| AppError::Busy(t!("files-busy").to_owned()))?;
    turn.map_err(|error| AppError::Internal(error.into()))
}

struct Turns {
    all: Arc<Semaphore>,
    /// Those of the accounts that have a turn, or wait for one.
    accounts: Mutex<HashMap<i64, Arc<Semaphore>>>,
}

impl Turns {
    fn new() -> Self {
        Self { all: Arc::new(Semaphore::new(AT_ONCE)), accounts: Mutex::default() }
    }

    /// Takes a turn once there is one: the account's first, so that nobody waits with a turn of all for one of the account.
    async fn take(&self, account_id: i64) -> Result<Turn, AcquireError> {
        let of_account = self.of(account_id).acquire_owned().await?;
        let of_all = self.all.clone().acquire_owned().await?;
        Ok(Turn { _of_account: of_account, _of_all: of_all })
    }

    fn of(&self, account_id: i64) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        accounts.retain(|_, turns| Arc::strong_count(turns) > 1);
        accounts.entry(account_id).or_insert_with(|| Arc::new(Semaphore::new(OF_ACCOUNT))).clone()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn an_account_leaves_turns_to_others() {
        let turns = Turns::new();
        let take = |account_id| turns.take(account_id).now_or_never().and_then(Result::ok);
        let mut taken: Vec<Turn> = (0..AT_ONCE).map_while(|_| take(1)).collect();
        assert_eq!(taken.len(), OF_ACCOUNT);
        taken.extend([2, 2, 3, 3].into_iter().map_while(take));
        assert_eq!(taken.len(), OF_ACCOUNT + 4);
        taken.extend((4..).map_while(take));
        assert_eq!(taken.len(), AT_ONCE, "there are no more");
        drop(taken);
        let turn = take(1);
        assert!(turn.is_some());
        let known = turns.accounts.lock().map(|accounts| accounts.len()).ok();
        assert_eq!(known, Some(1), "no account is remembered that has no turn");
    }
}
