//! Lists of any length in bounded memory, read in chunks by key.
//!
//! A chunk is read in two steps. The first reads its rows, which tell where the next chunk begins. The second loads the
//! related records and writes JSON. The second step runs in its own task, beside the first step of the next chunk. Only
//! a few chunks are in progress at once, so a slow client slows down the reading and does not fill the memory.
//!
//! Reading has a task of its own, and is not polled by the response: a client that stops reading would otherwise park a
//! query in the middle, with its connection. A handful of such clients would take the whole pool.

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use serde::Serialize;
use shared::database::row_security::carried;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::error::AppError;
use crate::http::csv::Format;

/// How many records a chunk has.
pub const CHUNK: u64 = 500;

/// Streams the records of a list as JSON, as [`chunks_as`] does.
pub fn chunks<T, K, F, Fetched, Load>(
    start: K,
    fetch: F,
) -> impl Stream<Item = Result<Bytes, AppError>> + Send
where
    T: Serialize + Send + 'static,
    K: Send + 'static,
    F: Fn(K) -> Fetched + Send + 'static,
    Fetched: Future<Output = Result<(Option<K>, Load), AppError>> + Send,
    Load: Future<Output = Result<Vec<T>, AppError>> + Send + 'static,
{
    chunks_as(Format::Json, start, fetch)
}

/// Streams the records of a list in chunks. In JSON, each record has a comma before it. `fetch` reads the rows after a
/// key. It returns the key of the next chunk, if there is one, and a future that loads the records of the rows.
pub fn chunks_as<T, K, F, Fetched, Load>(
    format: Format,
    start: K,
    fetch: F,
) -> impl Stream<Item = Result<Bytes, AppError>> + Send
where
    T: Serialize + Send + 'static,
    K: Send + 'static,
    F: Fn(K) -> Fetched + Send + 'static,
    Fetched: Future<Output = Result<(Option<K>, Load), AppError>> + Send,
    Load: Future<Output = Result<Vec<T>, AppError>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(1);
    // This task ends with the list, or when the stream is dropped because the client is gone.
    tokio::spawn(carried(async move {
        let mut key = Some(start);
        while let Some(after) = key.take() {
            let writing = match fetch(after).await {
                Ok((next, load)) => {
                    key = next;
                    let format = format.clone();
                    tokio::spawn(carried(async move { write(&format, &load.await?) }))
                }
                Err(error) => tokio::spawn(carried(async { Err(error) })),
            };
            if sender.send(Some(writing)).await.is_err() {
                return;
            }
        }
        // Mark the end of a complete list: if a channel closes without it, this task has died.
        let _ = sender.send(None).await;
    }));
    stream::unfold(Some(receiver), |receiver: Option<mpsc::Receiver<Option<JoinHandle<_>>>>| async move {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(Some(writing)) => match writing.await {
                Ok(Ok(json)) => Some((Ok(json), Some(receiver))),
                Ok(Err(error)) => Some((Err(error), None)),
                Err(panic) => Some((Err(AppError::Internal(panic.into())), None)),
            },
            Some(None) => None,
            None => Some((Err(AppError::Internal("reading a list broke off".into())), None)),
        }
    })
}

/// Prepares a stream to be the body of a response. A failure closes the connection, so that the caller sees that the body
/// is not complete.
pub fn unbroken(
    chunks: impl Stream<Item = Result<Bytes, AppError>> + Send + 'static,
) -> impl Stream<Item = std::io::Result<Bytes>> + Send + 'static {
    let request = tracing::Span::current();
    chunks.map(move |chunk| match chunk {
        Ok(written) => Ok(written),
        Err(error) => {
            let cause = std::error::Error::source(&error);
            request.in_scope(|| tracing::error!(%error, cause, "a list broke off"));
            // Do not return an error: poem would poll the failed connection once more, and hyper would then end the
            // response as if it were complete. Unwinding ends the connection's task, and with it the connection.
            std::panic::resume_unwind(Box::new("a list broke off"))
        }
    })
}

/// Returns the key of the next chunk, if these rows fill their own.
pub fn next_key<M, K>(rows: &[M], key: impl Fn(&M) -> K) -> Option<K> {
    rows.last().filter(|_| rows.len() as u64 == CHUNK).map(key)
}

/// The part of a list that is still to be read. The caller may have limited its length.
#[derive(Clone, Copy, Debug)]
pub struct Rest<K> {
    /// The key after which this part begins, or `None` if it is the whole list.
    pub after: Option<K>,
    left: u64,
}

impl<K> Rest<K> {
    /// Makes the part that begins after a key and has at most `limit` rows.
    pub fn new(after: Option<K>, limit: Option<i64>) -> Self {
        Self { after, left: limit.map_or(u64::MAX, i64::unsigned_abs) }
    }

    /// Returns how many rows the next chunk has.
    pub fn chunk(&self) -> u64 {
        self.left.min(CHUNK)
    }

    /// Returns what is left after these rows. Returns `None` if they do not fill the chunk or the limit is reached.
    pub fn next<M>(&self, rows: &[M], key: impl Fn(&M) -> K) -> Option<Self> {
        let left = self.left - self.chunk();
        next_key(rows, key).filter(|_| left > 0).map(|after| Self { after: Some(after), left })
    }
}

/// Writes records as a chunk of a list.
pub fn write(format: &Format, records: &[impl Serialize]) -> Result<Bytes, AppError> {
    if let Format::Csv(sheet) = format {
        return sheet.rows(records);
    }
    let mut json = Vec::new();
    for record in records {
        json.push(b',');
        serde_json::to_writer(&mut json, record)?;
    }
    Ok(json.into())
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt, TryStreamExt, future};

    use super::*;

    type Fetched = Result<(Option<u8>, future::BoxFuture<'static, Result<Vec<u8>, AppError>>), AppError>;

    /// Reads three chunks of one record each, of which the second fails.
    async fn list(wrong: impl Fn(u8) -> Fetched + Send + Sync + 'static) -> Vec<Result<Bytes, AppError>> {
        chunks(1, move |n| future::ready(if n == 2 { wrong(n) } else { right(n) })).collect().await
    }

    #[allow(clippy::unnecessary_wraps, reason = "it stands in for what may fail")]
    fn right(n: u8) -> Fetched {
        Ok(((n < 3).then_some(n + 1), future::ready(Ok(vec![n])).boxed()))
    }

    #[tokio::test]
    async fn chunks_come_whole_and_in_order() {
        let whole: Vec<_> = chunks(1, |n| future::ready(right(n))).try_collect().await.unwrap();
        assert_eq!(whole, [",1", ",2", ",3"]);
    }

    #[tokio::test]
    async fn whatever_breaks_off_ends_with_an_error_and_nothing_after_it() {
        let failing = list(|_| Err(AppError::NotFound)).await;
        let reading = list(|_| panic!("while reading")).await;
        let loading = list(|n| Ok((Some(n + 1), future::lazy(|_| panic!("while loading")).boxed()))).await;
        for broken in [failing, reading, loading] {
            assert_eq!(broken.len(), 2, "{broken:?}");
            assert!(broken[0].is_ok() && broken[1].is_err(), "{broken:?}");
        }
    }
}
