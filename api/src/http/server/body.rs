//! The time limit of request bodies.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use poem::Body;
use tokio::time::{Instant, timeout};

use super::limits::ServerLimits;

/// A body that is being received, and its progress.
struct Coming {
    chunks: BoxStream<'static, io::Result<Bytes>>,
    limits: ServerLimits,
    /// How long the server has waited for chunks in this window. The time that the reader of the body takes between
    /// chunks does not count.
    waited: Duration,
    /// How much has arrived in this window, in bytes.
    bytes: u64,
}

/// Returns the same body, but reading it fails as [timed out](io::ErrorKind::TimedOut) when the client pauses or sends
/// too slowly.
pub(super) fn in_time(body: Body, limits: &ServerLimits) -> Body {
    let chunks = body.into_bytes_stream().boxed();
    let coming = Coming { chunks, limits: *limits, waited: Duration::ZERO, bytes: 0 };
    Body::from_bytes_stream(stream::unfold(Some(coming), |coming| async {
        let mut coming = coming?;
        match coming.next().await? {
            Ok(chunk) => Some((Ok(chunk), Some(coming))),
            Err(error) => Some((Err(error), None)),
        }
    }))
}

impl Coming {
    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        let window = self.limits.window;
        let asked = Instant::now();
        let Ok(next) = timeout(window, self.chunks.next()).await else {
            return Some(Err(self.limits.too_slow()));
        };
        self.waited += asked.elapsed();
        self.bytes +=
            next.as_ref().and_then(|chunk| chunk.as_ref().ok()).map_or(0, |chunk| chunk.len() as u64);
        if next.is_some() && self.waited >= window {
            if self.bytes < self.limits.bytes_min() {
                return Some(Err(self.limits.too_slow()));
            }
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
        next
    }
}
