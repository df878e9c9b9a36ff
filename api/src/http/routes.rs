//! The paths of the OpenAPI document. They tell which methods and parameters a request's path has, because the
//! framework does not.

use std::sync::Arc;

use poem::http::header::LOCATION;
use poem::http::{HeaderName, HeaderValue, Method};
use url::form_urlencoded;

/// The path of the API. The paths in the document are relative to it.
pub const BASE_PATH: &str = "/api/v1";

/// Returns the header with the path of a record.
pub fn location(kind: &str, id: i64) -> Option<(HeaderName, HeaderValue)> {
    let path = format!("{BASE_PATH}/{}/{id}", kind.replace('_', "-"));
    Some((LOCATION, HeaderValue::try_from(path).ok()?))
}

/// The name of the query parameter with the API key, and of the key's security scheme in the document.
pub const API_KEY: &str = "api_key";

/// The ends of a known name that any name may follow, as in `custom.` and `custom[`.
pub const ANY_NAME: [char; 2] = ['.', '['];

/// Every path of the service, each with the length of what stands before its first parameter, ordered by that.
#[derive(Clone, Debug)]
pub struct Routes(Arc<[(usize, RoutePath)]>);

/// A path such as `/api/v1/contacts/{id}`.
#[derive(Clone, Debug)]
pub struct RoutePath {
    /// The path, with its parameters in braces.
    pub template: String,
    /// Its methods, each with the names of its query parameters.
    pub methods: Vec<(Method, Vec<String>)>,
}

impl Routes {
    /// Makes the routes from their paths.
    pub fn new(paths: impl IntoIterator<Item = RoutePath>) -> Self {
        let fixed = |path: &RoutePath| path.template.find('{').unwrap_or(path.template.len());
        let mut paths: Vec<_> = paths.into_iter().map(|path| (fixed(&path), path)).collect();
        paths.sort_by_key(|(fixed, _)| *fixed);
        Self(paths.into())
    }

    /// Returns the `Allow` header of a path. A path that has `GET` has `HEAD` as well.
    pub fn allow(&self, path: &str) -> String {
        let mut allow = Vec::new();
        for (method, _) in self.find(path).into_iter().flat_map(|path| &path.methods) {
            allow.push(method.as_str());
            if method == Method::GET {
                allow.push(Method::HEAD.as_str());
            }
        }
        allow.join(", ")
    }

    /// Returns the names in a query that the operation does not know, each one once. Returns none if the path or the
    /// method does not exist.
    pub fn ignored_parameters(&self, method: &Method, path: &str, query: &str) -> Vec<String> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let methods = self.find(path).map(|path| path.methods.as_slice()).unwrap_or_default();
        let Some((_, known)) = methods.iter().find(|(one, _)| one == method) else { return Vec::new() };
        let mut ignored: Vec<String> = Vec::new();
        for (name, _) in form_urlencoded::parse(query.as_bytes()) {
            let is_same = |known: &String| {
                *known == name || known.ends_with(ANY_NAME) && name.starts_with(known.as_str())
            };
            let is_known = name.is_empty() || name == API_KEY || known.iter().any(is_same);
            if !is_known && !ignored.iter().any(|one| *one == name) {
                ignored.push(name.into_owned());
            }
        }
        ignored
    }

    /// Returns the template of a path.
    pub fn template(&self, path: &str) -> Option<&str> {
        self.find(path).map(|path| path.template.as_str())
    }

    fn find(&self, path: &str) -> Option<&RoutePath> {
        // `/contacts/new` matches `/contacts/{id}` as well, and `/contacts/by-external-id/merge` matches
        // `/contacts/{id}/merge`. The one whose names go further is meant.
        let mut paths = self.0.iter().rev();
        // Each request is looked up, so the paths are told apart by their beginnings before they are split.
        let is_found = |(fixed, one): &&(usize, RoutePath)| {
            path.starts_with(&one.template[..*fixed]) && one.matches(path)
        };
        paths.find(is_found).map(|(_, path)| path)
    }
}

impl RoutePath {
    fn matches(&self, path: &str) -> bool {
        let (mut template, mut segments) = (self.template.split('/'), path.split('/'));
        loop {
            match (template.next(), segments.next()) {
                (None, None) => return true,
                (Some(part), Some(segment)) if part.starts_with('{') || part == segment => {}
                _ => return false,
            }
        }
    }
}
