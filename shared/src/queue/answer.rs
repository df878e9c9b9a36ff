//! Time limits for the broker's answers.

use std::time::Duration;

use crate::Error;

/// The longest time that the broker may take to answer. While it has a resource alarm, it does not answer at all.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// The error of an answer that did not come in time.
pub(super) const TIMED_OUT: Error = Error::QueueTimeout(ANSWER_TIMEOUT);

/// Waits for the broker's answer. Fails with [`Error::QueueTimeout`] after [`ANSWER_TIMEOUT`].
pub(super) async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    tokio::time::timeout(ANSWER_TIMEOUT, answer).await.unwrap_or(Err(TIMED_OUT))
}
