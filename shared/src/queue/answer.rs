//! Time limits for the broker's answers.

use crate::Error;
use crate::times::ANSWER_MAX;

/// The error of an answer that did not come in time.
pub(super) const TIMED_OUT: Error = Error::QueueTimeout(ANSWER_MAX);

/// Waits for the broker's answer. Fails with [`Error::QueueTimeout`] after [`ANSWER_MAX`].
pub(super) async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    tokio::time::timeout(ANSWER_MAX, answer).await.unwrap_or(Err(TIMED_OUT))
}
