//! The second check of a caller's rights, when a body has arrived. A body may take minutes, and an import hours.
//! Meanwhile the key may have ended, or its user may have lost the role.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::Instant;

use crate::error::AppError;

/// How long a body may take without a second check.
const QUICK: Duration = Duration::from_secs(1);

type Check = Box<dyn Fn() -> BoxFuture<'static, Result<(), AppError>> + Send + Sync>;

/// The second check of a request's caller. Clones share it.
#[derive(Clone, Default)]
pub struct Recheck(Arc<OnceLock<Check>>);

impl Recheck {
    /// Sets the check, once the caller is known.
    pub fn set(&self, check: impl Fn() -> BoxFuture<'static, Result<(), AppError>> + Send + Sync + 'static) {
        let _ = self.0.set(Box::new(check));
    }

    /// Checks again after a body that began to arrive at this moment, unless it was quick.
    ///
    /// # Errors
    /// [`AppError::Forbidden`] if the caller may not do it any more.
    pub async fn after(&self, began: Instant) -> Result<(), AppError> {
        match self.0.get() {
            Some(check) if began.elapsed() > QUICK => check().await,
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Recheck {
    /// Leaves out the check, which knows the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recheck").finish_non_exhaustive()
    }
}
