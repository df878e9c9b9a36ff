//! The application: what requests share, and the order of the layers around them.

use poem::{EndpointExt, IntoEndpoint, Route};
use poem_openapi::{OpenApi, OpenApiService};
use shared::Store;
use shared::crypto::secrets::SecretsKey;
use shared::values::clock::Clock;
use shared::webhooks::guard::Guard;

use crate::http::auth::Keys;
use crate::http::compression::Compression;
use crate::http::conditional;
use crate::http::operations::Operations;
use crate::http::rate_limit::RateLimits;
use crate::http::shell::Shell;
use crate::relay::Waker;
use crate::resources::giving_summary::Summaries;
use crate::resources::webhooks::Tester;
use crate::{openapi, resources};

/// Where the API is, and the first part of every path in the document.
pub const BASE_PATH: &str = "/api/v1";

/// What requests share; clones are cheap.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// Tells the relay of new events.
    pub waker: Waker,
    /// Tells of new imports.
    pub importer: Waker,
    /// Encrypts webhook secrets.
    pub secrets_key: SecretsKey,
    /// Judges webhook addresses.
    pub guard: Guard,
    /// Summaries that have been summed up.
    pub summaries: Summaries,
    /// Tries webhooks out.
    pub tester: Tester,
    /// How many requests each key may make.
    pub rate_limits: RateLimits,
}

/// The API, and what its OpenAPI document is made of.
pub fn service(app: &App) -> OpenApiService<impl OpenApi + use<>, ()> {
    OpenApiService::new(resources::all(app), openapi::TITLE, openapi::VERSION)
}

/// Every endpoint of the service, ready to be served. From the outside in: compression, the shell (request id, trace,
/// log line, panics and errors to envelopes), then the route, in the API conditional reads, then the operation, which takes
/// the caller and the body itself.
pub fn endpoint(app: &App) -> impl IntoEndpoint + use<> {
    let service = service(app);
    let document = openapi::document(&service);
    let operations = Operations::new(openapi::paths(&document));
    let document = document.to_string();
    let docs = openapi::serve_docs(&service, &document);
    Route::new()
        .nest(BASE_PATH, service.around(conditional::reads))
        .at("/openapi.json", poem::get(openapi::serve_json(document)))
        .at("/docs", poem::get(docs))
        .data(app.clone())
        .data(Keys::of(app.store.clone()))
        .with(Shell { operations })
        .with(Compression)
}
