//! The OpenAPI document as a list of operations, for tests that must cover all of them.

use serde_json::Value;

use super::Http;

/// An operation of the document.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The method: `GET`, `POST` or `PUT`.
    pub method: String,
    /// The path, such as `/contacts/{id}`.
    pub path: String,
    /// The schema of the body, with references resolved one level deep; null if the operation has no body.
    pub body: Value,
    /// Whether the body is required.
    pub needs_body: bool,
    /// Whether the body is a CSV file.
    pub takes_csv: bool,
    /// The names of the query's parameters.
    pub query: Vec<String>,
    /// Those of them that take several values.
    pub lists: Vec<String>,
    /// Whether the response is a list.
    pub is_list: bool,
}

impl Operation {
    /// Returns whether the path has the id of a record.
    pub fn has_id(&self) -> bool {
        self.path.contains("{id}")
    }

    /// Returns the path with the id of a record.
    pub fn path_of(&self, id: impl std::fmt::Display) -> String {
        self.path.replace("{id}", &id.to_string())
    }

    /// Returns the first segment of the path, such as `contacts`.
    pub fn kind(&self) -> &str {
        self.path.trim_start_matches('/').split('/').next().unwrap()
    }
}

/// Returns the document that a server serves.
pub async fn served(http: &Http) -> Value {
    let response = http.request("GET", "/openapi.json").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// Returns every operation of a document.
pub fn operations(document: &Value) -> Vec<Operation> {
    let mut operations = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            operations.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                body: resolve(document, body).clone(),
                takes_csv: !operation["requestBody"]["content"]["text/csv"].is_null(),
                needs_body: operation["requestBody"]["required"] == true,
                query: query(operation, |_| true),
                lists: query(operation, |parameter| parameter["schema"]["type"] == "array"),
                is_list: data(operation)["type"] == "array",
            });
        }
    }
    assert!(!operations.is_empty(), "whoever walks them would test nothing");
    operations
}

/// Returns the names of those parameters of the query that are wanted.
fn query(operation: &Value, is_wanted: impl Fn(&Value) -> bool) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query = parameters.filter(|parameter| parameter["in"] == "query" && is_wanted(parameter));
    let name = |parameter: &Value| {
        let name = parameter["name"].as_str().unwrap();
        // The names in such an object are parameters of their own.
        if parameter["schema"]["type"] == "object" { format!("{name}.x") } else { name.to_owned() }
    };
    query.map(name).collect()
}

/// Returns the schema of `data` in a successful response.
fn data(operation: &Value) -> &Value {
    let responses = operation["responses"].as_object().unwrap();
    let (_, success) = responses.iter().find(|(status, _)| status.starts_with('2')).unwrap();
    &success["content"]["application/json"]["schema"]["properties"]["data"]
}

/// Returns a schema, or the schema that it refers to.
pub fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str().or_else(|| {
        let alternatives = schema["anyOf"].as_array()?;
        alternatives.iter().find_map(|alternative| alternative["$ref"].as_str())
    });
    match reference {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}
