//! Metrics that both programs have of themselves, in the format that Prometheus reads.
//!
//! Names follow OpenTelemetry's semantic conventions, in Prometheus' spelling, where those have a name; the service's own
//! begin with `almoner_`. No label is an account, an address, a URL or a key: all of its values are known beforehand.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::Store;
use crate::times::SAMPLE_MAX;

/// The media type of what [`Exporter::render`] returns.
pub const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The time that an answer to one reader is good for others, so that many readers cost no more than one.
const FRESH: Duration = Duration::from_secs(5);
/// The buckets of durations that OpenTelemetry recommends, in seconds.
const SECONDS: [f64; 14] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0];

/// A number that may be unknown. It is `NaN` until it is known, and while it cannot be found out, so that an alert neither
/// fires nor ends by an old value.
#[derive(Clone, Debug)]
pub struct Sampled(Gauge<f64, AtomicU64>);

impl Default for Sampled {
    fn default() -> Self {
        let gauge = Gauge::default();
        gauge.set(f64::NAN);
        Self(gauge)
    }
}

impl Sampled {
    /// Sets the number, or says that it is unknown.
    pub fn set(&self, value: Option<f64>) {
        self.0.set(value.unwrap_or(f64::NAN));
    }

    /// Returns what to register.
    pub fn gauge(&self) -> Gauge<f64, AtomicU64> {
        self.0.clone()
    }
}

/// Something that is under way, and counted until it is dropped.
#[derive(Debug)]
pub struct Active(Gauge);

impl Active {
    /// Counts it.
    pub fn begin(active: &Gauge) -> Self {
        active.inc();
        Self(active.clone())
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Makes a histogram of durations in seconds.
pub fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

type Sampler = Box<dyn Fn() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// The metrics of a program.
pub struct Exporter {
    registry: Registry,
    samplers: Vec<Sampler>,
    /// The time when the samplers ran last.
    sampled_at: Mutex<Option<Instant>>,
}

impl fmt::Debug for Exporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exporter").field("registry", &self.registry).finish_non_exhaustive()
    }
}

impl Exporter {
    /// Makes an exporter with what every program shows: its version, its process, and its connections to the database.
    pub fn new(store: &Store) -> Self {
        let mut registry = Registry::default();
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("almoner_build", "The version of the program", version);
        let mut exporter = Self { registry, samplers: Vec::new(), sampled_at: Mutex::default() };
        exporter.show_connections(store.clone());
        #[cfg(target_os = "linux")]
        {
            let read = super::process_metrics::register(&mut exporter.registry);
            exporter.sample(move || {
                read();
                std::future::ready(())
            });
        }
        exporter
    }

    /// Returns where metrics are registered.
    pub fn registry(&mut self) -> &mut Registry {
        &mut self.registry
    }

    /// Adds work to be done before the metrics are shown, which finds out those that are not counted as they happen.
    pub fn sample<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        sampler: impl Fn() -> F + Send + Sync + 'static,
    ) {
        self.samplers.push(Box::new(move || Box::pin(sampler())));
    }

    /// Returns all metrics as text.
    pub async fn render(&self) -> String {
        let mut sampled_at = self.sampled_at.lock().await;
        if sampled_at.is_none_or(|at| at.elapsed() >= FRESH) {
            for sampler in &self.samplers {
                sampler().await;
            }
            *sampled_at = Some(Instant::now());
        }
        let mut out = String::new();
        // Writing to a `String` does not fail.
        let _ = text::encode(&mut out, &self.registry);
        out
    }

    fn show_connections(&mut self, store: Store) {
        let connections = Family::<PoolState, Gauge>::default();
        let most = Family::<PoolName, Gauge>::default();
        self.registry.register(
            "db_client_connection_count",
            "The connections to the database, by pool and state",
            connections.clone(),
        );
        self.registry.register(
            "db_client_connection_max",
            "How many connections to the database a pool may have",
            most.clone(),
        );
        self.sample(move || {
            for pool in store.pools() {
                let of = |db_client_connection_state| PoolState {
                    db_client_connection_pool_name: pool.name,
                    db_client_connection_state,
                };
                connections.get_or_create(&of("idle")).set(i64::from(pool.idle));
                connections.get_or_create(&of("used")).set(i64::from(pool.used));
                let name = PoolName { db_client_connection_pool_name: pool.name };
                most.get_or_create(&name).set(i64::from(pool.max));
            }
            std::future::ready(())
        });
    }
}

/// Waits for what a sampler asks, but not for long. Returns `None` if that fails.
pub async fn in_time<T, E: fmt::Display>(asked: impl Future<Output = Result<T, E>>) -> Option<T> {
    match tokio::time::timeout(SAMPLE_MAX, asked).await {
        Ok(Ok(answer)) => Some(answer),
        Ok(Err(error)) => {
            tracing::warn!(%error, "some metrics are unknown, because the database did not tell them");
            None
        }
        Err(_) => {
            tracing::warn!(
                "some metrics are unknown, because the database did not answer within {SAMPLE_MAX:?}"
            );
            None
        }
    }
}

/// Registers a metric in seconds. Its name gets the ending `_seconds`.
pub fn register_seconds(
    registry: &mut Registry,
    name: &str,
    help: &str,
    metric: impl prometheus_client::registry::Metric,
) {
    registry.register_with_unit(name, help, Unit::Seconds, metric);
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolState {
    db_client_connection_pool_name: &'static str,
    db_client_connection_state: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct PoolName {
    db_client_connection_pool_name: &'static str,
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::database::testing;

    #[tokio::test]
    async fn an_unknown_number_is_shown_as_such() {
        let db = testing::sqlite().await;
        let mut exporter = Exporter::new(&db.store);
        let (known, unknown) = (Sampled::default(), Sampled::default());
        known.set(Some(2.5));
        register_seconds(exporter.registry(), "known", "Known", known.gauge());
        exporter.registry().register("unknown", "Unknown", unknown.gauge());
        let text = exporter.render().await;
        assert!(text.contains("known_seconds 2.5\n"), "{text}");
        assert!(text.contains("unknown NaN\n"), "{text}");
        assert!(text.ends_with("# EOF\n"));
        known.set(None);
        assert!(exporter.render().await.contains("known_seconds NaN\n"));
    }

    #[tokio::test]
    async fn connections_and_the_process_are_shown() {
        let db = testing::sqlite().await;
        db.store.ping().await.unwrap();
        let text = Exporter::new(&db.store).render().await;
        for line in [
            "almoner_build_info{version=\"",
            "db_client_connection_max{db_client_connection_pool_name=\"write\"} 1\n",
            "db_client_connection_count{db_client_connection_pool_name=\"read\",db_client_connection_state=\"idle\"}",
            "process_memory_usage_bytes ",
            "process_cpu_time_seconds_total ",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }

    #[tokio::test]
    async fn many_readers_cost_no_more_than_one() {
        let db = testing::sqlite().await;
        tokio::time::pause();
        let mut exporter = Exporter::new(&db.store);
        let count = Arc::new(AtomicUsize::new(0));
        let counted = count.clone();
        exporter.sample(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            std::future::ready(())
        });
        for _ in 0..3 {
            exporter.render().await;
        }
        assert_eq!(count.load(Ordering::Relaxed), 1);
        tokio::time::advance(FRESH).await;
        exporter.render().await;
        assert_eq!(count.load(Ordering::Relaxed), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_database_that_does_not_answer_leaves_numbers_unknown() {
        assert_eq!(in_time(async { Ok::<_, crate::Error>(1) }).await, Some(1));
        assert_eq!(in_time(async { Err::<i64, _>(crate::Error::QueueClosed) }).await, None);
        assert_eq!(in_time(std::future::pending::<Result<i64, crate::Error>>()).await, None);
    }
}
