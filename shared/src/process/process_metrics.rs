//! The resources that a program takes of its machine, read from `/proc` when it is asked for.

use std::sync::atomic::AtomicU64;

use procfs::process::Process;
use procfs::{ProcResult, WithCurrentSystemInfo};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

#[derive(Clone, Debug, Default)]
struct ProcessMetrics {
    cpu: Counter<f64, AtomicU64>,
    memory: Gauge,
    files: Gauge,
    files_max: Gauge,
    threads: Gauge,
}

/// Registers what the process uses. Returns what finds that out.
pub(super) fn register(registry: &mut Registry) -> impl Fn() + Send + Sync + 'static {
    let metrics = ProcessMetrics::default();
    let ProcessMetrics { cpu, memory, files, files_max, threads } = metrics.clone();
    registry.register_with_unit("process_cpu_time", "The processor time that was used", Unit::Seconds, cpu);
    registry.register_with_unit("process_memory_usage", "The memory that is resident", Unit::Bytes, memory);
    registry.register("process_open_file_descriptor_count", "The open files and connections", files);
    registry.register(
        "process_open_file_descriptor_max",
        "The limit of open files and connections",
        files_max,
    );
    registry.register("process_thread_count", "The threads", threads);
    move || {
        if let Err(error) = metrics.read() {
            tracing::debug!(%error, "what the process uses is unknown");
        }
    }
}

impl ProcessMetrics {
    fn read(&self) -> ProcResult<()> {
        let process = Process::myself()?;
        let stat = process.stat()?;
        #[allow(clippy::cast_precision_loss, reason = "a duration in seconds")]
        let cpu_seconds = (stat.utime + stat.stime) as f64 / procfs::ticks_per_second() as f64;
        self.cpu.inner().store(cpu_seconds.to_bits(), std::sync::atomic::Ordering::Relaxed);
        self.memory.set(i64::try_from(stat.rss_bytes().get()).unwrap_or(i64::MAX));
        self.threads.set(stat.num_threads);
        self.files.set(i64::try_from(process.fd_count()?).unwrap_or(i64::MAX));
        if let procfs::process::LimitValue::Value(most) = process.limits()?.max_open_files.soft_limit {
            self.files_max.set(i64::try_from(most).unwrap_or(i64::MAX));
        }
        Ok(())
    }
}
