//! The OpenAPI document as a list of operations, for tests that must not forget one.

use serde_json::Value;

use super::Http;

/// An operation of the document.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `GET`, `POST` or `PUT`.
    pub method: String,
    /// Such as `/contacts/{id}`.
    pub path: String,
    /// The schema of its body, with references resolved one level deep; null if there is none.
    pub body: Value,
    /// Whether it cannot go without one.
    pub needs_body: bool,
    /// Whether that is a CSV file.
    pub takes_csv: bool,
    /// The names of its query's parameters.
    pub query: Vec<String>,
    /// Whether it answers with a list.
    pub is_list: bool,
}

impl Operation {
    /// Whether it acts on one record that its path names.
    pub fn has_id(&self) -> bool {
        self.path.contains("{id}")
    }

    /// The path of a record.
    pub fn path_of(&self, id: impl std::fmt::Display) -> String {
        self.path.replace("{id}", &id.to_string())
    }

    /// The first segment of its path: `contacts`.
    pub fn kind(&self) -> &str {
        self.path.trim_start_matches('/').split('/').next().unwrap()
    }
}

/// The document that a server serves.
pub async fn served(http: &Http) -> Value {
    let response = http.request("GET", "/openapi.json").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

/// Every operation of a document.
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
                query: query(operation),
                is_list: data(operation)["type"] == "array",
            });
        }
    }
    operations
}

fn query(operation: &Value) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query = parameters.filter(|parameter| parameter["in"] == "query");
    query.map(|parameter| parameter["name"].as_str().unwrap().to_owned()).collect()
}

/// The schema of `data` where an operation has succeeded.
fn data(operation: &Value) -> &Value {
    let responses = operation["responses"].as_object().unwrap();
    let (_, success) = responses.iter().find(|(status, _)| status.starts_with('2')).unwrap();
    &success["content"]["application/json"]["schema"]["properties"]["data"]
}

/// A schema, or the one that it refers to.
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
