//! The OpenAPI document. It is generated from the operations and their fields, and completed here with parts that
//! poem-openapi cannot write, because it writes 3.0: nullable types of 3.1, the errors of every operation, and the
//! events as webhooks.

use poem::endpoint::make_sync;
use poem::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ALLOW,
};
use poem::http::{HeaderValue, Method, StatusCode};
use poem::{EndpointExt, Response, Route};
use poem_openapi::{OpenApi, OpenApiService};
use serde_json::{Value, json};

use crate::fields::labels::spaced;
use crate::http::failure::failure_schema;
use crate::http::fixed::Fixed;
use crate::http::routes::{ANY_NAME, BASE_PATH, RoutePath};
use crate::resources::kinds::KINDS;

mod asyncapi;
mod counted;
mod dialect_3_0;
mod docs;
mod enumerations;
mod examples;
mod headers;
mod included;
mod links;
mod parts;
mod requests;
mod responses;
mod schemas;
mod webhooks;

pub use asyncapi::to_asyncapi;
use counted::counted;
pub use dialect_3_0::to_3_0;
use parts::{name_of, operations, success};
use schemas::to_3_1;

const ANYWHERE: HeaderValue = HeaderValue::from_static("*");

/// The document's title.
pub const TITLE: &str = "Almoner";
/// The document's version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The document's description, in lines.
const DESCRIPTION: &str = include_str!("../../openapi/description.md");

/// Returns the whole document, as OpenAPI 3.1.0.
pub fn document<T: OpenApi>(service: &OpenApiService<T, ()>) -> Value {
    let mut document: Value = serde_json::from_str(&service.spec()).unwrap_or_default();
    to_3_1(&mut document);
    document["openapi"] = json!("3.1.0");
    let paragraphs = DESCRIPTION.trim_end().split("\n\n").map(|lines| lines.replace('\n', " "));
    document["info"]["description"] = paragraphs.collect::<Vec<_>>().join("\n\n").into();
    document["info"]["contact"] = json!({"name": "Whoever runs this service"});
    document["info"]["license"] = json!({"name": "Apache-2.0 OR MIT", "identifier": "Apache-2.0 OR MIT"});
    document["servers"] = json!([{"url": BASE_PATH}]);
    let mut failure = serde_json::to_value(failure_schema()).unwrap_or_default();
    to_3_1(&mut failure);
    document["components"]["schemas"]["Failure"] = failure;
    requests::add(&mut document);
    responses::add(&mut document);
    included::add(&mut document);
    webhooks::add(&mut document);
    name(&mut document);
    enumerations::name(&mut document);
    describe(&mut document);
    links::add(&mut document);
    examples::add(&mut document);
    document
}

/// Names the operations that every kind has, in the words of the kind: `Create a {one}` becomes `createGift`.
fn name(document: &mut Value) {
    for (path, _, operation) in operations(document) {
        let kind = path.split('/').find_map(|part| KINDS.iter().find(|kind| kind.path == part));
        let (Some(kind), None) = (kind, operation.get("operationId")) else { continue };
        let summary = operation["summary"].as_str().unwrap_or_default().to_owned();
        let action = summary.split(' ').next().unwrap_or_default().to_lowercase();
        let name = if summary.contains("{many}") { kind.tag } else { kind.schema };
        let [one, many] = [kind.schema, kind.tag].map(|name| spaced(name).to_lowercase());
        let in_words = |text: &str| text.replace("{one}", &one).replace("{many}", &many);
        operation["summary"] = in_words(&summary).into();
        if let Some(description) = operation.get_mut("description") {
            *description = in_words(description.as_str().unwrap_or_default()).into();
        }
        operation["operationId"] = format!("{action}{name}").into();
        let about = match &*action {
            "list" => kind.about.0,
            "import" => Some(kind.about.1),
            _ => None,
        };
        if let Some(about) = about {
            operation["description"] = about.into();
        }
    }
}

/// Adds a general description to the operations that have none of their own.
fn describe(document: &mut Value) {
    for (_, _, operation) in operations(document) {
        let action = success(operation).and_then(|success| Some(name_of(success)?.1.to_owned()));
        let description = match action.as_deref() {
            Some("index") => "Without parameters, answers with all there are in the account, ordered by id.",
            Some("create") => "Answers with the whole record; `Location` is its path.",
            Some("read") => "Answers 404 if the record belongs to another account, as if it did not exist.",
            Some("update") => {
                "Changes only the fields that are sent, and answers with the whole record. The rules of a new record hold \
                 for the record as it would be."
            }
            _ => continue,
        };
        if operation.get("description").is_none() {
            operation["description"] = description.into();
        }
    }
}

/// Returns the paths of the service, with their methods and parameters.
pub fn paths(document: &Value) -> Vec<RoutePath> {
    let page = |template: &str| RoutePath {
        template: template.to_owned(),
        methods: vec![(Method::GET, Vec::new())],
    };
    let json = DOCUMENTS.map(|(path, _)| {
        let mut json = page(path);
        json.methods.push((Method::OPTIONS, Vec::new()));
        json
    });
    let mut paths: Vec<_> = json.into_iter().chain(docs::paths().map(page)).collect();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        let methods = [Method::GET, Method::POST, Method::PUT].into_iter().filter_map(|method| {
            let operation = item.get(method.as_str().to_lowercase())?;
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let query = parameters.filter(|parameter| parameter["in"] == "query");
            let names = query.flat_map(|parameter| {
                let name = parameter["name"].as_str().unwrap_or_default();
                // The members of an object are parameters of their own, whose names begin with that of the object.
                let is_object = parameter["schema"]["type"] == "object";
                let members = ANY_NAME.into_iter().filter(move |_| is_object);
                std::iter::once(name.to_owned()).chain(members.map(move |end| format!("{name}{end}")))
            });
            Some((method, names.collect()))
        });
        paths.push(RoutePath { template: format!("{BASE_PATH}{path}"), methods: methods.collect() });
    }
    paths
}

/// Rewrites the document for a version of OpenAPI, or for AsyncAPI.
type Dialect = fn(Value) -> Value;

/// The paths of the document in each dialect.
const DOCUMENTS: [(&str, Dialect); 3] = [
    ("/openapi.json", std::convert::identity),
    ("/openapi-3.0.json", to_3_0),
    ("/asyncapi.json", to_asyncapi),
];

/// Adds the document and its pages to the routes of the service. `origin` is the service's public origin, if it is
/// known; then the document names it, so that a tool can send requests without being told where.
pub fn mount(service: Route, document: &'static str, origin: Option<&str>) -> Route {
    let service = DOCUMENTS.into_iter().fold(service, |service, (path, dialect)| {
        let server = format!("{}{BASE_PATH}", origin.unwrap_or_default());
        let json = Fixed::new("application/json", move || {
            let mut document: Value = serde_json::from_str(document).unwrap_or_default();
            document["servers"] = json!([{"url": server}]);
            format!("{}\n", dialect(document))
        });
        let json = json.after(async |response: poem::Result<Response>| response.map(readable_elsewhere));
        service.at(path, poem::get(json.around(counted)).options(make_sync(|_| options())))
    });
    docs::mount(service, document, origin)
}

/// Lets pages of other sites read the document, because tools for such documents are often pages. It needs no key, and
/// tells nothing about anybody.
fn readable_elsewhere(mut response: Response) -> Response {
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, ANYWHERE);
    response
}

/// Answers a browser that asks whether another site may read the document.
fn options() -> Response {
    Response::builder()
        .status(StatusCode::NO_CONTENT)
        .header(ALLOW, "GET, HEAD, OPTIONS")
        .header(ACCESS_CONTROL_ALLOW_ORIGIN, ANYWHERE)
        .header(ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD")
        .header(ACCESS_CONTROL_ALLOW_HEADERS, "*")
        .header(ACCESS_CONTROL_MAX_AGE, "86400")
        .finish()
}
