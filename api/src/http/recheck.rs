//! Whether a caller may still do what was asked when its body has arrived. A body may take minutes, and an import hours, in
//! which the key may have ended, or its user's role.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::Instant;

use crate::error::AppError;

/// How long a body may take without another look.
const QUICK: Duration = Duration::from_secs(1);

type Check = Box<dyn Fn() -> BoxFuture<'static, Result<(), AppError>> + Send + Sync>;

/// The look at the caller of a request. Clones share it.
#[derive(Clone, Default)]
pub struct Recheck(Arc<OnceLock<Check>>);

impl Recheck {
    /// Sets how to look, once it is known who calls.
    pub fn set(&self, check: impl Fn() -> BoxFuture<'static, Result<(), AppError>> + Send + Sync + 'static) {
        let _ = self.0.set(Box::new(check));
    }

    /// Looks again after a body that began to arrive at this moment, unless it was quick.
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
    /// Leaves out the look, which knows the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recheck").finish_non_exhaustive()
    }
}
