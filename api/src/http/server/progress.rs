//! What happens on a connection, and until when something must.
//!
//! A connection is idle until the first byte of a head comes; then the head must be complete in time. While a request is
//! served, the operation and its body have limits of their own. Whatever is sent, whenever the socket does not take it
//! there begins a window of time, at whose end enough must have been taken, unless the socket waits for more.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use super::limits::ServerLimits;

/// What has taken too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    /// A request's line and headers.
    Head,
    /// Another request, or the first byte of the first.
    Idle,
    /// The client's reading.
    Reader,
}

/// How far a connection has come; clones are of the same.
#[derive(Clone)]
pub(super) struct Progress(Arc<Shared>);

struct Shared {
    limits: ServerLimits,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    /// While a response is not taken as fast as it could be sent.
    sending: Option<Sending>,
}

#[derive(Clone, Copy)]
enum Phase {
    /// No request is there; the first must have come at the same time as its head.
    Idle { until: Instant, is_first: bool },
    /// A part of a head is.
    Head { until: Instant },
    /// The whole head is, and the response is not yet made to its end.
    Serving,
    /// The response is made, but not sent to its end.
    Finishing,
}

struct Sending {
    until: Instant,
    /// How much the socket has taken in this window, in bytes.
    taken: u64,
    /// Whether it takes nothing just now.
    is_blocked: bool,
}

impl Progress {
    /// Of a new connection.
    pub(super) fn new(limits: ServerLimits) -> Self {
        let phase = Phase::Idle { until: Instant::now() + limits.head, is_first: true };
        Self(Arc::new(Shared { limits, state: Mutex::new(State { phase, sending: None }) }))
    }

    /// Notes that a request is there, until what is returned is dropped with its response.
    pub(super) fn serve(&self) -> Serving {
        self.state().phase = Phase::Serving;
        Serving(self.clone())
    }

    /// Whether a part of a head is there, and nothing of a response to it.
    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.state().phase, Phase::Head { .. })
    }

    /// When to look whether something is overdue.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let state = self.state();
        let of_phase = match state.phase {
            Phase::Idle { until, .. } | Phase::Head { until } => Some(until),
            Phase::Serving | Phase::Finishing => None,
        };
        let of_sending = state.sending.as_ref().map(|sending| sending.until);
        of_phase.into_iter().chain(of_sending).min()
    }

    /// What is overdue; if nothing is, the next deadline is later.
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

    /// Nothing in here can be half-done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerLimits {
    fn begin_sending(&self, now: Instant) -> Sending {
        Sending { until: now + self.window, taken: 0, is_blocked: true }
    }
}

/// A request that is served, until it is dropped.
pub(super) struct Serving(Progress);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.state().phase = Phase::Finishing;
    }
}

/// A socket whose traffic is noted. What hyper answers to a head that it cannot read goes nowhere: it has no body, and
/// the caller knows better what to say.
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
        if self.progress.is_in_head() {
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
        if self.progress.is_in_head() {
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
