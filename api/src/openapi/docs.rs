//! `/docs`: the document as a page, with samples and a way to try each operation, and the guide and the webhooks page
//! beside it. The pages are complete without scripts, and load nothing that this program does not serve.

mod fields;
mod markdown;
mod operation;
mod samples;

use std::collections::BTreeMap;

use askama::Template;
use poem::{Endpoint, EndpointExt, Response};
use serde_json::Value;

use self::fields::Field;
use self::markdown::{GUIDE, RECIPES, STABILITY, WEBHOOKS};
use self::operation::Operation;
use self::samples::ORIGIN;
use super::counted::counted;
use super::enumerations;
use super::schemas::SCHEMAS;
use crate::fields::labels::spaced;
use crate::http::fixed::Fixed;
use crate::http::media_type::JSON;
use crate::http::routes::BASE_PATH;
use crate::resources::kinds::KINDS;
use crate::web;

/// The pages beside the document: path, title, and text.
const TEXTS: [(&str, &str, &str); 4] = [
    (GUIDE, "The API", include_str!("../../../openapi/guide.md")),
    (RECIPES, "Recipes", include_str!("../../../openapi/recipes.md")),
    (WEBHOOKS, "Webhooks", include_str!("../../../openapi/webhooks.md")),
    (STABILITY, "Stability", include_str!("../../../openapi/stability.md")),
];
/// The sections after those of the kinds, in the order of a day's work. Any other section follows these.
const ORDER: [&str; 5] = ["GivingSummary", "Reports", "Imports", "Events", "Webhooks"];

/// A section of the page: the operations of one tag.
struct Section {
    name: String,
    title: String,
    about: String,
    operations: Vec<Operation>,
}

/// A schema to which fields refer.
struct Object {
    name: String,
    fields: Vec<Field>,
}

/// A failure that operations share.
struct Failure {
    status: String,
    reason: &'static str,
    /// Its meaning, as HTML.
    about: String,
    example: String,
}

#[derive(Template)]
#[template(path = "docs/page.html")]
struct Page {
    assets: &'static web::AssetPaths,
    version: String,
    about: String,
    origin: &'static str,
    base: &'static str,
    sections: Vec<Section>,
    /// The objects that receivers of webhooks get.
    bodies: Vec<String>,
    objects: Vec<Object>,
    failures: Vec<Failure>,
}

#[derive(Template)]
#[template(path = "docs/text.html")]
struct Text {
    assets: &'static web::AssetPaths,
    title: &'static str,
    body: String,
}

/// Returns the paths of the pages.
pub(super) fn paths() -> impl Iterator<Item = &'static str> {
    std::iter::once("/docs").chain(TEXTS.iter().map(|(path, ..)| *path))
}

/// Adds the pages to the routes of the service. Without the service's `origin`, the samples have that of an example, and the
/// page's script puts in the one that the browser asked.
pub(super) fn mount(service: poem::Route, document: &'static str, origin: Option<&str>) -> poem::Route {
    let origin = fields::escape(origin.unwrap_or(ORIGIN));
    let docs = move || {
        let mut document: Value = serde_json::from_str(document).unwrap_or_default();
        enumerations::put_back(&mut document);
        page(&document).replace(ORIGIN, &origin)
    };
    let service = service.at("/docs", serve(docs));
    TEXTS.into_iter().fold(service, |service, (path, title, text)| {
        let page = move || rendered(&Text { assets: web::asset_paths(), title, body: markdown::page(text) });
        service.at(path, serve(page))
    })
}

/// Serves a page. Its policy is that of the web application: nothing is loaded from elsewhere, and no script or style stands
/// in the page itself.
fn serve(page: impl Fn() -> String + Send + Sync + 'static) -> impl Endpoint<Output = Response> + 'static {
    let protected = async |response: poem::Result<Response>| {
        let mut response = response?;
        web::protect(response.headers_mut());
        Ok(response)
    };
    poem::get(Fixed::new("text/html; charset=utf-8", page).after(protected).around(counted))
}

fn rendered(template: &impl Template) -> String {
    // A template fails only if a value cannot be written, and these are texts.
    template.render().unwrap_or_default()
}

/// Makes the page of a document.
fn page(document: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut sections: Vec<Section> = Vec::new();
    for tag in document["tags"].as_array().into_iter().flatten() {
        let name = text(&tag["name"]);
        let title = spaced(&name);
        sections.push(Section { title, about: text(&tag["description"]), operations: Vec::new(), name });
    }
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let section = sections.iter_mut().find(|section| operation["tags"][0] == *section.name);
            if let Some(section) = section {
                section.operations.push(Operation::new(document, method, path, operation));
            }
        }
    }
    let order: Vec<_> = KINDS.iter().map(|kind| kind.tag).chain(ORDER).collect();
    sections
        .sort_by_key(|section| order.iter().position(|name| *name == section.name).unwrap_or(order.len()));
    let webhooks = document["webhooks"].as_object().into_iter().flatten();
    let body = |(_, item): (&String, &Value)| {
        let schema = &item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        Some(schema.as_str()?.strip_prefix(SCHEMAS)?.to_owned())
    };
    let bodies = webhooks.filter_map(body).collect();
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    let objects =
        schemas.map(|(name, schema)| Object { name: name.clone(), fields: fields::of_object(name, schema) });
    rendered(&Page {
        assets: web::asset_paths(),
        version: text(&document["info"]["version"]),
        about: markdown::part(&text(&document["info"]["description"])),
        origin: ORIGIN,
        base: BASE_PATH,
        sections,
        bodies,
        objects: objects.collect(),
        failures: failures(document),
    })
}

/// Returns the failures of all operations, in order of their statuses.
fn failures(document: &Value) -> Vec<Failure> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(_, item)| item.as_object().into_iter().flatten());
    let responses =
        operations.flat_map(|(_, operation)| operation["responses"].as_object().into_iter().flatten());
    let responses: BTreeMap<_, _> = responses.filter(|(status, _)| status.as_str() >= "400").collect();
    let failure = |(status, response): (&String, &Value)| {
        let response = operation::resolve(document, response);
        Failure {
            status: status.clone(),
            reason: operation::reason(status),
            about: markdown::line(&response["description"]),
            example: format!("{:#}", response["content"][JSON]["example"]),
        }
    };
    responses.into_iter().map(failure).collect()
}
