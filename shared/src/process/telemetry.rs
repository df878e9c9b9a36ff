//! Structured logs on standard error. No secret is ever logged: request URLs are logged without their query, and types
//! that hold secrets print a placeholder.

use std::fmt;
use std::io::IsTerminal;

use clap::ValueEnum;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::fmt::format::{Format, FormatEvent, FormatFields, Full, Writer};
use tracing_subscriber::fmt::{FmtContext, format};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};

use super::terminal;
use crate::Error;
use crate::values::clock::{Clock, rfc3339};

/// Keeps sea-orm from a line before and after each migration. [`crate::database::migrations`] logs one, at level debug.
const QUIET: &str = "sea_orm_migration=warn";

/// The look of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts logging with a `tracing` filter such as `info` or `info,api=debug`.
///
/// # Errors
/// [`Error::Config`] when the filter does not parse, or logging has been started before.
pub fn init(filter: &str, format: Option<LogFormat>) -> Result<(), Error> {
    let invalid = |error: ParseError| Error::Config(format!("ALMONER_LOG: {error}"));
    let is_quiet = !filter.contains("sea_orm_migration");
    let mut filter = EnvFilter::builder().parse(filter).map_err(invalid)?;
    if is_quiet {
        filter = filter.add_directive(QUIET.parse().map_err(invalid)?);
    }
    let stderr = std::io::stderr();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(terminal::shows_colours(&stderr));
    let registry = tracing_subscriber::registry().with(filter);
    let format = format.unwrap_or(if stderr.is_terminal() { LogFormat::Text } else { LogFormat::Json });
    match format {
        LogFormat::Text => registry.with(lines.event_format(ForPeople::default())).try_init(),
        LogFormat::Json => registry.with(lines.json().flatten_event(true)).try_init(),
    }
    .map_err(|error: TryInitError| Error::Config(error.to_string()))?;
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a panic")));
    Ok(())
}

/// The text format. A line at level info is one row that fits a terminal of 120 columns: it has only the time of day, what
/// happened, and the fields that people look at. Any other line has everything.
struct ForPeople(Format<Full, ()>);

/// The fields that a row leaves out. They find lines among those of many clients and processes.
const LEFT_OUT: [&str; 3] = ["request_id", "trace_id", "client"];

impl Default for ForPeople {
    fn default() -> Self {
        Self(format().without_time())
    }
}

impl<S, N> FormatEvent<S, N> for ForPeople
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let [dim, green, plain] =
            if writer.has_ansi_escapes() { ["\x1b[2m", "\x1b[32m", "\x1b[0m"] } else { [""; 3] };
        let now = rfc3339(Clock::default().now_ms());
        let time = now.split_once('T').map_or(&*now, |(_, time)| time.trim_end_matches('Z'));
        write!(writer, "{dim}{time}{plain} ")?;
        if *event.metadata().level() != Level::INFO {
            return self.0.format_event(context, writer, event);
        }
        write!(writer, "{green} INFO{plain} ")?;
        let mut row = Row { writer, dim, plain, written: Ok(()) };
        event.record(&mut row);
        row.written?;
        writeln!(row.writer)
    }
}

/// Writes the fields of a row.
struct Row<'a> {
    writer: Writer<'a>,
    dim: &'static str,
    plain: &'static str,
    written: fmt::Result,
}

impl Visit for Row<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let Self { writer, dim, plain, written } = self;
        if written.is_err() || LEFT_OUT.contains(&field.name()) {
            return;
        }
        *written = match field.name() {
            "message" => write!(writer, "{value:?}"),
            name => write!(writer, " {dim}{name}={plain}{value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_row_fits_a_terminal_and_a_warning_says_everything() {
        let lines = Lines::default();
        let writer = lines.clone();
        let logs = tracing_subscriber::fmt()
            .with_ansi(false)
            .event_format(ForPeople::default())
            .with_writer(move || writer.clone())
            .finish();
        tracing::subscriber::with_default(logs, || {
            let (request_id, trace_id) =
                ("01a2053607107263b5f50f3307633bb7", "01a2053607107263b5f50f34ff59864a");
            let path = "/api/v1/webhooks/12/deliveries";
            tracing::info!(
                method = %"GET", path, status = 200, duration_ms = 117, account_id = 12, client = %"203.0.113.7",
                request_id, trace_id, "request"
            );
            tracing::warn!(request_id, trace_id, "request failed");
        });
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let (row, warning) = text.trim_end().split_once('\n').unwrap();
        let (time, rest) = row.split_once("  INFO ").unwrap();
        assert_eq!(time.len(), "12:00:00.000".len(), "{row}");
        let path = "path=\"/api/v1/webhooks/12/deliveries\"";
        assert_eq!(rest, format!("request method=GET {path} status=200 duration_ms=117 account_id=12"));
        assert!(row.len() <= 120, "{row}");
        assert!(
            warning.contains("WARN") && warning.contains("01a2053607107263b5f50f34ff59864a"),
            "{warning}"
        );
    }
}
