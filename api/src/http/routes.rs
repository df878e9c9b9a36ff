//! The paths of the document, found by the path of a request: for what the framework does not say of them.

use std::sync::Arc;

use poem::http::Method;
use url::form_urlencoded;

/// Where the API is, and the first part of every path in the document.
pub const BASE_PATH: &str = "/api/v1";

/// The name of the key's scheme in the document, and of the query parameter.
pub const API_KEY: &str = "api_key";

/// Every path of the service.
#[derive(Clone, Debug)]
pub struct Routes(Arc<[RoutePath]>);

/// A path such as `/api/v1/contacts/{id}`.
#[derive(Clone, Debug)]
pub struct RoutePath {
    /// As the document writes it.
    pub template: String,
    /// Its methods, each with the names of its query's parameters.
    pub methods: Vec<(Method, Vec<String>)>,
}

impl Routes {
    /// Of these paths.
    pub fn new(paths: impl IntoIterator<Item = RoutePath>) -> Self {
        Self(paths.into_iter().collect())
    }

    /// What the `Allow` header of a path says: every `GET` is also a `HEAD`.
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

    /// The names in a query that an operation does not know, each once. None of a path or a method that is not there.
    pub fn ignored_parameters(&self, method: &Method, path: &str, query: &str) -> Vec<String> {
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let methods = self.find(path).map(|path| path.methods.as_slice()).unwrap_or_default();
        let Some((_, known)) = methods.iter().find(|(one, _)| one == method) else { return Vec::new() };
        let mut ignored: Vec<String> = Vec::new();
        for (name, _) in form_urlencoded::parse(query.as_bytes()) {
            let is_known = name.is_empty() || name == API_KEY || known.iter().any(|known| *known == name);
            if !is_known && !ignored.iter().any(|one| *one == name) {
                ignored.push(name.into_owned());
            }
        }
        ignored
    }

    fn find(&self, path: &str) -> Option<&RoutePath> {
        self.0.iter().find(|one| one.matches(path))
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
