//! Traces: the logs of every step have the trace, from the caller's request to the attempt at the receiver.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bench::deployment::{Program, Server, World, until};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Attribute;
use opentelemetry_proto::tonic::trace::v1::Span;
use poem::listener::TcpAcceptor;
use poem::web::Data;
use poem::{EndpointExt, Route, Server as HttpServer, handler, post};
use prost::Message;
use serde_json::Value;
use shared::crypto::bytes::hex;
use shared::database::testing;

const TRACE_ID: &str = "0af7651916cd43dd8448eb211c80319c";
const TRACEPARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// Creates a contact within the trace, and waits until the receiver has its event.
async fn create(world: &World) {
    assert!(world.create_contact_in(TRACEPARENT).await);
    world.check_delivered(Duration::from_secs(20)).await.unwrap();
}

/// Waits until these are the messages of the log lines that belong to the trace. A line may come a moment after the
/// step that it reports, and the lines of two tasks may come in any order.
async fn expect_traced(program: &Program, expected: &[&str]) {
    let all = async || traced(program) == expected;
    let logged = until("the steps are logged", Duration::from_secs(20), all).await;
    logged.unwrap_or_else(|error| panic!("{error}: {:?}", traced(program)));
}

/// Returns the messages of the log lines that belong to the trace, by the alphabet.
fn traced(program: &Program) -> Vec<String> {
    let log = program.log().unwrap();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_trace = |line: &Value| line["trace_id"] == TRACE_ID || line["span"]["trace_id"] == TRACE_ID;
    let mut messages: Vec<_> =
        lines.filter(of_trace).map(|line| line["message"].as_str().unwrap().to_owned()).collect();
    messages.sort_unstable();
    messages
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_goes_through_one_process() {
    let db = testing::sqlite().await;
    let mut world = World::new(&db.url, &[("ALMONER_LOG", "info,dispatcher=debug")]).await.unwrap();
    let api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;
    expect_traced(&api, &["an event came in", "delivered", "request"]).await;
    world.check_logs(&[&api]).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trace_goes_through_the_broker() {
    let db = testing::postgres().await;
    let mut world = World::new(&db.url, &[("ALMONER_LOG", "info,dispatcher=debug")]).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let api = world.start_api(Some(&broker.url)).await.unwrap();
    let dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;
    expect_traced(&api, &["request"]).await;
    expect_traced(&dispatcher, &["an event came in", "delivered"]).await;
    world.check_logs(&[&api, &dispatcher]).unwrap();
}

/// The steps that a collector has got, each with the name of its program.
#[derive(Clone, Default)]
pub(crate) struct Collector(Arc<Mutex<Vec<(String, Span)>>>);

#[handler]
#[allow(clippy::needless_pass_by_value, reason = "the form of a handler")]
fn collect(body: Vec<u8>, collector: Data<&Collector>) {
    let request = ExportTraceServiceRequest::decode(&*body).unwrap();
    for of_program in request.resource_spans {
        let attributes = of_program.resource.unwrap().attributes;
        let name = attributes.into_iter().find(|attribute| attribute.key == "service.name").unwrap();
        let Some(Attribute::StringValue(name)) = name.value.and_then(|value| value.value) else {
            panic!("the program has no name")
        };
        let spans = of_program.scope_spans.into_iter().flat_map(|scope| scope.spans);
        collector.0.0.lock().unwrap().extend(spans.map(|span| (name.clone(), span)));
    }
}

impl Collector {
    /// Starts a collector, and returns it with its address.
    pub(crate) fn start() -> (Self, String) {
        let collector = Self::default();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let acceptor = TcpAcceptor::from_std(listener).unwrap();
        let route = Route::new().at("/v1/traces", post(collect)).data(collector.clone());
        tokio::spawn(HttpServer::new_with_acceptor(acceptor).run(route));
        (collector, address)
    }

    /// Returns all steps as text.
    pub(crate) fn text(&self) -> String {
        format!("{:?}", self.0.lock().unwrap())
    }

    /// Returns the steps of the trace, each with the name of its program, in the order of the trace.
    fn chain(&self) -> Vec<(String, Span)> {
        let spans = self.0.lock().unwrap();
        let (mut chain, mut parent) = (Vec::new(), "b7ad6b7169203331".to_owned());
        while let Some((program, span)) = spans.iter().find(|(_, span)| hex(&span.parent_span_id) == parent) {
            assert_eq!(hex(&span.trace_id), TRACE_ID);
            parent = hex(&span.span_id);
            chain.push((program.clone(), span.clone()));
        }
        chain
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_sees_the_steps_from_the_callers_to_the_attempt() {
    let db = testing::postgres().await;
    let (collector, address) = Collector::start();
    let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", address.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "100")];
    let mut world = World::new(&db.url, &variables).await.unwrap();
    let broker = Server::rabbitmq(world.directory.path()).await.unwrap();
    let _api = world.start_api(Some(&broker.url)).await.unwrap();
    let _dispatcher = world.start_dispatcher(&broker.url).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;

    let within = Duration::from_secs(20);
    until("all steps have arrived", within, async || collector.chain().len() == 4).await.unwrap();
    let chain = collector.chain();
    let steps: Vec<_> = chain.iter().map(|(program, span)| (program.as_str(), span.name.as_str())).collect();
    assert_eq!(
        steps,
        [
            ("almoner-api", "POST /api/v1/contacts"),
            ("almoner-api", "send almoner.events"),
            ("almoner-dispatcher", "process almoner.events"),
            ("almoner-dispatcher", "POST"),
        ]
    );
    let text = format!("{:?}", collector.0.lock().unwrap());
    for secret in ["alm_", world.webhook_secret(), world.receiver.url.as_str()] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_disturbs_nobody() {
    let db = testing::sqlite().await;
    let nobody = format!("http://127.0.0.1:{}", bench::deployment::free_port().unwrap());
    let variables = [("OTEL_EXPORTER_OTLP_ENDPOINT", nobody.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", "50")];
    let mut world = World::new(&db.url, &variables).await.unwrap();
    let mut api = world.start_api(None).await.unwrap();
    world.register_webhook().await.unwrap();
    create(&world).await;
    assert_eq!(api.terminate(Duration::from_secs(10)).await.unwrap(), Some(0));
}
