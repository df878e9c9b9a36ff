//! The whole service in one place: its routes, and the order of the layers around them.

use std::sync::{Arc, OnceLock};

use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Result, Route};
use poem_openapi::{OpenApi, OpenApiService};
use shared::database::row_security;

use crate::auth::Keys;
use crate::http::compression::compressed;
use crate::http::conditional;
use crate::http::request_log::{Pages, RequestContext, RequestLog};
use crate::http::routes::{BASE_PATH, Routes};
use crate::state::App;
use crate::{openapi, resources, web};

/// Makes the service of the API, from which its OpenAPI document is generated.
pub fn service(app: &App) -> OpenApiService<impl OpenApi + use<>, ()> {
    OpenApiService::new(resources::all(app), openapi::TITLE, openapi::VERSION)
}

/// The parts that are generated from the operations.
struct Generated {
    document: String,
    routes: Routes,
}

impl Generated {
    fn from(service: &OpenApiService<impl OpenApi, ()>) -> Self {
        let document = openapi::document(service);
        let routes = Routes::new(openapi::paths(&document).into_iter().chain(web::paths()));
        Self { document: format!("{document}\n"), routes }
    }
}

/// Makes the endpoint that serves everything. A request passes these layers in this order: compression; the request log
/// (request id, trace, log line, envelopes or pages for panics and errors); row security; the route; in the API, conditional
/// reads and the operation, which reads the caller and the body itself; in the web application, `web::route` and the page.
pub fn endpoint(app: &App) -> impl IntoEndpoint + use<> {
    // Share them among all endpoints of a process, which have the same. The tests make hundreds of endpoints.
    static GENERATED: OnceLock<Generated> = OnceLock::new();
    let service = service(app);
    let Generated { document, routes } = GENERATED.get_or_init(|| Generated::from(&service));
    let routed = Route::new().nest(BASE_PATH, service.around(conditional::reads));
    let routed = openapi::mount(routed, document, app.public_url.as_deref());
    let request_log = RequestLog {
        routes: routes.clone(),
        trusted_proxies: app.trusted_proxies.clone(),
        metrics: app.metrics.requests.clone(),
        spans: app.spans.clone(),
        is_https: app.public_url.as_deref().is_some_and(|url| url.starts_with("https://")),
        pages: Pages { language: web::language, error: web::error_page },
    };
    web::mount(routed, app)
        .data(app.clone())
        .data(Keys::of(app.store.clone()))
        .around(confined)
        .with(request_log)
        .around(compressed)
}

/// Confines a request to the rows of its account, from the moment when the caller is known.
async fn confined<E: Endpoint>(endpoint: Arc<E>, request: Request) -> Result<E::Output> {
    let account = request.data::<RequestContext>().map(|context| context.account_id.clone());
    row_security::within(account.unwrap_or_default(), endpoint.call(request)).await
}
