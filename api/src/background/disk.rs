//! The room on the disk of an embedded database. When there is none, every change is refused.

use std::path::PathBuf;

use prometheus_client::registry::Unit;
use rustix::fs::statvfs;
use shared::process::metrics::{Exporter, Sampled};

/// Shows the disk of a directory among the metrics.
pub fn show(exporter: &mut Exporter, directory: PathBuf) {
    let (free, size) = (Sampled::default(), Sampled::default());
    let help = "How much the embedded database may still grow";
    exporter.registry().register_with_unit("almoner_data_free", help, Unit::Bytes, free.gauge());
    let help = "The disk of the embedded database";
    exporter.registry().register_with_unit("almoner_data_size", help, Unit::Bytes, size.gauge());
    exporter.sample(move || {
        let found = statvfs(&directory).ok();
        #[allow(clippy::cast_precision_loss, reason = "metrics are floats")]
        let bytes = |blocks: u64, size: u64| blocks.saturating_mul(size) as f64;
        free.set(found.as_ref().map(|disk| bytes(disk.f_bavail, disk.f_frsize)));
        size.set(found.as_ref().map(|disk| bytes(disk.f_blocks, disk.f_frsize)));
        std::future::ready(())
    });
}
