//! The service's log, span by span and line by line.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::format::FmtSpan;

use super::Api;

/// The capture of everything that this thread logs, at any level, for as long as the value lives. The test must run on
/// one thread, because the server logs on its own threads otherwise.
pub struct Logs {
    lines: Arc<Mutex<Vec<u8>>>,
    _guard: DefaultGuard,
}

#[derive(Clone)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Logs {
    pub async fn capture(api: &Api) -> Self {
        // `tracing` registers each log statement when it first runs. A statement that another test is just running for
        // the first time could miss a subscriber that is set at that moment, so run the statements of a request first.
        api.http.get("/api/v1/contacts").await.failed(403, "Forbidden");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let writer = Lines(lines.clone());
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_span_events(FmtSpan::FULL)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        Self { lines, _guard: tracing::subscriber::set_default(subscriber) }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.lines.lock().unwrap().clone()).unwrap()
    }
}
