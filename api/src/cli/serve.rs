//! `almoner serve`: everything that runs in the process, from its start to its shutdown.

use std::time::Duration;

use shared::database::schema::SchemaGate;
use shared::events::{epoch, outbox};
use shared::process::config::Settings;
use shared::process::metrics::Exporter;
use shared::process::spans::Spans;
use shared::process::{address, admin, signals, systemd};
use shared::queue::{Publisher, in_process, rabbitmq};
use shared::{Error, Store};

use super::demo;
use super::greeting::Greeting;
use crate::accounts::links;
use crate::background::embedded::{self, DeliveryMetrics, Embedded};
use crate::background::{backlog, disk, housekeeping, readiness, relay};
use crate::http::client_address::TrustedProxies;
use crate::http::rate_limit::RateLimits;
use crate::http::server::{self, ServerLimits};
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::resources::imports::worker;
use crate::router;
use crate::state::{self, App, Outlet};
use crate::times::{CLOSE_MAX, MAIL_STOP_MAX, RELAY_STOP_MAX};

/// Serves until SIGTERM or SIGINT.
pub async fn run(settings: &Settings, with_demo: bool) -> Result<(), Error> {
    let stop = signals::stop_on_signal()?;
    let limits = ServerLimits::of_connections(server::connections_max(settings.max_connections)?);
    // Bind the addresses first. If another program uses one, nothing has to be undone.
    let listener = server::bind(settings.listen)
        .map_err(|error| address::unusable(settings.listen, "--listen (ALMONER_LISTEN)", error))?;
    let admin = admin::bind(settings.admin_listen).await?;
    let _lock = embedded::lock(settings)?;
    let store = state::open(settings).await?;
    if settings.amqp_url()?.is_none() {
        // An operator who starts the api by itself should hear at once that its database cannot be reached. In a
        // deployment with a broker, the api waits for the database.
        store.ping().await?;
    }
    let secrets_key = settings.secrets_key(&store).await?;
    let mail = Mailer::of(settings)?;
    let spans = Spans::start(settings.otlp_endpoint.as_ref(), "almoner-api")?;
    let gate = SchemaGate::default();
    let (metrics, deliveries) = (Metrics::default(), DeliveryMetrics::default());
    let exporter = exporter(settings, &store, &metrics, &deliveries)?;
    let check = (store.clone(), gate.clone());
    let check = move || readiness::readiness(check.0.clone(), check.1.clone());
    let admin = admin::start(admin, check, exporter, stop.clone());
    let passed = gate.pass(&store, async || epoch::check(&store).await);
    if stop.run_until_cancelled(passed).await.is_none() {
        let _ = admin.await;
        return Ok(());
    }
    let (outlet, inlet) = Outlet::new();
    let app = App {
        metrics: metrics.clone(),
        spans: spans.clone(),
        outlet,
        guard: settings.guard(),
        webhook_timeout: settings.webhook_timeout,
        rate_limits: RateLimits::new(settings.rate_limit),
        trusted_proxies: TrustedProxies::new(settings.trusted_proxies.clone())
            .naming_clients_in(settings.forwarded_header),
        retention: settings.retention,
        mail: mail.clone(),
        public_url: settings.public_url.clone(),
        ..App::new(store.clone(), secrets_key)
    };

    let (publisher, dispatcher) = match settings.amqp_url()? {
        Some(url) => {
            (Publisher::RabbitMq(Box::new(rabbitmq::Publisher::new(rabbitmq::Broker::new(&url)))), None)
        }
        None => {
            // The messages in the queue were lost when the process last ended. Publish them again.
            outbox::sweep(&store, Duration::ZERO).await?;
            let (publisher, consumer) = in_process::queue();
            let dispatcher = Embedded::start(settings, &app, consumer, deliveries, stop.clone())?;
            (Publisher::InProcess(publisher), Some(dispatcher))
        }
    };
    // If the relay ends by itself, the process stops, because an api that accepts changes but publishes no events is of
    // no use.
    let watch = relay::Watch { metrics: metrics.relay, spans: spans.clone() };
    let relay = tokio::spawn({
        let relay = relay::run(store.clone(), publisher, inlet, watch, stop.clone());
        let stop = stop.clone();
        async move {
            let _stop = stop.drop_guard();
            relay.await;
        }
    });
    let housekeeping = tokio::spawn(housekeeping::run(app.clone()));
    let imports = tokio::spawn(worker::run(app.clone()));
    let demo = if with_demo { demo::prepare(&app, settings).await? } else { None };
    let setup_token = links::new_setup(&store, app.clock.now_ms()).await?;
    if settings.is_embedded() || setup_token.is_some() {
        Greeting { base: base(settings), demo, setup_token }.print();
    }
    tracing::info!(address = %settings.listen, "serving");
    systemd::ready();
    server::serve(listener, router::endpoint(&app), limits, proxies(settings), stop.clone()).await;
    stop.cancel();
    // These tasks can be aborted at any moment. Another process, or this one after its next start, publishes the events
    // in the outbox and continues the imports. The relay gets a moment to publish the events that it has claimed, which
    // would otherwise wait until the claims end.
    housekeeping.abort();
    imports.abort();
    let relay_stop = relay.abort_handle();
    if tokio::time::timeout(RELAY_STOP_MAX, relay).await.is_err() {
        relay_stop.abort();
    }
    mail.finish(MAIL_STOP_MAX).await;

    let delivered = match dispatcher {
        Some(dispatcher) => dispatcher.finish().await,
        None => Ok(()),
    };
    spans.finish().await;
    let _ = admin.await;
    close(store).await;
    delivered
}

/// Returns the addresses that may have any number of connections, because they speak for many clients: the named
/// proxies, and this machine, where many a proxy runs that nobody has named.
fn proxies(settings: &Settings) -> TrustedProxies {
    let loopback = ["127.0.0.0/8", "::1/128"].into_iter().filter_map(|range| range.parse().ok());
    TrustedProxies::new(settings.trusted_proxies.iter().copied().chain(loopback).collect())
}

/// Returns the address under which people on this machine reach the service.
fn base(settings: &Settings) -> String {
    let listen = settings.listen;
    let is_everywhere = listen.ip().is_unspecified();
    let host = if is_everywhere { format!("localhost:{}", listen.port()) } else { listen.to_string() };
    settings.public_url.clone().unwrap_or_else(|| format!("http://{host}"))
}

/// Closes the database, but does not wait long: a list that is still being read must not delay the shutdown.
async fn close(store: Store) {
    let _ = tokio::time::timeout(CLOSE_MAX, store.close()).await;
}

/// Returns the exporter of `/metrics`.
fn exporter(
    settings: &Settings,
    store: &Store,
    metrics: &Metrics,
    deliveries: &DeliveryMetrics,
) -> Result<Exporter, Error> {
    let mut exporter = Exporter::new(store);
    metrics.register(exporter.registry());
    backlog::show(&mut exporter, store.clone());
    if settings.amqp_url()?.is_none() {
        deliveries.register(exporter.registry());
    }
    if settings.is_embedded() {
        disk::show(&mut exporter, settings.data_dir.clone());
    }
    Ok(exporter)
}
