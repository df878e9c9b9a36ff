//! The service's log, span by span and line by line.

use std::cell::RefCell;
use std::io::{Error, Write};
use std::sync::{Arc, Mutex, Once};

use tracing_subscriber::filter::dynamic_filter_fn;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::prelude::*;

thread_local! {
    /// What the capture of this thread has taken, while there is one.
    static CAPTURED: RefCell<Option<Lines>> = const { RefCell::new(None) };
}

/// Lets any thread capture what it logs. `tracing` decides once for each log statement whether any subscriber wants it, and
/// a subscriber that one test sets while another test runs the statement for the first time may miss it for good. So all
/// tests share this subscriber, which is there before the first request and asks the thread each time.
pub fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let is_captured = dynamic_filter_fn(|_, _| CAPTURED.with_borrow(Option::is_some));
        let lines = tracing_subscriber::fmt::layer()
            .with_span_events(FmtSpan::FULL)
            .with_ansi(false)
            .with_writer(|| CAPTURED.with_borrow(|lines| lines.clone().unwrap_or_default()));
        tracing_subscriber::registry().with(is_captured).with(lines).init();
    });
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// The capture of everything that this thread logs, at any level, for as long as the value lives. The test must run on
/// one thread, because the server logs on its own threads otherwise.
pub struct Logs(Lines);

impl Logs {
    pub fn capture() -> Self {
        let lines = Lines::default();
        CAPTURED.set(Some(lines.clone()));
        Self(lines)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).unwrap()
    }
}

impl Drop for Logs {
    fn drop(&mut self) {
        CAPTURED.set(None);
    }
}
