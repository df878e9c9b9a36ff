//! The state of a connection, and its deadlines.
//!
//! A connection is idle until the first byte of a head arrives. Then the whole head must arrive in time. While a
//! request is served there is no deadline here, because the operation and the body have limits of their own. Sending
//! has a deadline in every phase: when the socket takes no more bytes, a window of time begins. At its end the client
//! must have read enough, unless the socket is ready for more bytes again.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::limits::ServerLimits;

/// The part of a connection that took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    /// A request's line and headers.
    Head,
    /// The next request, or the first byte of the first one.
    Idle,
    /// The client's reading of a response.
    Reader,
}

/// The progress of a connection. Clones share it.
#[derive(Clone)]
pub(super) struct Progress(Arc<Shared>);

struct Shared {
    limits: ServerLimits,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    /// Set while the client reads more slowly than the server could send.
    sending: Option<Sending>,
}

#[derive(Clone, Copy)]
enum Phase {
    /// The server waits for a request. For the first one, `until` is also the deadline of the whole head.
    Idle { until: Instant, is_first: bool },
    /// A part of a head has arrived.
    Head { until: Instant },
    /// The head is complete, and the response is still being made.
    Serving,
    /// The whole response is made, but not all of it is sent.
    Finishing,
}

struct Sending {
    until: Instant,
    /// How much the socket has taken in this window, in bytes.
    taken: u64,
    /// Whether the socket takes no more bytes at the moment.
    is_blocked: bool,
}

impl Progress {
    /// Begins to track a new connection.
    pub(super) fn new(limits: ServerLimits) -> Self {
        let phase = Phase::Idle { until: Instant::now() + limits.head, is_first: true };
        Self(Arc::new(Shared { limits, state: Mutex::new(State { phase, sending: None }) }))
    }

    /// Marks a request as being served until the returned guard is dropped, together with the response.
    pub(super) fn serve(&self) -> Serving {
        self.state().phase = Phase::Serving;
        Serving(self.clone())
    }

    /// Returns whether the server waits for a head or receives one, so that no response to it can have begun. A head
    /// that came together with the request before it belongs to a connection that still counts as idle.
    pub(super) fn awaits_head(&self) -> bool {
        matches!(self.state().phase, Phase::Idle { .. } | Phase::Head { .. })
    }

    /// Returns whether nothing has arrived yet.
    pub(super) fn is_new(&self) -> bool {
        matches!(self.state().phase, Phase::Idle { is_first: true, .. })
    }

    /// Gives a new connection less time for the head of its first request.
    pub(super) fn hurry(&self, deadline: Instant) {
        if let Phase::Idle { until, is_first: true } = &mut self.state().phase {
            *until = (*until).min(deadline);
        }
    }

    /// Returns when to call [`overdue`](Self::overdue), or `None` if nothing has a deadline.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let of_phase = match state.phase {
            Phase::Idle { until, .. } | Phase::Head { until } => Some(until),
            Phase::Serving | Phase::Finishing => None,
        };
        let of_sending = state.sending.as_ref().map(|sending| sending.until);
        of_phase.into_iter().chain(of_sending).min()
    }

    /// Returns the part that is overdue. If none is, the next deadline is later than `now`.
    pub(super) fn overdue(&self, now: Instant) -> Option<Overdue> {
        let mut state = self.state();
        match state.phase {
            Phase::Idle { until, .. } if until <= now => return Some(Overdue::Idle),
            Phase::Head { until } if until <= now => return Some(Overdue::Head),
            _ => {}
        }
        let sending = state.sending.as_mut().filter(|sending| sending.until <= now)?;
        if !sending.is_blocked {
            state.sending = None;
        } else if sending.taken < self.0.limits.bytes_min() {
            return Some(Overdue::Reader);
        } else {
            *sending = self.0.limits.begin_sending(now);
        }
        None
    }

    fn received(&self, bytes: usize) {
        let mut state = self.state();
        if let Phase::Idle { until, is_first } = state.phase
            && bytes > 0
        {
            let until = if is_first { until } else { Instant::now() + self.0.limits.head };
            state.phase = Phase::Head { until };
        }
    }

    fn sent(&self, sent: &Poll<io::Result<usize>>) {
        let sending = &mut self.state().sending;
        match sent {
            Poll::Pending => {
                let sending = sending.get_or_insert_with(|| self.0.limits.begin_sending(Instant::now()));
                sending.is_blocked = true;
            }
            Poll::Ready(Ok(bytes)) => {
                if let Some(sending) = sending {
                    sending.taken += *bytes as u64;
                    sending.is_blocked = false;
                }
            }
            Poll::Ready(Err(_)) => {}
        }
    }

    fn flushed(&self) {
        let mut state = self.state();
        if let Phase::Finishing = state.phase {
            let until = Instant::now() + self.0.limits.idle;
            state.phase = Phase::Idle { until, is_first: false };
        }
    }

    /// Locks the state. A poisoned lock is used all the same, because a panic cannot leave the state half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerLimits {
    fn begin_sending(&self, now: Instant) -> Sending {
        Sending { until: now + self.window, taken: 0, is_blocked: true }
    }
}

/// A guard that marks a request as being served until it is dropped.
pub(super) struct Serving(Progress);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.state().phase = Phase::Finishing;
    }
}

/// A socket that records its traffic in a [`Progress`]. If hyper cannot read a head, this discards hyper's answer,
/// which has no body, and the server sends an envelope instead.
pub(super) struct Watched {
    stream: TcpStream,
    progress: Progress,
}

impl Watched {
    pub(super) fn new(stream: TcpStream, progress: Progress) -> Self {
        Self { stream, progress }
    }

    pub(super) fn into_stream(self) -> TcpStream {
        self.stream
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.progress.received(buffer.filled().len() - before);
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.progress.awaits_head() {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.progress.sent(&sent);
        sent
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.progress.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.progress.awaits_head() {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
