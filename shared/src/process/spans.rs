//! The steps of traces, sent to an OpenTelemetry collector (`OTEL_EXPORTER_OTLP_ENDPOINT`). Without that setting, nothing is
//! kept or sent.
//!
//! A step is a request, the publication of its event, the record of its deliveries, or an attempt. Their ids go from
//! program to program with the event ([`Trace`]), so a step is known before it ends, and is handed over when it has ended.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::SystemTime;

use opentelemetry::trace::{SpanContext, SpanId, SpanKind, Status, TraceFlags, TraceId, TraceState};
use opentelemetry::{InstrumentationScope, KeyValue, Value};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{BatchSpanProcessor, SpanData, SpanEvents, SpanLinks, SpanProcessor};
use url::Url;

use crate::Error;
use crate::times::SPANS_STOP_MAX;
use crate::values::trace::Trace;

/// The path at which a collector takes traces, below its address.
const PATH: &str = "v1/traces";

/// The work of a step.
pub type Kind = SpanKind;

/// A step that has ended.
#[derive(Debug)]
pub struct Step {
    /// Its name, in few words: no id, and nothing that a caller chose.
    pub name: Cow<'static, str>,
    /// Whether it served, asked, published or consumed.
    pub kind: Kind,
    /// The step.
    pub trace: Trace,
    /// The step that it is part of.
    pub parent: Option<Trace>,
    /// The time when it began.
    pub began: SystemTime,
    /// The time when it ended.
    pub ended: SystemTime,
    /// The facts that are known of it: no secret, and no part of a URL.
    pub attributes: Vec<(&'static str, Value)>,
    /// Whether it has failed.
    pub failed: bool,
}

/// Sends steps, if there is a collector. Clones share what waits.
#[derive(Clone, Debug, Default)]
pub struct Spans(Option<Arc<BatchSpanProcessor>>);

impl Spans {
    /// Begins to send steps of a program to a collector, if there is one. At most 2,048 wait; more are dropped, so a
    /// collector that is away costs nothing but the trace.
    ///
    /// # Errors
    /// [`Error::Config`] if the client cannot be made.
    pub fn start(collector: Option<&Url>, program: &'static str) -> Result<Self, Error> {
        let Some(collector) = collector else { return Ok(Self::default()) };
        crate::crypto::tls::install_crypto_provider();
        let endpoint = format!("{}/{PATH}", collector.as_str().trim_end_matches('/'));
        let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build();
        let exporter =
            exporter.map_err(|error| Error::Config(format!("OTEL_EXPORTER_OTLP_ENDPOINT: {error}")))?;
        let mut processor = BatchSpanProcessor::builder(exporter).build();
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        processor
            .set_resource(&Resource::builder().with_service_name(program).with_attribute(version).build());
        Ok(Self(Some(Arc::new(processor))))
    }

    /// Returns whether steps are sent.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the step after this one, if steps are sent. Otherwise the step itself, because nobody would see another.
    #[must_use]
    pub fn next(&self, trace: Trace) -> Trace {
        if self.is_on() { trace.child() } else { trace }
    }

    /// Hands over a step that has ended, if its caller wants the trace to be kept.
    pub fn ended(&self, step: impl FnOnce() -> Step) {
        let Some(processor) = &self.0 else { return };
        let step = step();
        let (trace_id, span_id, sampled) = step.trace.parts();
        if !sampled {
            return;
        }
        let context = SpanContext::new(
            TraceId::from(trace_id),
            SpanId::from(span_id),
            TraceFlags::SAMPLED,
            false,
            TraceState::NONE,
        );
        processor.on_end(SpanData {
            span_context: context,
            parent_span_id: step.parent.map_or(SpanId::INVALID, |parent| SpanId::from(parent.parts().1)),
            parent_span_is_remote: step.parent.is_some(),
            span_kind: step.kind,
            name: step.name,
            start_time: step.began,
            end_time: step.ended,
            attributes: step.attributes.into_iter().map(|(name, value)| KeyValue::new(name, value)).collect(),
            dropped_attributes_count: 0,
            events: SpanEvents::default(),
            links: SpanLinks::default(),
            status: if step.failed { Status::error("") } else { Status::Unset },
            instrumentation_scope: InstrumentationScope::builder("almoner").build(),
        });
    }

    /// Sends what waits, but does not wait for long. Call this when nothing more is handed over.
    pub async fn finish(self) {
        let Some(processor) = self.0 else { return };
        // It blocks its thread.
        let done = tokio::task::spawn_blocking(move || processor.shutdown_with_timeout(SPANS_STOP_MAX)).await;
        if !matches!(done, Ok(Ok(()))) {
            tracing::warn!("the last steps of traces were not sent to the collector");
        }
    }
}
