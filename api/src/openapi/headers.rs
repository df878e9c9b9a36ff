//! The headers of every response.

use serde_json::{Value, json};

/// The headers of every response of an operation, and what they mean.
pub(super) const HEADERS: [(&str, &str); 4] = [
    ("X-Request-Id", "The request's id: the caller's own, if it sent a fit one, or a new one"),
    ("Ignored-Parameters", "The parameters of the query that were not recognised, separated by commas"),
    (
        "RateLimit-Policy",
        "Where requests are limited: how many may come at once, and in how many seconds so many come back",
    ),
    (
        "RateLimit",
        "Where requests are limited: how many may come now, and after how many seconds all of them may",
    ),
];

/// Adds references to the headers that every response has.
pub(super) fn add_headers(response: &mut Value) {
    for (name, _) in HEADERS {
        response["headers"][name] = json!({"$ref": format!("#/components/headers/{name}")});
    }
}
