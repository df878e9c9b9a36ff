//! The time that the service keeps what grows by itself.

use std::time::Duration;

use clap::Args;

/// How long what grows is kept. `None` means for ever.
#[allow(clippy::doc_markdown, reason = "help texts are no Markdown")]
#[derive(Args, Clone, Copy, Debug)]
pub struct Retention {
    /// How long the audit log is kept, as in 400d
    #[arg(
        id = "retention_audit", long = "retention-audit", env = "ALMONER_RETENTION_AUDIT", value_parser = kept,
        default_value = "400d", global = true
    )]
    pub audit: Duration,
    /// How long events are kept whose deliveries have ended, with those deliveries, as in 400d [default: for ever]
    #[arg(
        id = "retention_events", long = "retention-events", env = "ALMONER_RETENTION_EVENTS", value_parser = kept,
        global = true
    )]
    pub events: Option<Duration>,
    /// How long the attempts of deliveries are kept that have ended, as in 90d [default: as long as their events]
    #[arg(
        id = "retention_attempts", long = "retention-attempts", env = "ALMONER_RETENTION_ATTEMPTS",
        value_parser = kept, global = true
    )]
    pub attempts: Option<Duration>,
}

fn kept(text: &str) -> Result<Duration, String> {
    let kept = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    let allowed = Duration::from_hours(24)..=Duration::from_hours(24 * 36_525);
    if allowed.contains(&kept) { Ok(kept) } else { Err("must lie between 1d and 36525d".to_owned()) }
}

/// Returns the moment before which something is old that is kept so long.
pub fn old_before(now_ms: i64, kept: Duration) -> i64 {
    now_ms.saturating_sub(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX))
}
