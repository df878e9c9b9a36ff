//! How many requests there are, and how long they take.

use poem::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use shared::process::metrics::{Active, register_seconds, seconds};
use std::time::Duration;

/// The route of a path that the service does not have, and the method of a request whose method HTTP does not define:
/// callers could send any number of those.
const OTHER: &str = "_OTHER";

/// The requests of a process. Clones count together.
#[derive(Clone, Debug)]
pub struct RequestMetrics {
    durations: Family<Answered, Histogram, fn() -> Histogram>,
    active: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
#[allow(clippy::struct_field_names, reason = "named as OpenTelemetry names them")]
struct Answered {
    http_request_method: String,
    http_route: String,
    http_response_status_code: u16,
}

impl Default for RequestMetrics {
    fn default() -> Self {
        Self { durations: Family::new_with_constructor(seconds), active: Gauge::default() }
    }
}

impl RequestMetrics {
    /// Shows them.
    pub fn register(&self, registry: &mut Registry) {
        let help = "The requests, by how long it took until the answer's body began";
        register_seconds(registry, "http_server_request_duration", help, self.durations.clone());
        let help = "The requests that wait for their answer";
        registry.register("http_server_active_requests", help, self.active.clone());
    }

    /// Counts a request while it is being answered.
    pub(super) fn begin(&self) -> Active {
        Active::begin(&self.active)
    }

    /// Counts an answer. The route is the template of the path.
    pub(super) fn answered(
        &self,
        method: &Method,
        route: Option<&str>,
        status: StatusCode,
        duration: Duration,
    ) {
        let answered = Answered {
            http_request_method: known_method(method).to_owned(),
            http_route: route.unwrap_or(OTHER).to_owned(),
            http_response_status_code: status.as_u16(),
        };
        self.durations.get_or_create(&answered).observe(duration.as_secs_f64());
    }
}

/// Returns the name of a method that HTTP defines.
pub(super) fn known_method(method: &Method) -> &str {
    const KNOWN: [Method; 7] = [
        Method::GET,
        Method::HEAD,
        Method::POST,
        Method::PUT,
        Method::PATCH,
        Method::DELETE,
        Method::OPTIONS,
    ];
    if KNOWN.contains(method) { method.as_str() } else { OTHER }
}
